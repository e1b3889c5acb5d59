//! One step as a phrase of which the thread is the subject: `reads x = 1`, `locks m`.

use raddle_program::syntax::Synchronization;
use raddle_program::trace::{ChoiceKind, Event, MemoryLocation, ObjectName, TraceStep};

use super::super::{event, names};
use super::{Explained, is_library, spelled_in_source};
use crate::escape::{escape, shorten};

/// What a step does.
pub(super) fn phrase(explained: &Explained<'_>, index: usize) -> String {
    let (step, threads) = (&explained.trace.steps[index], &explained.threads);
    match &step.event {
        Event::Read { location, value, .. } => {
            format!("reads {} = {}", spelled(explained, step, location), threads.value(value))
        }
        Event::Write { location, value, .. } => {
            format!("writes {} = {}", spelled(explained, step, location), threads.value(value))
        }
        Event::Choice { kind: ChoiceKind::Input, value } => {
            let call = explained.source.text(step.span);
            let is_short = !call.is_empty() && call.len() <= 40 && !call.contains('\n');
            match call.strip_prefix("__VERIFIER_nondet_").filter(|_| is_library(&step.place.file)) {
                Some(question) => {
                    let question = question.trim_end_matches("()").replace('_', " ");
                    format!("input: {} = {}", escape(&question), threads.value(value))
                }
                None if is_short => format!("{} gives {}", escape(call), threads.value(value)),
                None => format!("input is {}", threads.value(value)),
            }
        }
        Event::Synchronize { operation, object, outcome } => {
            let object = names::location(object);
            synchronization(*operation, &object, *outcome)
                .unwrap_or_else(|| shorten(&event::describe(step, &explained.history.effects[index], threads), 60))
        }
        Event::Spawn { child, start } => {
            format!("creates {} {}", threads.short(*child), threads.started(*child, start))
        }
        Event::Join { child: Some(child), outcome: 0 } => format!("joins {}", threads.short(*child)),
        Event::Exit => "ends".to_owned(),
        Event::AtomicBegin => "begins an atomic section".to_owned(),
        Event::AtomicEnd => "ends the atomic section".to_owned(),
        Event::Allocate { object, size } => format!("allocates {} ({size} bytes)", threads.object(object)),
        Event::Free { object } => format!("frees {}", threads.object(object)),
        Event::Choice { .. } | Event::Join { .. } | Event::Destructor { .. } => {
            event::describe(step, &explained.history.effects[index], threads)
        }
    }
}

/// What an access is to: of an allocation the expression of the source, where only one allocation can be meant.
fn spelled(explained: &Explained<'_>, step: &TraceStep, location: &MemoryLocation) -> String {
    let name = names::location(location);
    let text = spelled_in_source(explained.source, step.span).filter(|text| text.len() < name.len());
    let names = &explained.trace.names.addresses;
    let is_only = || {
        let own = names.iter().find(|known| known.object == location.object && known.offset == 0);
        own.is_some_and(|own| {
            let second = format!("{} #2", own.text.split(" #").next().unwrap_or(""));
            !names.iter().any(|known| known.text == second)
        })
    };
    match text.filter(|_| matches!(location.object, ObjectName::Heap(..)) && is_only()) {
        Some(text) => escape(text),
        None => name,
    }
}

/// The common calls of the thread library as verbs.
fn synchronization(operation: Synchronization, object: &str, outcome: i64) -> Option<String> {
    use Synchronization as S;
    let verb = match (operation, outcome) {
        (S::MutexLock | S::SpinLock | S::MutexTimedLock, 0) => "locks",
        (S::MutexTryLock | S::SpinTryLock, 0) => "locks (trylock)",
        (S::MutexTryLock | S::SpinTryLock, _) => "fails to lock",
        (S::MutexUnlock | S::SpinUnlock | S::ReadWriteUnlock, 0) => "unlocks",
        (S::ReadLock | S::ReadTimedLock | S::ReadTryLock, 0) => "locks for reading",
        (S::WriteLock | S::WriteTimedLock | S::WriteTryLock, 0) => "locks for writing",
        (S::ConditionRelease, 0) => "waits for a signal to",
        (S::ConditionWake | S::ConditionTimedWake, 0) => "is woken by a signal to",
        (S::ConditionBroadcast, 0) => "broadcasts",
        (S::SemaphorePost, 0) => "posts",
        (S::SemaphoreWait | S::SemaphoreTimedWait, 0) => "passes",
        (S::ConditionSignal, -1) => return Some(format!("signals {object}, no thread waits")),
        (S::ConditionSignal, woken) => return Some(format!("signals {object}, wakes T{woken}")),
        _ => return None,
    };
    Some(format!("{verb} {object}"))
}
