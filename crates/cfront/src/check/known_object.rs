//! What is known of objects before the program starts: where parts of them lie, and the initial values of constant ones.
//! As gcc, static initializers may use these; nothing else may.

use raddle_program::types::{ArrayLength, TypeId, TypeKind, Types};

use super::postfix::LITERAL_NAME;
use crate::typed::{ElementSize, Expr, ExprKind, InitializerPart, Storage, StringId, Unit, VariableId};

/// The object that an address lies in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Base {
    /// A static object.
    Variable(VariableId),
    /// A string literal.
    String(StringId),
}

/// The value of a part of an object when the program starts.
pub(super) enum InitialValue<'a> {
    /// Nothing initializes it.
    Zero,
    /// The value of its initializer.
    Value(&'a Expr),
    /// A character of a string literal.
    Character(u32),
}

/// The object and the offset in it that a place designates, if both are known.
pub(super) fn known_place(unit: &Unit, place: &Expr) -> Option<(Base, i128)> {
    match &place.kind {
        ExprKind::Variable(variable) if unit.variables[*variable].storage == Storage::Static => {
            Some((Base::Variable(*variable), 0))
        }
        ExprKind::String(string) => Some((Base::String(*string), 0)),
        ExprKind::Member { base, field } => {
            let (object, offset) = known_place(unit, base)?;
            let TypeKind::Record(record) = unit.types.kind(base.ty) else { return None };
            let field = unit.types.record(*record).body.as_ref()?.fields.get(field.0 as usize)?;
            field.bits.is_none().then(|| (object, offset + i128::from(field.offset)))
        }
        ExprKind::Deref(pointer) => known_address(unit, pointer),
        _ => None,
    }
}

/// The object and the offset in it that a pointer value points to, if both are known.
pub(super) fn known_address(unit: &Unit, pointer: &Expr) -> Option<(Base, i128)> {
    match &pointer.kind {
        ExprKind::AddressOf(place) | ExprKind::Decay(place) => known_place(unit, place),
        ExprKind::Cast { operand, .. } if matches!(unit.types.kind(pointer.ty), TypeKind::Pointer(_)) => {
            known_address(unit, operand)
        }
        ExprKind::PointerAdd { pointer, index, is_subtraction, element: ElementSize::Fixed(bytes) } => {
            let (object, offset) = known_address(unit, pointer)?;
            let ExprKind::Integer(index) = index.kind else { return None };
            let distance = index.checked_mul(i128::from(*bytes))?;
            Some((object, if *is_subtraction { offset.checked_sub(distance)? } else { offset.checked_add(distance)? }))
        }
        _ => None,
    }
}

/// The initial value of a place in a constant object.
pub(super) fn initial_value<'a>(unit: &'a Unit, place: &Expr) -> Option<InitialValue<'a>> {
    let (object, offset) = known_place(unit, place)?;
    let offset = u64::try_from(offset).ok()?;
    let size = unit.types.size_of(place.ty)?;
    let variable = match object {
        Base::String(string) => {
            let unit_size = unit.types.size_of(unit.strings[string].ty)? / unit.strings[string].units.len() as u64;
            let index = offset.checked_div(unit_size)?;
            let character = unit.strings[string].units.get(usize::try_from(index).ok()?)?;
            return (size == unit_size).then_some(InitialValue::Character(*character));
        }
        Base::Variable(variable) => variable,
    };
    let parts = constant_parts(unit, variable)?;
    let end = offset.checked_add(size)?;
    if end > unit.types.size_of(unit.variables[variable].ty.ty)? {
        return None;
    }
    let mut overlapping = parts.iter().rev().filter(|part| overlaps(&unit.types, part, offset, end));
    match overlapping.next() {
        None => Some(InitialValue::Zero),
        Some(part) if part.offset == offset && part.ty == place.ty && part.bits.is_none() => {
            Some(InitialValue::Value(&part.value))
        }
        Some(part) => character_of(unit, part, offset, size),
    }
}

// A character of a string that initializes an array.
fn character_of<'a>(unit: &'a Unit, part: &InitializerPart, offset: u64, size: u64) -> Option<InitialValue<'a>> {
    let ExprKind::Load(place) = &part.value.kind else { return None };
    let ExprKind::String(string) = place.kind else { return None };
    let TypeKind::Array { element, length: ArrayLength::Fixed(_) } = unit.types.kind(part.ty) else { return None };
    if unit.types.size_of(element.ty)? != size {
        return None;
    }
    let index = offset.checked_sub(part.offset)?.checked_div(size)?;
    unit.strings[string].units.get(usize::try_from(index).ok()?).map(|unit| InitialValue::Character(*unit))
}

/// The parts that initialize a record in a constant object or static compound literal, with offsets from its start.
pub(super) fn initial_parts(unit: &Unit, place: &Expr) -> Option<Vec<InitializerPart>> {
    let (Base::Variable(variable), offset) = known_place(unit, place)? else { return None };
    let offset = u64::try_from(offset).ok()?;
    let end = offset.checked_add(unit.types.size_of(place.ty)?)?;
    let mut found = Vec::new();
    for part in constant_parts(unit, variable)?.iter().filter(|part| overlaps(&unit.types, part, offset, end)) {
        let part_end = part.offset.checked_add(part_size(&unit.types, part))?;
        if part.offset < offset || part_end > end {
            return None;
        }
        found.push(InitializerPart { offset: part.offset - offset, ..part.clone() });
    }
    Some(found)
}

fn constant_parts(unit: &Unit, variable: VariableId) -> Option<&[InitializerPart]> {
    let object = &unit.variables[variable];
    let is_literal = &*object.name == LITERAL_NAME;
    if !is_literal && !is_constant(&unit.types, object.ty.ty, object.ty.qualifiers) {
        return None;
    }
    object.initializer.as_ref().map(|initializer| initializer.parts.as_slice())
}

fn is_constant(types: &Types, ty: TypeId, qualifiers: raddle_program::types::Qualifiers) -> bool {
    match types.kind(ty) {
        TypeKind::Array { element, .. } => is_constant(types, element.ty, element.qualifiers),
        _ => qualifiers.is_const && !qualifiers.is_volatile,
    }
}

fn overlaps(types: &Types, part: &InitializerPart, offset: u64, end: u64) -> bool {
    let part_end = part.offset.saturating_add(part_size(types, part));
    part.offset < end && part_end > offset
}

/// How many bytes a part of an initializer fills: of a bit-field, those of its memory location.
pub(super) fn part_size(types: &Types, part: &InitializerPart) -> u64 {
    match part.bits {
        Some(bits) => u64::from(bits.location_bytes),
        None => types.size_of(part.ty).unwrap_or(0),
    }
}
