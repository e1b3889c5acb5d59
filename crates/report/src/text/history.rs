//! Derived information about a trace: which step wrote the value that a read returns, which values a step changed, the holder of each lock,
//! and the objects that more than one thread accesses.

use raddle_program::syntax::{LockChange, Synchronization};
use raddle_program::trace::{Event, MemoryLocation, ObjectName, Trace, TraceValue};
use std::collections::{BTreeMap, BTreeSet};

/// What happened before and because of each step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// One entry a step.
    pub effects: Vec<StepEffect>,
    /// Objects that more than one thread touches.
    pub shared: BTreeSet<ObjectName>,
}

/// What one step means.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct StepEffect {
    /// Of a read: the index of the step that wrote the value.
    pub written_at: Option<usize>,
    /// Of a write: whether the memory holds another value than before, as far as the trace tells.
    pub changes_value: bool,
    /// The locks that the step's thread holds while it takes the step.
    pub held: Vec<MemoryLocation>,
}

impl History {
    /// Works through a trace from its start.
    pub fn of(trace: &Trace) -> Self {
        let mut touched: BTreeMap<&ObjectName, BTreeSet<u32>> = BTreeMap::new();
        let mut written: BTreeMap<&ObjectName, Vec<(usize, &MemoryLocation, &TraceValue)>> = BTreeMap::new();
        let mut held: BTreeMap<u32, Vec<MemoryLocation>> = BTreeMap::new();
        let mut effects = Vec::with_capacity(trace.steps.len());
        for (index, step) in trace.steps.iter().enumerate() {
            let mut effect =
                StepEffect { held: held.get(&step.thread).cloned().unwrap_or_default(), ..StepEffect::default() };
            match &step.event {
                Event::Read { location, value, .. } => {
                    touched.entry(&location.object).or_default().insert(step.thread);
                    effect.written_at = last_write(&written, location).and_then(|(writer, at, stored)| {
                        (at.offset == location.offset && at.size == location.size && stored == value).then_some(writer)
                    });
                }
                Event::Write { location, value, .. } => {
                    touched.entry(&location.object).or_default().insert(step.thread);
                    effect.changes_value = match last_write(&written, location) {
                        Some((_, at, stored)) => {
                            at.offset != location.offset
                                || at.size != location.size
                                || stored != value
                                || *value == TraceValue::Opaque
                        }
                        None => true,
                    };
                    let writes = written.entry(&location.object).or_default();
                    writes.retain(|(_, at, _)| at.offset < location.offset || end(at) > end(location));
                    writes.push((index, location, value));
                }
                Event::Synchronize { operation, object, outcome } => {
                    touched.entry(&object.object).or_default().insert(step.thread);
                    let locks = held.entry(step.thread).or_default();
                    match (operation.lock_change(), operation) {
                        (Some(LockChange::Acquires), _) if *outcome == 0 && !is_of_signals(object) => {
                            locks.push(object.clone());
                        }
                        (Some(LockChange::Releases), _) if *outcome == 0 => release(locks, object),
                        (None, Synchronization::ConditionRelease) => release_for_wait(locks, trace, index),
                        (Some(_) | None, _) => {}
                    }
                }
                Event::Free { object } => {
                    touched.entry(object).or_default().insert(step.thread);
                }
                Event::Choice { .. }
                | Event::Spawn { .. }
                | Event::Join { .. }
                | Event::Destructor { .. }
                | Event::Exit
                | Event::AtomicBegin
                | Event::AtomicEnd
                | Event::Allocate { .. } => {}
            }
            effects.push(effect);
        }
        let is_shared = |(object, threads): (&ObjectName, BTreeSet<u32>)| (threads.len() > 1).then(|| object.clone());
        History { effects, shared: touched.into_iter().filter_map(is_shared).collect() }
    }
}

impl History {
    /// The locks that a thread holds at the end of a trace.
    pub fn held_at_end(&self, trace: &Trace, thread: u32) -> Vec<MemoryLocation> {
        let Some(last) = trace.steps.iter().rposition(|step| step.thread == thread) else { return Vec::new() };
        let mut held = self.effects[last].held.clone();
        if let Event::Synchronize { operation, object, outcome } = &trace.steps[last].event {
            match (operation.lock_change(), operation) {
                (Some(LockChange::Acquires), _) if *outcome == 0 && !is_of_signals(object) => held.push(object.clone()),
                (Some(LockChange::Releases), _) if *outcome == 0 => release(&mut held, object),
                (None, Synchronization::ConditionRelease) => release_for_wait(&mut held, trace, last),
                (Some(_) | None, _) => {}
            }
        }
        held
    }
}

/// Whether a lock belongs to the model of signals, which the program does not know: handlers of one process take turns by it.
pub fn is_of_signals(lock: &MemoryLocation) -> bool {
    matches!(&lock.object, ObjectName::Global(name) if name.starts_with("__raddle_signal"))
}

/// Whether two locations are the same lock: what people call it does not matter.
pub fn is_same(one: &MemoryLocation, other: &MemoryLocation) -> bool {
    one.object == other.object && one.offset == other.offset
}

type Writes<'a> = BTreeMap<&'a ObjectName, Vec<(usize, &'a MemoryLocation, &'a TraceValue)>>;

fn last_write<'a>(
    written: &Writes<'a>,
    location: &MemoryLocation,
) -> Option<(usize, &'a MemoryLocation, &'a TraceValue)> {
    let overlaps = |at: &MemoryLocation| at.offset < end(location) && location.offset < end(at);
    written.get(&location.object)?.iter().rev().find(|(_, at, _)| overlaps(at)).copied()
}

fn release(locks: &mut Vec<MemoryLocation>, object: &MemoryLocation) {
    if let Some(at) = locks.iter().rposition(|lock| is_same(lock, object)) {
        locks.remove(at);
    }
}

/// A wait names the condition, not the mutex that it releases; that is the one which the thread locks when it wakes.
/// If it never does, only a single held lock tells; of several, none is called held any more.
fn release_for_wait(locks: &mut Vec<MemoryLocation>, trace: &Trace, at: usize) {
    let thread = trace.steps[at].thread;
    let relocked =
        trace.steps[at + 1..].iter().filter(|step| step.thread == thread).find_map(|step| match &step.event {
            Event::Synchronize { operation: Synchronization::MutexLock, object, .. } => Some(object),
            _ => None,
        });
    match relocked {
        Some(mutex) => release(locks, mutex),
        None => locks.clear(),
    }
}

fn end(location: &MemoryLocation) -> u64 {
    location.offset.saturating_add(location.size)
}
