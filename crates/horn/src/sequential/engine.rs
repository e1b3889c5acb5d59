//! The engine: passes each question to the sequential checker.

use raddle_program::property::Property;

use crate::sequential::checker::{CHECKERS, Checked, Question, checker_named};
use raddle_verify::context::Context;
use raddle_verify::engine::Engine;
use raddle_verify::task::Task;
use raddle_verify::transform::{DirectCalls, Transform};
use raddle_verify::verdict::{Answers, Outcome, Verdict};

/// Decides sequential programs and sequentializations with a sequential checker.
pub struct Sequential {
    /// The engine `bmc`, for checkers that use it.
    pub bmc: &'static dyn Engine,
}

impl Engine for Sequential {
    fn name(&self) -> &'static str {
        "sequential"
    }

    fn summary(&self) -> &'static str {
        "threads made one sequential program, decided by a checker (-o sequential.checker): loops are proved without bounds"
    }

    fn decides(&self, property: Property) -> bool {
        match property {
            Property::Assertions | Property::Overflow | Property::Arithmetic => true,
            Property::Deadlock
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

    fn run(&self, task: &Task, cx: &mut Context) -> Answers {
        let checker = cx.options.sequential.checker.as_deref().and_then(checker_named).unwrap_or(CHECKERS[0]);
        let mut outcomes = Vec::new();
        for &property in &task.properties {
            let verdict = match cx.cancelled() {
                Some(reason) => Verdict::Unknown(reason),
                None => match checker.check(Question { task, property, bmc: self.bmc }, cx) {
                    Checked::Safe(proof) => Verdict::safe(proof),
                    Checked::Unsafe(trace) => Verdict::Unsafe(trace),
                    Checked::Unknown(reason) => Verdict::Unknown(reason),
                },
            };
            outcomes.push(Outcome { property, verdict });
        }
        Answers { outcomes }
    }
}
