//! Invariants of shared slots that are established before clauses are written, so that the slots need not be parameters: slots that never
//! change, and the lock depth of mutexes that are not recursive (one if they have an owner, else zero). All steps preserve each invariant,
//! given the previous ones.

use raddle_logic::sat::{Cadical, SatResult};
use raddle_logic::solver::Solver;
use raddle_logic::term::{Term, Terms};
use raddle_logic::traverse::Substitution;
use raddle_program::syntax::SynchronizationFamily;

use crate::compositional::walk::{Step, To};
use crate::sequentialize::simulation::Simulation;
use crate::symbolic::layout::Slot;

/// Replaces variables by their known values in all steps. `shared` are the slots that all threads share.
pub fn use_known(
    terms: &mut Terms,
    simulation: &Simulation<'_>,
    shared: &[Slot],
    initial: &[Term],
    steps: &mut [&mut Step],
) {
    let mut constants: Vec<Slot> =
        shared.iter().copied().filter(|&slot| slot < initial.len() && terms.is_constant(initial[slot])).collect();
    // First the greatest set of slots that keep their initial values, provided that all slots of the set do.
    loop {
        let pairs = constants.iter().map(|&slot| (simulation.variables[slot], initial[slot]));
        let mut known = Substitution::from_pairs(pairs);
        let before = constants.len();
        constants.retain(|&slot| {
            steps.iter().filter(|step| matches!(step.to, To::Place(_))).all(|step| {
                known.apply(terms, step.state[slot]) == initial[slot]
                    || known.apply(terms, step.guard) == terms.falsity()
            })
        });
        if constants.len() == before {
            break;
        }
    }
    replace(terms, constants.iter().map(|&slot| (simulation.variables[slot], initial[slot])).collect(), steps);
    for slots in simulation.sync.values().filter(|slots| slots.family == SynchronizationFamily::Mutex) {
        let is_normal = constants.contains(&slots.kind)
            && initial[slots.kind] == terms.number(8, 0)
            && !constants.contains(&slots.depth);
        if is_normal {
            let (owner, depth) = (simulation.variables[slots.owner], simulation.variables[slots.depth]);
            let once = once_if_owned(terms, owner);
            let mut known = Substitution::from_pairs([(depth, once)]);
            let mut is_kept = true;
            for step in steps.iter().filter(|step| matches!(step.to, To::Place(_))) {
                let behind = once_if_owned(terms, step.state[slots.owner]);
                let differs = terms.ne(step.state[slots.depth], behind);
                let (guard, differs) = (known.apply(terms, step.guard), known.apply(terms, differs));
                let fails = terms.and(guard, differs);
                if fails == terms.falsity() {
                    continue;
                }
                let mut solver = Solver::new(Cadical::new());
                solver.assert(terms, fails);
                is_kept &= solver.check(terms, &[]) == SatResult::Unsat;
            }
            let at_start = once_if_owned(terms, initial[slots.owner]);
            if is_kept && initial[slots.depth] == at_start {
                replace(terms, vec![(depth, once)], steps);
            }
        }
    }
}

fn once_if_owned(terms: &mut Terms, owner: Term) -> Term {
    let (nobody, none, once) = (terms.number(32, 0), terms.number(64, 0), terms.number(64, 1));
    let is_free = terms.eq(owner, nobody);
    terms.ite(is_free, none, once)
}

fn replace(terms: &mut Terms, pairs: Vec<(Term, Term)>, steps: &mut [&mut Step]) {
    let mut known = Substitution::from_pairs(pairs);
    for step in steps.iter_mut() {
        step.guard = known.apply(terms, step.guard);
        for value in &mut step.state {
            *value = known.apply(terms, *value);
        }
    }
}
