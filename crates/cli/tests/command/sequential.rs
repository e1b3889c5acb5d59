//! `--engine sequential` with each of its checkers.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use crate::common::{Run, run};

fn verdict(checker: &str, name: &str) -> String {
    let file = format!("{}/../../tests/corpus/sequential/{name}.c", env!("CARGO_MANIFEST_DIR"));
    let options = ["--engine", "sequential", "--checker", checker, "-p", "assertions", "--timeout", "60s"];
    let arguments: Vec<&str> = ["check"].into_iter().chain(options).chain([file.as_str()]).collect();
    run(&arguments).last_line().to_owned()
}

#[test]
fn loops_without_bounds_are_proved_and_refuted() {
    for checker in ["ic3", "kinduction"] {
        assert_eq!(verdict(checker, "both_grow"), "VERDICT: SAFE", "{checker}");
        assert_eq!(verdict(checker, "flag_after_work"), "VERDICT: SAFE", "{checker}");
        assert_eq!(verdict(checker, "fails_at_seventeen"), "VERDICT: UNSAFE (assertions)", "{checker}");
        assert_eq!(verdict(checker, "one_is_held"), "VERDICT: UNSAFE (assertions)", "{checker}");
    }
    assert_eq!(verdict("bmc", "fails_at_seventeen"), "VERDICT: UNSAFE (assertions)");
    assert_eq!(verdict("bmc", "factorial_by_calls"), "VERDICT: SAFE");
}

#[test]
fn threads_are_made_sequential() {
    for checker in ["ic3", "kinduction"] {
        assert_eq!(verdict(checker, "block_before_the_end"), "VERDICT: UNSAFE (assertions)", "{checker}");
        assert_eq!(verdict(checker, "block_behind_the_end"), "VERDICT: SAFE", "{checker}");
    }
    assert_eq!(verdict("ic3", "peterson_for_ever"), "VERDICT: SAFE");
}

/// A tool that is a script.
fn tool(folder: &Path, script: &str) -> String {
    let path = folder.join("tool");
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a script is written");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("it may be run");
    format!("{} {{c}}", path.display())
}

fn asked(tool: &str, name: &str, timeout: &str) -> Run {
    let file = format!("{}/../../tests/corpus/sequential/{name}.c", env!("CARGO_MANIFEST_DIR"));
    let options = ["--engine", "sequential", "--checker", "external", "--tool", tool, "-p", "assertions"];
    let arguments: Vec<&str> =
        ["check"].into_iter().chain(options).chain(["--timeout", timeout, file.as_str()]).collect();
    run(&arguments)
}

#[test]
fn a_tool_from_elsewhere_is_believed_where_it_proves_and_held_to_account_where_it_refutes() {
    let folder = tempfile::tempdir().expect("a folder");
    // It is given the program: its answer depends on what is in it.
    let honest = tool(folder.path(), "grep -q '17' \"$1\" && echo UNSAFE || echo SAFE");
    assert_eq!(asked(&honest, "both_grow", "60s").last_line(), "VERDICT: SAFE");
    assert_eq!(asked(&honest, "fails_at_seventeen", "60s").last_line(), "VERDICT: UNSAFE (assertions)");
    let liar = tool(folder.path(), "echo UNSAFE");
    let run = asked(&liar, "factorial_by_calls", "60s");
    assert!(run.last_line().contains("says that it is violated, bmc that it is not"), "{}", run.out);
    let undecided = tool(folder.path(), "echo SAFE; echo UNSAFE");
    assert!(asked(&undecided, "both_grow", "60s").last_line().starts_with("VERDICT: UNKNOWN"));
    let absent = asked("no-such-command-anywhere {c}", "both_grow", "60s");
    assert!(absent.last_line().contains("is not installed"), "{}", absent.out);
    assert_eq!(asked("no-such-tool", "both_grow", "60s").code, Some(2));
}

#[test]
fn a_tool_is_ended_with_all_that_it_started() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = folder.path().join("processes");
    let script = format!("sleep 300 & echo $! > '{0}'; echo $$ >> '{0}'; wait", list.display());
    let run = asked(&tool(folder.path(), &script), "both_grow", "3s");
    assert_eq!(run.code, Some(124), "{}", run.out);
    let processes = std::fs::read_to_string(list).expect("the tool was started");
    assert_eq!(processes.lines().count(), 2);
    for process in processes.lines() {
        // Nobody may have waited for it yet: then it is a zombie.
        let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let is_gone = state.is_empty() || state.rsplit(')').next().is_some_and(|rest| rest.trim().starts_with('Z'));
        assert!(is_gone, "{process} is still there: {state}");
    }
}

#[test]
fn clauses_are_given_to_solvers_of_horn_clauses() {
    let is_there = std::process::Command::new("z3").arg("--version").output().is_ok();
    if !is_there {
        eprintln!("skipped: clauses_are_given_to_solvers_of_horn_clauses (there is no z3)");
        return;
    }
    assert_eq!(asked("z3", "flag_after_work", "60s").last_line(), "VERDICT: SAFE");
}

#[test]
fn a_bound_on_threads_is_named() {
    assert_eq!(verdict("ic3", "guests_without_end_unlocked"), "VERDICT: UNSAFE (assertions)");
    let safe = verdict("ic3", "guests_without_end");
    assert!(safe.starts_with("VERDICT: UNKNOWN (") && safe.contains(" threads reached at "), "{safe}");
}

#[test]
fn a_tool_that_reads_c_is_given_the_sequential_program() {
    let folder = tempfile::tempdir().expect("a folder");
    // Only the text of one thread, in which what has no model fails, is proved.
    let proves =
        tool(folder.path(), "grep -q pthread_create \"$1\" || ! grep -q CONTR \"$1\" && echo UNSAFE || echo SAFE");
    assert_eq!(asked(&proves, "peterson_for_ever", "60s").last_line(), "VERDICT: SAFE");
    let reads = tool(
        folder.path(),
        "grep -q 'void __raddle_unsupported(const char \\*what)$' \"$1\" && grep -q '__assert_fail(what' \"$1\" && echo SAFE || echo UNSAFE",
    );
    assert_eq!(asked(&reads, "guests_without_end", "60s").last_line(), "VERDICT: SAFE");
}
