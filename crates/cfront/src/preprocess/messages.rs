//! What `cc -E` writes to its standard error, read back into places and sentences.
//!
//! gcc and clang write `file:line:column: error: text`; lines of another form explain the one before and are dropped.

use crate::diagnostic::Diagnostic;
use raddle_program::source::Span;

/// One complaint of the preprocessor.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Message {
    /// File, line and column (from 1); absent where the complaint is about no place.
    pub(super) place: Option<(String, u32, u32)>,
    pub(super) is_error: bool,
    pub(super) text: String,
    pub(super) advice: String,
}

/// All complaints in order.
pub(super) fn parse(text: &str) -> Vec<Message> {
    text.lines().filter_map(parse_line).collect()
}

/// The complaint for a preprocessor that failed without one.
pub(super) fn unexplained_failure(command: &str, output: &str) -> Message {
    let shown = output.lines().find(|line| !line.trim().is_empty()).unwrap_or("it wrote no message");
    Message {
        place: None,
        is_error: true,
        text: format!("`{} -E` failed: {}", command.escape_debug(), shown.escape_debug()),
        advice: "try the command by hand, or name another compiler with `--cc`".into(),
    }
}

/// How the message about a header ends that was not found.
const IS_MISSING: &str = " is not there";

/// What to do about it.
const FIND_HEADER: &str = "pass `-I DIR` with the folder that holds it, or install the package that brings it";

/// Whether the preprocessor did not find a header.
pub fn misses_header(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|found| found.message.starts_with("the header `") && found.message.ends_with(IS_MISSING))
}

fn parse_line(line: &str) -> Option<Message> {
    let kinds = [(": fatal error: ", true), (": error: ", true), (": warning: ", false)];
    // The earliest marker counts: the text of the message may contain further ones.
    let (at, marker, is_error) =
        kinds.iter().filter_map(|&(marker, is_error)| Some((line.find(marker)?, marker, is_error))).min()?;
    let text = line[at + marker.len()..].trim();
    let text: String = text.chars().flat_map(char::escape_debug).collect();
    let text = text.replace("\\'", "'").replace("\\\"", "\"");
    let advice = advice(&text);
    let missing = text.strip_suffix(": No such file or directory").or_else(|| text.strip_suffix(" file not found"));
    let text = missing.map(|name| without_header(name.trim_matches('\''))).unwrap_or(text);
    Some(Message { place: parse_place(&line[..at]), is_error, advice, text })
}

fn without_header(name: &str) -> String {
    format!("the header `{name}`{IS_MISSING}")
}

/// The message for a header that is not found.
pub(super) fn missing_header(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(span, without_header(&name.escape_debug().to_string()), FIND_HEADER)
}

/// `file:line:column` or `file:line`; the file's name may contain colons.
fn parse_place(text: &str) -> Option<(String, u32, u32)> {
    let (rest, last) = text.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    if let Some((file, line)) = rest.rsplit_once(':')
        && let Ok(line) = line.parse()
    {
        return Some((file.into(), line, last));
    }
    Some((rest.into(), last, 1))
}

fn advice(text: &str) -> String {
    let advice = if text.contains("No such file") || text.contains("file not found") {
        FIND_HEADER
    } else if text.contains("unterminated") {
        "close it, with `#endif` for a condition"
    } else if text.starts_with("#error") {
        "define what it asks for with `-D NAME=VALUE`; if the compiler stops here as well, correct the file or leave it out"
    } else if text.contains("redefined") {
        "remove one of the definitions, or `#undef` the name before"
    } else {
        "correct the directive, or give a preprocessed file whose name ends in `.i`"
    };
    advice.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_kinds_are_read() {
        let text = "In file included from a.c:1:\nx:y.c:3:10: fatal error: foo.h: No such file or directory\n    3 | #include\n\
                    a.c:7: warning: \"X\" redefined\ncc: error: odd\ncompilation terminated.\n";
        let found: Vec<_> = parse(text).into_iter().map(|m| (m.place, m.is_error, m.text)).collect();
        let expected = [
            (Some(("x:y.c".to_string(), 3, 10)), true, "the header `foo.h` is not there".to_string()),
            (Some(("a.c".to_string(), 7, 1)), false, "\"X\" redefined".to_string()),
            (None, true, "odd".to_string()),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_silent_failure_is_explained() {
        assert!(unexplained_failure("cc", "").text.contains("no message"));
    }
}
