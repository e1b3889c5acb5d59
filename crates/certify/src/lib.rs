//! A small checker of proofs, for whoever does not want to believe a solver.
//!
//! `raddle check --proof` writes down why formulas have no model: the clauses that CaDiCaL learned, each with the clauses
//! it follows from (LRAT, Cruz-Filipe and others, CADE 2017), and the clauses that the ordering theory gave it. A
//! [`Checker`] is told the formula by somebody else, who makes it again from the program, and reads the proof: what is
//! learned must follow by unit propagation along the clauses named ([`clauses`]), and what the theory said must follow from
//! the graph of events alone ([`order`]). That a formula has a model without its question is checked, too, on the model itself
//! ([`model`]): a formula without executions proves nothing. So neither the solver nor the theory is trusted, nor is the proof.
//!
//! That a program is free of data races or deadlocks may also follow from its text alone. Then a proof says what protects
//! each object, and in which order threads wait; [`freedom`] finds out anew what pointers, locks and threads can do, and holds
//! the proof against that.
//!
//! The crate uses nothing of the workspace but the declarations of programs: no solver, no engine and no analysis, so that a
//! mistake in one of them is not repeated here. What remains to be believed is how the formula is made from the program.

pub mod checker;
pub mod clauses;
pub mod freedom;
pub mod model;
pub mod order;
pub mod proof;

pub use checker::{Checker, Conclusion};
pub use proof::{ProofText, Rejected};
