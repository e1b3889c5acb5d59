//! Values, and inputs that are not yet decided.
//!
//! An input is a *symbol*: a number of which only the interval is known. Copying it costs nothing; an operation whose
//! result depends on where in the interval it lies asks for a *split*, and the search goes on with each piece. So an input
//! that never matters is never enumerated, a comparison with a constant makes two or three pieces, and adding a
//! constant keeps the symbol. Exact, and finite wherever the program asks finitely much of its inputs.

use std::rc::Rc;

use crate::semantics::memory::Cells;
use crate::syntax::ProcedureId;

crate::entity!(
    /// An object of a state.
    ObjectId,
    "o"
);

crate::entity!(
    /// A symbol of a state.
    SymbolId,
    "s"
);

/// A value of any type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A number in the range of its type; null is 0.
    Integer(i128),
    /// An address: also held by integers that were converted from pointers.
    Pointer(ObjectId, i64),
    /// A procedure's address.
    Procedure(ProcedureId),
    /// The value of a symbol plus a number. Invariant: within the range of its type for every value of the symbol.
    Symbol(SymbolId, i128),
    /// Not chosen yet: an uninitialized register.
    Indeterminate,
    /// The bytes of something that is no scalar.
    Blob(Rc<Cells>),
}

/// What is known of a symbol: every value of the interval is possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Interval {
    /// The least value.
    pub low: i128,
    /// The greatest value, not below `low`.
    pub high: i128,
}

impl Interval {
    /// All values of an integer type.
    pub fn of_shape(bits: u32, is_signed: bool) -> Self {
        if is_signed {
            Interval { low: -(1i128 << (bits - 1)), high: (1i128 << (bits - 1)) - 1 }
        } else {
            Interval { low: 0, high: (1i128 << bits) - 1 }
        }
    }

    /// The number of values; `u64::MAX` if there are more.
    pub fn count(self) -> u64 {
        u64::try_from(self.high - self.low).map_or(u64::MAX, |difference| difference.saturating_add(1))
    }

    /// The same interval, moved.
    pub fn shifted(self, amount: i128) -> Self {
        Interval { low: self.low + amount, high: self.high + amount }
    }

    /// Whether a value is inside.
    pub fn contains(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }

    /// Whether the other interval is inside.
    pub fn covers(self, other: Interval) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    /// The pieces left of `at`, and from `at` on: those that are not empty.
    pub fn cut_before(self, at: i128) -> Vec<Interval> {
        let left = Interval { low: self.low, high: self.high.min(at - 1) };
        let right = Interval { low: self.low.max(at), high: self.high };
        [left, right].into_iter().filter(|piece| piece.low <= piece.high).collect()
    }

    /// One piece a value.
    pub fn points(self) -> Vec<Interval> {
        (self.low..=self.high).map(|value| Interval { low: value, high: value }).collect()
    }
}

/// A number as a machine integer of so many bits (at most 64) holds it.
pub fn wrap(value: i128, bits: u32, is_signed: bool) -> i128 {
    let mask = (1i128 << bits) - 1;
    let low = value & mask;
    if is_signed && (low >> (bits - 1)) & 1 == 1 { low - (1i128 << bits) } else { low }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapping_agrees_with_machine_integers() {
        for value in -70000i128..70000 {
            assert_eq!(wrap(value, 8, true), i128::from(value as i8));
            assert_eq!(wrap(value, 8, false), i128::from(value as u8));
            assert_eq!(wrap(value, 16, true), i128::from(value as i16));
            assert_eq!(wrap(value, 64, false), i128::from(value as u64));
        }
    }

    #[test]
    fn cutting_loses_no_value() {
        let interval = Interval { low: -3, high: 4 };
        for at in -6..8 {
            let pieces = interval.cut_before(at);
            for value in -10..10 {
                let hits = pieces.iter().filter(|piece| piece.contains(value)).count();
                assert_eq!(hits, usize::from(interval.contains(value)));
            }
            assert!(pieces.iter().all(|piece| piece.high < at || piece.low >= at));
        }
    }
}
