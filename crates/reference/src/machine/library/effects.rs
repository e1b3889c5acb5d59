//! Functions that are known by their effects ([`raddle_cfront::effects`]): the accesses and choices of a row, made here.

use super::errors::{mark_error_number, may_set_error_number};
use super::input::input_between;
use super::output::{read_some, read_text};
use super::script::{Ran, Script, deny, number};
use crate::arithmetic::marked::{depends, outside};
use crate::machine::task::Operation;
use crate::value::encoding::parts;
use crate::value::{Byte, Scalar, Trouble, Value};
use raddle_cfront::effects::{Effects, Factor, Fixed, Item, LARGEST_ATTRIBUTE, Outcome, Size, constant, of, pointee};
use raddle_cfront::externals::seldom_comes;
use raddle_program::trace::ChoiceKind;
use raddle_program::types::{TypeId, TypeKind};

/// The model of a function with effects.
pub(super) fn run<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let function = s.call().function;
    let Some(effects) = function.and_then(|function| of(s.fixed().unit, function)) else {
        return deny(format!("`{}`", s.name()));
    };
    let marks = s.fixed().settings.marks_outside;
    let (mut count, mut is_written) = (0, true);
    for (position, known) in effects.parameters.iter().enumerate() {
        match known.item {
            Item::Value => {}
            _ if known.may_be_null && s.is_null(position)? => {}
            Item::Text => read_text(s, position, None)?,
            Item::Object { is_read, is_written } => {
                object(s, position, is_read, is_written, |_, chosen| fixed_value(known.is_fixed, marks, chosen))?
            }
            Item::Masks => object(s, position, true, true, masked)?,
            Item::Reads(size) => {
                let bytes = product(s, size, position)?;
                let is_constant = size.parameters().all(|parameter| s.is_constant(parameter));
                read_some(s, position, bytes, is_constant)?;
            }
            Item::Writes(size) => {
                let size = product(s, size, position)?;
                let may_fail =
                    matches!(effects.outcome, Outcome::Count | Outcome::Needed(_) | Outcome::Received { .. });
                count = marked_bytes(s, position, size, if may_fail { -1 } else { 0 }, known.is_fixed)?;
            }
            Item::WritesText(parameter) => count = some_text(s, position, parameter, 0)?,
            Item::WritesTextOrNothing(parameter) => {
                count = some_text(s, position, parameter, -1)?;
                is_written &= count >= 0;
            }
            Item::WritesTextOrBytes(parameter) => {
                let int = s.basic().int;
                count = match input_between(s, int, 0, 1)? {
                    // Whether the text fits is determined by the format.
                    0 if marks && known.is_fixed => depends()?,
                    0 => {
                        let size = s.number(parameter)?;
                        some_bytes(s, position, size, 0)?;
                        0
                    }
                    _ => some_text(s, position, parameter, 0)?,
                };
            }
            Item::WritesName(parameter) => count = some_name(s, position, parameter)?,
            Item::WritesUpTo(parameter) => {
                let (from, ty) = (s.place(parameter)?, target(s, parameter));
                let size = match s.read(from, 0, ty)? {
                    Scalar::Integer(size) => size.max(0),
                    _ => return deny(format!("the size of a buffer of `{}`", s.name())),
                };
                marked_bytes(s, position, size, 0, known.is_fixed)?;
            }
        }
    }
    let result = outcome(s, effects, count, is_written)?;
    let facts = s.fixed().unit.effects.facts(s.name());
    let keeps_error_number = facts.is_some_and(|facts| facts.keeps_error_number || facts.is_choice);
    let fails = match (effects.outcome, &result) {
        // `popen` may fail for want of memory and leave `errno` as it was (POSIX).
        (Outcome::Stream, Value::Scalar(handle)) => *handle == Scalar::Integer(0) && s.name() != "popen",
        // Any result tells nothing of `errno`.
        (Outcome::Any | Outcome::Text | Outcome::Between(0.., _) | Outcome::UpTo(0.., _), _) => false,
        (Outcome::Elements { .. }, _) => false,
        (_, Value::Scalar(Scalar::Integer(code))) => *code < 0,
        _ => false,
    };
    if !keeps_error_number {
        may_set_error_number(s, s.is_used() && fails)?;
        if effects.fixed == Fixed::All {
            mark_error_number(s)?;
        }
    }
    if marks { marked_result(s, effects, result) } else { Ok(result) }
}

/// A value that is written, with a mark if it is to have one.
fn fixed_value(is_fixed: bool, marks: bool, chosen: Scalar) -> Result<Scalar, Trouble> {
    if is_fixed && marks { outside(chosen) } else { Ok(chosen) }
}

/// Some of the bits that were there.
fn masked(before: Scalar, chosen: Scalar) -> Result<Scalar, Trouble> {
    match (before, chosen) {
        (Scalar::Integer(before), Scalar::Integer(chosen)) => Ok(Scalar::Integer(before & chosen)),
        (_, chosen @ Scalar::Wild(_)) => Ok(chosen),
        _ => depends(),
    }
}

/// A result with a mark if the system determines it further than the row says.
fn marked_result<'u>(s: &mut Script<'_, 'u>, effects: &Effects, result: Value) -> Ran<'u, Value> {
    let Value::Scalar(value) = result else { return Ok(result) };
    let is_negative = matches!(value, Scalar::Integer(..0));
    Ok(Value::Scalar(match (effects.fixed, value) {
        (Fixed::Handles, Scalar::Integer(file @ 0..)) => Scalar::Handle(file),
        // Nothing has to come.
        (Fixed::All, Scalar::Integer(0)) if seldom_comes(s.name()) => value,
        (Fixed::All, _) => outside(value)?,
        (Fixed::Failures, _) if is_negative => outside(value)?,
        (Fixed::Repeated, Scalar::Integer(answer)) => {
            let (name, asked) = (s.name(), s.scalar(0)?);
            match asked {
                Scalar::Integer(asked) => {
                    s.once(|machine| machine.given.answer(name.to_owned(), vec![asked], answer).map(|()| Value::Void))?;
                    value
                }
                // That it is another file than one of which this was asked before depends on its number.
                _ => outside(value)?,
            }
        }
        _ => value,
    }))
}

fn outcome<'u>(s: &mut Script<'_, 'u>, effects: &Effects, count: i128, is_written: bool) -> Ran<'u, Value> {
    if !s.is_used() {
        return Ok(Value::Void);
    }
    let ty = s.call().ty;
    match effects.outcome {
        Outcome::Any => s.anything(ChoiceKind::Input),
        Outcome::Stream => super::streams::new_stream(s),
        Outcome::Text => {
            let text = s.choose(ChoiceKind::Input, ty)?;
            if text == Scalar::Integer(0) {
                s.last(Operation::Prune { span: s.span() })?;
            }
            Ok(Value::Scalar(text))
        }
        Outcome::Ready(files) => {
            let most = 3 * s.number(files)?;
            let ready = s.choose_number(ChoiceKind::Input, ty)?;
            if ready < -1 || ready > most.max(-1) {
                s.last(Operation::Prune { span: s.span() })?;
            }
            Ok(number(ready))
        }
        Outcome::Between(low, high) => {
            let result = input_between(s, ty, low, high)?;
            // A function that succeeds has written.
            if result == 0 && !is_written {
                s.last(Operation::Prune { span: s.span() })?;
            }
            Ok(number(result))
        }
        Outcome::Handle => Ok(number(input_between(s, ty, -1, i32::MAX.into())?)),
        Outcome::Count => Ok(number(count)),
        Outcome::Needed(size) => {
            let long = s.basic().long;
            let asks = s.number(size)? == 0;
            Ok(number(if asks { input_between(s, long, -1, LARGEST_ATTRIBUTE)? } else { count }))
        }
        Outcome::Elements { size, count } => {
            let most = if s.number(size)? == 0 { 0 } else { s.number(count)? };
            Ok(number(input_between(s, ty, 0, most.max(0))?))
        }
        Outcome::Received { size, flags } => {
            const MSG_TRUNC: i128 = 0x20;
            let is_cut = s.number(flags)? & MSG_TRUNC != 0 && count == s.number(size)?;
            let long = s.basic().long;
            Ok(number(if is_cut { input_between(s, long, count, i128::from(i64::MAX))? } else { count }))
        }
        Outcome::Name => Ok(number(input_between(s, ty, -1, if count < 0 { -1 } else { 0 })?)),
        Outcome::UpTo(low, parameter) => {
            let most = s.number(parameter)?.max(0);
            Ok(number(input_between(s, ty, low, most)?))
        }
    }
}

/// The type that a parameter points to.
fn target(s: &Script<'_, '_>, parameter: usize) -> TypeId {
    let machine = s.fixed();
    let signature = s.call().function.map(|function| machine.types().kind(machine.unit.functions[function].ty));
    let declared = match signature {
        Some(TypeKind::Function(signature)) => pointee(machine.types(), signature.parameters[parameter].ty),
        _ => None,
    };
    declared.unwrap_or(s.basic().unsigned_char)
}

/// Reads, then writes all scalars of an object: what becomes of the one that was there and the one that is chosen.
fn object<'u>(
    s: &mut Script<'_, 'u>,
    position: usize,
    is_read: bool,
    is_written: bool,
    value: impl Fn(Scalar, Scalar) -> Result<Scalar, Trouble>,
) -> Ran<'u, ()> {
    let ty = target(s, position);
    let Some(parts) = parts(s.fixed().types(), ty) else {
        return deny(format!("an object of this size in a call of `{}`", s.name()));
    };
    let first = s.place(position)?;
    let all: Vec<(u64, TypeId)> = parts.iter().filter_map(|part| Some((part.offset, part.scalar?))).collect();
    let mut before = vec![Scalar::Integer(0); all.len()];
    if is_read {
        for (&(offset, scalar), before) in all.iter().zip(&mut before) {
            *before = s.read(first, offset, scalar)?;
        }
    }
    if is_written {
        for (&(offset, scalar), before) in all.iter().zip(before) {
            let chosen = s.choose(ChoiceKind::Input, scalar)?;
            s.write(first, offset, scalar, value(before, chosen)?)?;
        }
    }
    Ok(())
}

/// Writes any number of bytes up to a size; the number may be less than 0 for a failure.
fn some_bytes<'u>(s: &mut Script<'_, 'u>, position: usize, size: i128, least: i128) -> Ran<'u, i128> {
    let (to, long, byte) = (s.place(position)?, s.basic().long, s.basic().unsigned_char);
    let count = input_between(s, long, least, size)?;
    for at in 0..count.max(0) as u64 {
        let value = s.choose(ChoiceKind::Input, byte)?;
        let shown = match value {
            Scalar::Integer(number) => number as u8,
            _ => 0,
        };
        s.write_bytes(to.plus(at), vec![Byte::number(shown)], Some(value))?;
    }
    Ok(count)
}

/// The same, with marks if the system determines the bytes further.
fn marked_bytes<'u>(s: &mut Script<'_, 'u>, position: usize, size: i128, least: i128, is_fixed: bool) -> Ran<'u, i128> {
    let written = some_bytes(s, position, size, least)?;
    if is_fixed && s.fixed().settings.marks_outside {
        let from = s.place(position)?;
        s.once(|machine| machine.mark_bytes(from, written).map(|()| Value::Void))?;
    }
    Ok(written)
}

/// Writes a text of any length below a size, and its zero. Nothing, if there is room for nothing; the length -1 is nothing, too.
fn some_text<'u>(s: &mut Script<'_, 'u>, position: usize, size: usize, least: i128) -> Ran<'u, i128> {
    let size = s.number(size)?;
    if size <= 0 {
        return Ok(0);
    }
    let (to, long, byte) = (s.place(position)?, s.basic().long, s.basic().unsigned_char);
    let length = input_between(s, long, least, size - 1)?;
    if length < 0 {
        return Ok(length);
    }
    for at in 0..length as u64 {
        let character = input_between(s, byte, 1, 255)?;
        s.write_byte(to, at, character as u8)?;
    }
    s.write_byte(to, length as u64, 0)?;
    Ok(length)
}

/// Writes a text of any length up to a size, and its zero if there is room. Or nothing, which is the length -1.
fn some_name<'u>(s: &mut Script<'_, 'u>, position: usize, size: usize) -> Ran<'u, i128> {
    let size = s.number(size)?;
    let (to, long, byte) = (s.place(position)?, s.basic().long, s.basic().unsigned_char);
    let length = input_between(s, long, -1, size)?;
    for at in 0..length.max(0) as u64 {
        let character = input_between(s, byte, 1, 255)?;
        s.write_byte(to, at, character as u8)?;
    }
    if (0..size).contains(&length) {
        s.write_byte(to, length as u64, 0)?;
    }
    Ok(length)
}

/// A size in bytes of what a parameter points to: the product of the factors modulo the width of `size_t`, as glibc computes it. A negative factor
/// counts as 0. A factor or product above the greatest `long` counts as that one.
fn product<'u>(s: &Script<'_, 'u>, size: Size, position: usize) -> Ran<'u, i128> {
    let bits = s.fixed().types().integer_shape(s.basic().long).map_or(64, |(bits, _)| bits);
    let most = (1_i128 << (bits - 1)) - 1;
    let mut product = 1;
    for factor in size.factors() {
        let factor = match factor {
            Factor::Parameter(parameter) => s.number(parameter)?,
            _ => constant(s.fixed().types(), factor, Some(target(s, position))).unwrap_or(0),
        };
        product = ((product * factor.clamp(0, most)) & ((1 << bits) - 1)).min(most);
    }
    Ok(product)
}
