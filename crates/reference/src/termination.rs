//! Whether every execution terminates: builds the graph of all states of a small program and searches for an infinite path.
//!
//! An execution does not terminate if it takes infinitely many steps, or if some threads wait and no thread is enabled (a deadlock is no
//! end). With finitely many states an infinite execution repeats a state: a *lasso*. Two kinds of executions do not count. The first kind
//! has infinitely many spurious wake-ups, so edges that are spurious wake-ups belong to no loop. The second kind, if fairness is asked for:
//! a thread is enabled infinitely often but takes only finitely many steps (strong fairness). A strongly connected component has a fair
//! loop if each thread that is enabled somewhere in it also takes a step in it: the loop passes through the whole component. Otherwise a
//! fair loop avoids the states in which the other threads are enabled, and the rest of the component is analyzed again [Streett; Emerson,
//! Lei 87].
//!
//! Nothing is left out and nothing is merged but equal states, as in [`crate::explore()`].

use crate::basic::with_basic_types;
use crate::decisions::{NO_INTEGER, is_spurious_wake, open_decisions};
use crate::exploration::{Exploration, Explore, Stand};
use crate::machine::encode::encode;
use crate::machine::schedule::{Decision, Readiness};
use crate::machine::task::Operation;
use crate::machine::{Machine, Settings};
use raddle_cfront::typed::Unit;
use raddle_program::property::{Property, Violation, ViolationKind};
use raddle_program::source::Span;
use raddle_program::trace::{TRACE_FORMAT, Trace, TraceNames};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Instant;

/// Visits all interleavings, and says whether each of them ends; under strong fairness if that is asked for.
///
/// The result answers termination only. Of the options, the properties and the search for races are ignored.
pub fn explore_termination(unit: &Unit, options: &Explore, is_fair: bool) -> Exploration {
    let settings = Settings {
        right_to_left: options.right_to_left,
        tracks_order: false,
        tracks_leaks: false,
        local_steps: options.local_steps,
        marks_outside: false,
        ..Settings::default()
    };
    let unit = with_basic_types(unit);
    let (stand, states, is_restricted) = match Machine::start(&unit, settings) {
        Ok(machine) => {
            let mut graph = Graph::new(&machine, options, is_fair);
            let stand = match (graph.visit_all(machine), graph.unknown.take()) {
                (Some(trace), _) => Stand::Violated(Box::new(trace)),
                (None, Some(reason)) => Stand::Unknown(reason),
                (None, None) => Stand::Holds,
            };
            (stand, graph.nodes.len(), graph.is_restricted)
        }
        Err(reason) => (Stand::Unknown(reason), 0, false),
    };
    Exploration { stands: BTreeMap::from([(Property::Termination, stand)]), states, is_restricted }
}

/// A step from one state to another.
#[derive(Clone, Copy)]
pub(crate) struct Edge {
    pub to: usize,
    thread: usize,
    decision: Decision,
    pub is_spurious: bool,
    /// The thread goes round without ever coming to an operation: nothing is performed.
    is_silent: bool,
}

/// A state, without what is in it.
#[derive(Default)]
pub(crate) struct Node {
    /// The state and its edge by which it was first reached; none for the start.
    reached_by: Option<(usize, usize)>,
    pub edges: Vec<Edge>,
    /// The threads that can go on, spurious wake-ups aside.
    pub enabled: BTreeSet<usize>,
    /// The waiting threads, each with the thread whose end it waits for in a join.
    pub waiting: BTreeMap<usize, Option<usize>>,
    /// The threads that could go on if no other one were inside of an atomic section.
    pub ready: BTreeSet<usize>,
}

/// The graph of all states behind a start.
pub(crate) struct Graph<'o, 'u> {
    options: &'o Explore,
    is_fair: bool,
    start: Machine<'u>,
    pub nodes: Vec<Node>,
    numbers: FxHashMap<Arc<[u8]>, usize>,
    /// Why it is not complete.
    pub unknown: Option<String>,
    /// Whether some choice had more possible values than the domain gave it.
    pub is_restricted: bool,
    file: String,
}

/// A node with one of its edges.
type Step = (usize, usize);

impl<'o, 'u> Graph<'o, 'u> {
    /// A graph without states.
    pub(crate) fn new(start: &Machine<'u>, options: &'o Explore, is_fair: bool) -> Self {
        Graph {
            options,
            is_fair,
            start: start.clone(),
            nodes: Vec::new(),
            numbers: FxHashMap::default(),
            unknown: None,
            is_restricted: false,
            file: start.unit.source.files().values().next().map_or(String::new(), |file| file.name().to_string()),
        }
    }

    /// Visits all states, nearest first; the trace of an execution that does not end, if there is one.
    fn visit_all(&mut self, machine: Machine<'u>) -> Option<Trace> {
        self.visit_until(machine, true).or_else(|| self.lasso())
    }

    /// Visits all states, nearest first; if that is asked for, until one is met from which no thread goes on, or a lasso.
    pub(crate) fn visit_until(&mut self, machine: Machine<'u>, stops: bool) -> Option<Trace> {
        let (key, _) = encode(&machine);
        self.numbers.insert(key.into(), 0);
        self.nodes.push(Node::default());
        let mut queue = VecDeque::from([(0, machine)]);
        let mut next_search = 64;
        let mut rounds = 0u32;
        while let Some((number, machine)) = queue.pop_front() {
            rounds = rounds.wrapping_add(1);
            if rounds.is_multiple_of(256) && self.options.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.unknown = Some(format!("out of time after {} states", self.nodes.len()));
                break;
            }
            if let Some(thread) = machine.deadlocked_thread().filter(|_| stops) {
                return Some(self.stuck(number, thread));
            }
            self.expand(number, &machine, &mut queue);
            if stops && self.nodes.len() >= next_search {
                next_search *= 4;
                if let Some(trace) = self.lasso() {
                    return Some(trace);
                }
            }
            if self.nodes.len() >= self.options.max_states {
                self.unknown = Some(format!("more than {} states", self.options.max_states));
                break;
            }
        }
        None
    }

    fn expand(&mut self, number: usize, machine: &Machine<'u>, queue: &mut VecDeque<(usize, Machine<'u>)>) {
        for thread in 0..machine.threads.len() {
            if matches!(machine.readiness(thread), Readiness::Blocked | Readiness::Spurious) {
                self.nodes[number].waiting.insert(thread, machine.joined_by(thread));
            }
            if machine.readiness(thread) == Readiness::Ready {
                self.nodes[number].ready.insert(thread);
            }
            if !machine.is_schedulable(thread) {
                continue;
            }
            if machine.readiness(thread) == Readiness::Ready {
                self.nodes[number].enabled.insert(thread);
            }
            if let Some(Operation::Diverge { certain: true, .. }) = machine.pending(thread) {
                let decision = Decision::None;
                self.nodes[number].edges.push(Edge {
                    to: number,
                    thread,
                    decision,
                    is_spurious: false,
                    is_silent: true,
                });
                continue;
            }
            let open = open_decisions(machine, thread, &self.options.domain);
            if open.lacks_values {
                self.unknown.get_or_insert(NO_INTEGER.to_string());
            }
            self.is_restricted |= open.is_restricted;
            for decision in open.decisions {
                let mut next = machine.clone();
                let outcome = next.perform(thread, decision);
                if let Some(reason) = outcome.unknown {
                    self.unknown.get_or_insert(reason);
                }
                if outcome.is_end {
                    continue;
                }
                let (key, reachable) = encode(&next);
                let key: Arc<[u8]> = key.into();
                let to = match self.numbers.get(&key) {
                    Some(&to) => to,
                    None => {
                        let to = self.nodes.len();
                        let reached_by = Some((number, self.nodes[number].edges.len()));
                        self.nodes.push(Node { reached_by, ..Node::default() });
                        self.numbers.insert(key, to);
                        let reachable: FxHashSet<_> = reachable.into_iter().collect();
                        let statics = next.statics.count;
                        next.memory.retain(|id| id.0 < statics || reachable.contains(&id));
                        queue.push_back((to, next));
                        to
                    }
                };
                let is_spurious = outcome.steps.iter().any(is_spurious_wake);
                self.nodes[number].edges.push(Edge { to, thread, decision, is_spurious, is_silent: false });
            }
        }
    }

    /// A lasso among the states that were reached so far.
    pub(crate) fn lasso(&self) -> Option<Trace> {
        self.lasso_among((0..self.nodes.len()).collect()).map(|(trace, _)| trace)
    }

    /// A lasso whose loop is among some states, and the state at its start.
    pub(crate) fn lasso_among(&self, nodes: Vec<usize>) -> Option<(Trace, usize)> {
        let mut parts = vec![nodes];
        while let Some(part) = parts.pop() {
            for component in self.components(&part) {
                let inside: FxHashSet<usize> = component.iter().copied().collect();
                let moved: BTreeSet<usize> = self.steps_inside(&inside).map(|(_, edge)| edge.thread).collect();
                if moved.is_empty() {
                    continue;
                }
                let kept_waiting: BTreeSet<usize> = match self.is_fair {
                    true => component.iter().flat_map(|&node| &self.nodes[node].enabled).copied().collect(),
                    false => BTreeSet::new(),
                };
                let kept_waiting: BTreeSet<usize> = kept_waiting.difference(&moved).copied().collect();
                if kept_waiting.is_empty() {
                    let must_move = if self.is_fair { moved } else { BTreeSet::new() };
                    return Some(self.trace_of_loop(&inside, &must_move));
                }
                let rest = |node: &usize| self.nodes[*node].enabled.is_disjoint(&kept_waiting);
                parts.push(component.into_iter().filter(rest).collect());
            }
        }
        None
    }

    /// The steps that lead from a set of states into it and are no spurious wake-ups.
    fn steps_inside<'s>(&'s self, inside: &'s FxHashSet<usize>) -> impl Iterator<Item = (Step, Edge)> + 's {
        let mut nodes: Vec<usize> = inside.iter().copied().collect();
        nodes.sort_unstable();
        nodes.into_iter().flat_map(move |node| {
            let edges = self.nodes[node].edges.iter().enumerate();
            edges
                .filter(|(_, edge)| !edge.is_spurious && inside.contains(&edge.to))
                .map(move |(index, edge)| ((node, index), *edge))
        })
    }

    /// The strongly connected parts of a set of states, those with the nearest states first (Kosaraju): in the order in
    /// which a search leaves states, last first, what leads to a state and is not taken yet belongs to its part.
    fn components(&self, part: &[usize]) -> Vec<Vec<usize>> {
        let inside: FxHashSet<usize> = part.iter().copied().collect();
        let mut forward: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        let mut backward: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for ((from, _), edge) in self.steps_inside(&inside) {
            forward.entry(from).or_default().push(edge.to);
            backward.entry(edge.to).or_default().push(from);
        }
        let none = Vec::new();
        let mut left = Vec::new();
        let mut seen = FxHashSet::default();
        for &root in part {
            if !seen.insert(root) {
                continue;
            }
            let mut stack = vec![(root, 0)];
            while let Some((node, next)) = stack.pop() {
                match forward.get(&node).unwrap_or(&none).get(next) {
                    Some(&to) => {
                        stack.push((node, next + 1));
                        if seen.insert(to) {
                            stack.push((to, 0));
                        }
                    }
                    None => left.push(node),
                }
            }
        }
        let mut taken = FxHashSet::default();
        let mut components = Vec::new();
        for &root in left.iter().rev() {
            if !taken.insert(root) {
                continue;
            }
            let mut component = Vec::new();
            let mut stack = vec![root];
            while let Some(node) = stack.pop() {
                component.push(node);
                for &from in backward.get(&node).unwrap_or(&none) {
                    if taken.insert(from) {
                        stack.push(from);
                    }
                }
            }
            component.sort_unstable();
            components.push(component);
        }
        components.sort();
        components
    }

    /// A loop inside of a strongly connected component with a step of each thread of `must_move` (of any thread, if there are none).
    fn trace_of_loop(&self, inside: &FxHashSet<usize>, must_move: &BTreeSet<usize>) -> (Trace, usize) {
        let steps: Vec<(Step, Edge)> = self.steps_inside(inside).collect();
        let wanted: Vec<(Step, Edge)> = match must_move.is_empty() {
            true => steps[..1].to_vec(),
            false => must_move
                .iter()
                .filter_map(|thread| steps.iter().find(|(_, edge)| edge.thread == *thread).copied())
                .collect(),
        };
        let first = wanted[0].0.0;
        let (mut around, mut at) = (Vec::new(), first);
        for (step, edge) in wanted {
            around.extend(self.way(inside, at, step.0));
            around.push(step);
            at = edge.to;
        }
        around.extend(self.way(inside, at, first));
        let thread = self.nodes[first].edges[around[0].1].thread;
        (self.trace(first, &around, thread, "the execution goes round for ever"), first)
    }

    /// The shortest path between two states inside of a strongly connected component.
    fn way(&self, inside: &FxHashSet<usize>, from: usize, to: usize) -> Vec<Step> {
        let mut reached_by: FxHashMap<usize, Step> = FxHashMap::default();
        let mut queue = VecDeque::from([from]);
        let mut way = Vec::new();
        if from == to {
            return way;
        }
        while let Some(node) = queue.pop_front() {
            for (index, edge) in self.nodes[node].edges.iter().enumerate() {
                let is_new = !edge.is_spurious
                    && inside.contains(&edge.to)
                    && edge.to != from
                    && !reached_by.contains_key(&edge.to);
                if is_new {
                    reached_by.insert(edge.to, (node, index));
                    queue.push_back(edge.to);
                }
            }
        }
        let mut at = to;
        while at != from {
            let step = reached_by[&at];
            way.push(step);
            at = step.0;
        }
        way.reverse();
        way
    }

    fn stuck(&self, number: usize, thread: usize) -> Trace {
        self.trace(number, &[], thread, "no thread can go on")
    }

    /// The machine in a state.
    pub(crate) fn machine_at(&self, number: usize) -> Machine<'u> {
        let mut machine = self.start.clone();
        for (node, index) in self.stem(number) {
            let edge = self.nodes[node].edges[index];
            machine.perform(edge.thread, edge.decision);
        }
        machine
    }

    /// The steps by which a state was first reached.
    fn stem(&self, number: usize) -> Vec<Step> {
        let mut stem = Vec::new();
        let mut at = number;
        while let Some(step) = self.nodes[at].reached_by {
            stem.push(step);
            at = step.0;
        }
        stem.reverse();
        stem
    }

    /// The trace to a state and around a loop there; without a loop, to a state in which no thread is enabled.
    fn trace(&self, number: usize, around: &[Step], thread: usize, message: &str) -> Trace {
        let stem = self.stem(number);
        let (mut machine, mut steps) = (self.start.clone(), Vec::new());
        let perform = |(node, index): Step, machine: &mut Machine<'u>| {
            let edge = self.nodes[node].edges[index];
            match edge.is_silent {
                true => Vec::new(),
                false => machine.perform(edge.thread, edge.decision).steps,
            }
        };
        for step in stem {
            steps.extend(perform(step, &mut machine));
        }
        let loop_start = (!around.is_empty()).then_some(steps.len());
        for &step in around {
            steps.extend(perform(step, &mut machine));
        }
        let span = machine.pending(thread).and_then(Operation::span).unwrap_or(Span::NOWHERE);
        let kind = ViolationKind::NonTermination;
        Trace {
            format: TRACE_FORMAT,
            file: self.file.clone(),
            property: kind.property(),
            steps,
            violation: Violation { kind, thread: thread as u32, span, message: message.to_string() },
            loop_start,
            is_recurrent: false,
            names: TraceNames::default(),
        }
    }
}
