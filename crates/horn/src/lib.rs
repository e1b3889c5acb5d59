//! Engines that prove loops without bounds: programs as constrained Horn clauses.
//!
//! | folder | what it is |
//! |---|---|
//! | `symbolic` | states and steps as terms |
//! | `sequentialize` | threads as one sequential program |
//! | `sequential` | the engine `sequential`: sequential programs as clauses, and the checkers that decide them |
//! | `compositional` | the engine `compositional`: Owicki-Gries reasoning, as clauses |
//! | `termination` | the engine `ranking` |
//! | `certificate`, `prover` | the certification of invariants |
//! | `facts` | what an invariant says of single locations, as C |

mod certificate;
pub mod compositional;
pub mod facts;
mod prover;
pub mod sequential;
pub mod sequentialize;
mod symbolic;
pub mod termination;

pub use prover::InvariantProver;
