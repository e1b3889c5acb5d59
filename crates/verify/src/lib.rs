//! How programs are decided: tasks, options, the trait of engines, verdicts, transforms, the pipeline with certification, and the
//! portfolio `auto`. The engines are crates above this one.

pub mod cancellation;
pub mod certify;
pub mod context;
pub mod engine;
pub mod executor;
pub mod externals;
pub mod fact;
pub mod follow;
mod leaks;
pub mod memory_model;
pub mod named_dependencies;
pub mod options;
pub mod part;
pub mod pipeline;
pub mod portfolio;
pub mod random;
mod relaxed_counters;
pub mod residual;
pub mod reused_storage;
pub mod shared_results;
pub mod static_answers;
pub mod task;
pub mod transform;
pub mod transformed;
pub mod turn;
pub mod vacuity;
pub mod verdict;
