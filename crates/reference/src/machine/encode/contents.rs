//! What objects hold, as bytes: their values, the synchronization objects in them, the accesses to them.

use super::{Encoder, Values};
use crate::machine::Machine;
use crate::machine::memory::{Life, ObjectKind};
use crate::machine::order::Holder;
use crate::machine::synchronize::{Once, Origin, Synchronizers};
use crate::value::{Address, ObjectId};

impl Encoder {
    /// What an object holds, the locks in it and the accesses to it.
    pub(super) fn contents(&mut self, machine: &Machine<'_>, id: ObjectId) {
        let object = machine.memory.object(id);
        self.tag(0xfd);
        self.tag(match object.life {
            Life::Alive => 0,
            Life::LeftScope => 1,
            Life::Freed => 2,
        });
        if object.life != Life::Alive {
            return;
        }
        if !(object.is_read_only && object.kind == ObjectKind::Static) {
            self.tag(object.kind as u8);
            self.number(object.size);
            self.flag(object.is_unlisted);
            self.flag(object.is_read_only);
            if self.values == Values::Told {
                self.byte(object.fill);
                self.number(object.bytes.len() as u64);
                for (&offset, &byte) in &object.bytes {
                    self.number(offset);
                    self.byte(byte);
                }
            }
        } else {
            // Its bytes never change, but they may point to objects: static ones only.
            self.tag(0xfc);
        }
        self.synchronizers(&machine.locks, id);
        for (access, after) in machine.history.records(id) {
            self.tag(1);
            self.number(access.start);
            self.number(access.end);
            self.number(u64::from(access.thread));
            self.flag(access.is_write);
            self.flag(access.is_atomic);
            for &holder in after {
                self.holder(holder);
            }
            self.tag(0xfb);
        }
        self.tag(2);
    }

    /// The synchronization objects that lie in an object.
    fn synchronizers(&mut self, all: &Synchronizers, id: ObjectId) {
        let whole = Address { object: id, offset: i64::MIN }..=Address { object: id, offset: i64::MAX };
        for (address, mutex) in all.mutexes.range(whole.clone()) {
            self.begin(1, address, mutex.origin);
            self.tag(mutex.kind as u8);
            let (owner, count) = mutex.owner.map_or((0, 0), |(owner, count)| (u64::from(owner) + 1, count));
            self.number(owner);
            self.number(u64::from(count));
        }
        for (address, condition) in all.conditions.range(whole.clone()) {
            self.begin(2, address, condition.origin);
            self.number(condition.waiters.len() as u64);
            for (&thread, &mutex) in &condition.waiters {
                self.number(u64::from(thread));
                self.address(mutex);
            }
        }
        for (address, lock) in all.read_writes.range(whole.clone()) {
            self.begin(3, address, lock.origin);
            self.number(lock.writer.map_or(0, |writer| u64::from(writer) + 1));
            self.number(lock.readers.len() as u64);
            for (&thread, &count) in &lock.readers {
                self.number(u64::from(thread));
                self.number(u64::from(count));
            }
        }
        for (address, lock) in all.spins.range(whole.clone()) {
            self.begin(4, address, lock.origin);
            self.number(lock.owner.map_or(0, |owner| u64::from(owner) + 1));
        }
        for (address, barrier) in all.barriers.range(whole.clone()) {
            self.begin(5, address, barrier.origin);
            self.number(barrier.count);
            self.number(barrier.arrived.len() as u64);
            barrier.arrived.iter().for_each(|&thread| self.number(u64::from(thread)));
        }
        for (address, once) in all.onces.range(whole.clone()) {
            self.begin(6, address, Origin::Static);
            self.number(match once {
                Once::Fresh => 0,
                Once::Done => 1,
                Once::Running(thread) => u64::from(*thread) + 2,
            });
        }
        for (address, semaphore) in all.semaphores.range(whole) {
            self.begin(7, address, semaphore.origin);
            self.number(u64::from(semaphore.value));
        }
        self.tag(0);
    }

    fn begin(&mut self, family: u8, address: &Address, origin: Origin) {
        self.tag(family);
        self.wide(i128::from(address.offset));
        self.tag(origin as u8);
    }

    fn holder(&mut self, holder: Holder) {
        let (tag, address) = match holder {
            Holder::Thread(thread) => {
                self.tag(0);
                return self.number(u64::from(thread));
            }
            Holder::Cancellation(thread) => {
                self.tag(1);
                return self.number(u64::from(thread));
            }
            Holder::Sections => return self.tag(2),
            Holder::Mutex(address) => (3, address),
            Holder::Location(address, head) => {
                self.tag(4);
                self.number(u64::from(head));
                return self.address(address);
            }
            Holder::Unfenced(thread) => {
                self.tag(11);
                return self.number(u64::from(thread));
            }
            Holder::Fenced(thread) => {
                self.tag(12);
                return self.number(u64::from(thread));
            }
            Holder::Written(address) => (5, address),
            Holder::WasRead(address) => (6, address),
            Holder::Spin(address) => (7, address),
            Holder::Barrier(address) => (8, address),
            Holder::Once(address) => (9, address),
            Holder::Semaphore(address) => (10, address),
        };
        self.tag(tag);
        self.address(address);
    }
}
