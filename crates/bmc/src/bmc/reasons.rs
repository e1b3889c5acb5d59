//! Reasons why the absence of a violation is no proof: a bound, a limit, or a construct that the engine does not
//! support.

use raddle_program::source::Span;

use crate::unwind::Bounds;
use crate::unwind::event::{Cause, Cut};
use raddle_verify::task::Task;
use raddle_verify::verdict::Reason;

/// The reason if no misuse of a lock was found, but the absence is no proof.
pub(super) fn unclear_misuse() -> Reason {
    Reason::GaveUp {
        why: "a condition variable is used with several mutexes, or initialized or destroyed while others may wait for it, or the \
              bytes of a lock that no call initialized are not known: whether that is a misuse is not followed by this engine"
            .into(),
        advice: "use another engine with --engine".into(),
    }
}

/// The reason if no race was found, but the absence is no proof.
pub(super) fn hidden_order() -> Reason {
    Reason::GaveUp {
        why: "a thread may learn of another without being ordered behind it (a failing attempt, a timed lock, the value of \
              a semaphore, a weaker memory order, a misuse), which hides races from this engine"
            .into(),
        advice: "use another engine with --engine".into(),
    }
}

/// The reason for a cut of the unwinding.
pub(super) fn reason(task: &Task, cut: &Cut) -> Reason {
    let place = (cut.span != Span::NOWHERE).then(|| task.program.source.place(cut.span));
    match &cut.cause {
        Cause::Loop { bound, .. } => Reason::BoundReached {
            bound: format!("the bound of {bound} iterations of a loop"),
            place,
            advice: "give more time with --timeout or a greater bound with --unwind, bound the loop, or use another engine with --engine".into(),
        },
        Cause::Depth { bound, procedure, .. } => Reason::BoundReached {
            bound: format!("the bound of {bound} calls of {} inside itself", task.program.procedures[*procedure].name),
            place,
            advice: "give more time with --timeout or a greater bound with --unwind, bound the recursion, or use another engine with --engine".into(),
        },
        Cause::Allocation { bound, .. } => Reason::BoundReached {
            bound: format!("the bound of {bound} bytes of an allocation of unknown size"),
            place,
            advice: "give more time with --timeout or a greater bound with --unwind, bound the size, or use another engine with --engine".into(),
        },
        Cause::Length { bound } => Reason::BoundReached {
            bound: format!("the bound of {bound} steps of the unwound program"),
            place,
            advice: "make the program smaller, or use another engine with --engine".into(),
        },
        Cause::Threads { bound } => Reason::BoundReached {
            bound: format!("the bound of {bound} threads"),
            place,
            advice: "start fewer threads, or use another engine with --engine".into(),
        },
        Cause::Unsupported(what) => {
            Reason::Unsupported { what: what.to_string(), place: task.program.source.place(cut.span) }
        }
    }
}

/// The reason why a run stopped, with the bounds that it had reached.
pub(super) fn stopped(by: Option<Reason>, open: Option<Reason>, bounds: Bounds) -> Reason {
    match (by, open) {
        (Some(by), None) => {
            let free = bounds.free;
            let reached = format!("the first round, with loops unwound {free} times, had not ended");
            Reason::Stopped { by: Box::new(by), reached }
        }
        (Some(by), Some(open)) => {
            let by = Box::new(by);
            Reason::Stopped { by, reached: format!("no violation was found up to there: {open}") }
        }
        (None, open) => open.unwrap_or(Reason::Internal { message: "the solver gave up without being told to".into() }),
    }
}

/// The reason why no greater bound was tried, with the bounds that were reached.
pub(super) fn too_large(limit: u64, open: Option<Reason>, bounds: Bounds) -> Reason {
    let asked = format!("the formula of loops unwound {} times would need more", bounds.free);
    let reached = match open {
        None => asked,
        Some(open) => format!("{asked}; no violation was found up to there: {open}"),
    };
    Reason::Stopped { by: Box::new(Reason::Memory { limit }), reached }
}
