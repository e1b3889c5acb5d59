//! `--engine sequential` with each of its checkers.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use crate::common::{Run, run};

fn verdict(checker: &str, name: &str) -> String {
    let file = format!("{}/../../tests/corpus/sequential/{name}.c", env!("CARGO_MANIFEST_DIR"));
    let checker = format!("sequential.checker={checker}");
    let options = ["--engine", "sequential", "-o", &checker, "-p", "assertions", "--timeout", "60s"];
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
    asked_of(tool, &format!("{}/../../tests/corpus/sequential/{name}.c", env!("CARGO_MANIFEST_DIR")), timeout)
}

fn asked_of(tool: &str, file: &str, timeout: &str) -> Run {
    let tool = format!("sequential.tool={tool}");
    let options = ["--engine", "sequential", "-o", "sequential.checker=external", "-o", &tool, "-p", "assertions"];
    let arguments: Vec<&str> = ["check"].into_iter().chain(options).chain(["--timeout", timeout, file]).collect();
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
fn a_tool_that_reads_properties_is_given_one_that_failing_assertions_violate() {
    let folder = tempfile::tempdir().expect("a folder");
    let reads = tool(
        folder.path(),
        "grep -q 'call(reach_error())' \"$2\" && gcc -fsyntax-only -Werror \"$1\" && grep -q '^    reach_error();' \"$1\" && echo TRUE",
    );
    assert_eq!(asked(&format!("{reads} {{spec}}"), "both_grow", "60s").last_line(), "VERDICT: SAFE");
    assert!(asked(&reads, "both_grow", "60s").last_line().starts_with("VERDICT: UNKNOWN"));
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
        // A process that was killed still runs until the system schedules it, and is a zombie until its parent asks for it.
        let state = || std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let is_gone =
            || state().rsplit_once(')').is_none_or(|(_, behind_name)| behind_name.trim_start().starts_with('Z'));
        let wait = || std::thread::sleep(std::time::Duration::from_millis(50));
        let is_gone_in_time = (0..200).any(|_| {
            let is_gone = is_gone();
            if !is_gone {
                wait();
            }
            is_gone
        });
        assert!(is_gone_in_time, "{process} is still there: {}", state());
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

/// Threads are created without end; each is inside for a while, behind a lock or not. (Too much for the corpus: the reference interpreter
/// would follow ever more threads.)
fn guests(folder: &Path, is_locked: bool) -> String {
    let (lock, unlock) =
        if is_locked { ("pthread_mutex_lock(&door);", "pthread_mutex_unlock(&door);") } else { ("", "") };
    let program = format!(
        "#include <assert.h>\n#include <pthread.h>\nint inside;\npthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;\n\
         void *guest(void *unused) {{ {lock} inside++; assert(inside == 1); inside--; {unlock} return unused; }}\n\
         int main(void) {{ while (1) {{ pthread_t t; pthread_create(&t, 0, guest, 0); }} }}\n"
    );
    let path = folder.join(format!("guests_{is_locked}.c"));
    std::fs::write(&path, program).expect("a program is written");
    path.to_string_lossy().into_owned()
}

#[test]
fn a_bound_on_threads_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    for model in ["ilp32", "lp64"] {
        let verdict = |file: &str| {
            let options = ["check", "--engine", "sequential", "-p", "assertions", "--timeout", "60s"];
            let all: Vec<&str> = options.into_iter().chain(["--data-model", model, file]).collect();
            run(&all).last_line().to_owned()
        };
        assert_eq!(verdict(&guests(folder.path(), false)), "VERDICT: UNSAFE (assertions)", "{model}");
        let safe = verdict(&guests(folder.path(), true));
        assert!(safe.starts_with("VERDICT: UNKNOWN (") && safe.contains(" threads reached at "), "{model}: {safe}");
    }
}

#[test]
fn a_tool_that_reads_c_is_given_the_sequential_program() {
    let folder = tempfile::tempdir().expect("a folder");
    // The tool proves only the text of one thread, in which constructs without a model fail.
    let proves =
        tool(folder.path(), "grep -q pthread_create \"$1\" || ! grep -q CONTR \"$1\" && echo UNSAFE || echo SAFE");
    assert_eq!(asked(&proves, "peterson_for_ever", "60s").last_line(), "VERDICT: SAFE");
    let reads = tool(
        folder.path(),
        "grep -q 'void __raddle_unsupported(const char \\*what)$' \"$1\" && grep -q '__assert_fail(what' \"$1\" && echo SAFE || echo UNSAFE",
    );
    let file = guests(folder.path(), true);
    assert_eq!(asked_of(&reads, &file, "60s").last_line(), "VERDICT: SAFE");
}

#[test]
fn invariants_come_back_as_formulas_over_what_threads_share_where_they_stand() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("invariant.smt2").to_string_lossy().into_owned();
    let root = env!("CARGO_MANIFEST_DIR");
    let asked = |engine: &str, out: &str, file: &str| {
        run(&["check", "--engine", engine, "-p", "assertions", "--invariant", out, "--timeout", "60s", file])
    };
    let rwlock = format!("{root}/../../examples/papers/ul-cseq/rwlock.c");
    assert_eq!(asked("sequential", &out, &rwlock).last_line(), "VERDICT: SAFE");
    let text = std::fs::read_to_string(&out).expect("the invariant was written");
    let places: Vec<&str> = text.lines().filter(|line| line.starts_with("; T0 at ")).collect();
    assert!(!places.is_empty() && places.iter().all(|place| place.contains("; T1 at ")), "{text}");
    let formulas: Vec<&str> = text.lines().filter(|line| !line.starts_with(';') && !line.is_empty()).collect();
    assert_eq!(formulas.len(), places.len(), "{text}");
    // A reader inside has read the current value, and no thread writes.
    let at = text.find("\n(= value |reader::once of T2|)\n").expect("the value does not change");
    let constants = text[..at].lines().last().expect("constants stand above");
    assert!(constants.contains("writing = 0") && constants.contains("readers = 1"), "{constants}");
    // Where all that matters are constants there is nothing to write.
    let peterson = format!("{root}/../../tests/corpus/sequential/peterson_for_ever.c");
    let none = folder.path().join("none.smt2").to_string_lossy().into_owned();
    let run = asked("sequential", &none, &peterson);
    assert!(run.last_line() == "VERDICT: SAFE" && run.err.contains("no invariant is written"), "{}", run.err);
    assert!(!Path::new(&none).exists());
    assert_eq!(asked("bmc", &out, &rwlock).code, Some(2));
    assert_eq!(asked("sequential", &rwlock, &rwlock).code, Some(2));
}
