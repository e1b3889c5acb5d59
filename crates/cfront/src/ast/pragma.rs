//! Pragmas that hold for the whole file. Some rename symbols or make them weak; some change layouts in a way that is unsupported. `#pragma
//! pack` is attached to each structure (see `crate::lex`).

use raddle_program::source::Span;

use super::Name;

/// A pragma that holds for the whole file.
#[derive(Clone, Debug, PartialEq)]
pub struct Pragma {
    /// What it says.
    pub kind: PragmaKind,
    /// Where it stands.
    pub span: Span,
}

/// What a pragma for the whole file says.
#[derive(Clone, Debug, PartialEq)]
pub enum PragmaKind {
    /// `#pragma redefine_extname name symbol`: an assembler label of a declaration.
    Renamed {
        /// The name in C.
        name: Name,
        /// The symbol.
        symbol: Name,
    },
    /// `#pragma weak name`, `#pragma weak name = target`
    Weak {
        /// The name in C.
        name: Name,
        /// The symbol that it is an alias of.
        target: Option<Name>,
    },
    /// Something that has no model: what it is.
    Unsupported(&'static str),
}
