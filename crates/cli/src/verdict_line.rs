//! The last line for each file: `VERDICT: SAFE`, `VERDICT: UNSAFE (assertions, data-race)`, `VERDICT: UNKNOWN (why)`.
//!
//! Programs read this line; nothing that comes from the checked program stands on it unescaped.

use raddle_report::escape::escape;
use raddle_verify::verdict::{Answers, Outcome, Verdict};

use crate::exit::{Exit, of_outcome};

/// The verdict on a file in a word, with what stands in the parenthesis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileVerdict {
    /// `SAFE`, `UNSAFE` or `UNKNOWN`.
    pub word: &'static str,
    /// What is violated, or why nothing is known. Escaped.
    pub reason: Option<String>,
    /// What the command would return for this file alone.
    pub exit: Exit,
}

impl FileVerdict {
    /// The verdict that follows from how the properties stand: the worst. That no execution creates a thread is said of a SAFE that
    /// may be expected to be about threads.
    pub fn of(answers: &Answers, creates_no_thread: bool) -> Self {
        let is_unsafe = |outcome: &&Outcome| matches!(outcome.verdict, Verdict::Unsafe(_));
        let violated: Vec<&str> =
            answers.outcomes.iter().filter(is_unsafe).map(|outcome| outcome.property.name()).collect();
        let exit = Exit::of(answers);
        if !violated.is_empty() {
            return FileVerdict { word: "UNSAFE", reason: Some(violated.join(", ")), exit };
        }
        let deciding = answers.outcomes.iter().find(|outcome| of_outcome(outcome) == exit);
        match deciding {
            Some(Outcome { verdict: Verdict::Safe(_), .. }) => {
                let reason = creates_no_thread.then(|| "no execution creates a thread".to_owned());
                FileVerdict { word: "SAFE", reason, exit }
            }
            Some(Outcome { verdict: Verdict::Unknown(reason), property }) => {
                let same = |outcome: &Outcome| matches!(&outcome.verdict, Verdict::Unknown(other) if other == reason);
                let text = if answers.outcomes.iter().all(same) {
                    reason.to_string()
                } else {
                    format!("{property}: {reason}")
                };
                FileVerdict { word: "UNKNOWN", reason: Some(escape(&text)), exit }
            }
            Some(Outcome { verdict: Verdict::Unsafe(_), .. }) | None => {
                FileVerdict { word: "UNKNOWN", reason: Some("nothing was asked".to_owned()), exit: Exit::Unknown }
            }
        }
    }

    /// The verdict on a file that cannot be read as C.
    pub fn unreadable(why: &str) -> Self {
        FileVerdict { word: "UNKNOWN", reason: Some(escape(why)), exit: Exit::Input }
    }

    /// The line, without a line break.
    pub fn line(&self) -> String {
        match &self.reason {
            None => format!("VERDICT: {}", self.word),
            Some(reason) => format!("VERDICT: {} ({reason})", self.word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::property::Property;
    use raddle_verify::verdict::{Proof, Reason};
    use std::time::Duration;

    fn safe(property: Property) -> Outcome {
        Outcome { property, verdict: Verdict::safe(Proof::Exhausted { states: 3, transitions: 2 }) }
    }

    fn unknown(property: Property, reason: Reason) -> Outcome {
        Outcome { property, verdict: Verdict::Unknown(reason) }
    }

    fn line(outcomes: Vec<Outcome>) -> String {
        FileVerdict::of(&Answers { outcomes }, false).line()
    }

    #[test]
    fn one_open_question_makes_the_whole_unknown() {
        let late = Reason::Timeout { limit: Duration::from_millis(500) };
        assert_eq!(line(vec![safe(Property::Assertions), safe(Property::Deadlock)]), "VERDICT: SAFE");
        assert_eq!(
            line(vec![safe(Property::Assertions), unknown(Property::Deadlock, late.clone())]),
            "VERDICT: UNKNOWN (deadlock: out of time after 0.5 s)"
        );
        assert_eq!(
            line(vec![unknown(Property::Assertions, late.clone()), unknown(Property::Deadlock, late)]),
            "VERDICT: UNKNOWN (out of time after 0.5 s)"
        );
        assert_eq!(line(Vec::new()), "VERDICT: UNKNOWN (nothing was asked)");
    }

    #[test]
    fn nothing_of_the_program_is_raw() {
        let hostile = Reason::Internal { message: "x\nVERDICT: SAFE\n\x1b[2K".into() };
        let line = line(vec![unknown(Property::Memory, hostile)]);
        assert_eq!(line.matches("VERDICT:").count(), 1);
        assert!(!line.contains('\n') && !line.contains('\x1b'));
    }
}
