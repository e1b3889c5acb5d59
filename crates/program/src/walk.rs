//! Walks over the expressions of an effect.

use crate::syntax::{Callee, Effect, Expr, ExprKind, Place, PlaceKind};

/// Calls a function for every expression of an effect, inner ones included, outer ones first.
pub fn each_expr<'a>(effect: &'a Effect, act: &mut impl FnMut(&'a Expr)) {
    match effect {
        Effect::Assign { target, value } | Effect::Initialize { target, value } => {
            in_place(target, act);
            in_expr(value, act);
        }
        Effect::Assume(expr) | Effect::Free(expr) | Effect::Assert { condition: expr, .. } => in_expr(expr, act),
        Effect::Call { callee, arguments, .. } => {
            in_callee(callee, act);
            arguments.iter().for_each(|argument| in_expr(argument, act));
        }
        Effect::External { arguments, .. } => arguments.iter().for_each(|(argument, _)| in_expr(argument, act)),
        Effect::Return(value) | Effect::Exit(value) => value.iter().for_each(|value| in_expr(value, act)),
        Effect::Allocate { size, .. } => in_expr(size, act),
        Effect::CopyBytes { target, origin, size } => {
            [target, origin, size].into_iter().for_each(|it| in_expr(it, act))
        }
        Effect::FillBytes { target, byte, size } => [target, byte, size].into_iter().for_each(|it| in_expr(it, act)),
        Effect::Spawn { start, argument, id, .. } => {
            in_callee(start, act);
            in_expr(argument, act);
            in_expr(id, act);
        }
        Effect::Join { thread, .. } => in_expr(thread, act),
        Effect::Synchronize { operands, .. } => operands.iter().for_each(|operand| in_expr(operand, act)),
        Effect::Skip
        | Effect::Input { .. }
        | Effect::Live { .. }
        | Effect::Dead(_)
        | Effect::Stop
        | Effect::AtomicBegin
        | Effect::AtomicEnd
        | Effect::Unsupported(_) => {}
    }
}

/// Calls a function for an expression and all inside it, outer ones first.
pub fn in_expr<'a>(expr: &'a Expr, act: &mut impl FnMut(&'a Expr)) {
    act(expr);
    match &expr.kind {
        ExprKind::Integer(_) | ExprKind::Procedure(_) | ExprKind::SelfId => {}
        ExprKind::Read(place) | ExprKind::AddressOf(place) => in_place(place, act),
        ExprKind::Unary(_, operand) | ExprKind::Cast(operand) | ExprKind::AllocationSize(operand) => {
            in_expr(operand, act);
        }
        ExprKind::Binary(_, left, right) | ExprKind::PointerDifference { left, right, .. } => {
            in_expr(left, act);
            in_expr(right, act);
        }
        ExprKind::PointerAdd { pointer, index, .. } => {
            in_expr(pointer, act);
            in_expr(index, act);
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            in_expr(condition, act);
            in_expr(then, act);
            in_expr(otherwise, act);
        }
    }
}

fn in_place<'a>(place: &'a Place, act: &mut impl FnMut(&'a Expr)) {
    match &place.kind {
        PlaceKind::Global(_) | PlaceKind::Local(_) => {}
        PlaceKind::Deref(pointer) => in_expr(pointer, act),
        PlaceKind::Field(inner, _) | PlaceKind::BitLocation(inner) => in_place(inner, act),
        PlaceKind::Index(inner, index) => {
            in_place(inner, act);
            in_expr(index, act);
        }
    }
}

fn in_callee<'a>(callee: &'a Callee, act: &mut impl FnMut(&'a Expr)) {
    match callee {
        Callee::Procedure(_) => {}
        Callee::Pointer(pointer) => in_expr(pointer, act),
    }
}
