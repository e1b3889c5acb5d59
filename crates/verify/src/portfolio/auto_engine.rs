//! `auto` as an engine like the remaining ones, for programs that compare engines: the fuzzer, the tests of the corpus.

use std::time::Duration;

use raddle_program::property::Property;
use raddle_program::trace::Trace;

use super::{Means, NAME, Portfolio, SUMMARY, decide};
use crate::certify::Replayer;
use crate::context::Context;
use crate::engine::Engine;
use crate::task::Task;
use crate::transform::Transform;
use crate::verdict::Answers;

/// How long delayed engines wait: the compared programs are small, and every engine shall run.
const HEAD_START: Duration = Duration::from_millis(60);

/// Bytes of stack for each engine.
const STACK: usize = 256 << 20;

/// The engines of a portfolio side by side, two at a time and the delayed ones. It lets traces pass that are not confirmed: so they reach the
/// certification of the caller, and are seen there.
pub struct AutoEngine {
    /// The engines.
    pub portfolio: Portfolio<'static>,
}

/// Confirms every trace.
struct Anything;

impl Replayer for Anything {
    fn replay(&self, _trace: &Trace) -> Result<(), String> {
        Ok(())
    }
}

impl Engine for AutoEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        SUMMARY
    }

    fn decides(&self, _property: Property) -> bool {
        true
    }

    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        Vec::new()
    }

    fn run(&self, task: &Task, cx: &mut Context) -> Answers {
        let means = Means {
            threads: 2,
            stack_bytes: STACK,
            head_start: HEAD_START,
            give_way: || {},
            is_short_of_memory: &|| false,
            bytes_in_use: &|| 0,
            decided: &|_| {},
        };
        decide(task, self.portfolio, &Anything, cx, &means)
    }
}
