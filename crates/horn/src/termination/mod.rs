//! Termination: whether every execution ends.
//!
//! An execution does not terminate if it has infinitely many steps, or if it reaches a deadlock. Executions with infinitely many spurious
//! wake-ups do not count. With `--fair`, executions do not count in which a thread is enabled infinitely often but takes only finitely many
//! steps (strong fairness).
//!
//! - [`engine`] proves termination for any inputs, by ranking functions ([`ranks`]) and, if these do not suffice, transition invariants
//!   ([`closure`]). [`recurrence`] finds steps that occur finitely often in executions that count. [`recurrent`] finds non-terminating
//!   executions whose states do not repeat soon.

mod closed_sets;
mod closure;
pub mod engine;
mod ranks;
pub mod recurrence;
mod recurrent;

pub use engine::Ranking;
