//! Builtins of GNU C that are no function of the library under another name.

use raddle_program::syntax::Effect;

use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[
    row("__builtin_trap", 0, Model::Abort),
    row("__builtin_unreachable", 0, Model::Code(unreachable)),
    row("__builtin_prefetch", 1, Model::Constant(0)),
    row("__builtin_expect", 2, Model::Code(first)),
    row("__builtin_assume_aligned", 2, Model::Code(first)),
];

fn unreachable(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, _: Vec<Operand>) -> Operand {
    cx.emit(Effect::Unsupported("reaching __builtin_unreachable, which is undefined".into()), call.span);
    call.nothing(cx)
}

/// The value is that of the first argument.
fn first(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let mut values = cx.all_fetched(operands);
    let value = values.swap_remove(0);
    call.result(cx, value)
}
