//! Sums, products, quotients and remainders.

use crate::bits::Bits;
use crate::term::{Op, Term, Terms};

impl Terms {
    /// Two's complement negation.
    pub fn bv_neg(&mut self, a: Term) -> Term {
        let width = self.width(a);
        self.with_rules(|cx| cx.neg_rules(a), |cx| cx.bitvec(Op::BvNeg, width, &[a]))
    }

    /// Sum.
    pub fn bv_add(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        let (a, b) = self.ordered(a, b);
        self.with_rules(|cx| cx.add_rules(a, b), |cx| cx.bitvec(Op::BvAdd, width, &[a, b]))
    }

    /// Difference.
    pub fn bv_sub(&mut self, a: Term, b: Term) -> Term {
        // a - b = a + (-b)
        let b = self.bv_neg(b);
        self.bv_add(a, b)
    }

    /// Product.
    pub fn bv_mul(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        let (a, b) = self.ordered(a, b);
        self.with_rules(|cx| cx.mul_rules(a, b), |cx| cx.bitvec(Op::BvMul, width, &[a, b]))
    }

    /// Unsigned quotient; all ones if the divisor is zero.
    pub fn bv_udiv(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        self.with_rules(|cx| cx.udiv_rules(a, b), |cx| cx.bitvec(Op::BvUdiv, width, &[a, b]))
    }

    /// Unsigned remainder; the dividend if the divisor is zero.
    pub fn bv_urem(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        self.with_rules(|cx| cx.urem_rules(a, b), |cx| cx.bitvec(Op::BvUrem, width, &[a, b]))
    }

    /// Signed quotient, rounded towards zero; for a divisor of zero, 1 of a negative dividend, else -1.
    pub fn bv_sdiv(&mut self, a: Term, b: Term) -> Term {
        self.common_width(a, b);
        // sext(a) / sext(b) = sext(a / b), one bit wider than the wider of them: the smallest number by -1 needs it
        if let Some((a, b, width)) = self.narrow_signed(a, b) {
            let quotient = self.bv_sdiv(a, b);
            return self.sign_extend_to(quotient, width);
        }
        // bvsdiv(a, b) = ite(sign(a) = sign(b), |a| / |b|, -(|a| / |b|)), its definition
        let (x, y) = (self.absolute(a), self.absolute(b));
        let quotient = self.bv_udiv(x, y);
        let negative = self.bv_neg(quotient);
        let (s, t) = (self.sign(a), self.sign(b));
        let same = self.iff(s, t);
        self.ite(same, quotient, negative)
    }

    /// Signed remainder with the sign of the dividend; the dividend if the divisor is zero.
    pub fn bv_srem(&mut self, a: Term, b: Term) -> Term {
        self.common_width(a, b);
        // sext(a) % sext(b) = sext(a % b), one bit wider than the wider of them
        if let Some((a, b, width)) = self.narrow_signed(a, b) {
            let remainder = self.bv_srem(a, b);
            return self.sign_extend_to(remainder, width);
        }
        // bvsrem(a, b) = ite(sign(a), -(|a| % |b|), |a| % |b|), its definition
        let (x, y) = (self.absolute(a), self.absolute(b));
        let remainder = self.bv_urem(x, y);
        let negative = self.bv_neg(remainder);
        let sign = self.sign(a);
        self.ite(sign, negative, remainder)
    }

    /// Whether the most significant bit is set.
    pub fn sign(&mut self, a: Term) -> Term {
        let top = self.width(a) - 1;
        self.bit(a, top)
    }

    /// Whether the bit at a place is set.
    pub fn bit(&mut self, a: Term, at: u32) -> Term {
        let bit = self.extract(a, at, 1);
        let one = self.number(1, 1);
        self.eq(bit, one)
    }

    /// Two numbers that are extended, in the width of the wider of them before, plus one; and the width that they have. One of them may
    /// be a constant.
    fn narrow_signed(&mut self, a: Term, b: Term) -> Option<(Term, Term, u32)> {
        let width = self.width(a);
        let needs = |cx: &Terms, term: Term| match cx.op(term) {
            Op::BvSignExtend => cx.width(cx.only(term)),
            Op::BvZeroExtend => cx.width(cx.only(term)) + 1,
            Op::Bits(_) => cx.constant_bits(term).map_or(width, |k| {
                let k = if k.sign() { k.not() } else { k.clone() };
                width - k.leading_zeros() + 1
            }),
            _ => width,
        };
        let narrow = needs(self, a).max(needs(self, b)) + 1;
        if narrow >= width {
            return None;
        }
        Some((self.extract(a, 0, narrow), self.extract(b, 0, narrow), width))
    }

    /// Two numbers that are extended with zeros, in the width of the wider of them before.
    fn narrow_unsigned(&mut self, a: Term, b: Term) -> Option<(Term, Term)> {
        let width = self.width(a);
        if self.op(a) != Op::BvZeroExtend || self.op(b) != Op::BvZeroExtend {
            return None;
        }
        let narrow = self.width(self.only(a)).max(self.width(self.only(b)));
        (narrow < width).then(|| (self.extract(a, 0, narrow), self.extract(b, 0, narrow)))
    }

    /// The absolute value (of the smallest number: itself).
    fn absolute(&mut self, a: Term) -> Term {
        let sign = self.sign(a);
        let negative = self.bv_neg(a);
        self.ite(sign, negative, a)
    }

    fn neg_rules(&mut self, a: Term) -> Option<Term> {
        match self.op(a) {
            // -(-x) = x
            Op::BvNeg => Some(self.only(a)),
            // -(~x) = x + 1
            Op::BvNot => {
                let x = self.only(a);
                let one = self.number(self.width(a), 1);
                Some(self.bv_add(x, one))
            }
            // -(x + k) = -x + -k; -(x + -y) = y + -x
            Op::BvAdd => {
                let (x, y) = self.pair(a);
                if self.constant_bits(y).is_some() || self.op(y) == Op::BvNeg || self.op(x) == Op::BvNeg {
                    let (x, y) = (self.bv_neg(x), self.bv_neg(y));
                    return Some(self.bv_add(x, y));
                }
                None
            }
            // -(x * k) = x * -k
            Op::BvMul => {
                let (x, y) = self.pair(a);
                self.constant_bits(y)?;
                let y = self.bv_neg(y);
                Some(self.bv_mul(x, y))
            }
            _ if self.width(a) == 1 => Some(a),
            _ => self.fold_one(a, Bits::neg),
        }
    }

    fn add_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if let Some(k) = self.constant_bits(b) {
            // a + 0 = a
            if k.is_zero() {
                return Some(a);
            }
            // (x + k) + l = x + (k + l)
            if self.op(a) == Op::BvAdd {
                let (x, y) = self.pair(a);
                if let Some(l) = self.constant_bits(y) {
                    let sum = k.add(l);
                    let sum = self.bits(sum);
                    return Some(self.bv_add(x, sum));
                }
            }
            // ~x + 1 = -x; ~x + k = (k - 1) - x
            if self.op(a) == Op::BvNot {
                let rest = k.sub(&Bits::one(k.width()));
                let (x, rest) = (self.only(a), self.bits(rest));
                let x = self.bv_neg(x);
                return Some(self.bv_add(x, rest));
            }
            return self.fold_pair(a, b, Bits::add);
        }
        // a + a = 2 * a
        if a == b {
            let two = self.number(self.width(a), 2);
            return Some(self.bv_mul(a, two));
        }
        for (a, b) in [(a, b), (b, a)] {
            // a + -a = 0
            if self.op(a) == Op::BvNeg && self.only(a) == b {
                return Some(self.zero(self.width(a)));
            }
            // a + ~a = -1
            if self.op(a) == Op::BvNot && self.only(a) == b {
                return Some(self.bits(Bits::ones(self.width(a))));
            }
            if self.op(a) == Op::BvAdd {
                let (x, y) = self.pair(a);
                // (x + k) + b = (x + b) + k
                if self.constant_bits(y).is_some() {
                    let sum = self.bv_add(x, b);
                    return Some(self.bv_add(sum, y));
                }
                for (x, y) in [(x, y), (y, x)] {
                    // (x + -b) + b = x; (-x + y) + x = y
                    let cancels = (self.op(y) == Op::BvNeg && self.only(y) == b)
                        || (self.op(b) == Op::BvNeg && self.only(b) == y);
                    if cancels {
                        return Some(x);
                    }
                }
            }
            // x * k + x = x * (k + 1); x * k + x * l = x * (k + l); x * k + -x = x * (k - 1)
            if let Some((x, k)) = self.scaled(a) {
                let (y, l) = match self.scaled(b) {
                    Some(scaled) => scaled,
                    None if self.op(b) == Op::BvNeg => (self.only(b), Bits::ones(self.width(b))),
                    None => (b, Bits::one(self.width(b))),
                };
                if x == y {
                    let factor = self.bits(k.add(&l));
                    return Some(self.bv_mul(x, factor));
                }
            }
        }
        // -x + -y = -(x + y)
        if self.op(a) == Op::BvNeg && self.op(b) == Op::BvNeg {
            let (x, y) = (self.only(a), self.only(b));
            let sum = self.bv_add(x, y);
            return Some(self.bv_neg(sum));
        }
        None
    }

    /// `x` and `k` of `x * k`, also where it was written as a shift: `concat(low bits of x, 0)`.
    pub(super) fn scaled(&self, a: Term) -> Option<(Term, Bits)> {
        match self.op(a) {
            Op::BvMul => {
                let (x, k) = self.pair(a);
                Some((x, self.constant_bits(k)?.clone()))
            }
            Op::BvConcat => {
                let (high, low) = self.pair(a);
                if self.op(high) != Op::BvExtract(0) || !self.constant_bits(low)?.is_zero() {
                    return None;
                }
                let x = self.only(high);
                let width = self.width(a);
                (self.width(x) == width).then(|| (x, Bits::one(width).shl_by(self.width(low))))
            }
            _ => None,
        }
    }

    fn mul_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if let Some(k) = self.constant_bits(b).cloned() {
            let width = k.width();
            // a * 0 = 0
            if k.is_zero() {
                return Some(b);
            }
            // a * 1 = a
            if k.is_one() {
                return Some(a);
            }
            // a * -1 = -a
            if k.is_ones() {
                return Some(self.bv_neg(a));
            }
            // (x * l) * k = x * (l * k)
            if let Some((x, l)) = self.scaled(a) {
                let product = self.bits(l.mul(&k));
                return Some(self.bv_mul(x, product));
            }
            match self.op(a) {
                // -x * k = x * -k
                Op::BvNeg => {
                    let (x, k) = (self.only(a), self.bits(k.neg()));
                    return Some(self.bv_mul(x, k));
                }
                // (x + l) * k = x * k + l * k
                Op::BvAdd => {
                    let (x, l) = self.pair(a);
                    if let Some(l) = self.constant_bits(l) {
                        let product = l.mul(&k);
                        let product = self.bits(product);
                        let x = self.bv_mul(x, b);
                        return Some(self.bv_add(x, product));
                    }
                }
                _ => {}
            }
            // a * 2^n = a << n
            if let Some(exponent) = k.power_of_two() {
                let amount = self.number(width, exponent.into());
                return Some(self.bv_shl(a, amount));
            }
            return self.fold_pair(a, b, Bits::mul);
        }
        // -x * y = -(x * y)
        for (a, b) in [(a, b), (b, a)] {
            if self.op(a) == Op::BvNeg {
                let x = self.only(a);
                let product = self.bv_mul(x, b);
                return Some(self.bv_neg(product));
            }
        }
        None
    }

    fn udiv_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if let Some(k) = self.constant_bits(b).cloned() {
            // a / 0 = -1
            if k.is_zero() {
                return Some(self.bits(Bits::ones(width)));
            }
            // a / 1 = a
            if k.is_one() {
                return Some(a);
            }
            // a / 2^n = a >> n
            if let Some(exponent) = k.power_of_two() {
                let amount = self.number(width, exponent.into());
                return Some(self.bv_lshr(a, amount));
            }
            // zext(x) / k = zext(x / k) if k fits into the width of x, else 0
            if self.op(a) == Op::BvZeroExtend {
                let x = self.only(a);
                let narrow = self.width(x);
                let low = k.extract(0, narrow);
                if low.zero_extend(width) != k {
                    return Some(self.zero(width));
                }
                let low = self.bits(low);
                let quotient = self.bv_udiv(x, low);
                return Some(self.zero_extend_to(quotient, width));
            }
        }
        // 0 / b = ite(b = 0, -1, 0)
        if self.constant_bits(a).is_some_and(Bits::is_zero) {
            let (zero, ones) = (self.zero(width), self.bits(Bits::ones(width)));
            let by_zero = self.eq(b, zero);
            return Some(self.ite(by_zero, ones, zero));
        }
        // zext(x) / zext(y) = ite(y = 0, -1, zext(x / y))
        if let Some((x, y)) = self.narrow_unsigned(a, b) {
            let quotient = self.bv_udiv(x, y);
            let quotient = self.zero_extend_to(quotient, width);
            let (zero, ones) = (self.zero(width), self.bits(Bits::ones(width)));
            let by_zero = self.eq(b, zero);
            return Some(self.ite(by_zero, ones, quotient));
        }
        self.fold_pair(a, b, Bits::udiv)
    }

    fn urem_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        // a % a = 0; 0 % b = 0
        if a == b || self.constant_bits(a).is_some_and(Bits::is_zero) {
            return Some(self.zero(width));
        }
        if let Some(k) = self.constant_bits(b).cloned() {
            // a % 0 = a
            if k.is_zero() {
                return Some(a);
            }
            // a % 2^n = the n low bits of a
            if let Some(exponent) = k.power_of_two() {
                if exponent == 0 {
                    return Some(self.zero(width));
                }
                let low = self.extract(a, 0, exponent);
                return Some(self.zero_extend_to(low, width));
            }
            // zext(x) % k = zext(x % k) if k fits into the width of x, else zext(x)
            if self.op(a) == Op::BvZeroExtend {
                let x = self.only(a);
                let low = k.extract(0, self.width(x));
                if low.zero_extend(width) != k {
                    return Some(a);
                }
                let low = self.bits(low);
                let remainder = self.bv_urem(x, low);
                return Some(self.zero_extend_to(remainder, width));
            }
        }
        // zext(x) % zext(y) = zext(x % y)
        if let Some((x, y)) = self.narrow_unsigned(a, b) {
            let remainder = self.bv_urem(x, y);
            return Some(self.zero_extend_to(remainder, width));
        }
        self.fold_pair(a, b, Bits::urem)
    }
}
