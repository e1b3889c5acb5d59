//! SARIF 2.1.0 (OASIS): what editors and code hosts show beside the source.
//!
//! One document for all files of a run of the tool. A violation is a result; its trace is a code flow with a thread flow for
//! each thread, whose places carry their rank in the whole execution (`executionOrder`). So are findings of a scan, and messages about
//! the program: C errors, warnings, constructs without a model. A question that stays open is no result: it is a notification of the
//! invocation, so that it does not show up as a finding; and so are the assumptions of an answer.
//!
//! Names of files are beside the folder of the run (`%SRCROOT%`), as GitHub's code scanning needs them.

use raddle_program::property::Property;
use raddle_program::source::{SourceMap, SourcePlace};
use raddle_program::trace::Trace;
use raddle_scan::{Assumption, Scan};
use raddle_verify::verdict::Verdict;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Diagnostic, Region, Related, Rule};
use crate::escape::escape;
use crate::finding::{self, Finding, digest};
use crate::json::FileReport;
use crate::text::{self, Line};

/// Where the format is described.
const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The name of the folder of the run in a document.
const ROOT: &str = "%SRCROOT%";

/// The fingerprint by which GitHub knows a result again.
const HOST_FINGERPRINT: &str = "primaryLocationLineHash";

/// The fingerprint of a finding, as long as what was found is the same.
const FINGERPRINT: &str = "raddle/v1";

/// The fingerprints of all results of a document.
pub fn fingerprints(document: &Value) -> BTreeSet<String> {
    let runs = document["runs"].as_array().into_iter().flatten();
    let results = runs.flat_map(|run| run["results"].as_array().into_iter().flatten());
    results.filter_map(|result| result["partialFingerprints"][FINGERPRINT].as_str()).map(str::to_owned).collect()
}

/// Pieces of a document, file by file.
#[derive(Debug, Default)]
pub struct Sarif {
    /// What was run: a part of the category of the document.
    command: &'static str,
    /// The folder of the run, without a slash at its end.
    root: String,
    /// The text of the program that is being added: columns count in units of UTF-16.
    source: SourceMap,
    results: Vec<Value>,
    notifications: Vec<Value>,
    /// The assumptions that are in the notifications.
    assumptions: BTreeSet<String>,
    /// Whether every file could be read.
    is_whole: bool,
    n_files: usize,
}

impl Sarif {
    /// An empty document of a command that runs in a folder.
    pub fn new(command: &'static str, root: &str) -> Sarif {
        Sarif { command, root: root.trim_end_matches('/').to_owned(), ..Sarif::default() }
    }

    /// Takes in what is said about a file.
    pub fn add(&mut self, report: &FileReport<'_>) {
        self.source = report.source.clone();
        self.count(!report.answers.outcomes.is_empty());
        if report.answers.outcomes.is_empty() {
            let why = report.reason.unwrap_or("the file cannot be read");
            self.notify(Some(report.file), why, "error", None);
        }
        for outcome in &report.answers.outcomes {
            if let Verdict::Unknown(_) = &outcome.verdict {
                let why = format!("{}: {}", outcome.property, crate::table::why(outcome, report.source));
                self.notify(Some(report.file), &why, "warning", Some(outcome.property.name()));
            }
        }
        let findings: Vec<Value> =
            finding::of_report(report).iter().map(|finding| self.result(finding, report.file)).collect();
        self.results.extend(findings);
        report.assumptions.iter().for_each(|assumption| self.assume(&escape(assumption)));
        self.source = SourceMap::new();
    }

    /// Takes in what a scan found in a program.
    pub fn add_scan(&mut self, program: &str, scan: &Scan, messages: &[Diagnostic]) {
        self.count(true);
        let findings = finding::of_scan(scan).into_iter().chain(messages.iter().map(finding::of_diagnostic));
        let findings: Vec<Value> = findings.map(|finding| self.result(&finding, program)).collect();
        self.results.extend(findings);
        for Assumption { what, place, .. } in &scan.coverage.assumptions {
            self.assume(&escape(&format!("{what} ({}:{}) accesses no shared data", place.file, place.line)));
        }
    }

    /// Takes in messages about a program that could not be scanned.
    pub fn add_messages(&mut self, program: &str, messages: &[Diagnostic]) {
        self.count(false);
        let results = messages.iter().map(|message| self.result(&finding::of_diagnostic(message), program));
        let results: Vec<Value> = results.collect();
        self.results.extend(results);
    }

    fn count(&mut self, is_read: bool) {
        self.is_whole = (self.n_files == 0 || self.is_whole) && is_read;
        self.n_files += 1;
    }

    fn assume(&mut self, assumption: &str) {
        if self.assumptions.insert(assumption.to_owned()) {
            self.notify(None, assumption, "note", Some(Rule::Assumption.name()));
        }
    }

    fn notify(&mut self, file: Option<&str>, why: &str, level: &str, about: Option<&str>) {
        let mut notification = json!({ "level": level, "message": { "text": why } });
        if let Some(file) = file {
            notification["locations"] = json!([{ "physicalLocation": { "artifactLocation": self.artifact(file) } }]);
        }
        if let Some(about) = about {
            notification["associatedRule"] = json!({ "id": about });
        }
        self.notifications.push(notification);
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
        self.count(is_whole);
        self.results.extend(results);
        for notification in notifications {
            let text = notification["message"]["text"].as_str().unwrap_or_default();
            let is_assumption = notification["associatedRule"]["id"] == Rule::Assumption.name();
            if !is_assumption || self.assumptions.insert(text.to_owned()) {
                self.notifications.push(notification);
            }
        }
        Ok(())
    }

    /// The document. `version`: the version of the tool.
    pub fn document(mut self, version: &str) -> String {
        // The same finding in two programs, or twice in one, is told apart by its number.
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        for result in &mut self.results {
            let whole = result["partialFingerprints"][FINGERPRINT].as_str().unwrap_or_default().to_owned();
            let number = seen.entry(whole.clone()).or_default();
            *number += 1;
            result["partialFingerprints"][HOST_FINGERPRINT] = json!(format!("{}:{number}", digest(&whole)));
        }
        let root = format!("file://{}/", in_percent(&self.root));
        let document = json!({
            "$schema": SCHEMA,
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "raddle",
                    "version": version,
                    "semanticVersion": version,
                    "rules": rules(),
                } },
                "automationDetails": { "id": format!("raddle/{}/", self.command) },
                "originalUriBaseIds": { ROOT: { "uri": root } },
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

    fn result(&self, finding: &Finding<'_>, file: &str) -> Value {
        let place = match &finding.place {
            Some(place) => self.location(place, None),
            None => {
                json!({ "physicalLocation": { "artifactLocation": self.artifact(file), "region": { "startLine": 1 } } })
            }
        };
        let message = match &finding.advice {
            Some(advice) => format!("{}: {advice}", finding.message),
            None => finding.message.clone(),
        };
        let related = finding.related.iter().enumerate().map(|(number, Related { place, message })| {
            let mut location = self.location(place, Some(&escape(message)));
            location["id"] = json!(number + 1);
            location
        });
        let mut result = json!({
            "ruleId": finding.rule,
            "level": finding.level.word(),
            "message": { "text": message },
            "locations": [place],
            "relatedLocations": related.collect::<Vec<_>>(),
            "partialFingerprints": { FINGERPRINT: finding.fingerprint },
        });
        if let Some(trace) = finding.trace {
            let end = finding
                .place
                .clone()
                .unwrap_or_else(|| Region::from(&SourcePlace { file: file.into(), line: 1, column: 1 }));
            result["codeFlows"] = json!([{ "threadFlows": self.thread_flows(trace, &end) }]);
        }
        result
    }

    /// For each thread what it does, and at the end the violation.
    fn thread_flows(&self, trace: &Trace, end: &Region) -> Vec<Value> {
        let lines = text::lines(trace);
        let n_lines = lines.len();
        let mut threads: Vec<u32> = lines.iter().map(|line| line.thread).collect();
        threads.push(trace.violation.thread);
        threads.sort_unstable();
        threads.dedup();
        let flow = |thread: u32| {
            let of_thread = lines.iter().enumerate().filter(|(_, line)| line.thread == thread);
            let mut places: Vec<Value> = of_thread.map(|(rank, line)| self.flow_location(line, rank)).collect();
            if thread == trace.violation.thread {
                let message = escape(&trace.violation.message);
                let location = self.location(end, Some(&message));
                places.push(json!({ "location": location, "executionOrder": n_lines + 1, "importance": "essential" }));
            }
            json!({ "id": text::thread_name(trace, thread), "locations": places })
        };
        threads.into_iter().map(flow).collect()
    }

    fn flow_location(&self, line: &Line, rank: usize) -> Value {
        json!({ "location": self.location(&Region::from(&line.place), Some(&line.what)), "executionOrder": rank + 1 })
    }

    fn location(&self, place: &Region, message: Option<&str>) -> Value {
        let mut region = json!({ "startLine": place.line.max(1), "startColumn": self.column(&place.file, place.line, place.column) });
        if (place.end_line, place.end_column) > (place.line, place.column) {
            region["endLine"] = json!(place.end_line);
            region["endColumn"] = json!(self.column(&place.file, place.end_line, place.end_column));
        }
        let mut location =
            json!({ "physicalLocation": { "artifactLocation": self.artifact(&place.file), "region": region } });
        if let Some(message) = message {
            location["message"] = json!({ "text": message });
        }
        location
    }

    /// A column in units of UTF-16, from one in bytes; the same where the text is not known.
    fn column(&self, file: &str, line: u32, column: u32) -> u32 {
        let source = self.source.files().values().find(|source| &**source.name() == file);
        let before = source.and_then(|source| source.line_text(line).get(..column.max(1) as usize - 1));
        before.map_or(column.max(1), |before| before.encode_utf16().count() as u32 + 1)
    }

    /// A file, beside the folder of the run if it lies there.
    fn artifact(&self, path: &str) -> Value {
        let inside = path.strip_prefix(&self.root).and_then(|rest| rest.strip_prefix('/'));
        match inside.or_else(|| (!path.starts_with('/')).then_some(path)) {
            Some(relative) => json!({ "uri": in_percent(relative.trim_start_matches("./")), "uriBaseId": ROOT }),
            None => json!({ "uri": format!("file://{}", in_percent(path)) }),
        }
    }
}

/// The rules: the properties, and the kinds of messages.
fn rules() -> Vec<Value> {
    let property = |property: Property| {
        let (meaning, advice) =
            (meaning(property), "Follow the code flow: it is an execution that was replayed step by step.");
        rule(property.name(), meaning, advice, "error", &["concurrency", "correctness"])
    };
    let message = |kind: Rule| {
        let level = match kind {
            Rule::CError | Rule::Input | Rule::Database => "error",
            Rule::CWarning => "warning",
            Rule::WithoutModel | Rule::WithoutBody | Rule::Assumption => "note",
        };
        rule(kind.name(), kind.meaning(), kind.advice(), level, &["input"])
    };
    Property::ALL.into_iter().map(property).chain(Rule::ALL.into_iter().map(message)).collect()
}

fn rule(name: &str, meaning: &str, advice: &str, level: &str, tags: &[&str]) -> Value {
    json!({
        "id": name,
        "shortDescription": { "text": meaning },
        "fullDescription": { "text": format!("{meaning}.") },
        "help": { "text": advice, "markdown": format!("{meaning}.\n\n{advice}") },
        "defaultConfiguration": { "level": level },
        "properties": { "tags": tags, "precision": "very-high", "problem.severity": if level == "note" { "recommendation" } else { level } },
    })
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

/// A path as a part of a reference (RFC 3986): what has a meaning there is written in percent.
fn in_percent(path: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let mut uri = String::new();
    for byte in path.bytes() {
        if is_plain(byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}
