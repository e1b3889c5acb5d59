//! What comes from outside (C11 7.21.6, 7.21.7, 7.22.2; POSIX read): any value that the function may give.

use super::script::{Model, Ran, Script, deny, number};
use crate::arithmetic::marked::outside;
use crate::machine::task::Operation;
use crate::value::{Byte, Scalar, Value};
use raddle_program::trace::ChoiceKind;
use raddle_program::types::{TypeId, TypeKind};

pub(super) fn model(name: &str) -> Option<Model> {
    Some(match name {
        "rand" | "random" => random,
        "rand_r" => random_from_seed,
        "srand" | "srandom" => seed,
        "getchar" | "fgetc" | "getc" => character,
        "scanf" => scan,
        "fscanf" => scan_stream,
        "fgets" => line,
        "read" => bytes,
        _ => return None,
    })
}

/// An input of a type in a range: values outside are no execution.
pub(super) fn input_between<'u>(s: &mut Script<'_, 'u>, ty: TypeId, low: i128, high: i128) -> Ran<'u, i128> {
    let value = s.choose_number(ChoiceKind::Input, ty)?;
    if value < low || value > high {
        s.last(Operation::Prune { span: s.span() })?;
    }
    Ok(value)
}

/// `rand` is 0, `random` is 1.
fn generator(name: &str) -> usize {
    usize::from(matches!(name, "random" | "srandom"))
}

fn seed<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    if !s.fixed().settings.marks_outside {
        return Ok(Value::Void);
    }
    let (generator, seed) = (generator(s.name()), s.scalar(0)?);
    s.once(|machine| {
        machine.given.seed(generator, seed);
        Ok(Value::Void)
    })
}

fn random<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let ty = if s.name() == "random" { s.basic().long } else { s.basic().int };
    let drawn = if s.is_used() { Some(input_between(s, ty, 0, i128::from(i32::MAX))?) } else { None };
    if s.fixed().settings.marks_outside {
        let generator = generator(s.name());
        s.once(|machine| machine.given.draw(generator, drawn).map(|()| Value::Void))?;
    }
    Ok(drawn.map_or(Value::Void, number))
}

/// The seed is read and changed: threads that share it race.
fn random_from_seed<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (seed, int, unsigned) = (s.place(0)?, s.basic().int, s.basic().unsigned_int);
    let state = s.read(seed, 0, unsigned)?;
    let next = s.choose(ChoiceKind::Input, unsigned)?;
    let marks = s.fixed().settings.marks_outside;
    s.write(seed, 0, unsigned, if marks { outside(next)? } else { next })?;
    let drawn = if s.is_used() { Some(input_between(s, int, 0, i128::from(i32::MAX))?) } else { None };
    if !marks {
        return Ok(drawn.map_or(Value::Void, number));
    }
    let at = seed.pointer();
    let known = s.once(|machine| {
        let sequence = machine.given.sequence(at, state);
        machine.given.advance(at, sequence);
        if let (Some((seed, count)), Some(drawn)) = (sequence, drawn) {
            machine.given.answer("rand_r", vec![seed, i128::from(count)], drawn)?;
        }
        Ok(number(i128::from(sequence.is_some())))
    })?;
    Ok(match drawn {
        None => Value::Void,
        Some(drawn) if known == number(1) => number(drawn),
        Some(drawn) => Value::Scalar(Scalar::Outside(drawn)),
    })
}

fn character<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    if !s.is_used() {
        return Ok(Value::Void);
    }
    let int = s.basic().int;
    Ok(number(input_between(s, int, -1, 255)?))
}

/// What a conversion of a format stores.
enum Assigned {
    /// A number, whose digits are limited if it has a width.
    Number(Option<u32>),
    /// A word of limited length.
    Word(u32),
}

/// What each conversion of a format stores that is assigned; `None` if a conversion is not modelled.
fn assignments(format: &str) -> Option<Vec<Assigned>> {
    let mut assigned = Vec::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('%') {
            rest = after;
            continue;
        }
        let (is_dropped, conversion) = match rest.strip_prefix('*') {
            Some(after) => (true, after),
            None => (false, rest),
        };
        let behind = conversion.trim_start_matches(|char: char| char.is_ascii_digit());
        let digits = &conversion[..conversion.len() - behind.len()];
        let conversion = ["hh", "h", "ll", "l", "z", "j", "t"]
            .into_iter()
            .find_map(|length| behind.strip_prefix(length))
            .unwrap_or(behind);
        let has_length = conversion.len() < behind.len();
        let letter = conversion.chars().next()?;
        let is_limited = !digits.is_empty();
        if letter == 's' {
            let width = digits.parse().ok().filter(|width| *width > 0 && !has_length)?;
            rest = &conversion[1..];
            if !is_dropped {
                assigned.push(Assigned::Word(width));
            }
            continue;
        }
        if !"diuxXocp".contains(letter) || is_limited && (!"di".contains(letter) || digits.trim_matches('0').is_empty())
        {
            return None;
        }
        rest = &conversion[1..];
        if !is_dropped {
            // More digits than those of all numbers limit nothing.
            let width = digits.parse().ok().filter(|width| !has_length && *width <= 9);
            assigned.push(Assigned::Number(width));
        }
    }
    Some(assigned)
}

fn scan<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    scan_format(s, 0)
}

fn scan_stream<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    scan_format(s, 1)
}

/// Any number of the assignments is made, the first ones; each stores any value.
fn scan_format<'u>(s: &mut Script<'_, 'u>, format: usize) -> Ran<'u, Value> {
    let text = s.fixed().literal_text(s.scalar(format)?);
    let Some(assigned) = text.as_deref().and_then(assignments) else {
        return deny(format!("the format of `{}`", s.name()));
    };
    let int = s.basic().int;
    let made = input_between(s, int, -1, assigned.len() as i128)?;
    for (index, assigned) in assigned.into_iter().enumerate().take(made.max(0) as usize) {
        let argument = format + 1 + index;
        let types = s.fixed().types();
        let target = match s.call().arguments.get(argument).map(|(_, ty)| types.kind(*ty)) {
            Some(TypeKind::Pointer(target)) if types.integer_shape(target.ty).is_some() => target.ty,
            _ => return deny(format!("an argument of `{}` that points to no integer", s.name())),
        };
        let width = match assigned {
            Assigned::Number(width) => width,
            Assigned::Word(width) => {
                word(s, argument, width)?;
                continue;
            }
        };
        let value = match width.filter(|_| target == int) {
            // One digit less with a sign.
            Some(width) => {
                let most = 10i128.pow(width) - 1;
                Scalar::Integer(input_between(s, int, -(most / 10), most)?)
            }
            None => s.choose(ChoiceKind::Input, target)?,
        };
        let to = s.place(argument)?;
        s.write(to, 0, target, value)?;
    }
    Ok(number(made))
}

/// Stores at least one character, none of them white space, and a zero.
fn word<'u>(s: &mut Script<'_, 'u>, argument: usize, width: u32) -> Ran<'u, ()> {
    let (to, long, byte) = (s.place(argument)?, s.basic().long, s.basic().unsigned_char);
    let length = input_between(s, long, 1, width.into())? as u64;
    for at in 0..length {
        let character = input_between(s, byte, 1, 255)? as u8;
        if matches!(character, b' ' | b'\t'..=b'\r') {
            s.last(Operation::Prune { span: s.span() })?;
        }
        s.write_byte(to, at, character)?;
    }
    s.write_byte(to, length, 0)
}

fn line<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (to, size) = (s.place(0)?, s.number(1)?);
    let int = s.basic().int;
    let mut at = 0;
    while i128::from(at) + 1 < size {
        let character = input_between(s, int, -1, 255)?;
        if character < 0 {
            break;
        }
        s.write_byte(to, at, character as u8)?;
        at += 1;
        if character == i128::from(b'\n') {
            break;
        }
    }
    if at == 0 && size != 1 {
        return Ok(number(0));
    }
    s.write_byte(to, at, 0)?;
    Ok(Value::Scalar(to.base))
}

fn bytes<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (to, size) = (s.place(1)?, s.size(2)?);
    let (long, byte) = (s.basic().long, s.basic().unsigned_char);
    let count = input_between(s, long, -1, i128::from(size))?;
    for at in 0..count.max(0) as u64 {
        let value = s.choose(ChoiceKind::Input, byte)?;
        let shown = match value {
            Scalar::Integer(number) => number as u8,
            _ => 0,
        };
        s.write_bytes(to.plus(at), vec![Byte::number(shown)], Some(value))?;
    }
    Ok(number(count))
}
