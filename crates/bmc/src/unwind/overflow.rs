//! The condition that signed arithmetic leaves the range of its type.
//!
//! For a sum the signs decide. A product with a constant leaves the range if the other factor is beyond a quotient; any
//! other product is computed in twice the width.

use raddle_logic::term::Term;
use raddle_program::syntax::BinaryOperator;

use crate::unwind::pool::{Arithmetic, Pool};

impl Pool {
    /// Whether an operation on two signed numbers of one width leaves the range. Operations that never do give `false`.
    pub fn overflows(&mut self, operator: BinaryOperator, a: Term, b: Term) -> Term {
        let width = self.width(a);
        match operator {
            BinaryOperator::Add | BinaryOperator::Subtract => {
                let zero = self.number(width, 0);
                let is_sum = operator == BinaryOperator::Add;
                let operation = if is_sum { Arithmetic::Add } else { Arithmetic::Subtract };
                let result = self.arithmetic(operation, a, b);
                let (a, b) = (self.less(a, zero, true), self.less(b, zero, true));
                let result = self.less(result, zero, true);
                // The operands have one sign, and the result has the other one.
                let same = self.terms.iff(a, b);
                let pulls = if is_sum { same } else { self.not(same) };
                let kept = self.terms.iff(a, result);
                let left = self.not(kept);
                self.and(pulls, left)
            }
            BinaryOperator::Multiply => match (self.constant_signed(a), self.constant_signed(b)) {
                (_, Some(factor)) => self.times_overflows(a, factor),
                (Some(factor), _) => self.times_overflows(b, factor),
                (None, None) => {
                    let (x, y) = (self.resize(a, 2 * width, true), self.resize(b, 2 * width, true));
                    let exact = self.arithmetic(Arithmetic::Multiply, x, y);
                    let kept = self.resize(exact, width, true);
                    let wide = self.resize(kept, 2 * width, true);
                    let fits = self.eq(exact, wide);
                    self.not(fits)
                }
            },
            BinaryOperator::Divide | BinaryOperator::Remainder => {
                let least = self.is_number(a, 1 << (width - 1));
                let ones = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
                let by_minus_one = self.is_number(b, ones);
                self.and(least, by_minus_one)
            }
            BinaryOperator::ShiftLeft
            | BinaryOperator::ShiftRight
            | BinaryOperator::BitAnd
            | BinaryOperator::BitOr
            | BinaryOperator::BitXor
            | BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual => self.bool(false),
        }
    }

    fn times_overflows(&mut self, number: Term, factor: i128) -> Term {
        let width = self.width(number);
        let (least, greatest) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
        if factor == 0 {
            return self.bool(false);
        }
        let (low, high) =
            if factor > 0 { (least / factor, greatest / factor) } else { (greatest / factor, least / factor) };
        let mut sides = Vec::new();
        if low > least {
            let low = self.signed(width, low);
            sides.push(self.less(number, low, true));
        }
        if high < greatest {
            let high = self.signed(width, high);
            sides.push(self.less(high, number, true));
        }
        self.any(&sides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_pairs_of_bytes_overflow_as_the_machine_says() {
        let mut pool = Pool::new();
        let mut check = |operator, a: i8, b: i8, expected: bool| {
            let (x, y) = (pool.signed(8, a.into()), pool.signed(8, b.into()));
            let overflows = pool.overflows(operator, x, y);
            assert_eq!(pool.terms.constant_bool(overflows), Some(expected), "{operator:?} of {a} and {b}");
        };
        for a in i8::MIN..=i8::MAX {
            for b in i8::MIN..=i8::MAX {
                check(BinaryOperator::Add, a, b, a.checked_add(b).is_none());
                check(BinaryOperator::Subtract, a, b, a.checked_sub(b).is_none());
                check(BinaryOperator::Multiply, a, b, a.checked_mul(b).is_none());
                if b != 0 {
                    check(BinaryOperator::Divide, a, b, a.checked_div(b).is_none());
                    check(BinaryOperator::Remainder, a, b, a.checked_rem(b).is_none());
                }
            }
        }
    }
}
