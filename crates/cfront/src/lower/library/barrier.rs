//! Barriers: POSIX `pthread_barrier_*`.

use raddle_program::builder::{conditional, integer};
use raddle_program::syntax::{BinaryOperator, ExprKind, Synchronization};
use raddle_program::types::IntKind;

use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[
    row("pthread_barrier_init", 3, Model::Code(initialize)),
    row("pthread_barrier_destroy", 1, Model::Operation(Synchronization::BarrierDestroy, 1)),
    row("pthread_barrier_wait", 1, Model::Code(wait)),
];

/// How many threads may wait at a barrier, as in the C library of Linux.
const GREATEST: i128 = 0x7fff_fffe;

fn initialize(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, int, unsigned) = (cx.cx.void_pointer(), cx.cx.int(), cx.cx.types.int(IntKind::UnsignedInt));
    let [barrier, _, count] = cx.settled_as(operands, [pointer, pointer, unsigned]);
    // No barrier is for so many threads, as for none.
    let count = match count.kind {
        ExprKind::Integer(number) => integer(if number > GREATEST { 0 } else { number }, unsigned),
        _ => {
            let is_too_large = cx.calculation(BinaryOperator::Greater, count.clone(), integer(GREATEST, unsigned));
            conditional(is_too_large, integer(0, unsigned), count)
        }
    };
    let result = call.register(cx, int);
    cx.operation(Synchronization::BarrierInit, vec![barrier, count], result, call.span);
    call.in_register(cx, result)
}

/// Arrives, and leaves once all have arrived: two steps.
fn wait(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, int) = (cx.cx.void_pointer(), cx.cx.int());
    let [barrier] = cx.settled_as(operands, [pointer]);
    cx.operation(Synchronization::BarrierArrive, vec![barrier.clone()], None, call.span);
    let result = call.register(cx, int);
    cx.operation(Synchronization::BarrierLeave, vec![barrier], result, call.span);
    call.in_register(cx, result)
}
