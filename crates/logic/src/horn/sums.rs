//! Sums that do not overflow. If one number is counted up and another one down, their sum bounds both: the number of finished tasks plus
//! the number of remaining tasks never exceeds the initial number. Arithmetic wraps around, so no comparison of a single number expresses
//! this.
//!
//! Candidates: `0 <= x + y` and `0 <= x + y + 1`, signed, where x is only counted up and y is only counted down.
//!
//! The second kind of candidates are windows. If numbers are handed out in turn (tickets, slots of a ring), each number is between two
//! counters that only increase and wrap at the end of the range. A plain comparison does not express this, but `x - low < high - low`,
//! unsigned, does. Windows are tried if rules mention `high - low`.

use std::collections::BTreeSet;

use crate::bits::Bits;
use crate::horn::normal::Rule;
use crate::horn::system::System;
use crate::sort::Sort;
use crate::term::{Op, Term, Terms};
use crate::traverse::reachable;

/// How much of a tree of choices is looked at.
const LEAVES: usize = 64;

/// How many arguments of a predicate are paired.
const PAIRED: usize = 6;

/// How many arguments of a predicate make windows.
const WINDOWED: usize = 4;

/// The directions in which rules count an argument.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Ways {
    up: bool,
    down: bool,
}

impl Ways {
    fn and(self, other: Ways) -> Ways {
        Ways { up: self.up || other.up, down: self.down || other.down }
    }
}

/// For each predicate, bounds of sums of its arguments, as far as they matter.
pub(super) fn sums(terms: &mut Terms, system: &System, rules: &[Rule], is_relevant: &[Vec<bool>]) -> Vec<Vec<Term>> {
    let ways = ways(terms, system, rules);
    let differences = differences(terms, system, rules, &ways);
    let mut all = Vec::new();
    for predicate in system.predicates() {
        let number = predicate.index();
        let parameters = &system.declaration(predicate).parameters;
        let counted = |wanted: Ways| -> Vec<Term> {
            let places = (0..parameters.len()).filter(|&at| ways[number][at] == wanted && is_relevant[number][at]);
            places.map(|at| parameters[at]).take(PAIRED).collect()
        };
        let (done, left) = (counted(Ways { up: true, down: false }), counted(Ways { up: false, down: true }));
        let mut found = Vec::new();
        for &done in &done {
            for &left in &left {
                if terms.sort(left) != terms.sort(done) {
                    continue;
                }
                let width = terms.width(done);
                let (zero, one) = (terms.number(width, 0), terms.number(width, 1));
                let sum = terms.bv_add(done, left);
                let more = terms.bv_add(sum, one);
                found.extend([terms.bv_sle(zero, sum), terms.bv_sle(zero, more)]);
            }
        }
        found.extend(windows(terms, parameters, &differences[number], &done[..done.len().min(WINDOWED)]));
        all.push(found);
    }
    all
}

/// Windows: candidates that an argument is between two other arguments whose difference occurs in the rules.
fn windows(
    terms: &mut Terms,
    parameters: &[Term],
    differences: &BTreeSet<(usize, usize)>,
    counted: &[Term],
) -> Vec<Term> {
    let mut found = Vec::new();
    for &(high, low) in differences {
        let (high, low) = (parameters[high], parameters[low]);
        for &inside in counted.iter().filter(|&&inside| inside != high && inside != low) {
            if terms.sort(inside) == terms.sort(low) {
                let (far, width) = (terms.bv_sub(inside, low), terms.bv_sub(high, low));
                found.push(terms.bv_ult(far, width));
            }
        }
    }
    found
}

/// For each predicate, which differences of arguments that are only counted up rules speak of.
fn differences(
    terms: &mut Terms,
    system: &System,
    rules: &[Rule],
    ways: &[Vec<Ways>],
) -> Vec<BTreeSet<(usize, usize)>> {
    let mut found = vec![BTreeSet::new(); system.predicates().count()];
    for rule in rules {
        let mut parts = None;
        for premise in &rule.premises {
            let number = premise.predicate.index();
            let is_up = |at: &usize| ways[number][*at] == Ways { up: true, down: false };
            let counted: Vec<usize> = (0..premise.arguments.len()).filter(is_up).take(PAIRED).collect();
            for &high in &counted {
                for &low in counted.iter().filter(|&&low| low != high) {
                    let (one, other) = (premise.arguments[high], premise.arguments[low]);
                    if terms.sort(one) != terms.sort(other) {
                        continue;
                    }
                    let difference = terms.bv_sub(one, other);
                    let parts = parts.get_or_insert_with(|| reachable(terms, &[rule.constraint]));
                    if parts.contains(&difference) {
                        found[number].insert((high, low));
                    }
                }
            }
        }
    }
    found
}

/// The directions in which each argument is counted, over all rules.
fn ways(terms: &Terms, system: &System, rules: &[Rule]) -> Vec<Vec<Ways>> {
    let mut ways: Vec<Vec<Ways>> = system
        .predicates()
        .map(|predicate| vec![Ways::default(); system.declaration(predicate).parameters.len()])
        .collect();
    loop {
        let mut changed = false;
        for rule in rules {
            let Some(conclusion) = &rule.conclusion else { continue };
            let number = conclusion.predicate.index();
            for (at, &argument) in conclusion.arguments.iter().enumerate() {
                if !matches!(terms.sort(argument), Sort::BitVec(_)) {
                    continue;
                }
                let mut counted = ways[number][at];
                for leaf in leaves(terms, argument) {
                    counted = counted.and(steps(terms, leaf));
                    let handed = parts(terms, leaf);
                    for premise in &rule.premises {
                        for (place, given) in premise.arguments.iter().enumerate() {
                            if handed.contains(given) {
                                counted = counted.and(ways[premise.predicate.index()][place]);
                            }
                        }
                    }
                }
                changed |= counted != ways[number][at];
                ways[number][at] = counted;
            }
        }
        if !changed {
            return ways;
        }
    }
}

/// The directions in which an addition counts: up by positive constants, down by negative constants and by subtracted terms.
fn steps(terms: &Terms, leaf: Term) -> Ways {
    let mut ways = Ways::default();
    if terms.op(leaf) == Op::BvAdd {
        for part in parts(terms, leaf) {
            let is_negative = terms.constant_bits(part).map(Bits::sign);
            ways.up |= is_negative == Some(false);
            ways.down |= is_negative == Some(true) || terms.op(part) == Op::BvNeg;
        }
    }
    ways
}

/// What a sum adds up, some of it.
fn parts(terms: &Terms, sum: Term) -> Vec<Term> {
    flat(sum, |term| match (terms.op(term), terms.arguments(term)) {
        (Op::BvAdd, &[left, right]) => Some([left, right]),
        _ => None,
    })
}

/// What a tree of choices may choose, some of it.
fn leaves(terms: &Terms, term: Term) -> Vec<Term> {
    flat(term, |term| match (terms.op(term), terms.arguments(term)) {
        (Op::Ite, &[_, then, otherwise]) => Some([then, otherwise]),
        _ => None,
    })
}

/// The leaves of a tree, as long as not much was looked at.
fn flat(term: Term, parts: impl Fn(Term) -> Option<[Term; 2]>) -> Vec<Term> {
    let (mut found, mut pending) = (Vec::new(), vec![term]);
    for _ in 0..LEAVES {
        let Some(term) = pending.pop() else { break };
        match parts(term) {
            Some(parts) => pending.extend(parts),
            None => found.push(term),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::horn::normal::rules;
    use crate::horn::read::read;

    #[test]
    fn what_is_counted_up_is_summed_with_what_is_counted_down() {
        let text = "(set-logic HORN)
            (declare-fun A ((_ BitVec 8) (_ BitVec 8) (_ BitVec 8)) Bool)
            (declare-fun B ((_ BitVec 8) (_ BitVec 8) (_ BitVec 8)) Bool)
            (assert (forall ((z (_ BitVec 8))) (A #x00 z z)))
            (assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8)) (z (_ BitVec 8)))
                (=> (A x y z) (B (bvadd x #x01) y z))))
            (assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8)) (z (_ BitVec 8)))
                (=> (B x y z) (A x (ite (= z #x07) y (bvsub y #x01)) z))))
            (check-sat)";
        let mut terms = Terms::new();
        let system = read(text, &mut terms).expect("a system");
        let rules = rules(&mut terms, &system);
        let (up, down, none) =
            (Ways { up: true, down: false }, Ways { up: false, down: true }, Ways { up: false, down: false });
        assert_eq!(ways(&terms, &system, &rules), [[up, down, none], [up, down, none]]);
        let found = sums(&mut terms, &system, &rules, &[vec![true; 3], vec![true, false, true]]);
        assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), [2, 0]);
    }
}
