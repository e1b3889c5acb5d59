//! Streams and open folders as objects ([`raddle_cfront::streams`]).

use super::script::{Ran, Script};
use crate::machine::task::{Operation, Region};
use crate::value::{Scalar, Value};
use raddle_cfront::streams::{STANDARD, Using, is_standard, object_size, use_of};
use raddle_program::trace::ChoiceKind;

/// The use of a stream at the beginning of a function: a byte is read, and the life of what is closed ends.
pub(super) fn stream_at_start<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, ()> {
    let unit = s.fixed().unit;
    let types: Vec<_> = s.call().arguments.iter().map(|(_, ty)| *ty).collect();
    let Some((position, using)) = use_of(unit, s.name(), &types) else { return Ok(()) };
    if s.call().written.get(position).is_some_and(|written| is_standard(unit, written)) {
        return Ok(());
    }
    if using == Using::UsedUnlessNull && s.is_null(position)? {
        return Ok(());
    }
    let (place, byte) = (s.place(position)?, s.basic().unsigned_char);
    s.read(place, 0, byte)?;
    let pointer = s.scalar(position)?;
    if using == Using::Closed && !is_standard_object(s, pointer) {
        s.effect(Operation::Free { pointer, region: Region::Stream, span: s.span() })?;
    }
    Ok(())
}

fn is_standard_object(s: &Script<'_, '_>, pointer: Scalar) -> bool {
    let machine = s.fixed();
    let Scalar::Address(at) = pointer else { return false };
    let is_named = |name: &str| STANDARD.iter().any(|(_, object)| *object == name);
    let mut objects = machine.statics.variables.iter();
    objects.any(|(&variable, &object)| object == at.object && is_named(&machine.unit.variables[variable].name))
}

/// A null pointer, or a new object of the library.
pub(super) fn new_stream<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let bool = s.basic().bool;
    if s.choose_number(ChoiceKind::Input, bool)? == 0 {
        return Ok(super::script::number(0));
    }
    let (region, span) = (Region::Stream, s.span());
    let size = object_size(s.fixed().unit);
    s.value(Operation::Allocate { size, is_zeroed: true, region, replaces: None, span })
}
