//! Condition variables: POSIX `pthread_cond_*`, C11 `cnd_*`.

use raddle_program::builder::{conditional, integer, local_place, read};
use raddle_program::syntax::Synchronization;

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

const ETIMEDOUT: i128 = 110;
/// `thrd_timedout`
const TIMED_OUT_C11: i128 = 4;

/// Outcomes of the second half of a wait.
const TIMED_OUT: i128 = 2;
const CANCELLED: i128 = 3;

fn wait(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    wait_for(cx, call, operands, None)
}

fn timed_wait(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    wait_for(cx, call, operands, Some(ETIMEDOUT))
}

fn timed_wait_c11(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    wait_for(cx, call, operands, Some(TIMED_OUT_C11))
}

/// Releases the mutex and queues, waits to be woken, and locks the mutex again: three steps, between which others run.
/// `late` is what it returns if it times out.
fn wait_for(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    operands: Vec<Operand>,
    late: Option<i128>,
) -> Operand {
    if cx.cancels() && call.name.starts_with("cnd_") {
        // Whether it is a cancellation point is left to the C library.
        cx.unsupported("a condition wait of C11 in a program that cancels threads", call.span);
        return call.nothing(cx);
    }
    let mut values = cx.all_settled(operands);
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
    match (late, outcome) {
        (Some(late), Some(outcome)) => {
            let is_late = cx.is_number(outcome, TIMED_OUT);
            let code = conditional(is_late, integer(late, int), integer(0, int));
            call.result(cx, code)
        }
        (Some(_), None) | (None, _) => call.number(cx, 0),
    }
}
