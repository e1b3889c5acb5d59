//! The type of allocated objects, from what the code does with their address: `T *p = malloc(n)`.

use raddle_program::automaton::{Automaton, Transition};
use raddle_program::entity::Entity;
use raddle_program::syntax::{Effect, Expr, ExprKind, LocalId, PlaceKind, Procedure, Program};
use raddle_program::types::{TypeId, TypeKind};
use raddle_program::visit::{Visitor, walk_effect, walk_expr};
use raddle_program::written_registers::written;

use crate::ways::reaches_any_without;

/// The type of the elements of what an allocation gives to a register: every mention of the register that may read the address is
/// a conversion to a pointer to this type, or a comparison.
pub(super) fn element_of(
    program: &Program,
    procedure: &Procedure,
    automaton: &Automaton,
    allocation: Transition,
) -> Option<TypeId> {
    let data = &automaton.transitions[allocation];
    let Effect::Allocate { target: register, .. } = data.effect else { return None };
    let mut uses = Uses { program, register, n_reads: 0, n_typed: 0, element: Element::None };
    let is_written = |transition: Transition| {
        let (one, other) = written(&automaton.transitions[transition].effect);
        one == Some(register) || other == Some(register)
    };
    // Temporaries hold what several calls return, one after the other.
    let holds_it = reaches_any_without(automaton, [data.to].into_iter(), is_written);
    for transition in automaton.transitions.values().filter(|transition| holds_it[transition.from.index()]) {
        walk_effect(&transition.effect, &mut uses);
        if let Some(guard) = &transition.guard {
            walk_expr(&guard.condition, &mut uses);
        }
    }
    let own = element(program, procedure.locals[register].ty);
    match uses.element {
        Element::One(ty) if uses.n_reads == uses.n_typed && own.is_none_or(|own| own == ty) => Some(ty),
        Element::None if own.is_some() => own,
        Element::One(_) | Element::None | Element::Several => None,
    }
}

/// What a pointer type points to, if that says how memory is cut.
fn element(program: &Program, pointer: TypeId) -> Option<TypeId> {
    let TypeKind::Pointer(pointee) = program.types.kind(pointer) else { return None };
    match program.types.kind(pointee.ty) {
        TypeKind::Void | TypeKind::Function(_) => None,
        _ => program.types.size_of(pointee.ty).filter(|&size| size > 1).map(|_| pointee.ty),
    }
}

enum Element {
    None,
    One(TypeId),
    Several,
}

struct Uses<'p> {
    program: &'p Program,
    register: LocalId,
    n_reads: usize,
    n_typed: usize,
    element: Element,
}

impl Uses<'_> {
    fn is_register(&self, expr: &Expr) -> bool {
        let ExprKind::Read(place) = &expr.kind else { return false };
        matches!(place.kind, PlaceKind::Local(local) if local == self.register)
    }
}

impl Visitor for Uses<'_> {
    fn expr(&mut self, expr: &Expr) {
        if self.is_register(expr) {
            self.n_reads += 1;
        }
        match &expr.kind {
            ExprKind::Cast(operand) if self.is_register(operand) => {
                if let Some(ty) = element(self.program, expr.ty) {
                    self.n_typed += 1;
                    self.element = match self.element {
                        Element::None => Element::One(ty),
                        Element::One(other) if other == ty => Element::One(ty),
                        Element::One(_) | Element::Several => Element::Several,
                    };
                }
            }
            ExprKind::Binary(_, left, right) => {
                self.n_typed += [left, right].into_iter().filter(|operand| self.is_register(operand)).count();
            }
            _ => {}
        }
    }
}
