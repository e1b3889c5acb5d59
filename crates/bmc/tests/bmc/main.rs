//! The engines over the unwound program, on programs made by hand and at random.

mod engine;
mod shared_results;
