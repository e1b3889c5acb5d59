//! A small checker of proofs, so that users need not trust a solver.
//!
//! `raddle check --proof` writes why formulas have no model: the clauses that CaDiCaL learned, each with the clauses
//! from which it follows (LRAT, Cruz-Filipe and others, CADE 2017), and the clauses that the ordering theory gave it. A
//! [`Checker`] gets the formula from its caller, which makes it again from the program, and reads the proof. A learned
//! clause must follow by unit propagation along the named clauses ([`clauses`]), and a clause of the theory must follow
//! from the graph of events alone ([`order`]). The checker also checks on the model itself that the formula without its
//! question has a model ([`model`]): a formula without executions proves nothing. So neither the solver nor the theory
//! nor the proof is trusted.
//!
//! The freedom of data races or deadlocks may also follow from the text of a program alone. Then a proof lists what
//! protects each object, and in which order threads wait. [`freedom`] computes anew what pointers, locks and threads
//! can do, and checks the proof against that.
//!
//! The crate uses nothing of the workspace but the declarations of programs: no solver, no engine and no analysis, so
//! that a mistake in one of them is not repeated here. What has to be trusted is how the formula is made from the
//! program.

pub mod checker;
pub mod clauses;
pub mod freedom;
pub mod model;
pub mod order;
pub mod proof;

pub use checker::{Checker, Conclusion};
pub use proof::{ProofText, Rejected};
