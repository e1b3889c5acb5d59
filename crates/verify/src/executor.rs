//! Random executions of a program, as the engine `random` gets them.

use std::sync::Arc;

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_program::property::Property;
use raddle_program::trace::Trace;

/// Runs random executions. The command passes the reference interpreter; this crate does not know it.
pub trait Executor: Send + Sync {
    /// Whether it can run this program.
    fn has(&self, program: &Arc<AnalyzedProgram>) -> bool;

    /// Runs executions until it is told to stop, or a limited number of them, and hands on violations of the properties as traces of the
    /// program, until `wants_more` returns `false`. Returns the number of executions.
    fn run(
        &self,
        properties: &[Property],
        is_stopped: &dyn Fn() -> bool,
        wants_more: &mut dyn FnMut(Trace) -> bool,
    ) -> usize;
}
