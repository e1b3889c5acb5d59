//! Cutting and joining bit-vectors: concat, extract, extensions.

use crate::bits::Bits;
use crate::term::{Op, Term, Terms};

impl Terms {
    /// `high` as the high bits, `low` as the low bits.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let width = self.width(high) + self.width(low);
        self.with_rules(|cx| cx.concat_rules(high, low), |cx| cx.bitvec(Op::BvConcat, width, &[high, low]))
    }

    /// `width` bits, the lowest of them at `low`. SMT-LIB's `(_ extract i j)` is `extract(a, j, i - j + 1)`.
    pub fn extract(&mut self, a: Term, low: u32, width: u32) -> Term {
        assert!(width > 0 && low + width <= self.width(a), "bits are extracted that the bit-vector does not have");
        self.with_rules(|cx| cx.extract_rules(a, low, width), |cx| cx.bitvec(Op::BvExtract(low), width, &[a]))
    }

    /// High zeros up to a width.
    pub fn zero_extend_to(&mut self, a: Term, width: u32) -> Term {
        assert!(self.width(a) <= width, "an extension does not shorten");
        self.with_rules(
            |cx| match cx.op(a) {
                // zext by no bits
                _ if cx.width(a) == width => Some(a),
                // zext(zext(x)) = zext(x)
                Op::BvZeroExtend => {
                    let x = cx.only(a);
                    Some(cx.zero_extend_to(x, width))
                }
                _ => cx.fold_one(a, |k| k.zero_extend(width)),
            },
            |cx| cx.bitvec(Op::BvZeroExtend, width, &[a]),
        )
    }

    /// Copies of the sign bit up to a width.
    pub fn sign_extend_to(&mut self, a: Term, width: u32) -> Term {
        assert!(self.width(a) <= width, "an extension does not shorten");
        self.with_rules(
            |cx| match cx.op(a) {
                // sext by no bits
                _ if cx.width(a) == width => Some(a),
                // sext(sext(x)) = sext(x)
                Op::BvSignExtend => {
                    let x = cx.only(a);
                    Some(cx.sign_extend_to(x, width))
                }
                // sext(zext(x)) = zext(x): the sign is zero
                Op::BvZeroExtend => {
                    let x = cx.only(a);
                    Some(cx.zero_extend_to(x, width))
                }
                _ => cx.fold_one(a, |k| k.sign_extend(width)),
            },
            |cx| cx.bitvec(Op::BvSignExtend, width, &[a]),
        )
    }

    /// Shortened to its low bits, or extended with zeros.
    pub fn resize_unsigned(&mut self, a: Term, width: u32) -> Term {
        if width < self.width(a) { self.extract(a, 0, width) } else { self.zero_extend_to(a, width) }
    }

    /// Shortened to its low bits, or extended with copies of the sign.
    pub fn resize_signed(&mut self, a: Term, width: u32) -> Term {
        if width < self.width(a) { self.extract(a, 0, width) } else { self.sign_extend_to(a, width) }
    }

    /// One bit: 1 if the Bool is true, else 0, zero-extended to a width.
    pub fn bool_to_bits(&mut self, a: Term, width: u32) -> Term {
        self.choose(a, Bits::one(width), Bits::zero(width))
    }

    /// So many zeros below.
    pub(super) fn append_zeros(&mut self, a: Term, zeros: u32) -> Term {
        if zeros == 0 {
            return a;
        }
        let low = self.zero(zeros);
        self.concat(a, low)
    }

    fn concat_rules(&mut self, high: Term, low: Term) -> Option<Term> {
        let width = self.width(high) + self.width(low);
        if let Some(k) = self.constant_bits(high) {
            // concat(k, l) for constants
            if let Some(l) = self.constant_bits(low) {
                let joined = k.concat(l);
                return Some(self.bits(joined));
            }
            // concat(0, x) = zext(x)
            if k.is_zero() {
                return Some(self.zero_extend_to(low, width));
            }
        }
        // concat(x[i:j], x[j-1:l]) = x[i:l]
        if let (Op::BvExtract(upper), Op::BvExtract(lower)) = (self.op(high), self.op(low))
            && self.only(high) == self.only(low)
            && lower + self.width(low) == upper
        {
            let x = self.only(high);
            return Some(self.extract(x, lower, width));
        }
        match self.op(high) {
            // concat(zext(x), y) = zext(concat(x, y))
            Op::BvZeroExtend => {
                let x = self.only(high);
                let joined = self.concat(x, low);
                Some(self.zero_extend_to(joined, width))
            }
            // concat(sext(x), y) = sext(concat(x, y))
            Op::BvSignExtend => {
                let x = self.only(high);
                let joined = self.concat(x, low);
                Some(self.sign_extend_to(joined, width))
            }
            // concat(concat(x, y), z) = concat(x, concat(y, z)), where y and z join
            Op::BvConcat => {
                let (x, y) = self.pair(high);
                let adjacent = match (self.op(y), self.op(low)) {
                    (Op::Bits(_), Op::Bits(_)) => true,
                    (Op::BvExtract(upper), Op::BvExtract(lower)) => {
                        self.only(y) == self.only(low) && lower + self.width(low) == upper
                    }
                    _ => false,
                };
                if !adjacent {
                    return None;
                }
                let joined = self.concat(y, low);
                Some(self.concat(x, joined))
            }
            _ => {
                // concat(x, concat(y, z)) = concat(concat(x, y), z), where x and y join
                if self.op(low) != Op::BvConcat {
                    return None;
                }
                let (y, z) = self.pair(low);
                let adjacent = match (self.op(high), self.op(y)) {
                    (Op::Bits(_), Op::Bits(_)) => true,
                    (Op::BvExtract(upper), Op::BvExtract(lower)) => {
                        self.only(high) == self.only(y) && lower + self.width(y) == upper
                    }
                    _ => false,
                };
                if !adjacent {
                    return None;
                }
                let joined = self.concat(high, y);
                Some(self.concat(joined, z))
            }
        }
    }

    fn extract_rules(&mut self, a: Term, low: u32, width: u32) -> Option<Term> {
        // x[all] = x
        if width == self.width(a) {
            return Some(a);
        }
        match self.op(a) {
            // x[i][j] = x[i + j]
            Op::BvExtract(inner) => {
                let x = self.only(a);
                Some(self.extract(x, inner + low, width))
            }
            Op::BvConcat => {
                let (x, y) = self.pair(a);
                let split = self.width(y);
                if low + width <= split {
                    // concat(x, y)[..] = y[..]
                    Some(self.extract(y, low, width))
                } else if low >= split {
                    // concat(x, y)[..] = x[..]
                    Some(self.extract(x, low - split, width))
                } else {
                    // concat(x, y)[..] = concat(x[..], y[..])
                    let below = split - low;
                    let (x, y) = (self.extract(x, 0, width - below), self.extract(y, low, below));
                    Some(self.concat(x, y))
                }
            }
            Op::BvZeroExtend => {
                let x = self.only(a);
                let inner = self.width(x);
                if low >= inner {
                    // zext(x)[..] = 0, above x
                    Some(self.zero(width))
                } else {
                    // zext(x)[..] = zext(x[..])
                    let part = self.extract(x, low, width.min(inner - low));
                    Some(self.zero_extend_to(part, width))
                }
            }
            Op::BvSignExtend => {
                let x = self.only(a);
                let inner = self.width(x);
                // sext(x)[..] = sext(x[..]), above x the sign alone
                let from = low.min(inner - 1);
                let part = self.extract(x, from, width.min(inner - from));
                Some(self.sign_extend_to(part, width))
            }
            // (~x)[..] = ~(x[..])
            Op::BvNot => {
                let x = self.only(a);
                let part = self.extract(x, low, width);
                Some(self.bv_not(part))
            }
            // (x & y)[..] = x[..] & y[..], and so for | and ^
            Op::BvAnd => {
                let (x, y) = self.extract_both(a, low, width);
                Some(self.bv_and(x, y))
            }
            Op::BvOr => {
                let (x, y) = self.extract_both(a, low, width);
                Some(self.bv_or(x, y))
            }
            Op::BvXor => {
                let (x, y) = self.extract_both(a, low, width);
                Some(self.bv_xor(x, y))
            }
            // (x + y)[low bits] = x[low bits] + y[low bits], and so for - and *
            Op::BvAdd if low == 0 => {
                let (x, y) = self.extract_both(a, low, width);
                Some(self.bv_add(x, y))
            }
            Op::BvMul if low == 0 => {
                let (x, y) = self.extract_both(a, low, width);
                Some(self.bv_mul(x, y))
            }
            Op::BvNeg if low == 0 => {
                let x = self.only(a);
                let part = self.extract(x, low, width);
                Some(self.bv_neg(part))
            }
            // ite(c, k, y)[..] = ite(c, k[..], y[..]), where one branch is a constant
            Op::Ite => {
                let (c, x, y) = self.branches(a)?;
                if !self.is_constant(x) && !self.is_constant(y) {
                    return None;
                }
                let (x, y) = (self.extract(x, low, width), self.extract(y, low, width));
                Some(self.ite(c, x, y))
            }
            _ => self.fold_one(a, |k| k.extract(low, width)),
        }
    }

    fn extract_both(&mut self, a: Term, low: u32, width: u32) -> (Term, Term) {
        let (x, y) = self.pair(a);
        (self.extract(x, low, width), self.extract(y, low, width))
    }
}
