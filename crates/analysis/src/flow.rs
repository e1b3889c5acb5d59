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

use super::call_order::CallOrder;
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
    let calls = Calls::of(points_to, automata, &contexts);
    let order = CallOrder::of(points_to, contexts.into_iter());
    let mut solver = Solver { points_to, automata, orders, problem, calls };
    solver.summarize(&order);
    solver.states(&order, points_to.classes[class].start, entry)
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

/// The effect of a call: what holds behind it if nothing held before, and if everything did. `None` while no path through it is known.
type Summary = Option<[BitSet; 2]>;

/// What calls do. Calls of the same contexts do the same: a program has many calls through pointers, and few sets of what they lead to.
#[derive(Default)]
struct Calls {
    /// The number of the set of contexts that a call leads to.
    of_site: FxHashMap<(Context, Transition), usize>,
    /// By number of the set: what such a call does, and the contexts that make one.
    sets: Vec<(Summary, Vec<Context>)>,
    /// The sets that a context is in.
    of_callee: FxHashMap<Context, Vec<usize>>,
}

impl Calls {
    /// The calls that some contexts make; nothing is known of what they do.
    fn of(points_to: &PointsTo, automata: &Table<ProcedureId, Automaton>, contexts: &[Context]) -> Calls {
        let mut calls = Calls::default();
        let mut numbers: FxHashMap<&[Context], usize> = FxHashMap::default();
        for &caller in contexts {
            for transition in automata[points_to.contexts[caller].procedure].transitions.ids() {
                let Some(callees) = points_to.calls.get(&(caller, transition)) else { continue };
                let number = *numbers.entry(callees).or_insert_with(|| {
                    for &callee in callees {
                        calls.of_callee.entry(callee).or_default().push(calls.sets.len());
                    }
                    calls.sets.push((None, Vec::new()));
                    calls.sets.len() - 1
                });
                calls.of_site.insert((caller, transition), number);
                if calls.sets[number].1.last() != Some(&caller) {
                    calls.sets[number].1.push(caller);
                }
            }
        }
        calls
    }
}

struct Solver<'a, P> {
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    orders: FxHashMap<ProcedureId, VisitOrder>,
    problem: &'a P,
    calls: Calls,
}

/// What one pass over a context finds.
struct Pass {
    at: Vec<Option<BitSet>>,
    returned: Option<BitSet>,
    ended: Option<BitSet>,
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
            Some(old) => join(self.problem.join(), old, state),
        }
    }

    fn summarize(&mut self, order: &CallOrder) {
        let mut pending = order.all_pending();
        while let Some(context) = pending.pop_callee() {
            let from = |entry: BitSet| self.pass(context, &entry).returned;
            let (Some(mut low), Some(mut high)) = (from(self.none()), from(self.all())) else { continue };
            high.extend(&low);
            [&mut low, &mut high].into_iter().for_each(|state| self.problem.leave(context, state));
            for &set in self.calls.of_callee.get(&context).into_iter().flatten() {
                let (behind, callers) = &mut self.calls.sets[set];
                if join_summary(self.problem.join(), behind, &low, &high) {
                    callers.iter().for_each(|&caller| pending.insert(caller));
                }
            }
        }
    }

    fn states(&self, order: &CallOrder, start: Context, entry: &BitSet) -> States {
        let mut entries: FxHashMap<Context, Option<BitSet>> = FxHashMap::default();
        entries.insert(start, Some(entry.clone()));
        let mut pending = order.pending();
        pending.insert(start);
        let mut passes: FxHashMap<Context, Pass> = FxHashMap::default();
        while let Some(context) = pending.pop_caller() {
            let entry = entries[&context].clone().expect("a pending context has a state");
            let pass = self.pass(context, &entry);
            for (callee, state) in self.called(context, &pass) {
                if self.join(entries.entry(callee).or_default(), state) {
                    pending.insert(callee);
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
        let mut pass = Pass { at: vec![None; automaton.locations.len()], returned: None, ended: None };
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
        pass
    }

    /// The contexts that a pass calls, each with the state before a call.
    fn called<'p>(&'p self, context: Context, pass: &'p Pass) -> impl Iterator<Item = (Context, &'p BitSet)> {
        let automaton = &self.automata[self.points_to.contexts[context].procedure];
        let calls = automaton.transitions.iter().filter(|(_, data)| matches!(data.effect, Effect::Call { .. }));
        calls.flat_map(move |(transition, data)| {
            let callees = self.points_to.calls.get(&(context, transition)).into_iter().flatten();
            let before = pass.at[data.from.index()].as_ref();
            before.into_iter().flat_map(move |before| callees.clone().map(move |&callee| (callee, before)))
        })
    }

    /// The state behind a transition; `None` if no path through it is known.
    fn after(&self, context: Context, transition: Transition, effect: &Effect, before: &BitSet) -> Option<BitSet> {
        let Effect::Call { .. } = effect else {
            let mut after = before.clone();
            self.problem.transfer(context, transition, &mut after);
            return Some(after);
        };
        let set = self.calls.of_site.get(&(context, transition))?;
        let [low, high] = self.calls.sets[*set].0.as_ref()?;
        let mut after = before.clone();
        after.intersect(high);
        after.extend(low);
        self.problem.transfer(context, transition, &mut after);
        Some(after)
    }
}

/// Joins a state into another one; whether it changed.
fn join(how: Join, old: &mut BitSet, state: &BitSet) -> bool {
    match how {
        Join::May => old.extend(state),
        Join::Must => old.intersect(state),
    }
}

/// Joins what a callee does into what a call does; whether it changed. A summary that is computed again says no less on some path than the one
/// before, so that the one before needs not be taken out.
fn join_summary(how: Join, behind: &mut Summary, low: &BitSet, high: &BitSet) -> bool {
    match behind {
        None => {
            *behind = Some([low.clone(), high.clone()]);
            true
        }
        Some([old_low, old_high]) => {
            let is_low_new = join(how, old_low, low);
            join(how, old_high, high) || is_low_new
        }
    }
}
