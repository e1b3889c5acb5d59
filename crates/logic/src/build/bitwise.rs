//! Operations on each bit.

use crate::bits::Bits;
use crate::term::{Op, Term, Terms};

impl Terms {
    /// Each bit flipped.
    pub fn bv_not(&mut self, a: Term) -> Term {
        let width = self.width(a);
        self.with_rules(|cx| cx.bv_not_rules(a), |cx| cx.bitvec(Op::BvNot, width, &[a]))
    }

    /// Bitwise conjunction.
    pub fn bv_and(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        let (a, b) = self.ordered(a, b);
        self.with_rules(|cx| cx.bv_and_rules(a, b), |cx| cx.bitvec(Op::BvAnd, width, &[a, b]))
    }

    /// Bitwise disjunction.
    pub fn bv_or(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        let (a, b) = self.ordered(a, b);
        self.with_rules(|cx| cx.bv_or_rules(a, b), |cx| cx.bitvec(Op::BvOr, width, &[a, b]))
    }

    /// Bitwise exclusive disjunction.
    pub fn bv_xor(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        let (a, b) = self.ordered(a, b);
        self.with_rules(|cx| cx.bv_xor_rules(a, b), |cx| cx.bitvec(Op::BvXor, width, &[a, b]))
    }

    fn bv_not_rules(&mut self, a: Term) -> Option<Term> {
        match self.op(a) {
            // ~(~x) = x
            Op::BvNot => Some(self.only(a)),
            // ~(-x) = x + -1
            Op::BvNeg => {
                let (x, ones) = (self.only(a), self.bits(Bits::ones(self.width(a))));
                Some(self.bv_add(x, ones))
            }
            // ~(x ^ k) = x ^ ~k
            Op::BvXor => {
                let (x, y) = self.pair(a);
                let flipped = self.constant_bits(y)?.not();
                let flipped = self.bits(flipped);
                Some(self.bv_xor(x, flipped))
            }
            _ => self.fold_one(a, Bits::not),
        }
    }

    /// Whether two bit-vectors are each other's complement.
    fn are_complements(&self, a: Term, b: Term) -> bool {
        (self.op(a) == Op::BvNot && self.only(a) == b) || (self.op(b) == Op::BvNot && self.only(b) == a)
    }

    fn bv_and_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        // a & a = a
        if a == b {
            return Some(a);
        }
        // a & ~a = 0
        if self.are_complements(a, b) {
            return Some(self.zero(width));
        }
        if let Some(k) = self.constant_bits(b).cloned() {
            // a & 0 = 0
            if k.is_zero() {
                return Some(b);
            }
            // a & -1 = a
            if k.is_ones() {
                return Some(a);
            }
            // (x & l) & k = x & (l & k)
            if self.op(a) == Op::BvAnd {
                let (x, l) = self.pair(a);
                if let Some(l) = self.constant_bits(l) {
                    let both = l.and(&k);
                    let both = self.bits(both);
                    return Some(self.bv_and(x, both));
                }
            }
            if let Some(folded) = self.fold_pair(a, b, Bits::and) {
                return Some(folded);
            }
            // a & 0..01..10..0 = zeros, those bits of a, zeros
            let (low, high) = (k.trailing_zeros(), width - k.leading_zeros());
            if high - low == k.count_ones() {
                let bits = self.extract(a, low, high - low);
                let bits = self.zero_extend_to(bits, width - low);
                return Some(self.append_zeros(bits, low));
            }
            return None;
        }
        for (a, b) in [(a, b), (b, a)] {
            // (x & b) & b = x & b; (x & ~b) & b = 0
            if self.op(a) == Op::BvAnd {
                let (x, y) = self.pair(a);
                if x == b || y == b {
                    return Some(a);
                }
                if self.are_complements(x, b) || self.are_complements(y, b) {
                    return Some(self.zero(width));
                }
            }
            // (x | b) & b = b
            if self.op(a) == Op::BvOr {
                let (x, y) = self.pair(a);
                if x == b || y == b {
                    return Some(b);
                }
            }
        }
        None
    }

    fn bv_or_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        // a | a = a
        if a == b {
            return Some(a);
        }
        // a | ~a = -1
        if self.are_complements(a, b) {
            return Some(self.bits(Bits::ones(width)));
        }
        if let Some(k) = self.constant_bits(b).cloned() {
            // a | 0 = a
            if k.is_zero() {
                return Some(a);
            }
            // a | -1 = -1
            if k.is_ones() {
                return Some(b);
            }
            // (x | l) | k = x | (l | k)
            if self.op(a) == Op::BvOr {
                let (x, l) = self.pair(a);
                if let Some(l) = self.constant_bits(l) {
                    let either = l.or(&k);
                    let either = self.bits(either);
                    return Some(self.bv_or(x, either));
                }
            }
            return self.fold_pair(a, b, Bits::or);
        }
        for (a, b) in [(a, b), (b, a)] {
            // (x | b) | b = x | b; (x | ~b) | b = -1
            if self.op(a) == Op::BvOr {
                let (x, y) = self.pair(a);
                if x == b || y == b {
                    return Some(a);
                }
                if self.are_complements(x, b) || self.are_complements(y, b) {
                    return Some(self.bits(Bits::ones(width)));
                }
            }
            // (x & b) | b = b
            if self.op(a) == Op::BvAnd {
                let (x, y) = self.pair(a);
                if x == b || y == b {
                    return Some(b);
                }
            }
            if let Some(joined) = self.or_of_apart(a, b) {
                return Some(joined);
            }
        }
        None
    }

    /// `concat(x, zeros) | zext(y) = concat(x, zext(y))`, if y is no wider than the zeros: how C puts bytes together.
    fn or_of_apart(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.op(a) != Op::BvConcat || self.op(b) != Op::BvZeroExtend {
            return None;
        }
        let ((high, zeros), low) = (self.pair(a), self.only(b));
        if !self.constant_bits(zeros)?.is_zero() || self.width(low) > self.width(zeros) {
            return None;
        }
        let low = self.zero_extend_to(low, self.width(zeros));
        Some(self.concat(high, low))
    }

    fn bv_xor_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        // a ^ a = 0
        if a == b {
            return Some(self.zero(width));
        }
        // a ^ ~a = -1
        if self.are_complements(a, b) {
            return Some(self.bits(Bits::ones(width)));
        }
        if let Some(k) = self.constant_bits(b).cloned() {
            // a ^ 0 = a
            if k.is_zero() {
                return Some(a);
            }
            // a ^ -1 = ~a
            if k.is_ones() {
                return Some(self.bv_not(a));
            }
            match self.op(a) {
                // (x ^ l) ^ k = x ^ (l ^ k)
                Op::BvXor => {
                    let (x, l) = self.pair(a);
                    if let Some(l) = self.constant_bits(l) {
                        let both = l.xor(&k);
                        let both = self.bits(both);
                        return Some(self.bv_xor(x, both));
                    }
                }
                // ~x ^ k = x ^ ~k
                Op::BvNot => {
                    let (x, flipped) = (self.only(a), self.bits(k.not()));
                    return Some(self.bv_xor(x, flipped));
                }
                _ => {}
            }
            return self.fold_pair(a, b, Bits::xor);
        }
        for (a, b) in [(a, b), (b, a)] {
            match self.op(a) {
                // ~x ^ b = ~(x ^ b)
                Op::BvNot => {
                    let x = self.only(a);
                    let xor = self.bv_xor(x, b);
                    return Some(self.bv_not(xor));
                }
                Op::BvXor => {
                    let (x, y) = self.pair(a);
                    // (x ^ k) ^ b = (x ^ b) ^ k
                    if self.constant_bits(y).is_some() {
                        let xor = self.bv_xor(x, b);
                        return Some(self.bv_xor(xor, y));
                    }
                    // (x ^ b) ^ b = x
                    if x == b {
                        return Some(y);
                    }
                    if y == b {
                        return Some(x);
                    }
                }
                _ => {}
            }
        }
        None
    }
}
