//! How programs are decided: tasks, engines, verdicts, the pipeline and the gate.

pub mod analysis;
pub mod bmc;
pub mod board;
pub mod cegpv;
pub mod certify;
pub mod compositional;
pub mod context;
pub mod encode;
pub mod engine;
pub mod engines;
pub mod explicit;
pub mod facts;
pub mod follow;
pub mod interleave;
mod leaks;
pub mod modular;
pub mod part;
pub mod pipeline;
pub mod portfolio;
pub mod sequential;
pub mod sequentialize;
pub mod static_answers;
pub mod task;
pub mod termination;
pub mod transform;
pub mod unwind;
pub mod verdict;
