//! The published schemas: what `--format json` writes is what they say, and they name every member of it.

use crate::common::{Folder, example, raddle, run};
use raddle_program::property::Property;
use raddle_program::source::{SourceMap, SourcePlace};
use raddle_report::json::{FileReport, Resources, json};
use raddle_verify::context::Statistics;
use raddle_verify::verdict::{Answers, EngineReason, Outcome, Proof, Reason, Unmodelled, Verdict};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

/// The schema of a command, as it is printed.
fn schema(command: &str) -> Value {
    let run = run(&["schema", command]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/schema/{command}.json"));
    assert_eq!(std::fs::read_to_string(file).expect("it is there"), run.out);
    serde_json::from_str(&run.out).expect("a schema is JSON")
}

/// Reports where a value does not match a schema. It supports the keywords of JSON Schema 2020-12 that Raddle's schemas
/// use, and no other keyword may occur. If it is strict, objects have only the named members. Users may not rely on
/// that; here it shows what is missing.
struct Validator {
    schema: Value,
    is_strict: bool,
}

impl Validator {
    fn of(command: &str, is_strict: bool) -> Validator {
        let schema = schema(command);
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        Validator { schema, is_strict }
    }

    /// What is wrong with a value; nothing if it is valid.
    fn error(&self, value: &Value) -> Option<String> {
        self.wrong(&self.schema, value, "").err()
    }

    fn wrong(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let members = schema.as_object().expect("a schema is an object");
        let refuse = |what: &str| Err(format!("{at}: {what}: {value}"));
        for (keyword, said) in members {
            let list = || said.as_array().expect("a list");
            let number = || said.as_i64().expect("a number");
            let n_items = value.as_array().map(|items| items.len() as i64);
            match keyword.as_str() {
                "$schema" | "$defs" | "title" | "description" => {}
                "$ref" => {
                    let name = said.as_str().and_then(|path| path.strip_prefix("#/$defs/")).expect("a definition");
                    let definition = self.schema["$defs"].get(name).unwrap_or_else(|| panic!("no definition {name}"));
                    self.wrong(definition, value, at)?;
                }
                "type" => {
                    let is_a = |kind: &Value| match kind.as_str().expect("a type") {
                        "object" => value.is_object(),
                        "array" => value.is_array(),
                        "string" => value.is_string(),
                        "integer" => value.is_i64() || value.is_u64(),
                        "number" => value.is_number(),
                        "boolean" => value.is_boolean(),
                        "null" => value.is_null(),
                        other => panic!("no type {other}"),
                    };
                    if !said.as_array().map_or_else(|| is_a(said), |kinds| kinds.iter().any(is_a)) {
                        return refuse("another type");
                    }
                }
                "const" if value != said => return refuse("another constant"),
                "enum" if !list().contains(value) => return refuse("no such value"),
                "minimum" if value.as_f64().is_some_and(|value| value < number() as f64) => return refuse("too small"),
                "minItems" if n_items.is_some_and(|count| count < number()) => return refuse("too few items"),
                "maxItems" if n_items.is_some_and(|count| count > number()) => return refuse("too many items"),
                "const" | "enum" | "minimum" | "minItems" | "maxItems" => {}
                "required" => {
                    let missing =
                        |name: &&Value| value.is_object() && value.get(name.as_str().expect("a name")).is_none();
                    if let Some(name) = list().iter().find(missing) {
                        return refuse(&format!("{name} is missing"));
                    }
                }
                "properties" => {
                    for (name, member) in value.as_object().into_iter().flatten() {
                        match said.get(name) {
                            Some(schema) => self.wrong(schema, member, &format!("{at}/{name}"))?,
                            None if self.is_strict => return refuse(&format!("{name} is not described")),
                            None => {}
                        }
                    }
                }
                "additionalProperties" => {
                    assert!(!members.contains_key("properties"), "only maps have members of any name");
                    for (name, member) in value.as_object().into_iter().flatten() {
                        self.wrong(said, member, &format!("{at}/{name}"))?;
                    }
                }
                "items" => {
                    for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.wrong(said, item, &format!("{at}/{number}"))?;
                    }
                }
                "prefixItems" => {
                    for (number, (schema, item)) in
                        list().iter().zip(value.as_array().into_iter().flatten()).enumerate()
                    {
                        self.wrong(schema, item, &format!("{at}/{number}"))?;
                    }
                }
                "anyOf" | "oneOf" => {
                    let errors: Vec<String> =
                        list().iter().filter_map(|schema| self.wrong(schema, value, at).err()).collect();
                    let n_valid = list().len() - errors.len();
                    if n_valid == 0 || keyword == "oneOf" && n_valid > 1 {
                        // The longest path is that of the alternative which was meant.
                        let best = errors.into_iter().max_by_key(|error| error.find(": ")).unwrap_or_default();
                        return Err(format!("{at}: {n_valid} of the alternatives: {best}"));
                    }
                }
                other => panic!("the keyword {other} is not known here"),
            }
        }
        Ok(())
    }
}

fn validator(command: &str) -> Validator {
    Validator::of(command, true)
}

fn check(validator: &Validator, object: &Value, what: &str) {
    if let Some(error) = validator.error(object) {
        panic!("{what}: {error}");
    }
}

/// The objects that a command writes.
fn objects(arguments: &[&str]) -> Vec<Value> {
    let run = run(arguments);
    assert!(!run.out.is_empty(), "{arguments:?}: {}", run.err);
    run.out.lines().map(|line| serde_json::from_str(line).expect("an object in a line")).collect()
}

#[test]
fn answers_of_many_kinds_are_as_the_schema_says() {
    let validator = validator("check");
    let folder = Folder::new();
    let endless = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/programs/endless.c").display().to_string();
    let wide = "extern unsigned __int128 any(void); unsigned __int128 x; int main(int n, char **a) { x = any() - 1; char *p = a[0]; return x && *p; }\n";
    let heap = "#include <stdlib.h>\nstruct s { int a : 3; } *p; int main(void) { p = malloc(sizeof *p); p->a = 1; free(p); free(p); }\n";
    let (broken, warned) =
        ("int f(void);\nint main(void) { return }\n", "int main(void) { int *p = 5; return p == 0; }\n");
    let cases: Vec<(&str, Vec<&str>)> = vec![
        ("race", vec![&*example("lost_update.c").leak()]),
        ("safe", vec![&*example("lost_update_fixed.c").leak()]),
        ("choice", vec!["--explain-choice", &*example("lost_update.c").leak()]),
        ("deadlock", vec!["-p", "deadlock", &*example("bank_transfer_deadlock.c").leak()]),
        ("explicit", vec!["-p", "all", "--engine", "explicit", &*example("lost_update.c").leak()]),
        ("termination", vec!["-p", "termination", &*endless.leak()]),
        ("sequential", vec!["-p", "assertions", "--engine", "sequential", &*example("lost_update_fixed.c").leak()]),
        (
            "compositional",
            vec!["-p", "assertions", "--engine", "compositional", &*example("lost_update_fixed.c").leak()],
        ),
        ("late", vec!["--timeout", "1ms", &*example("lost_update.c").leak()]),
        ("fail fast", vec!["--fail-fast", &*example("lost_update.c").leak()]),
        ("broken", vec![&*folder.write("broken.c", broken).leak()]),
        ("warned", vec![&*folder.write("warned.c", warned).leak()]),
        ("missing", vec!["/no/such/file.c"]),
        ("external", vec!["-p", "assertions", "-p", "memory", &*folder.write("wide.c", wide).leak()]),
        ("memory", vec!["-p", "all", &*folder.write("heap.c", heap).leak()]),
        ("without a model", vec![&*folder.write("asm.c", "int main(void) { __asm__(\"hlt\"); return 0; }\n").leak()]),
    ];
    let mut seen = BTreeSet::new();
    for (name, arguments) in cases {
        let arguments = [&["check", "--format", "json", "--timeout", "20s"][..], &arguments].concat();
        // The last of several limits counts.
        let arguments: Vec<&str> = match arguments.contains(&"1ms") {
            true => arguments
                .into_iter()
                .filter(|&word| word != "20s" && word != "1ms" && word != "--timeout")
                .chain(["--timeout=1ms"])
                .collect(),
            false => arguments,
        };
        for object in objects(&arguments) {
            check(&validator, &object, name);
            seen.insert(object["verdict"].as_str().unwrap_or_default().to_owned());
        }
    }
    assert_eq!(seen.len(), 3, "{seen:?}");
    for object in objects(&[
        "check",
        "--each",
        "--format",
        "json",
        "--jobs",
        "2",
        "-p",
        "data-race",
        &example("lost_update.c"),
        "/no/such.c",
    ]) {
        check(&validator, &object, "batch");
    }
}

#[test]
fn programs_of_the_corpus_are_as_the_schema_says() {
    let validator = validator("check");
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let mut n_objects = 0;
    for folder in ["memory", "locks", "overflow", "leaks", "deadlock"] {
        let mut files: Vec<_> =
            std::fs::read_dir(corpus.join(folder)).expect("it is there").flatten().map(|it| it.path()).collect();
        files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
        files.sort();
        for file in files.iter().step_by(files.len() / 4 + 1) {
            let file = file.display().to_string();
            for object in objects(&["check", "-p", "all", "--timeout", "3s", "--format", "json", &file]) {
                check(&validator, &object, &file);
                n_objects += 1;
            }
        }
    }
    assert!(n_objects > 10, "{n_objects}");
}

/// One reason of each kind.
fn reasons() -> Vec<Reason> {
    let place = || SourcePlace { file: "a.c".into(), line: 3, column: 9 };
    let second = Duration::from_secs(1);
    let timeout = || Reason::Timeout { limit: second };
    vec![
        Reason::BoundReached { bound: "depth 3".into(), place: Some(place()), advice: "more".into() },
        timeout(),
        Reason::AfterViolation { grace: None },
        Reason::AfterViolation { grace: Some(second) },
        Reason::Memory { limit: 1 },
        Reason::Interrupted { signal: "SIGINT".into() },
        Reason::Stopped { by: Box::new(timeout()), reached: "two".into() },
        Reason::Unsupported { what: "vfork".into(), place: place() },
        Reason::LargeInput { values: Some(300), place: place() },
        Reason::RestsOn { functions: vec!["f".into()] },
        Reason::WithoutModel { what: vec![Unmodelled { what: "vfork".into(), place: place(), places: 2 }] },
        Reason::Uninterrupted { handlers: vec!["f".into()] },
        Reason::TurnOver,
        Reason::Several { of: vec![EngineReason { engine: "bmc".into(), reason: timeout() }] },
        Reason::NotDecided { engine: "bmc".into(), property: Property::Termination },
        Reason::WeakMemory { place: place() },
        Reason::OpenEquality { place: place() },
        Reason::NumberedId { place: place() },
        Reason::ForeignWrite { place: place(), call: place() },
        Reason::Inexact,
        Reason::GaveUp { why: "it is large".into(), advice: "less".into() },
        Reason::Internal { message: "a table is empty".into() },
    ]
}

/// One proof of each kind.
fn proofs() -> Vec<Proof> {
    let none = || (String::new(), Vec::new());
    let ((found, facts), (other_found, other_facts)) = (none(), none());
    vec![
        Proof::Exhausted { states: 1, transitions: 2 },
        Proof::NoLasso { states: 1, moves: 2, is_fair: true },
        Proof::Ranked { ranks: 1, invariants: 0, seldom: 0, steps: 1, places: 1, is_fair: false },
        Proof::RaceFree { accesses: 1, pairs: 0, follows_values: false, argument: Ok(Vec::new()) },
        Proof::DeadlockFree { points: 1, circles: 0, argument: Ok(Vec::new()) },
        Proof::Intervals { assertions: 1 },
        Proof::Freed { ends: 1 },
        Proof::Operators { steps: 1 },
        Proof::Inside { steps: 1, if_allocated: true },
        Proof::Residual { open: 1, rest: "1 thread unwound".to_owned() },
        Proof::Usage { calls: 1 },
        Proof::Invariant { places: 1, clauses: 1, found, certificate: String::new(), facts },
        Proof::Compositional {
            members: 1,
            sees_all: true,
            is_unbounded: false,
            at_once: None,
            views: 1,
            clauses: 1,
            found: other_found,
            facts: other_facts,
        },
        Proof::Modular { threads: 1, restrictions: 0, programs: 1 },
        Proof::External { tool: "cbmc".into() },
        Proof::Induction { depth: 1, known: 0 },
        Proof::Unwound { bound: 1, events: 1, threads: 1 },
    ]
}

#[test]
fn every_kind_of_reason_and_proof_is_in_the_schema() {
    let validator = validator("check");
    let verdicts = reasons().into_iter().map(Verdict::Unknown).chain(proofs().into_iter().map(Verdict::safe));
    let outcomes: Vec<Outcome> = verdicts.map(|verdict| Outcome { property: Property::Assertions, verdict }).collect();
    let answers = Answers { outcomes };
    let report = FileReport {
        file: "a.c",
        files: vec!["a.c".into(), "b.c".into()],
        verdict: "UNKNOWN",
        reason: Some("why"),
        exit_code: 5,
        answers: &answers,
        source: &SourceMap::new(),
        raced: None,
        scan: None,
        diagnostics: Vec::new(),
        statistics: &Statistics::new(),
        resources: Resources { wall_seconds: 0.5, cpu_seconds: 0.5, peak_memory_bytes: 1 },
        assumptions: Vec::new(),
        parts: &[],
        version: "0.1.0",
    };
    let object: Value = serde_json::from_str(&json(&report).expect("it can be written")).expect("it is JSON");
    check(&validator, &object, "all kinds");
    let kinds = |name: &str| schema("check")["$defs"][name]["oneOf"].as_array().map_or(0, Vec::len);
    assert_eq!(kinds("proof"), proofs().len());
    let named: BTreeSet<String> = object["properties"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|it| it["reason"]["reason"].as_str().map(str::to_owned))
        .collect();
    // Those with a trace, or with accesses, come from programs.
    assert_eq!(kinds("reason"), named.len() + ["not-confirmed", "depends-on", "may-race"].len());
}

#[test]
fn findings_of_scans_are_as_the_schema_says() {
    let validator = validator("scan");
    let folder = Folder::new();
    let broken = folder.write("broken.c", "int main(void) { return }\n");
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").display().to_string();
    let all = objects(&["scan", "--each", "--format", "json", &examples, &broken, "/no/such.c"]);
    all.iter().for_each(|object| check(&validator, object, object["program"].as_str().unwrap_or_default()));
    let kinds: BTreeSet<&str> = all
        .iter()
        .flat_map(|object| object["findings"].as_array().expect("a list"))
        .filter_map(|it| it["kind"].as_str())
        .collect();
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["data-race", "deadlock"]);
    assert!(all.iter().any(|object| object["coverage"].is_null()));
    let old = folder.write("old.json", "{\"findings\": []}\n");
    let racy = example("lost_update.c");
    let confirmed = objects(&["scan", "--confirm", "--baseline", &old, "--format", "json", &racy]).remove(0);
    check(&validator, &confirmed, "confirmed");
    let finding = &confirmed["findings"][0];
    assert!(finding["trace"].is_object() && finding["is_new"] == true, "{finding}");
    let library = folder.write("library.c", "static int count;\nint next(void) { return count++; }\n");
    let library = objects(&["scan", "--library", "--format", "json", &library]).remove(0);
    check(&validator, &library, "a library");
    assert!(library["library"].is_string());
}

#[test]
fn a_wrong_answer_is_refused() {
    let validator = validator("check");
    let mut object = objects(&["check", "-p", "data-race", "--format", "json", &example("lost_update.c")]).remove(0);
    assert_eq!(validator.error(&object), None);
    object["properties"][0]["verdict"] = json!("PERHAPS");
    assert!(validator.error(&object).is_some_and(|error| error.starts_with("/properties/0/verdict: no such value")));
    object["properties"][0]["verdict"] = json!("UNSAFE");
    object["properties"][0]["trace"]["steps"][0]["event"]["event"] = json!("sleep");
    assert!(validator.error(&object).is_some_and(|error| error.contains("/trace")), "{:?}", validator.error(&object));
    object["properties"][0]["trace"] = Value::Null;
    object["new"] = json!(1);
    assert!(validator.error(&object).is_some(), "the schema names all members");
    assert_eq!(Validator::of("check", false).error(&object), None, "new members may be added");
    assert_eq!(raddle().args(["schema", "lint"]).output().expect("it was built").status.code(), Some(2));
}
