//! Memory on request (C11 7.22.3, GNU `alloca`): allocation always succeeds. And what `mmap` and `munmap` do to memory.

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
        "__raddle_open" => Some(|s| map(s, Region::Stream, true)),
        "__raddle_close" => Some(|s| give_back(s, Region::Stream)),
        "__raddle_map" => Some(|s| map(s, Region::Mapping, false)),
        "__raddle_map_zeros" => Some(|s| map(s, Region::Mapping, true)),
        "__raddle_map_constant" => Some(|s| map(s, Region::ConstantMapping, false)),
        "__raddle_map_constant_zeros" => Some(|s| map(s, Region::ConstantMapping, true)),
        "__raddle_size_of_mapping" => Some(size_of_mapping),
        "__raddle_unmap" => Some(|s| give_back(s, Region::Mapping)),
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
        false => s.once_number(|machine| match machine.freeable(old, Region::Heap) {
            Ok(at) => i128::from(size.min(machine.memory.object(at.object).size)),
            Err(_) => -1,
        })?,
    };
    if common < 0 {
        // Freeing it says what is wrong with it.
        return s.last(Operation::Free { pointer: old, region: Region::Heap, span });
    }
    if is_too_large(size) {
        return no_memory(s);
    }
    // Nothing may be what is left of an object (POSIX; the C library of GNU does so).
    if size == 0 && !is_new && s.choose_number(ChoiceKind::Input, s.basic().bool)? != 0 {
        s.effect(Operation::Free { pointer: old, region: Region::Heap, span })?;
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
        s.effect(Operation::Free { pointer: old, region: Region::Heap, span })?;
    }
    Ok(Value::Scalar(new))
}

fn free<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    give_back(s, Region::Heap)
}

fn give_back<'u>(s: &mut Script<'_, 'u>, region: Region) -> Ran<'u, Value> {
    let (pointer, span) = (s.scalar(0)?, s.span());
    if pointer != Scalar::Integer(0) {
        s.effect(Operation::Free { pointer, region, span })?;
    }
    Ok(Value::Void)
}

/// Memory that `mmap` gives.
fn map<'u>(s: &mut Script<'_, 'u>, region: Region, is_zeroed: bool) -> Ran<'u, Value> {
    let size = s.size(0)?;
    s.value(Operation::Allocate { size, is_zeroed, region, replaces: None, span: s.span() })
}

/// The size of a mapping that `munmap` gives back; 0 of null.
fn size_of_mapping<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let pointer = s.scalar(0)?;
    if pointer == Scalar::Integer(0) {
        return Ok(super::script::number(0));
    }
    s.once(move |machine| {
        let at = machine.freeable(pointer, Region::Mapping)?;
        Ok(super::script::number(machine.memory.object(at.object).size.into()))
    })
}

/// New memory, for models that return some.
pub(super) fn allocate<'u>(s: &mut Script<'_, 'u>, size: u64) -> Ran<'u, Scalar> {
    s.scalar_of(Operation::Allocate { size, is_zeroed: false, region: Region::Heap, replaces: None, span: s.span() })
}
