//! The README and the guide in `docs/`: every command in it runs, and shows what the guide says; its chapters are all in the summary. The module for
//! BenchExec and the hook for git do what the guide says of them.

use crate::common::{Folder, Run, raddle};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository is there")
}

/// The commands of a chapter, each with the lines that are shown below it.
fn commands(chapter: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut is_inside = false;
    for line in chapter.lines() {
        match (line, is_inside) {
            ("```console", _) => is_inside = true,
            ("```", _) => is_inside = false,
            (line, true) => match line.strip_prefix("$ ") {
                Some(command) => found.push((command.to_owned(), Vec::new())),
                None => found.last_mut().expect("a command comes first").1.push(line.to_owned()),
            },
            (_, false) => {}
        }
    }
    found
}

/// Whether lines are in an output, in their order: without `...` between them they follow each other; at the end of a line it stands
/// for the rest.
fn shows(output: &str, wanted: &[String]) -> Result<(), String> {
    let lines: Vec<&str> = output.lines().map(str::trim_end).collect();
    let agrees = |line: &str, wanted: &str| match wanted.strip_suffix("...") {
        Some(beginning) => line.starts_with(beginning),
        None => line == wanted.trim_end() || !wanted.trim().is_empty() && line.starts_with(wanted.trim_end()),
    };
    let mut at = 0;
    let mut may_skip = true;
    for wanted in wanted {
        if wanted == "..." {
            may_skip = true;
            continue;
        }
        let found = lines[at..].iter().position(|line| agrees(line, wanted));
        match found {
            Some(0) => at += 1,
            Some(further) if may_skip => at += further + 1,
            Some(_) | None => return Err(format!("`{wanted}` is not shown there")),
        }
        may_skip = false;
    }
    Ok(())
}

/// The README and the chapters of the guide, by name.
fn chapters() -> Vec<(String, String)> {
    let docs = root().join("docs");
    let summary = std::fs::read_to_string(docs.join("SUMMARY.md")).expect("there is a summary");
    let mut chapters = vec![root().join("README.md")];
    for chapter in std::fs::read_dir(docs).expect("there is a guide").flatten() {
        let name = chapter.file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") && name != "SUMMARY.md" {
            assert!(summary.contains(&format!("({name})")), "docs/SUMMARY.md does not name {name}");
            chapters.push(chapter.path());
        }
    }
    let read = |path: PathBuf| (path.display().to_string(), std::fs::read_to_string(&path).expect("it is there"));
    chapters.into_iter().map(read).collect()
}

#[test]
fn every_command_of_the_guide_shows_what_is_said() {
    let mut n_commands = 0;
    for (name, text) in chapters() {
        let folder = Folder::new();
        for link in ["examples", "docs"] {
            std::os::unix::fs::symlink(root().join(link), folder.path(link)).expect("a link can be made");
        }
        for (command, shown) in commands(&text) {
            let arguments = command.strip_prefix("raddle ").expect("the guide shows commands of raddle").split(' ');
            let output = raddle().args(arguments).current_dir(folder.path("")).output().expect("the command was built");
            let run = Run::of(&output);
            assert_ne!(run.code, Some(2), "{name}: {command}: {}", run.err);
            if let Err(why) = shows(&run.out, &shown) {
                panic!("{name}: {command}: {why}\n{}{}", run.out, run.err);
            }
            n_commands += 1;
        }
    }
    assert!(n_commands > 30, "{n_commands}");
}

#[test]
fn the_module_for_benchexec_knows_the_results() {
    let python = Command::new("python3").args(["-c", "import benchexec"]).stderr(Stdio::null()).status();
    if !python.is_ok_and(|status| status.success()) {
        eprintln!("skipped, since Python has no benchexec: the_module_for_benchexec_knows_the_results");
        return;
    }
    let test = root().join("tools/benchexec/test_raddle.py");
    let output = Command::new("python3").arg("-B").arg(test).arg(env!("CARGO_BIN_EXE_raddle")).output();
    let run = Run::of(&output.expect("there is Python"));
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
}

#[test]
fn the_hook_lets_no_unsafe_program_pass() {
    let folder = Folder::new();
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.hooksPath=hooks"]).args(arguments);
        command.current_dir(folder.path("")).env("RADDLE", env!("CARGO_BIN_EXE_raddle"));
        command.env_remove("GIT_DIR").env_remove("GIT_INDEX_FILE").env_remove("GIT_WORK_TREE");
        command.output().map(|output| Run::of(&output))
    };
    if git(&["init", "--quiet"]).is_err() {
        eprintln!("skipped, since there is no git: the_hook_lets_no_unsafe_program_pass");
        return;
    }
    std::fs::create_dir(folder.path("hooks")).expect("a folder can be made");
    std::fs::copy(root().join("tools/hooks/pre-commit"), folder.path("hooks/pre-commit")).expect("it can be copied");
    let commit = |text: &str| {
        folder.write("a.c", text);
        git(&["add", "a.c"]).expect("git runs");
        git(&["commit", "--quiet", "-m", "a"]).expect("git runs")
    };
    let refused = commit("#include <assert.h>\nint main(void) { assert(0); }\n");
    assert_ne!(refused.code, Some(0), "{}{}", refused.out, refused.err);
    assert!(refused.err.contains("a staged program is unsafe"), "{}{}", refused.out, refused.err);
    let passed = commit("#include <assert.h>\nint main(void) { assert(1); }\n");
    assert_eq!(passed.code, Some(0), "{}{}", passed.out, passed.err);
}
