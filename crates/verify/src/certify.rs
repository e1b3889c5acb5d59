//! Certification: every answer of an engine is checked by code that the engine does not share, before the answer is used.
//!
//! - **UNSAFE.** The reference interpreter replays the trace step by step. It shares no code with the engines below the
//!   typed tree. A trace that does not replay is a bug of Raddle, never an answer; if the program computes with
//!   floating values, the trace may depend on an impossible result.
//! - **SAFE by an argument** (freedom of races and deadlocks). [`raddle_certify::freedom`] checks the lines of the
//!   argument against the program.
//! - **SAFE by an invariant.** A [`Prover`] makes the clauses of the program anew and asks a new solver whether the
//!   invariant holds at first, whether each step keeps it, and whether it excludes violations.
//! - **Any other SAFE** depends on its engine. `--proof` writes clausal proofs, which are checked before the answer is
//!   printed.
//!
//! An accepted proof is *checked*. If a checker cannot follow a proof, because the proof uses a rule that the checker
//! does not have, the answer depends on the engine, and says so. If a proof is found to be false, the property becomes
//! UNKNOWN with an internal error.
//!
//! Rule: SAFE is called checked only if the checker derived the property from the proof and the program alone.
//! Tests: `a_thousand_changed_arguments_are_not_accepted`, `changed_invariants_are_not_accepted`,
//! `a_false_argument_is_an_error_and_a_short_one_is_not_checked`.

use std::sync::Arc;

use raddle_analysis::overwritten_locks::ForeignWrite;
use raddle_certify::freedom::{self, Refusal};
use raddle_program::property::Property;
use raddle_program::trace::Trace;

use crate::cancellation::Cancellation;
use crate::options::Options;
use crate::task::Task;
use crate::verdict::{Answers, Argument, Check, Proof, Proved, Reason, Verdict};

/// Replays traces. The command passes the reference interpreter; this crate does not know it.
pub trait Replayer {
    /// Follows the trace and confirms its violation, or says where the two first disagree.
    fn replay(&self, trace: &Trace) -> Result<(), String>;

    /// Whether engines take results for any value that a replay computes exactly: those of floating-point arithmetic. Then a trace
    /// that is not confirmed is no bug.
    fn is_more_exact(&self) -> bool {
        false
    }
}

/// Proves invariants again. The command passes one; this crate does not know the clauses of programs.
pub trait Prover: Send + Sync {
    /// Whether an invariant of the task holds at first, is kept by each step, and excludes violations of the property.
    fn prove(&self, task: &Task, property: Property, proof: &Proof, run: &Run) -> Judgement;
}

/// What a checker says of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The proof was followed: the property holds.
    Accepted,
    /// The proof could not be followed: why.
    Open(String),
    /// The proof claims something that is false: what.
    False(String),
    /// The checker does not read proofs of this kind.
    NotRead,
}

/// The run that an answer comes from.
#[derive(Clone)]
pub struct Run {
    /// The engine that answers.
    pub engine: &'static str,
    /// Proves invariants; without it, they stand by their engines.
    pub prover: Option<Arc<dyn Prover>>,
    /// The options of the engines.
    pub options: Options,
    /// Stops the check of an invariant.
    pub cancellation: Cancellation,
}

/// Checks all answers about a task. A violation that is not confirmed becomes unknown, with the trace kept; so does a property whose proof is
/// false.
pub fn certify(task: &Task, answers: Answers, replayer: &dyn Replayer, run: &Run) -> Answers {
    let mut answers = answers;
    for outcome in &mut answers.outcomes {
        let property = outcome.property;
        let verdict = std::mem::replace(&mut outcome.verdict, INTERNAL);
        outcome.verdict = match verdict {
            Verdict::Unsafe(trace) => confirmed(task, property, trace, replayer),
            Verdict::Safe(proved) => proved_again(task, property, proved, run),
            Verdict::Unknown(reason) => Verdict::Unknown(reason),
        };
    }
    answers
}

const INTERNAL: Verdict = Verdict::Unknown(Reason::Internal { message: String::new() });

fn confirmed(task: &Task, property: Property, trace: Box<Trace>, replayer: &dyn Replayer) -> Verdict {
    if let Some(found) = foreign_write_of(task, &trace) {
        return Verdict::Unknown(Reason::foreign_write(&task.program, found));
    }
    let replayed = match trace.property == property {
        true => replayer.replay(&trace),
        false => Err(format!("the trace violates {}, not {property}", trace.property)),
    };
    match replayed {
        Ok(()) => Verdict::Unsafe(trace),
        Err(_) if replayer.is_more_exact() => Verdict::Unknown(Reason::Inexact),
        Err(disagreement) => match task.program.foreign_writes().first() {
            // The step that the readings of C disagree about need not be in the trace.
            Some(found) => Verdict::Unknown(Reason::foreign_write(&task.program, found)),
            None => Verdict::Unknown(Reason::NotConfirmed { disagreement, trace }),
        },
    }
}

/// A write of a trace that may change a synchronization object through another type. The replay does not follow such a change.
fn foreign_write_of<'t>(task: &'t Task, trace: &Trace) -> Option<&'t ForeignWrite> {
    task.program.foreign_writes().iter().find(|found| trace.steps.iter().any(|step| step.span.overlaps(found.write)))
}

/// Certifies a proof. If an engine called another one, whose proof was certified already, that certification is kept.
fn proved_again(task: &Task, property: Property, proved: Proved, run: &Run) -> Verdict {
    let Proved { proof, by, check } = proved;
    if !by.is_empty() {
        return Verdict::Safe(Proved { proof, by, check });
    }
    let by = run.engine;
    let check = match judge(task, property, &proof, run) {
        Judgement::Accepted => Check::Accepted,
        Judgement::Open(why) => Check::Open(why),
        Judgement::NotRead => Check::None,
        Judgement::False(why) => {
            let message = format!("the proof of {property} by {by} is wrong: {why}");
            return Verdict::Unknown(Reason::Internal { message });
        }
    };
    Verdict::Safe(Proved { proof, by, check })
}

/// Submits a proof to the checker of its kind.
fn judge(task: &Task, property: Property, proof: &Proof, run: &Run) -> Judgement {
    match proof {
        Proof::RaceFree { argument, .. } | Proof::DeadlockFree { argument, .. } => follow(task, property, argument),
        Proof::Invariant { .. } | Proof::Compositional { .. } => match &run.prover {
            Some(prover) => prover.prove(task, property, proof, run),
            None => Judgement::NotRead,
        },
        Proof::Exhausted { .. }
        | Proof::NoLasso { .. }
        | Proof::Ranked { .. }
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

fn follow(task: &Task, property: Property, argument: &Argument) -> Judgement {
    let lines = match argument {
        Ok(lines) => lines,
        Err(why) => return Judgement::Open(why.clone()),
    };
    match freedom::check(&task.program, property, lines) {
        Ok(()) => Judgement::Accepted,
        Err(Refusal::NotShown(why)) => Judgement::Open(why),
        Err(Refusal::False(why)) => Judgement::False(why),
    }
}
