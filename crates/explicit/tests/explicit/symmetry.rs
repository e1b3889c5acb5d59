//! Interchangeable threads.

use raddle_analysis::reduction::Reduction;
use raddle_explicit::Reductions;
use raddle_program::builder::ProgramBuilder;
use raddle_program::syntax::{ProcedureId, Program};
use raddle_program::types::DataModel;

use crate::support::{increment, n_states, set};

/// Threads with one function each or the same one for all, which no thread joins: each writes and counts.
fn threads(n_threads: usize, are_same: bool, is_long: bool) -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let (int, void_pointer, id) = (builder.int(), builder.void_pointer(), builder.thread_id());
    let (x, y) = (builder.global("x", int), builder.global("y", int));
    let functions: Vec<ProcedureId> = (0..if are_same { 1 } else { n_threads })
        .map(|index| {
            builder.procedure(&format!("w{index}"), void_pointer, |code| {
                increment(code, &x);
                set(code, &y, 1);
                if is_long {
                    increment(code, &y);
                }
            })
        })
        .collect();
    builder.main(|code| {
        for index in 0..n_threads {
            let place = code.memory(&format!("t{index}"), id);
            code.spawn(&place, functions[index % functions.len()]);
        }
    });
    builder.finish()
}

#[test]
fn threads_of_one_function_are_interchangeable() {
    let of = |are_same| n_states(&threads(3, are_same, false), Reductions::named(Reduction::Blocks)).0;
    let (same, different) = (of(true), of(false));
    assert!(same * 3 <= different, "{same} of {different}");
}

/// A thread that sleeps in a state also sleeps in the states that are equal up to a permutation of threads.
#[test]
fn sleep_sets_lose_no_state_of_interchangeable_threads() {
    for is_long in [false, true] {
        let program = threads(3, true, is_long);
        let blocks = Reductions::named(Reduction::Blocks);
        let with = n_states(&program, blocks);
        let without = n_states(&program, Reductions { sleep_sets: false, ..blocks });
        assert_eq!(with.0, without.0);
        assert!(with.1 < without.1, "{with:?} {without:?}");
    }
}
