//! Moves as reducible blocks: what they save, and each rule with a program that shows what it is for.
//!
//! Every program is decided under all reductions, none among them, and each verdict would be another one if the rule that the test
//! is named after were broken.

use raddle_analysis::reduction::Reduction;
use raddle_explicit::Reductions;
use raddle_program::builder::{Code, ProgramBuilder, read};
use raddle_program::property::Property;
use raddle_program::syntax::{Effect, Place, ProcedureId, Program, Synchronization};
use raddle_program::types::DataModel;

use crate::support::{SAFETY, assert_is, counter, increment, n_states, set, start_all, words};

/// Two or three variables, two mutexes, and threads.
struct Parts {
    builder: ProgramBuilder,
    x: Place,
    y: Place,
    m: Place,
    n: Place,
}

fn parts() -> Parts {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let bytes = builder.array(int, 10);
    let (x, y) = (builder.global("x", int), builder.global("y", int));
    let (m, n) = (builder.global("m", bytes), builder.global("n", bytes));
    Parts { builder, x, y, m, n }
}

impl Parts {
    fn thread(&mut self, name: &str, write: impl FnOnce(&mut Code<'_>)) -> ProcedureId {
        let void_pointer = self.builder.void_pointer();
        self.builder.procedure(name, void_pointer, write)
    }

    fn finish(mut self, threads: &[ProcedureId]) -> Program {
        start_all(&mut self.builder, threads, |_| {});
        self.builder.finish()
    }
}

/// Asserts that a variable does not have a value, after it was read into a register.
fn assert_is_not(code: &mut Code<'_>, place: &Place, number: i128) {
    let seen = code.register("seen_value", place.ty);
    code.assign(&seen, read(place.clone()));
    let number = code.number(number);
    let equal = code.equal(read(seen), number);
    let differs = code.not(equal);
    code.assert(differs);
}

#[test]
fn what_a_lock_protects_is_one_step() {
    let program = counter(3, true);
    let of = |reduction| n_states(&program, Reductions::named(reduction)).0;
    let counts = [Reduction::None, Reduction::Visible, Reduction::ReadWrite, Reduction::Blocks].map(of);
    assert!(counts.is_sorted_by(|one, next| one >= next), "{counts:?}");
    assert!(counts[3] * 4 <= counts[2], "{counts:?}");
    assert_eq!(words(counter(3, true), &SAFETY), ["SAFE", "SAFE", "SAFE", "SAFE"]);
    assert_eq!(words(counter(2, false), &SAFETY)[0], "UNSAFE");
}

#[test]
fn one_access_without_the_lock_ends_the_trust_in_it() {
    // The second thread sees the middle of the first one's critical section.
    let mut parts = parts();
    let (x, m) = (parts.x.clone(), parts.m.clone());
    let writer = parts.thread("writer", |code| {
        code.lock(&m);
        set(code, &x, 1);
        set(code, &x, 2);
        code.unlock(&m);
    });
    let reader = parts.thread("reader", |code| assert_is_not(code, &x, 1));
    assert_eq!(words(parts.finish(&[writer, reader]), &SAFETY)[..2], ["UNSAFE", "UNSAFE"]);
}

#[test]
fn an_attempt_sees_that_a_lock_is_held() {
    // A trylock that fails, and a plain access in the time in which the lock is held.
    let mut parts = parts();
    let (y, m) = (parts.y.clone(), parts.m.clone());
    let holder = parts.thread("holder", |code| {
        code.lock(&m);
        code.unlock(&m);
    });
    let observer = parts.thread("observer", |code| {
        let int = y.ty;
        let outcome = code.register("outcome", int);
        let operand = code.address_of(&m);
        let result = match outcome.kind {
            raddle_program::syntax::PlaceKind::Local(local) => Some(local),
            _ => None,
        };
        let operation = Synchronization::MutexTryLock;
        code.effect(Effect::Synchronize { operation, operands: vec![operand], result });
        let zero = code.number(0);
        let is_free = code.equal(read(outcome), zero);
        code.assert(is_free);
    });
    assert_eq!(words(parts.finish(&[holder, observer]), &[Property::Assertions]), ["UNSAFE"]);
}

#[test]
fn nested_acquisitions_deadlock() {
    let mut parts = parts();
    let (x, y, m, n) = (parts.x.clone(), parts.y.clone(), parts.m.clone(), parts.n.clone());
    let nested = |parts: &mut Parts, name: &str, first: &Place, second: &Place| {
        parts.thread(name, |code| {
            code.lock(first);
            increment(code, &x);
            code.lock(second);
            increment(code, &y);
            code.unlock(second);
            code.unlock(first);
        })
    };
    let threads = [nested(&mut parts, "one", &m, &n), nested(&mut parts, "other", &n, &m)];
    assert_eq!(words(parts.finish(&threads), &[Property::Deadlock]), ["UNSAFE"]);
}

#[test]
fn who_unlocks_what_another_one_holds_ends_the_trust_in_locks() {
    // The second thread opens the first one's lock, and the third one sees the middle of its critical section under the lock.
    let mut parts = parts();
    let (x, m) = (parts.x.clone(), parts.m.clone());
    let writer = parts.thread("writer", |code| {
        code.lock(&m);
        set(code, &x, 1);
        set(code, &x, 2);
        code.unlock(&m);
    });
    let thief = parts.thread("thief", |code| code.unlock(&m));
    let reader = parts.thread("reader", |code| {
        code.lock(&m);
        assert_is_not(code, &x, 1);
        code.unlock(&m);
    });
    assert_eq!(words(parts.finish(&[writer, thief, reader]), &[Property::Assertions]), ["UNSAFE"]);
}

#[test]
fn a_lock_that_is_made_new_while_others_run_protects_nothing() {
    let mut parts = parts();
    let (x, m) = (parts.x.clone(), parts.m.clone());
    let writer = parts.thread("writer", |code| {
        code.lock(&m);
        set(code, &x, 1);
        set(code, &x, 2);
        code.unlock(&m);
    });
    let renewer = parts.thread("renewer", |code| {
        let (operand, normal) = (code.address_of(&m), code.number(0));
        let operation = Synchronization::MutexInit;
        code.effect(Effect::Synchronize { operation, operands: vec![operand, normal], result: None });
        code.lock(&m);
        assert_is_not(code, &x, 1);
        code.unlock(&m);
    });
    assert_eq!(words(parts.finish(&[writer, renewer]), &[Property::Assertions]), ["UNSAFE"]);
}

#[test]
fn two_steps_that_do_not_move_are_two_blocks() {
    // Between its two plain accesses under a lock, another thread gets in.
    let mut parts = parts();
    let (x, y, m) = (parts.x.clone(), parts.y.clone(), parts.m.clone());
    let writer = parts.thread("writer", |code| {
        code.lock(&m);
        set(code, &x, 1);
        set(code, &y, 1);
        code.unlock(&m);
    });
    let reader = parts.thread("reader", |code| {
        let int = x.ty;
        let (a, b) = (code.register("a", int), code.register("b", int));
        code.assign(&a, read(x.clone()));
        code.assign(&b, read(y.clone()));
        let (one, zero) = (code.number(1), code.number(0));
        let is_written = code.equal(read(a), one);
        code.when(is_written, |code| {
            let differs = code.equal(read(b), zero);
            let same = code.not(differs);
            code.assert(same);
        });
    });
    assert_eq!(words(parts.finish(&[writer, reader]), &[Property::Assertions]), ["UNSAFE"]);
}

#[test]
fn after_its_commit_a_block_takes_no_further_lock() {
    // The first thread gives m back before it takes n: the second one's critical section on both may come between.
    let mut parts = parts();
    let (x, y, m, n) = (parts.x.clone(), parts.y.clone(), parts.m.clone(), parts.n.clone());
    let one = parts.thread("one", |code| {
        code.lock(&m);
        set(code, &x, 1);
        code.unlock(&m);
        code.lock(&n);
        set(code, &y, 1);
        code.unlock(&n);
    });
    let other = parts.thread("other", |code| {
        let int = x.ty;
        let (a, b) = (code.register("a", int), code.register("b", int));
        code.lock(&m);
        code.lock(&n);
        code.assign(&a, read(x.clone()));
        code.assign(&b, read(y.clone()));
        code.unlock(&n);
        code.unlock(&m);
        let same = code.equal(read(a), read(b));
        code.assert(same);
    });
    assert_eq!(words(parts.finish(&[one, other]), &SAFETY), ["UNSAFE", "SAFE", "SAFE", "SAFE"]);
}

#[test]
fn a_race_inside_of_a_block_is_seen() {
    let mut parts = parts();
    let (x, y, m) = (parts.x.clone(), parts.y.clone(), parts.m.clone());
    let one = parts.thread("one", |code| {
        code.lock(&m);
        increment(code, &x);
        set(code, &y, 1);
        code.unlock(&m);
    });
    let other = parts.thread("other", |code| {
        code.lock(&m);
        increment(code, &x);
        code.unlock(&m);
        set(code, &y, 2);
    });
    assert_eq!(words(parts.finish(&[one, other]), &SAFETY), ["SAFE", "UNSAFE", "SAFE", "SAFE"]);
}

#[test]
fn what_is_accessed_before_and_after_all_threads_needs_no_lock() {
    let mut parts = parts();
    let (x, m) = (parts.x.clone(), parts.m.clone());
    let worker = parts.thread("worker", |code| {
        code.lock(&m);
        increment(code, &x);
        code.unlock(&m);
    });
    start_all(&mut parts.builder, &[worker, worker, worker], |code| assert_is(code, &x, 3));
    let program = parts.builder.finish();
    let (of_blocks, _) = n_states(&program, Reductions::named(Reduction::Blocks));
    let (of_conflicts, _) = n_states(&program, Reductions::named(Reduction::ReadWrite));
    assert!(of_blocks * 4 <= of_conflicts, "{of_blocks} of {of_conflicts}");
    assert_eq!(words(program, &SAFETY), ["SAFE", "SAFE", "SAFE", "SAFE"]);
}
