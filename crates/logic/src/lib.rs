//! Who decides formulas: terms over Booleans, bit-vectors and arrays, their simplification and evaluation, bit-blasting, SAT, and
//! the ordering theory. It has never heard of threads or of C.

mod build;

pub mod bits;
pub mod order;
pub mod sat;
pub mod term;
pub mod value;
