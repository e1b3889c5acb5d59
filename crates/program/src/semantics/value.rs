//! Values, and inputs that are not yet decided.
//!
//! An input is a *symbol*: a number of which only the interval is known. Copying it costs nothing. An operation whose result depends on the
//! position in the interval asks for a *split*, and the search continues with each piece. So an irrelevant input is never enumerated, a
//! comparison with a constant makes two or three pieces, and adding a constant keeps the symbol. This is exact, and finite if the program
//! makes finitely many distinctions.

use std::rc::Rc;

use crate::semantics::memory::Cells;
use crate::semantics::part::Part;
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
    /// Some bytes of an address.
    Part(Part),
    /// Not chosen yet: an uninitialized register.
    Indeterminate,
    /// The bytes of something that is no scalar.
    Blob(Rc<Cells>),
}

/// What is known of a symbol: every value of the interval but the hole is possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Interval {
    /// The least value.
    pub low: i128,
    /// The greatest value, not below `low`.
    pub high: i128,
    /// A value between the two that is not possible: what equality with a number leaves over.
    // Invariant: strictly between `low` and `high`.
    pub hole: Option<i128>,
    /// Whether the interval over-approximates: it may contain values that no execution gives.
    pub is_any: bool,
}

impl Interval {
    /// All values between the two, which are included; `None` if there are none.
    pub fn between(low: i128, high: i128) -> Option<Self> {
        (low <= high).then_some(Interval { low, high, hole: None, is_any: false })
    }

    /// One value.
    pub fn point(value: i128) -> Self {
        Interval { low: value, high: value, hole: None, is_any: false }
    }

    /// All values of an integer type.
    pub fn of_shape(bits: u32, is_signed: bool) -> Self {
        let (low, high) =
            if is_signed { (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1) } else { (0, (1i128 << bits) - 1) };
        Interval { low, high, hole: None, is_any: false }
    }

    /// The values of this interval between the two, which are included; `None` if there are none.
    fn part(self, low: i128, high: i128) -> Option<Self> {
        let (mut low, mut high) = (low.max(self.low), high.min(self.high));
        if self.hole == Some(low) {
            low += 1;
        }
        if self.hole == Some(high) {
            high -= 1;
        }
        let hole = self.hole.filter(|hole| low < *hole && *hole < high);
        (low <= high).then_some(Interval { low, high, hole, is_any: self.is_any })
    }

    /// The number of values; `u64::MAX` if there are more.
    pub fn count(self) -> u64 {
        let with_hole = u64::try_from(self.high - self.low).map_or(u64::MAX, |difference| difference.saturating_add(1));
        with_hole - u64::from(self.hole.is_some())
    }

    /// The same interval, moved.
    pub fn shifted(self, amount: i128) -> Self {
        Interval { low: self.low + amount, high: self.high + amount, hole: self.hole.map(|hole| hole + amount), ..self }
    }

    /// Whether a value is possible.
    pub fn contains(self, value: i128) -> bool {
        self.low <= value && value <= self.high && self.hole != Some(value)
    }

    /// Whether all values of the other interval lie between the bounds of this one.
    pub fn covers(self, other: Interval) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    /// The pieces left of `at`, and from `at` on: those that are not empty.
    pub fn cut_before(self, at: i128) -> Vec<Interval> {
        [self.part(self.low, at - 1), self.part(at, self.high)].into_iter().flatten().collect()
    }

    /// The one value, and the remaining ones without it: the nonempty pieces. If the interval already has a hole, the rest has two pieces.
    pub fn cut_out(self, value: i128) -> Vec<Interval> {
        let (left, right) = (self.part(self.low, value - 1), self.part(value + 1, self.high));
        let others = match (left, right) {
            (Some(left), Some(right))
                if left.hole.is_none() && right.hole.is_none() && left.high + 1 == value && value + 1 == right.low =>
            {
                vec![Interval { low: left.low, high: right.high, hole: Some(value), ..self }]
            }
            _ => [left, right].into_iter().flatten().collect(),
        };
        self.part(value, value).into_iter().chain(others).collect()
    }

    /// One piece a value.
    pub fn points(self) -> Vec<Interval> {
        (self.low..=self.high).filter(|&value| self.contains(value)).map(Interval::point).collect()
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
        let plain = Interval::between(-3, 4).expect("not empty");
        let holed = Interval { hole: Some(1), ..plain };
        for interval in [plain, holed] {
            for at in -6..8 {
                for pieces in [interval.cut_before(at), interval.cut_out(at)] {
                    for value in -10..10 {
                        let hits = pieces.iter().filter(|piece| piece.contains(value)).count();
                        assert_eq!(hits, usize::from(interval.contains(value)), "{interval:?} cut at {at}");
                    }
                    let is_normal = |piece: &Interval| piece.contains(piece.low) && piece.contains(piece.high);
                    assert!(pieces.iter().all(is_normal));
                }
                assert!(interval.cut_before(at).iter().all(|piece| piece.high < at || piece.low >= at));
                let out = interval.cut_out(at);
                assert!(out.iter().all(|piece| *piece == Interval::point(at) || !piece.contains(at)));
            }
            assert_eq!(interval.points().len() as u64, interval.count());
        }
    }
}
