//! From a file that the user names to tokens with physical places.
//!
//! `.i` files are read as they are. `.c` files go through the built-in preprocessor ([`built_in`]), by default with headers and predefined
//! macros of our own, so that results do not hang on the host. What it does not decide goes through `cc -E`, whose messages count. Then three things
//! keep the physical places of tokens:
//!
//! - line markers inside the user's file are set aside before `cc` sees it, and go into the source map instead;
//! - the line markers that `cc` writes give the physical file and line of each output line;
//! - within a line, output tokens are aligned with the tokens of the physical line; what a macro brought in gets the
//!   place of the macro's name.
//!
//! A `.c` file on which the preprocessor would do nothing is read directly. Left out: line markers inside of headers
//! decide their presumed and physical places alike. In a file that is left to the compiler, `__LINE__` counts physical lines.

mod align;
mod built_in;
mod compiler;
mod direct;
mod messages;
mod options;
mod predefined;
mod session;
mod standard_input;
mod unit;

pub use messages::misses_header;
pub use options::{PreprocessOptions, ReadError};
pub use session::Session;
pub use unit::{ReadUnit, read_unit};

use crate::ast::TranslationUnit;
use crate::diagnostic::{Diagnostic, has_errors};
use crate::lex::{Lexed, Tokens, displayable, lex};
use crate::unsupported_options::unsupported_option;
use raddle_program::source::{FileId, SourceFile, SourceMap};
use std::path::Path;

/// Files of this size and more are refused: spans are 32 bits wide, and so are the parser's tables.
const FILE_MAX: u64 = 1 << 30;

/// A file ready for the parser.
#[derive(Debug)]
pub struct Preprocessed {
    /// The user's file first, then the headers that tokens come from.
    pub source: SourceMap,
    /// The tokens. They are incomplete if there are errors.
    pub tokens: Tokens,
    /// What the preprocessor and the lexer found.
    pub diagnostics: Vec<Diagnostic>,
}

/// A file read and parsed.
#[derive(Debug)]
pub struct ParsedFile {
    /// The user's file first, then the headers that tokens come from.
    pub source: SourceMap,
    /// The tree; empty if the preprocessor found errors, since most further errors would only follow from these.
    pub unit: TranslationUnit,
    /// What preprocessor, lexer and parser found.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a file and preprocesses it unless its name ends in `.i`.
///
/// # Errors
/// If the file or the preprocessor is not available at all. What is wrong inside the file is a diagnostic.
pub fn read(path: &Path, options: &PreprocessOptions, session: &Session) -> Result<Preprocessed, ReadError> {
    if let Some(option) = unsupported_option(&options.cc_args) {
        return Err(ReadError::UnsupportedOption { path: path.to_path_buf(), option });
    }
    let text = match &options.unsaved {
        Some(unsaved) if is_same_file(unsaved, path) => read_bytes(Path::new(standard_input::PATH))?,
        _ => read_bytes(path)?,
    };
    let is_standard_input = standard_input::is_meant(path);
    let name = if is_standard_input { standard_input::NAME.into() } else { path.to_string_lossy() };
    if path.extension().is_some_and(|extension| extension == "i") {
        let lexed = lex(FileId(0), &text);
        let directive = lexed.directives.first().copied();
        let mut read = without_preprocessor(&name, &text, lexed);
        read.diagnostics.extend(directive.map(|span| {
            Diagnostic::error(
                span,
                "a preprocessor directive stands in preprocessed text",
                "name the file `.c`, so that it is preprocessed",
            )
        }));
        return Ok(read);
    }
    let lexed = lex(FileId(0), &text);
    if direct::needs_no_preprocessor(&lexed, options) {
        return Ok(without_preprocessor(&name, &text, lexed));
    }
    let main = SourceFile::new(&name, &displayable(&text), lexed.line_directives(&name));
    let blanked = compiler::without_line_markers(&text, &lexed);
    if let Ok(read) = built_in::preprocess(main.clone(), path.parent(), &blanked, options, session) {
        return Ok(read);
    }
    let output = compiler::preprocess(&name, path.parent(), &text, &lexed, options, session)?;
    Ok(align::aligned(main, &text, &output, session))
}

/// Whether two paths name one file.
fn is_same_file(one: &Path, other: &Path) -> bool {
    one == other || matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Reads, preprocesses and parses a file.
///
/// # Errors
/// As [`read`].
pub fn parse_file(path: &Path, options: &PreprocessOptions) -> Result<ParsedFile, ReadError> {
    let Preprocessed { source, tokens, mut diagnostics } = read(path, options, &Session::default())?;
    if has_errors(&diagnostics) {
        return Ok(ParsedFile { source, unit: TranslationUnit::default(), diagnostics });
    }
    let (unit, found) = crate::parse::parse(&tokens);
    diagnostics.extend(found);
    crate::diagnostic::sort(&mut diagnostics);
    Ok(ParsedFile { source, unit, diagnostics })
}

fn without_preprocessor(name: &str, text: &[u8], lexed: Lexed) -> Preprocessed {
    let mut source = SourceMap::new();
    source.add(SourceFile::new(name, &displayable(text), lexed.line_directives(name)));
    Preprocessed { source, tokens: lexed.tokens, diagnostics: lexed.diagnostics }
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, ReadError> {
    use std::io::Read;
    let unreadable = |error| ReadError::Unreadable { path: path.to_path_buf(), error };
    let mut text = Vec::new();
    if standard_input::is_meant(path) {
        text = standard_input::read(FILE_MAX).map_err(unreadable)?;
    } else {
        let file = std::fs::File::open(path).map_err(unreadable)?;
        file.take(FILE_MAX).read_to_end(&mut text).map_err(unreadable)?;
    }
    if text.len() as u64 >= FILE_MAX {
        return Err(ReadError::TooLarge { path: path.to_path_buf() });
    }
    if is_binary(&text) {
        return Err(ReadError::Binary { path: path.to_path_buf() });
    }
    Ok(text)
}

/// Whether a file is no text: a single null character in a text is a mistake that a message points to, many are none.
fn is_binary(text: &[u8]) -> bool {
    const LOOKED_AT: usize = 1024;
    const FEW: usize = 8;
    text.iter().take(LOOKED_AT).filter(|byte| **byte == 0).count() >= FEW
}

#[cfg(test)]
mod tests;
