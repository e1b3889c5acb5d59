//! `cargo test -p raddle-tests --test corpus [FILTER]`: two trials for each program of the corpus, one of the engines and
//! one of the reference interpreter, and one for each of a selection of the shared programs. With `RADDLE_ALL=1` all
//! shared programs are tried, with more time for each. At the end stands how much of the corpus each engine decides.

use libtest_mimic::{Arguments, Trial};
use raddle_tests::case::{Case, programs};
use raddle_tests::sample::is_everything;
use raddle_tests::shared::{SETS, benchmarks, cases};
use raddle_tests::slowest::Slowest;
use raddle_tests::table::Table;
use raddle_tests::trial::{Budget, try_engines, try_reference};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// Time for a program of the corpus. An engine that must know gets several times what the slowest case takes (16 s in a
/// dev build on an idle machine): this limit ends runs that hang, it measures nothing. An engine that need not know gets little: with a
/// limit of 1.5 s half of the time of the folders `race` and `library` went to runs that ended at it, and 98 % of the remaining runs took
/// less than 0.4 s.
const OWN_BUDGET: Budget = Budget { must_know: Duration::from_secs(100), may_know: Duration::from_millis(400) };
/// The same if everything is tried.
const LONG_OWN_BUDGET: Budget = Budget { may_know: Duration::from_millis(1500), ..OWN_BUDGET };
/// Time for a shared program, by default and if all are tried.
const SHARED_BUDGET: Duration = Duration::from_secs(2);
const LONG_SHARED_BUDGET: Duration = Duration::from_secs(60);

/// How many states the reference interpreter visits of a program of the corpus if it must find the truth, or if everything is tried. It
/// merges nothing but equal states: the shared programs are too large for it.
const REFERENCE_STATES: usize = 50_000;
/// How many states it visits of any other program of the corpus. The slowest twentieth of the programs took nine tenths of its time.
const FEW_REFERENCE_STATES: usize = 15_000;

/// How much of the questions about the corpus the first engine decides at least.
const PERCENT: usize = 70;

/// What is decided of our own programs, and of those of others.
static OWN: Table = Table::new();
static SHARED: Table = Table::new();

/// How long trials of our own programs take.
static SLOWEST: Slowest = Slowest::new();

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let all = is_everything();
    let mut trials: Vec<Trial> = programs(&corpus).iter().flat_map(|path| own(path, &corpus, all)).collect();
    assert!(!trials.is_empty(), "the corpus is part of the repository");
    let budget = if all { LONG_SHARED_BUDGET } else { SHARED_BUDGET };
    let budget = Budget { must_know: budget, may_know: budget };
    match benchmarks() {
        Some(folder) => {
            let shared = SETS.iter().flat_map(|set| cases(set, &folder, all));
            trials.extend(shared.map(|case| {
                let name = format!("shared/{}", case.name);
                Trial::test(name, move || try_engines(&case, budget, false, &SHARED).map_err(Into::into))
            }));
        }
        None => {
            for set in SETS {
                let name = format!(
                    "shared/{} (skipped: no folder shared beside the repository, no RADDLE_SHARED)",
                    set.folder
                );
                trials.push(Trial::test(name, || Ok(())).with_ignored_flag(true));
            }
        }
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    if arguments.list || conclusion.num_passed + conclusion.num_failed == 0 {
        return conclusion.exit_code();
    }
    println!("{}\n", OWN.text());
    SLOWEST.print();
    let first = "explicit";
    if !OWN.total(first).reaches(PERCENT) && conclusion.num_filtered_out == 0 {
        println!("{first} decides less than {PERCENT} % of the questions about the corpus");
        return ExitCode::FAILURE;
    }
    conclusion.exit_code()
}

/// The trials of a program of the corpus, with more time if everything is tried.
fn own(path: &Path, corpus: &Path, all: bool) -> Vec<Trial> {
    match Case::read(path, corpus).and_then(|case| check_twin(&case, corpus).map(|()| case)) {
        Ok(case) => {
            let reference = case.clone();
            let budget = if all { LONG_OWN_BUDGET } else { OWN_BUDGET };
            let max_states = if all || case.is_complete { REFERENCE_STATES } else { FEW_REFERENCE_STATES };
            vec![
                Trial::test(case.name.clone(), move || {
                    SLOWEST.timed(&case.name, || try_engines(&case, budget, true, &OWN)).map_err(Into::into)
                }),
                Trial::test(format!("{} (reference)", reference.name), move || {
                    let trial = || try_reference(&reference, max_states, &OWN);
                    SLOWEST.timed(&format!("{} (reference)", reference.name), trial).map_err(Into::into)
                }),
            ]
        }
        Err(why) => {
            let name = path.display().to_string();
            vec![Trial::test(name, move || Err(why.into()))]
        }
    }
}

/// A twin exists, and something else is true of it.
fn check_twin(case: &Case, corpus: &Path) -> Result<(), String> {
    let Some(name) = &case.twin else {
        return if case.is_complete { Err("it has no `//@ twin:`".to_owned()) } else { Ok(()) };
    };
    let path = case.path.with_file_name(format!("{name}.c"));
    let twin = Case::read(&path, corpus).map_err(|why| format!("its twin {name}: {why}"))?;
    if twin.truths == case.truths && twin.fair_termination == case.fair_termination {
        return Err(format!("the same is true of its twin {name}"));
    }
    Ok(())
}
