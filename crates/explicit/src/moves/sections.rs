//! Sections that move in both directions as a whole ([`Movers`]): threads that count something need not take turns.

use raddle_analysis::movers::Movers;
use raddle_program::automaton::Transition;
use raddle_program::semantics::Frame;

use crate::moves::Mover;

impl Mover<'_, '_> {
    /// Whether the atomic section that the next step of a frame begins moves in both directions.
    ///
    /// Rule: an atomic section that commutes with all that may come next to it is part of a move that no other thread observes. If races are asked for, one
    /// that may race is not, even if it commutes with what it races with.
    /// Tests: in `reach`: `count_is_looked_at_atomically`; in `race`: `section_beside_an_unused_read`.
    pub(super) fn section_moves(&self, frame: &Frame) -> bool {
        let asks_races = self.blocks.is_none_or(|blocks| blocks.races_start);
        self.next_steps(frame, |movers, step| {
            let is_mover = movers.begins_movable_section(frame.procedure, step);
            is_mover && !(asks_races && movers.may_race(frame.procedure, step))
        })
    }

    /// Whether the section under a lock that the next step of a frame begins moves in both directions.
    ///
    /// Rule: a section under a lock is part of a move that no other thread observes if all sections of the lock are straight, it commutes with each of
    /// them, and no access without the lock conflicts with it.
    /// Tests: in `reach`: `counted_and_doubled_under_a_lock`, `count_is_looked_at_under_the_lock`, `count_is_looked_at_without_the_lock`,
    /// `count_while_the_lock_is_tried`, `count_beside_a_section_that_waits`; in `deadlock`: `section_that_keeps_its_lock`.
    pub(super) fn locked_section_moves(&self, frame: &Frame) -> bool {
        self.next_steps(frame, |movers, step| movers.begins_movable_section(frame.procedure, step))
    }

    /// Whether the movers are known, and say something of all next steps of a frame. What is known to race with nothing keeps the accesses of a
    /// section under a lock together.
    fn next_steps(&self, frame: &Frame, says: impl Fn(&Movers, Transition) -> bool) -> bool {
        let movers = self.movers.filter(|_| self.never_racing.is_some());
        let steps = || self.machine.automata[frame.procedure].outgoing(frame.location).iter();
        movers.is_some_and(|movers| steps().all(|&step| says(movers, step)))
    }
}
