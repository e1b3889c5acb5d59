//! Tables 1 and 2 of Nguyen, Fischer, La Torre, Parlato: *Lazy Sequentialization for the Safety Verification of Unbounded Concurrent
//! Programs*, by sub-category of SV-COMP's concurrent programs.
//!
//! Safe programs are given to `--checker ic3`, unsafe ones to `--checker bmc`. The sets are not the same: the paper has those of 2016, the folder
//! `shared` beside the repository (or `RADDLE_SHARED`) has those of 2015, without `pthread-atomic`. The paper unwinds loops that create threads
//! twice and counts what it then finds safe; here that is a bound, and its own column. The paper had 900 seconds for a program.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::Value;

use crate::options::PapersOptions;
use crate::repository;

/// What the paper says of a sub-category: files, passed, failed, out of time, mean seconds of those that passed.
#[derive(Clone, Copy)]
struct Theirs {
    files: usize,
    pass: usize,
    fail: usize,
    late: usize,
    seconds: f64,
}

const fn row(files: usize, pass: usize, fail: usize, late: usize, seconds: f64) -> Theirs {
    Theirs { files, pass, fail, late, seconds }
}

/// Table 1, with SeaHorn, their best; and Table 2, with CBMC.
const TABLES: [(&str, Theirs, Theirs); 4] = [
    ("pthread", row(15, 3, 2, 10, 67.3), row(17, 14, 0, 3, 12.2)),
    ("pthread-ext", row(45, 27, 0, 18, 199.1), row(8, 8, 0, 0, 1.0)),
    ("pthread-lit", row(8, 3, 0, 5, 23.3), row(3, 3, 0, 0, 1.4)),
    ("pthread-wmm", row(144, 144, 0, 0, 32.5), row(754, 754, 0, 0, 1.1)),
];

/// What is counted of a sub-category.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Ours {
    files: usize,
    pass: usize,
    wrong: usize,
    /// UNKNOWN since only so many threads were followed.
    bounded: usize,
    /// UNKNOWN for another reason, in time.
    open: usize,
    late: usize,
    seconds: f64,
}

impl Ours {
    fn note(&mut self, is_safe: bool, verdict: &str, reason: &str, seconds: f64) {
        self.files += 1;
        match (verdict, is_safe) {
            ("SAFE", true) | ("UNSAFE", false) => {
                self.pass += 1;
                self.seconds += seconds;
            }
            ("SAFE", false) | ("UNSAFE", true) => self.wrong += 1,
            _ if reason.contains("threads reached") => self.bounded += 1,
            _ if reason.contains("out of time") => self.late += 1,
            _ => self.open += 1,
        }
    }

    fn mean(&self) -> String {
        if self.pass == 0 { "-".to_owned() } else { format!("{:.1}", self.seconds / self.pass as f64) }
    }
}

/// The programs of a sub-category whose truth is in their names; whether they are safe.
pub(super) fn programs(folder: &Path, name: Option<&str>) -> Vec<(PathBuf, bool)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<(PathBuf, bool)> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c" || extension == "i"))
        .filter_map(|path| {
            let file = path.file_name()?.to_string_lossy().into_owned();
            let is_safe = file.contains("true-unreach-call");
            let is_wanted = name.is_none_or(|name| file.contains(name));
            (is_wanted && (is_safe || file.contains("false-unreach-call"))).then_some((path, is_safe))
        })
        .collect();
    found.sort();
    found
}

/// Verdict, reason, seconds.
fn ask(command: &Path, program: &Path, checker: &str, timeout: u64) -> Result<(String, String, f64), String> {
    let mut run = Command::new(command);
    run.args(["check", "--format", "json", "--engine", "sequential", "--checker", checker, "-p", "assertions"]);
    run.args(["--data-model", "ilp32", "--timeout", &format!("{timeout}s")]).arg(program).stdin(Stdio::null());
    let started = Instant::now();
    let output = run.output().map_err(|error| format!("cannot run {}: {error}", command.display()))?;
    let seconds = started.elapsed().as_secs_f64();
    let text = String::from_utf8_lossy(&output.stdout);
    let answer: Value = text.lines().find_map(|line| serde_json::from_str(line).ok()).unwrap_or(Value::Null);
    let word = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    let reason = answer["properties"].get(0).map(|property| property.to_string()).unwrap_or_default();
    Ok((word(answer.get("verdict")), reason, seconds))
}

/// Prints the tables. True if no answer is wrong.
pub(super) fn run(command: &Path, options: &PapersOptions) -> Result<bool, String> {
    let shared = std::env::var_os("RADDLE_SHARED").map_or(repository().join("../shared"), PathBuf::from);
    let folder = shared.join("benchmarks/sv-comp15");
    if !folder.is_dir() {
        return Err(format!("there is no folder {}: name the folder shared with RADDLE_SHARED", folder.display()));
    }
    let mut is_right = true;
    for (is_safe, checker, title) in [
        (true, "ic3", "safe programs; the paper's are those of UL-CSeq + SeaHorn"),
        (false, "bmc", "unsafe programs; the paper's are those of UL-CSeq + CBMC"),
    ] {
        println!("{title}\n");
        println!(
            "{:14}{:>6}{:>6}{:>7}{:>9}{:>6}{:>6}{:>9}   | {:>6}{:>6}{:>6}{:>6}{:>8}",
            "sub-category",
            "files",
            "pass",
            "wrong",
            "threads",
            "open",
            "t.o.",
            "seconds",
            "files",
            "pass",
            "fail",
            "t.o.",
            "seconds"
        );
        for (name, safe, unsafes) in TABLES {
            let theirs = if is_safe { safe } else { unsafes };
            let mut ours = Ours::default();
            for (program, _) in
                programs(&folder.join(name), options.name.as_deref()).iter().filter(|it| it.1 == is_safe)
            {
                let (verdict, reason, seconds) = ask(command, program, checker, options.timeout)?;
                ours.note(is_safe, &verdict, &reason, seconds);
            }
            is_right &= ours.wrong == 0;
            println!(
                "{name:14}{:>6}{:>6}{:>7}{:>9}{:>6}{:>6}{:>9}   | {:>6}{:>6}{:>6}{:>6}{:>8}",
                ours.files,
                ours.pass,
                ours.wrong,
                ours.bounded,
                ours.open,
                ours.late,
                ours.mean(),
                theirs.files,
                theirs.pass,
                theirs.fail,
                theirs.late,
                theirs.seconds
            );
        }
        println!();
    }
    Ok(is_right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_counted_by_what_they_say() {
        let mut ours = Ours::default();
        ours.note(true, "SAFE", "", 2.0);
        ours.note(true, "UNSAFE", "", 1.0);
        ours.note(true, "UNKNOWN", "4 threads reached at a.c:1:1", 1.0);
        ours.note(true, "UNKNOWN", "out of time after 60 s", 60.0);
        ours.note(true, "UNKNOWN", "unsupported: a union", 1.0);
        ours.note(false, "UNSAFE", "", 4.0);
        let expected = Ours { files: 6, pass: 2, wrong: 1, bounded: 1, open: 1, late: 1, seconds: 6.0 };
        assert_eq!(ours, expected);
        assert_eq!(ours.mean(), "3.0");
        assert_eq!(Ours::default().mean(), "-");
    }

    #[test]
    fn the_paper_s_rows_add_up() {
        for (name, safe, unsafes) in TABLES {
            for theirs in [safe, unsafes] {
                assert_eq!(theirs.pass + theirs.fail + theirs.late, theirs.files, "{name}");
            }
        }
    }
}
