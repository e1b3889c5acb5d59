//! `--emit-replay`: every violation of an example comes again natively, with threads of the system, and is said as one.

use crate::common::{Folder, Run, example, raddle, run};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

/// Whether replays can be built here; where not, the test that is skipped is named.
fn can_build(test: &str) -> bool {
    let is_there = |command: &str| {
        let mut run = Command::new(command);
        run.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    let can = is_there("gcc") && is_there("make");
    if !can {
        eprintln!("skipped, since there is no gcc or no make: {test}");
    }
    can
}

/// `make run` in a folder.
fn make(folder: &Path) -> Run {
    Run::of(&Command::new("make").arg("-C").arg(folder).arg("run").output().expect("make is there"))
}

/// The unsafe properties of the examples, as their table has them.
fn violations() -> BTreeSet<(String, &'static str)> {
    const PROPERTIES: [&str; 7] = ["assertions", "deadlock", "data-race", "memory", "overflow", "arithmetic", "locks"];
    let table = std::fs::read_to_string(example("README.md")).expect("the examples have a table");
    let mut found = BTreeSet::new();
    for line in table.lines().filter(|line| line.starts_with("| [")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let name = cells[0].trim_start_matches('[').split(']').next().unwrap_or("");
        let of_each = PROPERTIES.iter().zip(&cells[2..]);
        found.extend(of_each.filter(|(_, cell)| cell.contains("UNSAFE")).map(|(of, _)| (name.to_owned(), *of)));
    }
    found
}

#[test]
fn every_violation_of_an_example_comes_natively() {
    if !can_build("every_violation_of_an_example_comes_natively") {
        return;
    }
    let violations = violations();
    assert!(violations.len() > 10, "{violations:?}");
    for (name, property) in violations {
        let folder = Folder::new();
        let replay = folder.path("replay");
        let file = example(&name);
        let check = run(&["check", "-p", property, "--emit-replay", &replay.display().to_string(), &file]);
        assert_eq!(check.code, Some(10), "{name} {property}: {}{}", check.out, check.err);
        let made = make(&replay);
        assert_eq!(made.code, Some(0), "{name} {property}: {}{}", made.out, made.err);
        let last = format!("raddle: REPRODUCED ({property}) after ");
        assert!(made.err.lines().last().is_some_and(|line| line.starts_with(&last)), "{name} {property}: {}", made.err);
    }
}

#[test]
fn another_schedule_is_said_to_diverge() {
    if !can_build("another_schedule_is_said_to_diverge") {
        return;
    }
    let folder = Folder::new();
    let replay = folder.path("replay");
    let check =
        run(&["check", "-p", "assertions", "--emit-replay", &replay.display().to_string(), &example("lost_update.c")]);
    assert_eq!(check.code, Some(10), "{}", check.err);
    // What was two halves of an update is one.
    let program = replay.join("program.c");
    let text = std::fs::read_to_string(&program).expect("it was written");
    assert!(text.contains(" == 2"), "{text}");
    std::fs::write(&program, text.replace(" == 2", " != 2")).expect("it can be written");
    let made = make(&replay);
    assert_ne!(made.code, Some(0), "{}", made.err);
    assert!(made.err.contains("DIVERGED: all ") && !made.err.contains("REPRODUCED"), "{}", made.err);
}

#[test]
fn a_program_for_32_bits_runs_where_pointers_have_64() {
    if !can_build("a_program_for_32_bits_runs_where_pointers_have_64") {
        return;
    }
    let folder = Folder::new();
    let file = folder.write(
        "wide.c",
        "#include <assert.h>
#include <pthread.h>
long total = 2147483647;
struct cell { struct cell *next; long value; } cells[2];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *add(void *cell) {
    pthread_mutex_lock(&m);
    total = (long)((unsigned long)total + ((struct cell *)cell)->value);
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t;
    cells[0].next = &cells[1];
    cells[1].value = 1;
    pthread_create(&t, 0, add, cells[0].next);
    pthread_join(t, 0);
    assert(total > 0);
    return 0;
}
",
    );
    let replay = folder.path("replay");
    let path = replay.display().to_string();
    let check = run(&["check", "-p", "assertions", "--data-model", "ilp32", "--emit-replay", &path, &file]);
    assert_eq!(check.code, Some(10), "{}{}", check.out, check.err);
    let made = make(&replay);
    assert_eq!(made.code, Some(0), "{}{}", made.out, made.err);
}

#[test]
fn saved_traces_are_emitted_and_folders_of_others_are_left_alone() {
    let folder = Folder::new();
    let (trace, file) = (folder.path("trace.json").display().to_string(), example("dekker.c"));
    let check = run(&["check", "-p", "assertions", "--save-trace", &trace, &file]);
    assert_eq!(check.code, Some(10), "{}", check.err);
    let replay = folder.path("replay");
    let path = replay.display().to_string();
    let emitted = run(&["replay", "--emit", &path, &file, &trace]);
    assert_eq!(emitted.code, Some(10), "{}", emitted.err);
    assert!(replay.join("Makefile").exists() && emitted.err.contains("make -C "), "{}", emitted.err);
    let others = folder.path("others");
    std::fs::create_dir(&others).expect("a folder can be made");
    std::fs::write(others.join("thesis.tex"), "years of work").expect("a file can be written");
    let refused = run(&["check", "--emit-replay", &others.display().to_string(), &file]);
    assert_eq!(refused.code, Some(2), "{}", refused.err);
    assert_eq!(std::fs::read_dir(&others).expect("it is a folder").count(), 1);
    let is_safe = run(&["check", "-p", "locks", "--emit-replay", &folder.path("none").display().to_string(), &file]);
    assert_eq!(is_safe.code, Some(0), "{}", is_safe.err);
    assert!(is_safe.err.contains("no violation was found") && !folder.path("none").exists(), "{}", is_safe.err);
}

#[test]
fn the_run_in_the_guide_is_the_one_that_comes() {
    if !can_build("the_run_in_the_guide_is_the_one_that_comes") {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/replays.md")).expect("the repository has it");
    let mut lines = page.lines().skip_while(|line| !line.contains(" --emit-replay replay "));
    let command = lines.next().and_then(|line| line.strip_prefix("$ raddle ")).expect("a command");
    assert_eq!(lines.next(), Some("$ make -C replay run"));
    let shown: Vec<&str> = lines.take_while(|line| !line.starts_with("```")).collect();
    let folder = Folder::new();
    let replay = folder.path("replay");
    let path = replay.display().to_string();
    let words = command.split(' ').map(|word| if word == "replay" { path.as_str() } else { word });
    let check = Run::of(&raddle().current_dir(root).args(words).output().expect("the command was built"));
    assert_eq!(check.code, Some(10), "{}", check.err);
    let made = make(&replay);
    assert_eq!(made.err.lines().collect::<Vec<_>>(), shown);
}
