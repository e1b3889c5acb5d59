//! GNU builtins that count, find and swap bits, as arithmetic without loops (H. S. Warren, *Hacker's Delight*, chapters 5 and 7).

use raddle_program::builder::{integer, read, unary};
use raddle_program::syntax::{BinaryOperator, Expr, UnaryOperator};
use raddle_program::types::IntKind;

use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[
    row("__builtin_popcount", 1, Model::Code(count_ones)),
    row("__builtin_popcountl", 1, Model::Code(count_ones)),
    row("__builtin_popcountll", 1, Model::Code(count_ones)),
    row("__builtin_parity", 1, Model::Code(parity)),
    row("__builtin_parityl", 1, Model::Code(parity)),
    row("__builtin_parityll", 1, Model::Code(parity)),
    row("__builtin_clz", 1, Model::Code(leading_zeros)),
    row("__builtin_clzl", 1, Model::Code(leading_zeros)),
    row("__builtin_clzll", 1, Model::Code(leading_zeros)),
    row("__builtin_ctz", 1, Model::Code(trailing_zeros)),
    row("__builtin_ctzl", 1, Model::Code(trailing_zeros)),
    row("__builtin_ctzll", 1, Model::Code(trailing_zeros)),
    row("__builtin_clrsb", 1, Model::Code(copies_of_the_sign)),
    row("__builtin_clrsbl", 1, Model::Code(copies_of_the_sign)),
    row("__builtin_clrsbll", 1, Model::Code(copies_of_the_sign)),
    row("__builtin_ffs", 1, Model::Code(first_one)),
    row("__builtin_ffsl", 1, Model::Code(first_one)),
    row("__builtin_ffsll", 1, Model::Code(first_one)),
    row("__builtin_bswap16", 1, Model::Code(swapped)),
    row("__builtin_bswap32", 1, Model::Code(swapped)),
    row("__builtin_bswap64", 1, Model::Code(swapped)),
];

/// An unsigned number and its width in bits.
#[derive(Clone)]
struct Word {
    value: Expr,
    bits: u32,
}

/// The argument, as an unsigned number of the width that the builtin's name says.
fn argument(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Word {
    let kind = match call.name {
        name if name.ends_with("swap16") => IntKind::UnsignedShort,
        name if name.ends_with("ll") || name.ends_with("swap64") => IntKind::UnsignedLongLong,
        name if name.ends_with('l') => IntKind::UnsignedLong,
        _ => IntKind::UnsignedInt,
    };
    let bits = kind.bits(cx.cx.types.model());
    let ty = cx.cx.types.int(kind);
    let [value] = cx.settled_as(operands, [ty]);
    // Narrow numbers are computed with as `int`, of which a shift could leave the range.
    let wide = if bits < 32 { cx.cx.types.int(IntKind::UnsignedInt) } else { ty };
    let value = cx.convert(value, wide);
    Word { value: read(cx.kept(value, call.span)), bits }
}

fn count_ones(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let word = argument(cx, call, operands);
    let ones = ones(cx, call, word);
    call.result(cx, ones)
}

fn parity(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let word = argument(cx, call, operands);
    let ones = ones(cx, call, word);
    let is_odd = with(cx, BinaryOperator::BitAnd, ones, 1);
    call.result(cx, is_odd)
}

/// What lies below the greatest one is filled with ones; the zeros that are left are the leading ones.
fn leading_zeros(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let word = argument(cx, call, operands);
    refuse_zero(cx, call, &word.value);
    let count = zeros_in_front(cx, call, word);
    call.result(cx, count)
}

/// How many bits below the first one are as it is: they are leading zeros if it is taken away from all.
fn copies_of_the_sign(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let Word { value, bits } = argument(cx, call, operands);
    let sign = with(cx, BinaryOperator::ShiftRight, value.clone(), i128::from(bits) - 1);
    let zero = integer(0, value.ty);
    let signs = cx.calculation(BinaryOperator::Subtract, zero, sign);
    let changes = cx.calculation(BinaryOperator::BitXor, value, signs);
    let value = read(cx.kept(changes, call.span));
    let zeros = zeros_in_front(cx, call, Word { value, bits });
    let count = with(cx, BinaryOperator::Subtract, zeros, 1);
    call.result(cx, count)
}

/// The number of leading zeros, also of 0.
fn zeros_in_front(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, Word { mut value, bits }: Word) -> Expr {
    let mut distance = 1;
    while distance < bits {
        let moved = with(cx, BinaryOperator::ShiftRight, value.clone(), distance.into());
        let filled = cx.calculation(BinaryOperator::BitOr, value, moved);
        value = read(cx.kept(filled, call.span));
        distance *= 2;
    }
    let zeros = unary(&mut cx.cx.types, UnaryOperator::BitNot, value);
    let zeros = read(cx.kept(zeros, call.span));
    ones(cx, call, Word { value: zeros, bits })
}

/// `x ^ (x - 1)` has ones up to the least one of `x`, that one included.
fn up_to_first_one(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, word: Word) -> Expr {
    let below = with(cx, BinaryOperator::Subtract, word.value.clone(), 1);
    let up_to = cx.calculation(BinaryOperator::BitXor, word.value, below);
    let value = read(cx.kept(up_to, call.span));
    ones(cx, call, Word { value, ..word })
}

fn trailing_zeros(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let word = argument(cx, call, operands);
    refuse_zero(cx, call, &word.value);
    let position = up_to_first_one(cx, call, word);
    let zeros = with(cx, BinaryOperator::Subtract, position, 1);
    call.result(cx, zeros)
}

fn first_one(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let word = argument(cx, call, operands);
    let is_zero = cx.is_number(word.value.clone(), 0);
    let is_other = cx.is_number(is_zero, 0);
    let position = up_to_first_one(cx, call, word);
    let found = cx.calculation(BinaryOperator::Multiply, position, is_other);
    call.result(cx, found)
}

fn swapped(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let Word { value, bits } = argument(cx, call, operands);
    let mut result = integer(0, value.ty);
    for at in (0..bits).step_by(8) {
        let byte = with(cx, BinaryOperator::ShiftRight, value.clone(), at.into());
        let byte = with(cx, BinaryOperator::BitAnd, byte, 0xff);
        let byte = with(cx, BinaryOperator::ShiftLeft, byte, (bits - 8 - at).into());
        result = cx.calculation(BinaryOperator::BitOr, result, byte);
    }
    call.result(cx, result)
}

/// The number of ones, of type `int`: neighbours are added, then pairs, then fours, then all bytes by one multiplication.
fn ones(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, Word { value, bits }: Word) -> Expr {
    let repeated = |pattern: i128| (0..bits / 8).fold(0, |mask, _| mask << 8 | pattern);
    let moved = with(cx, BinaryOperator::ShiftRight, value.clone(), 1);
    let odd = with(cx, BinaryOperator::BitAnd, moved, repeated(0x55));
    let pairs = cx.calculation(BinaryOperator::Subtract, value, odd);
    let pairs = read(cx.kept(pairs, call.span));
    let even = with(cx, BinaryOperator::BitAnd, pairs.clone(), repeated(0x33));
    let moved = with(cx, BinaryOperator::ShiftRight, pairs, 2);
    let odd = with(cx, BinaryOperator::BitAnd, moved, repeated(0x33));
    let fours = cx.calculation(BinaryOperator::Add, even, odd);
    let fours = read(cx.kept(fours, call.span));
    let moved = with(cx, BinaryOperator::ShiftRight, fours.clone(), 4);
    let bytes = cx.calculation(BinaryOperator::Add, fours, moved);
    let bytes = with(cx, BinaryOperator::BitAnd, bytes, repeated(0x0f));
    let sum = with(cx, BinaryOperator::Multiply, bytes, repeated(0x01));
    let count = with(cx, BinaryOperator::ShiftRight, sum, i128::from(bits) - 8);
    let int = cx.cx.int();
    let count = cx.convert(count, int);
    read(cx.kept(count, call.span))
}

fn with(cx: &mut ProcedureLowering<'_, '_>, operator: BinaryOperator, value: Expr, number: i128) -> Expr {
    let number = integer(number, value.ty);
    cx.calculation(operator, value, number)
}

fn refuse_zero(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, value: &Expr) {
    let is_zero = cx.is_number(value.clone(), 0);
    let what = format!("{} of 0, which is undefined", call.name);
    cx.when(is_zero, call.span, |cx| cx.unsupported(what, call.span));
}
