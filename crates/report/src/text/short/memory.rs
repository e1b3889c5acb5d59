//! Violations of allocated memory: where it was allocated and freed, and by which thread; for memory that is never freed, what pointed to
//! it.
//!
//! A trace does not list the access that violates memory. Its object is derived from the last address that the thread has read; if there is
//! none, from the last free.

use raddle_program::property::ViolationKind;
use raddle_program::trace::{Event, MemoryLocation, ObjectName, Trace, TraceStep, TraceValue};
use std::collections::BTreeSet;

use super::super::names;
use super::{Explained, note};
use crate::escape::escape;

/// What became of an object.
pub(super) struct Life<'t> {
    pub object: &'t ObjectName,
    /// The steps that allocate and free it.
    pub allocated: Option<usize>,
    pub freed: Option<usize>,
    /// Of memory that is never freed: the write over the last pointer to it that the trace lists.
    pub lost: Option<(usize, &'t MemoryLocation)>,
}

/// The object of a violation, if it is an allocation that the trace lists.
pub(super) fn life(trace: &Trace) -> Option<Life<'_>> {
    let steps = &trace.steps;
    let freed = |object: &ObjectName| {
        steps.iter().rposition(|step| matches!(&step.event, Event::Free { object: it } if it == object))
    };
    let allocated = |object: &ObjectName| {
        steps.iter().rposition(|step| matches!(&step.event, Event::Allocate { object: it, .. } if it == object))
    };
    let object = match trace.violation.kind {
        ViolationKind::UseAfterFree | ViolationKind::DoubleFree | ViolationKind::InvalidFree => {
            let read = addresses_read(trace).find(|object| freed(object).is_some());
            let last = || {
                steps.iter().rev().find_map(|step| match &step.event {
                    Event::Free { object } => Some(object),
                    _ => None,
                })
            };
            read.or_else(last)?
        }
        ViolationKind::OutOfBounds => addresses_read(trace).next().filter(|object| allocated(object).is_some())?,
        ViolationKind::Leak => {
            let is_kept = |object: &&ObjectName| freed(object).is_none();
            // The message names the place of the allocation.
            let fits = |step: &&TraceStep| trace.violation.message.contains(&format!("allocated at {},", step.place));
            let mut kept = steps.iter().filter(fits).filter_map(|step| match &step.event {
                Event::Allocate { object, .. } => Some(object),
                _ => None,
            });
            kept.rfind(is_kept)?
        }
        _ => return None,
    };
    let (allocated, freed) = (allocated(object), freed(object));
    let lost = allocated.filter(|_| freed.is_none()).and_then(|start| last_pointer(trace, object, start));
    Some(Life { object, allocated, freed, lost })
}

/// The allocations whose addresses the violating thread has read, the last one first.
fn addresses_read(trace: &Trace) -> impl Iterator<Item = &ObjectName> {
    let own = trace.steps.iter().rev().filter(|step| step.thread == trace.violation.thread);
    own.filter_map(|step| match &step.event {
        Event::Read { value: TraceValue::Pointer(object @ ObjectName::Heap(..), _), .. } => Some(object),
        _ => None,
    })
}

/// The write that leaves no listed memory with an address in an object.
fn last_pointer<'t>(trace: &'t Trace, object: &ObjectName, start: usize) -> Option<(usize, &'t MemoryLocation)> {
    let mut holders: BTreeSet<(&ObjectName, u64)> = BTreeSet::new();
    let mut lost = None;
    for (index, step) in trace.steps.iter().enumerate().skip(start) {
        let Event::Write { location, value, .. } = &step.event else { continue };
        let at = (&location.object, location.offset);
        if matches!(value, TraceValue::Pointer(it, _) if it == object) {
            holders.insert(at);
            lost = None;
        } else if holders.remove(&at) && holders.is_empty() {
            lost = Some((index, location));
        }
    }
    lost
}

/// Where the object comes from and where it has gone.
pub(super) fn head(explained: &Explained<'_>) -> Vec<String> {
    let trace = explained.trace;
    let Some(life) = life(trace) else { return Vec::new() };
    let mut parts = Vec::new();
    let by = |what: &str, index: usize| {
        let step = &trace.steps[index];
        format!("{what} by {}", by_thread(explained, step))
    };
    parts.extend(life.allocated.map(|index| by("allocated", index)));
    parts.extend(life.freed.map(|index| by("freed", index)));
    if parts.is_empty() {
        return Vec::new();
    }
    let mut lines =
        note(&format!("{} is {}", explained.threads.object(life.object), parts.join(", ")), explained.style);
    if let Some((index, location)) = life.lost {
        let text = format!(
            "{}, the last pointer to it in memory, is overwritten by {} (step {})",
            names::location(location),
            by_thread(explained, &trace.steps[index]),
            index + 1
        );
        lines.extend(note(&text, explained.style));
    }
    lines
}

/// The thread of a step, and where: `main in line 13 (in drop, called in line 22)`.
fn by_thread(explained: &Explained<'_>, step: &TraceStep) -> String {
    let line = |place| {
        let text = explained.place(place);
        if text.contains(':') { format!("at {text}") } else { format!("in line {text}") }
    };
    let place = explained.place_of(step);
    let thread = explained.threads.long(step.thread);
    let text = format!("{thread} {}", line(place));
    let outer = step.callers.iter().find(|caller| caller.place != *place && caller.place.line > 0);
    match outer.filter(|caller| caller.function.as_ref() != raddle_program::trace::START) {
        Some(caller) if step.place == *place => {
            format!("{text} ({}, called {})", escape(&step.function), line(&caller.place))
        }
        _ => text,
    }
}
