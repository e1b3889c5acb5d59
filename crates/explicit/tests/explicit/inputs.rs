//! Inputs are split where they matter, and states know what is known of them.

use raddle_explicit::Reductions;
use raddle_program::builder::{Code, ProgramBuilder, read};
use raddle_program::property::Property;
use raddle_program::syntax::{BinaryOperator, Effect, Place};
use raddle_program::types::DataModel;
use raddle_verify::verdict::{Reason, Verdict};

use crate::support::{run, task, words};

#[test]
fn inputs_are_split_where_they_matter() {
    let with_input = |write: &dyn Fn(&mut Code<'_>, Place)| {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        let int = builder.int();
        builder.main(|code| {
            let n = code.register("n", int);
            code.input(&n);
            write(code, n);
        });
        builder.finish()
    };
    // A comparison makes pieces; neither enumerates.
    let found = with_input(&|code, n| {
        let number = code.number(123_456_789);
        let differs = code.binary(BinaryOperator::NotEqual, read(n), number);
        code.assert(differs);
    });
    assert_eq!(words(found, &[Property::Assertions]), ["UNSAFE"]);
    // n + 1 > n fails only where it overflows, which wraps.
    let overflowing = with_input(&|code, n| {
        let one = code.number(1);
        let next = code.add(read(n.clone()), one);
        let is_greater = code.binary(BinaryOperator::Greater, next, read(n));
        code.assert(is_greater);
    });
    assert_eq!(words(overflowing, &[Property::Assertions, Property::Overflow]), ["UNSAFE", "UNSAFE"]);
    let bounded = with_input(&|code, n| {
        let (low, high) = (code.number(0), code.number(10));
        let above = code.binary(BinaryOperator::GreaterEqual, read(n.clone()), low);
        code.assume(above);
        let below = code.binary(BinaryOperator::Less, read(n.clone()), high);
        code.assume(below);
        let square = code.binary(BinaryOperator::Multiply, read(n.clone()), read(n));
        let limit = code.number(81);
        let small = code.binary(BinaryOperator::LessEqual, square, limit);
        code.assert(small);
    });
    assert_eq!(words(bounded, &[Property::Assertions, Property::Overflow]), ["SAFE", "SAFE"]);
    // A product of a 32-bit input cannot be enumerated: never a guess.
    let large = with_input(&|code, n| {
        let square = code.binary(BinaryOperator::Multiply, read(n.clone()), read(n));
        let two = code.number(2);
        let differs = code.binary(BinaryOperator::NotEqual, square, two);
        code.assert(differs);
    });
    let task = task(large, &[Property::Assertions]);
    let (answers, _) = run(&task, Reductions::default());
    assert!(matches!(answers.outcomes[0].verdict, Verdict::Unknown(Reason::LargeInput { .. })), "{answers:?}");
}

#[test]
fn states_that_differ_in_what_is_known_of_an_input_are_different() {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let (void_pointer, id) = (builder.void_pointer(), builder.thread_id());
    let idle = builder.procedure("idle", void_pointer, |_| {});
    builder.main(|code| {
        let (n, joined) = (code.register("n", int), code.register("joined", id));
        let thread = code.memory("t", id);
        code.input(&n);
        // A test without consequences splits the input; both branches come to the same state.
        let five = code.number(5);
        let is_small = code.binary(BinaryOperator::Less, read(n.clone()), five.clone());
        code.when(is_small, |code| code.effect(Effect::Skip));
        code.spawn(&thread, idle);
        code.assign(&joined, read(thread));
        code.join(read(joined));
        let is_small = code.binary(BinaryOperator::Less, read(n), five);
        code.assert(is_small);
    });
    assert_eq!(words(builder.finish(), &[Property::Assertions]), ["UNSAFE"]);
}

#[test]
fn the_last_use_of_an_input_may_forget_most_of_it_but_no_earlier_one() {
    let remainder = |keeps: bool| {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        let unsigned = builder.types().int(raddle_program::types::IntKind::UnsignedInt);
        builder.main(|code| {
            let (n, rest, copy) =
                (code.register("n", unsigned), code.register("rest", unsigned), code.register("copy", unsigned));
            code.input(&n);
            if keeps {
                code.assign(&copy, read(n.clone()));
            }
            let five = raddle_program::builder::integer(5, unsigned);
            let expr = code.binary(BinaryOperator::Remainder, read(n), five.clone());
            code.assign(&rest, expr);
            // The remainder is less than 5; the input itself need not be.
            let bounded = if keeps { copy } else { rest };
            let less = code.binary(BinaryOperator::Less, read(bounded), five);
            code.assert(less);
        });
        builder.finish()
    };
    assert_eq!(words(remainder(false), &[Property::Assertions]), ["SAFE"]);
    let task = task(remainder(true), &[Property::Assertions]);
    let (answers, _) = run(&task, Reductions::default());
    assert_ne!(answers.outcomes[0].verdict.word(), "SAFE", "{answers:?}");
}
