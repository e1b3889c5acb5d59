//! Mutexes: POSIX `pthread_mutex_*`, C11 `mtx_*`.

use super::{Done, EBUSY, EDEADLK, EPERM, ETIMEDOUT, Found, find};
use crate::semantics::evaluate::Evaluation;
use crate::semantics::memory::Loaded;
use crate::semantics::object::{Mutex, MutexKind, SyncObject};
use crate::semantics::record::Interruption;
use crate::semantics::state::{State, SyncAddress};
use crate::semantics::step::Machine;
use crate::syntax::Synchronization;
use crate::types::DataModel;

/// The state of a mutex: as recorded, else what its bytes say. What is no mutex any more, or not yet, is a fresh one.
pub(super) fn peek(machine: &Machine<'_>, state: &State, address: SyncAddress) -> Mutex {
    match find(state, address, kind_offset(machine), 4) {
        Found::Known(SyncObject::Mutex(mutex)) => *mutex,
        Found::Untouched => Mutex::fresh(initial_kind(machine, state, address)),
        Found::Known(_) | Found::Garbage | Found::Destroyed => Mutex::fresh(MutexKind::Normal),
    }
}

/// Where glibc keeps the kind.
fn kind_offset(machine: &Machine<'_>) -> u64 {
    match machine.program.types.model() {
        DataModel::Ilp32 | DataModel::Llp64 => 12,
        DataModel::Lp64 => 16,
    }
}

/// The kind that a static initializer left in the bytes.
fn initial_kind(machine: &Machine<'_>, state: &State, (object, offset): SyncAddress) -> MutexKind {
    let at = offset + kind_offset(machine);
    let cells = &state.objects[object].cells;
    // Anything smaller than a mutex that is used as one (an `int`, say) is a normal one.
    if at + 4 > cells.size() {
        return MutexKind::Normal;
    }
    match cells.load(at, 4) {
        Loaded::Bits(number) => MutexKind::from_number(number as i128),
        Loaded::Marked(_) | Loaded::Torn(_) => MutexKind::Normal,
    }
}

impl Evaluation<'_, '_, '_> {
    pub(super) fn mutex_call(
        &mut self,
        operation: Synchronization,
        address: SyncAddress,
        kind: i128,
    ) -> Result<Done, Interruption> {
        Ok(Done::same(match operation {
            Synchronization::MutexInit => self.mutex_init(address, MutexKind::from_number(kind)),
            Synchronization::MutexDestroy => self.mutex_destroy(address),
            Synchronization::MutexLock => {
                if !peek(self.machine, self.state, address).can_be_locked_by(self.thread) {
                    return Err(Interruption::Blocked);
                }
                self.mutex_lock(address, EDEADLK, EDEADLK)
            }
            Synchronization::MutexTryLock => self.mutex_lock(address, EBUSY, EBUSY),
            Synchronization::MutexTimedLock => self.mutex_lock(address, ETIMEDOUT, EDEADLK),
            Synchronization::MutexUnlock => self.mutex_unlock(address),
            other => panic!("{other:?} is no operation on mutexes"),
        }))
    }

    /// The mutex at an address, ready to be used: what cannot be is misuse, and goes on as a fresh normal one.
    pub(super) fn usable_mutex(&mut self, address: SyncAddress) -> Mutex {
        if self.is_usable(address, "a mutex", kind_offset(self.machine), false) {
            return peek(self.machine, self.state, address);
        }
        let fresh = Mutex { is_initialized: true, ..Mutex::fresh(MutexKind::Normal) };
        self.set(address, SyncObject::Mutex(fresh));
        fresh
    }

    /// Records the state of a mutex; what equals the state that its bytes say is not recorded.
    pub(super) fn set_mutex(&mut self, address: SyncAddress, mutex: Mutex) {
        if mutex == Mutex::fresh(initial_kind(self.machine, self.state, address)) {
            self.state.synchronization.remove(&address);
        } else {
            self.set(address, SyncObject::Mutex(mutex));
        }
    }

    fn mutex_init(&mut self, address: SyncAddress, kind: MutexKind) -> i128 {
        let found = peek(self.machine, self.state, address);
        if found.owner.is_some() {
            self.misuse("a locked mutex is initialized");
        } else if found.is_initialized {
            self.misuse("a mutex is initialized again");
        }
        self.set_mutex(address, Mutex { is_initialized: true, ..Mutex::fresh(kind) });
        0
    }

    fn mutex_destroy(&mut self, address: SyncAddress) -> i128 {
        let found = self.usable_mutex(address);
        if found.owner.is_some() {
            self.misuse("a locked mutex is destroyed");
            return EBUSY;
        }
        self.set(address, SyncObject::Destroyed);
        0
    }

    /// Locks a mutex. `failure` is the return code if it is owned; `own` is the code if this thread owns it and the kind of the mutex
    /// checks that.
    fn mutex_lock(&mut self, address: SyncAddress, failure: i128, own: i128) -> i128 {
        let found = self.usable_mutex(address);
        match found.owner {
            None => {
                self.set_mutex(address, Mutex { owner: Some(self.thread), depth: 1, ..found });
                0
            }
            Some(owner) if owner == self.thread => match found.kind {
                MutexKind::Recursive => {
                    self.set_mutex(address, Mutex { depth: found.depth + 1, ..found });
                    0
                }
                MutexKind::ErrorCheck => own,
                MutexKind::Normal => failure,
            },
            Some(_) => failure,
        }
    }

    fn mutex_unlock(&mut self, address: SyncAddress) -> i128 {
        let found = self.usable_mutex(address);
        if found.owner != Some(self.thread) {
            if found.kind != MutexKind::Normal {
                return EPERM;
            }
            self.misuse(match found.owner {
                Some(_) => "a mutex is unlocked by a thread that does not own it",
                None => "a mutex is unlocked that is not locked",
            });
        }
        let depth = if found.owner == Some(self.thread) { found.depth.saturating_sub(1) } else { 0 };
        let owner = if depth == 0 { None } else { found.owner };
        self.set_mutex(address, Mutex { owner, depth, ..found });
        0
    }
}
