//! How a run is stopped from outside: a shared flag with a reason.
//!
//! Engines never look at a clock. The caller of a run watches time, memory and signals and sets the flag; an engine polls
//! it in every loop and ends within a fraction of a second.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::turn::Turn;
use crate::verdict::Reason;

/// A shared flag with a reason: once cancelled, always cancelled, with the first reason. It also keeps how far the run has
/// come, for the reason that is reported.
#[derive(Clone, Default)]
pub struct Cancellation {
    shared: Arc<Flag>,
}

#[derive(Default)]
struct Flag {
    is_set: AtomicBool,
    reason: Mutex<Option<Reason>>,
    /// Another flag: this one counts as set if that one is.
    parent: Option<Cancellation>,
    /// The number of polls after which the flag sets itself.
    steps: Option<AtomicU64>,
    /// The turn that ends with the last of these polls.
    turn: Option<Arc<Turn>>,
    reached: Mutex<Option<String>>,
}

impl Cancellation {
    /// A flag that is not set.
    pub fn new() -> Self {
        Cancellation::default()
    }

    /// Sets the flag; a later reason does not replace an earlier one.
    pub fn cancel(&self, reason: Reason) {
        locked(&self.shared.reason).get_or_insert(reason);
        self.shared.is_set.store(true, Ordering::Release);
    }

    /// A flag that is set where this one is, and may be set alone.
    pub fn child(&self) -> Self {
        Cancellation { shared: Arc::new(Flag { parent: Some(self.clone()), ..Flag::default() }) }
    }

    /// A child that sets itself, with [`Reason::TurnOver`], when it was polled so often: a budget that, unlike time, is the
    /// same on every machine, since an engine polls once in each of its steps.
    pub fn with_steps(&self, steps: u64) -> Self {
        let steps = Some(AtomicU64::new(steps));
        Cancellation { shared: Arc::new(Flag { parent: Some(self.clone()), steps, ..Flag::default() }) }
    }

    /// A child that is polled by an engine that takes turns: a poll waits where the turn is over.
    pub fn with_turn(&self, turn: Arc<Turn>) -> Self {
        Cancellation { shared: Arc::new(Flag { parent: Some(self.clone()), turn: Some(turn), ..Flag::default() }) }
    }

    /// The reason, if the flag was set when it was last polled, or by [`Cancellation::cancel`]. Never waits.
    pub fn reason_of_last_poll(&self) -> Option<Reason> {
        locked(&self.shared.reason).clone()
    }

    /// The reason, if the flag is set. Few atomic operations if it is not.
    pub fn reason(&self) -> Option<Reason> {
        let flag = &*self.shared;
        if let Some(turn) = &flag.turn {
            turn.step();
        }
        if !flag.is_set.load(Ordering::Acquire) {
            if let Some(reason) = flag.parent.as_ref().and_then(Cancellation::reason) {
                self.cancel(reason);
            } else if let Some(steps) = &flag.steps {
                if steps.load(Ordering::Relaxed) == 0 {
                    self.cancel(Reason::TurnOver);
                } else {
                    steps.fetch_sub(1, Ordering::Relaxed);
                    return None;
                }
            } else {
                return None;
            }
        }
        locked(&flag.reason).clone()
    }

    /// Notes how far the run has come: "the bound of 3 iterations of a loop reached at a.c:7:3".
    pub fn reached(&self, how_far: &str) {
        *locked(&self.shared.reached) = Some(how_far.to_owned());
        if let Some(parent) = &self.shared.parent {
            parent.reached(how_far);
        }
    }

    /// A reason to stop, with how far the run had come by its last note.
    pub fn with_reached(&self, reason: Reason) -> Reason {
        match locked(&self.shared.reached).as_ref() {
            None => reason,
            Some(how_far) => {
                Reason::Stopped { by: Box::new(reason), reached: format!("it had come as far as this: {how_far}") }
            }
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
