//! Floating-point arithmetic. A program holds a floating value as its bits, an unsigned number (IEEE 754 binary32 and binary64), so that
//! copies, unions and bytes of it need no rules of their own; only these operations know what the bits mean.
//!
//! Each result is rounded to nearest in the format of its type (`FLT_EVAL_METHOD` 0), and every result that is no number has the same
//! bits. `explicit` computes exactly where the operands are decided. Engines that reason about all values at once take a result that
//! does not follow from constants for any value of its type; a trace of theirs counts only if the reference interpreter, which computes
//! exactly, follows it.

use crate::types::{FloatKind, TypeId, TypeKind, Types};
use serde::{Deserialize, Serialize};

/// An operation with floating operands, a floating result, or both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum FloatOperation {
    /// `-x`
    Negate,
    /// `x + y`
    Add,
    /// `x - y`
    Subtract,
    /// `x * y`
    Multiply,
    /// `x / y`
    Divide,
    /// `x == y`, an `int`.
    Equal,
    /// `x < y`, an `int`.
    Less,
    /// `x <= y`, an `int`.
    LessEqual,
    /// The value of the operand in another type: one of the two types is a floating type, neither is `_Bool`.
    Convert,
}

impl FloatOperation {
    /// All of them.
    pub const ALL: [FloatOperation; 9] = [
        FloatOperation::Negate,
        FloatOperation::Add,
        FloatOperation::Subtract,
        FloatOperation::Multiply,
        FloatOperation::Divide,
        FloatOperation::Equal,
        FloatOperation::Less,
        FloatOperation::LessEqual,
        FloatOperation::Convert,
    ];

    /// Its name in the notation of programs.
    pub fn name(self) -> &'static str {
        match self {
            FloatOperation::Negate => "float_negate",
            FloatOperation::Add => "float_add",
            FloatOperation::Subtract => "float_subtract",
            FloatOperation::Multiply => "float_multiply",
            FloatOperation::Divide => "float_divide",
            FloatOperation::Equal => "float_equal",
            FloatOperation::Less => "float_less",
            FloatOperation::LessEqual => "float_less_equal",
            FloatOperation::Convert => "float_convert",
        }
    }

    /// How C writes it between two operands, or before one.
    pub fn symbol(self) -> &'static str {
        match self {
            FloatOperation::Negate | FloatOperation::Subtract => "-",
            FloatOperation::Add => "+",
            FloatOperation::Multiply => "*",
            FloatOperation::Divide => "/",
            FloatOperation::Equal => "==",
            FloatOperation::Less => "<",
            FloatOperation::LessEqual => "<=",
            FloatOperation::Convert => "",
        }
    }

    /// How many operands it has.
    pub fn n_operands(self) -> usize {
        match self {
            FloatOperation::Negate | FloatOperation::Convert => 1,
            FloatOperation::Add
            | FloatOperation::Subtract
            | FloatOperation::Multiply
            | FloatOperation::Divide
            | FloatOperation::Equal
            | FloatOperation::Less
            | FloatOperation::LessEqual => 2,
        }
    }

    /// Whether it compares, and gives an `int`.
    pub fn is_comparison(self) -> bool {
        matches!(self, FloatOperation::Equal | FloatOperation::Less | FloatOperation::LessEqual)
    }
}

/// A format of floating values with exact arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// IEEE 754 binary32: `float`.
    Single,
    /// IEEE 754 binary64: `double`.
    Double,
}

impl Format {
    /// The format of a type, if it is a floating type with exact arithmetic.
    pub fn of(types: &Types, ty: TypeId) -> Option<Format> {
        match types.kind(ty) {
            TypeKind::Float(FloatKind::Float) => Some(Format::Single),
            TypeKind::Float(FloatKind::Double) => Some(Format::Double),
            _ => None,
        }
    }

    /// Bits of a value.
    pub fn bits(self) -> u32 {
        match self {
            Format::Single => 32,
            Format::Double => 64,
        }
    }

    /// The bits of a value, rounded to nearest. All that are no number are one.
    pub fn encode(self, value: f64) -> i128 {
        match self {
            Format::Single if value.is_nan() => i128::from(f32::NAN.to_bits()),
            Format::Double if value.is_nan() => i128::from(f64::NAN.to_bits()),
            Format::Single => i128::from((value as f32).to_bits()),
            Format::Double => i128::from(value.to_bits()),
        }
    }

    /// The value of bits; a `float` is a `double`, too.
    pub fn decode(self, bits: i128) -> f64 {
        match self {
            Format::Single => f64::from(f32::from_bits(bits as u32)),
            Format::Double => f64::from_bits(bits as u64),
        }
    }
}

/// The result of an operation on decided operands, each with its type; `None` where C leaves the conversion undefined, as the integer type
/// does not hold the value (6.3.1.4).
pub fn compute(types: &Types, operation: FloatOperation, operands: &[(i128, TypeId)], result: TypeId) -> Option<i128> {
    let (first, from) = operands[0];
    let truth = |holds: bool| Some(i128::from(holds));
    let Some(format) = Format::of(types, from) else {
        // The nearest value of an integer: rounded once, also to a `float`.
        return match Format::of(types, result)? {
            Format::Single => Some(i128::from((first as f32).to_bits())),
            Format::Double => Some(i128::from((first as f64).to_bits())),
        };
    };
    let x = format.decode(first);
    let y = operands.get(1).map_or(0.0, |&(second, _)| format.decode(second));
    // A `double` has more than twice the bits of a `float`, and two more: rounding to it first changes no result (Figueroa 1995).
    match operation {
        FloatOperation::Negate => Some(first ^ (1 << (format.bits() - 1))),
        FloatOperation::Add => Some(format.encode(x + y)),
        FloatOperation::Subtract => Some(format.encode(x - y)),
        FloatOperation::Multiply => Some(format.encode(x * y)),
        FloatOperation::Divide => Some(format.encode(x / y)),
        FloatOperation::Equal => truth(x == y),
        FloatOperation::Less => truth(x < y),
        FloatOperation::LessEqual => truth(x <= y),
        FloatOperation::Convert => match Format::of(types, result) {
            Some(to) => Some(to.encode(x)),
            None => {
                let (bits, is_signed) = types.integer_shape(result)?;
                let bound = 2f64.powi(bits as i32 - i32::from(is_signed));
                let low = if is_signed { -bound } else { 0.0 };
                let whole = x.trunc();
                if whole < low || whole >= bound || whole.is_nan() {
                    return None;
                }
                Some(if bits == 128 && !is_signed { whole as u128 as i128 } else { whole as i128 })
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{DataModel, IntKind};

    #[test]
    fn results_are_those_of_ieee_754() {
        let mut types = Types::new(DataModel::Lp64);
        let double = types.intern(TypeKind::Float(FloatKind::Double));
        let single = types.intern(TypeKind::Float(FloatKind::Float));
        let (int, byte) = (types.int(IntKind::Int), types.int(IntKind::UnsignedChar));
        let bits = |value: f64| i128::from(value.to_bits());
        let of = |operation, operands: &[(i128, TypeId)], result| compute(&types, operation, operands, result);
        let pair = |x: f64, y: f64| [(bits(x), double), (bits(y), double)];
        assert_eq!(of(FloatOperation::Add, &pair(0.1, 0.2), double), Some(bits(0.1 + 0.2)));
        assert_eq!(of(FloatOperation::Equal, &pair(0.0, -0.0), int), Some(1));
        assert_eq!(of(FloatOperation::Equal, &pair(f64::NAN, f64::NAN), int), Some(0));
        assert_eq!(of(FloatOperation::LessEqual, &pair(f64::NAN, 1.0), int), Some(0));
        assert_eq!(of(FloatOperation::Divide, &pair(1.0, 0.0), double), Some(bits(f64::INFINITY)));
        assert_eq!(of(FloatOperation::Negate, &[(0, single)], single), Some(0x8000_0000));
        // 2^24 + 1 lies between two floats, and 2^53 + 1 between two doubles.
        let sixteen_million = i128::from(16_777_216f32.to_bits());
        assert_eq!(of(FloatOperation::Convert, &[(16_777_217, int)], single), Some(sixteen_million));
        assert_eq!(of(FloatOperation::Convert, &[(bits(255.9), double)], byte), Some(255));
        assert_eq!(of(FloatOperation::Convert, &[(bits(-0.9), double)], byte), Some(0));
        assert_eq!(of(FloatOperation::Convert, &[(bits(256.0), double)], byte), None);
        assert_eq!(of(FloatOperation::Convert, &[(bits(-2_147_483_648.9), double)], int), Some(-2_147_483_648));
        assert_eq!(of(FloatOperation::Convert, &[(bits(f64::NAN), double)], int), None);
    }
}
