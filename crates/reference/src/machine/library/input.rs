//! What comes from outside (C11 7.21.6, 7.21.7, 7.22.2; POSIX read): any value that the function may give.

use super::script::{Model, Ran, Script, deny, number};
use crate::arithmetic::marked::outside;
use crate::arithmetic::wrap;
use crate::machine::task::Operation;
use crate::value::{Byte, Scalar, Value};
use raddle_cfront::scan_format::{Characters, Position, Stored, directives, stores};
use raddle_program::floating::Format;
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

fn scan<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    scan_format(s, 0)
}

fn scan_stream<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    scan_format(s, 1)
}

/// Any number of the assignments is made, the first ones; each stores any value.
fn scan_format<'u>(s: &mut Script<'_, 'u>, format: usize) -> Ran<'u, Value> {
    let text = s.fixed().literal_text(s.scalar(format)?);
    let Some(directives) = text.as_deref().and_then(directives) else {
        return deny(format!("the format of `{}`", s.name()));
    };
    let stores = stores(&directives);
    let int = s.basic().int;
    let counted = stores.iter().filter(|stored| !matches!(stored, Stored::Position(_))).count();
    let made = input_between(s, int, -1, counted as i128)?;
    let mut counted = 0;
    for (index, stored) in stores.into_iter().enumerate() {
        let argument = format + 1 + index;
        if let Stored::Position(position) = stored {
            scan_position(s, argument, made, position)?;
            continue;
        }
        counted += 1;
        if made < counted {
            continue;
        }
        let digits = match stored {
            Stored::Characters(characters) => {
                scan_text(s, argument, &characters)?;
                continue;
            }
            Stored::Decimal(digits) => Some(digits),
            Stored::Scalar | Stored::Position(_) => None,
        };
        let target = target(s, argument)?;
        let value = match digits.filter(|_| target == int) {
            // One digit less with a sign.
            Some(digits) => {
                let most = 10i128.pow(digits) - 1;
                Scalar::Integer(input_between(s, int, -(most / 10), most)?)
            }
            None => s.choose(ChoiceKind::Input, target)?,
        };
        let to = s.place(argument)?;
        s.write(to, 0, target, value)?;
    }
    Ok(number(made))
}

/// The type of the scalar that an argument points to.
fn target<'u>(s: &mut Script<'_, 'u>, argument: usize) -> Ran<'u, TypeId> {
    let types = s.fixed().types();
    match s.call().arguments.get(argument).map(|(_, ty)| types.kind(*ty)) {
        Some(TypeKind::Pointer(target))
            if types.integer_shape(target.ty).is_some() || Format::of(types, target.ty).is_some() =>
        {
            Ok(target.ty)
        }
        _ => deny(format!("an argument of `{}` that points to no number", s.name())),
    }
}

/// Stores how many characters were read, unless a directive before it fails.
fn scan_position<'u>(s: &mut Script<'_, 'u>, argument: usize, made: i128, position: Position) -> Ran<'u, ()> {
    let (int, behind) = (s.basic().int, i128::from(position.behind));
    let may_fail_here = made == behind || (behind == 0 && made < 0);
    let is_reached = match made > behind || (position.is_certain && may_fail_here) {
        false if may_fail_here => input_between(s, int, 0, 1)? == 1,
        is_known => is_known,
    };
    if !is_reached {
        return Ok(());
    }
    let characters = input_between(s, int, position.least.into(), i32::MAX.into())?;
    let (target, to) = (target(s, argument)?, s.place(argument)?);
    let value = wrap(s.fixed().types(), target, characters)?;
    s.write(to, 0, target, Scalar::Integer(value))
}

/// Stores at least one character, and a zero behind a text.
fn scan_text<'u>(s: &mut Script<'_, 'u>, argument: usize, characters: &Characters) -> Ran<'u, ()> {
    let (to, long, int, byte) = (s.place(argument)?, s.basic().long, s.basic().int, s.basic().unsigned_char);
    let is_taken = |number: i128| {
        characters.ranges.iter().any(|&(low, high)| i128::from(low) <= number && number <= i128::from(high))
    };
    let length = if characters.width > 0 {
        let length = input_between(s, long, 1, characters.width.into())? as u64;
        for at in 0..length {
            let character = input_between(s, byte, 0, 255)?;
            if !is_taken(character) {
                s.last(Operation::Prune { span: s.span() })?;
            }
            s.write_byte(to, at, character as u8)?;
        }
        length
    } else {
        let mut length = 0;
        loop {
            let found = input_between(s, int, -1, 255)?;
            if !is_taken(found) {
                break;
            }
            s.write_byte(to, length, found as u8)?;
            length += 1;
        }
        if length == 0 {
            s.last(Operation::Prune { span: s.span() })?;
        }
        length
    };
    if characters.has_end {
        s.write_byte(to, length, 0)?;
    }
    Ok(())
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
