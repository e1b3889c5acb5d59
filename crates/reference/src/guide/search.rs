//! Best-first search for the execution of a witness. The cost of a state is the number of steps that deviate from the witness.
//!
//! In each state one choice follows the witness: the thread of its next waypoint takes a step. Every other choice costs one. States are
//! taken by cost, and the newest first among equal costs. So the first path is the one that never deviates.
//!
//! The steps of a thread behind its last waypoint may come at once or at any later time; a witness does not say when. The search first
//! tries them later; if that fails, a second search tries them at once.

use super::constraint::{Constraint, Held};
use super::{Anchor, Asked, Followed, Guide, Limits, Segment, Waypoint, WaypointKind};
use crate::basic::with_basic_types;
use crate::landmark::{Landmarks, Statements};
use crate::machine::encode::encode;
use crate::machine::perform::Found;
use crate::machine::schedule::{Decision, Question};
use crate::machine::task::{Operation, Passage};
use crate::machine::{Machine, Settings};
use crate::replay::chosen_value;
use raddle_cfront::typed::Unit;
use raddle_program::property::{Violation, ViolationKind};
use raddle_program::source::Span;
use raddle_program::trace::{Event, TRACE_FORMAT, Trace, TraceNames, TraceStep, TraceValue};
use rustc_hash::{FxHashSet, FxHasher};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

/// Searches for an execution that passes a witness. `should_stop` is asked now and then.
pub fn follow(unit: &Unit, guide: &Guide, limits: Limits, should_stop: &dyn Fn() -> bool) -> Followed {
    let unit = with_basic_types(unit);
    let later = follow_by(&unit, guide, false, limits, should_stop);
    let Followed::Nothing { passed: furthest, is_complete: false, .. } = later else { return later };
    match follow_by(&unit, guide, true, limits, should_stop) {
        Followed::Nothing { passed, is_complete: false, .. } if passed <= furthest => later,
        found => found,
    }
}

fn follow_by(
    unit: &Unit,
    guide: &Guide,
    finishes_at_once: bool,
    limits: Limits,
    should_stop: &dyn Fn() -> bool,
) -> Followed {
    let settings = Settings {
        tracks_order: guide.asks.contains(&Asked::Race),
        tracks_leaks: guide.asks.contains(&Asked::Leak),
        ..Settings::default()
    };
    let nothing = |reason: String| Followed::Nothing { passed: 0, is_complete: false, reason: Some(reason) };
    let machine = match Machine::start_with(unit, settings, Some(Arc::new(landmarks(guide)))) {
        Ok(machine) => machine,
        Err(reason) => return nothing(reason),
    };
    let state = State {
        machine,
        passed: 0,
        used: FxHashSet::default(),
        threads: BTreeMap::from([(0, 0)]),
        hints: Vec::new(),
        last: 0,
        path: None,
    };
    let mut search = Search {
        guide,
        finishes_at_once,
        statements: Statements::of(unit),
        open: vec![Vec::new()],
        seen: FxHashSet::default(),
        furthest: 0,
        reason: None,
    };
    search.run(state, limits, should_stop)
}

/// Where threads have to stop for this witness.
fn landmarks(guide: &Guide) -> Landmarks {
    let mut landmarks = Landmarks::default();
    for waypoint in guide.segments.iter().flat_map(|segment| segment.avoid.iter().chain(&segment.follow)) {
        let at = (waypoint.at.file, waypoint.at.start);
        match waypoint.kind {
            WaypointKind::Assumption(_) => _ = landmarks.statements.insert(at),
            WaypointKind::Branching(_) => _ = landmarks.branches.insert(at),
            // Where the column is not known, every end of a call on the line may be meant.
            WaypointKind::FunctionEnter(_) | WaypointKind::FunctionReturn(_) => {
                let ends = waypoint.at.start + 1..=waypoint.at.end.saturating_add(1);
                landmarks.calls.extend(ends.map(|end| (waypoint.at.file, end)));
            }
            WaypointKind::Target => {}
        }
    }
    landmarks
}

/// A state of the search, and the number of passed waypoints.
#[derive(Clone)]
struct State<'u> {
    machine: Machine<'u>,
    /// How many segments were passed.
    passed: usize,
    /// Threads whose pending operation has already passed a waypoint.
    used: FxHashSet<usize>,
    /// Threads by their numbers in the witness.
    threads: BTreeMap<u32, usize>,
    /// Numbers that occurred in a thread's waypoint while the compared values were indeterminate.
    hints: Vec<(usize, i128)>,
    /// The thread that ran last.
    last: usize,
    /// The steps, the last one first.
    path: Option<Rc<Path>>,
}

struct Path {
    step: TraceStep,
    before: Option<Rc<Path>>,
}

impl Drop for Path {
    /// A list is taken apart step by step: it may be long.
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(path) = before {
            match Rc::try_unwrap(path) {
                Ok(mut path) => before = path.before.take(),
                Err(_) => break,
            }
        }
    }
}

/// Something that can be done in a state.
struct Choice<'u> {
    state: Rc<State<'u>>,
    thread: usize,
    decision: Decision,
}

struct Search<'g, 'u> {
    guide: &'g Guide,
    /// Whether a thread does at once what comes behind its last waypoint.
    finishes_at_once: bool,
    statements: Statements,
    /// What can still be done, by cost.
    open: Vec<Vec<Choice<'u>>>,
    seen: FxHashSet<u64>,
    furthest: usize,
    reason: Option<String>,
}

impl<'u> Search<'_, 'u> {
    fn run(&mut self, start: State<'u>, limits: Limits, should_stop: &dyn Fn() -> bool) -> Followed {
        if let Some(trace) = self.visit(start, 0) {
            return Followed::Violation(Box::new(trace));
        }
        let (mut operations, mut idle, mut furthest) = (0, 0, 0);
        let mut cost = 0;
        while cost < self.open.len() {
            let Some(Choice { state, thread, decision }) = self.open[cost].pop() else {
                cost += 1;
                continue;
            };
            operations += 1;
            idle += 1;
            if self.furthest > furthest {
                (idle, furthest) = (0, self.furthest);
            }
            let is_over = operations > limits.operations || idle > limits.idle;
            if is_over || operations % 64 == 0 && should_stop() {
                return self.nothing(false);
            }
            let state = Rc::try_unwrap(state).unwrap_or_else(|state| (*state).clone());
            if let Some(trace) = self.step(state, thread, decision, cost) {
                return Followed::Violation(Box::new(trace));
            }
        }
        self.nothing(true)
    }

    fn nothing(&mut self, is_complete: bool) -> Followed {
        Followed::Nothing { passed: self.furthest, is_complete, reason: self.reason.take() }
    }

    /// Performs an operation; the trace, if that is the violation.
    fn step(&mut self, mut state: State<'u>, thread: usize, decision: Decision, cost: usize) -> Option<Trace> {
        let spawned = match state.machine.pending(thread) {
            Some(Operation::Spawn { span, .. }) => Some(*span),
            Some(_) | None => None,
        };
        let n_threads = state.machine.threads.len();
        let outcome = state.machine.perform(thread, decision);
        state.used.remove(&thread);
        state.last = thread;
        let before = state.path.clone();
        for step in &outcome.steps {
            state.path = Some(Rc::new(Path { step: step.clone(), before: state.path.take() }));
        }
        for found in &outcome.found {
            if self.is_claimed(&state, thread, found) {
                let mut path = before;
                for step in &outcome.steps[..found.after] {
                    path = Some(Rc::new(Path { step: step.clone(), before: path }));
                }
                return Some(self.trace(path.as_ref(), thread, found.kind.clone(), found.span, &found.message));
            }
        }
        if let Some(reason) = outcome.unknown {
            self.reason = Some(reason);
        }
        if outcome.is_end {
            return None;
        }
        if let Some(span) = spawned.filter(|_| state.machine.threads.len() > n_threads) {
            self.pass_creation(&mut state, thread, n_threads, span);
        }
        self.visit(state, cost)
    }

    /// Looks at a new state, and notes what can be done there.
    fn visit(&mut self, mut state: State<'u>, cost: usize) -> Option<Trace> {
        self.pass_what_can_be(&mut state);
        self.furthest = self.furthest.max(state.passed);
        if self.must_be_avoided(&state) {
            return None;
        }
        if let Some(trace) = self.deadlock(&state) {
            return Some(trace);
        }
        let able: Vec<usize> =
            (0..state.machine.threads.len()).filter(|&thread| state.machine.is_schedulable(thread)).collect();
        if able.len() > 1 && !self.seen.insert(key(&state)) {
            return None;
        }
        let first = self.preferred(&state, &able)?;
        let mut choices = Vec::new();
        for &thread in able.iter().filter(|&&thread| thread != first).chain([&first]) {
            let decisions = self.decisions(&state, thread);
            // The last one is taken first.
            for (number, decision) in decisions.into_iter().enumerate().rev() {
                choices.push((usize::from(thread != first) + number.min(1), thread, decision));
            }
        }
        let state = Rc::new(state);
        for (extra, thread, decision) in choices {
            let at = cost + extra;
            if self.open.len() <= at {
                self.open.resize_with(at + 1, Vec::new);
            }
            self.open[at].push(Choice { state: state.clone(), thread, decision });
        }
        None
    }

    /// The thread that follows the witness: the thread of the next waypoint; if that is blocked, the thread that ran last.
    fn preferred(&self, state: &State<'u>, able: &[usize]) -> Option<usize> {
        let next = self.guide.segments.get(state.passed)?;
        let mut wanted = next.follow.iter().filter_map(|waypoint| state.threads.get(&waypoint.thread?).copied());
        let is_able = |thread: &usize| able.contains(thread);
        if self.finishes_at_once && is_able(&state.last) && self.is_done(state, state.last) {
            return Some(state.last);
        }
        wanted.find(is_able).or(Some(state.last).filter(is_able)).or(able.first().copied())
    }

    /// Whether a thread has passed all its waypoints, and had some.
    fn is_done(&self, state: &State<'u>, thread: usize) -> bool {
        let Some((name, _)) = state.threads.iter().find(|&(_, &other)| other == thread) else { return false };
        let is_of = |segment: &Segment| segment.follow.iter().any(|waypoint| waypoint.thread == Some(*name));
        let (before, ahead) = self.guide.segments.split_at(state.passed);
        before.iter().any(is_of) && !ahead.iter().any(is_of)
    }

    /// Passes waypoints while threads are in front of them.
    fn pass_what_can_be(&mut self, state: &mut State<'u>) {
        while state.passed + 1 < self.guide.segments.len() {
            let [waypoint] = self.guide.segments[state.passed].follow.as_slice() else { return };
            let Some((thread, hints)) = self.who_passes(state, waypoint) else { return };
            state.passed += 1;
            state.used.insert(thread);
            state.hints.retain(|(of, _)| *of != thread);
            state.hints.extend(hints.into_iter().map(|number| (thread, number)));
        }
    }

    /// The thread that passes a waypoint now, and the numbers that it speaks of where values are indeterminate.
    fn who_passes(&mut self, state: &State<'u>, waypoint: &Waypoint) -> Option<(usize, Vec<i128>)> {
        let candidates: Vec<usize> = match waypoint.thread {
            Some(name) => vec![*state.threads.get(&name)?],
            None => (0..state.machine.threads.len()).collect(),
        };
        for thread in candidates.into_iter().filter(|thread| !state.used.contains(thread)) {
            let Some(&Operation::Pass { passage, span }) = state.machine.pending(thread) else { continue };
            let constraint = match (&waypoint.kind, passage) {
                (WaypointKind::Assumption(constraint), Passage::Statement) => Some(constraint),
                (WaypointKind::Branching(wanted), Passage::Branch(taken)) if *wanted == taken => None,
                (WaypointKind::FunctionEnter(None), Passage::Enter) => None,
                (WaypointKind::FunctionReturn(constraint), Passage::Return(_)) => constraint.as_ref(),
                (
                    WaypointKind::Assumption(_)
                    | WaypointKind::Branching(_)
                    | WaypointKind::FunctionEnter(_)
                    | WaypointKind::FunctionReturn(_)
                    | WaypointKind::Target,
                    Passage::Statement | Passage::Branch(_) | Passage::Enter | Passage::Return(_),
                ) => continue,
            };
            let is_there = match passage {
                Passage::Statement | Passage::Branch(_) => waypoint.at.starts(span),
                Passage::Enter | Passage::Return(_) => waypoint.at.ends(span),
            };
            if !is_there {
                continue;
            }
            let result = match passage {
                Passage::Return(number) => number,
                Passage::Statement | Passage::Branch(_) | Passage::Enter => None,
            };
            let held = constraint.map_or(Ok(Held::Yes), |constraint| constraint.holds(&state.machine, thread, result));
            match (held, constraint) {
                (Ok(Held::Yes), _) | (Ok(Held::Open), None) => return Some((thread, Vec::new())),
                (Ok(Held::Open), Some(constraint)) => {
                    let mut numbers = Vec::new();
                    constraint.numbers(&mut numbers);
                    return Some((thread, numbers));
                }
                (Ok(Held::No), _) => {}
                (Err(reason), _) => self.reason = Some(reason),
            }
        }
        None
    }

    fn must_be_avoided(&mut self, state: &State<'u>) -> bool {
        let guide = self.guide;
        let avoid = guide.segments.get(state.passed).map_or(&[][..], |segment| &segment.avoid);
        avoid.iter().any(|waypoint| self.who_passes(state, waypoint).is_some())
    }

    /// A thread was created: a waypoint may say what the witness calls it.
    fn pass_creation(&mut self, state: &mut State<'u>, thread: usize, child: usize, span: Span) {
        let Some(segment) = self.guide.segments.get(state.passed) else { return };
        let [Waypoint { kind: WaypointKind::FunctionEnter(Some(name)), thread: by, at }] = segment.follow.as_slice()
        else {
            return;
        };
        let is_by = by.is_none_or(|by| state.threads.get(&by) == Some(&thread));
        if is_by && (at.ends(span) || at.starts(span)) && state.passed + 1 < self.guide.segments.len() {
            state.threads.insert(*name, child);
            state.passed += 1;
        }
    }

    /// Whether a violation is the one of the witness.
    fn is_claimed(&self, state: &State<'u>, thread: usize, found: &Found) -> bool {
        let Some((targets, [])) = self.guide.segments.get(state.passed..).and_then(<[_]>::split_first) else {
            return false;
        };
        if !self.guide.asks.iter().any(|asked| asked.counts(&found.kind)) || found.kind == ViolationKind::Deadlock {
            return false;
        }
        let is_of = |waypoint: &Waypoint, thread: usize| {
            waypoint.thread.is_none_or(|name| state.threads.get(&name) == Some(&thread))
        };
        let is_at = |waypoint: &Waypoint, span: Span| self.is_in(waypoint, span);
        match (targets.follow.as_slice(), found.rival) {
            ([target], _) => is_of(target, thread) && is_at(target, found.span),
            ([one, other], Some(rival)) => {
                let rival = rival as usize;
                let matches = |mine: &Waypoint, theirs: &Waypoint| {
                    let earlier = earlier_accesses(state.path.as_ref(), rival);
                    is_of(mine, thread)
                        && is_at(mine, found.span)
                        && is_of(theirs, rival)
                        && earlier.into_iter().any(|span| is_at(theirs, span))
                };
                matches(one, other) || matches(other, one)
            }
            _ => false,
        }
    }

    /// Whether a span belongs to the statement that a target names, or is it.
    fn is_in(&self, target: &Waypoint, span: Span) -> bool {
        let statement = self.statements.around(span).unwrap_or(span);
        target.at.starts(statement) || target.at.starts(span)
    }

    /// The trace, if all threads wait and the targets are where they do.
    fn deadlock(&self, state: &State<'u>) -> Option<Trace> {
        let (targets, []) = self.guide.segments.get(state.passed..)?.split_first()? else { return None };
        if !self.guide.asks.contains(&Asked::Deadlock) {
            return None;
        }
        let first = state.machine.deadlocked_thread()?;
        let waits_at = |thread: usize, target: &Waypoint| {
            target.thread.is_none_or(|name| state.threads.get(&name) == Some(&thread))
                && state.machine.pending(thread).and_then(Operation::span).is_some_and(|span| self.is_in(target, span))
        };
        let n_threads = state.machine.threads.len();
        if !targets.follow.iter().all(|target| (0..n_threads).any(|thread| waits_at(thread, target))) {
            return None;
        }
        let span = state.machine.pending(first).and_then(Operation::span).unwrap_or(Span::NOWHERE);
        Some(self.trace(state.path.as_ref(), first, ViolationKind::Deadlock, span, "no thread can go on"))
    }

    /// What an operation can decide, what the witness says first.
    fn decisions(&self, state: &State<'u>, thread: usize) -> Vec<Decision> {
        let machine = &state.machine;
        match machine.question(thread) {
            Question::None => vec![Decision::None],
            Question::Outcome(possible) => possible.into_iter().map(Decision::Outcome).collect(),
            Question::Value { kind, .. } => {
                let span = machine.pending(thread).and_then(Operation::span).unwrap_or(Span::NOWHERE);
                let mut numbers = Vec::new();
                match self.number_of_call(state, thread, span) {
                    Some(number) => numbers.push(number),
                    None => {
                        numbers.extend(state.hints.iter().filter(|(of, _)| *of == thread).map(|(_, number)| *number));
                        numbers.extend([0, 1, -1, 2]);
                    }
                }
                let mut decisions = Vec::new();
                for number in numbers {
                    let event = Event::Choice { kind, value: TraceValue::Integer(number) };
                    if let Ok(scalar) = chosen_value(machine, thread, &event)
                        && !decisions.contains(&Decision::Value(scalar))
                    {
                        decisions.push(Decision::Value(scalar));
                    }
                }
                decisions
            }
        }
    }

    /// The number that the next waypoint at a call says that it gives.
    fn number_of_call(&self, state: &State<'u>, thread: usize, span: Span) -> Option<i128> {
        let ahead = self.guide.segments[state.passed..].iter().flat_map(|segment| &segment.follow);
        for waypoint in ahead {
            let is_of = waypoint.thread.is_none_or(|name| state.threads.get(&name) == Some(&thread));
            if let (WaypointKind::FunctionReturn(constraint), true) = (&waypoint.kind, is_of && waypoint.at.ends(span))
            {
                return constraint.as_ref().and_then(Constraint::number_of_result);
            }
        }
        None
    }

    fn trace(&self, path: Option<&Rc<Path>>, thread: usize, kind: ViolationKind, span: Span, message: &str) -> Trace {
        let mut steps: Vec<TraceStep> = steps_of(path).cloned().collect();
        steps.reverse();
        let violation = Violation { kind, thread: thread as u32, span, message: message.to_owned() };
        let property = violation.kind.property();
        Trace {
            format: TRACE_FORMAT,
            file: String::new(),
            property,
            steps,
            violation,
            loop_start: None,
            is_recurrent: false,
            names: TraceNames::default(),
        }
    }
}

/// The steps of a path, the last one first.
fn steps_of(path: Option<&Rc<Path>>) -> impl Iterator<Item = &TraceStep> {
    std::iter::successors(path.map(|path| &**path), |path| path.before.as_deref()).map(|path| &path.step)
}

/// Where a thread accessed memory, the last place first.
fn earlier_accesses(path: Option<&Rc<Path>>, thread: usize) -> Vec<Span> {
    let is_access = |step: &&TraceStep| {
        let is_one = matches!(step.event, Event::Read { .. } | Event::Write { .. } | Event::Free { .. });
        step.thread as usize == thread && is_one
    };
    steps_of(path).filter(is_access).map(|step| step.span).collect()
}

fn key(state: &State<'_>) -> u64 {
    let mut hasher = FxHasher::default();
    encode(&state.machine).0.hash(&mut hasher);
    state.passed.hash(&mut hasher);
    state.threads.hash(&mut hasher);
    state.hints.hash(&mut hasher);
    let mut used: Vec<usize> = state.used.iter().copied().collect();
    used.sort_unstable();
    used.hash(&mut hasher);
    hasher.finish()
}

impl Anchor {
    /// Whether a span starts here.
    fn starts(&self, span: Span) -> bool {
        self.file == span.file && (self.start..=self.end).contains(&span.start)
    }

    /// Whether the last byte of a span is here.
    fn ends(&self, span: Span) -> bool {
        self.file == span.file && span.end > 0 && (self.start..=self.end).contains(&(span.end - 1))
    }
}
