//! Controls: the combinations for which there are predicates. A control has the locations of all threads, and some known constants.
//!
//! Two explorations choose which slots are part of the control: first only slots that decide how threads are created, joined and locked
//! out; then also other relevant slots with few values. Every choice is sound: a slot with a value in the control is not a parameter of the
//! predicate.

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

/// The most controls: in the first exploration, and in the second one, which tracks more slots.
const CONTROLS: Limits = Limits { lazy: 2_000, eager: 5_000 };

/// The same if each creation starts at most one thread, since a smaller number of threads then proves nothing. Only controls that can reach
/// an ending are limited as usual: the solver sees these alone.
const CONTROLS_OF_FIXED_THREADS: Limits = Limits { lazy: 20_000, eager: 40_000 };

/// The most controls of the second exploration that can reach an ending, unless the first exploration has more.
const DIFFICULT: usize = 150;

/// The most values of a tracked essential slot.
const ESSENTIAL_VALUES: usize = 40;

/// The most values of another tracked slot.
const VALUES: usize = 16;

/// The most violations whose first paths are tried first.
const HUNCHES: usize = 12;

/// The state of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// It is at a location.
    At(Place),
    /// It has ended.
    Ended,
    /// It has ended, and its id is no longer valid.
    Gone,
}

/// A thread in a control.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ThreadAt {
    /// The state.
    pub status: Status,
    /// Whether it is detached.
    pub is_detached: bool,
}

/// The state of all threads, with known constants.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Control {
    /// The threads that were created, in order.
    pub threads: Vec<ThreadAt>,
    /// Slots with constant values.
    pub values: BTreeMap<Slot, Term>,
}

/// A path from a control to another one or to an ending.
#[derive(Clone, Debug)]
pub struct Way {
    /// The start; `None` for the start of the program.
    pub from: Option<usize>,
    /// The transitions.
    pub taken: Vec<Taken>,
    /// The condition.
    pub guard: Term,
    /// The target.
    pub to: Goal,
}

/// The target of a path.
#[derive(Clone, Debug)]
pub enum Goal {
    /// A control, with the values of the slots.
    Control(usize, Vec<Term>),
    /// An ending.
    End(Ending),
}

/// All controls and the paths between them.
pub struct Exploration {
    /// The controls.
    pub controls: Vec<Control>,
    /// The paths.
    pub ways: Vec<Way>,
    /// For termination: all paths are needed, also those that reach no ending.
    pub is_all_asked: bool,
}

/// Why there is no exploration: too many controls, or a cancelled run.
#[derive(Debug)]
pub struct TooLarge;

/// Limits for the number of controls.
#[derive(Clone, Copy)]
struct Limits {
    lazy: usize,
    eager: usize,
}

enum Failed {
    /// Too many controls, or a cancelled run.
    Large,
    /// A slot with too many values.
    Many(Slot),
}

impl Exploration {
    /// Explores all controls.
    ///
    /// # Errors
    /// If there are too many controls, or the run was cancelled.
    pub fn of(terms: &mut Terms, simulation: &mut Simulation<'_>, cx: &Context) -> Result<Exploration, TooLarge> {
        let mut tracked = simulation.essential.clone();
        let is_fixed = simulation.has_fixed_threads && simulation.property != Property::Termination;
        let limits = if is_fixed { CONTROLS_OF_FIXED_THREADS } else { CONTROLS };
        let first = Self::within(terms, simulation, cx, &mut tracked, limits.lazy)?;
        let matters = relevant(terms, simulation, &first);
        let arrays = |slot: &Slot| matches!(simulation.layout.slots[*slot].sort, Sort::Array { .. });
        let mut more: BTreeSet<Slot> = matters.into_iter().filter(|slot| !arrays(slot)).collect();
        // Slots that had too many values would have them again.
        more.retain(|slot| !simulation.essential.contains(slot) || tracked.contains(slot));
        more.extend(tracked.iter().copied());
        let count = |exploration: &Exploration| exploration.leads_to_an_end().iter().filter(|&&leads| leads).count();
        let found = match Self::within(terms, simulation, cx, &mut more, limits.eager) {
            Ok(second) if count(&second) <= DIFFICULT.max(count(&first)) => second,
            Ok(_) | Err(TooLarge) => first,
        };
        if count(&found) <= CONTROLS.lazy { Ok(found) } else { Err(TooLarge) }
    }

    /// The controls from which an ending can be reached. For termination these are all controls.
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

    /// The paths by which the controls in front of the first violations were found: these paths may already suffice for a violation.
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

/// The threads that may be picked: all running threads, unless one of them is inside of a block.
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

/// Whether the value of a slot may matter at a control.
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

/// The initial state.
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

/// Whether some bytes of an object in a global are not zero initially.
fn has_initial_bytes(simulation: &Simulation<'_>, object: usize, offset: u64, size: u64) -> bool {
    let program = &simulation.task.program;
    program.globals.iter().any(|(global, data)| {
        simulation.layout.objects_of(global).contains(&object)
            && (data.is_external
                || data.initial.iter().any(|part| part.offset + 8 > offset && part.offset < offset + size))
    })
}
