//! Deciding formulas: terms over Booleans, bit-vectors and arrays, their simplification and evaluation, bit-blasting, SAT, and
//! the ordering theory. It knows nothing of threads or of C.

mod arrays;
mod build;
#[cfg(test)]
mod crosscheck;
mod starts;

pub mod assignment;
pub mod bits;
pub mod blast;
pub mod circuit;
pub mod evaluate;
pub mod horn;
pub mod intervals;
pub mod order;
pub mod propagate;
pub mod sat;
pub mod smtlib;
pub mod solver;
pub mod sort;
pub mod term;
pub mod traverse;
pub mod value;
pub mod work;
