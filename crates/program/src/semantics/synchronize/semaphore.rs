//! Semaphores without names: POSIX `sem_*`. That a failure returns -1 and sets `errno` is the lowering's business.

use super::{Done, EAGAIN, ECANCELED, EINVAL, EOVERFLOW, ETIMEDOUT};
use crate::semantics::evaluate::Evaluation;
use crate::semantics::object::SyncObject;
use crate::semantics::record::Interruption;
use crate::semantics::state::{State, SyncAddress};
use crate::syntax::Synchronization;

/// The greatest value.
const SEM_VALUE_MAX: u32 = i32::MAX as u32;

/// The value of an initialized semaphore.
fn value(state: &State, address: SyncAddress) -> Option<u32> {
    match state.synchronization.get(&address) {
        Some(SyncObject::Semaphore { value }) => Some(*value),
        Some(_) | None => None,
    }
}

/// Whether a wait returns now (with success, or because there is nothing to wait for).
pub(super) fn may_wait(state: &State, address: SyncAddress) -> bool {
    value(state, address) != Some(0)
}

impl Evaluation<'_, '_, '_> {
    pub(super) fn semaphore_call(
        &mut self,
        operation: Synchronization,
        address: SyncAddress,
        initial: i128,
        choice: Option<u32>,
    ) -> Result<Done, Interruption> {
        if operation == Synchronization::SemaphoreInit {
            return Ok(Done::same(self.semaphore_init(address, initial)));
        }
        if operation == Synchronization::SemaphoreWait {
            let may_wait = may_wait(self.state, address);
            if self.is_cancelled(may_wait, choice)? {
                return Ok(Done::same(ECANCELED));
            }
            if !may_wait {
                return Err(Interruption::Blocked);
            }
        }
        if !self.is_usable(address, "a semaphore", 0, true) {
            let is_query = operation == Synchronization::SemaphoreGetValue;
            return Ok(Done::same(if is_query { 0 } else { EINVAL }));
        }
        let value = value(self.state, address).unwrap_or(0);
        let (outcome, new) = match operation {
            Synchronization::SemaphoreDestroy => {
                self.set(address, SyncObject::Destroyed);
                return Ok(Done::same(0));
            }
            Synchronization::SemaphoreGetValue => return Ok(Done::same(value.into())),
            Synchronization::SemaphoreTryWait if value == 0 => (EAGAIN, value),
            Synchronization::SemaphoreTimedWait if value == 0 => (ETIMEDOUT, value),
            Synchronization::SemaphoreWait
            | Synchronization::SemaphoreTryWait
            | Synchronization::SemaphoreTimedWait => (0, value - 1),
            Synchronization::SemaphorePost if value == SEM_VALUE_MAX => (EOVERFLOW, value),
            Synchronization::SemaphorePost => (0, value + 1),
            other => panic!("{other:?} is no operation on semaphores"),
        };
        self.set(address, SyncObject::Semaphore { value: new });
        Ok(Done::same(outcome))
    }

    fn semaphore_init(&mut self, address: SyncAddress, initial: i128) -> i128 {
        let Some(initial) = u32::try_from(initial).ok().filter(|&value| value <= SEM_VALUE_MAX) else {
            return EINVAL;
        };
        if value(self.state, address).is_some() {
            self.misuse("a semaphore is initialized again");
        }
        self.set(address, SyncObject::Semaphore { value: initial });
        0
    }
}
