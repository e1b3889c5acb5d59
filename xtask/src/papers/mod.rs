//! What papers measured, measured again: our table beside theirs.
//!
//! The programs are those under `examples/papers`, in the shape of the papers' ones, or those of SV-COMP in the folder `shared`; the
//! numbers of the papers stand in the tables here. The command is run as its users run it, a process for each program and engine.

mod cegpv;
mod comus;
mod esbmc;
mod redcomp;
mod ul_cseq;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::options::{Paper, PapersOptions};
use crate::repository;
use crate::score::built;

/// A program of a paper, and what is true of it.
#[derive(Clone, Debug)]
struct Program {
    /// The name in the paper.
    name: String,
    /// The file in the folder of the paper.
    file: &'static str,
    /// What is defined.
    defines: Vec<String>,
    /// What is asked.
    property: &'static str,
    /// Whether it is violated.
    is_violated: bool,
}

/// What an engine made of a program.
#[derive(Clone, Debug)]
struct Measured {
    /// `SAFE`, `UNSAFE` or `UNKNOWN`.
    verdict: String,
    /// Seconds on the wall.
    seconds: f64,
    /// What it counted.
    statistics: Value,
}

impl Measured {
    fn counter(&self, name: &str) -> u64 {
        self.statistics.get(name).and_then(Value::as_u64).unwrap_or(0)
    }

    /// Whether the answer contradicts what is true.
    fn is_wrong(&self, program: &Program) -> bool {
        match self.verdict.as_str() {
            "SAFE" => program.is_violated,
            "UNSAFE" => !program.is_violated,
            _ => false,
        }
    }
}

/// Measures a paper's programs. True if no answer is wrong.
///
/// # Errors
/// A sentence, if the command cannot be built or run, or no program has the name.
pub fn run(options: &PapersOptions) -> Result<bool, String> {
    let command = match &options.command {
        Some(command) => command.clone(),
        None => built()?,
    };
    match options.paper {
        Paper::Esbmc => esbmc::run(&command, options),
        Paper::UlCseq => ul_cseq::run(&command, options),
        Paper::Redcomp => redcomp::run(&command, options),
        Paper::Comus => comus::run(&command, options),
        Paper::Cegpv => cegpv::run(&command, options),
    }
}

/// Runs the command on a program, with more options for the engine.
fn measure(
    command: &Path,
    folder: &str,
    program: &Program,
    (engine, more): (&str, &[&str]),
    timeout: u64,
) -> Result<Measured, String> {
    let file: PathBuf = Path::new("examples/papers").join(folder).join(program.file);
    let mut run = Command::new(command);
    run.args(["check", "--format", "json", "--engine", engine, "-p", program.property]);
    run.args(["--timeout", &format!("{timeout}s")]);
    run.args(more);
    for define in &program.defines {
        run.args(["-D", define]);
    }
    run.arg(&file).current_dir(repository()).stdin(Stdio::null());
    let started = Instant::now();
    let output = run.output().map_err(|error| format!("cannot run {}: {error}", command.display()))?;
    let seconds = started.elapsed().as_secs_f64();
    let text = String::from_utf8_lossy(&output.stdout);
    let answer: Value = text
        .lines()
        .find_map(|line| serde_json::from_str(line).ok())
        .ok_or_else(|| format!("{engine} says nothing about {}: {}", file.display(), output.status))?;
    let verdict = answer.get("verdict").and_then(Value::as_str).unwrap_or("UNKNOWN").to_owned();
    Ok(Measured { verdict, seconds, statistics: answer.get("statistics").cloned().unwrap_or(Value::Null) })
}
