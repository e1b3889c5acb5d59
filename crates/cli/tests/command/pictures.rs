//! `--emit mermaid|dot`: a picture alone on standard output.

use crate::common::{example, run};
use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn a_violation_is_a_sequence_diagram() {
    let run = run(&["check", "--threads", "1", "-p", "assertions", "--emit", "mermaid", &example("lost_update.c")]);
    assert_eq!(run.code, Some(10), "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "sequenceDiagram");
    assert!(run.out.contains("    participant T1\n") && run.out.contains("main->>T1: "), "{}", run.out);
    // A read of what another thread wrote is a message from it.
    assert!(lines.iter().any(|line| line.contains("-->>") && line.contains("reads")), "{}", run.out);
    assert!(lines.last().is_some_and(|line| line.contains("Note over main,T2: ")), "{}", run.out);
    assert!(run.err.contains("VERDICT: UNSAFE (assertions)"), "{}", run.err);
}

#[test]
fn a_violation_is_a_graph() {
    let run =
        run(&["check", "--threads", "1", "-p", "deadlock", "--emit", "dot", &example("bank_transfer_deadlock.c")]);
    assert_eq!(run.code, Some(10), "{}", run.err);
    assert!(run.out.starts_with("digraph trace {\n") && run.out.ends_with("}\n"), "{}", run.out);
    assert_eq!(run.out.matches("[style=bold, label=\"create\"]").count(), 2, "{}", run.out);
    let drawn = Command::new("dot").arg("-Tsvg").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut dot) = drawn else {
        eprintln!("skipped, since there is no Graphviz: the graph is drawn");
        return;
    };
    dot.stdin.take().expect("piped").write_all(run.out.as_bytes()).expect("dot reads");
    assert!(dot.wait_with_output().expect("dot ends").status.success(), "{}", run.out);
}

#[test]
fn what_is_safe_has_no_picture() {
    let run = run(&["check", "-p", "assertions", "--emit", "dot", &example("lost_update_fixed.c")]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""));
    assert!(run.err.contains("VERDICT: SAFE"), "{}", run.err);
}
