//! Replaces variables by values and definitions that assertions give them.
//!
//! An assertion `x = t`, where x does not occur in t, defines x: it is dropped, and x is replaced by t everywhere. The assertions `p` and
//! `not(p)` define p in the same way. The remaining assertions are equisatisfiable, and evaluating the definitions completes their models.
//! This is for formulas that are solved once: later assertions could mention a variable that was replaced.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::assignment::Assignment;
use crate::evaluate::Evaluator;
use crate::term::{Op, Term, Terms};
use crate::traverse::Substitution;

/// How large a definition may be.
const PARTS: usize = 500;

/// Assertions without the variables that they defined.
#[derive(Clone, Default, Debug)]
pub struct Propagated {
    /// What is left to be solved.
    pub assertions: Vec<Term>,
    /// The variables that are gone, each with its definition, which mentions only what is left.
    pub definitions: Vec<(Term, Term)>,
}

/// Finds definitions among the assertions, and replaces the variables, until there are no more.
#[must_use]
pub fn propagate(terms: &mut Terms, assertions: &[Term]) -> Propagated {
    propagate_only(terms, assertions, |_| true)
}

/// The same for some variables only; the remaining ones stay, even if they are defined.
#[must_use]
pub fn propagate_only(terms: &mut Terms, assertions: &[Term], may_go: impl Fn(Term) -> bool) -> Propagated {
    let mut left = conjuncts(terms, assertions.to_vec());
    let mut definitions: Vec<(Term, Term)> = Vec::new();
    loop {
        let found = define(terms, &mut left, &may_go);
        if found.is_empty() {
            return Propagated { assertions: left, definitions };
        }
        let mut substitution = Substitution::from_pairs(found.iter().copied());
        for (_, definition) in &mut definitions {
            *definition = substitution.apply(terms, *definition);
        }
        definitions.extend(found);
        let replaced = left.into_iter().map(|assertion| substitution.apply(terms, assertion)).collect();
        left = conjuncts(terms, replaced);
    }
}

impl Propagated {
    /// Gives the variables that are gone their values, in a model of what is left.
    pub fn complete(&self, terms: &Terms, model: &mut Assignment) {
        let values: Vec<_> = {
            let mut evaluator = Evaluator::new(model);
            self.definitions
                .iter()
                .map(|&(variable, definition)| (variable, evaluator.value(terms, definition)))
                .collect()
        };
        for (variable, value) in values {
            model.set(variable, value);
        }
    }
}

/// Takes conjunctions apart; keeps each conjunct once, in their order.
fn conjuncts(terms: &Terms, assertions: Vec<Term>) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut pending = assertions;
    pending.reverse();
    while let Some(term) = pending.pop() {
        if term == terms.truth() || !seen.insert(term) {
            continue;
        }
        if terms.op(term) == Op::And {
            pending.extend(terms.arguments(term).iter().rev());
        } else {
            found.push(term);
        }
    }
    found
}

/// Takes definitions out of the assertions that can be put in place all at once: no variable is defined twice, and none occurs in
/// the definition of another one or in its own.
fn define(terms: &mut Terms, assertions: &mut Vec<Term>, may_go: &impl Fn(Term) -> bool) -> Vec<(Term, Term)> {
    let mut defined: FxHashMap<Term, Term> = FxHashMap::default();
    // The variables of the definitions that were taken.
    let mut used: FxHashSet<Term> = FxHashSet::default();
    let mut order = Vec::new();
    assertions.retain(|&assertion| {
        for (variable, definition) in readings(terms, assertion).into_iter().flatten() {
            if !may_go(variable) || defined.contains_key(&variable) || used.contains(&variable) {
                continue;
            }
            let Some(parts) = parts(terms, definition) else { continue };
            if parts.iter().any(|part| *part == variable || defined.contains_key(part)) {
                continue;
            }
            used.extend(parts.into_iter().filter(|&part| terms.is_variable(part)));
            defined.insert(variable, definition);
            order.push((variable, definition));
            return false;
        }
        true
    });
    order
}

/// What a term is made of; nothing, if that is too much to be looked at for each definition.
fn parts(terms: &Terms, term: Term) -> Option<FxHashSet<Term>> {
    let mut seen = FxHashSet::default();
    let mut pending = vec![term];
    while let Some(term) = pending.pop() {
        if seen.insert(term) {
            if seen.len() > PARTS {
                return None;
            }
            pending.extend(terms.arguments(term));
        }
    }
    Some(seen)
}

/// The definitions that an assertion may be read as.
fn readings(terms: &mut Terms, assertion: Term) -> [Option<(Term, Term)>; 2] {
    let variable = |term: Term| terms.is_variable(term);
    let (truth, falsity) = (terms.truth(), terms.falsity());
    match (terms.op(assertion), terms.arguments(assertion)) {
        (Op::Variable(_), _) => [Some((assertion, truth)), None],
        (Op::Not, &[inner]) if variable(inner) => [Some((inner, falsity)), None],
        (Op::Eq, &[a, b]) => [variable(a).then_some((a, b)), variable(b).then_some((b, a))],
        // not(p = q), of Bools, is p = not(q)
        (Op::Not, &[inner])
            if terms.op(inner) == Op::Eq && terms.sort(terms.arguments(inner)[0]) == crate::sort::Sort::Bool =>
        {
            let (a, b) = (terms.arguments(inner)[0], terms.arguments(inner)[1]);
            let (first, second) = (variable(a), variable(b));
            [first.then(|| (a, terms.not(b))), second.then(|| (b, terms.not(a)))]
        }
        _ => [None, None],
    }
}

#[cfg(test)]
mod tests {
    use proptest::test_runner::{RngAlgorithm, TestRng};

    use super::*;
    use crate::crosscheck::Pool;
    use crate::sat::{Cadical, SatResult};
    use crate::solver::Solver;
    use crate::sort::Sort;
    use crate::value::Value;

    #[test]
    fn chains_of_definitions_are_followed() {
        let mut terms = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.fresh(name, Sort::BitVec(8)));
        let p = terms.fresh("p", Sort::Bool);
        let (one, five) = (terms.number(8, 1), terms.number(8, 5));
        let sum = terms.bv_add(y, one);
        let less = terms.bv_ult(x, z);
        let assertions = [terms.eq(x, sum), terms.eq(y, five), terms.implies(p, less), terms.eq(z, x), terms.not(p)];
        let propagated = propagate(&mut terms, &assertions);
        assert_eq!(propagated.assertions, []);
        let mut model = Assignment::new();
        propagated.complete(&terms, &mut model);
        for assertion in assertions {
            assert!(Evaluator::new(&model).truth(&terms, assertion));
        }
        // x = x + 1 defines nothing, and has no model; y = 5 does.
        let next = terms.bv_mul(x, x);
        let circle = terms.eq(x, next);
        assert_eq!(propagate(&mut terms, &[circle]).definitions, []);
    }

    #[test]
    fn what_is_left_has_a_model_if_the_assertions_have() {
        use proptest::prelude::Rng as _;
        let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        let mut outcomes = [0, 0, 0];
        for round in 0..300 {
            let mut pool = Pool::new(3, round % 3);
            for _ in 0..25 {
                pool.grow(&mut rng);
            }
            let Pool { mut terms, bools, numbers, .. } = pool;
            let mut assertions: Vec<Term> = bools.iter().rev().take(2).copied().collect();
            for variable in numbers[..2].iter().copied() {
                let other = numbers[rng.next_u32() as usize % numbers.len()];
                assertions.push(terms.eq(variable, other));
            }
            let mut whole = Solver::new(Cadical::new());
            for &assertion in &assertions {
                whole.assert(&mut terms, assertion);
            }
            let expected = whole.check(&mut terms, &[]);
            let propagated = propagate(&mut terms, &assertions);
            let mut rest = Solver::new(Cadical::new());
            for &assertion in &propagated.assertions {
                rest.assert(&mut terms, assertion);
            }
            assert_eq!(rest.check(&mut terms, &[]), expected);
            outcomes[2] += propagated.definitions.len();
            if expected == SatResult::Sat {
                outcomes[0] += 1;
                let mut model = rest.model().clone();
                propagated.complete(&terms, &mut model);
                for assertion in assertions {
                    assert_eq!(Evaluator::new(&model).value(&terms, assertion), Value::Bool(true));
                }
            } else {
                outcomes[1] += 1;
            }
        }
        assert!(outcomes[0] > 50 && outcomes[1] > 20 && outcomes[2] > 200, "{outcomes:?}");
    }
}
