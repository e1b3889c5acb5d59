//! Printed scripts read back with the same meaning; z3, if it is installed, agrees on satisfiability.

use std::process::{Command, Stdio};

use proptest::test_runner::{RngAlgorithm, TestRng};

use super::*;
use crate::assignment::Assignment;
use crate::bits::Bits;
use crate::crosscheck::Pool;
use crate::evaluate::evaluate;
use crate::sat::{Cadical, SatResult};
use crate::solver::Solver;
use crate::sort::Sort;
use crate::term::{Term, Terms};
use crate::value::{ArrayValue, Value};
use proptest::prelude::Rng as _;

fn text_of(terms: &Terms, query: &Query) -> String {
    let mut text = String::new();
    print(terms, query, &mut text).expect("a string takes everything");
    text
}

fn random_value(rng: &mut TestRng, sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(rng.next_u32().is_multiple_of(2)),
        Sort::BitVec(width) => Value::Bits(Bits::new(width, rng.next_u64().into())),
        Sort::Array { index, element } => {
            let mut array = ArrayValue::constant(index, Bits::new(element, rng.next_u64().into()));
            for at in 0..4 {
                array.store(Bits::new(index, at), Bits::new(element, rng.next_u64().into()));
            }
            Value::Array(array)
        }
    }
}

#[test]
fn what_is_printed_is_read_with_the_same_meaning() {
    let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    for _ in 0..100 {
        let mut pool = Pool::new(5, 2);
        for _ in 0..80 {
            pool.grow(&mut rng);
        }
        let Pool { terms, bools, .. } = pool;
        let assertions: Vec<Term> = bools.iter().rev().take(5).copied().collect();
        let query = Query { assertions: assertions.clone(), assumptions: vec![bools[0]], values: vec![] };
        let text = text_of(&terms, &query);
        let mut others = Terms::new();
        let script = read(&text, &mut others).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!((script.assertions.len(), script.assumptions.len()), (5, 1));
        let originals = crate::traverse::variables_of(&terms, &[assertions, vec![bools[0]]].concat());
        assert_eq!(originals.len(), script.variables.len());
        for _ in 0..20 {
            let (mut here, mut there) = (Assignment::new(), Assignment::new());
            for (&original, (_, copy)) in originals.iter().zip(&script.variables) {
                let value = random_value(&mut rng, terms.sort(original));
                here.set(original, value.clone());
                there.set(*copy, value);
            }
            for (&original, &copy) in query.assertions.iter().zip(&script.assertions) {
                assert_eq!(evaluate(&terms, &here, original), evaluate(&others, &there, copy), "{text}");
            }
        }
    }
}

#[test]
fn deep_and_shared_terms_print_in_linear_size() {
    let mut terms = Terms::new();
    let (x, y) = (terms.fresh("x", Sort::BitVec(8)), terms.fresh("y", Sort::BitVec(8)));
    // Each step uses the one before twice, and is one deeper.
    let mut deep = x;
    for _ in 0..50_000 {
        let product = terms.bv_mul(deep, y);
        deep = terms.bv_xor(product, deep);
    }
    let zero = terms.number(8, 0);
    let goal = terms.eq(deep, zero);
    let text = text_of(&terms, &Query { assertions: vec![goal], ..Query::default() });
    assert!(text.len() < 60 * 100_000, "{}", text.len());
    let mut others = Terms::new();
    let script = read(&text, &mut others).expect("it is readable");
    assert_eq!(script.assertions.len(), 1);
    // And nested as deeply as a text can be.
    let nested = format!("(declare-const p Bool)(assert {}p{})", "(not ".repeat(100_000), ")".repeat(100_000));
    assert!(read(&nested, &mut others).is_ok());
}

#[test]
fn terms_are_shown_with_their_sharing() {
    let mut terms = Terms::new();
    let (x, y) = (terms.fresh("x", Sort::BitVec(8)), terms.fresh("the y", Sort::BitVec(8)));
    let sum = terms.bv_add(x, y);
    let square = terms.bv_mul(sum, sum);
    let zero = terms.number(8, 0);
    let goal = terms.eq(square, zero);
    let name = format!("t{}", sum.index());
    assert_eq!(show(&terms, goal), format!("(let (({name} (bvadd x |the y|))) (= (bvmul {name} {name}) #x00))"));
    assert_eq!(show(&terms, sum), "(bvadd x |the y|)");
    let script =
        format!("(declare-const x (_ BitVec 8)) (declare-const |the y| (_ BitVec 8)) (assert {})", show(&terms, goal));
    assert!(read(&script, &mut Terms::new()).is_ok());
}

#[test]
fn names_are_kept_apart() {
    let mut terms = Terms::new();
    let names = ["x", "x", "x!2", "", "a b", "a|b", "let", "bvadd", "t9", "0x"];
    let variables: Vec<Term> = names.iter().map(|name| terms.fresh(name, Sort::Bool)).collect();
    let goal = terms.and_all(&variables);
    let text = text_of(&terms, &Query { assertions: vec![goal], ..Query::default() });
    let mut others = Terms::new();
    let script = read(&text, &mut others).expect("it is readable");
    assert_eq!(others.arguments(script.assertions[0]).len(), names.len(), "{text}");
}

#[test]
fn what_others_write_is_read() {
    let text = "; a comment
        (set-info :source |a long
        story|)
        (set-logic QF_ABV) (declare-fun x () (_ BitVec 12)) (declare-const |m m| (Array (_ BitVec 12) (_ BitVec 8)))
        (define-fun f () (_ BitVec 12) (let ((x (bvadd x (_ bv4100 12))) (y x)) (bvsub x y)))
        (assert (= f #x004))
        (assert (! (= ((_ rotate_left 4) #xabc) #xbca) :named first))
        (assert (= ((_ repeat 2) #b10) #xa ((_ rotate_right 2) #xa)))
        (assert (=> (bvult x #x001) false true))
        (assert (= ((as const (Array (_ BitVec 12) (_ BitVec 8))) #x00) (store |m m| x #x00)))
        (assert (distinct x #x000 #x001))
        (check-sat)";
    let mut terms = Terms::new();
    let script = read(text, &mut terms).expect("it is readable");
    let mut solver = Solver::new(Cadical::new());
    for &assertion in &script.assertions {
        solver.assert(&mut terms, assertion);
    }
    assert_eq!(solver.check(&mut terms, &[]), SatResult::Sat);
    for &assertion in &script.assertions {
        assert_eq!(solver.value(&terms, assertion), Value::Bool(true));
    }
}

#[test]
fn what_is_wrong_is_told_by_its_line() {
    for (text, line, part) in [
        ("(assert\n(bvadd #x0 #b0))", 2, "do not have the sorts"),
        ("(assert x)", 1, "'x' is not declared"),
        ("\n\n(assert (= #x0 #x0", 3, "never closed"),
        ("(assert true))", 1, "closes nothing"),
        ("(declare-fun f (Bool) Bool)", 1, "parameters"),
        ("(declare-const x (_ BitVec 0))", 1, "at least one bit"),
        ("(assert ((_ extract 4 0) #x0))", 1, "bits are extracted"),
        ("(assert #x0)", 1, "a Bool was expected"),
        ("(assert (forall ((x Bool)) x))", 1, ""),
        ("(push 1)", 1, "not supported"),
        ("(assert (select #x0 #x0))", 1, "do not have the sorts"),
        ("(assert (not true true))", 1, "does not take 2"),
        ("(assert ((_ repeat 0) #x0))", 1, "not supported"),
        ("(assert (let ((x true)) x) false)", 1, "not supported in this form"),
        ("(assert |x)", 1, "never closed"),
        ("(assert ())", 1, "a term was expected"),
    ] {
        let error = read(text, &mut Terms::new()).expect_err(text);
        assert_eq!(error.line, line, "{text}: {error}");
        assert!(error.message.contains(part), "{text}: {error}");
    }
}

/// z3 as a process. The test says by name that it was skipped, where there is none.
#[test]
fn z3_agrees() {
    let installed = Command::new("z3").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !installed.is_ok_and(|status| status.success()) {
        eprintln!("skipped: smtlib::tests::z3_agrees (there is no z3)");
        return;
    }
    let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let directory = tempfile::tempdir().expect("a directory for queries");
    for round in 0..40 {
        let mut pool = Pool::new(4 + round % 4, round as usize % 3);
        for _ in 0..60 {
            pool.grow(&mut rng);
        }
        let Pool { mut terms, bools, .. } = pool;
        let assertions: Vec<Term> = bools.iter().rev().take(4).copied().collect();
        let query = Query { assertions: assertions.clone(), assumptions: bools[..1].to_vec(), values: vec![] };
        let path = directory.path().join("query.smt2");
        std::fs::write(&path, text_of(&terms, &query)).expect("the query is written");
        let answer = Command::new("z3").arg("-T:60").arg(&path).output().expect("z3 runs");
        let answer = String::from_utf8_lossy(&answer.stdout).into_owned();
        let mut solver = Solver::new(Cadical::new());
        for &assertion in &assertions {
            solver.assert(&mut terms, assertion);
        }
        let expected = match solver.check(&mut terms, &query.assumptions) {
            SatResult::Sat => "sat",
            SatResult::Unsat => "unsat",
            SatResult::Interrupted => unreachable!("nobody interrupts"),
        };
        assert_eq!(answer.trim(), expected, "{}", text_of(&terms, &query));
    }
}
