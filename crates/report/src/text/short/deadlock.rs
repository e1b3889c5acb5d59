//! The head of a deadlock: one line a thread, what it holds and what it waits for.

use raddle_program::syntax::Synchronization;
use raddle_program::trace::{Event, MemoryLocation, Trace, TraceStep};

use super::super::history::is_same;
use super::super::names;
use super::{Explained, note};
use crate::escape::escape;
use crate::style::Emphasis;
use unicode_width::UnicodeWidthStr;

/// A thread that waits.
pub(super) struct Waiting {
    /// Its number.
    pub thread: u32,
    /// What for, in words: `b held by T2`, `a signal to c`. Escaped.
    pub what: String,
    /// The locks that it holds.
    pub held: Vec<MemoryLocation>,
}

impl Waiting {
    /// The thread that holds the lock that it waits for.
    pub(super) fn holder(&self) -> Option<u32> {
        let (_, holder) = self.what.split_once(" held by ")?;
        let name: String = holder.chars().take_while(|it| it.is_alphanumeric()).collect();
        thread_number(&name)
    }
}

fn thread_number(name: &str) -> Option<u32> {
    match name.strip_prefix('T') {
        Some(number) => number.parse().ok(),
        None => (name == "main").then_some(0),
    }
}

/// The threads that wait, as the violation's message lists them.
pub(super) fn waiting(explained: &Explained<'_>) -> Vec<Waiting> {
    let trace = explained.trace;
    let parts = trace.violation.message.split("; ").filter_map(|part| part.split_once(" waits for "));
    parts
        .filter_map(|(name, what)| {
            let thread = thread_number(name)?;
            Some(Waiting { thread, what: escape(what), held: explained.history.held_at_end(trace, thread) })
        })
        .collect()
}

/// `deadlock`, or how many of the threads wait.
pub(super) fn title(trace: &Trace) -> String {
    let has_ended = trace.steps.iter().any(|step| matches!(step.event, Event::Exit));
    if has_ended || trace.loop_start.is_some() { "deadlock of some threads" } else { "deadlock" }.to_owned()
}

/// The threads that wait, and why nothing wakes them.
pub(super) fn head(explained: &Explained<'_>) -> Vec<String> {
    let waiting = waiting(explained);
    if waiting.is_empty() {
        return note(&escape(&explained.trace.violation.message), explained.style);
    }
    const SHOWN: usize = 6;
    let mut lines = Vec::new();
    let mut said: Vec<(String, String)> = Vec::new();
    for thread in waiting.iter().take(SHOWN) {
        let holds = match thread.held.as_slice() {
            [] => String::new(),
            held => format!("holds {}, ", held.iter().map(names::location).collect::<Vec<_>>().join(" and ")),
        };
        let place = explained.trace.names.ends.iter().find(|end| end.thread == thread.thread);
        let place = place.map_or(String::new(), |end| explained.place_with_file(&end.place));
        said.push((format!("{} {holds}waits for {}", explained.threads.call(thread.thread), thread.what), place));
    }
    let width = said.iter().map(|(text, _)| text.width()).max().unwrap_or(0);
    let is_aligned = said.iter().all(|(_, place)| width + place.width() + 4 <= explained.style.width);
    for (text, place) in said {
        let line = match is_aligned {
            true => format!("{text:width$}  {place}"),
            false => format!("{text}  {place}"),
        };
        for (number, line) in super::wrap(line.trim_end(), explained.style.width.saturating_sub(6)).iter().enumerate() {
            let indent = if number == 0 { "  " } else { "      " };
            lines.push(format!("{indent}{}", explained.style.paint(Emphasis::Heading, line)));
        }
    }
    if waiting.len() > SHOWN {
        lines.push(format!("  ... and {} more threads wait", waiting.len() - SHOWN));
    }
    let ended = explained.trace.steps.iter().filter(|step| matches!(step.event, Event::Exit));
    let ended: Vec<String> = ended.map(|step| explained.threads.short(step.thread)).collect();
    match ended.as_slice() {
        [] => {}
        [one] => lines.extend(note(&format!("{one} has ended"), explained.style)),
        several if several.len() > 4 => {
            lines.extend(note(&format!("{} threads have ended", several.len()), explained.style));
        }
        several => lines.extend(note(&format!("{} have ended", several.join(", ")), explained.style)),
    }
    lines.extend(advice(explained, &waiting).iter().flat_map(|advice| note(advice, explained.style)));
    lines
}

/// Why the threads are not woken, and what to do.
fn advice(explained: &Explained<'_>, waiting: &[Waiting]) -> Vec<String> {
    for thread in waiting {
        if let Some(advice) = lost_signal(explained, thread) {
            return vec![advice];
        }
    }
    let is_child =
        |step: &TraceStep| matches!(step.event, Event::Synchronize { operation: Synchronization::BecomeChild, .. });
    if explained.trace.steps.iter().any(is_child) {
        return vec![
            "the child process has only the thread that called fork: what other threads locked stays locked".to_owned(),
            "help: take the lock around fork (pthread_atfork), or do nothing but exec or _exit in the child".to_owned(),
        ];
    }
    if waiting.iter().any(|thread| thread.what.contains("which it holds itself")) {
        return vec!["help: unlock it first, or make the mutex recursive".to_owned()];
    }
    let of_locks = waiting.iter().filter(|thread| thread.what.contains(" held by "));
    if of_locks.filter(|thread| !thread.held.is_empty()).count() >= 2 {
        return vec!["help: take these locks in one order in all threads".to_owned()];
    }
    Vec::new()
}

/// A signal to the condition that a thread waits for which came before the wait, or its absence.
fn lost_signal(explained: &Explained<'_>, waiting: &Waiting) -> Option<String> {
    let steps = &explained.trace.steps;
    if !waiting.what.starts_with("a signal to ") {
        return None;
    }
    let release = steps.iter().rposition(|step| {
        step.thread == waiting.thread
            && matches!(step.event, Event::Synchronize { operation: Synchronization::ConditionRelease, .. })
    })?;
    let Event::Synchronize { object: condition, .. } = &steps[release].event else { return None };
    let is_signal = |index: &usize| signals(&steps[*index].event, condition);
    let at = |index: usize| explained.place(&steps[index].place);
    let last = (0..steps.len()).rev().find(is_signal);
    let name = names::location(condition);
    Some(match last {
        None => format!("no thread has signalled {name}"),
        Some(signal) if signal < release => format!(
            "the last signal to {name} (step {}, line {}) comes before the wait (step {}, line {})",
            signal + 1,
            at(signal),
            release + 1,
            at(release)
        ),
        Some(signal) => match &steps[signal].event {
            Event::Synchronize { operation: Synchronization::ConditionSignal, outcome, .. } if *outcome >= 0 => {
                format!(
                    "the last signal to {name} (step {}, line {}) wakes T{outcome}; pthread_cond_broadcast wakes all",
                    signal + 1,
                    at(signal)
                )
            }
            _ => return None,
        },
    })
}

/// Whether an event signals a condition.
pub(super) fn signals(event: &Event, condition: &MemoryLocation) -> bool {
    use Synchronization as S;
    matches!(
        event,
        Event::Synchronize { operation: S::ConditionSignal | S::ConditionBroadcast, object, .. }
            if is_same(object, condition)
    )
}
