//! Forward data flow over the code of one class of threads, through calls.
//!
//! A fact is a small number; a state is a set of facts. What a transition does to a state must be distributive, fact by
//! fact, so that a call is summarized by two sets: what holds behind it if nothing held before (`low`), and if everything
//! did (`high`): behind the call holds `low ∪ (before ∩ high)` (functional approach, Sharir and Pnueli 1981). So a state
//! never flows from one caller to another.

use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::bits::BitSet;
use raddle_program::entity::{Entity, Table};
use raddle_program::syntax::{Effect, ProcedureId};
use raddle_program::visit_order::VisitOrder;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

use super::points_to::{Context, PointsTo, ThreadClass};

/// How the states of several paths are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Join {
    /// What holds on some path.
    May,
    /// What holds on every path.
    Must,
}

/// A data-flow problem.
pub trait Problem {
    /// How many facts there are.
    fn n_facts(&self) -> usize;
    /// How paths are joined.
    fn join(&self) -> Join;
    /// What a transition that is no call does.
    fn transfer(&self, context: Context, transition: Transition, state: &mut BitSet);
    /// What the end of a called context does, beyond what its code does.
    fn leave(&self, callee: Context, state: &mut BitSet);
}

/// The solution for one class: the state at each location of each of its contexts.
#[derive(Debug)]
pub struct States {
    at: FxHashMap<(Context, Location), BitSet>,
    /// The state in which threads of the class end; `None` if none ends.
    pub end: Option<BitSet>,
}

impl States {
    /// The state before a step is taken; `None` if no thread comes there.
    pub fn before(
        &self,
        points_to: &PointsTo,
        automata: &Table<ProcedureId, Automaton>,
        (context, transition): (Context, Transition),
    ) -> Option<&BitSet> {
        let automaton = &automata[points_to.contexts[context].procedure];
        self.at(context, automaton.transitions[transition].from)
    }

    /// The state before a location is left; `None` if no thread comes there.
    pub fn at(&self, context: Context, location: Location) -> Option<&BitSet> {
        self.at.get(&(context, location))
    }
}

/// Solves a problem for a class, whose threads start with no fact.
pub fn solve(
    points_to: &PointsTo,
    automata: &Table<ProcedureId, Automaton>,
    class: ThreadClass,
    problem: &impl Problem,
) -> States {
    solve_from(points_to, automata, class, problem, &BitSet::new(problem.n_facts()))
}

/// Solves a problem for a class, whose threads start with some facts.
pub fn solve_from(
    points_to: &PointsTo,
    automata: &Table<ProcedureId, Automaton>,
    class: ThreadClass,
    problem: &impl Problem,
    entry: &BitSet,
) -> States {
    let contexts: Vec<Context> =
        points_to.contexts.iter().filter(|(_, data)| data.class == class).map(|(context, _)| context).collect();
    let orders = visit_orders(automata, contexts.iter().map(|&context| points_to.contexts[context].procedure));
    let mut solver = Solver { points_to, automata, orders, problem, summaries: FxHashMap::default() };
    solver.summarize(&contexts);
    solver.states(points_to.classes[class].start, entry)
}

/// The orders in which the locations of some procedures are visited.
pub(super) fn visit_orders(
    automata: &Table<ProcedureId, Automaton>,
    procedures: impl Iterator<Item = ProcedureId>,
) -> FxHashMap<ProcedureId, VisitOrder> {
    let mut orders = FxHashMap::default();
    for procedure in procedures {
        orders.entry(procedure).or_insert_with(|| VisitOrder::of(&automata[procedure]));
    }
    orders
}

/// The effect of a call: `None` while no path through it is known.
type Summary = (Option<BitSet>, Option<BitSet>);

struct Solver<'a, P> {
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    orders: FxHashMap<ProcedureId, VisitOrder>,
    problem: &'a P,
    summaries: FxHashMap<Context, Summary>,
}

/// What one pass over a context finds.
struct Pass {
    at: Vec<Option<BitSet>>,
    returned: Option<BitSet>,
    ended: Option<BitSet>,
    calls: Vec<(Context, BitSet)>,
}

impl<P: Problem> Solver<'_, P> {
    fn all(&self) -> BitSet {
        let mut all = BitSet::new(self.problem.n_facts());
        for fact in 0..self.problem.n_facts() {
            all.insert(fact);
        }
        all
    }

    fn none(&self) -> BitSet {
        BitSet::new(self.problem.n_facts())
    }

    /// Joins a state into a slot; whether it changed.
    fn join(&self, slot: &mut Option<BitSet>, state: &BitSet) -> bool {
        match slot {
            None => {
                *slot = Some(state.clone());
                true
            }
            Some(old) => match self.problem.join() {
                Join::May => old.extend(state),
                Join::Must => old.intersect(state),
            },
        }
    }

    fn summarize(&mut self, contexts: &[Context]) {
        // Callees are mostly found after their callers.
        let mut pending: BTreeSet<Context> = contexts.iter().copied().collect();
        while let Some(context) = pending.pop_last() {
            let low = self.pass(context, &self.none()).returned;
            let high = self.pass(context, &self.all()).returned;
            let summary = (low, high);
            if self.summaries.get(&context) != Some(&summary) {
                self.summaries.insert(context, summary);
                pending.extend(self.points_to.contexts[context].callers.iter().map(|&(caller, _)| caller));
            }
        }
    }

    fn states(&self, start: Context, entry: &BitSet) -> States {
        let mut entries: FxHashMap<Context, Option<BitSet>> = FxHashMap::default();
        entries.insert(start, Some(entry.clone()));
        let mut pending = vec![start];
        let mut passes: FxHashMap<Context, Pass> = FxHashMap::default();
        while let Some(context) = pending.pop() {
            let entry = entries[&context].clone().expect("a pending context has a state");
            let pass = self.pass(context, &entry);
            for (callee, state) in &pass.calls {
                if self.join(entries.entry(*callee).or_default(), state) {
                    pending.push(*callee);
                }
            }
            passes.insert(context, pass);
        }
        let mut states = States { at: FxHashMap::default(), end: None };
        for (context, pass) in passes {
            for (index, state) in pass.at.into_iter().enumerate() {
                if let Some(state) = state {
                    states.at.insert((context, Location::from_index(index)), state);
                }
            }
            let returned = pass.returned.filter(|_| context == start);
            for ended in returned.iter().chain(&pass.ended) {
                self.join(&mut states.end, ended);
            }
        }
        states
    }

    /// The states in a context for one state at its entry.
    fn pass(&self, context: Context, entry: &BitSet) -> Pass {
        let automaton = &self.automata[self.points_to.contexts[context].procedure];
        let mut pass =
            Pass { at: vec![None; automaton.locations.len()], returned: None, ended: None, calls: Vec::new() };
        pass.at[automaton.entry.index()] = Some(entry.clone());
        let mut pending = self.orders[&self.points_to.contexts[context].procedure].pending();
        pending.insert(automaton.entry);
        while let Some(location) = pending.pop() {
            let before = pass.at[location.index()].clone().expect("a pending location has a state");
            for &transition in automaton.outgoing(location) {
                let data = &automaton.transitions[transition];
                let Some(after) = self.after(context, transition, &data.effect, &before) else { continue };
                match &data.effect {
                    Effect::Return(_) => drop(self.join(&mut pass.returned, &after)),
                    Effect::Exit(_) => drop(self.join(&mut pass.ended, &after)),
                    _ => {
                        if self.join(&mut pass.at[data.to.index()], &after) {
                            pending.insert(data.to);
                        }
                    }
                }
            }
        }
        for (transition, data) in automaton.transitions.iter() {
            if let (Effect::Call { .. }, Some(before)) = (&data.effect, &pass.at[data.from.index()]) {
                let callees = self.points_to.calls.get(&(context, transition));
                pass.calls.extend(callees.into_iter().flatten().map(|&callee| (callee, before.clone())));
            }
        }
        pass
    }

    /// The state behind a transition; `None` if no path through it is known.
    fn after(&self, context: Context, transition: Transition, effect: &Effect, before: &BitSet) -> Option<BitSet> {
        let Effect::Call { .. } = effect else {
            let mut after = before.clone();
            self.problem.transfer(context, transition, &mut after);
            return Some(after);
        };
        let mut joined = None;
        for &callee in self.points_to.calls.get(&(context, transition)).into_iter().flatten() {
            let Some((Some(low), Some(high))) = self.summaries.get(&callee) else { continue };
            let mut after = before.clone();
            after.intersect(high);
            after.extend(low);
            self.problem.leave(callee, &mut after);
            self.join(&mut joined, &after);
        }
        let mut after = joined?;
        self.problem.transfer(context, transition, &mut after);
        Some(after)
    }
}
