//! Implicants: atoms that are true under an assignment, and make a formula true wherever they are. Where the formula is a weakest
//! precondition, this is one path of it.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::assignment::Assignment;
use crate::evaluate::Evaluator;
use crate::sort::Sort;
use crate::term::{Op, Term, Terms};
use crate::traverse::reachable;
use crate::value::Value;

/// Atoms and negated atoms, true under the assignment, that together imply the goal, which must be true under it.
pub(super) fn implicant(terms: &mut Terms, assignment: &Assignment, goal: Term) -> Vec<Term> {
    let mut evaluator = Evaluator::new(assignment);
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    // Bools whose value under the assignment is to be implied.
    let mut pending = vec![goal];
    while let Some(term) = pending.pop() {
        if terms.is_constant(term) || !seen.insert(term) {
            continue;
        }
        let arguments = terms.arguments(term).to_vec();
        let is_true = evaluator.truth(terms, term);
        match terms.op(term) {
            Op::Not => pending.push(arguments[0]),
            Op::And if is_true => pending.extend(arguments.iter().rev()),
            Op::And => {
                // The smallest false conjunct: the oldest one.
                let refuted = arguments.iter().copied().find(|&conjunct| !evaluator.truth(terms, conjunct));
                pending.extend(refuted);
            }
            Op::Ite => {
                pending.push(if evaluator.truth(terms, arguments[0]) { arguments[1] } else { arguments[2] });
                pending.push(arguments[0]);
            }
            Op::Eq if terms.sort(arguments[0]) == Sort::Bool => pending.extend(arguments.iter().rev()),
            _ => {
                let atom = on_path(terms, &mut evaluator, term, &mut pending);
                if terms.is_constant(atom) {
                    continue;
                }
                // What is left of an atom may be a formula again.
                if atom != term {
                    pending.push(atom);
                } else {
                    found.push(if is_true { atom } else { terms.not(atom) });
                }
            }
        }
    }
    found.dedup();
    found
}

/// An atom with each `ite` inside it replaced by the branch that is taken; the conditions are to be implied, too.
fn on_path(terms: &mut Terms, evaluator: &mut Evaluator<'_>, atom: Term, pending: &mut Vec<Term>) -> Term {
    if !reachable(terms, &[atom]).iter().any(|&part| part != atom && terms.op(part) == Op::Ite) {
        return atom;
    }
    let mut images: FxHashMap<Term, Term> = FxHashMap::default();
    let mut stack = vec![atom];
    while let Some(&top) = stack.last() {
        if images.contains_key(&top) {
            stack.pop();
            continue;
        }
        let arguments = terms.arguments(top).to_vec();
        let wanted = if terms.op(top) == Op::Ite && top != atom {
            vec![if evaluator.truth(terms, arguments[0]) { arguments[1] } else { arguments[2] }]
        } else {
            arguments.clone()
        };
        let missing: Vec<Term> = wanted.iter().copied().filter(|part| !images.contains_key(part)).collect();
        if !missing.is_empty() {
            stack.extend(missing);
            continue;
        }
        stack.pop();
        let image = if terms.op(top) == Op::Ite && top != atom {
            pending.push(arguments[0]);
            images[&wanted[0]]
        } else if arguments.is_empty() {
            top
        } else {
            let parts: Vec<Term> = arguments.iter().map(|part| images[part]).collect();
            if parts == arguments { top } else { terms.rebuild(top, &parts) }
        };
        images.insert(top, image);
    }
    images[&atom]
}

/// The constant for each variable.
pub(super) fn pinned(terms: &mut Terms, values: &[(Term, Value)]) -> Vec<(Term, Term)> {
    values.iter().map(|(variable, value)| (*variable, terms.value(value))).collect()
}
