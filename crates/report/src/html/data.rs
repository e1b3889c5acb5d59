//! The data of the page: plain data, every text escaped.

use raddle_analysis::explanation::Explanation;
use raddle_analysis::shared_location::SharedLocation;
use raddle_program::source::SourceMap;
use raddle_program::trace::{Event, Trace};
use raddle_verify::verdict::{Outcome, Verdict};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

use crate::escape::{escape, visible};
use crate::json::FileReport;
use crate::table::why;
use crate::text;

/// A file that was checked.
#[derive(Debug, Serialize)]
pub(super) struct File {
    pub(super) name: String,
    pub(super) verdict: String,
    reason: Option<String>,
    seconds: f64,
    properties: Vec<Property>,
    diagnostics: Vec<String>,
    assumptions: Vec<String>,
    sources: Vec<Source>,
    raced: Option<Raced>,
}

#[derive(Debug, Serialize)]
struct Property {
    name: &'static str,
    verdict: &'static str,
    why: String,
    advice: Option<String>,
    trace: Option<Way>,
}

/// A source file, line by line, with what is known of the lines.
#[derive(Debug, Serialize)]
struct Source {
    name: String,
    lines: Vec<String>,
    /// Remarks by the number of their line.
    remarks: BTreeMap<u32, Vec<String>>,
    /// The lines before which a context switch may matter.
    switches: Vec<u32>,
}

/// All accesses to a location that is raced for.
#[derive(Debug, Serialize)]
struct Raced {
    location: String,
    rows: Vec<[String; 4]>,
    open: Vec<bool>,
}

/// A trace.
#[derive(Debug, Serialize)]
struct Way {
    sentence: String,
    /// Names of the threads, by number.
    threads: BTreeMap<u32, String>,
    steps: Vec<Step>,
    violation: End,
    /// The two accesses that race, by the index of their steps.
    racing: Option<[usize; 2]>,
    repeats_from: Option<usize>,
}

#[derive(Debug, Serialize)]
struct Step {
    thread: u32,
    file: String,
    line: u32,
    function: String,
    what: String,
    kind: &'static str,
    /// The step that wrote what this one reads.
    from: Option<usize>,
    /// The change that other threads can observe: the name, and its new value or holder.
    change: Option<[String; 2]>,
    /// A read of a value that no step has written: the name and the value.
    at_start: Option<[String; 2]>,
    /// Whether the change is one of a lock.
    is_lock: bool,
    held: Vec<String>,
    concerns_others: bool,
}

#[derive(Debug, Serialize)]
struct End {
    thread: u32,
    file: String,
    line: u32,
    message: String,
}

impl File {
    pub(super) fn of(report: &FileReport<'_>, explanation: Option<&Explanation>) -> File {
        let traces = report.answers.outcomes.iter().filter_map(trace);
        let mut names: BTreeSet<String> = BTreeSet::from([report.file.to_owned()]);
        for trace in traces {
            names.extend(trace.steps.iter().map(|step| step.place.file.to_string()));
            names.insert(report.source.place(trace.violation.span).file.to_string());
        }
        names.extend(explanation.into_iter().flat_map(|it| &it.lines).map(|((file, _), _)| file.clone()));
        // The file that was named comes first.
        let is_own = |name: &&String| **name == report.file;
        let in_order = names.iter().filter(is_own).chain(names.iter().filter(|name| !is_own(name)));
        let sources = in_order.filter_map(|name| source(report.source, name, explanation)).collect();
        File {
            name: escape(report.file),
            verdict: report.verdict.to_owned(),
            reason: report.reason.map(escape),
            seconds: report.resources.wall_seconds,
            properties: report.answers.outcomes.iter().map(|outcome| property(outcome, report.source)).collect(),
            diagnostics: report.diagnostics.iter().map(|it| lines_escaped(&it.rendered)).collect(),
            assumptions: report.assumptions.iter().map(|text| escape(text)).collect(),
            sources,
            raced: report.raced.map(raced),
        }
    }
}

fn trace(outcome: &Outcome) -> Option<&Trace> {
    outcome.verdict.trace()
}

fn property(outcome: &Outcome, source: &SourceMap) -> Property {
    let advice = match &outcome.verdict {
        Verdict::Unknown(reason) => Some(escape(&reason.advice())),
        Verdict::Safe(_) | Verdict::Unsafe(_) => None,
    };
    let why = match &outcome.verdict {
        Verdict::Safe(proved) => format!("{} ({})", why(outcome, source), proved.standing()),
        Verdict::Unsafe(_) | Verdict::Unknown(_) => why(outcome, source),
    };
    Property {
        name: outcome.property.name(),
        verdict: outcome.verdict.word(),
        why: escape(&why),
        advice,
        trace: trace(outcome).map(|trace| way(trace, source)),
    }
}

fn way(trace: &Trace, source: &SourceMap) -> Way {
    let lines = text::lines(trace);
    let mut threads: BTreeSet<u32> = lines.iter().map(|line| line.thread).collect();
    threads.insert(trace.violation.thread);
    let steps = trace.steps.iter().zip(lines).map(|(step, line)| {
        let is_lock = matches!(step.event, Event::Synchronize { .. });
        Step {
            thread: line.thread,
            file: escape(&line.place.file),
            line: line.place.line,
            function: escape(&step.function),
            what: line.what,
            kind: kind(&step.event),
            from: line.reads_from,
            change: line.change,
            at_start: line.at_start,
            is_lock,
            held: line.held,
            concerns_others: line.concerns_others,
        }
    });
    let steps = steps.collect();
    let end = source.place(trace.violation.span);
    Way {
        sentence: text::sentence(trace, source),
        threads: threads.into_iter().map(|thread| (thread, text::thread_name(trace, thread))).collect(),
        steps,
        violation: End {
            thread: trace.violation.thread,
            file: escape(&end.file),
            line: end.line,
            message: escape(&trace.violation.message),
        },
        racing: text::racing_steps(trace),
        repeats_from: trace.loop_start,
    }
}

fn kind(event: &Event) -> &'static str {
    match event {
        Event::Read { .. } => "read",
        Event::Write { .. } => "write",
        Event::Choice { .. } => "choice",
        Event::Synchronize { .. } => "synchronize",
        Event::Spawn { .. } | Event::Join { .. } | Event::Exit | Event::Destructor { .. } => "thread",
        Event::AtomicBegin | Event::AtomicEnd => "atomic",
        Event::Allocate { .. } | Event::Free { .. } => "memory",
    }
}

fn source(map: &SourceMap, name: &str, explanation: Option<&Explanation>) -> Option<Source> {
    let file = map.files().values().find(|file| &**file.name() == name)?;
    let mut remarks = BTreeMap::new();
    let mut switches = Vec::new();
    for ((_, line), known) in explanation.into_iter().flat_map(|it| &it.lines).filter(|((file, _), _)| file == name) {
        let mut said: Vec<String> = known.shared.iter().map(|text| escape(text)).collect();
        if !known.numbers.is_empty() {
            said.push(escape(&known.numbers.join(", ")));
        }
        if !said.is_empty() {
            remarks.insert(*line, said);
        }
        if known.has_switch {
            switches.push(*line);
        }
    }
    let lines = file.text().lines().map(|line| visible(&line.replace('\t', "    "))).collect();
    Some(Source { name: escape(name), lines, remarks, switches })
}

fn raced(shared: &SharedLocation) -> Raced {
    let row = |access: &raddle_analysis::shared_location::LocationAccess| {
        let kind = if access.is_write { "write" } else { "read" };
        let kind = if access.is_atomic { format!("atomic {kind}") } else { kind.to_owned() };
        let locks = if access.locks.is_empty() { "no lock".to_owned() } else { access.locks.join(", ") };
        [kind, escape(&access.place.to_string()), escape(&access.thread), escape(&locks)]
    };
    Raced {
        location: escape(&shared.location),
        rows: shared.accesses.iter().map(row).collect(),
        open: shared.accesses.iter().map(|access| access.is_open).collect(),
    }
}

/// Several lines, each escaped.
fn lines_escaped(text: &str) -> String {
    text.lines().map(escape).collect::<Vec<_>>().join("\n")
}
