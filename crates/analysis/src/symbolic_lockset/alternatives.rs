//! What is known at one location, on several groups of paths to it.
//!
//! ```text
//! first = from < to ? from : to;  second = from < to ? to : from;
//! lock(&account[first].lock);     lock(&account[second].lock);
//! ```
//!
//! Behind these steps a thread holds the locks of both accounts, but no lock of which one name is known on all paths. So paths are kept apart
//! where they differ in the outcome of a comparison and in what is known of locks or of the registers that name them. (Trace partitioning:
//! Rival and Mauborgne, 2007.) What holds at the location is what holds in each group.

use super::state::State;

/// The greatest number of groups of paths. Where there would be more they become one.
const LIMIT: usize = 4;

/// What is known at a location.
#[derive(Clone, Debug)]
pub(super) struct Alternatives {
    states: Vec<State>,
    /// Whether there were too many groups of paths.
    is_one: bool,
}

impl Alternatives {
    /// The paths to a state.
    pub fn of(state: State) -> Alternatives {
        Alternatives { states: vec![state], is_one: false }
    }

    /// What is known on each group of paths. There is one at least.
    pub fn iter(&self) -> impl Iterator<Item = &State> {
        self.states.iter()
    }

    /// Adds the paths to a state. Returns whether less is known now.
    pub fn add(&mut self, state: State) -> bool {
        if self.is_one {
            return self.states[0].meet(&state);
        }
        if self.states.iter().any(|known| known.is_within(&state)) {
            return false;
        }
        let knows_the_same = |known: &State| known.equal == state.equal && known.held == state.held;
        let is_of_group = |known: &State| knows_the_same(known) || !known.is_apart_from(&state);
        match self.states.iter_mut().find(|known| is_of_group(known)) {
            Some(known) => known.meet(&state),
            None => {
                self.states.push(state);
                if self.states.len() > LIMIT {
                    let mut met = self.states.swap_remove(0);
                    for other in self.states.drain(..) {
                        met.meet(&other);
                    }
                    (self.states, self.is_one) = (vec![met], true);
                }
                true
            }
        }
    }
}
