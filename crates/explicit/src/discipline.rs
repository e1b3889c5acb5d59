//! The locking discipline that a search relies on, and watches while it does.
//!
//! A lock that nobody looks at makes movers [Lipton 75]: to take it is a right mover, to give it back a left mover, and what
//! is only ever accessed by whoever holds it is accessed by both-movers. Which memory that is need not be known before:
//! the search takes it for granted that all memory is protected by the locks that were held at all accesses so far, and
//! watches [Stoller, Cohen 03; the lock sets of Eraser]. The first access of an execution that breaks the discipline is
//! made in the reduced search, too, since up to there the discipline held and so did the reduction; what is held at an access
//! is known to the thread alone. Then it is known better, and the search starts again.
//!
//! Rules, each of which would be unsound without its condition:
//! - A cell is protected while one lock was held at *all* its accesses, those that nobody else may notice and those inside of
//!   atomic sections included. Not counted are accesses while every other thread was joined, and accesses that the
//!   static analyses show to be ordered with all that conflict with them.
//! - A lock is a mover only if nobody observes it: no attempt, no initialization and no destruction while other threads are.
//! - A misuse of any lock (an unlock by who does not own it) ends all trust in locks, and so does a wait inside of an atomic
//!   section: the waiting thread lets other threads run, and runs alone again when it can go on. The end of a thread is a
//!   left mover only if no join stands inside an atomic section, which would wait if the thread ended later. An unlock that fails is no misuse: it
//!   changes nothing, and fails whatever others do.
//! - A lock that the program wrote itself ([`raddle_analysis::written_locks`]) is taken and given back by atomic sections: the
//!   analyses have shown that it is one.
//! - The end of an object's life is a write to all of it, and the end of every trust in the locks that lie in it. An access that
//!   comes after it, or outside of every object, is recorded as one of no cell: it ends all trust in locks.
//!
//! Left out: locks in locals, read-write locks, semaphores.

use raddle_program::semantics::{Access, ObjectId, Origin, State, SyncObject};
use raddle_program::syntax::Synchronization;
use rustc_hash::{FxHashMap, FxHashSet};

/// Bytes that are watched together.
const CELL: u64 = 4;

/// The name of an object, the same in all executions in which its thread did the same.
type Name = [u32; 5];

/// A lock: where it lies.
pub type Lock = (Name, u64);

/// What is taken for granted of locks.
#[derive(Debug, Default)]
pub struct Discipline {
    /// For each cell the locks that were held at all accesses to it; never none.
    protections: FxHashMap<(Name, u64), Vec<Lock>>,
    /// The cells that are known to have no such lock.
    exposed: FxHashSet<(Name, u64)>,
    /// The locks whose state somebody looks at.
    observed: FxHashSet<Lock>,
    /// The locks that were taken for movers.
    relied_on: FxHashSet<Lock>,
    /// Whether the end of a thread was taken for a left mover.
    relies_on_ends: bool,
    /// Whether a thread waits inside an atomic section, perhaps for the end of another one.
    observes_ends: bool,
    /// Whether locks are not to be trusted at all.
    is_off: bool,
    /// Whether something was relied on that does not hold.
    is_refuted: bool,
    /// Whether threads are interchangeable: what they own has no name then.
    are_interchangeable: bool,
}

impl Discipline {
    /// What is taken for granted before anything is known.
    pub fn new(are_interchangeable: bool) -> Self {
        Discipline { are_interchangeable, ..Discipline::default() }
    }

    /// Whether something was taken for granted that does not hold: what was searched counts for nothing.
    pub fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// Starts again with what is known now.
    pub fn start_again(&mut self) {
        self.protections.clear();
        self.relied_on.clear();
        self.relies_on_ends = false;
        self.is_refuted = false;
    }

    /// Ends all trust.
    pub fn give_up(&mut self) {
        let relies_on_locks = !self.protections.is_empty() || !self.relied_on.is_empty();
        self.is_refuted |= relies_on_locks && !self.is_off;
        self.is_off = true;
    }

    /// Takes note that a thread may wait inside an atomic section: neither locks nor ends of threads are movers then.
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

    /// Takes note of an access that is made with these locks; whether it is protected.
    pub fn access(&mut self, state: &State, access: &Access, held: &[Lock]) -> bool {
        if self.has_no_name(state, access.object) {
            return false;
        }
        let name = name(&state.objects[access.object].origin);
        self.cells(name, access.offset / CELL..=(access.offset + access.size.max(1) - 1) / CELL, held)
    }

    /// Takes note of the end of an object's life.
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

    /// Whether to take or to give back a lock is a mover.
    pub fn is_mover(&mut self, state: &State, (object, offset): (ObjectId, u64)) -> bool {
        let Some(lock) = lock(state, object, offset) else { return false };
        if self.is_off || self.observed.contains(&lock) {
            return false;
        }
        self.relied_on.insert(lock);
        true
    }

    /// Takes note that the state of a lock was looked at.
    pub fn observe(&mut self, state: &State, (object, offset): (ObjectId, u64)) {
        if let Some(lock) = lock(state, object, offset) {
            self.is_refuted |= self.relied_on.contains(&lock);
            self.observed.insert(lock);
        }
    }
}

/// The locks that a thread holds for itself alone.
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

/// Whether every other thread was joined: what this one does, all that others ever did comes before.
pub fn is_single(state: &State, thread: u32) -> bool {
    let is_over =
        |other: &raddle_program::semantics::Thread| other.has_ended() && other.is_joined && !other.is_detached;
    (0u32..).zip(&state.threads).all(|(number, other)| number == thread || is_over(other))
}

/// What an operation does to the lock that it names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// Takes it, after a wait if need be.
    Takes,
    /// Gives it back.
    GivesBack,
    /// Tells whether somebody has it, or makes it new.
    Observes,
    /// Is about something else, or gives a lock back while it does something that does not move.
    Other,
}

/// What an operation does to a lock whose holders exclude all others.
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
