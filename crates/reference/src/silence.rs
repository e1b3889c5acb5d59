//! Steps that list no event.

use crate::machine::Machine;
use crate::machine::encode::encode;
use crate::machine::schedule::Decision;
use crate::machine::task::Operation;
use std::collections::BTreeSet;

/// How many steps without an event a thread is followed in search of a loop.
pub(crate) const LONGEST_SILENCE: usize = 10_000;

/// Whether a thread goes round for ever without a listed event: its state repeats.
pub(crate) fn goes_round_silently(machine: &Machine<'_>, thread: usize) -> bool {
    let mut machine = machine.clone();
    let mut seen = BTreeSet::new();
    for _ in 0..LONGEST_SILENCE {
        match machine.pending(thread) {
            Some(Operation::Diverge { certain, .. }) => return *certain,
            Some(Operation::EndLife { .. } | Operation::Fail { ends: false, .. } | Operation::Pass { .. }) => {}
            Some(_) | None => return false,
        }
        if !seen.insert(encode(&machine).0) {
            return true;
        }
        machine.perform(thread, Decision::None);
    }
    false
}
