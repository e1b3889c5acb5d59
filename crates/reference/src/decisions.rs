//! The choices of the machine: every decision that is possible for the pending operation of a thread.

use crate::machine::Machine;
use crate::machine::schedule::{Decision, Question};
use raddle_program::syntax::Synchronization;
use raddle_program::trace::{Event, TraceStep};
use raddle_program::types::TypeKind;

/// Why nothing is known where a value is chosen that the domain has nothing for.
pub(crate) const NO_INTEGER: &str = "a choice of a value that is no integer";

/// What can be decided about the pending operation of a thread.
pub(crate) struct OpenDecisions {
    /// The decisions.
    pub decisions: Vec<Decision>,
    /// Whether the domain leaves out values.
    pub is_restricted: bool,
    /// Whether a value is to be chosen that is no integer.
    pub lacks_values: bool,
}

/// All that can be decided about the pending operation of a thread, values out of a domain.
pub(crate) fn open_decisions(machine: &Machine<'_>, thread: usize, domain: &[i128]) -> OpenDecisions {
    let mut open = OpenDecisions { decisions: Vec::new(), is_restricted: false, lacks_values: false };
    open.decisions = match machine.question(thread) {
        Question::None => vec![Decision::None],
        Question::Outcome(possible) => possible.into_iter().map(Decision::Outcome).collect(),
        Question::Value { ty, value, known, bits, .. } => {
            let values = machine.candidates(ty, value, known, bits, domain);
            open.lacks_values = values.is_empty();
            let is_bool = matches!(machine.types().kind(ty), TypeKind::Bool);
            let n_open = if is_bool { 1 } else { bits - (known.count_ones()).min(bits) };
            open.is_restricted = n_open > 20 || values.len() < 1 << n_open;
            values.into_iter().map(Decision::Value).collect()
        }
    };
    open
}

/// Whether a thread wakes up from a wait for a condition for nothing.
pub(crate) fn is_spurious_wake(step: &TraceStep) -> bool {
    matches!(
        step.event,
        Event::Synchronize {
            operation: Synchronization::ConditionWake | Synchronization::ConditionTimedWake,
            outcome: 1,
            ..
        }
    )
}
