//! Condition variables: POSIX `pthread_cond_*`, C11 `cnd_*`.

use raddle_program::builder::{conditional, integer, local_place, read};
use raddle_program::syntax::{Expr, Synchronization};

use super::deadline::{EINVAL, ETIMEDOUT};
use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[
    row("pthread_cond_init", 1, Model::Operation(Synchronization::ConditionInit, 1)),
    row("pthread_cond_destroy", 1, Model::Operation(Synchronization::ConditionDestroy, 1)),
    row("pthread_cond_signal", 1, Model::Operation(Synchronization::ConditionSignal, 1)),
    row("pthread_cond_broadcast", 1, Model::Operation(Synchronization::ConditionBroadcast, 1)),
    row("pthread_cond_wait", 2, Model::Code(wait)),
    row("pthread_cond_timedwait", 3, Model::Code(timed_wait)),
    row("pthread_cond_clockwait", 4, Model::Code(timed_wait)),
    row("cnd_init", 1, Model::C11(Synchronization::ConditionInit)),
    row("cnd_destroy", 1, Model::C11(Synchronization::ConditionDestroy)),
    row("cnd_signal", 1, Model::C11(Synchronization::ConditionSignal)),
    row("cnd_broadcast", 1, Model::C11(Synchronization::ConditionBroadcast)),
    row("cnd_wait", 2, Model::Code(wait)),
    row("cnd_timedwait", 3, Model::Code(timed_wait_c11)),
];

/// `thrd_timedout` and `thrd_error`
const TIMED_OUT_C11: i128 = 4;
const FAILED_C11: i128 = 2;

/// Outcomes of the second half of a wait.
const TIMED_OUT: i128 = 2;
const CANCELLED: i128 = 3;

fn wait(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    wait_for(cx, call, operands)
}

fn timed_wait(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    wait_until(cx, call, operands, ETIMEDOUT, EINVAL)
}

fn timed_wait_c11(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    wait_until(cx, call, operands, TIMED_OUT_C11, FAILED_C11)
}

/// A wait in three steps, between which other threads may run: release the mutex and enter the queue, wait for a wake-up, and lock the mutex
/// again.
fn wait_for(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    if refuses(cx, call) {
        return call.nothing(cx);
    }
    let values = cx.all_settled(operands);
    wait_for_settled(cx, call, values, None);
    call.number(cx, 0)
}

/// A wait with a deadline, the last argument. If it is invalid, nothing happens but the error.
fn wait_until(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    operands: Vec<Operand>,
    late: i128,
    invalid: i128,
) -> Operand {
    if refuses(cx, call) {
        return call.nothing(cx);
    }
    let int = cx.cx.int();
    let values = cx.all_settled(operands);
    let deadline = values.last().expect("the rows ask for a deadline").clone();
    let is_valid = cx.is_valid_deadline(&deadline, call.span);
    let result = cx.kept(integer(invalid, int), call.span);
    cx.when(is_valid, call.span, |cx| {
        let code = wait_for_settled(cx, call, values, Some(late)).unwrap_or_else(|| integer(0, int));
        cx.set(&result, code, call.span);
    });
    call.result(cx, read(result))
}

/// Whether it is a cancellation point is left to the C library.
fn refuses(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>) -> bool {
    let refuses = cx.cancels() && call.name.starts_with("cnd_");
    if refuses {
        cx.unsupported("a condition wait of C11 in a program that cancels threads", call.span);
    }
    refuses
}

/// The steps of a wait. `late` is what it returns if it times out; gives the code that is returned, if it may be another one than 0.
fn wait_for_settled(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    mut values: Vec<Expr>,
    late: Option<i128>,
) -> Option<Expr> {
    values.truncate(2);
    let operands: Vec<_> = values.into_iter().map(|value| cx.as_pointer(value)).collect();
    let mutex = operands[1].clone();
    let (span, int) = (call.span, cx.cx.int());
    cx.cancellation_point(span);
    let is_asked = cx.cancels() || (late.is_some() && call.is_used(cx));
    let outcome = is_asked.then(|| cx.temporary(int));
    cx.operation(Synchronization::ConditionRelease, operands.clone(), None, span);
    let wake = if late.is_some() { Synchronization::ConditionTimedWake } else { Synchronization::ConditionWake };
    cx.operation(wake, operands, outcome, span);
    cx.operation(Synchronization::MutexLock, vec![mutex], None, span);
    let outcome = outcome.map(|outcome| read(local_place(&cx.procedure, outcome)));
    if let Some(outcome) = &outcome {
        cx.end_if_cancelled(outcome, CANCELLED, span);
    }
    let (late, outcome) = (late?, outcome?);
    let is_late = cx.is_number(outcome, TIMED_OUT);
    Some(conditional(is_late, integer(late, int), integer(0, int)))
}
