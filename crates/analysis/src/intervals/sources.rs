//! From which registers a register gets its addresses, through calls and returns.
//!
//! Rule: what a register gets where a thread comes is an address, or comes from a register that holds nothing but addresses.
//! Tests: `null_on_one_way`, `null_that_is_returned`, `outside_by_a_pointer_that_moved`.

use raddle_program::automaton::Location;
use raddle_program::syntax::{Effect, Expr, ExprKind, LocalId, PlaceKind};
use raddle_program::types::TypeKind;
use raddle_program::written_registers::written;
use rustc_hash::FxHashSet;

use super::super::points_to::Context;
use super::flow::Flow;

/// From where registers get their values.
pub(super) struct Sources<'f, 'a> {
    pub flow: &'f Flow<'a>,
    pub reached: &'f FxHashSet<(Context, Location)>,
    /// Registers that were found, and not looked at.
    pub found: Vec<(Context, LocalId)>,
    /// Whether an address on the way may be moved inside its object.
    pub is_moved: bool,
}

impl Sources<'_, '_> {
    /// Adds the registers of which a register gets its values; false if it may get something else than addresses.
    pub fn of_register(&mut self, (context, register): (Context, LocalId)) -> bool {
        let (flow, points_to) = (self.flow, self.flow.points_to);
        let data = &points_to.contexts[context];
        let automaton = &flow.automata[data.procedure];
        let position = flow.program.procedures[data.procedure].parameters.iter().position(|it| *it == register);
        let of_parameter = position.is_none_or(|position| {
            let class = &points_to.classes[data.class];
            let created_at = if class.start == context { class.created_at.as_slice() } else { &[] };
            data.callers.iter().chain(created_at).all(|&(caller, transition)| {
                let procedure = points_to.contexts[caller].procedure;
                match &flow.automata[procedure].transitions[transition].effect {
                    Effect::Call { arguments, .. } => {
                        arguments.get(position).is_some_and(|argument| self.are_addresses(caller, argument))
                    }
                    Effect::Spawn { argument, .. } => position == 0 && self.are_addresses(caller, argument),
                    _ => false,
                }
            }) && (!data.callers.is_empty() || !created_at.is_empty())
        });
        of_parameter
            && automaton.transitions.iter().all(|(transition, data)| {
                let (one, other) = written(&data.effect);
                if one != Some(register) && other != Some(register) || !self.reached.contains(&(context, data.from)) {
                    return true;
                }
                match &data.effect {
                    Effect::Assign { value, .. } => self.are_addresses(context, value),
                    // What a register holds before it is written is a target of its own.
                    Effect::Allocate { .. } | Effect::Live { is_zeroed: false, .. } | Effect::Dead(_) => true,
                    Effect::Call { .. } => {
                        let callees = points_to.calls.get(&(context, transition)).map_or(&[][..], Vec::as_slice);
                        callees.iter().all(|&callee| self.of_result(callee))
                    }
                    _ => false,
                }
            })
    }

    fn of_result(&mut self, context: Context) -> bool {
        let automaton = &self.flow.automata[self.flow.points_to.contexts[context].procedure];
        automaton.transitions.values().all(|data| match &data.effect {
            Effect::Return(Some(value)) => self.are_addresses(context, value),
            Effect::Return(None) => false,
            _ => true,
        })
    }

    fn are_addresses(&mut self, context: Context, expr: &Expr) -> bool {
        let is_pointer = |ty| matches!(self.flow.program.types.kind(ty), TypeKind::Pointer(_));
        match &expr.kind {
            ExprKind::AddressOf(place) => {
                self.is_moved |= !matches!(place.kind, PlaceKind::Global(_) | PlaceKind::Local(_));
                true
            }
            ExprKind::Cast(operand) => {
                is_pointer(operand.ty) && is_pointer(expr.ty) && self.are_addresses(context, operand)
            }
            ExprKind::PointerAdd { pointer, .. } => {
                self.is_moved = true;
                self.are_addresses(context, pointer)
            }
            ExprKind::Conditional { then, otherwise, .. } => {
                self.are_addresses(context, then) && self.are_addresses(context, otherwise)
            }
            ExprKind::Read(place) => match self.flow.register(context, place) {
                Some(register) => {
                    self.found.push((context, register));
                    true
                }
                None => false,
            },
            _ => false,
        }
    }
}
