//! The functions of verification tasks: `__VERIFIER_*`, `assume`, `assert`, and the error functions.

use raddle_program::builder::integer;
use raddle_program::syntax::Effect;

use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};
use crate::typed;

pub(super) const ROWS: &[Row] = &[
    row("__VERIFIER_atomic_begin", 0, Model::AtomicBegin),
    row("__VERIFIER_atomic_end", 0, Model::AtomicEnd),
    row("__VERIFIER_assume", 1, Model::Code(assume)),
    row("assume", 1, Model::Code(assume)),
    row("__VERIFIER_assert", 1, Model::Code(assert)),
    row("assert", 1, Model::Code(assert)),
    row("__VERIFIER_error", 0, Model::Code(fail)),
    row("reach_error", 0, Model::Code(fail)),
    row("__assert_fail", 1, Model::Code(assert_fail)),
    row("__assert", 1, Model::Code(assert_fail)),
    row("__assert_perror_fail", 1, Model::Code(assert_fail)),
    row("nondet", 0, Model::Input),
    row("nondet_int", 0, Model::Input),
    row("nondet_0", 0, Model::Input),
    row("nondet_1", 0, Model::Input),
    // The same functions as other tools call them.
    row("__ESBMC_assert", 1, Model::Code(assert)),
    row("__CPROVER_assert", 1, Model::Code(assert)),
    row("__ESBMC_assume", 1, Model::Code(assume)),
    row("__CPROVER_assume", 1, Model::Code(assume)),
    row("__ESBMC_atomic_begin", 0, Model::AtomicBegin),
    row("__CPROVER_atomic_begin", 0, Model::AtomicBegin),
    row("__ESBMC_atomic_end", 0, Model::AtomicEnd),
    row("__CPROVER_atomic_end", 0, Model::AtomicEnd),
];

const INPUT: Row = row("__VERIFIER_nondet", 0, Model::Input);

/// The row of all input functions.
pub(super) fn input(name: &str) -> Option<&'static Row> {
    name.starts_with(INPUT.name).then_some(&INPUT)
}

fn assume(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, mut operands: Vec<Operand>) -> Operand {
    let condition = operands.swap_remove(0);
    let span = if condition.is_access { condition.span } else { call.span };
    cx.emit(Effect::Assume(condition.expr), span);
    call.number(cx, 0)
}

fn assert(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, mut operands: Vec<Operand>) -> Operand {
    let condition = operands.swap_remove(0);
    let span = if condition.is_access { condition.span } else { call.span };
    let written = call.arguments.first().map_or(call.span, |argument| argument.span);
    let message = cx.cx.unit.source.text(written).into();
    // What other tools call an assertion counts as one of SV-COMP's.
    let function = match &**call.name {
        "__ESBMC_assert" | "__CPROVER_assert" => "__VERIFIER_assert".into(),
        _ => call.name.clone(),
    };
    cx.emit(Effect::Assert { condition: condition.expr, function, message }, span);
    call.number(cx, 0)
}

fn fail(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    super::discard_all(cx, operands);
    emit_failure(cx, call, String::new());
    call.nothing(cx)
}

/// `__assert_fail(text, file, line, function)`, which the macro `assert` calls.
fn assert_fail(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    super::discard_all(cx, operands);
    let message = call.arguments.first().map_or(String::new(), |text| literal(cx, text));
    emit_failure(cx, call, message);
    call.nothing(cx)
}

fn emit_failure(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, message: String) {
    let condition = integer(0, cx.cx.int());
    cx.emit(Effect::Assert { condition, function: call.name.clone(), message: message.into() }, call.span);
}

/// The text of a string literal, as it is passed to a function.
pub(super) fn literal(cx: &ProcedureLowering<'_, '_>, expr: &typed::Expr) -> String {
    let Some(string) = cx.cx.unit.literal_of(expr) else { return String::new() };
    let units = &cx.cx.unit.strings[string].units;
    let units = units.iter().take_while(|&&unit| unit != 0).map(|&unit| unit as u8);
    String::from_utf8_lossy(&units.collect::<Vec<u8>>()).into_owned()
}
