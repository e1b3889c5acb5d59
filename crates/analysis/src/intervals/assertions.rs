//! Assertions that hold by value ranges alone.
//!
//! Rule. When no pass publishes anything new, the states of a location cover all that can be there, whatever threads
//! do. So an assertion holds if its condition is false in none of the states in front of it; it also holds if it is
//! unreachable.
//!
//! Rule: an assertion is evaluated with the locks that its step holds.
//! Tests: `asserted_of_what_a_lock_guards`, `asserted_otherwise_of_what_a_lock_guards`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use raddle_program::automaton::Transition;
use raddle_program::source::Span;
use raddle_program::syntax::{Effect, ProcedureId};

use super::super::points_to::Context;
use super::flow::Flow;

/// An assertion in code that a thread may run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assertion {
    /// The function that reports its failure.
    pub function: Arc<str>,
    /// The source location.
    pub span: Span,
    /// The contexts in which the value ranges leave it possible that it fails.
    pub open: BTreeSet<Context>,
    /// Its transition, in each of them.
    pub transition: Transition,
}

impl Flow<'_> {
    /// All assertions, in the order of procedures, by the states that were found.
    pub(super) fn assertions(&mut self) -> Vec<Assertion> {
        let (points_to, automata) = (self.points_to, self.automata);
        let mut found: BTreeMap<(ProcedureId, Transition), Assertion> = BTreeMap::new();
        for data in points_to.contexts.values() {
            for (transition, step) in automata[data.procedure].transitions.iter() {
                if let Effect::Assert { function, .. } = &step.effect {
                    let assertion =
                        Assertion { function: function.clone(), span: step.span, open: BTreeSet::new(), transition };
                    found.insert((data.procedure, transition), assertion);
                }
            }
        }
        let states: Vec<_> = self.states.iter().map(|(point, state)| (point.clone(), state.clone())).collect();
        for (point, state) in states {
            let procedure = points_to.contexts[point.context].procedure;
            for &transition in automata[procedure].outgoing(point.location) {
                let Effect::Assert { condition, .. } = &automata[procedure].transitions[transition].effect else {
                    continue;
                };
                self.is_impossible = false;
                self.begin(&state, (point.context, transition));
                let fails = self.refine(&mut state.clone(), (point.context, transition), condition, false);
                if fails && !self.is_impossible {
                    let assertion = found.get_mut(&(procedure, transition)).expect("it was listed");
                    assertion.open.insert(point.context);
                }
            }
        }
        found.into_values().collect()
    }
}
