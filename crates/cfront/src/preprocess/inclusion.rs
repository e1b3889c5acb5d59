//! Headers of ours written into the text that `cc -E` is given, between the line markers that `cc` itself would write.
//!
//! A file that includes nothing else then needs no file but itself: nothing is written to disk, and most of the time of a
//! small check was spent on that. `cc` still decides which inclusions take place, since an inclusion that it skips is
//! skipped with all that was written in. Wherever the two could differ (a folder searched before ours, a header that is not
//! ours, a name that a macro gives, a program that asks which headers there are) this module declines.

use super::compiler::quoted;
use super::options::PreprocessOptions;
use crate::headers;
use crate::lex::Lexed;
use raddle_program::source::Span;

/// The folder that markers name our headers by. There is none of this name.
pub(super) const FOLDER: &str = "<raddle>";

/// Words with which a program can tell what was included how.
const TELLING: &[&[u8]] = &[b"__has_include", b"__has_embed", b"__INCLUDE_LEVEL__", b"__BASE_FILE__"];

/// Whether the options leave no doubt where our headers come from, and the text none where its directives are.
pub(super) fn is_possible(lexed: &Lexed, options: &PreprocessOptions) -> bool {
    let has_other_folders = !options.include_dirs.is_empty() || options.system_headers;
    !has_other_folders && options.cc_args.is_empty() && lexed.diagnostics.is_empty()
}

/// The text with the headers that it includes written in; `None` if it does more than to include headers of ours.
/// `blanked` is the text without its line markers, of the same length; `directives` are in order.
pub(super) fn with_headers(name: &str, text: &[u8], blanked: &[u8], directives: &[Span]) -> Option<Vec<u8>> {
    if TELLING.iter().any(|word| text.windows(word.len()).any(|window| window == *word)) {
        return None;
    }
    let mut written = Vec::with_capacity(blanked.len());
    let (mut copied, mut line) = (0, 1);
    let mut is_shifted = false;
    for directive in directives {
        let (start, end) = (directive.start as usize, directive.end as usize);
        let own = match included(text.get(start..end)?) {
            Inclusion::EndOfGroup if is_shifted => None,
            Inclusion::EndOfGroup | Inclusion::Nothing => continue,
            Inclusion::Foreign => return None,
            Inclusion::Own(header) => Some(header),
        };
        let upto = if own.is_some() { start } else { end };
        let skipped = blanked.get(copied..upto)?;
        line += skipped.iter().filter(|&&byte| byte == b'\n').count();
        written.extend_from_slice(skipped);
        copied = end;
        // The line break of the directive ends the marker: what follows is the next line.
        match own {
            Some(header) => {
                write_header(header, &mut Vec::new(), &mut written);
                written.extend_from_slice(format!("# {} {} 2", line + 1, quoted(name)).as_bytes());
                is_shifted = true;
            }
            // In a group that is skipped markers are skipped, too: the lines are counted anew after it.
            None => written.extend_from_slice(format!("\n# {} {}", line + 1, quoted(name)).as_bytes()),
        }
    }
    written.extend_from_slice(blanked.get(copied..)?);
    Some(written)
}

/// What a directive includes.
enum Inclusion {
    /// It is no inclusion.
    Nothing,
    /// It is no inclusion, but a group that was skipped may end here.
    EndOfGroup,
    /// A header of ours: its index in the list of all.
    Own(usize),
    /// Something else.
    Foreign,
}

fn included(directive: &[u8]) -> Inclusion {
    let Some(text) = directive.strip_prefix(b"#").map(<[u8]>::trim_ascii_start) else { return Inclusion::Foreign };
    let word_length = text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let (word, rest) = text.split_at(word_length);
    match word {
        b"define" | b"undef" | b"if" | b"ifdef" | b"ifndef" | b"error" | b"warning" => Inclusion::Nothing,
        b"elif" | b"else" | b"endif" => Inclusion::EndOfGroup,
        b"include" => own_header(rest.trim_ascii()).map_or(Inclusion::Foreign, Inclusion::Own),
        // `include_next`, `import`, `embed`, a word cut by a backslash at the end of a line.
        _ => Inclusion::Foreign,
    }
}

/// The index of the header in `<name>`, which a comment may follow.
fn own_header(text: &[u8]) -> Option<usize> {
    let inside = text.strip_prefix(b"<")?;
    let end = inside.iter().position(|&byte| byte == b'>')?;
    let rest = inside[end + 1..].trim_ascii();
    let is_comment = rest.starts_with(b"//") || rest.starts_with(b"/*") && rest.ends_with(b"*/");
    if text.contains(&b'\n') || !(rest.is_empty() || is_comment) {
        return None;
    }
    headers::ALL.iter().position(|(name, _)| name.as_bytes() == &inside[..end])
}

/// Writes a header with the headers that it includes itself; `around` are those that are being written.
fn write_header(header: usize, around: &mut Vec<usize>, written: &mut Vec<u8>) {
    let (name, text) = headers::ALL[header];
    // One that includes itself in a circle has its guard against it, so that nothing would come of it.
    if around.contains(&header) {
        return;
    }
    around.push(header);
    let marked = |line: usize, flag: u32| format!("# {line} \"{FOLDER}/{name}\" {flag} 3\n");
    written.extend_from_slice(marked(1, 1).as_bytes());
    for (line, content) in (1..).zip(text.lines()) {
        match included(content.as_bytes()) {
            Inclusion::Own(inner) => {
                write_header(inner, around, written);
                written.extend_from_slice(marked(line + 1, 2).as_bytes());
            }
            Inclusion::Nothing | Inclusion::EndOfGroup | Inclusion::Foreign => {
                written.extend_from_slice(content.as_bytes());
                written.push(b'\n');
            }
        }
    }
    around.pop();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex::lex;
    use raddle_program::source::FileId;

    fn inlined(text: &str) -> Option<String> {
        let lexed = lex(FileId(0), text.as_bytes());
        let written = with_headers("a.c", text.as_bytes(), text.as_bytes(), &lexed.directives)?;
        Some(String::from_utf8(written).expect("all of it is text"))
    }

    #[test]
    fn headers_stand_between_markers() {
        let text = inlined("int a;\n# include <stdbool.h> // why\nint b;\n").expect("only a header of ours");
        assert!(text.starts_with("int a;\n# 1 \"<raddle>/stdbool.h\" 1 3\n"), "{text}");
        assert!(text.ends_with("\n# 3 \"a.c\" 2\nint b;\n"), "{text}");
        let text = inlined("#include <alloca.h>\n").expect("only headers of ours");
        assert!(text.contains("# 1 \"<raddle>/sys/basictypes.h\" 1 3\n"), "{text}");
        assert!(text.contains("# 5 \"<raddle>/alloca.h\" 2 3\n"), "{text}");
    }

    #[test]
    fn what_is_not_ours_is_left_to_the_compiler() {
        for text in [
            "#include \"stdbool.h\"\n",
            "#include <mine.h>\n",
            "#include HEADER\n",
            "#include_next <stdbool.h>\n",
            "#inc\\\nlude <stdbool.h>\n",
            "#include <stdbool.h> /* of\n two lines */\n",
            "#if __has_include(<mine.h>)\n#endif\n",
        ] {
            assert_eq!(inlined(text), None, "{text}");
        }
        // In a comment there are no directives.
        let text = "/*\n#include <stdbool.h>\n*/\n#define X 1\n";
        assert_eq!(inlined(text).as_deref(), Some(text));
    }

    #[test]
    fn the_headers_include_nothing_in_circles() {
        for (index, (name, _)) in headers::ALL.iter().enumerate() {
            let mut written = Vec::new();
            write_header(index, &mut Vec::new(), &mut written);
            let itself = format!("# 1 \"{FOLDER}/{name}\" 1 3\n");
            assert_eq!(String::from_utf8_lossy(&written).matches(&itself).count(), 1, "{name}");
        }
    }
}
