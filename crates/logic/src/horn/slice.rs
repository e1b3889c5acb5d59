//! Analyzes the arguments of predicates: which always have one value (constant propagation, Wegman and Zadeck 1991, as far as
//! simplification finds it), and which can affect whether `false` is derived (program slicing, Weiser 1981). Programs have many variables
//! that do not matter, such as texts and tables. No candidates are needed for these.

use crate::horn::normal::Rule;
use crate::horn::solve::Run;
use crate::horn::system::{Predicate, System};
use crate::term::{Term, Terms};
use crate::traverse::{Substitution, variables_of};

/// Rules, with the relevant arguments.
pub(super) struct Slice {
    /// The rules, with constants in the place of arguments of premises that are always the same.
    pub rules: Vec<Rule>,
    /// For each predicate equations between parameters and constants. They are inductive together.
    pub constants: Vec<Vec<Term>>,
    /// For each predicate which parameters the rules depend on.
    pub is_relevant: Vec<Vec<bool>>,
}

/// What is known of an argument.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    Always(Term),
    Several,
}

/// Slices rules. `None` if the run was stopped before.
pub(super) fn slice(terms: &mut Terms, system: &System, rules: &[Rule], run: &Run) -> Option<Slice> {
    let matters = relevant(terms, system, rules, run)?;
    let known = propagate(terms, rules, &matters, run)?;
    let mut constants = vec![Vec::new(); matters.len()];
    for predicate in system.predicates() {
        let parameters = &system.declaration(predicate).parameters;
        for (&parameter, known) in parameters.iter().zip(&known[predicate.index()]) {
            if let Known::Always(constant) = *known {
                constants[predicate.index()].push(terms.eq(parameter, constant));
            }
        }
    }
    let mut sliced = Vec::with_capacity(rules.len());
    for rule in rules {
        let mut substitution = fixed(rule, &known);
        let mut rule = rule.clone();
        rule.constraint = substitution.apply(terms, rule.constraint);
        for argument in rule.conclusion.iter_mut().flat_map(|conclusion| &mut conclusion.arguments) {
            *argument = substitution.apply(terms, *argument);
        }
        if terms.constant_bool(rule.constraint) != Some(false) {
            sliced.push(rule);
        }
    }
    let is_relevant = relevant(terms, system, &sliced, run)?;
    Some(Slice { rules: sliced, constants, is_relevant })
}

/// The parameters on which it depends whether `false` is derived.
fn relevant(terms: &Terms, system: &System, rules: &[Rule], run: &Run) -> Option<Vec<Vec<bool>>> {
    let mut is_relevant: Vec<Vec<bool>> =
        system.predicates().map(|predicate| vec![false; system.declaration(predicate).parameters.len()]).collect();
    // For each rule the arguments of its conclusion that were looked at.
    let mut seen: Vec<Vec<bool>> =
        rules.iter().map(|rule| vec![false; rule.conclusion.as_ref().map_or(0, |it| it.arguments.len())]).collect();
    let mut is_first = true;
    loop {
        let mut changed = false;
        for (rule, seen) in rules.iter().zip(&mut seen) {
            if run.is_stopped() {
                return None;
            }
            let mut roots = if is_first { vec![rule.constraint] } else { Vec::new() };
            if let Some(conclusion) = &rule.conclusion {
                for (at, &argument) in conclusion.arguments.iter().enumerate() {
                    if is_relevant[conclusion.predicate.index()][at] && !seen[at] {
                        seen[at] = true;
                        roots.push(argument);
                    }
                }
            }
            if roots.is_empty() {
                continue;
            }
            let variables = variables_of(terms, &roots);
            for premise in &rule.premises {
                for (at, argument) in premise.arguments.iter().enumerate() {
                    let known = &mut is_relevant[premise.predicate.index()][at];
                    if !*known && variables.binary_search(argument).is_ok() {
                        *known = true;
                        changed = true;
                    }
                }
            }
        }
        is_first = false;
        if !changed {
            return Some(is_relevant);
        }
    }
}

/// Which of the parameters that matter have one value in all that is derived.
fn propagate(terms: &mut Terms, rules: &[Rule], matters: &[Vec<bool>], run: &Run) -> Option<Vec<Vec<Known>>> {
    let mut known: Vec<Vec<Known>> = Vec::new();
    for matters in matters {
        known.push(matters.iter().map(|&matters| if matters { Known::Nothing } else { Known::Several }).collect());
    }
    let mut is_derived = vec![false; matters.len()];
    let mut is_open: Vec<bool> = vec![true; rules.len()];
    while let Some(at) = is_open.iter().position(|&open| open) {
        if run.is_stopped() {
            return None;
        }
        is_open[at] = false;
        let rule = &rules[at];
        let Some(conclusion) = &rule.conclusion else { continue };
        // A rule with an underived premise is visited again when the premise is derived.
        if !rule.premises.iter().all(|premise| is_derived[premise.predicate.index()]) {
            continue;
        }
        let mut substitution = fixed(rule, &known);
        let constraint = substitution.apply(terms, rule.constraint);
        if terms.constant_bool(constraint) == Some(false) {
            continue;
        }
        let place = conclusion.predicate.index();
        let mut changed = !std::mem::replace(&mut is_derived[place], true);
        for (&argument, known) in conclusion.arguments.iter().zip(&mut known[place]) {
            if *known == Known::Several {
                continue;
            }
            let value = substitution.apply(terms, argument);
            let found = if variables_of(terms, &[value]).is_empty() { Known::Always(value) } else { Known::Several };
            let joined = match (*known, found) {
                (Known::Nothing, found) => found,
                (before, found) if before == found => found,
                _ => Known::Several,
            };
            if joined != *known {
                *known = joined;
                changed = true;
            }
        }
        if changed {
            reopen(rules, conclusion.predicate, &mut is_open);
        }
    }
    Some(known)
}

fn reopen(rules: &[Rule], predicate: Predicate, is_open: &mut [bool]) {
    for (rule, open) in rules.iter().zip(is_open) {
        *open |= rule.premises.iter().any(|premise| premise.predicate == predicate);
    }
}

/// The arguments of premises that always have one value, with these.
fn fixed(rule: &Rule, known: &[Vec<Known>]) -> Substitution {
    let mut pairs = Vec::new();
    for premise in &rule.premises {
        for (&argument, known) in premise.arguments.iter().zip(&known[premise.predicate.index()]) {
            if let Known::Always(constant) = *known {
                pairs.push((argument, constant));
            }
        }
    }
    Substitution::from_pairs(pairs)
}
