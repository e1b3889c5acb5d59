//! Terms as the unwinding builds them: the arena of `raddle_logic`, with simplifications for shapes that are frequent
//! in unwound programs.
//!
//! A value that takes few constants is kept as a tree of choices between constants, and operations on such trees are
//! done at their leaves. So a flag that a thread reads from shared memory costs a Boolean, not a bit-vector, and a
//! comparison with a constant folds to a formula over those Booleans.

use raddle_logic::bits::Bits;
use raddle_logic::intervals::{Interval, Intervals};
use raddle_logic::sort::Sort;
use raddle_logic::term::{Op, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// The greatest number of leaves up to which operations are pushed into a tree of constants.
const LEAF_LIMIT: usize = 16;

/// The arena.
pub struct Pool {
    /// The terms.
    pub terms: Terms,
    /// Value ranges of variables, where known, and those computed from them.
    intervals: Intervals,
}

/// Arithmetic on two operands of one width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide { is_signed: bool },
    Remainder { is_signed: bool },
    ShiftLeft,
    ShiftRight { is_signed: bool },
    And,
    Or,
    Xor,
}

impl Default for Pool {
    fn default() -> Self {
        Pool::new()
    }
}

impl Pool {
    /// An arena.
    pub fn new() -> Self {
        Pool { terms: Terms::new(), intervals: Intervals::default() }
    }

    /// A truth value.
    pub fn bool(&self, value: bool) -> Term {
        self.terms.bool(value)
    }

    /// Whether it is the constant `true`.
    pub fn is_true(&self, term: Term) -> bool {
        self.terms.constant_bool(term) == Some(true)
    }

    /// Whether it is the constant `false`.
    pub fn is_false(&self, term: Term) -> bool {
        self.terms.constant_bool(term) == Some(false)
    }

    /// Negation.
    pub fn not(&mut self, term: Term) -> Term {
        self.terms.not(term)
    }

    /// Conjunction.
    pub fn and(&mut self, left: Term, right: Term) -> Term {
        self.terms.and(left, right)
    }

    /// Disjunction.
    pub fn or(&mut self, left: Term, right: Term) -> Term {
        self.terms.or(left, right)
    }

    /// Disjunction of all.
    pub fn any(&mut self, terms: &[Term]) -> Term {
        self.terms.or_all(terms)
    }

    /// Implication.
    pub fn implies(&mut self, left: Term, right: Term) -> Term {
        self.terms.implies(left, right)
    }

    /// A number of so many bits.
    pub fn number(&mut self, width: u32, value: u128) -> Term {
        let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
        self.terms.number(width, value & mask)
    }

    /// A number of so many bits that may be negative.
    pub fn signed(&mut self, width: u32, value: i128) -> Term {
        self.number(width, value as u128)
    }

    /// A truth value that nothing determines.
    pub fn fresh_bool(&mut self, name: &str) -> Term {
        self.terms.fresh(name, Sort::Bool)
    }

    /// Bits that nothing determines.
    pub fn fresh_bits(&mut self, name: &str, width: u32) -> Term {
        self.terms.fresh(name, Sort::BitVec(width))
    }

    /// Bits whose value range is known in every execution in which they matter, as two's complement numbers.
    pub fn fresh_between(&mut self, name: &str, width: u32, interval: Interval) -> Term {
        let variable = self.fresh_bits(name, width);
        self.intervals.know(variable, interval);
        variable
    }

    /// What is known of a variable.
    pub fn interval(&self, variable: Term) -> Option<Interval> {
        self.intervals.known(variable)
    }

    /// The condition, or a constant if the intervals of its variables decide it.
    pub fn decided(&mut self, condition: Term) -> Term {
        if !self.intervals.knows_any() || self.terms.constant_bool(condition).is_some() {
            return condition;
        }
        let truth = self.intervals.of(&self.terms, condition);
        if truth.low == truth.high { self.bool(truth.low == 1) } else { condition }
    }

    /// The width of a bit-vector.
    pub fn width(&self, term: Term) -> u32 {
        self.terms.width(term)
    }

    /// The number that a term is, if it is a constant.
    pub fn constant(&self, term: Term) -> Option<u128> {
        self.terms.constant_bits(term).and_then(Bits::to_u128)
    }

    /// The constant as a signed number.
    pub fn constant_signed(&self, term: Term) -> Option<i128> {
        let width = self.width(term);
        let value = self.constant(term)?;
        let is_negative = width < 128 && (value >> (width - 1)) & 1 == 1;
        Some(if is_negative { value as i128 - (1i128 << width) } else { value as i128 })
    }

    /// One of two, both of one sort.
    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        if then == otherwise {
            return then;
        }
        self.terms.ite(condition, then, otherwise)
    }

    /// The constants at the leaves of a tree of choices; `None` if there are other leaves, or more than `limit`.
    pub fn leaves(&self, term: Term, limit: usize) -> Option<Vec<u128>> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut pending = vec![term];
        while let Some(term) = pending.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Some(value) = self.constant(term) {
                found.push(value);
                if found.len() > limit {
                    return None;
                }
                continue;
            }
            match self.terms.op(term) {
                Op::Ite => pending.extend(&self.terms.arguments(term)[1..]),
                _ => return None,
            }
        }
        found.sort_unstable();
        Some(found)
    }

    /// Of a choice: the condition and what is chosen.
    pub fn choice(&self, term: Term) -> Option<(Term, Term, Term)> {
        match (self.terms.op(term), self.terms.arguments(term)) {
            (Op::Ite, &[condition, then, otherwise]) => Some((condition, then, otherwise)),
            _ => None,
        }
    }

    /// Whether a term is a small tree of constants, and no constant.
    fn is_small_tree(&self, term: Term) -> bool {
        matches!(self.terms.op(term), Op::Ite) && self.leaves(term, LEAF_LIMIT).is_some()
    }

    /// The tree with each leaf replaced. Requires a tree of constants.
    fn map(&mut self, term: Term, change: &mut dyn FnMut(&mut Self, u128) -> Term) -> Term {
        let mut done = FxHashMap::default();
        self.map_in(term, change, &mut done)
    }

    fn map_in(
        &mut self,
        term: Term,
        change: &mut dyn FnMut(&mut Self, u128) -> Term,
        done: &mut FxHashMap<Term, Term>,
    ) -> Term {
        if let Some(&result) = done.get(&term) {
            return result;
        }
        let result = match self.constant(term) {
            Some(value) => change(self, value),
            None => {
                let (condition, then, otherwise) = {
                    let arguments = self.terms.arguments(term);
                    (arguments[0], arguments[1], arguments[2])
                };
                let then = self.map_in(then, change, done);
                let otherwise = self.map_in(otherwise, change, done);
                self.ite(condition, then, otherwise)
            }
        };
        done.insert(term, result);
        result
    }

    /// A value among constants that nothing determines further: a tree over fresh truth values. Requires one at least.
    pub fn one_of(&mut self, name: &str, width: u32, values: &[u128]) -> Term {
        if let [value] = values {
            return self.number(width, *value);
        }
        let (low, high) = values.split_at(values.len() / 2);
        let (low, high) = (self.one_of(name, width, low), self.one_of(name, width, high));
        let condition = self.fresh_bool(name);
        self.ite(condition, high, low)
    }

    /// An operation at the leaves of trees, where both are small; else as `build` does it.
    fn lifted(&mut self, a: Term, b: Term, build: &mut dyn FnMut(&mut Self, Term, Term) -> Term) -> Term {
        let is_constant = |pool: &Self, term| pool.constant(term).is_some();
        let lifts = match (is_constant(self, a), is_constant(self, b)) {
            (true, true) => false,
            (true, false) => self.is_small_tree(b),
            (false, true) => self.is_small_tree(a),
            (false, false) => {
                let few = |pool: &Self, term| pool.leaves(term, LEAF_LIMIT / 4).is_some();
                a != b && few(self, a) && few(self, b)
            }
        };
        if !lifts {
            return build(self, a, b);
        }
        let width = self.width(a);
        self.map(a, &mut |pool, x| {
            let x = pool.number(width, x);
            pool.map(b, &mut |pool, y| {
                let width = pool.width(b);
                let y = pool.number(width, y);
                build(pool, x, y)
            })
        })
    }

    /// Equality of two bit-vectors of one width.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.lifted(a, b, &mut |pool, a, b| pool.terms.eq(a, b))
    }

    /// Equality with a constant.
    pub fn is_number(&mut self, a: Term, value: u128) -> Term {
        let width = self.width(a);
        let value = self.number(width, value);
        self.eq(a, value)
    }

    /// Strictly less.
    pub fn less(&mut self, a: Term, b: Term, is_signed: bool) -> Term {
        self.lifted(a, b, &mut |pool, a, b| if is_signed { pool.terms.bv_slt(a, b) } else { pool.terms.bv_ult(a, b) })
    }

    /// Arithmetic as SMT-LIB has it: shifts by the width or more give zeros or signs, division by zero all ones.
    pub fn arithmetic(&mut self, operation: Arithmetic, a: Term, b: Term) -> Term {
        self.lifted(a, b, &mut |pool, a, b| match operation {
            Arithmetic::Add => pool.terms.bv_add(a, b),
            Arithmetic::Subtract => pool.terms.bv_sub(a, b),
            Arithmetic::Multiply => pool.terms.bv_mul(a, b),
            Arithmetic::Divide { is_signed: true } => pool.terms.bv_sdiv(a, b),
            Arithmetic::Divide { is_signed: false } => pool.terms.bv_udiv(a, b),
            Arithmetic::Remainder { is_signed: true } => pool.terms.bv_srem(a, b),
            Arithmetic::Remainder { is_signed: false } => pool.terms.bv_urem(a, b),
            Arithmetic::ShiftLeft => pool.terms.bv_shl(a, b),
            Arithmetic::ShiftRight { is_signed: true } => pool.terms.bv_ashr(a, b),
            Arithmetic::ShiftRight { is_signed: false } => pool.terms.bv_lshr(a, b),
            Arithmetic::And => pool.terms.bv_and(a, b),
            Arithmetic::Or => pool.terms.bv_or(a, b),
            Arithmetic::Xor => pool.terms.bv_xor(a, b),
        })
    }

    /// So many bits from `low` on.
    pub fn extract(&mut self, term: Term, low: u32, width: u32) -> Term {
        if low == 0 && width == self.width(term) {
            return term;
        }
        if self.is_small_tree(term) {
            return self.map(term, &mut |pool, value| pool.number(width, value >> low));
        }
        self.terms.extract(term, low, width)
    }

    /// High bits, then low bits.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        self.terms.concat(high, low)
    }

    /// The same number in another width: cut, or extended with zeros or the sign.
    pub fn resize(&mut self, term: Term, width: u32, is_signed: bool) -> Term {
        let from = self.width(term);
        if width <= from {
            return self.extract(term, 0, width);
        }
        if self.is_small_tree(term) {
            return self.map(term, &mut |pool, value| {
                let small = pool.number(from, value);
                pool.extend(small, width, is_signed)
            });
        }
        self.extend(term, width, is_signed)
    }

    fn extend(&mut self, term: Term, width: u32, is_signed: bool) -> Term {
        if is_signed { self.terms.sign_extend_to(term, width) } else { self.terms.zero_extend_to(term, width) }
    }

    /// A modulus and a remainder that all values of a term have, as unsigned numbers of its width where nothing wraps; the
    /// modulus 0 stands for one value.
    pub fn residue(&self, term: Term) -> (u128, u128) {
        self.residue_within(term, 24)
    }

    fn residue_within(&self, term: Term, fuel: u32) -> (u128, u128) {
        if let Some(value) = self.constant(term) {
            return (0, value);
        }
        if fuel == 0 {
            return (1, 0);
        }
        let arguments = self.terms.arguments(term);
        let of = |index: usize| self.residue_within(arguments[index], fuel - 1);
        // What wraps at a power of two keeps the remainder by a smaller power of two.
        let wrapped = |(modulus, rest): (u128, u128)| {
            let power = if modulus == 0 { 1u128 << 100 } else { 1u128 << modulus.trailing_zeros() };
            (power, rest % power)
        };
        match self.terms.op(term) {
            Op::Ite => {
                let ((m, r), (n, s)) = (of(1), of(2));
                let modulus = gcd(gcd(m, n), r.abs_diff(s));
                (modulus, if modulus == 0 { r } else { r % modulus })
            }
            Op::BvAdd => {
                let ((m, r), (n, s)) = (wrapped(of(0)), wrapped(of(1)));
                let modulus = m.min(n);
                (modulus, (r + s) % modulus)
            }
            Op::BvMul => {
                let ((m, r), (n, s)) = (wrapped(of(0)), wrapped(of(1)));
                let zeros = |modulus: u128, rest: u128| {
                    if rest == 0 { modulus.min(1 << 40) } else { 1u128 << rest.trailing_zeros().min(40) }
                };
                (zeros(m, r) * zeros(n, s), 0)
            }
            Op::BvZeroExtend | Op::BvSignExtend => wrapped(of(0)),
            Op::BvConcat => {
                let (modulus, rest) = wrapped(of(1));
                let width = self.width(arguments[1]).min(100);
                let modulus = modulus.min(1 << width);
                (modulus, rest % modulus)
            }
            _ => (1, 0),
        }
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_of_constants_fold_at_their_leaves() {
        let mut pool = Pool::new();
        let tree = pool.one_of("x", 32, &[0, 1, 2]);
        assert_eq!(pool.leaves(tree, 4), Some(vec![0, 1, 2]));
        let one = pool.number(32, 1);
        let sum = pool.arithmetic(Arithmetic::Add, tree, one);
        assert_eq!(pool.leaves(sum, 4), Some(vec![1, 2, 3]));
        let never = pool.is_number(sum, 0);
        assert!(pool.is_false(never));
        let free = pool.fresh_bits("y", 32);
        assert_eq!(pool.leaves(free, 4), None);
    }

    #[test]
    fn remainders_survive_scaling_and_choices() {
        let mut pool = Pool::new();
        let index = pool.fresh_bits("i", 32);
        let wide = pool.resize(index, 64, true);
        let eight = pool.number(64, 8);
        let scaled = pool.arithmetic(Arithmetic::Multiply, wide, eight);
        let four = pool.number(64, 4);
        let offset = pool.arithmetic(Arithmetic::Add, scaled, four);
        assert_eq!(pool.residue(offset), (8, 4));
        let condition = pool.fresh_bool("c");
        let (zero, twelve) = (pool.number(64, 0), pool.number(64, 12));
        let choice = pool.ite(condition, zero, twelve);
        assert_eq!(pool.residue(choice), (12, 0));
    }
}
