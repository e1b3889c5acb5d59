//! Spin locks: POSIX `pthread_spin_*`. Waiting takes no steps: a thread that spins is blocked.

use super::{Done, EBUSY};
use crate::semantics::evaluate::Evaluation;
use crate::semantics::object::SyncObject;
use crate::semantics::record::Interruption;
use crate::semantics::state::{State, SyncAddress};
use crate::syntax::Synchronization;

/// The owner of the lock.
pub(super) fn owner(state: &State, address: SyncAddress) -> Option<u32> {
    match state.synchronization.get(&address) {
        Some(SyncObject::Spin { owner }) => *owner,
        Some(_) | None => None,
    }
}

impl Evaluation<'_, '_, '_> {
    pub(super) fn spin_call(&mut self, operation: Synchronization, address: SyncAddress) -> Result<Done, Interruption> {
        let found = owner(self.state, address);
        let is_spin = matches!(self.state.synchronization.get(&address), Some(SyncObject::Spin { .. }));
        if operation == Synchronization::SpinInit {
            if is_spin {
                self.misuse("a spin lock is initialized again");
            }
            self.set(address, SyncObject::Spin { owner: None });
            return Ok(Done::same(0));
        }
        if operation == Synchronization::SpinLock && found.is_some() {
            return Err(Interruption::Blocked);
        }
        if !self.is_usable(address, "a spin lock", 0, true) {
            self.set(address, SyncObject::Spin { owner: None });
        }
        Ok(Done::same(match operation {
            Synchronization::SpinDestroy => {
                if found.is_some() {
                    self.misuse("a spin lock is destroyed that is locked");
                    EBUSY
                } else {
                    self.set(address, SyncObject::Destroyed);
                    0
                }
            }
            Synchronization::SpinTryLock if found.is_some() => EBUSY,
            Synchronization::SpinLock | Synchronization::SpinTryLock => {
                self.set(address, SyncObject::Spin { owner: Some(self.thread) });
                0
            }
            Synchronization::SpinUnlock => {
                if found != Some(self.thread) {
                    self.misuse("a spin lock is unlocked by a thread that does not hold it");
                }
                self.set(address, SyncObject::Spin { owner: None });
                0
            }
            other => panic!("{other:?} is no operation on spin locks"),
        }))
    }
}
