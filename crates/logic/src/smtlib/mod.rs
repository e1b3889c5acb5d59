//! SMT-LIB 2: queries printed for any solver, and read again.
//!
//! The fragment is that of the terms: quantifier-free, Booleans, bit-vectors, arrays of bit-vectors.

mod operators;
mod print;
mod read;
mod sexpr;

pub use print::{Query, print, show};
pub use read::{ReadError, Script, read};

pub(crate) use print::{Shown, shown, symbol};
pub(crate) use read::{HornScript, read_definitions, read_horn};

#[cfg(test)]
mod tests;
