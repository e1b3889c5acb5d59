//! The stateful search: how long it takes, and how many states a second, on programs that grow in threads and in steps.
//!
//! `cargo bench -p raddle-explicit --bench explicit -- [NAME]`. Ratios between the rows are what counts, the machine does not
//! matter then: what a reduction is for shows in how the number of states grows.

use std::sync::Arc;
use std::time::Duration;

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_explicit::{Reductions, search};
use raddle_program::builder::{Code, ProgramBuilder, integer, read};
use raddle_program::property::Property;
use raddle_program::syntax::{BinaryOperator, Place, ProcedureId, Program};
use raddle_program::types::DataModel;
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::task::Task;
use rustix::time::{ClockId, clock_gettime};

/// What this thread used so far: the load of the machine does not count.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Searches a program for everything that can be asked, and prints what it took.
fn row(name: &str, program: Program) {
    let filter: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    if !filter.is_empty() && !filter.iter().any(|part| name.contains(part.as_str())) {
        return;
    }
    let properties = vec![Property::Assertions, Property::DataRace, Property::Deadlock];
    let task =
        Task { program: AnalyzedProgram::new(program), properties, error_functions: None, file: "bench.c".into() };
    let mut cx = Context::new(Cancellation::new(), Arc::new(Silent));
    let start = processor_time();
    let answers = search(&task, Reductions::default(), &mut cx);
    let time = (processor_time() - start).as_secs_f64();
    let words: Vec<&str> = answers.outcomes.iter().map(|outcome| outcome.verdict.word()).collect();
    let states = cx.statistics["states"];
    let rate = states as f64 / time;
    println!("{name:32} {states:>9} states {time:>9.4} s {rate:>12.0} a second   {}", words.join(" "));
}

/// How threads add to a counter.
#[derive(Clone, Copy)]
enum Protection {
    /// Under a lock.
    Lock,
    /// In an atomic section.
    Section,
    /// Each its own counter.
    None,
}

/// So many threads that add so often; main joins them and asserts the sum.
fn counter(n_threads: usize, n_rounds: i128, protection: Protection) -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let bytes = builder.array(int, 10);
    let void_pointer = builder.void_pointer();
    let mutex = builder.global("m", bytes);
    let shared = builder.global("x", int);
    let workers: Vec<ProcedureId> = (0..n_threads)
        .map(|index| {
            let own = builder.global(&format!("x{index}"), int);
            builder.procedure(&format!("w{index}"), void_pointer, |code| {
                let round = code.register("i", int);
                let start = code.number(0);
                code.assign(&round, start);
                let end = code.number(n_rounds);
                let differs = code.binary(BinaryOperator::NotEqual, read(round.clone()), end);
                code.repeat(differs, |code| {
                    match protection {
                        Protection::Lock => {
                            code.lock(&mutex);
                            increment(code, &shared, "seen");
                            code.unlock(&mutex);
                        }
                        Protection::Section => code.atomic(|code| increment(code, &shared, "seen")),
                        Protection::None => increment(code, &own, "seen"),
                    }
                    increment(code, &round, "before");
                });
                code.leave(Some(integer(0, void_pointer)));
            })
        })
        .collect();
    let id = builder.thread_id();
    builder.main(|code| {
        let ids: Vec<Place> = (0..n_threads).map(|index| code.memory(&format!("t{index}"), id)).collect();
        for (place, &worker) in ids.iter().zip(&workers) {
            code.spawn(place, worker);
        }
        for (index, place) in ids.iter().enumerate() {
            let register = code.register(&format!("j{index}"), id);
            code.assign(&register, read(place.clone()));
            code.join(read(register));
        }
        let sum = match protection {
            Protection::Lock | Protection::Section => n_threads as i128 * n_rounds,
            Protection::None => 0,
        };
        let expected = code.number(sum);
        let equal = code.equal(read(shared.clone()), expected);
        code.assert(equal);
    });
    builder.finish()
}

fn increment(code: &mut Code<'_>, place: &Place, register: &str) {
    let seen = code.register(register, place.ty);
    code.assign(&seen, read(place.clone()));
    let one = code.number(1);
    let sum = code.add(read(seen), one);
    code.assign(place, sum);
}

fn main() {
    for (name, protection) in
        [("lock", Protection::Lock), ("section", Protection::Section), ("own counters", Protection::None)]
    {
        for n_threads in 2..=5 {
            row(&format!("{name}: {n_threads} threads, 2 rounds"), counter(n_threads, 2, protection));
        }
        for n_rounds in [4, 8, 16, 32] {
            row(&format!("{name}: 2 threads, {n_rounds} rounds"), counter(2, n_rounds, protection));
        }
    }
}
