//! From preprocessed text to tokens, by hand and in one pass (C11 6.4 and 5.1.1.2, phases 2, 3 and 5 to 7).
//!
//! Every token knows its byte range in the physical file; line markers are recorded for the source map, which derives
//! presumed places from them. Read beyond C11: `$` and UTF-8 in identifiers, GNU literals, line markers, a byte order
//! mark. Left out: trigraphs (off in gcc's default mode too) and raw strings.
//!
//! Nothing in the input stops the lexer: what it cannot read becomes a diagnostic, at most [`DIAGNOSTICS_MAX`] of them.

mod builder;
mod character;
mod directive;
mod interner;
mod lexer;
mod number;
mod punctuator;
pub(crate) mod scanner;
mod select;
pub(crate) mod splice;
pub(crate) mod text;
mod token;

pub(crate) use builder::Builder;
pub(crate) use directive::LineMarker;
pub(crate) use number::{Number, read_number};
pub use token::{CharacterLiteral, FloatingLiteral, Keyword, LiteralId, NameId, Punctuator, Token, TokenKind, Tokens};

use crate::diagnostic::Diagnostic;
use raddle_program::source::{FileId, LineDirective, Span};
use std::sync::Arc;

/// The number of diagnostics after which the lexer stays silent.
pub const DIAGNOSTICS_MAX: usize = 50;

/// What the lexer hands on.
#[derive(Clone, Debug)]
pub struct Lexed {
    /// The tokens.
    pub tokens: Tokens,
    /// The line markers in order.
    pub(crate) markers: Vec<LineMarker>,
    /// The directives that are neither line markers nor pragmas: if there are some, the text still needs the preprocessor.
    pub(crate) directives: Vec<Span>,
    /// What was wrong.
    pub diagnostics: Vec<Diagnostic>,
}

impl Lexed {
    /// The line markers as the source map wants them. `name` is the file's own name, for markers without one.
    pub(crate) fn line_directives(&self, name: &str) -> Vec<LineDirective> {
        let mut current: Arc<str> = name.into();
        let mut directives = Vec::with_capacity(self.markers.len());
        for marker in &self.markers {
            if let Some(file) = &marker.file {
                current = file.clone();
            }
            directives.push(LineDirective { line: marker.line, file: current.clone(), presumed: marker.presumed });
        }
        directives
    }
}

/// Splits `text` into tokens whose spans lie in `file`. Directives of the preprocessor are skipped; the caller sees in
/// [`Lexed::directives`] that there were some. `text` must be shorter than 2^31 bytes.
pub fn lex(file: FileId, text: &[u8]) -> Lexed {
    assert!(text.len() < 1 << 31, "the caller refuses files of 2 GiB and more");
    let spliced = splice::Spliced::new(text);
    lexer::Lexer::new(file, text, &spliced).run()
}

/// The text as the source map keeps it: every byte that is not UTF-8 is shown as `?`, so that offsets agree with `text`.
pub(crate) fn displayable(text: &[u8]) -> String {
    let mut shown = String::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        shown.push_str(chunk.valid());
        shown.extend(std::iter::repeat_n('?', chunk.invalid().len()));
    }
    shown
}

#[cfg(test)]
mod tests;
