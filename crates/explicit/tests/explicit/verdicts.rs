//! What the search must find and what it must prove.

use std::sync::Arc;

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_explicit::{Reductions, search};
use raddle_program::builder::{Code, ProgramBuilder, read};
use raddle_program::property::Property;
use raddle_program::syntax::{Effect, Place, Program};
use raddle_program::types::DataModel;
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::task::Task;

use crate::reductions::published;
use crate::support::{SAFETY, assert_is, counter, set, start_all, words};

#[test]
fn a_lost_update_is_found_and_a_lock_prevents_it() {
    assert_eq!(words(counter(2, false), &SAFETY), ["UNSAFE", "UNSAFE", "SAFE", "SAFE"]);
    assert_eq!(words(counter(3, true), &SAFETY), ["SAFE", "SAFE", "SAFE", "SAFE"]);
}

fn two_locks(is_ordered: bool) -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let bytes = builder.array(int, 10);
    let void_pointer = builder.void_pointer();
    let (a, b) = (builder.global("a", bytes), builder.global("b", bytes));
    let mut worker = |name: &str, first: &Place, second: &Place| {
        builder.procedure(name, void_pointer, |code| {
            code.lock(first);
            code.lock(second);
            code.unlock(second);
            code.unlock(first);
        })
    };
    let one = worker("one", &a, &b);
    let two = if is_ordered { worker("two", &a, &b) } else { worker("two", &b, &a) };
    start_all(&mut builder, &[one, two], |_| {});
    builder.finish()
}

#[test]
fn opposite_lock_orders_deadlock() {
    assert_eq!(words(two_locks(false), &SAFETY), ["SAFE", "SAFE", "UNSAFE", "SAFE"]);
    assert_eq!(words(two_locks(true), &SAFETY), ["SAFE", "SAFE", "SAFE", "SAFE"]);
}

#[test]
fn a_failing_assertion_does_not_hide_another_threads_race() {
    let program = published(|code| {
        let never = code.number(0);
        code.assert(never);
    });
    assert_eq!(words(program, &[Property::Assertions, Property::DataRace]), ["UNSAFE", "UNSAFE"]);
}

#[test]
fn what_is_unsupported_matters_only_where_it_is_reached() {
    let program = |is_reached: bool| {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        builder.main(|code| {
            let int = code.builder().int();
            let register = code.register("r", int);
            let value = code.number(i128::from(is_reached));
            code.assign(&register, value);
            code.when(read(register), |code| code.effect(Effect::Unsupported("inline assembly".into())));
        });
        builder.finish()
    };
    assert_eq!(words(program(false), &SAFETY), ["SAFE"; 4]);
    assert_eq!(words(program(true), &SAFETY), ["UNKNOWN"; 4]);
}

#[test]
fn a_local_that_others_reach_is_alive_until_its_block_ends() {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let void_pointer = builder.void_pointer();
    let pointer = builder.types().pointer_to(int);
    let published = builder.global("g", pointer);
    let one = builder.procedure("one", void_pointer, |code| {
        let local = code.memory("l", int);
        set(code, &local, 7);
        let address = code.address_of(&local);
        code.assign(&published, address);
        let raddle_program::syntax::PlaceKind::Local(local) = local.kind else { panic!("a local") };
        code.effect(Effect::Dead(local));
    });
    let two = builder.procedure("two", void_pointer, |code| {
        let address = code.register("p", pointer);
        code.assign(&address, read(published.clone()));
        code.when(read(address.clone()), |code| {
            let target = raddle_program::builder::deref(code.builder().types(), read(address));
            assert_is(code, &target, 8);
        });
    });
    start_all(&mut builder, &[one, two], |_| {});
    assert_eq!(words(builder.finish(), &[Property::Assertions, Property::Memory]), ["UNSAFE", "UNSAFE"]);
}

/// The full search follows one thread for as long as its counter has new values; the few schedules that are tried
/// beside it examine all threads in each state.
#[test]
fn a_race_of_threads_that_count_for_ever_is_found() {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let (int, void_pointer, id_type) = (builder.int(), builder.void_pointer(), builder.thread_id());
    let x = builder.global("x", int);
    let count = |code: &mut Code<'_>, x: &Place| {
        let always = code.number(1);
        code.repeat(always, |code| {
            let seen = code.register("seen", int);
            code.assign(&seen, read(x.clone()));
            let one = code.number(1);
            let next = code.add(read(seen), one);
            code.assign(x, next);
        });
    };
    let counts = builder.procedure("counts", void_pointer, |code| count(code, &x));
    builder.main(|code| {
        let id = code.memory("id", id_type);
        code.spawn(&id, counts);
        count(code, &x);
    });
    let program = AnalyzedProgram::new(builder.finish());
    let task = Task { program, properties: vec![Property::DataRace], error_functions: None, file: "test.c".into() };
    let mut cx = Context::new(Cancellation::new().with_steps(100_000), Arc::new(Silent));
    let answers = search(&task, Reductions::default(), &mut cx);
    assert_eq!(answers.outcomes[0].verdict.word(), "UNSAFE");
}
