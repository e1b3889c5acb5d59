//! All interleavings of a small program: depth-first, without any reduction but that equal states are visited once.
//!
//! Inputs and other choices range over a small domain, so that "holds" is a statement about these values only; the
//! exploration says when that mattered. Happens-before is part of the state ([`crate::machine::order`]), so that merging equal
//! states loses no race.

use crate::ahead::Functions;
use crate::basic::with_basic_types;
use crate::decisions::{NO_INTEGER, is_spurious_wake, open_decisions};
use crate::exploration::{Exploration, Explore, Stand};
use crate::machine::encode::encode;
use crate::machine::perform::Found;
use crate::machine::schedule::{Decision, Readiness};
use crate::machine::task::Operation;
use crate::machine::{Machine, Settings};
use crate::partial::{lasso_of_waiting, may_never_end};
use raddle_cfront::typed::Unit;
use raddle_program::property::{Property, Violation, ViolationKind};
use raddle_program::source::Span;
use raddle_program::trace::{TRACE_FORMAT, Trace, TraceNames, TraceStep};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// How many bytes the keys of the states on the way to one of them may have altogether. A program that creates thread after thread has ever larger
/// states, and all those on the way are kept: the exploration would need the memory of the machine long before it has visited many.
const BYTES_ON_THE_WAY: usize = 64 << 20;

/// From how many states executions are looked for that never end, and how many states are visited each time.
const MOST_ATTEMPTS: u32 = 50;
const STATES_OF_ATTEMPT: usize = 3_000;

/// What explorations in both orders of operands found. C leaves the order open; verdicts are given for left to right.
#[derive(Clone, PartialEq, Debug)]
pub struct BothOrders {
    /// Operands from left to right.
    pub left_to_right: Exploration,
    /// Operands from right to left.
    pub right_to_left: Exploration,
}

impl BothOrders {
    /// Whether the answer to a property hangs on the order, as far as it is known for both.
    pub fn hangs_on_order(&self, property: Property) -> bool {
        match (self.left_to_right.stand(property), self.right_to_left.stand(property)) {
            (Stand::Holds, Stand::Violated(_)) | (Stand::Violated(_), Stand::Holds) => true,
            (Stand::Unknown(_), _) | (_, Stand::Unknown(_)) => false,
            (Stand::Holds, Stand::Holds) | (Stand::Violated(_), Stand::Violated(_)) => false,
        }
    }
}

/// Visits all interleavings twice: with operands from left to right, and from right to left.
///
/// Orders that differ from place to place are not tried.
pub fn explore_both_orders(unit: &Unit, options: &Explore) -> BothOrders {
    BothOrders {
        left_to_right: explore(unit, &Explore { right_to_left: false, ..options.clone() }),
        right_to_left: explore(unit, &Explore { right_to_left: true, ..options.clone() }),
    }
}

/// Visits all interleavings.
///
/// Termination stands for all schedules, unfair ones included; [`crate::explore_termination`] knows more about it.
pub fn explore(unit: &Unit, options: &Explore) -> Exploration {
    let settings = Settings {
        right_to_left: options.right_to_left,
        tracks_order: options.finds_races,
        tracks_leaks: options.asked.contains(&Property::Leaks),
        local_steps: options.local_steps,
        marks_outside: false,
        ..Settings::default()
    };
    let mut explorer = Explorer {
        options,
        path: Vec::new(),
        visited: FxHashSet::default(),
        on_stack: FxHashMap::default(),
        stack: Vec::new(),
        bytes_on_stack: 0,
        violated: BTreeMap::new(),
        unknown: None,
        ignores_cycle: false,
        goes_round: false,
        waits: false,
        functions: None,
        n_attempts: 0,
        is_restricted: false,
        file: unit.source.files().values().next().map_or(String::new(), |file| file.name().to_string()),
    };
    let unit = with_basic_types(unit);
    match Machine::start(&unit, settings) {
        Ok(machine) => {
            explorer.functions = options.asked.contains(&Property::Deadlock).then(|| Functions::of(machine.unit));
            explorer.run(machine);
        }
        Err(reason) => explorer.unknown = Some(reason),
    }
    let is_open = explorer.unknown.is_none() && !explorer.violated.contains_key(&Property::Deadlock);
    let may_wait = explorer.functions.is_some() && explorer.goes_round && explorer.waits;
    let waiting = (is_open && may_wait).then(|| lasso_of_waiting(&unit, options));
    let mut exploration = explorer.finish();
    if let Some(stand) = waiting {
        exploration.stands.insert(Property::Deadlock, stand);
    }
    exploration
}

/// A state on the way, with what is left to try there.
struct Node<'u> {
    machine: Machine<'u>,
    key: Arc<[u8]>,
    moves: Vec<(usize, Decision)>,
    next: usize,
    depth: usize,
}

struct Explorer<'o, 'u> {
    options: &'o Explore,
    path: Vec<TraceStep>,
    visited: FxHashSet<Arc<[u8]>>,
    /// States on the way to here, with the lengths of the path at them.
    on_stack: FxHashMap<Arc<[u8]>, usize>,
    stack: Vec<Node<'u>>,
    /// How long the keys of the states on the stack are.
    bytes_on_stack: usize,
    violated: BTreeMap<Property, Trace>,
    unknown: Option<String>,
    /// A cycle was found that only spurious wake-ups keep going.
    ignores_cycle: bool,
    /// A cycle was found.
    goes_round: bool,
    /// A state was met in which a thread waits.
    waits: bool,
    /// What functions do, if deadlocks are looked for.
    functions: Option<Functions<'u>>,
    /// How often executions from a state were looked for that never end.
    n_attempts: u32,
    is_restricted: bool,
    file: String,
}

impl<'u> Explorer<'_, 'u> {
    fn run(&mut self, machine: Machine<'u>) {
        self.visit(machine, 0);
        let mut rounds = 0u32;
        while let Some(node) = self.stack.last_mut() {
            rounds = rounds.wrapping_add(1);
            if rounds.is_multiple_of(256) && self.options.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.unknown = Some(format!("out of time after {} states", self.visited.len()));
                return;
            }
            self.path.truncate(node.depth);
            let Some(&(thread, decision)) = node.moves.get(node.next) else {
                let key = node.key.clone();
                self.on_stack.remove(&key);
                self.bytes_on_stack -= key.len();
                self.stack.pop();
                continue;
            };
            node.next += 1;
            let mut machine = node.machine.clone();
            let before = node.depth;
            let outcome = machine.perform(thread, decision);
            self.path.extend(outcome.steps);
            for found in outcome.found {
                self.report(thread, before, found);
            }
            if self.options.asked.iter().all(|property| self.violated.contains_key(property)) {
                self.unknown = Some("the exploration ended when all that was asked was violated".to_string());
                return;
            }
            if let Some(reason) = outcome.unknown {
                self.unknown.get_or_insert(reason);
            }
            if outcome.is_end {
                continue;
            }
            if self.visited.len() >= self.options.max_states {
                self.unknown = Some(format!("more than {} states", self.options.max_states));
                return;
            }
            self.visit(machine, thread);
            if self.bytes_on_stack > BYTES_ON_THE_WAY {
                let n_states = self.visited.len();
                self.unknown =
                    Some(format!("ever larger states, one behind the other: the last of {n_states} is too large"));
                return;
            }
        }
    }

    /// Puts a state on the stack unless it was visited before. `thread` made the last step.
    fn visit(&mut self, mut machine: Machine<'u>, thread: usize) {
        let (key, reachable) = encode(&machine);
        let key: Arc<[u8]> = key.into();
        if let Some(&start) = self.on_stack.get(&key) {
            self.report_cycle(thread, start);
            return;
        }
        if !self.visited.insert(key.clone()) {
            return;
        }
        let reachable: FxHashSet<_> = reachable.into_iter().collect();
        let statics = machine.statics.count;
        machine.memory.retain(|id| id.0 < statics || reachable.contains(&id));
        if let Some(thread) = machine.deadlocked_thread() {
            let span = machine.pending(thread).and_then(|operation| operation.span()).unwrap_or(Span::NOWHERE);
            let message = "no thread can go on".to_string();
            self.violate(thread, ViolationKind::Deadlock, message.clone(), span, self.path.len(), None);
            self.violate(thread, ViolationKind::NonTermination, message, span, self.path.len(), None);
        }
        self.look_for_standstill(&machine);
        let mut moves = Vec::new();
        for thread in 0..machine.threads.len() {
            if machine.is_schedulable(thread) {
                moves.extend(self.decisions(&machine, thread).into_iter().map(|decision| (thread, decision)));
            }
        }
        let depth = self.path.len();
        self.on_stack.insert(key.clone(), depth);
        self.bytes_on_stack += key.len();
        self.stack.push(Node { machine, key, moves, next: 0, depth });
    }

    /// Whether some threads wait for each other while no other thread can end the process.
    fn look_for_standstill(&mut self, machine: &Machine<'u>) {
        if self.violated.contains_key(&Property::Deadlock) {
            return;
        }
        let Some(functions) = &self.functions else { return };
        let waits = |thread| matches!(machine.readiness(thread), Readiness::Blocked | Readiness::Spurious);
        let goes_round = |thread| matches!(machine.pending(thread), Some(Operation::Diverge { .. }));
        let threads = 0..machine.threads.len();
        self.goes_round |= threads.clone().any(goes_round);
        if !threads.clone().any(waits) {
            return;
        }
        self.waits = true;
        let Some(standstill) = machine.standstill(functions).filter(|found| found.is_endless) else { return };
        if standstill.may_fail {
            // Executions end at undefined behaviour. If no endless one is found here, the whole graph of states tells in the end.
            self.n_attempts += 1;
            let options = Explore { max_states: STATES_OF_ATTEMPT, ..self.options.clone() };
            if self.n_attempts > MOST_ATTEMPTS || may_never_end(machine, &options) != Some(true) {
                return;
            }
        }
        let thread = *standstill.threads.first().expect("some thread is stuck");
        let span = machine.pending(thread).and_then(Operation::span).unwrap_or(Span::NOWHERE);
        let message = machine.describe_waits(&standstill.threads);
        self.violate(thread, ViolationKind::Deadlock, message, span, self.path.len(), None);
    }

    fn decisions(&mut self, machine: &Machine<'u>, thread: usize) -> Vec<Decision> {
        let open = open_decisions(machine, thread, &self.options.domain);
        if open.lacks_values {
            self.unknown.get_or_insert(NO_INTEGER.to_string());
        }
        self.is_restricted |= open.is_restricted;
        open.decisions
    }

    fn report(&mut self, thread: usize, before: usize, found: Found) {
        self.violate(thread, found.kind, found.message, found.span, before + found.after, None);
    }

    fn report_cycle(&mut self, thread: usize, start: usize) {
        let is_spurious = self.path[start..].iter().any(is_spurious_wake);
        if is_spurious {
            self.ignores_cycle = true;
            return;
        }
        self.goes_round = true;
        let span = self.path.last().map_or(Span::NOWHERE, |step| step.span);
        let message = "the execution goes round for ever".to_string();
        self.violate(thread, ViolationKind::NonTermination, message, span, self.path.len(), Some(start));
    }

    fn violate(
        &mut self,
        thread: usize,
        kind: ViolationKind,
        message: String,
        span: Span,
        length: usize,
        loop_start: Option<usize>,
    ) {
        let property = kind.property();
        if !self.violated.contains_key(&property) {
            let trace = self.trace(thread, kind, message, span, length, loop_start);
            self.violated.insert(property, trace);
        }
    }

    fn trace(
        &self,
        thread: usize,
        kind: ViolationKind,
        message: String,
        span: Span,
        length: usize,
        loop_start: Option<usize>,
    ) -> Trace {
        Trace {
            format: TRACE_FORMAT,
            file: self.file.clone(),
            property: kind.property(),
            steps: self.path[..length].to_vec(),
            violation: Violation { kind, thread: thread as u32, span, message },
            loop_start,
            is_recurrent: false,
            names: TraceNames::default(),
        }
    }

    fn finish(mut self) -> Exploration {
        let mut stands = BTreeMap::new();
        for property in Property::ALL {
            let stand = match (self.violated.remove(&property), &self.unknown) {
                (Some(trace), _) => Stand::Violated(Box::new(trace)),
                (None, Some(reason)) => Stand::Unknown(reason.clone()),
                (None, None) if property == Property::DataRace && !self.options.finds_races => {
                    Stand::Unknown("races were not looked for".to_string())
                }
                (None, None) if property == Property::Leaks && !self.options.asked.contains(&property) => {
                    Stand::Unknown("leaks were not looked for".to_string())
                }
                (None, None) if property == Property::Termination && self.ignores_cycle => {
                    Stand::Unknown("the only cycles found need spurious wake-ups".to_string())
                }
                (None, None) => Stand::Holds,
            };
            stands.insert(property, stand);
        }
        Exploration { stands, states: self.visited.len(), is_restricted: self.is_restricted }
    }
}
