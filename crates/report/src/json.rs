//! The machine output: one JSON object for each file, each on a line of its own.
//!
//! ```text
//! { "format": 2, "tool": "raddle", "version": "0.1.0",
//!   "file": name as given; of a program of several files, the first,
//!   "files": names of all files, left out if there is one,
//!   "verdict": "SAFE" | "UNSAFE" | "UNKNOWN",
//!   "reason": what stands in the parenthesis of the verdict line, null if SAFE,
//!   "exit_code": what the command would return for this file alone,
//!   "properties": [ { "property": name, "verdict": as above, "why": sentence,
//!                     "proof": { "kind": what it shows and how, "checked": whether the independent checker accepted it, "by": the engine that
//!                       found it, "unchecked": why the checker, which was asked, does not follow it, left out otherwise, kind: object } or null,
//!                     "reason": object with "reason" as its kind, or null,
//!                     "advice": what to do about an UNKNOWN, or null,
//!                     "race": of a race that was found the two accesses [ { "thread": number, "runs": its function, "location": name,
//!                       "is_write":, "place":, "function":, "callers": [ { "function":, "place": } ], "locks": [ name ] } ], or null,
//!                     "trace": object as in a saved trace, or null } ],
//!   "raced": { "location": name, "accesses": [ { "place":, "is_write":, "is_atomic":, "thread":, "locks": [ name ],
//!              "is_open": whether nothing is known to keep it apart from some other one } ] } or null,
//!   "scan": where data races or deadlocks stay open, what a scan knows: { "findings":, "coverage": } as `raddle scan` writes them,
//!   "diagnostics": what is said beside the properties: [ { "rule": "c-error" | "c-warning" | "input" | "database" | "without-model" |
//!                    "without-body" | "assumption", "level": "error" | "warning" | "note", "message":, "advice": text or null,
//!                    "place": { "file":, "line":, "column":, "end_line":, "end_column": } or null, "related": [ { "place":, "message": } ] } ],
//!   "statistics": { counter: number },
//!   "resources": { "wall_seconds": , "cpu_seconds": , "peak_memory_bytes": },
//!   "assumptions": [ sentence ],
//!   "choice": if asked for, of each engine of `auto` [ { "engine": name, "why": why it took part or did not, "end": how it ended,
//!               "settled": [ { "property":, "verdict": } ], "turns": how often it began, "seconds": } ] }
//! ```
//!
//! All but `resources` and the seconds of `choice` is the same for the same input; `scan` is left out if the scan was not over in time. New members may be added under the same `format`.

use raddle_analysis::shared_location::SharedLocation;
use raddle_program::property::Property;
use raddle_program::source::SourceMap;
use raddle_program::trace::Trace;
use raddle_scan::Scan;
use raddle_verify::context::Statistics;
use raddle_verify::part::Part;
use raddle_verify::verdict::{Answers, Check, Outcome, Proof, Proved, Reason, Verdict};
use serde::Serialize;

use crate::diagnostic::Diagnostic;
use crate::scan::ScanObject;
use crate::table::why;
use crate::text::{RacingAccess, racing_accesses};

/// The number of the format; it changes when old readers would go wrong.
pub const JSON_FORMAT: u32 = 2;

/// What is said about one file.
#[derive(Debug)]
pub struct FileReport<'a> {
    /// The file as the user named it; of several files of one program, the first.
    pub file: &'a str,
    /// All files of the program, if it has several.
    pub files: Vec<String>,
    /// `SAFE`, `UNSAFE` or `UNKNOWN`.
    pub verdict: &'a str,
    /// What stands in the parenthesis of the verdict line.
    pub reason: Option<&'a str>,
    /// What the command returns for this file alone.
    pub exit_code: u8,
    /// The state of each property; empty if the file could not be read.
    pub answers: &'a Answers,
    /// What the places in the answers refer to.
    pub source: &'a SourceMap,
    /// All accesses to the location of a race that was found.
    pub raced: Option<&'a SharedLocation>,
    /// What a scan knows, where data races or deadlocks stay open.
    pub scan: Option<&'a Scan>,
    /// What is said about it beside the properties.
    pub diagnostics: Vec<Diagnostic>,
    /// What the run counted.
    pub statistics: &'a Statistics,
    /// What the run used.
    pub resources: Resources,
    /// The assumptions of the verdict.
    pub assumptions: Vec<String>,
    /// The part of each engine, if it was requested.
    pub parts: &'a [Part],
    /// The version of the tool.
    pub version: &'a str,
}

/// What a run used.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Resources {
    /// Seconds by the clock on the wall.
    pub wall_seconds: f64,
    /// Seconds of all threads together.
    pub cpu_seconds: f64,
    /// The most memory that was resident at any time.
    pub peak_memory_bytes: u64,
}

#[derive(Serialize)]
struct FileObject<'a> {
    format: u32,
    tool: &'static str,
    version: &'a str,
    file: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    files: &'a [String],
    verdict: &'a str,
    reason: Option<&'a str>,
    exit_code: u8,
    properties: Vec<PropertyObject<'a>>,
    raced: Option<&'a SharedLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scan: Option<ScanObject<'a>>,
    diagnostics: &'a [Diagnostic],
    statistics: &'a Statistics,
    resources: Resources,
    assumptions: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choice: Vec<PartObject<'a>>,
}

#[derive(Serialize)]
struct PartObject<'a> {
    engine: &'static str,
    why: &'a str,
    end: &'a str,
    settled: Vec<SettledObject>,
    turns: u32,
    seconds: f64,
}

#[derive(Serialize)]
struct SettledObject {
    property: Property,
    verdict: &'static str,
}

#[derive(Serialize)]
struct PropertyObject<'a> {
    property: Property,
    verdict: &'static str,
    why: String,
    proof: Option<ProofObject<'a>>,
    reason: Option<&'a Reason>,
    advice: Option<String>,
    race: Option<[RacingAccess; 2]>,
    trace: Option<&'a Trace>,
}

#[derive(Serialize)]
struct ProofObject<'a> {
    kind: &'static str,
    checked: bool,
    by: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    unchecked: Option<&'a str>,
    #[serde(flatten)]
    proof: &'a Proof,
}

impl ProofObject<'_> {
    fn of(Proved { proof, by, check }: &Proved) -> ProofObject<'_> {
        let unchecked = match check {
            Check::Open(why) => Some(why.as_str()),
            Check::Accepted | Check::None => None,
        };
        ProofObject { kind: proof.kind(), checked: *check == Check::Accepted, by, unchecked, proof }
    }
}

/// The object in one line, without a line break at its end.
///
/// # Errors
/// If a value cannot be written as JSON.
pub fn json(report: &FileReport<'_>) -> Result<String, serde_json::Error> {
    let property = |outcome| property_object(outcome, report.source);
    serde_json::to_string(&FileObject {
        format: JSON_FORMAT,
        tool: "raddle",
        version: report.version,
        file: report.file,
        files: &report.files,
        verdict: report.verdict,
        reason: report.reason,
        exit_code: report.exit_code,
        properties: report.answers.outcomes.iter().map(property).collect(),
        raced: report.raced,
        scan: report.scan.map(ScanObject::of),
        diagnostics: &report.diagnostics,
        statistics: report.statistics,
        resources: report.resources,
        assumptions: &report.assumptions,
        choice: report.parts.iter().map(part_object).collect(),
    })
}

fn part_object(Part { engine, why, end, settled, turns, seconds }: &Part) -> PartObject<'_> {
    let settled = settled.iter().map(|&(property, verdict)| SettledObject { property, verdict }).collect();
    PartObject { engine, why, end, settled, turns: *turns, seconds: *seconds }
}

fn property_object<'a>(outcome: &'a Outcome, source: &SourceMap) -> PropertyObject<'a> {
    let (proof, reason) = match &outcome.verdict {
        Verdict::Safe(proved) => (Some(ProofObject::of(proved)), None),
        Verdict::Unsafe(_) => (None, None),
        Verdict::Unknown(reason) => (None, Some(reason)),
    };
    let trace = outcome.verdict.trace();
    PropertyObject {
        property: outcome.property,
        verdict: outcome.verdict.word(),
        why: why(outcome, source),
        proof,
        reason,
        advice: reason.map(Reason::advice),
        race: trace.and_then(racing_accesses),
        trace,
    }
}
