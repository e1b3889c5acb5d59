//! Waiting: conditions, spurious wake-ups, and what is locked by an input's choice.

use raddle_program::builder::{Code, ProgramBuilder, read};
use raddle_program::property::Property;
use raddle_program::syntax::{BinaryOperator, Program, Synchronization};
use raddle_program::types::DataModel;

use crate::support::{SAFETY, assert_is, set, start_all, words};

/// A waiter that waits once, and a signaller; the flag is tested or not.
fn signal(tests_flag: bool) -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let bytes = builder.array(int, 12);
    let void_pointer = builder.void_pointer();
    let (m, c, flag) = (builder.global("m", bytes), builder.global("c", bytes), builder.global("flag", int));
    let wait = |code: &mut Code<'_>| {
        code.synchronize(Synchronization::ConditionRelease, &[&c, &m]);
        code.synchronize(Synchronization::ConditionWake, &[&c, &m]);
        code.lock(&m);
    };
    let waiter = builder.procedure("waiter", void_pointer, |code| {
        code.lock(&m);
        if tests_flag {
            let zero = code.number(0);
            let unset = code.equal(read(flag.clone()), zero);
            code.repeat(unset, wait);
        } else {
            wait(code);
        }
        code.unlock(&m);
    });
    let signaller = builder.procedure("signaller", void_pointer, |code| {
        code.lock(&m);
        let one = code.number(1);
        code.assign(&flag, one);
        code.synchronize(Synchronization::ConditionSignal, &[&c]);
        code.unlock(&m);
    });
    start_all(&mut builder, &[waiter, signaller], |_| {});
    builder.finish()
}

#[test]
fn a_lost_signal_is_a_deadlock_in_spite_of_spurious_wake_ups() {
    assert_eq!(words(signal(false), &SAFETY), ["SAFE", "SAFE", "UNSAFE", "SAFE"]);
    assert_eq!(words(signal(true), &SAFETY), ["SAFE", "SAFE", "SAFE", "SAFE"]);
}

#[test]
fn a_waiting_thread_may_wake_up_at_any_time() {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let bytes = builder.array(int, 12);
    let void_pointer = builder.void_pointer();
    let (m, c, x) = (builder.global("m", bytes), builder.global("c", bytes), builder.global("x", int));
    let waits = builder.global("waits", int);
    let waiter = builder.procedure("waiter", void_pointer, |code| {
        code.lock(&m);
        set(code, &waits, 1);
        code.synchronize(Synchronization::ConditionRelease, &[&c, &m]);
        code.synchronize(Synchronization::ConditionWake, &[&c, &m]);
        code.lock(&m);
        assert_is(code, &x, 0);
        code.unlock(&m);
    });
    // Only while the other one waits is x written.
    let writer = builder.procedure("writer", void_pointer, |code| {
        let seen = code.register("seen", int);
        code.lock(&m);
        code.assign(&seen, read(waits.clone()));
        code.unlock(&m);
        code.when(read(seen), |code| {
            set(code, &x, 1);
            set(code, &x, 0);
        });
    });
    start_all(&mut builder, &[waiter, writer], |_| {});
    assert_eq!(words(builder.finish(), &[Property::Assertions]), ["UNSAFE"]);
}

#[test]
fn a_lock_chosen_by_an_input_may_be_taken() {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let bytes = builder.array(int, 10);
    let two_locks = builder.array(bytes, 2);
    let locks = builder.global("m", two_locks);
    builder.main(|code| {
        let n = code.register("n", int);
        code.input(&n);
        let (zero, two) = (code.number(0), code.number(2));
        let is_not_negative = code.binary(BinaryOperator::GreaterEqual, read(n.clone()), zero.clone());
        code.assume(is_not_negative);
        let is_small = code.binary(BinaryOperator::Less, read(n.clone()), two);
        code.assume(is_small);
        let first = raddle_program::builder::index(code.builder().types(), locks.clone(), zero);
        code.lock(&first);
        let chosen = raddle_program::builder::index(code.builder().types(), locks.clone(), read(n));
        code.lock(&chosen);
    });
    // The first lock twice blocks for ever; the second one after it does not.
    assert_eq!(words(builder.finish(), &[Property::Deadlock, Property::Locks]), ["UNSAFE", "SAFE"]);
}
