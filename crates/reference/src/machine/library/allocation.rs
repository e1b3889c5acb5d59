//! Memory on request (C11 7.22.3, GNU `alloca`): allocation always succeeds.

use super::locks::set_error_number;
use super::script::{Model, Ran, Script};
use crate::machine::task::{Operation, Region};
use crate::value::{Place, Scalar, Value};
use raddle_program::trace::ChoiceKind;
use raddle_program::types::DataModel;

pub(super) fn model(name: &str) -> Option<Model> {
    match name {
        "malloc" => Some(malloc),
        "calloc" => Some(calloc),
        "alloca" => Some(alloca),
        "realloc" => Some(realloc),
        "free" => Some(free),
        _ => None,
    }
}

/// Whether no object has so many bytes: offsets are signed, and the end of a larger one would lie in front of it. (The C libraries of Linux
/// give no object of more than `PTRDIFF_MAX` bytes.)
fn is_too_large(size: u64) -> bool {
    i64::try_from(size).is_err()
}

/// The one allocation that fails: no object has so many bytes.
fn no_memory<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    const ENOMEM: i128 = 12;
    set_error_number(s, ENOMEM)?;
    Ok(super::script::number(0))
}

fn malloc<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let size = s.size(0)?;
    if is_too_large(size) {
        return no_memory(s);
    }
    s.value(Operation::Allocate { size, is_zeroed: false, region: Region::Heap, replaces: None, span: s.span() })
}

fn calloc<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let greatest = match s.fixed().types().model() {
        DataModel::Ilp32 | DataModel::Llp64 => u64::from(u32::MAX),
        DataModel::Lp64 => u64::MAX,
    };
    match s.size(0)?.checked_mul(s.size(1)?).filter(|&size| size <= greatest && !is_too_large(size)) {
        Some(size) => {
            s.value(Operation::Allocate { size, is_zeroed: true, region: Region::Heap, replaces: None, span: s.span() })
        }
        None => no_memory(s),
    }
}

fn alloca<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let size = s.size(0)?;
    s.value(Operation::Allocate { size, is_zeroed: false, region: Region::Function, replaces: None, span: s.span() })
}

fn realloc<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (old, size, span) = (s.scalar(0)?, s.size(1)?, s.span());
    let is_new = old == Scalar::Integer(0);
    let common = match is_new {
        true => 0,
        false => s.once_number(|machine| match machine.freeable(old) {
            Ok(at) => i128::from(size.min(machine.memory.object(at.object).size)),
            Err(_) => -1,
        })?,
    };
    if common < 0 {
        // Freeing it says what is wrong with it.
        return s.last(Operation::Free { pointer: old, span });
    }
    if is_too_large(size) {
        return no_memory(s);
    }
    // Nothing may be what is left of an object (POSIX; the C library of GNU does so).
    if size == 0 && !is_new && s.choose_number(ChoiceKind::Input, s.basic().bool)? != 0 {
        s.effect(Operation::Free { pointer: old, span })?;
        return Ok(super::script::number(0));
    }
    let replaces = match old {
        Scalar::Address(at) => Some(at.object),
        _ => None,
    };
    let new = s.scalar_of(Operation::Allocate { size, is_zeroed: false, region: Region::Heap, replaces, span })?;
    let place = |base| Place { base, offset: 0, bits: None, atomic: None };
    if common > 0 {
        s.effect(Operation::Copy { to: place(new), from: place(old), size: common as u64, may_overlap: true, span })?;
    }
    if !is_new {
        s.effect(Operation::Free { pointer: old, span })?;
    }
    Ok(Value::Scalar(new))
}

fn free<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (pointer, span) = (s.scalar(0)?, s.span());
    if pointer != Scalar::Integer(0) {
        s.effect(Operation::Free { pointer, span })?;
    }
    Ok(Value::Void)
}

/// New memory, for models that return some.
pub(super) fn allocate<'u>(s: &mut Script<'_, 'u>, size: u64) -> Ran<'u, Scalar> {
    s.scalar_of(Operation::Allocate { size, is_zeroed: false, region: Region::Heap, replaces: None, span: s.span() })
}
