//! Happens-before as part of a state: for each access that may still race, the threads that are ordered after it.
//!
//! Two conflicting accesses that could be made next by two threads race. Every race shows in this way as long as a
//! thread observes another thread only through operations that order it after that thread. It does not if an operation
//! observes another thread without being ordered after it (a failing trylock), or if a thread does a release operation
//! in the middle of an atomic section and then goes on (an unlock, a creation): then the accesses of a race are never
//! next at the same time. Programs with such operations are searched a second time, with this history.
//!
//! Clocks grow for ever, so states would never repeat. So the history is inverted: each access has the set of *holders*
//! that are ordered after it (`docs/library.md` says which operations order which threads). A holder is a thread, or an
//! object that passes order on. An access is forgotten when no thread that is not ordered after it may still conflict
//! with it, or when a later access of the same thread would race wherever it does.
//!
//! Atomic accesses order threads as C11 5.1.2.4 says. A location holds, for each thread, the order that the release
//! sequences headed by this thread pass on. A write by another thread ends them, unless it is half of an update. A read
//! that acquires takes all of it. A read that does not acquire keeps it aside for an acquire fence. A release fence
//! keeps aside what later writes of its thread pass on. An update is an atomic section of its own that orders nothing
//! but its object; sections that the program wrote share one lock.
//!
//! The order that a misuse of a synchronization object creates is not known. So two sets are kept: holders that are
//! *surely* ordered after the access, and holders that *perhaps* are. A race that depends on the difference is left
//! open.

use std::rc::Rc;

use raddle_program::semantics::{Access, Called, Happened, ObjectId, Renamed, SyncAddress};
use raddle_program::syntax::{MemoryOrder, Synchronization};

/// Accesses that may still race, with the holders that are ordered after them.
#[derive(Clone, Debug, Default)]
pub struct History {
    entries: Rc<Vec<Entry>>,
}

/// An access that may still race.
#[derive(Clone, Debug)]
struct Entry {
    access: Access,
    thread: u32,
    /// Holders that are ordered after it whatever misuses do. Sorted.
    surely: Vec<Holder>,
    /// Holders that are ordered after it if misuses order threads. Sorted; includes `surely`.
    perhaps: Vec<Holder>,
}

/// What can be ordered after an access.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Holder {
    Thread(u32),
    /// The lock that the atomic sections share.
    Sections,
    /// The next thread that an operation on this synchronization object orders.
    Object(SyncAddress),
    /// The next thread that locks a read-write lock for writing, after it was locked for reading.
    WasRead(SyncAddress),
    /// A read that acquires from a release sequence at a location, where a write of this thread heads the sequence.
    Location(SyncAddress, u32),
    /// A thread behind its next acquire fence.
    Unfenced(u32),
    /// A read that acquires from a write that this thread made after its last release fence.
    Fenced(u32),
    /// Any thread: the time at which a thread acts on its cancellation is not followed.
    Anyone,
}

/// The result of adding to a history.
#[derive(Clone, Debug, Default)]
pub struct Added {
    /// The first access that races, if any does.
    pub race: Option<Race>,
    /// Whether an operation occurred whose order is not known.
    pub is_unclear: bool,
}

/// Two accesses that race.
#[derive(Clone, Debug)]
pub struct Race {
    /// The thread of the earlier access, and the access.
    pub first: (u32, Access),
    /// The later one.
    pub second: Access,
    /// The number of entries of the record before it.
    pub index: usize,
}

impl History {
    /// Adds what a thread did. `is_future` returns whether any other thread may still conflict with an access.
    pub fn add(&mut self, thread: u32, happened: &[Happened], is_future: impl Fn(&Access) -> bool) -> Added {
        let mut added = Added::default();
        for (index, what) in happened.iter().enumerate() {
            match what {
                Happened::Access(access) => {
                    if let Some((first, is_sure)) = self.rival(thread, access) {
                        if is_sure {
                            added.race = Some(Race { first, second: *access, index });
                            return added;
                        }
                        added.is_unclear = true;
                    }
                    self.record(thread, access, is_future(access));
                }
                Happened::SectionBegins => {
                    if !is_update(happened[index + 1..].iter()) {
                        self.hand_on(Holder::Sections, Holder::Thread(thread), true);
                    }
                }
                Happened::SectionEnds => {
                    if !is_update(happened[..index].iter().rev()) {
                        self.hand_on(Holder::Thread(thread), Holder::Sections, true);
                    }
                }
                Happened::Fence(order) => self.fence(thread, *order),
                Happened::Spawned(child) => self.hand_on(Holder::Thread(thread), Holder::Thread(*child), true),
                Happened::Joined(child) => {
                    self.hand_on(Holder::Thread(*child), Holder::Thread(thread), true);
                    for ended in [Holder::Thread(*child), Holder::Unfenced(*child), Holder::Fenced(*child)] {
                        self.drop_holder(ended, true);
                    }
                }
                Happened::Called(called) => added.is_unclear |= !self.call(thread, called),
            }
        }
        added
    }

    /// Keeps the accesses with which one of the threads that are not ordered after them may still conflict.
    pub fn prune(&mut self, may_conflict: impl Fn(u32, &Access) -> bool, live: &[u32]) {
        let is_kept = |entry: &Entry| {
            let is_rival = |&&thread: &&u32| thread != entry.thread && !entry.is_before(thread);
            live.iter().filter(is_rival).any(|&thread| may_conflict(thread, &entry.access))
        };
        if !self.entries.iter().all(is_kept) {
            Rc::make_mut(&mut self.entries).retain(is_kept);
        }
    }

    /// The history after a state was compacted.
    pub fn renamed(&self, renamed: &Renamed) -> History {
        let entry = |entry: &Entry| {
            let holders = |holders: &[Holder]| {
                let mut holders: Vec<Holder> = holders.iter().filter_map(|holder| holder.renamed(renamed)).collect();
                holders.sort_unstable();
                holders
            };
            let access = renamed.access(&entry.access)?;
            Some(Entry { access, surely: holders(&entry.surely), perhaps: holders(&entry.perhaps), ..*entry })
        };
        History { entries: Rc::new(self.entries.iter().filter_map(entry).collect()) }
    }

    /// The history as rows of numbers, equal for equal histories whatever the order of their entries. `name` gives the
    /// names of objects in the key; an object without a name is unreachable.
    pub fn rows(&self, name: impl Fn(ObjectId) -> Option<u32>) -> Vec<Vec<u64>> {
        let row = |entry: &Entry| {
            let Access { object, offset, size, is_write, .. } = entry.access;
            let flags = u64::from(is_write) + 2 * u64::from(entry.access.is_atomic());
            let mut row = vec![u64::from(name(object)?), offset, size, u64::from(entry.thread) * 8 + flags];
            for holders in [&entry.surely, &entry.perhaps] {
                let mut named: Vec<[u64; 3]> = holders.iter().filter_map(|holder| holder.number(&name)).collect();
                named.sort_unstable();
                row.push(named.len() as u64);
                row.extend(named.iter().flatten());
            }
            Some(row)
        };
        let mut rows: Vec<Vec<u64>> = self.entries.iter().filter_map(row).collect();
        rows.sort_unstable();
        rows
    }

    /// An earlier access that races with this one, and whether that is sure.
    fn rival(&self, thread: u32, access: &Access) -> Option<((u32, Access), bool)> {
        let me = Holder::Thread(thread);
        let races = |entry: &&Entry| entry.thread != thread && entry.access.races_with(access);
        let rivals = || self.entries.iter().filter(races);
        let is_perhaps = |entry: &Entry, holder| entry.perhaps.binary_search(&holder).is_ok();
        let sure = rivals().find(|entry| !is_perhaps(entry, me) && !is_perhaps(entry, Holder::Anyone));
        let found = sure.or_else(|| rivals().find(|entry| !entry.is_before(thread)))?;
        Some(((found.thread, found.access), sure.is_some()))
    }

    fn record(&mut self, thread: u32, access: &Access, is_future: bool) {
        let me = Holder::Thread(thread);
        if !access.is_write {
            self.reads(thread, access);
        }
        let is_covered = |entry: &Entry| entry.thread == thread && covers(access, &entry.access);
        if is_future || self.entries.iter().any(is_covered) {
            let entries = Rc::make_mut(&mut self.entries);
            entries.retain(|entry| !is_covered(entry));
            if is_future {
                entries.push(Entry { access: *access, thread, surely: vec![me], perhaps: vec![me] });
            }
        }
        if access.is_write {
            self.writes(thread, access);
        }
    }

    /// A thread reads, and is ordered after what it reads from, or will be at its next fence that acquires.
    fn reads(&mut self, thread: u32, access: &Access) {
        let Some(order) = access.order() else { return };
        let to = if order.acquires() { Holder::Thread(thread) } else { Holder::Unfenced(thread) };
        for from in self.heads((access.object, access.offset)) {
            self.hand_on(from, to, true);
        }
    }

    /// A thread writes. The release sequences of other threads end, unless this is an update; a sequence of its own may
    /// begin.
    fn writes(&mut self, thread: u32, access: &Access) {
        let is_update = access.atomic.is_some_and(|atomic| atomic.is_update);
        if !is_update {
            self.end_sequences(thread, access);
        }
        let Some(order) = access.order() else { return };
        let at = (access.object, access.offset);
        if is_update && order.acquires() {
            for from in self.heads(at) {
                self.hand_on(from, Holder::Thread(thread), true);
            }
        }
        let from = if order.releases() { Holder::Thread(thread) } else { Holder::Fenced(thread) };
        self.hand_on(from, Holder::Location(at, thread), true);
    }

    /// The release sequences at a location.
    fn heads(&self, at: SyncAddress) -> Vec<Holder> {
        let is_there = |holder: &&Holder| matches!(holder, Holder::Location(address, _) if *address == at);
        let mut heads: Vec<Holder> =
            self.entries.iter().flat_map(|entry| entry.perhaps.iter().filter(is_there)).copied().collect();
        heads.sort_unstable();
        heads.dedup();
        heads
    }

    /// The release sequences of other threads in the bytes that a thread overwrites end.
    fn end_sequences(&mut self, thread: u32, access: &Access) {
        let ends = |holder: &Holder| match *holder {
            Holder::Location((object, offset), head) => {
                let is_inside = access.offset <= offset && offset < access.offset + access.size;
                object == access.object && is_inside && head != thread
            }
            Holder::Thread(_)
            | Holder::Sections
            | Holder::Object(_)
            | Holder::WasRead(_)
            | Holder::Unfenced(_)
            | Holder::Fenced(_)
            | Holder::Anyone => false,
        };
        if self.entries.iter().any(|entry| entry.perhaps.iter().any(ends)) {
            for entry in Rc::make_mut(&mut self.entries) {
                entry.surely.retain(|holder| !ends(holder));
                entry.perhaps.retain(|holder| !ends(holder));
            }
        }
    }

    /// A fence. An acquire fence orders the thread after its earlier reads; after a release fence, later writes pass on
    /// the order of the thread.
    fn fence(&mut self, thread: u32, order: MemoryOrder) {
        if order.acquires() {
            self.hand_on(Holder::Unfenced(thread), Holder::Thread(thread), true);
        }
        if order.releases() {
            self.hand_on(Holder::Thread(thread), Holder::Fenced(thread), true);
        }
    }

    /// The order that a call passes on; false if that is not known.
    fn call(&mut self, thread: u32, called: &Called) -> bool {
        use Synchronization as S;
        let is_sure = !called.is_misuse;
        let me = Holder::Thread(thread);
        let succeeds = called.outcome == 0;
        let Some(at) = called.object else {
            match called.operation {
                // Cancellation orders the thread that acts on it after the caller, wherever it acts.
                S::ThreadCancel => {
                    self.hand_on(me, Holder::Anyone, false);
                    return false;
                }
                // The child has the memory for itself, and is ordered after all writes to it.
                S::BecomeChild => self.entries = Rc::default(),
                _ => {}
            }
            return true;
        };
        let object = Holder::Object(at);
        match called.operation {
            S::MutexLock
            | S::MutexTryLock
            | S::MutexTimedLock
            | S::SpinLock
            | S::SpinTryLock
            | S::ReadLock
            | S::ReadTryLock
            | S::ReadTimedLock
            | S::SemaphoreWait
            | S::SemaphoreTryWait
            | S::SemaphoreTimedWait
            | S::OnceBegin => {
                if succeeds {
                    self.hand_on(object, me, is_sure);
                }
            }
            S::WriteLock | S::WriteTryLock | S::WriteTimedLock => {
                if succeeds {
                    self.hand_on(object, me, is_sure);
                    self.hand_on(Holder::WasRead(at), me, is_sure);
                }
            }
            S::MutexUnlock | S::SpinUnlock | S::SemaphorePost | S::OnceEnd => {
                if succeeds {
                    self.hand_on(me, object, is_sure);
                }
            }
            S::ReadWriteUnlock => {
                let to = if called.was_writing { object } else { Holder::WasRead(at) };
                self.hand_on(me, to, is_sure);
            }
            S::ConditionRelease => {
                if let Some(mutex) = called.mutex {
                    self.hand_on(me, Holder::Object(mutex), is_sure);
                }
            }
            S::BarrierArrive => {
                self.hand_on(me, object, is_sure);
                if called.outcome >= 0 {
                    for released in called.released.iter().copied().chain([thread]) {
                        self.hand_on(object, Holder::Thread(released), is_sure);
                    }
                    self.drop_holder(object, is_sure);
                }
            }
            S::MutexInit | S::SpinInit | S::BarrierInit | S::SemaphoreInit | S::ReadWriteInit | S::Overwrite => {
                self.drop_holder(object, is_sure);
                self.drop_holder(Holder::WasRead(at), is_sure);
            }
            S::MutexDestroy
            | S::SpinDestroy
            | S::BarrierDestroy
            | S::BarrierLeave
            | S::SemaphoreDestroy
            | S::SemaphoreGetValue
            | S::ReadWriteDestroy
            | S::ConditionInit
            | S::ConditionDestroy
            | S::ConditionWake
            | S::ConditionTimedWake
            | S::ConditionSignal
            | S::ConditionBroadcast
            | S::KeyCreate
            | S::KeyDelete
            | S::KeyGet
            | S::KeySet
            | S::ThreadDetach
            | S::ThreadTestEnd
            | S::ThreadCancel
            | S::TestCancel
            | S::SetCancelState
            | S::CleanupPush
            | S::CleanupPop
            | S::BecomeChild => {}
        }
        true
    }

    /// `to` becomes ordered after all that `from` is ordered after.
    fn hand_on(&mut self, from: Holder, to: Holder, is_sure: bool) {
        let lacks = |holders: &Vec<Holder>| holders.binary_search(&from).is_ok() && holders.binary_search(&to).is_err();
        if !self.entries.iter().any(|entry| lacks(&entry.perhaps) || is_sure && lacks(&entry.surely)) {
            return;
        }
        for entry in Rc::make_mut(&mut self.entries) {
            let sets = [Some(&mut entry.perhaps), is_sure.then_some(&mut entry.surely)];
            for holders in sets.into_iter().flatten() {
                if lacks(holders) {
                    let at = holders.partition_point(|holder| *holder < to);
                    holders.insert(at, to);
                }
            }
        }
    }

    /// Removes a holder: it passes on no order any more.
    fn drop_holder(&mut self, dropped: Holder, is_sure: bool) {
        let has = |entry: &Entry| entry.perhaps.binary_search(&dropped).is_ok();
        if self.entries.iter().any(has) {
            for entry in Rc::make_mut(&mut self.entries) {
                entry.surely.retain(|holder| *holder != dropped);
                if is_sure {
                    entry.perhaps.retain(|holder| *holder != dropped);
                }
            }
        }
    }
}

impl Entry {
    /// Whether a thread is ordered after it, whatever misuses do.
    fn is_before(&self, thread: u32) -> bool {
        self.surely.binary_search(&Holder::Thread(thread)).is_ok()
    }
}

impl Holder {
    fn renamed(self, renamed: &Renamed) -> Option<Holder> {
        Some(match self {
            Holder::Thread(_) | Holder::Sections | Holder::Unfenced(_) | Holder::Fenced(_) | Holder::Anyone => self,
            Holder::Object(at) => Holder::Object(renamed.address(at)?),
            Holder::WasRead(at) => Holder::WasRead(renamed.address(at)?),
            Holder::Location(at, head) => Holder::Location(renamed.address(at)?, head),
        })
    }

    fn number(self, name: impl Fn(ObjectId) -> Option<u32>) -> Option<[u64; 3]> {
        let named = |kind: u64, (object, offset): SyncAddress| Some([kind, name(object)?.into(), offset]);
        match self {
            Holder::Thread(thread) => Some([0, thread.into(), 0]),
            Holder::Sections => Some([1, 0, 0]),
            Holder::Anyone => Some([1, 1, 0]),
            Holder::Object(at) => named(2, at),
            Holder::WasRead(at) => named(3, at),
            Holder::Location(at, head) => named(6 + u64::from(head), at),
            Holder::Unfenced(thread) => Some([4, thread.into(), 0]),
            Holder::Fenced(thread) => Some([5, thread.into(), 0]),
        }
    }
}

/// Whether every access that races with `old`, an earlier one of the same thread, races with `new`, too.
fn covers(new: &Access, old: &Access) -> bool {
    new.object == old.object
        && new.offset <= old.offset
        && old.offset + old.size <= new.offset + new.size
        && (new.is_write || !old.is_write)
        && (!new.is_atomic() || old.is_atomic())
}

/// Whether the atomic section whose inside begins here, seen from either end, is an update of an object: it holds
/// nothing but halves of updates, outside of any section of the program. Such operations do not wait, so the record has
/// all of it.
fn is_update<'a>(mut inside: impl Iterator<Item = &'a Happened>) -> bool {
    match inside.next() {
        Some(Happened::Access(access)) => access.atomic.is_some_and(|it| it.is_update) && !access.in_section,
        Some(
            Happened::SectionBegins
            | Happened::SectionEnds
            | Happened::Called(_)
            | Happened::Fence(_)
            | Happened::Spawned(_)
            | Happened::Joined(_),
        )
        | None => false,
    }
}
