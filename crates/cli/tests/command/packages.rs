//! What brings the command to other places: the container, the Python package, the action, the hooks, the archive. The files can be read, and the commands in
//! them have options that there are.

use crate::common::{Folder, Run, example};
use clap::Parser;
use raddle_cli::options::CommandLine;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

fn yaml(name: &str) -> Value {
    serde_saphyr::from_str(&read(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// The commands in a text that start raddle, without what the shell adds.
fn commands(text: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for line in text.lines() {
        let line = line.trim().trim_start_matches("- ").trim_start_matches("run: ");
        let Some(at) =
            ["raddle ", "\"${RADDLE:-raddle}\" ", "\"$built\" "].iter().find_map(|start| line.strip_prefix(start))
        else {
            continue;
        };
        let words = at
            .split_whitespace()
            .take_while(|word| !["||", "|", "&&", "2>&1"].contains(word) && !word.starts_with('>'));
        let value = |word: &str| match word.trim_matches('"') {
            "$TIMEOUT" => vec!["120s".to_owned()],
            "$OPTIONS" => vec!["-p".to_owned(), "data-race".to_owned()],
            "${RADDLE_OPTIONS:---timeout" => vec!["--timeout".to_owned()],
            "60s}" => vec!["60s".to_owned()],
            "$FILES" | "$file" | "@.raddle-files" => vec!["a.c".to_owned()],
            "$command" => vec!["check".to_owned()],
            "$shell" => vec!["bash".to_owned()],
            word => vec![word.to_owned()],
        };
        found.push(std::iter::once("raddle".to_owned()).chain(words.flat_map(value)).collect());
    }
    found
}

#[test]
fn commands_have_options_that_there_are() {
    for (name, least) in [
        ("action.yml", 1),
        ("tools/github/verify.yml", 1),
        ("tools/hooks/changed-files", 1),
        ("tools/hooks/pre-commit", 1),
        ("tools/dist", 4),
    ] {
        let found = commands(&read(name));
        assert!(found.len() >= least, "{name}: {found:?}");
        for words in found {
            if let Err(why) = CommandLine::try_parse_from(&words) {
                panic!("{name}: {words:?}: {why}");
            }
        }
    }
}

#[test]
fn the_action_runs_once_and_uploads_what_it_wrote() {
    let action = yaml("action.yml");
    assert_eq!(action["runs"]["using"], "composite");
    let steps = action["runs"]["steps"].as_array().expect("a list");
    let run = steps.iter().find(|step| step["id"] == "check").expect("it checks");
    let script = run["run"].as_str().expect("a script");
    assert_eq!(script.matches("raddle check").count(), 1, "{script}");
    assert!(script.contains("--output sarif=raddle.sarif"), "{script}");
    let uses = |name: &str| steps.iter().find(|step| step["uses"].as_str().is_some_and(|uses| uses.starts_with(name)));
    assert_eq!(uses("github/codeql-action/upload-sarif@").expect("it uploads")["with"]["sarif_file"], "raddle.sarif");
    assert!(
        uses("actions/cache@")
            .is_some_and(|step| step["with"]["key"].as_str().is_some_and(|key| key.contains("inputs.ref")))
    );
    // Every input that a step names is one.
    let text = read("action.yml");
    for part in text.split("inputs.").skip(1) {
        let name: String = part.chars().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '-').collect();
        assert!(action["inputs"][&name].is_object(), "there is no input {name}");
    }
    assert!(yaml("tools/github/verify.yml")["jobs"]["raddle"]["steps"].is_array());
}

/// The script of the action, run as the runner would.
#[test]
fn the_script_of_the_action_fails_for_violations_alone() {
    let action = yaml("action.yml");
    let steps = action["runs"]["steps"].as_array().expect("a list");
    let step = steps.iter().find(|step| step["id"] == "check").expect("it checks");
    let folder = Folder::new();
    let bin = folder.path("bin");
    std::fs::create_dir(&bin).expect("a folder can be made");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_raddle"), bin.join("raddle")).expect("a link can be made");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    for (file, code, status) in [("lost_update.c", 1, "status=10"), ("lost_update_fixed.c", 0, "status=0")] {
        let output = Command::new("bash")
            .args(["-eo", "pipefail", "-c", step["run"].as_str().expect("a script")])
            .envs([("FILES", example(file).as_str()), ("OPTIONS", "-p data-race"), ("TIMEOUT", "60s"), ("PATH", &path)])
            .env("GITHUB_OUTPUT", folder.path("output"))
            .current_dir(folder.path(""))
            .output();
        let Ok(output) = output else { return };
        let run = Run::of(&output);
        assert_eq!(run.code, Some(code), "{file}: {}{}", run.out, run.err);
        assert!(
            std::fs::read_to_string(folder.path("output")).is_ok_and(|text| text.trim().ends_with(status)),
            "{file}"
        );
        assert!(
            std::fs::read_to_string(folder.path("raddle.sarif")).is_ok_and(|text| text.contains("\"runs\"")),
            "{file}"
        );
    }
}

#[test]
fn hooks_stop_violations_and_nothing_else() {
    let hooks = yaml(".pre-commit-hooks.yaml");
    for hook in hooks.as_array().expect("a list") {
        for member in ["id", "name", "entry", "language", "files"] {
            assert!(hook[member].is_string(), "{hook}");
        }
    }
    let entry = root().join(hooks[0]["entry"].as_str().expect("a script"));
    let folder = Folder::new();
    let part = folder.write("part.c", "int f(void) { return 0; }\n");
    for (files, code) in [
        (vec![example("lost_update_fixed.c"), part.clone()], 0),
        (vec![part, example("lost_update.c"), example("lost_update_fixed.c")], 1),
    ] {
        let output = Command::new(&entry)
            .args(files)
            .envs([("RADDLE", env!("CARGO_BIN_EXE_raddle")), ("RADDLE_OPTIONS", "-p data-race --timeout 60s")])
            .output();
        let run = Run::of(&output.expect("there is a shell"));
        assert_eq!(run.code, Some(code), "{}{}", run.out, run.err);
    }
}

#[test]
fn the_container_is_built_with_the_compiler_that_the_manifest_names() {
    let (file, manifest) = (read("Dockerfile"), read("Cargo.toml"));
    let wanted =
        manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")).expect("a version").trim_matches('"');
    assert!(file.contains(&format!("FROM rust:{wanted}-")), "{file}");
    for needed in ["gcc", "libc6-dev", "make"] {
        assert!(file.contains(&format!(" {needed}")), "{needed}");
    }
    assert!(file.contains("ENTRYPOINT [\"raddle\"]") && file.contains("raddle doctor"), "{file}");
}

#[test]
fn the_python_package_is_the_command() {
    use toml::de::{DeTable, DeValue};
    let text = read("pyproject.toml");
    let package = DeTable::parse(&text).expect("TOML");
    let of = |path: &[&str]| -> Vec<String> {
        let mut value = package.get_ref().get(path[0]).expect("a table");
        for name in &path[1..] {
            value = value.get_ref().get(*name).unwrap_or_else(|| panic!("there is no {path:?}"));
        }
        match value.get_ref() {
            DeValue::String(name) => vec![name.to_string()],
            DeValue::Array(names) => names.iter().filter_map(|it| it.get_ref().as_str().map(str::to_owned)).collect(),
            _ => Vec::new(),
        }
    };
    assert_eq!(of(&["build-system", "build-backend"]), ["maturin"]);
    assert_eq!(
        (of(&["project", "name"]), of(&["tool", "maturin", "bindings"])),
        (vec!["raddle".into()], vec!["bin".into()])
    );
    let manifest = of(&["tool", "maturin", "manifest-path"]);
    for file in [of(&["project", "license-files"]), of(&["project", "readme"]), manifest.clone()].concat() {
        assert!(root().join(&file).is_file(), "{file}");
    }
    assert!(read(&manifest[0]).contains("[[bin]]\nname = \"raddle\"\n"), "{manifest:?}");
    assert!(read("Cargo.toml").contains(&format!("[profile.{}]", of(&["tool", "maturin", "profile"])[0])));
}
