//! Replays a trace: the machine follows it with the trace's choices, and every listed event must be an event of the machine.
//!
//! Between two listed events of a thread the machine runs local tasks and operations that are not listed: ends of lifetimes, and violations
//! that do not end the execution. These are done as late as possible, just before the next event of the thread. A lifetime may also end
//! earlier, so a violation of `memory` at the end is tried with all pending ends done. The choices of a thread are taken in their order,
//! whatever events are between them. At the end the machine decides for itself whether the property is violated.

mod deadlock;
mod lives;
mod names;
mod steps;

pub(crate) use self::lives::end_pending_lives;
pub(crate) use self::steps::agree;

use crate::arithmetic::marked::DEPENDS;
use crate::basic::with_basic_types;
use crate::decisions::is_spurious_wake;
use crate::landmark::{Landmarks, Statements};
use crate::machine::encode::{encode, encode_standing};
use crate::machine::perform::{Found, Outcome};
use crate::machine::schedule::{Decision, Question, Readiness};
use crate::machine::task::{Operation, Passage};
use crate::machine::{Machine, Settings};
use crate::silence::{LONGEST_SILENCE, goes_round_silently};
use crate::value::Scalar;
use crate::value::encoding::low_bits;
use crate::value::floating::from_number;
use raddle_cfront::typed::Unit;
use raddle_program::property::{Property, ViolationKind};
use raddle_program::source::{SourcePlace, Span};
use raddle_program::trace::{ChoiceKind, Event, ObjectName, TRACE_FORMAT, Trace, TraceValue};
use raddle_program::types::TypeKind;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use self::steps::describe;

/// How to replay.
#[derive(Clone, Copy, Debug)]
pub struct ReplayOptions {
    /// Whether operands are evaluated right to left.
    pub right_to_left: bool,
    /// How many local steps a thread may take between two events.
    pub local_steps: u64,
    /// Whether a lasso must be strongly fair: a thread that can go on again and again goes on again and again.
    pub is_fair: bool,
    /// Whether the trace must hold whatever functions without a body return and write.
    pub marks_outside: bool,
}

impl Default for ReplayOptions {
    fn default() -> Self {
        ReplayOptions {
            right_to_left: false,
            local_steps: Settings::default().local_steps,
            is_fair: false,
            marks_outside: false,
        }
    }
}

/// Where a trace and the machine first disagree.
#[derive(Clone, PartialEq, Debug)]
pub struct Disagreement {
    /// The index of the step, or the number of steps if the violation is not confirmed.
    pub step: usize,
    /// What the trace says.
    pub expected: String,
    /// What the machine does.
    pub found: String,
    /// Where the machine is.
    pub place: SourcePlace,
}

impl std::fmt::Display for Disagreement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "step {}: the trace says that {}, but {} ({})", self.step, self.expected, self.found, self.place)
    }
}

/// Goes along a trace and confirms its violation.
///
/// # Errors
/// Where and how the trace and the machine first disagree.
pub fn replay(unit: &Unit, trace: &Trace, options: &ReplayOptions) -> Result<(), Disagreement> {
    replay_with(unit, trace, options, None).map(drop)
}

/// The same, with what threads come by.
///
/// # Errors
/// As [`replay`].
pub fn visit(unit: &Unit, trace: &Trace, options: &ReplayOptions) -> Result<Visited, Disagreement> {
    replay_with(unit, trace, options, Some(Arc::new(Landmarks::everywhere(&Statements::of(unit)))))
}

/// The same, with the arguments of threads and the names of addresses.
///
/// # Errors
/// As [`replay`].
pub fn names(unit: &Unit, trace: &Trace, options: &ReplayOptions) -> Result<Visited, Disagreement> {
    replay_with(unit, trace, options, None)
}

/// What threads come by.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Visited {
    /// Statements, in the order in which they are met.
    pub arrivals: Vec<Arrival>,
    /// Where values are chosen, by the index of the step: an engine may have another span for it.
    pub choices: BTreeMap<usize, Span>,
    /// The arguments that threads are created with, by the index of the step.
    pub arguments: BTreeMap<usize, TraceValue>,
    /// Names of the addresses in declared objects that the trace mentions as values, without the `&`.
    pub addresses: BTreeMap<(ObjectName, i64), String>,
    /// The locations at the end of the threads that have not ended.
    pub ends: BTreeMap<u32, Span>,
    /// The scalar variables of the function that the violating thread is in at the end.
    pub variables: Vec<(String, TraceValue)>,
}

/// A thread stands in front of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// The number of steps of the trace before it. Steps of other threads may also come later.
    pub position: usize,
    /// The thread.
    pub thread: u32,
    /// The statement.
    pub span: Span,
}

fn replay_with(
    unit: &Unit,
    trace: &Trace,
    options: &ReplayOptions,
    landmarks: Option<Arc<Landmarks>>,
) -> Result<Visited, Disagreement> {
    replay_prepared(&with_basic_types(unit), trace, options, landmarks)
}

/// The same on a unit that has the basic types.
pub(crate) fn replay_prepared(
    unit: &Unit,
    trace: &Trace,
    options: &ReplayOptions,
    landmarks: Option<Arc<Landmarks>>,
) -> Result<Visited, Disagreement> {
    let settings = Settings {
        right_to_left: options.right_to_left,
        tracks_order: trace.property == Property::DataRace,
        tracks_leaks: trace.property == Property::Leaks,
        local_steps: options.local_steps,
        marks_outside: options.marks_outside,
        cycle_search: CYCLE_SEARCH,
        lists_callers: false,
    };
    let start = || unit.source.place(Span::NOWHERE);
    if trace.format != TRACE_FORMAT {
        return Err(Disagreement {
            step: 0,
            expected: format!("its format is number {}", trace.format),
            found: format!("this version reads number {TRACE_FORMAT}"),
            place: start(),
        });
    }
    let machine = Machine::start_with(unit, settings, landmarks).map_err(|found| Disagreement {
        step: 0,
        expected: "the program starts".to_string(),
        found,
        place: start(),
    })?;
    let mut choices: Vec<VecDeque<usize>> = Vec::new();
    for (index, step) in trace.steps.iter().enumerate() {
        if matches!(step.event, Event::Choice { .. }) {
            let thread = step.thread as usize;
            if thread > trace.steps.len() {
                continue;
            }
            if choices.len() <= thread {
                choices.resize_with(thread + 1, VecDeque::new);
            }
            choices[thread].push_back(index);
        }
    }
    let (last, visited, done) = (Outcome::default(), Visited::default(), vec![0]);
    // Of a deadlock, the process must go on for ever in a fair execution.
    let (is_fair, enabled) = (options.is_fair || trace.property == Property::Deadlock, BTreeSet::new());
    let mut replay =
        Replay { machine, trace, choices, step: 0, last, loop_state: None, is_fair, enabled, visited, done };
    replay.run()?;
    Ok(replay.visited)
}

struct Replay<'u, 't> {
    machine: Machine<'u>,
    trace: &'t Trace,
    /// The steps that are choices and were not yet taken, by thread.
    choices: Vec<VecDeque<usize>>,
    /// The step that is replayed now.
    step: usize,
    /// What the last operation did.
    last: Outcome,
    /// The state at the start of a lasso's loop.
    loop_state: Option<Vec<u8>>,
    /// Whether a lasso must be fair.
    is_fair: bool,
    /// The threads that could go on somewhere in a lasso's loop, to an operation.
    enabled: BTreeSet<usize>,
    /// What threads came by.
    visited: Visited,
    /// For each thread the number of steps up to its last one, or up to its creation.
    done: Vec<usize>,
}

impl<'u> Replay<'u, '_> {
    fn run(&mut self) -> Result<(), Disagreement> {
        while self.step < self.trace.steps.len() {
            self.note_loop_start();
            if matches!(self.trace.steps[self.step].event, Event::Choice { .. }) {
                self.step += 1;
                continue;
            }
            let thread = self.trace.steps[self.step].thread as usize;
            self.reach_event(thread)?;
            self.follow(thread)?;
            self.done[thread] = self.step;
            self.done.resize(self.machine.threads.len(), self.step);
        }
        self.note_loop_start();
        self.note_ends();
        self.note_last_arrivals();
        self.confirm()
    }

    /// Notes the landmarks that threads reach behind their last steps, as evidence that these steps are complete. The machine runs on a
    /// copy, because lifetimes that end on the way may also end later.
    fn note_last_arrivals(&mut self) {
        if self.machine.landmarks.is_none() {
            return;
        }
        let mut machine = self.machine.clone();
        for thread in 0..machine.threads.len() {
            for _ in 0..LONGEST_SILENCE {
                match machine.pending(thread) {
                    Some(&Operation::Pass { passage, span }) => self.pass(thread, passage, span),
                    Some(Operation::EndLife { .. } | Operation::Fail { ends: false, .. }) => {}
                    Some(_) | None => break,
                }
                machine.perform(thread, Decision::None);
            }
        }
    }

    /// A thread comes by a landmark.
    fn pass(&mut self, thread: usize, passage: Passage, span: Span) {
        if passage == Passage::Statement {
            self.visited.arrivals.push(Arrival { position: self.done[thread], thread: thread as u32, span });
        }
    }

    fn note_loop_start(&mut self) {
        if self.trace.loop_start == Some(self.step) && self.loop_state.is_none() {
            self.loop_state = Some(self.state_of_loop());
        }
        if self.is_fair && self.loop_state.is_some() {
            let machine = self.machine_with_all_done();
            for thread in 0..machine.threads.len() {
                let can_go_on = machine.is_schedulable(thread) && machine.readiness(thread) == Readiness::Ready;
                if can_go_on && !self.enabled.contains(&thread) && !self.goes_round_silently(&machine, thread) {
                    self.enabled.insert(thread);
                }
            }
        }
    }

    /// The machine once every thread has done all that comes before its next listed event: lives end, and values are
    /// chosen that stand in the trace before the step. (The machine itself does that as late as possible; what is not
    /// done yet at the start of a loop may have been done at its end.)
    fn machine_with_all_done(&self) -> Machine<'u> {
        let mut machine = self.machine.clone();
        let mut choices = self.choices.clone();
        for thread in 0..machine.threads.len() {
            // A thread that goes round without an event would go on for ever: a bound that no loop body reaches.
            for _ in 0..LONGEST_SILENCE {
                let decision = match machine.pending(thread) {
                    Some(Operation::EndLife { .. } | Operation::Fail { ends: false, .. } | Operation::Pass { .. }) => {
                        Decision::None
                    }
                    Some(Operation::Choose { .. } | Operation::Compare { .. }) => {
                        let next = choices.get_mut(thread).and_then(VecDeque::pop_front);
                        let Some(index) = next.filter(|&index| index < self.step) else { break };
                        match chosen_value(&machine, thread, &self.trace.steps[index].event) {
                            Ok(scalar) => Decision::Value(scalar),
                            Err(_) => break,
                        }
                    }
                    Some(_) | None => break,
                };
                machine.perform(thread, decision);
            }
        }
        machine
    }

    /// Runs a thread up to an operation that is listed or ends the execution.
    fn reach_event(&mut self, thread: usize) -> Result<(), Disagreement> {
        loop {
            if self.machine.is_over {
                return self.disagree(thread, "the execution has ended");
            }
            match self.machine.pending(thread) {
                None if thread < self.machine.threads.len() => return self.disagree(thread, "the thread has ended"),
                None => return self.disagree(thread, "the thread was not created"),
                Some(&Operation::Pass { passage, span }) => {
                    self.pass(thread, passage, span);
                    self.machine.perform(thread, Decision::None);
                }
                Some(Operation::EndLife { .. } | Operation::Fail { ends: false, .. }) => {
                    self.machine.perform(thread, Decision::None);
                }
                Some(Operation::Choose { .. } | Operation::Compare { .. }) => {
                    let decision = self.decide(thread)?;
                    self.machine.perform(thread, decision);
                }
                Some(_) => return Ok(()),
            }
        }
    }

    /// Performs the operation in front of a thread and compares its events with the trace.
    fn follow(&mut self, thread: usize) -> Result<(), Disagreement> {
        match self.machine.pending(thread) {
            Some(Operation::Fail { message, .. }) => {
                let found = format!("there {message}, which ends the execution");
                return self.disagree(thread, &found);
            }
            Some(Operation::Stop { .. }) => return self.disagree(thread, "the process ends there"),
            Some(Operation::Prune { .. }) => return self.disagree(thread, "an assumption fails there"),
            Some(Operation::Diverge { .. }) => return self.disagree(thread, "the thread never reaches another event"),
            Some(Operation::Unsupported { what, .. }) => {
                let found = format!("there is what is not modelled: {what}");
                return self.disagree(thread, &found);
            }
            Some(_) | None => {}
        }
        if !self.machine.is_schedulable(thread) {
            let found = match self.machine.readiness(thread) {
                Readiness::Ready | Readiness::Spurious => "another thread is inside an atomic section and can go on",
                Readiness::Blocked => "the thread waits",
                Readiness::Ended => "the thread has ended",
            };
            return self.disagree(thread, found);
        }
        let decision = self.decide(thread)?;
        self.note_argument(thread);
        let outcome = self.machine.perform(thread, decision);
        self.note_addresses(&outcome);
        if let Some(reason) = &outcome.unknown {
            return self.disagree(thread, reason);
        }
        if let (true, Some(found)) = (outcome.steps.is_empty(), outcome.found.first()) {
            let found = found.message.clone();
            return self.disagree(thread, &found);
        }
        for mine in outcome.steps.iter().filter(|step| !matches!(step.event, Event::Choice { .. })) {
            while matches!(self.trace.steps.get(self.step).map(|step| &step.event), Some(Event::Choice { .. })) {
                self.step += 1;
            }
            match self.trace.steps.get(self.step) {
                Some(theirs) if agree(theirs, mine) => self.step += 1,
                Some(_) => {
                    let found = describe(mine);
                    return self.disagree_at(mine.place.clone(), &found);
                }
                // Of a race the trace may end between the accesses of one operation.
                None if self.trace.property == Property::DataRace => break,
                None => {
                    let found = describe(mine);
                    return self.disagree_at(mine.place.clone(), &found);
                }
            }
        }
        self.last = outcome;
        Ok(())
    }

    /// What the trace decides about the operation in front of a thread.
    fn decide(&mut self, thread: usize) -> Result<Decision, Disagreement> {
        match self.machine.question(thread) {
            Question::None => Ok(Decision::None),
            Question::Outcome(possible) => {
                let theirs = match self.trace.steps.get(self.step).map(|step| &step.event) {
                    Some(Event::Synchronize { outcome, .. } | Event::Join { outcome, .. }) => Some(*outcome),
                    _ => None,
                };
                match theirs.filter(|outcome| possible.contains(outcome)) {
                    Some(outcome) => Ok(Decision::Outcome(outcome)),
                    None => {
                        let found = format!("the outcome there is one of {possible:?}");
                        self.disagree(thread, &found).map(|()| Decision::None)
                    }
                }
            }
            Question::Value { .. } => {
                let Some(index) = self.choices.get_mut(thread).and_then(VecDeque::pop_front) else {
                    return self
                        .disagree(thread, "a value is chosen there that the trace does not choose")
                        .map(|()| Decision::None);
                };
                // The statement behind a choice is not reached before it.
                self.done[thread] = self.done[thread].max(index + 1);
                if let Some(span) = self.machine.pending(thread).and_then(Operation::span) {
                    self.visited.choices.insert(index, span);
                }
                match chosen_value(&self.machine, thread, &self.trace.steps[index].event) {
                    Ok(scalar) => Ok(Decision::Value(scalar)),
                    Err(found) => {
                        self.step = index;
                        self.disagree(thread, &found).map(|()| Decision::None)
                    }
                }
            }
        }
    }

    /// The machine's own judgement on the violation.
    fn confirm(&mut self) -> Result<(), Disagreement> {
        let violation = &self.trace.violation;
        let thread = violation.thread as usize;
        if violation.kind.property() != self.trace.property {
            return self.disagree(thread, "that violates another property");
        }
        if self.machine.end_is_undetermined(self.trace.property) {
            return self.disagree(thread, DEPENDS);
        }
        match self.trace.property {
            Property::DataRace => self.confirm_race(thread),
            Property::Deadlock => self.confirm_deadlock(thread),
            Property::Termination => self.confirm_lasso(thread),
            Property::Assertions
            | Property::Memory
            | Property::Leaks
            | Property::Overflow
            | Property::Arithmetic
            | Property::Locks => {
                let is_last = self.trace.steps.last().is_some_and(|step| step.thread == violation.thread);
                if is_last && self.last.found.iter().any(|found| self.is_claimed(&found.kind)) {
                    return Ok(());
                }
                self.confirm_step(thread)
            }
        }
    }

    /// Whether a violation is the one of the trace.
    fn is_claimed(&self, kind: &ViolationKind) -> bool {
        match (kind, &self.trace.violation.kind) {
            (ViolationKind::Assertion(mine), ViolationKind::Assertion(theirs)) => mine == theirs,
            _ => kind.property() == self.trace.property,
        }
    }

    /// Runs a thread on until it violates the property, at the latest in its next listed event.
    fn confirm_step(&mut self, thread: usize) -> Result<(), Disagreement> {
        loop {
            if self.machine.is_over {
                return self.disagree(thread, "the execution has ended");
            }
            let (is_silent, is_listed) = match self.machine.pending(thread) {
                None => return self.disagree(thread, "the thread has ended"),
                Some(&Operation::Pass { passage, span }) => {
                    self.pass(thread, passage, span);
                    (true, false)
                }
                Some(
                    Operation::EndLife { .. }
                    | Operation::Fail { .. }
                    | Operation::Choose { .. }
                    | Operation::Compare { .. },
                ) => (true, false),
                // The process may only end where no other thread is inside an atomic section.
                Some(Operation::Stop { .. }) if self.trace.property == Property::Leaks => (false, true),
                Some(Operation::Stop { .. } | Operation::Prune { .. } | Operation::Diverge { .. }) => {
                    return self.disagree(thread, "the thread goes on without it");
                }
                Some(Operation::Unsupported { what, .. }) => {
                    let found = format!("there is what is not modelled: {what}");
                    return self.disagree(thread, &found);
                }
                Some(_) => (false, true),
            };
            if is_listed && !self.machine.is_schedulable(thread) {
                return self.disagree(thread, "the thread cannot go on");
            }
            // The step that violates is not listed; if it has several outcomes, one of them may be the violation.
            if let (Question::Outcome(possible), true) =
                (self.machine.question(thread), self.step == self.trace.steps.len())
            {
                let violates = possible.into_iter().any(|outcome| {
                    let found = self.machine.clone().perform(thread, Decision::Outcome(outcome)).found;
                    found.iter().any(|found| self.is_claimed(&found.kind))
                });
                return match violates {
                    true => Ok(()),
                    false => self.disagree(thread, "no outcome of the next operation is one"),
                };
            }
            let decision = self.decide(thread)?;
            let before = is_listed.then(|| self.machine.clone());
            let outcome = self.machine.perform(thread, decision);
            if outcome.found.iter().any(|found| self.is_claimed(&found.kind)) {
                return Ok(());
            }
            if let Some(reason) = &outcome.unknown {
                return self.disagree(thread, reason);
            }
            if is_silent {
                continue;
            }
            // The lives of other threads' locals may have ended before.
            if let Some(mut machine) = before {
                end_pending_lives(&mut machine, Some(thread));
                if machine.perform(thread, decision).found.iter().any(|found| self.is_claimed(&found.kind)) {
                    return Ok(());
                }
            }
            let found = match outcome.steps.last() {
                Some(step) => format!("the thread goes on: {}", describe(step)),
                None => "the thread goes on".to_string(),
            };
            return self.disagree(thread, &found);
        }
    }

    /// The last step is an access that races with an earlier one.
    fn confirm_race(&mut self, thread: usize) -> Result<(), Disagreement> {
        match self.trace.steps.last() {
            Some(last) if last.thread as usize == thread => {
                // The trace may end between the accesses of one operation: what follows does not count.
                let listed = self.last.steps.iter().rposition(|mine| agree(last, mine)).map_or(0, |at| at + 1);
                let races = |found: &Found| found.kind == ViolationKind::DataRace && found.after == listed;
                let may_be_ordered = |found: &Found| {
                    let rival = found.rival.map(|rival| rival as usize);
                    [Some(thread), rival].into_iter().flatten().any(|it| self.machine.thread(it).has_called_outside)
                };
                if self.last.found.iter().any(|found| races(found) && !may_be_ordered(found)) {
                    return Ok(());
                }
                if self.last.found.iter().any(races) {
                    return self.disagree(thread, DEPENDS);
                }
                let found = format!("what was done last races with nothing: {}", describe(last));
                self.disagree(thread, &found)
            }
            Some(_) | None => self.disagree(thread, "the last step is none of that thread"),
        }
    }

    /// Runs every thread through operations that are not listed and block no thread: ends of lifetimes, violations that do not end the
    /// execution, and the choices that the trace still has for the thread.
    fn take_silent_steps(&mut self) -> Result<(), Disagreement> {
        for thread in 0..self.machine.threads.len() {
            for _ in 0..LONGEST_SILENCE {
                let has_choice = self.choices.get(thread).is_some_and(|choices| !choices.is_empty());
                let decision = match self.machine.pending(thread) {
                    Some(&Operation::Pass { passage, span }) => {
                        self.pass(thread, passage, span);
                        Decision::None
                    }
                    Some(Operation::EndLife { .. } | Operation::Fail { ends: false, .. }) => Decision::None,
                    Some(Operation::Choose { .. } | Operation::Compare { .. }) if has_choice => self.decide(thread)?,
                    Some(_) | None => break,
                };
                self.machine.perform(thread, decision);
            }
        }
        Ok(())
    }

    /// Confirms a non-terminating execution: the state at the end equals the state at the start of the loop, or the thread loops without
    /// events. A trace without a loop must end in a state in which no thread is enabled.
    fn confirm_lasso(&mut self, thread: usize) -> Result<(), Disagreement> {
        if self.trace.loop_start.is_none() {
            self.take_silent_steps()?;
            return self.confirm_total_deadlock(thread);
        }
        self.confirm_loop(&[thread])
    }

    /// Confirms a loop: the state at the end equals the state at its start, or one of the `silent` threads loops without events.
    fn confirm_loop(&self, silent: &[usize]) -> Result<(), Disagreement> {
        let thread = silent.first().copied().unwrap_or(0);
        let Some(start) = &self.loop_state else {
            return self.disagree(thread, "the trace has no loop");
        };
        let steps = &self.trace.steps[self.trace.loop_start.unwrap_or(0).min(self.trace.steps.len())..];
        if steps.iter().any(is_spurious_wake) {
            return self.disagree(thread, "the loop needs spurious wake-ups for ever");
        }
        let is_kept_waiting = |&thread: &usize| !steps.iter().any(|step| step.thread as usize == thread);
        if let Some(waiting) = self.enabled.iter().copied().find(is_kept_waiting) {
            let found = format!("thread {waiting} can go on again and again and never does, which is not fair");
            return self.disagree(thread, &found);
        }
        if steps.is_empty() {
            // What it chose before the loop may still be in front of it.
            let machine = self.machine_with_all_done();
            return match silent.iter().any(|&thread| self.goes_round_silently(&machine, thread)) {
                true => Ok(()),
                false => self.disagree(thread, "the thread goes on to another event"),
            };
        }
        if *start == self.state_of_loop() {
            return Ok(());
        }
        self.disagree(thread, "the state at the end is not the one at the start of the loop")
    }

    /// The state that must be the same at the start and the end of a loop. If numbers change in each iteration, these are the locations of
    /// the threads.
    fn state_of_loop(&self) -> Vec<u8> {
        let machine = self.machine_with_all_done();
        if self.trace.is_recurrent { encode_standing(&machine) } else { encode(&machine).0 }
    }

    /// Whether a thread goes round for ever without a listed event: its state repeats, or numbers change each time round and it comes to
    /// nothing for very long.
    fn goes_round_silently(&self, machine: &Machine<'_>, thread: usize) -> bool {
        goes_round_silently(machine, thread)
            || self.trace.is_recurrent && matches!(machine.pending(thread), Some(Operation::Diverge { .. }))
    }

    fn disagree(&self, thread: usize, found: &str) -> Result<(), Disagreement> {
        let span = match self.machine.pending(thread).and_then(Operation::span) {
            Some(span) => span,
            None if thread < self.machine.threads.len() => self.machine.site(thread),
            None => Span::NOWHERE,
        };
        self.disagree_at(self.machine.unit.source.place(span), found)
    }

    fn disagree_at(&self, place: SourcePlace, found: &str) -> Result<(), Disagreement> {
        let expected = match self.trace.steps.get(self.step) {
            Some(step) => describe(step),
            None => format!(
                "thread {} then violates `{}`: {}",
                self.trace.violation.thread, self.trace.property, self.trace.violation.message
            ),
        };
        Err(Disagreement { step: self.step, expected, found: found.to_string(), place })
    }
}

/// For how many local tasks a thread is searched for a loop that repeats its state: a trace may rest on it.
const CYCLE_SEARCH: u64 = 600_000;

/// The value that an event of a trace chooses for the question of a thread's pending operation; a sentence if it cannot
/// be chosen there.
pub(crate) fn chosen_value(machine: &Machine<'_>, thread: usize, event: &Event) -> Result<Scalar, String> {
    let (Question::Value { kind, ty, value, known, bits }, Event::Choice { kind: theirs, value: chosen }) =
        (machine.question(thread), event)
    else {
        return Err("no value is chosen there".to_string());
    };
    let types = machine.types();
    let number = match chosen {
        TraceValue::Integer(number) if *theirs == kind => *number,
        _ => return Err(format!("a number is chosen there ({kind:?})")),
    };
    let is_signed = types.integer_shape(ty).is_some_and(|(_, is_signed)| is_signed);
    let is_bool = matches!(types.kind(ty), TypeKind::Bool);
    let is_in_range = crate::value::encoding::from_bits(number as u128, bits, is_signed) == number
        && (!is_bool || (0..=1).contains(&number));
    if !is_in_range || (number as u128 & low_bits(bits) & known) != value & known {
        return Err(format!("{number} is no value that can be chosen there"));
    }
    let is_pointer = matches!(types.kind(ty), TypeKind::Pointer(_));
    Ok(match kind {
        ChoiceKind::External if machine.thread(thread).marks_result => Scalar::Outside(number),
        _ if is_pointer && number != 0 => Scalar::Wild(number),
        _ => from_number(types, ty, number),
    })
}
