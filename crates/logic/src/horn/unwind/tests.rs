//! Systems with a complete unwinding, systems without one, and systems with a derivation.

use crate::horn::read::read;
use crate::horn::solve::{self, Budget, Run};
use crate::horn::unwind::{Aim, Limits, Unwound};
use crate::term::Terms;

fn unwound(text: &str, aim: Aim) -> Unwound {
    let mut terms = Terms::new();
    let system = read(text, &mut terms).expect("the system is well-formed");
    let run = Run::new(Budget::default());
    solve::unwind(&mut terms, &system, (aim, Limits { alike: 16, ..Limits::default() }), &run)
}

/// `rounds` times one of two numbers is added to the other; no sum is above `most`.
fn sums(rounds: u32, most: u32) -> String {
    format!(
        "(declare-fun P ((_ BitVec 8) (_ BitVec 32) (_ BitVec 32)) Bool)
        (assert (P #x00 #x00000001 #x00000001))
        (assert (forall ((k (_ BitVec 8)) (i (_ BitVec 32)) (j (_ BitVec 32)))
            (=> (and (P k i j) (bvult k (_ bv{rounds} 8))) (P (bvadd k #x01) (bvadd i j) j))))
        (assert (forall ((k (_ BitVec 8)) (i (_ BitVec 32)) (j (_ BitVec 32)))
            (=> (and (P k i j) (bvult k (_ bv{rounds} 8))) (P (bvadd k #x01) i (bvadd i j)))))
        (assert (forall ((k (_ BitVec 8)) (i (_ BitVec 32)) (j (_ BitVec 32)))
            (=> (and (P k i j) (bvugt i (_ bv{most} 32))) false)))"
    )
}

/// A number below 40 is chosen, and three times as much must not be `wrong`.
fn chosen(wrong: u32) -> String {
    let mut text = "(declare-fun P ((_ BitVec 8)) Bool)(declare-fun Q ((_ BitVec 8) (_ BitVec 8)) Bool)".to_owned();
    for number in 0..40 {
        text += &format!("(assert (P (_ bv{number} 8)))");
    }
    text += "(assert (forall ((x (_ BitVec 8))) (=> (P x) (Q #x00 x))))
        (assert (forall ((k (_ BitVec 8)) (x (_ BitVec 8))) (=> (and (Q k x) (bvult k #x02)) (Q (bvadd k #x01) x))))";
    text + &format!(
        "(assert (forall ((k (_ BitVec 8)) (x (_ BitVec 8)))
            (=> (and (Q k x) (= k #x02) (= (bvmul #x03 x) (_ bv{wrong} 8))) false)))"
    )
}

#[test]
fn loops_that_constants_count_end_and_nothing_between_is_lost() {
    for (most, is_safe) in [(20, false), (21, true)] {
        for aim in [Aim::Proof, Aim::Derivations] {
            let found = unwound(&sums(6, most), aim);
            let is_right = match &found {
                Unwound::Complete { .. } => is_safe,
                Unwound::Unsafe(_) => !is_safe,
                _ => false,
            };
            assert!(is_right, "{most}: {found:?}");
        }
    }
}

#[test]
fn of_many_that_are_merged_each_is_still_meant() {
    for wrong in [0, 3 * 17, 3 * 39] {
        assert!(matches!(unwound(&chosen(wrong), Aim::Proof), Unwound::Unsafe(_)), "{wrong}");
    }
    for wrong in [1, 3 * 40, 3 * 41] {
        assert!(matches!(unwound(&chosen(wrong), Aim::Proof), Unwound::Complete { .. }), "{wrong}");
    }
}

#[test]
fn a_loop_that_nothing_counts_is_left_to_others_or_comes_back_to_what_was_seen() {
    let text = "(declare-fun P ((_ BitVec 8)) Bool)
        (assert (P #x00))
        (assert (forall ((x (_ BitVec 8))) (=> (P x) (P (bvxor x #x01)))))
        (assert (forall ((x (_ BitVec 8))) (=> (and (P x) (= x #x02)) false)))";
    assert!(matches!(unwound(text, Aim::Proof), Unwound::Open(_)));
    assert!(matches!(unwound(text, Aim::Derivations), Unwound::Complete { nodes: 2, .. }));
}
