//! How the command does on programs whose verdict is known: a table by family, and a line of JSON for each program.
//!
//! The command is run as its users run it, a process for each program: what counts is the last line. Wrong is an answer
//! that contradicts the expected one; everything that is no answer is unknown or out of time.

pub mod expected;
mod table;

use raddle_cli::engines::engine_named;
use raddle_program::property::Property;
use raddle_verify::portfolio;
use serde::Serialize;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

pub use expected::{Expected, expected};
use table::table;

use crate::options::{ProgramsOptions, ScoreOptions};
use crate::repository;

/// What the command is granted beyond its own time limit, to say that it is over.
const GRACE: Duration = Duration::from_secs(5);

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// `VERDICT: SAFE`.
    Safe,
    /// `VERDICT: UNSAFE`.
    Unsafe,
    /// `VERDICT: UNKNOWN`, or nothing.
    Unknown,
    /// Out of time.
    Timeout,
}

/// What became of a program.
#[derive(Clone, Debug, Serialize)]
pub struct Score {
    /// The program.
    pub program: PathBuf,
    /// The folder that it is in.
    pub family: String,
    /// What is true.
    pub expected: Expected,
    /// What was answered.
    pub answer: Answer,
    /// Why nothing is known, as the command says it.
    pub reason: Option<String>,
    /// The exit status; none if a signal ended the command.
    pub exit_status: Option<i32>,
    /// Seconds on the wall.
    pub seconds: f64,
}

impl Score {
    /// Whether the answer is the expected one.
    pub fn is_solved(&self) -> bool {
        matches!((self.answer, self.expected), (Answer::Safe, Expected::Safe) | (Answer::Unsafe, Expected::Unsafe))
    }

    /// Whether the answer contradicts the expected one.
    pub fn is_wrong(&self) -> bool {
        matches!((self.answer, self.expected), (Answer::Safe, Expected::Unsafe) | (Answer::Unsafe, Expected::Safe))
    }
}

/// Scores the programs. True if no answer is wrong.
///
/// # Errors
/// A sentence, if an option names nothing, nothing is to be scored, or the command cannot be run.
pub fn run(options: &ScoreOptions) -> Result<bool, String> {
    if options.engine != portfolio::NAME && engine_named(&options.engine).is_none() {
        return Err(format!("there is no engine {}", options.engine));
    }
    let tasks = tasks(&options.programs)?;
    let command = command(&options.programs)?;
    let scores = score_all(&command, &tasks, options)?;
    if let Some(output) = &options.output {
        let cannot = |error: std::io::Error| format!("cannot write {}: {error}", output.display());
        let mut file = std::fs::File::create(output).map_err(cannot)?;
        for score in &scores {
            let line = serde_json::to_string(score).map_err(|error| error.to_string())?;
            writeln!(file, "{line}").map_err(cannot)?;
        }
    }
    print!("{}", table(&scores));
    Ok(!scores.iter().any(Score::is_wrong))
}

/// The property that is asked about.
///
/// # Errors
/// A sentence, if there is none with the name.
pub(crate) fn property(options: &ProgramsOptions) -> Result<Property, String> {
    let found = Property::from_name(&options.property);
    found.ok_or_else(|| format!("there is no property {}: see the table in README.md", options.property))
}

/// The command that is asked, with its whole path.
///
/// # Errors
/// A sentence, if it is to be built and cannot be.
pub(crate) fn command(options: &ProgramsOptions) -> Result<PathBuf, String> {
    match &options.command {
        Some(command) => std::path::absolute(command).map_err(|error| error.to_string()),
        None => built(),
    }
}

/// The programs with an expected verdict, in the order of their paths.
///
/// # Errors
/// A sentence, if a path or the property names nothing, or no verdict is known.
pub(crate) fn tasks(options: &ProgramsOptions) -> Result<Vec<(PathBuf, Expected)>, String> {
    let property = property(options)?;
    let mut programs = Vec::new();
    for path in &options.paths {
        if path.is_dir() {
            programs_below(path, &mut programs);
        } else if path.is_file() {
            programs.push(path.clone());
        } else {
            return Err(format!("there is no file {}", path.display()));
        }
    }
    programs.sort();
    let known = |program: PathBuf| expected(&program, property).map(|expected| (program, expected));
    let tasks: Vec<_> = programs.into_iter().filter_map(known).collect();
    if tasks.is_empty() {
        return Err(format!("no program says what is true of {property}: see `cargo xtask score --help`"));
    }
    Ok(tasks)
}

fn programs_below(folder: &Path, programs: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            programs_below(&path, programs);
        } else if path.extension().is_some_and(|extension| extension == "c" || extension == "i") {
            programs.push(path);
        }
    }
}

/// Builds the command of this repository.
pub(crate) fn built() -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args(["build", "--quiet", "--profile", "tools", "--package", "raddle-cli"]).current_dir(repository());
    let status = build.status().map_err(|error| format!("cannot run cargo: {error}"))?;
    if !status.success() {
        return Err("the command cannot be built".to_owned());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| repository().join("target"), PathBuf::from);
    Ok(target.join("tools/raddle"))
}

fn score_all(command: &Path, tasks: &[(PathBuf, Expected)], options: &ScoreOptions) -> Result<Vec<Score>, String> {
    let next = AtomicUsize::new(0);
    let scores = Mutex::new(Vec::new());
    let worked: Vec<Result<(), String>> = std::thread::scope(|scope| {
        let work = || {
            while let Some((at, (program, expected))) = {
                let at = next.fetch_add(1, Ordering::Relaxed);
                tasks.get(at).map(|task| (at, task))
            } {
                let score = score(command, program, *expected, options)?;
                if options.verbose || score.is_wrong() {
                    let mark = if score.is_wrong() {
                        "WRONG"
                    } else if score.is_solved() {
                        "ok"
                    } else {
                        ""
                    };
                    println!("{mark:5} {:8?} {:8.2} s  {}", score.answer, score.seconds, program.display());
                }
                scores.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((at, score));
            }
            Ok(())
        };
        let workers: Vec<_> = (0..options.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
            worker.join().unwrap_or_else(|_| Err("a thread of the score panicked".to_owned()))
        };
        workers.into_iter().map(join).collect()
    });
    worked.into_iter().collect::<Result<(), _>>()?;
    let mut scores = scores.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    scores.sort_by_key(|(at, _)| *at);
    Ok(scores.into_iter().map(|(_, score)| score).collect())
}

fn score(command: &Path, program: &Path, expected: Expected, options: &ScoreOptions) -> Result<Score, String> {
    let cannot = |error: std::io::Error| format!("cannot run {}: {error}", command.display());
    let mut run = Command::new(command);
    run.args(["check", "--engine", &options.engine, "--property", &options.programs.property]);
    run.args(["--timeout", &format!("{}s", options.programs.timeout)]);
    if let Some(model) = &options.programs.data_model {
        run.args(["--data-model", model]);
    }
    run.arg(program).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let started = Instant::now();
    let mut child = run.spawn().map_err(cannot)?;
    let mut output = child.stdout.take().ok_or("a process has no output")?;
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        output.read_to_end(&mut text).map(|_| text)
    });
    let limit = Duration::from_secs(options.programs.timeout) + GRACE;
    let mut is_late = false;
    let status = loop {
        if let Some(status) = child.try_wait().map_err(cannot)? {
            break status;
        }
        if started.elapsed() > limit && !is_late {
            is_late = true;
            child.kill().map_err(cannot)?;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let seconds = started.elapsed().as_secs_f64();
    let text = reader.join().map_err(|_| "a thread of the score panicked")?.map_err(cannot)?;
    let (answer, reason) = match answer_in(&String::from_utf8_lossy(&text)) {
        _ if is_late || status.code() == Some(124) => (Answer::Timeout, None),
        // What a killed command said does not count.
        _ if status.code().is_none() => (Answer::Unknown, Some(status.to_string())),
        found => found,
    };
    let family = program.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
    let program = program.to_path_buf();
    Ok(Score { program, family, expected, answer, reason, exit_status: status.code(), seconds })
}

/// What the last verdict of an output says.
fn answer_in(output: &str) -> (Answer, Option<String>) {
    let Some(verdict) = output.lines().rev().find_map(|line| line.strip_prefix("VERDICT: ")) else {
        return (Answer::Unknown, Some("it says nothing".to_owned()));
    };
    match verdict.split(' ').next() {
        Some("SAFE") => (Answer::Safe, None),
        Some("UNSAFE") => (Answer::Unsafe, None),
        Some(_) | None => (Answer::Unknown, Some(verdict.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_verdict_counts() {
        assert_eq!(answer_in("VERDICT: SAFE\nx\nVERDICT: UNSAFE (assertions)\n").0, Answer::Unsafe);
        assert_eq!(answer_in("VERDICT: SAFE").0, Answer::Safe);
        let unknown = answer_in("VERDICT: UNKNOWN (out of memory)");
        assert_eq!(unknown, (Answer::Unknown, Some("UNKNOWN (out of memory)".to_owned())));
        assert_eq!(answer_in("hello").0, Answer::Unknown);
    }
}
