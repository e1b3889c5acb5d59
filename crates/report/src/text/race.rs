//! The two accesses of a race: their locations, the calls that led there, and the held locks.

use raddle_program::property::Property;
use raddle_program::source::{SourcePlace, Span};
use raddle_program::trace::{Caller, Event, MemoryLocation, ObjectName, START, Trace, TraceStep};
use serde::Serialize;
use std::sync::Arc;

use super::history::{History, is_same};
use super::names::{self, ThreadNames};
use crate::escape::escape;

/// An access as one of a racing pair.
struct Access<'t> {
    /// The index of the step.
    step: usize,
    thread: u32,
    /// The object, and the bytes of it; `None` for all of them.
    bytes: (&'t ObjectName, Option<(u64, u64)>),
    writes: bool,
    object: String,
    place: String,
    span: Span,
    held: Vec<MemoryLocation>,
}

impl Access<'_> {
    fn conflicts_with(&self, other: &Access<'_>) -> bool {
        let overlap = match (self.bytes.1, other.bytes.1) {
            (Some((offset, size)), Some((other_offset, other_size))) => {
                let end = |offset: u64, size: u64| offset.saturating_add(size);
                offset < end(other_offset, other_size) && other_offset < end(offset, size)
            }
            (None, _) | (_, None) => true,
        };
        self.thread != other.thread && self.bytes.0 == other.bytes.0 && overlap && (self.writes || other.writes)
    }
}

/// The function that a thread is in, and the calls that led there; nothing if it is the thread's first function.
fn path(step: &TraceStep) -> String {
    let call = |caller: &Caller| escape(&format!("called by {} at {}", caller.function, caller.place));
    // The call of `main` is in no source.
    let calls: Vec<String> = step.callers.iter().filter(|caller| &*caller.function != START).map(call).collect();
    if calls.is_empty() {
        return String::new();
    }
    format!(" in {}, {}", escape(&step.function), calls.join(", "))
}

/// The two accesses of a race, the first one first.
fn racing<'t>(trace: &'t Trace, history: &History, threads: &ThreadNames) -> Option<(Access<'t>, Access<'t>)> {
    let steps = trace.steps.iter().zip(&history.effects).enumerate().rev();
    let mut accesses = steps.filter_map(|(index, (step, effect))| {
        let range = |location: &'t MemoryLocation| (&location.object, Some((location.offset, location.size)));
        let (writes, object, bytes) = match &step.event {
            Event::Read { location, .. } => (false, names::location(location), range(location)),
            Event::Write { location, .. } => (true, names::location(location), range(location)),
            Event::Free { object } => (true, threads.object(object), (object, None)),
            Event::Choice { .. }
            | Event::Synchronize { .. }
            | Event::Spawn { .. }
            | Event::Join { .. }
            | Event::Destructor { .. }
            | Event::Exit
            | Event::AtomicBegin
            | Event::AtomicEnd
            | Event::Allocate { .. } => return None,
        };
        let place = format!("{}{}", escape(&step.place.to_string()), path(step));
        Some(Access {
            step: index,
            thread: step.thread,
            bytes,
            writes,
            object,
            place,
            span: step.span,
            held: effect.held.clone(),
        })
    });
    let second = accesses.next()?;
    // Between the two may be what else the first one's operation accesses, or a section of its thread.
    let first = accesses.find(|first| first.conflicts_with(&second))?;
    Some((first, second))
}

/// The indices of the steps that race, if the trace is one of a race.
pub fn racing_steps(trace: &Trace) -> Option<[usize; 2]> {
    if trace.property != Property::DataRace {
        return None;
    }
    let (first, second) = racing(trace, &History::of(trace), &ThreadNames::of(trace))?;
    Some([first.step, second.step])
}

/// One of the two accesses of a race, for machines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RacingAccess {
    /// The thread: 0 is main; the other threads are numbered in the order of their creation.
    pub thread: u32,
    /// The function that the thread runs.
    pub runs: String,
    /// What is accessed, as the source names it.
    pub location: String,
    /// Whether it is a store.
    pub is_write: bool,
    /// The source location.
    pub place: SourcePlace,
    /// The function of the source location.
    pub function: Arc<str>,
    /// The calls that led there, the innermost first.
    pub callers: Vec<Caller>,
    /// The locks that the thread holds.
    pub locks: Vec<String>,
}

/// The two accesses of a race with their locks and the calls that led to them, the first one first.
pub fn racing_accesses(trace: &Trace) -> Option<[RacingAccess; 2]> {
    if trace.property != Property::DataRace {
        return None;
    }
    let threads = ThreadNames::of(trace);
    let (first, second) = racing(trace, &History::of(trace), &ThreadNames::of(trace))?;
    let said = |access: Access<'_>| {
        let step = &trace.steps[access.step];
        RacingAccess {
            thread: access.thread,
            runs: threads.start(access.thread).to_owned(),
            location: access.object,
            is_write: access.writes,
            place: step.place.clone(),
            function: step.function.clone(),
            callers: step.callers.clone(),
            locks: access.held.iter().map(names::location).collect(),
        }
    };
    Some([said(first), said(second)])
}

/// The source locations of the two accesses of a race.
pub fn racing_places(trace: &Trace) -> Option<[Span; 2]> {
    let (first, second) = racing(trace, &History::of(trace), &ThreadNames::of(trace))?;
    Some([first.span, second.span])
}

/// The sentence about a race.
pub(super) fn race(trace: &Trace, history: &History, threads: &ThreadNames) -> Option<String> {
    let (first, second) = racing(trace, history, threads)?;
    let (one, other) = (threads.short(first.thread), threads.short(second.thread));
    let what = match (first.writes, second.writes) {
        (true, true) => format!("{one} and {other} both write {}", first.object),
        (false, false) => return None,
        (one_writes, _) if first.object == second.object => {
            let (writer, reader) = if one_writes { (&one, &other) } else { (&other, &one) };
            format!("{writer} writes {} and {reader} reads it", first.object)
        }
        (one_writes, _) => {
            let verb = |writes: bool| if writes { "writes" } else { "reads" };
            let (first_verb, second_verb) = (verb(one_writes), verb(!one_writes));
            format!("{one} {first_verb} {} and {other} {second_verb} {}", first.object, second.object)
        }
    };
    let has_common = first.held.iter().any(|lock| second.held.iter().any(|other| is_same(lock, other)));
    let why = if has_common { "and nothing orders the two" } else { "without a common lock" };
    let locks = |access: &Access| match access.held.as_slice() {
        [] => "holding none".to_owned(),
        held => format!("holding {}", held.iter().map(names::location).collect::<Vec<_>>().join(" and ")),
    };
    Some(format!(
        "{what} {why}: {one} at {}, {}; {other} at {}, {}",
        first.place,
        locks(&first),
        second.place,
        locks(&second)
    ))
}
