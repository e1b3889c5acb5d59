//! `raddle doctor`: what is there, what is missing, and what that means.

use crate::common::{Folder, Run, raddle, run};
use std::os::unix::fs::PermissionsExt;

#[test]
fn what_is_there_is_named_with_its_use() {
    let run = run(&["doctor"]);
    assert_eq!(run.code, Some(0), "{}", run.out);
    for said in ["C compiler", "built-in headers", "processors", "memory", "terminal", "(-o compositional.solver=NAME"]
    {
        let text = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(said), "{said}: {}", run.out);
    }
    assert_eq!(run.last_line(), "Everything that is needed is there.");
    assert!(!run.out.contains("MISSING"), "{}", run.out);
}

#[test]
fn without_a_compiler_something_is_missing() {
    let folder = Folder::new();
    let odd = folder.write("odd-cc", "#!/bin/sh\ntest \"$1\" = --version && echo odd 1.0\n");
    std::fs::set_permissions(&odd, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    for (cc, said) in [("/no/such/cc", "cannot be started"), (odd.as_str(), "does not preprocess a file")] {
        let run = run(&["doctor", "--cc", cc]);
        assert_eq!(run.code, Some(3), "{}", run.out);
        let text = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("C compiler MISSING") && text.contains(said), "{}", run.out);
    }
}

#[test]
fn optional_tools_and_the_configuration_are_found() {
    let folder = Folder::new();
    let z3 = folder.write("z3", "#!/bin/sh\n");
    std::fs::set_permissions(&z3, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    folder.write("raddle.toml", "timeout = \"3s\"\n");
    let path = format!("{}:{}", folder.path("").display(), std::env::var("PATH").unwrap_or_default());
    let output = raddle().arg("doctor").env("PATH", path).env("COLUMNS", "80").current_dir(folder.path("")).output();
    let run = Run::of(&output.expect("the command was built"));
    let text = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("z3 ok ") && text.contains("raddle.toml: options of `check`"), "{}", run.out);
    assert!(run.out.lines().all(|line| line.chars().count() <= 80 || line.contains('/')), "{}", run.out);
}
