//! The models of library functions against the C library of this machine, on random arguments.
//!
//! For each function of the tables in `libc/rows/`, calls with random arguments are written as C. A compiled program makes them, each
//! in a process of its own: `errno`, result, bytes of all arrays and what else the row sees, or an invalid access. Then both readings
//! are asked whether the model does the same: the reference interpreter and the engine `explicit`. A result that C or the system
//! leaves open must be among those that the model allows.
//!
//! `RADDLE_ALL=1` makes more than 100,000 calls, `RADDLE_LIBC=N` makes N of each function, `RADDLE_SEED=N` other ones.
//! Where `cc` is missing, the test says so and compares nothing.

#[path = "libc/arguments.rs"]
mod arguments;
#[path = "libc/cases.rs"]
mod cases;
#[path = "libc/machine.rs"]
mod machine;
#[path = "libc/model.rs"]
mod model;
#[path = "libc/row.rs"]
mod row;
#[path = "libc/rows/mod.rs"]
mod rows;

use arguments::Random;
use cases::Call;
use libtest_mimic::{Arguments, Trial};
use machine::perform;
use row::Row;
use rows::TABLES;
use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many calls of each function are made: in a plain run, and of a function whose result is left open, for which each call is a
/// program of its own.
const CALLS: (u64, u64) = (10, 2);
/// The same with `RADDLE_ALL=1`.
const ALL_CALLS: (u64, u64) = (320, 12);

/// The functions that were compared.
static FUNCTIONS: Mutex<BTreeSet<&str>> = Mutex::new(BTreeSet::new());
/// How many calls were compared.
static N_CALLS: AtomicU64 = AtomicU64::new(0);

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|value| value.parse().ok())
}

/// How many calls of each function of a row are made.
fn count(row: &Row) -> u64 {
    let (fixed, open) = if number("RADDLE_ALL") == Some(1) { ALL_CALLS } else { CALLS };
    let count = if row.is_possible { open } else { fixed };
    // Without arguments all calls are the same.
    let count = if row.arguments.is_empty() { 1 } else { count };
    number("RADDLE_LIBC").unwrap_or(count)
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let probe = tempfile::tempdir().expect("a folder can be made");
    if !machine::is_there(probe.path()) {
        println!("skipped: no `cc` whose programs run here");
        return ExitCode::SUCCESS;
    }
    let trials = TABLES.iter().flat_map(|table| table.iter()).map(|row| {
        Trial::test(row.names, move || {
            let large = std::thread::Builder::new().stack_size(1 << 28).spawn(move || try_row(row));
            let result = large.map_err(|error| error.to_string())?.join();
            Ok(result.map_err(|_| "it panics".to_owned()).and_then(|result| result)?)
        })
    });
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    let n_functions = FUNCTIONS.lock().map_or(0, |functions| functions.len());
    println!("{} calls of {n_functions} functions compared", N_CALLS.load(Ordering::Relaxed));
    conclusion.exit_code()
}

/// Compares all functions of a row: one program of the machine makes all calls.
fn try_row(row: &Row) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let seed = number("RADDLE_SEED").unwrap_or(1);
    let names: Vec<&'static str> = row.names.split(' ').collect();
    let mut calls = Vec::new();
    for name in &names {
        let mut random = Random::new(name, seed);
        calls.extend((0..count(row)).map(|_| Call::random(row, name, &mut random)));
    }
    let done = perform(folder.path(), &calls)?;
    let compared: Vec<_> = calls.into_iter().zip(done).collect();
    _ = FUNCTIONS.lock().map(|mut functions| functions.extend(names));
    N_CALLS.fetch_add(compared.len() as u64, Ordering::Relaxed);
    model::compare(folder.path(), row, &compared)
}
