//! Where annotations stand in the text of a file.
//!
//! Annotations are inserted behind declarators. The end of a declarator is found in the text itself: what a macro writes has none, and is left out.

/// The text without comments and literals: their bytes are blanks, so offsets stay.
pub fn blanked(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut result = bytes.to_vec();
    let blank = |result: &mut Vec<u8>, from: usize, to: usize| {
        for byte in &mut result[from..to] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    };
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let end = if rest.starts_with(b"//") {
            line_end(bytes, at)
        } else if rest.starts_with(b"/*") {
            find(bytes, at + 2, b"*/").map_or(bytes.len(), |end| end + 2)
        } else if rest[0] == b'"' || rest[0] == b'\'' {
            literal_end(bytes, at)
        } else {
            at += 1;
            continue;
        };
        blank(&mut result, at, end);
        at = end;
    }
    result
}

/// Where the line ends, behind lines that are continued.
fn line_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while at < bytes.len() {
        if bytes[at] == b'\n' && (at == 0 || bytes[at - 1] != b'\\') {
            return at;
        }
        at += 1;
    }
    at
}

fn literal_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from + 1;
    while at < bytes.len() && bytes[at] != b'\n' {
        match bytes[at] {
            b'\\' => at += 2,
            byte if byte == bytes[from] => return at + 1,
            _ => at += 1,
        }
    }
    at.min(bytes.len())
}

fn find(bytes: &[u8], from: usize, word: &[u8]) -> Option<usize> {
    bytes.get(from..)?.windows(word.len()).position(|window| window == word).map(|at| from + at)
}

/// Whether the name stands where its declaration says, as a whole word.
pub fn is_name(text: &[u8], start: usize, name: &str) -> bool {
    let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let end = start + name.len();
    text.get(start..end) == Some(name.as_bytes())
        && !is_word(text.get(end))
        && !is_word(start.checked_sub(1).and_then(|before| text.get(before)))
}

/// The end of the declarator of a variable or a member whose name starts here: in front of `=`, `,` or `;`, behind the last other byte.
pub fn end_of_object(text: &[u8], start: usize, name: &str) -> Option<usize> {
    if !is_name(text, start, name) {
        return None;
    }
    let (mut depth, mut base) = (0_i32, 0_i32);
    let mut end = start + name.len();
    for (at, &byte) in text.iter().enumerate().skip(end) {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => {
                depth -= 1;
                base = base.min(depth);
            }
            b'=' | b',' | b';' if depth == base => return Some(end),
            // A directive, or a body: no declarator that ends.
            b'#' | b'{' | b'}' => return None,
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            end = at + 1;
        }
    }
    None
}

/// The end of the parameter list of a function whose name starts here.
pub fn end_of_function(text: &[u8], start: usize, name: &str) -> Option<usize> {
    if !is_name(text, start, name) {
        return None;
    }
    let open = next(text, start + name.len())?;
    if text[open] != b'(' {
        return None;
    }
    let mut depth = 0;
    for (at, &byte) in text.iter().enumerate().skip(open) {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            b'#' | b'{' | b';' => return None,
            _ => {}
        }
        if depth == 0 {
            let behind = next(text, at + 1)?;
            let is_end = matches!(text[behind], b'{' | b';') || text[behind..].starts_with(b"__attribute__");
            return is_end.then_some(at + 1);
        }
    }
    None
}

fn next(text: &[u8], from: usize) -> Option<usize> {
    (from..text.len()).find(|&at| !text[at].is_ascii_whitespace())
}

/// Where a line may be inserted in front of a declaration that starts at `before`: behind the last `#include` that no condition guards, else
/// in front of the line of the declaration, if no condition guards that. A guard around the whole file does not count.
pub fn include_position(text: &[u8], before: usize) -> Option<usize> {
    let mut depth = 0_i32;
    let mut found = None;
    let (mut at, mut directives) = (0, 0);
    let mut guard = guarded(text);
    while at < text.len() && at <= before {
        let end = (at..text.len()).find(|&end| text[end] == b'\n').map_or(text.len(), |end| end + 1);
        if before < end {
            return found.or_else(|| (depth == 0 && is_at_file_level(text, at)).then_some(at));
        }
        let line = text[at..end].trim_ascii();
        if let Some(directive) = line.strip_prefix(b"#").map(<[u8]>::trim_ascii) {
            directives += 1;
            if directive.starts_with(b"if") {
                depth += i32::from(!(directives == 1 && std::mem::take(&mut guard)));
            } else if directive.starts_with(b"endif") {
                depth -= 1;
            } else if directive.starts_with(b"include") && depth == 0 && is_at_file_level(text, at) {
                found = Some(end);
            }
        }
        at = end;
    }
    found
}

/// Whether the first directive is `#ifndef` and the last its `#endif`.
fn guarded(text: &[u8]) -> bool {
    let (mut depth, mut first, mut ends) = (0_i32, None, 0);
    for line in text.split(|&byte| byte == b'\n') {
        let line = line.trim_ascii();
        let Some(directive) = line.strip_prefix(b"#").map(<[u8]>::trim_ascii) else {
            if first.is_none() && !line.is_empty() || ends > 0 && !line.is_empty() {
                return false;
            }
            continue;
        };
        if ends > 0 || first.is_none() && !directive.starts_with(b"ifndef") {
            return false;
        }
        first = Some(());
        if directive.starts_with(b"if") {
            depth += 1;
        } else if directive.starts_with(b"endif") {
            depth -= 1;
            ends += i32::from(depth == 0);
        }
    }
    ends == 1
}

/// Whether a place is outside of all brackets.
fn is_at_file_level(text: &[u8], place: usize) -> bool {
    let depth = text[..place].iter().fold(0_i32, |depth, byte| match byte {
        b'{' | b'(' => depth + 1,
        b'}' | b')' => depth - 1,
        _ => depth,
    });
    depth == 0
}

/// Whether one of the words of annotations stands behind a declarator.
pub fn is_annotated(text: &[u8], end: usize, words: &[&str]) -> bool {
    let rest = text[end..].trim_ascii_start();
    let behind = text[..end].trim_ascii_end();
    words.iter().any(|word| {
        rest.strip_prefix(word.as_bytes())
            .is_some_and(|rest| rest.first().is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_'))
    }) || behind.ends_with(b")") && {
        let line = behind.rsplit(|&byte| byte == b';' || byte == b'{').next().unwrap_or_default();
        words.iter().any(|word| line.windows(word.len()).any(|window| window == word.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::{blanked, end_of_function, end_of_object, include_position};

    fn object(text: &str, name: &str) -> Option<String> {
        let blank = blanked(text);
        let at = text.find(name)?;
        end_of_object(&blank, at, name).map(|end| text[at..end].to_owned())
    }

    #[test]
    fn declarators_end_in_front_of_what_follows() {
        assert_eq!(object("int count = 3;", "count").as_deref(), Some("count"));
        assert_eq!(object("int count[4][2], other;", "count").as_deref(), Some("count[4][2]"));
        assert_eq!(object("int (*act)(int, char /* ; */) ;", "act").as_deref(), Some("act)(int, char /* ; */)"));
        assert_eq!(object("unsigned low : 3;", "low").as_deref(), Some("low : 3"));
        assert_eq!(object("DECLARE(counter);", "count"), None, "a part of a word");
        assert_eq!(object("int count\n#ifdef A\n= 3\n#endif\n;", "count"), None, "a directive comes between");
    }

    #[test]
    fn functions_end_behind_their_parameters() {
        let end = |text: &str| end_of_function(&blanked(text), text.find('f').unwrap_or(0), "f");
        assert_eq!(end("void f(int a, int (*b)(void)) {"), Some(29));
        assert_eq!(end("void f(void);"), Some(12));
        assert_eq!(end("int (*f(void))(int);"), None, "a function that returns a function");
        assert_eq!(end("int f(a) int a; {"), None, "the old form");
    }

    #[test]
    fn includes_stand_outside_of_conditions() {
        let at = |text: &str| include_position(&blanked(text), text.find("int x").unwrap_or(0));
        assert_eq!(at("#include <a.h>\n#if B\n#include <b.h>\n#endif\nint x;\n"), Some(15));
        assert_eq!(at("#ifndef H\n#define H\n#include <a.h>\nint x;\n#endif\n"), Some(35));
        assert_eq!(at("typedef int t;\nint x;\n"), Some(15));
        assert_eq!(at("#if A\nint x;\n#endif\nint y;\n"), None);
    }
}
