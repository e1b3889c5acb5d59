//! A second run behind constructs without a model.
//!
//! Engines end an execution at a construct without a model, so one such construct leaves all properties open. This run
//! asks about the program in which threads go on behind it, as behind a function that returns any value and leaves the
//! data of the program alone. If a property holds there, it holds under this assumption ([`Reason::WithoutModel`]). A
//! violation there is one of the program only if the reference interpreter follows it, which it does not do behind the
//! construct.

use raddle_cfront::lower::lower_past_obstacles;
use raddle_program::syntax::Effect;
use raddle_verify::context::Context;
use raddle_verify::externals::reached_procedures;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Answers, Outcome, Reason, Unmodelled, Verdict};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::span_of_time::within;
use crate::front::Front;
use raddle_analysis::analyzed_program::AnalyzedProgram;

/// How long engines look at most.
const LONGEST: Duration = Duration::from_secs(10);
/// What is left of the time for the answer itself.
const REST: Duration = Duration::from_millis(500);

/// Whether answers rest on no function of a name.
type IsKnown<'a> = dyn Fn(&str) -> bool + 'a;

/// Asks about the properties that constructs without a model leave open; the answers name their assumptions. `decide`
/// asks engines about a task, and adjusts the answers to the memory model of the run.
pub(crate) fn beyond(
    front: &Front,
    task: &Task,
    answers: Answers,
    deadline: Option<Instant>,
    is_known: &IsKnown<'_>,
    cx: &mut Context,
    decide: impl FnOnce(&Task, &mut Context) -> Answers,
) -> Answers {
    let is_open = |outcome: &&Outcome| matches!(&outcome.verdict, Verdict::Unknown(reason) if reason.is_unsupported());
    let open: Vec<_> = answers.outcomes.iter().filter(is_open).map(|outcome| outcome.property).collect();
    let rest = deadline.map_or(LONGEST, |deadline| deadline.saturating_duration_since(Instant::now() + REST));
    if open.is_empty() || rest.is_zero() {
        return answers;
    }
    let task = Task {
        program: AnalyzedProgram::new(Arc::new(lower_past_obstacles(front.unit()))),
        properties: open,
        ..task.clone()
    };
    let unmodelled = unmodelled(front, &task.program, is_known);
    if unmodelled.is_empty() {
        return answers;
    }
    let found = within(LONGEST.min(rest), cx, |inner| decide(&task, inner));
    let better = |outcome: Outcome| {
        let found = found.outcomes.iter().find(|other| other.property == outcome.property);
        match found.map(|found| &found.verdict) {
            Some(Verdict::Safe(_)) => {
                let reason = Reason::WithoutModel { what: unmodelled.clone() };
                Outcome { verdict: Verdict::Unknown(reason), ..outcome }
            }
            Some(Verdict::Unsafe(trace)) => Outcome { verdict: Verdict::Unsafe(trace.clone()), ..outcome },
            Some(Verdict::Unknown(_)) | None => outcome,
        }
    };
    Answers { outcomes: answers.outcomes.into_iter().map(better).collect() }
}

/// The constructs without a model in the code that threads may reach, if they go on behind them: each kind with its
/// first location, and functions that no file defines. `None` if there are only such functions.
fn unmodelled(front: &Front, past: &AnalyzedProgram, is_known: &IsKnown<'_>) -> Vec<Unmodelled> {
    let reached: BTreeSet<&str> =
        reached_procedures(past).into_iter().map(|procedure| &*past.procedures[procedure].name).collect();
    let (mut found, mut is_any) = (Vec::<Unmodelled>::new(), false);
    let stopping = AnalyzedProgram::new(front.shared_program());
    for (procedure, automaton) in stopping.automata().iter() {
        if !reached.contains(&*stopping.procedures[procedure].name) {
            continue;
        }
        for step in automaton.transitions.values() {
            let what = match &step.effect {
                Effect::Unsupported(what) => what.to_string(),
                Effect::External { name, .. } if !is_known(name) => format!("{name}, which no file defines"),
                _ => continue,
            };
            is_any |= matches!(step.effect, Effect::Unsupported(_));
            match found.iter_mut().find(|known| known.what == what) {
                Some(known) => known.places += 1,
                None => found.push(Unmodelled { what, place: stopping.source.place(step.span), places: 1 }),
            }
        }
    }
    if is_any { found } else { Vec::new() }
}
