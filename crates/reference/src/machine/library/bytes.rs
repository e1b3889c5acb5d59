//! Ranges of bytes (C11 7.24.2, 7.24.6.1): copied and filled in one step, compared and searched byte by byte.

use super::script::{Model, Ran, Script, number};
use crate::machine::task::Operation;
use crate::value::{Byte, Value};

pub(super) fn model(name: &str) -> Option<Model> {
    match name {
        "memcpy" | "memmove" => Some(copy),
        "mempcpy" => Some(copy_to_end),
        "memset" => Some(fill),
        "bzero" => Some(clear),
        "memcmp" | "bcmp" => Some(compare),
        "memchr" => Some(find),
        _ => None,
    }
}

fn copy<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (to, from, size) = (s.place(0)?, s.place(1)?, s.size(2)?);
    if size > 0 {
        s.effect(Operation::Copy { to, from, size, may_overlap: s.name().contains("move"), span: s.span() })?;
    }
    Ok(Value::Scalar(to.base))
}

fn copy_to_end<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    copy(s)?;
    Ok(Value::Scalar(s.place(0)?.plus(s.size(2)?).pointer()))
}

fn fill<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (to, byte, size) = (s.place(0)?, s.number(1)?, s.size(2)?);
    if size > 0 {
        s.effect(Operation::Fill { to, size, byte: Byte::number(byte as u8), span: s.span() })?;
    }
    Ok(Value::Scalar(to.base))
}

fn clear<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (to, size) = (s.place(0)?, s.size(1)?);
    if size > 0 {
        s.effect(Operation::Fill { to, size, byte: Byte::ZERO, span: s.span() })?;
    }
    Ok(Value::Void)
}

fn compare<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (left, right, size) = (s.place(0)?, s.place(1)?, s.size(2)?);
    let mut order = std::cmp::Ordering::Equal;
    // All bytes are read, but the first difference decides: an implementation may compare in any way.
    for at in 0..size {
        let (a, b) = (s.read_byte(left, at)?, s.read_byte(right, at)?);
        order = order.then(a.cmp(&b));
    }
    Ok(number(order as i128))
}

fn find<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (memory, wanted, size) = (s.place(0)?, s.number(1)? as u8, s.size(2)?);
    for at in 0..size {
        if s.read_byte(memory, at)? == wanted {
            return Ok(Value::Scalar(memory.plus(at).pointer()));
        }
    }
    Ok(number(0))
}
