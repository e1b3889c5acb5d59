//! Deadlocks of some of the threads, in the graph of all states: a thread waits in every continuation of a state, and in a fair one the
//! process never ends.
//!
//! A thread that waits for the end of another one counts only if that thread waits for ever, too: waiting for a thread that runs for ever
//! is no deadlock. Spurious wake-ups do not resolve a deadlock, so such steps are ignored. A thread that an atomic section shuts out
//! for ever does not wait, and what waits for that thread does not wait for ever.

use crate::ahead::Functions;
use crate::exploration::{Explore, Stand};
use crate::machine::{Machine, Settings};
use crate::termination::{Graph, Node};
use raddle_cfront::typed::Unit;
use raddle_program::property::{Property, Violation, ViolationKind};
use raddle_program::trace::Trace;
use std::collections::BTreeSet;

/// Looks for a state in which some thread waits in every continuation, with a fair loop behind it.
pub(crate) fn lasso_of_waiting(unit: &Unit, options: &Explore) -> Stand {
    let settings = Settings {
        right_to_left: options.right_to_left,
        tracks_order: false,
        tracks_leaks: false,
        local_steps: options.local_steps,
        marks_outside: false,
        ..Settings::default()
    };
    let machine = match Machine::start(unit, settings) {
        Ok(machine) => machine,
        Err(reason) => return Stand::Unknown(reason),
    };
    let mut graph = Graph::new(&machine, options, true);
    graph.visit_until(machine, false);
    if let Some(reason) = graph.unknown.take() {
        return Stand::Unknown(reason);
    }
    let stuck = graph.waiting_for_ever();
    let among: Vec<usize> = (0..stuck.len()).filter(|&node| !stuck[node].is_empty()).collect();
    let Some((trace, node)) = graph.lasso_among(among) else { return Stand::Holds };
    let end = graph.machine_at(node);
    if graph.is_restricted && end.standstill(&Functions::of(unit)).is_none() {
        return Stand::Unknown("a thread waits for ever for the values that were tried".to_string());
    }
    let thread = *stuck[node].first().expect("some thread is stuck");
    let message = end.describe_waits(&stuck[node]);
    let kind = ViolationKind::Deadlock;
    let span = end.pending(thread).and_then(|operation| operation.span()).unwrap_or(trace.violation.span);
    let violation = Violation { kind, thread: thread as u32, span, message };
    Stand::Violated(Box::new(Trace { property: Property::Deadlock, violation, ..trace }))
}

/// Whether some thread waits in every continuation of a state.
pub(crate) fn waits_in_every_continuation(machine: &Machine<'_>, options: &Explore) -> bool {
    let mut graph = Graph::new(machine, options, true);
    graph.visit_until(machine.clone(), false);
    graph.unknown.is_none() && !graph.is_restricted && !graph.waiting_for_ever()[0].is_empty()
}

/// Whether some fair execution from a state never ends: neither with the process nor by undefined behaviour. Nothing if too many states
/// would have to be visited.
pub(crate) fn may_never_end(machine: &Machine<'_>, options: &Explore) -> Option<bool> {
    let mut graph = Graph::new(machine, options, true);
    let found = graph.visit_until(machine.clone(), true).is_some() || graph.lasso().is_some();
    if found || graph.unknown.is_none() && !graph.is_restricted { Some(found) } else { None }
}

impl Graph<'_, '_> {
    /// For each state the threads that wait in it and in every continuation.
    fn waiting_for_ever(&self) -> Vec<BTreeSet<usize>> {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (from, node) in self.nodes.iter().enumerate() {
            node.edges.iter().filter(|edge| !edge.is_spurious).for_each(|edge| before[edge.to].push(from));
        }
        let go_on = self.there_or_later(&before, |node| &node.ready);
        let run = self.there_or_later(&before, |node| &node.enabled);
        let stuck = |((node, go_on), run): ((&Node, &BTreeSet<usize>), &BTreeSet<usize>)| {
            // What a thread would do that an atomic section shuts out for ever is not in the graph.
            if !node.ready.is_subset(run) {
                return BTreeSet::new();
            }
            let mut stuck: BTreeSet<usize> =
                node.waiting.keys().copied().filter(|thread| !go_on.contains(thread)).collect();
            loop {
                let counts = |thread: &usize| node.waiting[thread].is_none_or(|joined| stuck.contains(&joined));
                let left: BTreeSet<usize> = stuck.iter().copied().filter(counts).collect();
                if left.len() == stuck.len() {
                    return stuck;
                }
                stuck = left;
            }
        };
        self.nodes.iter().zip(&go_on).zip(&run).map(stuck).collect()
    }

    /// For each state the threads of it and of all later ones. `before`: the states one step before each.
    fn there_or_later(
        &self,
        before: &[Vec<usize>],
        threads: impl Fn(&Node) -> &BTreeSet<usize>,
    ) -> Vec<BTreeSet<usize>> {
        let mut all: Vec<BTreeSet<usize>> = self.nodes.iter().map(|node| threads(node).clone()).collect();
        let mut pending: Vec<usize> = (0..self.nodes.len()).collect();
        while let Some(node) = pending.pop() {
            for &from in &before[node] {
                let n_before = all[from].len();
                let later = all[node].clone();
                all[from].extend(later);
                if all[from].len() > n_before {
                    pending.push(from);
                }
            }
        }
        all
    }
}
