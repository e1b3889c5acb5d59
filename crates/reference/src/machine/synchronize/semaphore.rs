//! Semaphores (POSIX sem_wait and similar calls).

use super::{CallReadiness, Done, EAGAIN, ECANCELED, EINVAL, EOVERFLOW, ETIMEDOUT, Origin, Request, complaint};
use crate::machine::Machine;
use crate::machine::order::Holder;
use crate::value::Address;
use raddle_program::syntax::Synchronization;

/// `SEM_VALUE_MAX`
const GREATEST: u32 = 2_147_483_647;

/// A semaphore that a call made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Semaphore {
    /// Its value.
    pub value: u32,
    /// How it came to exist.
    pub origin: Origin,
}

impl Machine<'_> {
    /// Whether a wait can continue. On memory that is no semaphore it does not block: that is misuse.
    pub(super) fn semaphore_readiness(&self, at: Address) -> CallReadiness {
        let value = self.locks.semaphores.get(&at).filter(|it| it.origin == Origin::Initialized).map(|it| it.value);
        CallReadiness::ready_if(value != Some(0))
    }

    /// The outcome of a wait that continues.
    pub(super) fn semaphore_wait_code(&self, at: Address) -> i64 {
        let is_one = self.locks.semaphores.get(&at).is_some_and(|it| it.origin == Origin::Initialized);
        if is_one { 0 } else { EINVAL }
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
        if request.operation == Synchronization::SemaphoreWait && request.decided == Some(ECANCELED) {
            self.accept_cancellation(thread);
            return Done::with(ECANCELED);
        }
        let words = ("a destroyed semaphore is used", "an uninitialized semaphore is used");
        let misuse = complaint(old.map(|semaphore| semaphore.origin), false, words);
        let Some(mut semaphore) = old.filter(|_| misuse.is_none()) else {
            // The memory does not become a semaphore.
            let outcome = if request.operation == Synchronization::SemaphoreGetValue { 0 } else { EINVAL };
            return Done::with(outcome).after(misuse);
        };
        let done = match request.operation {
            Synchronization::SemaphoreDestroy => {
                semaphore.origin = Origin::Destroyed;
                Done::default()
            }
            Synchronization::SemaphorePost if semaphore.value >= GREATEST => Done::with(EOVERFLOW),
            Synchronization::SemaphorePost => {
                semaphore.value += 1;
                self.gives_order(thread, Holder::Semaphore(at));
                Done::default()
            }
            Synchronization::SemaphoreGetValue => Done::with(semaphore.value.into()),
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
        done
    }
}
