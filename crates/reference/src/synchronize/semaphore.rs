//! Semaphores (POSIX sem_wait and its kin).

use super::{Done, EAGAIN, ECANCELED, EINVAL, EOVERFLOW, ETIMEDOUT, Origin, Prospect, Request, complaint};
use crate::machine::Machine;
use crate::order::Holder;
use crate::value::Address;
use raddle_program::syntax::Synchronization;

/// `SEM_VALUE_MAX`
const GREATEST: u32 = 2_147_483_647;

/// A semaphore that a call made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Semaphore {
    /// Its value.
    pub value: u32,
    /// Who made it.
    pub origin: Origin,
}

impl Machine<'_> {
    /// Whether a wait can go on. It does not block on what is no semaphore: that is misuse.
    pub(super) fn semaphore_prospect(&self, at: Address) -> Prospect {
        let value = self.locks.semaphores.get(&at).filter(|it| it.origin == Origin::Initialized).map(|it| it.value);
        Prospect::ready_if(value != Some(0))
    }

    pub(super) fn semaphore_call(&mut self, request: &Request<'_>, at: Address) -> Done {
        let thread = request.thread;
        let old = self.locks.semaphores.get(&at).copied();
        if request.operation == Synchronization::SemaphoreInit {
            let value = request.number(0) as u32;
            if value > GREATEST {
                return Done::with(EINVAL);
            }
            self.history.drop_holder(Holder::Semaphore(at));
            self.locks.semaphores.insert(at, Semaphore { value, origin: Origin::Initialized });
            return match old {
                Some(Semaphore { origin: Origin::Initialized, .. }) => {
                    Done::misused(0, "a semaphore is initialized twice")
                }
                Some(_) | None => Done::default(),
            };
        }
        let words = ("a destroyed semaphore is used", "an uninitialized semaphore is used");
        let misuse = complaint(old.map(|semaphore| semaphore.origin), false, words);
        let fresh = Semaphore { value: 0, origin: Origin::Initialized };
        let mut semaphore = old.filter(|_| misuse.is_none()).unwrap_or(fresh);
        let done = match request.operation {
            Synchronization::SemaphoreDestroy => {
                let is_awaited = self.is_semaphore_awaited(at);
                semaphore.origin = Origin::Destroyed;
                match is_awaited {
                    true => Done::misused(0, "a semaphore is destroyed that threads wait for"),
                    false => Done::default(),
                }
            }
            Synchronization::SemaphorePost if semaphore.value >= GREATEST => Done::with(EOVERFLOW),
            Synchronization::SemaphorePost => {
                semaphore.value += 1;
                self.gives_order(thread, Holder::Semaphore(at));
                Done::default()
            }
            Synchronization::SemaphoreGetValue => Done::with(semaphore.value.into()),
            _ if request.decided == Some(ECANCELED) => {
                self.accept_cancellation(thread);
                Done::with(ECANCELED)
            }
            Synchronization::SemaphoreWait if misuse.is_some() => Done::with(EINVAL),
            operation => match semaphore.value.checked_sub(1) {
                Some(value) => {
                    semaphore.value = value;
                    self.takes_order(thread, Holder::Semaphore(at));
                    Done::default()
                }
                None if operation == Synchronization::SemaphoreTryWait => Done::with(EAGAIN),
                None if operation == Synchronization::SemaphoreTimedWait => Done::with(ETIMEDOUT),
                None => panic!("a thread that would block is not scheduled"),
            },
        };
        self.locks.semaphores.insert(at, semaphore);
        done.after(misuse)
    }

    /// Whether a thread is blocked on a semaphore.
    fn is_semaphore_awaited(&self, at: Address) -> bool {
        self.semaphore_prospect(at) == Prospect::Blocked
            && (0..self.threads.len()).any(|thread| self.is_waiting_for(thread, Synchronization::SemaphoreWait, at))
    }
}
