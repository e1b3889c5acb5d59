//! A file of a program, read once for all programs that it belongs to: its tokens, where the headers are those of the machine without what the file does
//! not need of all its headers (`crate::parse::needed`). Each program parses them again, with its own numbers of files.

use super::{PreprocessOptions, Preprocessed, ReadError, Session, misses_header, read};
use crate::ast::TranslationUnit;
use crate::diagnostic::{Diagnostic, has_errors};
use crate::lex::Tokens;
use crate::parse::{needed, parse};
use raddle_program::source::{FileId, SourceMap, Span};
use std::path::Path;

/// A file that was read.
#[derive(Debug)]
pub struct ReadUnit {
    source: SourceMap,
    tokens: Tokens,
    /// What preprocessor, lexer and parser found.
    diagnostics: Vec<Diagnostic>,
    /// Whether `diagnostics` has what the parser finds, too.
    is_parsed: bool,
}

/// Reads and preprocesses a file.
///
/// # Errors
/// If the file or the preprocessor is not available at all. What is wrong inside the file is a diagnostic.
pub fn read_unit(path: &Path, options: &PreprocessOptions, session: &Session) -> Result<ReadUnit, ReadError> {
    let Preprocessed { source, tokens, mut diagnostics } = read(path, options, session)?;
    // Built-in headers are short.
    if !options.system_headers || has_errors(&diagnostics) {
        return Ok(ReadUnit { source, tokens, diagnostics, is_parsed: false });
    }
    let (ranges, found) = needed(&tokens, |span| span.file != FileId(0));
    let tokens = if has_errors(&found) { tokens } else { tokens.select(&ranges) };
    diagnostics.extend(found);
    crate::diagnostic::sort(&mut diagnostics);
    Ok(ReadUnit { source, tokens, diagnostics, is_parsed: true })
}

impl ReadUnit {
    /// Whether the preprocessor did not find a header.
    pub fn misses_header(&self) -> bool {
        misses_header(&self.diagnostics)
    }

    /// Parses the file as one of a program whose other files are in a source map already, and adds its files.
    pub fn parse_into(&self, files: &mut SourceMap) -> (TranslationUnit, Vec<Diagnostic>) {
        let numbers = files.absorb(&self.source);
        let renumber = |span: &mut Span| span.file = numbers.get(span.file).copied().unwrap_or(span.file);
        let mut diagnostics = self.diagnostics.clone();
        for diagnostic in &mut diagnostics {
            renumber(&mut diagnostic.span);
            diagnostic.notes.iter_mut().for_each(|(span, _)| renumber(span));
        }
        if has_errors(&diagnostics) {
            return (TranslationUnit::default(), diagnostics);
        }
        let mut tokens = self.tokens.clone();
        tokens.list_mut().iter_mut().for_each(|token| renumber(&mut token.span));
        tokens.pragmas.iter_mut().for_each(|pragma| renumber(&mut pragma.span));
        let (unit, found) = parse(&tokens);
        if !self.is_parsed {
            diagnostics.extend(found);
            crate::diagnostic::sort(&mut diagnostics);
        }
        (unit, diagnostics)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unused_declarations_of_the_machine_are_left_out() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("a.c");
        std::fs::write(&path, "#include <stdio.h>\nint main(void) { return puts(\"x\") < 0; }\n")
            .expect("it can be written");
        let read = |system_headers| {
            let options = PreprocessOptions { system_headers, ..PreprocessOptions::default() };
            let read = read_unit(&path, &options, &Session::default()).expect("cc is there");
            let mut files = SourceMap::new();
            let (unit, diagnostics) = read.parse_into(&mut files);
            assert!(diagnostics.is_empty(), "{diagnostics:?}");
            assert!(files.files().values().next().is_some_and(|file| file.name().ends_with("a.c")));
            unit.items.len()
        };
        assert_eq!(read(true), 2);
        assert!(read(false) > 2);
    }
}
