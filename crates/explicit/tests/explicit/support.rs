//! Programs made by hand, and searches of them.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_explicit::{Reductions, search};
use raddle_program::builder::{Code, ProgramBuilder, read};
use raddle_program::property::Property;
use raddle_program::syntax::{Place, ProcedureId, Program};
use raddle_program::types::DataModel;
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::task::Task;
use raddle_verify::verdict::Answers;
use std::sync::Arc;

pub const NONE: Reductions = Reductions {
    invisible_steps: true,
    blocks: false,
    sleep_sets: false,
    future_accesses: false,
    alone: false,
    ordered_accesses: false,
    faint_registers: false,
    dead_globals: false,
};

pub const ALL_REDUCTIONS: [Reductions; 13] = [
    NONE,
    Reductions { invisible_steps: false, ..NONE },
    Reductions { blocks: true, ..NONE },
    Reductions { blocks: true, sleep_sets: true, future_accesses: true, ..NONE },
    Reductions { sleep_sets: true, ..NONE },
    Reductions { future_accesses: true, ..NONE },
    Reductions { alone: true, ..NONE },
    Reductions { sleep_sets: true, future_accesses: true, ..NONE },
    Reductions { sleep_sets: true, future_accesses: true, alone: true, ..NONE },
    Reductions { dead_globals: true, ..NONE },
    Reductions { ordered_accesses: true, ..NONE },
    Reductions { sleep_sets: true, future_accesses: true, alone: true, dead_globals: true, ..NONE },
    Reductions {
        invisible_steps: true,
        sleep_sets: true,
        future_accesses: true,
        alone: true,
        ordered_accesses: true,
        faint_registers: true,
        dead_globals: true,
        blocks: true,
    },
];

pub const SAFETY: [Property; 4] = [Property::Assertions, Property::DataRace, Property::Deadlock, Property::Locks];

pub fn task(program: Program, properties: &[Property]) -> Task {
    let properties = properties.to_vec();
    Task { program: AnalyzedProgram::new(program), properties, error_functions: None, file: "test.c".into() }
}

pub fn run(task: &Task, reductions: Reductions) -> (Answers, Context) {
    let mut cx = Context::new(Cancellation::new(), Arc::new(Silent));
    let answers = search(task, reductions, &mut cx);
    (answers, cx)
}

/// The numbers of states and transitions of a full search. States are left out in which a thread only has an
/// unobservable step.
pub fn n_states(program: &Program, reductions: Reductions) -> (u64, u64) {
    // Nothing that is asked for is ever violated, so the search never ends early.
    let task = task(program.clone(), &[Property::Arithmetic]);
    let (_, cx) = run(&task, reductions);
    (cx.statistics["states"] - cx.statistics["local states"], cx.statistics["transitions"])
}

/// The verdicts, which must be the same under all reductions.
pub fn words(program: Program, properties: &[Property]) -> Vec<&'static str> {
    let task = task(program, properties);
    let of = |reductions| -> Vec<&'static str> {
        run(&task, reductions).0.outcomes.iter().map(|outcome| outcome.verdict.word()).collect()
    };
    let expected = of(ALL_REDUCTIONS[0]);
    for reductions in ALL_REDUCTIONS {
        assert_eq!(of(reductions), expected, "{reductions:?}");
    }
    expected
}

/// `main` starts every procedure in a thread, joins them all, and then does what is asked.
pub fn start_all(builder: &mut ProgramBuilder, threads: &[ProcedureId], then: impl FnOnce(&mut Code<'_>)) {
    start_all_and(builder, threads, |_| {}, then);
}

/// The same with something that `main` does between starting and joining.
pub fn start_all_and(
    builder: &mut ProgramBuilder,
    threads: &[ProcedureId],
    between: impl FnOnce(&mut Code<'_>),
    then: impl FnOnce(&mut Code<'_>),
) {
    let id = builder.thread_id();
    builder.main(|code| {
        let ids: Vec<Place> = (0..threads.len()).map(|index| code.memory(&format!("t{index}"), id)).collect();
        let joined: Vec<Place> = (0..threads.len()).map(|index| code.register(&format!("j{index}"), id)).collect();
        for (place, &thread) in ids.iter().zip(threads) {
            code.spawn(place, thread);
        }
        between(code);
        for (place, register) in ids.iter().zip(&joined) {
            code.assign(register, read(place.clone()));
            code.join(read(register.clone()));
        }
        then(code);
    });
}

pub fn increment(code: &mut Code<'_>, shared: &Place) {
    let int = shared.ty;
    let seen = code.register("seen", int);
    code.assign(&seen, read(shared.clone()));
    let one = code.number(1);
    let sum = code.add(read(seen), one);
    code.assign(shared, sum);
}

pub fn counter(n_threads: usize, is_locked: bool) -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let shared = builder.global("x", int);
    let bytes = builder.array(int, 10);
    let mutex = builder.global("m", bytes);
    let void_pointer = builder.void_pointer();
    let worker = builder.procedure("worker", void_pointer, |code| {
        if is_locked {
            code.lock(&mutex);
        }
        increment(code, &shared);
        if is_locked {
            code.unlock(&mutex);
        }
        code.leave(Some(raddle_program::builder::integer(0, void_pointer)));
    });
    start_all(&mut builder, &vec![worker; n_threads], |code| {
        let expected = code.number(n_threads as i128);
        let equal = code.equal(read(shared.clone()), expected);
        code.assert(equal);
    });
    builder.finish()
}

pub fn assert_is(code: &mut Code<'_>, place: &Place, number: i128) {
    let number = code.number(number);
    let equal = code.equal(read(place.clone()), number);
    code.assert(equal);
}

pub fn set(code: &mut Code<'_>, place: &Place, number: i128) {
    let number = code.number(number);
    code.assign(place, number);
}
