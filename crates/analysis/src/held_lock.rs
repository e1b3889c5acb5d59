//! Locks that are certainly held at a place of the code.

use raddle_program::automaton::Transition;

use super::points_to::{Context, Target};

/// A lock that is held.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct HeldLock {
    /// Its first byte.
    pub lock: Target,
    /// Whether other readers may hold it, too.
    pub is_shared: bool,
}

/// Which locks are certainly held where.
pub trait HeldLocks {
    /// The reliable locks that are certainly held before a transition, in order. Nothing where no thread comes.
    fn held(&self, context: Context, transition: Transition) -> Vec<HeldLock>;
}

/// Whether two threads cannot be at two places at once, since both hold a lock that one of them holds for itself alone.
pub fn exclude_each_other(one: &[HeldLock], other: &[HeldLock]) -> bool {
    one.iter().any(|mine| other.iter().any(|theirs| mine.lock == theirs.lock && !(mine.is_shared && theirs.is_shared)))
}
