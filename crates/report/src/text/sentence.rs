//! The sentence at the top of a trace: the violation, in words that need no knowledge of the tool.

use raddle_program::property::ViolationKind;
use raddle_program::source::SourceMap;
use raddle_program::trace::{Event, Trace};

use super::history::History;
use super::names::ThreadNames;
use super::race::race;
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
        ViolationKind::NonTermination => endless(trace, &who, &place, &message),
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

/// A deadlock. In a local deadlock the threads that are not blocked have ended.
fn deadlock(trace: &Trace, threads: &ThreadNames, message: &str) -> String {
    let ended = trace.steps.iter().filter(|step| matches!(step.event, Event::Exit));
    let ended: Vec<String> = ended.map(|step| threads.short(step.thread).to_string()).collect();
    match ended.as_slice() {
        [] => format!("deadlock: {message}"),
        [one] => format!("local deadlock: {message}; {one} has ended"),
        [others @ .., last] => format!("local deadlock: {message}; {} and {last} have ended", others.join(", ")),
    }
}

/// A non-terminating execution: the steps that repeat, or the threads that wait.
fn endless(trace: &Trace, who: &str, place: &str, message: &str) -> String {
    let besides = if message.is_empty() { String::new() } else { format!("; {message}") };
    match trace.loop_start {
        None => format!("the execution does not end: {message}"),
        Some(start) if start >= trace.steps.len() => {
            format!("{who} runs for ever at {place}, without a step that others could see{besides}")
        }
        Some(start) if start + 1 == trace.steps.len() => {
            format!("{who} runs for ever at {place}: step {} repeats{besides}", start + 1)
        }
        Some(start) => {
            format!("{who} runs for ever at {place}: steps {} to {} repeat{besides}", start + 1, trace.steps.len())
        }
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
        | ViolationKind::Misuse(_) => message,
        ViolationKind::NonTermination if trace.loop_start.is_none() => "waits for ever".to_owned(),
        ViolationKind::NonTermination => "and so on for ever".to_owned(),
    }
}
