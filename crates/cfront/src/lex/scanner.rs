//! The loop over the text: blanks, comments and directives, and where each token ends. Both the lexer and the preprocessor read it.

use super::character::{continues_identifier, is_extended_identifier_character, starts_identifier};
use super::punctuator::match_punctuator;
use super::text::first_character;
use super::token::Punctuator;
use crate::ast::Encoding;

/// What stands at a place of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scanned {
    /// A name or a keyword in ASCII.
    Name,
    /// A name with characters beyond ASCII or universal character names.
    ExtendedName,
    /// A preprocessing number (C11 6.4.8).
    Number,
    /// A string or character literal.
    Quoted(Quoted),
    /// An operator or a bracket.
    Punctuator(Punctuator),
    /// A run of equal characters that start no token.
    Stray,
    /// A line that starts with `#`, without its end.
    Directive,
    /// The start of a comment that does not end.
    OpenComment,
    /// A byte order mark of UTF-16; nothing after it is read.
    Utf16,
}

/// The form of a string or character literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quoted {
    /// `"` or `'`.
    pub(crate) quote: u8,
    /// What the prefix says.
    pub(crate) encoding: Encoding,
    /// The length of the prefix in bytes.
    pub(crate) prefix: usize,
    /// Whether the closing quote is there. A literal ends at a line break at the latest.
    pub(crate) is_closed: bool,
}

impl Quoted {
    /// What stands between the quotes of a literal that was written so.
    pub(crate) fn body(self, spelling: &[u8]) -> &[u8] {
        let end = spelling.len() - usize::from(self.is_closed);
        spelling.get(self.prefix + 1..end).unwrap_or(b"")
    }
}

/// A place in text whose lines are joined already.
#[derive(Debug)]
pub(crate) struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    /// Where the last token starts.
    start: usize,
    starts_line: bool,
    is_spaced: bool,
}

impl<'a> Scanner<'a> {
    /// At the start of a text.
    pub(crate) fn new(text: &'a [u8]) -> Self {
        Scanner { text, at: 0, start: 0, starts_line: true, is_spaced: false }
    }

    /// In the middle of a line: `#` starts no directive.
    pub(crate) fn inside_line(text: &'a [u8]) -> Self {
        Scanner { starts_line: false, ..Scanner::new(text) }
    }

    /// The place of the last token, as offsets into the text.
    pub(crate) fn range(&self) -> std::ops::Range<usize> {
        self.start..self.at
    }

    /// Whether no token stands on the line yet.
    pub(crate) fn starts_line(&self) -> bool {
        self.starts_line
    }

    /// How the last token is written.
    pub(crate) fn spelling(&self) -> &'a [u8] {
        &self.text[self.range()]
    }

    /// What comes next, with whether it is the first of its line and whether blanks or comments stand before it; `None` at the end.
    pub(crate) fn next(&mut self) -> Option<(Scanned, bool, bool)> {
        if self.at == 0 && self.starts_line {
            if self.text.starts_with(b"\xef\xbb\xbf") {
                self.at = 3;
            } else if self.text.starts_with(b"\xff\xfe") || self.text.starts_with(b"\xfe\xff") {
                self.at = self.text.len();
                return Some((Scanned::Utf16, true, false));
            }
        }
        self.is_spaced = false;
        let scanned = self.skip_blanks()?;
        let starts_line = self.starts_line;
        self.starts_line &= matches!(scanned, Scanned::Stray | Scanned::Directive | Scanned::OpenComment);
        Some((scanned, starts_line, self.is_spaced))
    }

    fn skip_blanks(&mut self) -> Option<Scanned> {
        while let Some(&byte) = self.text.get(self.at) {
            self.start = self.at;
            let scanned = match byte {
                b'\n' => {
                    self.at += 1;
                    self.starts_line = true;
                    continue;
                }
                b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c' => {
                    self.at += 1;
                    self.is_spaced = true;
                    continue;
                }
                b'/' if self.peek(1) == Some(b'*') => {
                    self.is_spaced = true;
                    match end_of_comment(self.text, self.at) {
                        Some(end) => {
                            self.at = end;
                            continue;
                        }
                        None => {
                            self.at = self.text.len();
                            Scanned::OpenComment
                        }
                    }
                }
                b'/' if self.peek(1) == Some(b'/') => {
                    self.at = line_end(self.text, self.at);
                    continue;
                }
                b'#' if self.starts_line => self.directive(),
                // The same in another spelling.
                b'%' if self.starts_line && self.peek(1) == Some(b':') => self.directive(),
                b'"' | b'\'' => self.quoted(byte, Encoding::Plain, 0),
                b'0'..=b'9' => self.number(),
                b'.' if self.peek(1).is_some_and(|next| next.is_ascii_digit()) => self.number(),
                _ if starts_identifier(byte) => self.word(),
                _ if byte >= 0x80 || byte == b'\\' => match self.extend_word() {
                    true => Scanned::ExtendedName,
                    false => self.stray(),
                },
                _ => match match_punctuator(&self.text[self.at..]) {
                    Some((punctuator, length)) => {
                        self.at += length;
                        Scanned::Punctuator(punctuator)
                    }
                    None => self.stray(),
                },
            };
            return Some(scanned);
        }
        self.start = self.at;
        None
    }

    fn peek(&self, distance: usize) -> Option<u8> {
        self.text.get(self.at + distance).copied()
    }

    /// A line that starts with `#`: comments and literals in it may hide its end.
    fn directive(&mut self) -> Scanned {
        let mut end = self.at + 1;
        while let Some(&byte) = self.text.get(end) {
            match byte {
                b'\n' => break,
                b'/' if self.text.get(end + 1) == Some(&b'/') => end = line_end(self.text, end),
                b'/' if self.text.get(end + 1) == Some(&b'*') => {
                    end = end_of_comment(self.text, end).unwrap_or(self.text.len());
                }
                b'"' | b'\'' => end = end_of_literal(self.text, end).0,
                _ => end += 1,
            }
        }
        self.at = end;
        Scanned::Directive
    }

    fn number(&mut self) -> Scanned {
        let mut previous = 0;
        while let Some(byte) = self.peek(0) {
            let is_sign_of_exponent = matches!(byte, b'+' | b'-') && matches!(previous, b'e' | b'E' | b'p' | b'P');
            if !(continues_identifier(byte) || byte == b'.' || is_sign_of_exponent) {
                break;
            }
            previous = byte;
            self.at += 1;
        }
        Scanned::Number
    }

    /// An identifier, a keyword, or the prefix of a literal.
    fn word(&mut self) -> Scanned {
        let start = self.at;
        let length = self.text[start..].iter().position(|&byte| !continues_identifier(byte));
        self.at = length.map_or(self.text.len(), |length| start + length);
        if matches!(self.peek(0), Some(b'\\' | 0x80..)) && self.extend_word() {
            return Scanned::ExtendedName;
        }
        let prefix = &self.text[start..self.at];
        let quote = self.peek(0).filter(|byte| matches!(byte, b'"' | b'\''));
        let encoding = match prefix {
            b"L" => Some(Encoding::Wide),
            b"u" => Some(Encoding::Utf16),
            b"U" => Some(Encoding::Utf32),
            b"u8" => Some(Encoding::Utf8),
            _ => None,
        };
        match (quote, encoding) {
            (Some(quote), Some(encoding)) => self.quoted(quote, encoding, prefix.len()),
            (None, _) | (_, None) => Scanned::Name,
        }
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

    /// A literal whose opening quote is where the scanner stands.
    fn quoted(&mut self, quote: u8, encoding: Encoding, prefix: usize) -> Scanned {
        let (end, is_closed) = end_of_literal(self.text, self.at);
        self.at = end;
        Scanned::Quoted(Quoted { quote, encoding, prefix, is_closed })
    }

    /// Bytes that start no token: a whole run of the same ones.
    fn stray(&mut self) -> Scanned {
        let (_, length) = first_character(&self.text[self.at..]);
        let run = &self.text[self.at..self.at + length];
        while self.text[self.at..].starts_with(run) {
            self.at += length;
        }
        Scanned::Stray
    }
}

/// The characters of a name that has some beyond ASCII, universal character names resolved.
pub(crate) fn extended_name(mut spelling: &[u8]) -> String {
    let mut name = String::new();
    while !spelling.is_empty() {
        let (character, length) = match universal_character(spelling) {
            Some((character, length)) => (Some(character), length),
            None => first_character(spelling),
        };
        name.extend(character);
        spelling = &spelling[length..];
    }
    name
}

fn line_end(text: &[u8], from: usize) -> usize {
    text[from..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |length| from + length)
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
