//! Steps: the symbolic execution of one thread from one location to the next context switch.
//!
//! A step is a path through a reducible block, or a part of one. A path ends early if it would return to one of its locations, if it
//! becomes too long, or in front of a transition that may violate a property and so end the execution: what the thread did before must then
//! be visible to other threads. It is always sound to end a path early, because this only adds context switches. Paths to the same location
//! are merged: a value becomes an if-then-else over the difference of the path conditions, or over a fresh Boolean if both conditions may
//! hold.

use std::collections::HashMap;

use raddle_logic::sort::Sort;
use raddle_logic::term::{Op, Term, Terms};
use raddle_logic::traverse::Substitution;
use raddle_program::automaton::{Transition, TransitionData};
use raddle_program::entity::Entity;
use raddle_program::syntax::{Effect, Expr, ExprKind, Synchronization, SynchronizationFamily};
use raddle_program::visit::{Visitor, walk_effect, walk_expr};

use crate::compositional::population::{Population, slots_of};
use crate::compositional::threads::Creation;
use crate::sequentialize::control::{Status, ThreadAt};
use crate::sequentialize::path::{Called, Next, Partial, procedure_of};
use crate::sequentialize::simulation::{Place, Simulation};
use crate::symbolic::layout::{Slot, TAG};
use crate::symbolic::step::{End, Ending, Evaluated, Symbolic};
use raddle_analysis::reduction::Reduction;

/// The most paths from one location; further paths end early.
const PATHS: usize = 48;

/// The most transitions of a path. The limit is above the length of long blocks: each piece of a split block needs views of its own.
const LENGTH: usize = 4_000;

/// A step of a thread.
#[derive(Clone)]
pub struct Step {
    /// The condition of the step.
    pub guard: Term,
    /// The values of slots after the step.
    pub state: Vec<Term>,
    /// The copy that the step created.
    pub created: Option<u32>,
    /// The target of the step.
    pub to: To,
}

/// The target of a step.
#[derive(Clone)]
pub enum To {
    /// A location; `None` if the thread has ended.
    Place(Option<Place>),
    /// A violation of the property, or an unsupported construct.
    End(Ending),
}

/// Computes the steps of one copy from one location.
pub struct Walk<'w, 'a> {
    /// The arena.
    pub terms: &'w mut Terms,
    /// The simulation.
    pub simulation: &'w mut Simulation<'a>,
    /// The population.
    pub population: &'w Population,
    /// The initial values of slots.
    pub initial: &'w [Term],
    /// The copy that takes the steps.
    pub copy: u32,
}

/// A path that is not yet complete.
#[derive(Clone)]
struct Under {
    guard: Term,
    state: Vec<Term>,
    created: Option<u32>,
    at: Option<Place>,
    passed: Vec<Place>,
}

/// The results of a transition.
struct Taken {
    next: Vec<Under>,
    endings: Vec<Ending>,
    ends_unseen: bool,
}

impl Walk<'_, '_> {
    /// All steps from a location.
    pub fn steps(&mut self, from: Place) -> Vec<Step> {
        let state = self.simulation.variables.clone();
        let start = Under { guard: self.terms.truth(), state, created: None, at: Some(from), passed: Vec::new() };
        let mut pending = vec![start];
        let mut found = Vec::new();
        let mut ranks = Ranks::default();
        while let Some(under) = self.next(&mut pending, &mut ranks) {
            let Some(place) = under.at else {
                self.arrive(under, &mut found);
                continue;
            };
            let is_first = under.passed.is_empty();
            if !is_first {
                let comes_round = under.passed.contains(&place);
                if comes_round && !self.simulation.has_cut_points() && place.depth == 0 {
                    self.simulation.cut.insert(place);
                }
                let is_full = found.len() + pending.len() > PATHS || under.passed.len() > LENGTH;
                let creates = self.creates(place);
                if comes_round || is_full || creates || self.simulation.is_cut(place) {
                    self.arrive(under, &mut found);
                    continue;
                }
            }
            let procedure = self.simulation.procedure(place.context);
            let outgoing = self.simulation.automata[procedure].outgoing(place.location).to_vec();
            let taken: Vec<Taken> =
                outgoing.into_iter().map(|transition| self.take(&under, place, transition)).collect();
            let ends_unseen = taken.iter().any(|taken| taken.ends_unseen);
            if ends_unseen && !is_first && place.depth == 0 && self.simulation.reduction() > Reduction::None {
                self.simulation.cut.insert(place);
                self.arrive(under, &mut found);
                continue;
            }
            for taken in taken {
                for ending in taken.endings {
                    let (guard, created) = (ending.condition, under.created);
                    found.push(Step { guard, state: Vec::new(), created, to: To::End(ending) });
                }
                pending.extend(taken.next.into_iter().rev());
            }
        }
        found
    }

    /// Removes the first incomplete path in program order, merged with all other paths to its location.
    fn next(&mut self, pending: &mut Vec<Under>, ranks: &mut Ranks) -> Option<Under> {
        let first = (0..pending.len()).rev().min_by_key(|&at| ranks.of(self.simulation, pending[at].at))?;
        let mut joined = pending.swap_remove(first);
        let mut at = 0;
        while at < pending.len() {
            if pending[at].at == joined.at && pending[at].created == joined.created {
                let other = pending.swap_remove(at);
                joined = self.join(joined, other);
            } else {
                at += 1;
            }
        }
        Some(joined)
    }

    /// Merges two paths to the same location.
    fn join(&mut self, mut one: Under, mut other: Under) -> Under {
        let terms = &mut *self.terms;
        let (of_one, of_other) = (conjuncts(terms, one.guard), conjuncts(terms, other.guard));
        let (common, rest_of_one): (Vec<Term>, Vec<Term>) = of_one.iter().partition(|it| of_other.contains(it));
        let rest_of_other: Vec<Term> = of_other.into_iter().filter(|it| !common.contains(it)).collect();
        let (is_one, is_other) = (terms.and_all(&rest_of_one), terms.and_all(&rest_of_other));
        let negations: Vec<Term> = rest_of_other.iter().map(|&it| terms.not(it)).collect();
        let both = terms.and(is_one, is_other);
        // If both path conditions may hold, a fresh Boolean chooses.
        let is_either = both != terms.falsity() && !rest_of_one.iter().any(|it| negations.contains(it));
        let (choice, any) = if is_either {
            let choice = terms.fresh("way", Sort::Bool);
            (choice, terms.ite(choice, is_one, is_other))
        } else {
            (is_one, terms.or(is_one, is_other))
        };
        let mut guard = common;
        guard.push(any);
        let length = one.state.len().max(other.state.len());
        for state in [&mut one.state, &mut other.state] {
            state.extend(&self.simulation.variables[state.len()..length]);
        }
        let state = one.state.iter().zip(&other.state).map(|(&one, &other)| terms.ite(choice, one, other)).collect();
        let mut passed = one.passed;
        passed.extend(other.passed);
        passed.sort_unstable();
        passed.dedup();
        Under { guard: terms.and_all(&guard), state, created: one.created, at: one.at, passed }
    }

    /// Whether a transition at the location creates a thread: one step creates at most one.
    fn creates(&self, place: Place) -> bool {
        let automaton = &self.simulation.automata[self.simulation.procedure(place.context)];
        let mut outgoing = automaton.outgoing(place.location).iter();
        outgoing.any(|&transition| matches!(automaton.transitions[transition].effect, Effect::Spawn { .. }))
    }

    /// Completes a path. If it may leave the address of a private object in memory that another thread may read, that is unsupported.
    fn arrive(&mut self, under: Under, found: &mut Vec<Step>) {
        let mut state = under.state;
        state.extend(&self.simulation.variables[state.len()..]);
        let private = self.population.private_objects(self.simulation, self.copy);
        let owners = self.population.owners(self.simulation);
        let start = under.created.map(|child| {
            let kind = self.population.kind_of[child as usize];
            self.simulation.starts[&(child, self.population.kinds[kind].start)]
        });
        // Pointer slots that other threads may read: shared slots, and parameters of a new thread. A step writes no other slot of another
        // thread.
        let is_foreign = |simulation: &Simulation<'_>, slot: Slot| {
            let data = &simulation.layout.slots[slot];
            data.sort == Sort::BitVec(TAG + 64)
                && (owners[slot].is_none() || owners[slot] == under.created && data.context == start)
                && !simulation.returned.contains(&slot)
        };
        // No earlier step leaked an address, so no pointer leads to a private object of another thread.
        let mut nowhere = Vec::new();
        let n_objects = self.simulation.layout.objects.len();
        let of_objects: Vec<Option<u32>> =
            (0..n_objects).map(|object| self.population.owner_of_object(self.simulation, object)).collect();
        for (slot, data) in self.simulation.layout.slots.iter().enumerate() {
            if data.sort != Sort::BitVec(TAG + 64) || self.simulation.returned.contains(&slot) {
                continue;
            }
            let tag = self.terms.extract(self.simulation.variables[slot], 64, TAG);
            for (object, &owner) in of_objects.iter().enumerate() {
                if owner.is_some() && owner != owners[slot] {
                    let own = self.terms.number(TAG, object as u128 + 1);
                    nowhere.push((self.terms.eq(tag, own), self.terms.falsity()));
                }
            }
        }
        let mut known = Substitution::from_pairs(nowhere);
        let before = settled(self.terms, &mut known, under.guard);
        for (value, variable) in state.iter_mut().zip(&self.simulation.variables) {
            if value != variable {
                *value = settled(self.terms, &mut known, *value);
            }
        }
        let changed: Vec<Term> = (0..state.len())
            .filter(|&slot| is_foreign(self.simulation, slot) && state[slot] != self.simulation.variables[slot])
            .map(|slot| state[slot])
            .collect();
        let leaks = self.leads_to(&changed, &private);
        let leaks = settled(self.terms, &mut known, leaks);
        let (created, mut guard) = (under.created, before);
        let condition = self.terms.and(guard, leaks);
        if condition != self.terms.falsity() {
            let end = End::Unsupported("the address of a local that reaches other threads".to_owned());
            let span = self.simulation.task.program.procedures[self.simulation.task.program.main].span;
            let to = To::End(Ending { condition, end, span });
            found.push(Step { guard: condition, state: Vec::new(), created, to });
            let keeps = self.terms.not(leaks);
            guard = self.terms.and(guard, keeps);
        }
        if guard != self.terms.falsity() {
            found.push(Step { guard, state, created, to: To::Place(under.at) });
        }
    }

    /// The condition that one of the pointers leads to one of the objects.
    fn leads_to(&mut self, pointers: &[Term], objects: &[usize]) -> Term {
        let mut any = Vec::new();
        for &pointer in pointers {
            let tag = self.terms.extract(pointer, 64, TAG);
            for &object in objects {
                let own = self.terms.number(TAG, object as u128 + 1);
                any.push(self.terms.eq(tag, own));
            }
        }
        self.terms.or_all(&any)
    }

    /// Executes one transition.
    fn take(&mut self, under: &Under, place: Place, transition: Transition) -> Taken {
        let procedure = self.simulation.procedure(place.context);
        let data = self.simulation.automata[procedure].transitions[transition].clone();
        let mut threads = vec![ThreadAt { status: Status::Gone, is_detached: false }; self.copy as usize + 1];
        threads[self.copy as usize].status = Status::At(place);
        let partial =
            Partial { taken: Vec::new(), guard: under.guard, state: under.state.clone(), threads, passed: Vec::new() };
        // Calls and synchronization objects may extend the layout, so they are handled before the transition is executed.
        let called = match &data.effect {
            Effect::Call { callee, .. } => {
                let callee = procedure_of(self.terms, self.simulation, &partial, self.copy, place, callee);
                Some(self.simulation.enter_callee(place.context, transition, callee, &data, self.copy))
            }
            Effect::Synchronize { operation, operands, .. } => {
                self.simulation.find_objects(self.terms, &partial, self.copy, place, *operation, operands);
                None
            }
            _ => None,
        };
        let newborn = match &data.effect {
            Effect::Spawn { start, .. } => {
                let start = procedure_of(self.terms, self.simulation, &partial, self.copy, place, start);
                start.and_then(|start| {
                    let kind = self.population.created(self.simulation, self.copy, place.context, transition, start)?;
                    let copy = *self.population.kinds[kind].copies.last()?;
                    Some((kind, copy, self.simulation.starts[&(copy, start)]))
                })
            }
            _ => None,
        };
        self.simulation.name_slots(self.terms);
        let mut symbolic = self.simulation.symbolic(self.terms, &partial, self.copy, place, data.span);
        let taking = Taking { simulation: self.simulation, population: self.population, copy: self.copy, place };
        let next = taking.next(&mut symbolic, &partial, &data, called, newborn).unwrap_or_default();
        let falsity = symbolic.terms.falsity();
        let Symbolic { endings, ends_unseen, .. } = symbolic;
        let mut passed = under.passed.clone();
        passed.push(place);
        let mut goes_on = Vec::new();
        for (next, at) in next.into_iter().filter(|(next, _)| next.guard != falsity) {
            let mut state = next.state;
            let mut created = under.created;
            if let Some((_, copy, _)) = newborn {
                created = Some(copy);
                self.begin(&mut state, copy);
            }
            goes_on.push(Under { guard: next.guard, state, created, at, passed: passed.clone() });
        }
        Taken { next: goes_on, endings, ends_unseen }
    }

    /// Initializes the thread-local globals of a new thread.
    fn begin(&self, state: &mut [Term], copy: u32) {
        for (global, data) in self.simulation.task.program.globals.iter() {
            if data.is_thread_local {
                let object = self.simulation.layout.global(copy, global);
                for slot in slots_of(self.simulation.layout.objects[object].cells.as_ref()) {
                    if let Some(&value) = self.initial.get(slot) {
                        state[slot] = value;
                    }
                }
            }
        }
    }
}

/// The execution of one transition.
struct Taking<'t, 'a> {
    simulation: &'t Simulation<'a>,
    population: &'t Population,
    copy: u32,
    place: Place,
}

impl Taking<'_, '_> {
    fn next(
        &self,
        symbolic: &mut Symbolic<'_>,
        partial: &Partial,
        data: &TransitionData,
        called: Option<Called>,
        newborn: Option<(usize, u32, usize)>,
    ) -> Evaluated<Vec<(Next, Option<Place>)>> {
        let to = Some(Place { location: data.to, ..self.place });
        if self.copy != 0 && mentions_own_id(data) {
            return symbolic.unsupported("a thread that asks for its own id, for the compositional engine");
        }
        match &data.effect {
            Effect::Return(value) if self.simulation.layout.contexts[self.place.context].caller.is_none() => {
                self.simulation.leave(symbolic, self.place.context, value.as_ref())?;
                // Returning from main ends the process. The clauses let the other threads continue, which only adds executions.
                if self.copy == 0 { Ok(Vec::new()) } else { Ok(vec![self.end(symbolic)]) }
            }
            Effect::Exit(value) => {
                if let Some(value) = value {
                    symbolic.value(value)?;
                }
                Ok(vec![self.end(symbolic)])
            }
            Effect::Spawn { argument, id, is_detached, result, .. } => {
                let Some((kind, _, context)) = newborn else {
                    return symbolic.unsupported("a thread that starts with a function that is not known");
                };
                let (is_detached, result) = (is_detached.as_ref(), *result);
                self.population.create(symbolic, &Creation { kind, context, argument, id, is_detached, result })?;
                Ok(vec![(Next::of(symbolic, Vec::new(), None), to)])
            }
            // The thread may have to wait inside of the section, where views have no location for it.
            Effect::Join { .. } if to.is_some_and(|to| to.depth > 0) => {
                symbolic.unsupported("waiting inside of an atomic section")
            }
            Effect::Join { thread, value, result } => {
                let ways = self.population.join(symbolic, self.copy, thread, (*value, *result))?;
                Ok(ways.into_iter().map(|way| (way, to)).collect())
            }
            Effect::Synchronize { operation: Synchronization::ThreadDetach, operands, result } => {
                symbolic.value(&operands[0])?;
                self.population.any_code(symbolic, *result)?;
                Ok(vec![(Next::of(symbolic, Vec::new(), None), to)])
            }
            Effect::Synchronize { operation, .. }
                if matches!(operation.family(), SynchronizationFamily::ReadWrite | SynchronizationFamily::Once) =>
            {
                symbolic.unsupported(&format!("{operation:?}, for the compositional engine"))
            }
            _ => {
                let next = self.simulation.effect(symbolic, partial, self.copy, self.place, data, called, None)?;
                let at = |next: &Next| match next.threads[self.copy as usize].status {
                    Status::At(place) => Some(place),
                    Status::Ended | Status::Gone => None,
                };
                Ok(next.into_iter().map(|next| (at(&next), next)).map(|(at, next)| (next, at)).collect())
            }
        }
    }

    fn end(&self, symbolic: &mut Symbolic<'_>) -> (Next, Option<Place>) {
        self.population.end(symbolic, self.copy);
        (Next::of(symbolic, Vec::new(), None), None)
    }
}

/// The position of a location in program order, with calls inlined. Later locations are continued later, so that the paths of branches are
/// merged behind the branches. The order affects the number of paths only.
#[derive(Default)]
struct Ranks {
    of_callers: HashMap<usize, Vec<usize>>,
}

impl Ranks {
    fn of(&mut self, simulation: &Simulation<'_>, place: Option<Place>) -> Vec<usize> {
        let Some(place) = place else { return vec![usize::MAX] };
        let mut rank = self.of_callers(simulation, place.context);
        rank.push(place.location.index());
        rank
    }

    fn of_callers(&mut self, simulation: &Simulation<'_>, context: usize) -> Vec<usize> {
        if let Some(known) = self.of_callers.get(&context) {
            return known.clone();
        }
        let caller = simulation.callees.iter().find(|&(_, &callee)| callee == context).map(|(&key, _)| key);
        let rank = match caller {
            None => Vec::new(),
            Some((caller, transition)) => {
                let mut rank = self.of_callers(simulation, caller);
                rank.push(simulation.automata[simulation.procedure(caller)].transitions[transition].from.index());
                rank
            }
        };
        self.of_callers.insert(context, rank.clone());
        rank
    }
}

/// The conjuncts of a Bool term.
fn conjuncts(terms: &Terms, term: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut pending = vec![term];
    while let Some(term) = pending.pop() {
        match terms.op(term) {
            Op::And => pending.extend(terms.arguments(term)),
            Op::Bool(true) => {}
            _ if !found.contains(&term) => found.push(term),
            _ => {}
        }
    }
    found.sort_unstable();
    found
}

/// Whether a transition reads the id of its thread.
fn mentions_own_id(data: &TransitionData) -> bool {
    struct Finds(bool);
    impl Visitor for Finds {
        fn expr(&mut self, expr: &Expr) {
            self.0 |= matches!(expr.kind, ExprKind::SelfId);
        }
    }
    let mut finds = Finds(false);
    walk_effect(&data.effect, &mut finds);
    if let Some(guard) = &data.guard {
        walk_expr(&guard.condition, &mut finds);
    }
    finds.0
}

/// Applies a substitution until the term does not change any more.
fn settled(terms: &mut Terms, known: &mut Substitution, term: Term) -> Term {
    let mut settled = term;
    loop {
        let next = known.apply(terms, settled);
        if next == settled {
            return settled;
        }
        settled = next;
    }
}

/// The slot of each variable.
pub fn slots_by_variable(simulation: &Simulation<'_>) -> HashMap<Term, Slot> {
    simulation.variables.iter().enumerate().map(|(slot, &variable)| (variable, slot)).collect()
}
