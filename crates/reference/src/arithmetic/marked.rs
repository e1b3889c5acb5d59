//! Arithmetic on values that functions without a body determine (`crate::machine::outside`): a result is marked as its operands are.

use super::Computed;
use crate::value::floating::from_number;
use crate::value::{Scalar, Trouble};
use raddle_cfront::typed::BinaryOperator;
use raddle_program::types::{TypeId, Types};

/// What stops a replay with marks where a marked value decides something.
pub const DEPENDS: &str = "what happens next depends on a function without a body";

/// A marked value decides something.
///
/// # Errors
/// Always.
pub fn depends<T>() -> Result<T, Trouble> {
    Trouble::unsupported(DEPENDS)
}

/// A number with a mark.
///
/// # Errors
/// Unsupported for what is no number.
pub fn outside(value: Scalar) -> Result<Scalar, Trouble> {
    match value {
        Scalar::Integer(number)
        | Scalar::Wild(number)
        | Scalar::Outside(number)
        | Scalar::Handle(number)
        | Scalar::ThreadId(number) => Ok(Scalar::Outside(number)),
        Scalar::Floating(value) => Ok(Scalar::Outside(value.bits())),
        Scalar::Address(_) | Scalar::Function(_) | Scalar::Label(_) | Scalar::Piece(_) => depends(),
    }
}

/// A result that was computed from a marked value. What it violates is left out: that depends on the function.
///
/// # Errors
/// Unsupported where C leaves the result undefined.
pub fn computed_outside(computed: Computed) -> Result<Computed, Trouble> {
    let Some(value) = computed.value else { return depends() };
    Ok(Computed { value: Some(outside(value)?), violation: None })
}

/// Two operands of a type without their marks, if one of them is marked.
///
/// # Errors
/// Unsupported where the other is an address.
pub fn numbers_outside(
    types: &Types,
    left: Scalar,
    right: Scalar,
    ty: TypeId,
) -> Result<Option<(Scalar, Scalar)>, Trouble> {
    let number = |value: Scalar| match outside(value)? {
        Scalar::Outside(number) => Ok(from_number(types, ty, number)),
        _ => depends(),
    };
    match (left, right) {
        (Scalar::Outside(_) | Scalar::Handle(_) | Scalar::ThreadId(_), _)
        | (_, Scalar::Outside(_) | Scalar::Handle(_) | Scalar::ThreadId(_)) => {
            Ok(Some((number(left)?, number(right)?)))
        }
        _ => Ok(None),
    }
}

/// Whether two operands are equal or not, if one of them is a thread's id and the system does not decide it.
pub fn compared_ids(operator: BinaryOperator, left: Scalar, right: Scalar) -> Option<bool> {
    // 0 and -1, in any type.
    let is_never_an_id = |number: i128| [0, -1, u32::MAX.into(), u64::MAX.into()].contains(&number);
    let are_equal = match (left, right) {
        (Scalar::ThreadId(left), Scalar::ThreadId(right)) => left == right,
        (Scalar::ThreadId(_), Scalar::Integer(number)) | (Scalar::Integer(number), Scalar::ThreadId(_))
            if is_never_an_id(number) =>
        {
            false
        }
        _ => return None,
    };
    match operator {
        BinaryOperator::Equal => Some(are_equal),
        BinaryOperator::NotEqual => Some(!are_equal),
        _ => None,
    }
}

/// Whether a comparison holds that needs no more than that one operand is a number that is not negative.
pub fn compared_handle(operator: BinaryOperator, left: Scalar, right: Scalar) -> Option<bool> {
    use BinaryOperator as Op;
    let (operator, bound) = match (left, right) {
        (Scalar::Handle(_), Scalar::Integer(bound)) => (operator, bound),
        (Scalar::Integer(bound), Scalar::Handle(_)) => {
            let turned = match operator {
                Op::Less => Op::Greater,
                Op::LessEqual => Op::GreaterEqual,
                Op::Greater => Op::Less,
                Op::GreaterEqual => Op::LessEqual,
                same => same,
            };
            (turned, bound)
        }
        _ => return None,
    };
    match operator {
        Op::Less if bound <= 0 => Some(false),
        Op::GreaterEqual if bound <= 0 => Some(true),
        Op::LessEqual | Op::Equal if bound < 0 => Some(false),
        Op::Greater | Op::NotEqual if bound < 0 => Some(true),
        _ => None,
    }
}
