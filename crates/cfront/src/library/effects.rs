//! Functions that are known by their effects ([`crate::effects`]): each access and each value that they choose is written out.

use raddle_program::builder::{integer, read};
use raddle_program::source::Span;
use raddle_program::syntax::{BinaryOperator, Effect, Expr, ExprKind, Place, Statement};
use raddle_program::types::{IntKind, TypeId};

use crate::effects::{Effects, Item, Outcome, Size};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

/// Runs the effects of a call, whose function has parameters of these types.
pub(crate) fn run(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    operands: Vec<Operand>,
    effects: &Effects,
    parameters: &[TypeId],
) -> Operand {
    let values = cx.all_settled(operands);
    let long = cx.cx.types.int(IntKind::Long);
    let count = cx.kept(integer(0, long), call.span);
    for (position, item) in effects.items.iter().enumerate() {
        let value = &values[position];
        match *item {
            Item::Value => {}
            Item::Text => unless_null(cx, value, call.span, |cx| cx.read_text(call, position, value, None)),
            Item::Object { is_read, is_written } => {
                let Some(ty) = crate::effects::pointee(&cx.cx.types, parameters[position]) else { continue };
                unless_null(cx, value, call.span, |cx| object(cx, call, value, ty, is_read, is_written));
            }
            Item::Reads(parameter) => {
                let size = product(cx, &values, Size { factor: parameter, second: None });
                let sizes = parameter..parameter + 1;
                unless_null(cx, value, call.span, |cx| cx.read_some(call, position, value, size, sizes));
            }
            Item::Writes(size) => {
                let least = if effects.outcome == Outcome::Count { -1 } else { 0 };
                let size = product(cx, &values, size);
                let chosen = some_bytes(cx, call, value, size, least);
                cx.set(&count, chosen, call.span);
            }
            Item::WritesText(parameter) => {
                let size = product(cx, &values, Size { factor: parameter, second: None });
                let length = some_text(cx, call, value, size);
                cx.set(&count, length, call.span);
            }
            Item::WritesUpTo(parameter) => {
                let length = &values[parameter];
                let Some(ty) = crate::effects::pointee(&cx.cx.types, parameters[parameter]) else { continue };
                unless_null(cx, value, call.span, |cx| {
                    let place = cx.target(length.clone(), ty);
                    let length = cx.loaded(place, call.span);
                    let length = cx.convert(length, long);
                    some_bytes(cx, call, value, length, 0);
                });
            }
        }
    }
    outcome(cx, call, effects.outcome, &values, count)
}

fn outcome(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    outcome: Outcome,
    values: &[Expr],
    count: Place,
) -> Operand {
    if !call.is_used(cx) {
        return call.nothing(cx);
    }
    let ty = cx.cx.program_type(call.ty);
    let value = match outcome {
        Outcome::Any => cx.any_input(call.name, ty, call.span),
        Outcome::Between(low, high) => cx.input(call, ty, low, high),
        Outcome::Count => read(count),
        Outcome::UpTo(low, parameter) => {
            let value = cx.any_input(call.name, ty, call.span);
            let least = integer(cx.cx.wrapped(low, ty), ty);
            let above = cx.calculation(BinaryOperator::GreaterEqual, value.clone(), least);
            let below = cx.calculation(BinaryOperator::LessEqual, value.clone(), values[parameter].clone());
            let is_wanted = cx.and(above, below);
            cx.emit(Effect::Assume(is_wanted), call.span);
            value
        }
    };
    call.result(cx, value)
}

/// Reads, then writes all scalars of an object.
fn object(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    pointer: &Expr,
    ty: TypeId,
    is_read: bool,
    is_written: bool,
) {
    let wanted = cx.cx.types.pointer_to(ty);
    let pointer = cx.convert(pointer.clone(), wanted);
    let place = cx.target(pointer, ty);
    let mut scalars = Vec::new();
    if !cx.scalars_of(place, &mut scalars) {
        cx.unsupported(format!("an object of this size in a call of {}", call.name), call.span);
        return;
    }
    if is_read {
        for scalar in &scalars {
            cx.loaded(scalar.clone(), call.span);
        }
    }
    if is_written {
        for scalar in &scalars {
            let value = cx.any_input(call.name, scalar.ty, call.span);
            cx.set(scalar, value, call.span);
        }
    }
}

/// Writes any number of bytes up to a size; the number may be less than 0 for a failure.
fn some_bytes(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    buffer: &Expr,
    size: Expr,
    least: i128,
) -> Expr {
    let count = count_up_to(cx, call, size, least, BinaryOperator::LessEqual);
    let char = cx.cx.types.int(IntKind::UnsignedChar);
    fill(cx, call, buffer, &count, |cx| cx.any_input(call.name, char, call.span));
    count
}

/// Writes a text of any length below a size, and its zero. Nothing, if there is room for nothing.
fn some_text(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, buffer: &Expr, size: Expr) -> Expr {
    let (long, char) = (cx.cx.types.int(IntKind::Long), cx.cx.types.int(IntKind::UnsignedChar));
    let length = cx.kept(integer(0, long), call.span);
    let is_some = cx.calculation(BinaryOperator::Greater, size.clone(), integer(0, long));
    cx.when(is_some, call.span, |cx| {
        let count = count_up_to(cx, call, size, 0, BinaryOperator::Less);
        fill(cx, call, buffer, &count, |cx| cx.input(call, char, 1, 255));
        let end = cx.byte(buffer, count.clone());
        cx.set(&end, integer(0, char), call.span);
        cx.set(&length, count, call.span);
    });
    read(length)
}

/// Any number from the least one, which has a relation to a size.
fn count_up_to(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    size: Expr,
    least: i128,
    relation: BinaryOperator,
) -> Expr {
    let long = cx.cx.types.int(IntKind::Long);
    let count = cx.any_input(call.name, long, call.span);
    let is_large = cx.calculation(BinaryOperator::GreaterEqual, count.clone(), integer(least, long));
    let fits = cx.calculation(relation, count.clone(), size);
    let is_wanted = cx.and(is_large, fits);
    cx.emit(Effect::Assume(is_wanted), call.span);
    count
}

/// Writes so many bytes.
fn fill(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    buffer: &Expr,
    count: &Expr,
    byte: impl FnOnce(&mut ProcedureLowering<'_, '_>) -> Expr,
) {
    let span = call.span;
    let long = cx.cx.types.int(IntKind::Long);
    let counter = cx.kept(integer(0, long), span);
    cx.forever(span, |cx| {
        let is_over = cx.calculation(BinaryOperator::GreaterEqual, read(counter.clone()), count.clone());
        cx.when(is_over, span, |cx| cx.block.push(Statement::Break));
        let value = byte(cx);
        let place = cx.byte(buffer, read(counter.clone()));
        cx.set(&place, value, span);
        cx.count(&counter, span);
    });
}

/// The product of arguments, as a `long` that is kept.
fn product(cx: &mut ProcedureLowering<'_, '_>, values: &[Expr], size: Size) -> Expr {
    let long = cx.cx.types.int(IntKind::Long);
    let first = cx.convert(values[size.factor].clone(), long);
    match size.second {
        None => first,
        Some(second) => {
            let second = cx.convert(values[second].clone(), long);
            match (&first.kind, &second.kind) {
                (ExprKind::Integer(one), ExprKind::Integer(other)) => integer(one * other, long),
                _ => cx.calculation(BinaryOperator::Multiply, first, second),
            }
        }
    }
}

/// Does something unless a pointer is null.
fn unless_null(
    cx: &mut ProcedureLowering<'_, '_>,
    pointer: &Expr,
    span: Span,
    act: impl FnOnce(&mut ProcedureLowering<'_, '_>),
) {
    let is_some = match pointer.kind {
        ExprKind::Integer(known) => cx.number(i128::from(known != 0)),
        _ if super::code::is_address(pointer) => cx.number(1),
        _ => pointer.clone(),
    };
    cx.when(is_some, span, act);
}
