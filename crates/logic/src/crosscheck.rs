//! Random formulas: two SAT solvers must agree with each other and with an enumeration of all assignments, models must satisfy the
//! assertions, cores must be unsatisfiable, and assumptions must count like assertions.

use proptest::prelude::Rng as _;
use proptest::test_runner::{RngAlgorithm, TestRng};

use crate::assignment::Assignment;
use crate::bits::Bits;
use crate::evaluate::Evaluator;
use crate::sat::{Batsat, Cadical, SatResult, SatSolver};
use crate::solver::Solver;
use crate::sort::Sort;
use crate::term::{Term, Terms};
use crate::value::{ArrayValue, Value};

/// What random terms are made of.
pub(crate) struct Pool {
    pub terms: Terms,
    pub bools: Vec<Term>,
    pub numbers: Vec<Term>,
    pub arrays: Vec<Term>,
}

/// Indices and elements of the arrays, and the numbers, have this many bits.
const WIDTH: u32 = 2;

impl Pool {
    /// Variables: a Bool, two numbers, and this many arrays.
    pub(crate) fn new(width: u32, arrays: usize) -> Pool {
        let mut terms = Terms::new();
        let bools = vec![terms.fresh("p", Sort::Bool)];
        let numbers = ["x", "y"].map(|name| terms.fresh(name, Sort::BitVec(width)));
        let sort = Sort::Array { index: width, element: width };
        let arrays = (0..arrays).map(|_| terms.fresh("a", sort)).collect();
        Pool { terms, bools, numbers: numbers.to_vec(), arrays }
    }

    /// Makes a term of what is there.
    pub(crate) fn grow(&mut self, rng: &mut TestRng) {
        let width = self.terms.width(self.numbers[0]);
        let pick = |rng: &mut TestRng, from: &[Term]| from[rng.next_u32() as usize % from.len()];
        let (p, q) = (pick(rng, &self.bools), pick(rng, &self.bools));
        let (x, y) = (pick(rng, &self.numbers), pick(rng, &self.numbers));
        let terms = &mut self.terms;
        let kinds = if self.arrays.is_empty() { 22 } else { 32 };
        // Circuits of many gates are left to small numbers.
        let costly = |kind: u32| width > 8 && matches!(kind, 3..=5 | 19);
        let made = match Some(rng.next_u32() % kinds).filter(|&kind| !costly(kind)).unwrap_or(0) {
            0 => terms.number(width, rng.next_u64().into()),
            1 => terms.bv_add(x, y),
            2 => terms.bv_sub(x, y),
            3 => terms.bv_mul(x, y),
            4 => terms.bv_udiv(x, y),
            5 => terms.bv_srem(x, y),
            6 => terms.bv_and(x, y),
            7 => terms.bv_xor(x, y),
            8 => terms.bv_shl(x, y),
            9 => terms.bv_ashr(x, y),
            10 => terms.ite(p, x, y),
            11 => {
                let bit = terms.extract(x, rng.next_u32() % width, 1);
                terms.sign_extend_to(bit, width)
            }
            12 => terms.eq(x, y),
            13 => terms.bv_ult(x, y),
            14 => terms.bv_slt(x, y),
            15 => terms.and(p, q),
            16 => terms.or(p, q),
            17 => terms.xor(p, q),
            18 => terms.not(p),
            19 => terms.mul_overflows_signed(x, y),
            20 => terms.bv_or(x, y),
            21 => terms.bv_neg(x),
            kind => {
                let (a, b) = (pick(rng, &self.arrays), pick(rng, &self.arrays));
                match kind {
                    22..=25 => terms.select(a, x),
                    26 | 27 => terms.store(a, x, y),
                    28 => terms.ite(p, a, b),
                    29 => terms.const_array(width, x),
                    _ => terms.eq(a, b),
                }
            }
        };
        match self.terms.sort(made) {
            Sort::Bool => self.bools.push(made),
            Sort::BitVec(_) => self.numbers.push(made),
            Sort::Array { .. } => self.arrays.push(made),
        }
    }
}

/// Whether some assignment makes a term true, by trying all.
fn some_assignment(terms: &Terms, goal: Term) -> bool {
    let variables: Vec<Term> = terms.variables().collect();
    let bits: u32 = variables
        .iter()
        .map(|&variable| match terms.sort(variable) {
            Sort::Bool => 1,
            Sort::BitVec(width) => width,
            Sort::Array { index, element } => element << index,
        })
        .sum();
    (0..1u64 << bits).any(|mut number| {
        let mut take = |width: u32| {
            let bits = Bits::new(width, number.into());
            number >>= width;
            bits
        };
        let mut assignment = Assignment::new();
        for &variable in &variables {
            let value = match terms.sort(variable) {
                Sort::Bool => Value::Bool(take(1).is_one()),
                Sort::BitVec(width) => Value::Bits(take(width)),
                Sort::Array { index, element } => {
                    let mut array = ArrayValue::constant(index, Bits::zero(element));
                    for at in 0..1 << index {
                        array.store(Bits::new(index, at), take(element));
                    }
                    Value::Array(array)
                }
            };
            assignment.set(variable, value);
        }
        Evaluator::new(&assignment).truth(terms, goal)
    })
}

/// Asserts and assumes terms, and checks the answer.
fn decide(solver: &mut Solver<impl SatSolver>, terms: &mut Terms, asserted: &[Term], assumed: &[Term]) -> bool {
    for &term in asserted {
        solver.assert(terms, term);
    }
    match solver.check(terms, assumed) {
        SatResult::Sat => {
            for &term in asserted.iter().chain(assumed) {
                assert_eq!(solver.value(terms, term), Value::Bool(true), "the model does not satisfy {term:?}");
            }
            true
        }
        SatResult::Unsat => {
            let core = solver.core().to_vec();
            assert!(core.iter().all(|term| assumed.contains(term)), "the core is not among the assumptions");
            assert_eq!(solver.check(terms, &core), SatResult::Unsat, "the core has a model");
            false
        }
        SatResult::Interrupted => panic!("nobody interrupted"),
    }
}

fn agree(rounds: usize, arrays: usize, size: usize) -> [usize; 2] {
    let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut outcomes = [0, 0];
    for _ in 0..rounds {
        let mut pool = Pool::new(WIDTH, arrays);
        for _ in 0..size {
            pool.grow(&mut rng);
        }
        let Pool { mut terms, bools, .. } = pool;
        let last: Vec<Term> = bools.iter().rev().take(4).copied().collect();
        let all = terms.and_all(&last);
        let expected = some_assignment(&terms, all);
        outcomes[usize::from(expected)] += 1;
        let (asserted, assumed) = last.split_at(last.len() / 2);
        let mut before = terms.clone();
        let mut first = Solver::new(Cadical::new());
        assert_eq!(decide(&mut first, &mut terms, asserted, assumed), expected, "{last:?}");
        // Once more on top of what it has learned.
        if decide(&mut first, &mut terms, assumed, &[]) {
            assert!(decide(&mut first, &mut terms, &[], asserted) == expected);
        }
        let mut second = Solver::with_lazy_arrays(Batsat::create());
        assert_eq!(decide(&mut second, &mut before, &[], &last), expected, "{last:?}");
    }
    outcomes
}

#[test]
fn solvers_agree_with_trying_all_assignments() {
    let outcomes = agree(300, 0, 30);
    assert!(outcomes.iter().all(|&count| count > 40), "the formulas are too easy: {outcomes:?}");
}

#[test]
fn arrays_agree_with_trying_all_assignments() {
    let one = agree(60, 1, 40);
    assert!(one.iter().all(|&count| count > 8), "the formulas are too easy: {one:?}");
}

/// Arrays with wide indices, most of which do not occur in the formula. No enumeration is possible, but models must satisfy the formulas.
#[test]
fn models_of_wide_arrays_satisfy_the_formulas() {
    let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut found = 0;
    for _ in 0..60 {
        let mut pool = Pool::new(17, 3);
        for _ in 0..50 {
            pool.grow(&mut rng);
        }
        let Pool { mut terms, bools, .. } = pool;
        let last: Vec<Term> = bools.iter().rev().take(3).copied().collect();
        let mut before = terms.clone();
        let cadical = decide(&mut Solver::new(Cadical::new()), &mut terms, &last, &[]);
        assert_eq!(decide(&mut Solver::with_lazy_arrays(Batsat::create()), &mut before, &[], &last), cadical);
        found += usize::from(cadical);
    }
    assert!(found > 12, "{found}");
}

/// Facts about whole arrays that hold for wide indices alone by *elsewhere*.
#[test]
fn equal_arrays_are_equal_everywhere() {
    for width in [1, 2, 3, 17, 64] {
        let mut terms = Terms::new();
        let sort = Sort::Array { index: width, element: 8 };
        let (a, b) = (terms.fresh("a", sort), terms.fresh("b", sort));
        let (i, j) = (terms.fresh("i", Sort::BitVec(width)), terms.fresh("j", Sort::BitVec(width)));
        let (zero, one) = (terms.number(8, 0), terms.number(8, 1));
        let (zeros, ones) = (terms.const_array(width, zero), terms.const_array(width, one));
        let changed = terms.store(zeros, i, one);
        let a_is = terms.eq(a, changed);
        let b_is = terms.eq(b, ones);
        let changed_at_j = terms.store(a, j, one);
        let same = terms.eq(changed_at_j, b);
        // Two changes make all zeros ones only if there are at most two indices.
        let mut solver = Solver::new(Cadical::new());
        let found = decide(&mut solver, &mut terms, &[a_is, b_is, same], &[]);
        assert_eq!(found, width == 1, "at width {width}");
        // a = b, and they read differently at one index.
        let mut solver = Solver::new(Cadical::new());
        let equal = terms.eq(a, b);
        let (x, y) = (terms.select(a, i), terms.select(b, i));
        let differ = terms.ne(x, y);
        assert!(!decide(&mut solver, &mut terms, &[equal, differ], &[]));
        // Different arrays differ somewhere.
        let mut solver = Solver::new(Cadical::new());
        let different = terms.ne(a, b);
        assert!(decide(&mut solver, &mut terms, &[different, b_is], &[]));
    }
}
