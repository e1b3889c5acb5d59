//! Output: the arguments are evaluated, what pointers lead to is not read, the result is any value.

use super::{Model, Row, apply, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[
    row("printf", 1, Model::Code(format_first)),
    row("fprintf", 2, Model::Code(format_second)),
    row("dprintf", 2, Model::Code(format_second)),
    row("vprintf", 2, Model::Code(format_first)),
    row("vfprintf", 3, Model::Code(format_second)),
    row("vdprintf", 3, Model::Code(format_second)),
    row("puts", 1, Model::AnyValue),
    row("fputs", 2, Model::AnyValue),
    row("putchar", 1, Model::AnyValue),
    row("putchar_unlocked", 1, Model::AnyValue),
    row("putc", 2, Model::AnyValue),
    row("putc_unlocked", 2, Model::AnyValue),
    row("fputc", 2, Model::AnyValue),
    row("perror", 1, Model::AnyValue),
    row("fflush", 1, Model::AnyValue),
];

fn format_first(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    formatted(cx, call, operands, 0)
}

fn format_second(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    formatted(cx, call, operands, 1)
}

/// Prints by a format. `%n` would write through an argument.
fn formatted(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    operands: Vec<Operand>,
    format: usize,
) -> Operand {
    let text = call.arguments.get(format).map(|format| super::verifier::literal(cx, format));
    if text.is_some_and(|text| text.contains("%n")) {
        cx.unsupported("`%n` in a format", call.span);
    }
    apply(Model::AnyValue, cx, call, operands)
}
