//! The bounds of loops, calls and allocations in each round. The first bounds are small. After a round, only those
//! bounds are raised that an execution exceeds.

use crate::unwind::event::{Cause, Cut};
use crate::unwind::{Bounds, Lesser};

/// The bounds of the first round. Most violations need few iterations, even of loops that have many, and a round with
/// small bounds costs almost nothing.
pub(super) const FIRST: Bounds = Bounds { free: 2, decided: 3, steps: 20_000, lesser: None };

/// The bounds of the last round.
pub(super) const LAST: Bounds = Bounds { free: 1 << 12, decided: 1 << 16, steps: 1 << 26, lesser: None };

/// The bounds of the next round. Each bound that some execution exceeds is raised. `None` if larger bounds cannot decide more.
pub(super) fn greater(bounds: Bounds, last: Bounds, beyond: &[Cut]) -> Option<Bounds> {
    let bounds = Bounds { lesser: None, ..bounds };
    let mut next = bounds;
    for cut in beyond {
        match cut.cause {
            Cause::Loop { is_decided: false, .. } | Cause::Depth { is_decided: false, .. } => {
                next.free = (bounds.free + bounds.free.div_ceil(2)).min(last.free);
            }
            Cause::Allocation { free, .. } => next.free = (free + free.div_ceil(2)).min(last.free),
            Cause::Loop { is_decided: true, .. } | Cause::Depth { is_decided: true, .. } => {
                next.decided = bounds.decided * 4
            }
            Cause::Length { .. } => next.steps = bounds.steps.saturating_mul(4),
            Cause::Threads { .. } | Cause::Unsupported(_) => {}
        }
    }
    let is_greater = next != bounds;
    (is_greater && next.decided <= last.decided && next.steps <= last.steps).then_some(next)
}

/// Adds to the bounds of a round those of the round after it. With both in one formula, what the solver learns about
/// the first holds for the second, too.
pub(super) fn two_at_once(first: Bounds, before: Bounds, last: Bounds) -> Bounds {
    let further = (first.free + first.free.div_ceil(2)).min(last.free);
    if first.free == before.free || further == first.free {
        return first;
    }
    let lesser = Lesser { free: first.free, decided: first.decided };
    Bounds { free: further, lesser: Some(lesser), ..first }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::automaton::Location;
    use raddle_program::entity::Entity;
    use raddle_program::source::Span;
    use raddle_program::syntax::ProcedureId;

    fn beyond(is_decided: bool) -> Cut {
        let head = (ProcedureId::from_index(0), Location::from_index(0));
        let guard = crate::unwind::pool::Pool::new().bool(true);
        Cut { cause: Cause::Loop { head, bound: 3, is_decided }, guard, span: Span::NOWHERE }
    }

    #[test]
    fn only_bounds_that_were_reached_are_raised() {
        let counted = greater(FIRST, LAST, &[beyond(true)]).expect("another round is of use");
        assert!(counted.decided > FIRST.decided && counted.free == FIRST.free);
        let free = greater(FIRST, LAST, &[beyond(false)]).expect("another round is of use");
        assert!(free.free > FIRST.free && free.decided == FIRST.decided);
    }

    #[test]
    fn another_round_finds_no_more_threads() {
        let too_many = Cut { cause: Cause::Threads { bound: 400 }, ..beyond(false) };
        assert_eq!(greater(FIRST, LAST, std::slice::from_ref(&too_many)), None);
        assert!(greater(FIRST, LAST, &[too_many, beyond(true)]).is_some());
    }

    #[test]
    fn a_bound_that_was_given_is_kept() {
        let last = Bounds { free: 3, ..LAST };
        let next = greater(FIRST, last, &[beyond(false)]).expect("another round is of use");
        assert_eq!(next.free, 3);
        assert_eq!(greater(next, last, &[beyond(false)]), None);
        // Counted loops go on.
        assert!(greater(next, last, &[beyond(true)]).is_some());
    }
}
