//! Whether a trace ends in a deadlock: all threads wait, or some are stuck and the process never ends without them.

use super::{Disagreement, Replay};
use crate::ahead::Functions;
use crate::exploration::Explore;
use crate::machine::schedule::Readiness;
use crate::partial::{may_never_end, waits_in_every_continuation};

/// The most states that are visited to confirm that a thread waits in every continuation.
const MOST_STATES: usize = 50_000;

impl Replay<'_, '_> {
    /// Confirms a deadlock: all threads wait; or some are stuck, and the remaining threads cannot end the execution, or some fair
    /// continuation never ends, or the trace has a fair loop.
    pub(super) fn confirm_deadlock(&mut self, thread: usize) -> Result<(), Disagreement> {
        if self.trace.loop_start.is_some() {
            let all: Vec<usize> = (0..self.machine.threads.len()).collect();
            self.confirm_loop(&all)?;
        }
        // A silent step may end the lifetime of an object that another thread could still have used.
        let before = self.machine.clone();
        self.take_silent_steps()?;
        if self.machine.deadlocked_thread().is_some() {
            return Ok(());
        }
        let functions = Functions::of(self.machine.unit);
        let standstill = self.machine.standstill(&functions);
        match (self.trace.loop_start, standstill) {
            (None, Some(standstill)) if standstill.is_endless && !standstill.may_fail => Ok(()),
            (None, Some(_)) => {
                let options = Explore { max_states: MOST_STATES, ..Explore::default() };
                let was_endless = before.standstill(&functions).is_some_and(|standstill| standstill.is_endless);
                match may_never_end(&self.machine, &options) == Some(true)
                    || was_endless && may_never_end(&before, &options) == Some(true)
                {
                    true => Ok(()),
                    false => self.disagree(thread, "the threads that are not stuck may end the execution"),
                }
            }
            (None, None) => self.confirm_total_deadlock(thread),
            (Some(_), Some(_)) => Ok(()),
            (Some(_), None) => {
                let options = Explore { max_states: MOST_STATES, ..Explore::default() };
                match waits_in_every_continuation(&self.machine, &options) {
                    true => Ok(()),
                    false => self.disagree(thread, "no thread is seen to wait for ever"),
                }
            }
        }
    }

    /// Some thread waits, and none can go on.
    pub(super) fn confirm_total_deadlock(&self, thread: usize) -> Result<(), Disagreement> {
        match self.machine.deadlocked_thread() {
            Some(_) => Ok(()),
            None => match (0..self.machine.threads.len()).find(|&it| self.machine.readiness(it) == Readiness::Ready) {
                Some(ready) => self.disagree(thread, &format!("thread {ready} can go on")),
                None => self.disagree(thread, "no thread waits"),
            },
        }
    }
}
