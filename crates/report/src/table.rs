//! The table of properties: how each one stands and why.

use raddle_program::source::SourceMap;
use raddle_verify::verdict::{Answers, Outcome, Verdict};

use crate::escape::escape;
use crate::style::{Emphasis, Style};
use crate::text::{outline, sentence, wrap};

/// One row a property, in the order in which they were asked. Every line ends in a line break.
pub fn properties(answers: &Answers, source: &SourceMap, style: Style) -> String {
    let name_width = answers.outcomes.iter().map(|outcome| outcome.property.name().len()).max().unwrap_or(0);
    let indent = 2 + name_width + 2 + "UNKNOWN".len() + 2;
    let mut text = String::new();
    for outcome in &answers.outcomes {
        let why = short(outcome, source);
        let mut lines = wrap(&why, style.width.saturating_sub(indent).max(20)).into_iter();
        let word = format!("{:<7}", outcome.verdict.word());
        text.push_str(&format!(
            "  {:<name_width$}  {}  {}\n",
            outcome.property.name(),
            style.paint(emphasis(&outcome.verdict), &word),
            lines.next().unwrap_or_default(),
        ));
        for line in lines {
            text.push_str(&format!("{}{line}\n", " ".repeat(indent)));
        }
    }
    text
}

/// Why a property stands as it does, in one line; of an unknown one, what to do next, too.
pub fn why(outcome: &Outcome, source: &SourceMap) -> String {
    match &outcome.verdict {
        Verdict::Safe(proof) => escape(&proof.to_string()),
        Verdict::Unsafe(trace) => sentence(trace, source),
        Verdict::Unknown(reason) => escape(&format!("{reason}; {}", reason.advice())),
    }
}

/// The same for people who have the trace before their eyes.
fn short(outcome: &Outcome, source: &SourceMap) -> String {
    match &outcome.verdict {
        Verdict::Unsafe(trace) => {
            let place = escape(&source.place(trace.violation.span).to_string());
            format!("{} at {place}, see the trace above", outline(trace))
        }
        Verdict::Safe(_) | Verdict::Unknown(_) => why(outcome, source),
    }
}

/// How a verdict is painted.
pub fn emphasis(verdict: &Verdict) -> Emphasis {
    match verdict {
        Verdict::Safe(_) => Emphasis::Good,
        Verdict::Unsafe(_) => Emphasis::Bad,
        Verdict::Unknown(_) => Emphasis::Open,
    }
}
