//! Output (C11 7.21.6, 7.21.7, POSIX write): texts and bytes are read, results are what the functions may return.
//!
//! A text is read character by character, unless nothing has to be read (`crate::text_origin`). Of a range of bytes any one is
//! read: whatever is wrong with one of them is found. Formats that are no literals are walked by a function in C, which the
//! checker calls in the place of the function (`crate::check`).

use raddle_program::builder::{conditional, integer};
use raddle_program::syntax::{BinaryOperator, Effect, Expr, ExprKind};
use raddle_program::types::{IntKind, TypeKind};

use super::effects::{capacity, total};
use super::format::{Access, CountType, Format, Precision, parse};
use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};
use crate::text_origin::TextOrigin;

pub(super) const ROWS: &[Row] = &[
    row("printf", 1, Model::Code(formatted)),
    row("fprintf", 2, Model::Code(formatted)),
    row("dprintf", 2, Model::Code(formatted)),
    row("vprintf", 2, Model::Code(formatted)),
    row("vfprintf", 3, Model::Code(formatted)),
    row("vdprintf", 3, Model::Code(formatted)),
    row("warn", 1, Model::Code(formatted)),
    row("warnx", 1, Model::Code(formatted)),
    row("syslog", 2, Model::Code(formatted)),
    row("err", 2, Model::Code(last_words)),
    row("errx", 2, Model::Code(last_words)),
    row("verr", 3, Model::Code(last_words)),
    row("verrx", 3, Model::Code(last_words)),
    row("error", 3, Model::Code(error)),
    row("puts", 1, Model::Code(text)),
    row("fputs", 2, Model::Code(text)),
    row("perror", 1, Model::Code(complaint)),
    row("putchar", 1, Model::Code(character)),
    row("putchar_unlocked", 1, Model::Code(character)),
    row("putc", 2, Model::Code(character)),
    row("putc_unlocked", 2, Model::Code(character)),
    row("fputc", 2, Model::Code(character)),
    row("fflush", 1, Model::Code(flush)),
    row("fwrite", 4, Model::Code(items)),
    row("write", 3, Model::Code(bytes)),
    row("send", 4, Model::Code(bytes)),
    row("pwrite", 4, Model::Code(bytes)),
];

const INT_MAX: i128 = 2_147_483_647;

/// The position of the format, and whether the arguments for it come as a list.
fn format_of(name: &str) -> (usize, bool) {
    let position = match name {
        "printf" | "vprintf" | "warn" | "warnx" => 0,
        "error" => 2,
        _ => 1,
    };
    (position, name.starts_with('v'))
}

/// Reads what a format says. `None` if the format is not known; the call is unsupported then.
fn by_format(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, values: &[Expr]) -> Option<Format> {
    let (position, is_list) = format_of(call.name);
    let written = &call.arguments[position];
    if matches!(values[position].kind, ExprKind::Integer(0)) && matches!(&**call.name, "err" | "verr" | "warn") {
        return Some(Format::default());
    }
    let format = cx.cx.unit.literal_of(written).and_then(|_| parse(&super::verifier::literal(cx, written)));
    let is_known = format.as_ref().is_some_and(|format| match is_list {
        true => format.arguments == 0,
        false => format.arguments < values.len() - position,
    });
    let Some(format) = format.filter(|_| is_known) else {
        cx.unsupported(format!("a call of {} with this format", call.name), call.span);
        return None;
    };
    for &(argument, access) in &format.accesses {
        let at = position + 1 + argument;
        match access {
            Access::Text(precision) => {
                let bound = match precision {
                    Precision::None => None,
                    Precision::Known(known) => Some(integer(known.into(), cx.cx.size_type())),
                    Precision::Argument(argument) => Some(values[position + 1 + argument].clone()),
                };
                cx.read_text(call, at, &values[at], bound);
            }
            Access::Count(_, None) => cx.unsupported("`%n` behind a conversion", call.span),
            Access::Count(ty, Some(count)) => {
                let kind = match ty {
                    CountType::Char => IntKind::SignedChar,
                    CountType::Short => IntKind::Short,
                    CountType::Int => IntKind::Int,
                    CountType::Long => IntKind::Long,
                    CountType::LongLong => IntKind::LongLong,
                };
                let ty = cx.cx.types.int(kind);
                let target = cx.target(values[at].clone(), ty);
                cx.set(&target, integer(count.into(), ty), call.span);
            }
        }
    }
    Some(format)
}

fn formatted(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let values = cx.all_settled(operands);
    let Some(format) = by_format(cx, call, &values) else { return call.nothing(cx) };
    if !call.is_used(cx) {
        return call.nothing(cx);
    }
    let int = cx.cx.int();
    let result = cx.any_input(call.name, int, call.span);
    let is_failure = cx.less(result.clone(), integer(0, int));
    let operator = if format.is_exact { BinaryOperator::Equal } else { BinaryOperator::GreaterEqual };
    let is_count = cx.calculation(operator, result.clone(), integer(format.least.into(), int));
    let is_wanted = cx.or(is_failure, is_count);
    cx.emit(Effect::Assume(is_wanted), call.span);
    call.result(cx, result)
}

/// Prints, and ends the process in order.
fn last_words(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let values = cx.all_settled(operands);
    by_format(cx, call, &values);
    cx.emit(Effect::Stop, call.span);
    call.nothing(cx)
}

/// `error(status, number, format, ...)` ends the process unless the status is 0.
fn error(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let values = cx.all_settled(operands);
    by_format(cx, call, &values);
    let is_over = match values[0].kind {
        ExprKind::Integer(known) => cx.number(i128::from(known != 0)),
        _ => cx.calculation(BinaryOperator::NotEqual, values[0].clone(), integer(0, values[0].ty)),
    };
    cx.when(is_over, call.span, |cx| cx.emit(Effect::Stop, call.span));
    call.nothing(cx)
}

fn text(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let values = cx.all_settled(operands);
    cx.read_text(call, 0, &values[0], None);
    chosen(cx, call, -1, INT_MAX)
}

/// `perror(text)`: the text may be null.
fn complaint(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let values = cx.all_settled(operands);
    let is_text = match values[0].kind {
        ExprKind::Integer(known) => cx.number(i128::from(known != 0)),
        _ if super::code::is_address(&values[0]) => cx.number(1),
        _ => values[0].clone(),
    };
    cx.when(is_text, call.span, |cx| cx.read_text(call, 0, &values[0], None));
    call.nothing(cx)
}

/// The character, or `EOF`.
fn character(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (int, char) = (cx.cx.int(), cx.cx.types.int(IntKind::UnsignedChar));
    let values = cx.all_settled(operands);
    if !call.is_used(cx) {
        return call.nothing(cx);
    }
    let character = cx.convert(values[0].clone(), char);
    let character = cx.convert(character, int);
    let bool = cx.cx.types.intern(TypeKind::Bool);
    let fails = cx.any_input(call.name, bool, call.span);
    call.result(cx, conditional(fails, integer(-1, int), character))
}

fn flush(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    super::discard_all(cx, operands);
    chosen(cx, call, -1, 0)
}

/// `fwrite(memory, size, count, stream)`: as many items as it says, or fewer.
fn items(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, long, sizes) = (cx.cx.void_pointer(), cx.cx.types.int(IntKind::Long), cx.cx.size_type());
    let [memory, size, count] = cx.settled_as(operands, [pointer, sizes, sizes]);
    let [size, count] = [size, count].map(|size| capacity(cx, size));
    let total = total(cx, size, count.clone());
    let known = call.constant(1).zip(call.constant(2)).and_then(|(size, count)| size.checked_mul(count));
    cx.read_some(call, 0, &memory, total.clone(), known);
    if !call.is_used(cx) {
        return call.nothing(cx);
    }
    let written = cx.any_input(call.name, long, call.span);
    let is_empty = cx.is_number(total, 0);
    let most = conditional(is_empty, integer(0, long), count);
    at_most(cx, call, written, 0, most)
}

/// `write(file, memory, size)` and its kin: as many bytes as it says, or fewer, or -1.
fn bytes(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, int, long) = (cx.cx.void_pointer(), cx.cx.int(), cx.cx.types.int(IntKind::Long));
    let sizes = cx.cx.size_type();
    let [_, memory, size] = cx.settled_as(operands, [int, pointer, sizes]);
    let size = capacity(cx, size);
    cx.read_some(call, 1, &memory, size.clone(), call.constant(2));
    if !call.is_used(cx) {
        return call.nothing(cx);
    }
    let written = cx.any_input(call.name, long, call.span);
    at_most(cx, call, written, -1, size)
}

fn at_most(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    value: Expr,
    least: i128,
    most: Expr,
) -> Operand {
    let least = integer(least, value.ty);
    let is_large = cx.calculation(BinaryOperator::GreaterEqual, value.clone(), least);
    let fits = cx.calculation(BinaryOperator::LessEqual, value.clone(), most);
    let is_wanted = cx.and(is_large, fits);
    cx.emit(Effect::Assume(is_wanted), call.span);
    call.result(cx, value)
}

/// A result between two numbers.
fn chosen(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, least: i128, most: i128) -> Operand {
    if !call.is_used(cx) {
        return call.nothing(cx);
    }
    let int = cx.cx.int();
    let value = cx.input(call, int, least, most);
    call.result(cx, value)
}

impl ProcedureLowering<'_, '_> {
    /// Reads a text up to its zero, or as far as a bound allows that is not negative.
    pub(super) fn read_text(&mut self, call: &LibraryCall<'_>, argument: usize, text: &Expr, bound: Option<Expr>) {
        let span = call.span;
        match self.cx.unit.text_origin(&call.arguments[argument]) {
            TextOrigin::Literal(_) | TextOrigin::Library { may_be_null: false } => return,
            TextOrigin::Library { may_be_null: true } => {
                let is_null = self.is_number(text.clone(), 0);
                self.when(is_null, span, |cx| {
                    let index = cx.cx.size_type();
                    let start = cx.byte(text, integer(0, index));
                    cx.loaded(start, span);
                });
                return;
            }
            TextOrigin::Memory => {}
        }
        if !matches!(self.cx.types.kind(text.ty), TypeKind::Pointer(_)) {
            self.unsupported(format!("a number as text in a call of {}", call.name), span);
            return;
        }
        let Some(bound) = bound else {
            self.length_of(text, None, span);
            return;
        };
        let is_negative = match bound.kind {
            ExprKind::Integer(known) => self.number(i128::from(known < 0)),
            _ => self.less(bound.clone(), integer(0, bound.ty)),
        };
        let size = self.cx.size_type();
        let bound = self.convert(bound, size);
        self.either(
            is_negative,
            span,
            |cx| {
                cx.length_of(text, None, span);
            },
            |cx| {
                cx.length_of(text, Some(&bound), span);
            },
        );
    }

    /// Reads any byte of a range. `known` is its size if the program gives it by constants.
    pub(super) fn read_some(
        &mut self,
        call: &LibraryCall<'_>,
        argument: usize,
        memory: &Expr,
        size: Expr,
        known: Option<i128>,
    ) {
        let span = call.span;
        if let (TextOrigin::Literal(length), Some(known)) = (self.cx.unit.text_origin(&call.arguments[argument]), known)
            && known <= length as i128
        {
            return;
        }
        let is_some = match size.kind {
            ExprKind::Integer(known) => self.number(i128::from(known != 0)),
            _ => self.calculation(BinaryOperator::NotEqual, size.clone(), integer(0, size.ty)),
        };
        self.when(is_some, span, |cx| {
            let at = cx.any_input(call.name, size.ty, span);
            let is_large = cx.calculation(BinaryOperator::GreaterEqual, at.clone(), integer(0, size.ty));
            let is_small = cx.less(at.clone(), size);
            let is_wanted = cx.and(is_large, is_small);
            cx.emit(Effect::Assume(is_wanted), span);
            let index = cx.cx.size_type();
            let at = cx.convert(at, index);
            let byte = cx.byte(memory, at);
            cx.loaded(byte, span);
        });
    }
}
