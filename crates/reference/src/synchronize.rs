//! Mutexes and condition variables (POSIX pthread_mutex_lock, pthread_cond_wait and their kin).
//!
//! Their state lies beside memory, keyed by the address. An address without an entry is an unlocked mutex of the kind
//! that its bytes give (a static initializer), or a condition that nobody waits for. Misuse is reported and the call
//! goes on as glibc's would.

use crate::machine::Machine;
use crate::order::Holder;
use crate::value::{Address, Byte, ObjectId};
use raddle_program::syntax::Synchronization;
use raddle_program::types::DataModel;
use std::collections::{BTreeMap, BTreeSet};

/// The kinds of mutexes with glibc's numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MutexKind {
    /// A second lock by the owner blocks for ever.
    Normal,
    /// The owner may lock again and must unlock as often.
    Recursive,
    /// A second lock by the owner fails.
    ErrorCheck,
}

impl MutexKind {
    /// The kind with a number; other numbers are variants of the normal kind.
    pub fn from_number(number: i128) -> MutexKind {
        match number {
            1 => MutexKind::Recursive,
            2 => MutexKind::ErrorCheck,
            _ => MutexKind::Normal,
        }
    }
}

/// A mutex that is locked, initialized by a call, or destroyed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mutex {
    /// Its kind.
    pub kind: MutexKind,
    /// Who has locked it, and how often.
    pub owner: Option<(u32, u32)>,
    /// Whether `pthread_mutex_init` made it.
    pub is_initialized: bool,
    /// Whether `pthread_mutex_destroy` destroyed it.
    pub is_destroyed: bool,
}

/// A condition that somebody waits for, or that is destroyed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Condition {
    /// Who waits and was not signalled.
    pub waiters: BTreeSet<u32>,
    /// Whether `pthread_cond_destroy` destroyed it.
    pub is_destroyed: bool,
}

/// The state of all mutexes and conditions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Locks {
    /// Mutexes that differ from what their bytes say.
    pub mutexes: BTreeMap<Address, Mutex>,
    /// Conditions with waiters, and destroyed ones.
    pub conditions: BTreeMap<Address, Condition>,
    /// Waiting threads that were signalled and have not yet woken up.
    pub signalled: BTreeSet<u32>,
}

impl Locks {
    /// Forgets what lies in an object that is gone.
    pub fn forget(&mut self, object: ObjectId) {
        self.mutexes.retain(|address, _| address.object != object);
        self.conditions.retain(|address, _| address.object != object);
    }

    fn set_condition(&mut self, address: Address, condition: Condition) {
        if condition == Condition::default() {
            self.conditions.remove(&address);
        } else {
            self.conditions.insert(address, condition);
        }
    }
}

/// What a synchronization call did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Synchronized {
    /// The return code, or what the trace contract says instead.
    pub outcome: i64,
    /// What POSIX does not allow about it.
    pub misuse: Option<&'static str>,
}

const EPERM: i64 = 1;
const EBUSY: i64 = 16;
const EDEADLK: i64 = 35;

impl Machine<'_> {
    /// The mutex at an address.
    pub fn mutex(&self, address: Address) -> Mutex {
        self.locks.mutexes.get(&address).copied().unwrap_or_else(|| Mutex {
            kind: self.static_kind(address),
            owner: None,
            is_initialized: false,
            is_destroyed: false,
        })
    }

    fn set_mutex(&mut self, address: Address, mutex: Mutex) {
        if mutex.owner.is_none() && !mutex.is_initialized && !mutex.is_destroyed {
            self.locks.mutexes.remove(&address);
        } else {
            self.locks.mutexes.insert(address, mutex);
        }
    }

    /// The kind in the bytes of a mutex, which a static initializer put there.
    fn static_kind(&self, address: Address) -> MutexKind {
        let place = match self.types().model() {
            DataModel::Ilp32 => 12,
            DataModel::Lp64 => 16,
        };
        let object = self.memory.object(address.object);
        let start = address.offset as u64 + place;
        if start + 4 > object.size {
            return MutexKind::Normal;
        }
        let mut number = 0;
        for at in 0..4 {
            match object.bytes.get(&(start + at)).copied().unwrap_or(object.fill) {
                Byte::Bits { value, known: 0xff } => number |= i128::from(value) << (8 * at),
                Byte::Bits { .. } | Byte::Part { .. } => return MutexKind::Normal,
            }
        }
        MutexKind::from_number(number)
    }

    /// Whether locking a mutex would not block a thread.
    pub fn can_lock(&self, thread: u32, address: Address) -> bool {
        let mutex = self.mutex(address);
        match mutex.owner {
            None => true,
            Some((owner, _)) => owner == thread && mutex.kind != MutexKind::Normal,
        }
    }

    /// Does what a synchronization call does. `mutex` belongs to the release of a wait, `kind` to an initialization,
    /// `woken` to a signal.
    ///
    /// # Panics
    /// If a lock would block.
    pub fn synchronize(
        &mut self,
        thread: u32,
        operation: Synchronization,
        object: Address,
        mutex: Option<Address>,
        kind: u8,
        woken: Option<u32>,
    ) -> Synchronized {
        let done = |outcome| Synchronized { outcome, misuse: None };
        let misused = |outcome, misuse| Synchronized { outcome, misuse: Some(misuse) };
        match operation {
            Synchronization::MutexInit => {
                let is_locked = self.mutex(object).owner.is_some();
                self.history.drop_holder(Holder::Mutex(object));
                let kind = MutexKind::from_number(i128::from(kind));
                self.set_mutex(object, Mutex { kind, owner: None, is_initialized: true, is_destroyed: false });
                if is_locked { misused(0, "a locked mutex is initialized") } else { done(0) }
            }
            Synchronization::MutexDestroy => {
                let mutex = self.mutex(object);
                if mutex.owner.is_some() {
                    return misused(EBUSY, "a locked mutex is destroyed");
                }
                self.set_mutex(object, Mutex { is_destroyed: true, is_initialized: false, ..mutex });
                if mutex.is_destroyed { misused(0, "a destroyed mutex is destroyed again") } else { done(0) }
            }
            Synchronization::MutexLock => {
                let misuse = self.revive(object);
                let mutex = self.mutex(object);
                let outcome = match mutex.owner {
                    None => self.take(thread, object, mutex, 1),
                    Some((owner, count)) if owner == thread && mutex.kind == MutexKind::Recursive => {
                        self.take(thread, object, mutex, count.saturating_add(1))
                    }
                    Some((owner, _)) if owner == thread && mutex.kind == MutexKind::ErrorCheck => EDEADLK,
                    Some(_) => panic!("a thread that would block is not scheduled"),
                };
                Synchronized { outcome, misuse }
            }
            Synchronization::MutexTryLock => {
                let misuse = self.revive(object);
                let mutex = self.mutex(object);
                let outcome = match mutex.owner {
                    None => self.take(thread, object, mutex, 1),
                    Some((owner, count)) if owner == thread && mutex.kind == MutexKind::Recursive => {
                        self.take(thread, object, mutex, count.saturating_add(1))
                    }
                    Some(_) => EBUSY,
                };
                Synchronized { outcome, misuse }
            }
            Synchronization::MutexUnlock => {
                let misuse = self.revive(object);
                let unlocked = self.unlock(thread, object);
                Synchronized { misuse: misuse.or(unlocked.misuse), ..unlocked }
            }
            Synchronization::ConditionInit => {
                let condition = self.condition(object);
                self.locks.set_condition(object, Condition { is_destroyed: false, ..condition });
                done(0)
            }
            Synchronization::ConditionDestroy => {
                let condition = self.condition(object);
                let is_awaited = !condition.waiters.is_empty();
                self.locks.set_condition(object, Condition { is_destroyed: true, ..condition });
                if is_awaited { misused(0, "a condition is destroyed that threads wait for") } else { done(0) }
            }
            Synchronization::ConditionRelease => {
                let mut misuse = self.revive_condition(object);
                if let Some(address) = mutex {
                    misuse = misuse.or(self.revive(address));
                    let mutex = self.mutex(address);
                    if mutex.owner.is_some_and(|(owner, _)| owner == thread) {
                        // Also a recursive one, however often it was locked.
                        self.set_mutex(address, Mutex { owner: None, ..mutex });
                        self.history.hand_on(Holder::Thread(thread), Holder::Mutex(address));
                    } else {
                        misuse = misuse.or(Some("a condition is waited for without the mutex"));
                    }
                }
                let mut condition = self.condition(object);
                condition.waiters.insert(thread);
                self.locks.set_condition(object, condition);
                Synchronized { outcome: 0, misuse }
            }
            Synchronization::ConditionWake => {
                if self.locks.signalled.remove(&thread) {
                    return done(0);
                }
                let mut condition = self.condition(object);
                condition.waiters.remove(&thread);
                self.locks.set_condition(object, condition);
                done(1)
            }
            Synchronization::ConditionSignal => {
                let misuse = self.revive_condition(object);
                let mut condition = self.condition(object);
                let outcome = match woken {
                    Some(woken) if condition.waiters.remove(&woken) => {
                        self.locks.signalled.insert(woken);
                        i64::from(woken)
                    }
                    Some(_) | None => -1,
                };
                self.locks.set_condition(object, condition);
                Synchronized { outcome, misuse }
            }
            Synchronization::ConditionBroadcast => {
                let misuse = self.revive_condition(object);
                let condition = self.condition(object);
                self.locks.signalled.extend(condition.waiters);
                self.locks.set_condition(object, Condition::default());
                Synchronized { outcome: 0, misuse }
            }
            other => panic!("{other:?} is given to nobody yet"),
        }
    }

    /// The condition at an address.
    pub fn condition(&self, address: Address) -> Condition {
        self.locks.conditions.get(&address).cloned().unwrap_or_default()
    }

    fn take(&mut self, thread: u32, address: Address, mutex: Mutex, count: u32) -> i64 {
        self.set_mutex(address, Mutex { owner: Some((thread, count)), ..mutex });
        self.history.hand_on(Holder::Mutex(address), Holder::Thread(thread));
        0
    }

    fn unlock(&mut self, thread: u32, address: Address) -> Synchronized {
        let mutex = self.mutex(address);
        match mutex.owner {
            Some((owner, count)) if owner == thread && count > 1 => {
                self.set_mutex(address, Mutex { owner: Some((owner, count - 1)), ..mutex });
                Synchronized::default()
            }
            Some((owner, _)) if owner == thread => {
                self.set_mutex(address, Mutex { owner: None, ..mutex });
                self.history.hand_on(Holder::Thread(thread), Holder::Mutex(address));
                Synchronized::default()
            }
            Some(_) | None if mutex.kind == MutexKind::ErrorCheck => Synchronized { outcome: EPERM, misuse: None },
            owner => {
                self.set_mutex(address, Mutex { owner: None, ..mutex });
                self.history.hand_on(Holder::Thread(thread), Holder::Mutex(address));
                let misuse = match owner {
                    Some(_) => "a mutex is unlocked by a thread that has not locked it",
                    None => "a mutex is unlocked that is not locked",
                };
                Synchronized { outcome: 0, misuse: Some(misuse) }
            }
        }
    }

    /// A destroyed mutex that is used is treated as an unlocked normal one.
    fn revive(&mut self, address: Address) -> Option<&'static str> {
        let mutex = self.mutex(address);
        mutex.is_destroyed.then(|| {
            self.set_mutex(
                address,
                Mutex { kind: MutexKind::Normal, owner: None, is_initialized: true, is_destroyed: false },
            );
            "a destroyed mutex is used"
        })
    }

    /// A destroyed condition that is used is treated as one that nobody waits for.
    fn revive_condition(&mut self, address: Address) -> Option<&'static str> {
        let condition = self.condition(address);
        condition.is_destroyed.then(|| {
            self.locks.set_condition(address, Condition { is_destroyed: false, ..condition });
            "a destroyed condition is used"
        })
    }
}
