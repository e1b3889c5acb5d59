//! What the command returns to the shell.

use raddle_verify::verdict::{Answers, Outcome, Reason, Verdict};

/// The ends that a run can come to, from the worst to the best: of several files the worst decides.
///
/// A failure to write comes first, since the written answer may be incomplete. Then comes a violation: it stands,
/// whatever the result for other files. Then come bugs of Raddle, unreadable input, timeouts, and everything else that
/// is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// The options make no sense. Nothing was checked.
    Usage,
    /// The answer could not be written.
    Output,
    /// A property is violated.
    Unsafe,
    /// A bug in Raddle that was caught.
    Internal,
    /// The input cannot be read as C.
    Input,
    /// Out of time.
    Timeout,
    /// Neither shown nor refuted.
    Unknown,
    /// Every property holds.
    Safe,
}

impl Exit {
    /// The exit for a number; a bug in Raddle if the number has none.
    pub fn from_code(code: u8) -> Exit {
        let all = [
            Exit::Usage,
            Exit::Output,
            Exit::Unsafe,
            Exit::Internal,
            Exit::Input,
            Exit::Timeout,
            Exit::Unknown,
            Exit::Safe,
        ];
        all.into_iter().find(|exit| exit.code() == code).unwrap_or(Exit::Internal)
    }

    /// The number that the shell sees.
    pub fn code(self) -> u8 {
        match self {
            Exit::Safe => 0,
            Exit::Usage => 2,
            Exit::Input => 3,
            Exit::Unknown => 5,
            Exit::Output => 6,
            Exit::Unsafe => 10,
            Exit::Internal => 70,
            Exit::Timeout => 124,
        }
    }

    /// The end that the answers to one file come to.
    pub fn of(answers: &Answers) -> Exit {
        answers.outcomes.iter().map(of_outcome).min().unwrap_or(Exit::Unknown)
    }
}

/// The end that one property alone would come to.
pub fn of_outcome(outcome: &Outcome) -> Exit {
    match &outcome.verdict {
        Verdict::Safe(_) => Exit::Safe,
        Verdict::Unsafe(_) => Exit::Unsafe,
        Verdict::Unknown(reason) => of_reason(reason),
    }
}

/// The end that a reason to know nothing comes to.
pub fn of_reason(reason: &Reason) -> Exit {
    match reason {
        Reason::Stopped { by, .. } => of_reason(by),
        Reason::Several { of } => of.iter().map(|it| of_reason(&it.reason)).min().unwrap_or(Exit::Unknown),
        Reason::Internal { .. } | Reason::NotConfirmed { .. } => Exit::Internal,
        Reason::Timeout { .. } => Exit::Timeout,
        Reason::BoundReached { .. }
        | Reason::Memory { .. }
        | Reason::AfterViolation { .. }
        | Reason::Interrupted { .. }
        | Reason::Unsupported { .. }
        | Reason::LargeInput { .. }
        | Reason::TurnOver
        | Reason::NotDecided { .. }
        | Reason::MayRace { .. }
        | Reason::WeakMemory { .. }
        | Reason::RestsOn { .. }
        | Reason::WithoutModel { .. }
        | Reason::Uninterrupted { .. }
        | Reason::DependsOn { .. }
        | Reason::OpenEquality { .. }
        | Reason::NumberedId { .. }
        | Reason::ForeignWrite { .. }
        | Reason::Inexact
        | Reason::GaveUp { .. } => Exit::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::property::Property;
    use std::time::Duration;

    fn unknown(property: Property, reason: Reason) -> Outcome {
        Outcome { property, verdict: Verdict::Unknown(reason) }
    }

    #[test]
    fn the_worst_property_decides() {
        let timeout = unknown(Property::Assertions, Reason::Timeout { limit: Duration::from_secs(1) });
        let by = Box::new(Reason::Timeout { limit: Duration::from_secs(1) });
        let on_its_way = unknown(Property::Assertions, Reason::Stopped { by, reached: "two iterations".into() });
        assert_eq!(of_outcome(&on_its_way), of_outcome(&timeout));
        let internal = unknown(Property::Deadlock, Reason::Internal { message: "x".into() });
        let bound = unknown(
            Property::Memory,
            Reason::BoundReached { bound: "depth 3".into(), place: None, advice: "none".into() },
        );
        let exit = |outcomes: &[&Outcome]| Exit::of(&Answers { outcomes: outcomes.iter().copied().cloned().collect() });
        assert_eq!(exit(&[&bound, &timeout]), Exit::Timeout);
        assert_eq!(exit(&[&bound, &internal, &timeout]), Exit::Internal);
        assert_eq!(exit(&[&bound]), Exit::Unknown);
        assert_eq!(exit(&[]), Exit::Unknown, "nothing asked is nothing shown");
    }

    #[test]
    fn a_violation_outweighs_what_became_of_other_files() {
        assert!(Exit::Output < Exit::Unsafe && Exit::Unsafe < Exit::Internal && Exit::Internal < Exit::Input);
        assert!(Exit::Input < Exit::Timeout && Exit::Timeout < Exit::Unknown && Exit::Unknown < Exit::Safe);
    }
}
