//! Large-block encoding: predicates through which no cycle needs to pass are put in the place of their uses, and rules with the same
//! premises and the same conclusion become one. What is left of a control-flow automaton are its loops.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::horn::normal::{Origin, Rule};
use crate::horn::system::{Application, Predicate, System};
use crate::term::{Op, Sort, Term, Terms};
use crate::traverse::reachable;

/// How many rules more than before the unfolding of a predicate may leave.
const GROWTH: usize = 4;

/// How large (in terms) the rules may become that the unfolding of a predicate makes.
const SIZE: usize = 60_000;

/// Rules for the predicates that are left.
#[derive(Clone, Debug)]
pub struct Unfolded {
    /// The rules.
    pub rules: Vec<Rule>,
    /// For each predicate whether it was unfolded: it means what its clauses derive.
    pub is_unfolded: Vec<bool>,
}

/// Unfolds predicates as long as the rules do not become too many.
#[must_use]
pub fn unfold(terms: &mut Terms, system: &System, rules: Vec<Rule>) -> Unfolded {
    let mut rules = merge(terms, rules);
    let mut is_unfolded = vec![false; system.predicates().count()];
    loop {
        let mut best: Option<(usize, Predicate)> = None;
        for predicate in system.predicates().filter(|predicate| !is_unfolded[predicate.index()]) {
            let (mut definers, mut uses, mut in_cycle, mut is_doubled) = (0, 0, false, false);
            for rule in &rules {
                let count = rule.premises.iter().filter(|premise| premise.predicate == predicate).count();
                let defines = rule.conclusion.as_ref().is_some_and(|conclusion| conclusion.predicate == predicate);
                definers += usize::from(defines);
                uses += usize::from(count > 0);
                in_cycle |= defines && count > 0;
                is_doubled |= count > 1;
            }
            let cost = definers * uses;
            if in_cycle || is_doubled && definers > 1 || cost > definers + uses + GROWTH {
                continue;
            }
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, predicate));
            }
        }
        let Some((_, predicate)) = best else { return Unfolded { rules, is_unfolded } };
        is_unfolded[predicate.index()] = true;
        rules = unfold_one(terms, rules, predicate);
        rules = merge(terms, rules);
        let sizes: Vec<Term> = rules.iter().flat_map(roots).collect();
        if reachable(terms, &sizes).len() > SIZE {
            return Unfolded { rules, is_unfolded };
        }
    }
}

/// The terms of a rule.
pub(super) fn roots(rule: &Rule) -> Vec<Term> {
    let mut roots = vec![rule.constraint];
    roots.extend(rule.conclusion.iter().flat_map(|conclusion| &conclusion.arguments));
    roots
}

fn unfold_one(terms: &mut Terms, rules: Vec<Rule>, predicate: Predicate) -> Vec<Rule> {
    let concludes = |rule: &Rule| rule.conclusion.as_ref().is_some_and(|conclusion| conclusion.predicate == predicate);
    let (definers, others): (Vec<Rule>, Vec<Rule>) = rules.into_iter().partition(concludes);
    let mut result = Vec::new();
    let mut pending = others;
    pending.reverse();
    while let Some(rule) = pending.pop() {
        match rule.premises.iter().position(|premise| premise.predicate == predicate) {
            None => result.push(rule),
            Some(at) => {
                let chained = definers.iter().map(|definer| chain(terms, &rule, at, definer));
                let mut usable: Vec<Rule> = chained
                    .collect::<Vec<_>>()
                    .into_iter()
                    .filter(|rule| terms.constant_bool(rule.constraint) != Some(false))
                    .collect();
                usable.reverse();
                pending.extend(usable);
            }
        }
    }
    result
}

/// A rule, with a premise derived by another rule.
fn chain(terms: &mut Terms, user: &Rule, at: usize, definer: &Rule) -> Rule {
    let definer = definer.renamed(terms);
    let derived = definer.conclusion.as_ref().map_or(&[][..], |conclusion| &conclusion.arguments);
    let values = user.premises[at].arguments.iter().copied().zip(derived.iter().copied()).collect();
    let mut open = user.clone();
    open.premises.remove(at);
    let bound = open.bound(terms, values);
    let mut premises = bound.premises;
    let count = definer.premises.len();
    premises.splice(at..at, definer.premises);
    let constraint = terms.and(definer.constraint, bound.constraint);
    let origin = Rc::new(Origin::Chained { user: bound.origin, at, definer: definer.origin, count });
    Rule { premises, constraint, conclusion: bound.conclusion, origin }.without_definitions(terms)
}

/// Makes rules with the same premises and the same conclusion one.
fn merge(terms: &mut Terms, rules: Vec<Rule>) -> Vec<Rule> {
    let mut merged: Vec<Rule> = Vec::new();
    let mut known: FxHashMap<(Vec<Predicate>, Option<Predicate>), usize> = FxHashMap::default();
    for rule in rules {
        let key = (
            rule.premises.iter().map(|premise| premise.predicate).collect(),
            rule.conclusion.as_ref().map(|conclusion| conclusion.predicate),
        );
        match known.get(&key) {
            None => {
                known.insert(key, merged.len());
                merged.push(rule);
            }
            Some(&place) => merged[place] = merge_two(terms, &merged[place].clone(), &rule),
        }
    }
    merged
}

fn merge_two(terms: &mut Terms, first: &Rule, second: &Rule) -> Rule {
    let values = second.premise_variables().zip(first.premise_variables()).collect();
    let second = second.bound(terms, values);
    // Where a condition tells the two apart, nobody need choose.
    let condition =
        apart(terms, first.constraint, second.constraint).unwrap_or_else(|| terms.fresh("choice", Sort::Bool));
    let constraint = terms.ite(condition, first.constraint, second.constraint);
    let conclusion = match (&first.conclusion, &second.conclusion) {
        (Some(one), Some(other)) => {
            let pairs = one.arguments.iter().zip(&other.arguments);
            let arguments = pairs.map(|(&one, &other)| terms.ite(condition, one, other)).collect();
            Some(Application { predicate: one.predicate, arguments })
        }
        (None, _) | (_, None) => None,
    };
    let origin = Rc::new(Origin::Choice { condition, then: Rc::clone(&first.origin), otherwise: second.origin });
    Rule { premises: first.premises.clone(), constraint, conclusion, origin }
}

/// A condition that the first implies, and whose negation the second implies.
fn apart(terms: &mut Terms, first: Term, second: Term) -> Option<Term> {
    let conjuncts = |terms: &Terms, term: Term| {
        if terms.op(term) == Op::And { terms.arguments(term).to_vec() } else { vec![term] }
    };
    let of_second = conjuncts(terms, second);
    conjuncts(terms, first).into_iter().find(|&conjunct| {
        let negation = terms.not(conjunct);
        of_second.contains(&negation)
    })
}
