//! Happens-before and data races (C11 5.1.2.4), in a form that repeats when the program does.
//!
//! Vector clocks grow without bound, so two states with the same behaviour would never be equal. So the history is inverted: for every
//! access that may still race, it has the set of *holders* that are ordered after the access. A holder is a thread, or an object that hands
//! order on: a mutex, the lock of the atomic sections, a release sequence. Holder sets are equivalent to the clocks: an access is in the
//! past of a thread's clock if and only if the thread is in the access's set.
//!
//! - Creating a thread orders the child after everything that the parent is ordered after. Joining does the same in the other direction.
//! - Unlocking hands order to the mutex, locking takes order from it. Atomic sections do the same with one common lock. Spin locks,
//!   semaphores, once controls, barriers and cancellations behave alike. Readers of a read-write lock do not take order from readers.
//! - Atomic accesses and fences order as C11 5.1.2.4 and 7.17.4 require. A release write heads a release sequence at its location. The
//!   sequence contains the later writes of the same thread and atomic read-modify-write operations, until another thread writes. An acquire
//!   read takes order from all sequences at its location. A read that does not acquire takes this order at the next acquire fence. A write
//!   without release semantics heads a sequence that hands on what its thread was ordered after at its last release fence.
//!
//! An access is forgotten once no live thread could race with it, or once a later access of the same thread to the same bytes would race
//! with every access that races with it.
//!
//! Rule: the history is looked through for holders of an object unless nothing has handed order on to one of them.
//! Tests: `an_exchange_that_succeeds_acquires`.

use crate::value::{Address, Mode, ObjectId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A thread or object that can be ordered after an access.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Holder {
    /// A thread.
    Thread(u32),
    /// The mutex at an address.
    Mutex(Address),
    /// The lock that the atomic sections share.
    Sections,
    /// A read that acquires from a release sequence at an address, if a write of this thread heads the sequence.
    Location(Address, u32),
    /// A thread behind its next acquire fence, because of reads before that fence.
    Unfenced(u32),
    /// A read that acquires from a write that this thread made after its last release fence.
    Fenced(u32),
    /// A later lock of the read-write lock at an address, after a lock for writing.
    Written(Address),
    /// A later lock for writing of the read-write lock at an address, after a lock for reading.
    WasRead(Address),
    /// The spin lock at an address.
    Spin(Address),
    /// The current round of the barrier at an address.
    Barrier(Address),
    /// The once control at an address, after its routine was run.
    Once(Address),
    /// The semaphore at an address.
    Semaphore(Address),
    /// A thread that acts on its cancellation.
    Cancellation(u32),
}

impl Holder {
    /// The object that contains the address, if any.
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
    /// The thread.
    pub thread: u32,
    /// Whether it is a write.
    pub is_write: bool,
    /// Whether it is an atomic access: to an `_Atomic` object, by an atomic operation, or in an atomic section.
    pub is_atomic: bool,
}

impl Access {
    /// A lower bound of the accesses that begin at a byte.
    fn first_at(start: u64) -> Access {
        Access { start, end: 0, thread: 0, is_write: false, is_atomic: false }
    }

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

/// The accesses to one object. They are ordered by their first bytes, so that those near some bytes are found at once: a program may touch
/// each element of a long array.
#[derive(Clone, Debug, Default)]
struct Records {
    all: BTreeMap<Access, BTreeSet<Holder>>,
    /// No access has more bytes.
    longest: u64,
}

impl Records {
    /// The accesses that may overlap some bytes, and some in front of them.
    fn near(&self, start: u64, end: u64) -> impl Iterator<Item = (&Access, &BTreeSet<Holder>)> {
        self.all.range(Access::first_at(start.saturating_sub(self.longest))..Access::first_at(end))
    }
}

/// All accesses that may still race, by object.
#[derive(Clone, Debug, Default)]
pub struct History {
    objects: BTreeMap<ObjectId, Arc<Records>>,
    /// The objects with a holder that hands order on, and perhaps some that had one. Most objects never have any, so that nothing has to be
    /// looked through when they are written or end.
    handing: BTreeSet<ObjectId>,
}

impl History {
    /// The accesses to an object, with the holders that are ordered after them.
    pub fn records(&self, object: ObjectId) -> impl Iterator<Item = (&Access, &BTreeSet<Holder>)> {
        self.objects.get(&object).into_iter().flat_map(|records| records.all.iter())
    }

    /// How many accesses there are.
    pub fn n_records(&self) -> usize {
        self.objects.values().map(|records| records.all.len()).sum()
    }

    /// Adds an access and returns the earlier ones that it races with.
    pub fn record(&mut self, object: ObjectId, access: Access) -> Vec<Access> {
        let records = Arc::make_mut(self.objects.entry(object).or_default());
        let me = Holder::Thread(access.thread);
        let near = || records.near(access.start, access.end);
        let rivals = near().filter(|(old, after)| old.conflicts_with(&access) && !after.contains(&me));
        let rivals = rivals.map(|(old, _)| old.clone()).collect();
        let covered: Vec<Access> = near().map(|(old, _)| old).filter(|old| access.covers(old)).cloned().collect();
        covered.iter().for_each(|old| _ = records.all.remove(old));
        records.longest = records.longest.max(access.end.saturating_sub(access.start));
        records.all.insert(access, BTreeSet::from([me]));
        rivals
    }

    /// `to` becomes ordered after all that `from` is ordered after.
    pub fn hand_on(&mut self, from: Holder, to: Holder) {
        self.handing.extend(to.object());
        for records in self.objects.values_mut() {
            if records.all.values().any(|after| after.contains(&from) && !after.contains(&to)) {
                for after in Arc::make_mut(records).all.values_mut() {
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

    /// A thread writes `size` bytes, atomically if there is a mode. An update has read before; its acquire takes effect here at the latest,
    /// because only now it is known that the update succeeds.
    pub fn write(&mut self, at: Address, size: u64, thread: u32, mode: Option<Mode>) {
        let is_update = mode.is_some_and(|mode| mode.is_update);
        if !is_update && self.handing.contains(&at.object) {
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

    /// A thread executes a fence.
    pub fn fence(&mut self, thread: u32, mode: Mode) {
        if mode.acquires {
            self.hand_on(Holder::Unfenced(thread), Holder::Thread(thread));
        }
        if mode.releases {
            self.hand_on(Holder::Thread(thread), Holder::Fenced(thread));
        }
    }

    fn take_from_sequences(&mut self, at: Address, taker: Holder) {
        if !self.handing.contains(&at.object) {
            return;
        }
        let is_here = |holder: &Holder| matches!(holder, Holder::Location(place, _) if *place == at);
        for records in self.objects.values_mut() {
            if records.all.values().any(|after| !after.contains(&taker) && after.iter().any(is_here)) {
                for after in Arc::make_mut(records).all.values_mut() {
                    if after.iter().any(is_here) {
                        after.insert(taker);
                    }
                }
            }
        }
    }

    /// No order is handed on through a holder any more.
    pub fn drop_holder(&mut self, holder: Holder) {
        self.drop_all(|other| other == holder);
    }

    fn drop_all(&mut self, is_dropped: impl Fn(Holder) -> bool) {
        for records in self.objects.values_mut() {
            if records.all.values().flatten().any(|&holder| is_dropped(holder)) {
                for after in Arc::make_mut(records).all.values_mut() {
                    after.retain(|&holder| !is_dropped(holder));
                }
            }
        }
    }

    /// Forgets the accesses to an object whose lifetime has ended, and the order that was handed on through it.
    pub fn forget(&mut self, object: ObjectId) {
        self.objects.remove(&object);
        if !self.handing.remove(&object) {
            return;
        }
        for records in self.objects.values_mut() {
            if records.all.values().flatten().any(|holder| holder.object() == Some(object)) {
                for after in Arc::make_mut(records).all.values_mut() {
                    after.retain(|holder| holder.object() != Some(object));
                }
            }
        }
    }

    /// Forgets the accesses that all live threads are ordered after: new threads inherit this order.
    pub fn prune(&mut self, live: &[u32]) {
        let is_settled = |after: &BTreeSet<Holder>| live.iter().all(|&thread| after.contains(&Holder::Thread(thread)));
        self.objects.retain(|_, records| {
            if records.all.values().any(is_settled) {
                Arc::make_mut(records).all.retain(|_, after| !is_settled(after));
            }
            !records.all.is_empty()
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
