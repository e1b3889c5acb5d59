//! Deadlocks of a part of the threads, as far as a search sees them: stuck threads in a state from which nothing ends the process.

use raddle_program::property::{Property, Violation, ViolationKind};
use raddle_program::semantics::{Awaited, Enabled, State};

use super::Search;
use crate::moved::Way;
use crate::retrace::{End, retrace};
use raddle_analysis::stuck::describe;

impl Search<'_, '_> {
    /// Looks for stuck threads in a state. Notes whether a thread waits there, and whether one was cut in a loop.
    pub(super) fn look_for_stuck(&mut self, state: &State, way: &Option<Way>) {
        let Some(ahead) = self.ahead else { return };
        self.goes_round |= state.threads.iter().any(|thread| thread.is_cut);
        let machine = self.mover.machine;
        let waits = |&thread: &u32| machine.enabled(state, thread) != Enabled::Yes;
        let waiting: Vec<u32> = state.live_threads().filter(waits).collect();
        if state.has_ended || waiting.is_empty() {
            return;
        }
        let joins = |thread: &u32| match machine.awaited(state, *thread) {
            Some(Awaited::End(target)) => !waiting.contains(&target),
            _ => false,
        };
        self.waits |= !waiting.iter().all(joins);
        if !self.is_wanted(&ViolationKind::Deadlock) {
            return;
        }
        let Some(stuck) = ahead.stuck(machine, state).filter(|stuck| stuck.is_endless) else { return };
        if self.drops(Property::Deadlock) {
            return;
        }
        let thread = stuck.threads[0];
        let violation = Violation {
            kind: ViolationKind::Deadlock,
            thread,
            span: machine.next(state, thread).span,
            message: describe(machine, state, &stuck.threads),
        };
        let mut ways = self.ways();
        ways.extend(way.clone());
        let trace = retrace(self.task, machine, &ways, violation, End::Transition);
        self.keep_trace(Property::Deadlock, trace);
    }
}
