//! Ends of lives: they are not listed, and come as late as possible in a replay.

use crate::machine::Machine;
use crate::machine::schedule::Decision;
use crate::machine::task::Operation;
use crate::silence::LONGEST_SILENCE;

/// Ends all lives that are about to end, and passes violations that do not end the execution.
pub(crate) fn end_pending_lives(machine: &mut Machine<'_>, except: Option<usize>) {
    for thread in 0..machine.threads.len() {
        // A bound, since a thread may go round for ever without an event.
        for _ in 0..LONGEST_SILENCE {
            let pending = machine.pending(thread);
            let is_silent = matches!(
                pending,
                Some(Operation::EndLife { .. } | Operation::Fail { ends: false, .. } | Operation::Pass { .. })
            );
            if Some(thread) == except || !is_silent {
                break;
            }
            machine.perform(thread, Decision::None);
        }
    }
}
