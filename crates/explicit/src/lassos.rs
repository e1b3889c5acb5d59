//! Termination by the graph of all states. A cycle is one kind of infinite execution; a state in which some thread
//! waits and none can go on is another one. If a complete graph has neither, every execution ends.
//!
//! Reductions for safety preserve states, not cycles, and some read a waiting loop as one step; none of them is used.
//! Two remain: steps that no other thread can observe, now or later, are joined to the step before (*visible*), and so
//! are accesses that no other live thread may ever conflict with (*read-write*). They commute with all later steps of
//! the other threads. So an execution with infinitely many observable steps has an equivalent one, with the same
//! threads. An execution with finitely many of them ends in a cycle of unobservable steps; the limit on the steps of a
//! move makes it a cycle of the graph, since a thread that was cut is treated like any other. Unobservable steps do not
//! change whether a thread can go on, so fairness means the same.
//!
//! A state of the graph stands for all values of its symbols. Its successors are exactly the states that those values
//! lead to, so a cycle of such states is a cycle of concrete states: going backwards, every concrete state of the cycle
//! has a predecessor on it, and there are finitely many. In the trace the loop is executed once before it starts, so
//! that values that are dead at its start are the same each time.

use std::cell::Cell;
use std::collections::{BTreeSet, VecDeque};

use raddle_program::property::{Violation, ViolationKind};
use raddle_program::semantics::{CALL_DEPTH_LIMIT, Enabled, Interruption, State};
use raddle_program::source::Span;
use raddle_program::syntax::{Effect, Synchronization};
use raddle_program::trace::{Event, Trace, TraceStep, TraceValue};
use rustc_hash::FxHashMap;

use crate::encode::{Encoder, Key};
use crate::graph::{Edge, Graph, Lasso, Step};
use crate::history::History;
use crate::inputs::Inputs;
use crate::inside::inside;
use crate::moved::{Moved, Obstacle, Way};
use crate::moves::Mover;
use crate::reductions::Reductions;
use crate::retrace::{End, follow, is_spurious_wake, retrace, single_ways, state_after, wakes_for_nothing};
use crate::runs;
use crate::samples::Samples;
use raddle_analysis::future::FutureAccesses;
use raddle_analysis::reduction::Reduction;
use raddle_verify::context::Context;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Proof, Reason, Verdict};

/// The greatest number of threads.
const THREAD_LIMIT: usize = 128;

/// The greatest period, in rounds, that is tried.
const LONGEST_PERIOD: usize = 12;

/// At how many states a lasso is looked for first; then at four times as many, and so on.
const FIRST_SEARCH: usize = 64;

/// Whether every execution ends.
pub fn terminates(task: &Task, cx: &mut Context) -> Verdict {
    let is_fair = cx.options.is_fair;
    with_search(task, Inputs::AnyFloating, is_fair, cx, |search, cx| search.run(cx))
}

/// Calls a function with a search that has not begun.
pub(super) fn with_search<T>(
    task: &Task,
    inputs: Inputs,
    is_fair: bool,
    cx: &mut Context,
    act: impl FnOnce(Search<'_, '_>, &mut Context) -> T,
) -> T {
    let machine = inputs.machine(task);
    let future = FutureAccesses::of(&task.program, &machine.automata);
    let forgotten = BTreeSet::new();
    let reductions = Reductions {
        invisible_steps: cx.options.reduction >= Reduction::Visible,
        future_accesses: cx.options.reduction >= Reduction::ReadWrite,
        sleep_sets: false,
        alone: false,
        ordered_accesses: false,
        faint_registers: false,
        dead_globals: false,
        blocks: false,
    };
    let has_waits = machine.automata.values().flat_map(|automaton| automaton.transitions.values()).any(|transition| {
        matches!(
            transition.effect,
            Effect::Synchronize { operation: Synchronization::ConditionWake | Synchronization::ConditionTimedWake, .. }
        )
    });
    let search = Search {
        task,
        mover: Mover {
            machine: &machine,
            future: &future,
            never_racing: None,
            movers: None,
            may_run_long: false,
            forgotten: &forgotten,
            reductions,
            tracks_order: false,
            cancellation: cx.cancellation(),
            blocks: None,
            samples: Samples::default(),
            has_split_any: Cell::new(false),
        },
        encoder: Encoder::new(&task.program, &machine.live, None, &forgotten, false),
        has_waits,
        is_fair,
        graph: Graph::new(),
        numbers: FxHashMap::default(),
        obstacle: None,
        too_many_threads: false,
    };
    act(search, cx)
}

/// A search for infinite executions.
pub(super) struct Search<'a, 'p> {
    pub task: &'a Task,
    pub mover: Mover<'a, 'p>,
    encoder: Encoder<'a>,
    /// Whether threads may wait for condition variables.
    has_waits: bool,
    is_fair: bool,
    pub graph: Graph<Way>,
    numbers: FxHashMap<Key, usize>,
    obstacle: Option<Obstacle>,
    too_many_threads: bool,
}

impl Search<'_, '_> {
    /// Adds the first state to the graph.
    pub fn begin(&mut self) -> Result<VecDeque<(usize, State)>, Reason> {
        let initial = self
            .mover
            .machine
            .initial()
            .map_err(|interruption| self.reason(&Obstacle { interruption, span: Span::NOWHERE }))?;
        let (key, _) = self.encoder.key(&initial, &History::default());
        self.numbers.insert(key, self.graph.add(None));
        Ok(VecDeque::from([(0, initial)]))
    }

    /// Why the graph is not complete, once all states were visited.
    pub fn incompleteness(&self) -> Option<Reason> {
        if self.too_many_threads {
            let place = self.task.program.procedures[self.task.program.main].span;
            return Some(Reason::BoundReached {
                bound: format!("the bound of {THREAD_LIMIT} threads"),
                place: Some(self.task.program.source.place(place)),
                advice: "bound the number of threads that the program creates".into(),
            });
        }
        self.obstacle.as_ref().map(|obstacle| self.reason(obstacle))
    }

    fn run(mut self, cx: &mut Context) -> Verdict {
        if let Some(runs::Found { stem, round }) = runs::lasso(self.mover.machine, &mut self.encoder, cx)
            && let Verdict::Unsafe(trace) = self.shown(&stem, &round)
        {
            let round_of_trace = &trace.steps[trace.loop_start.unwrap_or(trace.steps.len())..];
            // The replay follows a loop without events for a bounded number of steps only. A run takes each outcome of a wait.
            let is_short = !round_of_trace.is_empty() || round.len() <= runs::SILENT;
            if is_short && !round_of_trace.iter().any(|step| is_spurious_wake(&step.event)) {
                return Verdict::Unsafe(trace);
            }
        }
        let mut queue = match self.begin() {
            Ok(queue) => queue,
            Err(reason) => return Verdict::Unknown(reason),
        };
        let mut next_search = FIRST_SEARCH;
        let mut n_rounds = 0u64;
        while let Some((node, state)) = queue.pop_front() {
            if let Some(reason) = cx.cancelled() {
                return self.stopped(reason, cx);
            }
            if n_rounds.is_multiple_of(4096) {
                cx.report("looking for executions that do not end", || format!("{} states", self.graph.len()));
            }
            n_rounds += 1;
            if let Some(trace) = self.stuck(node, &state) {
                self.count(cx);
                return Verdict::Unsafe(Box::new(trace));
            }
            self.expand(node, &state, &mut queue);
            if self.graph.len() >= next_search {
                next_search *= 4;
                if let Some(lasso) = self.graph.lasso(self.is_fair) {
                    return self.found(&lasso, cx);
                }
            }
        }
        // Moves are no longer complete once the run is cancelled.
        if let Some(reason) = cx.cancelled() {
            return self.stopped(reason, cx);
        }
        if let Some(lasso) = self.graph.lasso(self.is_fair) {
            return self.found(&lasso, cx);
        }
        self.count(cx);
        match self.incompleteness() {
            Some(reason) => Verdict::Unknown(reason),
            None => Verdict::safe(Proof::NoLasso {
                states: self.graph.len() as u64,
                moves: self.graph.n_edges() as u64,
                is_fair: self.is_fair,
            }),
        }
    }

    fn count(&self, cx: &mut Context) {
        cx.count("states", self.graph.len() as u64);
        cx.count("transitions", self.graph.n_edges() as u64);
        cx.count("row bytes", self.encoder.stored_bytes());
    }

    /// The verdict when the run was stopped: there may be a lasso among the states that were visited.
    fn stopped(&self, reason: Reason, cx: &mut Context) -> Verdict {
        self.count(cx);
        Verdict::Unknown(reason)
    }

    /// Adds all moves of a state.
    pub fn expand(&mut self, node: usize, state: &State, queue: &mut VecDeque<(usize, State)>) {
        for (thread, moved) in self.moves(node, state) {
            if let Some(obstacle) = moved.obstacles.into_iter().next() {
                self.obstacle.get_or_insert(obstacle);
            }
            for successor in moved.successors {
                let mut next = successor.state;
                if next.threads.len() > THREAD_LIMIT {
                    self.too_many_threads = true;
                    continue;
                }
                if next.is_littered() {
                    next.compact(self.task.program.globals.len());
                }
                let (key, _) = self.encoder.key(&next, &History::default());
                let to = match self.numbers.get(&key) {
                    Some(&to) => to,
                    None => {
                        let to = self.graph.add(Some(self.graph.next_step(node)));
                        self.numbers.insert(key, to);
                        queue.push_back((to, next));
                        to
                    }
                };
                let is_spurious = self.has_waits
                    && self.may_wake(state, thread)
                    && wakes_for_nothing(self.mover.machine, state, &successor.way);
                self.graph.connect(node, Edge { to, thread, is_spurious, way: successor.way });
            }
        }
    }

    /// The moves of all threads that can go on; or of one thread alone that was just created and whose first steps no
    /// other thread can observe.
    fn moves(&mut self, node: usize, state: &State) -> Vec<(u32, Moved)> {
        let machine = self.mover.machine;
        let enabled: Vec<(u32, Enabled)> = state
            .live_threads()
            .map(|thread| (thread, machine.enabled(state, thread)))
            .filter(|(_, enabled)| *enabled != Enabled::No)
            .collect();
        let inside = inside(state, &enabled);
        let threads = if inside.is_empty() { enabled } else { inside };
        let can_go_on = threads.iter().filter(|(_, enabled)| *enabled == Enabled::Yes);
        self.graph.enable(node, can_go_on.fold(0, |all, (thread, _)| all | 1 << thread));
        let mut all = Vec::new();
        for (thread, _) in threads {
            let moved = self.mover.moves(state, thread);
            // A thread that was just created begins with steps that no other thread can observe. If these form a cycle
            // they are cut, and a thread that was cut does not go on alone.
            if moved.is_local && self.is_fresh(state, thread) && moved.obstacles.is_empty() {
                return vec![(thread, moved)];
            }
            all.push((thread, moved));
        }
        all
    }

    fn is_fresh(&self, state: &State, thread: u32) -> bool {
        let data = &state.threads[thread as usize];
        data.frames.len() == 1 && data.frame().location == self.mover.machine.automata[data.frame().procedure].entry
    }

    /// Whether a wake-up may be part of the next move of a thread.
    fn may_wake(&self, state: &State, thread: u32) -> bool {
        let data = &state.threads[thread as usize];
        data.atomic_depth > 0
            || matches!(
                self.mover.machine.next(state, thread).effect,
                Effect::AtomicBegin
                    | Effect::Synchronize {
                        operation: Synchronization::ConditionWake | Synchronization::ConditionTimedWake,
                        ..
                    }
            )
    }

    /// The trace to a state in which some thread waits and none can go on.
    fn stuck(&self, node: usize, state: &State) -> Option<Trace> {
        let machine = self.mover.machine;
        let mut live = state.live_threads().peekable();
        let first = *live.peek()?;
        if state.has_ended || live.any(|thread| machine.enabled(state, thread) == Enabled::Yes) {
            return None;
        }
        let waits: Vec<String> = state.live_threads().map(|thread| self.describe_wait(state, thread)).collect();
        let violation = Violation {
            kind: ViolationKind::NonTermination,
            thread: first,
            span: machine.next(state, first).span,
            message: waits.join("; "),
        };
        Some(retrace(self.task, machine, &self.ways(&self.graph.stem(node)), violation, End::Transition))
    }

    fn describe_wait(&self, state: &State, thread: u32) -> String {
        let who = if thread == 0 { "main".to_owned() } else { format!("T{thread}") };
        format!("{who} waits for ever for {}", self.mover.machine.describe_wait(state, thread))
    }

    pub fn ways(&self, steps: &[Step]) -> Vec<Way> {
        steps.iter().map(|&step| self.graph.edge(step).way.clone()).collect()
    }

    /// A lasso by single transitions: it ends at the first repeated state. A move may go through a cycle often before
    /// it is cut.
    pub fn shortened(&mut self, stem: Vec<Way>, round: Vec<Way>) -> (Vec<Way>, Vec<Way>) {
        let machine = self.mover.machine;
        let mut state = machine.initial().expect("the search started from this state");
        let (mut taken, mut known) = (Vec::<Way>::new(), FxHashMap::default());
        let (mut enabled, mut is_spurious) = (Vec::new(), Vec::new());
        for way in stem.iter().chain(&round).chain(&round) {
            for single in single_ways(machine, &state, way) {
                let (key, _) = self.encoder.key(&state, &History::default());
                let now = taken.len();
                let since = *known.entry(key).or_insert(now);
                if since < now {
                    let wakes = is_spurious[since..].contains(&true);
                    let can = enabled[since..].iter().fold(0u128, |all, threads| all | threads);
                    let moved = taken[since..].iter().fold(0u128, |all, way| all | 1 << way.thread);
                    if !wakes && (!self.is_fair || can & !moved == 0) {
                        let round = taken.split_off(since);
                        return (taken, round);
                    }
                }
                enabled.push(self.can_go_on(&state));
                is_spurious.push(self.has_waits && wakes_for_nothing(machine, &state, &single));
                follow(machine, &mut state, &single);
                taken.push(single);
            }
        }
        (stem, round)
    }

    /// The threads that can go on, without those that can only wake up spuriously.
    fn can_go_on(&self, state: &State) -> u128 {
        let machine = self.mover.machine;
        let enabled = state.live_threads().map(|thread| (thread, machine.enabled(state, thread)));
        let enabled: Vec<_> = enabled.filter(|(_, enabled)| *enabled == Enabled::Yes).collect();
        let inside = inside(state, &enabled);
        let can = if inside.is_empty() { enabled } else { inside };
        can.into_iter().fold(0, |all, (thread, _)| all | 1 << thread)
    }

    /// The trace of a lasso. Its loop is the second iteration of the cycle.
    fn found(&mut self, lasso: &Lasso, cx: &mut Context) -> Verdict {
        self.count(cx);
        let (stem, round) = self.shortened(self.ways(&lasso.stem), self.ways(&lasso.round));
        self.shown(&stem, &round)
    }

    /// The trace of a lasso by single transitions.
    fn shown(&self, stem: &[Way], round: &[Way]) -> Verdict {
        let machine = self.mover.machine;
        let thread = round[0].thread;
        let state = state_after(machine, &[stem, round].concat());
        let waiting = state.live_threads().filter(|&thread| {
            round.iter().all(|way| way.thread != thread) && machine.enabled(&state, thread) != Enabled::Yes
        });
        let mut message: Vec<String> = waiting.map(|thread| self.describe_wait(&state, thread)).collect();
        if self.is_fair {
            message.push("every thread that can go on again and again does".to_owned());
        }
        let violation = Violation {
            kind: ViolationKind::NonTermination,
            thread,
            span: machine.next(&state, thread).span,
            message: message.join("; "),
        };
        match self.trace(stem, round, &violation) {
            Ok(trace) => Verdict::Unsafe(Box::new(trace)),
            Err(reason) => Verdict::Unknown(reason),
        }
    }

    /// The trace of a violation that a lasso ends in.
    pub fn trace(&self, stem: &[Way], round: &[Way], violation: &Violation) -> Result<Trace, Reason> {
        let rounds = |count: usize| {
            let rounds = std::iter::repeat_n(round, count).flatten();
            stem.iter().chain(rounds).cloned().collect::<Vec<Way>>()
        };
        let retraced = |ways: &[Way]| retrace(self.task, self.mover.machine, ways, violation.clone(), End::Transition);
        let (n_stem, n_once) = (retraced(stem).steps.len(), retraced(&rounds(1)).steps.len());
        let mut trace = retraced(&rounds(2));
        let n_twice = trace.steps.len();
        if trace.steps[n_stem..].iter().any(leads_to_an_object) {
            let longest = retraced(&rounds(LONGEST_PERIOD + 2));
            match period(&longest.steps[n_once..], n_once - n_stem) {
                None | Some(1) => {}
                Some(period) => trace = retraced(&rounds(1 + period)),
            }
        }
        if !repeats(&trace.steps[n_stem..n_once], &trace.steps[n_once..n_twice]) {
            return Err(Reason::GaveUp {
                why: "an execution that does not end was found only for values that are not the same each time round"
                    .into(),
                advice: "give the inputs fewer values with __VERIFIER_assume".into(),
            });
        }
        trace.loop_start = Some(n_once);
        Ok(trace)
    }

    fn reason(&self, obstacle: &Obstacle) -> Reason {
        let place = self.task.program.source.place(obstacle.span);
        match &obstacle.interruption {
            Interruption::Unsupported(what) => Reason::Unsupported { what: what.to_string(), place },
            Interruption::LargeInput(values, _) => Reason::LargeInput { values: Some(*values), place },
            Interruption::Depth => Reason::BoundReached {
                bound: format!("the call depth of {CALL_DEPTH_LIMIT}"),
                place: Some(place),
                advice: "bound the recursion".into(),
            },
            Interruption::Split(..) | Interruption::Choose(_) | Interruption::Blocked | Interruption::Violation(..) => {
                Reason::Internal { message: "an interruption that the search must handle was left over".into() }
            }
        }
    }
}

/// Whether a step reads, writes or chooses an address.
fn leads_to_an_object(step: &TraceStep) -> bool {
    match &step.event {
        Event::Read { value, .. } | Event::Write { value, .. } | Event::Choice { value, .. } => {
            !matches!(value, TraceValue::Integer(_))
        }
        _ => false,
    }
}

/// The number of rounds after which the events, addresses included, repeat; `length` is the number of steps in a round. The search identifies
/// states up to the names of objects, so one round of a cycle may lead to the next node of a ring.
fn period(steps: &[TraceStep], length: usize) -> Option<usize> {
    let is_same = |one: &TraceStep, other: &TraceStep| (one.thread, &one.event) == (other.thread, &other.event);
    let comes_again = |period: &usize| {
        let (first, later) = (steps.get(..length), steps.get(period * length..(period + 1) * length));
        first.zip(later).is_some_and(|(first, later)| first.iter().zip(later).all(|(one, other)| is_same(one, other)))
    };
    (1..=LONGEST_PERIOD).find(comes_again)
}

/// Whether the second iteration has the values of the first. (New objects have other names each time.)
fn repeats(first: &[TraceStep], second: &[TraceStep]) -> bool {
    let is_same = |one: &TraceValue, other: &TraceValue| match (one, other) {
        (TraceValue::Integer(one), TraceValue::Integer(other)) => one == other,
        _ => true,
    };
    let agree = |(one, other): (&TraceStep, &TraceStep)| match (&one.event, &other.event) {
        (Event::Read { value: one, .. }, Event::Read { value: other, .. })
        | (Event::Write { value: one, .. }, Event::Write { value: other, .. })
        | (Event::Choice { value: one, .. }, Event::Choice { value: other, .. }) => is_same(one, other),
        (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
    };
    first.len() == second.len() && first.iter().zip(second).all(agree)
}
