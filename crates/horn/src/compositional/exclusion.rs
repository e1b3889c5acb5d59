//! Mutual exclusion by location: which pairs of locations two threads never occupy at the same time.
//!
//! There are two sources. Before main creates its first thread, main is alone. And a lock has at most one holder.
//!
//! Rule. Call the initial value of a shared variable *free*. The variable is a lock if each step of each thread does one of the following,
//! as far as the thread's location determines whether it holds the lock:
//! - it does not change the variable;
//! - it sets the variable to a constant where the variable is certainly free (it takes the lock);
//! - it sets the variable to a constant while the thread certainly holds the lock, or while main is alone (the constant *free* releases
//!   it).
//!
//! Every step preserves two facts: the variable is free if and only if no thread holds it, and no two threads hold it. So two threads are
//! never at locations where both certainly hold the same lock, and the clauses need no view with both. Such variables are the owners of
//! mutexes, and also flags that the program sets and waits for.
//!
//! Unsupported: a step with merged branches, if the lock is taken or released on some of them only.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use raddle_logic::sat::{Cadical, SatResult};
use raddle_logic::solver::Solver;
use raddle_logic::sort::Sort;
use raddle_logic::term::{Term, Terms};
use raddle_logic::traverse::Substitution;

use crate::compositional::changers::leaves;
use crate::compositional::population::Population;
use crate::compositional::steps::Steps;
use crate::compositional::walk::{Step, To};
use crate::sequentialize::simulation::{Place, Simulation};
use crate::symbolic::layout::Slot;

/// Where main is alone, and which locks are held at each location. Locations are those of the first copy of a thread template.
pub struct Exclusion {
    /// The locations of main before the first thread creation.
    alone: BTreeSet<Place>,
    held: HashMap<Place, BTreeSet<Slot>>,
}

impl Exclusion {
    /// Finds the locks among variables that all threads share.
    pub fn of(
        terms: &mut Terms,
        simulation: &Simulation<'_>,
        population: &Population,
        shared: &[Slot],
        Steps { initial, of: steps, .. }: &Steps,
    ) -> Exclusion {
        let mut found = Exclusion { alone: alone(steps), held: HashMap::new() };
        for &slot in shared {
            let variable = simulation.variables[slot];
            let is_number = matches!(terms.sort(variable), Sort::BitVec(width) if width <= 64);
            let Some(&free) = initial.get(slot).filter(|&&free| is_number && terms.is_constant(free)) else { continue };
            let mut lock = Lock { terms, steps, alone: &found.alone, slot, variable, free };
            let held: Option<Vec<Vec<Place>>> = population
                .kinds
                .iter()
                .map(|kind| {
                    let context = simulation.starts[&(kind.copies[0], kind.start)];
                    let entry = Place { context, location: simulation.automata[kind.start].entry, depth: 0 };
                    lock.held(kind.copies[0], entry)
                })
                .collect();
            for place in held.into_iter().flatten().flatten() {
                found.held.entry(place).or_default().insert(slot);
            }
        }
        found
    }

    /// Whether the copy is main, at a location where it has not yet created a thread.
    pub fn is_alone(&self, copy: u32, place: Place) -> bool {
        copy == 0 && self.alone.contains(&place)
    }

    /// The locks that a thread certainly holds at a location.
    pub fn at(&self, place: Place) -> impl Iterator<Item = Slot> + '_ {
        self.held.get(&place).into_iter().flatten().copied()
    }

    /// The locks that a set of distinct threads holds, each thread at its location or ended (`None`). The result is `None` if the threads
    /// cannot be at these locations at the same time.
    pub fn held_by(&self, threads: &[(u32, Option<Place>)]) -> Option<BTreeSet<Slot>> {
        let places = || threads.iter().filter_map(|&(copy, at)| Some((copy, at?)));
        if threads.len() > 1 && places().any(|(copy, place)| self.is_alone(copy, place)) {
            return None;
        }
        let mut held = BTreeSet::new();
        let is_new = places().flat_map(|(_, place)| self.at(place)).all(|lock| held.insert(lock));
        is_new.then_some(held)
    }
}

/// The locations of main before the first thread creation.
fn alone(steps: &BTreeMap<(u32, Place), Vec<Step>>) -> BTreeSet<Place> {
    let of_main = || steps.iter().filter(|&(&(copy, _), _)| copy == 0);
    let to = |step: &Step| if let To::Place(to) = step.to { to } else { None };
    let created = of_main().flat_map(|(_, steps)| steps).filter(|step| step.created.is_some());
    let mut accompanied = BTreeSet::new();
    let mut pending: Vec<Place> = created.filter_map(to).collect();
    while let Some(place) = pending.pop() {
        if accompanied.insert(place) {
            pending.extend(steps.get(&(0, place)).into_iter().flatten().filter_map(to));
        }
    }
    of_main().map(|(&(_, place), _)| place).filter(|place| !accompanied.contains(place)).collect()
}

/// A candidate variable, during the check whether it is a lock.
struct Lock<'a> {
    terms: &'a mut Terms,
    steps: &'a BTreeMap<(u32, Place), Vec<Step>>,
    alone: &'a BTreeSet<Place>,
    slot: Slot,
    variable: Term,
    free: Term,
}

/// Whether a thread holds the lock at a location.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Yes,
    No,
    /// The thread holds the lock on some paths to the location only.
    Perhaps,
}

impl Lock<'_> {
    /// The locations at which a copy certainly holds the lock; `None` if a step of the copy shows that the variable is no lock.
    fn held(&mut self, copy: u32, entry: Place) -> Option<Vec<Place>> {
        let mut holds = BTreeMap::from([(entry, Holds::No)]);
        let mut pending = vec![entry];
        while let Some(place) = pending.pop() {
            let before = holds[&place];
            for step in self.steps.get(&(copy, place)).into_iter().flatten() {
                let To::Place(to) = step.to else { continue };
                let is_alone = copy == 0 && self.alone.contains(&place);
                let behind = self.behind(step, before, is_alone)?;
                let Some(to) = to else { continue };
                let known = holds.get(&to).copied();
                let joined = if known.is_none_or(|known| known == behind) { behind } else { Holds::Perhaps };
                if known != Some(joined) {
                    holds.insert(to, joined);
                    pending.push(to);
                }
            }
        }
        Some(holds.into_iter().filter(|&(_, holds)| holds == Holds::Yes).map(|(place, _)| place).collect())
    }

    /// Whether the thread holds the lock after a step; `None` if the step shows that the variable is no lock.
    fn behind(&mut self, step: &Step, before: Holds, is_alone: bool) -> Option<Holds> {
        let value = step.state.get(self.slot).copied().unwrap_or(self.variable);
        if value == self.variable {
            return Some(before);
        }
        let is_free = self.is_free_before(step);
        let mut known = Substitution::from_pairs(is_free.then_some((self.variable, self.free)));
        let value = known.apply(self.terms, value);
        let leaves = leaves(self.terms, value)?;
        if !leaves.iter().all(|&leaf| self.terms.is_constant(leaf)) {
            return None;
        }
        let is_set_free = leaves.contains(&self.free);
        if is_set_free && leaves.len() > 1 {
            return None;
        }
        let may_set_it = before == Holds::Yes || is_alone || is_free;
        may_set_it.then_some(if is_set_free { Holds::No } else { Holds::Yes })
    }

    /// Whether the guard of a step implies that the lock is free.
    fn is_free_before(&mut self, step: &Step) -> bool {
        let is_taken = self.terms.ne(self.variable, self.free);
        let possible = self.terms.and(step.guard, is_taken);
        if possible == self.terms.falsity() {
            return true;
        }
        let mut solver = Solver::new(Cadical::new());
        solver.assert(self.terms, possible);
        solver.check(self.terms, &[]) == SatResult::Unsat
    }
}
