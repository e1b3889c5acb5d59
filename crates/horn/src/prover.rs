//! Certification of the invariants of `sequential` and `compositional`.
//!
//! A certificate gives the meaning of each predicate in SMT-LIB 2. The prover makes the clauses of the task again and reads the
//! certificate. It asks new solvers whether the initial state satisfies the invariant, whether each step preserves it, and whether it
//! excludes all violations. Nothing of the search that found the invariant is reused: not its terms, its clauses or its solvers.

use std::sync::Arc;

use raddle_logic::horn::model::read_model;
use raddle_logic::term::Terms;
use raddle_program::property::Property;

use crate::certificate::judged;
use crate::compositional;
use crate::sequential::encode::encode;
use raddle_verify::certify::{Judgement, Prover, Run};
use raddle_verify::context::{Context, Silent};
use raddle_verify::task::Task;
use raddle_verify::transform::DirectCalls;
use raddle_verify::transformed::Transformed;
use raddle_verify::verdict::Proof;

/// Checks the invariants of `sequential` and `compositional`.
pub struct InvariantProver;

impl Prover for InvariantProver {
    fn prove(&self, task: &Task, property: Property, proof: &Proof, run: &Run) -> Judgement {
        let mut cx = Context::new(run.cancellation.clone(), Arc::new(Silent));
        cx.options = run.options.clone();
        match proof {
            Proof::Compositional { found, .. } => compositional::judge(task, property, found, &mut cx),
            Proof::Invariant { certificate, .. } if certificate.is_empty() => {
                Judgement::Open("the invariant is about another program that was made from this one".to_owned())
            }
            Proof::Invariant { certificate, .. } => sequential(task, property, certificate, &cx),
            Proof::Exhausted { .. }
            | Proof::NoLasso { .. }
            | Proof::Ranked { .. }
            | Proof::RaceFree { .. }
            | Proof::DeadlockFree { .. }
            | Proof::Intervals { .. }
            | Proof::Freed { .. }
            | Proof::Operators { .. }
            | Proof::Inside { .. }
            | Proof::Residual { .. }
            | Proof::Usage { .. }
            | Proof::Modular { .. }
            | Proof::External { .. }
            | Proof::Induction { .. }
            | Proof::Unwound { .. } => Judgement::NotRead,
        }
    }
}

fn sequential(task: &Task, property: Property, certificate: &str, cx: &Context) -> Judgement {
    let direct = Transformed::of(task, &DirectCalls, cx);
    let mut terms = Terms::new();
    let encoded = match encode(&mut terms, &direct.task, property, cx) {
        Ok(encoded) => encoded,
        Err(reason) => return Judgement::Open(reason.to_string()),
    };
    match read_model(certificate, &mut terms, &encoded.system) {
        Ok(model) => judged(&model, &mut terms, &encoded.system, &cx.cancellation()),
        // An unreadable text claims nothing.
        Err(error) => Judgement::Open(error.to_string()),
    }
}
