//! Functions that are known by their effects ([`crate::effects`]): each access and each value that they choose is written out.

use raddle_program::builder::{conditional, integer, read};
use raddle_program::source::Span;
use raddle_program::syntax::{BinaryOperator, Effect, Expr, ExprKind, Place, Statement};
use raddle_program::types::{IntKind, TypeId, TypeKind};

use crate::effects::{
    Effects, Factor, Item, LARGEST_ATTRIBUTE, MSG_TRUNC, Outcome, Parameter, Size, constant, pointee,
};
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
    let (int, long) = (cx.cx.int(), cx.cx.types.int(IntKind::Long));
    let count = cx.kept(integer(0, long), call.span);
    let may_write_nothing = |known: &Parameter| matches!(known.item, Item::WritesTextOrNothing(_));
    let is_unwritten = effects.parameters.iter().any(may_write_nothing).then(|| cx.kept(integer(0, int), call.span));
    for (position, known) in effects.parameters.iter().enumerate() {
        let value = &values[position];
        let may_be_null = known.may_be_null;
        match known.item {
            Item::Value => {}
            Item::Text => access(cx, value, may_be_null, call.span, |cx| cx.read_text(call, position, value, None)),
            Item::Object { is_read, is_written } => {
                let Some(ty) = pointee(&cx.cx.types, parameters[position]) else { continue };
                let written = match (is_read, is_written) {
                    (_, false) => Written::Nothing,
                    (true, true) => Written::AfterRead,
                    (false, true) => Written::Unread,
                };
                access(cx, value, may_be_null, call.span, |cx| object(cx, call, value, ty, written));
            }
            Item::Masks => {
                let Some(ty) = pointee(&cx.cx.types, parameters[position]) else { continue };
                access(cx, value, may_be_null, call.span, |cx| object(cx, call, value, ty, Written::Masked));
            }
            Item::Reads(size) => {
                let target = pointee(&cx.cx.types, parameters[position]);
                let bytes = product(cx, &values, size, target);
                let value_of = |cx: &ProcedureLowering<'_, '_>, factor| match factor {
                    Factor::Parameter(parameter) => call.constant(parameter),
                    constant_factor => constant(&cx.cx.types, constant_factor, target),
                };
                let known =
                    size.factors().try_fold(1_i128, |product, factor| product.checked_mul(value_of(cx, factor)?));
                access(cx, value, may_be_null, call.span, |cx| {
                    cx.read_some(call, position, value, bytes, known);
                });
            }
            Item::Writes(size) => {
                let is_counted =
                    matches!(effects.outcome, Outcome::Count | Outcome::Needed(_) | Outcome::Received { .. });
                let least = if is_counted { -1 } else { 0 };
                let target = pointee(&cx.cx.types, parameters[position]);
                let size = product(cx, &values, size, target);
                access(cx, value, may_be_null, call.span, |cx| {
                    let chosen = some_bytes(cx, call, value, size, least);
                    cx.set(&count, chosen, call.span);
                });
            }
            Item::WritesText(parameter) => {
                let size = of_parameter(cx, &values, parameter);
                access(cx, value, may_be_null, call.span, |cx| {
                    let length = some_text(cx, call, value, size, 0);
                    cx.set(&count, length, call.span);
                });
            }
            Item::WritesTextOrNothing(parameter) => {
                let size = of_parameter(cx, &values, parameter);
                access(cx, value, may_be_null, call.span, |cx| {
                    let length = some_text(cx, call, value, size, -1);
                    cx.set(&count, length.clone(), call.span);
                    let is_nothing = cx.less(length, integer(0, long));
                    cx.when(is_nothing, call.span, |cx| {
                        if let Some(place) = &is_unwritten {
                            cx.set(place, integer(1, int), call.span);
                        }
                    });
                });
            }
            Item::WritesTextOrBytes(parameter) => {
                let size = of_parameter(cx, &values, parameter);
                let fits = cx.input(call, int, 0, 1);
                let length = cx.kept(integer(0, long), call.span);
                cx.either(
                    fits,
                    call.span,
                    |cx| {
                        let written = some_text(cx, call, value, size.clone(), 0);
                        cx.set(&length, written, call.span);
                    },
                    |cx| {
                        some_bytes(cx, call, value, size.clone(), 0);
                    },
                );
                cx.set(&count, read(length), call.span);
            }
            Item::WritesName(parameter) => {
                let size = of_parameter(cx, &values, parameter);
                let length = some_name(cx, call, value, size);
                cx.set(&count, length, call.span);
            }
            Item::WritesUpTo(parameter) => {
                let length = &values[parameter];
                let Some(ty) = pointee(&cx.cx.types, parameters[parameter]) else { continue };
                access(cx, value, may_be_null, call.span, |cx| {
                    let place = cx.target(length.clone(), ty);
                    let length = cx.loaded(place, call.span);
                    let length = capacity(cx, length);
                    some_bytes(cx, call, value, length, 0);
                });
            }
        }
    }
    let result = outcome(cx, call, effects.outcome, &values, count, is_unwritten);
    match super::errno::failure_of(cx.cx.unit, effects.outcome, call.name) {
        Some(failure) => cx.may_set_errno(call, result, failure),
        None => result,
    }
}

fn outcome(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    outcome: Outcome,
    values: &[Expr],
    count: Place,
    is_unwritten: Option<Place>,
) -> Operand {
    if !call.is_used(cx) {
        return call.nothing(cx);
    }
    let ty = cx.cx.program_type(call.ty);
    let value = match outcome {
        Outcome::Any => cx.any_input(call.name, ty, call.span),
        Outcome::Stream => cx.new_stream(call, ty),
        Outcome::Text => {
            let value = cx.any_input(call.name, ty, call.span);
            cx.emit(Effect::Assume(value.clone()), call.span);
            value
        }
        Outcome::Ready(files) => {
            let long = cx.cx.types.int(IntKind::Long);
            let value = cx.any_input(call.name, ty, call.span);
            let number = cx.convert(value.clone(), long);
            let files = cx.convert(values[files].clone(), long);
            let most = cx.calculation(BinaryOperator::Multiply, files, integer(3, long));
            let above = cx.calculation(BinaryOperator::GreaterEqual, number.clone(), integer(-1, long));
            let below = cx.calculation(BinaryOperator::LessEqual, number, most);
            let fails = cx.is_number(value.clone(), -1);
            let is_count = cx.and(above, below);
            let is_wanted = cx.or(fails, is_count);
            cx.emit(Effect::Assume(is_wanted), call.span);
            value
        }
        Outcome::Between(low, high) => {
            let value = cx.input(call, ty, low, high);
            if let Some(is_unwritten) = is_unwritten {
                let is_written = cx.is_number(read(is_unwritten), 0);
                let has_failed = cx.calculation(BinaryOperator::NotEqual, value.clone(), integer(0, ty));
                let is_wanted = cx.or(is_written, has_failed);
                cx.emit(Effect::Assume(is_wanted), call.span);
            }
            value
        }
        Outcome::Handle => cx.input(call, ty, -1, i32::MAX.into()),
        Outcome::Count => read(count),
        Outcome::Needed(size) => {
            let asks = cx.is_number(values[size].clone(), 0);
            cx.when(asks, call.span, |cx| {
                let needed = cx.input(call, count.ty, -1, LARGEST_ATTRIBUTE);
                cx.set(&count, needed, call.span);
            });
            read(count)
        }
        Outcome::Elements { size, count } => {
            let value = cx.any_input(call.name, ty, call.span);
            up_to(cx, call, &value, 0, &values[count]);
            let has_size = cx.calculation(BinaryOperator::NotEqual, values[size].clone(), integer(0, values[size].ty));
            let is_none = cx.is_number(value.clone(), 0);
            let is_wanted = cx.or(is_none, has_size);
            cx.emit(Effect::Assume(is_wanted), call.span);
            value
        }
        Outcome::Received { size, flags } => {
            received(cx, call, &count, &values[size], &values[flags]);
            read(count)
        }
        Outcome::Name => {
            let value = cx.input(call, ty, -1, 0);
            let zero = integer(0, count.ty);
            let is_written = cx.calculation(BinaryOperator::GreaterEqual, read(count), zero);
            let has_failed = cx.less(value.clone(), integer(0, ty));
            let is_wanted = cx.or(is_written, has_failed);
            cx.emit(Effect::Assume(is_wanted), call.span);
            value
        }
        Outcome::UpTo(low, parameter) => {
            let value = cx.any_input(call.name, ty, call.span);
            up_to(cx, call, &value, low, &values[parameter]);
            value
        }
    };
    call.result(cx, value)
}

/// Assumes that a value is between a number and a parameter.
fn up_to(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, value: &Expr, low: i128, most: &Expr) {
    let long = cx.cx.types.int(IntKind::Long);
    let (value, most) = (cx.convert(value.clone(), long), capacity(cx, most.clone()));
    let above = cx.calculation(BinaryOperator::GreaterEqual, value.clone(), integer(low, long));
    let below = cx.calculation(BinaryOperator::LessEqual, value, most);
    let is_wanted = cx.and(above, below);
    cx.emit(Effect::Assume(is_wanted), call.span);
}

/// What becomes of an object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    /// It is read.
    Nothing,
    /// It is written without a look at it.
    Unread,
    /// It is read, then written.
    AfterRead,
    /// It is read; what is written are some of the bits that were there.
    Masked,
}

/// Reads, then writes all scalars of an object.
fn object(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, pointer: &Expr, ty: TypeId, written: Written) {
    let wanted = cx.cx.types.pointer_to(ty);
    let pointer = cx.convert(pointer.clone(), wanted);
    let place = cx.target(pointer, ty);
    let mut scalars = Vec::new();
    if !cx.scalars_of(place, &mut scalars) {
        cx.unsupported(format!("an object of this size in a call of {}", call.name), call.span);
        return;
    }
    let mut known = Vec::new();
    if written != Written::Unread {
        known.extend(scalars.iter().map(|scalar| cx.loaded(scalar.clone(), call.span)));
    }
    if written == Written::Nothing {
        return;
    }
    for (position, scalar) in scalars.iter().enumerate() {
        let mut value = cx.any_input(call.name, scalar.ty, call.span);
        if written == Written::Masked && matches!(cx.cx.types.kind(scalar.ty), TypeKind::Int(_)) {
            value = cx.calculation(BinaryOperator::BitAnd, known[position].clone(), value);
        }
        cx.set(scalar, value, call.span);
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

/// Writes a text of any length below a size, and its zero. Nothing, if there is room for nothing, or if the length is -1, where that is
/// the least one.
fn some_text(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    buffer: &Expr,
    size: Expr,
    least: i128,
) -> Expr {
    let (long, char) = (cx.cx.types.int(IntKind::Long), cx.cx.types.int(IntKind::UnsignedChar));
    let length = cx.kept(integer(0, long), call.span);
    let is_some = cx.calculation(BinaryOperator::Greater, size.clone(), integer(0, long));
    cx.when(is_some, call.span, |cx| {
        let count = count_up_to(cx, call, size, least, BinaryOperator::Less);
        fill(cx, call, buffer, &count, |cx| cx.input(call, char, 1, 255));
        let is_written = match least {
            0 => cx.number(1),
            _ => cx.calculation(BinaryOperator::GreaterEqual, count.clone(), integer(0, long)),
        };
        cx.when(is_written, call.span, |cx| {
            let end = cx.byte(buffer, count.clone());
            cx.set(&end, integer(0, char), call.span);
        });
        cx.set(&length, count, call.span);
    });
    read(length)
}

/// Writes a text of any length up to a size, with its zero if it is shorter. Or nothing: the length is -1 then.
fn some_name(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, buffer: &Expr, size: Expr) -> Expr {
    let (long, char) = (cx.cx.types.int(IntKind::Long), cx.cx.types.int(IntKind::UnsignedChar));
    let count = count_up_to(cx, call, size.clone(), -1, BinaryOperator::LessEqual);
    fill(cx, call, buffer, &count, |cx| cx.input(call, char, 1, 255));
    let is_written = cx.calculation(BinaryOperator::GreaterEqual, count.clone(), integer(0, long));
    let is_short = cx.less(count.clone(), size);
    let has_end = cx.and(is_written, is_short);
    cx.when(has_end, call.span, |cx| {
        let end = cx.byte(buffer, count.clone());
        cx.set(&end, integer(0, char), call.span);
    });
    count
}

/// A count that fills the buffer becomes any that is not less, if the flags ask for the size of the message.
fn received(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, count: &Place, size: &Expr, flags: &Expr) {
    let int = cx.cx.int();
    let asks = match flags.kind {
        ExprKind::Integer(known) => cx.number(i128::from(known & MSG_TRUNC != 0)),
        _ => cx.calculation(BinaryOperator::BitAnd, flags.clone(), integer(MSG_TRUNC, int)),
    };
    cx.when(asks, call.span, |cx| {
        let is_full = cx.is_equal(read(count.clone()), size.clone());
        cx.when(is_full, call.span, |cx| {
            let whole = cx.any_input(call.name, count.ty, call.span);
            let is_wanted = cx.calculation(BinaryOperator::GreaterEqual, whole.clone(), read(count.clone()));
            cx.emit(Effect::Assume(is_wanted), call.span);
            cx.set(count, whole, call.span);
        });
    });
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
pub(super) fn fill(
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

/// A size that a parameter holds, as a `long` that is not negative. A size above the greatest `long` counts as that one: no object is so
/// large, so an access of so many bytes leaves its object. A negative number counts as 0.
pub(super) fn capacity(cx: &mut ProcedureLowering<'_, '_>, size: Expr) -> Expr {
    let long = cx.cx.types.int(IntKind::Long);
    let Some((long_bits, _)) = cx.cx.types.integer_shape(long) else { return cx.convert(size, long) };
    let most = (1_i128 << (long_bits - 1)) - 1;
    let (bits, is_signed) = cx.cx.types.integer_shape(size.ty).unwrap_or((long_bits, true));
    if let ExprKind::Integer(known) = size.kind {
        let known = if is_signed || known >= 0 { known } else { most };
        return integer(known.clamp(0, most), long);
    }
    let value = cx.convert(size, long);
    if !is_signed && bits < long_bits {
        return value;
    }
    not_negative(cx, value, if is_signed { 0 } else { most })
}

/// A value of type `long`, or another number if it is negative.
fn not_negative(cx: &mut ProcedureLowering<'_, '_>, value: Expr, otherwise: i128) -> Expr {
    let long = value.ty;
    let is_negative = cx.less(value.clone(), integer(0, long));
    conditional(is_negative, integer(otherwise, long), value)
}

/// The product of two sizes ([`capacity`]) modulo the width of `size_t`, as glibc computes it. A product above the greatest `long` counts as that one.
pub(super) fn total(cx: &mut ProcedureLowering<'_, '_>, first: Expr, second: Expr) -> Expr {
    let long = first.ty;
    let bits = cx.cx.types.integer_shape(long).map_or(64, |(bits, _)| bits);
    let most = (1_i128 << (bits - 1)) - 1;
    match (&first.kind, &second.kind) {
        (ExprKind::Integer(one), ExprKind::Integer(other)) => {
            // Each of them fits 63 bits.
            integer(((one * other) & ((1 << bits) - 1)).min(most), long)
        }
        (ExprKind::Integer(1), _) => second,
        (_, ExprKind::Integer(1)) => first,
        _ => {
            let size_type = cx.cx.size_type();
            let first = cx.convert(first, size_type);
            let product = cx.calculation(BinaryOperator::Multiply, first, second);
            let product = cx.convert(product, long);
            not_negative(cx, product, most)
        }
    }
}

/// A size in bytes as a `long`; `target` is what the parameter points to whose size it is.
fn product(cx: &mut ProcedureLowering<'_, '_>, values: &[Expr], size: Size, target: Option<TypeId>) -> Expr {
    let long = cx.cx.types.int(IntKind::Long);
    let factors: Vec<Expr> = size
        .factors()
        .map(|factor| match factor {
            Factor::Parameter(parameter) => capacity(cx, values[parameter].clone()),
            // A declaration that fits has a size.
            constant_factor => integer(constant(&cx.cx.types, constant_factor, target).unwrap_or(0), long),
        })
        .collect();
    factors.into_iter().reduce(|first, second| total(cx, first, second)).unwrap_or_else(|| integer(1, long))
}

/// The size in bytes that a parameter says.
fn of_parameter(cx: &mut ProcedureLowering<'_, '_>, values: &[Expr], parameter: usize) -> Expr {
    product(cx, values, Size { factor: Factor::Parameter(parameter), second: None }, None)
}

/// Accesses what a pointer points to; nothing if it is null and may be that.
fn access(
    cx: &mut ProcedureLowering<'_, '_>,
    pointer: &Expr,
    may_be_null: bool,
    span: Span,
    act: impl FnOnce(&mut ProcedureLowering<'_, '_>),
) {
    let is_some = match pointer.kind {
        _ if !may_be_null => cx.number(1),
        ExprKind::Integer(known) => cx.number(i128::from(known != 0)),
        _ if super::code::is_address(pointer) => cx.number(1),
        _ => pointer.clone(),
    };
    cx.when(is_some, span, act);
}
