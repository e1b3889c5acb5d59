//! Adjustments of the answers before the command prints them.

use raddle_program::property::Property;
use raddle_program::source::Span;
use raddle_report::text;
use raddle_verify::verdict::{Answers, Reason, Verdict};

/// Where the two accesses of a race stand, if one was found.
pub fn answers_race(answers: &Answers) -> Option<[Span; 2]> {
    answers.outcomes.iter().find_map(|outcome| match (&outcome.verdict, outcome.property) {
        (Verdict::Unsafe(trace), Property::DataRace) => text::racing_places(trace),
        (Verdict::Unsafe(_) | Verdict::Safe(_) | Verdict::Unknown(_), _) => None,
    })
}

/// No engine looks for unreachable memory. So a SAFE for the rest of `memory` does not answer the question.
pub fn leave_lost_memory_open(answers: &mut Answers) {
    for outcome in &mut answers.outcomes {
        if outcome.property == Property::Memory && matches!(outcome.verdict, Verdict::Safe(_)) {
            let why =
                "every access is inside a live object, but lost memory (valid-memtrack) is not looked for".to_owned();
            let advice = "ask -p memory, and -p leaks for whether all is freed in the end".to_owned();
            outcome.verdict = Verdict::Unknown(Reason::GaveUp { why, advice });
        }
    }
}
