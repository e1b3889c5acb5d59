//! Floating values.

use super::Scalar;
use raddle_program::types::{FloatKind, TypeId, TypeKind, Types};

/// A floating value by its bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Floating {
    /// A `float`.
    Single(u32),
    /// A `double`, or a constant of a wider type.
    Double(u64),
}

impl Floating {
    /// A value in the format of a type, rounded to nearest.
    pub fn of(types: &Types, ty: TypeId, value: f64) -> Floating {
        match types.kind(ty) {
            TypeKind::Float(FloatKind::Float) if value.is_nan() => Floating::Single(f32::NAN.to_bits()),
            TypeKind::Float(FloatKind::Float) => Floating::Single((value as f32).to_bits()),
            _ if value.is_nan() => Floating::Double(f64::NAN.to_bits()),
            _ => Floating::Double(value.to_bits()),
        }
    }

    /// The value with these bits in the format of a type.
    pub fn of_bits(types: &Types, ty: TypeId, bits: i128) -> Floating {
        match types.kind(ty) {
            TypeKind::Float(FloatKind::Float) => Floating::Single(bits as u32),
            _ => Floating::Double(bits as u64),
        }
    }

    /// The bits, as an unsigned number.
    pub fn bits(self) -> i128 {
        match self {
            Floating::Single(bits) => i128::from(bits),
            Floating::Double(bits) => i128::from(bits),
        }
    }

    /// The value; every `float` is a `double`.
    pub fn value(self) -> f64 {
        match self {
            Floating::Single(bits) => f64::from(f32::from_bits(bits)),
            Floating::Double(bits) => f64::from_bits(bits),
        }
    }

    /// `-x`
    pub fn negated(self) -> Floating {
        match self {
            Floating::Single(bits) => Floating::Single(bits ^ 1 << 31),
            Floating::Double(bits) => Floating::Double(bits ^ 1 << 63),
        }
    }
}

/// Whether values of a type are computed with: `float` and `double`.
pub fn is_floating(types: &Types, ty: TypeId) -> bool {
    matches!(types.kind(ty), TypeKind::Float(FloatKind::Float | FloatKind::Double))
}

/// A number that stands for a value of a type: a floating value for its bits.
pub fn from_number(types: &Types, ty: TypeId, number: i128) -> Scalar {
    if is_floating(types, ty) {
        Scalar::Floating(Floating::of_bits(types, ty, number))
    } else {
        Scalar::Integer(number)
    }
}
