//! The models of library functions against the C library of this machine, on random arguments.
//!
//! For each function of the table in `libc/rows.rs`, calls with random arguments are written as C. A compiled program
//! makes them, each in a process of its own: result, bytes of all arrays, `errno`, or an invalid access. Then both readings are asked whether the model does the same: the reference interpreter and the
//! engine `explicit`. A result that C leaves open must be among those that the model allows.
//! `RADDLE_LIBC=N` makes N calls of each function instead of a few, `RADDLE_SEED=N` other ones.
//! Where `cc` is missing, the test says so and compares nothing.

#[path = "libc/cases.rs"]
mod cases;
#[path = "libc/machine.rs"]
mod machine;
#[path = "libc/model.rs"]
mod model;
#[path = "libc/rows.rs"]
mod rows;

use cases::{Call, Random};
use libtest_mimic::{Arguments, Trial};
use machine::{Done, perform};
use rows::{ROWS, Row};
use std::process::ExitCode;

/// How many calls of each function are made.
const CALLS: u64 = 8;

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let probe = tempfile::tempdir().expect("a folder can be made");
    if !machine::is_there(probe.path()) {
        println!("skipped: no `cc` whose programs run here");
        return ExitCode::SUCCESS;
    }
    let functions = ROWS.iter().flat_map(|row| row.names.split(' ').map(move |name| (row, name)));
    let trials = functions.map(|(row, name)| {
        Trial::test(name, move || {
            let large = std::thread::Builder::new().stack_size(1 << 28).spawn(move || try_function(row, name));
            let result = large.map_err(|error| error.to_string())?.join();
            Ok(result.map_err(|_| "it panics".to_owned()).and_then(|result| result)?)
        })
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn try_function(row: &Row, name: &str) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut random = Random::new(name, number("RADDLE_SEED", 1));
    let calls: Vec<Call> = (0..number("RADDLE_LIBC", CALLS)).map(|_| Call::random(row, name, &mut random)).collect();
    let done: Vec<Done> = perform(folder.path(), name, &calls)?;
    let compared: Vec<(Call, Done)> = calls.into_iter().zip(done).collect();
    model::compare(folder.path(), row.answer, &compared)
}
