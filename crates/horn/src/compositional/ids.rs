//! Thread ids as constants, for programs that cannot tell one id from another.
//!
//! Ids are *opaque* if all steps only store them, choose among them and join by them: then the program behaves the same for all values of
//! ids. In this case each template gets one constant as its id. Otherwise the id of a new thread is a fresh number ([`super::threads`]).
//! Threads of one template may share a constant, since joins compare with the ids of single templates only.

use std::collections::HashSet;

use raddle_logic::term::{Op, Term, Terms};
use raddle_logic::traverse::{Substitution, reachable};

use crate::compositional::population::Population;
use crate::compositional::walk::Step;
use crate::sequentialize::simulation::Simulation;

/// Whether no step depends on the values of these ids.
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
        // `all` lists arguments before the terms that contain them.
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

/// Replaces each id by a constant from 2 on; main's id is 1.
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
