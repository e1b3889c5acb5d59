//! Mutexes: POSIX `pthread_mutex_*`, C11 `mtx_*`. Attributes are in [`super::attribute`].

use raddle_program::builder::{conditional, integer, local_place, read};
use raddle_program::syntax::{BinaryOperator, ExprKind, Synchronization};

use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[
    row("pthread_mutex_init", 2, Model::Code(initialize)),
    row("pthread_mutex_destroy", 1, Model::Operation(Synchronization::MutexDestroy, 1)),
    row("pthread_mutex_lock", 1, Model::Operation(Synchronization::MutexLock, 1)),
    row("pthread_mutex_trylock", 1, Model::Operation(Synchronization::MutexTryLock, 1)),
    row("pthread_mutex_timedlock", 2, Model::Code(timed_lock)),
    row("pthread_mutex_clocklock", 3, Model::Code(timed_lock)),
    row("pthread_mutex_unlock", 1, Model::Operation(Synchronization::MutexUnlock, 1)),
    row("__raddle_overwritten", 2, Model::Operation(Synchronization::Overwrite, 2)),
    row("mtx_init", 2, Model::Code(initialize_c11)),
    row("mtx_destroy", 1, Model::C11(Synchronization::MutexDestroy)),
    row("mtx_lock", 1, Model::C11(Synchronization::MutexLock)),
    row("mtx_trylock", 1, Model::C11(Synchronization::MutexTryLock)),
    row("mtx_timedlock", 2, Model::Code(timed_lock_c11)),
    row("mtx_unlock", 1, Model::C11(Synchronization::MutexUnlock)),
];

fn initialize(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let pointer = cx.cx.void_pointer();
    let [mutex, attribute] = cx.settled_as(operands, [pointer; 2]);
    let kind = cx.attribute(attribute, call.span);
    let int = cx.cx.int();
    let kind = match kind.kind {
        ExprKind::Integer(_) => kind,
        _ => {
            let is_known = cx.calculation(BinaryOperator::LessEqual, kind.clone(), integer(2, int));
            conditional(is_known, kind, integer(0, int))
        }
    };
    let result = call.register(cx, int);
    cx.operation(Synchronization::MutexInit, vec![mutex, kind], result, call.span);
    call.in_register(cx, result)
}

/// `mtx_init(mutex, type)`: recursive if `type & mtx_recursive`.
fn initialize_c11(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, int) = (cx.cx.void_pointer(), cx.cx.int());
    let [mutex, kind] = cx.settled_as(operands, [pointer, int]);
    let kind = match kind.kind {
        ExprKind::Integer(number) => integer(number & 1, int),
        _ => cx.calculation(BinaryOperator::BitAnd, kind, integer(1, int)),
    };
    cx.operation(Synchronization::MutexInit, vec![mutex, kind], None, call.span);
    call.number(cx, 0)
}

fn timed_lock(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    super::deadline::lock(cx, call, operands, Synchronization::MutexTimedLock)
}

fn timed_lock_c11(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let code = cx.timed_operation(Synchronization::MutexTimedLock, operands, call);
    let code = cx.translated(code, &[(0, 0), (110, 4)], 2);
    call.result(cx, code)
}

/// An operation of a C11 function: what POSIX returns becomes `thrd_busy`, `thrd_timedout` or `thrd_error`.
pub(super) fn operate_c11(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    operands: Vec<Operand>,
    operation: Synchronization,
) -> Operand {
    let object = cx.all_fetched(operands).swap_remove(0);
    let object = cx.as_pointer(object);
    let int = cx.cx.int();
    let code = call.is_used(cx).then(|| cx.temporary(int));
    cx.operation(operation, vec![object], code, call.span);
    match code {
        Some(code) => {
            let code = read(local_place(&cx.procedure, code));
            let code = cx.translated(code, &[(0, 0), (16, 1), (110, 4)], 2);
            call.result(cx, code)
        }
        None => call.nothing(cx),
    }
}
