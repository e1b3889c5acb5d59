//! SARIF 2.1.0 (OASIS): what editors and code hosts show beside the source.
//!
//! One document for all files of a run of the tool. A violation is a result; its trace is a code flow with a thread flow for
//! each thread, whose places carry their rank in the whole execution (`executionOrder`). A question that stays open is no
//! result: it is a notification of the invocation, so that it does not show up as a finding.

use raddle_program::property::Property;
use raddle_program::source::{SourceMap, SourcePlace};
use raddle_program::trace::Trace;
use raddle_verify::verdict::{Outcome, Verdict};
use serde_json::{Value, json};

use crate::diagnostic::{Parts, parts};
use crate::escape::escape;
use crate::json::FileReport;
use crate::text::{self, Line};

/// Where the format is described.
const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Pieces of a document, file by file.
#[derive(Debug, Default)]
pub struct Sarif {
    results: Vec<Value>,
    notifications: Vec<Value>,
    /// Whether every file could be read.
    is_whole: bool,
    n_files: usize,
}

impl Sarif {
    /// Takes in what is said about a file.
    pub fn add(&mut self, report: &FileReport<'_>) {
        self.is_whole = (self.n_files == 0 || self.is_whole) && !report.answers.outcomes.is_empty();
        self.n_files += 1;
        if report.answers.outcomes.is_empty() {
            let why = report.reason.unwrap_or("the file cannot be read");
            self.notifications.push(notification(report.file, why, "error"));
        }
        for outcome in &report.answers.outcomes {
            match &outcome.verdict {
                Verdict::Safe(_) => {}
                Verdict::Unsafe(trace) => self.results.push(result(outcome, trace, report.source)),
                Verdict::Unknown(_) => {
                    let why = format!("{}: {}", outcome.property, crate::table::why(outcome, report.source));
                    self.notifications.push(notification(report.file, &why, "warning"));
                }
            }
        }
        for rendered in report.diagnostics {
            let Parts { level, message, place } = parts(rendered);
            let mut notification = notification(place.map_or(report.file, |(file, ..)| file), message, level);
            if let Some((_, line, column)) = place {
                notification["locations"][0]["physicalLocation"]["region"] =
                    json!({ "startLine": line, "startColumn": column });
            }
            self.notifications.push(notification);
        }
    }

    /// Takes in what another document of this tool says.
    ///
    /// # Errors
    /// If it is none.
    pub fn absorb(&mut self, document: &str) -> Result<(), String> {
        let mut document: Value = serde_json::from_str(document).map_err(|error| error.to_string())?;
        let run = &mut document["runs"][0];
        let is_whole = run["invocations"][0]["executionSuccessful"].as_bool().ok_or("it has no invocation")?;
        let (Value::Array(results), Value::Array(notifications)) =
            (run["results"].take(), run["invocations"][0]["toolExecutionNotifications"].take())
        else {
            return Err("it has no results".to_owned());
        };
        self.is_whole = (self.n_files == 0 || self.is_whole) && is_whole;
        self.n_files += 1;
        self.results.extend(results);
        self.notifications.extend(notifications);
        Ok(())
    }

    /// The document. `version`: the version of the tool.
    pub fn document(self, version: &str) -> String {
        let rule =
            |property: Property| json!({ "id": property.name(), "shortDescription": { "text": meaning(property) } });
        let rules: Vec<Value> = Property::ALL.into_iter().map(rule).collect();
        let document = json!({
            "$schema": SCHEMA,
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": { "name": "raddle", "version": version, "rules": rules } },
                "invocations": [{
                    "executionSuccessful": self.is_whole,
                    "toolExecutionNotifications": self.notifications,
                }],
                "columnKind": "utf16CodeUnits",
                "results": self.results,
            }],
        });
        document.to_string()
    }
}

fn meaning(property: Property) -> &'static str {
    match property {
        Property::Assertions => "An assertion fails, or an error function is called",
        Property::Deadlock => "Some thread waits, and no thread can go on",
        Property::DataRace => "Two accesses conflict, and nothing orders them",
        Property::Memory => "An access is outside of every live object, or memory is freed twice",
        Property::Leaks => "Memory is not freed when the process ends",
        Property::Overflow => "Signed arithmetic overflows",
        Property::Arithmetic => "A division by zero, or a shift out of range",
        Property::Locks => "A synchronization object is used as POSIX does not allow",
        Property::Termination => "An execution does not end",
    }
}

fn result(outcome: &Outcome, trace: &Trace, source: &SourceMap) -> Value {
    let place = source.place(trace.violation.span);
    json!({
        "ruleId": outcome.property.name(),
        "level": "error",
        "message": { "text": text::sentence(trace, source) },
        "locations": [location(&place, None)],
        "codeFlows": [{ "threadFlows": thread_flows(trace, &place) }],
    })
}

/// For each thread what it does, and at the end the violation.
fn thread_flows(trace: &Trace, end: &SourcePlace) -> Vec<Value> {
    let lines = text::lines(trace);
    let n_lines = lines.len();
    let mut threads: Vec<u32> = lines.iter().map(|line| line.thread).collect();
    threads.push(trace.violation.thread);
    threads.sort_unstable();
    threads.dedup();
    let flow = |thread: u32| {
        let of_thread = lines.iter().enumerate().filter(|(_, line)| line.thread == thread);
        let mut places: Vec<Value> = of_thread.map(|(rank, line)| flow_location(line, rank)).collect();
        if thread == trace.violation.thread {
            let message = escape(&trace.violation.message);
            places.push(json!({ "location": location(end, Some(&message)), "executionOrder": n_lines + 1, "importance": "essential" }));
        }
        json!({ "id": text::thread_name(trace, thread), "locations": places })
    };
    threads.into_iter().map(flow).collect()
}

fn flow_location(line: &Line, rank: usize) -> Value {
    json!({ "location": location(&line.place, Some(&line.what)), "executionOrder": rank + 1 })
}

fn location(place: &SourcePlace, message: Option<&str>) -> Value {
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(&place.file) },
            "region": { "startLine": place.line.max(1), "startColumn": place.column.max(1) },
        },
    });
    if let Some(message) = message {
        location["message"] = json!({ "text": message });
    }
    location
}

/// A path as a relative or absolute reference (RFC 3986): what has a meaning there is written in percent.
fn uri(path: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let mut uri = if path.starts_with('/') { "file://".to_owned() } else { String::new() };
    for byte in path.bytes() {
        if is_plain(byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

fn notification(file: &str, why: &str, level: &str) -> Value {
    json!({
        "level": level,
        "message": { "text": why },
        "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri(file) } } }],
    })
}
