//! Walking over code: every statement, place, expression and id of a block, in source order.

use crate::syntax::{
    Block, Callee, Effect, Expr, ExprKind, GlobalId, LabelId, LocalId, Place, PlaceKind, ProcedureId, Statement,
};
use crate::types::TypeId;

/// What to do with the parts of code. Each default does nothing; the walk goes on by itself.
#[allow(unused_variables)]
pub trait Visitor {
    /// A statement, before its parts.
    fn statement(&mut self, statement: &Statement) {}
    /// An expression, before its parts.
    fn expr(&mut self, expr: &Expr) {}
    /// A place, before its parts.
    fn place(&mut self, place: &Place) {}
    /// A type of an expression or place.
    fn ty(&mut self, ty: TypeId) {}
    /// A mention of a local.
    fn local(&mut self, local: LocalId) {}
    /// A mention of a global.
    fn global(&mut self, global: GlobalId) {}
    /// A mention of a procedure.
    fn procedure(&mut self, procedure: ProcedureId) {}
    /// A label, defined or gone to.
    fn label(&mut self, label: LabelId) {}
}

/// Walks over the statements of a block.
pub fn walk_block(block: &Block, visitor: &mut impl Visitor) {
    for statement in block {
        walk_statement(statement, visitor);
    }
}

/// Walks over a statement: of a loop first the test and the condition, then the body, then the step.
pub fn walk_statement(statement: &Statement, visitor: &mut impl Visitor) {
    visitor.statement(statement);
    match statement {
        Statement::Step(step) => walk_effect(&step.effect, visitor),
        Statement::If { condition, then, otherwise, span: _ } => {
            walk_expr(condition, visitor);
            walk_block(then, visitor);
            walk_block(otherwise, visitor);
        }
        Statement::Loop { tests_after: _, test, condition, body, step, span: _ } => {
            walk_block(test, visitor);
            walk_expr(condition, visitor);
            walk_block(body, visitor);
            walk_block(step, visitor);
        }
        Statement::Break | Statement::Continue => {}
        Statement::Goto(label) | Statement::Label(label) => visitor.label(*label),
    }
}

/// Walks over the operands of an effect.
pub fn walk_effect(effect: &Effect, visitor: &mut impl Visitor) {
    match effect {
        Effect::Skip
        | Effect::Stop
        | Effect::Fence(_)
        | Effect::AtomicBegin
        | Effect::AtomicEnd
        | Effect::Unsupported(_) => {}
        Effect::Assign { target, value } | Effect::Initialize { target, value } => {
            walk_place(target, visitor);
            walk_expr(value, visitor);
        }
        Effect::Input { target, source: _ } => visitor.local(*target),
        Effect::Assume(condition) | Effect::Assert { condition, function: _, message: _ } => {
            walk_expr(condition, visitor);
        }
        Effect::Call { callee, arguments, result } => {
            walk_callee(callee, visitor);
            arguments.iter().for_each(|argument| walk_expr(argument, visitor));
            result.iter().for_each(|&result| visitor.local(result));
        }
        Effect::External { name: _, arguments, result } => {
            arguments.iter().for_each(|(argument, _)| walk_expr(argument, visitor));
            result.iter().for_each(|&result| visitor.local(result));
        }
        Effect::Return(value) | Effect::Exit(value) => value.iter().for_each(|value| walk_expr(value, visitor)),
        Effect::Live { local, is_zeroed: _ } | Effect::Dead(local) => visitor.local(*local),
        Effect::Allocate { target, size, is_zeroed: _, region: _ } => {
            visitor.local(*target);
            walk_expr(size, visitor);
        }
        Effect::Free(address, _) => walk_expr(address, visitor),
        Effect::CopyBytes { target, origin, size, .. } => {
            [target, origin, size].into_iter().for_each(|operand| walk_expr(operand, visitor));
        }
        Effect::FillBytes { target, byte, size } => {
            [target, byte, size].into_iter().for_each(|operand| walk_expr(operand, visitor));
        }
        Effect::Spawn { start, argument, id, is_detached, result } => {
            walk_callee(start, visitor);
            walk_expr(argument, visitor);
            walk_expr(id, visitor);
            is_detached.iter().for_each(|state| walk_expr(state, visitor));
            result.iter().for_each(|&result| visitor.local(result));
        }
        Effect::Join { thread, value, result } => {
            walk_expr(thread, visitor);
            value.iter().chain(result).for_each(|&local| visitor.local(local));
        }
        Effect::Synchronize { operation: _, operands, result } => {
            operands.iter().for_each(|operand| walk_expr(operand, visitor));
            result.iter().for_each(|&result| visitor.local(result));
        }
    }
}

fn walk_callee(callee: &Callee, visitor: &mut impl Visitor) {
    match callee {
        Callee::Procedure(procedure) => visitor.procedure(*procedure),
        Callee::Pointer(pointer) => walk_expr(pointer, visitor),
    }
}

/// Walks over a place.
pub fn walk_place(place: &Place, visitor: &mut impl Visitor) {
    visitor.place(place);
    visitor.ty(place.ty);
    match &place.kind {
        PlaceKind::Global(global) => visitor.global(*global),
        PlaceKind::Local(local) => visitor.local(*local),
        PlaceKind::Deref(pointer) => walk_expr(pointer, visitor),
        PlaceKind::Field(inner, _) | PlaceKind::BitLocation(inner) => walk_place(inner, visitor),
        PlaceKind::Index(inner, index) => {
            walk_place(inner, visitor);
            walk_expr(index, visitor);
        }
    }
}

/// Walks over an expression.
pub fn walk_expr(expr: &Expr, visitor: &mut impl Visitor) {
    visitor.expr(expr);
    visitor.ty(expr.ty);
    match &expr.kind {
        ExprKind::Integer(_) | ExprKind::SelfId => {}
        ExprKind::Read(place) | ExprKind::AddressOf(place) => walk_place(place, visitor),
        ExprKind::Procedure(procedure) => visitor.procedure(*procedure),
        ExprKind::AllocationSize(operand, _) | ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => {
            walk_expr(operand, visitor);
        }
        ExprKind::Binary(_, left, right) | ExprKind::PointerDifference { left, right, element: _ } => {
            walk_expr(left, visitor);
            walk_expr(right, visitor);
        }
        ExprKind::PointerAdd { pointer, index, element: _, is_subtraction: _ } => {
            walk_expr(pointer, visitor);
            walk_expr(index, visitor);
        }
        ExprKind::Floating(_, operands) => operands.iter().for_each(|operand| walk_expr(operand, visitor)),
        ExprKind::Conditional { condition, then, otherwise } => {
            walk_expr(condition, visitor);
            walk_expr(then, visitor);
            walk_expr(otherwise, visitor);
        }
    }
}
