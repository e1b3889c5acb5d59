//! The engine: climbs the ladder for each question.
//!
//! A violation that is derived from what a few threads know of each other need not be one, and what is derived leaves out who is not among them. So
//! the derivation only says that it is worth while to look: `bmc` looks for the execution, and the answer is its trace.

use std::sync::Arc;

use raddle_program::property::Property;

use crate::bmc::Bmc;
use crate::compositional::ladder::climb;
use crate::compositional::needless::without_needless;
use crate::context::Context;
use crate::engine::Engine;
use crate::task::Task;
use crate::transform::{DirectCalls, Transform};
use crate::verdict::{Answers, Outcome, Verdict};

/// Reducible blocks and Owicki-Gries reasoning, for any number of threads.
pub struct Compositional {
    /// Whether `bmc` is asked for an execution where a violation is derived. Not where it is asked anyway.
    pub looks_for_violations: bool,
}

impl Engine for Compositional {
    fn name(&self) -> &'static str {
        "compositional"
    }

    fn summary(&self) -> &'static str {
        "what some threads know of each other as Horn clauses: proves loops and threads without bounds"
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

    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        vec![Box::new(DirectCalls)]
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
        let less = Task { program: Arc::new(without_needless(&task.program)), ..task.clone() };
        let (verdict, is_violated) = climb(&less, property, cx);
        if !is_violated || !self.looks_for_violations || cx.cancelled().is_some() {
            return verdict;
        }
        let question = Task { properties: vec![property], ..task.clone() };
        let found = Bmc.run(&question, cx).outcomes.into_iter().find(|outcome| outcome.property == property);
        match found.map(|outcome| outcome.verdict) {
            Some(found @ Verdict::Unsafe(_)) => found,
            Some(Verdict::Safe(_) | Verdict::Unknown(_)) | None => verdict,
        }
    }
}
