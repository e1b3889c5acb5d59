//! Equality: of Bools, bit-vectors and arrays.

use crate::bits::Bits;
use crate::sort::Sort;
use crate::term::{Op, Term, Terms};

/// How many summands the sums may have that are compared summand by summand.
const SUMMANDS: usize = 16;

impl Terms {
    /// Equality of two terms of one sort.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        let sort = self.sort(a);
        assert_eq!(sort, self.sort(b), "only terms of one sort are equal");
        let (a, b) = self.ordered(a, b);
        self.with_rules(
            |cx| match sort {
                _ if a == b => Some(cx.truth()),
                Sort::Bool => cx.iff_rules(a, b),
                Sort::BitVec(_) => match cx.constant_bits(b) {
                    Some(k) => {
                        let k = k.clone();
                        cx.eq_constant_rules(a, &k)
                    }
                    None => cx.eq_rules(a, b),
                },
                Sort::Array { .. } => cx.eq_array_rules(a, b),
            },
            |cx| cx.intern(Op::Eq, Sort::Bool, &[a, b]),
        )
    }

    /// Inequality of two terms of one sort.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let same = self.eq(a, b);
        self.not(same)
    }

    /// All are different from one another.
    pub fn distinct(&mut self, terms: &[Term]) -> Term {
        let mut pairs = Vec::new();
        for (at, &a) in terms.iter().enumerate() {
            for &b in &terms[at + 1..] {
                pairs.push(self.ne(a, b));
            }
        }
        self.and_all(&pairs)
    }

    /// Whether two bit-vectors differ under every assignment, as far as a look tells: constants; sums with different constants.
    pub(crate) fn are_distinct(&self, a: Term, b: Term) -> bool {
        if a == b {
            return false;
        }
        if self.constant_bits(a).is_some() && self.constant_bits(b).is_some() {
            return true;
        }
        let ((x, k), (y, l)) = (self.base_and_offset(a), self.base_and_offset(b));
        x == y && k != l
    }

    /// `x` and `k` of `x + k`; no `k` means zero.
    fn base_and_offset(&self, a: Term) -> (Term, Option<Term>) {
        if self.op(a) == Op::BvAdd {
            let (x, k) = self.pair(a);
            if self.constant_bits(k).is_some() {
                return (x, Some(k));
            }
        }
        (a, None)
    }

    fn iff_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        match self.constant_bool(b) {
            // (a = true) = a
            Some(true) => return Some(a),
            // (a = false) = not(a)
            Some(false) => return Some(self.not(a)),
            None => {}
        }
        // (a = not(a)) = false
        if self.are_opposite(a, b) {
            return Some(self.falsity());
        }
        match (self.op(a) == Op::Not, self.op(b) == Op::Not) {
            // (not(a) = not(b)) = (a = b)
            (true, true) => {
                let (a, b) = (self.only(a), self.only(b));
                Some(self.eq(a, b))
            }
            // (not(a) = b) = not(a = b)
            (true, false) => {
                let a = self.only(a);
                Some(self.ne(a, b))
            }
            (false, true) => {
                let b = self.only(b);
                Some(self.ne(a, b))
            }
            (false, false) => {
                // ((a = b) = a) = b
                for (pair, one) in [(a, b), (b, a)] {
                    if self.op(pair) == Op::Eq {
                        let (x, y) = self.pair(pair);
                        if x == one {
                            return Some(y);
                        }
                        if y == one {
                            return Some(x);
                        }
                    }
                }
                None
            }
        }
    }

    /// Rules for `a = k`, k a constant.
    fn eq_constant_rules(&mut self, a: Term, k: &Bits) -> Option<Term> {
        let width = k.width();
        match self.op(a) {
            Op::Bits(_) => {
                let same = self.constant_bits(a) == Some(k);
                Some(self.bool(same))
            }
            // (~x = k) = (x = ~k)
            Op::BvNot => self.only_equals(a, k.not()),
            // (-x = k) = (x = -k)
            Op::BvNeg => self.only_equals(a, k.neg()),
            Op::BvAdd => {
                let (x, y) = self.pair(a);
                if let Some(l) = self.constant_bits(y) {
                    // (x + l = k) = (x = k - l)
                    let difference = k.sub(l);
                    return Some(self.equals(x, difference));
                }
                // (x + y = 0) = (x = -y), where one of them is a negation
                if k.is_zero() {
                    for (x, y) in [(x, y), (y, x)] {
                        if self.op(x) == Op::BvNeg {
                            let x = self.only(x);
                            return Some(self.eq(x, y));
                        }
                    }
                }
                None
            }
            Op::BvXor => {
                let (x, y) = self.pair(a);
                if let Some(l) = self.constant_bits(y) {
                    // (x ^ l = k) = (x = k ^ l)
                    let other = k.xor(l);
                    return Some(self.equals(x, other));
                }
                // (x ^ y = 0) = (x = y)
                if k.is_zero() { Some(self.eq(x, y)) } else { None }
            }
            Op::BvAnd => {
                let (_, y) = self.pair(a);
                let l = self.constant_bits(y)?;
                // (x & l = k) = false if k has a bit that l has not
                if k.and(&l.not()).is_zero() { None } else { Some(self.falsity()) }
            }
            Op::BvOr => {
                let (x, y) = self.pair(a);
                if k.is_zero() {
                    // (x | y = 0) = and(x = 0, y = 0)
                    let (x, y) = (self.equals(x, k.clone()), self.equals(y, k.clone()));
                    return Some(self.and(x, y));
                }
                let l = self.constant_bits(y)?;
                // (x | l = k) = false if l has a bit that k has not
                if l.and(&k.not()).is_zero() { None } else { Some(self.falsity()) }
            }
            Op::BvMul => {
                let (x, y) = self.pair(a);
                // (x * l = k) = (x = k / l) for an odd l
                let inverse = self.constant_bits(y)?.inverse()?;
                Some(self.equals(x, k.mul(&inverse)))
            }
            // (zext(x) = k) = (x = low bits of k) if the high bits of k are zero, else false
            Op::BvZeroExtend => {
                let x = self.only(a);
                let low = k.extract(0, self.width(x));
                if low.zero_extend(width) == *k { Some(self.equals(x, low)) } else { Some(self.falsity()) }
            }
            // (sext(x) = k) = (x = low bits of k) if the high bits of k are copies of the sign of the low bits, else false
            Op::BvSignExtend => {
                let x = self.only(a);
                let low = k.extract(0, self.width(x));
                if low.sign_extend(width) == *k { Some(self.equals(x, low)) } else { Some(self.falsity()) }
            }
            // (concat(x, y) = k) = and(x = high bits of k, y = low bits of k)
            Op::BvConcat => {
                let (x, y) = self.pair(a);
                let split = self.width(y);
                let (high, low) = (k.extract(split, width - split), k.extract(0, split));
                let (x, y) = (self.equals(x, high), self.equals(y, low));
                Some(self.and(x, y))
            }
            Op::Ite => {
                let (c, x, y) = self.branches(a)?;
                match (self.constant_bits(x).map(|x| x == k), self.constant_bits(y).map(|y| y == k)) {
                    (Some(then), Some(otherwise)) => {
                        // (ite(c, l, m) = k) = ite(c, l = k, m = k)
                        let (then, otherwise) = (self.bool(then), self.bool(otherwise));
                        Some(self.ite(c, then, otherwise))
                    }
                    // (ite(c, k, y) = k) = or(c, y = k); (ite(c, l, y) = k) = and(not(c), y = k)
                    (Some(then), None) => {
                        let (then, otherwise) = (self.bool(then), self.equals(y, k.clone()));
                        Some(self.ite(c, then, otherwise))
                    }
                    (None, Some(otherwise)) => {
                        let (then, otherwise) = (self.equals(x, k.clone()), self.bool(otherwise));
                        Some(self.ite(c, then, otherwise))
                    }
                    (None, None) => None,
                }
            }
            Op::Bool(_) | Op::Not | Op::And | Op::Eq | Op::BvUlt | Op::BvSlt | Op::ConstArray | Op::Store => {
                unreachable!("no bit-vector is made with {:?}", self.op(a))
            }
            Op::Variable(_)
            | Op::BvUdiv
            | Op::BvUrem
            | Op::BvShl
            | Op::BvLshr
            | Op::BvAshr
            | Op::BvExtract(_)
            | Op::Select => None,
        }
    }

    /// Rules for `a = b`, neither of them a constant.
    fn eq_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        // (x + k = x + l) = false for k different from l
        if self.are_distinct(a, b) {
            return Some(self.falsity());
        }
        match (self.op(a), self.op(b)) {
            // (~x = ~y) = (x = y), (-x = -y) = (x = y)
            (Op::BvNot, Op::BvNot) | (Op::BvNeg, Op::BvNeg) => {
                let (x, y) = (self.only(a), self.only(b));
                return Some(self.eq(x, y));
            }
            // (zext(x) = zext(y)) = (x = y) of equal widths, and so for sext
            (Op::BvZeroExtend, Op::BvZeroExtend) | (Op::BvSignExtend, Op::BvSignExtend) => {
                let (x, y) = (self.only(a), self.only(b));
                if self.width(x) == self.width(y) {
                    return Some(self.eq(x, y));
                }
            }
            // (concat(x, y) = concat(v, w)) = and(x = v, y = w), if they split at the same place
            (Op::BvConcat, Op::BvConcat) => {
                let ((x, y), (v, w)) = (self.pair(a), self.pair(b));
                if self.width(y) == self.width(w) {
                    let (high, low) = (self.eq(x, v), self.eq(y, w));
                    return Some(self.and(high, low));
                }
            }
            // (ite(c, x, y) = ite(c, v, w)) = ite(c, x = v, y = w)
            (Op::Ite, Op::Ite) => {
                if let (Some((c, x, y)), Some((d, v, w))) = (self.branches(a), self.branches(b))
                    && c == d
                {
                    let (then, otherwise) = (self.eq(x, v), self.eq(y, w));
                    return Some(self.ite(c, then, otherwise));
                }
            }
            _ => {}
        }
        if let Some(cancelled) = self.cancel(a, b) {
            return Some(cancelled);
        }
        for (a, b) in [(a, b), (b, a)] {
            match self.op(a) {
                // (~b = b) = false
                Op::BvNot if self.only(a) == b => return Some(self.falsity()),
                // (b ^ y = b) = (y = 0)
                Op::BvXor => {
                    let (x, y) = self.pair(a);
                    for (x, y) in [(x, y), (y, x)] {
                        if x == b {
                            return Some(self.equals(y, Bits::zero(self.width(b))));
                        }
                    }
                }
                Op::Ite => {
                    let (c, x, y) = self.branches(a)?;
                    // (ite(c, b, y) = b) = or(c, y = b)
                    if x == b {
                        let same = self.eq(y, b);
                        return Some(self.or(c, same));
                    }
                    // (ite(c, x, b) = b) = or(not(c), x = b)
                    if y == b {
                        let same = self.eq(x, b);
                        return Some(self.implies(c, same));
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// `(x + y = x + z) = (y = z)`, however the sums are nested and whatever the factors: `k * x` on one side and `l * x` on the other
    /// become `(k - l) * x` on one.
    fn cancel(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.op(a) != Op::BvAdd && self.op(b) != Op::BvAdd {
            return None;
        }
        let (mut left, right) = (self.summands(a)?, self.summands(b)?);
        let before = left.len() + right.len();
        let mut rest = Vec::with_capacity(right.len());
        for (x, k) in right {
            match left.iter_mut().find(|(y, _)| *y == x) {
                Some((_, l)) => *l = l.sub(&k),
                None => rest.push((x, k)),
            }
        }
        if left.len() + rest.len() == before {
            return None;
        }
        let (left, right) = (self.sum(left, self.width(a)), self.sum(rest, self.width(a)));
        Some(self.eq(left, right))
    }

    /// The summands of a sum and their factors, each once; nothing, if there are too many.
    fn summands(&self, sum: Term) -> Option<Vec<(Term, Bits)>> {
        let width = self.width(sum);
        let mut found: Vec<(Term, Bits)> = Vec::new();
        let mut pending = [(sum, false); SUMMANDS];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let (term, negated) = pending[count];
            let one = if negated { Bits::ones(width) } else { Bits::one(width) };
            let (base, factor) = match self.op(term) {
                Op::BvNeg => {
                    pending[count] = (self.only(term), !negated);
                    count += 1;
                    continue;
                }
                Op::BvAdd => {
                    if count + 2 > SUMMANDS {
                        return None;
                    }
                    let (x, y) = self.pair(term);
                    (pending[count], pending[count + 1]) = ((x, negated), (y, negated));
                    count += 2;
                    continue;
                }
                _ => match self.scaled(term) {
                    Some((x, k)) => (x, k.mul(&one)),
                    None => (term, one),
                },
            };
            match found.iter_mut().find(|(known, _)| *known == base) {
                Some((_, known)) => *known = known.add(&factor),
                None => found.push((base, factor)),
            }
            if found.len() > SUMMANDS {
                return None;
            }
        }
        Some(found)
    }

    fn sum(&mut self, summands: Vec<(Term, Bits)>, width: u32) -> Term {
        let mut sum = self.zero(width);
        for (x, factor) in summands {
            let factor = self.bits(factor);
            let product = self.bv_mul(x, factor);
            sum = self.bv_add(sum, product);
        }
        sum
    }

    fn eq_array_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        match (self.op(a), self.op(b)) {
            // (const(x) = const(y)) = (x = y)
            (Op::ConstArray, Op::ConstArray) => {
                let (x, y) = (self.only(a), self.only(b));
                Some(self.eq(x, y))
            }
            _ => {
                for (a, b) in [(a, b), (b, a)] {
                    // (store(b, i, x) = b) = (select(b, i) = x)
                    if let (Op::Store, &[array, index, element]) = (self.op(a), self.arguments(a))
                        && array == b
                    {
                        let old = self.select(array, index);
                        return Some(self.eq(old, element));
                    }
                }
                None
            }
        }
    }

    fn only_equals(&mut self, a: Term, k: Bits) -> Option<Term> {
        let x = self.only(a);
        Some(self.equals(x, k))
    }

    fn equals(&mut self, x: Term, k: Bits) -> Term {
        let k = self.bits(k);
        self.eq(x, k)
    }
}
