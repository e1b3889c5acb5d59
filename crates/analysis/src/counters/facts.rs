//! What threads have done with a counter when they are at a place, as data-flow problems.

use raddle_program::automaton::Transition;
use raddle_program::bits::BitSet;
use std::collections::BTreeSet;

use crate::flow::{Join, Problem};
use crate::points_to::CodePlace;
use crate::points_to::Context;

/// What the creator may have done: whether anything was counted or created.
pub(super) struct Started<'a> {
    /// The steps that count, or create.
    pub first: &'a [CodePlace],
}

impl Started<'_> {
    /// One of the steps was taken.
    pub const STARTED: usize = 0;
}

impl Problem for Started<'_> {
    fn n_facts(&self) -> usize {
        1
    }

    fn join(&self) -> Join {
        Join::May
    }

    fn transfer(&self, context: Context, transition: Transition, state: &mut BitSet) {
        if self.first.contains(&(context, transition)) {
            state.insert(Started::STARTED);
        }
    }

    fn leave(&self, _callee: Context, _state: &mut BitSet) {}
}

/// Where the threads count.
pub(super) struct ThreadSteps {
    pub up: Vec<CodePlace>,
    pub down: Vec<CodePlace>,
}

/// What a thread has done: what it may have done, or what it certainly has.
pub(super) struct ThreadFacts<'a> {
    pub steps: &'a ThreadSteps,
    /// By flag: where the thread finds it set.
    pub seen: Vec<BTreeSet<CodePlace>>,
    /// Whether facts are certain.
    pub is_certain: bool,
}

impl ThreadFacts<'_> {
    /// It has counted up.
    pub const UP: usize = 0;
    /// It has counted down.
    pub const DOWN: usize = 1;

    /// It has found a flag set after it has counted up.
    pub fn seen(flag: usize) -> usize {
        2 + flag
    }
}

impl Problem for ThreadFacts<'_> {
    fn n_facts(&self) -> usize {
        2 + self.seen.len()
    }

    fn join(&self) -> Join {
        if self.is_certain { Join::Must } else { Join::May }
    }

    fn transfer(&self, context: Context, transition: Transition, state: &mut BitSet) {
        let place = (context, transition);
        if self.steps.up.contains(&place) {
            state.insert(ThreadFacts::UP);
        }
        if self.steps.down.contains(&place) {
            state.insert(ThreadFacts::DOWN);
        }
        // A thread never forgets that it has counted up: the fact distributes.
        for (flag, _) in self.seen.iter().enumerate().filter(|(_, places)| places.contains(&place)) {
            if state.contains(ThreadFacts::UP) {
                state.insert(ThreadFacts::seen(flag));
            }
        }
    }

    fn leave(&self, _callee: Context, _state: &mut BitSet) {}
}

/// What the creator has certainly done.
#[derive(Default)]
pub(super) struct CreatorFacts {
    /// Where it counts up, or creates threads that do.
    pub up: Vec<CodePlace>,
    pub creations: Vec<CodePlace>,
    /// Where it sets the counter to zero.
    pub resets: Vec<CodePlace>,
    /// Where it finds that the counter is zero.
    pub zeros: BTreeSet<CodePlace>,
    /// Where it finds that the counter is as large as the number of threads.
    pub alls: BTreeSet<CodePlace>,
    /// By flag: where it clears it.
    pub clears: Vec<BTreeSet<CodePlace>>,
}

impl CreatorFacts {
    /// It has counted up since the last creation.
    pub const UP: usize = 0;
    /// It has set the counter to zero.
    pub const RESET: usize = 1;
    /// It has created no thread, or has found zero since the last creation.
    pub const ZERO: usize = 2;
    /// It has created no thread, or has found all threads counted since the last creation.
    const ALL: usize = 3;
    /// It has found zero after that.
    pub const ZERO_AFTER_ALL: usize = 4;

    /// What it has done at its start: all threads that it has created so far, none, have counted up and down.
    pub fn at_start(&self) -> BitSet {
        let mut start = BitSet::new(self.n_facts());
        for fact in [Self::ZERO, Self::ALL, Self::ZERO_AFTER_ALL] {
            start.insert(fact);
        }
        start
    }

    /// It has cleared a flag.
    fn cleared(flag: usize) -> usize {
        5 + 2 * flag
    }

    /// It has found zero after that.
    pub fn zero_after_clear(flag: usize) -> usize {
        6 + 2 * flag
    }
}

impl Problem for CreatorFacts {
    fn n_facts(&self) -> usize {
        5 + 2 * self.clears.len()
    }

    fn join(&self) -> Join {
        Join::Must
    }

    // What is found after something else is lost with it, and never earlier: so the facts distribute.
    fn transfer(&self, context: Context, transition: Transition, state: &mut BitSet) {
        let place = (context, transition);
        if self.creations.contains(&place) {
            for fact in [Self::UP, Self::ZERO, Self::ALL, Self::ZERO_AFTER_ALL] {
                state.remove(fact);
            }
        } else if self.up.contains(&place) {
            state.insert(Self::UP);
        }
        if self.resets.contains(&place) {
            state.insert(Self::RESET);
        }
        if self.alls.contains(&place) {
            state.insert(Self::ALL);
        }
        if self.zeros.contains(&place) {
            state.insert(Self::ZERO);
            if state.contains(Self::ALL) {
                state.insert(Self::ZERO_AFTER_ALL);
            }
        }
        for (flag, places) in self.clears.iter().enumerate() {
            if places.contains(&place) {
                state.insert(Self::cleared(flag));
            }
            if self.zeros.contains(&place) && state.contains(Self::cleared(flag)) {
                state.insert(Self::zero_after_clear(flag));
            }
        }
    }

    fn leave(&self, _callee: Context, _state: &mut BitSet) {}
}
