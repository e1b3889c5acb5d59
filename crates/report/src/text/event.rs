//! One step in words: `counter: reads 1 written at step 4`, `m: lock`, `create T1 (worker)`.

use raddle_program::syntax::Synchronization;
use raddle_program::trace::{ChoiceKind, Event, TraceStep, TraceValue};

use super::history::StepEffect;
use super::names::{self, ThreadNames};
use crate::escape::escape;

/// What a step does.
pub fn describe(step: &TraceStep, effect: &StepEffect, threads: &ThreadNames) -> String {
    match &step.event {
        Event::Read { location, value, .. } => {
            let origin = match effect.written_at {
                Some(writer) => format!(" written at step {}", writer + 1),
                None => String::new(),
            };
            format!("{}: reads {}{origin}", names::location(location), names::value(value))
        }
        Event::Write { location, value, .. } => {
            format!("{}: writes {}", names::location(location), names::value(value))
        }
        Event::Choice { kind, value } => choice(*kind, value),
        Event::Synchronize { operation, object, outcome } => {
            synchronization(*operation, &names::location(object), *outcome, threads)
        }
        Event::Spawn { child, start } => format!("create {} ({})", threads.short(*child), escape(start)),
        Event::Join { child: Some(child), outcome: 0 } => format!("join {}", threads.short(*child)),
        Event::Join { child: Some(child), outcome } => format!("join {} returns {outcome}", threads.short(*child)),
        Event::Join { child: None, outcome } => format!("join of no thread returns {outcome}"),
        Event::Exit => "end".to_owned(),
        Event::AtomicBegin => "atomic {".to_owned(),
        Event::AtomicEnd => "} atomic".to_owned(),
        Event::Allocate { object, size } => format!("{}: allocate {size} bytes", names::object(object)),
        Event::Free { object } => format!("{}: free", names::object(object)),
    }
}

/// What a step makes of the memory or of a lock, if it changes anything that others can see: `counter = 1`.
pub fn change(step: &TraceStep, effect: &StepEffect, threads: &ThreadNames) -> Option<String> {
    match &step.event {
        Event::Write { location, value, .. } if effect.changes_value => {
            Some(format!("{} = {}", names::location(location), names::value(value)))
        }
        Event::Synchronize { operation, object, outcome: 0 } => match operation {
            Synchronization::MutexLock | Synchronization::MutexTryLock => {
                Some(format!("{} held by {}", names::location(object), threads.short(step.thread)))
            }
            Synchronization::MutexUnlock => Some(format!("{} free", names::location(object))),
            Synchronization::MutexInit
            | Synchronization::MutexDestroy
            | Synchronization::ConditionInit
            | Synchronization::ConditionDestroy
            | Synchronization::ConditionRelease
            | Synchronization::ConditionWake
            | Synchronization::ConditionSignal
            | Synchronization::ConditionBroadcast => None,
        },
        Event::Read { .. }
        | Event::Write { .. }
        | Event::Choice { .. }
        | Event::Synchronize { .. }
        | Event::Spawn { .. }
        | Event::Join { .. }
        | Event::Exit
        | Event::AtomicBegin
        | Event::AtomicEnd
        | Event::Allocate { .. }
        | Event::Free { .. } => None,
    }
}

fn choice(kind: ChoiceKind, value: &TraceValue) -> String {
    let value = names::value(value);
    match kind {
        ChoiceKind::Input => format!("input is {value}"),
        ChoiceKind::Indeterminate => format!("uninitialized value is {value}"),
        ChoiceKind::External => format!("external function gives {value}"),
        ChoiceKind::Undefined => format!("undefined result is {value}"),
    }
}

fn synchronization(operation: Synchronization, object: &str, outcome: i64, threads: &ThreadNames) -> String {
    let verb = match operation {
        Synchronization::MutexInit => "init",
        Synchronization::MutexDestroy => "destroy",
        Synchronization::MutexLock => "lock",
        Synchronization::MutexTryLock if outcome == 0 => "trylock succeeds",
        Synchronization::MutexTryLock => "trylock fails",
        Synchronization::MutexUnlock => "unlock",
        Synchronization::ConditionInit => "init",
        Synchronization::ConditionDestroy => "destroy",
        Synchronization::ConditionRelease => "wait releases its mutex",
        Synchronization::ConditionWake if outcome == 0 => return format!("{object}: woken"),
        Synchronization::ConditionWake => return format!("{object}: wakes without a signal"),
        Synchronization::ConditionSignal => {
            return match u32::try_from(outcome) {
                Ok(woken) => format!("{object}: signal wakes {}", threads.short(woken)),
                Err(_) => format!("{object}: signal wakes nobody"),
            };
        }
        Synchronization::ConditionBroadcast => "broadcast",
    };
    let failed = outcome != 0 && operation != Synchronization::MutexTryLock;
    if failed { format!("{object}: {verb} returns {outcome}") } else { format!("{object}: {verb}") }
}
