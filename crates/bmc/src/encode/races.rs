//! Data races: two conflicting accesses, not both atomic, that an execution can make next to each other.
//!
//! **Which pairs.** A pair races if happens-before leaves it unordered. Take an execution with a race, cut behind the
//! second access of the first race in it. Events that happen before neither access can be left out. The remaining reads
//! read what they read before, since no earlier pair races. Then both accesses are next at the same time. Conversely,
//! accesses that are next at the same time are unordered, since neither thread does anything in between. So the two
//! definitions are equivalent, as long as a thread that observes another one is ordered after it. Where that does not
//! hold (`unwind::listing`), the absence of such pairs proves nothing.
//!
//! **How they are encoded.** *Next at the same time* is a matter of order: what each of the two threads does before its
//! access comes before the access of the other thread. So each pair has a literal that implies both guards, that the
//! addresses overlap, and two edges. An access in an atomic section is next when the section is, and the section comes
//! before all that the other thread does behind its access: the section reads the current values. A section that does
//! not come to its end comes second, after the other access, whose effect it then sees.
//!
//! Pairs that program order, creations, joins or a common mutex order are left out.

use std::collections::BTreeMap;

use raddle_logic::order::Event as OrderEvent;
use raddle_logic::term::Term;

use crate::encode::builder::Builder;
use crate::encode::happens_before::HappensBefore;
use crate::unwind::event::{EventId, GroupId, Unwound};
use crate::unwind::listing::Access;
use crate::unwind::pool::Pool;

/// Two accesses that may race: positions in the list of accesses, and what holds if they do.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The accesses.
    pub accesses: (usize, usize),
    /// What holds if they race.
    pub races: Term,
    /// That they touch a common byte.
    pub overlap: Term,
}

/// The pairs that may race; and for each atomic section the terms under which a race ends the execution in it.
pub(crate) fn pairs(
    pool: &mut Pool,
    unwound: &Unwound,
    before: &HappensBefore,
) -> (Vec<Pair>, BTreeMap<GroupId, Vec<Term>>) {
    let mut pairs = Vec::new();
    let mut ends: BTreeMap<GroupId, Vec<Term>> = BTreeMap::new();
    let accesses = &unwound.accesses;
    for (one, first) in accesses.iter().enumerate() {
        for (other, second) in accesses.iter().enumerate().skip(one + 1) {
            if !may_race(first, second)
                || before.is_before(first.event, second.event)
                || before.is_before(second.event, first.event)
            {
                continue;
            }
            let overlap = overlap(pool, first, second);
            let both = pool.and(first.guard, second.guard);
            let both = pool.and(both, overlap);
            if pool.is_false(both) {
                continue;
            }
            let races = pool.fresh_bool("races");
            for access in [first, second] {
                if let Some(group) = access.group {
                    ends.entry(group).or_default().push(races);
                }
            }
            pairs.push(Pair { accesses: (one, other), races, overlap });
        }
    }
    (pairs, ends)
}

impl Builder<'_> {
    /// The pairs that may race, with their constraints; and for each atomic section the terms under which a race ends the
    /// execution in it.
    pub(crate) fn races(&mut self) -> (Vec<Pair>, BTreeMap<GroupId, Vec<Term>>) {
        let (pairs, ends) = pairs(self.pool, self.unwound, &self.facts.before);
        for &Pair { accesses: (one, other), races, overlap } in &pairs {
            let (first, second) = (&self.unwound.accesses[one], &self.unwound.accesses[other]);
            let never = self.pool.not(races);
            self.solver.assert_clause(&mut self.pool.terms, &[never, first.guard]);
            self.solver.assert_clause(&mut self.pool.terms, &[never, second.guard]);
            self.solver.assert_clause(&mut self.pool.terms, &[never, overlap]);
            self.next_together(first, second, races);
            self.next_together(second, first, races);
        }
        (pairs, ends)
    }

    /// What the thread of one access does before it comes before the other access.
    fn next_together(&mut self, one: &Access, other: &Access, races: Term) {
        let races = self.lit(races);
        let (Some(mine), Some(theirs)) = (self.placed[one.event.0 as usize], self.placed[other.event.0 as usize])
        else {
            return;
        };
        if let Some(before) = self.before_group[one.event.0 as usize] {
            self.graph.edge(before, theirs, &[races]);
        }
        if let Some(group) = one.group {
            if let Some(behind) = self.behind(other) {
                self.graph.edge(mine, behind, &[races]);
            }
            let ended = self.unwound.groups[group.0 as usize].ended.clone();
            let ended = self.pool.any(&ended);
            let goes_on = self.pool.not(ended);
            if !self.pool.is_false(goes_on) {
                let goes_on = self.lit(goes_on);
                self.graph.edge(theirs, mine, &[races, goes_on]);
            }
        }
    }

    /// The first event of a thread behind an access, and behind the section that the access is in.
    fn behind(&self, access: &Access) -> Option<OrderEvent> {
        let thread = self.unwound.thread(access.thread)?;
        let position = thread.events.iter().position(|&event| event == access.event)?;
        let is_behind = |event: &&EventId| {
            let event = self.unwound.event(**event);
            event.step != access.step && (event.group.is_none() || event.group != access.group)
        };
        let behind = thread.events[position..].iter().filter(is_behind);
        behind.filter_map(|event| self.placed[event.0 as usize]).next()
    }
}

fn overlap(pool: &mut Pool, one: &Access, other: &Access) -> Term {
    let (a, b) = (one.offset, other.offset);
    let width = pool.width(a);
    if let (Some(a), Some(b)) = (pool.constant(a), pool.constant(b)) {
        return pool.bool(a < b + u128::from(other.size) && b < a + u128::from(one.size));
    }
    let size = pool.number(width, one.size.into());
    let other_size = pool.number(width, other.size.into());
    let (end, other_end) = (pool.terms.bv_add(a, size), pool.terms.bv_add(b, other_size));
    let (starts, other_starts) = (pool.less(a, other_end, false), pool.less(b, end, false));
    pool.and(starts, other_starts)
}

fn may_race(one: &Access, other: &Access) -> bool {
    one.thread != other.thread
        && one.object == other.object
        && (one.is_write || other.is_write)
        && !(one.is_atomic && other.is_atomic)
        && !one.locks.iter().any(|lock| other.locks.contains(lock))
}
