//! The rounds that are still to be made: bounds, conflict limit, and the smaller bounds that a round has skipped.
//!
//! A hard round need not be needed for a violation: to prove that a counter is not above 50 after 12 of 50 increments,
//! the solver has to consider all orders of these, but it finds the execution with all 50 without a conflict. So if a
//! round reaches its conflict limit, and an execution exceeds its bounds, these bounds are *skipped*: the next round
//! has greater bounds, up to [`LEAPS`] times. Then the skipped bounds are tried again with a greater conflict limit.
//! Greater bounds include all executions of smaller ones, so skipped bounds are dropped once greater ones are decided.
//! A round whose bounds no execution exceeds may be the proof, so it is never skipped.
//!
//! The limit counts conflicts, not time, so that a program has the same rounds on every machine.

use crate::bmc::bounds::greater;
use crate::unwind::Bounds;
use crate::unwind::event::Cut;

/// The number of conflicts after which a round is skipped.
const CONFLICT_LIMIT: u64 = 50_000;

/// The factor by which the limit grows when skipped bounds are tried again.
const GROWTH: u64 = 8;

/// How many times greater bounds are tried before the skipped bounds are tried again.
const LEAPS: u32 = 2;

/// The queries about one unwinding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum QueryGroup {
    /// Violations that a prefix of an execution shows.
    Prefixes,
    /// Deadlocks.
    Ends,
}

/// One round.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Planned {
    /// The queries.
    pub queries: QueryGroup,
    /// The bounds of the unwinding.
    pub bounds: Bounds,
    /// The conflict limit if executions exceed the bounds; `None` for no limit.
    pub conflict_limit: Option<u64>,
    /// The smallest bounds that were skipped before this round, if any.
    left: Option<Bounds>,
    leaps: u32,
}

impl Planned {
    /// A round that skips no other bounds.
    pub fn new(queries: QueryGroup, bounds: Bounds) -> Self {
        Planned { queries, bounds, conflict_limit: Some(CONFLICT_LIMIT), left: None, leaps: 0 }
    }

    /// The same round with other bounds.
    pub fn with(self, bounds: Bounds) -> Self {
        Planned { bounds, ..self }
    }

    /// Whether this round has skipped smaller bounds.
    pub fn is_leap(&self) -> bool {
        self.left.is_some()
    }

    /// The round after one that reached its conflict limit: greater bounds, or the skipped ones.
    pub fn left(self, last: Bounds, beyond: &[Cut]) -> Planned {
        let base = self.left.unwrap_or(self.bounds);
        match greater(self.bounds, last, beyond).filter(|_| self.leaps < LEAPS) {
            Some(bounds) => Planned { bounds, left: Some(base), leaps: self.leaps + 1, ..self },
            None => self.back(self.conflict_limit.map(|limit| limit.saturating_mul(GROWTH))),
        }
    }

    /// The round with the bounds that this one skipped.
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
