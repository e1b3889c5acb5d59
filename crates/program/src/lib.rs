//! What is verified: the program, its types and places, what its steps touch, and the traces through it.

pub mod entity;
pub mod layout;
pub mod property;
pub mod source;
pub mod syntax;
pub mod trace;
pub mod types;
