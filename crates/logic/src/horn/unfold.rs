//! Large-block encoding: predicates that are on no necessary cycle are replaced by their definitions, and rules with the same premises and
//! the same conclusion are merged. What remains of a control-flow automaton are its loops.
//!
//! Rules share the terms and inputs of the rules from which they were built. So their size grows with the graph of the automaton, not with
//! the tree of its paths. Sharing is valid only if no rule is combined with itself: if a clause is part of both the defining and the using
//! rule, its inputs would have the same value in both uses. In this case the defining rule gets fresh variables. It also gets them if a
//! rule has several premises, since these may be derived by the same rules.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::horn::normal::{Origin, Rule};
use crate::horn::solve::Run;
use crate::horn::system::{Application, Predicate, System};
use crate::sort::Sort;
use crate::term::{Op, Term, Terms};
use crate::traverse::reachable;

/// How many rules more than before the unfolding of a predicate may leave.
const GROWTH: usize = 4;

/// How large (in terms) a rule may become.
const SIZE: usize = 60_000;

/// How many terms unfolding may make: they are never given back.
const MADE: usize = 3_000_000;

/// Rules for the predicates that are left.
#[derive(Clone, Debug)]
pub struct Unfolded {
    /// The rules.
    pub rules: Vec<Rule>,
    /// For each predicate whether it was unfolded: it means what its clauses derive.
    pub is_unfolded: Vec<bool>,
}

/// Unfolds predicates as long as the rules do not become too many or too large. `None` if the run was stopped before.
#[must_use]
pub fn unfold(terms: &mut Terms, system: &System, rules: Vec<Rule>, run: &Run) -> Option<Unfolded> {
    let n_before = terms.len();
    let count = system.predicates().count();
    let mut left = Left::new(terms, count, rules);
    let mut is_unfolded = vec![false; count];
    let premises = premises(system);
    // The cheapest predicate is unfolded first. Unfolding changes the costs of other predicates.
    let mut queue: BinaryHeap<Reverse<(usize, Predicate)>> = BinaryHeap::new();
    for predicate in system.predicates() {
        queue.extend(left.cost(predicate).map(|cost| Reverse((cost, predicate))));
    }
    while let Some(Reverse((cost, predicate))) = queue.pop() {
        if is_unfolded[predicate.index()] || left.cost(predicate) != Some(cost) {
            continue;
        }
        if run.is_stopped() {
            return None;
        }
        if terms.len() - n_before > MADE {
            break;
        }
        if closes_cycle(predicate, &premises, &is_unfolded) {
            continue;
        }
        let Some(touched) = left.unfold(terms, predicate) else { continue };
        is_unfolded[predicate.index()] = true;
        for predicate in touched {
            queue.extend(left.cost(predicate).map(|cost| Reverse((cost, predicate))));
        }
    }
    let rules = left.rules.into_iter().flatten().map(|rule| rule.without_definitions(terms)).collect();
    Some(Unfolded { rules, is_unfolded })
}

/// For each predicate those that its clauses have as premises.
fn premises(system: &System) -> Vec<Vec<Predicate>> {
    let mut premises: Vec<Vec<Predicate>> = vec![Vec::new(); system.predicates().count()];
    for clause in system.clauses() {
        if let Some(head) = &clause.head {
            premises[head.predicate.index()].extend(clause.body.iter().map(|premise| premise.predicate));
        }
    }
    for list in &mut premises {
        list.sort_unstable();
        list.dedup();
    }
    premises
}

/// Whether a predicate would mean something about itself if it meant what its clauses derive. Rules that can never be used are gone,
/// and the clauses that they came from are there still.
fn closes_cycle(predicate: Predicate, premises: &[Vec<Predicate>], is_unfolded: &[bool]) -> bool {
    let mut is_seen = vec![false; premises.len()];
    let mut pending = vec![predicate];
    while let Some(at) = pending.pop() {
        for &premise in &premises[at.index()] {
            if premise == predicate {
                return true;
            }
            if is_unfolded[premise.index()] && !std::mem::replace(&mut is_seen[premise.index()], true) {
                pending.push(premise);
            }
        }
    }
    false
}

/// The terms of a rule.
pub(super) fn roots(rule: &Rule) -> Vec<Term> {
    let mut roots = vec![rule.constraint];
    roots.extend(rule.conclusion.iter().flat_map(|conclusion| &conclusion.arguments));
    roots
}

/// What rules are about: the predicates of their premises and of their conclusion.
type Shape = (Vec<Predicate>, Option<Predicate>);

fn shape(rule: &Rule) -> Shape {
    let premises = rule.premises.iter().map(|premise| premise.predicate).collect();
    (premises, rule.conclusion.as_ref().map(|conclusion| conclusion.predicate))
}

/// The rules that are left, one of each shape.
struct Left {
    /// `None` where a rule was replaced.
    rules: Vec<Option<Rule>>,
    of_shape: FxHashMap<Shape, usize>,
    /// For each predicate the rules that conclude it, and those that have it as a premise. Some may be gone.
    definers: Vec<Vec<usize>>,
    uses: Vec<Vec<usize>>,
}

impl Left {
    fn new(terms: &mut Terms, count: usize, rules: Vec<Rule>) -> Left {
        let mut left = Left {
            rules: Vec::new(),
            of_shape: FxHashMap::default(),
            definers: vec![Vec::new(); count],
            uses: vec![Vec::new(); count],
        };
        for rule in rules {
            left.add(terms, rule);
        }
        left
    }

    /// Adds a rule; one of the same shape becomes one with it.
    fn add(&mut self, terms: &mut Terms, rule: Rule) {
        let shape = shape(&rule);
        if let Some(&at) = self.of_shape.get(&shape)
            && let Some(known) = self.rules[at].take()
        {
            self.rules[at] = Some(merge_two(terms, &known, &rule));
            return;
        }
        let at = self.rules.len();
        for premise in &shape.0 {
            if self.uses[premise.index()].last() != Some(&at) {
                self.uses[premise.index()].push(at);
            }
        }
        if let Some(conclusion) = shape.1 {
            self.definers[conclusion.index()].push(at);
        }
        self.of_shape.insert(shape, at);
        self.rules.push(Some(rule));
    }

    fn there<'l>(&'l self, list: &'l [usize]) -> impl Iterator<Item = (usize, &'l Rule)> {
        list.iter().filter_map(|&at| Some((at, self.rules[at].as_ref()?)))
    }

    /// How many rules the unfolding of a predicate makes, unless they are too many or it cannot be unfolded.
    fn cost(&self, predicate: Predicate) -> Option<usize> {
        let (mut definers, mut uses, mut is_doubled) = (0, 0, false);
        for (_, rule) in self.there(&self.definers[predicate.index()]) {
            definers += 1;
            if rule.premises.iter().any(|premise| premise.predicate == predicate) {
                return None;
            }
        }
        for (_, rule) in self.there(&self.uses[predicate.index()]) {
            uses += 1;
            is_doubled |= rule.premises.iter().filter(|premise| premise.predicate == predicate).count() > 1;
        }
        let cost = definers * uses;
        if is_doubled && definers > 1 || cost > definers + uses + GROWTH { None } else { Some(cost) }
    }

    /// Replaces a predicate by the rules that derive it. Returns the predicates whose rules changed; `None` if a rule would become too
    /// large.
    fn unfold(&mut self, terms: &mut Terms, predicate: Predicate) -> Option<Vec<Predicate>> {
        let definers: Vec<(usize, Rule)> =
            self.there(&self.definers[predicate.index()]).map(|(at, rule)| (at, rule.clone())).collect();
        let users: Vec<(usize, Rule)> =
            self.there(&self.uses[predicate.index()]).map(|(at, rule)| (at, rule.clone())).collect();
        let mut made = Vec::new();
        let mut pending: Vec<Rule> = users.iter().rev().map(|(_, rule)| rule.clone()).collect();
        while let Some(rule) = pending.pop() {
            match rule.premises.iter().position(|premise| premise.predicate == predicate) {
                None => made.push(rule),
                Some(at) => {
                    for (_, definer) in definers.iter().rev() {
                        let chained = chain(terms, &rule, at, definer);
                        if terms.constant_bool(chained.constraint) != Some(false) {
                            pending.push(chained);
                        }
                    }
                }
            }
        }
        if definers.len() * users.len() > 1 && made.iter().any(|rule| reachable(terms, &roots(rule)).len() > SIZE) {
            return None;
        }
        let mut touched = Vec::new();
        for (at, rule) in definers.iter().chain(&users) {
            touched.extend(rule.premises.iter().map(|premise| premise.predicate));
            touched.extend(rule.conclusion.iter().map(|conclusion| conclusion.predicate));
            if self.rules[*at].take().is_some() {
                self.of_shape.remove(&shape(rule));
            }
        }
        for rule in made {
            self.add(terms, rule);
        }
        touched.sort_unstable();
        touched.dedup();
        touched.retain(|&touched| touched != predicate);
        Some(touched)
    }
}

/// A rule, with a premise derived by another rule.
fn chain(terms: &mut Terms, user: &Rule, at: usize, definer: &Rule) -> Rule {
    let is_apart = user.premises.len() == 1 && definer.premises.len() <= 1 && !user.clauses.meets(&definer.clauses);
    let definer = if is_apart { definer.clone() } else { definer.renamed(terms) };
    let derived = definer.conclusion.as_ref().map_or(&[][..], |conclusion| &conclusion.arguments);
    let values = user.premises[at].arguments.iter().copied().zip(derived.iter().copied()).collect();
    let mut open = user.clone();
    open.premises.remove(at);
    let bound = open.bound(terms, values);
    let mut premises = bound.premises;
    let count = definer.premises.len();
    premises.splice(at..at, definer.premises);
    let mut constraints = conjuncts(terms, definer.constraint);
    constraints.extend(conjuncts(terms, bound.constraint));
    let constraint = terms.and_all(&constraints);
    let origin = Rc::new(Origin::Chained { user: bound.origin, at, definer: definer.origin, count });
    let clauses = bound.clauses.with(&definer.clauses);
    Rule { premises, constraint, conclusion: bound.conclusion, origin, clauses }
}

fn conjuncts(terms: &Terms, term: Term) -> Vec<Term> {
    if terms.op(term) == Op::And { terms.arguments(term).to_vec() } else { vec![term] }
}

/// One rule for two of the same shape. What both demand is demanded once.
fn merge_two(terms: &mut Terms, first: &Rule, second: &Rule) -> Rule {
    let values: Vec<(Term, Term)> = second.premise_variables().zip(first.premise_variables()).collect();
    let is_same = values.iter().all(|(one, other)| one == other);
    let second = if is_same { second.clone() } else { second.bound(terms, values) };
    let (of_first, of_second) = (conjuncts(terms, first.constraint), conjuncts(terms, second.constraint));
    let of_first: Vec<Term> = of_first.into_iter().filter(|&conjunct| conjunct != terms.truth()).collect();
    let of_second: Vec<Term> = of_second.into_iter().filter(|&conjunct| conjunct != terms.truth()).collect();
    let in_first: FxHashSet<Term> = of_first.iter().copied().collect();
    let in_second: FxHashSet<Term> = of_second.iter().copied().collect();
    let (mut both, mut one): (Vec<Term>, Vec<Term>) = of_first.into_iter().partition(|term| in_second.contains(term));
    let mut other: Vec<Term> = of_second.into_iter().filter(|term| !in_first.contains(term)).collect();
    // If a condition distinguishes the two rules, no choice variable is needed.
    let apart = one.iter().position(|&conjunct| {
        let negation = terms.not(conjunct);
        in_second.contains(&negation)
    });
    let condition = match apart {
        Some(at) => {
            let condition = one.remove(at);
            let negation = terms.not(condition);
            other.retain(|&conjunct| conjunct != negation);
            condition
        }
        None => terms.fresh("choice", Sort::Bool),
    };
    let (one, other) = (terms.and_all(&one), terms.and_all(&other));
    both.push(terms.ite(condition, one, other));
    let constraint = terms.and_all(&both);
    let conclusion = match (&first.conclusion, &second.conclusion) {
        (Some(one), Some(other)) => {
            let pairs = one.arguments.iter().zip(&other.arguments);
            let arguments = pairs.map(|(&one, &other)| terms.ite(condition, one, other)).collect();
            Some(Application { predicate: one.predicate, arguments })
        }
        (None, _) | (_, None) => None,
    };
    let origin = Rc::new(Origin::Choice { condition, then: Rc::clone(&first.origin), otherwise: second.origin });
    let clauses = first.clauses.clone().with(&second.clauses);
    Rule { premises: first.premises.clone(), constraint, conclusion, origin, clauses }
}
