//! Preparations that let constants decide more of an unwinding: rules are split by their choices, and counting parameters are identified.

use rustc_hash::FxHashSet;

use crate::horn::normal::Rule;
use crate::sort::Sort;
use crate::term::{Term, Terms};
use crate::traverse::variables_of;

/// The most rules into which a rule is split.
const APART: usize = 64;

/// Splits a rule by the Boolean inputs that its conclusion depends on: an if-then-else over such an input hides constants. `None` if the
/// unwinding ends before the rule is split.
pub(super) fn apart(terms: &mut Terms, rule: &Rule, ends: impl Fn(&Terms) -> bool) -> Option<Vec<Rule>> {
    let mut pending = vec![rule.clone()];
    let mut found = Vec::new();
    while let Some(rule) = pending.pop() {
        if ends(terms) {
            return None;
        }
        if found.len() + pending.len() > APART {
            found.push(rule);
            continue;
        }
        let arguments = rule.conclusion.iter().flat_map(|conclusion| conclusion.arguments.iter().copied());
        let variables = variables_of(terms, &arguments.collect::<Vec<Term>>());
        let premises: FxHashSet<Term> = rule.premise_variables().collect();
        let is_choice = |term: &Term| terms.sort(*term) == Sort::Bool && !premises.contains(term);
        match variables.into_iter().find(|term| is_choice(term)) {
            None => found.push(rule),
            Some(choice) => {
                for value in [terms.truth(), terms.falsity()] {
                    let rule = rule.bound(terms, vec![(choice, value)]);
                    if rule.constraint != terms.falsity() {
                        pending.push(rule);
                    }
                }
            }
        }
    }
    Some(found)
}

/// For each predicate, the relevant parameters that every rule either computes from a single counting parameter or sets to a constant.
pub(super) fn counting(terms: &Terms, rules: &[Rule], is_relevant: &[Vec<bool>]) -> Vec<Vec<bool>> {
    let mut counts: Vec<Vec<bool>> = is_relevant.iter().map(|list| vec![true; list.len()]).collect();
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for rule in rules {
            let Some(conclusion) = &rule.conclusion else { continue };
            let counts_here = |variable: Term, counts: &[Vec<bool>]| {
                rule.premises.iter().any(|premise| {
                    let place = premise.arguments.iter().position(|&argument| argument == variable);
                    place.is_some_and(|place| counts[premise.predicate.index()][place])
                })
            };
            for (at, &argument) in conclusion.arguments.iter().enumerate() {
                let variables = variables_of(terms, &[argument]);
                let does = match variables[..] {
                    [] => true,
                    [variable] => counts_here(variable, &counts),
                    _ => false,
                };
                let known = &mut counts[conclusion.predicate.index()][at];
                changed |= *known && !does;
                *known &= does;
            }
        }
    }
    let parts = counts.into_iter().zip(is_relevant);
    parts
        .map(|(list, is_relevant)| {
            list.into_iter().zip(is_relevant).filter(|&(_, &is)| is).map(|(does, _)| does).collect()
        })
        .collect()
}
