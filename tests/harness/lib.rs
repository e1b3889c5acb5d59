//! The harness of the corpora: one case is one file.
//!
//! A case says at its top, in lines that start with `//@`, what the truth is: of one property, or of every property (see
//! [`case`]).
//!
//! Whatever a case says, no engine may contradict it, every violation must be confirmed by the reference interpreter, and
//! a second run must give the same answer; so must the case printed as C (both for a sample, or with `RADDLE_ALL=1` for all). Of a case that speaks of every property, the reference interpreter itself must
//! find each truth, or the case says why it cannot.

pub mod case;
pub mod sample;
pub mod shared;
pub mod slowest;
pub mod table;
pub mod trial;
