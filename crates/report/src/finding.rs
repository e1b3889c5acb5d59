//! The problems of a program as a list of findings, the same for SARIF, GitHub, JUnit and editors: violations of properties, findings of a
//! scan, and messages ([`crate::diagnostic`]).
//!
//! A finding has a fingerprint, by which a code host recognizes it in a later version of the program. It is computed from the property, the
//! functions, the accessed object and the locks, never from a line: an edit above a finding does not change it.

use raddle_program::property::Property;
use raddle_program::source::{SourceMap, fnv_1a};
use raddle_program::trace::{Event, Trace};
use raddle_scan::{Access, DeadlockFinding, RaceFinding, Scan, Status, Wait, fingerprint};
use raddle_verify::verdict::{Outcome, Verdict};
use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Diagnostic, Level, Region, Related};
use crate::escape::escape;
use crate::json::FileReport;
use crate::text::{self, racing_accesses};

/// A finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding<'a> {
    /// The property that is violated, or the kind of message.
    pub rule: &'static str,
    /// How much it matters.
    pub level: Level,
    /// What it is about: a variable or locks; empty if it has no name. Escaped.
    pub subject: String,
    /// What is wrong, in a sentence without a full stop. Escaped.
    pub message: String,
    /// What to do next. Escaped.
    pub advice: Option<String>,
    /// Where, if it is about a place.
    pub place: Option<Region>,
    /// Further places that belong to it.
    pub related: Vec<Related>,
    /// What it is known by: no part of it depends on where something stands.
    pub fingerprint: String,
    /// The execution that violates a property.
    pub trace: Option<&'a Trace>,
}

/// All findings about a program that was checked: its violations, then the messages.
pub fn of_report<'a>(report: &'a FileReport<'_>) -> Vec<Finding<'a>> {
    let mut findings: Vec<Finding<'a>> = Vec::new();
    for outcome in &report.answers.outcomes {
        if let Verdict::Unsafe(trace) = &outcome.verdict {
            findings.push(of_violation(outcome, trace, report.source));
        }
    }
    findings.extend(report.diagnostics.iter().map(of_diagnostic));
    findings
}

/// All findings of a scan.
pub fn of_scan(scan: &Scan) -> Vec<Finding<'static>> {
    scan.races.iter().map(of_race).chain(scan.deadlocks.iter().map(of_deadlock)).collect()
}

/// A message as a finding.
pub fn of_diagnostic<'f>(diagnostic: &Diagnostic) -> Finding<'f> {
    let Diagnostic { rule, level, message, advice, place, related, .. } = diagnostic;
    Finding {
        rule: rule.name(),
        level: *level,
        subject: String::new(),
        message: escape(message),
        advice: advice.as_deref().map(escape),
        place: place.clone(),
        related: related.clone(),
        fingerprint: joined(rule.name(), [without_places(message)]),
        trace: None,
    }
}

fn of_violation<'a>(outcome: &Outcome, trace: &'a Trace, source: &SourceMap) -> Finding<'a> {
    let (related, fingerprint) = match racing_accesses(trace) {
        Some(accesses) => {
            let related = accesses.iter().map(|access| {
                let verb = if access.is_write { "writes" } else { "reads" };
                let thread = thread(access.thread, &access.runs);
                let held = if access.locks.is_empty() {
                    "no lock held".to_owned()
                } else {
                    format!("holds {}", access.locks.join(", "))
                };
                Related {
                    place: (&access.place).into(),
                    message: format!("{thread} {verb} {} here: {held}", access.location),
                }
            });
            let names: BTreeSet<String> = accesses
                .iter()
                .map(|access| {
                    let locks: Vec<String> = access.locks.iter().map(|lock| without_places(lock)).collect();
                    format!("{} {} [{}]", access.function, without_places(&access.location), locks.join(" "))
                })
                .collect();
            (related.collect(), joined(outcome.property.name(), names))
        }
        None => {
            let last = last_steps(trace);
            let ends = last.iter().map(|(&number, &step)| {
                let line = &trace.steps[step];
                let message = format!("{} has come to here, in {}", thread(number, ""), escape(&line.function));
                Related { place: (&line.place).into(), message }
            });
            let lines = text::lines(trace);
            let names: BTreeSet<String> = last
                .values()
                .map(|&step| {
                    let is_lock = matches!(trace.steps[step].event, Event::Synchronize { .. });
                    let taken = lines[step].change.iter().filter(|_| is_lock).map(|[name, _]| name);
                    let locks: BTreeSet<String> =
                        lines[step].held.iter().chain(taken).map(|lock| without_places(lock)).collect();
                    let locks: Vec<String> = locks.into_iter().collect();
                    format!("{} [{}]", trace.steps[step].function, locks.join(" "))
                })
                .collect();
            // What stands there tells two violations in one function apart.
            let what = match trace.property {
                Property::Deadlock => None,
                Property::Assertions => Some(without_places(&trace.violation.message)),
                _ => Some(source.text(trace.violation.span).split_whitespace().collect::<Vec<_>>().join(" ")),
            };
            (ends.collect(), joined(outcome.property.name(), names.into_iter().chain(what)))
        }
    };
    Finding {
        rule: outcome.property.name(),
        level: Level::Error,
        subject: racing_accesses(trace).map_or_else(String::new, |[one, _]| escape(&one.location)),
        message: text::sentence(trace, source),
        advice: None,
        place: Some(region(trace, source)),
        related,
        fingerprint,
        trace: Some(trace),
    }
}

/// Where a violation stands, to its end.
fn region(trace: &Trace, source: &SourceMap) -> Region {
    let span = trace.violation.span;
    let mut region = Region::from(&source.place(span));
    if let Some(file) = source.files().get(span.file) {
        let (line, column) = file.line_column(span.end.max(span.start));
        if (line, column) > (region.line, region.column) {
            (region.end_line, region.end_column) = (line, column);
        }
    }
    region
}

/// The last step of each thread.
fn last_steps(trace: &Trace) -> BTreeMap<u32, usize> {
    trace.steps.iter().enumerate().map(|(index, step)| (step.thread, index)).collect()
}

fn thread(number: u32, runs: &str) -> String {
    match (number, runs) {
        (0, _) => "main".to_owned(),
        (number, "") => format!("T{number}"),
        (number, runs) => format!("T{number} {}", escape(runs)),
    }
}

fn of_race(finding: &RaceFinding) -> Finding<'static> {
    let name = format!("{}{}", finding.object, finding.member);
    let open: Vec<&Access> = finding.accesses.iter().filter(|access| access.is_open).collect();
    // Where most accesses hold a lock, the finding stands at one that does not.
    let is_odd = |access: &&&Access| finding.guard.as_ref().is_some_and(|guard| !access.locks.contains(&guard.lock));
    let writes = |access: &&&Access| access.is_write;
    let first = open.iter().find(is_odd).or_else(|| open.iter().find(writes)).or(open.first()).copied();
    let why = match &finding.guard {
        Some(guard) => format!("{} is held at {} of {} accesses", guard.lock, guard.held, guard.of),
        None => "no lock is held at all accesses".to_owned(),
    };
    let related = open.iter().map(|access| {
        let verb = if access.is_write { "writes" } else { "reads" };
        let held =
            if access.locks.is_empty() { "no lock".to_owned() } else { format!("with {}", access.locks.join(", ")) };
        Related {
            place: (&access.place).into(),
            message: escape(&format!("{} {verb} here, {held}", access.thread.function)),
        }
    });
    Finding {
        rule: "data-race",
        level: level(finding.status),
        subject: escape(&without_places(&name)),
        message: escape(&format!("{name} may race: {why}")),
        advice: Some("raddle check decides it".to_owned()),
        place: first.map(|access| (&access.place).into()),
        related: related.collect(),
        fingerprint: fingerprint::of_race(finding, &finding.member),
        trace: None,
    }
}

fn of_deadlock(finding: &DeadlockFinding) -> Finding<'static> {
    let related = finding.waits.iter().map(|wait| {
        let Wait { place, thread, holds, wants, .. } = wait;
        let message = escape(&format!("{} holds {holds} and locks {wants} here", thread.function));
        Related { place: place.into(), message }
    });
    Finding {
        rule: "deadlock",
        level: level(finding.status),
        subject: escape(&without_places(&finding.locks.join(", "))),
        message: escape(&format!("threads may wait for each other: the locks {}", finding.locks.join(", "))),
        advice: Some("take the locks in one order; raddle check decides whether it happens".to_owned()),
        place: finding.waits.first().map(|wait| (&wait.place).into()),
        related: related.collect(),
        fingerprint: fingerprint::of_deadlock(finding),
        trace: None,
    }
}

fn level(status: Status) -> Level {
    match status {
        Status::Confirmed => Level::Error,
        Status::Possible | Status::Excluded => Level::Warning,
    }
}

fn joined(rule: &str, parts: impl IntoIterator<Item = String>) -> String {
    [rule.to_owned()].into_iter().chain(parts).collect::<Vec<_>>().join("|")
}

/// A name or a message without lines and columns: `job@pool.c:31` is `job@pool.c`.
fn without_places(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(':') {
        let (before, behind) = rest.split_at(at);
        let digits = behind[1..].bytes().take_while(u8::is_ascii_digit).count();
        kept.push_str(before);
        if digits == 0 {
            kept.push(':');
        }
        rest = &behind[1 + digits..];
    }
    kept + rest
}

/// A short name of a fingerprint: FNV-1a, 64 bits.
pub fn digest(fingerprint: &str) -> String {
    format!("{:016x}", fnv_1a(fingerprint.bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Rule;

    #[test]
    fn fingerprints_have_no_places() {
        assert_eq!(without_places("job@pool.c:31"), "job@pool.c");
        assert_eq!(without_places("a: b at x.c:3:14, c::d"), "a: b at x.c, c::d");
        let told = |message| of_diagnostic(&Diagnostic::new(Rule::CWarning, Level::Warning, message)).fingerprint;
        assert_eq!(told("`x` of a.c:3:1 is odd"), told("`x` of a.c:77:12 is odd"));
        assert_ne!(told("`x` is odd"), told("`y` is odd"));
    }

    #[test]
    fn a_digest_is_that_of_the_algorithm() {
        assert_eq!(digest(""), "cbf29ce484222325");
        assert_eq!(digest("a"), "af63dc4c8601ec8c");
    }
}
