//! The findings of a scan as JSON. It is written as it is read from the findings: a tree of values took four times the memory of the scan.

use raddle_program::trace::Trace;
use raddle_scan::{
    Access, Coverage, DeadlockFinding, Guard, Object, RaceFinding, Scan, Status, any_element, fingerprint,
};
use serde::Serialize;

use crate::diagnostic::Diagnostic;
use crate::text::racing_accesses;

/// The number of the format; it changes when old readers would go wrong.
pub const SCAN_FORMAT: u32 = 1;

#[derive(Serialize)]
struct ProgramObject<'a> {
    format: u32,
    program: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    library: Option<&'a str>,
    #[serde(flatten)]
    scan: ScanObject<'a>,
    diagnostics: &'a [Diagnostic],
}

/// The findings, one for each member, and what was looked at.
#[derive(Serialize)]
pub(crate) struct ScanObject<'a> {
    findings: Vec<FindingObject<'a>>,
    coverage: Option<&'a Coverage>,
}

#[derive(Serialize)]
struct FindingObject<'a> {
    kind: &'static str,
    /// The fingerprint of the finding with all its members.
    #[serde(skip)]
    whole: String,
    fingerprint: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_new: Option<bool>,
    #[serde(flatten)]
    finding: Finding<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Finding<'a> {
    Race(RaceObject<'a>),
    Deadlock(&'a DeadlockFinding),
}

/// A finding for one of its members.
#[derive(Serialize)]
struct RaceObject<'a> {
    status: Status,
    #[serde(flatten)]
    object: &'a Object,
    member: String,
    guard: &'a Option<Guard>,
    access_count: usize,
    accesses: &'a [Access],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    causes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<&'a Trace>,
}

/// One JSON object in a line: the program, its findings, one for each member, and what was looked at. A finding has `kind`, `status`, `object` (the name of
/// a variable, or null), `type`, `function`, `file`, `line`, `column`, `member`, `guard` and `accesses`; one about locks has `kind`,
/// `status`, `locks` and `waits`. `is_known` says of the fingerprints of a finding and of this member of it whether an earlier scan had it,
/// if there was one.
pub fn json(
    program: &str,
    scan: &Scan,
    callers: Option<&str>,
    is_known: &dyn Fn(&str, &str) -> Option<bool>,
    messages: &[Diagnostic],
) -> String {
    let mut scan = ScanObject::of(scan);
    for finding in scan.findings.iter_mut().filter(|finding| !finding.is_excluded()) {
        finding.is_new = is_known(&finding.whole, &finding.fingerprint).map(|is_known| !is_known);
    }
    line(program, callers, scan, messages)
}

/// The same of a program that could not be scanned: there are only messages (`diagnostics`), and `coverage` is null.
pub fn json_of_messages(program: &str, messages: &[Diagnostic]) -> String {
    line(program, None, ScanObject { findings: Vec::new(), coverage: None }, messages)
}

fn line(program: &str, library: Option<&str>, scan: ScanObject<'_>, diagnostics: &[Diagnostic]) -> String {
    let object = ProgramObject { format: SCAN_FORMAT, program, library, scan, diagnostics };
    // No map of a finding has keys that are no texts.
    serde_json::to_string(&object).expect("findings are JSON") + "\n"
}

impl<'a> ScanObject<'a> {
    pub(crate) fn of(scan: &'a Scan) -> ScanObject<'a> {
        let of_members = |finding: &'a RaceFinding| {
            let members = finding.members.iter().flat_map(|member| single_members(member));
            members.map(move |member| FindingObject {
                kind: "data-race",
                whole: fingerprint::of_race(finding, &finding.member),
                fingerprint: fingerprint::of_race(finding, &member),
                is_new: None,
                finding: Finding::Race(RaceObject::of(finding, member)),
            })
        };
        let of_deadlock = |finding: &'a DeadlockFinding| FindingObject {
            kind: "deadlock",
            whole: fingerprint::of_deadlock(finding),
            fingerprint: fingerprint::of_deadlock(finding),
            is_new: None,
            finding: Finding::Deadlock(finding),
        };
        let races = scan.races.iter().chain(&scan.consequences).flat_map(of_members);
        let findings = races.chain(scan.deadlocks.iter().map(of_deadlock)).collect();
        ScanObject { findings, coverage: Some(&scan.coverage) }
    }
}

impl FindingObject<'_> {
    /// Whether it is a consequence of others, and so never new by itself.
    fn is_excluded(&self) -> bool {
        matches!(&self.finding, Finding::Race(RaceObject { status: Status::Excluded, .. }))
    }
}

impl<'a> RaceObject<'a> {
    fn of(finding: &'a RaceFinding, member: String) -> RaceObject<'a> {
        let is_shown = is_shown(finding, &member);
        RaceObject {
            status: match finding.status {
                Status::Confirmed if !is_shown => Status::Possible,
                status => status,
            },
            object: &finding.object,
            member,
            guard: &finding.guard,
            access_count: finding.n_accesses,
            accesses: &finding.accesses,
            causes: &finding.causes,
            trace: finding.trace.as_deref().filter(|_| is_shown),
        }
    }
}

/// Whether the execution of a finding is about one of its members.
fn is_shown(finding: &RaceFinding, member: &str) -> bool {
    let Some(trace) = &finding.trace else { return true };
    let raced = racing_accesses(trace).map(|[first, _]| any_element(&first.location));
    finding.members.len() == 1 || raced.is_some_and(|location| location.ends_with(member))
}

/// The members that a path stands for: bit-fields that share bytes, `.{a, b}`, are one location and several members.
pub fn single_members(path: &str) -> Vec<String> {
    match path.split_once(".{").and_then(|(before, rest)| Some((before, rest.split_once('}')?))) {
        Some((before, (names, behind))) => names.split(", ").map(|name| format!("{before}.{name}{behind}")).collect(),
        None => vec![path.to_owned()],
    }
}
