//! A trace before it is shown: minimized (`raddle_reference::minimize`), then named.
//!
//! The budget is a number of steps of the reference interpreter, so that the same program gives the same trace on every machine. The
//! clock only ends what takes much longer than expected.

use raddle_program::trace::Trace;
use raddle_reference::minimize::{Minimization, minimize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crate::front::Front;
use crate::log::{self, Event, TraceSize};

/// How many operations and local tasks the executions of one minimization take at most: about a quarter of a second.
const WORK: u64 = 600_000;

/// A minimization takes no longer. Then the simplest trace that was found is shown.
const LONGEST: Duration = Duration::from_secs(1);

impl Front {
    /// Replaces a confirmed trace by a simpler one of the same violation, if one is found in time, and names its things. `is_cancelled`
    /// says whether the run has to end.
    pub fn present(&self, trace: &mut Trace, is_fair: bool, is_cancelled: &dyn Fn() -> bool) {
        // Whatever goes wrong, there is a trace to show.
        let (start, mut simpler) = (Instant::now(), trace.clone());
        if catch_unwind(AssertUnwindSafe(|| self.minimize(&mut simpler, is_fair, is_cancelled))).is_ok() {
            let (before, after) = (TraceSize::of(trace), TraceSize::of(&simpler));
            let milliseconds = start.elapsed().as_millis() as u64;
            log::event(
                Some(&trace.file),
                &Event::TraceMinimized { property: trace.property, before, after, milliseconds },
            );
            *trace = simpler;
        }
        self.name(trace);
    }

    /// Replaces a confirmed trace by a simpler one of the same violation, if one is found in time.
    pub fn minimize(&self, trace: &mut Trace, is_fair: bool, is_cancelled: &dyn Fn() -> bool) {
        let start = Instant::now();
        let is_over = || start.elapsed() >= LONGEST || is_cancelled();
        let options = Minimization { work: WORK, is_fair, is_over: &is_over };
        if let Some(simpler) = minimize(self.unit(), trace, &options) {
            *trace = simpler;
        }
    }
}
