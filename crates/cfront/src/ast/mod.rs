//! The syntax tree as the parser leaves it: names unresolved, types unchecked. Declarations only.
//!
//! The parser only knows which names are typedefs: C cannot be parsed without. The checker makes the tree of [`crate::typed`].

mod declaration;
mod expression;
mod pragma;
mod statement;

pub use declaration::*;
pub use expression::*;
pub use pragma::{Pragma, PragmaKind};
pub use statement::*;

use raddle_program::source::Span;
use std::sync::Arc;

/// A name as written, `$` and UTF-8 identifiers included.
pub type Name = Arc<str>;

/// A name with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Identifier {
    /// The name.
    pub name: Name,
    /// Where it stands.
    pub span: Span,
}

/// A whole preprocessed file.
#[derive(Clone, Debug, Default)]
pub struct TranslationUnit {
    /// What stands at file level, in order.
    pub items: Vec<Item>,
    /// The pragmas that hold for the whole file, in order.
    pub pragmas: Vec<Pragma>,
}

/// Something at file level.
#[derive(Clone, Debug)]
pub enum Item {
    /// Objects, functions without body, types.
    Declaration(Declaration),
    /// A function with a body.
    Function(FunctionDefinition),
    /// `asm("...");`
    Assembly(Span),
}
