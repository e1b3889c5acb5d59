//! Traces for people. By default the violation is explained on a page (`short`); the other details are a sentence, then a table with a
//! column for each thread.
//!
//! A row is one step. Steps always have the numbers of the saved trace, so that `written at step 4` can be looked up. The right column
//! shows the change that other threads can observe.

mod arguments;
mod columns;
mod event;
mod history;
mod location;
mod names;
mod race;
mod repeats;
mod select;
mod sentence;
mod short;

pub use arguments::arguments;
pub use columns::wrap;
pub use location::location;
pub use race::{RacingAccess, racing_accesses, racing_places, racing_steps};
pub use select::Detail;
pub use sentence::{outline, sentence};
pub use short::{Claim, explanation, steps, violating_place};

use std::collections::BTreeMap;

use raddle_program::source::{SourceMap, SourcePlace};
use raddle_program::trace::{Event, Trace, TraceStep};

use crate::escape::escape;
use crate::style::{Emphasis, Style};
use columns::Columns;
use history::{History, StepEffect};
use names::ThreadNames;

/// The sentence, the place of the violation and the table. Every line ends in a line break.
pub fn trace(trace: &Trace, source: &SourceMap, detail: Detail, style: Style) -> String {
    if detail == Detail::Short {
        return explanation(trace, source, None, Claim::Open, style);
    }
    let mut text = String::new();
    for line in wrap(&sentence(trace, source), style.width.saturating_sub(2)) {
        text.push_str(&format!("  {}\n", style.paint(Emphasis::Heading, &line)));
    }
    text.push_str(&excerpt(trace, source));
    if let Some(arguments) = arguments(trace) {
        for line in wrap(&format!("when it is started with {}", escape(&arguments)), style.width.saturating_sub(2)) {
            text.push_str(&format!("  {line}\n"));
        }
    }
    text.push('\n');
    if trace.steps.is_empty() {
        text.push_str("  No step is needed: it is violated from the start.\n");
        return text;
    }
    let history = History::of(trace);
    let shown = select::select(trace, &history, detail);
    let hidden = trace.steps.len() - shown.len();
    let (shown, left_out) = match detail {
        Detail::Shared => repeats::without_repeats(trace, shown),
        Detail::Full | Detail::Switches | Detail::Short => (shown, BTreeMap::new()),
    };
    let columns = match detail {
        Detail::Full | Detail::Shared | Detail::Short => step_rows(trace, &history, (&shown, &left_out), style),
        Detail::Switches => switch_rows(trace, &history, &shown),
    };
    text.push_str(&columns.render(style));
    for (&before, (steps, rounds)) in &left_out {
        let note = format!(
            "{steps} steps before step {} left out, {rounds} rounds like those around; --trace full shows all",
            before + 1
        );
        text.push_str(&format!("  {}\n", style.paint(Emphasis::Faint, &note)));
    }
    if hidden > 0 && detail == Detail::Shared {
        let plural = if hidden == 1 { "step that concerns" } else { "steps that concern" };
        let note = format!("{hidden} {plural} one thread only left out; --trace full shows all");
        text.push_str(&format!("  {}\n", style.paint(Emphasis::Faint, &note)));
    }
    text
}

/// What a step does, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The thread.
    pub thread: u32,
    /// The source location.
    pub place: SourcePlace,
    /// The description. Escaped.
    pub what: String,
    /// The index of the step that wrote what this one reads.
    pub reads_from: Option<usize>,
    /// The change that other threads can observe: a name, and its new value or holder. Escaped.
    pub change: Option<[String; 2]>,
    /// A read of a value that no step has written: the name and the value. Escaped.
    pub at_start: Option<[String; 2]>,
    /// The locks that the thread holds. Escaped.
    pub held: Vec<String>,
    /// Whether it concerns more than its own thread.
    pub concerns_others: bool,
}

/// All steps of a trace in words.
pub fn lines(trace: &Trace) -> Vec<Line> {
    let (history, threads) = (History::of(trace), ThreadNames::of(trace));
    let mut of_all = vec![false; trace.steps.len()];
    select::select(trace, &history, Detail::Shared).into_iter().for_each(|index| of_all[index] = true);
    let line = |((step, effect), concerns_others): ((&TraceStep, &StepEffect), bool)| Line {
        thread: step.thread,
        place: step.place.clone(),
        what: event::describe(step, effect, &threads),
        reads_from: effect.written_at,
        change: event::change(step, effect, &threads),
        at_start: match &step.event {
            Event::Read { location, value, .. } if effect.written_at.is_none() => {
                Some([names::location(location), threads.value(value)])
            }
            _ => None,
        },
        held: effect.held.iter().map(names::location).collect(),
        concerns_others,
    };
    trace.steps.iter().zip(&history.effects).zip(of_all).map(line).collect()
}

/// A thread with the function that it runs: `main`, `T1 worker`. Escaped.
pub fn thread_name(trace: &Trace, thread: u32) -> String {
    ThreadNames::of(trace).long(thread)
}

/// One row a step: a column for each thread if there is room for them.
fn step_rows(
    trace: &Trace,
    history: &History,
    (shown, left_out): (&[usize], &BTreeMap<usize, (usize, usize)>),
    style: Style,
) -> Columns {
    let threads = ThreadNames::of(trace);
    let mut present: Vec<u32> = shown.iter().map(|&step| trace.steps[step].thread).collect();
    present.push(trace.violation.thread);
    present.sort_unstable();
    present.dedup();
    // Of more threads than this the columns do not fit, and would be as many cells as steps times threads.
    let may_be_wide = present.len() <= style.width;
    let mut wide = Columns { headings: vec!["step".into(), "line".into()], is_number: vec![true, true], rows: vec![] };
    let mut narrow = wide.clone();
    wide.headings.extend(present.iter().map(|&thread| threads.long(thread)));
    wide.headings.push("changes".into());
    narrow.headings.extend(["thread".to_owned(), "what it does".to_owned(), "changes".to_owned()]);
    for &index in shown {
        if left_out.contains_key(&index) {
            let row = |columns: usize| {
                let cells = ["..."].into_iter().chain(std::iter::repeat("")).take(columns);
                (cells.map(str::to_owned).collect(), Some(Emphasis::Faint))
            };
            wide.rows.push(row(present.len() + 3));
            narrow.rows.push(row(5));
        }
        let (step, effect) = (&trace.steps[index], &history.effects[index]);
        let what = event::describe(step, effect, &threads);
        let change = match event::change(step, effect, &threads) {
            Some([name, value]) if is_visible(trace, history, index) => match step.event {
                Event::Synchronize { .. } => format!("{name} {value}"),
                _ => format!("{name} = {value}"),
            },
            Some(_) | None => String::new(),
        };
        let repeats = trace.loop_start == Some(index);
        let number = if repeats { format!("again> {}", index + 1) } else { (index + 1).to_string() };
        let place = names::place(&step.place, &trace.file);
        if may_be_wide {
            let mut cells = vec![number.clone(), place.clone()];
            cells
                .extend(present.iter().map(|&thread| if thread == step.thread { what.clone() } else { String::new() }));
            cells.push(change.clone());
            wide.rows.push((cells, None));
        }
        narrow.rows.push((vec![number, place, threads.short(step.thread), what, change], None));
    }
    let end = violation_cell(trace);
    let mut cells = vec![String::new(), String::new()];
    cells.extend(
        present.iter().map(|&thread| if thread == trace.violation.thread { end.clone() } else { String::new() }),
    );
    cells.push(String::new());
    wide.rows.push((cells, Some(Emphasis::Bad)));
    let who = threads.short(trace.violation.thread);
    narrow.rows.push((vec![String::new(), String::new(), who, end, String::new()], Some(Emphasis::Bad)));
    if may_be_wide && wide.fits(style.width) { wide } else { narrow }
}

/// One row for each run of a thread.
fn switch_rows(trace: &Trace, history: &History, shown: &[usize]) -> Columns {
    let threads = ThreadNames::of(trace);
    let mut columns = Columns {
        headings: vec!["steps".into(), "lines".into(), "thread".into(), "what it does".into()],
        is_number: vec![true, true],
        rows: Vec::new(),
    };
    for run in select::runs(trace, shown) {
        let (first, last) = (run[0], run[run.len() - 1]);
        let range = |from: String, to: String| if from == to { from } else { format!("{from}-{to}") };
        let place = |step: usize| names::place(&trace.steps[step].place, &trace.file);
        let describe = |&step: &usize| event::describe(&trace.steps[step], &history.effects[step], &threads);
        columns.rows.push((
            vec![
                range((first + 1).to_string(), (last + 1).to_string()),
                range(place(first), place(last)),
                threads.long(trace.steps[first].thread),
                run.iter().map(describe).collect::<Vec<_>>().join("; "),
            ],
            None,
        ));
    }
    let who = threads.long(trace.violation.thread);
    columns.rows.push((vec![String::new(), String::new(), who, violation_cell(trace)], Some(Emphasis::Bad)));
    columns
}

/// Whether what a step changes concerns more than its own thread.
fn is_visible(trace: &Trace, history: &History, index: usize) -> bool {
    match &trace.steps[index].event {
        Event::Read { location, .. } | Event::Write { location, .. } => history.shared.contains(&location.object),
        Event::Synchronize { .. } => true,
        Event::Choice { .. }
        | Event::Spawn { .. }
        | Event::Join { .. }
        | Event::Destructor { .. }
        | Event::Exit
        | Event::AtomicBegin
        | Event::AtomicEnd
        | Event::Allocate { .. }
        | Event::Free { .. } => false,
    }
}

fn violation_cell(trace: &Trace) -> String {
    format!("!! {}", sentence::outline(trace))
}

/// The source line of the violation, if it has a source location.
fn excerpt(trace: &Trace, source: &SourceMap) -> String {
    let span = trace.violation.span;
    let Some(file) = source.files().get(span.file) else { return String::new() };
    let (line, _) = file.line_column(span.start);
    let code = escape(&file.line_text(line).replace('\t', "    "));
    if code.trim().is_empty() { String::new() } else { format!("  {line:>6} | {}\n", code.trim_end()) }
}
