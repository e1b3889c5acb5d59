//! The names of operations.

use crate::term::{Op, Term, Terms};

/// How a name applies to its arguments.
#[derive(Clone, Copy)]
pub(super) enum Operator {
    /// To one.
    Unary(fn(&mut Terms, Term) -> Term),
    /// To two.
    Binary(fn(&mut Terms, Term, Term) -> Term),
    /// To two or more, from the left.
    Left(fn(&mut Terms, Term, Term) -> Term),
    /// To two or more, from the right.
    Right(fn(&mut Terms, Term, Term) -> Term),
    /// To two or more: between neighbours.
    Chain(fn(&mut Terms, Term, Term) -> Term),
    /// To three.
    Ternary(fn(&mut Terms, Term, Term, Term) -> Term),
    /// To any number.
    Many(fn(&mut Terms, &[Term]) -> Term),
}

/// Every name without numbers in it, in the order of the standard.
const OPERATORS: &[(&str, Operator)] = &[
    ("not", Operator::Unary(Terms::not)),
    ("=>", Operator::Right(Terms::implies)),
    ("and", Operator::Many(Terms::and_all)),
    ("or", Operator::Many(Terms::or_all)),
    ("xor", Operator::Left(Terms::xor)),
    ("=", Operator::Chain(Terms::eq)),
    ("distinct", Operator::Many(Terms::distinct)),
    ("ite", Operator::Ternary(Terms::ite)),
    ("concat", Operator::Left(Terms::concat)),
    ("bvnot", Operator::Unary(Terms::bv_not)),
    ("bvneg", Operator::Unary(Terms::bv_neg)),
    ("bvand", Operator::Left(Terms::bv_and)),
    ("bvor", Operator::Left(Terms::bv_or)),
    ("bvxor", Operator::Left(Terms::bv_xor)),
    ("bvadd", Operator::Left(Terms::bv_add)),
    ("bvmul", Operator::Left(Terms::bv_mul)),
    ("bvudiv", Operator::Binary(Terms::bv_udiv)),
    ("bvurem", Operator::Binary(Terms::bv_urem)),
    ("bvshl", Operator::Binary(Terms::bv_shl)),
    ("bvlshr", Operator::Binary(Terms::bv_lshr)),
    ("bvult", Operator::Binary(Terms::bv_ult)),
    (
        "bvnand",
        Operator::Binary(|terms, a, b| {
            let both = terms.bv_and(a, b);
            terms.bv_not(both)
        }),
    ),
    (
        "bvnor",
        Operator::Binary(|terms, a, b| {
            let either = terms.bv_or(a, b);
            terms.bv_not(either)
        }),
    ),
    (
        "bvxnor",
        Operator::Binary(|terms, a, b| {
            let differ = terms.bv_xor(a, b);
            terms.bv_not(differ)
        }),
    ),
    (
        "bvcomp",
        Operator::Binary(|terms, a, b| {
            let same = terms.eq(a, b);
            terms.bool_to_bits(same, 1)
        }),
    ),
    ("bvsub", Operator::Binary(Terms::bv_sub)),
    ("bvsdiv", Operator::Binary(Terms::bv_sdiv)),
    ("bvsrem", Operator::Binary(Terms::bv_srem)),
    ("bvashr", Operator::Binary(Terms::bv_ashr)),
    ("bvule", Operator::Binary(Terms::bv_ule)),
    ("bvugt", Operator::Binary(Terms::bv_ugt)),
    ("bvuge", Operator::Binary(Terms::bv_uge)),
    ("bvslt", Operator::Binary(Terms::bv_slt)),
    ("bvsle", Operator::Binary(Terms::bv_sle)),
    ("bvsgt", Operator::Binary(Terms::bv_sgt)),
    ("bvsge", Operator::Binary(Terms::bv_sge)),
    ("bvnego", Operator::Unary(Terms::neg_overflows_signed)),
    ("bvuaddo", Operator::Binary(Terms::add_overflows_unsigned)),
    ("bvsaddo", Operator::Binary(Terms::add_overflows_signed)),
    ("bvumulo", Operator::Binary(Terms::mul_overflows_unsigned)),
    ("bvsmulo", Operator::Binary(Terms::mul_overflows_signed)),
    ("bvusubo", Operator::Binary(Terms::sub_overflows_unsigned)),
    ("bvssubo", Operator::Binary(Terms::sub_overflows_signed)),
    ("bvsdivo", Operator::Binary(Terms::sdiv_overflows)),
    ("select", Operator::Binary(Terms::select)),
    ("store", Operator::Ternary(Terms::store)),
];

/// What a name does.
pub(super) fn find(name: &str) -> Option<Operator> {
    OPERATORS.iter().find(|(known, _)| *known == name).map(|&(_, operator)| operator)
}

/// Whether a name is taken by the theories, so that no variable may have it.
pub(super) fn is_operator(name: &str) -> bool {
    find(name).is_some()
        || ["extract", "zero_extend", "sign_extend", "rotate_left", "rotate_right", "repeat", "const", "bvsmod"]
            .contains(&name)
}

/// The name of an operation that has one without numbers.
pub(super) fn name(op: Op) -> &'static str {
    match op {
        Op::Not => "not",
        Op::And => "and",
        Op::Ite => "ite",
        Op::Eq => "=",
        Op::BvNot => "bvnot",
        Op::BvAnd => "bvand",
        Op::BvOr => "bvor",
        Op::BvXor => "bvxor",
        Op::BvNeg => "bvneg",
        Op::BvAdd => "bvadd",
        Op::BvMul => "bvmul",
        Op::BvUdiv => "bvudiv",
        Op::BvUrem => "bvurem",
        Op::BvShl => "bvshl",
        Op::BvLshr => "bvlshr",
        Op::BvAshr => "bvashr",
        Op::BvUlt => "bvult",
        Op::BvSlt => "bvslt",
        Op::BvConcat => "concat",
        Op::Select => "select",
        Op::Store => "store",
        Op::Bool(_)
        | Op::Bits(_)
        | Op::Variable(_)
        | Op::BvExtract(_)
        | Op::BvZeroExtend
        | Op::BvSignExtend
        | Op::ConstArray => unreachable!("{op:?} is not printed by a plain name"),
    }
}
