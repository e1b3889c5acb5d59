//! The reference interpreter: it executes the typed tree directly and knows nothing of programs, engines or reductions.
//!
//! It shares the parser and the checker with the rest of Raddle, and the declarations of types and traces. It is the
//! oracle that engines are tested against ([`explore`]) and the judge of their traces ([`replay`]). Simple before fast.
//!
//! | file | concept |
//! |---|---|
//! | `value`, `encoding`, `memory` | scalars with provenance, their bytes, objects |
//! | `aligned` | arithmetic that the alignment of an object decides |
//! | `apart` | whether two objects can be at one address |
//! | `arithmetic` | C's operators on scalars |
//! | `task` | what a thread still has to do; where it stops |
//! | `machine` | the state; running a thread up to its next operation |
//! | `expression`, `assignment`, `access`, `call`, `statement` | how C is taken apart into tasks |
//! | `library/` | functions without a body, each a model written as ordinary code (`library/script.rs`) |
//! | `schedule`, `perform`, `lifecycle` | who can go on, what operations do, how threads begin and end |
//! | `synchronize/`, `order` | synchronization objects, a file a family; happens-before |
//! | `basic` | the types that the library works with |
//! | `encode/` | states as bytes |
//! | `minimize/` | shorter traces of the same violation |
//! | `replay`, `explore`, `termination`, `walk` | the uses |
//! | `standstill`, `ahead`, `partial` | deadlocks of a part of the threads |

mod access;
mod ahead;
mod aligned;
mod apart;
mod arithmetic;
mod assignment;
mod basic;
mod call;
mod encode;
mod encoding;
pub mod explore;
mod expression;
mod floating;
mod given;
pub mod guide;
pub mod landmark;
mod library;
mod lifecycle;
mod machine;
mod memory;
pub mod minimize;
mod name;
mod order;
mod outside;
mod partial;
mod perform;
pub mod replay;
mod schedule;
mod standstill;
mod statement;
mod synchronize;
mod task;
pub mod termination;
mod value;
pub mod walk;

pub use explore::{BothOrders, Exploration, Explore, Stand, explore, explore_both_orders};
pub use replay::{Disagreement, ReplayOptions, replay};
pub use termination::explore_termination;
