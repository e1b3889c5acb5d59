//! The table of the steps that matter. Neighbouring steps of a thread in one line share a row; what is left out is counted.

use raddle_program::property::Property;

use super::phrase::phrase;
use super::relevant::{order, relevant};
use super::{Explained, sentence};
use crate::style::Emphasis;
use crate::text::columns::Columns;
use std::collections::BTreeSet;
use unicode_width::UnicodeWidthStr;

/// A row: neighbouring steps of a thread.
struct Row {
    /// The indices of the first and the last step.
    steps: (usize, usize),
    what: Vec<String>,
}

/// The heading and the table, in at most so many lines if that is possible.
pub(super) fn table(explained: &Explained<'_>, most: usize) -> Vec<String> {
    let trace = explained.trace;
    if trace.steps.is_empty() {
        return vec!["  No step is needed: it is violated from the start.".to_owned()];
    }
    let order = order(explained);
    let mut shortest = Vec::new();
    for steps in (2..=16).rev() {
        let shown = relevant(explained, &order, steps);
        let rows = rows(explained, &shown);
        for least in [3, 10, 40, usize::MAX] {
            let lines = render(explained, &shown, &rows, least);
            if lines.len() <= most && (rows.len() <= 14 || least == usize::MAX) {
                return lines;
            }
            shortest = lines;
        }
    }
    shortest
}

/// Puts consecutive steps into one row if one thread takes them and they stand in one source line.
fn rows(explained: &Explained<'_>, shown: &[usize]) -> Vec<Row> {
    let steps = &explained.trace.steps;
    let mut rows: Vec<Row> = Vec::new();
    for &index in shown {
        let step = &steps[index];
        let what = phrase(explained, index);
        if let Some(row) = rows.last_mut()
            && steps[row.steps.1..=index].iter().all(|between| between.thread == step.thread)
            && explained.place_of(&steps[row.steps.1]).line == explained.place_of(step).line
            && explained.place_of(&steps[row.steps.1]).file == explained.place_of(step).file
            && explained.trace.loop_start != Some(index)
        {
            row.steps.1 = index;
            match row.what.last_mut() {
                Some(last) if *last == what => {}
                Some(last) => match another_value(last, &what) {
                    Some(value) => last.push_str(&format!(", {value}")),
                    None => row.what.push(what),
                },
                None => row.what.push(what),
            }
            continue;
        }
        rows.push(Row { steps: (index, index), what: vec![what] });
    }
    rows
}

/// What a call gives after another value that the same call gave: of `f() gives 1` the 1.
fn another_value<'w>(last: &str, what: &'w str) -> Option<&'w str> {
    const GIVES: &str = " gives ";
    let (call, value) = what.rsplit_once(GIVES)?;
    last.strip_prefix(call)?.starts_with(GIVES).then_some(value)
}

/// The table; steps that are left out get a row where there are at least so many of them.
fn render(explained: &Explained<'_>, shown: &[usize], rows: &[Row], least: usize) -> Vec<String> {
    let (trace, threads, style) = (explained.trace, &explained.threads, explained.style);
    let mut columns = Columns {
        headings: ["step", "thread", "line", "what it does"].map(str::to_owned).to_vec(),
        is_number: vec![true, false, true, false],
        rows: Vec::new(),
    };
    let mut next = 0;
    for row in rows {
        let (first, last) = row.steps;
        if first - next >= least {
            columns.rows.push((left_out(explained, next, first), Some(Emphasis::Faint)));
        }
        next = last + 1;
        let step = &trace.steps[first];
        let number = if first == last { (first + 1).to_string() } else { format!("{}-{}", first + 1, last + 1) };
        let number = if trace.loop_start == Some(first) { format!("again> {number}") } else { number };
        let mut what = row.what.join(", ");
        if trace.property == Property::DataRace && next == trace.steps.len() {
            what.push_str("  <-- race");
        }
        columns
            .rows
            .push((vec![number, threads.long(step.thread), explained.place(explained.place_of(step)), what], None));
    }
    if trace.steps.len() - next >= least {
        columns.rows.push((left_out(explained, next, trace.steps.len()), Some(Emphasis::Faint)));
    }
    match trace.property {
        Property::DataRace | Property::Deadlock => {}
        _ => {
            let violation = &trace.violation;
            let place = explained.source.place(violation.span);
            let place = if place.line == 0 { String::new() } else { explained.place(&place) };
            let cells = vec![String::new(), threads.long(violation.thread), place, sentence::outline(trace)];
            columns.rows.push((cells, Some(Emphasis::Bad)));
        }
    }
    add_source(explained, rows, &mut columns);
    let (total, n_shown) = (trace.steps.len(), shown.len());
    let heading = match n_shown == total {
        true if total == 1 => "  how it happens (1 step)".to_owned(),
        true => format!("  how it happens ({total} steps)"),
        false => format!("  how it happens ({n_shown} of {total} steps{})", explained.advice),
    };
    let mut lines = vec![style.paint(Emphasis::Heading, &heading)];
    lines.extend(columns.render(style).lines().map(str::to_owned));
    lines
}

/// The row of some steps that are left out.
fn left_out(explained: &Explained<'_>, from: usize, to: usize) -> Vec<String> {
    let steps = &explained.trace.steps[from..to];
    let present: BTreeSet<u32> = steps.iter().map(|step| step.thread).collect();
    let count = match steps.len() {
        1 => "1 step".to_owned(),
        count => format!("{count} steps"),
    };
    let one = present.first().filter(|_| present.len() == 1).copied();
    let Some(thread) = one else {
        let threads: Vec<String> = present.iter().map(|&thread| explained.threads.short(thread)).collect();
        let threads = if threads.len() > 4 { format!("{} threads", threads.len()) } else { threads.join(", ") };
        return vec!["...".to_owned(), String::new(), String::new(), format!("{count} of {threads}")];
    };
    let is_here = steps.iter().all(|step| *explained.place_of(step).file == *explained.trace.file);
    let numbers = || steps.iter().map(|step| explained.place_of(step).line);
    let lines = match (numbers().min(), numbers().max()) {
        (Some(first), Some(last)) if is_here && first == last => format!(", line {first}"),
        (Some(first), Some(last)) if is_here => format!(", lines {first}-{last}"),
        _ => String::new(),
    };
    vec!["...".to_owned(), explained.threads.long(thread), String::new(), format!("{count}{lines}")]
}

/// The source text of each row on the right, where there is room for it.
fn add_source(explained: &Explained<'_>, rows: &[Row], columns: &mut Columns) {
    const LEAST: usize = 24;
    let widest = |column: usize| columns.rows.iter().map(|(cells, _)| cells[column].width()).max().unwrap_or(0);
    let used: usize = (0..4).map(|column| widest(column).max(columns.headings[column].len()) + 2).sum();
    let room = explained.style.width.saturating_sub(used + 2);
    if room < LEAST {
        return;
    }
    columns.headings.push("source".to_owned());
    columns.is_number.push(false);
    let mut sources = rows.iter().map(|row| source_text(explained, row.steps.0, room)).collect::<Vec<_>>().into_iter();
    for (cells, emphasis) in &mut columns.rows {
        let is_step = emphasis.is_none();
        cells.push(if is_step { sources.next().unwrap_or_default() } else { String::new() });
    }
}

/// The line of a step without its indentation; of a long line the part around the step.
fn source_text(explained: &Explained<'_>, index: usize, room: usize) -> String {
    let step = &explained.trace.steps[index];
    let Some(file) = explained.source.files().get(step.span.file) else { return String::new() };
    if super::is_library(file.name()) {
        return String::new();
    }
    let text = crate::escape::escape(&file.line_text(step.place.line).replace('\t', " "));
    let text = text.trim();
    if text.width() <= room { text.to_owned() } else { String::new() }
}
