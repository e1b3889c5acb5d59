//! The command `cargo xtask`.

use clap::Parser;
use raddle_xtask::options::{Command, Options};
use raddle_xtask::{conformity, fuzz, mutants, papers, replays, rivals, score, tamper, tidy};
use std::process::ExitCode;

/// Explorations allocate and free many small states.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let options = Options::parse();
    let outcome = match options.command {
        Command::Conformity(options) => conformity::run(&options),
        Command::Fuzz(options) => fuzz::run(&options),
        Command::Mutants(options) => mutants::run(&options),
        Command::Papers(options) => papers::run(&options),
        Command::Replays(options) => replays::run(&options),
        Command::Rivals(options) => rivals::run(&options),
        Command::Score(options) => score::run(&options),
        Command::Tamper(options) => tamper::run(&options),
        Command::Tidy(options) => tidy::run(&options),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::from(2)
        }
    }
}
