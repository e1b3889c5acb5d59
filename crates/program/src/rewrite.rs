//! Changing the expressions of code in place, in source order.

use crate::syntax::{Block, Callee, Effect, Expr, ExprKind, LocalId, Place, PlaceKind, Statement};

/// A callback that changes an expression; it returns true if the parts of the expression are not to be visited.
pub type Change<'a> = dyn FnMut(&mut Expr) -> bool + 'a;

/// Changes the expressions of an effect.
pub fn change_effect(effect: &mut Effect, change: &mut Change<'_>) {
    match effect {
        Effect::Skip
        | Effect::Input { .. }
        | Effect::Return(None)
        | Effect::Exit(None)
        | Effect::Live { .. }
        | Effect::Dead(_)
        | Effect::Stop
        | Effect::Fence(_)
        | Effect::AtomicBegin
        | Effect::AtomicEnd
        | Effect::Unsupported(_) => {}
        Effect::Assign { target, value } | Effect::Initialize { target, value } => {
            change_place(target, change);
            change_expr(value, change);
        }
        Effect::Assume(operand)
        | Effect::Assert { condition: operand, .. }
        | Effect::Return(Some(operand))
        | Effect::Exit(Some(operand))
        | Effect::Free(operand, _)
        | Effect::Allocate { size: operand, .. }
        | Effect::Join { thread: operand, .. } => change_expr(operand, change),
        Effect::Call { callee, arguments, .. } => {
            change_callee(callee, change);
            arguments.iter_mut().for_each(|argument| change_expr(argument, change));
        }
        Effect::External { arguments, .. } => {
            arguments.iter_mut().for_each(|(argument, _)| change_expr(argument, change));
        }
        Effect::CopyBytes { target, origin, size, .. } => {
            [target, origin, size].into_iter().for_each(|operand| change_expr(operand, change));
        }
        Effect::FillBytes { target, byte, size } => {
            [target, byte, size].into_iter().for_each(|operand| change_expr(operand, change));
        }
        Effect::Spawn { start, argument, id, is_detached, .. } => {
            change_callee(start, change);
            [argument, id].into_iter().chain(is_detached).for_each(|operand| change_expr(operand, change));
        }
        Effect::Synchronize { operands, .. } => {
            operands.iter_mut().for_each(|operand| change_expr(operand, change));
        }
    }
}

fn change_callee(callee: &mut Callee, change: &mut Change<'_>) {
    match callee {
        Callee::Procedure(_) => {}
        Callee::Pointer(pointer) => change_expr(pointer, change),
    }
}

/// Changes the expressions inside of a place.
pub fn change_place(place: &mut Place, change: &mut Change<'_>) {
    match &mut place.kind {
        PlaceKind::Global(_) | PlaceKind::Local(_) => {}
        PlaceKind::Deref(pointer) => change_expr(pointer, change),
        PlaceKind::Field(inner, _) | PlaceKind::BitLocation(inner) => change_place(inner, change),
        PlaceKind::Index(inner, index) => {
            change_place(inner, change);
            change_expr(index, change);
        }
    }
}

/// Changes an expression, or else its parts.
pub fn change_expr(expr: &mut Expr, change: &mut Change<'_>) {
    if change(expr) {
        return;
    }
    match &mut expr.kind {
        ExprKind::Integer(_) | ExprKind::SelfId | ExprKind::Procedure(_) => {}
        ExprKind::Read(place) | ExprKind::AddressOf(place) => change_place(place, change),
        ExprKind::AllocationSize(operand, _) | ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => {
            change_expr(operand, change);
        }
        ExprKind::Binary(_, left, right)
        | ExprKind::PointerDifference { left, right, .. }
        | ExprKind::PointerAdd { pointer: left, index: right, .. } => {
            change_expr(left, change);
            change_expr(right, change);
        }
        ExprKind::Floating(_, operands) => operands.iter_mut().for_each(|operand| change_expr(operand, change)),
        ExprKind::Conditional { condition, then, otherwise } => {
            [condition, then, otherwise].into_iter().for_each(|part| change_expr(part, change));
        }
    }
}

/// Puts a number in the place of a register that a block never writes. Returns whether the block reads the register.
pub fn put_number(block: &mut Block, register: LocalId, number: i128) -> bool {
    let mut is_read = false;
    let mut change = |expr: &mut Expr| {
        let is_it = matches!(&expr.kind, ExprKind::Read(place) if place.kind == PlaceKind::Local(register));
        if is_it {
            expr.kind = ExprKind::Integer(number);
            is_read = true;
        }
        is_it
    };
    change_block(block, &mut change);
    is_read
}

fn change_block(block: &mut Block, change: &mut Change<'_>) {
    for statement in block {
        match statement {
            Statement::Step(step) => change_effect(&mut step.effect, change),
            Statement::If { condition, then, otherwise, .. } => {
                change_expr(condition, change);
                change_block(then, change);
                change_block(otherwise, change);
            }
            Statement::Loop { test, condition, body, step, .. } => {
                change_expr(condition, change);
                [test, body, step].into_iter().for_each(|part| change_block(part, change));
            }
            Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => {}
        }
    }
}
