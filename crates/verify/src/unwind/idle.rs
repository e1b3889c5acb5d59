//! Iterations of a loop that change nothing: whatever comes of another one comes of this one, taken later.
//!
//! Where the ways of an iteration come back to the head of the loop one by one, each of them waited or did something. Where they
//! have met before (`while (a != b) if (a > b) a -= b;`), there is a condition under which the iteration did nothing: none of its
//! acts was made ([`Acts`](crate::unwind::acts::Acts)), and the registers that are still needed have the values that they had. There the
//! thread stops.

use raddle_program::automaton::Location;
use raddle_program::entity::Entity;
use raddle_program::syntax::{LocalId, ProcedureId};

use crate::unwind::object::LockId;
use crate::unwind::state::State;
use crate::unwind::value::{Slot, Value};
use crate::unwind::{Pass, Stepped};

impl Pass<'_> {
    /// Whether an iteration that begins at a location left everything as it was, as far as anybody can tell.
    pub(super) fn only_waits(&mut self, procedure: ProcedureId, head: Location, start: &State, end: &State) -> bool {
        let locals = self.source.program.procedures[procedure].locals.ids();
        let mut is_kept = |local: LocalId| {
            let (one, two) = (&start.registers[local.index()], &end.registers[local.index()]);
            !self.matters(procedure, head, local, one, two)
                || match (one, two) {
                    (Slot::Scalar(one), Slot::Scalar(two)) => self.is_same_value(start, *one, end, *two),
                    (Slot::Scalar(_) | Slot::Indeterminate(_) | Slot::Blob(_), _) => false,
                }
        };
        if !locals.into_iter().all(&mut is_kept) {
            return false;
        }
        end.acts.is_none_since(&start.acts, &end.guard, &mut self.pool)
            && self.keeps_own_objects(start, end)
            && is_same_stretch(start, end)
    }

    /// The thread stops where an iteration, which is not the first, left everything as it was.
    pub(super) fn stop_if_idle(
        &mut self,
        procedure: ProcedureId,
        head: Location,
        start: &State,
        end: &mut State,
    ) -> Stepped<()> {
        let Some(acts) = end.acts.since(&start.acts) else { return Ok(()) };
        if !is_same_stretch(start, end) || !self.keeps_own_objects(start, end) {
            return Ok(());
        }
        let acts: Vec<_> = acts.map(|act| act.term(&self.pool)).collect();
        let is_active = self.pool.any(&acts);
        let mut idle = self.pool.not(is_active);
        for local in self.source.program.procedures[procedure].locals.ids() {
            let (one, two) = (&start.registers[local.index()], &end.registers[local.index()]);
            if self.pool.is_false(idle) {
                return Ok(());
            }
            if !self.matters(procedure, head, local, one, two) {
                continue;
            }
            let is_same = match (one, two) {
                (Slot::Scalar(one), Slot::Scalar(two)) => Value::equal(&mut self.pool, *one, *two),
                (Slot::Scalar(_) | Slot::Indeterminate(_) | Slot::Blob(_), _) => self.pool.bool(false),
            };
            idle = self.pool.and(idle, is_same);
        }
        self.stop_if(end, idle)
    }

    /// Whether it matters at a location that a local holds one thing or the other.
    fn matters(&self, procedure: ProcedureId, at: Location, local: LocalId, one: &Slot, two: &Slot) -> bool {
        let is_register = self.source.program.procedures[procedure].locals[local].is_register;
        match (one, two) {
            (Slot::Indeterminate(_), Slot::Indeterminate(_)) if !is_register => false,
            _ => one != two && (!is_register || self.source.live[procedure].is_live(at, local)),
        }
    }
}

/// Whether both are in the same stretches of exclusive access, with the same threads around.
fn is_same_stretch(start: &State, end: &State) -> bool {
    let is_same_hold = |lock: &LockId| match (start.held.get(lock), end.held.get(lock)) {
        (Some(one), Some(two)) => {
            one.depth == two.depth && one.mode == two.mode && one.condition.is_none() && two.condition.is_none()
        }
        (Some(_) | None, _) => false,
    };
    start.atomic_depth == end.atomic_depth
        && start.group == end.group
        && start.alone == end.alone
        && start.running == end.running
        && start.cleanup == end.cleanup
        && start.is_concurrent == end.is_concurrent
        && start.held.len() == end.held.len()
        && start.held.keys().all(is_same_hold)
}
