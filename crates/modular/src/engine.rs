//! The engine: each thread with an assertion is on top of a hierarchy once.

use raddle_program::property::Property;

use raddle_horn::sequential::{CHECKERS, checker_named};
use raddle_verify::context::Context;
use raddle_verify::engine::Engine;
use raddle_verify::task::Task;
use raddle_verify::transform::Transform;
use raddle_verify::verdict::{Answers, Outcome, Proof, Reason, Verdict};

use crate::check::{Hierarchy, Reached};
use crate::composition::{Action, Composition};
use crate::flatten::flatten;
use crate::order::{given, order};
use crate::stitch::stitch;

/// Verifies programs thread by thread along the hierarchy.
pub struct Modular {
    /// The engine `bmc`, which first checks a few iterations of the loops of each sequential program.
    pub bmc: &'static dyn Engine,
}

impl Engine for Modular {
    fn name(&self) -> &'static str {
        "modular"
    }

    fn summary(&self) -> &'static str {
        "thread by thread along the hierarchy: each is a sequential program that knows what it needs of the others"
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
        Vec::new()
    }

    fn passes(&self) -> &'static [&'static str] {
        &[Hierarchy::PASS]
    }

    fn run(&self, task: &Task, cx: &mut Context) -> Answers {
        let mut outcomes = Vec::new();
        for &property in &task.properties {
            let verdict = match cx.cancelled() {
                Some(reason) => Verdict::Unknown(reason),
                None => decide(task, self.bmc, cx).unwrap_or_else(Verdict::Unknown),
            };
            outcomes.push(Outcome { property, verdict });
        }
        Answers { outcomes }
    }
}

/// Whether all assertions hold.
fn decide(task: &Task, bmc: &dyn Engine, cx: &mut Context) -> Result<Verdict, Reason> {
    let composition = flatten(task)?;
    let checker = cx.options.sequential.checker.as_deref().and_then(checker_named).unwrap_or(CHECKERS[0]);
    let tops = tops(&composition);
    let (mut restrictions, mut programs) = (0, 0);
    for &top in &tops {
        let order = given(&composition, order(&composition, top), &cx.options.modular.thread_order)?;
        let mut hierarchy = Hierarchy::new(&composition, order, (checker, bmc));
        match hierarchy.check(0, None, cx)? {
            Reached::From { psi: _, computation, initial, witness: _ } => {
                let violator = composition.threads[top].number;
                return match stitch(task, &computation, violator, &initial) {
                    Ok(trace) => Ok(Verdict::Unsafe(Box::new(trace))),
                    Err(why) => Err(Reason::GaveUp {
                        why: format!("a violation was found that the semantics does not follow: {why}"),
                        advice: "use another engine with --engine".to_owned(),
                    }),
                };
            }
            Reached::Never => {
                programs += hierarchy.confirm(cx)?;
                restrictions += hierarchy.restrictions.iter().map(Vec::len).sum::<usize>() as u64;
            }
        }
    }
    Ok(Verdict::safe(Proof::Modular { threads: tops.len() as u64, restrictions, programs }))
}

/// The threads with assertions; any one thread if only the prologue has assertions.
fn tops(composition: &Composition) -> Vec<usize> {
    let asserts = |code: &crate::composition::Code| code.edges().any(|edge| matches!(edge.action, Action::Assert(_)));
    let numbered = composition.threads.iter().enumerate();
    let mut tops: Vec<usize> = numbered.filter(|(_, thread)| asserts(&thread.code)).map(|(number, _)| number).collect();
    if tops.is_empty() && asserts(&composition.prologue) {
        tops.push(0);
    }
    tops
}
