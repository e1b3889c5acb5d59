//! Ordering consistency: whether some events can be put into one order in which each read reads from the last write
//! before it.
//!
//! A [`Graph`] is the input: events on chains, which of them exist (guards), which write each read may read from (one literal each), which
//! events must come before others, and which sections are indivisible or exclude each other. It does not mention threads, C or values. Two
//! independent methods decide it:
//!
//! - [`OrderTheory`] judges assignments while a solver searches: no variable for the order of two writes, no numbers. A
//!   read that reads from a write orders all other writes to its address, and a contradiction is a cycle. After Sun, Li,
//!   Fan, Chen, Liu, Wang: *Consistency-preserving propagation for SMT solving of concurrent program verification*
//!   (OOPSLA 2022) and He, Sun, Fan: *Satisfiability modulo ordering consistency theory* (PLDI 2021).
//! - [`clocks`] puts everything into clauses: a number for each event. After Alglave, Kroening, Tautschnig: *Partial
//!   orders for efficient bounded model checking* (CAV 2013).
//!
//! The memory model is sequential consistency, and nothing else.

mod checker;
mod clocks;
mod comparisons;
mod completion;
mod describe;
mod explanation;
mod graph;
mod layout;
mod reachability;
mod rules;
mod sequence;
mod theory;

pub use checker::follows;
pub use clocks::Clocks;
pub use graph::{Cell, Chain, Event, Graph, Section};
pub use theory::{ClauseListener, Guidance, OrderStatistics, OrderTheory};

#[cfg(test)]
mod tests;
