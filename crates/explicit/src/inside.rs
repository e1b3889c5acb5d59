//! The threads that may go on while threads are inside atomic sections.
//!
//! A thread that blocks inside its section lets other threads run, and runs alone again once it can go on. If several
//! threads were blocked inside their sections and can go on now, any of them may be the next; it then goes on until its
//! section ends or it blocks again. A thread whose move was cut inside its section goes on first.

use raddle_program::semantics::{Enabled, State};

/// The threads that can go on and exclude all other threads; empty if there are none.
pub fn inside(state: &State, enabled: &[(u32, Enabled)]) -> Vec<(u32, Enabled)> {
    // A thread that could only wake up spuriously waits, so it excludes no thread.
    let is_inside = |&(thread, enabled): &(u32, Enabled)| {
        enabled == Enabled::Yes && state.threads[thread as usize].atomic_depth > 0
    };
    let inside: Vec<(u32, Enabled)> = enabled.iter().copied().filter(is_inside).collect();
    match inside.iter().find(|(thread, _)| state.threads[*thread as usize].is_cut) {
        Some(&cut) => vec![cut],
        None => inside,
    }
}
