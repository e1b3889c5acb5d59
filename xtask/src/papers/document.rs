//! `docs/papers.md` and the pictures beside it: the chapters of all papers, with how and on what they were measured.

use std::fmt::Write as _;
use std::process::Command;

use super::chapter;
use crate::measuring::Measuring;
use crate::options::Paper;
use crate::repository;

/// The name of a chapter in `--help`, its paper, how many seconds its programs have at least.
const CHAPTERS: [(&str, Paper, &str, u64); 5] = [
    (
        "esbmc",
        Paper::Esbmc,
        "Cordeiro, Fischer: *Bounded Model Checking of Multi-threaded Software using SMT solvers* (`lazy`, `schedule`, `widen`)",
        10,
    ),
    (
        "ul-cseq",
        Paper::UlCseq,
        "Nguyen, Fischer, La Torre, Parlato: *Lazy Sequentialization for the Safety Verification of Unbounded Concurrent Programs* (`sequential`)",
        10,
    ),
    (
        "redcomp",
        Paper::Redcomp,
        "Popeea, Rybalchenko, Wilhelm: *Reduction for Compositional Verification of Multi-Threaded Programs* (`compositional`, `ranking`)",
        // The compressor is the largest program of the five papers.
        60,
    ),
    (
        "comus",
        Paper::Comus,
        "Rasin, Grumberg, Shoham: *Modular Verification of Concurrent Programs via Sequential Model Checking* (`modular`)",
        0,
    ),
    ("cegpv", Paper::Cegpv, "Abdulla, Atig, Diep: *Counter-Example Guided Program Verification* (`slice`)", 0),
];

/// Measures and writes everything. True if no answer is wrong.
///
/// # Errors
/// A sentence, if something cannot be measured or written.
pub(super) fn write(measuring: &mut Measuring) -> Result<bool, String> {
    let limit = measuring.limit;
    let folder = repository().join("docs");
    let mut text = format!(
        "# The tables of five papers\n\n\
         Each table has our figures beside those that the paper prints, where it prints any. Seconds are of the processor, `-` is no \
         answer in the time there was. The papers' machines were others, and older: what can be compared is what is decided, and how \
         it grows.\n\n\
         `cargo xtask papers all --timeout {limit}` has measured this, on {}, on {}.\n",
        date(),
        machine()
    );
    let mut n_wrong = 0;
    for (name, paper, title, least) in CHAPTERS {
        measuring.limit = limit.max(least);
        let chapter = chapter(paper, measuring)?;
        n_wrong += chapter.n_wrong;
        let _ = write!(
            text,
            "\n## {name}\n\n{title}. A program has {} seconds; `cargo xtask papers {name} --timeout {}` measures this chapter alone.\n",
            measuring.limit, measuring.limit
        );
        for picture in &chapter.pictures {
            let file = format!("papers-{}.svg", picture.file);
            put(&folder.join(&file), &picture.svg())?;
            let _ = write!(text, "\n![{}]({file})\n", picture.title);
        }
        for table in &chapter.tables {
            text.push('\n');
            text += &table.markdown();
        }
    }
    let _ = write!(text, "\nWrong answers: {n_wrong}.\n");
    put(&folder.join("papers.md"), &text)?;
    println!("docs/papers.md: {n_wrong} wrong answers");
    Ok(n_wrong == 0)
}

fn put(path: &std::path::Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Today.
fn date() -> String {
    let said = Command::new("date").args(["-u", "+%Y-%m-%d"]).output();
    said.ok().and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default().trim().to_owned()
}

/// Cores and memory.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let word = text.lines().find_map(|line| line.strip_prefix("MemTotal:")?.split_whitespace().next());
    let kilobytes: Option<u64> = word.and_then(|word| word.parse().ok());
    let memory = kilobytes.map_or_else(String::new, |size| format!(" and {} GiB of memory", size.div_ceil(1 << 20)));
    format!("{cores} cores of {}{memory}", std::env::consts::ARCH)
}
