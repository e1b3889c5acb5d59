//! The head of a race: both source lines, the locks that each thread holds, where the threads were created, and what guards the
//! other accesses.

use raddle_analysis::shared_location::LocationAccess;
use raddle_program::source::Span;
use raddle_program::syntax::LockChange;
use raddle_program::trace::{Event, MemoryLocation, ObjectName, TraceStep};
use std::collections::BTreeSet;

use super::super::history::is_same;
use super::super::names;
use super::super::race::racing_steps;
use super::excerpt::{Label, excerpt};
use super::{Explained, note, spelled_in_source};
use crate::escape::escape;

/// One of the two accesses.
struct Access<'t> {
    step: &'t TraceStep,
    /// What is accessed.
    object: String,
    /// `reads`, `writes`, `frees`, `reads, then writes`.
    verb: &'static str,
    held: &'t [MemoryLocation],
}

fn accesses<'t>(explained: &'t Explained<'t>) -> Option<[Access<'t>; 2]> {
    let [first, second] = racing_steps(explained.trace)?;
    let access = |index: usize| {
        let step = &explained.trace.steps[index];
        let (verb, object) = match &step.event {
            Event::Read { location, .. } | Event::Write { location, .. } if is_update(explained, step.span) => {
                ("reads, then writes", names::location(location))
            }
            Event::Read { location, .. } => ("reads", names::location(location)),
            Event::Write { location, .. } => ("writes", names::location(location)),
            Event::Free { object } => ("frees", explained.threads.object(object)),
            _ => return None,
        };
        let object = if is_hidden(step) { object.replace('_', " ") } else { object };
        Some(Access { step, object, verb, held: &explained.history.effects[index].held })
    };
    Some([access(first)?, access(second)?])
}

/// Whether a step accesses data that functions of the library share (`crates/cfront/src/check/hidden_data.rs`).
fn is_hidden(step: &TraceStep) -> bool {
    step.function.starts_with("__raddle_hidden_")
}

/// Whether the accessed expression is the operand of `++`, `--` or of an assignment with an operator.
fn is_update(explained: &Explained<'_>, span: Span) -> bool {
    let Some(file) = explained.source.files().get(span.file) else { return false };
    let text = file.text();
    let behind = text.get(span.end as usize..).unwrap_or("").trim_start();
    let before = text.get(..span.start as usize).unwrap_or("").trim_end();
    let operators = ["++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="];
    operators.iter().any(|operator| behind.starts_with(operator)) || before.ends_with("++") || before.ends_with("--")
}

/// `data race on x`, with the expression of the source where both accesses use the same one.
pub(super) fn title(explained: &Explained<'_>) -> Option<String> {
    let [first, second] = accesses(explained)?;
    let spelled = |access: &Access<'_>| spelled_in_source(explained.source, access.step.span).map(str::to_owned);
    let object = if first.object.len() <= second.object.len() { &first.object } else { &second.object };
    Some(match spelled(&first).filter(|text| object.contains(['@', ':']) && Some(text) == spelled(&second).as_ref()) {
        Some(text) => format!("data race on {} ({object})", escape(&text)),
        None => format!("data race on {object}"),
    })
}

/// The source lines of both accesses, and the remarks below them.
pub(super) fn head(explained: &Explained<'_>) -> Option<Vec<String>> {
    let [first, second] = accesses(explained)?;
    let label = |access: &Access<'_>, other: &Access<'_>, is_second: bool| {
        let thread = explained.threads.long(access.step.thread);
        let object = if access.object == other.object { String::new() } else { format!(" {}", access.object) };
        let held = match access.held {
            [] => "no lock held".to_owned(),
            held => {
                let name = |lock: &MemoryLocation| {
                    let of = if is_own(lock, access.step) { " of its own" } else { "" };
                    format!("{}{of}", names::location(lock))
                };
                format!("holds {}", held.iter().map(name).collect::<Vec<_>>().join(", "))
            }
        };
        let same_time = if is_second { " at the same time" } else { "" };
        Label {
            span: explained.span_of(access.step),
            text: format!("{thread} {}{object}{same_time}, {held}", access.verb),
        }
    };
    let are_alike = (first.step.span, first.verb) == (second.step.span, second.verb)
        && first.object == second.object
        && first.held.is_empty()
        && second.held.is_empty();
    let both = |verb: &str| match verb {
        "reads, then writes" => "both read, then write",
        "writes" => "both write",
        _ => "both free",
    };
    let long = |access: &Access<'_>| explained.threads.long(access.step.thread);
    let mut lines = match are_alike {
        true => {
            let text = format!("{} and {} {}, no lock held", long(&first), long(&second), both(first.verb));
            excerpt(explained, &[Label { span: explained.span_of(first.step), text }])
        }
        false => excerpt(explained, &[label(&first, &second, false), label(&second, &first, true)]),
    };
    let mut remarks = Vec::new();
    remarks.extend(paths(explained, &first, &second));
    remarks.extend(creations(explained, &first, &second));
    let (other, help) = remaining(explained, &first, &second);
    remarks.extend(other);
    remarks.push(help);
    lines.extend(remarks.iter().flat_map(|remark| note(remark, explained.style)));
    Some(lines)
}

/// Whether a lock lies in memory of the thread that takes a step.
fn is_own(lock: &MemoryLocation, step: &TraceStep) -> bool {
    matches!(lock.object, ObjectName::Local(thread, ..) | ObjectName::ThreadLocal(thread, ..) if thread == step.thread)
}

/// The calls that led to the accesses, where they stand in functions that threads call.
fn paths(explained: &Explained<'_>, first: &Access<'_>, second: &Access<'_>) -> Option<String> {
    let path = |access: &Access<'_>| {
        let step = access.step;
        // What the library does is done by the function that calls it.
        let mut callers = step.callers.iter();
        let function = match super::is_library(&step.place.file) {
            true => &callers.find(|caller| !super::is_library(&caller.place.file))?.function,
            false => &step.function,
        };
        let caller = callers.next().filter(|caller| !super::is_library(&caller.place.file))?;
        let line = explained.place(&caller.place);
        Some(format!("{} (called by {} in line {line})", escape(function), escape(&caller.function)))
    };
    let short = |access: &Access<'_>| explained.threads.short(access.step.thread);
    match (path(first), path(second)) {
        (Some(one), Some(other)) if one == other => Some(format!("both threads are in {one}")),
        (Some(one), Some(other)) => Some(format!("{} is in {one}, {} in {other}", short(first), short(second))),
        (Some(one), None) => Some(format!("{} is in {one}", short(first))),
        (None, Some(other)) => Some(format!("{} is in {other}", short(second))),
        (None, None) => None,
    }
}

/// Where the threads were created.
fn creations(explained: &Explained<'_>, first: &Access<'_>, second: &Access<'_>) -> Option<String> {
    let created = |thread: u32| {
        explained.trace.steps.iter().find_map(|step| match &step.event {
            Event::Spawn { child, .. } if *child == thread => {
                Some((explained.threads.call(thread), explained.place(&step.place), step.place.clone()))
            }
            _ => None,
        })
    };
    let said = |at: &str| if at.contains(':') { at.to_owned() } else { format!("line {at}") };
    match (created(first.step.thread), created(second.step.thread)) {
        (Some((one, at, place)), Some((other, _, same))) if (&place.file, place.line) == (&same.file, same.line) => {
            Some(format!("{one} and {other} are created in {}", said(&at)))
        }
        (Some((one, at, _)), Some((other, there, _))) => {
            Some(format!("{one} is created in {}, {other} in {}", said(&at), said(&there)))
        }
        (Some((one, at, _)), None) | (None, Some((one, at, _))) => Some(format!("{one} is created in {}", said(&at))),
        (None, None) => None,
    }
}

/// Where a thread releases the common lock without holding it, so that two threads have it.
fn foreign_release(explained: &Explained<'_>, first: &Access<'_>, second: &Access<'_>) -> Option<String> {
    let is_common = |lock: &MemoryLocation| [first, second].iter().all(|it| it.held.iter().any(|it| is_same(it, lock)));
    explained.trace.steps.iter().zip(&explained.history.effects).find_map(|(step, before)| match &step.event {
        Event::Synchronize { operation, object, outcome: 0 }
            if operation.lock_change() == Some(LockChange::Releases)
                && is_common(object)
                && !before.held.iter().any(|held| is_same(held, object)) =>
        {
            let (thread, lock) = (explained.threads.short(step.thread), names::location(object));
            let place = explained.place(&step.place);
            let line = if place.contains(':') { place } else { format!("line {place}") };
            Some(format!("{thread} unlocks {} in {line} without holding it: lock it there first", escape(&lock)))
        }
        _ => None,
    })
}

/// What guards the other accesses to the location, and what to do.
fn remaining(explained: &Explained<'_>, first: &Access<'_>, second: &Access<'_>) -> (Option<String>, String) {
    let has_common = first.held.iter().any(|lock| second.held.iter().any(|other| is_same(lock, other)));
    let object = &first.object;
    if has_common {
        let shared = || "the common lock is shared by both: one of them holds it for reading only".to_owned();
        return (None, format!("help: {}", foreign_release(explained, first, second).unwrap_or_else(shared)));
    }
    let known = explained.raced.map_or(&[][..], |raced| &raced.accesses);
    let is_other = |access: &&LocationAccess| ![&first.step.place, &second.step.place].contains(&&access.place);
    let rest: Vec<&LocationAccess> = known.iter().filter(is_other).collect();
    let common = |accesses: &[&LocationAccess]| -> BTreeSet<String> {
        let locks = |access: &&LocationAccess| access.locks.iter().cloned().collect::<BTreeSet<String>>();
        let mut all = accesses.iter().map(locks);
        let first = all.next().unwrap_or_default();
        all.fold(first, |one, other| one.intersection(&other).cloned().collect())
    };
    let guard = common(&rest).into_iter().next().map(|lock| escape(&lock));
    let count = rest.len();
    let remark = match (&guard, count) {
        (_, 0) => None,
        (Some(guard), 1) => Some(format!("the other access to it holds {guard}")),
        (Some(guard), _) => Some(format!("the other {count} accesses to it hold {guard}")),
        (None, _) => {
            let mut places: Vec<String> = Vec::new();
            for place in rest.iter().map(|access| explained.place(&access.place)) {
                if !places.contains(&place) {
                    places.push(place);
                }
            }
            let more = if places.len() > 3 { ", ..." } else { "" };
            places.truncate(3);
            let held = rest.iter().filter(|access| !access.locks.is_empty()).count();
            let locks = match held {
                0 if count == 1 => "holds no lock".to_owned(),
                0 => "hold no lock".to_owned(),
                1 if count == 1 => escape(&format!("holds {}", rest[0].locks.join(", "))),
                held => format!("have no lock in common ({held} hold one)"),
            };
            Some(match count {
                1 => format!("the other access ({}) {locks}", lines_of(&places)),
                _ => format!("the other {count} accesses ({}{more}) {locks}", lines_of(&places)),
            })
        }
    };
    let held = first.held.first().or_else(|| second.held.first()).map(names::location);
    let both = first.held.first().zip(second.held.first()).filter(|(one, other)| !is_same(one, other));
    let is_in_handler =
        |access: &Access<'_>| access.step.callers.iter().any(|it| it.function.starts_with("__raddle_signals_come"));
    let help = match guard.or(held) {
        _ if is_in_handler(first) || is_in_handler(second) => match first.step.thread == second.step.thread {
            true => format!("help: make {object} a lock-free atomic, or volatile sig_atomic_t"),
            false => format!("help: make {object} a lock-free atomic, or block the signal in all threads but one"),
        },
        Some(lock) if both.is_some_and(|(one, other)| is_own(one, first.step) && is_own(other, second.step)) => {
            format!("help: each thread locks {lock} of its own; let all threads lock the same one")
        }
        Some(_) if both.is_some() => "help: hold the same lock at both accesses".to_owned(),
        Some(lock) => {
            let unguarded = if first.held.is_empty() { &first.step.place } else { &second.step.place };
            format!("help: hold {lock} also in line {}", explained.place(unguarded))
        }
        None if [first.verb, second.verb].contains(&"frees") => {
            "help: free it only when no other thread can use it any more".to_owned()
        }
        None if is_hidden(first.step) => {
            format!(
                "help: hold one lock at all calls that use the {object}, or call a function that has no such data (often NAME_r)"
            )
        }
        None => format!("help: guard all accesses to {object} by one lock, or make it atomic"),
    };
    (remark, help)
}

fn lines_of(places: &[String]) -> String {
    let word = if places.len() == 1 { "line" } else { "lines" };
    format!("{word} {}", places.join(", "))
}
