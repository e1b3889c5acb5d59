//! Engines over the unwound program: all interleavings in one formula, or one interleaving after the other.
//!
//! | folder | what it is |
//! |---|---|
//! | `unwind` | a program as events, its loops unwound up to a bound |
//! | `encode` | the formula of the events and of the orders in which they may happen |
//! | `bmc` | the engine `bmc`: bounds, queries, traces from models |
//! | `interleave` | the engines `lazy`, `schedule` and `widen` |
//! | `cegpv` | the engine `slice` |

pub mod bmc;
pub mod cegpv;
pub mod encode;
pub mod interleave;
pub mod unwind;
