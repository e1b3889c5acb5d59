//! What is verified: the program, its types and places, what its steps touch, and the traces through it.

pub mod access_path;
pub mod automaton;
pub mod bits;
pub mod builder;
pub mod c_print;
pub mod counting;
pub mod entity;
pub mod externals;
pub mod floating;
pub mod footprint;
pub mod graph;
pub mod layout;
pub mod live;
pub mod memory_order;
pub mod operators;
pub mod property;
pub mod rewrite;
pub mod semantics;
pub mod source;
pub mod synchronization;
pub mod syntax;
pub mod text;
pub mod trace;
pub mod types;
pub mod visit;
pub mod wellformed;
