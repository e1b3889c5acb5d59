//! `auto` as one engine among the others, for whoever compares them: a fuzzer, the tests of the corpus.

use std::time::Duration;

use raddle_program::property::Property;
use raddle_program::trace::Trace;

use super::{Means, NAME, ROSTER, SUMMARY, decide};
use crate::certify::Replayer;
use crate::context::Context;
use crate::engine::Engine;
use crate::task::Task;
use crate::transform::Transform;
use crate::verdict::Answers;

/// How long latecomers wait: compared are small programs, and all engines shall have their part.
const HEAD_START: Duration = Duration::from_millis(60);

/// Bytes of stack for each engine.
const STACK: usize = 256 << 20;

/// The engines of the roster side by side, two at a time and latecomers. It lets traces pass that are not confirmed: so they reach the
/// gate of whoever asks, and are seen there.
pub struct Contestant;

/// Whose gate is open.
struct Anything;

impl Replayer for Anything {
    fn replay(&self, _trace: &Trace) -> Result<(), String> {
        Ok(())
    }
}

impl Engine for Contestant {
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
        };
        decide(task, ROSTER, &Anything, cx, &means)
    }
}
