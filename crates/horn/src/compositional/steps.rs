//! All steps ([`super::walk`]) of all copies, and the slots that are relevant to them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use raddle_logic::term::{Term, Terms};
use raddle_logic::traverse::variables_of;

use crate::compositional::population::Population;
use crate::compositional::walk::{Step, To, Walk, slots_by_variable};
use crate::sequentialize::control::initial;
use crate::sequentialize::simulation::{Place, Simulation};
use crate::symbolic::layout::Slot;
use crate::symbolic::start::wild_pointers;
use raddle_verify::context::Context;
use raddle_verify::verdict::Reason;

/// The most locations of one thread template.
const PLACES: usize = 400;

/// The steps of all copies.
pub struct Steps {
    /// The initial values of slots.
    pub initial: Vec<Term>,
    /// By copy and by location of the first copy.
    pub of: BTreeMap<(u32, Place), Vec<Step>>,
    /// The locations of each template.
    pub places: Vec<BTreeSet<Place>>,
}

impl Steps {
    /// Computes the steps of all copies from all reachable locations.
    ///
    /// # Errors
    /// The reason why the steps cannot be enumerated, or that the run was cancelled.
    pub fn of(
        terms: &mut Terms,
        simulation: &mut Simulation<'_>,
        population: &mut Population,
        cx: &Context,
    ) -> Result<Steps, Reason> {
        let mut initial = initial(terms, simulation);
        for context in 0..simulation.layout.contexts.len() {
            wild_pointers(terms, &simulation.layout, context, &mut initial);
        }
        for kind in &population.kinds {
            for slot in kind.status.into_iter().chain(kind.id) {
                let width = terms.width(initial[slot]);
                initial[slot] = terms.number(width, 0);
            }
        }
        let mut steps = Steps { initial, of: BTreeMap::new(), places: vec![BTreeSet::new(); population.kinds.len()] };
        for number in 0..population.kinds.len() {
            let kind = &population.kinds[number];
            let (first, start) = (kind.copies[0], kind.start);
            let others: Vec<u32> = match kind.copies.as_slice() {
                [_] => Vec::new(),
                copies => copies[1..copies.len() - 1].to_vec(),
            };
            let context = simulation.starts[&(first, start)];
            let mut pending = vec![Place { context, location: simulation.automata[start].entry, depth: 0 }];
            while let Some(place) = pending.pop() {
                if !steps.places[number].insert(place) {
                    continue;
                }
                if let Some(reason) = cx.cancelled() {
                    return Err(reason);
                }
                if steps.places[number].len() > PLACES {
                    return Err(gave_up("a thread has too many places once its calls are inlined"));
                }
                let found = steps.walk(terms, simulation, population, first, place);
                let next = found.iter().filter_map(|step| match step.to {
                    To::Place(to) => to,
                    To::End(_) => None,
                });
                pending.extend(next);
                steps.of.insert((first, place), found);
            }
            for copy in others {
                for place in steps.places[number].clone() {
                    let moved = population.moved_place(terms, simulation, place, copy);
                    let mut found = steps.walk(terms, simulation, population, copy, moved);
                    for step in &mut found {
                        if let To::Place(Some(to)) = &mut step.to {
                            *to = population.moved_place(terms, simulation, *to, first);
                            if !steps.places[number].contains(to) {
                                return Err(gave_up("copies of a thread take different ways"));
                            }
                        }
                    }
                    steps.of.insert((copy, place), found);
                }
            }
        }
        Ok(steps)
    }

    fn walk(
        &self,
        terms: &mut Terms,
        simulation: &mut Simulation<'_>,
        population: &Population,
        copy: u32,
        place: Place,
    ) -> Vec<Step> {
        Walk { terms, simulation, population, initial: &self.initial, copy }.steps(place)
    }

    /// The slots of first copies on which guards and endings depend.
    pub fn relevant(
        &self,
        terms: &Terms,
        simulation: &Simulation<'_>,
        to_first: &HashMap<Slot, Slot>,
    ) -> BTreeSet<Slot> {
        let slots = slots_by_variable(simulation);
        let first = |slot: Slot| to_first.get(&slot).copied().unwrap_or(slot);
        let mut copies: BTreeMap<Slot, Vec<Slot>> = BTreeMap::new();
        for slot in 0..simulation.layout.slots.len() {
            copies.entry(first(slot)).or_default().push(slot);
        }
        let mut found = BTreeSet::new();
        let mut pending = Vec::new();
        let mut roots: Vec<Term> = self.of.values().flatten().map(|step| step.guard).collect();
        loop {
            for variable in variables_of(terms, &roots) {
                if let Some(&slot) = slots.get(&variable)
                    && found.insert(first(slot))
                {
                    pending.push(first(slot));
                }
            }
            let Some(slot) = pending.pop() else { return found };
            roots = self
                .of
                .values()
                .flatten()
                .flat_map(|step| copies[&slot].iter().filter_map(|&copy| step.state.get(copy).copied()))
                .collect();
            roots.sort_unstable();
            roots.dedup();
        }
    }
}

/// The reason for giving up.
pub fn gave_up(why: &str) -> Reason {
    Reason::GaveUp {
        why: why.to_owned(),
        advice: "use --engine explicit, --engine bmc or --engine sequential".to_owned(),
    }
}
