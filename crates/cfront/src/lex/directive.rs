//! Lines that start with `#` in text that the lexer reads: line markers, pragmas, and what should not be there.
//!
//! C11 6.10.4 and GNU's `# 33 "bar.h" 3 4`. Pragmas are dropped: none that gcc knows changes what a program means to us
//! except `pack`, which the parser would have to see; a file that packs structures by pragma is told so.

use std::sync::Arc;

/// A line marker.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LineMarker {
    /// The number of tokens before it.
    pub(crate) tokens_before: usize,
    /// Its first byte, the `#`, in the physical text.
    pub(crate) start: usize,
    /// The end of its line in the physical text, the line break excluded.
    pub(crate) end: usize,
    /// The physical line (from 1) that it governs first.
    pub(crate) line: u32,
    /// The number that this line shall have; at most 2^31 - 1.
    pub(crate) presumed: u32,
    /// The file that it shall belong to; the same as before where none is given.
    pub(crate) file: Option<Arc<str>>,
}

/// What a directive is.
#[derive(Debug, PartialEq)]
pub(super) enum DirectiveKind {
    /// A line marker: presumed line and file.
    Line(u32, Option<Arc<str>>),
    /// `#pragma pack`, which changes layouts.
    PragmaPack,
    /// Any other pragma, `#ident`, or a lone `#`: nothing happens.
    Ignored,
    /// Something for the preprocessor.
    Other,
}

/// The largest line number of a line marker (C11 6.10.4p3).
const LINE_MAX: u64 = 2_147_483_647;

/// Classifies a directive by the text after its `#`, up to the end of the line.
pub(super) fn classify(text: &[u8]) -> DirectiveKind {
    let text = text.trim_ascii();
    if text.is_empty() {
        return DirectiveKind::Ignored;
    }
    let word_length = text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let (word, rest) = text.split_at(word_length);
    match word {
        b"pragma" if rest.trim_ascii_start().starts_with(b"pack") => DirectiveKind::PragmaPack,
        b"pragma" | b"ident" | b"sccs" => DirectiveKind::Ignored,
        b"line" => line_marker(rest.trim_ascii_start()),
        _ => line_marker(text),
    }
}

fn line_marker(text: &[u8]) -> DirectiveKind {
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if length == 0 {
        return DirectiveKind::Other;
    }
    let line = text[..length]
        .iter()
        .fold(0u64, |line, &byte| line.saturating_mul(10).saturating_add(u64::from(byte - b'0')))
        .min(LINE_MAX);
    let rest = text[length..].trim_ascii_start();
    let file = rest.strip_prefix(b"\"").map(|quoted| Arc::from(unquote(quoted).as_str()));
    DirectiveKind::Line(line as u32, file)
}

/// The file name up to the closing quote, its escapes resolved.
fn unquote(text: &[u8]) -> String {
    let mut name = Vec::new();
    let mut rest = text;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        match byte {
            b'"' => break,
            b'\\' => {
                let digits = rest.iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
                if digits == 3 {
                    let value = rest[..3].iter().fold(0u32, |value, &byte| value * 8 + u32::from(byte - b'0'));
                    name.push(value as u8);
                    rest = &rest[3..];
                } else if let Some((&escaped, tail)) = rest.split_first() {
                    name.push(escaped);
                    rest = tail;
                }
            }
            _ => name.push(byte),
        }
    }
    String::from_utf8_lossy(&name).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_line_markers_are_read() {
        assert_eq!(classify(b" 33 \"bar.h\" 3 4"), DirectiveKind::Line(33, Some("bar.h".into())));
        assert_eq!(classify(b"line 55 \"z\\\"\\\\\\303\\251.c\""), DirectiveKind::Line(55, Some("z\"\\é.c".into())));
        assert_eq!(classify(b"line 7"), DirectiveKind::Line(7, None));
        assert_eq!(classify(b"line 99999999999999999999999"), DirectiveKind::Line(LINE_MAX as u32, None));
    }

    #[test]
    fn pragmas_are_told_from_what_needs_the_preprocessor() {
        assert_eq!(classify(b"pragma omp parallel"), DirectiveKind::Ignored);
        assert_eq!(classify(b"pragma pack(1)"), DirectiveKind::PragmaPack);
        assert_eq!(classify(b""), DirectiveKind::Ignored);
        assert_eq!(classify(b"define X 1"), DirectiveKind::Other);
        assert_eq!(classify(b"line X"), DirectiveKind::Other);
    }
}
