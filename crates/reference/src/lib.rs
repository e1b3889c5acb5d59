//! The reference interpreter: it executes the typed tree directly and knows nothing of programs, engines or reductions.
//!
//! It shares the parser and the checker with the rest of Raddle, and the declarations of types and traces. It is the
//! oracle that engines are tested against ([`explore()`]) and the judge of their traces ([`replay()`]). Simple before fast.
//!
//! Modules import each other in this order, upwards:
//!
//! | module | concept |
//! |---|---|
//! | `value/` | scalars with provenance, floating values, their bytes |
//! | `arithmetic/` | C's operators on scalars; on what a function without a body determined |
//! | `machine/` | the state, and all that changes it |
//! | `machine/{memory,apart,aligned}` | objects; whether two can be at one address; arithmetic that the alignment of an object decides |
//! | `machine/task` | what a thread still has to do; where it stops |
//! | `machine/{expression,assignment,access,call,statement}` | how C is taken apart into tasks |
//! | `machine/library/` | functions without a body, each a model written as ordinary code (`script.rs`) |
//! | `machine/{schedule,perform,lifecycle}` | which threads can go on, what operations do, how threads begin and end |
//! | `machine/{synchronize/,order}` | synchronization objects, a file a family; happens-before |
//! | `machine/encode/` | states as bytes |
//! | `basic` | the types that the library works with |
//! | `decisions`, `silence` | what a machine leaves open; steps without an event |
//! | `ahead`, `standstill`, `partial` | deadlocks of a part of the threads |
//! | `explore`, `termination`, `replay`, `walk` | the uses |
//! | `minimize/`, `guide/` | shorter traces of the same violation; executions along given points |

mod ahead;
mod arithmetic;
mod basic;
mod decisions;
mod exploration;
pub mod explore;
pub mod guide;
pub mod landmark;
mod machine;
pub mod minimize;
mod partial;
pub mod replay;
mod silence;
mod standstill;
pub mod termination;
mod value;
pub mod walk;

pub use exploration::{Exploration, Explore, Stand};
pub use explore::{BothOrders, explore, explore_both_orders};
pub use replay::{Disagreement, ReplayOptions, replay};
pub use termination::explore_termination;
