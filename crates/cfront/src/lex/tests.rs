//! The lexer on small texts.

use super::*;
use crate::diagnostic::Severity;
use raddle_program::source::{SourceFile, SourceMap};

fn lexed(text: &str) -> Lexed {
    lex(FileId(0), text.as_bytes())
}

/// The tokens as their physical text.
fn spellings(text: &str) -> Vec<&str> {
    let lexed = lexed(text);
    assert_eq!(lexed.diagnostics, [], "{text}");
    let list = lexed.tokens.list();
    list[..list.len() - 1].iter().map(|token| &text[token.span.start as usize..token.span.end as usize]).collect()
}

fn messages(text: &[u8]) -> Vec<(Severity, String)> {
    lex(FileId(0), text).diagnostics.into_iter().map(|diagnostic| (diagnostic.severity, diagnostic.message)).collect()
}

#[test]
fn tokens_carry_their_physical_text() {
    assert_eq!(
        spellings("int a$b=1;/* c */x++ +y// z\n->z"),
        "int a$b = 1 ; x ++ + y -> z".split(' ').collect::<Vec<_>>()
    );
    assert_eq!(spellings("L'a' u8\"b\" U \"c\""), ["L'a'", "u8\"b\"", "U", "\"c\""]);
    assert_eq!(spellings("a\\\nb \"x\\\ny\" -\\\r\n>"), ["a\\\nb", "\"x\\\ny\"", "-\\\r\n>"]);
    assert_eq!(spellings("\u{feff}int é;\r\n"), ["int", "é", ";"]);
    assert_eq!(spellings(""), [""; 0]);
}

#[test]
fn names_are_equal_however_they_are_spelt() {
    let lexed = lexed("é \\u00e9 e\\\nf ef const __const__");
    let kinds: Vec<_> = lexed.tokens.list().iter().map(|token| token.kind).collect();
    assert_eq!(kinds[0], kinds[1]);
    assert_eq!(kinds[2], kinds[3]);
    assert_eq!(kinds[4], TokenKind::Keyword(Keyword::Const));
    assert_eq!(kinds[5], TokenKind::Keyword(Keyword::Const));
    assert_eq!(kinds[6], TokenKind::EndOfFile);
}

#[test]
fn line_markers_give_presumed_places() {
    let text = "# 1 \"foo.c\"\nint\n# 33 \"bar.h\" 3 4\nx\n# 2 \"foo.c\"\n;\n#line 55 \"z.c\"\nint y;\n#line 70\nz";
    let lexed = lexed(text);
    let mut map = SourceMap::new();
    map.add(SourceFile::new("in.i", text, lexed.line_directives("in.i")));
    let places: Vec<_> = lexed
        .tokens
        .list()
        .iter()
        .map(|token| (map.presumed(token.span).to_string(), map.place(token.span).line))
        .collect();
    let expected = [
        ("foo.c:1:1", 2),
        ("bar.h:33:1", 4),
        ("foo.c:2:1", 6),
        ("z.c:55:1", 8),
        ("z.c:55:5", 8),
        ("z.c:55:6", 8),
        ("z.c:70:1", 10),
        ("z.c:70:2", 10),
    ];
    assert_eq!(places, expected.map(|(place, line)| (place.to_string(), line)));
}

#[test]
fn pragmas_vanish_and_other_directives_are_noted() {
    assert_eq!(spellings("#pragma omp parallel\n_Pragma(\"omp\") int y;"), ["int", "y", ";"]);
    let with_define = lexed("int x;\n#define A /* spans\nlines */ 1\nint y;");
    assert_eq!(with_define.tokens.list().len(), 7);
    assert_eq!(with_define.directives, [Span { file: FileId(0), start: 7, end: 36 }]);
    let with_digraphs = lexed("%: define A 1\nint x %:");
    assert_eq!(with_digraphs.directives, [Span { file: FileId(0), start: 0, end: 13 }]);
}

#[test]
fn what_cannot_be_read_is_reported_and_passed_over() {
    assert_eq!(messages(b"\"abc\nint x;"), [(Severity::Error, "this string literal does not end".into())]);
    assert_eq!(messages(b"'a"), [(Severity::Error, "this character literal does not end".into())]);
    assert_eq!(messages(b"int /* x"), [(Severity::Error, "this comment does not end".into())]);
    assert_eq!(messages(b"int @@@@ x"), [(Severity::Error, "stray `@` in the program".into())]);
    assert_eq!(messages(b"int\0\0\0x"), [(Severity::Warning, "NUL bytes between tokens are ignored".into())]);
    assert_eq!(messages(b"\xff x").len(), 1);
    assert_eq!(messages(b"\xff\xfei\0"), [(Severity::Error, "the file is encoded in UTF-16".into())]);
    assert_eq!(messages("x \u{a0} y".as_bytes()), [(Severity::Error, "stray `\\u{a0}` in the program".into())]);
    assert_eq!(messages(b"x \\ y").len(), 1);
    assert_eq!(messages(b"''").len(), 1);
    assert_eq!(messages(&b"0x ".repeat(1000)).len(), DIAGNOSTICS_MAX);
}

#[test]
fn displayable_text_keeps_offsets() {
    assert_eq!(displayable(b"a\xe9b\xc3\xa9c\xff"), "a?béc?");
}
