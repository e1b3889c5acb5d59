//! A slice of each mode of the fuzzer, in processes as campaigns start them: nothing may differ. The same slices are
//! small parts of campaigns that run elsewhere for hours (CONTRIBUTING.md). With `RADDLE_ALL=1` they are longer. Engines have a second for a program: some need more
//! for most, and say UNKNOWN then.

use std::path::Path;
use std::process::Command;

/// Runs the fuzzer; its table, if nothing was found.
fn clean(folder: &Path, arguments: &[&str]) -> String {
    let state = folder.join("state.json");
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("fuzz")
        .args(["--jobs=2", "--keep-large", "--timeout=1"])
        .args(arguments)
        .arg(format!("--state={}", state.display()))
        .arg(format!("--findings={}", folder.join("findings").display()))
        .output()
        .expect("the command runs");
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{arguments:?}\n{table}\n{}", String::from_utf8_lossy(&output.stderr));
    table
}

/// How many programs are judged: so many, or more if everything is tried.
fn length(few: u64, all: u64) -> u64 {
    if std::env::var_os("RADDLE_ALL").is_some() { all } else { few }
}

fn programs(table: &str) -> Option<u64> {
    table.lines().find_map(|line| line.split_once(" programs, ")).and_then(|(count, _)| count.parse().ok())
}

#[test]
fn engines_agree_about_random_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let count = length(40, 60);
    let table = clean(folder.path(), &["--seed=9", &format!("--count={count}"), "--states=4000"]);
    assert_eq!(programs(&table), Some(count), "{table}");
    // A second run goes on where the first ended.
    let table = clean(folder.path(), &["--seed=9", "--count=10", "--states=4000"]);
    assert_eq!(programs(&table), Some(count + 10), "{table}");
}

#[test]
fn engines_agree_about_programs_of_the_grammar() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = clean(folder.path(), &["--mode=grammar", "--stride=311"]);
    assert_eq!(programs(&table), Some(212), "{table}");
    let decided = table.lines().filter(|line| line.contains("100.0%")).count();
    assert!(decided >= 7, "every engine decides each program of the grammar: {table}");
}

#[test]
fn engines_agree_about_programs_of_one_thread() {
    let folder = tempfile::tempdir().expect("a folder");
    let count = length(24, 40);
    let table = clean(folder.path(), &["--mode=alone", "--seed=3", &format!("--count={count}")]);
    assert_eq!(programs(&table), Some(count), "{table}");
}

#[test]
fn no_engine_notices_changes_that_change_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let count = length(16, 40);
    let table = clean(folder.path(), &["--mode=metamorphic", "--seed=7", &format!("--count={count}")]);
    assert_eq!(programs(&table), Some(count), "{table}");
}

/// Shapes in which wrong answers were found before: each family alone, since programs of many families rarely have them.
#[test]
fn engines_agree_about_programs_of_one_family() {
    let folder = tempfile::tempdir().expect("a folder");
    for (family, count) in [
        ("topologies", 8),
        ("blocked", 10),
        ("waiting-sections", 16),
        ("standstill", 3),
        ("output", 8),
        ("addresses", 16),
        ("builtin-atomics", 12),
        ("c11-atomics", 8),
    ] {
        let arguments = [&format!("--family={family}"), "--seed=5", &format!("--count={count}"), "--states=8000"];
        let table = clean(folder.path(), &arguments);
        assert_eq!(programs(&table), Some(count), "{family}: {table}");
        // The next family starts from nothing.
        std::fs::remove_file(folder.path().join("state.json")).expect("a campaign leaves a state");
    }
}
