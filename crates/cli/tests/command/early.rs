//! Verdicts before the end of a run: shown at a terminal, written to the log, and kept when a run is cut short.

use crate::common::{ENDLESS, Folder, Run, raddle, run};
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ASKED: [&str; 5] = ["check", "-p", "assertions", "-p", "data-race"];

fn endless() -> (Folder, String) {
    let folder = Folder::new();
    let path = folder.write("endless.c", ENDLESS);
    (folder, path)
}

fn property<'a>(answer: &'a Value, name: &str) -> &'a Value {
    let properties = answer["properties"].as_array().expect("a list");
    properties.iter().find(|property| property["property"] == name).expect("it was asked")
}

#[test]
fn the_first_violation_ends_a_run_that_is_to_fail_fast() {
    let (_folder, path) = endless();
    for engine in ["auto", "bmc"] {
        let start = Instant::now();
        let run = run(&[&ASKED[..], &["--fail-fast", "--format", "json", "--engine", engine, &path]].concat());
        assert!(start.elapsed() < Duration::from_secs(20), "{engine}: {:?}", start.elapsed());
        assert_eq!(run.code, Some(10), "{engine}: {}{}", run.out, run.err);
        let answer: Value = serde_json::from_str(&run.out).expect("an object");
        assert_eq!(property(&answer, "data-race")["verdict"], "UNSAFE", "{engine}");
        let open = property(&answer, "assertions");
        assert_eq!(open["verdict"], "UNKNOWN", "{engine}: {open}");
        let why = open["why"].as_str().unwrap_or_default();
        assert!(why.starts_with("not decided: --fail-fast"), "{engine}: {why}");
        assert!(open["advice"].as_str().is_some_and(|advice| advice.contains("--fail-fast")), "{open}");
    }
}

#[test]
fn a_verdict_is_an_event_before_the_end() {
    let (_folder, path) = endless();
    let run = run(&[&ASKED[..], &["--timeout", "2s", "--log-format", "json", &path]].concat());
    assert_eq!(run.code, Some(10), "{}", run.err);
    let events: Vec<Value> = run.err.lines().map(|line| serde_json::from_str(line).expect("an event")).collect();
    let told: Vec<&Value> = events.iter().filter(|event| event["event"] == "property-verdict").collect();
    assert_eq!(told.len(), 1, "{}", run.err);
    assert_eq!((&told[0]["property"], &told[0]["verdict"]), (&"data-race".into(), &"UNSAFE".into()));
    assert!(told[0]["why"].as_str().is_some_and(|why| why.contains("without a common lock")), "{}", told[0]);
    assert!(told[0]["time"].as_f64().is_some_and(|time| time < 1.9), "{}", told[0]);
    assert_eq!(run.out.matches("error: data race").count(), 1, "{}", run.out);
}

#[test]
fn a_run_that_is_interrupted_keeps_what_is_known() {
    let (_folder, path) = endless();
    let arguments = [&ASKED[..], &["--format", "json", "--log-format", "json", &path]].concat();
    let child = raddle().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it was built");
    std::thread::sleep(Duration::from_secs(3));
    let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    let run = Run::of(&child.wait_with_output().expect("it ends"));
    assert_eq!(run.code, Some(10), "{}{}", run.out, run.err);
    let answer: Value = serde_json::from_str(&run.out).expect("an object");
    assert_eq!(property(&answer, "data-race")["verdict"], "UNSAFE");
    assert!(property(&answer, "data-race")["trace"].is_object());
    assert!(property(&answer, "assertions")["why"].as_str().is_some_and(|why| why.contains("interrupted by SIGINT")));
}

/// Verdicts that are printed before the end equal those of the answer: for programs of the corpus, and for programs
/// with conditions that weaken proofs at the end.
#[test]
fn what_is_told_early_stays() {
    let folder = Folder::new();
    let relaxed = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int x, y;\n\
        void *one(void *p) { atomic_store_explicit(&x, 1, memory_order_relaxed); return p; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, one, 0);\n\
        int a = atomic_load_explicit(&y, memory_order_relaxed); assert(a == 0);\n\
        atomic_store_explicit(&y, atomic_load_explicit(&x, memory_order_relaxed), memory_order_relaxed); return 0; }\n";
    let outside = "#include <assert.h>\nint ext(void); int x; int main(void) { ext(); assert(x == 0); assert(ext() < 7); return 0; }\n";
    let again = "#include <pthread.h>\nint *p; int main(void) { for (int i = 0; i < 2; i++) { int x; if (i) *p = 1; p = &x; x = 2; } return 0; }\n";
    let mut files =
        vec![folder.write("relaxed.c", relaxed), folder.write("outside.c", outside), folder.write("again.c", again)];
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    for kind in ["reach", "race", "memory", "deadlock", "locks"] {
        let entries = std::fs::read_dir(corpus.join(kind)).expect("it is there").flatten().map(|entry| entry.path());
        let mut found: Vec<String> =
            entries.map(|path| path.display().to_string()).filter(|name| name.ends_with(".c")).collect();
        found.sort();
        let step = found.len() / 6 + 1;
        files.extend(found.into_iter().step_by(step));
    }
    let (mut n_told, mut n_weakened) = (0, 0);
    for file in files {
        let run = run(&["check", "--timeout", "3s", "--format", "json", "--log-format", "json", &file]);
        let answer: Value = serde_json::from_str(&run.out).unwrap_or_else(|why| panic!("{why}: {file}: {}", run.err));
        if answer["properties"].as_array().is_none_or(Vec::is_empty) {
            continue;
        }
        let events = run.err.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        for event in events.filter(|event| event["event"] == "property-verdict") {
            let name = event["property"].as_str().expect("a name");
            assert_eq!(event["verdict"], property(&answer, name)["verdict"], "{file}: {name}");
            n_told += 1;
        }
        let is_open = |it: &Value| {
            ["weak-memory", "rests-on", "depends-on"].contains(&it["reason"]["reason"].as_str().unwrap_or(""))
        };
        n_weakened += answer["properties"].as_array().into_iter().flatten().filter(|it| is_open(it)).count();
    }
    assert!(n_told > 50 && n_weakened > 3, "{n_told} told, {n_weakened} weakened");
}

/// What a terminal of 80 columns gets; nothing where there is no `script`.
fn at_a_terminal(arguments: &str) -> Option<String> {
    let command = format!("stty cols 80 rows 40; '{}' {arguments}", env!("CARGO_BIN_EXE_raddle"));
    let output = Command::new("script").args(["-qec", &command, "/dev/null"]).stdin(Stdio::null()).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn a_terminal_shows_a_violation_once_and_at_once() {
    let (_folder, path) = endless();
    // After the violation the rest gets 10 seconds.
    let start = Instant::now();
    let asked = "check -p assertions -p data-race";
    let Some(shown) = at_a_terminal(&format!("{asked} '{path}'")) else { return };
    assert!(start.elapsed() < Duration::from_secs(40), "{:?}", start.elapsed());
    assert_eq!(shown.matches("data race on ").count(), 1, "{shown}");
    let (violation, open) =
        (shown.find("data race on "), shown.find("still deciding: assertions (Ctrl-C keeps what is known)"));
    assert!(violation.is_some() && violation < open, "{shown}");
    // The table may break the sentence anywhere.
    let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("not decided within 10 s after the first violation"), "{shown}");
    assert!(words.contains("give a time limit, for instance --timeout 5m"), "{shown}");
    // A limit that is asked for is the only one, and violations of a quick program are shown once.
    let Some(shown) = at_a_terminal(&format!("{asked} --timeout 2s '{path}'")) else { return };
    assert_eq!(shown.matches("data race on ").count(), 1, "{shown}");
    assert!(shown.contains("out of time after 2 s") && !shown.contains("No --timeout was given"), "{shown}");
}

/// Most violations need no arguments of `main`: they are printed as executions of the whole program.
#[test]
fn a_violation_without_arguments_is_told_with_the_names_of_the_source() {
    let folder = Folder::new();
    let text = ENDLESS.replace("int main(void) {", "int main(int n, char **v) {\n    if (n > 1) b = v[1][0];");
    let path = folder.write("arguments.c", text);
    let run = run(&[&ASKED[..], &["--fail-fast", "--format", "json", "--log-format", "json", &path]].concat());
    assert_eq!(run.code, Some(10), "{}{}", run.out, run.err);
    let told = run.err.lines().find(|line| line.contains("property-verdict")).expect("it is told");
    assert!(told.contains("data-race") && !told.contains("__raddle_start"), "{told}");
    let answer: Value = serde_json::from_str(&run.out).expect("an object");
    assert_eq!(property(&answer, "data-race")["trace"]["steps"][0]["event"]["kind"], "input");
}
