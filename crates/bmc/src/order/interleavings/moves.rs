//! The moves of a search over interleavings: which threads go on next, how far, and where two accesses race.

use raddle_analysis::movers::Class;
use raddle_analysis::reduction::Reduction;
use raddle_logic::sat::SatResult;
use raddle_logic::term::Term;

use crate::order::interleavings::Search;
use crate::order::interleavings::symbolic::{Done, Impossible, State};
use crate::order::interleavings::units::is_over;

impl Search<'_> {
    /// Looks for two accesses that are next in a state and race. Both are made, in either order.
    pub(super) fn race_at(&mut self, state: &State) -> SatResult {
        for meeting in self.sought.unwrap_or(&[]) {
            let is_next =
                |place: (u32, u32)| self.executor.is_live(state, place.0) && state.next[place.0 as usize] == place.1;
            if !meeting.places.iter().all(|&place| is_next(place)) {
                continue;
            }
            let parts: Vec<Term> = meeting.condition.iter().map(|&term| self.executor.value(state, term)).collect();
            if parts.into_iter().any(|part| self.executor.pool.is_false(part)) {
                continue;
            }
            for (first, ended) in [(0, meeting.ended[0]), (1, meeting.ended[1])] {
                let (mut after, mut done) = (state.clone(), Done::default());
                let [one, other] = [meeting.places[first].0, meeting.places[1 - first].0];
                let taken = self.executor.take(&mut after, one, &mut done);
                if taken.and_then(|()| self.executor.take(&mut after, other, &mut done)).is_err() {
                    continue;
                }
                let mut conditions = after.conditions;
                let bound: Vec<(Term, Term)> = self.bound.iter().chain(&done.bound).copied().collect();
                conditions.extend(self.executor.equations(&bound));
                conditions.extend(meeting.condition);
                conditions.extend([ended, meeting.races]);
                let others = self.sought.unwrap_or(&[]).iter().filter(|other| other.races != meeting.races);
                conditions.extend(others.map(|other| self.executor.pool.not(other.races)));
                match self.ask(&conditions) {
                    SatResult::Sat => {
                        self.events.extend(done.events);
                        return SatResult::Sat;
                    }
                    SatResult::Unsat => {}
                    SatResult::Interrupted => return SatResult::Interrupted,
                }
            }
        }
        SatResult::Unsat
    }

    /// Whether a unit has an access that may race with one that is still to come. A block ends in front of such a unit.
    fn may_race(&self, state: &State, place: (u32, u32)) -> bool {
        let is_to_come = |&(_, there): &(u32, (u32, u32))| !is_over(&state.next, there);
        self.sought.is_some() && self.executor.units.races(place).iter().any(is_to_come)
    }

    /// The threads that go on next: one alone if that is enough.
    pub(super) fn candidates(&self, state: &State, live: &[u32]) -> Vec<u32> {
        let units = self.executor.units;
        let place = |thread: u32| (thread, state.next[thread as usize]);
        let may_be_alone = |thread: &&u32| {
            let is_last = state.last.is_none_or(|(last, _)| last == **thread);
            let goes_first = match self.rules.reduction {
                Reduction::None | Reduction::Visible => false,
                Reduction::ReadWrite => units.is_local(&state.next, place(**thread)),
                Reduction::Blocks => match units.class(&state.next, place(**thread)) {
                    Class::Both | Class::Left => true,
                    Class::Right | Class::Non => false,
                },
            };
            is_last && goes_first
        };
        match live.iter().find(may_be_alone) {
            Some(&thread) => vec![thread],
            None => live.to_vec(),
        }
    }

    /// A move of a thread: one unit, or a block.
    pub(super) fn go_on(&mut self, before: &State, thread: u32) -> Result<(State, Done), Impossible> {
        let (mut state, mut done) = (before.clone(), Done::default());
        if thread as usize == state.next.len() {
            self.executor.halt(&mut state, &mut done)?;
            return Ok((state, done));
        }
        if let (Some((last, n_switches)), Some(bound)) = (state.last, self.rules.switches) {
            let switches = n_switches + u32::from(last != thread && last != u32::MAX);
            if switches > bound {
                self.counts.beyond += 1;
                return Err(Impossible);
            }
            state.last = Some((thread, switches));
        }
        let units = self.executor.units;
        let place = |state: &State| (thread, state.next[thread as usize]);
        let class = |state: &State| units.class(&state.next, place(state));
        let first = class(&state);
        // A thread that stops among acquisitions might as well have stopped before them, unless the query is about
        // deadlocks, or the block has done something else.
        let mut only_acquires = !self.rules.looks_at_ends && units.only_acquires(place(&state));
        self.executor.take(&mut state, thread, &mut done)?;
        if self.rules.reduction != Reduction::Blocks {
            return Ok((state, done));
        }
        // A block of steps that no other thread can precede does not continue with a step that one can.
        let is_alone = matches!(first, Class::Both | Class::Left);
        let mut is_committed = matches!(first, Class::Left | Class::Non);
        while self.executor.is_live(&state, thread) {
            if units.choice(place(&state)).is_some() && !only_acquires || self.may_race(&state, place(&state)) {
                break;
            }
            only_acquires &= units.only_acquires(place(&state));
            match class(&state) {
                Class::Both => {}
                Class::Left => is_committed = true,
                Class::Right if is_alone || is_committed => break,
                Class::Right => {}
                Class::Non if is_alone || is_committed => break,
                Class::Non => is_committed = true,
            }
            self.executor.take(&mut state, thread, &mut done)?;
        }
        Ok((state, done))
    }
}
