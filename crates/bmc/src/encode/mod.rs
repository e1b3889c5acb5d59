//! From the unwound program to a formula: all interleavings at once.
//!
//! Every read of shared memory reads from one write; a *source* literal says which one, and makes their values equal.
//! The formula does not say that the sources fit an order of all events: [`crate::order`] adds that, in one of several
//! ways, from the chains of events, the sources, the atomic groups and the sections of mutexes.
//!
//! What is decided in advance is not encoded ([`candidates`]): writes that are certainly overwritten before a read,
//! writes that come later by program order, creation and joins ([`happens_before`]), writes in the middle of an atomic
//! section, and bits of values that intervals show to be zero or copies of the sign ([`bounds`]).
//!
//! After Alglave, Kroening, Tautschnig: *Partial orders for efficient bounded model checking of concurrent software* (CAV
//! 2013) and He, Sun, Fan: *Satisfiability modulo ordering consistency theory* (PLDI 2021).
//!
//! Deciding sources before everything else was measured and left out: proofs about sums took twice as many conflicts.

mod bounds;
mod builder;
mod candidates;
mod facts;
mod happens_before;
mod races;
mod requirements;

use raddle_logic::sat::SatSolver;
use raddle_logic::solver::Solver;

pub(crate) use builder::Builder;
pub(crate) use candidates::{Accesses, Implications, accesses};
pub(crate) use facts::Facts;
pub(crate) use happens_before::HappensBefore;
pub(crate) use races::{Pair, pairs};
pub(crate) use requirements::{Cuts, requirements};

/// The solver of a formula.
pub(crate) type FormulaSolver = Solver<Box<dyn SatSolver>>;
