//! Constrained Horn clauses over Booleans, bit-vectors and arrays: whether there are meanings of the predicates that make all clauses
//! true, or a derivation of `false`.
//!
//! A [`System`] is safe if it has an [`Interpretation`], and unsafe if it has a [`Derivation`]; both can be checked by somebody who
//! does not know how they were found, and [`solve`] does so before it answers. The order of a run:
//!
//! 1. [`normal`]: clauses become *rules*, whose premises have distinct variables as arguments: from values of premises and inputs, a
//!    rule computes the values of its conclusion.
//! 2. [`unfold`]: predicates that no cycle needs are put in the place of their uses, and rules between the same predicates become
//!    one (large-block encoding). Origins lead derivations back.
//! 3. What is always the same, and what has no effect, is told from the rest (`slice`).
//! 4. A walk through some states that are derived (`simulate`): what is false in one of them is no candidate.
//! 5. [`mine`], [`affine`], `sums`, [`houdini`]: conjunctions of atoms that are inductive together, found by dropping those that models refute.
//! 6. [`ic3`]: property-directed reachability for whatever is left, with the atoms as its implicit abstraction. (Or [`induction`]: k-induction,
//!    for linear rules. Or [`unwind`]: all derivations step by step, where they end.)
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
