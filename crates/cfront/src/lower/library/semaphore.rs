//! Semaphores without names: POSIX `sem_*`. A call that fails returns -1 and sets `errno`.

use raddle_program::builder::{conditional, integer, local_place, read};
use raddle_program::syntax::{Expr, Synchronization};
use raddle_program::types::IntKind;

use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[
    row("sem_init", 3, Model::Code(initialize)),
    row("sem_destroy", 1, Model::Code(destroy)),
    row("sem_wait", 1, Model::Code(wait)),
    row("sem_trywait", 1, Model::Code(try_wait)),
    row("sem_timedwait", 2, Model::Code(timed_wait)),
    row("sem_clockwait", 3, Model::Code(timed_wait)),
    row("sem_post", 1, Model::Code(post)),
    row("sem_getvalue", 2, Model::Code(value)),
];

fn initialize(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, int, unsigned) = (cx.cx.void_pointer(), cx.cx.int(), cx.cx.types.int(IntKind::UnsignedInt));
    let [semaphore, _, value] = cx.settled_as(operands, [pointer, int, unsigned]);
    operate(cx, call, Synchronization::SemaphoreInit, vec![semaphore, value])
}

fn destroy(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    on_semaphore(cx, call, operands, Synchronization::SemaphoreDestroy)
}

fn wait(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    on_semaphore(cx, call, operands, Synchronization::SemaphoreWait)
}

fn try_wait(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    on_semaphore(cx, call, operands, Synchronization::SemaphoreTryWait)
}

fn timed_wait(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    cx.cancellation_point(call.span);
    let code = cx.timed_operation(Synchronization::SemaphoreTimedWait, operands, call);
    finish(cx, call, code)
}

fn post(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    on_semaphore(cx, call, operands, Synchronization::SemaphorePost)
}

fn on_semaphore(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    operands: Vec<Operand>,
    operation: Synchronization,
) -> Operand {
    let pointer = cx.cx.void_pointer();
    let [semaphore] = cx.settled_as(operands, [pointer]);
    operate(cx, call, operation, vec![semaphore])
}

/// An operation whose outcome is an error number or 0.
fn operate(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    operation: Synchronization,
    operands: Vec<Expr>,
) -> Operand {
    let waits = operation == Synchronization::SemaphoreWait;
    if waits {
        cx.cancellation_point(call.span);
    }
    let int = cx.cx.int();
    let is_asked = call.is_used(cx) || cx.sets_errno() || (waits && cx.cancels());
    let outcome = is_asked.then(|| cx.temporary(int));
    cx.operation(operation, operands, outcome, call.span);
    let Some(outcome) = outcome else { return call.nothing(cx) };
    let outcome = read(local_place(&cx.procedure, outcome));
    if operation == Synchronization::SemaphoreWait {
        cx.end_if_cancelled_code(&outcome, call.span);
    }
    finish(cx, call, outcome)
}

/// Returns what stands for an error number, and sets `errno`.
fn finish(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, outcome: Expr) -> Operand {
    let int = cx.cx.int();
    if cx.sets_errno() {
        let (code, span) = (outcome.clone(), call.span);
        cx.when(outcome.clone(), span, |cx| cx.set_errno(code, span));
    }
    let failed = integer(-1, int);
    let result = conditional(outcome, failed, integer(0, int));
    call.result(cx, result)
}

fn value(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, int) = (cx.cx.void_pointer(), cx.cx.int());
    let [semaphore, target] = cx.settled_as(operands, [pointer, pointer]);
    let value = cx.temporary(int);
    cx.operation(Synchronization::SemaphoreGetValue, vec![semaphore], Some(value), call.span);
    let value = read(local_place(&cx.procedure, value));
    let target = cx.target(target, int);
    cx.set(&target, value, call.span);
    call.number(cx, 0)
}
