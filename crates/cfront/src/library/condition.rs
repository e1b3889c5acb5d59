//! Condition variables: POSIX `pthread_cond_*`.

use raddle_program::syntax::{Effect, Expr, Synchronization};

use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[
    row("pthread_cond_init", 1, Model::Synchronize(Synchronization::ConditionInit, 1)),
    row("pthread_cond_destroy", 1, Model::Synchronize(Synchronization::ConditionDestroy, 1)),
    row("pthread_cond_signal", 1, Model::Code(signal)),
    row("pthread_cond_broadcast", 1, Model::Synchronize(Synchronization::ConditionBroadcast, 1)),
    row("pthread_cond_wait", 2, Model::Code(wait)),
];

/// Releases the mutex and queues, waits to be woken, and locks the mutex again: three steps, between which others run.
fn wait(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let operands: Vec<_> = operands.into_iter().take(2).map(|operand| address(cx, operand)).collect();
    let mutex: Vec<_> = operands.iter().skip(1).cloned().collect();
    let span = call.span;
    let (release, wake) = (Synchronization::ConditionRelease, Synchronization::ConditionWake);
    cx.emit(Effect::Synchronize { operation: release, operands: operands.clone(), result: None }, span);
    cx.emit(Effect::Synchronize { operation: wake, operands, result: None }, span);
    cx.emit(Effect::Synchronize { operation: Synchronization::MutexLock, operands: mutex, result: None }, span);
    call.number(cx, 0)
}

/// The outcome of the step says who was woken; the call returns 0.
fn signal(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let operands = operands.into_iter().take(1).map(|operand| address(cx, operand)).collect();
    let operation = Synchronization::ConditionSignal;
    cx.emit(Effect::Synchronize { operation, operands, result: None }, call.span);
    call.number(cx, 0)
}

fn address(cx: &mut ProcedureLowering<'_, '_>, operand: Operand) -> Expr {
    let address = cx.settled(operand);
    cx.as_pointer(address)
}
