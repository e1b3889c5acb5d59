//! A term made anew with other arguments: what substitution and readers use.

use crate::sort::Sort;
use crate::term::{Op, Term, Terms};

impl Terms {
    /// The term with the operation and sort of `like` and these arguments, simplified.
    ///
    /// # Panics
    /// If the arguments do not have the sorts that the operation asks for.
    pub fn rebuild(&mut self, like: Term, arguments: &[Term]) -> Term {
        let sort = self.sort(like);
        let width = sort.width().unwrap_or(0);
        match (self.op(like), arguments) {
            (Op::Bool(_) | Op::Bits(_) | Op::Variable(_), []) => like,
            (Op::Not, &[a]) => self.not(a),
            (Op::And, all) => self.and_all(all),
            (Op::Ite, &[condition, then, otherwise]) => self.ite(condition, then, otherwise),
            (Op::Eq, &[a, b]) => self.eq(a, b),
            (Op::BvNot, &[a]) => self.bv_not(a),
            (Op::BvAnd, &[a, b]) => self.bv_and(a, b),
            (Op::BvOr, &[a, b]) => self.bv_or(a, b),
            (Op::BvXor, &[a, b]) => self.bv_xor(a, b),
            (Op::BvNeg, &[a]) => self.bv_neg(a),
            (Op::BvAdd, &[a, b]) => self.bv_add(a, b),
            (Op::BvMul, &[a, b]) => self.bv_mul(a, b),
            (Op::BvUdiv, &[a, b]) => self.bv_udiv(a, b),
            (Op::BvUrem, &[a, b]) => self.bv_urem(a, b),
            (Op::BvShl, &[a, b]) => self.bv_shl(a, b),
            (Op::BvLshr, &[a, b]) => self.bv_lshr(a, b),
            (Op::BvAshr, &[a, b]) => self.bv_ashr(a, b),
            (Op::BvUlt, &[a, b]) => self.bv_ult(a, b),
            (Op::BvSlt, &[a, b]) => self.bv_slt(a, b),
            (Op::BvConcat, &[a, b]) => self.concat(a, b),
            (Op::BvExtract(low), &[a]) => self.extract(a, low, width),
            (Op::BvZeroExtend, &[a]) => self.zero_extend_to(a, width),
            (Op::BvSignExtend, &[a]) => self.sign_extend_to(a, width),
            (Op::ConstArray, &[element]) => match sort {
                Sort::Array { index, .. } => self.const_array(index, element),
                Sort::Bool | Sort::BitVec(_) => unreachable!("a constant array is an array"),
            },
            (Op::Select, &[array, index]) => self.select(array, index),
            (Op::Store, &[array, index, element]) => self.store(array, index, element),
            (op, _) => panic!("{op:?} does not have {} arguments", arguments.len()),
        }
    }
}
