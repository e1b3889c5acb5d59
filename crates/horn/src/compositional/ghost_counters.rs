//! Ghost counters: ghost variables that count how many threads of a template were created and how often threads wrote a variable.
//!
//! Many threads may each write a computed value, as in `t = x; x = t + 1`. Views alone do not bound such a variable; the number of its
//! writes does. A thread passes a location to which it never returns at most once. So a variable that is written at such locations only was
//! written at most (threads times locations) times, minus one for each such location that is still ahead of a member of the view. Ghost
//! variables count threads and writes, and no step of the program reads them. The bound is a premise of all clauses, like those of
//! [`super::counters`]. The Horn solver finds the rest: that `x` is at most the number of its writes, and that the creating loop creates at
//! most one thread per iteration.
//!
//! Rules: a write of a constant is not counted; it sets the count to the constant. So the bound starts with the largest of these constants.
//! If more threads were created than the count can hold without wrapping, there is no bound. Nothing is counted if threads are created in a
//! loop without a loop counter: no bound would follow, and the ghost variables multiply the number of queries.
//!
//! Not found: variables that threads decrement; writes in bounded loops; threads that are created by many threads, though each creates few.

use std::collections::{BTreeMap, BTreeSet};

use raddle_logic::sort::Sort;
use raddle_logic::term::{Term, Terms};
use raddle_logic::traverse::variables_of;

use crate::compositional::changers::leaves;
use crate::compositional::population::{Population, shared_slot};
use crate::compositional::steps::Steps;
use crate::compositional::walk::{Step, To};
use crate::sequentialize::simulation::{Place, Simulation};
use crate::symbolic::layout::Slot;

/// The most variables with a ghost counter.
const GHOST_COUNTERS: usize = 2;

/// The most locations that write such a variable.
const PLACES: u128 = 16;

/// The largest constant that may be assigned to such a variable.
const CONSTANTS: u128 = 1 << 16;

/// The ghost counter of a variable.
struct GhostCounter {
    slot: Slot,
    width: u32,
    written: Slot,
    /// By template: the locations of the counted writes.
    places: Vec<BTreeSet<Place>>,
    /// By template that is not single and writes the variable: the ghost variable that counts its created threads.
    created: BTreeMap<usize, Slot>,
    /// The bound before any thread is created: the largest assigned constant, plus one for each counted write of a single template.
    start: u128,
    /// The number of created threads of a template up to which the bound cannot wrap.
    limit: u128,
    /// A ghost bit: more threads than `limit` were created.
    are_more: Slot,
}

/// The ghost counters of a program.
pub struct GhostCounters {
    all: Vec<GhostCounter>,
    /// By location of a first copy: the locations that the thread may still reach, itself included.
    ahead: BTreeMap<Place, BTreeSet<Place>>,
    /// Locations with a step that ends the thread.
    last: BTreeSet<Place>,
}

impl GhostCounters {
    /// The ghost counters of shared variables that templates with many threads write. Adds their ghost variables to the layout and to all
    /// steps.
    pub fn of(
        terms: &mut Terms,
        simulation: &mut Simulation<'_>,
        population: &Population,
        shared: &[Slot],
        steps: &mut Steps,
    ) -> GhostCounters {
        let mut ghost_counters = GhostCounters { all: Vec::new(), ahead: ahead(population, steps), last: last(steps) };
        for &slot in shared {
            let ghost_counter = ghost_counters.ghost_counter(terms, simulation, population, slot, steps);
            ghost_counters.all.extend(ghost_counter);
            if ghost_counters.all.len() == GHOST_COUNTERS {
                break;
            }
        }
        simulation.name_slots(terms);
        for ghost_counter in &ghost_counters.all {
            let begins = steps.initial[ghost_counter.slot];
            steps.initial.resize(simulation.variables.len(), terms.falsity());
            steps.initial[ghost_counter.written] = begins;
            for &created in ghost_counter.created.values() {
                steps.initial[created] = terms.number(ghost_counter.width, 0);
            }
            steps.initial[ghost_counter.are_more] = terms.number(1, 0);
        }
        for step in steps.of.values_mut().flatten().filter(|step| matches!(step.to, To::Place(_))) {
            step.state.extend(&simulation.variables[step.state.len()..]);
            ghost_counters
                .all
                .iter()
                .for_each(|ghost_counter| ghost_counter.watch(terms, simulation, population, step));
        }
        ghost_counters
    }

    /// The ghost variables.
    pub fn slots(&self) -> impl Iterator<Item = Slot> + '_ {
        self.all.iter().flat_map(|ghost_counter| {
            [ghost_counter.written, ghost_counter.are_more].into_iter().chain(ghost_counter.created.values().copied())
        })
    }

    /// The ghost counter of a variable; `None` if a counted write may be executed twice by one thread, or no bound would follow.
    fn ghost_counter(
        &self,
        terms: &Terms,
        simulation: &mut Simulation<'_>,
        population: &Population,
        slot: Slot,
        steps: &Steps,
    ) -> Option<GhostCounter> {
        let Sort::BitVec(width @ (32 | 64)) = terms.sort(simulation.variables[slot]) else { return None };
        let mut largest = constant(terms, *steps.initial.get(slot)?)?;
        let mut places = vec![BTreeSet::new(); population.kinds.len()];
        for (&(copy, place), found) in &steps.of {
            for step in found.iter().filter(|step| matches!(step.to, To::Place(_))) {
                match write(terms, simulation, slot, step) {
                    Write::None => {}
                    Write::Constant(constant) => largest = largest.max(constant?),
                    Write::Counts => {
                        let comes_back = |to: &Place| self.ahead[to].contains(&place);
                        if found.iter().any(|step| matches!(&step.to, To::Place(Some(to)) if comes_back(to))) {
                            return None;
                        }
                        places[population.kind_of[copy as usize]].insert(place);
                    }
                }
            }
        }
        let writers = (0..places.len()).filter(|&kind| !places[kind].is_empty());
        let (single, many): (Vec<usize>, Vec<usize>) = writers.partition(|&kind| population.kinds[kind].is_single);
        let [of_single, of_many] =
            [&single, &many].map(|kinds| kinds.iter().map(|&kind| places[kind].len() as u128).sum::<u128>());
        if many.is_empty()
            || of_single + of_many > PLACES
            || !many.iter().all(|&kind| self.ends(terms, simulation, population, kind, steps))
        {
            return None;
        }
        let start = largest + of_single;
        let name = simulation.layout.slots[slot].name.clone();
        let mut ghost = |what: String, width: u32| shared_slot(simulation, format!("{what} {name}"), width);
        Some(GhostCounter {
            slot,
            width,
            written: ghost("writes of".to_owned(), width),
            created: many.iter().map(|&kind| (kind, ghost(format!("threads of kind {kind} for"), width))).collect(),
            are_more: ghost("too many threads for".to_owned(), 1),
            places,
            start,
            limit: ((1 << width) - 1 - start) / of_many,
        })
    }

    /// Whether the creations of threads of a template can be bounded: every creating thread may stop creating, and if the creation is on a
    /// cycle, some step of the cycle increments a loop counter.
    fn ends(
        &self,
        terms: &Terms,
        simulation: &Simulation<'_>,
        population: &Population,
        kind: usize,
        steps: &Steps,
    ) -> bool {
        let creates = |step: &Step| step.created.is_some_and(|child| population.kind_of[child as usize] == kind);
        steps.of.iter().filter(|(_, found)| found.iter().any(creates)).all(|(&(copy, place), found)| {
            let comes_back = |step: &Step| matches!(&step.to, To::Place(Some(to)) if self.ahead[to].contains(&place));
            let mut around = self.ahead[&place].iter().filter_map(|at| steps.of.get(&(copy, *at))).flatten();
            let leaves = |next: &Place| !self.ahead[next].contains(&place);
            self.ahead[&place].iter().any(|next| leaves(next) || self.last.contains(next))
                && (!found.iter().any(|step| creates(step) && comes_back(step))
                    || around.any(|step| comes_back(step) && counts(terms, simulation, step)))
        })
    }

    /// The bounds on the writes in states with distinct threads of these templates at these locations (`None`: ended).
    pub fn say(&self, terms: &mut Terms, simulation: &Simulation<'_>, threads: &[(usize, Option<Place>)]) -> Term {
        let mut said = terms.truth();
        for ghost_counter in &self.all {
            let width = ghost_counter.width;
            let ahead = |&(kind, at): &(usize, Option<Place>)| match at {
                Some(place) => self.ahead[&place].intersection(&ghost_counter.places[kind]).count(),
                None => 0,
            };
            let not_yet: usize = threads.iter().map(ahead).sum();
            let mut most = terms.number(width, ghost_counter.start);
            for (&kind, &created) in &ghost_counter.created {
                let created = simulation.variables[created];
                let times = terms.number(width, ghost_counter.places[kind].len() as u128);
                let of_kind = terms.bv_mul(times, created);
                most = terms.bv_add(most, of_kind);
            }
            let not_yet = terms.number(width, not_yet as u128);
            let all = terms.bv_add(simulation.variables[ghost_counter.written], not_yet);
            let is_kept = terms.bv_ule(all, most);
            let are_more = terms.bit(simulation.variables[ghost_counter.are_more], 0);
            let is_said = terms.or(are_more, is_kept);
            said = terms.and(said, is_said);
        }
        said
    }
}

impl GhostCounter {
    /// Adds the assignments to the ghost variables to a step.
    fn watch(&self, terms: &mut Terms, simulation: &Simulation<'_>, population: &Population, step: &mut Step) {
        let before = simulation.variables[self.written];
        let one = terms.number(self.width, 1);
        step.state[self.written] = match write(terms, simulation, self.slot, step) {
            Write::None => before,
            Write::Constant(_) => step.state[self.slot],
            Write::Counts => terms.bv_add(before, one),
        };
        let kind = step.created.map(|child| population.kind_of[child as usize]);
        if let Some(&slot) = kind.and_then(|kind| self.created.get(&kind)) {
            let before = simulation.variables[slot];
            let limit = terms.number(self.width, self.limit);
            let is_full = terms.bv_ule(limit, before);
            let (yes, known) = (terms.number(1, 1), simulation.variables[self.are_more]);
            step.state[self.are_more] = terms.ite(is_full, yes, known);
            // The count stays affine, even where it wraps: from then on `are_more` disables the bound.
            step.state[slot] = terms.bv_add(before, one);
        }
    }
}

/// Whether a step assigns to some integer variable a value that depends on its old value only, as a loop counter does.
fn counts(terms: &Terms, simulation: &Simulation<'_>, step: &Step) -> bool {
    simulation.variables.iter().zip(&step.state).any(|(&variable, &value)| {
        matches!(terms.sort(variable), Sort::BitVec(8 | 16 | 32 | 64))
            && value != variable
            && variables_of(terms, &[value]) == [variable]
    })
}

/// The effect of a step on a variable.
enum Write {
    None,
    /// An assignment of a constant; `None` if the constant is too large.
    Constant(Option<u128>),
    Counts,
}

fn write(terms: &Terms, simulation: &Simulation<'_>, slot: Slot, step: &Step) -> Write {
    let variable = simulation.variables[slot];
    let value = step.state.get(slot).copied().unwrap_or(variable);
    if value == variable {
        return Write::None;
    }
    if terms.is_constant(value) {
        return Write::Constant(constant(terms, value));
    }
    let is_known = |leaf: &Term| *leaf == variable || terms.is_constant(*leaf);
    if leaves(terms, value).is_some_and(|leaves| leaves.iter().all(is_known)) { Write::None } else { Write::Counts }
}

fn constant(terms: &Terms, term: Term) -> Option<u128> {
    terms.constant_bits(term)?.to_u128().filter(|&number| number <= CONSTANTS)
}

/// For each location, the locations that the thread may still reach.
fn ahead(population: &Population, steps: &Steps) -> BTreeMap<Place, BTreeSet<Place>> {
    let mut ahead = BTreeMap::new();
    for (kind, places) in population.kinds.iter().zip(&steps.places) {
        for &from in places {
            let mut found = BTreeSet::new();
            let mut pending = vec![from];
            while let Some(place) = pending.pop() {
                if found.insert(place) {
                    let next = steps.of[&(kind.copies[0], place)].iter().filter_map(|step| match step.to {
                        To::Place(to) => to,
                        To::End(_) => None,
                    });
                    pending.extend(next);
                }
            }
            ahead.insert(from, found);
        }
    }
    ahead
}

/// The locations with a step that ends the thread.
fn last(steps: &Steps) -> BTreeSet<Place> {
    let ends = |found: &[Step]| found.iter().any(|step| matches!(step.to, To::Place(None)));
    steps.of.iter().filter(|(_, found)| ends(found)).map(|(&(_, place), _)| place).collect()
}
