//! `raddle horn`, as users meet it.

use std::process::Command;

fn horn(name: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let file = format!("{}/../../tests/corpus/horn/{name}.smt2", env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(env!("CARGO_BIN_EXE_raddle")).arg("horn").arg(file).args(arguments).output();
    let output = output.expect("the command runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn answers_are_those_of_smt_lib() {
    let (code, answer, _) = horn("count_to_ten_8", &[]);
    assert_eq!((code, answer.as_str()), (Some(0), "sat\n"));
    let (code, answer, _) = horn("count_to_ten_8", &["--model"]);
    assert_eq!(code, Some(0));
    assert!(answer.starts_with("sat\n(\n(define-fun Loop ((Loop.0 (_ BitVec 8))) Bool "), "{answer}");
    let (code, answer, _) = horn("off_by_one_at_seventeen", &["--model"]);
    assert_eq!(code, Some(10));
    assert!(answer.starts_with("unsat\n0: Loop(#x00000000) by clause 0\n"), "{answer}");
    assert!(answer.ends_with("18: false by clause 2 from 17\n"), "{answer}");
}

#[test]
fn what_cannot_be_read_or_decided_is_said() {
    let (code, answer, message) = horn("no_such_system", &[]);
    assert_eq!((code, answer.as_str()), (Some(3), ""));
    assert!(message.contains("cannot be read"), "{message}");
    let (code, answer, message) = horn("mccarthy", &["--timeout", "1ms"]);
    assert_eq!((code, answer.as_str()), (Some(124), "unknown\n"));
    assert!(message.contains("out of time"), "{message}");
}
