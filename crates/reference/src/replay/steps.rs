//! Steps of traces: whether two are the same, and what one says.

use raddle_program::trace::{Event, MemoryLocation, TraceStep, TraceValue};

/// Whether two steps are the same: what is there for people is not compared.
pub(crate) fn agree(theirs: &TraceStep, mine: &TraceStep) -> bool {
    let same_range =
        |a: &MemoryLocation, b: &MemoryLocation| a.object == b.object && a.offset == b.offset && a.size == b.size;
    let same_value =
        |a: &TraceValue, b: &TraceValue| a == b || matches!(a, TraceValue::Opaque) || matches!(b, TraceValue::Opaque);
    let same_event = match (&theirs.event, &mine.event) {
        (Event::Read { location: a, value: x, is_atomic: p }, Event::Read { location: b, value: y, is_atomic: q })
        | (
            Event::Write { location: a, value: x, is_atomic: p },
            Event::Write { location: b, value: y, is_atomic: q },
        ) => same_range(a, b) && same_value(x, y) && p == q,
        (
            Event::Synchronize { operation: a, object: x, outcome: p },
            Event::Synchronize { operation: b, object: y, outcome: q },
        ) => a == b && x.object == y.object && x.offset == y.offset && p == q,
        (a, b) => a == b,
    };
    theirs.thread == mine.thread
        && same_event
        && theirs.span.file == mine.span.file
        && theirs.span.start == mine.span.start
}

/// A step in words.
pub(super) fn describe(step: &TraceStep) -> String {
    let thread = step.thread;
    let place = &step.place;
    let location = |location: &MemoryLocation| {
        format!("`{}` ({} bytes at {} of {})", location.text, location.size, location.offset, location.object)
    };
    let what = match &step.event {
        Event::Read { location: at, value, .. } => format!("reads {value} from {}", location(at)),
        Event::Write { location: at, value, .. } => format!("writes {value} to {}", location(at)),
        Event::Choice { kind, value } => format!("chooses {value} ({kind:?})"),
        Event::Synchronize { operation, object, outcome } => {
            format!("does {operation:?} on {} with outcome {outcome}", location(object))
        }
        Event::Spawn { child, start } => format!("creates thread {child} that runs `{start}`"),
        Event::Join { child: Some(child), outcome } => format!("joins thread {child} with outcome {outcome}"),
        Event::Join { child: None, outcome } => format!("joins no thread, with outcome {outcome}"),
        Event::Destructor { key } => format!("calls the destructor of key {key}"),
        Event::Exit => "ends".to_string(),
        Event::AtomicBegin => "enters an atomic section".to_string(),
        Event::AtomicEnd => "leaves an atomic section".to_string(),
        Event::Allocate { object, size } => format!("allocates {size} bytes as {object}"),
        Event::Free { object } => format!("frees {object}"),
    };
    format!("thread {thread} {what} at {place}")
}
