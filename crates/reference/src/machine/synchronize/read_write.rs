//! Read-write locks (POSIX pthread_rwlock_rdlock and similar calls). Waiting writers do not block readers.

use super::{Done, EBUSY, EDEADLK, ETIMEDOUT, Origin, Request, complaint};
use crate::machine::Machine;
use crate::machine::order::Holder;
use crate::value::Address;
use raddle_program::syntax::Synchronization;
use std::collections::BTreeMap;

/// A read-write lock.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadWrite {
    /// The thread that holds it for writing.
    pub writer: Option<u32>,
    /// The threads that hold it for reading, with their lock counts.
    pub readers: BTreeMap<u32, u32>,
    /// How it came to exist.
    pub origin: Origin,
}

impl ReadWrite {
    fn is_held(&self) -> bool {
        self.writer.is_some() || !self.readers.is_empty()
    }
}

impl Machine<'_> {
    fn read_write(&self, at: Address) -> ReadWrite {
        self.locks.read_writes.get(&at).cloned().unwrap_or_default()
    }

    fn set_read_write(&mut self, at: Address, lock: ReadWrite) {
        if lock == ReadWrite::default() {
            self.locks.read_writes.remove(&at);
        } else {
            self.locks.read_writes.insert(at, lock);
        }
    }

    pub(super) fn can_read_lock(&self, at: Address) -> bool {
        self.locks.read_writes.get(&at).is_none_or(|lock| lock.writer.is_none())
    }

    /// Whether a thread holds the lock for writing. If it locks it again, it waits for ever or the call fails.
    pub(super) fn is_write_locked_by(&self, thread: u32, at: Address) -> bool {
        self.locks.read_writes.get(&at).is_some_and(|lock| lock.writer == Some(thread))
    }

    pub(super) fn can_write_lock(&self, at: Address) -> bool {
        self.locks.read_writes.get(&at).is_none_or(|lock| !lock.is_held())
    }

    pub(super) fn read_write_call(&mut self, request: &Request<'_>, at: Address) -> Done {
        if request.operation == Synchronization::ReadWriteInit {
            let old = self.read_write(at);
            self.drop_read_write_order(at);
            self.set_read_write(at, ReadWrite { origin: Origin::Initialized, ..ReadWrite::default() });
            return match old.origin {
                _ if old.is_held() => Done::misused(0, "a held read-write lock is initialized"),
                Origin::Initialized => Done::misused(0, "a read-write lock is initialized twice"),
                Origin::Static | Origin::Destroyed => Done::default(),
            };
        }
        let entry = self.locks.read_writes.get(&at).map(|lock| lock.origin);
        let words = ("a destroyed read-write lock is used", "an uninitialized read-write lock is used");
        let misuse = complaint(entry, self.are_bytes_known(at, 4), words);
        if misuse.is_some() {
            self.drop_read_write_order(at);
            self.set_read_write(at, ReadWrite { origin: Origin::Initialized, ..ReadWrite::default() });
        }
        self.use_read_write(request, at).after(misuse)
    }

    fn drop_read_write_order(&mut self, at: Address) {
        self.history.drop_holder(Holder::Written(at));
        self.history.drop_holder(Holder::WasRead(at));
    }

    fn use_read_write(&mut self, request: &Request<'_>, at: Address) -> Done {
        use Synchronization as S;
        let thread = request.thread;
        let mut lock = self.read_write(at);
        if lock.writer == Some(thread) {
            match request.operation {
                S::ReadLock | S::WriteLock => return Done::with(EDEADLK),
                S::ReadTimedLock | S::WriteTimedLock => return Done::with(request.decided.unwrap_or(EDEADLK)),
                _ => {}
            }
        }
        let busy = match request.operation {
            S::ReadTimedLock | S::WriteTimedLock => ETIMEDOUT,
            _ => EBUSY,
        };
        let done = match request.operation {
            S::ReadWriteDestroy if lock.is_held() => Done::misused(EBUSY, "a held read-write lock is destroyed"),
            S::ReadWriteDestroy => {
                lock.origin = Origin::Destroyed;
                Done::default()
            }
            S::ReadLock | S::ReadTryLock | S::ReadTimedLock => {
                if !self.can_read_lock(at) {
                    assert!(request.operation != S::ReadLock, "a thread that would block is not scheduled");
                    return Done::with(busy);
                }
                let count = lock.readers.entry(thread).or_insert(0);
                *count = count.saturating_add(1);
                self.takes_order(thread, Holder::Written(at));
                Done::default()
            }
            S::WriteLock | S::WriteTryLock | S::WriteTimedLock => {
                if !self.can_write_lock(at) {
                    assert!(request.operation != S::WriteLock, "a thread that would block is not scheduled");
                    return Done::with(busy);
                }
                lock.writer = Some(thread);
                self.takes_order(thread, Holder::Written(at));
                self.takes_order(thread, Holder::WasRead(at));
                Done::default()
            }
            _ if lock.writer == Some(thread) => {
                lock.writer = None;
                self.gives_order(thread, Holder::Written(at));
                Done::default()
            }
            _ => match lock.readers.get_mut(&thread) {
                Some(count) => {
                    *count -= 1;
                    if *count == 0 {
                        lock.readers.remove(&thread);
                    }
                    self.gives_order(thread, Holder::WasRead(at));
                    Done::default()
                }
                None => Done::misused(0, "a read-write lock is unlocked by a thread that has not locked it"),
            },
        };
        self.set_read_write(at, lock);
        done
    }
}
