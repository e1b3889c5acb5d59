//! `cargo test -p raddle-tests --test corpus [FILTER]`: one trial for each program of the corpus, and for a selection of
//! the shared programs. With `RADDLE_ALL=1` all shared programs are tried, with more time for each.

use libtest_mimic::{Arguments, Trial};
use raddle_tests::case::{Case, programs};
use raddle_tests::shared::{SETS, benchmarks, cases};
use raddle_tests::trial::try_case;
use std::path::Path;
use std::time::Duration;

/// Time for a program of the corpus: each is decided in a fraction of it.
const OWN_BUDGET: Duration = Duration::from_secs(20);
/// Time for a shared program, by default and if all are tried.
const SHARED_BUDGET: Duration = Duration::from_secs(2);
const LONG_SHARED_BUDGET: Duration = Duration::from_secs(60);

/// How many states the oracle visits of a program of the corpus. It merges nothing but equal states: the shared programs
/// are too large for it.
const ORACLE_STATES: usize = 50_000;

fn main() {
    let arguments = Arguments::from_args();
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut trials: Vec<Trial> = programs(&corpus).iter().map(|path| own(path, &corpus)).collect();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    assert!(!trials.is_empty() && examples.is_dir(), "the corpus is part of the repository");
    let all = std::env::var_os("RADDLE_ALL").is_some();
    let budget = if all { LONG_SHARED_BUDGET } else { SHARED_BUDGET };
    match benchmarks() {
        Some(folder) => {
            let shared = SETS.iter().flat_map(|set| cases(set, &folder, all));
            trials.extend(shared.map(|case| {
                let name = format!("shared/{}", case.name);
                Trial::test(name, move || try_case(&case, budget, None).map_err(Into::into))
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
    libtest_mimic::run(&arguments, trials).exit();
}

fn own(path: &Path, corpus: &Path) -> Trial {
    match Case::read(path, corpus) {
        Ok(case) => {
            let name = case.name.clone();
            Trial::test(name, move || try_case(&case, OWN_BUDGET, Some(ORACLE_STATES)).map_err(Into::into))
        }
        Err(why) => {
            let name = path.display().to_string();
            Trial::test(name, move || Err(why.into()))
        }
    }
}
