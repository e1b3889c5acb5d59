//! Last-writer ghosts: ghost variables that name the last writer of a flag.
//!
//! Locks that programs implement themselves are flags: variables that are only set to a few constants. The ghost variable of a flag holds
//! the copy that changed the flag last, or no copy if the flag has its initial value again. No step reads the ghost variable, so the
//! executions stay the same. But if a view says that one of its members changed the flag last, no other thread did.

use std::collections::BTreeSet;

use raddle_logic::sort::Sort;
use raddle_logic::term::{Op, Term, Terms};

use crate::compositional::population::{SMALL, shared_slot, slots_of, small};
use crate::compositional::walk::{Step, To};
use crate::sequentialize::simulation::Simulation;
use crate::symbolic::layout::Slot;

/// The most constants to which a flag may be set.
const VALUES: usize = 4;

/// The most terms of a tree of choices that are visited.
const CHOICES: usize = 256;

/// The most flags with a ghost variable.
const FLAGS: usize = 8;

/// A flag with its last-writer ghost.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    /// The flag.
    pub slot: Slot,
    /// Its initial value.
    initial: Term,
    /// The ghost variable: the last writer.
    pub changer: Slot,
}

/// The flags among the relevant slots. A ghost variable for each of them is added to the layout.
pub fn flags<'s>(
    terms: &mut Terms,
    simulation: &mut Simulation<'_>,
    relevant: &BTreeSet<Slot>,
    initial: &[Term],
    steps: impl Iterator<Item = &'s Step> + Clone,
) -> Vec<Flag> {
    let program = &*simulation.task.program;
    let globals: BTreeSet<Slot> = program
        .globals
        .iter()
        .filter(|(_, data)| !data.is_thread_local)
        .flat_map(|(global, _)| slots_of(simulation.layout.objects[simulation.layout.globals[&global]].cells.as_ref()))
        .collect();
    let mut found = Vec::new();
    for &slot in relevant.intersection(&globals) {
        let is_number = matches!(simulation.layout.slots[slot].sort, Sort::BitVec(width) if width <= 64);
        if !is_number || !terms.is_constant(initial[slot]) || found.len() >= FLAGS {
            continue;
        }
        let mut values = BTreeSet::new();
        let is_flag = steps.clone().all(|step| {
            let variable = simulation.variables[slot];
            let value = step.state.get(slot).copied().unwrap_or(variable);
            leaves(terms, value).is_some_and(|leaves| {
                leaves.into_iter().filter(|&leaf| leaf != variable).all(|leaf| {
                    values.insert(leaf);
                    terms.is_constant(leaf) && values.len() <= VALUES
                })
            })
        });
        if is_flag && !values.is_empty() {
            found.push((slot, initial[slot]));
        }
    }
    let watched = found.into_iter().map(|(slot, initial)| {
        let name = format!("changer of {}", simulation.layout.slots[slot].name);
        Flag { slot, initial, changer: shared_slot(simulation, name, SMALL) }
    });
    let watched = watched.collect();
    simulation.name_slots(terms);
    watched
}

/// The values at the leaves of a tree of if-then-else terms; `None` if there are too many.
pub(super) fn leaves(terms: &Terms, value: Term) -> Option<BTreeSet<Term>> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut pending = vec![value];
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        match (terms.op(term), terms.arguments(term)) {
            (Op::Ite, &[_, then, otherwise]) => pending.extend([then, otherwise]),
            _ => {
                found.insert(term);
            }
        }
        if found.len() > VALUES + 1 || seen.len() > CHOICES {
            return None;
        }
    }
    Some(found)
}

/// Adds the assignments to the ghost variables to a step of a copy.
pub fn watch(terms: &mut Terms, simulation: &Simulation<'_>, flags: &[Flag], copy: u32, step: &mut Step) {
    if !matches!(step.to, To::Place(_)) {
        return;
    }
    step.state.extend(&simulation.variables[step.state.len()..]);
    for flag in flags {
        let (before, behind) = (simulation.variables[flag.slot], step.state[flag.slot]);
        if before == behind {
            continue;
        }
        let is_same = terms.eq(before, behind);
        let is_back = terms.eq(behind, flag.initial);
        let (nobody, this) = (small(terms, 0), small(terms, u128::from(copy) + 1));
        let changer = terms.ite(is_back, nobody, this);
        step.state[flag.changer] = terms.ite(is_same, simulation.variables[flag.changer], changer);
    }
}
