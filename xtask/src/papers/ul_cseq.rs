//! Tables 1 and 2 of Nguyen, Fischer, La Torre, Parlato: *Lazy Sequentialization for the Safety Verification of Unbounded Concurrent
//! Programs*, by sub-category of SV-COMP's concurrent programs.
//!
//! Safe programs are given to `--checker ic3`, unsafe ones to `--checker bmc`. The sets are not the same: the paper has those of 2016, the folder
//! `shared` beside the repository (or `RADDLE_SHARED`) has those of 2015, without `pthread-atomic`. The paper unwinds loops that create threads
//! twice and counts what it then finds safe; here that is a bound, and its own column. The paper had 900 seconds for a program.

use std::path::{Path, PathBuf};

use super::measuring::{Measuring, Question};
use super::table::Table;
use super::{Chapter, benchmarks};
use crate::repository;

/// What the tables say: ours, and the paper's.
const COLUMNS: [&str; 13] = [
    "sub-category",
    "files",
    "pass",
    "wrong",
    "bound on threads",
    "open",
    "out of time",
    "mean seconds",
    "paper: files",
    "pass",
    "fail",
    "out of time",
    "mean seconds",
];

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
            _ if reason.contains("bound-reached") && reason.contains("threads") => self.bounded += 1,
            _ if reason.contains("timeout") => self.late += 1,
            _ => self.open += 1,
        }
    }

    fn mean(&self) -> String {
        if self.pass == 0 { "-".to_owned() } else { format!("{:.1}", self.seconds / self.pass as f64) }
    }
}

/// The programs of a sub-category whose truth is in their names, from the root of the repository; whether they are safe.
pub(super) fn programs(folder: &Path, name: Option<&str>) -> Vec<(PathBuf, bool)> {
    let entries = std::fs::read_dir(repository().join(folder)).into_iter().flatten().flatten();
    let mut found: Vec<(PathBuf, bool)> = entries
        .map(|entry| folder.join(entry.file_name()))
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

/// The tables.
pub(super) fn chapter(measuring: &mut Measuring) -> Result<Chapter, String> {
    let folder = benchmarks()?;
    let mut chapter = Chapter::default();
    for (is_safe, checker, title, note) in [
        (
            true,
            "ic3",
            "Table 1: safe programs",
            "The paper's are those of UL-CSeq + SeaHorn. What the paper unwound twice and found safe is here a bound on threads.",
        ),
        (false, "bmc", "Table 2: unsafe programs", "The paper's are those of UL-CSeq + CBMC."),
    ] {
        let mut table = Table::new(title, note, &COLUMNS);
        for (name, safe, unsafes) in TABLES {
            let theirs = if is_safe { safe } else { unsafes };
            let mut ours = Ours::default();
            for (file, truth) in programs(&folder.join(name), measuring.name.as_deref()) {
                if truth == is_safe {
                    let more = &["--checker", checker, "--data-model", "ilp32"][..];
                    let file = file.as_path();
                    let question = Question { engine: "sequential", more, property: "assertions", defines: &[], file };
                    let measured = measuring.ask(question)?;
                    ours.note(is_safe, &measured.verdict, &measured.reason, measured.seconds);
                }
            }
            chapter.n_wrong += ours.wrong;
            let counts = [ours.files, ours.pass, ours.wrong, ours.bounded, ours.open, ours.late];
            let mut row = vec![name.to_owned()];
            row.extend(counts.map(|count| count.to_string()));
            row.push(ours.mean());
            row.extend([theirs.files, theirs.pass, theirs.fail, theirs.late].map(|count| count.to_string()));
            row.push(theirs.seconds.to_string());
            table.rows.push(row);
        }
        chapter.tables.push(table);
    }
    Ok(chapter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_counted_by_what_they_say() {
        let mut ours = Ours::default();
        ours.note(true, "SAFE", "", 2.0);
        ours.note(true, "UNSAFE", "", 1.0);
        ours.note(true, "UNKNOWN", r#"{"reason": "bound-reached", "bound": "4 threads"}"#, 1.0);
        ours.note(true, "UNKNOWN", r#"{"reason": "timeout", "limit": {"secs": 60}}"#, 60.0);
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
