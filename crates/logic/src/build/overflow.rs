//! Predicates for overflow: whether the result of an operation leaves the range of its width, as `bvsaddo` and similar SMT-LIB predicates.

use crate::bits::Bits;
use crate::term::{Term, Terms};

impl Terms {
    /// Whether the sum is not representable as a signed number.
    pub fn add_overflows_signed(&mut self, a: Term, b: Term) -> Term {
        let sum = self.bv_add(a, b);
        let (s, t, u) = (self.sign(a), self.sign(b), self.sign(sum));
        // the arguments have one sign, the sum has the other
        let (same, different) = (self.iff(s, t), self.xor(s, u));
        self.and(same, different)
    }

    /// Whether the difference is not representable as a signed number.
    pub fn sub_overflows_signed(&mut self, a: Term, b: Term) -> Term {
        let difference = self.bv_sub(a, b);
        let (s, t, u) = (self.sign(a), self.sign(b), self.sign(difference));
        // the arguments have different signs, and the difference has not that of the first
        let (apart, different) = (self.xor(s, t), self.xor(s, u));
        self.and(apart, different)
    }

    /// Whether the negation is not representable as a signed number.
    pub fn neg_overflows_signed(&mut self, a: Term) -> Term {
        let min = self.bits(Bits::signed_min(self.width(a)));
        self.eq(a, min)
    }

    /// Whether the signed quotient is not representable: the smallest number divided by -1.
    pub fn sdiv_overflows(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (min, ones) = (self.bits(Bits::signed_min(width)), self.bits(Bits::ones(width)));
        let (smallest, negates) = (self.eq(a, min), self.eq(b, ones));
        self.and(smallest, negates)
    }

    /// Whether the product is not representable as a signed number.
    pub fn mul_overflows_signed(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        let (a, b) = self.ordered(a, b);
        if let Some(k) = self.constant_bits(b).cloned() {
            return self.scale_overflows_signed(a, &k);
        }
        // the product in twice the width is no extension of its low half
        let (x, y) = (self.sign_extend_to(a, 2 * width), self.sign_extend_to(b, 2 * width));
        let product = self.bv_mul(x, y);
        let (high, sign) = (self.extract(product, width, width), self.extract(product, width - 1, 1));
        let extended = self.sign_extend_to(sign, width);
        self.ne(high, extended)
    }

    /// Whether the sum is not representable as an unsigned number.
    pub fn add_overflows_unsigned(&mut self, a: Term, b: Term) -> Term {
        // the sum is below an argument
        let sum = self.bv_add(a, b);
        self.bv_ult(sum, a)
    }

    /// Whether the difference is not representable as an unsigned number.
    pub fn sub_overflows_unsigned(&mut self, a: Term, b: Term) -> Term {
        self.bv_ult(a, b)
    }

    /// Whether the product is not representable as an unsigned number.
    pub fn mul_overflows_unsigned(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        let (a, b) = self.ordered(a, b);
        if let Some(k) = self.constant_bits(b).cloned() {
            // a * k overflows if a > max / k
            if k.is_zero() {
                return self.falsity();
            }
            let limit = self.bits(Bits::ones(width).udiv(&k));
            return self.bv_ult(limit, a);
        }
        let (x, y) = (self.zero_extend_to(a, 2 * width), self.zero_extend_to(b, 2 * width));
        let product = self.bv_mul(x, y);
        let high = self.extract(product, width, width);
        let zero = self.zero(width);
        self.ne(high, zero)
    }

    /// `a * k` overflows if a is outside of `min / k ..= max / k`, for a negative k outside of `max / k ..= min / k`.
    fn scale_overflows_signed(&mut self, a: Term, k: &Bits) -> Term {
        let width = k.width();
        if k.is_zero() {
            return self.falsity();
        }
        if k.is_ones() {
            return self.neg_overflows_signed(a);
        }
        let (min, max) = (Bits::signed_min(width).sdiv(k), Bits::signed_max(width).sdiv(k));
        let (least, most) = if k.sign() { (max, min) } else { (min, max) };
        let (least, most) = (self.bits(least), self.bits(most));
        let (below, above) = (self.bv_slt(a, least), self.bv_slt(most, a));
        self.or(below, above)
    }
}
