//! Engines over the unwound program: all interleavings in one formula, or one interleaving after the other.
//!
//! | module | what it is | imports |
//! |---|---|---|
//! | `unwind` | a program as events, its loops unwound up to a bound | |
//! | `encode` | the formula of the events: reads and their sources, what holds in every execution | `unwind` |
//! | `order` | the order of the events: one trait, and the ways to decide it | `encode`, `unwind` |
//! | `bmc` | the engine `bmc`: bounds, queries, traces from models | `order`, `encode`, `unwind` |
//! | `engines` | the engines `lazy`, `schedule` and `widen`: `bmc` with another order | `bmc`, `order` |
//! | `cegpv` | the engine `slice`: the same, or abstractions that are programs | `bmc`, `order` |

pub mod bmc;
pub mod cegpv;
mod encode;
pub mod engines;
mod order;
pub mod unwind;
