//! Every rule against its meaning: terms of two and three levels over all leaves, operations and widths, with their values under *all*
//! assignments.
//!
//! The meaning is written here once more, on machine numbers; the values of a term that a constructor returns must be what the
//! operation makes of the values of its arguments.

use proptest::prelude::Rng as _;
use proptest::test_runner::{RngAlgorithm, TestRng};

use crate::assignment::Assignment;
use crate::bits::Bits;
use crate::evaluate::evaluate;
use crate::sort::Sort;
use crate::term::{Op, Term, Terms};
use crate::value::Value;

/// Terms with their values under all assignments, in the order of the terms.
struct Tables {
    terms: Terms,
    values: Vec<Vec<u16>>,
    /// The variables, with the place of their first bit in the number of an assignment.
    variables: Vec<(Term, u32)>,
    bits: u32,
}

type Binary = (&'static str, fn(&mut Terms, Term, Term) -> Term, fn(u16, u16, u32) -> u16);

const BINARY: &[Binary] = &[
    ("add", Terms::bv_add, |a, b, _| a.wrapping_add(b)),
    ("sub", Terms::bv_sub, |a, b, _| a.wrapping_sub(b)),
    ("mul", Terms::bv_mul, |a, b, _| a.wrapping_mul(b)),
    ("udiv", Terms::bv_udiv, |a, b, _| a.checked_div(b).unwrap_or(u16::MAX)),
    ("urem", Terms::bv_urem, |a, b, _| a.checked_rem(b).unwrap_or(a)),
    ("sdiv", Terms::bv_sdiv, |a, b, w| {
        let (a, b) = (signed(a, w), signed(b, w));
        a.checked_div(b).unwrap_or(if a < 0 { 1 } else { -1 }) as u16
    }),
    ("srem", Terms::bv_srem, |a, b, w| {
        let (a, b) = (signed(a, w), signed(b, w));
        a.checked_rem(b).unwrap_or(a) as u16
    }),
    ("and", Terms::bv_and, |a, b, _| a & b),
    ("or", Terms::bv_or, |a, b, _| a | b),
    ("xor", Terms::bv_xor, |a, b, _| a ^ b),
    ("shl", Terms::bv_shl, |a, b, w| if u32::from(b) < w { a << b } else { 0 }),
    ("lshr", Terms::bv_lshr, |a, b, w| if u32::from(b) < w { a >> b } else { 0 }),
    ("ashr", Terms::bv_ashr, |a, b, w| (signed(a, w) >> u32::from(b).min(w - 1)) as u16),
];

const PREDICATES: &[Binary] = &[
    ("eq", Terms::eq, |a, b, _| u16::from(a == b)),
    ("ne", Terms::ne, |a, b, _| u16::from(a != b)),
    ("ult", Terms::bv_ult, |a, b, _| u16::from(a < b)),
    ("ule", Terms::bv_ule, |a, b, _| u16::from(a <= b)),
    ("slt", Terms::bv_slt, |a, b, w| u16::from(signed(a, w) < signed(b, w))),
    ("sle", Terms::bv_sle, |a, b, w| u16::from(signed(a, w) <= signed(b, w))),
    ("add overflows", Terms::add_overflows_signed, |a, b, w| outside(signed(a, w) + signed(b, w), w)),
    ("sub overflows", Terms::sub_overflows_signed, |a, b, w| outside(signed(a, w) - signed(b, w), w)),
    ("mul overflows", Terms::mul_overflows_signed, |a, b, w| outside(signed(a, w) * signed(b, w), w)),
    ("sdiv overflows", Terms::sdiv_overflows, |a, b, w| {
        signed(a, w).checked_div(signed(b, w)).map_or(0, |quotient| outside(quotient, w))
    }),
    ("add overflows unsigned", Terms::add_overflows_unsigned, |a, b, w| {
        u16::from(u32::from(a) + u32::from(b) >= 1 << w)
    }),
    ("sub overflows unsigned", Terms::sub_overflows_unsigned, |a, b, _| u16::from(a < b)),
    ("mul overflows unsigned", Terms::mul_overflows_unsigned, |a, b, w| {
        u16::from(u32::from(a) * u32::from(b) >= 1 << w)
    }),
];

const BOOLEAN: &[Binary] = &[
    ("and", Terms::and, |a, b, _| a & b),
    ("or", Terms::or, |a, b, _| a | b),
    ("xor", Terms::xor, |a, b, _| a ^ b),
    ("iff", Terms::iff, |a, b, _| 1 - (a ^ b)),
    ("implies", Terms::implies, |a, b, _| (1 - a) | b),
];

fn signed(a: u16, width: u32) -> i32 {
    i32::from((a << (16 - width)) as i16 >> (16 - width))
}

fn outside(number: i32, width: u32) -> u16 {
    u16::from(number < -(1 << (width - 1)) || number >= 1 << (width - 1))
}

fn mask(width: u32) -> u16 {
    (0xffffu32 >> (16 - width)) as u16
}

impl Tables {
    /// Variables of these widths; 0 means a Bool.
    fn new(widths: &[u32]) -> Tables {
        let mut terms = Terms::new();
        let mut variables = Vec::new();
        let mut bits = 0;
        for &width in widths {
            let sort = if width == 0 { Sort::Bool } else { Sort::BitVec(width) };
            variables.push((terms.fresh("v", sort), bits));
            bits += width.max(1);
        }
        Tables { terms, values: Vec::new(), variables, bits }
    }

    fn width(&self, term: Term) -> u32 {
        self.terms.sort(term).width().unwrap_or(1)
    }

    /// The values of a term under all assignments. Those of all terms are computed in the order of their creation.
    fn values(&mut self, term: Term) -> &[u16] {
        while self.values.len() <= term.index() {
            let term = self.terms.all().nth(self.values.len()).unwrap();
            let row = self.row(term);
            self.values.push(row);
        }
        &self.values[term.index()]
    }

    fn row(&self, term: Term) -> Vec<u16> {
        let width = self.width(term);
        let arguments = self.terms.arguments(term);
        let of = |at: usize| &self.values[arguments[at].index()];
        let width_of = |at: usize| self.width(arguments[at]);
        let count = 1usize << self.bits;
        let unary = |f: &dyn Fn(u16) -> u16| -> Vec<u16> { of(0).iter().map(|&a| f(a) & mask(width)).collect() };
        let named = |table: &[Binary], name: &str| -> Vec<u16> {
            let f = table.iter().find(|row| row.0 == name).unwrap().2;
            of(0).iter().zip(of(1)).map(|(&a, &b)| f(a, b, width_of(0)) & mask(width)).collect()
        };
        match self.terms.op(term) {
            Op::Bool(value) => vec![u16::from(value); count],
            Op::Bits(_) => vec![self.terms.constant_bits(term).unwrap().to_u128().unwrap() as u16; count],
            Op::Variable(_) => {
                let first = self.variables.iter().find(|(variable, _)| *variable == term).unwrap().1;
                (0..count).map(|assignment| (assignment >> first) as u16 & mask(width)).collect()
            }
            Op::Not => unary(&|a| !a),
            Op::And => (0..count).map(|at| (0..arguments.len()).map(|of_at| of(of_at)[at]).min().unwrap()).collect(),
            Op::Ite => (0..count).map(|at| if of(0)[at] == 1 { of(1)[at] } else { of(2)[at] }).collect(),
            Op::Eq => named(PREDICATES, "eq"),
            Op::BvNot => unary(&|a| !a),
            Op::BvNeg => unary(&u16::wrapping_neg),
            Op::BvAnd => named(BINARY, "and"),
            Op::BvOr => named(BINARY, "or"),
            Op::BvXor => named(BINARY, "xor"),
            Op::BvAdd => named(BINARY, "add"),
            Op::BvMul => named(BINARY, "mul"),
            Op::BvUdiv => named(BINARY, "udiv"),
            Op::BvUrem => named(BINARY, "urem"),
            Op::BvShl => named(BINARY, "shl"),
            Op::BvLshr => named(BINARY, "lshr"),
            Op::BvAshr => named(BINARY, "ashr"),
            Op::BvUlt => named(PREDICATES, "ult"),
            Op::BvSlt => named(PREDICATES, "slt"),
            Op::BvConcat => of(0).iter().zip(of(1)).map(|(&a, &b)| a << width_of(1) | b).collect(),
            Op::BvExtract(low) => unary(&|a| a >> low),
            Op::BvZeroExtend => unary(&|a| a),
            Op::BvSignExtend => unary(&|a| signed(a, width_of(0)) as u16),
            Op::ConstArray | Op::Select | Op::Store => unreachable!("there are no arrays here"),
        }
    }

    /// Builds a term and compares its values with what the operation makes of its arguments'.
    fn check_binary(&mut self, (name, build, meaning): Binary, a: Term, b: Term) -> Term {
        let term = build(&mut self.terms, a, b);
        let (width, result) = (self.width(a), self.width(term));
        let (x, y) = (self.values(a).to_vec(), self.values(b).to_vec());
        let values = self.values(term);
        for at in 0..values.len() {
            let expected = meaning(x[at], y[at], width) & mask(result);
            assert_eq!(values[at], expected, "{name} of {} and {} (terms {a:?}, {b:?})", x[at], y[at]);
        }
        term
    }

    /// The forms that rules look for: constants, and every unary operation.
    fn forms(&mut self, leaves: &[Term], width: u32) -> Vec<Term> {
        let mut forms = leaves.to_vec();
        for k in [0, 1, 2, 3, 6, 1 << (width - 1), (1 << (width - 1)) + 1, (1 << (width - 1)) - 1, 254, 255u128] {
            forms.push(self.terms.number(width, k));
        }
        for &a in leaves {
            forms.push(self.terms.bv_not(a));
            forms.push(self.terms.bv_neg(a));
            for (low, part) in [(0, 1), (0, 2), (1, 2), (width - 1, 1), (1, width - 1), (0, width - 1)] {
                if low + part > width || part == 0 {
                    continue;
                }
                let bits = self.terms.extract(a, low, part);
                forms.push(self.terms.zero_extend_to(bits, width));
                forms.push(self.terms.sign_extend_to(bits, width));
                if part < width {
                    let zeros = self.terms.number(width - part, 0);
                    forms.push(self.terms.concat(bits, zeros));
                    forms.push(self.terms.concat(zeros, bits));
                    let rest = self.terms.extract(leaves[0], 0, width - part);
                    forms.push(self.terms.concat(bits, rest));
                    forms.push(self.terms.concat(rest, bits));
                }
            }
        }
        forms.sort_unstable();
        forms.dedup();
        forms
    }
}

/// All operations over all pairs of forms of two variables, and again over what came out and the forms.
fn two_levels(width: u32, every: u32) {
    let mut tables = Tables::new(&[width, width]);
    let leaves = [tables.variables[0].0, tables.variables[1].0];
    let forms = tables.forms(&leaves, width);
    let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut made = Vec::new();
    for &a in &forms {
        for &b in &forms {
            for &operation in BINARY {
                let term = tables.check_binary(operation, a, b);
                if rng.next_u32().is_multiple_of(every) {
                    made.push(term);
                }
            }
            for &predicate in PREDICATES {
                tables.check_binary(predicate, a, b);
            }
        }
    }
    made.sort_unstable();
    made.dedup();
    for &a in &made {
        let b = if rng.next_u32().is_multiple_of(2) {
            made[rng.next_u32() as usize % made.len()]
        } else {
            forms[rng.next_u32() as usize % forms.len()]
        };
        for &operation in BINARY.iter().chain(PREDICATES) {
            tables.check_binary(operation, a, b);
            tables.check_binary(operation, b, a);
        }
    }
}

#[test]
fn rules_on_three_bits() {
    two_levels(3, 4);
}

#[test]
fn rules_on_one_and_two_bits() {
    two_levels(1, 1);
    two_levels(2, 2);
}

/// All 8-bit pairs.
#[test]
fn rules_on_eight_bits() {
    let mut tables = Tables::new(&[8, 8]);
    let (x, y) = (tables.variables[0].0, tables.variables[1].0);
    let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut forms = tables.forms(&[x, y], 8);
    forms.retain(|_| rng.next_u32().is_multiple_of(4));
    for &operation in BINARY.iter().chain(PREDICATES) {
        tables.check_binary(operation, x, y);
        for &a in &forms {
            tables.check_binary(operation, a, x);
            tables.check_binary(operation, y, a);
        }
    }
}

/// `ite` and equality over three variables of four bits and two conditions, with branches that rules look for; what comes out is cut,
/// extended and compared.
#[test]
fn rules_on_branches() {
    let mut tables = Tables::new(&[3, 3, 0, 0]);
    let [x, y, p, q] = [0, 1, 2, 3].map(|at| tables.variables[at].0);
    let terms = &mut tables.terms;
    let numbers = [0, 1, 4, 7].map(|k| terms.number(3, k));
    let mut conditions = vec![p, q, terms.not(p), terms.and(p, q), terms.or(p, q), terms.eq(x, y), terms.xor(p, q)];
    conditions.push(terms.eq(x, numbers[1]));
    let mut branches = vec![x, y, terms.bv_not(x)];
    branches.extend(numbers);
    let mut level = branches.clone();
    for _ in 0..2 {
        let mut next = Vec::new();
        for &c in &conditions {
            for &a in &level {
                for &b in &branches {
                    for (then, otherwise) in [(a, b), (b, a)] {
                        next.push(check_ite(&mut tables, c, then, otherwise));
                    }
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        next.retain(|_| rng.next_u32().is_multiple_of(4));
        level = next;
    }
    for &a in &level {
        for &b in &branches {
            for &operation in BINARY.iter().chain(PREDICATES) {
                tables.check_binary(operation, a, b);
                tables.check_binary(operation, b, a);
            }
        }
    }
}

fn check_ite(tables: &mut Tables, c: Term, a: Term, b: Term) -> Term {
    let term = tables.terms.ite(c, a, b);
    let (x, y, z) = (tables.values(c).to_vec(), tables.values(a).to_vec(), tables.values(b).to_vec());
    let values = tables.values(term);
    for at in 0..values.len() {
        assert_eq!(values[at], if x[at] == 1 { y[at] } else { z[at] }, "ite of {c:?}, {a:?}, {b:?}");
    }
    term
}

/// Three levels of Boolean operations over four variables, and of equalities with constants.
#[test]
fn rules_on_bools() {
    let mut tables = Tables::new(&[0, 0, 0, 2]);
    let [p, q, r, x] = [0, 1, 2, 3].map(|at| tables.variables[at].0);
    let mut leaves = vec![p, q, tables.terms.not(p), tables.terms.truth(), r];
    for k in [0, 1, 2] {
        let k = tables.terms.number(2, k);
        let same = tables.terms.eq(x, k);
        leaves.extend([same, tables.terms.not(same)]);
    }
    let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut level = leaves.clone();
    for _ in 0..3 {
        let mut next = Vec::new();
        for &a in &level {
            for &b in &leaves {
                for &operation in BOOLEAN {
                    next.push(tables.check_binary(operation, a, b));
                    next.push(tables.check_binary(operation, b, a));
                }
                next.push(check_ite(&mut tables, a, b, p));
                next.push(check_ite(&mut tables, b, a, q));
                next.push(check_ite(&mut tables, q, a, b));
            }
        }
        next.sort_unstable();
        next.dedup();
        next.retain(|_| rng.next_u32().is_multiple_of(3));
        for _ in 0..2000 {
            let pick = |rng: &mut TestRng| next[rng.next_u32() as usize % next.len()];
            let some: Vec<Term> = (0..rng.next_u32() % 5).map(|_| pick(&mut rng)).collect();
            let rows: Vec<Vec<u16>> = some.iter().map(|&term| tables.values(term).to_vec()).collect();
            let (all, any) = (tables.terms.and_all(&some), tables.terms.or_all(&some));
            for at in 0..1usize << tables.bits {
                assert_eq!(tables.values(all)[at], rows.iter().map(|row| row[at]).min().unwrap_or(1), "{some:?}");
                assert_eq!(tables.values(any)[at], rows.iter().map(|row| row[at]).max().unwrap_or(0), "{some:?}");
            }
        }
        level = next;
    }
}

/// Cutting and joining: extract of everything that rules look through, at every place.
#[test]
fn rules_on_slices() {
    let mut tables = Tables::new(&[4, 4]);
    let (x, y) = (tables.variables[0].0, tables.variables[1].0);
    let mut whole = tables.forms(&[x, y], 4);
    for (a, b) in [(x, y), (y, x)] {
        whole.push(tables.terms.concat(a, b));
        whole.push(tables.terms.sign_extend_to(a, 7));
        whole.push(tables.terms.zero_extend_to(a, 6));
        for &(_, build, _) in BINARY {
            whole.push(build(&mut tables.terms, a, b));
        }
    }
    let mut parts = Vec::new();
    for a in whole {
        let full = tables.width(a);
        for low in 0..full {
            for width in 1..=full - low {
                let part = tables.terms.extract(a, low, width);
                let source = tables.values(a).to_vec();
                for (&whole, &part) in source.iter().zip(tables.values(part)) {
                    assert_eq!(part, whole >> low & mask(width), "extract {low} {width} of {a:?}");
                }
                parts.push(part);
            }
        }
    }
    parts.sort_unstable();
    parts.dedup();
    for &a in &parts {
        for &b in &parts {
            let (v, w) = (tables.width(a), tables.width(b));
            if v + w > 8 {
                continue;
            }
            let joined = tables.terms.concat(a, b);
            let (high, low) = (tables.values(a).to_vec(), tables.values(b).to_vec());
            for (at, &value) in tables.values(joined).iter().enumerate() {
                assert_eq!(value, high[at] << w | low[at], "concat of {a:?} and {b:?}");
            }
        }
        for width in tables.width(a)..=8 {
            let narrow = tables.width(a);
            let (zero, sign) = (tables.terms.zero_extend_to(a, width), tables.terms.sign_extend_to(a, width));
            let source = tables.values(a).to_vec();
            for (at, &value) in source.iter().enumerate() {
                assert_eq!(tables.values(zero)[at], value);
                assert_eq!(tables.values(sign)[at], signed(value, narrow) as u16 & mask(width));
            }
        }
    }
}

/// Operations on numbers that were extended, which are done in fewer bits.
#[test]
fn rules_on_extended_numbers() {
    for (narrow, other) in [(3, 3), (2, 4), (1, 3), (4, 2)] {
        let mut tables = Tables::new(&[narrow, other]);
        let variables = [tables.variables[0].0, tables.variables[1].0];
        for width in 5..=8 {
            let terms = &mut tables.terms;
            let mut forms = Vec::new();
            for variable in variables {
                forms.extend([terms.zero_extend_to(variable, width), terms.sign_extend_to(variable, width)]);
            }
            forms.extend(
                [0, 1, 2, 3, 5, 7, 1 << (width - 1), (1 << width) - 1, (1 << width) - 3]
                    .map(|k| terms.number(width, k)),
            );
            for &a in &forms {
                for &b in &forms {
                    for &operation in BINARY.iter().chain(PREDICATES) {
                        tables.check_binary(operation, a, b);
                    }
                }
            }
        }
    }
}

/// Random terms of many levels over wide variables: the evaluator agrees with machine numbers.
#[test]
fn rules_on_wide_numbers() {
    let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    for width in [16, 31, 64, 100] {
        for _ in 0..200 {
            let mut terms = Terms::new();
            let mut assignment = Assignment::new();
            let mut pool: Vec<(Term, Bits)> = Vec::new();
            for _ in 0..4 {
                let value = Bits::new(width, u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64()));
                let value = value.lshr_by(rng.next_u32() % width);
                let variable = terms.fresh("v", Sort::BitVec(width));
                assignment.set(variable, Value::Bits(value.clone()));
                pool.push((variable, value.clone()));
                pool.push((terms.bits(value.clone()), value));
            }
            for _ in 0..40 {
                let (a, x) = pool[rng.next_u32() as usize % pool.len()].clone();
                let (b, y) = pool[rng.next_u32() as usize % pool.len()].clone();
                let (low, part) = (rng.next_u32() % width, rng.next_u32() % width + 1);
                let part = part.min(width - low);
                pool.push(match rng.next_u32() % 18 {
                    0 => (terms.bv_add(a, b), x.add(&y)),
                    1 => (terms.bv_sub(a, b), x.sub(&y)),
                    2 => (terms.bv_mul(a, b), x.mul(&y)),
                    3 => (terms.bv_udiv(a, b), x.udiv(&y)),
                    4 => (terms.bv_urem(a, b), x.urem(&y)),
                    5 => (terms.bv_sdiv(a, b), x.sdiv(&y)),
                    6 => (terms.bv_srem(a, b), x.srem(&y)),
                    7 => (terms.bv_and(a, b), x.and(&y)),
                    8 => (terms.bv_or(a, b), x.or(&y)),
                    9 => (terms.bv_xor(a, b), x.xor(&y)),
                    10 => (terms.bv_shl(a, b), x.shl(&y)),
                    11 => (terms.bv_lshr(a, b), x.lshr(&y)),
                    12 => (terms.bv_ashr(a, b), x.ashr(&y)),
                    13 => (terms.bv_neg(a), x.neg()),
                    14 => {
                        let bits = terms.extract(a, low, part);
                        (terms.sign_extend_to(bits, width), x.extract(low, part).sign_extend(width))
                    }
                    15 => {
                        let bits = terms.extract(a, low, part);
                        (terms.zero_extend_to(bits, width), x.extract(low, part).zero_extend(width))
                    }
                    16 => {
                        let less = terms.bv_slt(a, b);
                        (terms.ite(less, a, b), if x.slt(&y) { x } else { y })
                    }
                    _ => {
                        let less = terms.bv_ult(a, b);
                        (terms.bool_to_bits(less, width), Bits::new(width, x.ult(&y).into()))
                    }
                });
            }
            for (term, value) in pool {
                assert_eq!(evaluate(&terms, &assignment, term), Value::Bits(value));
            }
        }
    }
}
