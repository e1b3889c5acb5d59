//! Comparisons of numbers: everything is "less", unsigned or signed.

use crate::bits::Bits;
use crate::sort::Sort;
use crate::term::{Op, Term, Terms};

impl Terms {
    /// Less, as unsigned numbers.
    pub fn bv_ult(&mut self, a: Term, b: Term) -> Term {
        self.common_width(a, b);
        self.with_rules(|cx| cx.ult_rules(a, b), |cx| cx.intern(Op::BvUlt, Sort::Bool, &[a, b]))
    }

    /// Less or equal, as unsigned numbers.
    pub fn bv_ule(&mut self, a: Term, b: Term) -> Term {
        // a <= b = not(b < a)
        let greater = self.bv_ult(b, a);
        self.not(greater)
    }

    /// Greater, as unsigned numbers.
    pub fn bv_ugt(&mut self, a: Term, b: Term) -> Term {
        self.bv_ult(b, a)
    }

    /// Greater or equal, as unsigned numbers.
    pub fn bv_uge(&mut self, a: Term, b: Term) -> Term {
        self.bv_ule(b, a)
    }

    /// Less, as two's complement numbers.
    pub fn bv_slt(&mut self, a: Term, b: Term) -> Term {
        self.common_width(a, b);
        self.with_rules(|cx| cx.slt_rules(a, b), |cx| cx.intern(Op::BvSlt, Sort::Bool, &[a, b]))
    }

    /// Less or equal, as two's complement numbers.
    pub fn bv_sle(&mut self, a: Term, b: Term) -> Term {
        // a <= b = not(b < a)
        let greater = self.bv_slt(b, a);
        self.not(greater)
    }

    /// Greater, as two's complement numbers.
    pub fn bv_sgt(&mut self, a: Term, b: Term) -> Term {
        self.bv_slt(b, a)
    }

    /// Greater or equal, as two's complement numbers.
    pub fn bv_sge(&mut self, a: Term, b: Term) -> Term {
        self.bv_sle(b, a)
    }

    fn ult_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        // a < a = false
        if a == b {
            return Some(self.falsity());
        }
        if let Some(decided) = self.decide_pair(a, b, Bits::ult) {
            return Some(decided);
        }
        if let Some(k) = self.constant_bits(b).cloned() {
            // a < 0 = false
            if k.is_zero() {
                return Some(self.falsity());
            }
            // a < 1 = (a = 0)
            if k.is_one() {
                let zero = self.zero(k.width());
                return Some(self.eq(a, zero));
            }
            // a < -1 = not(a = -1)
            if k.is_ones() {
                return Some(self.ne(a, b));
            }
            match self.op(a) {
                // zext(x) < k = x < k if k fits into the width of x, else true
                Op::BvZeroExtend => {
                    let x = self.only(a);
                    let low = k.extract(0, self.width(x));
                    if low.zero_extend(k.width()) != k {
                        return Some(self.truth());
                    }
                    let low = self.bits(low);
                    return Some(self.bv_ult(x, low));
                }
                // ~x < k = ~k < x
                Op::BvNot => {
                    let (x, flipped) = (self.only(a), self.bits(k.not()));
                    return Some(self.bv_ult(flipped, x));
                }
                Op::BvConcat => {
                    let (x, y) = self.pair(a);
                    // concat(x, y) < concat(h, 0) = x < h
                    let split = self.width(y);
                    if k.trailing_zeros() >= split {
                        let high = self.bits(k.extract(split, k.width() - split));
                        return Some(self.bv_ult(x, high));
                    }
                }
                _ => {}
            }
            // a < 2^n = (the bits of a from n on are 0)
            if let Some(exponent) = k.power_of_two() {
                let high = self.extract(a, exponent, k.width() - exponent);
                let zero = self.zero(k.width() - exponent);
                return Some(self.eq(high, zero));
            }
            return None;
        }
        if let Some(k) = self.constant_bits(a).cloned() {
            // -1 < b = false
            if k.is_ones() {
                return Some(self.falsity());
            }
            // 0 < b = not(b = 0)
            if k.is_zero() {
                return Some(self.ne(b, a));
            }
            let next = k.add(&Bits::one(k.width()));
            // -2 < b = (b = -1)
            if next.is_ones() {
                let ones = self.bits(next);
                return Some(self.eq(b, ones));
            }
            match self.op(b) {
                // k < zext(x) = k < x if k fits into the width of x, else false
                Op::BvZeroExtend => {
                    let x = self.only(b);
                    let low = k.extract(0, self.width(x));
                    if low.zero_extend(k.width()) != k {
                        return Some(self.falsity());
                    }
                    let low = self.bits(low);
                    return Some(self.bv_ult(low, x));
                }
                // k < ~x = x < ~k
                Op::BvNot => {
                    let (x, flipped) = (self.only(b), self.bits(k.not()));
                    return Some(self.bv_ult(x, flipped));
                }
                _ => {}
            }
            // 2^n - 1 < b = not(the bits of b from n on are 0)
            if let Some(exponent) = next.power_of_two() {
                let high = self.extract(b, exponent, k.width() - exponent);
                let zero = self.zero(k.width() - exponent);
                return Some(self.ne(high, zero));
            }
            return None;
        }
        match (self.op(a), self.op(b)) {
            // zext(x) < zext(y) = x < y, extended to the wider of them
            (Op::BvZeroExtend, Op::BvZeroExtend) => {
                let (x, y) = (self.only(a), self.only(b));
                let width = self.width(x).max(self.width(y));
                let (x, y) = (self.zero_extend_to(x, width), self.zero_extend_to(y, width));
                Some(self.bv_ult(x, y))
            }
            // sext(x) < sext(y) = x < y of equal widths: the extension keeps the order
            (Op::BvSignExtend, Op::BvSignExtend) if self.width(self.only(a)) == self.width(self.only(b)) => {
                let (x, y) = (self.only(a), self.only(b));
                Some(self.bv_ult(x, y))
            }
            // ~x < ~y = y < x
            (Op::BvNot, Op::BvNot) => {
                let (x, y) = (self.only(a), self.only(b));
                Some(self.bv_ult(y, x))
            }
            // concat(x, y) < concat(x, z) = y < z; concat(x, z) < concat(y, z) = x < y
            (Op::BvConcat, Op::BvConcat) => {
                let ((x, y), (v, w)) = (self.pair(a), self.pair(b));
                if x == v {
                    Some(self.bv_ult(y, w))
                } else if y == w {
                    Some(self.bv_ult(x, v))
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    fn slt_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        // a < a = false
        if a == b {
            return Some(self.falsity());
        }
        if let Some(decided) = self.decide_pair(a, b, Bits::slt) {
            return Some(decided);
        }
        // on one bit, -1 < 0 alone holds: a < b = b < a, unsigned
        if width == 1 {
            return Some(self.bv_ult(b, a));
        }
        if let Some(k) = self.constant_bits(b).cloned() {
            // a < min = false
            if k == Bits::signed_min(width) {
                return Some(self.falsity());
            }
            // a < max = not(a = max)
            if k == Bits::signed_max(width) {
                return Some(self.ne(a, b));
            }
            // a < 0 = (the sign of a)
            if k.is_zero() {
                return Some(self.sign(a));
            }
            // a < min + 1 = (a = min)
            if k == Bits::signed_min(width).add(&Bits::one(width)) {
                let min = self.bits(Bits::signed_min(width));
                return Some(self.eq(a, min));
            }
            // sext(x) < k = x < k if k is a number of x's width, else whether k is positive
            if self.op(a) == Op::BvSignExtend {
                let x = self.only(a);
                let low = k.extract(0, self.width(x));
                if low.sign_extend(width) != k {
                    return Some(self.bool(!k.sign()));
                }
                let low = self.bits(low);
                return Some(self.bv_slt(x, low));
            }
        }
        if let Some(k) = self.constant_bits(a).cloned() {
            // max < b = false
            if k == Bits::signed_max(width) {
                return Some(self.falsity());
            }
            // min < b = not(b = min)
            if k == Bits::signed_min(width) {
                return Some(self.ne(b, a));
            }
            // -1 < b = not(the sign of b)
            if k.is_ones() {
                let sign = self.sign(b);
                return Some(self.not(sign));
            }
            // max - 1 < b = (b = max)
            if k.add(&Bits::one(width)) == Bits::signed_max(width) {
                let max = self.bits(Bits::signed_max(width));
                return Some(self.eq(b, max));
            }
            // k < sext(x) = k < x if k is a number of x's width, else whether k is negative
            if self.op(b) == Op::BvSignExtend {
                let x = self.only(b);
                let low = k.extract(0, self.width(x));
                if low.sign_extend(width) != k {
                    return Some(self.bool(k.sign()));
                }
                let low = self.bits(low);
                return Some(self.bv_slt(low, x));
            }
        }
        match (self.known_sign(a), self.known_sign(b)) {
            // a < b = (unsigned) a < b, if the signs are equal
            (Some(s), Some(t)) if s == t => return Some(self.bv_ult(a, b)),
            // a < b = (a is negative), if the signs differ
            (Some(s), Some(_)) => return Some(self.bool(s)),
            _ => {}
        }
        match (self.op(a), self.op(b)) {
            // sext(x) < sext(y) = x < y, extended to the wider of them
            (Op::BvSignExtend, Op::BvSignExtend) => {
                let (x, y) = (self.only(a), self.only(b));
                let width = self.width(x).max(self.width(y));
                let (x, y) = (self.sign_extend_to(x, width), self.sign_extend_to(y, width));
                Some(self.bv_slt(x, y))
            }
            // ~x < ~y = y < x
            (Op::BvNot, Op::BvNot) => {
                let (x, y) = (self.only(a), self.only(b));
                Some(self.bv_slt(y, x))
            }
            _ => None,
        }
    }

    /// The sign bit, where the form of a term tells it.
    fn known_sign(&self, a: Term) -> Option<bool> {
        match self.op(a) {
            Op::Bits(_) => self.constant_bits(a).map(Bits::sign),
            Op::BvZeroExtend => Some(false),
            _ => None,
        }
    }
}
