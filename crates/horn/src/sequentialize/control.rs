//! Controls: what the predicates stand for. Where each thread stands, and what is known as a constant there.
//!
//! What may be known as a constant is chosen in two explorations: first only what decides how threads are made, joined and
//! locked out; then whatever else matters and has few values. Every choice is right: a value that is part of the control is no
//! parameter of the predicate.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use raddle_logic::sort::Sort;
use raddle_logic::term::{Term, Terms};

use raddle_program::property::Property;

use crate::sequentialize::clauses::relevant;
use crate::sequentialize::path::{After, paths};
use crate::sequentialize::simulation::{Place, Simulation};
use crate::sequentialize::synchronize::{OPAQUE, family_size};
use crate::symbolic::encoded::Taken;
use crate::symbolic::layout::{Slot, zero_of};
use crate::symbolic::start::{globals, wild_pointers};
use crate::symbolic::step::Ending;
use raddle_verify::context::Context;

/// How many controls there may be: as a rule, and while more is tracked than need be.
const CONTROLS: Limits = Limits { lazy: 2_000, eager: 5_000 };

/// The same where each creation starts one thread at most, so that following fewer threads proves nothing. No more than the lazy
/// ones as a rule may lead to an end: solvers see these alone.
const CONTROLS_OF_FIXED_THREADS: Limits = Limits { lazy: 20_000, eager: 40_000 };

/// How many of them may lead to an end.
const DIFFICULT: usize = 150;

/// How many values an essential slot may have and be tracked.
const ESSENTIAL_VALUES: usize = 40;

/// How many values another slot may have and be tracked.
const VALUES: usize = 16;

/// How many violations are looked for on the first ways to them.
const HUNCHES: usize = 12;

/// What a thread does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// It stands at a place.
    At(Place),
    /// It has ended.
    Ended,
    /// It has ended, and its id means nothing any more.
    Gone,
}

/// A thread in a control.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ThreadAt {
    /// What it does.
    pub status: Status,
    /// Whether nobody may join it.
    pub is_detached: bool,
}

/// Where all threads stand, and what is known as a constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Control {
    /// The threads that were created, in order.
    pub threads: Vec<ThreadAt>,
    /// Slots that hold constants.
    pub values: BTreeMap<Slot, Term>,
}

/// A way from a control to another one, or to an end.
#[derive(Clone, Debug)]
pub struct Way {
    /// From where; `None` for the start of the program.
    pub from: Option<usize>,
    /// The transitions.
    pub taken: Vec<Taken>,
    /// When.
    pub guard: Term,
    /// Where to.
    pub to: Goal,
}

/// Where a way leads.
#[derive(Clone, Debug)]
pub enum Goal {
    /// To a control, with the values of the slots.
    Control(usize, Vec<Term>),
    /// To an end.
    End(Ending),
}

/// All controls and ways.
pub struct Exploration {
    /// The controls.
    pub controls: Vec<Control>,
    /// The ways.
    pub ways: Vec<Way>,
    /// Whether all of them are asked about, for termination: none may be left out since it leads to no end.
    pub is_all_asked: bool,
}

/// Why there is no exploration: too many controls, or the run was stopped.
#[derive(Debug)]
pub struct TooLarge;

/// How many controls there may be.
#[derive(Clone, Copy)]
struct Limits {
    lazy: usize,
    eager: usize,
}

enum Failed {
    /// Too many controls, or the run was stopped.
    Large,
    /// Slots that have too many values.
    Many(Slot),
}

impl Exploration {
    /// Explores all controls.
    ///
    /// # Errors
    /// If there are too many, or the run was stopped.
    pub fn of(terms: &mut Terms, simulation: &mut Simulation<'_>, cx: &Context) -> Result<Exploration, TooLarge> {
        let mut tracked = simulation.essential.clone();
        let is_fixed = simulation.has_fixed_threads && simulation.property != Property::Termination;
        let limits = if is_fixed { CONTROLS_OF_FIXED_THREADS } else { CONTROLS };
        let first = Self::within(terms, simulation, cx, &mut tracked, limits.lazy)?;
        let matters = relevant(terms, simulation, &first);
        let arrays = |slot: &Slot| matches!(simulation.layout.slots[*slot].sort, Sort::Array { .. });
        let mut more: BTreeSet<Slot> = matters.into_iter().filter(|slot| !arrays(slot)).collect();
        // What had too many values has them again.
        more.retain(|slot| !simulation.essential.contains(slot) || tracked.contains(slot));
        more.extend(tracked.iter().copied());
        let count = |exploration: &Exploration| exploration.leads_to_an_end().iter().filter(|&&leads| leads).count();
        let found = match Self::within(terms, simulation, cx, &mut more, limits.eager) {
            Ok(second) if count(&second) <= DIFFICULT.max(count(&first)) => second,
            Ok(_) | Err(TooLarge) => first,
        };
        if count(&found) <= CONTROLS.lazy { Ok(found) } else { Err(TooLarge) }
    }

    /// The controls from which some ways lead to an end. All others may be whatever they are, unless all ways are asked about.
    pub fn leads_to_an_end(&self) -> Vec<bool> {
        if self.is_all_asked {
            return vec![true; self.controls.len()];
        }
        let mut before = vec![Vec::new(); self.controls.len()];
        let mut leads = vec![false; self.controls.len()];
        let mut pending = Vec::new();
        for way in &self.ways {
            match (way.from, &way.to) {
                (Some(from), Goal::Control(to, _)) => before[*to].push(from),
                (Some(from), Goal::End(_)) => pending.push(from),
                (None, _) => {}
            }
        }
        while let Some(control) = pending.pop() {
            if !std::mem::replace(&mut leads[control], true) {
                pending.extend(&before[control]);
            }
        }
        leads
    }

    /// The ways on which controls were first found from which violations are near: a violation may follow from them alone.
    pub fn first_ways_to_violations(&self) -> BTreeSet<usize> {
        let mut first = vec![None; self.controls.len()];
        for (number, way) in self.ways.iter().enumerate() {
            if let Goal::Control(to, _) = way.to {
                first[to].get_or_insert(number);
            }
        }
        let mut found = BTreeSet::new();
        let violations = self.ways.iter().enumerate().filter(|(_, way)| {
            matches!(&way.to, Goal::End(ending) if matches!(ending.end, crate::symbolic::step::End::Violation(_)))
        });
        for (number, way) in violations.take(HUNCHES) {
            found.insert(number);
            let mut at = way.from;
            while let Some(control) = at {
                let Some(way) = first[control] else { break };
                if !found.insert(way) {
                    break;
                }
                at = self.ways[way].from;
            }
        }
        found
    }

    fn within(
        terms: &mut Terms,
        simulation: &mut Simulation<'_>,
        cx: &Context,
        tracked: &mut BTreeSet<Slot>,
        limit: usize,
    ) -> Result<Exploration, TooLarge> {
        loop {
            match explore(terms, simulation, cx, tracked, limit) {
                Ok(exploration) => return Ok(exploration),
                Err(Failed::Large) => return Err(TooLarge),
                Err(Failed::Many(slot)) => drop(tracked.remove(&slot)),
            }
        }
    }
}

fn explore(
    terms: &mut Terms,
    simulation: &mut Simulation<'_>,
    cx: &Context,
    tracked: &BTreeSet<Slot>,
    limit: usize,
) -> Result<Exploration, Failed> {
    let mut search = Search {
        tracked,
        known: HashMap::new(),
        values: HashMap::new(),
        found: Exploration {
            controls: Vec::new(),
            ways: Vec::new(),
            is_all_asked: simulation.property == Property::Termination,
        },
    };
    let state = initial(terms, simulation);
    let main = simulation.starts[&(0, simulation.task.program.main)];
    let place = Place { context: main, location: simulation.automata[simulation.task.program.main].entry, depth: 0 };
    let threads = vec![ThreadAt { status: Status::At(place), is_detached: false }];
    let to = search.arrive(terms, simulation, threads, state)?;
    search.found.ways.push(Way { from: None, taken: Vec::new(), guard: terms.truth(), to });
    let mut next = 0;
    while next < search.found.controls.len() {
        if cx.cancelled().is_some() || search.found.controls.len() > limit {
            return Err(Failed::Large);
        }
        cx.report("combining places", || format!("{next} of {} combinations", search.found.controls.len()));
        let control = search.found.controls[next].clone();
        for thread in may_go_on(simulation, &control) {
            for path in paths(terms, simulation, &control, thread) {
                let to = match path.after {
                    After::Threads(threads) => search.arrive(terms, simulation, threads, path.state)?,
                    After::End(ending) => Goal::End(ending),
                };
                search.found.ways.push(Way { from: Some(next), taken: path.taken, guard: path.guard, to });
            }
        }
        next += 1;
    }
    Ok(search.found)
}

/// The threads that may be picked: all that run, unless one is inside of a block.
fn may_go_on(simulation: &Simulation<'_>, control: &Control) -> Vec<u32> {
    let mut running = Vec::new();
    for (number, thread) in (0u32..).zip(&control.threads) {
        if let Status::At(place) = thread.status {
            if !simulation.is_cut(place) {
                return vec![number];
            }
            running.push(number);
        }
    }
    running
}

struct Search<'a> {
    tracked: &'a BTreeSet<Slot>,
    known: HashMap<Control, usize>,
    values: HashMap<Slot, BTreeSet<Term>>,
    found: Exploration,
}

impl Search<'_> {
    fn arrive(
        &mut self,
        terms: &Terms,
        simulation: &Simulation<'_>,
        threads: Vec<ThreadAt>,
        state: Vec<Term>,
    ) -> Result<Goal, Failed> {
        let mut control = Control { threads, values: BTreeMap::new() };
        for &slot in self.tracked {
            let Some(&value) = state.get(slot) else { continue };
            if terms.is_constant(value) && is_live(simulation, &control, slot) {
                control.values.insert(slot, value);
                let values = self.values.entry(slot).or_default();
                values.insert(value);
                let granted = if simulation.essential.contains(&slot) { ESSENTIAL_VALUES } else { VALUES };
                if values.len() > granted {
                    return Err(Failed::Many(slot));
                }
            }
        }
        let next = self.found.controls.len();
        let number = *self.known.entry(control.clone()).or_insert(next);
        if number == next {
            self.found.controls.push(control);
        }
        Ok(Goal::Control(number, state))
    }
}

/// Whether what a slot holds may matter where threads stand.
pub fn is_live(simulation: &Simulation<'_>, control: &Control, slot: Slot) -> bool {
    if let Some(thread) = simulation.returned.iter().position(|&returned| returned == slot) {
        return control.threads.get(thread).is_some_and(|thread| thread.status == Status::Ended);
    }
    let Some(owner) = simulation.layout.slots[slot].context else { return true };
    match control.threads.get(simulation.threads[owner] as usize).map(|thread| thread.status) {
        Some(Status::At(place)) => simulation.is_live(place, slot),
        Some(Status::Ended | Status::Gone) | None => false,
    }
}

/// The state at the start.
pub fn initial(terms: &mut Terms, simulation: &mut Simulation<'_>) -> Vec<Term> {
    simulation.name_slots(terms);
    let slots = simulation.layout.slots.clone();
    let mut state: Vec<Term> = slots.iter().map(|slot| terms.fresh(&slot.name, slot.sort)).collect();
    globals(terms, &simulation.task.program, &mut simulation.layout, &mut state);
    let main = simulation.starts[&(0, simulation.task.program.main)];
    wild_pointers(terms, &simulation.layout, main, &mut state);
    for (&(object, offset), sync) in &simulation.sync {
        for slot in [sync.owner, sync.depth, sync.kind] {
            state[slot] = zero_of(terms, slots[slot].sort);
        }
        if has_initial_bytes(simulation, object, offset, family_size(sync.family)) {
            state[sync.kind] = terms.number(8, OPAQUE);
        }
    }
    state
}

/// Whether some bytes of a global are not zero at the start.
fn has_initial_bytes(simulation: &Simulation<'_>, object: usize, offset: u64, size: u64) -> bool {
    let program = &simulation.task.program;
    program.globals.iter().any(|(global, data)| {
        simulation.layout.objects_of(global).contains(&object)
            && (data.is_external
                || data.initial.iter().any(|part| part.offset + 8 > offset && part.offset < offset + size))
    })
}
