//! Ids of threads as constants, where nobody can tell.
//!
//! Ids are opaque: what a program does with them is the same whichever they are, as long as it only stores them, chooses among them and joins by them.
//! Where this is so of all steps, each kind gets a constant; else ids are any numbers that were not given before. That threads
//! of one kind then share a constant shows nowhere, since joins compare with the ids of single kinds only.

use std::collections::HashSet;

use raddle_logic::term::{Op, Term, Terms};
use raddle_logic::traverse::{Substitution, reachable};

use crate::compositional::population::Population;
use crate::compositional::walk::Step;
use crate::sequentialize::simulation::Simulation;

/// Whether these names of ids are used in no way that could tell which they are.
pub fn are_opaque<'s>(
    terms: &Terms,
    simulation: &Simulation<'_>,
    names: &[Term],
    steps: impl Iterator<Item = &'s Step> + Clone,
) -> bool {
    let names: HashSet<Term> = names.iter().copied().collect();
    let mut leaves = names.clone();
    let roots: Vec<Term> = steps.clone().flat_map(|step| step.state.iter().copied().chain([step.guard])).collect();
    let all = reachable(terms, &roots);
    loop {
        // Arguments come before what they are in.
        let mut ids = leaves.clone();
        for &term in &all {
            let arguments = terms.arguments(term);
            if !arguments.iter().any(|argument| ids.contains(argument)) {
                continue;
            }
            let is_id = match terms.op(term) {
                Op::Ite => true,
                Op::Eq if arguments.iter().any(|argument| names.contains(argument)) => false,
                Op::Store | Op::Select if !ids.contains(&arguments[1]) => true,
                _ => return false,
            };
            if is_id {
                ids.insert(term);
            }
        }
        let before = leaves.len();
        for step in steps.clone() {
            for (slot, value) in step.state.iter().enumerate() {
                if ids.contains(value) {
                    leaves.insert(simulation.variables[slot]);
                }
            }
        }
        if leaves.len() == before {
            return true;
        }
    }
}

/// Puts a constant in the place of each name. Main's id is 1.
pub fn fix<'s>(terms: &mut Terms, population: &Population, steps: impl Iterator<Item = &'s mut Step>) {
    let names: Vec<Term> = population.kinds.iter().filter_map(|kind| kind.name).collect();
    let constants: Vec<Term> =
        (2..).zip(&names).map(|(number, &name)| terms.number(terms.width(name), number)).collect();
    let mut fixed = Substitution::from_pairs(names.into_iter().zip(constants));
    for step in steps {
        step.guard = fixed.apply(terms, step.guard);
        for value in &mut step.state {
            *value = fixed.apply(terms, *value);
        }
    }
}
