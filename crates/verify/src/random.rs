//! `random`: executions with random schedules and inputs.
//!
//! A program that is too large to be unwound or explored often has violations that most schedules come to: a deadlock of two transfers, a
//! race of a counter, a null pointer that a test of errors lets through. An execution costs as much as running the program in an interpreter,
//! so a few hundred of them take tenths of a second. (Burckhardt et al., *A Randomized Scheduler with Probabilistic Guarantees of Finding
//! Bugs*, 2010, gives bounds for schedulers with priorities. Here a thread continues with a probability that differs between executions.)
//!
//! It finds violations only. Which executions are run does not depend on time: the same program has the same answer. `auto` starts it late:
//! of small programs `bmc` and `explicit` find shorter traces, and the same ones in each run.

use std::collections::BTreeMap;

use raddle_program::property::{Property, Violation, ViolationKind};
use raddle_program::syntax::Effect;
use raddle_program::trace::Trace;

use crate::context::Context;
use crate::engine::{Engine, Search, Trigger};
use crate::task::Task;
use crate::transform::Transform;
use crate::verdict::{Answers, Outcome, Reason, Verdict};

/// The engine.
pub struct Random;

impl Engine for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn summary(&self) -> &'static str {
        "runs some hundred executions with random schedules and inputs, and finds violations only"
    }

    fn decides(&self, property: Property) -> bool {
        !matches!(property, Property::Termination | Property::Leaks)
    }

    fn numbers_threads(&self) -> bool {
        true
    }

    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        Vec::new()
    }

    /// It proves nothing.
    fn tries_equalities(&self) -> bool {
        true
    }

    fn publishes(&self) -> bool {
        true
    }

    fn proves_nothing(&self) -> bool {
        true
    }

    fn run(&self, task: &Task, cx: &mut Context) -> Answers {
        cx.report("running", || "random executions".to_owned());
        let mut found: BTreeMap<Property, Verdict> = BTreeMap::new();
        let executor = cx.executor.clone().filter(|executor| executor.has(&task.program));
        let asked: Vec<Property> = task.properties.iter().copied().filter(|&it| self.decides(it)).collect();
        let n_executions = executor.map_or(0, |executor| {
            let is_stopped = || cx.cancelled().is_some();
            executor.run(&asked, &is_stopped, &mut |mut trace| {
                if counts(task, &trace) {
                    name_condition(task, &mut trace);
                    let property = trace.property;
                    let verdict = found.entry(property).or_insert_with(|| Verdict::Unsafe(Box::new(trace)));
                    cx.shared_results.publish(property, verdict);
                }
                found.len() < asked.len()
            })
        });
        let open = |property: Property| match cx.cancelled() {
            _ if !self.decides(property) => Reason::NotDecided { engine: self.name().to_owned(), property },
            Some(reason) => reason,
            None => Reason::GaveUp {
                why: match n_executions {
                    0 => "there is no execution of this program to run".to_owned(),
                    _ => format!("{n_executions} random executions violate nothing"),
                },
                advice: "choose another engine with --engine".to_owned(),
            },
        };
        let outcome = |&property: &Property| {
            let verdict = found.remove(&property).unwrap_or_else(|| Verdict::Unknown(open(property)));
            Outcome { property, verdict }
        };
        Answers { outcomes: task.properties.iter().map(outcome).collect() }
    }
}

/// `auto` gives it a chance in every program that is not decided soon.
pub fn trigger(_: &Task) -> Option<Trigger> {
    let why = "what many schedules come to is found without looking at all of them".to_owned();
    Some(Trigger { why, search: Search::LooksAtAll })
}

/// Whether a violation is asked for. A failed assertion counts only if an error function of the task reports it ([`Task::counts`]).
fn counts(task: &Task, trace: &Trace) -> bool {
    match &trace.violation.kind {
        ViolationKind::Assertion(function) => task.counts(function),
        _ => true,
    }
}

/// The violation of an assertion names its condition, as those of the remaining engines do.
fn name_condition(task: &Task, trace: &mut Trace) {
    let Violation { kind, span, message, .. } = &mut trace.violation;
    let ViolationKind::Assertion(failed) = kind else { return };
    let effects = task.program.automata().values().flat_map(|automaton| automaton.transitions.values());
    let condition = effects.filter(|step| step.span == *span).find_map(|step| match &step.effect {
        Effect::Assert { function, message, .. } if function == failed => Some(message),
        _ => None,
    });
    if let Some(condition) = condition {
        *message = condition.to_string();
    }
}
