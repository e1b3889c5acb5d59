//! Lets one of several engines run at a time, each on a thread of its own.
//!
//! An engine that takes turns polls its [`Cancellation`](crate::context::Cancellation) in every loop, as always. When the steps of its turn
//! are used up, the poll does not return before the scheduler grants the next turn. So an engine is interrupted in the middle of a query
//! and resumed there; nothing is done twice. Steps are counted, not time: the same input has the same schedule.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};

/// How much work of a solver is another step.
const WORK: u64 = 16;

/// The turn of one engine.
#[derive(Default)]
pub struct Turn {
    steps_left: AtomicU64,
    runs: Mutex<bool>,
    changed: Condvar,
}

impl Turn {
    /// Called by the engine: takes a step, or more if a solver has worked much since the last one, and waits for the next turn if this
    /// one is over.
    pub fn step(&self) {
        let left = self.steps_left.load(Ordering::Relaxed);
        if left > 0 {
            let steps = 1 + raddle_logic::work::take() / WORK;
            self.steps_left.store(left.saturating_sub(steps), Ordering::Relaxed);
            return;
        }
        let mut runs = self.lock();
        *runs = false;
        self.changed.notify_all();
        while !*runs {
            runs = self.wait(runs);
        }
    }

    /// Called on the thread of the engine before anything else: waits for the first turn.
    pub fn begin(&self) {
        let mut runs = self.lock();
        while !*runs {
            runs = self.wait(runs);
        }
    }

    /// Called on the thread of the engine when it has ended, however it ended.
    pub fn end(&self) {
        *self.lock() = false;
        self.changed.notify_all();
    }

    /// Called by the scheduler: lets the engine take so many steps, and waits until it has taken them or has ended.
    pub fn grant(&self, steps: u64) {
        self.steps_left.store(steps, Ordering::Relaxed);
        let mut runs = self.lock();
        *runs = true;
        self.changed.notify_all();
        while *runs {
            runs = self.wait(runs);
        }
    }

    fn lock(&self) -> MutexGuard<'_, bool> {
        self.runs.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn wait<'a>(&self, guard: MutexGuard<'a, bool>) -> MutexGuard<'a, bool> {
        self.changed.wait(guard).unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn an_engine_takes_the_steps_that_it_is_granted_and_goes_on_where_it_was() {
        let (turn, steps) = (Arc::new(Turn::default()), Arc::new(AtomicU64::new(0)));
        let (of_engine, counted) = (turn.clone(), steps.clone());
        let engine = std::thread::spawn(move || {
            of_engine.begin();
            for _ in 0..10 {
                of_engine.step();
                counted.fetch_add(1, Ordering::SeqCst);
            }
            of_engine.end();
        });
        for expected in [4, 9, 10] {
            assert!(!engine.is_finished() || expected == 10);
            turn.grant(if expected == 4 { 4 } else { 5 - u64::from(expected == 9) });
            assert_eq!(steps.load(Ordering::SeqCst), expected);
        }
        engine.join().expect("it ends");
    }
}
