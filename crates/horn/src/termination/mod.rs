//! Termination: whether every execution ends.
//!
//! An execution does not end if it goes on for ever, or if some threads wait for ever and nobody can go on: a deadlock is no
//! end. What does not count: executions with infinitely many spurious wake-ups, and with `--fair` those in which a thread can
//! go on again and again and does so only finitely often (strong fairness).
//!
//! - [`engine`] proves it for any inputs, by [`ranks`] and, where they are not enough, transition invariants ([`closure`]); [`recurrence`] says what
//!   executions that count do finitely often only; [`recurrent`] finds executions that do not end though no state comes round soon.

mod closed_sets;
mod closure;
pub mod engine;
mod ranks;
pub mod recurrence;
mod recurrent;

pub use engine::Ranking;
