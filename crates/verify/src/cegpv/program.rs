//! The abstraction as a program, given to any engine that can check a task: what loops without bounds need (`sequential --checker ic3`
//! on the abstraction proves the program without a bound).
//!
//! Level by level: the variables that the choice keeps, then more of them, at last the program itself. SAFE of an abstraction is SAFE
//! ([`Abstraction`]); anything else that is said of one is not repeated, but the next level asked. So the last word is that of the engine on the
//! program as it is.
//!
//! Left out, of the paper's form with programs: the reconstruction of a counterexample as a program over what was omitted (Fig. 11), and
//! observers and controllers that exclude runs (Figs. 12, 13). [`super::formula`] has both, as assumptions and clauses.

use std::collections::BTreeSet;
use std::sync::Arc;

use raddle_program::automaton::Automaton;
use raddle_program::entity::Table;
use raddle_program::syntax::{GlobalId, ProcedureId};
use raddle_program::wellformed::wellformed;

use crate::analysis::dependencies::{Dependencies, Variable};
use crate::cegpv::abstraction::{Abstraction, sliceable};
use crate::cegpv::choice::{Choice, LAST};
use crate::context::Context;
use crate::engine::Engine;
use crate::pipeline::answer;
use crate::task::Task;
use crate::transform::Transform;
use crate::verdict::{Answers, Verdict};

/// Decides a task by an engine, on abstractions first. Requires that assertions alone are asked for.
pub fn decide(task: &Task, engine: &dyn Engine, cx: &mut Context) -> Answers {
    let program = &task.program;
    let automata: Table<ProcedureId, Automaton> = program.procedures.values().map(Automaton::of).collect();
    let may_be = sliceable(program, &automata);
    let choice = Choice::of(program, &Dependencies::of(program, &automata), cx.slice.strategy);
    let mut before: Option<BTreeSet<GlobalId>> = None;
    for level in 0..LAST {
        let is_sliced = |global: &GlobalId| choice.level_of(Variable::Global(*global)) > level;
        let sliced: BTreeSet<GlobalId> = may_be.iter().copied().filter(is_sliced).collect();
        if sliced.is_empty() || before.as_ref() == Some(&sliced) {
            continue;
        }
        cx.count("abstractions", 1);
        cx.report("slice", || format!("an abstraction without {} variables", sliced.len()));
        let (abstraction, way_back) = Abstraction { sliced: sliced.clone() }.apply(program);
        if let Err(defects) = wellformed(&abstraction) {
            panic!("the program after slice is not well-formed: {defects:?}");
        }
        if let Some((passes, show)) = &cx.dump
            && passes.iter().any(|wanted| wanted == "slice")
        {
            show("slice", &raddle_program::text::print(&abstraction));
        }
        let answers = answer(&Task { program: Arc::new(abstraction), ..task.clone() }, engine, cx);
        let is_safe = !answers.outcomes.is_empty()
            && answers.outcomes.iter().all(|outcome| match &outcome.verdict {
                Verdict::Safe(proof) => way_back.proof(proof.clone()).is_some(),
                Verdict::Unsafe(_) | Verdict::Unknown(_) => false,
            });
        if is_safe {
            return answers;
        }
        if cx.cancelled().is_some() {
            break;
        }
        before = Some(sliced);
    }
    answer(task, engine, cx)
}
