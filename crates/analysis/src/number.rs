//! Arithmetic of C on intervals: what an operation gives if its operands lie between these numbers.
//!
//! Here a number is what C says it is: of an unsigned type it is not negative. An operation that may leave the range of its type wraps
//! (signed ones, too), and then may give any number of the type. So may one that C leaves undefined.

use raddle_logic::intervals::Interval;
use raddle_program::syntax::{BinaryOperator, UnaryOperator};
use raddle_program::types::{TypeId, TypeKind, Types};

/// An integer type, or that of addresses, as far as numbers go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The width.
    pub bits: u32,
    /// Whether there are negative numbers.
    pub is_signed: bool,
    is_truth: bool,
}

impl Shape {
    /// The shape of a type, if it is one of scalars of at most 64 bits.
    pub fn of(types: &Types, ty: TypeId) -> Option<Shape> {
        let (bits, is_signed) = types.scalar_shape(ty)?;
        let is_truth = matches!(types.kind(ty), TypeKind::Bool);
        (bits <= 64).then_some(Shape { bits, is_signed, is_truth })
    }

    /// All numbers of the type.
    pub fn all(self) -> Interval {
        if self.is_truth {
            Interval { low: 0, high: 1 }
        } else if self.is_signed {
            Interval::full(self.bits)
        } else {
            Interval { low: 0, high: (1 << self.bits) - 1 }
        }
    }

    /// Whether a conversion from another type leaves the bits as they are.
    pub fn keeps_bits_of(self, from: Shape) -> bool {
        self.bits == from.bits && !self.is_truth
    }

    /// Whether a conversion from another type keeps the two's complement number of each value in `range`; of each value of the type if
    /// the range is not known.
    pub fn keeps_number_of(self, from: Shape, range: Option<Interval>) -> bool {
        let fits = || {
            let bits = range.map(|range| from.to_bits(range));
            bits.is_some_and(|bits| (from.is_signed || bits.low >= 0) && Interval::full(self.bits).contains(bits))
        };
        self.keeps_bits_of(from) || !self.is_truth && (from.is_signed && self.bits > from.bits || fits())
    }

    /// Whether a conversion from another type makes a zero of nothing but zero.
    pub fn keeps_truth_of(self, from: Shape) -> bool {
        self.is_truth || self.bits >= from.bits
    }

    /// Whether a conversion to another type gives numbers without signs, and leaves those as they are that are not negative.
    pub fn is_unsigned_in(self, to: Shape) -> bool {
        self.is_signed && !to.is_signed && !to.is_truth && to.bits >= self.bits
    }

    /// What is left of numbers that are cut to the width.
    fn wrapped(self, of: Option<Interval>) -> Interval {
        of.filter(|&of| self.all().contains(of)).unwrap_or(self.all())
    }

    /// Numbers of another type converted to this one.
    pub fn converted(self, of: Interval) -> Interval {
        if self.is_truth {
            return match () {
                () if of == Interval::point(0) => of,
                () if !of.contains(Interval::point(0)) => Interval::point(1),
                () => self.all(),
            };
        }
        let wrap = 1i128 << self.bits;
        let moved = [0, wrap, -wrap].map(|by| Interval { low: of.low + by, high: of.high + by });
        moved.into_iter().find(|&it| self.all().contains(it)).unwrap_or(self.all())
    }

    /// The bits of numbers of this type, read as a two's complement number.
    pub fn to_bits(self, of: Interval) -> Interval {
        Shape { is_signed: true, is_truth: false, ..self }.converted(of)
    }

    /// The numbers of this type with such bits.
    pub fn of_bits(self, bits: Interval) -> Interval {
        // What is no truth value may still lie in the bytes of one.
        Shape { is_truth: false, ..self }.converted(bits)
    }

    /// One operand.
    pub fn unary(self, operator: UnaryOperator, of: Interval) -> Interval {
        match operator {
            UnaryOperator::Negate => self.wrapped(Some(Interval { low: -of.high, high: -of.low })),
            UnaryOperator::BitNot if self.is_signed => Interval { low: !of.high, high: !of.low },
            UnaryOperator::BitNot => {
                let last = self.all().high;
                self.wrapped(Some(Interval { low: last - of.high, high: last - of.low }))
            }
            UnaryOperator::LogicalNot => match () {
                () if of == Interval::point(0) => Interval::point(1),
                () if !of.contains(Interval::point(0)) => Interval::point(0),
                () => Interval { low: 0, high: 1 },
            },
        }
    }

    /// Two operands; of comparisons this is the shape of the operands.
    pub fn binary(self, operator: BinaryOperator, a: Interval, b: Interval) -> Interval {
        use BinaryOperator as B;
        let full = self.all();
        match operator {
            B::Add => self.wrapped(Some(Interval { low: a.low + b.low, high: a.high + b.high })),
            B::Subtract => self.wrapped(Some(Interval { low: a.low - b.high, high: a.high - b.low })),
            B::Multiply => self.wrapped(corners(a, b, i128::checked_mul)),
            B::Divide if b.low > 0 || b.high < 0 => self.wrapped(corners(a, b, i128::checked_div)),
            B::Remainder if b.low > 0 || b.high < 0 => {
                let least = b.low.unsigned_abs().min(b.high.unsigned_abs()) as i128;
                let most = b.low.unsigned_abs().max(b.high.unsigned_abs()) as i128 - 1;
                if a.low > -least && a.high < least {
                    a
                } else {
                    Interval { low: if a.low < 0 { -most } else { 0 }, high: if a.high > 0 { most } else { 0 } }
                }
            }
            B::Divide | B::Remainder => full,
            B::ShiftLeft | B::ShiftRight if b.low < 0 || b.high >= self.bits.into() => full,
            B::ShiftLeft => self.wrapped(corners(a, b, |a, by| a.checked_mul(1 << by))),
            B::ShiftRight => self.wrapped(corners(a, b, |a, by| Some(a >> by))),
            B::BitAnd => match (a.low >= 0, b.low >= 0) {
                (true, true) => Interval { low: 0, high: a.high.min(b.high) },
                (true, false) => Interval { low: 0, high: a.high },
                (false, true) => Interval { low: 0, high: b.high },
                (false, false) => full,
            },
            B::BitOr | B::BitXor if a.low >= 0 && b.low >= 0 => {
                let bits = 128 - a.high.max(b.high).leading_zeros();
                let low = if operator == B::BitOr { a.low.max(b.low) } else { 0 };
                Interval { low, high: (1 << bits) - 1 }
            }
            B::BitOr | B::BitXor => full,
            B::Equal => truth(outcomes(a, b), EQUAL),
            B::NotEqual => truth(outcomes(a, b), LESS | GREATER),
            B::Less => truth(outcomes(a, b), LESS),
            B::LessEqual => truth(outcomes(a, b), LESS | EQUAL),
            B::Greater => truth(outcomes(a, b), GREATER),
            B::GreaterEqual => truth(outcomes(a, b), GREATER | EQUAL),
        }
    }
}

/// How one number may compare with another: a set of outcomes.
pub type Outcomes = u8;
/// The first is less.
pub const LESS: Outcomes = 1;
/// They are equal.
pub const EQUAL: Outcomes = 2;
/// The first is greater.
pub const GREATER: Outcomes = 4;
/// Nothing is known.
pub const ANY: Outcomes = 7;

/// The outcomes under which a comparison holds; `None` if the operator is none.
pub fn holds(operator: BinaryOperator) -> Option<Outcomes> {
    use BinaryOperator as B;
    match operator {
        B::Equal => Some(EQUAL),
        B::NotEqual => Some(LESS | GREATER),
        B::Less => Some(LESS),
        B::LessEqual => Some(LESS | EQUAL),
        B::Greater => Some(GREATER),
        B::GreaterEqual => Some(GREATER | EQUAL),
        B::Add
        | B::Subtract
        | B::Multiply
        | B::Divide
        | B::Remainder
        | B::ShiftLeft
        | B::ShiftRight
        | B::BitAnd
        | B::BitOr
        | B::BitXor => None,
    }
}

/// The outcomes seen from the other operand.
pub fn swapped(of: Outcomes) -> Outcomes {
    (of & EQUAL) | if of & LESS != 0 { GREATER } else { 0 } | if of & GREATER != 0 { LESS } else { 0 }
}

/// How numbers of two intervals may compare.
pub fn outcomes(a: Interval, b: Interval) -> Outcomes {
    let mut found = 0;
    if a.low < b.high {
        found |= LESS;
    }
    if a.low <= b.high && b.low <= a.high {
        found |= EQUAL;
    }
    if a.high > b.low {
        found |= GREATER;
    }
    found
}

/// The numbers of the first interval for which one of the second compares like this; none is the empty interval.
pub fn restricted(a: Interval, b: Interval, to: Outcomes) -> Interval {
    let low = if to & GREATER != 0 && to & (LESS | EQUAL) == 0 {
        b.low + 1
    } else if to & LESS == 0 {
        b.low
    } else {
        i128::MIN
    };
    let high = if to & LESS != 0 && to & (GREATER | EQUAL) == 0 {
        b.high - 1
    } else if to & GREATER == 0 {
        b.high
    } else {
        i128::MAX
    };
    let mut found = Interval { low: a.low.max(low), high: a.high.min(high) };
    if to & EQUAL == 0 && b.low == b.high {
        found.low += i128::from(found.low == b.low);
        found.high -= i128::from(found.high == b.low);
    }
    found
}

fn truth(found: Outcomes, wanted: Outcomes) -> Interval {
    Interval { low: (found & !wanted == 0).into(), high: (found & wanted != 0).into() }
}

/// The results of an operation that is monotonic in each operand, increasing or decreasing.
pub(super) fn corners(a: Interval, b: Interval, operation: impl Fn(i128, i128) -> Option<i128>) -> Option<Interval> {
    let mut found = Interval::EMPTY;
    for x in [a.low, a.high] {
        for y in [b.low, b.high] {
            found = found.join(Interval::point(operation(x, y)?));
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What an operation gives on numbers of four bits; `None` where C leaves it open.
    fn concrete(shape: Shape, operator: BinaryOperator, a: i128, b: i128) -> Option<i128> {
        use BinaryOperator as B;
        let exact = match operator {
            B::Add => a + b,
            B::Subtract => a - b,
            B::Multiply => a * b,
            B::Divide => a.checked_div(b)?,
            B::Remainder => a.checked_rem(b)?,
            B::ShiftLeft if (0..4).contains(&b) => a << b,
            B::ShiftRight if (0..4).contains(&b) => a >> b,
            B::ShiftLeft | B::ShiftRight => return None,
            B::BitAnd => a & b,
            B::BitOr => a | b,
            B::BitXor => a ^ b,
            B::Equal => (a == b).into(),
            B::NotEqual => (a != b).into(),
            B::Less => (a < b).into(),
            B::LessEqual => (a <= b).into(),
            B::Greater => (a > b).into(),
            B::GreaterEqual => (a >= b).into(),
        };
        let cut = exact & 15;
        Some(if holds(operator).is_none() && shape.is_signed && cut > 7 { cut - 16 } else { cut })
    }

    const ALL: [BinaryOperator; 16] = {
        use BinaryOperator as B;
        [
            B::Add,
            B::Subtract,
            B::Multiply,
            B::Divide,
            B::Remainder,
            B::ShiftLeft,
            B::ShiftRight,
            B::BitAnd,
            B::BitOr,
            B::BitXor,
            B::Equal,
            B::NotEqual,
            B::Less,
            B::LessEqual,
            B::Greater,
            B::GreaterEqual,
        ]
    };

    /// Every operation on every pair of intervals of four bits: what it can give is in the interval that is said, and what a
    /// comparison leaves of its operands is in what they are restricted to.
    #[test]
    fn results_lie_in_their_intervals() {
        for is_signed in [false, true] {
            let shape = Shape { bits: 4, is_signed, is_truth: false };
            let numbers = shape.all();
            let intervals: Vec<Interval> = (numbers.low..=numbers.high)
                .flat_map(|low| (low..=numbers.high).map(move |high| Interval { low, high }))
                .collect();
            for operator in ALL {
                for &a in &intervals {
                    for &b in &intervals {
                        let said = shape.binary(operator, a, b);
                        for x in a.low..=a.high {
                            for y in b.low..=b.high {
                                let Some(result) = concrete(shape, operator, x, y) else { continue };
                                assert!(said.contains(Interval::point(result)), "{operator:?} {x} {y}: {said:?}");
                                let Some(to) = holds(operator).filter(|_| result == 1) else { continue };
                                assert!(restricted(a, b, to).contains(Interval::point(x)), "{operator:?} {x} {y}");
                                let other = restricted(b, a, swapped(to));
                                assert!(other.contains(Interval::point(y)), "{operator:?} {x} {y}");
                            }
                        }
                    }
                }
            }
            for &of in &intervals {
                for number in of.low..=of.high {
                    for operator in [UnaryOperator::Negate, UnaryOperator::BitNot] {
                        let exact = if operator == UnaryOperator::Negate { -number } else { !number } & 15;
                        let result = if is_signed && exact > 7 { exact - 16 } else { exact };
                        assert!(shape.unary(operator, of).contains(Interval::point(result)), "{operator:?} {number}");
                    }
                    let bits = shape.to_bits(of);
                    assert!(bits.contains(Interval::point(if number > 7 { number - 16 } else { number })));
                    assert!(shape.of_bits(bits).contains(Interval::point(number)));
                }
            }
        }
    }

    #[test]
    fn conversions_keep_what_fits() {
        let byte = Shape { bits: 8, is_signed: false, is_truth: false };
        assert_eq!(byte.converted(Interval { low: -3, high: -1 }), Interval { low: 253, high: 255 });
        assert_eq!(byte.converted(Interval { low: -1, high: 1 }), byte.all());
        let truth = Shape { bits: 8, is_signed: false, is_truth: true };
        assert_eq!(truth.converted(Interval { low: 2, high: 1000 }), Interval::point(1));
    }
}
