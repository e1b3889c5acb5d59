//! Arithmetic of floating values: `float` and `double`, computed by this machine, rounded to nearest in the format of the type.
//! A result that is no number has one bit pattern. Values of wider formats are only copied.

use super::Computed;
use crate::value::floating::{Floating, is_floating};
use crate::value::{Scalar, Trouble};
use raddle_cfront::typed::{BinaryOperator, UnaryOperator};
use raddle_program::types::{FloatKind, TypeId, TypeKind, Types};

/// A number or floating value as a floating type holds it, C11 6.3.1.4 and 6.3.1.5.
///
/// # Errors
/// Unsupported for wider formats, but for copies and zero, and for addresses.
pub fn convert(types: &Types, value: Scalar, to: TypeId) -> Result<Scalar, Trouble> {
    let is_single = matches!(types.kind(to), TypeKind::Float(FloatKind::Float));
    match value {
        Scalar::Floating(_) | Scalar::Integer(0) if !is_floating(types, to) => match value {
            Scalar::Integer(_) => Ok(Scalar::Floating(Floating::Double(0))),
            _ => Ok(value),
        },
        Scalar::Floating(value) => Ok(Scalar::Floating(Floating::of(types, to, value.value()))),
        Scalar::Integer(number) if is_single => Ok(Scalar::Floating(Floating::Single((number as f32).to_bits()))),
        Scalar::Integer(number) if is_floating(types, to) => {
            Ok(Scalar::Floating(Floating::Double((number as f64).to_bits())))
        }
        _ => Trouble::unsupported("floating-point conversion"),
    }
}

/// A floating value as an integer type holds it: without its fraction.
///
/// # Errors
/// Unsupported where the type does not hold it, which C leaves undefined.
pub fn truncated(types: &Types, value: Floating, to: TypeId) -> Result<Scalar, Trouble> {
    let whole = value.value().trunc();
    match types.integer_shape(to) {
        Some((bits, is_signed)) if bits <= 64 => {
            let bound = 2f64.powi(bits as i32 - i32::from(is_signed));
            let least = if is_signed { -bound } else { 0.0 };
            if whole >= least && whole < bound {
                Ok(Scalar::Integer(whole as i128))
            } else {
                Trouble::unsupported("a floating value that the integer type does not hold")
            }
        }
        _ => Trouble::unsupported("floating-point conversion"),
    }
}

/// `-x`
///
/// # Errors
/// Unsupported for other operators.
pub fn unary(operator: UnaryOperator, operand: Floating) -> Result<Scalar, Trouble> {
    match operator {
        UnaryOperator::Negate => Ok(Scalar::Floating(operand.negated())),
        UnaryOperator::BitNot | UnaryOperator::LogicalNot => Trouble::unsupported("floating-point arithmetic"),
    }
}

/// Arithmetic and comparisons of two values of a type.
///
/// # Errors
/// Unsupported for wider formats.
pub fn binary(
    types: &Types,
    operator: BinaryOperator,
    left: Floating,
    right: Floating,
    ty: TypeId,
) -> Result<Computed, Trouble> {
    use BinaryOperator as Op;
    if !is_floating(types, ty) {
        return Trouble::unsupported("floating-point arithmetic");
    }
    let (x, y) = (left.value(), right.value());
    let single = |value: f32| if value.is_nan() { f32::NAN } else { value };
    let result = |double: f64, of_single: fn(f32, f32) -> f32| match (left, right) {
        (Floating::Single(a), Floating::Single(b)) => {
            Floating::Single(single(of_single(f32::from_bits(a), f32::from_bits(b))).to_bits())
        }
        _ => Floating::of(types, ty, double),
    };
    let truth = |holds: bool| Scalar::Integer(i128::from(holds));
    let value = match operator {
        Op::Add => Scalar::Floating(result(x + y, |x, y| x + y)),
        Op::Subtract => Scalar::Floating(result(x - y, |x, y| x - y)),
        Op::Multiply => Scalar::Floating(result(x * y, |x, y| x * y)),
        Op::Divide => Scalar::Floating(result(x / y, |x, y| x / y)),
        Op::Equal => truth(x == y),
        Op::NotEqual => truth(x != y),
        Op::Less => truth(x < y),
        Op::LessEqual => truth(x <= y),
        Op::Greater => truth(x > y),
        Op::GreaterEqual => truth(x >= y),
        Op::Remainder | Op::ShiftLeft | Op::ShiftRight | Op::BitAnd | Op::BitOr | Op::BitXor => {
            return Trouble::unsupported("floating-point arithmetic");
        }
    };
    Ok(Computed { value: Some(value), violation: None })
}
