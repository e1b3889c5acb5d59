//! How many violations end in the same violation when they are run natively: `check --emit-replay`, `make`, `./replay`.
//!
//! Only for programs that are known to be unsafe. A program whose violation is not found in time has no replay and does
//! not count; every other program counts, whatever goes wrong.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::options::ReplaysOptions;
use crate::score::{Expected, command, tasks};

/// The exit code of a replay that came to its violation.
const REPRODUCED: i32 = 10;

/// What became of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Fate {
    Reproduced,
    /// The last words of the replay.
    Diverged(String),
    /// What the compiler said.
    DoesNotCompile(String),
    /// Why no replay was written.
    NotWritten(String),
    /// No violation was found.
    NotFound,
}

/// Replays the programs. True if all that have a violation reproduce it.
///
/// # Errors
/// A sentence, if an option names nothing, or something cannot be run.
pub fn run(options: &ReplaysOptions) -> Result<bool, String> {
    let command = command(&options.programs)?;
    let folder = std::env::temp_dir().join(format!("raddle-replays-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot write {}: {error}", folder.display()))?;
    let (mut n_reproduced, mut n_violations) = (0, 0);
    for (program, expected) in tasks(&options.programs)? {
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if expected != Expected::Unsafe || options.name.as_ref().is_some_and(|part| !name.contains(part)) {
            continue;
        }
        let fate = fate(&command, &program, &folder, options)?;
        n_violations += usize::from(fate != Fate::NotFound);
        match &fate {
            Fate::Reproduced => n_reproduced += 1,
            Fate::Diverged(words) => println!("diverged         {}\n{words}", program.display()),
            Fate::DoesNotCompile(words) => println!("does not compile {}\n{words}", program.display()),
            Fate::NotWritten(why) => println!("not written      {}\n{why}", program.display()),
            Fate::NotFound => println!("no violation     {}", program.display()),
        }
    }
    std::fs::remove_dir_all(&folder).map_err(|error| format!("cannot remove {}: {error}", folder.display()))?;
    println!("{n_reproduced} of {n_violations} violations reproduced");
    Ok(n_reproduced == n_violations)
}

fn fate(command: &Path, program: &Path, folder: &Path, options: &ReplaysOptions) -> Result<Fate, String> {
    let replay = folder.join("replay");
    _ = std::fs::remove_dir_all(&replay);
    let mut check = Command::new(command);
    check.args([
        "check",
        "--property",
        &options.programs.property,
        "--timeout",
        &format!("{}s", options.programs.timeout),
    ]);
    check.args(["--engine", &options.engine]);
    if let Some(model) = &options.programs.data_model {
        check.args(["--data-model", model]);
    }
    let output = check.arg("--emit-replay").arg(&replay).arg(program).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("cannot run {}: {error}", command.display()))?;
    if !replay.exists() {
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        let is_unsafe = String::from_utf8_lossy(&output.stdout).contains("VERDICT: UNSAFE");
        return Ok(if is_unsafe { Fate::NotWritten(last(&message)) } else { Fate::NotFound });
    }
    let built = Command::new("make").arg("-C").arg(&replay).arg("replay").stdin(Stdio::null()).output();
    let built = built.map_err(|error| format!("cannot run make: {error}"))?;
    if !built.status.success() {
        return Ok(Fate::DoesNotCompile(last(&String::from_utf8_lossy(&built.stderr))));
    }
    ran(&replay, options)
}

/// Runs a replay that was built.
fn ran(replay: &Path, options: &ReplaysOptions) -> Result<Fate, String> {
    let said: PathBuf = replay.join("said");
    let cannot = |error: std::io::Error| format!("cannot run a replay: {error}");
    let file = std::fs::File::create(&said).map_err(cannot)?;
    let mut run = Command::new(replay.join("replay"));
    let mut child = run.stdin(Stdio::null()).stdout(Stdio::null()).stderr(file).spawn().map_err(cannot)?;
    let limit = Instant::now() + Duration::from_secs(options.programs.timeout.max(30));
    let status = loop {
        if let Some(status) = child.try_wait().map_err(cannot)? {
            break Some(status);
        }
        if Instant::now() > limit {
            child.kill().map_err(cannot)?;
            child.wait().map_err(cannot)?;
            break None;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let words = last(&String::from_utf8_lossy(&std::fs::read(&said).unwrap_or_default()));
    Ok(match status.map(|status| status.code()) {
        Some(Some(REPRODUCED)) => Fate::Reproduced,
        Some(Some(code)) => Fate::Diverged(format!("{words}\n  exit code {code}")),
        Some(None) => Fate::Diverged(format!("{words}\n  ended by a signal")),
        None => Fate::Diverged(format!("{words}\n  it does not end")),
    })
}

/// The last lines of a text, indented.
fn last(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let from = lines.len().saturating_sub(8);
    lines[from..].iter().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}
