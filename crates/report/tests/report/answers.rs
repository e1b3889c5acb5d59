//! The table of properties and the machine output, on answers made by hand.

use raddle_program::property::{Property, Violation, ViolationKind};
use raddle_program::source::{SourceMap, SourcePlace, Span};
use raddle_program::trace::{TRACE_FORMAT, Trace, TraceNames};
use raddle_report::diagnostic::{Diagnostic, Level, Rule};
use raddle_report::json::{FileReport, Resources, json};
use raddle_report::style::Style;
use raddle_report::table::{Words, properties};
use raddle_verify::context::Statistics;
use raddle_verify::part::Part;
use raddle_verify::verdict::{Answers, Outcome, Proof, Reason, Verdict};

fn trace() -> Trace {
    let kind = ViolationKind::Misuse("unlocked by another thread".into());
    Trace {
        format: TRACE_FORMAT,
        file: "a.c".into(),
        property: Property::Locks,
        steps: Vec::new(),
        violation: Violation { kind, thread: 1, span: Span::NOWHERE, message: "m is not held\nVERDICT: SAFE".into() },
        loop_start: None,
        is_recurrent: false,
        names: TraceNames::default(),
    }
}

fn answers() -> Answers {
    let place = SourcePlace { file: "\u{1b}[2Ja.c".into(), line: 3, column: 9 };
    let unsupported = Reason::Unsupported { what: "inline assembly".into(), place };
    let outcome = |property, verdict| Outcome { property, verdict };
    Answers {
        outcomes: vec![
            outcome(Property::Assertions, Verdict::safe(Proof::Exhausted { states: 12, transitions: 30 })),
            outcome(Property::Memory, Verdict::Unknown(unsupported)),
            outcome(Property::Locks, Verdict::Unsafe(Box::new(trace()))),
            outcome(
                Property::Overflow,
                Verdict::Unknown(Reason::NotConfirmed { disagreement: "step 3".into(), trace: Box::new(trace()) }),
            ),
        ],
    }
}

#[test]
fn every_property_has_a_row_with_its_reason() {
    let table = properties(&answers(), &SourceMap::new(), Words::Plain, Style { width: 300, has_colour: false });
    assert!(table.contains("  assertions  SAFE     12 states explored, none violates it\n"), "{table}");
    assert!(table.contains("  memory      UNKNOWN  unsupported: inline assembly at \\u{1b}[2Ja.c:3:9\n"), "{table}");
    assert!(
        table.contains("  locks       UNSAFE   m is not held\\nVERDICT\\u{3a} SAFE (<nowhere>:0), see above\n"),
        "{table}"
    );
    assert!(table.contains("next: replace this construct"), "{table}");
    assert_eq!(table.lines().count(), 6);
    assert!(!table.contains("VERDICT:") && !table.contains('\u{1b}'));
    let narrow = properties(&answers(), &SourceMap::new(), Words::Plain, Style { width: 60, has_colour: false });
    assert!(narrow.lines().all(|line| line.len() <= 60 && line.starts_with("  ")), "{narrow}");
}

#[test]
fn machines_get_everything_in_one_line() {
    let mut statistics = Statistics::new();
    statistics.insert("states", 12);
    let report = FileReport {
        files: Vec::new(),
        raced: None,
        scan: None,
        file: "a\n.c",
        verdict: "UNSAFE",
        reason: Some("locks"),
        exit_code: 10,
        answers: &answers(),
        source: &SourceMap::new(),
        diagnostics: vec![Diagnostic::new(Rule::CWarning, Level::Warning, "x")],
        statistics: &statistics,
        resources: Resources { wall_seconds: 0.5, cpu_seconds: 0.25, peak_memory_bytes: 1 << 20 },
        assumptions: vec!["Memory is sequentially consistent.".to_owned()],
        parts: &[Part {
            engine: "bmc",
            why: "it follows executions".to_owned(),
            end: "locks UNSAFE".to_owned(),
            settled: vec![(Property::Locks, "UNSAFE")],
            turns: 2,
            seconds: 0.5,
        }],
        version: "0.1.0",
    };
    let text = json(&report).expect("a report can be written");
    assert!(!text.contains('\n'));
    let object: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(object["file"], "a\n.c");
    assert_eq!(object["format"], 2);
    assert_eq!(object["diagnostics"][0]["rule"], "c-warning");
    assert_eq!(object["statistics"]["states"], 12);
    assert_eq!(object["choice"][0]["settled"][0]["property"], "locks");
    let row = |index: usize| &object["properties"][index];
    assert_eq!(row(0)["proof"]["exhausted"]["states"], 12);
    assert_eq!(row(1)["reason"]["reason"], "unsupported");
    assert!(row(1)["advice"].as_str().is_some_and(|advice| !advice.is_empty()));
    let read: Trace = serde_json::from_value(row(2)["trace"].clone()).expect("a trace reads back");
    assert_eq!(read, trace());
    assert_eq!(row(3)["verdict"], "UNKNOWN");
    assert!(row(3)["trace"].is_object(), "the trace that was not confirmed is kept");
}
