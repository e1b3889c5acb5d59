//! The lock discipline on which a search relies, and which it checks at the same time.
//!
//! A lock whose state no operation observes makes movers [Lipton 75]: an acquisition is a right mover, a release is a
//! left mover, and accesses to memory that only the holder of the lock accesses are both-movers. The protected memory
//! need not be known in advance. The search assumes that all memory is protected by the locks that were held at all
//! accesses so far, and checks this [Stoller, Cohen 03; the lock sets of Eraser]. The first access of an execution that
//! breaks the discipline is made in the reduced search, too: up to there the discipline held, and so did the reduction,
//! and the locks held at an access depend on the thread alone. Then the search starts again with what it has learned.
//!
//! Rules, each of which would be unsound without its condition:
//! - A cell is protected while one lock was held at *all* its accesses, including accesses that no other thread may
//!   observe and accesses inside atomic sections. Not counted are accesses while every other thread was joined, and
//!   accesses that the static analyses show to be ordered with all conflicting ones.
//! - A lock is a mover only if no operation observes it: no attempt, no initialization and no destruction while other
//!   threads exist.
//! - A misuse of any lock (an unlock by a thread that does not own it) ends all assumptions about locks. So does a wait
//!   inside an atomic section: the waiting thread lets other threads run, and runs alone again when it can go on. The
//!   end of a thread is a left mover only if no join stands inside an atomic section, which would wait if the thread
//!   ended later. An unlock that fails is no misuse: it changes nothing, and fails whatever the other threads do.
//! - A lock that the program wrote itself ([`raddle_analysis::written_locks`]) is acquired and released by atomic
//!   sections: the analyses have shown that it is a lock.
//! - The end of an object's life is a write to all of it, and ends all assumptions about locks that lie in it. An
//!   access after it, or outside of every object, is recorded without a cell: it ends all assumptions about locks.
//!
//! Left out: locks in locals and thread-locals; semaphores; read-write locks as movers (one that is held for writing
//! protects memory).

use raddle_program::semantics::{Access, ObjectId, Origin, State, SyncObject};
use raddle_program::syntax::Synchronization;
use rustc_hash::{FxHashMap, FxHashSet};

/// Bytes that are watched together.
const CELL: u64 = 4;

/// The name of an object, the same in all executions in which its thread did the same.
type Name = [u32; 5];

/// A lock: where it lies.
pub type Lock = (Name, u64);

/// The assumptions about locks.
#[derive(Debug, Default)]
pub struct Discipline {
    /// For each cell the locks that were held at all accesses to it; never none.
    protections: FxHashMap<(Name, u64), Vec<Lock>>,
    /// The cells that are known to have no such lock.
    exposed: FxHashSet<(Name, u64)>,
    /// The locks whose state an operation observes.
    observed: FxHashSet<Lock>,
    /// The locks that were assumed to be movers.
    relied_on: FxHashSet<Lock>,
    /// Whether the end of a thread was assumed to be a left mover.
    relies_on_ends: bool,
    /// Whether a thread waits inside an atomic section, perhaps for the end of another one.
    observes_ends: bool,
    /// Whether no assumption about locks is made any more.
    is_off: bool,
    /// Whether an assumption turned out to be wrong.
    is_refuted: bool,
    /// Whether threads are interchangeable. Then the objects that they own have no name.
    are_interchangeable: bool,
}

impl Discipline {
    /// The assumptions before any access was seen.
    pub fn new(are_interchangeable: bool) -> Self {
        Discipline { are_interchangeable, ..Discipline::default() }
    }

    /// Whether an assumption turned out to be wrong. Then the result of the search is void.
    pub fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// Starts again with what was learned.
    pub fn start_again(&mut self) {
        self.protections.clear();
        self.relied_on.clear();
        self.relies_on_ends = false;
        self.is_refuted = false;
    }

    /// Makes no assumption about locks from now on.
    pub fn give_up(&mut self) {
        let relies_on_locks = !self.protections.is_empty() || !self.relied_on.is_empty();
        self.is_refuted |= relies_on_locks && !self.is_off;
        self.is_off = true;
    }

    /// Records that a thread may wait inside an atomic section: then neither locks nor ends of threads are movers.
    pub fn wait_in_section(&mut self) {
        self.give_up();
        self.is_refuted |= self.relies_on_ends && !self.observes_ends;
        self.observes_ends = true;
    }

    /// Whether the end of a thread is a left mover.
    pub fn is_end_mover(&mut self) -> bool {
        self.relies_on_ends |= !self.observes_ends;
        !self.observes_ends
    }

    /// Records an access that is made with these locks. Returns whether it is protected.
    pub fn access(&mut self, state: &State, access: &Access, held: &[Lock]) -> bool {
        if self.has_no_name(state, access.object) {
            return false;
        }
        let name = name(&state.objects[access.object].origin);
        self.cells(name, access.offset / CELL..=(access.offset + access.size.max(1) - 1) / CELL, held)
    }

    /// Records the end of an object's life.
    pub fn end_of_life(&mut self, state: &State, object: ObjectId, held: &[Lock]) {
        if self.has_no_name(state, object) {
            return;
        }
        let object = &state.objects[object];
        let name = name(&object.origin);
        if self.relied_on.iter().any(|lock| lock.0 == name) {
            self.give_up();
        }
        self.cells(name, 0..=object.cells.size().max(1) / CELL, held);
    }

    fn has_no_name(&self, state: &State, object: ObjectId) -> bool {
        self.are_interchangeable && !matches!(state.objects[object].origin, Origin::Global(_))
    }

    fn cells(&mut self, name: Name, cells: std::ops::RangeInclusive<u64>, held: &[Lock]) -> bool {
        let mut is_protected = !self.is_off;
        for cell in cells {
            is_protected &= self.cell((name, cell), held);
        }
        is_protected
    }

    fn cell(&mut self, cell: (Name, u64), held: &[Lock]) -> bool {
        if self.exposed.contains(&cell) {
            return false;
        }
        let was_known = self.protections.contains_key(&cell);
        let locks = self.protections.entry(cell).or_insert_with(|| held.to_vec());
        locks.retain(|lock| held.contains(lock));
        if locks.is_empty() {
            self.protections.remove(&cell);
            self.exposed.insert(cell);
            self.is_refuted |= was_known;
            return false;
        }
        true
    }

    /// Whether acquisitions and releases of a lock are movers.
    pub fn is_mover(&mut self, state: &State, (object, offset): (ObjectId, u64)) -> bool {
        let Some(lock) = lock(state, object, offset) else { return false };
        if self.is_off || self.observed.contains(&lock) {
            return false;
        }
        self.relied_on.insert(lock);
        true
    }

    /// Records that an operation observed the state of a lock.
    pub fn observe(&mut self, state: &State, (object, offset): (ObjectId, u64)) {
        if let Some(lock) = lock(state, object, offset) {
            self.is_refuted |= self.relied_on.contains(&lock);
            self.observed.insert(lock);
        }
    }
}

/// The locks that a thread holds exclusively.
pub fn held(state: &State, thread: u32) -> Vec<Lock> {
    let is_own = |object: &SyncObject| match object {
        SyncObject::Mutex(mutex) => mutex.owner == Some(thread),
        SyncObject::Spin { owner } => *owner == Some(thread),
        SyncObject::ReadWrite(lock) => lock.writer == Some(thread),
        SyncObject::Destroyed
        | SyncObject::Condition
        | SyncObject::Barrier { .. }
        | SyncObject::Once { .. }
        | SyncObject::Semaphore { .. } => false,
    };
    let own = state.synchronization.iter().filter(|(_, object)| is_own(object));
    own.filter_map(|(&(object, offset), _)| lock(state, object, offset)).collect()
}

/// Whether every other thread was joined: then all their steps are ordered before those of this thread.
pub fn is_single(state: &State, thread: u32) -> bool {
    let is_over =
        |other: &raddle_program::semantics::Thread| other.has_ended() && other.is_joined && !other.is_detached;
    (0u32..).zip(&state.threads).all(|(number, other)| number == thread || is_over(other))
}

/// What an operation does to the lock that it names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// Acquires it, after a wait if need be.
    Takes,
    /// Releases it.
    GivesBack,
    /// Observes whether a thread holds it, or resets it.
    Observes,
    /// Does not concern a lock, or releases a lock together with a step that is no mover.
    Other,
}

/// What an operation does to a lock that only one thread can hold.
pub fn use_of(operation: Synchronization) -> Use {
    use Synchronization as S;
    match operation {
        S::MutexLock | S::SpinLock => Use::Takes,
        S::MutexUnlock | S::SpinUnlock => Use::GivesBack,
        S::MutexInit
        | S::MutexDestroy
        | S::MutexTryLock
        | S::MutexTimedLock
        | S::SpinInit
        | S::SpinDestroy
        | S::SpinTryLock
        | S::Overwrite => Use::Observes,
        S::ConditionInit
        | S::ConditionDestroy
        | S::ConditionRelease
        | S::ConditionWake
        | S::ConditionTimedWake
        | S::ConditionSignal
        | S::ConditionBroadcast
        | S::ReadWriteInit
        | S::ReadWriteDestroy
        | S::ReadLock
        | S::ReadTryLock
        | S::ReadTimedLock
        | S::WriteLock
        | S::WriteTryLock
        | S::WriteTimedLock
        | S::ReadWriteUnlock
        | S::BarrierInit
        | S::BarrierDestroy
        | S::BarrierArrive
        | S::BarrierLeave
        | S::OnceBegin
        | S::OnceEnd
        | S::KeyCreate
        | S::KeyDelete
        | S::KeyGet
        | S::KeySet
        | S::SemaphoreInit
        | S::SemaphoreDestroy
        | S::SemaphoreWait
        | S::SemaphoreTryWait
        | S::SemaphoreTimedWait
        | S::SemaphorePost
        | S::SemaphoreGetValue
        | S::ThreadDetach
        | S::ThreadTestEnd
        | S::ThreadCancel
        | S::TestCancel
        | S::SetCancelState
        | S::CleanupPush
        | S::CleanupPop
        | S::BecomeChild => Use::Other,
    }
}

fn lock(state: &State, object: ObjectId, offset: u64) -> Option<Lock> {
    let origin = &state.objects[object].origin;
    matches!(origin, Origin::Global(_) | Origin::Allocated(..)).then(|| (name(origin), offset))
}

fn name(origin: &Origin) -> Name {
    use raddle_program::entity::Entity;
    match origin {
        Origin::Global(global) => [0, global.index() as u32, 0, 0, 0],
        Origin::ThreadLocal(thread, global) => [1, *thread, global.index() as u32, 0, 0],
        Origin::Local(thread, depth, procedure, local) => {
            [2, *thread, *depth, procedure.index() as u32, local.index() as u32]
        }
        Origin::Allocated(thread, number, _) => [3, *thread, *number, 0, 0],
    }
}
