//! The sentence on top of a trace: what goes wrong, in words that need no knowledge of the tool.

use raddle_program::property::{Property, ViolationKind};
use raddle_program::source::{SourceMap, Span};
use raddle_program::trace::{Caller, Event, MemoryLocation, ObjectName, Trace, TraceStep};

use super::history::{History, is_same};
use super::names::{self, ThreadNames};
use crate::escape::escape;

/// What goes wrong, without a full stop.
pub fn sentence(trace: &Trace, source: &SourceMap) -> String {
    let threads = ThreadNames::of(trace);
    let history = History::of(trace);
    let who = threads.long(trace.violation.thread);
    let place = escape(&source.place(trace.violation.span).to_string());
    let message = escape(&trace.violation.message);
    match &trace.violation.kind {
        ViolationKind::DataRace => {
            race(trace, &history, &threads).unwrap_or_else(|| format!("data race in {who} at {place}: {message}"))
        }
        ViolationKind::Deadlock => deadlock(trace, &threads, &message),
        ViolationKind::NonTermination => format!("{who} does not end: {message}, at {place}"),
        ViolationKind::Assertion(_) => format!("{}, in {who} at {place}", outline(trace)),
        ViolationKind::OutOfBounds
        | ViolationKind::NullDereference
        | ViolationKind::UseAfterFree
        | ViolationKind::UseAfterScope
        | ViolationKind::ReadOnly
        | ViolationKind::DoubleFree
        | ViolationKind::InvalidFree
        | ViolationKind::Leak
        | ViolationKind::SignedOverflow
        | ViolationKind::DivisionByZero
        | ViolationKind::ShiftOutOfRange
        | ViolationKind::Misuse(_) => format!("{message}, in {who} at {place}"),
    }
}

/// A deadlock; a local one is that of some threads only, the others have ended.
fn deadlock(trace: &Trace, threads: &ThreadNames, message: &str) -> String {
    let ended = trace.steps.iter().filter(|step| matches!(step.event, Event::Exit));
    let ended: Vec<String> = ended.map(|step| threads.short(step.thread).to_string()).collect();
    match ended.as_slice() {
        [] => format!("deadlock: {message}"),
        [one] => format!("local deadlock: {message}; {one} has ended"),
        [others @ .., last] => format!("local deadlock: {message}; {} and {last} have ended", others.join(", ")),
    }
}

/// The violation in a few words.
pub fn outline(trace: &Trace) -> String {
    let message = escape(&trace.violation.message);
    match &trace.violation.kind {
        ViolationKind::Deadlock => "deadlock".to_owned(),
        ViolationKind::DataRace => "data race".to_owned(),
        ViolationKind::Assertion(function) => match (&**function, message.as_str()) {
            ("assert" | "__assert_fail", "") => "an assertion fails".to_owned(),
            ("assert" | "__assert_fail", asserted) => format!("the assertion {asserted} fails"),
            (function, _) => format!("{} reports a failure", escape(function)),
        },
        ViolationKind::OutOfBounds
        | ViolationKind::NullDereference
        | ViolationKind::UseAfterFree
        | ViolationKind::UseAfterScope
        | ViolationKind::ReadOnly
        | ViolationKind::DoubleFree
        | ViolationKind::InvalidFree
        | ViolationKind::Leak
        | ViolationKind::SignedOverflow
        | ViolationKind::DivisionByZero
        | ViolationKind::ShiftOutOfRange
        | ViolationKind::Misuse(_)
        | ViolationKind::NonTermination => message,
    }
}

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
    if step.callers.is_empty() {
        return String::new();
    }
    let call = |caller: &Caller| escape(&format!("called by {} at {}", caller.function, caller.place));
    let calls: Vec<String> = step.callers.iter().map(call).collect();
    format!(" in {}, {}", escape(&step.function), calls.join(", "))
}

/// The two accesses of a race, the first one first.
fn racing<'t>(trace: &'t Trace, history: &History) -> Option<(Access<'t>, Access<'t>)> {
    let steps = trace.steps.iter().zip(&history.effects).enumerate().rev();
    let mut accesses = steps.filter_map(|(index, (step, effect))| {
        let range = |location: &'t MemoryLocation| (&location.object, Some((location.offset, location.size)));
        let (writes, object, bytes) = match &step.event {
            Event::Read { location, .. } => (false, names::location(location), range(location)),
            Event::Write { location, .. } => (true, names::location(location), range(location)),
            Event::Free { object } => (true, names::object(object), (object, None)),
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
    let (first, second) = racing(trace, &History::of(trace))?;
    Some([first.step, second.step])
}

/// Where the two accesses of a race stand.
pub fn racing_places(trace: &Trace) -> Option<[Span; 2]> {
    let (first, second) = racing(trace, &History::of(trace))?;
    Some([first.span, second.span])
}

fn race(trace: &Trace, history: &History, threads: &ThreadNames) -> Option<String> {
    let (first, second) = racing(trace, history)?;
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
