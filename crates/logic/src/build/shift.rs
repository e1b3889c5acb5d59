//! Shifts. By a constant they are extract, concat and extensions.

use crate::bits::Bits;
use crate::term::{Op, Term, Terms};

impl Terms {
    /// Shift to the left.
    pub fn bv_shl(&mut self, a: Term, amount: Term) -> Term {
        let width = self.common_width(a, amount);
        self.with_rules(|cx| cx.shift_rules(Op::BvShl, a, amount), |cx| cx.bitvec(Op::BvShl, width, &[a, amount]))
    }

    /// Shift to the right, filling with zeros.
    pub fn bv_lshr(&mut self, a: Term, amount: Term) -> Term {
        let width = self.common_width(a, amount);
        self.with_rules(|cx| cx.shift_rules(Op::BvLshr, a, amount), |cx| cx.bitvec(Op::BvLshr, width, &[a, amount]))
    }

    /// Shift to the right, filling with the sign bit.
    pub fn bv_ashr(&mut self, a: Term, amount: Term) -> Term {
        let width = self.common_width(a, amount);
        self.with_rules(|cx| cx.shift_rules(Op::BvAshr, a, amount), |cx| cx.bitvec(Op::BvAshr, width, &[a, amount]))
    }

    fn shift_rules(&mut self, op: Op, a: Term, amount: Term) -> Option<Term> {
        let width = self.width(a);
        if let Some(k) = self.constant_bits(amount) {
            let by = k.to_u128().and_then(|k| u32::try_from(k).ok()).unwrap_or(width).min(width);
            return Some(self.shift_by(op, a, by));
        }
        // 0 << b = 0 >> b = 0; -1 >> b = -1, of the arithmetic shift
        if let Some(k) = self.constant_bits(a)
            && (k.is_zero() || op == Op::BvAshr && k.is_ones())
        {
            return Some(a);
        }
        // a shift by ite(c, k, l) is an ite of two shifts by constants
        if let Some((c, k, l)) = self.constant_branches(amount) {
            let (k, l) = (self.bits(k), self.bits(l));
            let (then, otherwise) = match op {
                Op::BvShl => (self.bv_shl(a, k), self.bv_shl(a, l)),
                Op::BvLshr => (self.bv_lshr(a, k), self.bv_lshr(a, l)),
                _ => (self.bv_ashr(a, k), self.bv_ashr(a, l)),
            };
            return Some(self.ite(c, then, otherwise));
        }
        None
    }

    fn shift_by(&mut self, op: Op, a: Term, by: u32) -> Term {
        let width = self.width(a);
        match op {
            _ if by == 0 => a,
            // a >> n = sext(high bits of a), of the arithmetic shift
            Op::BvAshr => {
                let by = by.min(width - 1);
                let high = self.extract(a, by, width - by);
                self.sign_extend_to(high, width)
            }
            _ if by >= width => self.bits(Bits::zero(width)),
            // a << n = concat(low bits of a, 0)
            Op::BvShl => {
                let low = self.extract(a, 0, width - by);
                self.append_zeros(low, by)
            }
            // a >> n = zext(high bits of a)
            _ => {
                let high = self.extract(a, by, width - by);
                self.zero_extend_to(high, width)
            }
        }
    }
}
