//! Moves that are not complete: what is known of one while its transitions are taken.

use raddle_program::semantics::{Access, Machine, Outcome, Record, State};

use super::Marks;
use super::blocks::Phase;
use crate::moved::Way;
use raddle_analysis::written_locks::Section;

/// The state from which a part of a move without decisions started. A transition is undone by taking the earlier ones
/// again from here. That is rarely needed, and costs less than a copy of every state on the path.
pub(super) struct Base {
    pub(super) state: State,
    /// How many transitions of the move had been completed there.
    pub(super) n_completed: u32,
    /// The choice that its first transition was given.
    pub(super) choice: Option<u32>,
}

impl Base {
    /// The state after the first `n_completed` transitions of the move.
    pub(super) fn again(&self, machine: &Machine<'_>, thread: u32, n_completed: u32) -> State {
        let (mut state, mut record, mut choice) = (self.state.clone(), Record::default(), self.choice);
        for _ in self.n_completed..n_completed {
            let outcome = machine.step(&mut state, thread, choice.take(), &mut record);
            assert!(matches!(outcome, Ok(Outcome::Moved)), "transitions that were completed can be taken again");
        }
        state
    }
}

/// Whether a thread that runs on for long comes back to a state, as far as its own frames and the contents of memory say [Brent 80].
#[derive(Default)]
pub(super) struct Progress {
    /// A state of the past, and how often the thread was looked at since.
    past: Option<State>,
    n_looks: u32,
    /// After how many looks the past is a newer state.
    lasts: u32,
}

impl Progress {
    pub(super) fn is_made(&mut self, state: &State, thread: u32) -> bool {
        let index = thread as usize;
        let is_same = self.past.as_ref().is_some_and(|past| {
            past.threads[index].frames == state.threads[index].frames && past.objects == state.objects
        });
        self.n_looks += 1;
        if self.n_looks >= self.lasts {
            (self.past, self.n_looks, self.lasts) = (Some(state.clone()), 0, (2 * self.lasts).max(1));
        }
        !is_same
    }
}

/// Other threads that can only refute the execution.
#[derive(Clone)]
pub(super) struct Others {
    /// What they access until they do.
    pub(super) accesses: Vec<Access>,
    /// The end of the record when that was established.
    pub(super) since: Marks,
}

impl Others {
    /// Whether they can still do no more: nothing that they read was written since.
    pub(super) fn still_only_refute(&self, record: &Record) -> bool {
        let own = &record.accesses[self.since.accesses..];
        record.tokens.len() == self.since.tokens
            && !own.iter().any(|access| self.accesses.iter().any(|theirs| access.conflicts_with(theirs)))
    }
}

/// A move that is not complete.
pub(super) struct Unfinished {
    pub(super) state: State,
    pub(super) record: Record,
    pub(super) way: Way,
    pub(super) choice: Option<u32>,
    /// Number of transitions that were completed.
    pub(super) n_completed: u32,
    /// How many of the recorded accesses the move makes at once; `None` while it makes all of them at once.
    pub(super) n_front: Option<usize>,
    /// What the other threads read to refute the execution, if that is all they can do.
    pub(super) others: Option<Others>,
    /// Whether a release operation was made inside the atomic section of the thread.
    pub(super) has_released: bool,
    /// In which part of a block it is.
    pub(super) phase: Phase,
    /// Whether it did nothing so far but wake up from a wait for a condition.
    pub(super) only_wakes: bool,
    /// The atomic section that it is in, if that takes or gives back a lock that the program wrote itself.
    pub(super) section: Option<Section>,
    /// Whether it is in an atomic section that moves in both directions.
    pub(super) in_movable: bool,
}
