//! The tokens of the notation.

use super::read::ReadError;

/// What a token is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    /// A bare name or word.
    Bare(String),
    /// A name in quotes.
    Quoted(String),
    /// A text in double quotes.
    Text(String),
    /// A number, and the letters behind it.
    Number(u128, String),
    /// Punctuation.
    Mark(&'static str),
    /// The end of the text.
    End,
}

/// A token and the line it stands on, from 1.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) line: u32,
}

/// Longer marks come before their beginnings.
const MARKS: [&str; 40] = [
    "...", "::", "->", "<<", ">>", "<=", ">=", "==", "!=", "{", "}", "(", ")", "[", "]", "<", ">", "=", "+", "-", "*",
    "/", "%", "&", "|", "^", "~", "!", "?", ":", ";", ",", ".", "#", "@", "$", "\\", "`", "\"", "'",
];

/// The tokens of a text, with an `End` as the last.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, ReadError> {
    let mut lexer = Lexer { rest: text, line: 1, tokens: Vec::new() };
    while let Some(first) = lexer.rest.chars().next() {
        lexer.token(first)?;
    }
    let line = lexer.line;
    lexer.tokens.push(Token { kind: TokenKind::End, line });
    Ok(lexer.tokens)
}

struct Lexer<'t> {
    rest: &'t str,
    line: u32,
    tokens: Vec<Token>,
}

impl<'t> Lexer<'t> {
    fn push(&mut self, kind: TokenKind) {
        self.tokens.push(Token { kind, line: self.line });
    }

    fn error<T>(&self, message: &str) -> Result<T, ReadError> {
        Err(ReadError { line: self.line, message: message.to_owned() })
    }

    /// Takes the longest beginning whose characters are of a kind.
    fn take(&mut self, is_in: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|char| !is_in(char)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn token(&mut self, first: char) -> Result<(), ReadError> {
        if first == '\n' {
            self.line += 1;
            self.rest = &self.rest[1..];
        } else if first.is_ascii_whitespace() {
            self.rest = &self.rest[1..];
        } else if self.rest.starts_with("//") {
            self.take(|char| char != '\n');
        } else if is_name_start(first) {
            let name = self.name();
            self.push(TokenKind::Bare(name));
        } else if first.is_ascii_digit() {
            self.number()?;
        } else if first == '\'' {
            let name = self.delimited('\'')?;
            self.push(TokenKind::Quoted(name));
        } else if first == '"' {
            let text = self.delimited('"')?;
            self.push(TokenKind::Text(text));
        } else if let Some(mark) = MARKS.iter().find(|mark| self.rest.starts_with(**mark)) {
            self.rest = &self.rest[mark.len()..];
            self.push(TokenKind::Mark(mark));
        } else {
            return self.error(&format!("the character {first:?} has no meaning here"));
        }
        Ok(())
    }

    /// An identifier, perhaps qualified.
    fn name(&mut self) -> String {
        let mut name = self.take(is_name_part).to_owned();
        while let Some(rest) = self.rest.strip_prefix("::")
            && rest.starts_with(is_name_start)
        {
            self.rest = rest;
            name += "::";
            name += self.take(is_name_part);
        }
        name
    }

    fn number(&mut self) -> Result<(), ReadError> {
        let digits = self.take(|char| char.is_ascii_alphanumeric());
        let (radix, digits) = match digits.strip_prefix("0x") {
            Some(digits) => (16, digits),
            None => (10, digits),
        };
        let end = digits.find(|char: char| !char.is_digit(radix)).unwrap_or(digits.len());
        let (digits, suffix) = digits.split_at(end);
        match u128::from_str_radix(digits, radix) {
            Ok(value) => self.push(TokenKind::Number(value, suffix.to_owned())),
            Err(_) => return self.error("this number is too large"),
        }
        Ok(())
    }

    fn delimited(&mut self, quote: char) -> Result<String, ReadError> {
        let mut chars = self.rest.chars();
        chars.next();
        let mut text = String::new();
        loop {
            match chars.next() {
                None | Some('\n') => return self.error("a text in quotes does not end on its line"),
                Some('\\') => match chars.next() {
                    Some('n') => text.push('\n'),
                    Some('u') => match unicode(&mut chars) {
                        Some(char) => text.push(char),
                        None => return self.error("`\\u` is not followed by a character's number in braces"),
                    },
                    Some(char @ ('\\' | '\'' | '"')) => text.push(char),
                    _ => return self.error("this escape is none of \\n, \\\\, \\', \\\", \\u{...}"),
                },
                Some(char) if char == quote => {
                    self.rest = chars.as_str();
                    return Ok(text);
                }
                Some(char) => text.push(char),
            }
        }
    }
}

/// The character of `{hexadecimal}`.
fn unicode(chars: &mut std::str::Chars<'_>) -> Option<char> {
    let digits = chars.as_str().strip_prefix('{')?;
    let end = digits.find('}')?;
    let char = u32::from_str_radix(&digits[..end], 16).ok().and_then(char::from_u32)?;
    *chars = digits[end + 1..].chars();
    Some(char)
}

fn is_name_start(char: char) -> bool {
    char.is_ascii_alphabetic() || char == '_'
}

fn is_name_part(char: char) -> bool {
    char.is_ascii_alphanumeric() || char == '_'
}
