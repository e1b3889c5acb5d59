//! From the unwound program to a formula: all interleavings at once.
//!
//! Every read of shared memory reads from one write; which one is a *source* literal, and it makes their values equal. That
//! the sources fit an order of all events is not written down but left to a theory (`raddle_logic::order`), to which the
//! chains of events, the sources, the atomic groups and the sections of mutexes are given.
//!
//! What is decided before is not encoded ([`candidates`]): writes that are certainly overwritten before a read, writes that
//! come later by program order, creation and joins ([`happens_before`]), writes in the middle of an atomic section, and bits of
//! values that intervals show to be zero or copies of the sign ([`bounds`]).
//!
//! After Alglave, Kroening, Tautschnig: *Partial orders for efficient bounded model checking of concurrent software* (CAV
//! 2013) and He, Sun, Fan: *Satisfiability modulo ordering consistency theory* (PLDI 2021).

//!
//! Deciding sources before everything else was measured and left out: proofs about sums took twice as many conflicts.
//!
//! The independent second way (`Order::Clocks`) writes the order down with a number for each event.

mod bounds;
mod candidates;
mod facts;
mod formula;
mod guided;
mod happens_before;
mod races;
mod requirements;

pub(crate) use candidates::{Accesses, Implications, accesses};
pub(crate) use facts::Facts;
pub(crate) use formula::Builder;
pub use formula::{Encoding, Found, Query};
pub(crate) use guided::guided;
pub(crate) use happens_before::HappensBefore;
pub use races::Pair;
