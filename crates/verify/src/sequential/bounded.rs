//! The engine `bmc`, as a sequential checker.

use crate::bmc::Bmc;
use crate::context::Context;
use crate::engine::Engine;
use crate::sequential::checker::{Checked, Question, SequentialChecker};
use crate::task::Task;
use crate::verdict::{Reason, Verdict};

/// Bounded model checking: finds violations, and proves what unwinds completely.
pub struct Bounded;

impl SequentialChecker for Bounded {
    fn name(&self) -> &'static str {
        "bmc"
    }

    fn summary(&self) -> &'static str {
        "loops unwound further and further: finds violations, proves what unwinds completely"
    }

    fn check(&self, question: Question<'_>, cx: &mut Context) -> Checked {
        let task = Task { properties: vec![question.property], ..question.task.clone() };
        match Bmc.run(&task, cx).outcomes.pop().map(|outcome| outcome.verdict) {
            Some(Verdict::Safe(proof)) => Checked::Safe(proof),
            Some(Verdict::Unsafe(trace)) => Checked::Unsafe(trace),
            Some(Verdict::Unknown(reason)) => Checked::Unknown(reason),
            None => Checked::Unknown(Reason::NotDecided { engine: "bmc".to_owned(), property: question.property }),
        }
    }
}
