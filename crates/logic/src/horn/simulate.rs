//! A forward walk through some derivable states, before any search: by evaluation if inputs that are all zero or all one are possible, else
//! by a query. This finds at once what a program does at the end of a long loop with few choices; and a property that some state of the
//! walk violates is no candidate for an invariant. Rules with several premises are omitted.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use crate::assignment::Assignment;
use crate::bits::Bits;
use crate::evaluate::Evaluator;
use crate::horn::derivation::Derivation;
use crate::horn::normal::Rule;
use crate::horn::solve::Run;
use crate::horn::system::{Predicate, System};
use crate::horn::unfold::roots;
use crate::sat::{Cadical, SatResult};
use crate::solver::Solver;
use crate::sort::Sort;
use crate::term::{Term, Terms};
use crate::traverse::reachable;
use crate::value::Value;

/// How many steps are taken.
const STEPS: usize = 4_000;

/// How many terms are evaluated.
const TERMS: usize = 6_000_000;

/// How many queries are asked.
const QUERIES: usize = 200;

/// A state that is derived.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    /// The predicate; `None` is `false`.
    pub predicate: Option<Predicate>,
    /// The arguments.
    pub arguments: Vec<Value>,
    /// The rule that derives it.
    pub rule: usize,
    /// Values of all variables of the rule.
    pub values: Assignment,
    /// The facts that it is derived from.
    pub premises: Vec<usize>,
}

impl Fact {
    /// What a rule derives with these values of its variables.
    pub fn derived(terms: &Terms, rules: &[Rule], rule: usize, values: Assignment, premises: Vec<usize>) -> Fact {
        let conclusion = rules[rule].conclusion.as_ref();
        let mut evaluator = Evaluator::new(&values);
        let arguments = conclusion.map_or(&[][..], |conclusion| &conclusion.arguments);
        let arguments = arguments.iter().map(|&argument| evaluator.value(terms, argument)).collect();
        Fact { predicate: conclusion.map(|conclusion| conclusion.predicate), arguments, rule, values, premises }
    }

    /// The state, by the parameters of its predicate.
    pub fn state(&self, system: &System) -> Assignment {
        let mut state = Assignment::new();
        if let Some(predicate) = self.predicate {
            for (&parameter, value) in system.declaration(predicate).parameters.iter().zip(&self.arguments) {
                state.set(parameter, value.clone());
            }
        }
        state
    }
}

/// The steps of the clauses that derive a fact. Facts are made of older ones.
pub(super) fn derivation(terms: &Terms, system: &System, rules: &[Rule], facts: &[Fact], fact: usize) -> Derivation {
    let mut steps = Vec::new();
    let mut places: Vec<Option<usize>> = vec![None; facts.len()];
    let mut needed = vec![false; facts.len()];
    needed[fact] = true;
    for at in (0..=fact).rev() {
        if needed[at] {
            facts[at].premises.iter().for_each(|&premise| needed[premise] = true);
        }
    }
    for at in 0..=fact {
        let fact = &facts[at];
        let premises: Option<Vec<usize>> = fact.premises.iter().map(|&premise| places[premise]).collect();
        if let (true, Some(premises)) = (needed[at], premises) {
            let origin = &rules[fact.rule].origin;
            places[at] = Some(origin.expand(terms, system, &fact.values, &premises, &mut steps));
        }
    }
    Derivation { steps }
}

/// Walks breadth first. The last fact is `false`, if the walk came there. `None` if the run was stopped.
pub(super) fn simulate(
    terms: &mut Terms,
    rules: &[Rule],
    solvers: &mut [Solver<Cadical>],
    run: &Run,
) -> Option<Vec<Fact>> {
    let inputs: Vec<Vec<Term>> = rules.iter().map(|rule| rule.inputs(terms)).collect();
    let sizes: Vec<usize> = rules.iter().map(|rule| reachable(terms, &roots(rule)).len()).collect();
    let is_array = |variable: Term| matches!(terms.sort(variable), Sort::Array { .. });
    // Values of arrays are large: no solver is asked about them.
    let mut queries = if rules.iter().flat_map(Rule::premise_variables).any(is_array) { 0 } else { QUERIES };
    let mut used: FxHashSet<(Predicate, Vec<Value>)> = FxHashSet::default();
    let mut pending: VecDeque<Option<usize>> = VecDeque::from([None]);
    let mut facts: Vec<Fact> = Vec::new();
    let (mut steps, mut evaluated) = (0, 0);
    while let Some(from) = pending.pop_front() {
        let known = from.map(|fact| (facts[fact].predicate, facts[fact].arguments.clone()));
        for (at, rule) in rules.iter().enumerate() {
            let premise = match (&rule.premises[..], &known) {
                ([], None) => &[][..],
                ([premise], Some((predicate, _))) if Some(premise.predicate) == *predicate => &premise.arguments,
                _ => continue,
            };
            steps += 1;
            evaluated += sizes[at];
            if steps > STEPS || evaluated > TERMS {
                return Some(facts);
            }
            if run.is_stopped() {
                return None;
            }
            let arguments = known.as_ref().map_or(&[][..], |(_, arguments)| arguments);
            let mut uses = evaluate(terms, rule, premise, arguments, &inputs[at]);
            if uses.is_empty() && !inputs[at].is_empty() && queries > 0 {
                queries -= 1;
                uses.extend(successor(terms, rule, &mut solvers[at], premise, arguments, &inputs[at], run));
            }
            for values in uses {
                let fact = Fact::derived(terms, rules, at, values, from.into_iter().collect());
                match fact.predicate {
                    None => {
                        facts.push(fact);
                        return Some(facts);
                    }
                    Some(predicate) => {
                        if used.insert((predicate, fact.arguments.clone())) {
                            facts.push(fact);
                            pending.push_back(Some(facts.len() - 1));
                        }
                    }
                }
            }
        }
    }
    Some(facts)
}

/// Uses of a rule from a state, with all inputs zero, and with all inputs one.
fn evaluate(terms: &Terms, rule: &Rule, premise: &[Term], arguments: &[Value], inputs: &[Term]) -> Vec<Assignment> {
    let mut state = Assignment::new();
    for (&variable, value) in premise.iter().zip(arguments) {
        state.set(variable, value.clone());
    }
    let mut found = Vec::new();
    for is_one in [false, true] {
        let mut values = state.clone();
        for &input in inputs {
            values.set(
                input,
                match terms.sort(input) {
                    Sort::Bool => Value::Bool(is_one),
                    Sort::BitVec(width) if is_one => Value::Bits(Bits::one(width)),
                    sort @ (Sort::BitVec(_) | Sort::Array { .. }) => Value::default_of(sort),
                },
            );
        }
        if Evaluator::new(&values).truth(terms, rule.constraint) {
            found.push(values);
        }
        if inputs.is_empty() {
            break;
        }
    }
    found
}

/// A use of a rule from a given state: values of all its variables. `None` if there is none, or the run was stopped.
fn successor(
    terms: &mut Terms,
    rule: &Rule,
    solver: &mut Solver<Cadical>,
    premise: &[Term],
    arguments: &[Value],
    inputs: &[Term],
    run: &Run,
) -> Option<Assignment> {
    let mut assumptions = Vec::new();
    for (&variable, value) in premise.iter().zip(arguments) {
        let value = terms.value(value);
        assumptions.push(terms.eq(variable, value));
    }
    run.count_query();
    if solver.check(terms, &assumptions) != SatResult::Sat {
        return None;
    }
    let mut values = Assignment::new();
    for variable in rule.premise_variables().chain(inputs.iter().copied()) {
        values.set(variable, solver.value(terms, variable));
    }
    Some(values)
}
