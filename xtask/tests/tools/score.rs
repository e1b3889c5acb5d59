//! The score of a few cases of the corpus: none wrong, and the table and the lines of JSON say the same.

use std::process::Command;

#[test]
fn answers_are_compared_with_what_cases_say() {
    let folder = tempfile::tempdir().expect("a folder");
    // A command that finds everything safe stands in for the real one: its wrong answers must show.
    let fake = folder.path().join("fake");
    std::fs::write(&fake, "#!/bin/sh\necho 'VERDICT: SAFE'\n").expect("a script");
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(&fake, std::fs::Permissions::from_mode(0o755)).expect("it may be run");
    let programs = folder.path().join("set");
    std::fs::create_dir(&programs).expect("a folder");
    std::fs::write(programs.join("a.c"), "//@ safe\nint x;\n").expect("a case");
    std::fs::write(programs.join("b.c"), "//@ assertions: unsafe  others: safe\nint x;\n").expect("a case");
    std::fs::write(programs.join("c.c"), "int x;\n").expect("no case");
    let lines = folder.path().join("lines.jsonl");
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["score", "--command"])
        .arg(&fake)
        .arg(&programs)
        .arg("--output")
        .arg(&lines)
        .output()
        .expect("the command runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "a wrong answer fails: {text}");
    assert!(text.contains("WRONG Safe") && text.contains("b.c"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("total") && line.contains("   2      1     1")), "{text}");
    let lines = std::fs::read_to_string(&lines).expect("lines of JSON");
    assert_eq!(lines.lines().count(), 2, "{lines}");
    assert!(lines.lines().all(|line| line.contains("\"answer\":\"safe\"")), "{lines}");
}
