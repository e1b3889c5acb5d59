//! The theory and the clocks against all linear extensions of small graphs.

mod random;
mod rules;
mod specification;
