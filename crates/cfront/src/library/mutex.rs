//! Mutexes and their attributes: POSIX `pthread_mutex_*`, `pthread_mutexattr_*`.
//!
//! An attribute object holds its kind as an `int` in its first bytes, read and written by plain listed accesses. The kinds are
//! those of Linux: 0 normal, 1 recursive, 2 error-checking, 3 adaptive, which behaves as a normal one.

use raddle_program::builder::{cast, conditional, deref, integer, read};
use raddle_program::syntax::{BinaryOperator, Block, Effect, Expr, ExprKind, Place, Synchronization};
use raddle_program::types::TypeId;

use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[
    row("pthread_mutex_init", 2, Model::Code(initialize)),
    row("pthread_mutex_destroy", 1, Model::Synchronize(Synchronization::MutexDestroy, 1)),
    row("pthread_mutex_lock", 1, Model::Synchronize(Synchronization::MutexLock, 1)),
    row("pthread_mutex_trylock", 1, Model::Synchronize(Synchronization::MutexTryLock, 1)),
    row("pthread_mutex_unlock", 1, Model::Synchronize(Synchronization::MutexUnlock, 1)),
    row("pthread_mutexattr_init", 1, Model::Code(initialize_attribute)),
    row("pthread_mutexattr_destroy", 1, Model::Constant(0)),
    row("pthread_mutexattr_settype", 2, Model::Code(set_kind)),
];

const INVALID: i128 = 22;

fn initialize(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, mut operands: Vec<Operand>) -> Operand {
    let attribute = operands.remove(1);
    let mut operands = operands.into_iter();
    // `operands` evaluated at most one listed read, and it may be the first argument's.
    let mutex = operands.next().map(|mutex| {
        let mutex = cx.settled(mutex);
        cx.as_pointer(mutex)
    });
    let attribute = cx.settled(attribute);
    let attribute = cx.as_pointer(attribute);
    let kind = match attribute.kind {
        ExprKind::Integer(0) => cx.number(0),
        _ if is_address(&attribute) => {
            let place = kind_place(cx, attribute);
            cx.settled(Operand { expr: read(place), is_access: true, span: call.span })
        }
        _ => {
            let int = cx.cx.int();
            let register = cx.temporary(int);
            let target = raddle_program::builder::local_place(&cx.procedure, register);
            let place = kind_place(cx, attribute.clone());
            let mut store =
                |value: Expr| cx.capture(|cx| cx.emit(Effect::Assign { target: target.clone(), value }, call.span)).1;
            let (then, otherwise) = (store(read(place)), store(integer(0, int)));
            cx.emit_if(Operand::pure(attribute, call.span), then, otherwise);
            read(target)
        }
    };
    let int = cx.cx.int();
    let kind = match kind.kind {
        ExprKind::Integer(_) => kind,
        _ => {
            let is_known = less_equal(int, kind.clone(), integer(2, int));
            conditional(is_known, kind, integer(0, int))
        }
    };
    let operands = mutex.into_iter().chain([kind]).collect();
    let result = call.register(cx, int);
    cx.emit(Effect::Synchronize { operation: Synchronization::MutexInit, operands, result }, call.span);
    call.in_register(cx, result)
}

fn initialize_attribute(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    mut operands: Vec<Operand>,
) -> Operand {
    settle_all(cx, &mut operands);
    let attribute = operands.swap_remove(0).expr;
    let (target, value) = (kind_place(cx, attribute), cx.number(0));
    cx.emit(Effect::Assign { target, value }, call.span);
    call.number(cx, 0)
}

fn set_kind(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, mut operands: Vec<Operand>) -> Operand {
    settle_all(cx, &mut operands);
    let kind = operands.swap_remove(1).expr;
    let attribute = operands.swap_remove(0).expr;
    let int = cx.cx.int();
    let kind = cx.convert(kind, int);
    let target = kind_place(cx, attribute);
    if let ExprKind::Integer(number) = kind.kind {
        if !(0..=3).contains(&number) {
            return call.number(cx, INVALID);
        }
        cx.emit(Effect::Assign { target, value: kind }, call.span);
        return call.number(cx, 0);
    }
    let (above, below) =
        (less_equal(int, integer(0, int), kind.clone()), less_equal(int, kind.clone(), integer(3, int)));
    let is_valid = conditional(above, below, integer(0, int));
    let is_valid = cx.settled(Operand::pure(is_valid, call.span));
    let then = cx.capture(|cx| cx.emit(Effect::Assign { target, value: kind }, call.span)).1;
    cx.emit_if(Operand::pure(is_valid.clone(), call.span), then, Block::new());
    let code = conditional(is_valid, integer(0, int), integer(INVALID, int));
    call.result(cx, code)
}

/// Whether a pointer is the address of an object by its form, so that it is not null.
fn is_address(pointer: &Expr) -> bool {
    match &pointer.kind {
        ExprKind::AddressOf(_) => true,
        ExprKind::Cast(operand) => is_address(operand),
        ExprKind::Integer(_)
        | ExprKind::Read(_)
        | ExprKind::Procedure(_)
        | ExprKind::SelfId
        | ExprKind::AllocationSize(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::PointerAdd { .. }
        | ExprKind::PointerDifference { .. }
        | ExprKind::Conditional { .. } => false,
    }
}

/// `left <= right`
fn less_equal(int: TypeId, left: Expr, right: Expr) -> Expr {
    Expr { kind: ExprKind::Binary(BinaryOperator::LessEqual, Box::new(left), Box::new(right)), ty: int }
}

/// `*(int *)attribute`
fn kind_place(cx: &mut ProcedureLowering<'_, '_>, attribute: Expr) -> Place {
    let int = cx.cx.int();
    let pointer = cx.cx.types.pointer_to(int);
    let attribute = cx.as_pointer(attribute);
    deref(&cx.cx.types, cast(attribute, pointer))
}

fn settle_all(cx: &mut ProcedureLowering<'_, '_>, operands: &mut [Operand]) {
    for operand in operands {
        let expr = cx.settled(operand.clone());
        *operand = Operand::pure(expr, operand.span);
    }
}
