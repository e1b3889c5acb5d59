//! One step in words: `counter: reads 1 written at step 4`, `m: lock`, `create T1 (worker)`.

use raddle_program::syntax::{LockChange, Synchronization, SynchronizationFamily};
use raddle_program::trace::{ChoiceKind, Event, TraceStep, TraceValue};

use super::history::StepEffect;
use super::names::{self, ThreadNames};

/// What a step does.
pub fn describe(step: &TraceStep, effect: &StepEffect, threads: &ThreadNames) -> String {
    match &step.event {
        Event::Read { location, value, .. } => {
            let origin = match effect.written_at {
                Some(writer) => format!(" written at step {}", writer + 1),
                None => String::new(),
            };
            format!("{}: reads {}{origin}", names::location(location), threads.value(value))
        }
        Event::Write { location, value, .. } => {
            format!("{}: writes {}", names::location(location), threads.value(value))
        }
        Event::Choice { kind, value } => choice(*kind, value, threads),
        Event::Synchronize { operation, object, outcome } => {
            synchronization(*operation, &names::location(object), *outcome, threads)
        }
        Event::Spawn { child, start } => {
            format!("create {} ({})", threads.short(*child), threads.started(*child, start))
        }
        Event::Join { child: Some(child), outcome: 0 } => format!("join {}", threads.short(*child)),
        Event::Join { child: Some(child), outcome } => format!("join {} returns {outcome}", threads.short(*child)),
        Event::Join { child: None, outcome } => format!("join of no thread returns {outcome}"),
        Event::Destructor { key } => format!("key {key}: call its destructor"),
        Event::Exit => "end".to_owned(),
        Event::AtomicBegin => "atomic {".to_owned(),
        Event::AtomicEnd => "} atomic".to_owned(),
        Event::Allocate { object, size } => format!("{}: allocate {size} bytes", threads.object(object)),
        Event::Free { object } => format!("{}: free", threads.object(object)),
    }
}

/// The change of memory or of a lock by a step, if other threads can observe it: the name, and its new value or the holder of the lock.
pub fn change(step: &TraceStep, effect: &StepEffect, threads: &ThreadNames) -> Option<[String; 2]> {
    match &step.event {
        Event::Write { location, value, .. } if effect.changes_value => {
            Some([names::location(location), threads.value(value)])
        }
        Event::Synchronize { operation, object, outcome: 0 } => match (operation.lock_change(), operation.family()) {
            (Some(LockChange::Acquires), _) => {
                Some([names::location(object), format!("held by {}", threads.short(step.thread))])
            }
            // Other threads may still hold it for reading.
            (Some(LockChange::Releases), SynchronizationFamily::ReadWrite) => None,
            (Some(LockChange::Releases), _) => Some([names::location(object), "free".to_owned()]),
            (None, _) => None,
        },
        Event::Read { .. }
        | Event::Write { .. }
        | Event::Choice { .. }
        | Event::Synchronize { .. }
        | Event::Spawn { .. }
        | Event::Join { .. }
        | Event::Destructor { .. }
        | Event::Exit
        | Event::AtomicBegin
        | Event::AtomicEnd
        | Event::Allocate { .. }
        | Event::Free { .. } => None,
    }
}

fn choice(kind: ChoiceKind, value: &TraceValue, threads: &ThreadNames) -> String {
    let is_zero = *value == TraceValue::Integer(0);
    let value = threads.value(value);
    match kind {
        ChoiceKind::Input => format!("input is {value}"),
        ChoiceKind::Indeterminate => format!("uninitialized value is {value}"),
        ChoiceKind::External => format!("external function gives {value}"),
        ChoiceKind::Address if is_zero => "the two addresses differ".to_owned(),
        ChoiceKind::Address => "the two objects have the same address".to_owned(),
        ChoiceKind::Order if is_zero => "the second object lies in front of the first one in memory".to_owned(),
        ChoiceKind::Order => "the first object lies in front of the second one in memory".to_owned(),
        ChoiceKind::Undefined => format!("undefined result is {value}"),
    }
}

fn synchronization(operation: Synchronization, object: &str, outcome: i64, threads: &ThreadNames) -> String {
    use Synchronization as S;
    let succeeds = outcome == 0;
    let says = |text: &str| format!("{object}: {text}");
    let attempt = |verb: &str| says(&format!("{verb} {}", if succeeds { "succeeds" } else { "fails" }));
    let timed = |verb: &str| says(&if succeeds { verb.to_owned() } else { format!("{verb} times out") });
    let plain = |verb: &str| says(&if succeeds { verb.to_owned() } else { format!("{verb} returns {outcome}") });
    match operation {
        S::MutexInit | S::ConditionInit | S::ReadWriteInit | S::SpinInit | S::BarrierInit | S::SemaphoreInit => {
            plain("init")
        }
        S::MutexDestroy
        | S::ConditionDestroy
        | S::ReadWriteDestroy
        | S::SpinDestroy
        | S::BarrierDestroy
        | S::SemaphoreDestroy => plain("destroy"),
        S::MutexLock | S::SpinLock => plain("lock"),
        S::MutexTryLock | S::SpinTryLock => attempt("trylock"),
        S::MutexTimedLock => timed("timed lock"),
        S::MutexUnlock | S::SpinUnlock | S::ReadWriteUnlock => plain("unlock"),
        S::ConditionRelease => plain("wait releases its mutex"),
        S::ConditionWake | S::ConditionTimedWake => match outcome {
            0 => says("woken"),
            2 => says("wait times out"),
            3 => says("wait is cancelled"),
            _ => says("wakes without a signal"),
        },
        S::ConditionSignal => match u32::try_from(outcome) {
            Ok(woken) => says(&format!("signal wakes {}", threads.short(woken))),
            Err(_) => says("signal wakes nobody"),
        },
        S::ConditionBroadcast => plain("broadcast"),
        S::ReadLock => plain("read lock"),
        S::ReadTryLock => attempt("read trylock"),
        S::ReadTimedLock => timed("timed read lock"),
        S::WriteLock => plain("write lock"),
        S::WriteTryLock => attempt("write trylock"),
        S::WriteTimedLock => timed("timed write lock"),
        S::BarrierArrive => match u32::try_from(outcome) {
            Ok(_) => says("arrives last, all may go on"),
            Err(_) => says("arrives"),
        },
        S::BarrierLeave if succeeds => says("goes on"),
        S::BarrierLeave => says("goes on as the serial thread"),
        S::OnceBegin if succeeds => says("was run before"),
        S::OnceBegin => says("is to run the routine"),
        S::OnceEnd => says("the routine was run"),
        S::Overwrite => says("is overwritten"),
        S::KeyCreate => says("create"),
        S::KeyDelete => plain("delete"),
        S::KeyGet => plain("get"),
        S::KeySet => plain("set"),
        S::SemaphoreWait if outcome == 125 => says("wait is cancelled"),
        S::SemaphoreWait => plain("wait"),
        S::SemaphoreTryWait => attempt("trywait"),
        S::SemaphoreTimedWait => timed("timed wait"),
        S::SemaphorePost => plain("post"),
        S::SemaphoreGetValue => says(&format!("value is {outcome}")),
        S::ThreadDetach => plain("detach"),
        S::ThreadTestEnd if succeeds => says("has ended"),
        S::ThreadTestEnd => says("has not ended"),
        S::ThreadCancel => plain("cancel"),
        S::TestCancel if succeeds => says("not cancelled"),
        S::TestCancel => says("is cancelled"),
        S::SetCancelState => says("sets whether it may be cancelled"),
        S::CleanupPush => says("pushes a cleanup routine"),
        S::CleanupPop => says("pops a cleanup routine"),
        S::BecomeChild => says("is alone in the child process"),
    }
}
