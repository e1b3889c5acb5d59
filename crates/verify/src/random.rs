//! `random`: executions with random schedules and inputs.
//!
//! A program that is too large to be unwound or explored often has violations that most schedules come to: a deadlock of two transfers, a
//! race of a counter, a null pointer that a test of errors lets through. An execution costs as much as running the program in an interpreter,
//! so a few hundred of them take tenths of a second. (Burckhardt et al., *A Randomized Scheduler with Probabilistic Guarantees of Finding
//! Bugs*, 2010, gives bounds for schedulers with priorities. Here a thread continues with a probability that differs between executions.)
//!
//! It finds violations only. Which executions are run does not depend on time: the same program has the same answer.

use std::collections::BTreeMap;
use std::sync::Arc;

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_program::property::{Property, ViolationKind};
use raddle_program::trace::Trace;

use crate::context::Context;
use crate::engine::Engine;
use crate::task::Task;
use crate::transform::Transform;
use crate::verdict::{Answers, Outcome, Reason, Verdict};

/// Runs random executions. The command passes the reference interpreter; this crate does not know it.
pub trait Executor: Send + Sync {
    /// Whether it can run this program.
    fn has(&self, program: &Arc<AnalyzedProgram>) -> bool;

    /// Runs executions until it is told to stop, or a limited number of them, and hands on violations of the properties as traces of the
    /// program, until `wants_more` returns `false`. Returns the number of executions.
    fn run(
        &self,
        properties: &[Property],
        is_stopped: &dyn Fn() -> bool,
        wants_more: &mut dyn FnMut(Trace) -> bool,
    ) -> usize;
}

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

    fn run(&self, task: &Task, cx: &mut Context) -> Answers {
        cx.report("running", || "random executions".to_owned());
        let mut found: BTreeMap<Property, Verdict> = BTreeMap::new();
        let executor = cx.executor.clone().filter(|executor| executor.has(&task.program));
        let asked: Vec<Property> = task.properties.iter().copied().filter(|&it| self.decides(it)).collect();
        let n_executions = executor.map_or(0, |executor| {
            let is_stopped = || cx.cancelled().is_some();
            executor.run(&asked, &is_stopped, &mut |trace| {
                if counts(task, &trace) {
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

/// Whether a violation is one that is asked for: a failure that another function reports than those that count is none.
fn counts(task: &Task, trace: &Trace) -> bool {
    match &trace.violation.kind {
        ViolationKind::Assertion(function) => task.counts(function),
        _ => true,
    }
}
