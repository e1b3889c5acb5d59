//! C text to typed tree to program.
//!
//! Modules in the order in which a file passes through them.

mod arguments;
pub mod ast;
mod callers;
pub mod check;
pub mod command;
pub mod diagnostic;
pub mod effects;
pub mod externals;
mod headers;
mod interrupts;
mod kernel;
pub mod known;
pub mod lex;
pub mod lower;
pub mod names;
pub mod parse;
pub mod preprocess;
pub mod project;
pub mod render;
pub mod scan_format;
pub mod size_type;
pub mod spelling;
pub mod streams;
pub mod text_origin;
mod texts;
pub mod typed;
mod unsupported_options;
mod written;

pub use arguments::{Arguments, Start};
pub use callers::Callers;
pub use interrupts::Interrupts;
