//! A look at the executions without arguments first.
//!
//! `main` gets any arguments unless the command line says something else. Most violations need none, and are found much sooner where there
//! are none: `argc` is a constant then. So engines look for a while at the program in these executions alone. What they find is an
//! execution of the whole program, once the choice of no arguments is put in front of it. That a property holds there is no answer yet.

use raddle_program::property::Property;
use raddle_program::trace::Trace;
use raddle_verify::certify::Replayer;
use raddle_verify::context::Context;
use raddle_verify::task::Task;
use raddle_verify::transform::WayBack;
use raddle_verify::transformed::Transformed;
use raddle_verify::verdict::{Answers, Outcome, Reason, Verdict};
use std::time::Duration;

use super::span_of_time::within;

/// How long engines look at most.
const LONGEST: Duration = Duration::from_secs(5);

/// The results for the executions without arguments.
#[derive(Default)]
pub(crate) struct Bare {
    /// The violations, as executions of the whole program.
    violated: Vec<Outcome>,
    /// The properties that hold.
    held: Vec<Property>,
}

/// Follows traces of the program without arguments in the whole program.
struct Lifted<'t> {
    way_back: &'t dyn WayBack,
    whole: &'t (dyn Replayer + Sync),
}

impl Replayer for Lifted<'_> {
    fn replay(&self, trace: &Trace) -> Result<(), String> {
        self.whole.replay(&self.way_back.trace(trace.clone()))
    }
}

impl Bare {
    /// Looks, within the time that is left. `whole` replays traces of the whole program; `decide` asks engines about a task, with the
    /// replayer of what they find.
    pub(crate) fn look(
        without_arguments: &Transformed<'_>,
        whole: &(dyn Replayer + Sync),
        timeout: Option<Duration>,
        cx: &mut Context,
        decide: impl FnOnce(&Task, &(dyn Replayer + Sync), &mut Context) -> Answers,
    ) -> Bare {
        let limit = timeout.map_or(LONGEST, |timeout| LONGEST.min(timeout / 3));
        let lifted = Lifted { way_back: without_arguments.way_back(), whole };
        let answers = within(limit, cx, |inner| decide(&without_arguments.task, &lifted, inner));
        let mut bare = Bare::default();
        for outcome in answers.outcomes {
            match &outcome.verdict {
                Verdict::Unsafe(_) => bare.violated.push(without_arguments.lift(outcome)),
                Verdict::Safe(_) => bare.held.push(outcome.property),
                Verdict::Unknown(_) => {}
            }
        }
        bare
    }

    /// The properties that are still to be asked.
    pub(crate) fn left(&self, asked: &[Property]) -> Vec<Property> {
        let is_violated = |property: &Property| self.violated.iter().any(|outcome| outcome.property == *property);
        asked.iter().copied().filter(|property| !is_violated(property)).collect()
    }

    /// The answers to all properties that were asked, from those to the properties that were left.
    pub(crate) fn join(self, asked: &[Property], answers: Answers) -> Answers {
        let held = self.held;
        let told = |Outcome { property, verdict }: Outcome| {
            let verdict = match verdict {
                Verdict::Unknown(by) if held.contains(&property) && !matches!(by, Reason::Internal { .. }) => {
                    let reached = "it holds if main gets no arguments (--args none)".to_owned();
                    Verdict::Unknown(Reason::Stopped { by: Box::new(by), reached })
                }
                verdict => verdict,
            };
            Outcome { property, verdict }
        };
        let mut all: Vec<Outcome> = answers.outcomes.into_iter().map(told).chain(self.violated).collect();
        all.sort_by_key(|outcome| asked.iter().position(|property| *property == outcome.property));
        Answers { outcomes: all }
    }
}
