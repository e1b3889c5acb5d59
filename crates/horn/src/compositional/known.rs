//! What is known of what threads share before any clause is written, and need not be a parameter: slots that never change, and how often
//! mutexes that are not recursive are locked (once, if they have an owner). Each is an invariant: all steps keep it, together with
//! what was known before.

use raddle_logic::sat::{Cadical, SatResult};
use raddle_logic::solver::Solver;
use raddle_logic::term::{Term, Terms};
use raddle_logic::traverse::Substitution;
use raddle_program::syntax::SynchronizationFamily;

use crate::compositional::walk::{Step, To};
use crate::sequentialize::simulation::Simulation;
use crate::symbolic::layout::Slot;

/// Puts what is known in the place of variables, in all steps. `shared` are the slots that all threads share.
pub fn use_known(
    terms: &mut Terms,
    simulation: &Simulation<'_>,
    shared: &[Slot],
    initial: &[Term],
    steps: &mut [&mut Step],
) {
    let mut constants: Vec<Slot> =
        shared.iter().copied().filter(|&slot| slot < initial.len() && terms.is_constant(initial[slot])).collect();
    // First what holds what it holds at the start as long as all the others do.
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
