//! The process: what ends it, and how it takes signals.

use raddle_program::syntax::ExprKind;

use super::{Model, Row, row};
use crate::lower::{LibraryCall, Obstacles, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[
    row("abort", 0, Model::Abort),
    row("exit", 0, Model::Stop),
    row("_exit", 0, Model::Abort),
    row("_Exit", 0, Model::Abort),
    row("quick_exit", 0, Model::Abort),
    row("signal", 2, Model::Code(signal)),
    row("__raddle_signals_are_followed", 0, Model::Code(signals_are_followed)),
];

/// Whether the handlers of a program are looked at that no execution runs: only where the survey of a program goes on behind obstacles.
fn signals_are_followed(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, _: Vec<Operand>) -> Operand {
    call.number(cx, i128::from(cx.cx.obstacles == Obstacles::GoOn))
}

/// `signal(number, SIG_DFL)` or `SIG_IGN`: no handler runs; the result is any earlier one.
fn signal(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let values = cx.all_settled(operands);
    if !matches!(values[1].kind, ExprKind::Integer(0 | 1)) {
        cx.unsupported_with("a handler of signals", values, call.span);
        return call.nothing(cx);
    }
    if !call.is_used(cx) {
        return call.nothing(cx);
    }
    let ty = cx.cx.program_type(call.ty);
    let value = cx.any_input(call.name, ty, call.span);
    call.result(cx, value)
}
