//! Operations on inputs with too many values for an enumeration, for searches that may over-approximate the executions.
//!
//! A machine that [gives any value](crate::semantics::GivesAny::Large) for large inputs returns any value between two bounds where the
//! exact machine would stop at the input. So every execution of the program is one of the machine: a property that no execution of the
//! machine violates holds. A violation may exist in the machine alone. The bounds are those of interval arithmetic, widened to powers of
//! two: a loop that adds up inputs reaches finitely many of them. If the exact result may leave a signed range, overflow is reported.
//!
//! Whether a thread can continue must not be concluded from such values: if one of them decides it, it may be a value that no operation
//! gives. They are marked ([`Interval::is_any`]), so that a search notices when one is split. The same holds for results of operations on
//! floating values.
//!
//! Rule: an operation on an input with too many values gives any value between bounds that include its result. What no execution violates then
//! is safe; that some thread can always go on is known only if no such value decided anything.
//! Tests: `bounds_include_every_result`, in `deadlock`: `elapsed_time_is_computed`, `measured_by_a_clock`, `goes_on_when_a_square_is_three`,
//! `goes_on_when_a_number_is_less_than_itself`.

use crate::property::ViolationKind;
use crate::semantics::arithmetic::{Shape, symbol_of};
use crate::semantics::evaluate::{Evaluated, Evaluation};
use crate::semantics::record::Interruption;
use crate::semantics::step::GivesAny;
use crate::semantics::value::{Interval, Value};
use crate::syntax::{BinaryOperator, UnaryOperator};

/// The bounds of a result, and what may be violated on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bounds {
    interval: Interval,
    violation: Option<ViolationKindOfArithmetic>,
}

/// What arithmetic may violate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ViolationKindOfArithmetic {
    Overflow,
    DivisionByZero,
    Shift,
}

impl Evaluation<'_, '_, '_> {
    /// The place of an operation among those of a step: taken whether it is computed or not, so that a step that is taken again after a
    /// split finds what it was given before. 0 for a machine that is exact.
    pub(super) fn place_of_result(&mut self) -> usize {
        if self.machine.gives_any != GivesAny::Large {
            return 0;
        }
        let place = self.n_undefined;
        self.n_undefined += 1;
        if self.state.undefined.len() == place {
            self.state.undefined.push(Value::Indeterminate);
        }
        place
    }

    /// What an operation gives: any value between the bounds if the input that it stopped at has too many values, or if it would have to
    /// look at each value of a result that is any one itself. A comparison is decided by such a result nevertheless.
    pub(super) fn or_any(
        &mut self,
        place: usize,
        exact: Evaluated<Value>,
        is_truth: bool,
        bounds: impl FnOnce(&mut Self) -> Option<Interval>,
    ) -> Evaluated<Value> {
        if self.machine.gives_any != GivesAny::Large {
            return exact;
        }
        let stops = match &exact {
            Err(Interruption::LargeInput(..)) => true,
            Err(Interruption::Split(symbol, _)) => !is_truth && self.state.symbols[*symbol].is_any,
            _ => false,
        };
        match exact {
            Err(interruption) if stops => {
                let Some(interval) = bounds(self) else { return Err(interruption) };
                if let given @ Value::Symbol(..) = self.state.undefined[place].clone() {
                    return Ok(self.state.resolved(given));
                }
                let given = self.state.fresh_symbol(Interval { is_any: true, ..interval });
                self.state.undefined[place] = given.clone();
                Ok(given)
            }
            exact => exact,
        }
    }

    /// A comparison of two inputs that is not kept: from now on, values of either one may be none of an execution.
    pub(super) fn forget_relation(&mut self, left: &Value, right: &Value) {
        for symbol in [left, right].into_iter().filter_map(symbol_of) {
            self.state.symbols[symbol].is_any = true;
        }
    }

    /// Bounds of a binary operation, whose violations are reported.
    pub(super) fn bounds_of_binary(
        &mut self,
        operator: BinaryOperator,
        left: &Value,
        right: &Value,
        shape: Shape,
    ) -> Option<Interval> {
        let (left, right) = (self.state.interval(left)?, self.state.interval(right)?);
        let Bounds { interval, violation } = bounds(operator, left, right, shape);
        match violation {
            None => {}
            Some(ViolationKindOfArithmetic::Overflow) => {
                self.violate(ViolationKind::SignedOverflow, "signed arithmetic may leave the range of its type");
            }
            Some(ViolationKindOfArithmetic::DivisionByZero) => {
                self.violate(ViolationKind::DivisionByZero, "division by what may be zero");
            }
            Some(ViolationKindOfArithmetic::Shift) => {
                self.violate(ViolationKind::ShiftOutOfRange, "a shift by what may be out of range");
            }
        }
        Some(interval)
    }

    /// Bounds of a unary operation, whose violation is reported.
    pub(super) fn bounds_of_unary(
        &mut self,
        operator: UnaryOperator,
        operand: &Value,
        shape: Shape,
    ) -> Option<Interval> {
        match operator {
            UnaryOperator::Negate => {
                self.bounds_of_binary(BinaryOperator::Subtract, &Value::Integer(0), operand, shape)
            }
            UnaryOperator::BitNot => {
                let ones = if shape.is_signed { -1 } else { shape.range().high };
                let operand = self.state.interval(operand)?;
                Some(widened(ones - operand.high, ones - operand.low, shape))
            }
            UnaryOperator::LogicalNot => Some(TRUTH),
        }
    }
}

/// Either truth value.
pub(super) const TRUTH: Interval = Interval { low: 0, high: 1, hole: None, is_any: true };

fn bounds(operator: BinaryOperator, left: Interval, right: Interval, shape: Shape) -> Bounds {
    let any = |violation| Bounds { interval: shape.range(), violation };
    let corners = |of: fn(i128, i128) -> Option<i128>| {
        let pairs = [(left.low, right.low), (left.low, right.high), (left.high, right.low), (left.high, right.high)];
        let values: Option<Vec<i128>> = pairs.into_iter().map(|(one, other)| of(one, other)).collect();
        values.map(|values| (*values.iter().min().expect("four"), *values.iter().max().expect("four")))
    };
    // The exact result lies between these; where it leaves the type, it wraps, which signed arithmetic must not.
    let exact = |ends: Option<(i128, i128)>| match ends {
        Some((low, high)) if shape.range().contains(low) && shape.range().contains(high) => {
            Bounds { interval: widened(low, high, shape), violation: None }
        }
        _ => any(shape.is_signed.then_some(ViolationKindOfArithmetic::Overflow)),
    };
    let are_positive = left.low >= 0 && right.low >= 0;
    match operator {
        BinaryOperator::Add => exact(corners(|one, other| Some(one + other))),
        BinaryOperator::Subtract => exact(corners(|one, other| Some(one - other))),
        BinaryOperator::Multiply => exact(corners(i128::checked_mul)),
        BinaryOperator::Divide | BinaryOperator::Remainder if right.low <= 0 && right.high >= 0 => {
            any(Some(ViolationKindOfArithmetic::DivisionByZero))
        }
        BinaryOperator::Divide => exact(corners(i128::checked_div)),
        BinaryOperator::Remainder => {
            let quotient = exact(corners(i128::checked_div));
            let most = right.low.abs().max(right.high.abs()) - 1;
            let low = if left.low < 0 { -most.min(-left.low) } else { 0 };
            let high = if left.high > 0 { most.min(left.high) } else { 0 };
            Bounds { interval: widened(low, high, shape), violation: quotient.violation }
        }
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight
            if right.low < 0 || right.high >= i128::from(shape.bits) =>
        {
            any(Some(ViolationKindOfArithmetic::Shift))
        }
        // What is shifted out is lost, and no violation.
        BinaryOperator::ShiftLeft => {
            let shifted = exact(corners(|one, other| one.checked_mul(1 << other)));
            Bounds { violation: None, ..shifted }
        }
        BinaryOperator::ShiftRight => exact(corners(|one, other| Some(one >> other))),
        BinaryOperator::BitAnd if left.low >= 0 || right.low >= 0 => {
            let most = [left, right].into_iter().filter(|it| it.low >= 0).map(|it| it.high).min().expect("one");
            Bounds { interval: widened(0, most, shape), violation: None }
        }
        BinaryOperator::BitOr | BinaryOperator::BitXor if are_positive => {
            Bounds { interval: widened(0, ones_up_to(left.high.max(right.high)), shape), violation: None }
        }
        BinaryOperator::BitAnd | BinaryOperator::BitOr | BinaryOperator::BitXor => any(None),
        BinaryOperator::Equal
        | BinaryOperator::NotEqual
        | BinaryOperator::Less
        | BinaryOperator::LessEqual
        | BinaryOperator::Greater
        | BinaryOperator::GreaterEqual => Bounds { interval: TRUTH, violation: None },
    }
}

/// The least number of ones in a row, as a binary number, that is not below a number that is not negative.
fn ones_up_to(number: i128) -> i128 {
    debug_assert!(number >= 0);
    (1i128 << (128 - number.leading_zeros())) - 1
}

/// An interval that includes both numbers, from zero or the negative of a power of two, up to ones in a row or minus one; inside of the type.
fn widened(low: i128, high: i128, shape: Shape) -> Interval {
    let range = shape.range();
    let low = if low >= 0 { 0 } else { -ones_up_to(-low - 1) - 1 };
    let high = if high < 0 { -1 } else { ones_up_to(high) };
    Interval { low: low.max(range.low), high: high.min(range.high), hole: None, is_any: true }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::semantics::arithmetic::{Computed, compute};

    /// All intervals of four bits, and all operations: each result lies between the bounds, and each violation is noticed.
    #[test]
    fn bounds_include_every_result() {
        for shape in [Shape { bits: 4, is_signed: true }, Shape { bits: 4, is_signed: false }] {
            let Interval { low: least, high: greatest, .. } = shape.range();
            let mut intervals = Vec::new();
            for low in least..=greatest {
                intervals.extend((low..=greatest).map(|high| Interval { low, high, hole: None, is_any: true }));
            }
            for operator in BinaryOperator::ALL {
                for left in &intervals {
                    for right in &intervals {
                        let found = bounds(operator, *left, *right, shape);
                        for (one, other) in
                            (left.low..=left.high).flat_map(|one| (right.low..=right.high).map(move |it| (one, it)))
                        {
                            match compute(operator, one, other, shape) {
                                Computed::Number(number, violation) => {
                                    assert!(found.interval.contains(number), "{operator:?} {one} {other} {found:?}");
                                    let is_noticed = found.violation == Some(ViolationKindOfArithmetic::Overflow)
                                        || found.violation == Some(ViolationKindOfArithmetic::DivisionByZero);
                                    assert!(violation.is_none() || is_noticed, "{operator:?} {one} {other} {found:?}");
                                }
                                Computed::Undefined(_) => {
                                    assert!(found.violation.is_some(), "{operator:?} {one} {other} {found:?}");
                                    assert_eq!(found.interval, shape.range(), "{operator:?} {one} {other}");
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
