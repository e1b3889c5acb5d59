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
use raddle_verify::verdict::{Answers, Outcome, Reason, Verdict};
use std::time::Duration;

use super::span_of_time::within;
use crate::front::Front;

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
struct Lifted<'f, R> {
    front: &'f Front,
    whole: R,
}

impl<R: Replayer> Replayer for Lifted<'_, R> {
    fn replay(&self, trace: &Trace) -> Result<(), String> {
        self.whole.replay(&self.front.with_no_arguments_chosen(trace.clone()))
    }
}

impl Bare {
    /// Looks, within the time that is left. `decide` asks engines about a task, with the replayer of what they find.
    pub(crate) fn look(
        front: &Front,
        task: Option<&Task>,
        timeout: Option<Duration>,
        is_fair: bool,
        cx: &mut Context,
        decide: impl FnOnce(&Task, &(dyn Replayer + Sync), &mut Context) -> Answers,
    ) -> Bare {
        let Some(task) = task else { return Bare::default() };
        let limit = timeout.map_or(LONGEST, |timeout| LONGEST.min(timeout / 3));
        let lifted = Lifted { front, whole: front.replayer_of(is_fair) };
        let answers = within(limit, cx, |inner| decide(task, &lifted, inner));
        let mut bare = Bare::default();
        for Outcome { property, verdict } in answers.outcomes {
            match verdict {
                Verdict::Unsafe(trace) => {
                    let verdict = Verdict::Unsafe(Box::new(front.with_no_arguments_chosen(*trace)));
                    bare.violated.push(Outcome { property, verdict });
                }
                Verdict::Safe(_) => bare.held.push(property),
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
