//! Turns the computations of promises into a trace: the executable semantics takes the steps, one thread after the other.

use raddle_program::entity::Entity;
use raddle_program::property::{Property, Violation};
use raddle_program::semantics::{Interruption, Interval, Machine, Naming, Outcome, Record, State, SymbolId};
use raddle_program::trace::{TRACE_FORMAT, Trace, TraceNames};
use std::collections::VecDeque;

use crate::steps::{Chosen, Segment};
use raddle_verify::task::Task;

/// How often one step is repeated while its choices are made one by one.
const ATTEMPTS: usize = 200;

/// The trace of a computation at whose end a thread violates an assertion.
///
/// # Errors
/// The point at which the semantics does not agree with the computation.
pub fn stitch(task: &Task, computation: &[Segment], violator: u32, initial: &[i128]) -> Result<Trace, String> {
    let machine = Machine::new(&task.program).with(task.program.denied_equalities());
    let state = machine.initial().map_err(|why| format!("there is no start: {why:?}"))?;
    let mut walk = TraceBuilder { machine: &machine, state, record: Record::with_events(), settled: 0 };
    let mut left: VecDeque<i128> = VecDeque::new();
    for segment in computation {
        left = segment
            .chosen
            .iter()
            .map(|chosen| match *chosen {
                Chosen::Value(value) => value,
                Chosen::Foreseen(variable) => initial.get(variable.index()).copied().unwrap_or(0),
            })
            .collect();
        for _ in 0..segment.steps {
            match walk.step(segment.thread, &mut left)? {
                Ok(Outcome::Moved) => {}
                // Another assertion fails before the expected one.
                Err(Interruption::Violation(kind, message)) if kind.property() == Property::Assertions => {
                    return Ok(walk.trace(task, segment.thread, kind, message));
                }
                other => return Err(format!("instead of a step of T{} there is {other:?}", segment.thread)),
            }
        }
    }
    match walk.step(violator, &mut left)? {
        Err(Interruption::Violation(kind, message)) if kind.property() == Property::Assertions => {
            Ok(walk.trace(task, violator, kind, message))
        }
        other => Err(format!("instead of a violation by T{violator} there is {other:?}")),
    }
}

struct TraceBuilder<'a, 'p> {
    machine: &'a Machine<'p>,
    state: State,
    record: Record,
    /// The number of symbols that already have their final value.
    settled: usize,
}

impl TraceBuilder<'_, '_> {
    /// Takes a step; it is repeated after each interruption for a choice.
    fn step(&mut self, thread: u32, chosen: &mut VecDeque<i128>) -> Result<Result<Outcome, Interruption>, String> {
        let is_there = self.state.threads.get(thread as usize).is_some_and(|thread| !thread.has_ended());
        if !is_there {
            return Err(format!("T{thread} is not running"));
        }
        for _ in 0..ATTEMPTS {
            let n_events = self.record.events.as_ref().map_or(0, Vec::len);
            let result = self.machine.step(&mut self.state, thread, None, &mut self.record);
            while self.settled < self.state.symbols.len() {
                let symbol = SymbolId::from_index(self.settled);
                self.settled += 1;
                if let Some(value) = chosen.front().copied()
                    && self.state.symbols[symbol].contains(value)
                {
                    chosen.pop_front();
                    self.state.symbols[symbol] = Interval::point(value);
                }
            }
            match result {
                Err(Interruption::Split(symbol, pieces)) => {
                    // The computation does not determine this value, so any piece will do.
                    let interval = self.state.symbols[symbol];
                    if interval.low != interval.high {
                        self.state.symbols[symbol] = pieces.first().copied().unwrap_or(interval);
                    }
                    if let Some(events) = &mut self.record.events {
                        let attempted = events.split_off(n_events.min(events.len()));
                        events.extend(attempted.into_iter().filter(|event| event.is_choice()));
                    }
                }
                other => return Ok(other),
            }
        }
        Err("a step is interrupted too often".into())
    }

    fn trace(
        mut self,
        task: &Task,
        thread: u32,
        kind: raddle_program::property::ViolationKind,
        message: String,
    ) -> Trace {
        let span = self.machine.next(&self.state, thread).span;
        let events = self.record.events.take().unwrap_or_default();
        let naming = Naming { program: self.machine.program, state: &self.state };
        Trace {
            format: TRACE_FORMAT,
            file: task.file.clone(),
            property: Property::Assertions,
            steps: events.into_iter().map(|event| naming.settle(event)).collect(),
            violation: Violation { kind, thread, span, message },
            loop_start: None,
            is_recurrent: false,
            names: TraceNames::default(),
        }
    }
}
