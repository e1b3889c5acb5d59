//! From a model to the trace of a violation that a step makes.

use std::collections::BTreeMap;

use raddle_program::property::{Property, Violation};
use raddle_program::semantics::{Interruption, Machine, Naming};
use raddle_program::trace::{TRACE_FORMAT, Trace, TraceNames};

use crate::bmc::shorten::{Move, shorten};
use crate::bmc::walk::{Failure, Followed, Model, Walk};
use crate::order::Encoding;
use crate::unwind::Unwinding;
use crate::unwind::event::{EventId, EventKind, Goal};
use crate::unwind::object::{Names, ThreadId};
use raddle_verify::task::Task;
use raddle_verify::verdict::Reason;

/// The trace of the first violation of the model that is wanted, and which property it violates.
pub fn retrace(
    task: &Task,
    machine: &Machine<'_>,
    unwinding: &Unwinding,
    encoding: &mut Encoding,
    names: &Names,
    is_wanted: &dyn Fn(&Goal) -> bool,
    is_cancelled: &dyn Fn() -> bool,
) -> (Property, Result<Trace, Reason>) {
    let schedule = encoding.schedule(&unwinding.pool);
    let goal = first_goal(unwinding, encoding, &schedule, is_wanted);
    (goal.kind.property(), trace(task, machine, unwinding, encoding, names, (&schedule, goal), is_cancelled))
}

/// The violation that comes first in a model.
///
/// # Panics
/// If there is none.
fn first_goal<'a>(
    unwinding: &'a Unwinding,
    encoding: &Encoding,
    schedule: &[EventId],
    is_wanted: &dyn Fn(&Goal) -> bool,
) -> &'a Goal {
    let unwound = &unwinding.unwound;
    let holds = |goal: &&Goal| is_wanted(goal) && encoding.holds(&unwinding.pool, goal.guard);
    let goals: BTreeMap<EventId, &Goal> = unwound.goals.iter().filter(holds).map(|goal| (goal.event, goal)).collect();
    let scheduled = schedule.iter().find_map(|event| goals.get(event).copied());
    // A program without shared memory may have no order to speak of.
    scheduled.or_else(|| goals.into_values().next()).expect("a violation is reached in the model")
}

fn trace(
    task: &Task,
    machine: &Machine<'_>,
    unwinding: &Unwinding,
    encoding: &Encoding,
    names: &Names,
    (schedule, goal): (&[EventId], &Goal),
    is_cancelled: &dyn Fn() -> bool,
) -> Result<Trace, Reason> {
    let model = Model::of(unwinding, encoding);
    let start = || Walk::start(machine, &model, names);
    let found = start().and_then(|walk| walk.follow(task, schedule, goal));
    let (moves, trace) = found.map_err(Failure::reason)?;
    let mut again = |moves: &[Move<ThreadId>]| {
        if is_cancelled() {
            return None;
        }
        let mut walk = start().ok()?;
        walk.take_moves(moves).ok()?;
        walk.may_act(walk.number(goal.thread).ok()?).ok()?;
        walk.violate(task, goal).ok()
    };
    Ok(shorten(moves, goal.thread, trace, &mut again))
}

impl Walk<'_, '_> {
    fn follow(mut self, task: &Task, schedule: &[EventId], goal: &Goal) -> Followed<(Vec<Move<ThreadId>>, Trace)> {
        let unwound = &self.unwinding.unwound;
        let is_goal = |id: &EventId| {
            let event = unwound.event(*id);
            let is_step = (event.thread, event.step) == (goal.thread, goal.step);
            is_step && !matches!(event.kind, EventKind::Begin)
        };
        let reached = schedule.iter().position(is_goal).unwrap_or(schedule.len());
        self.pass(&schedule[..reached])?;
        let trace = self.violate(task, goal)?;
        Ok((self.moves, trace))
    }

    /// The thread goes to the violation and takes it.
    fn violate(&mut self, task: &Task, goal: &Goal) -> Followed<Trace> {
        let number = self.number(goal.thread)?;
        if goal.step > 0 {
            self.advance(number, goal.step as usize - 1, true)?;
        }
        self.record.violations.clear();
        let n_events = self.record.events.as_ref().map_or(0, Vec::len);
        let way = self.way(goal.thread, goal.step);
        let result = self.take(number, &goal.chosen, way);
        let property = goal.kind.property();
        let noted = self.record.violations.iter().position(|noted| noted.kind.property() == property);
        let mut events = self.record.events.take().unwrap_or_default();
        let violation = match (noted, result) {
            (Some(rank), _) => {
                // What the step lists after the violation did not happen before it.
                let mut index = 0;
                events.retain(|event| {
                    index += 1;
                    index <= n_events || event.n_violations <= rank
                });
                self.record.violations.swap_remove(rank)
            }
            (None, Err(Interruption::Violation(kind, message))) if kind.property() == property => {
                Violation { kind, thread: number, span: goal.span, message }
            }
            (None, Err(Interruption::Unsupported(what))) => {
                let place = self.machine.program.source.place(goal.span);
                return Err(Failure::Open(Reason::Unsupported { what: what.to_string(), place }));
            }
            (None, Err(Interruption::Violation(kind, _))) if kind.property() == Property::Memory => {
                let place = self.machine.program.source.place(goal.span);
                return Err(Failure::Open(Reason::GaveUp {
                    why: format!(
                        "the violation that was found is an access outside of every live object, too, at {place}"
                    ),
                    advice: "check memory first, or use another engine with --engine".into(),
                }));
            }
            (None, other) => return Err(format!("instead of {:?} there is {other:?}", goal.kind).into()),
        };
        let naming = Naming { program: self.machine.program, state: &self.state };
        Ok(Trace {
            format: TRACE_FORMAT,
            file: task.file.clone(),
            property: violation.kind.property(),
            steps: events.into_iter().map(|event| naming.settle(event)).collect(),
            violation,
            loop_start: None,
            is_recurrent: false,
            names: TraceNames::default(),
        })
    }
}
