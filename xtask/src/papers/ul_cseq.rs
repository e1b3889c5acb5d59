//! Tables 1 and 2 of Nguyen, Fischer, La Torre, Parlato: *Lazy Sequentialization for the Safety Verification of Unbounded Concurrent
//! Programs*, by sub-category of SV-COMP's concurrent programs.
//!
//! Safe programs are given to the checker `ic3`, unsafe ones to `bmc`. The sets are not the same: the paper has those of 2016, the folder
//! `shared` beside the repository (or `RADDLE_SHARED`) has those of 2015, without `pthread-atomic`. The paper unwinds loops that create threads
//! twice and counts what it then finds safe; here that is a bound, and its own column. The paper had 900 seconds for a program.

use std::path::{Path, PathBuf};

use super::table::Table;
use super::{Chapter, Program, benchmarks};
use crate::measuring::{Measuring, Question};
use crate::repository;

/// The columns of the tables: Raddle's numbers, and the paper's.
const COLUMNS: [&str; 15] = [
    "sub-category",
    "files",
    "pass",
    "wrong",
    "bound on threads",
    "open",
    "out of time",
    "mean seconds",
    "auto: pass",
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

/// What the paper prints of other tools: their names, then for each sub-category how many passed and the mean seconds of these.
type Others = &'static [(&'static str, &'static [&'static str])];

const SAFE_BY_OTHERS: Others = &[
    ("", &["UL-CSeq + Automizer", "UL-CSeq + CPAchecker", "UL-CSeq + VVT", "Impara", "Satabs", "Threader", "VVT"]),
    ("pthread", &["3 390.8", "2 204.9", "5 247.3", "5 12.2", "3 308.7", "6 128.4", "5 7.3"]),
    ("pthread-ext", &["12 226.5", "15 214.6", "16 179.7", "30 8.7", "15 34.6", "36 104.8", "38 66.2"]),
    ("pthread-lit", &["1 544.9", "3 164.1", "3 79.8", "2 0.4", "2 8.1", "0", "5 7.3"]),
    ("pthread-wmm", &["60 421.6", "26 271.3", "141 275.3", "24 9.0", "100 312.2", "0", "130 222.2"]),
];

const UNSAFE_BY_OTHERS: Others = &[
    ("", &["Lazy-CSeq + CBMC", "CBMC", "CIVL", "Smack"]),
    ("pthread", &["17 19.4", "16 63.1", "17 14.9", "8 84.2"]),
    ("pthread-ext", &["8 0.3", "7 12.0", "8 0.3", "8 47.2"]),
    ("pthread-lit", &["3 1.3", "2 0.2", "3 2.7", "1 11.1"]),
    ("pthread-wmm", &["754 1.2", "754 0.5", "754 6.1", "753 78.1"]),
];

/// Programs whose loops never end, and whether they have a twin that is violated.
const FOR_EVER: [(&str, bool); 7] = [
    ("bakery.c", true),
    ("dekker.c", false),
    ("peterson.c", false),
    ("producer_consumer.c", true),
    ("rwlock.c", false),
    ("szymanski.c", false),
    ("ticket_lock.c", true),
];

/// The engines that are asked about them.
const FOR_EVER_ENGINES: [&str; 4] = ["sequential", "compositional", "explicit", "auto"];

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
            let (mut ours, mut together) = (Ours::default(), Ours::default());
            for (file, truth) in programs(&folder.join(name), measuring.name.as_deref()) {
                if truth == is_safe {
                    let setting = format!("sequential.checker={checker}");
                    let more = &["-o", &setting, "--data-model", "ilp32"][..];
                    let file = file.as_path();
                    let question = Question { engine: "sequential", more, property: "assertions", defines: &[], file };
                    let measured = measuring.ask(question)?;
                    ours.note(is_safe, &measured.verdict, &measured.reason, measured.seconds);
                    let measured = measuring.ask(Question { engine: "auto", more: &more[2..], ..question })?;
                    together.note(is_safe, &measured.verdict, &measured.reason, measured.seconds);
                }
            }
            chapter.n_wrong += ours.wrong + together.wrong;
            let counts = [ours.files, ours.pass, ours.wrong, ours.bounded, ours.open, ours.late];
            let mut row = vec![name.to_owned()];
            row.extend(counts.map(|count| count.to_string()));
            row.extend([ours.mean(), together.pass.to_string(), together.mean()]);
            row.extend([theirs.files, theirs.pass, theirs.fail, theirs.late].map(|count| count.to_string()));
            row.push(theirs.seconds.to_string());
            table.rows.push(row);
        }
        chapter.tables.push(table);
        chapter.tables.push(others(is_safe));
    }
    for_ever(measuring, &mut chapter)?;
    Ok(chapter)
}

/// What other tools made of the same sub-categories, as the paper prints it.
fn others(is_safe: bool) -> Table {
    let (title, rows) = match is_safe {
        true => ("Table 1, the paper's other tools", SAFE_BY_OTHERS),
        false => ("Table 2, the paper's other tools", UNSAFE_BY_OTHERS),
    };
    let note = "How many passed, and their mean seconds.";
    let [(_, tools), rows @ ..] = rows else { unreachable!("the first row has the names of tools") };
    let columns: Vec<&str> = ["sub-category"].into_iter().chain(tools.iter().copied()).collect();
    let mut table = Table::new(title, note, &columns);
    for (name, cells) in rows {
        table.rows.push([*name].into_iter().chain(cells.iter().copied()).map(str::to_owned).collect());
    }
    table
}

/// Algorithms of the kind that the paper takes from elsewhere, with loops that never end.
fn for_ever(measuring: &mut Measuring, chapter: &mut Chapter) -> Result<(), String> {
    let mut columns = vec!["program", "is"];
    columns.extend(FOR_EVER_ENGINES);
    let note = "Seconds of the programs of `examples/papers/ul-cseq`, some with a twin that is broken by `-D UNSAFE`.";
    let mut table = Table::new("Algorithms for ever", note, &columns);
    for (file, has_twin) in FOR_EVER {
        for is_violated in [false, true] {
            let name = file.trim_end_matches(".c").to_owned();
            if (is_violated && !has_twin) || !measuring.is_wanted(&name) {
                continue;
            }
            let defines = if is_violated { vec!["UNSAFE".to_owned()] } else { Vec::new() };
            let program = Program { name, file, defines, property: "assertions", is_violated };
            let mut row = vec![program.name.clone(), if is_violated { "unsafe" } else { "safe" }.to_owned()];
            for engine in FOR_EVER_ENGINES {
                let measured = measuring.program("ul-cseq", &program, (engine, &[]))?;
                chapter.n_wrong += usize::from(measured.is_wrong(is_violated));
                row.push(measured.cell(is_violated));
            }
            table.rows.push(row);
        }
    }
    chapter.tables.push(table);
    Ok(())
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
