//! The table of properties: the verdict of each, and the reason.

use raddle_program::property::Property;
use raddle_program::source::SourceMap;
use raddle_verify::verdict::{Answers, Outcome, Verdict};

use crate::escape::escape;
use crate::plain;
use crate::style::{Emphasis, Style};
use crate::text::{outline, sentence, violating_place, wrap};

/// What is said of memory where the question is not asked and another property is safe.
const MEMORY_NOT_ASKED: &str = "not asked; an execution ends at its first invalid access";

/// How much a table says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// What was shown, and what to do next.
    Plain,
    /// How each engine went about it, too.
    All,
}

/// Properties with the same verdict and reason.
struct Row {
    names: Vec<&'static str>,
    /// `UNKNOWN`, `UNSAFE`, `SAFE (checked)`, `SAFE (by bmc)`.
    word: String,
    painted: Option<Emphasis>,
    /// Why, a paragraph each.
    said: Vec<String>,
}

/// One row for the properties with the same verdict and reason, in the order of the question. Every line ends in a line break.
pub fn properties(answers: &Answers, source: &SourceMap, words: Words, style: Style) -> String {
    let mut rows: Vec<Row> = Vec::new();
    for outcome in &answers.outcomes {
        let (name, word, said) = (outcome.property.name(), outcome.verdict.standing(), said(outcome, source, words));
        match rows.iter_mut().find(|row| row.word == word && row.said == said) {
            Some(row) => row.names.push(name),
            None => rows.push(Row { names: vec![name], word, painted: Some(emphasis(&outcome.verdict)), said }),
        }
    }
    let is_safe = |outcome: &Outcome| matches!(outcome.verdict, Verdict::Safe(_));
    let asks_memory = answers.outcomes.iter().any(|outcome| outcome.property == Property::Memory);
    if !asks_memory && answers.outcomes.iter().any(is_safe) {
        let names = vec![Property::Memory.name()];
        rows.push(Row { names, word: "-".to_owned(), painted: None, said: vec![MEMORY_NOT_ASKED.to_owned()] });
    }
    let longest = rows.iter().map(|row| row.names.join(", ").len()).max().unwrap_or(0);
    let name_width = longest.min((style.width / 4).max(12));
    let word_width = rows.iter().map(|row| row.word.len()).max().unwrap_or(0).max("UNKNOWN".len());
    let indent = 2 + name_width + 2 + word_width + 2;
    let width = style.width.saturating_sub(indent).max(20);
    let mut text = String::new();
    for row in rows {
        let names = wrap(&row.names.join(", "), name_width);
        let lines: Vec<String> = row.said.iter().flat_map(|paragraph| wrap(paragraph, width)).collect();
        for number in 0..names.len().max(lines.len()) {
            let part = |lines: &[String]| lines.get(number).cloned().unwrap_or_default();
            let word = format!("{:<word_width$}", if number == 0 { row.word.as_str() } else { "" });
            let word =
                row.painted.filter(|_| number == 0).map_or(word.clone(), |emphasis| style.paint(emphasis, &word));
            let line = format!("  {:<name_width$}  {word}  {}", part(&names), part(&lines));
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    text
}

/// The reason for the verdict of a property, in one line; for UNKNOWN, also what to do next.
pub fn why(outcome: &Outcome, source: &SourceMap) -> String {
    match &outcome.verdict {
        Verdict::Safe(proved) => escape(&plain::proof(&proved.proof)),
        Verdict::Unsafe(trace) => sentence(trace, source),
        Verdict::Unknown(reason) => escape(&format!("{reason}; {}", reason.advice())),
    }
}

/// The same in paragraphs, for readers who see the trace above.
fn said(outcome: &Outcome, source: &SourceMap, words: Words) -> Vec<String> {
    match (&outcome.verdict, words) {
        (Verdict::Unsafe(trace), _) => {
            let place = violating_place(trace, source);
            let file = place.file.rsplit('/').next().unwrap_or(&place.file);
            vec![format!("{} ({}:{}), see above", outline(trace), escape(file), place.line)]
        }
        (Verdict::Safe(proved), Words::Plain) => vec![escape(&plain::proof(&proved.proof))],
        (Verdict::Safe(proved), Words::All) => vec![escape(&proved.proof.to_string())],
        (Verdict::Unknown(reason), Words::Plain) => {
            vec![escape(&plain::reason(reason)), format!("next: {}", escape(&reason.advice()))]
        }
        (Verdict::Unknown(reason), Words::All) => {
            vec![escape(&reason.to_string()), format!("next: {}", escape(&reason.advice()))]
        }
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
        let safe = |&property: &Property| Outcome { property, verdict: Verdict::safe(proof.clone()) };
        let answers = Answers { outcomes: properties.iter().map(safe).collect() };
        super::properties(&answers, &SourceMap::new(), Words::Plain, Style::PLAIN)
    }

    #[test]
    fn a_reason_is_said_once() {
        let limit = std::time::Duration::from_secs(7);
        let open = |property| Outcome { property, verdict: Verdict::Unknown(Reason::Timeout { limit }) };
        let answers = Answers { outcomes: vec![open(Property::Assertions), open(Property::Memory)] };
        let text = super::properties(&answers, &SourceMap::new(), Words::Plain, Style::PLAIN);
        assert_eq!(text.matches("out of time").count(), 1, "{text}");
        assert!(text.starts_with("  assertions, memory  UNKNOWN  out of time after 7 s\n"), "{text}");
        assert!(text.contains("next: give more time with --timeout"), "{text}");
    }

    #[test]
    fn a_table_without_memory_says_what_that_means() {
        assert!(table(&[Property::DataRace]).contains("  memory     -        not asked; an execution ends"));
        assert!(!table(&[Property::DataRace, Property::Memory]).contains("not asked"));
    }
}
