//! `static`: answers without running anything. It shows that programs of thousands of lines are free of data races, in
//! seconds, from points-to sets, escape, lock sets and what may happen in parallel ([`crate::analysis::race_freedom`]). It
//! never finds a violation: what it cannot show, it leaves open.

use raddle_program::automaton::Automaton;
use raddle_program::entity::Table;
use raddle_program::property::Property;
use raddle_program::syntax::ProcedureId;

use crate::analysis::race_freedom::{self, Obstacle};
use crate::context::Context;
use crate::engine::Engine;
use crate::task::Task;
use crate::transform::Transform;
use crate::verdict::{Answers, Outcome, Proof, Reason, Verdict};

/// The engine.
pub struct Static;

impl Engine for Static {
    fn name(&self) -> &'static str {
        "static"
    }

    fn summary(&self) -> &'static str {
        "shows race freedom from locks, creations and joins, without running anything"
    }

    fn decides(&self, property: Property) -> bool {
        property == Property::DataRace
    }

    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        Vec::new()
    }

    fn run(&self, task: &Task, _cx: &mut Context) -> Answers {
        let automata: Table<ProcedureId, Automaton> = task.program.procedures.values().map(Automaton::of).collect();
        let place = |span| task.program.source.place(span);
        let verdict = match race_freedom::prove(&task.program, &automata) {
            Ok(found) => Verdict::Safe(Proof::RaceFree { accesses: found.accesses, pairs: found.pairs }),
            Err(Obstacle::Unsupported(span)) => {
                let what = "something without a model that may be reached".to_owned();
                Verdict::Unknown(Reason::Unsupported { what, place: place(span) })
            }
            Err(Obstacle::UnknownTarget(span)) => Verdict::Unknown(Reason::GaveUp {
                why: format!(
                    "the pointer that is followed at {} may be indeterminate or come from outside",
                    place(span)
                ),
                advice: "use an engine that follows executions, for instance --engine explicit".into(),
            }),
            Err(Obstacle::MayRace(one, other)) => Verdict::Unknown(Reason::GaveUp {
                why: format!("nothing is known that orders the accesses at {} and {}", place(one), place(other)),
                advice: "use an engine that follows executions, for instance --engine explicit".into(),
            }),
        };
        let outcome = |&property: &Property| Outcome { property, verdict: verdict.clone() };
        Answers { outcomes: task.properties.iter().map(outcome).collect() }
    }
}
