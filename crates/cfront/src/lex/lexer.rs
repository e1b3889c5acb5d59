//! The loop of the lexer: blanks, comments and directives, and one function a kind of token.

use super::character::{continues_identifier, is_extended_identifier_character, starts_identifier};
use super::directive::{DirectiveKind, LineMarker, Packing, classify, classify_pragma};
use super::interner::Interner;
use super::number::{Number, read_number};
use super::punctuator::match_punctuator;
use super::splice::Spliced;
use super::text::{TextProblem, character_value, decode, first_character};
use super::token::{CharacterLiteral, Keyword, LiteralId, Punctuator, StringLiteral, Token, TokenKind, Tokens};
use super::{DIAGNOSTICS_MAX, Lexed};
use crate::ast::Pragma;
use crate::ast::{Encoding, IntegerLiteral};
use crate::diagnostic::Diagnostic;
use raddle_program::source::{FileId, Span};

/// The state of the lexer. Offsets are into the joined text unless they are called physical.
pub(super) struct Lexer<'a> {
    file: FileId,
    physical: &'a [u8],
    spliced: &'a Spliced<'a>,
    text: &'a [u8],
    at: usize,
    starts_line: bool,
    /// The physical offset up to which line breaks were counted, and the line (from 1) there.
    counted: (usize, u32),
    tokens: Tokens,
    markers: Vec<LineMarker>,
    directives: Vec<Span>,
    /// The limit of `#pragma pack` in force, and those below it.
    packing: Option<u32>,
    packings_below: Vec<Option<u32>>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Lexer<'a> {
    /// A lexer at the start of the text.
    pub(super) fn new(file: FileId, physical: &'a [u8], spliced: &'a Spliced<'a>) -> Self {
        let tokens = Tokens {
            list: Vec::with_capacity(physical.len() / 4),
            names: Interner::new(),
            integers: Vec::new(),
            floatings: Vec::new(),
            characters: Vec::new(),
            strings: Vec::new(),
            string_bytes: Vec::new(),
            packings: Vec::new(),
            pragmas: Vec::new(),
        };
        Lexer {
            file,
            physical,
            spliced,
            text: &spliced.text,
            at: 0,
            starts_line: true,
            counted: (0, 1),
            tokens,
            markers: Vec::new(),
            directives: Vec::new(),
            packing: None,
            packings_below: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// Reads everything.
    pub(super) fn run(mut self) -> Lexed {
        self.skip_byte_order_mark();
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'\n' => {
                    self.at += 1;
                    self.starts_line = true;
                }
                b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c' => self.at += 1,
                b'/' if self.peek(1) == Some(b'*') => self.block_comment(),
                b'/' if self.peek(1) == Some(b'/') => self.skip_to_line_end(),
                b'#' if self.starts_line => self.directive(),
                // The same in another spelling.
                b'%' if self.starts_line && self.peek(1) == Some(b':') => self.directive(),
                b'"' => self.quoted(b'"', Encoding::Plain, 0),
                b'\'' => self.quoted(b'\'', Encoding::Plain, 0),
                b'0'..=b'9' => self.number(),
                b'.' if self.peek(1).is_some_and(|next| next.is_ascii_digit()) => self.number(),
                _ if starts_identifier(byte) => self.word(),
                _ if byte >= 0x80 || byte == b'\\' => self.extended_word_or_stray(),
                _ => match match_punctuator(&self.text[self.at..]) {
                    Some((punctuator, length)) => {
                        let start = self.at;
                        self.at += length;
                        self.push(TokenKind::Punctuator(punctuator), start);
                        if punctuator == Punctuator::RightParen {
                            self.drop_pragma_operator();
                        }
                    }
                    None => self.stray(),
                },
            }
        }
        let end = self.text.len();
        self.push(TokenKind::EndOfFile, end);
        Lexed { tokens: self.tokens, markers: self.markers, directives: self.directives, diagnostics: self.diagnostics }
    }

    fn peek(&self, distance: usize) -> Option<u8> {
        self.text.get(self.at + distance).copied()
    }

    fn span(&self, start: usize, end: usize) -> Span {
        let physical_start = self.spliced.physical_start(start);
        let physical_end = self.spliced.physical_end(end).max(physical_start);
        Span { file: self.file, start: physical_start as u32, end: physical_end as u32 }
    }

    /// Appends a token that ends where the lexer stands.
    fn push(&mut self, kind: TokenKind, start: usize) {
        let span = self.span(start, self.at);
        self.tokens.list.push(Token { kind, span, starts_line: self.starts_line });
        self.starts_line = false;
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < DIAGNOSTICS_MAX {
            self.diagnostics.push(diagnostic);
        }
    }

    fn report_text_problem(&mut self, problem: TextProblem, span: Span) {
        self.report(match problem.is_error {
            true => Diagnostic::error(span, problem.message, problem.advice),
            false => Diagnostic::warning(span, problem.message, problem.advice),
        });
    }

    fn skip_byte_order_mark(&mut self) {
        if self.text.starts_with(b"\xef\xbb\xbf") {
            self.at = 3;
        } else if self.text.starts_with(b"\xff\xfe") || self.text.starts_with(b"\xfe\xff") {
            let span = self.span(0, 2);
            self.report(Diagnostic::error(span, "the file is encoded in UTF-16", "save it as UTF-8"));
            self.at = self.text.len();
        }
    }

    fn skip_to_line_end(&mut self) {
        self.at = self.line_end(self.at);
    }

    fn line_end(&self, from: usize) -> usize {
        self.text[from..].iter().position(|&byte| byte == b'\n').map_or(self.text.len(), |length| from + length)
    }

    fn block_comment(&mut self) {
        let start = self.at;
        match end_of_comment(self.text, start) {
            Some(end) => self.at = end,
            None => {
                self.at = self.text.len();
                let span = self.span(start, start + 2);
                self.report(Diagnostic::error(span, "this comment does not end", "add `*/` where it should end"));
            }
        }
    }

    /// A line that starts with `#`: comments and literals in it may hide its end.
    fn directive(&mut self) {
        let start = self.at;
        let mut end = start + 1;
        while let Some(&byte) = self.text.get(end) {
            match byte {
                b'\n' => break,
                b'/' if self.text.get(end + 1) == Some(&b'/') => end = self.line_end(end),
                b'/' if self.text.get(end + 1) == Some(&b'*') => {
                    end = end_of_comment(self.text, end).unwrap_or(self.text.len());
                }
                b'"' => end = end_of_literal(self.text, end).0,
                _ => end += 1,
            }
        }
        self.at = end;
        match classify(&self.text[start + 1..end]) {
            DirectiveKind::Ignored => {}
            DirectiveKind::Pack(packing) => {
                let span = self.span(start, end);
                self.pack(packing, span);
            }
            DirectiveKind::Pragma(kind) => {
                let span = self.span(start, end);
                self.tokens.pragmas.push(Pragma { kind, span });
            }
            DirectiveKind::Other => {
                let span = self.span(start, end);
                self.directives.push(span);
            }
            DirectiveKind::Line(presumed, file) => {
                let (physical_start, physical_end) =
                    (self.spliced.physical_start(start), self.spliced.physical_end(end));
                let line = self.line_at(physical_end) + 1;
                self.markers.push(LineMarker {
                    tokens_before: self.tokens.list.len(),
                    start: physical_start,
                    end: physical_end,
                    line,
                    presumed,
                    file,
                });
            }
        }
    }

    /// `#pragma pack`: the parser hands the limit in force on with each structure.
    fn pack(&mut self, packing: Packing, span: Span) {
        self.packing = match packing {
            Packing::Push(limit) => {
                self.packings_below.push(self.packing);
                limit.or(self.packing)
            }
            Packing::Pop(limit) => limit.or(self.packings_below.pop().flatten()),
            Packing::Set(limit) => limit,
            Packing::Malformed => {
                let advice = "write `pack(n)`, `pack(push, n)`, `pack(pop)` or `pack()`";
                return self.report(Diagnostic::error(span, "this `#pragma pack` cannot be read", advice));
            }
        };
        self.tokens.packings.push((self.tokens.list.len(), self.packing));
    }

    /// The physical line of a physical offset; offsets must not decrease from call to call.
    fn line_at(&mut self, offset: usize) -> u32 {
        let (from, line) = self.counted;
        let breaks = self.physical[from..offset].iter().filter(|&&byte| byte == b'\n').count();
        self.counted = (offset, line + breaks as u32);
        self.counted.1
    }

    fn number(&mut self) {
        let start = self.at;
        let mut previous = 0;
        while let Some(byte) = self.peek(0) {
            let is_sign_of_exponent = matches!(byte, b'+' | b'-') && matches!(previous, b'e' | b'E' | b'p' | b'P');
            if !(continues_identifier(byte) || byte == b'.' || is_sign_of_exponent) {
                break;
            }
            previous = byte;
            self.at += 1;
        }
        // Only ASCII was taken.
        let spelling = std::str::from_utf8(&self.text[start..self.at]).unwrap_or("");
        let kind = match read_number(spelling) {
            Ok(Number::Integer(literal)) => {
                self.tokens.integers.push(literal);
                TokenKind::Integer(id_of_last(self.tokens.integers.len()))
            }
            Ok(Number::Floating(literal)) => {
                self.tokens.floatings.push(literal);
                TokenKind::Floating(id_of_last(self.tokens.floatings.len()))
            }
            Err(bad) => {
                let span = self.span(start, self.at);
                self.report(Diagnostic::error(span, bad.message, bad.advice));
                self.tokens.integers.push(IntegerLiteral { value: 0, is_unsigned: false, longs: 0, is_decimal: true });
                TokenKind::Integer(id_of_last(self.tokens.integers.len()))
            }
        };
        self.push(kind, start);
    }

    /// An identifier, a keyword, or the prefix of a literal.
    fn word(&mut self) {
        let start = self.at;
        let length = self.text[start..].iter().position(|&byte| !continues_identifier(byte));
        self.at = length.map_or(self.text.len(), |length| start + length);
        if matches!(self.peek(0), Some(b'\\' | 0x80..)) && self.extend_word() {
            return self.extended_word(start);
        }
        let spelling = &self.text[start..self.at];
        let quote = self.peek(0).filter(|byte| matches!(byte, b'"' | b'\''));
        let encoding = match spelling {
            b"L" => Some(Encoding::Wide),
            b"u" => Some(Encoding::Utf16),
            b"U" => Some(Encoding::Utf32),
            b"u8" => Some(Encoding::Utf8),
            _ => None,
        };
        if let (Some(quote), Some(encoding)) = (quote, encoding) {
            return self.quoted(quote, encoding, spelling.len());
        }
        // Only ASCII was taken.
        let id = self.tokens.names.intern(std::str::from_utf8(spelling).unwrap_or(""));
        let kind = self.tokens.names.keyword(id).map_or(TokenKind::Identifier(id), TokenKind::Keyword);
        self.push(kind, start);
    }

    /// Moves past characters of an identifier, those beyond ASCII and universal character names included. Says whether it
    /// moved.
    fn extend_word(&mut self) -> bool {
        let start = self.at;
        while let Some(byte) = self.peek(0) {
            let length = match byte {
                _ if continues_identifier(byte) => 1,
                b'\\' => match universal_character(&self.text[self.at..]) {
                    Some((_, length)) => length,
                    None => break,
                },
                0x80.. => match first_character(&self.text[self.at..]) {
                    (Some(character), length) if is_extended_identifier_character(character) => length,
                    _ => break,
                },
                _ => break,
            };
            self.at += length;
        }
        self.at > start
    }

    /// An identifier with characters beyond ASCII from `start` to where the lexer stands.
    fn extended_word(&mut self, start: usize) {
        let mut name = String::new();
        let mut at = start;
        while at < self.at {
            let rest = &self.text[at..self.at];
            let (character, length) = match universal_character(rest) {
                Some((character, length)) => (Some(character), length),
                None => first_character(rest),
            };
            name.extend(character);
            at += length;
        }
        let id = self.tokens.names.intern(&name);
        self.push(TokenKind::Identifier(id), start);
    }

    fn extended_word_or_stray(&mut self) {
        let start = self.at;
        if self.extend_word() { self.extended_word(start) } else { self.stray() }
    }

    /// A character or string literal whose prefix, `prefix` bytes long, starts where the lexer stands or ends there.
    fn quoted(&mut self, quote: u8, encoding: Encoding, prefix: usize) {
        let start = self.at - prefix;
        let (end, is_closed) = end_of_literal(self.text, self.at);
        let body = self.at + 1..if is_closed { end - 1 } else { end };
        self.at = end;
        let span = self.span(start, end);
        let kind_of_literal = if quote == b'"' { "string" } else { "character" };
        if !is_closed {
            let message = format!("this {kind_of_literal} literal does not end");
            self.report(Diagnostic::error(span, message, format!("add `{}` at its end", quote as char)));
        }
        if self.text[body.clone()].contains(&0) {
            let message = format!("a {kind_of_literal} literal holds a NUL byte");
            self.report(Diagnostic::warning(span, message, "write `\\0` instead"));
        }
        if quote == b'"' {
            let from = self.tokens.string_bytes.len();
            self.tokens.string_bytes.extend_from_slice(&self.text[body]);
            self.tokens.strings.push(StringLiteral { encoding, body: from..self.tokens.string_bytes.len() });
            return self.push(TokenKind::String(id_of_last(self.tokens.strings.len())), start);
        }
        let (units, problems) = decode(&self.text[body], encoding);
        let (value, problem) = character_value(&units, encoding);
        if is_closed {
            // An empty or overlong body is a consequence of the missing quote otherwise.
            problems.into_iter().chain(problem).for_each(|problem| self.report_text_problem(problem, span));
        }
        self.tokens.characters.push(CharacterLiteral { value, encoding });
        self.push(TokenKind::Character(id_of_last(self.tokens.characters.len())), start);
    }

    /// `_Pragma("...")` was just completed: it goes, as its directive would.
    fn drop_pragma_operator(&mut self) {
        let [.., first, open, text, last] = &self.tokens.list[..] else { return };
        let TokenKind::String(id) = text.kind else { return };
        let is_operator = first.kind == TokenKind::Keyword(Keyword::Pragma)
            && open.kind == TokenKind::Punctuator(Punctuator::LeftParen);
        if is_operator {
            let span = first.span.to(last.span);
            let kind = classify_pragma(self.tokens.string(id).1);
            self.starts_line = first.starts_line;
            self.tokens.list.truncate(self.tokens.list.len() - 4);
            match kind {
                DirectiveKind::Pack(packing) => self.pack(packing, span),
                DirectiveKind::Pragma(kind) => self.tokens.pragmas.push(Pragma { kind, span }),
                DirectiveKind::Ignored | DirectiveKind::Line(..) | DirectiveKind::Other => {}
            }
        }
    }

    /// Bytes that start no token: one message for a whole run of the same ones.
    fn stray(&mut self) {
        let start = self.at;
        let (character, length) = first_character(&self.text[start..]);
        let run = &self.text[start..start + length];
        self.at += length;
        while self.text[self.at..].starts_with(run) {
            self.at += length;
        }
        let span = self.span(start, self.at);
        let diagnostic = match character {
            Some('\0') => Diagnostic::warning(span, "NUL bytes between tokens are ignored", "remove them"),
            Some('#') => Diagnostic::error(span, "`#` stands inside a line", "put the directive on a line of its own"),
            Some(character) => {
                let message = format!("stray `{}` in the program", character.escape_debug());
                Diagnostic::error(span, message, "remove it, or put it into a string or a comment")
            }
            None => Diagnostic::error(span, "a byte that is not UTF-8 stands between tokens", "save the file as UTF-8"),
        };
        self.report(diagnostic);
    }
}

fn id_of_last(length: usize) -> LiteralId {
    LiteralId(u32::try_from(length - 1).expect("a file of less than 2 GiB has fewer than 2^32 literals"))
}

/// The offset after the comment that starts at `start`.
fn end_of_comment(text: &[u8], start: usize) -> Option<usize> {
    let body = start + 2;
    text.get(body..)?.windows(2).position(|pair| pair == b"*/").map(|length| body + length + 2)
}

/// The offset after the literal whose opening quote is at `open`, and whether its closing quote was found. A literal ends
/// at a line break at the latest.
fn end_of_literal(text: &[u8], open: usize) -> (usize, bool) {
    let quote = text[open];
    let mut at = open + 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\n' => return (at, false),
            b'\\' if text.get(at + 1).is_some_and(|&next| next != b'\n') => at += 2,
            _ if byte == quote => return (at + 1, true),
            _ => at += 1,
        }
    }
    (text.len(), false)
}

/// `\u00e9` at the start of `text`: the character, if identifiers may hold it, and the length.
fn universal_character(text: &[u8]) -> Option<(char, usize)> {
    let digits = match text.get(..2)? {
        b"\\u" => 4,
        b"\\U" => 8,
        _ => return None,
    };
    let code = std::str::from_utf8(text.get(2..2 + digits)?).ok()?;
    let value = code.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u32::from_str_radix(code, 16).ok())??;
    char::from_u32(value).filter(|&character| is_extended_identifier_character(character)).map(|c| (c, 2 + digits))
}
