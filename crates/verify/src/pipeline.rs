//! From task to certified answers: transforms in order, the engine, the translations back, the certification.
//! Well-formedness checks, dumps, and the handling of Raddle's own panics are done here and nowhere else.

use raddle_program::property::Property;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::certify::{Replayer, Run, certify};
use crate::context::Context;
use crate::engine::Engine;
use crate::leaks::LeakTask;
use crate::shared_results::SharedResults;
use crate::task::Task;
use crate::transformed::{Transformed, check_wellformed, dump};
use crate::verdict::{Answers, Outcome, Reason, Verdict};

/// Decides a task with an engine. One outcome for each property of the task, in their order; every unsafe one replayed.
pub fn decide(task: &Task, engine: &dyn Engine, replayer: &dyn Replayer, cx: &mut Context) -> Answers {
    let answers = answer(task, engine, cx);
    confirm(task, answers, replayer, &cx.run_of(engine.name()))
}

/// What an engine says about a task, not yet replayed: violations may only leave through [`confirm`].
pub fn answer(task: &Task, engine: &dyn Engine, cx: &mut Context) -> Answers {
    cx.work_as(engine.name(), |cx| match catch_unwind(AssertUnwindSafe(|| run(task, engine, cx))) {
        Ok(answers) => answers,
        Err(panic) => Answers::unknown(&task.properties, &internal(&*panic)),
    })
}

/// Certifies what an engine says about a task, or about some of its properties.
pub fn confirm(task: &Task, answers: Answers, replayer: &dyn Replayer, run: &Run) -> Answers {
    let properties: Vec<Property> = answers.outcomes.iter().map(|outcome| outcome.property).collect();
    match catch_unwind(AssertUnwindSafe(|| certify(task, answers, replayer, run))) {
        Ok(answers) => answers,
        Err(panic) => Answers::unknown(&properties, &internal(&*panic)),
    }
}

/// Certifies what an engine says, without the outcomes that are known from it.
pub fn confirm_new(
    task: &Task,
    mut answers: Answers,
    replayer: &dyn Replayer,
    run: &Run,
    is_known: impl Fn(&Outcome) -> bool,
) -> Answers {
    answers.outcomes.retain(|outcome| !is_known(outcome));
    confirm(task, answers, replayer, run)
}

/// The reason for a caught panic.
pub fn internal(panic: &(dyn std::any::Any + Send)) -> Reason {
    let message = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned());
    Reason::Internal { message }
}

fn run(task: &Task, engine: &dyn Engine, cx: &mut Context) -> Answers {
    let (decided, undecided): (Vec<Property>, Vec<Property>) =
        task.properties.iter().partition(|&&property| engine.decides(property));
    let mut answers = Answers { outcomes: Vec::new() };
    // Of a program that counts what it allocates, memory is asked in the same run.
    let counts = |property: &Property| match property {
        Property::Leaks => true,
        Property::Memory => decided.contains(&Property::Leaks),
        _ => false,
    };
    let (counted, direct): (Vec<Property>, Vec<Property>) = decided.iter().partition(|property| counts(property));
    if !direct.is_empty() {
        answers = run_decided(&Task { properties: direct, ..task.clone() }, engine, cx);
    }
    if !counted.is_empty() {
        let leaks = LeakTask::of(&Task { properties: counted, ..task.clone() });
        // A verdict about the counting program concerns no other engine, so it is not published.
        let shared_results = std::mem::take(&mut cx.shared_results);
        let found = run_decided(&leaks.task, engine, cx);
        cx.shared_results = shared_results;
        answers.outcomes.extend(leaks.way_back(found));
    }
    for property in undecided {
        let reason = Reason::NotDecided { engine: engine.name().to_owned(), property };
        answers.outcomes.push(Outcome { property, verdict: Verdict::Unknown(reason) });
    }
    answers.outcomes.sort_by_key(|outcome| task.properties.iter().position(|&property| property == outcome.property));
    answers
}

fn run_decided(task: &Task, engine: &dyn Engine, cx: &mut Context) -> Answers {
    check_wellformed(&task.program, "lower");
    dump(cx, "lower", task);
    let transforms = engine.transforms();
    let mut passed: Vec<Transformed<'_>> = Vec::new();
    for transform in &transforms {
        let last = passed.last().map_or(task, |last| &last.task);
        passed.push(Transformed::of(last, transform.as_ref(), cx));
    }
    let current = passed.last().map_or(task, |last| &last.task);
    let may_post = engine.publishes() && passed.is_empty();
    let shared_results = if may_post { cx.shared_results.clone() } else { SharedResults::default() };
    let open_equality = if engine.tries_equalities() { None } else { current.program.open_equality() };
    let foreign_write = current.program.foreign_writes().first();
    let numbered_id = if engine.numbers_threads() { current.program.numbered_id() } else { None };
    // A replay tells whether a violation depends on the number of an id (`Reliance::of_ids`).
    let proves_nothing = open_equality.is_some() || foreign_write.is_some() || numbered_id.is_some();
    let shared_results = match proves_nothing {
        true => shared_results.for_violations(),
        false => shared_results,
    };
    let outside = std::mem::replace(&mut cx.shared_results, shared_results);
    let mut answers = engine.run(current, cx);
    cx.shared_results = outside;
    // What an engine cannot follow exactly may be a violation with a result of floating-point arithmetic that is none.
    let is_bug = |outcome: &&mut Outcome| matches!(outcome.verdict, Verdict::Unknown(Reason::Internal { .. }));
    let bugs: Vec<&mut Outcome> = answers.outcomes.iter_mut().filter(is_bug).collect();
    if !bugs.is_empty() && raddle_program::floating_results::are_computed(&current.program) {
        bugs.into_iter().for_each(|outcome| outcome.verdict = Verdict::Unknown(Reason::Inexact));
    }
    let why = match (open_equality, foreign_write) {
        (Some(span), _) => Some(Reason::OpenEquality { place: current.program.source.place(span) }),
        (None, Some(found)) => Some(Reason::foreign_write(&current.program, found)),
        (None, None) => None,
    };
    if let Some(why) = why {
        // A change that is not followed may also be why a model is no execution.
        let is_void = |verdict: &Verdict| {
            let is_bug = foreign_write.is_some() && matches!(verdict, Verdict::Unknown(Reason::Internal { .. }));
            is_bug || matches!(verdict, Verdict::Safe(_))
        };
        let void = answers.outcomes.iter_mut().filter(|outcome| is_void(&outcome.verdict));
        void.for_each(|outcome| outcome.verdict = Verdict::Unknown(why.clone()));
    }
    if let Some(span) = numbered_id {
        let decided = |outcome: &&mut Outcome| matches!(outcome.verdict, Verdict::Safe(_));
        let why = Reason::NumberedId { place: current.program.source.place(span) };
        answers.outcomes.iter_mut().filter(decided).for_each(|outcome| outcome.verdict = Verdict::Unknown(why.clone()));
    }
    let lift = |outcome| passed.iter().rev().fold(outcome, |outcome, last| last.lift(outcome));
    Answers { outcomes: answers.outcomes.into_iter().map(lift).collect() }
}
