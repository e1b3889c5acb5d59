//! Scalars as bytes and back, bit-fields, and the parts in which a record is copied.

use crate::value::floating::{Floating, is_floating};
use crate::value::{Byte, Origin, Piece, Scalar};
use raddle_program::types::{ArrayLength, BitField, TypeId, TypeKind, Types};

/// What a type looks like to an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// `void` or a function: nothing to access.
    Nothing,
    /// An integer, `_Bool`, pointer or floating value of so many bytes.
    Scalar(u64),
    /// A struct, copied part by part.
    Struct,
    /// Bytes that are copied as they are: a union, an array.
    Raw(u64),
    /// A type that we do not model as a value, or an incomplete one.
    Unknown,
}

/// The shape of a type.
pub fn shape(types: &Types, ty: TypeId) -> Shape {
    let size = types.size_of(ty);
    match (types.kind(ty), size) {
        (TypeKind::Void | TypeKind::Function(_), _) => Shape::Nothing,
        (TypeKind::Bool | TypeKind::Int(_) | TypeKind::Pointer(_) | TypeKind::Float(_), Some(size)) => {
            Shape::Scalar(size)
        }
        (TypeKind::Array { .. }, Some(size)) => Shape::Raw(size),
        (TypeKind::Record(record), Some(size)) => {
            if types.record(*record).is_union {
                Shape::Raw(size)
            } else {
                Shape::Struct
            }
        }
        (TypeKind::Complex(_), _) | (_, None) => Shape::Unknown,
    }
}

/// One access of the copy of a record. It is no atomic one, whatever the member is: the copy accesses the record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Byte offset in the record.
    pub offset: u64,
    /// Number of bytes.
    pub size: u64,
    /// Its type if it is a scalar; `None` for a union and for the memory location of bit-fields.
    pub scalar: Option<TypeId>,
}

/// A record with more parts than this is not copied.
const MOST_PARTS: usize = 1 << 20;

/// The parts of a struct in layout order; `None` if there are too many or one has a type that we do not model.
pub fn parts(types: &Types, ty: TypeId) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    collect(types, ty, 0, &mut parts)?;
    Some(parts)
}

fn collect(types: &Types, ty: TypeId, offset: u64, parts: &mut Vec<Part>) -> Option<()> {
    if parts.len() > MOST_PARTS {
        return None;
    }
    match (types.kind(ty), shape(types, ty)) {
        (_, Shape::Scalar(size)) => parts.push(Part { offset, size, scalar: Some(ty) }),
        (TypeKind::Array { element, length: ArrayLength::Fixed(count) }, _) => {
            let size = types.size_of(element.ty)?;
            for index in 0..*count {
                collect(types, element.ty, offset + index * size, parts)?;
            }
        }
        // A flexible array member has no elements in a copy.
        (TypeKind::Array { length: ArrayLength::Unknown, .. }, _) => {}
        (TypeKind::Record(_), Shape::Raw(size)) => parts.push(Part { offset, size, scalar: None }),
        (TypeKind::Record(record), Shape::Struct) => {
            let body = types.record(*record).body.as_ref()?;
            for field in &body.fields {
                let at = offset + field.offset;
                match field.bits {
                    // Neighbouring bit-fields share one location, which is copied once.
                    Some(bits) => {
                        let part = Part { offset: at, size: u64::from(bits.location_bytes), scalar: None };
                        if parts.last() != Some(&part) {
                            parts.push(part);
                        }
                    }
                    None => collect(types, field.ty.ty, at, parts)?,
                }
            }
        }
        (_, Shape::Nothing | Shape::Raw(_) | Shape::Struct | Shape::Unknown) => return None,
    }
    Some(())
}

/// What bytes mean as a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decoded {
    /// A value.
    Known(Scalar),
    /// Some bits are indeterminate: the known ones and their mask.
    Indeterminate {
        /// Known bits, the others zero.
        value: u128,
        /// Which are known.
        known: u128,
    },
    /// Part of an address or function, mixed with something else or in another order.
    Torn,
}

/// The scalar of a type that bytes hold.
pub fn decode(types: &Types, ty: TypeId, bytes: &[Byte]) -> Decoded {
    if let Some(&Byte::Part { whole, index: start, size }) = bytes.first() {
        let follow_each_other =
            bytes.iter().zip(start..size).filter(|&(&byte, index)| byte == Byte::Part { whole, index, size }).count()
                == bytes.len();
        let is_truth_value = *types.kind(ty) == TypeKind::Bool;
        let origin = match whole {
            Scalar::Address(address) => Some(Origin::Data(address)),
            Scalar::Function(function) => Some(Origin::Function(function)),
            Scalar::Integer(_)
            | Scalar::Label(_)
            | Scalar::Wild(_)
            | Scalar::Outside(_)
            | Scalar::Handle(_)
            | Scalar::ThreadId(_)
            | Scalar::Floating(_)
            | Scalar::Piece(_) => None,
        };
        return match origin {
            _ if follow_each_other && usize::from(size) == bytes.len() => Decoded::Known(whole),
            Some(origin) if follow_each_other && !is_truth_value => {
                Decoded::Known(Scalar::Piece(Piece { origin, start, length: bytes.len() as u8, size }))
            }
            _ => Decoded::Torn,
        };
    }
    let (mut value, mut known) = (0u128, 0u128);
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            Byte::Part { .. } => return Decoded::Torn,
            Byte::Bits { value: bits, known: mask } => {
                if at < 16 {
                    value |= u128::from(*bits) << (8 * at);
                    known |= u128::from(*mask) << (8 * at);
                }
            }
        }
    }
    let full = low_bits(8 * bytes.len().min(16) as u32);
    if known != full {
        return Decoded::Indeterminate { value, known };
    }
    match types.kind(ty) {
        TypeKind::Bool => Decoded::Known(Scalar::Integer(i128::from(value != 0))),
        TypeKind::Float(_) if value == 0 || is_floating(types, ty) => {
            Decoded::Known(Scalar::Floating(Floating::of_bits(types, ty, value as i128)))
        }
        TypeKind::Float(_) => Decoded::Torn,
        TypeKind::Void
        | TypeKind::Int(_)
        | TypeKind::Complex(_)
        | TypeKind::Pointer(_)
        | TypeKind::Array { .. }
        | TypeKind::Record(_)
        | TypeKind::Function(_) => match types.integer_shape(ty) {
            Some((bits, is_signed)) => Decoded::Known(Scalar::Integer(from_bits(value, bits, is_signed))),
            None => Decoded::Torn,
        },
    }
}

/// The bytes of a scalar in an object of `size` bytes.
pub fn encode(value: Scalar, size: u64) -> Vec<Byte> {
    match value {
        Scalar::Integer(number) => bytes_of(number, size),
        Scalar::Floating(value @ Floating::Single(_)) if size == 4 => bytes_of(value.bits(), size),
        Scalar::Floating(value @ Floating::Double(_)) if size == 8 => bytes_of(value.bits(), size),
        Scalar::Floating(value) if value.bits() == 0 => vec![Byte::ZERO; size as usize],
        // A piece is stored where something of its width fits: no conversion changes it.
        Scalar::Piece(piece) => {
            let byte = |index| Byte::Part { whole: piece.whole(), index, size: piece.size };
            (piece.start..piece.start + piece.length).map(byte).collect()
        }
        Scalar::Address(_)
        | Scalar::Function(_)
        | Scalar::Label(_)
        | Scalar::Wild(_)
        | Scalar::Outside(_)
        | Scalar::Handle(_)
        | Scalar::ThreadId(_)
        | Scalar::Floating(_) => {
            (0..size).map(|at| Byte::Part { whole: value, index: at as u8, size: size as u8 }).collect()
        }
    }
}

fn bytes_of(number: i128, size: u64) -> Vec<Byte> {
    let all = number as u128;
    (0..size).map(|at| Byte::number(if at < 16 { (all >> (8 * at)) as u8 } else { 0 })).collect()
}

/// The lowest `count` bits set.
pub fn low_bits(count: u32) -> u128 {
    if count >= 128 { u128::MAX } else { (1 << count) - 1 }
}

/// The number that the lowest `bits` bits are.
pub fn from_bits(value: u128, bits: u32, is_signed: bool) -> i128 {
    let value = value & low_bits(bits);
    if is_signed && bits < 128 && value >> (bits - 1) == 1 { (value | !low_bits(bits)) as i128 } else { value as i128 }
}

/// The value of a bit-field in its memory location: known bits and their mask, shifted down. `None` if the location
/// holds part of an address.
pub fn extract(location: &[Byte], bits: BitField) -> Option<(u128, u128)> {
    let (mut value, mut known) = (0u128, 0u128);
    for at in 0..bits.width {
        let bit = bits.first_bit + at;
        match location.get((bit / 8) as usize)? {
            Byte::Part { .. } => return None,
            Byte::Bits { value: byte, known: mask } => {
                value |= u128::from(byte >> (bit % 8) & 1) << at;
                known |= u128::from(mask >> (bit % 8) & 1) << at;
            }
        }
    }
    Some((value, known))
}

/// Sets the bits of a bit-field in its memory location. `false` if the location holds part of an address.
pub fn insert(location: &mut [Byte], bits: BitField, value: u128) -> bool {
    for at in 0..bits.width {
        let bit = bits.first_bit + at;
        match location.get_mut((bit / 8) as usize) {
            None | Some(Byte::Part { .. }) => return false,
            Some(Byte::Bits { value: byte, known }) => {
                let mask = 1u8 << (bit % 8);
                *known |= mask;
                *byte = if value >> at & 1 == 1 { *byte | mask } else { *byte & !mask };
            }
        }
    }
    true
}
