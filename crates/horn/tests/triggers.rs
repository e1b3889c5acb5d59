//! For which programs `auto` starts the engines that prove loops without bounds.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_horn::{compositional, sequential};
use raddle_program::builder::{Code, ProgramBuilder, read};
use raddle_program::property::Property;
use raddle_program::syntax::{BinaryOperator, ProcedureId};
use raddle_program::types::DataModel;
use raddle_verify::engine::{Search, Trigger};
use raddle_verify::task::Task;

/// What the trigger conditions of `compositional` and of `sequential` say of a program whose main does this, with a thread function.
fn triggers(write: impl FnOnce(&mut Code<'_>, ProcedureId)) -> [Option<Trigger>; 2] {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let pointer = builder.void_pointer();
    let t = builder.procedure("t", pointer, |_| {});
    builder.main(|code| write(code, t));
    let program = AnalyzedProgram::new(builder.finish());
    let task = Task { program, properties: vec![Property::Assertions], error_functions: None, file: "test.c".into() };
    [compositional::trigger(&task), sequential::trigger(&task)]
}

#[test]
fn compositional_starts_where_threads_or_loops_are_open_and_sequential_where_loops_alone_are() {
    let nothing = triggers(|code, t| {
        let id_type = code.builder().thread_id();
        let id = code.memory("id", id_type);
        code.spawn(&id, t);
    });
    assert!(nothing.iter().all(Option::is_none));
    let [rounds, by_sequential] = triggers(|code, _| {
        let int = code.builder().int();
        let round = code.register("round", int);
        let three = code.number(3);
        let goes_on = code.binary(BinaryOperator::Less, read(round.clone()), three);
        code.repeat(goes_on, |code| {
            let one = code.number(1);
            let next = code.add(read(round.clone()), one);
            code.assign(&round, next);
        });
    });
    assert!(rounds.expect("a loop").search == Search::Ends && by_sequential.is_none());
    let [loops, by_sequential] = triggers(|code, _| {
        let int = code.builder().int();
        let flag = code.builder().global("flag", int);
        code.repeat(read(flag), |_| {});
    });
    assert!([loops, by_sequential].map(|it| it.expect("a loop").search) == [Search::MayNotEnd; 2]);
    let [threads, by_sequential] = triggers(|code, t| {
        let id_type = code.builder().thread_id();
        let id = code.memory("id", id_type);
        let always = code.number(1);
        code.repeat(always, |code| code.spawn(&id, t));
    });
    assert!(threads.expect("threads").search == Search::ProvesNothing && by_sequential.is_none());
}
