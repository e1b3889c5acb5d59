//! Constrained Horn clauses over Booleans, bit-vectors and arrays: is there a meaning of the predicates that makes all clauses true, or a
//! derivation of `false`?
//!
//! A [`System`] is safe if it has an [`Interpretation`], and unsafe if it has a [`Derivation`]. Both can be checked without knowledge of
//! the search, and [`solve()`] checks them before it answers. The steps of a run:
//!
//! 1. [`normal`]: clauses become *rules*, whose premises have distinct variables as arguments: from values of premises and inputs, a rule
//!    computes the values of its conclusion.
//! 2. [`unfold`]: predicates that no cycle needs are replaced by their definitions, and rules between the same predicates are merged
//!    (large-block encoding). Origins translate derivations back.
//! 3. `slice`: constant and irrelevant arguments are removed.
//! 4. `simulate`: some derivable states are enumerated; a candidate that is false in one of them is dropped.
//! 5. [`mine`], [`affine`], `sums`, [`houdini`]: conjunctions of atoms that are inductive together, found by dropping atoms that models
//!    refute.
//! 6. [`ic3`]: property-directed reachability for the remaining properties, with the atoms as its implicit abstraction. Alternatives are
//!    [`induction`] (k-induction, for linear rules) and [`unwind`] (all derivations step by step, if they are bounded).
//!
//! Sources: Bradley, *SAT-based model checking without unrolling* (2011); Hoder and Bjørner, *Generalized property directed
//! reachability* (2012); Cimatti et al., *IC3 modulo theories via implicit predicate abstraction* (2014); Birgmeier et al.,
//! *Counterexample to induction-guided abstraction-refinement* (2014); Thakur and Reps, *A method for symbolic computation of
//! abstract operations* (2012). Left out: integers and reals, quantified interpretations but those of unfolded predicates.

pub mod affine;
pub mod derivation;
pub mod houdini;
pub mod ic3;
mod implicant;
pub mod induction;
pub mod interpretation;
pub mod mine;
pub mod model;
pub mod normal;
pub mod print;
pub mod read;
mod simulate;
mod slice;
pub mod solve;
mod sums;
pub mod system;
pub mod unfold;
pub mod unwind;

pub use derivation::Derivation;
pub use interpretation::{Interpretation, Meaning};
pub use solve::{Answer, Budget, Counters, solve};
pub use system::{Application, Clause, Declaration, Predicate, System};
