//! From tokens to the syntax tree: recursive descent for C11 (6.5 to 6.9) and the extensions of GNU C.
//!
//! The parser knows which names are typedefs at each point, and no other meaning of names. It never fails: a construct that it cannot parse
//! becomes a diagnostic and an `Error` node (or is left out), and it continues after the next `;` or `}`.
//!
//! The depth of the tree is bounded by [`DEPTH_MAX`], counted exactly, left-leaning chains such as `a + b + c` included. Code that walks or
//! drops the tree recursively relies on it.

mod assembly;
mod attribute;
mod declaration;
mod declarator;
mod expression;
mod initializer;
mod instruction;
mod operands;
mod parser;
mod primary;
mod record;
mod scopes;
mod specifiers;
mod statement;
mod unnamed;

pub(crate) use unnamed::needed;

use crate::ast::TranslationUnit;
use crate::diagnostic::Diagnostic;
use crate::lex::{Tokens, displayable, lex};
use raddle_program::source::{SourceFile, SourceMap};

/// The number of levels that a tree may have. Generated programs with sums of thousands of terms stay below it, and the
/// recursive walks of all later stages fit into the stack that the tool runs on.
pub const DEPTH_MAX: u32 = 2_000;

/// The number of errors after which the parser stops.
pub const ERRORS_MAX: usize = 50;

/// Parses a translation unit. The tree is complete if no diagnostic is an error.
pub fn parse(tokens: &Tokens) -> (TranslationUnit, Vec<Diagnostic>) {
    parser::Parser::new(tokens).translation_unit()
}

/// Parses a file in which some names are types that are declared elsewhere.
pub(crate) fn parse_with_types(tokens: &Tokens, types: &[String]) -> TranslationUnit {
    let mut parser = parser::Parser::new(tokens);
    for name in types.iter().filter_map(|name| tokens.find_name(name)) {
        parser.scopes.declare(name, true);
    }
    parser.translation_unit().0
}

/// Lexes and parses preprocessed text; the file's name is for messages.
pub fn parse_text(name: &str, text: &str) -> (SourceMap, TranslationUnit, Vec<Diagnostic>) {
    let mut source = SourceMap::new();
    let lexed = lex(source.files().next_id(), text.as_bytes());
    source.add(SourceFile::new(name, &displayable(text.as_bytes()), lexed.line_directives(name)));
    let mut diagnostics = lexed.diagnostics;
    if let Some(&span) = lexed.directives.first() {
        diagnostics.push(Diagnostic::error(
            span,
            "a preprocessor directive stands in preprocessed text",
            "name the file `.c`, so that it is preprocessed",
        ));
    }
    let (unit, found) = parse(&lexed.tokens);
    diagnostics.extend(found);
    crate::diagnostic::sort(&mut diagnostics);
    (source, unit, diagnostics)
}

#[cfg(test)]
mod tests;
