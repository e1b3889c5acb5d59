//! Assignments to synchronization objects. An assignment, a `memset` or a copy of a structure around it that writes a whole initializer makes an
//! object one that no call has touched. POSIX leaves undefined what happens if a thread holds it or waits for it.

use super::Done;
use crate::semantics::evaluate::Evaluation;
use crate::semantics::object::SyncObject;
use crate::semantics::state::SyncAddress;

/// The kind that says that the bytes are those of another object, which may be in use.
const COPY: i128 = 4;

impl Evaluation<'_, '_, '_> {
    /// The bytes of an object were overwritten: its state is what they say. A copy of another object is no object.
    pub(super) fn overwrite(&mut self, address: SyncAddress, kind: i128) -> Done {
        let wrong = match self.state.synchronization.get(&address) {
            Some(SyncObject::Mutex(mutex)) if mutex.owner.is_some() => Some("a mutex is overwritten that is locked"),
            Some(SyncObject::ReadWrite(lock)) if lock.writer.is_some() || !lock.readers.is_empty() => {
                Some("a read-write lock is overwritten that is locked")
            }
            Some(SyncObject::Spin { owner: Some(_) }) => Some("a spin lock is overwritten that is locked"),
            Some(SyncObject::Barrier { arrived, .. }) if !arrived.is_empty() => {
                Some("a barrier is overwritten that threads wait at")
            }
            Some(SyncObject::Once { runner: Some(_) }) => Some("a once control is overwritten while its routine runs"),
            _ if self.waiters(address).next().is_some() => {
                Some("a condition variable is overwritten that a thread waits for")
            }
            Some(
                SyncObject::Destroyed
                | SyncObject::Mutex(_)
                | SyncObject::Condition
                | SyncObject::ReadWrite(_)
                | SyncObject::Spin { .. }
                | SyncObject::Barrier { .. }
                | SyncObject::Once { .. }
                | SyncObject::Semaphore { .. },
            )
            | None => None,
        };
        if let Some(wrong) = wrong {
            self.misuse(wrong);
        }
        if kind == COPY {
            self.set(address, SyncObject::Destroyed);
        } else {
            self.state.synchronization.remove(&address);
        }
        Done::same(0)
    }
}
