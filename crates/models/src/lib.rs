//! What functions of libraries do: a table with one line a function, embedded as data.
//!
//! `effects.txt` has the lines, and at its head the format. [`parse`](Table::parse) reads it, and tables of users in the same format.
//! The crate knows no types of C: `raddle_cfront::effects` asks whether a program's declaration fits a line.

mod parse;
mod table;

pub use parse::Mistake;
pub use table::{Effects, Factor, Facts, Fixed, HiddenState, Item, Outcome, Parameter, Point, Size, Table};

/// The greatest error number of Linux.
pub const LAST_ERROR: i128 = 133;

/// The most bytes that an extended attribute, or the names of all those of a file, have in Linux.
pub const LARGEST_ATTRIBUTE: i128 = 65536;

/// The flag that asks `recv` for the size of the message, also if the buffer is smaller.
pub const MSG_TRUNC: i128 = 0x20;
