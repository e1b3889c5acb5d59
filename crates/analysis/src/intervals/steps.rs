//! What a step evaluates and accesses, in the state in front of it.
//!
//! Of a guarded step the effect counts where the guard holds; of a conditional expression each operand where the condition leads to it.

use raddle_program::automaton::Transition;
use raddle_program::syntax::{Callee, Effect, Expr, ExprKind, Place, PlaceKind};

use super::super::points_to::Context;
use super::flow::Flow;
use super::state::State;

/// What is asked about each part of a step. By default nothing is.
#[allow(unused_variables)]
pub(super) trait Checks {
    /// An expression whose value is used, after its operands. What only says where an access goes is none.
    fn value(&mut self, flow: &mut Flow<'_>, state: &mut State, at: (Context, Transition), expr: &Expr) {}

    /// An access to a place, registers included.
    fn access(
        &mut self,
        flow: &mut Flow<'_>,
        state: &mut State,
        at: (Context, Transition),
        place: &Place,
        is_write: bool,
    ) {
    }

    /// An effect, after its operands.
    fn effect(&mut self, flow: &mut Flow<'_>, state: &mut State, at: (Context, Transition), effect: &Effect) {}
}

impl<'a> Flow<'a> {
    /// Asks about all parts of all steps that threads may take, in all states in front of them.
    pub(super) fn check(&mut self, checks: &mut dyn Checks) {
        let (points_to, automata) = (self.points_to, self.automata);
        let states: Vec<_> = self.states.iter().map(|(point, state)| (point.clone(), state.clone())).collect();
        for (point, state) in states {
            let procedure = points_to.contexts[point.context].procedure;
            for &transition in automata[procedure].outgoing(point.location) {
                self.is_impossible = false;
                let data = &automata[procedure].transitions[transition];
                let (mut state, at) = (state.clone(), (point.context, transition));
                self.begin(&state, at);
                if let Some(guard) = &data.guard {
                    self.check_value(&mut state, at, &guard.condition, checks);
                    if !self.refine(&mut state, at, &guard.condition, guard.holds) || self.is_impossible {
                        continue;
                    }
                }
                self.check_effect(&mut state, at, &data.effect, checks);
            }
        }
    }

    fn check_effect(&mut self, state: &mut State, at: (Context, Transition), effect: &Effect, checks: &mut dyn Checks) {
        let mut of = |expr: &Expr| self.check_value(state, at, expr, checks);
        match effect {
            Effect::Skip
            | Effect::Input { .. }
            | Effect::Live { .. }
            | Effect::Dead(_)
            | Effect::Stop
            | Effect::AtomicBegin
            | Effect::AtomicEnd
            | Effect::Fence(_)
            | Effect::Unsupported(_)
            | Effect::Return(None)
            | Effect::Exit(None) => {}
            Effect::Assign { target, value } | Effect::Initialize { target, value } => {
                of(value);
                self.check_address(state, at, target, checks);
                checks.access(self, state, at, target, true);
            }
            Effect::Assume(value)
            | Effect::Assert { condition: value, .. }
            | Effect::Return(Some(value))
            | Effect::Exit(Some(value))
            | Effect::Allocate { size: value, .. }
            | Effect::Free(value, _)
            | Effect::Join { thread: value, .. } => of(value),
            Effect::Call { callee, arguments, result: _ } => {
                if let Callee::Pointer(pointer) = callee {
                    of(pointer);
                }
                arguments.iter().for_each(of);
            }
            Effect::External { arguments, .. } => arguments.iter().for_each(|(argument, _)| of(argument)),
            Effect::CopyBytes { target, origin, size, .. } => [target, origin, size].into_iter().for_each(of),
            Effect::FillBytes { target, byte, size } => [target, byte, size].into_iter().for_each(of),
            Effect::Spawn { start, argument, id, is_detached, result: _ } => {
                if let Callee::Pointer(pointer) = start {
                    of(pointer);
                }
                [argument, id].into_iter().chain(is_detached).for_each(of);
            }
            Effect::Synchronize { operands, .. } => operands.iter().for_each(of),
        }
        checks.effect(self, state, at, effect);
    }

    fn check_value(&mut self, state: &mut State, at: (Context, Transition), expr: &Expr, checks: &mut dyn Checks) {
        match &expr.kind {
            ExprKind::Integer(_) | ExprKind::Procedure(_) | ExprKind::SelfId => {}
            ExprKind::Read(place) => {
                self.check_address(state, at, place, checks);
                checks.access(self, state, at, place, false);
            }
            ExprKind::AddressOf(place) => self.check_address(state, at, place, checks),
            ExprKind::Cast(operand) | ExprKind::AllocationSize(operand, _) | ExprKind::Unary(_, operand) => {
                self.check_value(state, at, operand, checks);
            }
            ExprKind::PointerAdd { pointer, index, .. } => {
                self.check_pointer(state, at, pointer, checks);
                self.check_value(state, at, index, checks);
            }
            ExprKind::Binary(_, left, right) | ExprKind::PointerDifference { left, right, .. } => {
                self.check_value(state, at, left, checks);
                self.check_value(state, at, right, checks);
            }
            ExprKind::Floating(_, operands) => {
                operands.iter().for_each(|operand| self.check_value(state, at, operand, checks));
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.check_value(state, at, condition, checks);
                for (holds, value) in [(true, then), (false, otherwise)] {
                    let before = std::mem::take(&mut self.is_impossible);
                    let mut way = state.clone();
                    if self.refine(&mut way, at, condition, holds) && !self.is_impossible {
                        self.check_value(&mut way, at, value, checks);
                    }
                    self.is_impossible = before;
                }
            }
        }
        checks.value(self, state, at, expr);
    }

    fn check_address(&mut self, state: &mut State, at: (Context, Transition), place: &Place, checks: &mut dyn Checks) {
        match &place.kind {
            PlaceKind::Global(_) | PlaceKind::Local(_) => {}
            PlaceKind::Deref(pointer) => self.check_pointer(state, at, pointer, checks),
            PlaceKind::Field(inner, _) | PlaceKind::BitLocation(inner) => self.check_address(state, at, inner, checks),
            PlaceKind::Index(inner, index) => {
                self.check_address(state, at, inner, checks);
                self.check_value(state, at, index, checks);
            }
        }
    }

    /// A pointer that is moved further or followed at once: where it leads before that does not matter.
    fn check_pointer(&mut self, state: &mut State, at: (Context, Transition), pointer: &Expr, checks: &mut dyn Checks) {
        match &pointer.kind {
            ExprKind::AddressOf(place) => self.check_address(state, at, place, checks),
            ExprKind::Cast(operand) => self.check_pointer(state, at, operand, checks),
            ExprKind::PointerAdd { pointer, index, .. } => {
                self.check_pointer(state, at, pointer, checks);
                self.check_value(state, at, index, checks);
            }
            _ => self.check_value(state, at, pointer, checks),
        }
    }
}
