//! Read-write locks: POSIX `pthread_rwlock_*`. Waiting writers do not block readers.
//!
//! A thread that holds a lock for writing and locks it again either waits for ever or gets EDEADLK: POSIX allows both. So the step is
//! enabled, but it does not resolve a deadlock ([`Enabled::Spuriously`](crate::semantics::step::Enabled)).

use super::{Done, EBUSY, EDEADLK, ETIMEDOUT};
use crate::semantics::evaluate::Evaluation;
use crate::semantics::object::{ReadWrite, SyncObject};
use crate::semantics::record::Interruption;
use crate::semantics::state::{State, SyncAddress};
use crate::syntax::Synchronization;

fn peek(state: &State, address: SyncAddress) -> ReadWrite {
    match state.synchronization.get(&address) {
        Some(SyncObject::ReadWrite(lock)) => lock.clone(),
        Some(_) | None => ReadWrite::default(),
    }
}

/// Whether the lock can be had for reading.
pub(super) fn can_read(state: &State, address: SyncAddress) -> bool {
    peek(state, address).writer.is_none()
}

/// Whether the lock can be had for writing.
pub(super) fn can_write(state: &State, address: SyncAddress) -> bool {
    let lock = peek(state, address);
    lock.writer.is_none() && lock.readers.is_empty()
}

/// Whether a thread has the lock for writing.
pub(super) fn is_written_by(state: &State, address: SyncAddress, thread: u32) -> bool {
    peek(state, address).writer == Some(thread)
}

/// A thread that holds the lock; the given thread if it is one of the readers.
pub(super) fn holder(state: &State, address: SyncAddress, thread: u32) -> Option<u32> {
    let lock = peek(state, address);
    let own = lock.readers.contains_key(&thread).then_some(thread);
    lock.writer.or(own).or_else(|| lock.readers.keys().next().copied())
}

/// All threads that hold the lock.
pub(super) fn holders(state: &State, address: SyncAddress) -> Vec<u32> {
    let lock = peek(state, address);
    lock.writer.into_iter().chain(lock.readers.into_keys()).collect()
}

impl Evaluation<'_, '_, '_> {
    pub(super) fn read_write_call(
        &mut self,
        operation: Synchronization,
        address: SyncAddress,
        choice: Option<u32>,
    ) -> Result<Done, Interruption> {
        let is_again = is_written_by(self.state, address, self.thread);
        Ok(Done::same(match operation {
            Synchronization::ReadLock | Synchronization::WriteLock if is_again => EDEADLK,
            Synchronization::ReadTimedLock | Synchronization::WriteTimedLock if is_again => match choice {
                None => return Err(Interruption::Choose(2)),
                Some(0) => ETIMEDOUT,
                Some(_) => EDEADLK,
            },
            Synchronization::ReadWriteInit => self.read_write_init(address),
            Synchronization::ReadWriteDestroy => {
                let lock = self.usable_read_write(address);
                if lock.writer.is_some() || !lock.readers.is_empty() {
                    self.misuse("a read-write lock is destroyed that is locked");
                    EBUSY
                } else {
                    self.set(address, SyncObject::Destroyed);
                    0
                }
            }
            Synchronization::ReadLock | Synchronization::WriteLock => {
                let is_write = operation == Synchronization::WriteLock;
                let can = if is_write { can_write } else { can_read };
                if !can(self.state, address) {
                    return Err(Interruption::Blocked);
                }
                self.read_write_lock(address, is_write, EBUSY)
            }
            Synchronization::ReadTryLock => self.read_write_lock(address, false, EBUSY),
            Synchronization::WriteTryLock => self.read_write_lock(address, true, EBUSY),
            Synchronization::ReadTimedLock => self.read_write_lock(address, false, ETIMEDOUT),
            Synchronization::WriteTimedLock => self.read_write_lock(address, true, ETIMEDOUT),
            Synchronization::ReadWriteUnlock => self.read_write_unlock(address),
            other => panic!("{other:?} is no operation on read-write locks"),
        }))
    }

    fn usable_read_write(&mut self, address: SyncAddress) -> ReadWrite {
        if !self.is_usable(address, "a read-write lock", 0, false) {
            let lock = ReadWrite { is_initialized: true, ..ReadWrite::default() };
            self.set(address, SyncObject::ReadWrite(lock));
        }
        peek(self.state, address)
    }

    /// Records the state of a lock; a fresh one is not recorded.
    fn set_read_write(&mut self, address: SyncAddress, lock: ReadWrite) {
        if lock == ReadWrite::default() {
            self.state.synchronization.remove(&address);
        } else {
            self.set(address, SyncObject::ReadWrite(lock));
        }
    }

    fn read_write_init(&mut self, address: SyncAddress) -> i128 {
        let lock = peek(self.state, address);
        if lock.writer.is_some() || !lock.readers.is_empty() {
            self.misuse("a read-write lock is initialized that is locked");
        } else if lock.is_initialized {
            self.misuse("a read-write lock is initialized again");
        }
        self.set_read_write(address, ReadWrite { is_initialized: true, ..ReadWrite::default() });
        0
    }

    fn read_write_lock(&mut self, address: SyncAddress, is_write: bool, failure: i128) -> i128 {
        let mut lock = self.usable_read_write(address);
        let can = if is_write { can_write } else { can_read };
        if !can(self.state, address) {
            return failure;
        }
        if is_write {
            lock.writer = Some(self.thread);
        } else {
            *lock.readers.entry(self.thread).or_default() += 1;
        }
        self.set_read_write(address, lock);
        0
    }

    fn read_write_unlock(&mut self, address: SyncAddress) -> i128 {
        let mut lock = self.usable_read_write(address);
        if lock.writer == Some(self.thread) {
            lock.writer = None;
        } else if let Some(times) = lock.readers.get_mut(&self.thread) {
            *times -= 1;
            if *times == 0 {
                lock.readers.remove(&self.thread);
            }
        } else {
            self.misuse("a read-write lock is unlocked by a thread that has not locked it");
        }
        self.set_read_write(address, lock);
        0
    }
}
