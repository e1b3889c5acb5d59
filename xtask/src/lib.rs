//! Tools for developers of Raddle, beside the tests: `cargo xtask conformity`, `fuzz`, `mutants`, `papers`, `replays`,
//! `rivals`, `score`, `tamper`, `tidy`.
//!
//! | folder | what it does |
//! |---|---|
//! | `conformity.rs` | compares the engines with a C compiler on random sequential programs |
//! | `fuzz/` | writes small programs, compares the verdicts of all engines, shrinks programs with differing verdicts |
//! | `mutants/` | breaks rules of the engines in turn, and runs the guards that must fail then |
//! | `papers/` | measures what papers measured, and prints Raddle's table beside theirs |
//! | `measuring.rs` | asks the command, and keeps what it answered |
//! | `replays.rs` | runs violations natively |
//! | `rivals.rs` | compares `auto` with each engine alone |
//! | `score/` | runs the command on a set of programs with expected verdicts, and prints a table |
//! | `tamper/` | changes proofs, traces and witnesses, and submits them where their claims are false |
//! | `tidy/` | rules about the repository that no compiler checks |

pub mod conformity;
pub mod fuzz;
mod measuring;
pub mod mutants;
pub mod options;
pub mod papers;
pub mod replays;
pub mod rivals;
pub mod score;
pub mod tamper;
pub mod tidy;

use std::path::Path;

/// The root of the repository.
pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}
