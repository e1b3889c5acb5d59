//! Rounds that are to be made: bounds, how many conflicts that may take, and what was left for them.
//!
//! A round that is hard need not be the way to a violation: that a counter is not above 50 after 12 of 50 increments takes all orders
//! of these, and the execution of 50 is found without a conflict. So a round that has used up its patience, and beyond which an
//! execution goes, is *left* for one with greater bounds, as often as [`LEAPS`] says; then it is taken up again with a greater limit.
//! Greater bounds hold all executions of lesser ones, so nothing needs to be taken up again once they are decided. A round that no
//! execution goes beyond may be the proof: it is never left.
//!
//! Conflicts are counted, not time: the same program has the same rounds everywhere.

use crate::bmc::bounds::greater;
use crate::unwind::Bounds;
use crate::unwind::event::Cut;

/// How many conflicts a round may have before it is left.
const CONFLICT_LIMIT: u64 = 50_000;

/// How much more it may have the next time.
const GROWTH: u64 = 8;

/// How often greater bounds are tried before one goes back.
const LEAPS: u32 = 2;

/// What is asked of one unwinding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum QueryGroup {
    /// Violations that a prefix of an execution shows.
    Prefixes,
    /// Deadlocks.
    Ends,
}

/// One round that is to be made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Planned {
    /// What is asked.
    pub queries: QueryGroup,
    /// Up to where.
    pub bounds: Bounds,
    /// How many conflicts it may have if executions go beyond it; nothing, if as many as it takes.
    pub conflict_limit: Option<u64>,
    /// The bounds that were left for these, if some were.
    left: Option<Bounds>,
    leaps: u32,
}

impl Planned {
    /// A round for its own sake.
    pub fn new(queries: QueryGroup, bounds: Bounds) -> Self {
        Planned { queries, bounds, conflict_limit: Some(CONFLICT_LIMIT), left: None, leaps: 0 }
    }

    /// The same round with other bounds.
    pub fn with(self, bounds: Bounds) -> Self {
        Planned { bounds, ..self }
    }

    /// Whether other bounds were left for these.
    pub fn is_leap(&self) -> bool {
        self.left.is_some()
    }

    /// What comes after a round that reached its conflict limit: greater bounds, or what was left for it.
    pub fn left(self, last: Bounds, beyond: &[Cut]) -> Planned {
        let base = self.left.unwrap_or(self.bounds);
        match greater(self.bounds, last, beyond).filter(|_| self.leaps < LEAPS) {
            Some(bounds) => Planned { bounds, left: Some(base), leaps: self.leaps + 1, ..self },
            None => self.back(self.conflict_limit.map(|limit| limit.saturating_mul(GROWTH))),
        }
    }

    /// What was left for this round, to be taken up again.
    pub fn back(self, conflict_limit: Option<u64>) -> Planned {
        Planned { bounds: self.left.unwrap_or(self.bounds), conflict_limit, left: None, leaps: 0, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bmc::bounds::{FIRST, LAST};
    use crate::unwind::event::Cause;
    use raddle_program::automaton::Location;
    use raddle_program::entity::Entity;
    use raddle_program::source::Span;
    use raddle_program::syntax::ProcedureId;

    #[test]
    fn what_was_left_is_taken_up_again_with_a_greater_limit() {
        let head = (ProcedureId::from_index(0), Location::from_index(0));
        let guard = crate::unwind::pool::Pool::new().bool(true);
        let beyond = [Cut { cause: Cause::Loop { head, bound: 3, is_decided: true }, guard, span: Span::NOWHERE }];
        let first = Planned::new(QueryGroup::Prefixes, FIRST);
        let mut planned = first;
        for _ in 0..LEAPS {
            let next = planned.left(LAST, &beyond);
            assert!(
                next.bounds.decided > planned.bounds.decided
                    && next.is_leap()
                    && next.conflict_limit == first.conflict_limit
            );
            planned = next;
        }
        let again = planned.left(LAST, &beyond);
        assert_eq!((again.bounds, again.is_leap()), (first.bounds, false));
        assert!(again.conflict_limit > first.conflict_limit);
        // Nothing is greater than the last bounds.
        let only = Planned::new(QueryGroup::Prefixes, LAST).left(LAST, &beyond);
        assert_eq!((only.bounds, only.is_leap()), (LAST, false));
    }
}
