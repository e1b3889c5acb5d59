//! Derivations of `false`: trees of clauses with values for their variables. Whether one is right needs no solver.

use std::fmt::Write as _;

use crate::assignment::Assignment;
use crate::evaluate::Evaluator;
use crate::horn::system::System;
use crate::term::{Term, Terms};
use crate::value::Value;

/// A refutation: the last step derives `false` from steps before it. Steps that are used twice are listed once.
#[derive(Clone, Debug)]
pub struct Derivation {
    /// Each after those that it uses.
    pub steps: Vec<Step>,
}

/// One use of a clause.
#[derive(Clone, Debug)]
pub struct Step {
    /// Which clause of the system.
    pub clause: usize,
    /// Values of its variables.
    pub values: Assignment,
    /// For each application of the body, the step that derives it.
    pub premises: Vec<usize>,
    /// What is derived: the arguments of the head. Empty of `false`.
    pub arguments: Vec<Value>,
}

impl Derivation {
    /// Checks every step by evaluation.
    ///
    /// # Errors
    /// What is wrong: the number of the step, and why it does not follow.
    pub fn check(&self, terms: &Terms, system: &System) -> Result<(), String> {
        let Some(last) = self.steps.last() else { return Err("there are no steps".into()) };
        if system.clauses().get(last.clause).is_none_or(|clause| clause.head.is_some()) {
            return Err("the last step does not derive false".into());
        }
        for (at, step) in self.steps.iter().enumerate() {
            self.check_step(terms, system, at, step).map_err(|why| format!("step {at}: {why}"))?;
        }
        Ok(())
    }

    fn check_step(&self, terms: &Terms, system: &System, at: usize, step: &Step) -> Result<(), String> {
        let Some(clause) = system.clauses().get(step.clause) else { return Err("there is no such clause".into()) };
        let mut evaluator = Evaluator::new(&step.values);
        if !evaluator.truth(terms, clause.constraint) {
            return Err(format!("the constraint of clause {} is false", step.clause));
        }
        if step.premises.len() != clause.body.len() {
            return Err("another number of premises than the clause has".into());
        }
        let mut values = |arguments: &[Term]| -> Vec<Value> {
            arguments.iter().map(|&argument| evaluator.value(terms, argument)).collect()
        };
        for (application, &premise) in clause.body.iter().zip(&step.premises) {
            if premise >= at {
                return Err("a premise is no earlier step".into());
            }
            let premise = &self.steps[premise];
            let derived = system.clauses()[premise.clause].head.as_ref().map(|head| head.predicate);
            if derived != Some(application.predicate) || !same(&premise.arguments, &values(&application.arguments)) {
                return Err("a premise derives something else".into());
            }
        }
        let conclusion = clause.head.as_ref().map(|head| values(&head.arguments)).unwrap_or_default();
        if same(&conclusion, &step.arguments) { Ok(()) } else { Err("the conclusion is something else".into()) }
    }

    /// The steps as text, one a line: `3: P(#x05) by clause 1 from 2`.
    #[must_use]
    pub fn show(&self, system: &System) -> String {
        let mut text = String::new();
        for (at, step) in self.steps.iter().enumerate() {
            let head = system.clauses()[step.clause].head.as_ref();
            let name = head.map_or("false", |head| &system.declaration(head.predicate).name);
            let arguments: Vec<String> = step.arguments.iter().map(ToString::to_string).collect();
            let premises: Vec<String> = step.premises.iter().map(ToString::to_string).collect();
            let from = if premises.is_empty() { String::new() } else { format!(" from {}", premises.join(", ")) };
            let applied = if arguments.is_empty() { String::new() } else { format!("({})", arguments.join(", ")) };
            // A string takes everything.
            let _ = writeln!(text, "{at}: {name}{applied} by clause {}{from}", step.clause);
        }
        text
    }
}

/// Whether values are the same; arrays, element by element.
pub(super) fn same(left: &[Value], right: &[Value]) -> bool {
    left.len() == right.len()
        && left.iter().zip(right).all(|(left, right)| match (left, right) {
            (Value::Array(left), Value::Array(right)) => left.same_elements(right),
            _ => left == right,
        })
}
