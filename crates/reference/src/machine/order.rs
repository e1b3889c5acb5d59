//! Happens-before and data races (C11 5.1.2.4), in a form that repeats when the program does.
//!
//! Vector clocks grow for ever; two states that behave alike would never be equal. So the history is kept the other way
//! round: for every access that may still race, the set of *holders* that are ordered after it. A holder is a thread, or
//! something that hands order on: a mutex, the lock of the atomic sections, a release sequence. Holder sets say what
//! the clocks would say: an access is in the past of a thread's clock if and only if the thread is in its set.
//!
//! - Creating a thread: the child is ordered after whatever the parent is. Joining: the parent after whatever the child is.
//! - Unlocking hands on to the mutex, locking takes from it; atomic sections do the same with one lock of their own.
//!   Spin locks, semaphores, once controls, barriers and cancellations do alike; of a read-write lock, readers do not
//!   take from readers.
//! - Atomic accesses and fences order as C11 5.1.2.4 and 7.17.4 say. A write that releases heads a release sequence at its location, to
//!   which belong the later writes of its thread and what reads and writes at once, until another thread writes. A read that
//!   acquires takes from all sequences at its location; one that does not leaves that to a fence behind it. A write that does not
//!   release heads a sequence that hands on what its thread was ordered after at its last fence.
//!
//! An access is forgotten once no live thread could race with it, or once a later access of the same thread to the same
//! bytes would race wherever it does.

use crate::value::{Address, Mode, ObjectId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Whoever can be ordered after an access.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Holder {
    /// A thread.
    Thread(u32),
    /// The mutex at an address.
    Mutex(Address),
    /// The lock that the atomic sections share.
    Sections,
    /// A read that acquires from a release sequence at an address, where a write of this thread heads the sequence.
    Location(Address, u32),
    /// A thread behind its next acquire fence, through what it read before that fence.
    Unfenced(u32),
    /// A read that acquires from a write that this thread made after its last release fence.
    Fenced(u32),
    /// Whoever locks a read-write lock after it was locked for writing.
    Written(Address),
    /// Whoever locks a read-write lock for writing after it was locked for reading.
    WasRead(Address),
    /// The spin lock at an address.
    Spin(Address),
    /// The present round of the barrier at an address.
    Barrier(Address),
    /// The once control at an address, when its routine was run.
    Once(Address),
    /// The semaphore at an address.
    Semaphore(Address),
    /// A thread that acts on its cancellation.
    Cancellation(u32),
}

impl Holder {
    /// The object that it lies in, if it lies in one.
    fn object(self) -> Option<ObjectId> {
        match self {
            Holder::Mutex(at)
            | Holder::Location(at, _)
            | Holder::Written(at)
            | Holder::WasRead(at)
            | Holder::Spin(at)
            | Holder::Barrier(at)
            | Holder::Once(at)
            | Holder::Semaphore(at) => Some(at.object),
            Holder::Thread(_)
            | Holder::Sections
            | Holder::Unfenced(_)
            | Holder::Fenced(_)
            | Holder::Cancellation(_) => None,
        }
    }
}

/// An access that may still race.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Access {
    /// First byte.
    pub start: u64,
    /// One past the last byte.
    pub end: u64,
    /// Who.
    pub thread: u32,
    /// Whether it is a write.
    pub is_write: bool,
    /// Whether it is an atomic access: to an `_Atomic` object, by an atomic operation, or in an atomic section.
    pub is_atomic: bool,
}

impl Access {
    /// Whether two accesses to one object conflict and are not both atomic.
    fn conflicts_with(&self, other: &Access) -> bool {
        self.start < other.end
            && other.start < self.end
            && self.thread != other.thread
            && (self.is_write || other.is_write)
            && !(self.is_atomic && other.is_atomic)
    }

    /// Whether every access that races with `other`, an earlier one of the same thread, races with this one, too.
    fn covers(&self, other: &Access) -> bool {
        self.thread == other.thread
            && self.start <= other.start
            && other.end <= self.end
            && (self.is_write || !other.is_write)
            && (!self.is_atomic || other.is_atomic)
    }
}

type Records = BTreeMap<Access, BTreeSet<Holder>>;

/// All accesses that may still race, by object.
#[derive(Clone, Debug, Default)]
pub struct History {
    objects: BTreeMap<ObjectId, Arc<Records>>,
}

impl History {
    /// The accesses with those that are ordered after them, by object.
    pub fn records(&self, object: ObjectId) -> impl Iterator<Item = (&Access, &BTreeSet<Holder>)> {
        self.objects.get(&object).into_iter().flat_map(|records| records.iter())
    }

    /// Adds an access and returns the earlier ones that it races with.
    pub fn record(&mut self, object: ObjectId, access: Access) -> Vec<Access> {
        let records = Arc::make_mut(self.objects.entry(object).or_default());
        let me = Holder::Thread(access.thread);
        let rivals = records
            .iter()
            .filter(|(old, after)| old.conflicts_with(&access) && !after.contains(&me))
            .map(|(old, _)| old);
        let rivals = rivals.cloned().collect();
        records.retain(|old, _| !access.covers(old));
        records.insert(access, BTreeSet::from([me]));
        rivals
    }

    /// `to` becomes ordered after all that `from` is ordered after.
    pub fn hand_on(&mut self, from: Holder, to: Holder) {
        for records in self.objects.values_mut() {
            if records.values().any(|after| after.contains(&from) && !after.contains(&to)) {
                for after in Arc::make_mut(records).values_mut() {
                    if after.contains(&from) {
                        after.insert(to);
                    }
                }
            }
        }
    }

    /// A thread makes an atomic read.
    pub fn atomic_read(&mut self, at: Address, thread: u32, mode: Mode) {
        let taker = if mode.acquires { Holder::Thread(thread) } else { Holder::Unfenced(thread) };
        self.take_from_sequences(at, taker);
    }

    /// A thread writes so many bytes, atomically if there is a mode. An update reads first; what it reads it acquires here at the
    /// latest, since only now it is known that it succeeds.
    pub fn write(&mut self, at: Address, size: u64, thread: u32, mode: Option<Mode>) {
        let is_update = mode.is_some_and(|mode| mode.is_update);
        if !is_update {
            let end = at.offset.saturating_add(i64::try_from(size).unwrap_or(i64::MAX));
            self.drop_all(|holder| match holder {
                Holder::Location(place, head) => {
                    place.object == at.object && (at.offset..end).contains(&place.offset) && head != thread
                }
                _ => false,
            });
        }
        let Some(mode) = mode else { return };
        if is_update && mode.acquires {
            self.take_from_sequences(at, Holder::Thread(thread));
        }
        let giver = if mode.releases { Holder::Thread(thread) } else { Holder::Fenced(thread) };
        self.hand_on(giver, Holder::Location(at, thread));
    }

    /// A thread comes by a fence.
    pub fn fence(&mut self, thread: u32, mode: Mode) {
        if mode.acquires {
            self.hand_on(Holder::Unfenced(thread), Holder::Thread(thread));
        }
        if mode.releases {
            self.hand_on(Holder::Thread(thread), Holder::Fenced(thread));
        }
    }

    fn take_from_sequences(&mut self, at: Address, taker: Holder) {
        let is_here = |holder: &Holder| matches!(holder, Holder::Location(place, _) if *place == at);
        for records in self.objects.values_mut() {
            if records.values().any(|after| !after.contains(&taker) && after.iter().any(is_here)) {
                for after in Arc::make_mut(records).values_mut() {
                    if after.iter().any(is_here) {
                        after.insert(taker);
                    }
                }
            }
        }
    }

    /// Nothing is ordered through a holder any more.
    pub fn drop_holder(&mut self, holder: Holder) {
        self.drop_all(|other| other == holder);
    }

    fn drop_all(&mut self, is_dropped: impl Fn(Holder) -> bool) {
        for records in self.objects.values_mut() {
            if records.values().flatten().any(|&holder| is_dropped(holder)) {
                for after in Arc::make_mut(records).values_mut() {
                    after.retain(|&holder| !is_dropped(holder));
                }
            }
        }
    }

    /// Forgets the accesses to an object that is gone, and what was ordered through it.
    pub fn forget(&mut self, object: ObjectId) {
        self.objects.remove(&object);
        for records in self.objects.values_mut() {
            if records.values().flatten().any(|holder| holder.object() == Some(object)) {
                for after in Arc::make_mut(records).values_mut() {
                    after.retain(|holder| holder.object() != Some(object));
                }
            }
        }
    }

    /// Forgets the accesses that all live threads are ordered after: threads yet to be created inherit that.
    pub fn prune(&mut self, live: &[u32]) {
        let is_settled = |after: &BTreeSet<Holder>| live.iter().all(|&thread| after.contains(&Holder::Thread(thread)));
        self.objects.retain(|_, records| {
            if records.values().any(is_settled) {
                Arc::make_mut(records).retain(|_, after| !is_settled(after));
            }
            !records.is_empty()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OBJECT: ObjectId = ObjectId(0);

    fn access(thread: u32, is_write: bool) -> Access {
        Access { start: 0, end: 4, thread, is_write, is_atomic: false }
    }

    #[test]
    fn unordered_conflicting_accesses_race() {
        let mut history = History::default();
        assert!(history.record(OBJECT, access(0, true)).is_empty());
        assert_eq!(history.record(OBJECT, access(1, false)), vec![access(0, true)]);
    }

    #[test]
    fn reads_do_not_race() {
        let mut history = History::default();
        history.record(OBJECT, access(0, false));
        assert!(history.record(OBJECT, access(1, false)).is_empty());
    }

    #[test]
    fn a_mutex_hands_order_on() {
        let mutex = Holder::Mutex(Address { object: ObjectId(9), offset: 0 });
        let mut history = History::default();
        history.record(OBJECT, access(0, true));
        history.hand_on(Holder::Thread(0), mutex);
        history.hand_on(mutex, Holder::Thread(1));
        assert!(history.record(OBJECT, access(1, true)).is_empty());
        // What thread 0 does after the unlock is not handed on.
        assert_eq!(history.record(OBJECT, access(0, true)), vec![access(1, true)]);
    }

    #[test]
    fn settled_accesses_are_forgotten() {
        let mut history = History::default();
        history.record(OBJECT, access(0, true));
        history.hand_on(Holder::Thread(0), Holder::Thread(1));
        history.prune(&[0, 1]);
        assert_eq!(history.records(OBJECT).count(), 0);
    }
}
