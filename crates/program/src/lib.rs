//! What is verified: the program, its types and places, what its steps touch, and the traces through it.

pub mod entity;
pub mod layout;
pub mod source;
pub mod types;
