//! Machine arithmetic on numbers and on symbols.
//!
//! Numbers are computed exactly and then wrapped to the width of the type; leaving a signed range is reported, as is what
//! C leaves undefined. On symbols, addition of a number, comparison with a number and value-preserving conversion stay
//! symbolic, after a split where the answer depends on the value; everything else enumerates a small interval and gives
//! up on a large one.

use crate::property::ViolationKind;
use crate::semantics::record::Interruption;
use crate::semantics::state::State;
use crate::semantics::value::{Interval, SymbolId, Value, wrap};
use crate::syntax::BinaryOperator;

/// The greatest number of values that an input is enumerated for.
pub const ENUMERATION_LIMIT: u64 = 256;

/// Width and signedness of an integer type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Bits, at most 64.
    pub bits: u32,
    /// Whether values may be negative.
    pub is_signed: bool,
}

impl Shape {
    /// All values.
    pub fn range(self) -> Interval {
        Interval::of_shape(self.bits, self.is_signed)
    }

    /// A number as this type holds it.
    pub fn wrap(self, value: i128) -> i128 {
        wrap(value, self.bits, self.is_signed)
    }
}

/// What arithmetic gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Computed {
    /// A number, and what was violated on the way.
    Number(i128, Option<ViolationKind>),
    /// C leaves it undefined: any value.
    Undefined(ViolationKind),
}

/// Arithmetic on two numbers of a type; the result is wrapped to `shape`. `amount_is_valid` of shifts is decided here.
pub fn compute(operator: BinaryOperator, left: i128, right: i128, shape: Shape) -> Computed {
    let fits = |exact: Option<i128>, wrapped: i128| {
        let overflows = shape.is_signed && exact.is_none_or(|value| !shape.range().contains(value));
        Computed::Number(shape.wrap(wrapped), overflows.then_some(ViolationKind::SignedOverflow))
    };
    let truth = |holds: bool| Computed::Number(i128::from(holds), None);
    match operator {
        BinaryOperator::Add => fits(Some(left + right), left + right),
        BinaryOperator::Subtract => fits(Some(left - right), left - right),
        BinaryOperator::Multiply => fits(left.checked_mul(right), left.wrapping_mul(right)),
        BinaryOperator::Divide if right == 0 => Computed::Undefined(ViolationKind::DivisionByZero),
        BinaryOperator::Remainder if right == 0 => Computed::Undefined(ViolationKind::DivisionByZero),
        BinaryOperator::Divide => fits(Some(left / right), left / right),
        BinaryOperator::Remainder => match fits(Some(left / right), left / right) {
            Computed::Number(_, violation) => Computed::Number(left % right, violation),
            undefined @ Computed::Undefined(_) => undefined,
        },
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight if !(0..i128::from(shape.bits)).contains(&right) => {
            Computed::Undefined(ViolationKind::ShiftOutOfRange)
        }
        BinaryOperator::ShiftLeft => Computed::Number(shape.wrap(left.wrapping_shl(right as u32)), None),
        BinaryOperator::ShiftRight => Computed::Number(left >> right, None),
        BinaryOperator::BitAnd => Computed::Number(shape.wrap(left & right), None),
        BinaryOperator::BitOr => Computed::Number(shape.wrap(left | right), None),
        BinaryOperator::BitXor => Computed::Number(shape.wrap(left ^ right), None),
        BinaryOperator::Equal => truth(left == right),
        BinaryOperator::NotEqual => truth(left != right),
        BinaryOperator::Less => truth(left < right),
        BinaryOperator::LessEqual => truth(left <= right),
        BinaryOperator::Greater => truth(left > right),
        BinaryOperator::GreaterEqual => truth(left >= right),
    }
}

/// Asks for every value of a symbol, if there are few.
pub fn enumerate(state: &State, symbol: SymbolId) -> Interruption {
    let interval = state.symbols[symbol];
    if interval.count() > ENUMERATION_LIMIT {
        return Interruption::LargeInput(interval.count(), Some(symbol));
    }
    Interruption::Split(symbol, interval.points())
}

/// The symbol of a value, if it has one.
pub fn symbol_of(value: &Value) -> Option<SymbolId> {
    match value {
        Value::Symbol(symbol, _) => Some(*symbol),
        Value::Integer(_)
        | Value::Pointer(..)
        | Value::Procedure(_)
        | Value::Part(_)
        | Value::Indeterminate
        | Value::Blob(_) => None,
    }
}

/// Splits a symbol so that each piece lies on one side of `at`: the interval of `symbol + added` is cut before it.
pub fn cut(state: &State, symbol: SymbolId, added: i128, at: i128) -> Interruption {
    Interruption::Split(symbol, state.symbols[symbol].cut_before(at - added))
}

/// A comparison where at least one side is a symbol and neither is an address.
pub fn compare(state: &State, operator: BinaryOperator, left: &Value, right: &Value) -> Result<bool, Interruption> {
    // Greater and its kin are their mirror images.
    let (operator, left, right) = match operator {
        BinaryOperator::Greater => (BinaryOperator::Less, right, left),
        BinaryOperator::GreaterEqual => (BinaryOperator::LessEqual, right, left),
        other => (other, left, right),
    };
    if let (Value::Symbol(one, added), Value::Symbol(other, more)) = (left, right)
        && one == other
    {
        return Ok(match operator {
            BinaryOperator::Equal => added == more,
            BinaryOperator::NotEqual => added != more,
            BinaryOperator::Less => added < more,
            _ => added <= more,
        });
    }
    let (Some(a), Some(b)) = (state.interval(left), state.interval(right)) else {
        return Err(Interruption::Unsupported("comparing an address with a number".into()));
    };
    let decided = match operator {
        BinaryOperator::Equal | BinaryOperator::NotEqual => {
            let is_equal = operator == BinaryOperator::Equal;
            let excludes = |it: Interval, other: Interval| other.low == other.high && !it.contains(other.low);
            if a.high < b.low || b.high < a.low || excludes(a, b) || excludes(b, a) {
                Some(!is_equal)
            } else if a.low == a.high && (a.low, a.high) == (b.low, b.high) {
                Some(is_equal)
            } else {
                None
            }
        }
        BinaryOperator::Less if a.high < b.low => Some(true),
        BinaryOperator::Less if b.high <= a.low => Some(false),
        BinaryOperator::Less => None,
        _ if a.high <= b.low => Some(true),
        _ if b.high < a.low => Some(false),
        _ => None,
    };
    if let Some(holds) = decided {
        return Ok(holds);
    }
    let is_equality = matches!(operator, BinaryOperator::Equal | BinaryOperator::NotEqual);
    Err(match (left, right) {
        (Value::Symbol(symbol, added), Value::Integer(number))
        | (Value::Integer(number), Value::Symbol(symbol, added))
            if is_equality =>
        {
            Interruption::Split(*symbol, state.symbols[*symbol].cut_out(number - added))
        }
        // s < n and n <= s are decided by a cut before n, s <= n and n < s by one after it.
        (Value::Symbol(symbol, added), Value::Integer(number)) => {
            let is_strict = operator == BinaryOperator::Less;
            cut(state, *symbol, *added, if is_strict { *number } else { number + 1 })
        }
        (Value::Integer(number), Value::Symbol(symbol, added)) => {
            let is_strict = operator == BinaryOperator::Less;
            cut(state, *symbol, *added, if is_strict { number + 1 } else { *number })
        }
        _ => match (symbol_of(left), symbol_of(right)) {
            (Some(one), Some(other)) => {
                let smaller = if state.symbols[one].count() <= state.symbols[other].count() { one } else { other };
                enumerate(state, smaller)
            }
            (Some(one), None) | (None, Some(one)) => enumerate(state, one),
            (None, None) => Interruption::Unsupported("comparing an address with a number".into()),
        },
    })
}

/// A conversion of a symbol to an integer type: kept where every value fits, split at the borders where the pieces can be
/// kept, enumerated otherwise.
pub fn convert_symbol(state: &State, symbol: SymbolId, added: i128, shape: Shape) -> Result<Value, Interruption> {
    let interval = state.symbols[symbol].shifted(added);
    let modulus = 1i128 << shape.bits;
    let base = shape.range().low;
    // All values between two multiples of the modulus (from the type's least value) move by the same distance.
    let turn = (interval.low - base).div_euclid(modulus);
    let next = base + (turn + 1) * modulus;
    if interval.high < next {
        return Ok(Value::Symbol(symbol, added - turn * modulus));
    }
    if (interval.high - interval.low) / modulus <= 4 {
        return Err(cut(state, symbol, added, next));
    }
    Err(enumerate(state, symbol))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTE: Shape = Shape { bits: 8, is_signed: true };
    const UNSIGNED: Shape = Shape { bits: 8, is_signed: false };

    #[test]
    fn signed_and_unsigned_bytes_agree_with_the_machine() {
        for a in i8::MIN..=i8::MAX {
            for b in i8::MIN..=i8::MAX {
                let (x, y) = (i128::from(a), i128::from(b));
                let expect = |result: i8, overflows: bool| {
                    Computed::Number(result.into(), overflows.then_some(ViolationKind::SignedOverflow))
                };
                let (sum, overflows) = a.overflowing_add(b);
                assert_eq!(compute(BinaryOperator::Add, x, y, BYTE), expect(sum, overflows));
                let (product, overflows) = a.overflowing_mul(b);
                assert_eq!(compute(BinaryOperator::Multiply, x, y, BYTE), expect(product, overflows));
                if b != 0 {
                    let (quotient, overflows) = a.overflowing_div(b);
                    assert_eq!(compute(BinaryOperator::Divide, x, y, BYTE), expect(quotient, overflows));
                    let (rest, overflows) = a.overflowing_rem(b);
                    assert_eq!(compute(BinaryOperator::Remainder, x, y, BYTE), expect(rest, overflows));
                }
                let (c, d) = (a as u8, b as u8);
                let (x, y) = (i128::from(c), i128::from(d));
                let difference = Computed::Number(c.wrapping_sub(d).into(), None);
                assert_eq!(compute(BinaryOperator::Subtract, x, y, UNSIGNED), difference);
                let xor = Computed::Number((c ^ d).into(), None);
                assert_eq!(compute(BinaryOperator::BitXor, x, y, UNSIGNED), xor);
                if d < 8 {
                    let shifted = Computed::Number((c << d).into(), None);
                    assert_eq!(compute(BinaryOperator::ShiftLeft, x, y, UNSIGNED), shifted);
                }
            }
        }
        assert_eq!(compute(BinaryOperator::Divide, 1, 0, BYTE), Computed::Undefined(ViolationKind::DivisionByZero));
        assert_eq!(
            compute(BinaryOperator::ShiftRight, 1, 8, BYTE),
            Computed::Undefined(ViolationKind::ShiftOutOfRange)
        );
    }
}
