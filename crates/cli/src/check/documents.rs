//! Answers in the form that was asked for. In a batch of processes they are joined from the documents that those wrote.

use raddle_analysis::explanation::Explanation;
use raddle_analysis::shared_location::SharedLocation;
use raddle_program::property::Property;
use raddle_program::source::SourceMap;
use raddle_report::assumptions;
use raddle_report::diagnostic::{Diagnostic, Level, Rule, obstacles};
use raddle_report::diagram;
use raddle_report::escape::escape;
use raddle_report::github;
use raddle_report::html::Html;
use raddle_report::json::{FileReport, Resources, json};
use raddle_report::junit::Junit;
use raddle_report::sarif::Sarif;
use raddle_report::style::Style;
use raddle_report::table::Words;
use raddle_report::text::Claim;
use raddle_report::{table, text};
use raddle_verify::context::Statistics;
use raddle_verify::memory_model::MemoryModel;
use raddle_verify::verdict::{Answers, Outcome, Reason, Verdict};
use std::collections::BTreeSet;

use super::FileResult;
use super::patience::DEFAULT_LIMIT;
use crate::batch::Row;
use crate::exit::{Exit, of_outcome};
use crate::options::{CheckOptions, Format, Picture, TraceDetail};
use crate::output::{self, Written};
use crate::outputs::Document;
use crate::verdict_line::FileVerdict;

/// Answers in the form that was asked for: file by file, or in one document at the end.
pub(crate) enum Documents {
    Human {
        /// Whether there are several files.
        is_batch: bool,
        /// Whether they go to standard output, beside messages on standard error; else to a file that has all.
        is_shown: bool,
    },
    Json,
    Github,
    Sarif(Sarif),
    Junit(Junit),
    Html(Html),
}

impl Documents {
    /// Documents for standard output, or for a file.
    pub(crate) fn new(format: Format, is_batch: bool, is_shown: bool) -> Self {
        match format {
            Format::Human => Documents::Human { is_batch, is_shown },
            Format::Json => Documents::Json,
            Format::Github => Documents::Github,
            Format::Sarif => Documents::Sarif(Sarif::new("check", &working_folder())),
            Format::Junit => Documents::Junit(Junit::default()),
            Format::Html => Documents::Html(Html::default()),
        }
    }

    /// What is to be written about a file at once.
    pub(super) fn take(&mut self, result: &FileResult, options: &CheckOptions) -> String {
        match self {
            Documents::Human { is_shown: true, .. } if options.emit.is_some() => return picture(result, options),
            Documents::Human { is_batch, is_shown: true } => {
                messages(result);
                return human(result, options, *is_batch, output::answer_style(), &result.shown);
            }
            Documents::Human { is_batch, is_shown: false } => {
                let mut text = human(result, options, *is_batch, Style::PLAIN, &BTreeSet::new());
                result.found.diagnostics.iter().rev().for_each(|diagnostic| text.insert_str(0, &diagnostic.rendered));
                return text;
            }
            _ => {}
        }
        self.add(&report(result), result.found.explanation.as_ref())
    }

    /// What is to be written at once about a file, from a report.
    fn add(&mut self, report: &FileReport<'_>, explanation: Option<&Explanation>) -> String {
        let verdict = match report.reason {
            None => format!("VERDICT: {}\n", report.verdict),
            Some(reason) => format!("VERDICT: {} ({reason})\n", report.verdict),
        };
        match self {
            Documents::Human { .. } => return verdict,
            Documents::Json => return machine(report),
            Documents::Github => return github::commands(report) + &verdict,
            Documents::Sarif(sarif) => sarif.add(report),
            Documents::Junit(junit) => junit.add(report),
            Documents::Html(html) => html.add(report, explanation),
        }
        String::new()
    }

    /// What is to be written at once about a problem of the project as a whole.
    pub(crate) fn take_problem(&mut self, name: &str, problem: &Diagnostic) -> String {
        if let Documents::Human { is_shown, .. } = self {
            return if *is_shown { String::new() } else { problem.rendered.clone() };
        }
        let verdict = FileVerdict::unreadable(&problem.message);
        self.take_bare(name, &verdict, vec![problem.clone()])
    }

    /// What is to be written at once about a file that a process of its own has answered with a text. One that has not come to its
    /// answer has none: then `why` says what became of it.
    pub(crate) fn join(&mut self, name: &str, text: &str, why: Option<(&str, Exit)>) -> String {
        let absorbed = match self {
            Documents::Human { .. } | Documents::Json | Documents::Github if why.is_none() => return text.to_owned(),
            Documents::Human { .. } | Documents::Json | Documents::Github => Err("it has no answer".to_owned()),
            Documents::Sarif(sarif) => sarif.absorb(text),
            Documents::Junit(junit) => junit.absorb(text),
            Documents::Html(_) => Err("a page is written by one process".to_owned()),
        };
        if let Err(unread) = absorbed {
            let (why, exit) = why.unwrap_or((unread.as_str(), Exit::Internal));
            let verdict = FileVerdict { word: "UNKNOWN", reason: Some(escape(why)), exit };
            return self.take_bare(name, &verdict, Vec::new());
        }
        String::new()
    }

    /// What is to be written at once about a program of which there is only a verdict.
    fn take_bare(&mut self, name: &str, verdict: &FileVerdict, diagnostics: Vec<Diagnostic>) -> String {
        let answers = Answers { outcomes: Vec::new() };
        let report = FileReport {
            file: name,
            files: Vec::new(),
            verdict: verdict.word,
            reason: verdict.reason.as_deref(),
            exit_code: verdict.exit.code(),
            answers: &answers,
            source: &SourceMap::default(),
            raced: None,
            scan: None,
            diagnostics,
            statistics: &Statistics::default(),
            resources: Resources { wall_seconds: 0.0, cpu_seconds: 0.0, peak_memory_bytes: 0 },
            assumptions: Vec::new(),
            parts: &[],
            version: env!("CARGO_PKG_VERSION"),
        };
        self.add(&report, None)
    }

    /// Writes the end, and says what the command returns. Where it cannot be written, the verdicts go to standard
    /// error: a full disk loses none.
    pub(crate) fn write_end(self, rows: &[Row], worst: Exit) -> Exit {
        match output::answer(&self.end()) {
            Written::Whole | Written::NobodyReads => worst,
            Written::Failed(why) => {
                output::message(&format!("error: the answer cannot be written: {why}"));
                rows.iter()
                    .for_each(|row| output::message(&format!("file {}\nVERDICT: {}", escape(&row.name), row.word)));
                worst.min(Exit::Output)
            }
        }
    }
}

impl Document for Documents {
    fn end(self) -> String {
        match self {
            Documents::Human { .. } | Documents::Json | Documents::Github => String::new(),
            Documents::Sarif(sarif) => sarif.document(env!("CARGO_PKG_VERSION")) + "\n",
            Documents::Junit(junit) => match junit.document() {
                Ok(document) => document,
                Err(error) => panic!("reports can be written as XML: {error}"),
            },
            Documents::Html(html) => html.document(env!("CARGO_PKG_VERSION")),
        }
    }
}

/// The violation as a picture, and no other text: the verdict goes to standard error, since another program reads the
/// picture.
fn picture(result: &FileResult, options: &CheckOptions) -> String {
    let found = &result.found;
    found.diagnostics.iter().for_each(|diagnostic| output::message(&diagnostic.shown));
    output::message(&result.verdict.line());
    let Some(trace) = found.violation() else { return String::new() };
    match options.emit {
        Some(Picture::Dot) => diagram::dot(trace, &found.source, options.trace.into()),
        Some(Picture::Mermaid) | None => diagram::mermaid(trace, &found.source, options.trace.into()),
    }
}

/// The text on standard error beside an answer: the messages of the front end, and the progress of a run that was
/// stopped.
fn messages(result: &FileResult) {
    let found = &result.found;
    found.diagnostics.iter().for_each(|diagnostic| output::message(&diagnostic.shown));
    if let Some(phase) = &found.given_up_in {
        let used = &result.resources;
        output::message(&format!(
            "given up while {phase}: {:.1} s on the wall, {:.1} s of processor time, at most {} MiB of memory",
            used.wall_seconds,
            used.cpu_seconds,
            used.peak_memory_bytes >> 20
        ));
    }
}

/// The answer as text, without the violations that were `seen` already.
fn human(
    result: &FileResult,
    options: &CheckOptions,
    is_batch: bool,
    style: Style,
    seen: &BTreeSet<Property>,
) -> String {
    let found = &result.found;
    let words = if options.verbose { Words::All } else { Words::Plain };
    let mut answer = String::new();
    if is_batch && seen.is_empty() {
        let names: Vec<String> = result.named.iter().map(|file| escape(&file.to_string_lossy())).collect();
        let word = if names.len() == 1 { "file" } else { "files" };
        answer.push_str(&format!("{word} {}\n", names.join(" ")));
    }
    for outcome in &found.answers.outcomes {
        if let Verdict::Unknown(reason) = &outcome.verdict
            && let Some(shared) = reason.shared_location()
            && found.scan.is_none()
        {
            answer.push_str(&text::location(shared));
            answer.push('\n');
        }
        if !seen.contains(&outcome.property) {
            answer.push_str(&violation(outcome, &found.source, found.raced.as_ref(), options, style));
        }
    }
    if !found.answers.outcomes.is_empty() {
        answer.push_str(&table::properties(&found.answers, &found.source, words, style));
        answer.push('\n');
    }
    if let Some(scan) = &found.scan {
        answer.push_str(&raddle_report::scan::beside(scan, options.trace == TraceDetail::Full));
        answer.push('\n');
    }
    if !found.statistics.is_empty() && options.verbose {
        let counters: Vec<String> = found.statistics.iter().map(|(name, amount)| format!("{name} {amount}")).collect();
        answer.push_str(&format!("  counted: {}\n\n", counters.join(", ")));
    }
    if options.explain_choice && !found.notes.is_empty() {
        answer.push_str(&format!("  chosen: {}\n\n", found.notes.join("; ")));
    }
    if !found.parts.is_empty() {
        found.parts.iter().for_each(|part| answer.push_str(&format!("  {}\n", escape(&part.line()))));
        answer.push('\n');
    }
    let is_sc = result.choices.memory_model == MemoryModel::Sc;
    let weak_orders =
        (result.choices.has_weak_orders && is_sc && !options.assumptions).then(|| assumptions::WEAK_ORDERS.to_owned());
    let is_read = found.unreadable.is_none() && !options.assumptions;
    let library = result.choices.callers.as_ref().filter(|_| is_read).map(assumptions::library);
    let models = assumptions::models(&result.choices).filter(|_| is_read);
    let arguments =
        result.found.uses_of_arguments.as_ref().map(|place| assumptions::arguments(place, result.choices.arguments));
    // The table names these functions where an answer rests on them.
    let is_named = |outcome: &Outcome| matches!(outcome.verdict, Verdict::Unknown(Reason::RestsOn { .. }));
    let is_said = options.assumptions || found.answers.outcomes.iter().any(is_named);
    let rests_on = assumptions::rests_on(&result.choices).filter(|_| !is_said);
    let interrupts = assumptions::interrupts(&result.choices).filter(|_| is_read);
    let is_late = |outcome: &Outcome| of_outcome(outcome) == Exit::Timeout;
    let limit =
        (result.has_default_limit && found.answers.outcomes.iter().any(is_late)).then(|| DEFAULT_LIMIT.to_owned());
    let sentences = [weak_orders, library, models, interrupts, arguments, rests_on, limit];
    for sentence in sentences.iter().flatten() {
        for line in text::wrap(sentence, style.width.saturating_sub(2).max(20)) {
            answer.push_str(&format!("  {line}\n"));
        }
        answer.push('\n');
    }
    if options.assumptions {
        answer.push_str(&assumptions::text(&result.choices, style.width));
        answer.push('\n');
    }
    answer.push_str(&result.verdict.line());
    answer.push('\n');
    answer
}

/// A violation, or a possible one, as text; empty for any other verdict.
pub(super) fn violation(
    outcome: &Outcome,
    source: &SourceMap,
    raced: Option<&SharedLocation>,
    options: &CheckOptions,
    style: Style,
) -> String {
    let (trace, claim) = match &outcome.verdict {
        Verdict::Unsafe(trace) => (trace, Claim::Confirmed),
        Verdict::Unknown(Reason::DependsOn { trace, .. }) => (trace, Claim::Possible),
        Verdict::Safe(_) | Verdict::Unknown(_) => return String::new(),
    };
    let raced = raced.filter(|_| outcome.property == Property::DataRace);
    let mut text = String::new();
    if options.trace == TraceDetail::Short {
        text.push_str(&text::explanation(trace, source, raced, claim, style));
        text.push('\n');
    } else {
        text.push_str(&format!("{}\n", heading(outcome)));
        text.push_str(&text::trace(trace, source, options.trace.into(), style));
        text.push('\n');
    }
    if let Some(raced) = raced.filter(|_| options.verbose || options.trace != TraceDetail::Short) {
        text.push_str(&text::location(raced));
        text.push('\n');
    }
    text
}

fn heading(outcome: &Outcome) -> String {
    match &outcome.verdict {
        Verdict::Unknown(_) => format!("{} possibly violated:", outcome.property),
        Verdict::Safe(_) | Verdict::Unsafe(_) => format!("{} violated:", outcome.property),
    }
}

/// What reports are made of.
pub(super) fn report(result: &FileResult) -> FileReport<'_> {
    FileReport {
        file: &result.first,
        files: match &result.named[..] {
            [_] => Vec::new(),
            several => several.iter().map(|file| file.to_string_lossy().into_owned()).collect(),
        },
        verdict: result.verdict.word,
        reason: result.verdict.reason.as_deref(),
        exit_code: result.verdict.exit.code(),
        answers: &result.found.answers,
        source: &result.found.source,
        raced: result.found.raced.as_ref(),
        scan: result.found.scan.as_ref(),
        diagnostics: diagnostics(result),
        statistics: &result.found.statistics,
        resources: result.resources,
        // A program that was not read has no verdict that holds under anything.
        assumptions: match result.found.unreadable {
            Some(_) => Vec::new(),
            None => assumptions::assumptions(&result.choices),
        },
        parts: &result.found.parts,
        version: env!("CARGO_PKG_VERSION"),
    }
}

/// All that is said about a program beside its properties.
fn diagnostics(result: &FileResult) -> Vec<Diagnostic> {
    let mut diagnostics = result.found.diagnostics.clone();
    if let Some(why) = &result.found.unreadable
        && !diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error)
    {
        diagnostics.push(Diagnostic::new(Rule::Input, Level::Error, why));
    }
    diagnostics.extend(obstacles(&result.found.answers));
    diagnostics
}

/// The folder in which the command runs: names of files in reports are beside it.
pub(crate) fn working_folder() -> String {
    std::env::current_dir().map_or_else(|_| String::new(), |folder| folder.to_string_lossy().into_owned())
}

/// The answer for machines.
fn machine(report: &FileReport<'_>) -> String {
    match json(report) {
        Ok(object) => object + "\n",
        Err(error) => panic!("reports can be written as JSON: {error}"),
    }
}
