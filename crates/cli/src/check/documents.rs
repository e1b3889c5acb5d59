//! Answers in the form that was asked for. In a batch of processes they are joined from the documents that those wrote.

use raddle_program::property::Property;
use raddle_program::source::SourceMap;
use raddle_report::assumptions;
use raddle_report::diagram;
use raddle_report::escape::escape;
use raddle_report::github;
use raddle_report::json::{FileReport, Resources, json};
use raddle_report::junit::Junit;
use raddle_report::sarif::Sarif;
use raddle_report::table::Words;
use raddle_report::text::Claim;
use raddle_report::{table, text};
use raddle_verify::context::Statistics;
use raddle_verify::memory_model::MemoryModel;
use raddle_verify::verdict::{Answers, Outcome, Reason, Verdict};

use super::FileResult;
use crate::batch::Row;
use crate::exit::Exit;
use crate::options::{CheckOptions, Format, Picture, TraceDetail};
use crate::output::{self, Written};
use crate::verdict_line::FileVerdict;

/// Answers in the form that was asked for: file by file, or in one document at the end.
pub(crate) enum Documents {
    Human {
        /// Whether there are several files.
        is_batch: bool,
    },
    Json,
    Github,
    Sarif(Sarif),
    Junit(Junit),
}

impl Documents {
    pub(crate) fn new(format: Format, is_batch: bool) -> Self {
        match format {
            Format::Human => Documents::Human { is_batch },
            Format::Json => Documents::Json,
            Format::Github => Documents::Github,
            Format::Sarif => Documents::Sarif(Sarif::default()),
            Format::Junit => Documents::Junit(Junit::default()),
        }
    }

    /// What is to be written about a file at once.
    pub(super) fn take(&mut self, result: &FileResult, options: &CheckOptions) -> String {
        match self {
            Documents::Human { .. } if options.emit.is_some() => return picture(result, options),
            Documents::Human { is_batch } => return human(result, options, *is_batch),
            Documents::Json => return machine(&report(result)),
            Documents::Github => return format!("{}{}\n", github::commands(&report(result)), result.verdict.line()),
            Documents::Sarif(sarif) => sarif.add(&report(result)),
            Documents::Junit(junit) => junit.add(&report(result)),
        }
        String::new()
    }

    /// What is to be written at once about a file that a process of its own has answered with a text. One that has not come to its
    /// answer has none: then `why` says what became of it.
    pub(crate) fn join(&mut self, name: &str, text: &str, why: Option<(&str, Exit)>) -> String {
        let absorbed = match self {
            Documents::Human { .. } | Documents::Json | Documents::Github if why.is_none() => return text.to_owned(),
            Documents::Human { .. } | Documents::Json | Documents::Github => Err("it has no answer".to_owned()),
            Documents::Sarif(sarif) => sarif.absorb(text),
            Documents::Junit(junit) => junit.absorb(text),
        };
        if let Err(unread) = absorbed {
            let (why, exit) = why.unwrap_or((unread.as_str(), Exit::Internal));
            return self.take_unanswered(name, why, exit);
        }
        String::new()
    }

    fn take_unanswered(&mut self, name: &str, why: &str, exit: Exit) -> String {
        let verdict = FileVerdict { word: "UNKNOWN", reason: Some(escape(why)), exit };
        let answers = Answers { outcomes: Vec::new() };
        let report = FileReport {
            file: name,
            files: Vec::new(),
            verdict: verdict.word,
            reason: verdict.reason.as_deref(),
            exit_code: exit.code(),
            answers: &answers,
            source: &SourceMap::default(),
            raced: None,
            scan: None,
            diagnostics: &[],
            statistics: &Statistics::default(),
            resources: Resources { wall_seconds: 0.0, cpu_seconds: 0.0, peak_memory_bytes: 0 },
            assumptions: Vec::new(),
            parts: &[],
            version: env!("CARGO_PKG_VERSION"),
        };
        match self {
            Documents::Human { .. } => return format!("{}\n", verdict.line()),
            Documents::Json => return machine(&report),
            Documents::Github => return format!("{}{}\n", github::commands(&report), verdict.line()),
            Documents::Sarif(sarif) => sarif.add(&report),
            Documents::Junit(junit) => junit.add(&report),
        }
        String::new()
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

    /// What is to be written at the end.
    fn end(self) -> String {
        match self {
            Documents::Human { .. } | Documents::Json | Documents::Github => String::new(),
            Documents::Sarif(sarif) => sarif.document(env!("CARGO_PKG_VERSION")) + "\n",
            Documents::Junit(junit) => match junit.document() {
                Ok(document) => document,
                Err(error) => panic!("reports can be written as XML: {error}"),
            },
        }
    }
}

/// The violation as a picture, and nothing else: the verdict goes to standard error, since another program reads the picture.
fn picture(result: &FileResult, options: &CheckOptions) -> String {
    let found = &result.found;
    for diagnostic in &found.diagnostics {
        output::message(diagnostic);
    }
    output::message(&result.verdict.line());
    let Some(trace) = found.violation() else { return String::new() };
    match options.emit {
        Some(Picture::Dot) => diagram::dot(trace, &found.source, options.trace.into()),
        Some(Picture::Mermaid) | None => diagram::mermaid(trace, &found.source, options.trace.into()),
    }
}

/// The answer for people; the messages of the front end go to standard error.
fn human(result: &FileResult, options: &CheckOptions, is_batch: bool) -> String {
    let style = output::answer_style();
    let found = &result.found;
    for diagnostic in &found.diagnostics {
        output::message(diagnostic);
    }
    if let Some(phase) = &found.given_up_in {
        let used = &result.resources;
        output::message(&format!(
            "given up while {phase}: {:.1} s on the wall, {:.1} s of processor time, at most {} MiB of memory",
            used.wall_seconds,
            used.cpu_seconds,
            used.peak_memory_bytes >> 20
        ));
    }
    let words = if options.verbose { Words::All } else { Words::Plain };
    let mut answer = String::new();
    if is_batch {
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
        if let Verdict::Unsafe(trace) | Verdict::Unknown(Reason::DependsOn { trace, .. }) = &outcome.verdict {
            if options.trace == TraceDetail::Short {
                let raced = found.raced.as_ref().filter(|_| outcome.property == Property::DataRace);
                let claim = match &outcome.verdict {
                    Verdict::Unknown(_) => Claim::Possible,
                    Verdict::Safe(_) | Verdict::Unsafe(_) => Claim::Confirmed,
                };
                answer.push_str(&text::explanation(trace, &found.source, raced, claim, style));
                answer.push('\n');
                if let Some(raced) = raced.filter(|_| options.verbose) {
                    answer.push_str(&text::location(raced));
                    answer.push('\n');
                }
                continue;
            }
            answer.push_str(&format!("{}\n", heading(outcome)));
            answer.push_str(&text::trace(trace, &found.source, options.trace.into(), style));
            answer.push('\n');
            if let (Property::DataRace, Some(raced)) = (outcome.property, &found.raced) {
                answer.push_str(&text::location(raced));
                answer.push('\n');
            }
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
    let arguments =
        result.found.uses_of_arguments.as_ref().map(|place| assumptions::arguments(place, result.choices.arguments));
    // The table names these functions where an answer rests on them.
    let is_named = |outcome: &Outcome| matches!(outcome.verdict, Verdict::Unknown(Reason::RestsOn { .. }));
    let is_said = options.assumptions || found.answers.outcomes.iter().any(is_named);
    let rests_on = assumptions::rests_on(&result.choices).filter(|_| !is_said);
    for sentence in weak_orders.iter().chain(&library).chain(&arguments).chain(&rests_on) {
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
        diagnostics: &result.found.diagnostics,
        statistics: &result.found.statistics,
        resources: result.resources,
        assumptions: assumptions::assumptions(&result.choices),
        parts: &result.found.parts,
        version: env!("CARGO_PKG_VERSION"),
    }
}

/// The answer for machines.
fn machine(report: &FileReport<'_>) -> String {
    match json(report) {
        Ok(object) => object + "\n",
        Err(error) => panic!("reports can be written as JSON: {error}"),
    }
}
