//! Iterations of a loop that change nothing: whatever follows another iteration can also follow this one, taken later.
//!
//! If the paths of an iteration come back to the head of the loop separately, each path has either waited or acted. If
//! they have joined before (`while (a != b) if (a > b) a -= b;`), the thread stops under the condition that the
//! iteration did nothing: none of its acts was made ([`Acts`](crate::unwind::acts::Acts)), and the registers that are
//! still needed have the values that they had before.
//!
//! An execution without the iteration exists, unless the iteration lets another thread do something that it cannot do
//! otherwise. That happens if the iteration releases a lock that it began with and acquires it again
//! (`while (!done) pthread_cond_wait(&c, &m);`): without the iteration the thread holds the lock all the time. There,
//! what can be left out begins behind the release and ends behind the next release at the same location ([`Visit`]),
//! since the lock is free before it and after it. What was read before the release counts, since it is in the
//! registers: `before = x; unlock; lock; if (x == before + 1)` can tell one iteration from two.

use std::collections::BTreeMap;
use std::rc::Rc;

use raddle_logic::term::Term;
use raddle_program::automaton::Location;
use raddle_program::entity::Entity;
use raddle_program::syntax::{LocalId, ProcedureId};

use crate::unwind::object::LockId;
use crate::unwind::run::Iteration;
use crate::unwind::state::State;
use crate::unwind::value::{Slot, Value};
use crate::unwind::{Pass, Stepped, Stopped, ThreadData};

/// A location of a thread, in its innermost procedure or in one that waits for a call to return.
pub(super) type At = (ProcedureId, Location);

/// A procedure that waits for a call to return.
pub(super) struct Waiting {
    /// Where it is.
    pub at: At,
    /// Where it goes on.
    pub to: Location,
    /// Its loops.
    pub iterations: BTreeMap<Location, Iteration>,
}

/// A thread behind a release in an iteration of a loop.
pub(super) struct Visit {
    state: State,
    /// The registers of the procedures that waited for calls to return.
    outer: Vec<Rc<Vec<Slot>>>,
    /// If the thread has only waited since the visit before, and once: whether it woke up spuriously.
    waited: Option<Term>,
}

/// The registers of a procedure in two states, and the place where it goes on.
struct Row<'a> {
    at: At,
    before: &'a [Slot],
    after: &'a [Slot],
}

impl Pass<'_> {
    /// Whether an iteration that begins at a location left everything as it was, as far as any thread can observe.
    pub(super) fn only_waits(&mut self, procedure: ProcedureId, head: Location, start: &State, end: &State) -> bool {
        let row = Row { at: (procedure, head), before: &start.registers, after: &end.registers };
        self.keeps_everything(start, end, &[row])
    }

    /// The thread stops under the condition that an iteration other than the first left everything as it was.
    pub(super) fn stop_if_idle(
        &mut self,
        procedure: ProcedureId,
        head: Location,
        start: &State,
        end: &mut State,
    ) -> Stepped<()> {
        let registers = end.registers.clone();
        let row = Row { at: (procedure, head), before: &start.registers, after: &registers };
        self.stop_if_kept(start, end, &[row])
    }

    /// The thread is behind a release. It stops if it was at the same location in an iteration before and did nothing
    /// since. Requires the loops that contain the step: those of its own procedure, and those of the procedures that
    /// wait.
    pub(super) fn stop_if_idle_behind_release(
        &mut self,
        cx: &mut ThreadData,
        (procedure, from, to): (ProcedureId, Location, Location),
        iterations: &mut BTreeMap<Location, Iteration>,
        released: &[LockId],
        state: &mut State,
    ) -> Stepped<()> {
        let mut waiting = std::mem::take(&mut cx.waiting);
        // Routines that a thread calls while it ends are in no loop of those that it leaves.
        let first = if waiting.len() == cx.outer.len() { 0 } else { waiting.len() };
        let mut path: Vec<At> = waiting.iter().map(|frame| (frame.at.0, frame.to)).collect();
        path.push((procedure, to));
        let mut stepped = Ok(());
        for depth in first..=waiting.len() {
            let outer = &cx.outer[depth.min(cx.outer.len())..];
            let ((procedure, location), iterations) = match waiting.get_mut(depth) {
                Some(frame) => (frame.at, &mut frame.iterations),
                None => ((procedure, from), &mut *iterations),
            };
            for head in self.loops[procedure].around(location).collect::<Vec<_>>() {
                let Some(iteration) = iterations.get_mut(&head) else { continue };
                let began_with = |start: &State| released.iter().any(|lock| start.held.contains_key(lock));
                if !iteration.start.as_ref().is_some_and(began_with) {
                    continue;
                }
                state.acts.make_room();
                let path = path[depth..].to_vec();
                let mut visit = Visit { state: state.clone(), outer: outer.to_vec(), waited: None };
                if let Some(before) = iteration.visits.remove(&path) {
                    stepped = self.stop_if_idle_since(&path, &before, &mut visit);
                    state.guard = visit.state.guard.clone();
                }
                iteration.visits.insert(path, visit);
                if stepped.is_err() {
                    cx.waiting = waiting;
                    return stepped;
                }
            }
        }
        cx.waiting = waiting;
        stepped
    }

    /// The thread stops under the condition that it did nothing since a visit at the same location.
    fn stop_if_idle_since(&mut self, path: &[At], before: &Visit, now: &mut Visit) -> Stepped<()> {
        let registers = now.state.registers.clone();
        let before_and_after = |depth: usize| match (before.outer.get(depth), now.outer.get(depth)) {
            (Some(before), Some(after)) => (&before[..], &after[..]),
            (_, _) => (&before.state.registers[..], &registers[..]),
        };
        let row = |(depth, &at): (usize, &At)| {
            let (before, after) = before_and_after(depth);
            Row { at, before, after }
        };
        let rows: Vec<Row> = path.iter().enumerate().map(row).collect();
        let start = &before.state;
        let (n_wakes, n_wakes_before) = (now.state.wakes.0, start.wakes.0);
        let is_idle = now.state.guard.includes(&start.guard) && self.keeps_everything(start, &now.state, &rows);
        match (is_idle, n_wakes == n_wakes_before) {
            (true, true) => {
                self.note_idle_stop(&now.state);
                Err(Stopped)
            }
            (false, true) => self.stop_if_kept(start, &mut now.state, &rows),
            (true, false) => {
                now.waited = before.waited;
                self.wake_again(&mut now.state, n_wakes_before, &mut now.waited)
            }
            (false, false) => Ok(()),
        }
    }

    /// Whether a thread did nothing between two states, and everything that it can read is unchanged.
    fn keeps_everything(&mut self, start: &State, end: &State, rows: &[Row]) -> bool {
        let program = self.source.program;
        let mut is_kept = |row: &Row, local: LocalId| {
            let (one, two) = (&row.before[local.index()], &row.after[local.index()]);
            !self.matters(row.at, local, one, two)
                || match (one, two) {
                    (Slot::Scalar(one), Slot::Scalar(two)) => self.is_same_value(start, *one, end, *two),
                    (Slot::Scalar(_) | Slot::Indeterminate(_) | Slot::Blob(_), _) => false,
                }
        };
        let keeps_registers = rows
            .iter()
            .all(|row| program.procedures[row.at.0].locals.ids().into_iter().all(|local| is_kept(row, local)));
        keeps_registers
            && end.acts.is_none_since(&start.acts, &end.guard, &mut self.pool)
            && self.keeps_own_objects(start, end)
            && is_same_stretch(start, end)
    }

    /// The thread stops under the condition that it was at the start, did nothing since, and its registers hold the
    /// same values.
    fn stop_if_kept(&mut self, start: &State, end: &mut State, rows: &[Row]) -> Stepped<()> {
        if !is_same_stretch(start, end) || !self.keeps_own_objects(start, end) {
            return Ok(());
        }
        let Some(acts) = end.acts.since(&start.acts) else { return Ok(()) };
        let acts: Vec<_> = acts.map(|act| act.term(&self.pool)).collect();
        let is_active = self.pool.any(&acts);
        let mut idle = self.pool.not(is_active);
        for row in rows {
            for local in self.source.program.procedures[row.at.0].locals.ids() {
                let (one, two) = (&row.before[local.index()], &row.after[local.index()]);
                if self.pool.is_false(idle) {
                    return Ok(());
                }
                if !self.matters(row.at, local, one, two) {
                    continue;
                }
                let is_same = match (one, two) {
                    (Slot::Scalar(one), Slot::Scalar(two)) => Value::equal(&mut self.pool, *one, *two),
                    (Slot::Scalar(_) | Slot::Indeterminate(_) | Slot::Blob(_), _) => self.pool.bool(false),
                };
                idle = self.pool.and(idle, is_same);
            }
        }
        if !end.guard.includes(&start.guard) {
            let was_there = start.guard.term(&self.pool);
            idle = self.pool.and(idle, was_there);
        }
        self.idle_if(end, idle)
    }

    /// Whether the thread can observe at a location which of two values a local holds.
    fn matters(&self, (procedure, at): At, local: LocalId, one: &Slot, two: &Slot) -> bool {
        let is_register = self.source.program.procedures[procedure].locals[local].is_register;
        match (one, two) {
            (Slot::Indeterminate(_), Slot::Indeterminate(_)) if !is_register => false,
            _ => one != two && (!is_register || self.source.live[procedure].is_live(at, local)),
        }
    }
}

/// Whether both states are in the same stretches of exclusive access, with the same running threads.
fn is_same_stretch(start: &State, end: &State) -> bool {
    let is_same_hold = |lock: &LockId| match (start.held.get(lock), end.held.get(lock)) {
        (Some(one), Some(two)) => {
            // The same stretch: in between it was not released.
            one.session == two.session
                && one.depth == two.depth
                && one.mode == two.mode
                && one.condition.is_none()
                && two.condition.is_none()
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
