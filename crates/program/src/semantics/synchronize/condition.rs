//! Condition variables: POSIX `pthread_cond_*`, C11 `cnd_*`. Waiting threads are stored with the threads.

use super::{Done, Found, find};
use crate::semantics::evaluate::Evaluation;
use crate::semantics::object::{Mutex, SyncObject};
use crate::semantics::record::{Interruption, Token};
use crate::semantics::state::{SyncAddress, Waiting};
use crate::syntax::Synchronization;

/// Outcomes of the second half of a wait.
const SPURIOUS: i128 = 1;
const TIMED_OUT: i128 = 2;
const CANCELLED: i128 = 3;

impl Evaluation<'_, '_, '_> {
    pub(super) fn condition_call(
        &mut self,
        operation: Synchronization,
        condition: SyncAddress,
        mutex: SyncAddress,
        choice: Option<u32>,
    ) -> Result<Done, Interruption> {
        Ok(match operation {
            Synchronization::ConditionInit => {
                if self.waiters(condition).next().is_some() {
                    self.misuse("a condition variable is initialized that a thread waits for");
                } else if matches!(find(self.state, condition, 0, 4), Found::Known(_)) {
                    self.misuse("a condition variable is initialized again");
                }
                self.set(condition, SyncObject::Condition);
                Done::same(0)
            }
            Synchronization::ConditionDestroy => {
                self.use_condition(condition);
                if self.waiters(condition).next().is_some() {
                    self.misuse("a condition variable is destroyed while a thread waits for it");
                }
                self.set(condition, SyncObject::Destroyed);
                Done::same(0)
            }
            Synchronization::ConditionRelease => {
                self.condition_release(condition, mutex)?;
                Done::same(0)
            }
            Synchronization::ConditionWake => Done::same(self.condition_wake(false, choice)?),
            Synchronization::ConditionTimedWake => Done::same(self.condition_wake(true, choice)?),
            Synchronization::ConditionSignal => Done::silent(self.condition_signal(condition, choice)?),
            Synchronization::ConditionBroadcast => {
                self.use_condition(condition);
                for thread in self.waiters(condition).collect::<Vec<_>>() {
                    self.wake(thread);
                }
                Done::same(0)
            }
            other => panic!("{other:?} is no operation on conditions"),
        })
    }

    fn use_condition(&mut self, address: SyncAddress) {
        if !self.is_usable(address, "a condition variable", 0, false) {
            self.set(address, SyncObject::Condition);
        }
    }

    /// POSIX leaves open whether a wait releases a recursive mutex that is locked more than once.
    fn condition_release(&mut self, condition: SyncAddress, mutex: SyncAddress) -> Result<(), Interruption> {
        self.use_condition(condition);
        let found = self.usable_mutex(mutex);
        if found.owner == Some(self.thread) && found.depth > 1 {
            return Err(Interruption::Unsupported("a wait with a mutex that is locked more than once".into()));
        }
        if found.owner == Some(self.thread) {
            self.set_mutex(mutex, Mutex { owner: None, depth: 0, ..found });
        } else {
            // The mutex stays as it is.
            self.misuse("a thread waits with a mutex that it does not own");
        }
        let other = |thread: u32| {
            let waiting = self.state.threads[thread as usize].waiting;
            waiting.is_some_and(|waiting| waiting.mutex != mutex)
        };
        if self.waiters(condition).any(other) {
            self.misuse("threads wait for a condition variable with different mutexes");
        }
        self.state.thread_mut(self.thread).waiting = Some(Waiting { condition, mutex, is_signalled: false });
        Ok(())
    }

    /// The second half of a wait. A thread that a signal has woken may still be cancelled, but not while other threads wait for the same
    /// condition: the signal would be lost.
    fn condition_wake(&mut self, is_timed: bool, choice: Option<u32>) -> Result<i128, Interruption> {
        let thread = &self.state.threads[self.thread as usize];
        let is_signalled = thread.waiting.is_none_or(|waiting| waiting.is_signalled);
        let waits_for = thread.waiting.map(|waiting| waiting.condition);
        let takes_signal = is_signalled && waits_for.is_some_and(|condition| self.waiters(condition).next().is_some());
        let is_cancelled = thread.cancellation.acts() && !takes_signal;
        self.record.tokens.push(Token::Cancel(self.thread));
        let ways: &[i128] = match (is_signalled, is_cancelled, is_timed) {
            (true, false, _) => &[0],
            (true, true, _) => &[CANCELLED, 0],
            (false, true, false) => &[CANCELLED, SPURIOUS],
            (false, true, true) => &[CANCELLED, SPURIOUS, TIMED_OUT],
            (false, false, false) => &[SPURIOUS],
            (false, false, true) => &[SPURIOUS, TIMED_OUT],
        };
        let outcome = match (ways, choice) {
            ([only], _) => *only,
            (ways, None) => return Err(Interruption::Choose(ways.len() as u32)),
            (ways, Some(choice)) => ways[choice as usize],
        };
        let thread = self.state.thread_mut(self.thread);
        thread.waiting = None;
        if outcome == CANCELLED {
            thread.cancellation.is_pending = false;
        }
        Ok(outcome)
    }

    /// The threads that wait for a condition and were not signalled, in order.
    pub(super) fn waiters(&self, condition: SyncAddress) -> impl Iterator<Item = u32> + '_ {
        let waits = move |thread: &u32| {
            let waiting = self.state.threads[*thread as usize].waiting;
            waiting.is_some_and(|waiting| waiting.condition == condition && !waiting.is_signalled)
        };
        self.state.live_threads().filter(waits)
    }

    fn wake(&mut self, thread: u32) {
        if let Some(waiting) = &mut self.state.thread_mut(thread).waiting {
            waiting.is_signalled = true;
        }
    }

    fn condition_signal(&mut self, condition: SyncAddress, choice: Option<u32>) -> Result<i128, Interruption> {
        let waiters: Vec<u32> = self.waiters(condition).collect();
        let chosen = match (waiters.len(), choice) {
            (0, _) => None,
            (1, _) => Some(waiters[0]),
            (count, None) => return Err(Interruption::Choose(count as u32)),
            (_, Some(choice)) => Some(waiters[choice as usize]),
        };
        // Only now: nothing may have changed when a choice is asked for.
        self.use_condition(condition);
        chosen.iter().for_each(|&chosen| self.wake(chosen));
        Ok(chosen.map_or(-1, i128::from))
    }
}
