//! Branches that no execution takes: an allocation gives memory, and the creation of a thread succeeds.
//!
//! ```text
//! p = malloc(n); if (!p) return 0;            if (pthread_create(&id, 0, work, 0) != 0) break;
//! ```
//!
//! Registers are followed from these steps through copies and casts, as constants are in sparse conditional constant propagation (Wegman
//! and Zadeck 1991): what is behind a branch that is not taken changes nothing.

use raddle_program::automaton::{Automaton, Location, TransitionData};
use raddle_program::bits::BitSet;
use raddle_program::entity::{Entity, Table};
use raddle_program::syntax::{BinaryOperator, Effect, Expr, ExprKind, LocalId, ProcedureId, Program, UnaryOperator};
use std::collections::BTreeMap;

use crate::linear::Reader;
use crate::written_registers::written;

/// The registers of which it is known whether they are zero, and whether they are.
type Known = BTreeMap<LocalId, bool>;

/// The transitions that no execution takes, by number.
pub fn never_taken(program: &Program, procedure: ProcedureId, automaton: &Automaton) -> BitSet {
    let mut never = BitSet::new(automaton.transitions.len());
    let gives = |data: &TransitionData| matches!(data.effect, Effect::Allocate { .. } | Effect::Spawn { .. });
    if !automaton.transitions.values().any(gives) {
        return never;
    }
    let reader = Reader::new(program, procedure);
    let mut states: Table<Location, Option<Known>> = automaton.locations.ids().map(|_| None).collect();
    states[automaton.entry] = Some(Known::new());
    let mut pending = vec![automaton.entry];
    while let Some(location) = pending.pop() {
        let Some(known) = states[location].clone() else { continue };
        for &transition in automaton.outgoing(location) {
            let data = &automaton.transitions[transition];
            if is_never_taken(data, &known, reader) {
                continue;
            }
            if joins(&mut states[data.to], &behind(data, &known, reader)) {
                pending.push(data.to);
            }
        }
    }
    for (transition, data) in automaton.transitions.iter() {
        if states[data.from].as_ref().is_none_or(|known| is_never_taken(data, known, reader)) {
            never.insert(transition.index());
        }
    }
    never
}

/// Joins the facts of two paths. Returns whether that changes anything.
fn joins(slot: &mut Option<Known>, state: &Known) -> bool {
    match slot {
        None => {
            *slot = Some(state.clone());
            true
        }
        Some(old) => {
            let n_before = old.len();
            old.retain(|register, is_zero| state.get(register) == Some(is_zero));
            old.len() < n_before
        }
    }
}

fn is_never_taken(data: &TransitionData, known: &Known, reader: Reader<'_>) -> bool {
    let Some(guard) = &data.guard else { return false };
    is_zero(&guard.condition, known, reader) == Some(guard.holds)
}

/// Whether an expression is zero, if that is known.
fn is_zero(expr: &Expr, known: &Known, reader: Reader<'_>) -> Option<bool> {
    match &expr.kind {
        ExprKind::Integer(number) => Some(*number == 0),
        ExprKind::Read(place) => known.get(&reader.as_register(place)?).copied(),
        ExprKind::Cast(operand) if reader.keeps_value(operand.ty, expr.ty) => is_zero(operand, known, reader),
        ExprKind::Unary(UnaryOperator::LogicalNot, operand) => is_zero(operand, known, reader).map(|is_zero| !is_zero),
        ExprKind::Binary(operator @ (BinaryOperator::Equal | BinaryOperator::NotEqual), left, right) => {
            let zero_sides = [is_zero(left, known, reader)?, is_zero(right, known, reader)?];
            let are_equal = match zero_sides {
                [true, true] => true,
                [true, false] | [false, true] => false,
                [false, false] => return None,
            };
            Some(are_equal != (*operator == BinaryOperator::Equal))
        }
        _ => None,
    }
}

/// What is known behind a step.
fn behind(data: &TransitionData, known: &Known, reader: Reader<'_>) -> Known {
    let mut behind = known.clone();
    let (one, other) = written(&data.effect);
    for register in one.into_iter().chain(other) {
        behind.remove(&register);
    }
    match &data.effect {
        Effect::Allocate { target, .. } => {
            behind.insert(*target, false);
        }
        Effect::Spawn { result: Some(result), .. } => {
            behind.insert(*result, true);
        }
        Effect::Assign { target, value } | Effect::Initialize { target, value } => {
            if let Some(register) = reader.as_register(target)
                && let Some(is_zero) = is_zero(value, known, reader)
            {
                behind.insert(register, is_zero);
            }
        }
        _ => {}
    }
    behind
}
