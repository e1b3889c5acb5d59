//! Assignments to synchronization objects. What an initializer was assigned to is what its bytes say; what another object was copied to must not
//! be used (POSIX 2.9.9). An object that a thread holds or waits for must not be overwritten.

use super::mutex::MutexKind;
use super::{Condition, Done, Mutex, Once, Origin, ReadWrite, Request, Semaphore, Spin};
use crate::machine::Machine;
use crate::machine::order::Holder;
use crate::value::Address;

/// The kind of a copy.
const COPY: i128 = 4;

impl Machine<'_> {
    /// The object at an address is overwritten, of whichever family it is.
    pub(super) fn overwritten(&mut self, request: &Request<'_>, at: Address) -> Done {
        let locks = &mut self.locks;
        let mutex = locks.mutexes.remove(&at);
        let lock = locks.read_writes.remove(&at);
        let spin = locks.spins.remove(&at);
        let barrier = locks.barriers.remove(&at);
        let once = locks.onces.remove(&at);
        let condition = locks.conditions.remove(&at);
        locks.semaphores.remove(&at);
        if request.number(0) == COPY {
            self.is_copied(at);
        }
        for holder in [
            Holder::Mutex(at),
            Holder::Written(at),
            Holder::WasRead(at),
            Holder::Spin(at),
            Holder::Barrier(at),
            Holder::Once(at),
            Holder::Semaphore(at),
        ] {
            self.history.drop_holder(holder);
        }
        let is_awaited = condition.as_ref().is_some_and(|condition| !condition.waiters.is_empty());
        if let (Some(condition), true) = (condition, is_awaited) {
            // Its waiters wait on, and may be signalled.
            let origin = if request.number(0) == COPY { Origin::Destroyed } else { Origin::Static };
            self.locks.conditions.insert(at, Condition { origin, ..condition });
        }
        match () {
            () if mutex.is_some_and(|mutex| mutex.owner.is_some()) => Done::misused(0, "a locked mutex is overwritten"),
            () if lock.is_some_and(|lock| lock.writer.is_some() || !lock.readers.is_empty()) => {
                Done::misused(0, "a held read-write lock is overwritten")
            }
            () if spin.is_some_and(|spin| spin.owner.is_some()) => Done::misused(0, "a held spin lock is overwritten"),
            () if barrier.is_some_and(|barrier| !barrier.arrived.is_empty()) => {
                Done::misused(0, "a barrier that threads wait at is overwritten")
            }
            () if matches!(once, Some(Once::Running(_))) => {
                Done::misused(0, "a once control is overwritten while its routine runs")
            }
            () if is_awaited => Done::misused(0, "a condition that threads wait for is overwritten"),
            () => Done::default(),
        }
    }

    /// What lies at an address is a copy: using it is as wrong as using a destroyed object, of whichever family.
    fn is_copied(&mut self, at: Address) {
        let origin = Origin::Destroyed;
        self.locks.mutexes.insert(at, Mutex { kind: MutexKind::Normal, owner: None, origin });
        self.locks.read_writes.insert(at, ReadWrite { origin, ..ReadWrite::default() });
        self.locks.conditions.insert(at, Condition { origin, ..Condition::default() });
        self.locks.semaphores.insert(at, Semaphore { value: 0, origin });
        self.locks.spins.insert(at, Spin { owner: None, origin });
    }
}
