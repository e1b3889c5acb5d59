//! The stateful search on programs made by hand: what it must find, what it must prove, and that its reductions change
//! neither.

mod blocks;
mod inputs;
mod library;
mod reductions;
mod sections;
mod support;
mod symmetry;
mod verdicts;
mod waits;
