//! Closed sets of states: each state of the set has a cycle that can be taken and leads into the set again.
//!
//! The candidates are the guard of the cycles alone; with one more comparison or parity, or with one number at an end of its range; and
//! with a conjunction of several of these. Conjunctions are found as Houdini finds invariants [Flanagan, Leino 01]. The start is a state in
//! which two comparisons hold, and the conjunction of all comparisons that hold there. Comparisons that a cycle does not preserve are
//! dropped until all remaining ones are preserved. A solver proves that a set is closed, and a new solver proves it again.
//!
//! Of several cycles the first possible one is taken, so that each state has one successor.

use std::collections::BTreeSet;

use raddle_logic::evaluate::evaluate;
use raddle_logic::sat::SatResult;
use raddle_logic::sort::Sort;
use raddle_logic::term::{Op, Term, Terms};
use raddle_logic::traverse::{Substitution, reachable, variables_of};
use raddle_logic::value::Value;

use crate::termination::ranks::{Step, solver_for};
use raddle_verify::context::Context;

/// The most comparisons for one cycle.
const COMPARISONS: usize = 120;

/// The most states from which conjunctions are tried.
const STATES: usize = 48;

/// The most pairs of comparisons for which a state is requested.
const PAIRS: usize = 200;

/// A closed set of states of one location.
pub(super) struct Recurrent {
    /// The cycles, with fixed values for their choices.
    pub ways: Vec<Step>,
    /// All cycles as one step.
    all: Step,
    /// A Bool over the slots of the location.
    set: Term,
}

impl Recurrent {
    /// Whether a new solver proves that the set is closed; `None` if the run was cancelled.
    pub fn is_closed(&self, terms: &mut Terms, cx: &Context) -> Option<bool> {
        is_closed(terms, &self.all, self.set, cx)
    }

    /// The condition that the location with these values is in the set.
    pub fn says(&self, terms: &mut Terms, values: &[Term]) -> Term {
        let pairs = self.all.before.iter().copied().zip(values.iter().copied());
        Substitution::from_pairs(pairs).apply(terms, self.set)
    }
}

/// Closed sets for some cycles of one location.
pub(super) fn recurrent_sets(terms: &mut Terms, ways: &[Step], cx: &Context) -> Vec<Recurrent> {
    let Some(first) = ways.first() else { return Vec::new() };
    let mut chosen = Vec::new();
    for way in ways {
        let way = over(terms, way, &first.before);
        chosen.extend(with_choices(terms, &way, cx));
    }
    let Some(all) = as_one(terms, &chosen) else { return Vec::new() };
    let comparisons = comparisons(terms, &all);
    let mut found = Vec::new();
    let mut add = |terms: &mut Terms, candidate: Term| {
        let set = terms.and(all.guard, candidate);
        let is_set =
            cx.cancelled().is_none() && is_possible(terms, set, cx) && is_closed(terms, &all, set, cx) == Some(true);
        if is_set {
            found.push(Recurrent { ways: chosen.clone(), all: all.clone(), set });
        }
        is_set
    };
    let truth = terms.truth();
    if add(terms, truth) {
        return found;
    }
    for &comparison in &comparisons {
        add(terms, comparison);
    }
    for conjunction in kept_together(terms, &all, &comparisons, cx) {
        add(terms, conjunction);
    }
    found
}

/// A cycle over other variables.
fn over(terms: &mut Terms, way: &Step, before: &[Term]) -> Step {
    let pairs = way.before.iter().copied().zip(before.iter().copied());
    let mut renamed = Substitution::from_pairs(pairs);
    let guard = renamed.apply(terms, way.guard);
    let after = way.after.iter().map(|&value| renamed.apply(terms, value)).collect();
    Step { before: before.to_vec(), guard, after, ..way.clone() }
}

/// The step that takes the first possible cycle.
fn as_one(terms: &mut Terms, ways: &[Step]) -> Option<Step> {
    let (last, rest) = ways.split_last()?;
    let mut all = last.clone();
    for way in rest.iter().rev() {
        let values = way.after.iter().zip(&all.after);
        all.after = values.map(|(&this, &others)| terms.ite(way.guard, this, others)).collect();
        all.guard = terms.or(way.guard, all.guard);
    }
    Some(all)
}

/// Conjunctions of comparisons that the cycle preserves.
fn kept_together(terms: &mut Terms, way: &Step, comparisons: &[Term], cx: &Context) -> Vec<Term> {
    let mut found = BTreeSet::new();
    let mut known: BTreeSet<Vec<Term>> = BTreeSet::new();
    let is_equality = |terms: &Terms, term: Term| terms.op(term) == Op::Eq;
    // Equalities exclude most, so they are tried first.
    let mut seeds = comparisons.to_vec();
    seeds.sort_by_key(|&seed| !is_equality(terms, seed));
    let mut n_asked = 0;
    for (at, &one) in seeds.iter().enumerate() {
        for &other in &seeds[at + 1..] {
            if cx.cancelled().is_some() || n_asked >= PAIRS || known.len() >= STATES {
                return found.into_iter().collect();
            }
            n_asked += 1;
            let mut solver = solver_for(cx);
            for term in [way.guard, one, other] {
                solver.assert(terms, term);
            }
            if solver.check(terms, &[]) != SatResult::Sat {
                continue;
            }
            let model = solver.model();
            let holds = |term: &&Term| evaluate(terms, model, **term) == Value::Bool(true);
            let true_there: Vec<Term> = comparisons.iter().filter(holds).copied().collect();
            if known.insert(true_there.clone())
                && let Some(kept) = kept(terms, way, true_there, cx)
            {
                found.insert(kept);
            }
        }
    }
    found.into_iter().collect()
}

/// The largest subset of comparisons that the cycle preserves together; `None` if it is empty.
fn kept(terms: &mut Terms, way: &Step, mut comparisons: Vec<Term>, cx: &Context) -> Option<Term> {
    let pairs = way.before.iter().copied().zip(way.after.iter().copied());
    let mut again = Substitution::from_pairs(pairs);
    while !comparisons.is_empty() && cx.cancelled().is_none() {
        let after: Vec<Term> = comparisons.iter().map(|&comparison| again.apply(terms, comparison)).collect();
        let all_after = terms.and_all(&after);
        let is_given_up = terms.not(all_after);
        let mut solver = solver_for(cx);
        solver.assert(terms, way.guard);
        for &comparison in &comparisons {
            solver.assert(terms, comparison);
        }
        solver.assert(terms, is_given_up);
        match solver.check(terms, &[]) {
            SatResult::Unsat => return Some(terms.and_all(&comparisons)),
            SatResult::Interrupted => return None,
            SatResult::Sat => {
                let model = solver.model();
                let is_kept = |after: Term| evaluate(terms, model, after) == Value::Bool(true);
                let before = comparisons.len();
                let both = comparisons.into_iter().zip(after);
                comparisons = both.filter(|&(_, after)| is_kept(after)).map(|(comparison, _)| comparison).collect();
                if comparisons.len() == before {
                    return None;
                }
            }
        }
    }
    None
}

/// The cycle with fixed values for its choices, taken from a model of its guard. `None` if the cycle is impossible.
fn with_choices(terms: &mut Terms, way: &Step, cx: &Context) -> Option<Step> {
    let mut solver = solver_for(cx);
    solver.assert(terms, way.guard);
    if solver.check(terms, &[]) != SatResult::Sat {
        return None;
    }
    let mut roots = vec![way.guard];
    roots.extend(&way.after);
    let mut pairs = Vec::new();
    for variable in variables_of(terms, &roots) {
        if !way.before.contains(&variable) {
            let value = match solver.value(terms, variable) {
                Value::Bool(value) => {
                    if value {
                        terms.truth()
                    } else {
                        terms.falsity()
                    }
                }
                Value::Bits(bits) => terms.bits(bits),
                Value::Array(_) => return None,
            };
            pairs.push((variable, value));
        }
    }
    let mut chosen = Substitution::from_pairs(pairs);
    let guard = chosen.apply(terms, way.guard);
    let after = way.after.iter().map(|&value| chosen.apply(terms, value)).collect();
    Some(Step { guard, after, ..way.clone() })
}

/// Candidate conditions: comparisons of the cycle and their negations, parities, and numbers at an end of their range.
fn comparisons(terms: &mut Terms, way: &Step) -> Vec<Term> {
    let mut roots = vec![way.guard];
    roots.extend(&way.after);
    let parts = reachable(terms, &roots);
    let is_comparison = |terms: &Terms, part: Term| {
        terms.sort(part) == Sort::Bool && !matches!(terms.op(part), Op::Not | Op::And | Op::Ite | Op::Bool(_))
    };
    let mut found = Vec::new();
    for part in parts {
        if is_comparison(terms, part) && variables_of(terms, &[part]).iter().all(|it| way.before.contains(it)) {
            found.extend([part, terms.not(part)]);
        }
    }
    for &variable in &way.before {
        if let Sort::BitVec(width) = terms.sort(variable)
            && (2..=64).contains(&width)
        {
            let odd = terms.bit(variable, 0);
            found.extend([odd, terms.not(odd)]);
            // Numbers that cannot increase, or decrease.
            let (zero, one) = (terms.number(width, 0), terms.number(width, 1));
            let all = terms.bv_sub(zero, one);
            let least = terms.number(width, 1 << (width - 1));
            let greatest = terms.bv_sub(least, one);
            for extreme in [all, greatest, zero, least] {
                found.push(terms.eq(variable, extreme));
            }
        }
    }
    found.truncate(COMPARISONS);
    found
}

fn is_possible(terms: &mut Terms, set: Term, cx: &Context) -> bool {
    let mut solver = solver_for(cx);
    solver.assert(terms, set);
    solver.check(terms, &[]) == SatResult::Sat
}

/// Whether the step can be taken in each state of a set and leads into the set; `None` if the run was cancelled.
fn is_closed(terms: &mut Terms, way: &Step, set: Term, cx: &Context) -> Option<bool> {
    let pairs = way.before.iter().copied().zip(way.after.iter().copied());
    let again = Substitution::from_pairs(pairs).apply(terms, set);
    let (can, leaves) = (terms.implies(set, way.guard), terms.not(again));
    let cannot = terms.not(can);
    let fails = terms.or(cannot, leaves);
    let mut solver = solver_for(cx);
    solver.assert(terms, set);
    solver.assert(terms, fails);
    match solver.check(terms, &[]) {
        SatResult::Unsat => Some(true),
        SatResult::Sat => Some(false),
        SatResult::Interrupted => None,
    }
}
