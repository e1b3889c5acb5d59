//! Spin locks (POSIX pthread_spin_lock). They have no static initializer. Waiting is modelled as blocking, which no thread can distinguish.

use super::{Done, EBUSY, Origin, Request, complaint};
use crate::machine::Machine;
use crate::machine::order::Holder;
use crate::value::Address;
use raddle_program::syntax::Synchronization;

/// A spin lock that a call made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spin {
    /// The owner.
    pub owner: Option<u32>,
    /// How it came to exist.
    pub origin: Origin,
}

impl Machine<'_> {
    pub(crate) fn spin_owner(&self, at: Address) -> Option<u32> {
        self.locks.spins.get(&at).and_then(|lock| lock.owner)
    }

    pub(super) fn spin_call(&mut self, request: &Request<'_>, at: Address) -> Done {
        let thread = request.thread;
        let fresh = Spin { owner: None, origin: Origin::Initialized };
        let old = self.locks.spins.get(&at).copied();
        if request.operation == Synchronization::SpinInit {
            self.history.drop_holder(Holder::Spin(at));
            self.locks.spins.insert(at, fresh);
            return match old {
                Some(Spin { owner: Some(_), .. }) => Done::misused(0, "a held spin lock is initialized"),
                Some(Spin { origin: Origin::Initialized, .. }) => Done::misused(0, "a spin lock is initialized twice"),
                Some(_) | None => Done::default(),
            };
        }
        let words = ("a destroyed spin lock is used", "an uninitialized spin lock is used");
        let misuse = complaint(old.map(|lock| lock.origin), false, words);
        let mut lock = old.filter(|_| misuse.is_none()).unwrap_or(fresh);
        let done = match request.operation {
            Synchronization::SpinDestroy if lock.owner.is_some() => {
                Done::misused(EBUSY, "a held spin lock is destroyed")
            }
            Synchronization::SpinDestroy => {
                lock.origin = Origin::Destroyed;
                Done::default()
            }
            Synchronization::SpinUnlock => {
                let is_mine = lock.owner == Some(thread);
                lock.owner = None;
                self.gives_order(thread, Holder::Spin(at));
                match is_mine {
                    true => Done::default(),
                    false => Done::misused(0, "a spin lock is unlocked by a thread that does not hold it"),
                }
            }
            operation => match lock.owner {
                None => {
                    lock.owner = Some(thread);
                    self.takes_order(thread, Holder::Spin(at));
                    Done::default()
                }
                Some(_) if operation == Synchronization::SpinTryLock => Done::with(EBUSY),
                Some(_) => panic!("a thread that would block is not scheduled"),
            },
        };
        self.locks.spins.insert(at, lock);
        done.after(misuse)
    }
}
