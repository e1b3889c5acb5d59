//! The engine: tries the sequence of k-thread abstractions for each property.
//!
//! A derivation from views of a few threads may be spurious, and it omits the threads outside of the views. So a derivation only indicates
//! that a search for a violation is worth while. `explicit` and `bmc` search briefly before the next level or a higher query limit is
//! tried; `bmc` searches without a limit after all levels have failed. The answer is the trace that one of them finds.

use raddle_program::property::Property;

use crate::compositional::levels::climb;
use raddle_verify::context::Context;
use raddle_verify::engine::Engine;
use raddle_verify::task::Task;
use raddle_verify::transform::slice::Relevant;
use raddle_verify::transform::{DirectCalls, Transform};
use raddle_verify::transformed::Transformed;
use raddle_verify::verdict::{Answers, Outcome, Verdict};

/// The step limits of `explicit` and `bmc` for the brief search.
const LOOK_STEPS: u64 = 20_000;
const BMC_STEPS: u64 = 20_000;

/// Reducible blocks and Owicki-Gries reasoning, for any number of threads.
pub struct Compositional {
    /// The engines that search for violations; `None` if the caller runs them anyway.
    pub violations: Option<ViolationSearch>,
}

/// The engines that search for violations.
#[derive(Clone, Copy)]
pub struct ViolationSearch {
    /// `explicit`, which searches first.
    pub explicit: &'static dyn Engine,
    /// `bmc`, which searches again after the proof has failed.
    pub bmc: &'static dyn Engine,
}

impl Engine for Compositional {
    fn name(&self) -> &'static str {
        "compositional"
    }

    fn summary(&self) -> &'static str {
        "Owicki-Gries reasoning as Horn clauses: proves loops and threads without bounds"
    }

    fn decides(&self, property: Property) -> bool {
        match property {
            Property::Assertions => true,
            Property::Overflow
            | Property::Arithmetic
            | Property::Deadlock
            | Property::DataRace
            | Property::Memory
            | Property::Leaks
            | Property::Locks
            | Property::Termination => false,
        }
    }

    fn numbers_threads(&self) -> bool {
        true
    }

    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        vec![Box::new(DirectCalls)]
    }

    fn passes(&self) -> &'static [&'static str] {
        &["relevant"]
    }

    fn run(&self, task: &Task, cx: &mut Context) -> Answers {
        let mut outcomes = Vec::new();
        for &property in &task.properties {
            let verdict = match cx.cancelled() {
                Some(reason) => Verdict::Unknown(reason),
                None => self.decide(task, property, cx),
            };
            outcomes.push(Outcome { property, verdict });
        }
        Answers { outcomes }
    }
}

impl Compositional {
    fn decide(&self, task: &Task, property: Property, cx: &mut Context) -> Verdict {
        let slice = Transformed::of(task, &Relevant, cx);
        let question = Task { properties: vec![property], ..task.clone() };
        let look = |cx: &mut Context| {
            let ViolationSearch { explicit, bmc } = self.violations?;
            let limited = |steps| cx.alike(cx.cancellation().with_steps(steps));
            violation(explicit, &question, &mut limited(LOOK_STEPS))
                .or_else(|| violation(bmc, &question, &mut limited(BMC_STEPS)))
        };
        let (verdict, is_violated) = climb(&slice.task, property, look, cx);
        // What is searched for a violation is the program itself.
        let verdict = match verdict {
            Verdict::Safe(_) => slice.lift(Outcome { property, verdict }).verdict,
            Verdict::Unsafe(_) | Verdict::Unknown(_) => verdict,
        };
        match self.violations {
            Some(ViolationSearch { bmc, .. }) if is_violated && cx.cancelled().is_none() => {
                violation(bmc, &question, cx).unwrap_or(verdict)
            }
            Some(_) | None => verdict,
        }
    }
}

/// The violation that an engine finds, if any.
fn violation(engine: &dyn Engine, question: &Task, cx: &mut Context) -> Option<Verdict> {
    let found = engine.run(question, cx).outcomes.into_iter().map(|outcome| outcome.verdict);
    found.into_iter().find(|verdict| matches!(verdict, Verdict::Unsafe(_)))
}
