//! `raddle sequentialize`: the text for users and other tools.

use std::path::Path;
use std::process::Command;

use crate::common::{Run, run};

fn example(name: &str) -> String {
    format!("{}/../../examples/papers/ul-cseq/{name}.c", env!("CARGO_MANIFEST_DIR"))
}

fn text(arguments: &[&str]) -> String {
    let all: Vec<&str> = ["sequentialize"].into_iter().chain(arguments.iter().copied()).collect();
    let run = run(&all);
    assert_eq!(run.code, Some(0), "{}", run.err);
    run.out
}

/// A function of a text.
fn function<'a>(text: &'a str, name: &str) -> &'a str {
    let begin = text.find(&format!("void {name}(void)\n{{")).expect("the function is there");
    let end = text[begin..].find("\n}\n").expect("it ends") + begin + 3;
    &text[begin..end]
}

/// Figure 5 of the paper. What differs: the labels count the reading and the writing of `c` as two steps, as the
/// program does; the macro `CONTR` stands for the two lines of control code; the test of a loop is a step if other
/// threads can observe it.
const FIGURE_5: &str = include_str!("figure_5.c");

#[test]
fn the_producer_is_that_of_figure_5() {
    let text = text(&["--reduction", "none", &example("producer_consumer")]);
    assert_eq!(function(&text, "P_thread_1"), FIGURE_5, "{text}");
    // Figure 4: rounds without end; a thread that was created and has not ended is resumed.
    assert!(text.contains(
        "    while (1) {\n        if (created[0] != 0 && pc[0] < LAST_LABEL) {\n            s = RESUME;\n            main_thread_0();\n        }"
    ));
    // Figure 3: CONTR.
    assert!(text.contains("if (s == RESUME && pc[t] == l) s = EXECUTE;"));
    assert!(text.contains("if (s == EXECUTE && __VERIFIER_nondet_bool()) { pc[t] = l; s = SUSPEND; }"));
}

/// The numbers in the head of a text: threads, variables, transitions, labels; transitions and labels without reduction.
fn sizes(text: &str) -> Vec<usize> {
    let line = text.lines().find(|line| line.ends_with(" labels.")).expect("the size is said");
    line.split(|char: char| !char.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
}

#[test]
fn the_text_grows_linearly_with_the_threads_and_has_fewer_labels_with_blocks() {
    let folder = tempfile::tempdir().expect("a folder");
    let size = |threads: usize| {
        let file = folder.path().join(format!("{threads}.c"));
        let creations = "pthread_create(&t, 0, worker, 0);".repeat(threads);
        let program = format!(
            "#include <pthread.h>\nint x, y; pthread_mutex_t m;\nvoid *worker(void *unused) {{ for (int i = 0; i < 9; i++) {{ pthread_mutex_lock(&m); x = x + 1; pthread_mutex_unlock(&m); y = i; }} return unused; }}\n\
             int main(void) {{ pthread_t t; {creations} return 0; }}\n"
        );
        std::fs::write(&file, program).expect("a program is written");
        sizes(&text(&[&file.to_string_lossy()]))
    };
    let (two, four, eight) = (size(2), size(4), size(8));
    assert_eq!(two[0], 3);
    for place in 1..6 {
        let step = (four[place] - two[place]) / 2;
        assert_eq!(eight[place], four[place] + 4 * step, "{two:?} {four:?} {eight:?}");
    }
    assert!(eight[3] < eight[5] && eight[2] < eight[4], "{eight:?}");
}

#[test]
fn a_compiler_takes_the_text_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["producer_consumer", "peterson", "rwlock", "szymanski", "dekker"] {
        for reduction in ["none", "blocks"] {
            let out = folder.path().join("out.c");
            let out = out.to_string_lossy();
            assert_eq!(text(&["--reduction", reduction, &example(name), "-o", &out]), "");
            let mut cc = Command::new("cc");
            cc.args([
                "-fwrapv",
                "-Wall",
                "-Wno-unused-variable",
                "-Wno-unused-but-set-variable",
                "-Werror",
                "-fsyntax-only",
            ]);
            let output = cc.arg(&*out).output().expect("there is a compiler");
            assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

#[test]
fn a_text_is_decided_like_its_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out.c");
    let out = out.to_string_lossy();
    text(&["-D", "UNSAFE", &example("producer_consumer"), "-o", &out]);
    let run = run(&["check", "--engine", "bmc", "--unwind", "3", "-p", "assertions", &out]);
    assert_eq!(run.last_line(), "VERDICT: UNSAFE (assertions)", "{}{}", run.out, run.err);
}

#[test]
fn what_cannot_be_read_is_said() {
    let missing = run(&["sequentialize", "no_such_file.c"]);
    assert_eq!((missing.code, missing.out.as_str()), (Some(3), ""), "{}", missing.err);
    let folder = tempfile::tempdir().expect("a folder");
    let nowhere = folder.path().join("no").join("out.c");
    let Run { code, err, .. } = run(&["sequentialize", &example("peterson"), "-o", &nowhere.to_string_lossy()]);
    assert_eq!(code, Some(6), "{err}");
    assert!(err.contains("cannot be written") && !Path::new(&nowhere).exists(), "{err}");
}

#[test]
fn auto_says_why_sequential_takes_part() {
    let run = run(&["check", "-p", "assertions", "--threads", "1", "--explain-choice", &example("peterson")]);
    assert_eq!(run.last_line(), "VERDICT: SAFE", "{}{}", run.out, run.err);
    assert!(run.out.contains("sequential takes part, since the loop at"), "{}", run.out);
    assert!(run.out.contains("and creations of threads have one"), "{}", run.out);
}
