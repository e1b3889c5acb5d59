//! Mutexes (POSIX pthread_mutex_lock; C11 7.26.4).

use super::{CallReadiness, Done, EBUSY, EDEADLK, EPERM, ETIMEDOUT, Origin, Request, complaint};
use crate::machine::Machine;
use crate::machine::order::Holder;
use crate::value::{Address, Byte};
use raddle_program::syntax::Synchronization;
use raddle_program::types::DataModel;

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

/// A mutex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mutex {
    /// Its kind.
    pub kind: MutexKind,
    /// The owner, with its lock count.
    pub owner: Option<(u32, u32)>,
    /// How it came to exist.
    pub origin: Origin,
}

impl Mutex {
    /// Whether a thread owns it.
    pub fn is_owned_by(&self, thread: u32) -> bool {
        self.owner.is_some_and(|(owner, _)| owner == thread)
    }
}

impl Machine<'_> {
    /// The mutex at an address.
    pub fn mutex(&self, address: Address) -> Mutex {
        self.locks.mutexes.get(&address).copied().unwrap_or_else(|| Mutex {
            kind: self.static_kind(address).unwrap_or(MutexKind::Normal),
            owner: None,
            origin: Origin::Static,
        })
    }

    fn set_mutex(&mut self, address: Address, mutex: Mutex) {
        if mutex.owner.is_none() && mutex.origin == Origin::Static {
            self.locks.mutexes.remove(&address);
        } else {
            self.locks.mutexes.insert(address, mutex);
        }
    }

    /// The kind in the bytes of a mutex, which a static initializer put there; `None` if they are indeterminate.
    fn static_kind(&self, address: Address) -> Option<MutexKind> {
        let place = match self.types().model() {
            DataModel::Ilp32 | DataModel::Llp64 => 12,
            DataModel::Lp64 => 16,
        };
        let object = self.memory.object(address.object);
        let start = address.offset as u64 + place;
        if start + 4 > object.size {
            return Some(MutexKind::Normal);
        }
        let mut number = 0;
        for at in 0..4 {
            match object.bytes.get(&(start + at)).copied().unwrap_or(object.fill) {
                Byte::Bits { value, known: 0xff } => number |= i128::from(value) << (8 * at),
                Byte::Bits { .. } => return None,
                Byte::Part { .. } => return Some(MutexKind::Normal),
            }
        }
        Some(MutexKind::from_number(number))
    }

    /// A destroyed or uninitialized mutex that is used becomes an unlocked normal one.
    pub(super) fn use_mutex(&mut self, address: Address) -> Option<&'static str> {
        let entry = self.locks.mutexes.get(&address).map(|mutex| mutex.origin);
        let is_static = self.static_kind(address).is_some();
        let words = ("a destroyed mutex is used", "an uninitialized mutex is used");
        let complaint = complaint(entry, is_static, words);
        if complaint.is_some() {
            let fresh = Mutex { kind: MutexKind::Normal, owner: None, origin: Origin::Initialized };
            self.set_mutex(address, fresh);
        }
        complaint
    }

    pub(super) fn mutex_readiness(&self, thread: u32, address: Address) -> CallReadiness {
        let mutex = self.mutex(address);
        CallReadiness::ready_if(mutex.owner.is_none() || mutex.is_owned_by(thread) && mutex.kind != MutexKind::Normal)
    }

    pub(super) fn mutex_call(&mut self, request: &Request<'_>, at: Address) -> Done {
        let thread = request.thread;
        if request.operation == Synchronization::MutexInit {
            return self.initialize_mutex(at, request.number(0));
        }
        let misuse = self.use_mutex(at);
        let mutex = self.mutex(at);
        let is_mine = mutex.is_owned_by(thread);
        let done = match request.operation {
            Synchronization::MutexDestroy if mutex.owner.is_some() => {
                Done::misused(EBUSY, "a locked mutex is destroyed")
            }
            Synchronization::MutexDestroy => {
                self.set_mutex(at, Mutex { origin: Origin::Destroyed, ..mutex });
                Done::default()
            }
            Synchronization::MutexUnlock => self.unlock(thread, at, mutex),
            operation => match (mutex.owner, mutex.kind) {
                (None, _) => self.take_mutex(thread, at, mutex, 1),
                (Some((_, count)), MutexKind::Recursive) if is_mine => {
                    self.take_mutex(thread, at, mutex, count.saturating_add(1))
                }
                (Some(_), MutexKind::ErrorCheck) if is_mine && operation != Synchronization::MutexTryLock => {
                    Done::with(EDEADLK)
                }
                (Some(_), _) if operation == Synchronization::MutexTryLock => Done::with(EBUSY),
                (Some(_), _) if operation == Synchronization::MutexTimedLock => Done::with(ETIMEDOUT),
                (Some(_), _) => panic!("a thread that would block is not scheduled"),
            },
        };
        done.after(misuse)
    }

    fn initialize_mutex(&mut self, at: Address, kind: i128) -> Done {
        let old = self.locks.mutexes.get(&at).copied();
        self.history.drop_holder(Holder::Mutex(at));
        let kind = MutexKind::from_number(kind);
        self.set_mutex(at, Mutex { kind, owner: None, origin: Origin::Initialized });
        match old {
            Some(Mutex { owner: Some(_), .. }) => Done::misused(0, "a locked mutex is initialized"),
            Some(Mutex { origin: Origin::Initialized, .. }) => Done::misused(0, "a mutex is initialized twice"),
            Some(_) | None => Done::default(),
        }
    }

    fn take_mutex(&mut self, thread: u32, at: Address, mutex: Mutex, count: u32) -> Done {
        self.set_mutex(at, Mutex { owner: Some((thread, count)), ..mutex });
        self.takes_order(thread, Holder::Mutex(at));
        Done::default()
    }

    /// Frees a mutex, and orders its next owner after this thread.
    pub(super) fn free_mutex(&mut self, thread: u32, at: Address) {
        let mutex = self.mutex(at);
        self.set_mutex(at, Mutex { owner: None, ..mutex });
        self.gives_order(thread, Holder::Mutex(at));
    }

    fn unlock(&mut self, thread: u32, at: Address, mutex: Mutex) -> Done {
        match (mutex.owner, mutex.kind) {
            (Some((owner, count)), _) if owner == thread && count > 1 => {
                self.set_mutex(at, Mutex { owner: Some((owner, count - 1)), ..mutex });
                Done::default()
            }
            (Some((owner, _)), _) if owner == thread => {
                self.free_mutex(thread, at);
                Done::default()
            }
            (Some(_) | None, MutexKind::ErrorCheck | MutexKind::Recursive) => Done::with(EPERM),
            (owner, MutexKind::Normal) => {
                self.free_mutex(thread, at);
                let misuse = match owner {
                    Some(_) => "a mutex is unlocked by a thread that has not locked it",
                    None => "a mutex is unlocked that is not locked",
                };
                Done::misused(0, misuse)
            }
        }
    }
}
