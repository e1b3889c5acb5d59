//! The gate: no answer leaves without having been checked by someone else.
//!
//! Every trace is replayed step by step by the reference interpreter, which shares no code with the engines below the
//! typed tree. A trace that does not replay is a bug of ours, never an answer; where the program computes with floating values, it may
//! rest on a result that is none.

use raddle_program::trace::Trace;

use crate::verdict::{Answers, Reason, Verdict};

/// Who replays traces. The command passes the reference interpreter's; this crate does not know it.
pub trait Replayer {
    /// Follows the trace and confirms its violation, or says where the two first disagree.
    fn replay(&self, trace: &Trace) -> Result<(), String>;

    /// Whether engines take results for any value that a replay computes exactly: those of floating-point arithmetic. Then a trace
    /// that is not confirmed is no bug.
    fn is_more_exact(&self) -> bool {
        false
    }
}

/// Replays every trace. What is not confirmed becomes unknown, with the trace kept.
pub fn certify(answers: Answers, replayer: &dyn Replayer) -> Answers {
    let mut answers = answers;
    for outcome in &mut answers.outcomes {
        let confirmed = match &outcome.verdict {
            Verdict::Unsafe(trace) if trace.property != outcome.property => {
                Err(format!("the trace violates {}, not {}", trace.property, outcome.property))
            }
            Verdict::Unsafe(trace) => replayer.replay(trace),
            Verdict::Safe(_) | Verdict::Unknown(_) => Ok(()),
        };
        if let Err(disagreement) = confirmed {
            outcome.verdict = match std::mem::replace(&mut outcome.verdict, INTERNAL) {
                Verdict::Unsafe(_) if replayer.is_more_exact() => Verdict::Unknown(Reason::Inexact),
                Verdict::Unsafe(trace) => Verdict::Unknown(Reason::NotConfirmed { disagreement, trace }),
                other => other,
            };
        }
    }
    answers
}

const INTERNAL: Verdict = Verdict::Unknown(Reason::Internal { message: String::new() });
