//! When `auto` starts the engine: where loops are open, so that what is unwound or explored may have no end, and threads are created
//! finitely often. Where they are not, it knows a bound only.

use raddle_analysis::open_loops::OpenLoops;

use raddle_verify::engine::{Search, Trigger};
use raddle_verify::task::Task;

/// The trigger condition of `sequential`.
pub fn trigger(task: &Task) -> Option<Trigger> {
    let program = &task.program;
    match program.open_loops() {
        OpenLoops { open_loop: Some(span), creation: None, .. } => Some(Trigger {
            why: format!(
                "the loop at {} has no end that shows, and creations of threads have one",
                program.source.place(span)
            ),
            search: Search::MayNotEnd,
        }),
        OpenLoops { .. } => None,
    }
}
