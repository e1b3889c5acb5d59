//! Keeps the parts ([`crate::part`]) of engines in a run.

use std::time::Duration;

use raddle_program::property::Property;

use crate::context::Context;
use crate::engine::Engine;
use crate::part::Part;
use crate::verdict::{Answers, Outcome, Verdict};

/// An engine is considered.
pub(super) fn enter(cx: &mut Context, engine: &dyn Engine, why: &str, end: &str) {
    let (engine, why, end) = (engine.name(), why.to_owned(), end.to_owned());
    cx.parts.push(Part { engine, why, end, settled: Vec::new(), turns: 0, seconds: 0.0 });
}

/// It was started and is not heard of again, unless [`ends`] follows.
pub(super) fn stays_behind(cx: &mut Context, engine: &dyn Engine, took: Duration) {
    if let Some(part) = latest(cx, engine) {
        part.turns += 1;
        part.seconds += took.as_secs_f64();
        part.end = "it did not listen when it was told to stop".to_owned();
    }
}

/// It has posted what passed the gate, and goes on.
pub(super) fn posts(cx: &mut Context, engine: &dyn Engine, answers: &Answers) {
    let Some(part) = latest(cx, engine) else { return };
    part.settled.extend(settled(answers));
}

fn settled(answers: &Answers) -> impl Iterator<Item = (Property, &'static str)> {
    let settles = |outcome: &&Outcome| !matches!(outcome.verdict, Verdict::Unknown(_));
    answers.outcomes.iter().filter(settles).map(|outcome| (outcome.property, outcome.verdict.word()))
}

/// It has said the rest of what it has to say, which passed the gate.
pub(super) fn ends(cx: &mut Context, engine: &dyn Engine, answers: &Answers, took: Duration) {
    let Some(part) = latest(cx, engine) else { return };
    part.turns += 1;
    part.seconds += took.as_secs_f64();
    part.settled.extend(settled(answers));
    let open = answers.outcomes.iter().find_map(|outcome| match &outcome.verdict {
        Verdict::Unknown(reason) => Some((outcome.property, reason)),
        Verdict::Safe(_) | Verdict::Unsafe(_) => None,
    });
    let mut ends: Vec<String> = part.settled.iter().map(|(property, word)| format!("{property} {word}")).collect();
    ends.extend(open.map(|(property, reason)| format!("{property} open: {reason}")));
    part.end = ends.join(", ");
}

fn latest<'a>(cx: &'a mut Context, engine: &dyn Engine) -> Option<&'a mut Part> {
    cx.parts.iter_mut().rev().find(|part| part.engine == engine.name())
}
