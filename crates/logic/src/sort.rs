//! Sorts of terms.

use std::fmt;

/// What values a term has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// True or false.
    Bool,
    /// So many bits, at least one.
    BitVec(u32),
    /// A total function from bit-vectors to bit-vectors.
    Array {
        /// The width of indices.
        index: u32,
        /// The width of elements.
        element: u32,
    },
}

impl Sort {
    /// The width of a bit-vector sort.
    #[must_use]
    pub fn width(self) -> Option<u32> {
        match self {
            Sort::BitVec(width) => Some(width),
            Sort::Bool | Sort::Array { .. } => None,
        }
    }
}

/// Prints it as SMT-LIB does.
impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("Bool"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Sort::Array { index, element } => write!(f, "(Array (_ BitVec {index}) (_ BitVec {element}))"),
        }
    }
}
