//! The trigger condition in `auto`. The engine starts early if a loop or a thread creation has no known bound, since unwinding and
//! exploration may not terminate, or if threads are created in a loop, since a search follows each of them. After the other engines have
//! had their time, it starts if there is any loop: an invariant does not depend on the number of iterations. Without a loop the other
//! engines are usually faster.

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
