//! A scan beside the engines, for programs that stay open.
//!
//! Engines that follow executions stop at constructs without a model, or run out of time; a scan ([`raddle_scan`]) goes
//! on and takes seconds. So an answer which leaves data races or deadlocks open also contains the results of a scan:
//! which data are shared, what protects them, which of them may race, and what was assumed. A program that is decided
//! soon is not scanned.

use raddle_cfront::typed::Unit;
use raddle_program::property::Property;
use raddle_scan::Scan;
use raddle_verify::context::Cancellation;
use raddle_verify::verdict::{Answers, Verdict};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::front::past_obstacles;

/// A program that is decided within this time is not scanned.
const HEAD_START: Duration = Duration::from_secs(2);
/// How long an answer waits for a scan at most.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a run that has to stop waits for a scan. The supervisor waits twice as long for its answer.
const LAST_MOMENT: Duration = Duration::from_millis(200);
/// How often a waiting answer polls the cancellation.
const LOOK: Duration = Duration::from_millis(20);

/// The state of the scan of one program, and its result. The answer does not wait for a scan that takes too long; its thread runs on.
#[derive(Default)]
pub(crate) struct Survey {
    state: Mutex<State>,
    is_changed: Condvar,
}

#[derive(Default)]
enum State {
    /// No thread was started for it.
    #[default]
    Idle,
    /// Its thread waits until the head start of the engines is over.
    Waiting,
    /// It is not needed.
    Dropped,
    /// The answer waits for it.
    Wanted,
    Running,
    Found(Box<Scan>),
    /// The scan broke down, which says nothing about the program.
    Failed,
}

impl Survey {
    /// Scans a program on a thread of its own when the head start is over, or as soon as an answer waits for it.
    pub(crate) fn start(self: &Arc<Survey>, unit: Arc<Unit>, stack_bytes: usize) {
        let survey = self.clone();
        let work = move || {
            if !survey.is_needed() {
                return;
            }
            let scan = || raddle_scan::scan(past_obstacles(&unit));
            let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(scan));
            survey.set(found.map_or(State::Failed, |found| State::Found(Box::new(found))));
        };
        self.set(State::Waiting);
        if std::thread::Builder::new().name("scan".into()).stack_size(stack_bytes).spawn(work).is_err() {
            self.set(State::Failed);
        }
    }

    /// The program is decided: no scan begins any more.
    pub(crate) fn drop_unless_begun(&self) {
        let mut state = self.lock();
        if matches!(*state, State::Waiting) {
            *state = State::Dropped;
            self.is_changed.notify_all();
        }
    }

    /// Waits until the scan is over, unless the run has to answer before.
    pub(crate) fn wait(&self, deadline: Option<Instant>, cancellation: &Cancellation) {
        let start = Instant::now();
        let mut state = self.lock();
        if matches!(*state, State::Waiting) {
            *state = State::Wanted;
            self.is_changed.notify_all();
        }
        let end = deadline.map_or(start + PATIENCE, |deadline| deadline.min(start + PATIENCE));
        let mut told_to_stop = None;
        while matches!(*state, State::Wanted | State::Running) {
            if cancellation.reason().is_some() {
                told_to_stop.get_or_insert_with(Instant::now);
            }
            let is_last = told_to_stop.is_some_and(|since: Instant| since.elapsed() >= LAST_MOMENT);
            if is_last || told_to_stop.is_none() && Instant::now() >= end {
                return;
            }
            state = self.is_changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// What was found, if the scan is over.
    pub(crate) fn take(&self) -> Option<Scan> {
        let mut state = self.lock();
        match std::mem::replace(&mut *state, State::Dropped) {
            State::Found(scan) => Some(*scan),
            other => {
                *state = other;
                None
            }
        }
    }

    /// Waits for the head start to pass; false if the program was decided before.
    fn is_needed(&self) -> bool {
        let mut state = self.lock();
        let end = Instant::now() + HEAD_START;
        while matches!(*state, State::Waiting) && Instant::now() < end {
            let rest = end.saturating_duration_since(Instant::now());
            state = self.is_changed.wait_timeout(state, rest).unwrap_or_else(PoisonError::into_inner).0;
        }
        if matches!(*state, State::Dropped) {
            return false;
        }
        *state = State::Running;
        true
    }

    fn set(&self, to: State) {
        *self.lock() = to;
        self.is_changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a scan has something to say about what stays open.
pub(crate) fn concerns(answers: &Answers) -> bool {
    answers.outcomes.iter().any(|outcome| {
        matches!(outcome.property, Property::DataRace | Property::Deadlock)
            && matches!(outcome.verdict, Verdict::Unknown(_))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decided_program_is_not_scanned() {
        let survey = Survey::default();
        survey.set(State::Waiting);
        survey.drop_unless_begun();
        assert!(!survey.is_needed());
        assert!(survey.take().is_none());
    }

    #[test]
    fn an_answer_that_waits_begins_the_scan_and_gives_up_in_time() {
        let survey = Survey::default();
        survey.set(State::Waiting);
        survey.wait(Some(Instant::now()), &Cancellation::new());
        assert!(survey.is_needed());
        assert!(matches!(*survey.lock(), State::Running));
    }
}
