//! All that is said about a program is in every form: C errors and warnings, errors of linking, bad entries of a database, constructs
//! without a model, functions without a body, assumptions.

use crate::common::{Folder, raddle, run};
use serde_json::Value;
use std::process::Command;

/// A kind of message: how it comes about, and how it is known again.
struct Case {
    name: &'static str,
    files: &'static [(&'static str, &'static str)],
    options: &'static [&'static str],
    /// The rule, the level, words of the message, and whether it has a place.
    rule: &'static str,
    level: &'static str,
    words: &'static str,
    has_place: bool,
}

const CASES: [Case; 8] = [
    Case {
        name: "a C error",
        files: &[("a.c", "int main(void) { return }\n")],
        options: &[],
        rule: "c-error",
        level: "error",
        words: "expected an expression",
        has_place: true,
    },
    Case {
        name: "a C warning",
        files: &[("a.c", "int main(void) { int *p = 5; return p == 0; }\n")],
        options: &[],
        rule: "c-warning",
        level: "warning",
        words: "an integer that becomes a pointer",
        has_place: true,
    },
    Case {
        name: "an error of linking",
        files: &[
            ("a.c", "int f(void) { return 0; }\nint main(void) { return f(); }\n"),
            ("b.c", "int f(void) { return 1; }\n"),
        ],
        options: &[],
        rule: "c-error",
        level: "error",
        words: "`f`",
        has_place: true,
    },
    Case {
        name: "no program",
        files: &[("a.c", "int f(void) { return 0; }\n")],
        options: &[],
        rule: "input",
        level: "error",
        words: "no function main",
        has_place: false,
    },
    Case {
        name: "a bad database",
        files: &[
            ("a.c", "int f(void); int main(void) { return f(); }\n"),
            ("b.c", "int f(void) { return 1; }\n"),
            ("c.c", "int f(void) { return 2; }\n"),
        ],
        options: &["--project"],
        rule: "database",
        level: "error",
        words: "which several files define",
        has_place: false,
    },
    Case {
        name: "a construct without a model",
        files: &[("a.c", "int main(void) { __asm__(\"hlt\"); return 0; }\n")],
        options: &["--args", "none"],
        rule: "without-model",
        level: "note",
        words: "inline assembly has no model",
        has_place: true,
    },
    Case {
        name: "a function without a body",
        files: &[("a.c", "int ext(int *p); int x; int main(void) { ext(&x); return 0; }\n")],
        options: &[],
        rule: "without-body",
        level: "note",
        words: "the answer rests on ext",
        has_place: false,
    },
    Case {
        name: "an assumption",
        files: &[("a.c", "int main(void) { return 0; }\n")],
        options: &[],
        rule: "assumption",
        level: "note",
        words: "The data model is LP64",
        has_place: false,
    },
];

/// The answer to a case in a form, and the folder that it is about.
fn said(case: &Case, format: &str) -> String {
    let folder = Folder::new();
    let paths: Vec<String> = case.files.iter().map(|(name, text)| folder.write(name, text)).collect();
    let at = folder.path("").display().to_string();
    let entry = |(name, _): &(&str, &str)| {
        format!("{{\"directory\": {at:?}, \"file\": {name:?}, \"command\": \"cc -c {name}\"}}")
    };
    let entries: Vec<String> = case.files.iter().map(entry).collect();
    folder.write("compile_commands.json", format!("[{}]", entries.join(",")));
    let is_project = case.options == ["--project"];
    let mut command = raddle();
    command.args(["check", "-p", "assertions", "-p", "memory", "--assumptions", "--format", format]).args(case.options);
    match is_project {
        true => _ = command.arg(&at),
        false => _ = command.args(&paths),
    }
    let output = command.current_dir(folder.path("")).output().expect("the command was built");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match format {
        // As text, the messages are in both.
        "human" => text(&output.stderr) + &text(&output.stdout),
        _ => text(&output.stdout),
    }
}

/// What is between two marks, wherever the lines are broken.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_kind_is_in_every_form() {
    for case in &CASES {
        let Case { name, rule, level, words: wanted, .. } = case;
        let is_assumption = *rule == "assumption";
        // The text has constructs without a model and functions without a body in the table, in other words.
        let is_in_table = ["without-model", "without-body"].contains(rule);
        for format in ["human", "junit", "github", "html"] {
            let text = words(&said(case, format));
            let wanted = match (format, is_in_table) {
                ("human", true) if *rule == "without-model" => "inline assembly",
                ("human", true) => "ext",
                _ => *wanted,
            };
            let text = text.replace("&lt;", "<").replace("&quot;", "\"");
            assert!(text.contains(wanted), "{name} in {format}: {text}");
        }
        let github = said(case, "github");
        let mark = match (*level, is_assumption) {
            (_, true) => "::group::assumptions",
            ("error", _) => "::error file=",
            ("warning", _) => "::warning file=",
            _ => "::notice file=",
        };
        assert!(github.contains(mark), "{name}: {github}");

        let json: Value =
            serde_json::from_str(said(case, "json").lines().next().unwrap_or_default()).expect("an object");
        if is_assumption {
            assert!(json["assumptions"].to_string().contains(wanted), "{name}: {json}");
        } else {
            let all = json["diagnostics"].as_array().expect("a list");
            let found = all.iter().find(|it| it["rule"] == *rule).unwrap_or_else(|| panic!("{name}: {json}"));
            assert_eq!(found["level"], *level, "{name}");
            assert!(found["message"].as_str().is_some_and(|message| message.contains(wanted)), "{name}: {found}");
            assert_eq!(found["place"]["line"].is_number(), case.has_place, "{name}: {found}");
        }
        check_sarif(case, &said(case, "sarif"));
    }
}

/// What GitHub's code scanning demands, too.
fn check_sarif(case: &Case, document: &str) {
    let Case { name, rule, level, words, .. } = case;
    let document: Value = serde_json::from_str(document).expect("a document");
    let run = &document["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("a list");
    let described = rules.iter().find(|it| it["id"] == *rule).unwrap_or_else(|| panic!("{name}: no rule {rule}"));
    for member in ["shortDescription", "fullDescription", "help"] {
        assert!(described[member]["text"].as_str().is_some_and(|text| !text.is_empty()), "{name}: {described}");
    }
    assert!(run["automationDetails"]["id"].as_str().is_some_and(|id| id.starts_with("raddle/")), "{name}");
    if *rule == "assumption" {
        let notifications = run["invocations"][0]["toolExecutionNotifications"].to_string();
        assert!(notifications.contains(words), "{name}: {notifications}");
        return;
    }
    let results = run["results"].as_array().expect("a list");
    let found = results.iter().find(|it| it["ruleId"] == *rule).unwrap_or_else(|| panic!("{name}: {results:?}"));
    assert_eq!(found["level"], *level, "{name}");
    assert!(found["message"]["text"].as_str().is_some_and(|text| text.contains(words)), "{name}: {found}");
    for result in results {
        let place = &result["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().expect("a name");
        assert!(!uri.starts_with('/') && !uri.contains("://"), "{name}: {uri}");
        assert!(place["region"]["startLine"].as_u64().is_some_and(|line| line > 0), "{name}: {result}");
        assert!(result["partialFingerprints"]["primaryLocationLineHash"].is_string(), "{name}: {result}");
        assert!(result["relatedLocations"].is_array(), "{name}: {result}");
    }
    if *name == "an error of linking" {
        assert_eq!(found["relatedLocations"].as_array().map(Vec::len), Some(1), "{found}");
    }
}

fn fingerprints(command: &str, text: &str) -> Vec<(String, String, u64)> {
    let folder = Folder::new();
    let file = folder.write("a.c", text);
    let run = run(&[command, "--format", "sarif", &file]);
    let document: Value = serde_json::from_str(&run.out).unwrap_or_else(|why| panic!("{why}: {}{}", run.out, run.err));
    let of = |result: &Value| {
        let line = result["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64().unwrap_or(0);
        let text = |member: &Value| member.as_str().expect("a text").to_owned();
        let prints = &result["partialFingerprints"];
        (text(&prints["raddle/v1"]), text(&prints["primaryLocationLineHash"]), line)
    };
    document["runs"][0]["results"].as_array().expect("a list").iter().map(of).collect()
}

#[test]
fn a_fingerprint_outlives_lines_and_changes_with_what_is_found() {
    let program = |before: &str, name: &str| {
        format!(
            "#include <assert.h>\n#include <pthread.h>\n{before}int {name};\npthread_mutex_t m, n;\n\
             void *work(void *p) {{ {name} = 1; pthread_mutex_lock(&m); pthread_mutex_lock(&n);\n\
             pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); return p; }}\n\
             int main(void) {{ pthread_t t; pthread_create(&t, 0, work, 0); {name} = 2;\n\
             pthread_mutex_lock(&n); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);\n\
             pthread_join(t, 0); assert({name} == 1); return 0; }}\n"
        )
    };
    for command in ["check", "scan"] {
        let (old, moved, renamed) = (
            fingerprints(command, &program("", "shared")),
            fingerprints(command, &program("\n\n/* a comment */\n", "shared")),
            fingerprints(command, &program("", "common")),
        );
        assert!(old.len() >= 2, "{command}: {old:?}");
        let names = |all: &[(String, String, u64)]| {
            all.iter().map(|(name, hash, _)| (name.clone(), hash.clone())).collect::<Vec<_>>()
        };
        assert_eq!(names(&old), names(&moved), "{command}");
        assert!(old.iter().zip(&moved).all(|(old, moved)| old.2 + 3 == moved.2), "{command}: {old:?} {moved:?}");
        assert_ne!(names(&old), names(&renamed), "{command}");
        if command == "scan" {
            // A number, the same as in the JSON of the scan.
            continue;
        }
        assert!(old.iter().any(|(name, ..)| name.contains("data-race") && name.contains("shared")), "{old:?}");
        let has = |rule: &str, part: &str| old.iter().any(|(name, ..)| name.starts_with(rule) && name.contains(part));
        assert!(has("deadlock|", "work"), "{old:?}");
        assert!(has("deadlock|", "[m]"), "{old:?}");
    }
}

#[test]
fn findings_of_a_scan_are_in_every_form() {
    let folder = Folder::new();
    let text = "#include <pthread.h>\nint shared;\nvoid *work(void *p) { int *q = 5; shared = q == 0; return p; }\n\
                int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); shared = 2; return 0; }\n";
    let (file, broken) = (folder.write("a.c", text), folder.write("b.c", "int main(void) { return }\n"));
    let outputs: Vec<String> = ["human", "json", "sarif", "junit", "github"]
        .map(|format| format!("--output={format}={}", folder.path(format).display()))
        .to_vec();
    let arguments =
        [&["scan", "--each"][..], &outputs.iter().map(String::as_str).collect::<Vec<_>>(), &[&file, &broken]].concat();
    let both = run(&arguments);
    assert_eq!(both.code, Some(3), "{}{}", both.out, both.err);
    let read = |format: &str| std::fs::read_to_string(folder.path(format)).expect("it was written");
    assert_eq!(read("human"), both.out);
    let sarif: Value = serde_json::from_str(&read("sarif")).expect("a document");
    let rules = |document: &Value| -> Vec<String> {
        let results = document["runs"][0]["results"].as_array().expect("a list");
        results
            .iter()
            .map(|it| format!("{} {}", it["ruleId"].as_str().unwrap_or(""), it["level"].as_str().unwrap_or("")))
            .collect()
    };
    let wanted = ["data-race warning", "c-warning warning", "c-error error"];
    assert_eq!(rules(&sarif), wanted, "{sarif}");
    assert_eq!(sarif["runs"][0]["invocations"][0]["executionSuccessful"], false);
    let github = read("github");
    for said in ["::warning file=", "title=raddle%3A data-race::shared may race", "title=raddle%3A c-error::"] {
        assert!(github.contains(said), "{github}");
    }
    let junit = read("junit");
    let failure = "<failure message=\"shared may race: no lock is held at all accesses\" type=\"warning\">";
    for wanted in ["<testcase name=\"data-race shared\"", failure, "<error "] {
        assert!(junit.contains(wanted), "{junit}");
    }
    let objects: Vec<Value> = read("json").lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(objects[0]["findings"].as_array().map(Vec::len), Some(1));
    assert_eq!(objects[0]["diagnostics"][0]["rule"], "c-warning");
    assert_eq!((&objects[1]["coverage"], &objects[1]["diagnostics"][0]["rule"]), (&Value::Null, &"c-error".into()));
    let full = Command::new("sh")
        .arg("-c")
        .arg(format!("'{}' scan '{file}' >/dev/full", env!("CARGO_BIN_EXE_raddle")))
        .output();
    assert_eq!(full.expect("there is a shell").status.code(), Some(6));
}
