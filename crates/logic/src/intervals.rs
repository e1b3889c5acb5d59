//! Value ranges of terms, given value ranges of their variables: intervals of signed numbers.
//!
//! A bit-vector is read as a two's complement number, whatever is done with it: most numbers of programs are small and some are
//! negative. An operation whose result may leave the range of its width gives the whole range, and so does one that reads
//! numbers as unsigned if they may be negative. A Bool is the number zero or one. Arrays have no intervals.

use rustc_hash::FxHashMap;

use crate::sort::Sort;
use crate::term::{Op, Term, Terms};
use crate::traverse::reachable;

/// All numbers from `low` to `high`; none, if `low` is greater.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    /// The least one.
    pub low: i128,
    /// The greatest one.
    pub high: i128,
}

/// Wider bit-vectors, and what is made of them, may be anything: sums and products of narrower ones fit into 128 bits.
const WIDEST: u32 = 64;

const FALSE: Interval = Interval { low: 0, high: 0 };
const TRUE: Interval = Interval { low: 1, high: 1 };
const EITHER: Interval = Interval { low: 0, high: 1 };

impl Interval {
    /// No number.
    pub const EMPTY: Interval = Interval { low: 1, high: 0 };

    /// One number.
    #[must_use]
    pub fn point(number: i128) -> Interval {
        Interval { low: number, high: number }
    }

    /// All numbers of so many bits.
    #[must_use]
    pub fn full(width: u32) -> Interval {
        if width > 127 {
            return Interval { low: i128::MIN, high: i128::MAX };
        }
        let half = 1i128 << (width - 1);
        Interval { low: -half, high: half - 1 }
    }

    /// Whether there is no number.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.low > self.high
    }

    /// The least interval with the numbers of both.
    #[must_use]
    pub fn join(self, other: Interval) -> Interval {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (false, true) => self,
            (false, false) => Interval { low: self.low.min(other.low), high: self.high.max(other.high) },
        }
    }

    /// The numbers that are in both.
    #[must_use]
    pub fn meet(self, other: Interval) -> Interval {
        Interval { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// Whether all numbers of the other are in this one.
    #[must_use]
    pub fn contains(self, other: Interval) -> bool {
        other.is_empty() || self.low <= other.low && other.high <= self.high
    }

    /// How many low bits distinguish the numbers if the remaining bits are zero (`false`) or copies of the last low bit (`true`).
    #[must_use]
    pub fn needed_bits(self) -> (u32, bool) {
        if self.low >= 0 {
            return (128 - self.high.leading_zeros(), false);
        }
        let magnitude = |number: i128| if number < 0 { !number } else { number };
        let greatest = magnitude(self.low).max(magnitude(self.high));
        (129 - greatest.leading_zeros(), true)
    }

    fn is_point(self) -> bool {
        self.low == self.high
    }

    /// Itself if all numbers have so many bits, and everything otherwise.
    fn fitted(self, width: u32) -> Interval {
        let full = Interval::full(width);
        if full.contains(self) { self } else { full }
    }
}

/// The intervals of terms, each computed once, from what is known of variables.
#[derive(Default)]
pub struct Intervals {
    variables: FxHashMap<Term, Interval>,
    computed: FxHashMap<Term, Interval>,
}

impl Intervals {
    /// Sets the interval of a variable. No term with the variable may have been evaluated before.
    pub fn know(&mut self, variable: Term, interval: Interval) {
        self.variables.insert(variable, interval);
    }

    /// What was said of a variable.
    #[must_use]
    pub fn known(&self, variable: Term) -> Option<Interval> {
        self.variables.get(&variable).copied()
    }

    /// Whether anything was said of any variable.
    #[must_use]
    pub fn knows_any(&self) -> bool {
        !self.variables.is_empty()
    }

    /// The interval of a term.
    pub fn of(&mut self, terms: &Terms, term: Term) -> Interval {
        let mut pending = vec![term];
        while let Some(&next) = pending.last() {
            if self.computed.contains_key(&next) {
                pending.pop();
                continue;
            }
            let arguments = terms.arguments(next);
            let before = pending.len();
            pending.extend(arguments.iter().filter(|argument| !self.computed.contains_key(argument)));
            if pending.len() > before {
                continue;
            }
            let known: Vec<Interval> = arguments.iter().map(|argument| self.computed[argument]).collect();
            let numbers = (0..arguments.len() as u32).collect();
            let variables = &self.variables;
            let interval = Step::new(terms, next, numbers).interval(&known, &mut |it| variables.get(&it).copied());
            self.computed.insert(next, interval);
            pending.pop();
        }
        self.computed[&term]
    }
}

/// A term, ready to be looked at again and again.
pub struct Expression {
    steps: Vec<Step>,
}

struct Step {
    term: Term,
    op: Op,
    /// The width, of a Bool one; `None` for arrays.
    width: Option<u32>,
    is_truth: bool,
    /// Which steps the arguments are.
    arguments: Vec<u32>,
    /// Of the first argument.
    argument_width: u32,
    constant: Option<i128>,
}

impl Expression {
    /// The expression of a term.
    #[must_use]
    pub fn new(terms: &Terms, term: Term) -> Expression {
        let nodes = reachable(terms, &[term]);
        let numbers: FxHashMap<Term, u32> = nodes.iter().enumerate().map(|(at, &node)| (node, at as u32)).collect();
        let steps = nodes.iter().map(|&node| {
            let arguments = terms.arguments(node).iter().map(|argument| numbers[argument]).collect();
            Step::new(terms, node, arguments)
        });
        Expression { steps: steps.collect() }
    }

    /// How many terms it is made of.
    #[must_use]
    pub fn size(&self) -> usize {
        self.steps.len()
    }

    /// The interval of the term, if these are the intervals of variables. `None` and an empty one say nothing of the variable.
    pub fn interval(&self, variable: &mut dyn FnMut(Term) -> Option<Interval>) -> Interval {
        let mut known: Vec<Interval> = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            known.push(step.interval(&known, variable));
        }
        known.last().copied().expect("an expression has a term")
    }
}

impl Step {
    fn new(terms: &Terms, term: Term, arguments: Vec<u32>) -> Step {
        let width = |term: Term| match terms.sort(term) {
            Sort::Bool => Some(1),
            Sort::BitVec(width) => Some(width),
            Sort::Array { .. } => None,
        };
        let constant = terms.constant_bits(term).and_then(|bits| {
            let unsigned = i128::from(bits.to_u64().filter(|_| bits.width() <= WIDEST)?);
            let is_negative = bits.bit(bits.width() - 1);
            Some(if is_negative { unsigned - (1 << bits.width()) } else { unsigned })
        });
        Step {
            term,
            op: terms.op(term),
            width: width(term),
            is_truth: terms.sort(term) == Sort::Bool,
            arguments,
            argument_width: terms.arguments(term).first().and_then(|&first| width(first)).unwrap_or(1),
            constant,
        }
    }

    fn interval(&self, known: &[Interval], variable: &mut dyn FnMut(Term) -> Option<Interval>) -> Interval {
        let Some(width) = self.width else { return Interval::EMPTY };
        let full = if self.is_truth { EITHER } else { Interval::full(width) };
        if width > WIDEST || self.argument_width > WIDEST {
            return full;
        }
        let at = |number: usize| known[self.arguments[number] as usize];
        match self.op {
            Op::Bool(value) => Interval::point(value.into()),
            Op::Bits(_) => self.constant.map_or(full, Interval::point),
            Op::Variable(_) => variable(self.term).filter(|interval| !interval.is_empty()).unwrap_or(full),
            Op::Not => Interval { low: 1 - at(0).high, high: 1 - at(0).low },
            Op::And => {
                let all = || self.arguments.iter().map(|&argument| known[argument as usize]);
                let least = |of: fn(Interval) -> i128| all().map(of).min().unwrap_or(1);
                Interval { low: least(|it| it.low), high: least(|it| it.high) }
            }
            Op::Ite => match at(0) {
                TRUE => at(1),
                FALSE => at(2),
                _ => at(1).join(at(2)),
            },
            // Equalities of arrays compare what has no intervals.
            Op::Eq if at(0).is_empty() => EITHER,
            Op::Eq => equal(at(0), at(1)),
            Op::BvNot => Interval { low: !at(0).high, high: !at(0).low },
            Op::BvAnd => match (at(0), at(1)) {
                (a, b) if a.low >= 0 && b.low >= 0 => Interval { low: 0, high: a.high.min(b.high) },
                (a, b) if a.low >= 0 || b.low >= 0 => {
                    Interval { low: 0, high: if a.low >= 0 { a.high } else { b.high } }
                }
                (_, _) => full,
            },
            Op::BvOr | Op::BvXor => match (at(0), at(1)) {
                (a, b) if a.low >= 0 && b.low >= 0 => {
                    let bits = 128 - a.high.max(b.high).leading_zeros();
                    Interval { low: 0, high: (1 << bits) - 1 }
                }
                (_, _) => full,
            },
            Op::BvNeg => corners(&[at(0)], |of| of[0].checked_neg(), width),
            Op::BvAdd => corners(&[at(0), at(1)], |of| of[0].checked_add(of[1]), width),
            Op::BvMul => corners(&[at(0), at(1)], |of| of[0].checked_mul(of[1]), width),
            Op::BvUdiv => match (at(0), at(1)) {
                (a, b) if a.low >= 0 && b.low >= 1 => Interval { low: a.low / b.high, high: a.high / b.low },
                (_, _) => full,
            },
            Op::BvUrem => match (at(0), at(1)) {
                (a, b) if a.low >= 0 && b.low > a.high => a,
                (a, b) if a.low >= 0 && b.low >= 1 => Interval { low: 0, high: a.high.min(b.high - 1) },
                // The remainder of a division by zero is the dividend.
                (a, b) if a.low >= 0 && b.low >= 0 => Interval { low: 0, high: a.high },
                (_, _) => full,
            },
            Op::BvShl => match at(1) {
                by if by.low >= 0 && by.high < i128::from(width.min(127)) => {
                    let shifted = |of: &[i128]| of[0].checked_mul(1i128.checked_shl(of[1] as u32)?);
                    corners(&[at(0), by], shifted, width)
                }
                _ => full,
            },
            Op::BvLshr => match (at(0), at(1)) {
                (a, by) if a.low >= 0 && by.low >= 0 => {
                    Interval { low: a.low >> by.high.min(127), high: a.high >> by.low.min(127) }
                }
                (_, _) => full,
            },
            Op::BvAshr => match at(1) {
                by if by.low >= 0 => corners(&[at(0), by], |of| Some(of[0] >> of[1].min(127)), width),
                _ => full,
            },
            Op::BvUlt => match (at(0), at(1)) {
                (a, b) if a.low >= 0 && b.low >= 0 || a.high < 0 && b.high < 0 => less(a, b),
                (a, b) if a.low >= 0 && b.high < 0 => TRUE,
                (a, b) if a.high < 0 && b.low >= 0 => FALSE,
                (_, _) => EITHER,
            },
            Op::BvSlt => less(at(0), at(1)),
            Op::BvConcat => {
                let low_width = width - self.argument_width;
                let low = unsigned(at(1), low_width);
                corners(&[at(0), low], |of| Some((of[0] << low_width) + of[1]), width)
            }
            Op::BvExtract(low) => Interval { low: at(0).low >> low, high: at(0).high >> low }.fitted(width),
            Op::BvZeroExtend => unsigned(at(0), self.argument_width).fitted(width),
            Op::BvSignExtend => at(0),
            Op::Select => full,
            Op::ConstArray | Op::Store => Interval::EMPTY,
        }
    }
}

/// The numbers of so many bits, read as unsigned.
fn unsigned(of: Interval, width: u32) -> Interval {
    if of.low >= 0 {
        return of;
    }
    let wrap = 1i128 << width;
    if of.high < 0 {
        return Interval { low: of.low + wrap, high: of.high + wrap };
    }
    Interval { low: 0, high: wrap - 1 }
}

fn equal(a: Interval, b: Interval) -> Interval {
    if a.high < b.low || b.high < a.low {
        FALSE
    } else if a.is_point() && a == b {
        TRUE
    } else {
        EITHER
    }
}

fn less(a: Interval, b: Interval) -> Interval {
    if a.high < b.low {
        TRUE
    } else if b.high <= a.low {
        FALSE
    } else {
        EITHER
    }
}

/// The results of an operation that is monotonic in each argument, increasing or decreasing, so that its extreme values are at the extremes
/// of the arguments.
fn corners(of: &[Interval], operation: impl Fn(&[i128]) -> Option<i128>, width: u32) -> Interval {
    let mut found = Interval::EMPTY;
    for corner in 0..1usize << of.len() {
        let mut numbers = [0i128; 2];
        for (number, interval) in of.iter().enumerate() {
            numbers[number] = if corner >> number & 1 == 1 { interval.high } else { interval.low };
        }
        match operation(&numbers[..of.len()]) {
            Some(result) => found = found.join(Interval::point(result)),
            None => return Interval::full(width),
        }
    }
    found.fitted(width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assignment::Assignment;
    use crate::bits::Bits;
    use crate::evaluate::evaluate;
    use crate::value::Value;

    const WIDTH: u32 = 3;

    fn number(value: &Value) -> i128 {
        match value {
            Value::Bool(value) => (*value).into(),
            Value::Bits(bits) => {
                let unsigned = bits.to_u128().unwrap() as i128;
                if bits.bit(bits.width() - 1) { unsigned - (1 << bits.width()) } else { unsigned }
            }
            Value::Array(_) => panic!("no array is evaluated"),
        }
    }

    fn operations(terms: &mut Terms, x: Term, y: Term, truth: Term) -> Vec<Term> {
        let (both, either) = (terms.concat(x, y), terms.bv_or(x, y));
        let (less, below) = (terms.bv_slt(x, y), terms.bv_ult(x, y));
        let same = terms.eq(x, y);
        let mut all = vec![both, either, less, below, same, terms.extract(both, 2, 3), terms.extract(x, 1, 2)];
        all.extend([terms.not(less), terms.and(less, truth), terms.ite(truth, x, y), terms.ite(less, x, y)]);
        all.extend([terms.bv_not(x), terms.bv_and(x, y), terms.bv_xor(x, y), terms.bv_neg(x), terms.bv_add(x, y)]);
        all.extend([terms.bv_mul(x, y), terms.bv_udiv(x, y), terms.bv_urem(x, y), terms.bv_shl(x, y)]);
        all.extend([terms.bv_lshr(x, y), terms.bv_ashr(x, y), terms.zero_extend_to(x, 6), terms.sign_extend_to(x, 6)]);
        all
    }

    /// Every operation on every pair of intervals of three bits: what it can give is in the interval that is said, and
    /// intervals of one number give one number.
    #[test]
    fn results_lie_in_their_intervals() {
        let mut terms = Terms::new();
        let (x, y) = (terms.fresh("x", Sort::BitVec(WIDTH)), terms.fresh("y", Sort::BitVec(WIDTH)));
        let truth = terms.fresh("t", Sort::Bool);
        for term in operations(&mut terms, x, y, truth) {
            let mut results = FxHashMap::default();
            for a in -4i128..4 {
                for b in -4i128..4 {
                    for t in [false, true] {
                        let mut assignment = Assignment::new();
                        assignment.set(x, Value::Bits(Bits::new(WIDTH, (a & 7) as u128)));
                        assignment.set(y, Value::Bits(Bits::new(WIDTH, (b & 7) as u128)));
                        assignment.set(truth, Value::Bool(t));
                        results.insert((a, b, t), number(&evaluate(&terms, &assignment, term)));
                    }
                }
            }
            let expression = Expression::new(&terms, term);
            let mut computed = Intervals::default();
            computed.know(x, Interval { low: -2, high: 1 });
            let known = |variable| (variable == x).then_some(Interval { low: -2, high: 1 });
            assert_eq!(computed.of(&terms, term), expression.interval(&mut |variable| known(variable)));
            let intervals: Vec<Interval> =
                (-4..4).flat_map(|low| (low..4).map(move |high| Interval { low, high })).collect();
            for &of_x in &intervals {
                for &of_y in &intervals {
                    let said = expression.interval(&mut |variable| match variable {
                        v if v == x => Some(of_x),
                        v if v == y => Some(of_y),
                        _ => None,
                    });
                    for a in of_x.low..=of_x.high {
                        for b in of_y.low..=of_y.high {
                            for t in [false, true] {
                                let result = results[&(a, b, t)];
                                assert!(
                                    said.contains(Interval::point(result)),
                                    "{:?} of {a} in {of_x:?} and {b} in {of_y:?} is {result}, not in {said:?}",
                                    terms.op(term)
                                );
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn sums_of_small_numbers_are_small() {
        let mut terms = Terms::new();
        let (x, y) = (terms.fresh("x", Sort::BitVec(32)), terms.fresh("y", Sort::BitVec(32)));
        let sum = terms.bv_add(x, y);
        let limit = terms.number(32, 100);
        let is_less = terms.bv_slt(sum, limit);
        let mut small = |_| Some(Interval { low: -3, high: 40 });
        let sum = Expression::new(&terms, sum).interval(&mut small);
        assert_eq!(sum, Interval { low: -6, high: 80 });
        assert_eq!(Expression::new(&terms, is_less).interval(&mut small), TRUE);
        assert_eq!(sum.needed_bits(), (8, true));
        assert_eq!(Interval { low: 0, high: 80 }.needed_bits(), (7, false));
        assert_eq!(Interval { low: -4, high: 3 }.needed_bits(), (3, true));
        assert_eq!(Interval::point(0).needed_bits(), (0, false));
    }
}
