//! Condition variables (POSIX pthread_cond_wait, pthread_cond_timedwait, pthread_cond_signal; C11 7.26.3).

use super::{CallReadiness, Done, Origin, Request, complaint};
use crate::machine::Machine;
use crate::value::{Address, Place, Trouble};
use raddle_program::syntax::Synchronization;
use std::collections::BTreeMap;

/// The outcomes of a wake: why the thread continues.
const SIGNALLED: i64 = 0;
const SPURIOUS: i64 = 1;
const TIMED_OUT: i64 = 2;
const CANCELLED: i64 = 3;

/// A condition.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Condition {
    /// The waiting threads that were not signalled, with their mutexes.
    pub waiters: BTreeMap<u32, Address>,
    /// How it came to exist.
    pub origin: Origin,
}

impl Machine<'_> {
    /// The condition at an address.
    pub fn condition(&self, address: Address) -> Condition {
        self.locks.conditions.get(&address).cloned().unwrap_or_default()
    }

    fn set_condition(&mut self, address: Address, condition: Condition) {
        if condition == Condition::default() {
            self.locks.conditions.remove(&address);
        } else {
            self.locks.conditions.insert(address, condition);
        }
    }

    /// A destroyed or uninitialized condition that is used becomes one without waiting threads.
    fn use_condition(&mut self, address: Address) -> Option<&'static str> {
        let entry = self.locks.conditions.get(&address).map(|condition| condition.origin);
        let words = ("a destroyed condition is used", "an uninitialized condition is used");
        let complaint = complaint(entry, self.are_bytes_known(address, 4), words);
        if complaint.is_some() {
            self.set_condition(address, Condition { waiters: BTreeMap::new(), origin: Origin::Initialized });
        }
        complaint
    }

    pub(super) fn signal_readiness(&self, at: Address) -> CallReadiness {
        match self.locks.conditions.get(&at) {
            Some(condition) if !condition.waiters.is_empty() => {
                CallReadiness::OneOf(condition.waiters.keys().map(|&thread| i64::from(thread)).collect())
            }
            Some(_) | None => CallReadiness::Ready,
        }
    }

    /// A signalled thread may continue. A thread that was not signalled may wake up spuriously, or time out if the wait is timed. A
    /// cancelled thread may end its wait by the cancellation, unless it was signalled while other threads wait: it must not consume their
    /// signal.
    pub(super) fn wake_readiness(&self, thread: u32, at: Address, is_timed: bool) -> CallReadiness {
        let is_signalled = self.locks.signalled.contains_key(&thread);
        let woken = match (is_signalled, is_timed) {
            (true, _) => CallReadiness::Ready,
            (false, true) => CallReadiness::OneOf(vec![SPURIOUS, TIMED_OUT]),
            (false, false) => CallReadiness::Spurious,
        };
        let others_wait = !self.condition(at).waiters.is_empty();
        woken.or_cancelled(self.may_be_cancelled(thread) && !(is_signalled && others_wait), SIGNALLED, CANCELLED)
    }

    pub(super) fn condition_call(&mut self, request: &Request<'_>, at: Address) -> Result<Done, Trouble> {
        let thread = request.thread;
        Ok(match request.operation {
            Synchronization::ConditionInit => {
                let old = self.condition(at);
                self.set_condition(at, Condition { waiters: BTreeMap::new(), origin: Origin::Initialized });
                match old.origin {
                    _ if !old.waiters.is_empty() => {
                        Done::misused(0, "a condition is initialized that threads wait for")
                    }
                    Origin::Initialized => Done::misused(0, "a condition is initialized twice"),
                    Origin::Static | Origin::Destroyed => Done::default(),
                }
            }
            Synchronization::ConditionDestroy => {
                let misuse = self.use_condition(at);
                let condition = self.condition(at);
                let is_awaited = !condition.waiters.is_empty();
                self.set_condition(at, Condition { origin: Origin::Destroyed, ..condition });
                let done = match is_awaited {
                    true => Done::misused(0, "a condition is destroyed that threads wait for"),
                    false => Done::default(),
                };
                done.after(misuse)
            }
            Synchronization::ConditionRelease => self.release(request, at)?,
            Synchronization::ConditionWake | Synchronization::ConditionTimedWake => {
                let mut condition = self.condition(at);
                condition.waiters.remove(&thread);
                self.set_condition(at, condition);
                let is_signalled = self.locks.signalled.remove(&thread).is_some();
                if request.decided == Some(CANCELLED) {
                    self.accept_cancellation(thread);
                }
                Done::with(request.decided.unwrap_or(if is_signalled { SIGNALLED } else { SPURIOUS }))
            }
            Synchronization::ConditionSignal => {
                let misuse = self.use_condition(at);
                let mut condition = self.condition(at);
                let woken = request.decided.and_then(|woken| u32::try_from(woken).ok());
                let outcome = match woken {
                    Some(woken) if condition.waiters.remove(&woken).is_some() => {
                        self.locks.signalled.insert(woken, at);
                        i64::from(woken)
                    }
                    Some(_) | None => -1,
                };
                self.set_condition(at, condition);
                Done::with(outcome).after(misuse)
            }
            _ => {
                let misuse = self.use_condition(at);
                let mut condition = self.condition(at);
                for (woken, _) in std::mem::take(&mut condition.waiters) {
                    self.locks.signalled.insert(woken, at);
                }
                self.set_condition(at, condition);
                Done::default().after(misuse)
            }
        })
    }

    /// The first half of a wait. The second operand is the mutex.
    fn release(&mut self, request: &Request<'_>, at: Address) -> Result<Done, Trouble> {
        let thread = request.thread;
        let base = request.scalar(0);
        let place = Place { base, offset: 0, bits: None, atomic: None };
        let mutex = self.memory.locate(&place, 1, true)?;
        let mut misuse = self.use_condition(at);
        misuse = misuse.or(self.use_mutex(mutex));
        if self.mutex(mutex).is_owned_by(thread) {
            if self.mutex(mutex).owner.is_some_and(|(_, count)| count > 1) {
                return Trouble::unsupported("a wait with a mutex that is locked more than once");
            }
            self.free_mutex(thread, mutex);
        } else {
            misuse = misuse.or(Some("a condition is waited for without the mutex"));
        }
        let mut condition = self.condition(at);
        if condition.waiters.values().any(|&other| other != mutex) {
            misuse = misuse.or(Some("threads wait for one condition with different mutexes"));
        }
        condition.waiters.insert(thread, mutex);
        self.set_condition(at, condition);
        Ok(Done::default().after(misuse))
    }
}
