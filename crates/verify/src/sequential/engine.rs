//! The engine: whether the program starts a thread, and then the checker.

use raddle_program::automaton::Automaton;
use raddle_program::property::Property;
use raddle_program::source::Span;
use raddle_program::syntax::{Effect, Program};

use crate::context::Context;
use crate::engine::Engine;
use crate::sequential::checker::{CHECKERS, Checked, Question, checker_named};
use crate::task::Task;
use crate::transform::Transform;
use crate::verdict::{Answers, Outcome, Reason, Verdict};

/// Programs of one thread, decided by a sequential checker.
pub struct Sequential;

impl Engine for Sequential {
    fn name(&self) -> &'static str {
        "sequential"
    }

    fn summary(&self) -> &'static str {
        "programs of one thread, decided by --checker: loops are proved without bounds"
    }

    fn decides(&self, property: Property) -> bool {
        match property {
            Property::Assertions | Property::Overflow | Property::Arithmetic => true,
            Property::Deadlock | Property::DataRace | Property::Memory | Property::Locks | Property::Termination => {
                false
            }
        }
    }

    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        Vec::new()
    }

    fn run(&self, task: &Task, cx: &mut Context) -> Answers {
        if let Some(span) = start_of_a_thread(&task.program) {
            let place = task.program.source.place(span);
            let why = format!("a thread is started at {place}: only programs of one thread are decided as yet");
            let advice = "use --engine explicit or --engine bmc".to_owned();
            return Answers::unknown(&task.properties, &Reason::GaveUp { why, advice });
        }
        let checker = cx.checker.as_deref().and_then(checker_named).unwrap_or(CHECKERS[0]);
        let mut outcomes = Vec::new();
        for &property in &task.properties {
            let verdict = match cx.cancelled() {
                Some(reason) => Verdict::Unknown(reason),
                None => match checker.check(Question { task, property }, cx) {
                    Checked::Safe(proof) => Verdict::Safe(proof),
                    Checked::Unsafe(trace) => Verdict::Unsafe(trace),
                    Checked::Unknown(reason) => Verdict::Unknown(reason),
                },
            };
            outcomes.push(Outcome { property, verdict });
        }
        Answers { outcomes }
    }
}

/// Where a thread is started, if anywhere.
fn start_of_a_thread(program: &Program) -> Option<Span> {
    program.procedures.values().find_map(|procedure| {
        let automaton = Automaton::of(procedure);
        let mut transitions = automaton.transitions.values();
        transitions
            .find(|transition| matches!(transition.effect, Effect::Spawn { .. }))
            .map(|transition| transition.span)
    })
}
