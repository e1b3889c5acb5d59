//! The table of properties: how each one stands and why.

use raddle_program::property::Property;
use raddle_program::source::SourceMap;
use raddle_verify::verdict::{Answers, Outcome, Verdict};

use crate::escape::escape;
use crate::style::{Emphasis, Style};
use crate::text::{outline, sentence, wrap};

/// What is said of memory where nobody asked for it and something else is safe: whoever makes an invalid access stops there.
const MEMORY_NOT_ASKED: &str = "not asked; an execution ends at its first invalid access";

/// One row a property, in the order in which they were asked. Every line ends in a line break.
pub fn properties(answers: &Answers, source: &SourceMap, style: Style) -> String {
    let mut rows: Vec<(Property, &str, Option<Emphasis>, String)> = Vec::new();
    for (number, outcome) in answers.outcomes.iter().enumerate() {
        let painted = Some(emphasis(&outcome.verdict));
        let is_same = |other: &&Outcome| matches!((&other.verdict, &outcome.verdict), (Verdict::Unknown(one), Verdict::Unknown(other)) if one == other);
        let said = match answers.outcomes[..number].iter().find(is_same) {
            Some(other) => format!("as {}, for the same reason", other.property.name()),
            None => short(outcome, source),
        };
        rows.push((outcome.property, outcome.verdict.word(), painted, said));
    }
    let is_safe = |outcome: &Outcome| matches!(outcome.verdict, Verdict::Safe(_));
    let asks_memory = answers.outcomes.iter().any(|outcome| outcome.property == Property::Memory);
    if !asks_memory && answers.outcomes.iter().any(is_safe) {
        rows.push((Property::Memory, "-", None, MEMORY_NOT_ASKED.to_owned()));
    }
    let name_width = rows.iter().map(|(property, ..)| property.name().len()).max().unwrap_or(0);
    let indent = 2 + name_width + 2 + "UNKNOWN".len() + 2;
    let mut text = String::new();
    for (property, word, painted, why) in rows {
        let mut lines = wrap(&why, style.width.saturating_sub(indent).max(20)).into_iter();
        let word = format!("{word:<7}");
        let word = painted.map_or(word.clone(), |emphasis| style.paint(emphasis, &word));
        let first = lines.next().unwrap_or_default();
        text.push_str(&format!("  {:<name_width$}  {word}  {first}\n", property.name()));
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

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_verify::verdict::{Proof, Reason};

    fn table(properties: &[Property]) -> String {
        let proof = Proof::Exhausted { states: 3, transitions: 2 };
        let safe = |&property: &Property| Outcome { property, verdict: Verdict::Safe(proof.clone()) };
        let answers = Answers { outcomes: properties.iter().map(safe).collect() };
        super::properties(&answers, &SourceMap::new(), Style::PLAIN)
    }

    #[test]
    fn a_reason_is_said_once() {
        let limit = std::time::Duration::from_secs(7);
        let open = |property| Outcome { property, verdict: Verdict::Unknown(Reason::Timeout { limit }) };
        let answers = Answers { outcomes: vec![open(Property::Assertions), open(Property::Memory)] };
        let text = super::properties(&answers, &SourceMap::new(), Style::PLAIN);
        assert_eq!(text.matches("out of time").count(), 1, "{text}");
        assert!(text.contains("memory      UNKNOWN  as assertions, for the same reason"), "{text}");
    }

    #[test]
    fn whoever_does_not_ask_for_memory_is_told_what_that_means() {
        assert!(table(&[Property::DataRace]).contains("  memory     -        not asked; an execution ends"));
        assert!(!table(&[Property::DataRace, Property::Memory]).contains("not asked"));
    }
}
