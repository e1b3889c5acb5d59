//! The values of the operands at the place of a violation: what the thread has read in that line, and the variables of its
//! function that the line names.

use raddle_program::trace::Event;
use std::collections::BTreeSet;

use super::super::names;
use super::Explained;
use crate::escape::escape;

/// How many values are shown.
const MOST: usize = 6;

/// The indices of the steps that read memory for the violating expression, in their order.
pub(super) fn reads(explained: &Explained<'_>) -> Vec<usize> {
    let trace = explained.trace;
    let place = explained.source.place(trace.violation.span);
    let is_of_thread = |index: &usize| trace.steps[*index].thread == trace.violation.thread;
    let own = (0..trace.steps.len()).rev().filter(is_of_thread);
    let is_there = |index: &usize| {
        let step = &trace.steps[*index];
        step.place.line == place.line && step.place.file == place.file
    };
    let mut reads: Vec<usize> = own
        .take_while(is_there)
        .take(64)
        .filter(|&index| matches!(trace.steps[index].event, Event::Read { .. }))
        .take(MOST)
        .collect();
    reads.reverse();
    // Of a string that is read character by character, the last character is enough.
    let object = |index: usize| match &trace.steps[index].event {
        Event::Read { location, .. } if location.size == 1 => Some(&location.object),
        _ => None,
    };
    let all = reads.clone();
    let is_last = |position: usize| {
        object(all[position]).is_none_or(|own| !all[position + 1..].iter().any(|&later| object(later) == Some(own)))
    };
    (0..all.len()).filter(|&position| is_last(position)).map(|position| all[position]).collect()
}

/// `x = 1`, `p->next = 0`: as the source spells it where that is short.
pub(super) fn operands<'t>(explained: &Explained<'t>) -> Vec<String> {
    let trace = explained.trace;
    let mut said = BTreeSet::new();
    let mut values = Vec::new();
    let reads = reads(explained);
    let (from, to) = violating_range(explained);
    let is_operand = |index: &usize| {
        let span = trace.steps[*index].span;
        span.file == trace.violation.span.file && (from..to).contains(&(span.start as usize))
    };
    let has_operands = reads.iter().any(is_operand);
    for index in reads.into_iter().filter(|index| !has_operands || is_operand(index)) {
        let step = &trace.steps[index];
        if let Event::Read { location, value, .. } = &step.event {
            let name = names::location(location);
            if said.insert(name.clone()) {
                values.push(format!("{name} = {}", explained.threads.value(value)));
            }
        }
    }
    let expression = violating_text(explained);
    let named: BTreeSet<&str> =
        expression.split(|symbol: char| !symbol.is_ascii_alphanumeric() && symbol != '_').collect();
    for variable in &trace.names.variables {
        // The second variable of a name in its function is called `name.2`.
        let base = |name: &'t str| name.split('.').next().unwrap_or(name);
        let name = base(&variable.name);
        let is_hidden = trace.names.variables.iter().filter(|other| base(&other.name) == name).count() > 1;
        if named.contains(name) && !is_hidden && said.insert(name.to_owned()) {
            values.push(format!("{} = {}", escape(name), explained.threads.value(&variable.value)));
        }
    }
    values.truncate(MOST);
    values
}

/// The bytes of the violating expression: of a call of an assertion, up to the end of its statement in that line.
fn violating_range(explained: &Explained<'_>) -> (usize, usize) {
    let span = explained.trace.violation.span;
    let (start, end) = (span.start as usize, span.end as usize);
    let text = explained.source.files().get(span.file).map_or("", |file| file.text());
    let line_end = text.get(start..).and_then(|rest| rest.find([';', '\n'])).map_or(end, |length| start + length);
    (start, line_end.max(end))
}

fn violating_text<'t>(explained: &Explained<'t>) -> &'t str {
    let (start, end) = violating_range(explained);
    let file = explained.source.files().get(explained.trace.violation.span.file);
    file.and_then(|file| file.text().get(start..end)).unwrap_or("")
}
