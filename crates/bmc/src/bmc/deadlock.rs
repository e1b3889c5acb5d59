//! From a model in which every thread has ended or is stuck to the trace of a deadlock.

use raddle_program::property::{Property, Violation, ViolationKind};
use raddle_program::semantics::{Enabled, Machine, Naming};
use raddle_program::trace::{TRACE_FORMAT, Trace, TraceNames};

use crate::bmc::walk::{Failure, Followed, Model, Walk};
use crate::order::Encoding;
use crate::unwind::Unwinding;
use crate::unwind::event::EventId;
use crate::unwind::object::Names;
use raddle_verify::task::Task;
use raddle_verify::verdict::Reason;

/// The trace of the deadlock that the model ends in.
pub fn retrace_deadlock(
    task: &Task,
    machine: &Machine<'_>,
    unwinding: &Unwinding,
    encoding: &mut Encoding,
    names: &Names,
) -> Result<Trace, Reason> {
    let schedule = encoding.schedule(&unwinding.pool);
    let model = Model::of(unwinding, encoding);
    let walk = Walk::start(machine, &model, names);
    walk.and_then(|walk| walk.follow_to_the_end(task, &schedule)).map_err(Failure::reason)
}

impl Walk<'_, '_> {
    fn follow_to_the_end(mut self, task: &Task, schedule: &[EventId]) -> Followed<Trace> {
        self.pass(schedule)?;
        let mut number = 0;
        while (number as usize) < self.state.threads.len() {
            self.advance(number, usize::MAX, true)?;
            number += 1;
        }
        let live: Vec<u32> = self.state.live_threads().collect();
        let goes_on = live.iter().find(|&&thread| self.machine.enabled(&self.state, thread) == Enabled::Yes);
        if let Some(&thread) = goes_on
            && self.machine.uses_ended_object(&self.state, thread)
        {
            return Err(self.behind_an_access_outside(self.machine.next(&self.state, thread).span));
        }
        if let Some(thread) = goes_on {
            return Err(format!("instead of a deadlock T{thread} can go on").into());
        }
        let Some(&thread) = live.first().filter(|_| !self.state.has_ended) else {
            return Err("instead of a deadlock the process has ended".into());
        };
        let describe = |&thread: &u32| {
            let who = if thread == 0 { "main".to_owned() } else { format!("T{thread}") };
            format!("{who} waits for {}", self.machine.describe_wait(&self.state, thread))
        };
        let message = live.iter().map(describe).collect::<Vec<_>>().join("; ");
        let span = self.machine.next(&self.state, thread).span;
        let violation = Violation { kind: ViolationKind::Deadlock, thread, span, message };
        let events = self.record.events.take().unwrap_or_default();
        let naming = Naming { program: self.machine.program, state: &self.state };
        Ok(Trace {
            format: TRACE_FORMAT,
            file: task.file.clone(),
            property: Property::Deadlock,
            steps: events.into_iter().map(|event| naming.settle(event)).collect(),
            violation,
            loop_start: None,
            is_recurrent: false,
            names: TraceNames::default(),
        })
    }
}
