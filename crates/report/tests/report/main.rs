//! What a reader sees of answers and traces.

mod answers;
mod traces;
