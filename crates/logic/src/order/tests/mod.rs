//! The theory against all linear extensions of small graphs.

mod random;
mod specification;
