//! When `auto` starts the engine: where loops or creations of threads are open, so that what is unwound or explored may have no
//! end, or threads are created in a loop, each of which a search follows by itself; and, when the searches have had their time, where
//! there is any loop: an invariant is found as soon for a thousand rounds as for ten. What has no loop is decided without it, as a rule
//! sooner.

use raddle_analysis::open_loops::OpenLoops;
use raddle_program::source::{SourcePlace, Span};

use raddle_verify::engine::{Search, Trigger};
use raddle_verify::task::Task;

/// The trigger condition of `compositional`.
pub fn trigger(task: &Task) -> Option<Trigger> {
    let program = &task.program;
    let OpenLoops { open_loop, closed_loop, creation, counted_creation } = program.open_loops();
    let trigger = |span: Option<Span>, search, why: fn(SourcePlace) -> String| {
        span.map(|span| Trigger { why: why(program.source.place(span)), search })
    };
    trigger(creation, Search::ProvesNothing, |at| format!("threads are created at {at} without an end that shows"))
        .or(trigger(open_loop, Search::MayNotEnd, |at| format!("the loop at {at} has no end that shows")))
        .or(trigger(counted_creation, Search::MayNotEnd, |at| format!("threads are created in a loop at {at}")))
        .or(trigger(closed_loop, Search::Ends, |at| format!("the loop at {at} may have many rounds")))
}
