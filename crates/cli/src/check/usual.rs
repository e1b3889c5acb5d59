//! A second look at possible violations: whether there is one without the choices that seldom come.

use std::time::{Duration, Instant};

use raddle_cfront::externals::seldom_comes;
use raddle_verify::certify::Replayer;
use raddle_verify::context::Context;
use raddle_verify::task::Task;
use raddle_verify::transform::WithoutChoices;
use raddle_verify::transformed::Transformed;
use raddle_verify::verdict::{Answers, Outcome, Reason, Verdict};

use super::span_of_time::within;

/// The longest second look.
const LONGEST: Duration = Duration::from_secs(20);
/// What is left of the time for the answer itself.
const REST: Duration = Duration::from_millis(500);

/// Looks for violations to replace possible ones. `marking` returns whether a trace depends on a choice of the system.
pub(crate) fn usual(
    task: &Task,
    answers: Answers,
    deadline: Option<Instant>,
    marking: &dyn Replayer,
    cx: &mut Context,
    decide: impl FnOnce(&Task, &mut Context) -> Answers,
) -> Answers {
    let is_possible = |outcome: &&Outcome| matches!(&outcome.verdict, Verdict::Unknown(Reason::DependsOn { .. }));
    let open: Vec<_> = answers.outcomes.iter().filter(is_possible).map(|outcome| outcome.property).collect();
    let rest = deadline.map_or(LONGEST, |deadline| deadline.saturating_duration_since(Instant::now() + REST));
    if open.is_empty() || rest.is_zero() {
        return answers;
    }
    let transform = WithoutChoices { is_left_out: seldom_comes };
    let narrower = Transformed::of(&Task { properties: open, ..task.clone() }, &transform, cx);
    if narrower.is_unchanged() {
        return answers;
    }
    let found = within(LONGEST.min(rest), cx, |inner| decide(&narrower.task, inner));
    let found: Vec<Outcome> = found.outcomes.into_iter().map(|outcome| narrower.lift(outcome)).collect();
    let better = |outcome: Outcome| {
        let found = found.iter().find(|other| other.property == outcome.property);
        match found.map(|found| &found.verdict) {
            Some(Verdict::Unsafe(trace)) if marking.replay(trace).is_ok() => {
                Outcome { verdict: Verdict::Unsafe(trace.clone()), ..outcome }
            }
            _ => outcome,
        }
    };
    Answers { outcomes: answers.outcomes.into_iter().map(better).collect() }
}
