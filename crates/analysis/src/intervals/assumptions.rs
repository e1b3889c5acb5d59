//! Procedures that only test what they are given, such as `void assume(int condition) { if (!condition) abort(); }`.
//!
//! If such a call returns, its argument is not zero, and nothing else has changed. So what the argument says about the caller's registers and
//! cells holds behind the call.
//!
//! Rule: all ways to the return pass a test that the parameter is not zero, and consist of tests.
//! Tests: `condition_given_to_a_procedure`, `condition_that_a_procedure_does_not_always_test`, `result_of_a_procedure_that_tests`.

use raddle_program::automaton::{Automaton, Guard, Location};
use raddle_program::entity::{Entity, Table};
use raddle_program::syntax::{Effect, ExprKind, LocalId, PlaceKind, Procedure, ProcedureId, Program, UnaryOperator};
use rustc_hash::FxHashMap;

use super::super::ways::reaches_any_without;

/// The procedures that only test their parameters. By procedure: the positions of the parameters that are not zero when it returns.
#[derive(Debug)]
pub struct Assumptions(FxHashMap<ProcedureId, Vec<usize>>);

impl Assumptions {
    /// Of all procedures.
    pub fn of(program: &Program, automata: &Table<ProcedureId, Automaton>) -> Assumptions {
        let only_tests = automata.iter().filter(|(id, it)| program.procedures[*id].is_defined && only_tests(it));
        let found = only_tests.map(|(id, automaton)| (id, tested(&program.procedures[id], automaton)));
        Assumptions(found.filter(|(_, positions)| !positions.is_empty()).collect())
    }

    /// The positions of parameters that are not zero where a procedure returns, if it only tests its parameters.
    pub fn tested(&self, procedure: ProcedureId) -> Option<&[usize]> {
        self.0.get(&procedure).map(Vec::as_slice)
    }
}

/// Whether all steps on the ways to a return are tests.
fn only_tests(automaton: &Automaton) -> bool {
    let mut returns = vec![false; automaton.locations.len()];
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for data in automaton.transitions.values().rev() {
            let leads_there = matches!(data.effect, Effect::Return(_)) || returns[data.to.index()];
            is_changed |= leads_there && !std::mem::replace(&mut returns[data.from.index()], true);
        }
    }
    automaton.transitions.values().all(|data| match data.effect {
        Effect::Return(_) => true,
        Effect::Skip => true,
        _ => !returns[data.to.index()],
    })
}

/// The positions of parameters that are not zero on all ways to a return.
fn tested(procedure: &Procedure, automaton: &Automaton) -> Vec<usize> {
    let is_tested = |parameter: LocalId| {
        let is_test = |guard: &Guard| asks_for(&guard.condition.kind, guard.holds) == Some(parameter);
        let reached = reaches_any_without(automaton, [automaton.entry].into_iter(), |it| {
            automaton.transitions[it].guard.as_ref().is_some_and(is_test)
        });
        let returns_from = |location: Location| {
            let steps = automaton.outgoing(location).iter();
            steps.copied().any(|it| matches!(automaton.transitions[it].effect, Effect::Return(_)))
        };
        automaton.locations.ids().all(|location| !reached[location.index()] || !returns_from(location))
    };
    let parameters = procedure.parameters.iter().enumerate();
    let registers = parameters.filter(|(_, parameter)| procedure.locals[**parameter].is_register);
    registers.filter(|(_, parameter)| is_tested(**parameter)).map(|(position, _)| position).collect()
}

/// The register that is not zero where a condition holds, or does not.
fn asks_for(condition: &ExprKind, holds: bool) -> Option<LocalId> {
    match condition {
        ExprKind::Unary(UnaryOperator::LogicalNot, operand) => asks_for(&operand.kind, !holds),
        ExprKind::Read(place) if holds => match place.kind {
            PlaceKind::Local(local) => Some(local),
            _ => None,
        },
        _ => None,
    }
}
