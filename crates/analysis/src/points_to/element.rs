//! The type of allocated objects, from what the code does with their address: `T *p = malloc(n)`.

use raddle_program::automaton::{Automaton, Transition};
use raddle_program::entity::{Entity, Table};
use raddle_program::syntax::{Callee, Effect, Expr, ExprKind, LocalId, PlaceKind, ProcedureId, Program, UnaryOperator};
use raddle_program::types::{TypeId, TypeKind};
use raddle_program::visit::{Visitor, walk_effect, walk_expr};
use raddle_program::written_registers::written;

use crate::ways::reaches_any_without;

/// How many registers and calls the address of an allocated object is followed through.
const DEPTH: u32 = 6;

/// The type of the elements of what an allocation gives to a register: every mention of the register that may read the address is
/// a conversion to a pointer to this type, a comparison, or frees or fills the object. An address that is returned is followed to the results of all calls.
pub(super) fn element_of(
    program: &Program,
    automata: &Table<ProcedureId, Automaton>,
    procedure: ProcedureId,
    allocation: Transition,
) -> Option<TypeId> {
    let Effect::Allocate { target: register, .. } = automata[procedure].transitions[allocation].effect else {
        return None;
    };
    match (Elements { program, automata }).of_register(procedure, allocation, register, DEPTH) {
        Element::One(ty) => Some(ty),
        Element::None | Element::Several => None,
    }
}

/// Finds what addresses are converted to.
struct Elements<'p> {
    program: &'p Program,
    automata: &'p Table<ProcedureId, Automaton>,
}

impl Elements<'_> {
    /// What the address is converted to that a step stores to a register.
    fn of_register(&self, id: ProcedureId, step: Transition, register: LocalId, depth: u32) -> Element {
        let (program, automaton, procedure) = (self.program, &self.automata[id], &self.program.procedures[id]);
        if depth == 0 || !procedure.locals[register].is_register {
            return Element::Several;
        }
        let mut uses = Uses { program, register, n_reads: 0, n_typed: 0, element: Element::None };
        let is_written = |transition: Transition| {
            let (one, other) = written(&automaton.transitions[transition].effect);
            one == Some(register) || other == Some(register)
        };
        // Temporaries hold what several calls return, one after the other.
        let holds_it = reaches_any_without(automaton, [automaton.transitions[step].to].into_iter(), is_written);
        let (mut copies, mut is_returned) = (Vec::new(), false);
        for (at, transition) in automaton.transitions.iter().filter(|(_, it)| holds_it[it.from.index()]) {
            walk_effect(&transition.effect, &mut uses);
            if let Some(guard) = &transition.guard {
                walk_expr(&guard.condition, &mut uses);
                uses.n_typed += usize::from(uses.is_register(&guard.condition));
            }
            match &transition.effect {
                Effect::Free(pointer, _) | Effect::FillBytes { target: pointer, .. } if uses.is_register(pointer) => {}
                Effect::Return(Some(value)) if uses.is_register(value) => is_returned = true,
                Effect::Assign { target, value } if uses.is_register(value) => match target.kind {
                    PlaceKind::Local(copy) => copies.push((at, copy)),
                    _ => continue,
                },
                _ => continue,
            }
            uses.n_typed += 1;
        }
        let own = element(program, procedure.locals[register].ty).map_or(Element::None, Element::One);
        let is_known = uses.n_reads == uses.n_typed;
        let mut found = match uses.element {
            Element::None if !is_known => own,
            _ if !is_known => Element::Several,
            of_uses => of_uses.and(own),
        };
        for (at, copy) in copies {
            found = found.and(self.of_register(id, at, copy, depth - 1));
        }
        if is_returned {
            found = found.and(self.of_results(id, depth - 1));
        }
        found
    }

    /// What the results of all calls of a procedure are converted to.
    fn of_results(&self, callee: ProcedureId, depth: u32) -> Element {
        let mut found = Element::None;
        for (caller, automaton) in self.automata.iter() {
            for (step, data) in automaton.transitions.iter() {
                match data.effect {
                    Effect::Call { callee: Callee::Procedure(called), result: Some(result), .. }
                        if called == callee =>
                    {
                        found = found.and(self.of_register(caller, step, result, depth));
                    }
                    _ => {}
                }
            }
        }
        found
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    None,
    One(TypeId),
    Several,
}

impl Element {
    fn and(self, other: Element) -> Element {
        match (self, other) {
            (one, Element::None) | (Element::None, one) => one,
            (one, two) if one == two => one,
            _ => Element::Several,
        }
    }
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
                    self.element = self.element.and(Element::One(ty));
                }
            }
            ExprKind::Unary(UnaryOperator::LogicalNot, operand) if self.is_register(operand) => self.n_typed += 1,
            ExprKind::Binary(_, left, right) => {
                self.n_typed += [left, right].into_iter().filter(|operand| self.is_register(operand)).count();
            }
            _ => {}
        }
    }
}
