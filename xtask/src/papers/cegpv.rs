//! Table 1 of Abdulla, Atig, Diep: *Counter-Example Guided Program Verification*, by sub-category of SV-COMP's concurrent programs; and
//! how the time grows with variables that do not matter.
//!
//! The paper compares its tool with its own back end, CBMC with clock variables. So `slice --order clocks` stands beside `bmc --order
//! clocks`; and beside both, `bmc` with the ordering theory, which the paper did not have. The programs are those of the folder `shared`
//! beside the repository (or `RADDLE_SHARED`); there are fewer than in the paper. Seconds are of the processor, and of programs that passed.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::ul_cseq::programs;
use crate::options::PapersOptions;
use crate::repository;

/// What the paper says of a sub-category: programs, and of CBMC and of CEGPV how many passed in how many seconds.
type Theirs = (u32, (u32, u32), (u32, u32));

/// Sub-category, how its files begin, whether they are safe, what the paper says.
type Row = (&'static str, &'static str, bool, Option<Theirs>);

const ROWS: [Row; 13] = [
    ("pthread-wmm", "mix", false, Some((466, (466, 40301), (466, 1076)))),
    ("pthread-wmm", "podwr", false, Some((16, (16, 286), (16, 21)))),
    ("pthread-wmm", "rfi", false, Some((76, (76, 958), (76, 141)))),
    ("pthread-wmm", "safe", false, Some((200, (200, 12578), (200, 917)))),
    ("pthread-wmm", "thin", false, Some((12, (12, 252), (12, 15)))),
    ("pthread", "", false, Some((17, (12, 441), (17, 302)))),
    ("pthread-ext", "", false, Some((8, (4, 7), (8, 7)))),
    ("pthread-lit", "", false, Some((3, (2, 3), (2, 2)))),
    ("pthread-wmm", "rfi", true, Some((12, (12, 3154), (12, 138)))),
    ("pthread-wmm", "safe", true, Some((104, (102, 352), (104, 114)))),
    ("pthread-wmm", "thin", true, Some((12, (12, 28), (12, 12)))),
    ("pthread", "", true, Some((14, (7, 124), (13, 63)))),
    ("pthread-ext", "", true, Some((45, (19, 938), (31, 569)))),
];

/// The engines that are compared, each with its way to order events.
const ENGINES: [(&str, &str); 3] = [("slice", "clocks"), ("bmc", "clocks"), ("bmc", "theory")];

/// The program whose variables grow in number.
const GROWING: &str = "examples/papers/cegpv/many_variables.c";

/// What was said of the programs of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Ours {
    pass: u32,
    wrong: u32,
    seconds: f64,
}

impl Ours {
    fn note(&mut self, is_safe: bool, verdict: &str, seconds: f64) {
        match (verdict, is_safe) {
            ("SAFE", true) | ("UNSAFE", false) => {
                self.pass += 1;
                self.seconds += seconds;
            }
            ("SAFE", false) | ("UNSAFE", true) => self.wrong += 1,
            _ => {}
        }
    }
}

/// Verdict and seconds of the processor.
fn ask(
    command: &Path,
    more: &[&str],
    program: &Path,
    engine: (&str, &str),
    timeout: u64,
) -> Result<(String, f64), String> {
    let mut run = Command::new(command);
    run.args(["check", "--format", "json", "--engine", engine.0, "--order", engine.1, "-p", "assertions"]);
    run.args(["--timeout", &format!("{timeout}s")]).args(more).arg(program).stdin(Stdio::null());
    let output = run.output().map_err(|error| format!("cannot run {}: {error}", command.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let answer: Value = text.lines().find_map(|line| serde_json::from_str(line).ok()).unwrap_or(Value::Null);
    let verdict = answer.get("verdict").and_then(Value::as_str).unwrap_or("UNKNOWN").to_owned();
    let seconds = answer["resources"]["cpu_seconds"].as_f64().unwrap_or(0.0);
    Ok((verdict, seconds))
}

/// Prints the tables. True if no answer is wrong.
pub(super) fn run(command: &Path, options: &PapersOptions) -> Result<bool, String> {
    let is_right = growing(command, options)?;
    Ok(categories(command, options)? && is_right)
}

/// How the time grows with the number of variables.
fn growing(command: &Path, options: &PapersOptions) -> Result<bool, String> {
    println!("{GROWING}: seconds by number of variables\n");
    println!("{:10}{:>12}{:>14}{:>14}{:>14}", "", "variables", "slice clocks", "bmc clocks", "bmc theory");
    let mut is_right = true;
    for (truth, more) in [("SAFE", None), ("UNSAFE", Some("BUG"))] {
        for variables in [20, 40, 80, 120, 160, 200] {
            let mut cells = String::new();
            for engine in ENGINES {
                let count = format!("VARIABLES={variables}");
                let mut defines = vec!["-D", count.as_str()];
                defines.extend(more.iter().flat_map(|define| ["-D", define]));
                let (verdict, seconds) = ask(command, &defines, &repository().join(GROWING), engine, options.timeout)?;
                is_right &= verdict == truth || verdict == "UNKNOWN";
                let cell = if verdict == truth { format!("{seconds:.2}") } else { verdict };
                cells += &format!("{cell:>14}");
            }
            println!("{truth:10}{variables:>12}{cells}");
        }
    }
    println!();
    Ok(is_right)
}

/// The table of the paper.
fn categories(command: &Path, options: &PapersOptions) -> Result<bool, String> {
    let shared = std::env::var_os("RADDLE_SHARED").map_or(repository().join("../shared"), PathBuf::from);
    let folder = shared.join("benchmarks/sv-comp15");
    if !folder.is_dir() {
        return Err(format!("there is no folder {}: name the folder shared with RADDLE_SHARED", folder.display()));
    }
    println!("passed and seconds; the paper's: CBMC, and CEGPV over it\n");
    println!(
        "{:26}{:>6}{:>16}{:>16}{:>16}   | {:>6}{:>14}{:>14}",
        "sub-category", "files", "slice clocks", "bmc clocks", "bmc theory", "files", "CBMC", "CEGPV"
    );
    let mut is_right = true;
    for (set, prefix, is_safe, theirs) in ROWS {
        let is_of_row = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix));
        let files: Vec<PathBuf> = programs(&folder.join(set), options.name.as_deref())
            .into_iter()
            .filter(|(path, truth)| *truth == is_safe && is_of_row(path))
            .map(|(path, _)| path)
            .collect();
        let mut cells = String::new();
        for engine in ENGINES {
            let mut ours = Ours::default();
            for file in &files {
                let (verdict, seconds) = ask(command, &["--data-model", "ilp32"], file, engine, options.timeout)?;
                ours.note(is_safe, &verdict, seconds);
            }
            is_right &= ours.wrong == 0;
            let wrong = if ours.wrong > 0 { format!(" {} WRONG", ours.wrong) } else { String::new() };
            cells += &format!("{:>16}", format!("{} {:.1}{wrong}", ours.pass, ours.seconds));
        }
        let name = [set, prefix, if is_safe { "safe" } else { "unsafe" }].join(" ");
        let said = theirs.map_or_else(String::new, |(count, (cbmc, cbmc_time), (cegpv, cegpv_time))| {
            format!("{count:>6}{:>14}{:>14}", format!("{cbmc} {cbmc_time}"), format!("{cegpv} {cegpv_time}"))
        });
        println!("{name:26}{:>6}{cells}   | {said}", files.len());
    }
    Ok(is_right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_counted_by_what_they_say() {
        let mut ours = Ours::default();
        ours.note(true, "SAFE", 2.0);
        ours.note(true, "UNSAFE", 1.0);
        ours.note(true, "UNKNOWN", 60.0);
        ours.note(false, "UNSAFE", 4.0);
        assert_eq!(ours, Ours { pass: 2, wrong: 1, seconds: 6.0 });
    }

    #[test]
    fn the_growing_program_is_there() {
        assert!(repository().join(GROWING).is_file());
    }
}
