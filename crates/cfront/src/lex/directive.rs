//! Lines that start with `#` in text that the lexer reads: line markers, pragmas, and what should not be there.
//!
//! C11 6.10.4 and GNU's `# 33 "bar.h" 3 4`. Of the pragmas, `pack` changes layouts, `redefine_extname` and `weak` change linkage, and two
//! more change layouts in a way that is unsupported; the rest is dropped.

use super::text::decode;
use crate::ast::Encoding;
use crate::ast::PragmaKind;
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
    /// `#pragma pack(...)`, which changes layouts.
    Pack(Packing),
    /// A pragma that the checker applies to the whole file.
    Pragma(PragmaKind),
    /// Any other pragma, `#ident`, or a lone `#`: nothing happens.
    Ignored,
    /// Something for the preprocessor.
    Other,
}

/// What `#pragma pack` asks for (gcc manual, "Structure-Layout Pragmas").
#[derive(Debug, PartialEq)]
pub(super) enum Packing {
    /// `push`, perhaps followed by a new limit.
    Push(Option<u32>),
    /// `pop`, perhaps followed by a new limit.
    Pop(Option<u32>),
    /// A new limit in bytes; none with `pack()`.
    Set(Option<u32>),
    /// Something else.
    Malformed,
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
        b"pragma" => classify_pragma(rest),
        b"ident" | b"sccs" => DirectiveKind::Ignored,
        b"line" => line_marker(rest.trim_ascii_start()),
        _ => line_marker(text),
    }
}

/// Classifies a pragma by the text after the word `pragma`, or inside of `_Pragma("...")`.
pub(super) fn classify_pragma(text: &[u8]) -> DirectiveKind {
    let text = text.trim_ascii();
    let Some(rest) = text.strip_prefix(b"pack").map(<[u8]>::trim_ascii_start) else {
        return whole_file(&String::from_utf8_lossy(text)).map_or(DirectiveKind::Ignored, DirectiveKind::Pragma);
    };
    if !rest.starts_with(b"(") {
        return DirectiveKind::Ignored;
    }
    let end = rest.iter().position(|&byte| byte == b')').unwrap_or(rest.len());
    let inside = String::from_utf8_lossy(&rest[1..end]);
    let words: Vec<&str> = inside.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
    // The second word of `push` and `pop` may be a name, which matters only for a `pop` by name.
    let limit = |word: Option<&&str>| word.and_then(|word| word.parse().ok());
    DirectiveKind::Pack(match words.split_first() {
        None => Packing::Set(None),
        Some((&"push", rest)) if rest.len() <= 2 => Packing::Push(limit(rest.last())),
        Some((&"pop", rest)) if rest.len() <= 2 => Packing::Pop(limit(rest.last())),
        Some((first, [])) if first.parse::<u32>().is_ok() => {
            Packing::Set(first.parse().ok().filter(|&limit| limit > 0))
        }
        Some(_) => Packing::Malformed,
    })
}

/// A pragma about linkage or layout that holds for the whole file (gcc manual, "Symbol-Renaming Pragmas", "Weak Pragmas",
/// "Structure-Layout Pragmas").
fn whole_file(text: &str) -> Option<PragmaKind> {
    let words: Vec<&str> = text
        .split(|character: char| character.is_ascii_whitespace() || character == '=')
        .filter(|it| !it.is_empty())
        .collect();
    match words[..] {
        ["redefine_extname", name, symbol] => Some(PragmaKind::Renamed { name: name.into(), symbol: symbol.into() }),
        ["weak", name] => Some(PragmaKind::Weak { name: name.into(), target: None }),
        ["weak", name, target] => Some(PragmaKind::Weak { name: name.into(), target: Some(target.into()) }),
        ["ms_struct", "on"] => Some(PragmaKind::Unsupported("`#pragma ms_struct`")),
        ["scalar_storage_order", "big-endian"] => Some(PragmaKind::Unsupported("`#pragma scalar_storage_order`")),
        _ => None,
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
    let mut end = 0;
    while end < text.len() && text[end] != b'"' {
        end += if text[end] == b'\\' { 2 } else { 1 };
    }
    let bytes: Vec<u8> =
        decode(&text[..end.min(text.len())], Encoding::Plain).0.iter().map(|&unit| unit as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
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
        assert_eq!(classify(b"pragma pack(1)"), DirectiveKind::Pack(Packing::Set(Some(1))));
        assert_eq!(classify(b"pragma pack ( )"), DirectiveKind::Pack(Packing::Set(None)));
        assert_eq!(classify(b"pragma pack(push, 4)"), DirectiveKind::Pack(Packing::Push(Some(4))));
        assert_eq!(classify(b"pragma pack(push, here)"), DirectiveKind::Pack(Packing::Push(None)));
        assert_eq!(classify(b"pragma pack(pop)"), DirectiveKind::Pack(Packing::Pop(None)));
        assert_eq!(classify(b"pragma pack(odd)"), DirectiveKind::Pack(Packing::Malformed));
        assert_eq!(classify(b"pragma package x"), DirectiveKind::Ignored);
        let renamed = PragmaKind::Renamed { name: "a".into(), symbol: "b".into() };
        assert_eq!(classify(b"pragma redefine_extname a b"), DirectiveKind::Pragma(renamed));
        let weak = PragmaKind::Weak { name: "a".into(), target: Some("b".into()) };
        assert_eq!(classify(b"pragma weak a = b"), DirectiveKind::Pragma(weak));
        assert_eq!(classify(b"pragma ms_struct off"), DirectiveKind::Ignored);
        assert_eq!(classify(b""), DirectiveKind::Ignored);
        assert_eq!(classify(b"define X 1"), DirectiveKind::Other);
        assert_eq!(classify(b"line X"), DirectiveKind::Other);
    }
}
