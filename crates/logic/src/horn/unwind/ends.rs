//! The evidence for the result of an unwinding: a derivation from a model, or a second check of everything that was excluded.

use crate::assignment::Assignment;
use crate::horn::derivation::Derivation;
use crate::horn::simulate::{Fact, derivation};
use crate::horn::unwind::{Unwinding, Way};
use crate::sat::SatResult;
use crate::term::{Term, Terms};
use crate::value::Value;

impl Unwinding<'_> {
    /// The derivation of a model whose last step is `way`.
    pub(super) fn followed(&self, terms: &Terms, way: &Way) -> Derivation {
        let mut path = vec![(way.rule, &way.inputs[..])];
        let mut at = way.from;
        while let Some(node) = at.map(|at| &self.nodes[at]) {
            let is_chosen = |choice: &&Term| self.solver.value(terms, **choice).as_bool() == Some(true);
            let chosen = node.choices.iter().position(|choice| is_chosen(&choice)).unwrap_or(node.ways.len() - 1);
            let used = &node.ways[chosen];
            path.push((used.rule, &used.inputs[..]));
            at = used.from;
        }
        let mut facts: Vec<Fact> = Vec::new();
        for &(number, inputs) in path.iter().rev() {
            let mut values = Assignment::new();
            let rule = &self.rules[number];
            if let (Some(fact), Some(premise)) = (facts.last(), rule.premises.first()) {
                for (&variable, value) in premise.arguments.iter().zip(&fact.arguments) {
                    values.set(variable, value.clone());
                }
            }
            for &input in &self.inputs[number] {
                values.set(input, Value::default_of(terms.sort(input)));
            }
            for &(input, copy) in inputs {
                values.set(input, self.solver.value(terms, copy));
            }
            let premises = facts.len().checked_sub(1).into_iter().collect();
            facts.push(Fact::derived(terms, self.rules, number, values, premises));
        }
        derivation(terms, self.system, self.rules, &facts, facts.len() - 1)
    }

    /// Checks with a new solver everything on which the result depends. `None` if the run was stopped.
    pub(super) fn again(&mut self, terms: &mut Terms) -> Option<bool> {
        let mut solver = self.run.solver();
        for &refuted in &self.refuted {
            match solver.check(terms, &[refuted]) {
                SatResult::Unsat => {}
                SatResult::Sat => return Some(false),
                SatResult::Interrupted => return None,
            }
            let holds = terms.not(refuted);
            solver.assert(terms, holds);
        }
        Some(true)
    }
}
