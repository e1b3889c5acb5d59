//! `--engine sequential` with each of its checkers.

use crate::common::run;

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
fn programs_that_start_threads_are_left_open() {
    let file = crate::common::example("lost_update.c");
    let run = run(&["check", "--engine", "sequential", "-p", "assertions", &file]);
    assert_eq!(run.code, Some(5), "{}{}", run.out, run.err);
    assert!(run.last_line().contains("a thread is started at"), "{}", run.out);
}
