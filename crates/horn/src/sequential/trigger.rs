//! The trigger condition in `auto`: some loop has no known bound, so that unwinding or exploration may not terminate, and finitely many
//! threads are created. With unbounded thread creation the engine could only cover a bounded number of threads.

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
