//! Inputs: what the environment chooses and writes. `rand`, `getchar`, `scanf`, `fgets`, `read` (C11 7.21, 7.22, POSIX).

use raddle_program::builder::{integer, read};
use raddle_program::floating::Format;
use raddle_program::syntax::{BinaryOperator, Effect, Expr, ExprKind, Statement};
use raddle_program::types::{IntKind, TypeId, TypeKind};

use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};
use crate::scan_format::{Characters, Position, Stored, directives, stores};

pub(super) const ROWS: &[Row] = &[
    row("rand", 0, Model::Code(random)),
    row("random", 0, Model::Code(random)),
    row("rand_r", 1, Model::Code(random_with_seed)),
    row("srand", 1, Model::Constant(0)),
    row("srandom", 1, Model::Constant(0)),
    row("getchar", 0, Model::Code(character)),
    row("fgetc", 1, Model::Code(character)),
    row("getc", 1, Model::Code(character)),
    row("scanf", 1, Model::Code(scan)),
    row("fscanf", 2, Model::Code(scan_file)),
    row("fgets", 3, Model::Code(line)),
    row("read", 3, Model::Code(read_bytes)),
];

const RAND_MAX: i128 = 2_147_483_647;

/// An input between two numbers, if it is used.
fn between(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    operands: Vec<Operand>,
    ty: TypeId,
    low: i128,
    high: i128,
) -> Operand {
    super::discard_all(cx, operands);
    if !call.is_used(cx) {
        return call.nothing(cx);
    }
    let value = cx.input(call, ty, low, high);
    call.result(cx, value)
}

fn random(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let kind = if call.name.ends_with("random") { IntKind::Long } else { IntKind::Int };
    let ty = cx.cx.types.int(kind);
    between(cx, call, operands, ty, 0, RAND_MAX)
}

fn character(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let int = cx.cx.int();
    between(cx, call, operands, int, -1, 255)
}

/// The seed is read and becomes any other one.
fn random_with_seed(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, int) = (cx.cx.void_pointer(), cx.cx.int());
    let unsigned = cx.cx.types.int(IntKind::UnsignedInt);
    let [seed] = cx.settled_as(operands, [pointer]);
    let seed = cx.target(seed, unsigned);
    cx.loaded(seed.clone(), call.span);
    let next = cx.any_input(call.name, unsigned, call.span);
    cx.set(&seed, next, call.span);
    between(cx, call, Vec::new(), int, 0, RAND_MAX)
}

fn scan(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    scanned(cx, call, operands, 0)
}

fn scan_file(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    scanned(cx, call, operands, 1)
}

/// Reads by a format: so many of the targets get a value, in order, as the result says.
fn scanned(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    operands: Vec<Operand>,
    format: usize,
) -> Operand {
    let values = cx.all_settled(operands);
    let text = call.arguments.get(format).map(|format| super::verifier::literal(cx, format));
    let directives = text.filter(|text| !text.is_empty()).and_then(|text| directives(&text));
    let Some(stores) = directives.map(|directives| stores(&directives)) else {
        cx.unsupported(format!("a call of {} with this format", call.name), call.span);
        return call.nothing(cx);
    };
    let targets = values.get(format + 1..).unwrap_or(&[]);
    let types: Option<Vec<TypeId>> = targets.iter().map(|target| scalar_target(cx, target)).collect();
    let Some(types) = types.filter(|types| stores.len() <= types.len()) else {
        cx.unsupported(format!("a call of {} with these arguments", call.name), call.span);
        return call.nothing(cx);
    };
    let int = cx.cx.int();
    let counted = stores.iter().filter(|stored| !matches!(stored, Stored::Position(_))).count();
    let count = cx.input(call, int, -1, counted as i128);
    let mut position = 0;
    for ((target, ty), stored) in targets.iter().zip(types).zip(stores) {
        if let Stored::Position(place) = stored {
            scanned_position(cx, call, target, ty, &count, place);
            continue;
        }
        let is_assigned = cx.calculation(BinaryOperator::Greater, count.clone(), integer(position, int));
        position += 1;
        cx.when(is_assigned, call.span, |cx| {
            let digits = match stored {
                Stored::Characters(characters) => return scanned_text(cx, call, target, &characters),
                Stored::Decimal(digits) => Some(digits),
                Stored::Scalar | Stored::Position(_) => None,
            };
            let value = cx.any_input(call.name, ty, call.span);
            if let Some(digits) = digits.filter(|_| ty == int) {
                let (low, high) = (1 - 10i128.pow(digits - 1), 10i128.pow(digits) - 1);
                let is_possible = cx.is_within(value.clone(), low, high);
                cx.emit(Effect::Assume(is_possible), call.span);
            }
            let place = cx.target(target.clone(), ty);
            cx.set(&place, value, call.span);
        });
    }
    call.result(cx, count)
}

/// Stores how many characters were read, if the directives before it do not fail.
fn scanned_position(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    target: &Expr,
    ty: TypeId,
    count: &Expr,
    position: Position,
) {
    let int = cx.cx.int();
    let behind = integer(position.behind.into(), int);
    let is_reached = cx.kept(integer(i128::from(position.is_certain && position.behind == 0), int), call.span);
    let is_later = cx.calculation(BinaryOperator::Greater, count.clone(), behind.clone());
    cx.when(is_later, call.span, |cx| cx.set(&is_reached, integer(1, int), call.span));
    let relation = if position.behind == 0 { BinaryOperator::LessEqual } else { BinaryOperator::Equal };
    let is_last = cx.calculation(relation, count.clone(), behind);
    cx.when(is_last, call.span, |cx| {
        let reached = if position.is_certain { integer(1, int) } else { cx.input(call, int, 0, 1) };
        cx.set(&is_reached, reached, call.span);
    });
    cx.when(read(is_reached), call.span, |cx| {
        let characters = cx.input(call, int, position.least.into(), i32::MAX.into());
        let place = cx.target(target.clone(), ty);
        let characters = cx.convert(characters, ty);
        cx.set(&place, characters, call.span);
    });
}

/// Stores at least one character, and a zero if it is a text.
fn scanned_text(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, buffer: &Expr, characters: &Characters) {
    let (long, int, span) = (cx.cx.types.int(IntKind::Long), cx.cx.int(), call.span);
    let char = cx.cx.types.int(IntKind::UnsignedChar);
    let length = if characters.width > 0 {
        let length = cx.input(call, long, 1, characters.width.into());
        super::effects::fill(cx, call, buffer, &length, |cx| {
            let character = cx.input(call, char, 0, 255);
            let is_taken = is_in(cx, &character, &characters.ranges);
            cx.emit(Effect::Assume(is_taken), span);
            character
        });
        length
    } else {
        let counter = cx.kept(integer(0, long), span);
        cx.forever(span, |cx| {
            let found = cx.input(call, int, -1, 255);
            let is_taken = is_in(cx, &found, &characters.ranges);
            let is_other = cx.is_number(is_taken, 0);
            cx.leave_if(is_other, span);
            let place = cx.byte(buffer, read(counter.clone()));
            cx.set(&place, found, span);
            cx.count(&counter, span);
        });
        cx.emit(Effect::Assume(read(counter.clone())), span);
        read(counter)
    };
    if characters.has_end {
        let end = cx.byte(buffer, length);
        cx.set(&end, integer(0, char), span);
    }
}

/// Whether a number is in one of some ranges.
fn is_in(cx: &mut ProcedureLowering<'_, '_>, number: &Expr, ranges: &[(u8, u8)]) -> Expr {
    let mut is_in = None;
    for &(low, high) in ranges {
        let here = cx.is_within(number.clone(), low.into(), high.into());
        is_in = Some(match is_in {
            Some(before) => cx.or(before, here),
            None => here,
        });
    }
    is_in.unwrap_or_else(|| cx.number(0))
}

/// The scalar type that a pointer points to.
fn scalar_target(cx: &ProcedureLowering<'_, '_>, pointer: &Expr) -> Option<TypeId> {
    let TypeKind::Pointer(target) = cx.cx.types.kind(pointer.ty) else { return None };
    let is_scalar = cx.cx.types.integer_shape(target.ty).is_some() || Format::of(&cx.cx.types, target.ty).is_some();
    is_scalar.then_some(target.ty)
}

/// `fgets(buffer, size, stream)`: characters up to the end of the line, of the file or of the buffer, and a 0. Room for the 0 alone gets it.
fn line(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, int, span) = (cx.cx.void_pointer(), cx.cx.int(), call.span);
    let char = cx.cx.types.int(IntKind::UnsignedChar);
    let [buffer, size] = cx.settled_as(operands, [pointer, int]);
    let counter = cx.kept(integer(0, int), span);
    cx.forever(span, |cx| {
        let next = cx.incremented(read(counter.clone()));
        let is_full = cx.calculation(BinaryOperator::GreaterEqual, next.clone(), size.clone());
        cx.leave_if(is_full, span);
        let found = cx.input(call, int, -1, 255);
        let is_over = cx.less(found.clone(), integer(0, int));
        cx.leave_if(is_over, span);
        let place = cx.byte(&buffer, read(counter.clone()));
        cx.set(&place, found.clone(), span);
        cx.set(&counter, next, span);
        let is_line = cx.is_number(found, 10);
        cx.leave_if(is_line, span);
    });
    let result = cx.kept(integer(0, pointer), span);
    let is_text = match size.kind {
        ExprKind::Integer(1) => cx.number(1),
        ExprKind::Integer(_) => read(counter.clone()),
        _ => {
            let has_room_for_zero = cx.is_number(size, 1);
            cx.or(read(counter.clone()), has_room_for_zero)
        }
    };
    cx.when(is_text, span, |cx| {
        let place = cx.byte(&buffer, read(counter));
        cx.set(&place, integer(0, char), span);
        cx.set(&result, buffer, span);
    });
    cx.pointer_result(call, read(result))
}

/// `read(file, buffer, size)`: any number of bytes, each any.
fn read_bytes(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, int, span) = (cx.cx.void_pointer(), cx.cx.int(), call.span);
    let (long, char) = (cx.cx.types.int(IntKind::Long), cx.cx.types.int(IntKind::UnsignedChar));
    let size_type = cx.cx.size_type();
    let [_, buffer, size] = cx.settled_as(operands, [int, pointer, size_type]);
    let size = super::effects::capacity(cx, size);
    let count = cx.any_input(call.name, long, span);
    let is_positive = cx.calculation(BinaryOperator::GreaterEqual, count.clone(), integer(-1, long));
    let fits = cx.calculation(BinaryOperator::LessEqual, count.clone(), size);
    let is_wanted = cx.and(is_positive, fits);
    cx.emit(Effect::Assume(is_wanted), span);
    let counter = cx.kept(integer(0, long), span);
    cx.forever(span, |cx| {
        let is_over = cx.calculation(BinaryOperator::GreaterEqual, read(counter.clone()), count.clone());
        cx.when(is_over, span, |cx| cx.block.push(Statement::Break));
        let value = cx.any_input(call.name, char, span);
        let place = cx.byte(&buffer, read(counter.clone()));
        cx.set(&place, value, span);
        cx.count(&counter, span);
    });
    call.result(cx, count)
}
