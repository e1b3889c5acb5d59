//! Characters and numbers of the C locale: `isdigit`, `toupper`, `abs`, `atoi` (C11 7.4, 7.22).

use raddle_program::builder::{conditional, integer, read, unary};
use raddle_program::syntax::{BinaryOperator, Expr, ExprKind, UnaryOperator};
use raddle_program::types::IntKind;

use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[
    row("isdigit", 1, Model::Code(class)),
    row("isxdigit", 1, Model::Code(class)),
    row("isupper", 1, Model::Code(class)),
    row("islower", 1, Model::Code(class)),
    row("isalpha", 1, Model::Code(class)),
    row("isalnum", 1, Model::Code(class)),
    row("isspace", 1, Model::Code(class)),
    row("isblank", 1, Model::Code(class)),
    row("iscntrl", 1, Model::Code(class)),
    row("isprint", 1, Model::Code(class)),
    row("isgraph", 1, Model::Code(class)),
    row("ispunct", 1, Model::Code(class)),
    row("toupper", 1, Model::Code(upper)),
    row("tolower", 1, Model::Code(lower)),
    row("abs", 1, Model::Code(absolute)),
    row("labs", 1, Model::Code(absolute)),
    row("llabs", 1, Model::Code(absolute)),
    row("atoi", 1, Model::Code(number)),
    row("atol", 1, Model::Code(number)),
    row("atoll", 1, Model::Code(number)),
];

/// The ranges of a class of characters.
fn ranges(name: &str) -> &'static [(i128, i128)] {
    match name {
        "isdigit" => &[(48, 57)],
        "isxdigit" => &[(48, 57), (65, 70), (97, 102)],
        "isupper" => &[(65, 90)],
        "islower" => &[(97, 122)],
        "isalpha" => &[(65, 90), (97, 122)],
        "isalnum" => &[(48, 57), (65, 90), (97, 122)],
        "isspace" => &[(9, 13), (32, 32)],
        "isblank" => &[(9, 9), (32, 32)],
        "iscntrl" => &[(0, 31), (127, 127)],
        "isprint" => &[(32, 126)],
        "isgraph" => &[(33, 126)],
        "ispunct" => &[(33, 47), (58, 64), (91, 96), (123, 126)],
        other => panic!("{other} is no class of characters"),
    }
}

fn in_ranges(cx: &mut ProcedureLowering<'_, '_>, character: &Expr, ranges: &[(i128, i128)]) -> Expr {
    let mut result = cx.number(0);
    for &(low, high) in ranges.iter().rev() {
        let is_inside = cx.is_within(character.clone(), low, high);
        result = cx.or(is_inside, result);
    }
    result
}

fn class(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let int = cx.cx.int();
    let [character] = cx.settled_as(operands, [int]);
    let name = call.name.strip_prefix("__builtin_").unwrap_or(call.name);
    let result = in_ranges(cx, &character, ranges(name));
    call.result(cx, result)
}

fn upper(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    shifted(cx, call, operands, (97, 122), -32)
}

fn lower(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    shifted(cx, call, operands, (65, 90), 32)
}

fn shifted(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    operands: Vec<Operand>,
    (low, high): (i128, i128),
    by: i128,
) -> Operand {
    let int = cx.cx.int();
    let [character] = cx.settled_as(operands, [int]);
    let is_inside = cx.is_within(character.clone(), low, high);
    let moved = cx.calculation(BinaryOperator::Add, character.clone(), integer(by, int));
    call.result(cx, conditional(is_inside, moved, character))
}

/// The negation of the least number overflows.
fn absolute(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let ty = call.ty;
    if cx.cx.types.integer_shape(ty).is_none() {
        cx.unsupported(format!("a call of {} that returns no number", call.name), call.span);
        return call.nothing(cx);
    }
    let [value] = cx.settled_as(operands, [ty]);
    let zero = integer(0, ty);
    let is_negative = cx.less(value.clone(), zero);
    let result = cx.cell(ty);
    cx.either(
        is_negative,
        call.span,
        |cx| {
            let negated = unary(&mut cx.cx.types, UnaryOperator::Negate, value.clone());
            cx.set(&result, negated, call.span);
        },
        |cx| cx.set(&result, value.clone(), call.span),
    );
    call.result(cx, read(result))
}

/// `errno` behind a number that is too large, as on Linux.
const ERANGE: i128 = 34;

/// Skips white space, takes a sign, and reads digits. A number that is too large becomes the greatest or the least one, as with `strtol`.
fn number(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, span, int) = (cx.cx.void_pointer(), call.span, cx.cx.int());
    let is_longest = call.name.ends_with("atoll");
    // What wraps is computed without a sign.
    let wide = cx.cx.types.int(if is_longest { IntKind::UnsignedLongLong } else { IntKind::UnsignedLong });
    let signed = cx.cx.types.int(if is_longest { IntKind::LongLong } else { IntKind::Long });
    let char = cx.cx.types.int(IntKind::UnsignedChar);
    let [string] = cx.settled_as(operands, [pointer]);
    let counter = cx.counter(span);
    let found = cx.cell(char);
    let load = |cx: &mut ProcedureLowering<'_, '_>| {
        let place = cx.byte(&string, read(counter.clone()));
        cx.set(&found, read(place), span);
        cx.count(&counter, span);
    };
    cx.forever(span, |cx| {
        load(cx);
        let is_space = in_ranges(cx, &read(found.clone()), ranges("isspace"));
        let is_over = cx.is_number(is_space, 0);
        cx.leave_if(is_over, span);
    });
    let is_negative = cx.is_number(read(found.clone()), 45);
    let is_negative = cx.kept(is_negative, span);
    let is_plus = cx.is_number(read(found.clone()), 43);
    let has_sign = cx.or(read(is_negative.clone()), is_plus);
    cx.when(has_sign, span, load);
    let value = cx.kept(integer(0, wide), span);
    // 2147483647 or 9223372036854775807, and one more for the absolute value of the least number.
    let bits = if is_longest { IntKind::LongLong } else { IntKind::Long }.bits(cx.cx.types.model());
    let greatest = (1i128 << (bits - 1)) - 1;
    let beyond = cx.convert(read(is_negative.clone()), wide);
    let limit = cx.calculation(BinaryOperator::Add, beyond.clone(), integer(greatest, wide));
    let limit = read(cx.kept(limit, span));
    cx.forever(span, |cx| {
        let is_digit = cx.is_within(read(found.clone()), 48, 57);
        let is_over = cx.is_number(is_digit, 0);
        cx.leave_if(is_over, span);
        let tenfold = cx.calculation(BinaryOperator::Multiply, read(value.clone()), integer(10, wide));
        let digit = cx.convert(read(found.clone()), wide);
        let digit = cx.calculation(BinaryOperator::Subtract, digit, integer(48, wide));
        let next = cx.calculation(BinaryOperator::Add, tenfold, digit.clone());
        let is_above = cx.less(integer(greatest / 10, wide), read(value.clone()));
        let is_at = cx.is_number(read(value.clone()), greatest / 10);
        let last = cx.calculation(BinaryOperator::Add, beyond.clone(), integer(greatest % 10, wide));
        let is_last_above = cx.less(last, digit);
        let is_just_above = cx.and(is_at, is_last_above);
        let is_too_large = cx.or(is_above, is_just_above);
        if cx.sets_errno() {
            let is_too_large = cx.kept(is_too_large.clone(), span);
            cx.when(read(is_too_large), span, |cx| {
                let code = cx.number(ERANGE);
                cx.set_errno(code, span);
            });
        }
        cx.set(&value, conditional(is_too_large, limit.clone(), next), span);
        load(cx);
    });
    let zero = Expr { kind: ExprKind::Integer(0), ty: wide };
    let negated = cx.calculation(BinaryOperator::Subtract, zero, read(value.clone()));
    let result = conditional(read(is_negative), negated, read(value));
    let result = read(cx.kept(result, span));
    let result = cx.convert(result, signed);
    let result = if call.name.ends_with("atoi") { cx.convert(result, int) } else { result };
    call.result(cx, result)
}
