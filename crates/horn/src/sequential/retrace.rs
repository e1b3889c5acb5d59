//! Turns a derivation into a trace: the executable semantics takes the same transitions, with the values that the derivation chose.

use std::collections::VecDeque;

use raddle_logic::evaluate::evaluate;
use raddle_logic::horn::Derivation;
use raddle_logic::horn::derivation::Step;
use raddle_logic::term::{Term, Terms};
use raddle_program::entity::Entity;
use raddle_program::property::{Violation, ViolationKind};
use raddle_program::semantics::{
    Enabled, Interruption, Interval, Machine, Naming, Outcome, Record, State, SymbolId, Value,
};
use raddle_program::syntax::{Effect, ExprKind, LocalId, PlaceKind};
use raddle_program::trace::{TRACE_FORMAT, Trace, TraceNames};

use crate::symbolic::encoded::{Encoded, Taken};
use crate::symbolic::step::{End, Ending};
use raddle_verify::task::Task;

/// How often one transition is repeated while its choices are made one by one.
const ATTEMPTS: usize = 200;

/// The trace of a derivation that ends in a violation.
///
/// # Errors
/// The point at which the executable semantics does not agree with the derivation.
pub fn retrace(
    task: &Task,
    terms: &Terms,
    encoded: &Encoded,
    derivation: &Derivation,
    ending: &Ending,
) -> Result<Trace, String> {
    let machine = Machine::new(&task.program).with(task.program.denied_equalities());
    let state = machine.initial().map_err(|why| format!("there is no start: {why:?}"))?;
    let mut walk = Walk { terms, encoded, machine: &machine, state, record: Record::with_events(), settled: 0 };
    let Some((last, before)) = derivation.steps.split_last() else { return Err("there are no steps".into()) };
    for step in before {
        walk.pass(step)?;
    }
    walk.violate(task, last, ending)
}

/// A non-terminating execution: uses of clauses that reach a location, return to it, and return to it again.
pub struct Round {
    /// The path to the location.
    pub stem: Vec<Step>,
    /// The first iteration.
    pub first: Vec<Step>,
    /// The second iteration.
    pub second: Vec<Step>,
}

/// The trace of a non-terminating execution. The first iteration is part of the stem: values that are dead when the loop starts are then
/// the same from there on.
///
/// # Errors
/// The point at which the semantics does not agree, or that the loop is unfair although fairness was requested.
pub fn retrace_round(
    task: &Task,
    terms: &Terms,
    encoded: &Encoded,
    round: &Round,
    is_fair: bool,
) -> Result<Trace, String> {
    let machine = Machine::new(&task.program).with(task.program.denied_equalities());
    let state = machine.initial().map_err(|why| format!("there is no start: {why:?}"))?;
    let mut walk = Walk { terms, encoded, machine: &machine, state, record: Record::with_events(), settled: 0 };
    for step in round.stem.iter().chain(&round.first) {
        walk.pass(step)?;
    }
    let n_once = walk.record.events.as_ref().map_or(0, Vec::len);
    let (mut able, mut moved) = (0u128, 0u128);
    for step in &round.second {
        for taken in &encoded.uses[step.clause].taken {
            able |= walk.able();
            moved |= 1 << taken.thread;
        }
        walk.pass(step)?;
    }
    let stays = |thread: &u32| moved >> thread & 1 == 0;
    if is_fair && (able & !moved != 0 || walk.state.live_threads().filter(stays).any(|thread| !walk.joins(thread))) {
        return Err("some thread may be kept waiting".to_owned());
    }
    let Some(thread) = round.second.iter().flat_map(|step| &encoded.uses[step.clause].taken).next() else {
        return Err("nothing is taken".to_owned());
    };
    let thread = thread.thread;
    let waits = |waiting: u32| {
        let who = if waiting == 0 { "main".to_owned() } else { format!("T{waiting}") };
        format!("{who} waits for ever for {}", machine.describe_wait(&walk.state, waiting))
    };
    let is_waiting = |other: &u32| stays(other) && machine.enabled(&walk.state, *other) != Enabled::Yes;
    let mut message: Vec<String> = walk.state.live_threads().filter(is_waiting).map(waits).collect();
    message.push("numbers change, and it was proved that the loop can be taken again and again".to_owned());
    if is_fair {
        message.push("every thread that can go on again and again does".to_owned());
    }
    let violation = Violation {
        kind: ViolationKind::NonTermination,
        thread,
        span: machine.next(&walk.state, thread).span,
        message: message.join("; "),
    };
    let events = walk.record.events.take().unwrap_or_default();
    let naming = Naming { program: machine.program, state: &walk.state };
    Ok(Trace {
        format: TRACE_FORMAT,
        file: task.file.clone(),
        property: violation.kind.property(),
        steps: events.into_iter().map(|event| naming.settle(event)).collect(),
        violation,
        loop_start: Some(n_once),
        is_recurrent: true,
        names: TraceNames::default(),
    })
}

struct Walk<'a, 'p> {
    terms: &'a Terms,
    encoded: &'a Encoded,
    machine: &'a Machine<'p>,
    state: State,
    record: Record,
    /// The number of symbols that already have the value of the derivation.
    settled: usize,
}

impl Walk<'_, '_> {
    /// The threads that can take a step now.
    fn able(&self) -> u128 {
        let can = |thread: &u32| self.machine.enabled(&self.state, *thread) == Enabled::Yes;
        let inside = |thread: &u32| can(thread) && self.state.threads[*thread as usize].atomic_depth > 0;
        let bits = |all: u128, thread: u32| all | 1 << thread;
        match self.state.live_threads().filter(inside).fold(0, bits) {
            0 => self.state.live_threads().filter(can).fold(0, bits),
            inside => inside,
        }
    }

    /// Whether a thread is blocked in a join, with an id in a register that no other thread can change. If all threads outside of the loop
    /// are blocked in this way, they stay blocked whatever values change.
    fn joins(&self, thread: u32) -> bool {
        let frame = self.state.threads[thread as usize].frame();
        let Effect::Join { thread: joined, .. } = &self.machine.next(&self.state, thread).effect else { return false };
        let ExprKind::Read(place) = &joined.kind else { return false };
        let PlaceKind::Local(local) = place.kind else { return false };
        self.machine.program.procedures[frame.procedure].locals[local].is_register
            && self.machine.enabled(&self.state, thread) == Enabled::No
    }

    /// Takes the transitions of a step that does not end the execution.
    fn pass(&mut self, step: &Step) -> Result<(), String> {
        for taken in &self.encoded.uses[step.clause].taken {
            match self.take(taken, step)? {
                Ok(Outcome::Moved) => {}
                other => return Err(format!("instead of a step there is {other:?}")),
            }
        }
        Ok(())
    }

    /// Takes a transition; it is repeated after each interruption for a choice.
    fn take(&mut self, used: &Taken, step: &Step) -> Result<Result<Outcome, Interruption>, String> {
        let mut chosen: VecDeque<Term> = used.chosen.iter().map(|&(term, _)| term).collect();
        let is_there = self.state.threads.get(used.thread as usize).is_some_and(|thread| !thread.has_ended());
        if !is_there {
            return Err(format!("T{} is not running", used.thread));
        }
        let mut choice = None;
        for _ in 0..ATTEMPTS {
            let indeterminate = self.indeterminate(used.thread);
            let n_events = self.record.events.as_ref().map_or(0, Vec::len);
            let n_violations = self.record.violations.len();
            let result = self.machine.step(&mut self.state, used.thread, choice, &mut self.record);
            self.settle(used, step, &indeterminate, &mut chosen);
            match result {
                Err(Interruption::Split(symbol, pieces)) => {
                    let interval = self.state.symbols[symbol];
                    if interval.low != interval.high {
                        // The derivation does not determine this value, so any piece will do.
                        self.state.symbols[symbol] = pieces.first().copied().unwrap_or(interval);
                    }
                    self.record.violations.truncate(n_violations);
                    if let Some(events) = &mut self.record.events {
                        let attempted = events.split_off(n_events.min(events.len()));
                        events.extend(attempted.into_iter().filter(|event| event.is_choice()));
                    }
                }
                Err(Interruption::Choose(ways)) if choice.is_none() => {
                    choice = Some(self.outcome(used, step).min(ways.saturating_sub(1)));
                }
                other => return Ok(other),
            }
        }
        Err("a transition is interrupted too often".into())
    }

    /// The outcome of an operation with several: a timeout if the derivation chose it, else the first outcome.
    fn outcome(&self, used: &Taken, step: &Step) -> u32 {
        let Some(outcome) = used.outcome else { return 0 };
        match evaluate(self.terms, &step.values, outcome) {
            raddle_logic::value::Value::Bits(bits) => u32::from(bits.to_u64() == Some(2)),
            raddle_logic::value::Value::Bool(_) | raddle_logic::value::Value::Array(_) => 0,
        }
    }

    /// The registers of the running frame with an indeterminate value.
    fn indeterminate(&self, thread: u32) -> Vec<LocalId> {
        let Some(frame) = self.state.threads[thread as usize].frames.last() else { return Vec::new() };
        let indexed = frame.registers.iter().enumerate();
        indexed.filter(|(_, value)| **value == Value::Indeterminate).map(|(at, _)| LocalId::from_index(at)).collect()
    }

    /// Assigns the derivation's values to the symbols that a transition created.
    fn settle(&mut self, used: &Taken, step: &Step, indeterminate: &[LocalId], chosen: &mut VecDeque<Term>) {
        let procedure = self.encoded.layout.contexts[used.context].procedure;
        let target = match &self.machine.automata[procedure].transitions[used.transition].effect {
            Effect::Input { target, .. } => Some(*target),
            Effect::External { result, .. } => *result,
            _ => None,
        };
        while self.settled < self.state.symbols.len() {
            let symbol = SymbolId::from_index(self.settled);
            self.settled += 1;
            let holder = self.state.threads[used.thread as usize].frames.last().and_then(|frame| {
                indeterminate
                    .iter()
                    .copied()
                    .filter(|&local| Some(local) != target)
                    .find(|local| frame.registers[local.index()] == Value::Symbol(symbol, 0))
            });
            let term = match holder {
                Some(local) => {
                    let slot = self.encoded.layout.contexts[used.context].registers.get(&local);
                    used.state.iter().find(|(known, _)| Some(known) == slot).map(|&(_, value)| value)
                }
                None => chosen.pop_front(),
            };
            if let Some(term) = term {
                self.set(symbol, step, term);
            }
        }
    }

    fn set(&mut self, symbol: SymbolId, step: &Step, term: Term) {
        let interval = self.state.symbols[symbol];
        if let raddle_logic::value::Value::Bits(bits) = evaluate(self.terms, &step.values, term)
            && let Some(number) = bits.to_u64()
        {
            let mut value = i128::from(number);
            if value > interval.high {
                value -= 1i128 << bits.width();
            }
            if interval.contains(value) {
                self.state.symbols[symbol] = Interval::point(value);
            }
        }
    }

    /// Takes the last transition, which is the violation.
    fn violate(mut self, task: &Task, step: &Step, ending: &Ending) -> Result<Trace, String> {
        let End::Violation(kind) = &ending.end else { return Err("the derivation ends in no violation".into()) };
        let property = kind.property();
        let used = &self.encoded.uses[step.clause];
        let Some((last, before)) = used.taken.split_last() else { return Err("nothing is taken".into()) };
        for taken in before {
            match self.take(taken, step)? {
                Ok(Outcome::Moved) => {}
                other => return Err(format!("instead of a step there is {other:?}")),
            }
        }
        self.record.violations.clear();
        let n_events = self.record.events.as_ref().map_or(0, Vec::len);
        let result = self.take(last, step)?;
        let noted = self.record.violations.iter().position(|noted| noted.kind.property() == property);
        let mut events = self.record.events.take().unwrap_or_default();
        let violation = match (noted, result) {
            (Some(rank), _) => {
                // Events behind the violation in the same step did not happen before it.
                let mut index = 0;
                events.retain(|event| {
                    index += 1;
                    index <= n_events || event.n_violations <= rank
                });
                self.record.violations.swap_remove(rank)
            }
            (None, Err(Interruption::Violation(kind, message))) if kind.property() == property => {
                Violation { kind, thread: last.thread, span: ending.span, message }
            }
            (None, other) => return Err(format!("instead of {kind:?} there is {other:?}")),
        };
        let naming = Naming { program: self.machine.program, state: &self.state };
        Ok(Trace {
            format: TRACE_FORMAT,
            file: task.file.clone(),
            property,
            steps: events.into_iter().map(|event| naming.settle(event)).collect(),
            violation,
            loop_start: None,
            is_recurrent: false,
            names: TraceNames::default(),
        })
    }
}
