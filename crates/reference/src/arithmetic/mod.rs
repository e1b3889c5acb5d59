//! Arithmetic on scalars: C11 6.5 on machine integers, and the little that can be said about addresses.
//!
//! Signed overflow wraps and is reported; division by zero and shifts out of range are reported and yield any value.
//! Two objects are at no known distance: their addresses differ, and nothing else about them can be asked.
//! Floating values have their own arithmetic ([`crate::arithmetic::floating`]).

pub(crate) mod floating;
pub(crate) mod marked;

use crate::value::encoding::from_bits;
use crate::value::floating::from_number;
use crate::value::{Address, PIECE_AS_NUMBER, Scalar, Trouble};
use floating::truncated;
use marked::{compared_handle, compared_ids, computed_outside, depends, numbers_outside, outside};
use raddle_cfront::typed::{BinaryOperator, UnaryOperator};
use raddle_program::property::ViolationKind;
use raddle_program::types::{TypeId, TypeKind, Types};

/// The result of an operation.
#[derive(Clone, PartialEq, Debug)]
pub struct Computed {
    /// The value; `None` if C leaves it undefined, so that any value of the type is possible.
    pub value: Option<Scalar>,
    /// What the operation violates.
    pub violation: Option<(ViolationKind, String)>,
}

impl Computed {
    fn of(value: Scalar) -> Result<Computed, Trouble> {
        Ok(Computed { value: Some(value), violation: None })
    }

    fn truth(value: bool) -> Result<Computed, Trouble> {
        Computed::of(Scalar::Integer(i128::from(value)))
    }

    fn undefined(kind: ViolationKind, message: &str) -> Result<Computed, Trouble> {
        Ok(Computed { value: None, violation: Some((kind, message.to_string())) })
    }
}

/// The smallest and the largest number of a type; `None` if its values are not machine integers that we compute with.
pub fn range(types: &Types, ty: TypeId) -> Option<(i128, i128)> {
    if matches!(types.kind(ty), TypeKind::Bool) {
        return Some((0, 1));
    }
    match types.integer_shape(ty)? {
        (128, true) => Some((i128::MIN, i128::MAX)),
        (128, false) => None,
        (bits, true) => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
        (bits, false) => Some((0, (1 << bits) - 1)),
    }
}

/// Whether a scalar is not zero.
///
/// # Errors
/// Unsupported for what a function without a body determined.
pub fn is_true(value: Scalar) -> Result<bool, Trouble> {
    match value {
        Scalar::Integer(number) | Scalar::Wild(number) => Ok(number != 0),
        Scalar::Address(_) | Scalar::Function(_) | Scalar::Label(_) => Ok(true),
        Scalar::Piece(_) => Trouble::unsupported(PIECE_AS_NUMBER),
        Scalar::ThreadId(_) => Ok(true),
        Scalar::Outside(_) | Scalar::Handle(_) => depends(),
        Scalar::Floating(value) => Ok(value.value() != 0.0),
    }
}

/// A number brought into the range of an integer or pointer type, modulo its width.
pub fn wrap(types: &Types, ty: TypeId, number: i128) -> Result<i128, Trouble> {
    match types.integer_shape(ty) {
        Some((128, false)) => Trouble::unsupported("arithmetic on unsigned __int128"),
        Some((bits, is_signed)) => Ok(from_bits(number as u128, bits, is_signed)),
        None => Trouble::unsupported("floating-point arithmetic"),
    }
}

/// Conversion of a value from one type to another (C11 6.3).
///
/// # Errors
/// Unsupported for floating conversions and for addresses that lose bits.
pub fn convert(types: &Types, value: Scalar, from: TypeId, to: TypeId) -> Result<Scalar, Trouble> {
    if from == to {
        return Ok(value);
    }
    if let Scalar::Outside(number) | Scalar::Handle(number) | Scalar::ThreadId(number) = value {
        let converted = outside(convert(types, from_number(types, from, number), from, to)?)?;
        // A file's number is one of `int`.
        const FILE_BITS: u64 = 32;
        let bits = types.integer_shape(to).map_or(0, |(bits, _)| u64::from(bits));
        return Ok(match value {
            Scalar::Handle(_) if bits >= FILE_BITS => value,
            Scalar::ThreadId(_) if bits >= 8 * types.model().pointer_bytes() => value,
            _ => converted,
        });
    }
    match types.kind(to) {
        TypeKind::Bool => Ok(Scalar::Integer(i128::from(is_true(value)?))),
        TypeKind::Int(_) | TypeKind::Pointer(_) => match value {
            Scalar::Integer(number) => match (types.integer_shape(to), number) {
                // Small numbers need no arithmetic on 128 bits.
                (Some((128, false)), 0..) => Ok(value),
                _ => Ok(Scalar::Integer(wrap(types, to, number)?)),
            },
            Scalar::Outside(_) | Scalar::Handle(_) | Scalar::ThreadId(_) => depends(),
            Scalar::Floating(value) => truncated(types, value, to),
            Scalar::Piece(piece) => match types.integer_shape(to) {
                Some((bits, _)) if bits == 8 * u32::from(piece.length) => Ok(value),
                _ => Trouble::unsupported(PIECE_AS_NUMBER),
            },
            Scalar::Address(_) | Scalar::Function(_) | Scalar::Label(_) | Scalar::Wild(_) => {
                let width = types.integer_shape(to).map_or(0, |(bits, _)| u64::from(bits));
                if width >= 8 * types.model().pointer_bytes() {
                    return Ok(value);
                }
                match value {
                    Scalar::Wild(number) => Ok(Scalar::Integer(wrap(types, to, number)?)),
                    Scalar::Integer(_)
                    | Scalar::Address(_)
                    | Scalar::Function(_)
                    | Scalar::Label(_)
                    | Scalar::Outside(_)
                    | Scalar::Handle(_)
                    | Scalar::ThreadId(_)
                    | Scalar::Piece(_)
                    | Scalar::Floating(_) => {
                        Trouble::unsupported("an address converted to an integer that is too narrow for it")
                    }
                }
            }
        },
        TypeKind::Float(_) => floating::convert(types, value, to),
        TypeKind::Void
        | TypeKind::Complex(_)
        | TypeKind::Array { .. }
        | TypeKind::Record(_)
        | TypeKind::Function(_) => Trouble::unsupported("conversion to a type that has no scalar values"),
    }
}

/// `-x`, `~x`, `!x`; `ty` is the type of the operand and, but for `!`, of the result.
pub fn unary(types: &Types, operator: UnaryOperator, operand: Scalar, ty: TypeId) -> Result<Computed, Trouble> {
    if let (UnaryOperator::LogicalNot, Scalar::ThreadId(_)) = (operator, operand) {
        return Computed::truth(false);
    }
    if let Scalar::Outside(number) | Scalar::Handle(number) | Scalar::ThreadId(number) = operand {
        return computed_outside(unary(types, operator, from_number(types, ty, number), ty)?);
    }
    match (operator, operand) {
        (UnaryOperator::LogicalNot, _) => Computed::truth(!is_true(operand)?),
        (UnaryOperator::BitNot, Scalar::Integer(number)) => Computed::of(Scalar::Integer(wrap(types, ty, !number)?)),
        (UnaryOperator::Negate, Scalar::Integer(number)) => {
            ranged(types, ty, number.checked_neg(), number.wrapping_neg())
        }
        (_, Scalar::Outside(_) | Scalar::Handle(_) | Scalar::ThreadId(_)) => depends(),
        (_, Scalar::Floating(value)) => Computed::of(floating::unary(operator, value)?),
        (_, Scalar::Piece(_)) => Trouble::unsupported(PIECE_AS_NUMBER),
        (_, Scalar::Address(_) | Scalar::Function(_) | Scalar::Label(_) | Scalar::Wild(_)) => {
            Trouble::unsupported("arithmetic on an address as a number")
        }
    }
}

/// Arithmetic on two values. `ty` is the type of the left operand, and of the result unless it is a comparison.
pub fn binary(
    types: &Types,
    operator: BinaryOperator,
    left: Scalar,
    right: Scalar,
    ty: TypeId,
) -> Result<Computed, Trouble> {
    use BinaryOperator as Op;
    if let Some(truth) = compared_handle(operator, left, right).or_else(|| compared_ids(operator, left, right)) {
        return Computed::truth(truth);
    }
    if let Some((left, right)) = numbers_outside(types, left, right, ty)? {
        return computed_outside(binary(types, operator, left, right, ty)?);
    }
    if let (Scalar::Floating(left), Scalar::Floating(right)) = (left, right) {
        return floating::binary(types, operator, left, right, ty);
    }
    match operator {
        Op::Equal => return Computed::truth(are_equal(left, right)?),
        Op::NotEqual => return Computed::truth(!are_equal(left, right)?),
        Op::Less => return Computed::truth(compare(types, left, right, ty)?.is_lt()),
        Op::LessEqual => return Computed::truth(compare(types, left, right, ty)?.is_le()),
        Op::Greater => return Computed::truth(compare(types, left, right, ty)?.is_gt()),
        Op::GreaterEqual => return Computed::truth(compare(types, left, right, ty)?.is_ge()),
        Op::Add
        | Op::Subtract
        | Op::Multiply
        | Op::Divide
        | Op::Remainder
        | Op::ShiftLeft
        | Op::ShiftRight
        | Op::BitAnd
        | Op::BitOr
        | Op::BitXor => {}
    }
    let (Scalar::Integer(a), Scalar::Integer(b)) = (left, right) else {
        return on_addresses(operator, left, right);
    };
    let Some((bits, is_signed)) = types.integer_shape(ty) else {
        return Trouble::unsupported("floating-point arithmetic");
    };
    let exact = |value: i128| Ok(Computed { value: Some(Scalar::Integer(wrap(types, ty, value)?)), violation: None });
    match operator {
        Op::Add => ranged(types, ty, a.checked_add(b), a.wrapping_add(b)),
        Op::Subtract => ranged(types, ty, a.checked_sub(b), a.wrapping_sub(b)),
        Op::Multiply => ranged(types, ty, a.checked_mul(b), a.wrapping_mul(b)),
        Op::Divide | Op::Remainder if b == 0 => {
            Computed::undefined(ViolationKind::DivisionByZero, "the divisor is zero")
        }
        Op::Divide => ranged(types, ty, a.checked_div(b), a.wrapping_div(b)),
        Op::Remainder => {
            // The quotient must be representable, too (C11 6.5.5).
            let overflows = is_signed && b == -1 && range(types, ty).is_some_and(|(low, _)| a == low);
            let violation = overflows.then(|| overflow_of(i128::checked_neg(a)));
            Ok(Computed { value: Some(Scalar::Integer(wrap(types, ty, a.wrapping_rem(b))?)), violation })
        }
        Op::ShiftLeft | Op::ShiftRight if b < 0 || b >= i128::from(bits) => Computed::undefined(
            ViolationKind::ShiftOutOfRange,
            &format!("the shift is by {b}, and the type has {bits} bits"),
        ),
        Op::ShiftLeft => exact(((a as u128) << b as u32) as i128),
        Op::ShiftRight => exact(a >> b as u32),
        Op::BitAnd => exact(a & b),
        Op::BitOr => exact(a | b),
        Op::BitXor => exact(a ^ b),
        Op::Equal | Op::NotEqual | Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual => {
            unreachable!("comparisons were answered above")
        }
    }
}

/// `pointer + bytes`.
pub fn add_to_pointer(types: &Types, pointer: Scalar, bytes: i128, ty: TypeId) -> Result<Scalar, Trouble> {
    match pointer {
        Scalar::Address(Address { object, offset }) => {
            let exact = i128::from(offset).wrapping_add(bytes);
            match i64::try_from(exact) {
                Ok(offset) => Ok(Scalar::Address(Address { object, offset })),
                // Modulo 2^64 the address lies in front of the object.
                Err(_) if exact > 0 && (exact as i64) < 0 => {
                    Ok(Scalar::Address(Address { object, offset: exact as i64 }))
                }
                Err(_) => Trouble::unsupported("pointer arithmetic beyond 2^63 bytes"),
            }
        }
        Scalar::Integer(number) => Ok(Scalar::Integer(wrap(types, ty, number.wrapping_add(bytes))?)),
        Scalar::Wild(number) => Ok(Scalar::Wild(wrap(types, ty, number.wrapping_add(bytes))?)),
        Scalar::Outside(number) | Scalar::Handle(number) | Scalar::ThreadId(number) => {
            Ok(Scalar::Outside(wrap(types, ty, number.wrapping_add(bytes))?))
        }
        _ if bytes == 0 => Ok(pointer),
        Scalar::Piece(_) => Trouble::unsupported(PIECE_AS_NUMBER),
        Scalar::Function(_) | Scalar::Label(_) | Scalar::Floating(_) => {
            Trouble::unsupported("arithmetic on the address of code")
        }
    }
}

/// `left - right` in bytes.
pub fn distance(left: Scalar, right: Scalar) -> Result<i128, Trouble> {
    match (left, right) {
        (Scalar::Address(a), Scalar::Address(b)) if a.object == b.object => {
            Ok(i128::from(a.offset) - i128::from(b.offset))
        }
        (Scalar::Integer(a), Scalar::Integer(b)) => Ok(a - b),
        _ => Trouble::unsupported("the distance of two pointers that do not point into one object"),
    }
}

/// A result that may leave the range of its type: `exact` if it fits 128 bits, `wrapped` modulo 2^128.
fn ranged(types: &Types, ty: TypeId, exact: Option<i128>, wrapped: i128) -> Result<Computed, Trouble> {
    let value = Some(Scalar::Integer(wrap(types, ty, wrapped)?));
    let is_signed = types.integer_shape(ty).is_some_and(|(_, is_signed)| is_signed);
    let fits = match (exact, range(types, ty)) {
        (Some(exact), Some((low, high))) => low <= exact && exact <= high,
        (None, _) | (_, None) => false,
    };
    Ok(Computed { value, violation: (is_signed && !fits).then(|| overflow_of(exact)) })
}

fn overflow_of(exact: Option<i128>) -> (ViolationKind, String) {
    let message = match exact {
        Some(exact) => format!("the result {exact} is outside the range of its signed type"),
        None => "the result is outside the range of its signed type".to_string(),
    };
    (ViolationKind::SignedOverflow, message)
}

/// Addresses as integers: a number can be added, and two of one object have a distance.
fn on_addresses(operator: BinaryOperator, left: Scalar, right: Scalar) -> Result<Computed, Trouble> {
    let moved = |address: Address, bytes: i128| match i64::try_from(i128::from(address.offset).wrapping_add(bytes)) {
        Ok(offset) => Computed::of(Scalar::Address(Address { offset, ..address })),
        Err(_) => Trouble::unsupported("pointer arithmetic beyond 2^63 bytes"),
    };
    match (operator, left, right) {
        (_, Scalar::Floating(_), _) | (_, _, Scalar::Floating(_)) => Trouble::unsupported("floating-point arithmetic"),
        (BinaryOperator::Add, Scalar::Address(address), Scalar::Integer(number))
        | (BinaryOperator::Add, Scalar::Integer(number), Scalar::Address(address)) => moved(address, number),
        (BinaryOperator::Subtract, Scalar::Address(address), Scalar::Integer(number)) => {
            moved(address, number.wrapping_neg())
        }
        (BinaryOperator::Subtract, Scalar::Address(a), Scalar::Address(b)) if a.object == b.object => {
            Computed::of(Scalar::Integer(i128::from(a.offset) - i128::from(b.offset)))
        }
        _ => Trouble::unsupported("arithmetic on an address as a number"),
    }
}

/// Equality of scalars of one type. Addresses of different objects differ, and no object is where a number points.
fn are_equal(left: Scalar, right: Scalar) -> Result<bool, Trouble> {
    match (left, right) {
        (Scalar::Floating(_), _) | (_, Scalar::Floating(_)) => Trouble::unsupported("comparison of floating values"),
        (Scalar::Integer(a) | Scalar::Wild(a), Scalar::Integer(b) | Scalar::Wild(b)) => Ok(a == b),
        (Scalar::Outside(_) | Scalar::Handle(_) | Scalar::ThreadId(_), _)
        | (_, Scalar::Outside(_) | Scalar::Handle(_) | Scalar::ThreadId(_)) => depends(),
        (Scalar::Piece(_), _) | (_, Scalar::Piece(_)) => Trouble::unsupported(PIECE_AS_NUMBER),
        (Scalar::Address(_) | Scalar::Function(_) | Scalar::Label(_), _)
        | (_, Scalar::Address(_) | Scalar::Function(_) | Scalar::Label(_)) => Ok(left == right),
    }
}

fn compare(types: &Types, left: Scalar, right: Scalar, ty: TypeId) -> Result<std::cmp::Ordering, Trouble> {
    use std::cmp::Ordering;
    let is_address = |scalar: Scalar| matches!(scalar, Scalar::Address(_));
    // An address with the highest bit is a negative number in a signed type, where addresses have 32 bits.
    if types.integer_shape(ty).is_some_and(|(bits, is_signed)| is_signed && bits <= 32)
        && is_address(left) != is_address(right)
    {
        return Trouble::unsupported("the sign of an address");
    }
    match (left, right) {
        (Scalar::Floating(_), _) | (_, Scalar::Floating(_)) => Trouble::unsupported("comparison of floating values"),
        (Scalar::Integer(a) | Scalar::Wild(a), Scalar::Integer(b) | Scalar::Wild(b)) => Ok(a.cmp(&b)),
        (Scalar::Address(a), Scalar::Address(b)) if a.object == b.object => Ok(a.offset.cmp(&b.offset)),
        // Null is below every object.
        (Scalar::Address(_), Scalar::Integer(0)) => Ok(Ordering::Greater),
        (Scalar::Integer(0), Scalar::Address(_)) => Ok(Ordering::Less),
        // Nor does an object lie in the first page of memory, nor at a negative number.
        (Scalar::Address(_), Scalar::Integer(-4095..4096)) => Ok(Ordering::Greater),
        (Scalar::Integer(-4095..4096), Scalar::Address(_)) => Ok(Ordering::Less),
        _ => Trouble::unsupported("the order of two pointers that do not point into one object"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::types::{DataModel, IntKind};

    fn int_types() -> (Types, TypeId, TypeId) {
        let mut types = Types::new(DataModel::Lp64);
        let int = types.int(IntKind::Int);
        let unsigned = types.int(IntKind::UnsignedInt);
        (types, int, unsigned)
    }

    fn int(value: i128) -> Scalar {
        Scalar::Integer(value)
    }

    #[test]
    fn signed_overflow_wraps_and_is_reported() {
        let (types, signed, unsigned) = int_types();
        let sum = binary(&types, BinaryOperator::Add, int(2147483647), int(1), signed).expect("integers");
        assert_eq!(sum.value, Some(int(-2147483648)));
        assert_eq!(sum.violation.map(|(kind, _)| kind), Some(ViolationKind::SignedOverflow));
        let sum = binary(&types, BinaryOperator::Add, int(4294967295), int(1), unsigned).expect("integers");
        assert_eq!(sum, Computed { value: Some(int(0)), violation: None });
    }

    #[test]
    fn division_rounds_to_zero_and_has_two_holes() {
        let (types, signed, _) = int_types();
        let divide = |a, b| binary(&types, BinaryOperator::Divide, int(a), int(b), signed).expect("integers");
        let remainder = |a, b| binary(&types, BinaryOperator::Remainder, int(a), int(b), signed).expect("integers");
        assert_eq!(divide(-7, 2).value, Some(int(-3)));
        assert_eq!(remainder(-7, 2).value, Some(int(-1)));
        assert_eq!(divide(1, 0).value, None);
        assert_eq!(divide(-2147483648, -1).value, Some(int(-2147483648)));
        assert!(divide(-2147483648, -1).violation.is_some());
        assert_eq!(remainder(-2147483648, -1).value, Some(int(0)));
        assert!(remainder(-2147483648, -1).violation.is_some());
    }

    #[test]
    fn shifts_are_arithmetic_and_bounded() {
        let (types, signed, unsigned) = int_types();
        let shift = |operator, a, b, ty| binary(&types, operator, int(a), int(b), ty).expect("integers");
        assert_eq!(shift(BinaryOperator::ShiftRight, -8, 1, signed).value, Some(int(-4)));
        assert_eq!(shift(BinaryOperator::ShiftLeft, 1, 31, signed).value, Some(int(-2147483648)));
        assert_eq!(shift(BinaryOperator::ShiftLeft, 1, 31, signed).violation, None);
        assert_eq!(shift(BinaryOperator::ShiftLeft, 3, 31, unsigned).value, Some(int(2147483648)));
        assert_eq!(shift(BinaryOperator::ShiftLeft, 1, 32, unsigned).value, None);
        assert_eq!(shift(BinaryOperator::ShiftRight, 1, -1, signed).value, None);
    }
}
