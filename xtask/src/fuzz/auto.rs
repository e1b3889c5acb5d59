//! The default command as one who is judged: engines side by side, with what they tell each other.

use std::time::Duration;

use raddle_program::property::Property;
use raddle_program::trace::Trace;
use raddle_verify::certify::Replayer;
use raddle_verify::context::Context;
use raddle_verify::engine::{Engine, engine_named};
use raddle_verify::portfolio::{self, Means, ROSTER};
use raddle_verify::task::Task;
use raddle_verify::transform::Transform;
use raddle_verify::verdict::Answers;

/// How long latecomers wait: small programs are decided soon, and all engines shall have their part.
const HEAD_START: Duration = Duration::from_millis(60);

/// Bytes of stack for each engine.
const STACK: usize = 256 << 20;

/// The one with a name: an engine, or `auto`.
pub fn named(name: &str) -> Option<&'static dyn Engine> {
    match name {
        portfolio::NAME => Some(&Auto),
        _ => engine_named(name),
    }
}

/// All engines of the roster.
struct Auto;

/// Lets every trace pass: whoever asks `auto` replays what it answers, and one that is not confirmed is a difference.
struct Later;

impl Replayer for Later {
    fn replay(&self, _trace: &Trace) -> Result<(), String> {
        Ok(())
    }
}

impl Engine for Auto {
    fn name(&self) -> &'static str {
        portfolio::NAME
    }

    fn summary(&self) -> &'static str {
        portfolio::SUMMARY
    }

    fn decides(&self, _property: Property) -> bool {
        true
    }

    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        Vec::new()
    }

    fn run(&self, task: &Task, cx: &mut Context) -> Answers {
        let means = Means { threads: 2, stack_bytes: STACK, head_start: HEAD_START, is_short_of_memory: &|| false };
        portfolio::decide(task, ROSTER, &Later, cx, &means)
    }
}
