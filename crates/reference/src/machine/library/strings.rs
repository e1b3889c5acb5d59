//! Strings (C11 7.24): character by character, each access a step of its own.

use super::allocation::allocate;
use super::script::{Model, Ran, Script, number};
use crate::value::{Place, Scalar, Value};

pub(super) fn model(name: &str) -> Option<Model> {
    Some(match name {
        "strlen" => length,
        "strnlen" => bounded_length,
        "strcpy" => copy,
        "stpcpy" => copy_to_end,
        "strncpy" => bounded_copy,
        "strcat" => append,
        "strncat" => bounded_append,
        "strcmp" => compare,
        "strncmp" => bounded_compare,
        "strcasecmp" => compare_ignoring_case,
        "strncasecmp" => bounded_compare_ignoring_case,
        "strchr" | "index" => find,
        "strrchr" | "rindex" => find_last,
        "strspn" => span_of,
        "strcspn" => span_without,
        "strpbrk" => find_any,
        "strstr" => find_text,
        "strdup" => duplicate,
        _ => return None,
    })
}

/// The number of characters before the terminating one.
fn measure<'u>(s: &mut Script<'_, 'u>, text: Place) -> Ran<'u, u64> {
    let mut at = 0;
    while s.read_byte(text, at)? != 0 {
        at += 1;
    }
    Ok(at)
}

/// Copies up to the terminating character, which is copied, too; its position.
fn copy_text<'u>(s: &mut Script<'_, 'u>, to: Place, from: Place) -> Ran<'u, u64> {
    let mut at = 0;
    loop {
        let character = s.read_byte(from, at)?;
        s.write_byte(to, at, character)?;
        if character == 0 {
            return Ok(at);
        }
        at += 1;
    }
}

/// A position in a text as a pointer.
fn pointer_to(text: Place, at: u64) -> Value {
    Value::Scalar(text.plus(at).pointer())
}

const NULL: Value = Value::Scalar(Scalar::Integer(0));

fn length<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let text = s.place(0)?;
    Ok(number(measure(s, text)?.into()))
}

fn bounded_length<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (text, most) = (s.place(0)?, s.size(1)?);
    let mut at = 0;
    while at < most && s.read_byte(text, at)? != 0 {
        at += 1;
    }
    Ok(number(at.into()))
}

fn copy<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (to, from) = (s.place(0)?, s.place(1)?);
    copy_text(s, to, from)?;
    Ok(pointer_to(to, 0))
}

fn copy_to_end<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (to, from) = (s.place(0)?, s.place(1)?);
    let end = copy_text(s, to, from)?;
    Ok(pointer_to(to, end))
}

fn bounded_copy<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (to, from, size) = (s.place(0)?, s.place(1)?, s.size(2)?);
    let mut is_over = false;
    for at in 0..size {
        let character = if is_over { 0 } else { s.read_byte(from, at)? };
        s.write_byte(to, at, character)?;
        is_over = is_over || character == 0;
    }
    Ok(pointer_to(to, 0))
}

fn append<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (to, from) = (s.place(0)?, s.place(1)?);
    let end = measure(s, to)?;
    copy_text(s, to.plus(end), from)?;
    Ok(pointer_to(to, 0))
}

fn bounded_append<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (to, from, most) = (s.place(0)?, s.place(1)?, s.size(2)?);
    let end = measure(s, to)?;
    let mut at = 0;
    while at < most {
        let character = s.read_byte(from, at)?;
        if character == 0 {
            break;
        }
        s.write_byte(to, end + at, character)?;
        at += 1;
    }
    s.write_byte(to, end + at, 0)?;
    Ok(pointer_to(to, 0))
}

/// Compares up to `most` characters, each changed by `fold` first.
fn compare_texts<'u>(s: &mut Script<'_, 'u>, most: u64, fold: fn(u8) -> u8) -> Ran<'u, Value> {
    let (left, right) = (s.place(0)?, s.place(1)?);
    for at in 0..most {
        let (a, b) = (fold(s.read_byte(left, at)?), fold(s.read_byte(right, at)?));
        if a != b {
            return Ok(number(a.cmp(&b) as i128));
        }
        if a == 0 {
            break;
        }
    }
    Ok(number(0))
}

fn same(character: u8) -> u8 {
    character
}

fn compare<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    compare_texts(s, u64::MAX, same)
}

fn bounded_compare<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let most = s.size(2)?;
    compare_texts(s, most, same)
}

fn to_lower(character: u8) -> u8 {
    character.to_ascii_lowercase()
}

fn compare_ignoring_case<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    compare_texts(s, u64::MAX, to_lower)
}

fn bounded_compare_ignoring_case<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let most = s.size(2)?;
    compare_texts(s, most, to_lower)
}

fn find<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (text, wanted) = (s.place(0)?, s.number(1)? as u8);
    let mut at = 0;
    loop {
        match s.read_byte(text, at)? {
            character if character == wanted => return Ok(pointer_to(text, at)),
            0 => return Ok(NULL),
            _ => at += 1,
        }
    }
}

fn find_last<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (text, wanted) = (s.place(0)?, s.number(1)? as u8);
    let (mut at, mut found) = (0, NULL);
    loop {
        let character = s.read_byte(text, at)?;
        if character == wanted {
            found = pointer_to(text, at);
        }
        if character == 0 {
            return Ok(found);
        }
        at += 1;
    }
}

/// Whether a character is in a set; the set is read up to the place that decides.
fn contains<'u>(s: &mut Script<'_, 'u>, set: Place, character: u8) -> Ran<'u, bool> {
    let mut at = 0;
    loop {
        match s.read_byte(set, at)? {
            0 => return Ok(false),
            member if member == character => return Ok(true),
            _ => at += 1,
        }
    }
}

/// How many characters of a text come before the first that is (or is not) in a set; whether there is such a one.
fn scan<'u>(s: &mut Script<'_, 'u>, stops_inside: bool) -> Ran<'u, (u64, bool)> {
    let (text, set) = (s.place(0)?, s.place(1)?);
    let mut at = 0;
    loop {
        let character = s.read_byte(text, at)?;
        if character == 0 {
            return Ok((at, false));
        }
        if contains(s, set, character)? == stops_inside {
            return Ok((at, true));
        }
        at += 1;
    }
}

fn span_of<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (count, _) = scan(s, false)?;
    Ok(number(count.into()))
}

fn span_without<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (count, _) = scan(s, true)?;
    Ok(number(count.into()))
}

fn find_any<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    match scan(s, true)? {
        (at, true) => Ok(pointer_to(s.place(0)?, at)),
        (_, false) => Ok(NULL),
    }
}

fn find_text<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (text, wanted) = (s.place(0)?, s.place(1)?);
    for start in 0.. {
        for at in 0.. {
            let expected = s.read_byte(wanted, at)?;
            if expected == 0 {
                return Ok(pointer_to(text, start));
            }
            let character = s.read_byte(text, start + at)?;
            if character == expected {
                continue;
            }
            if character == 0 {
                return Ok(NULL);
            }
            break;
        }
    }
    Ok(NULL)
}

fn duplicate<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let text = s.place(0)?;
    let length = measure(s, text)?;
    let base = allocate(s, length + 1)?;
    copy_text(s, Place { base, offset: 0, bits: None, atomic: None }, text)?;
    Ok(Value::Scalar(base))
}
