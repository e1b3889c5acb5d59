//! The loops of a procedure's automaton, read off the numbers of its locations.
//!
//! Locations are numbered in source order, so a loop lies between its head and the last jump back to it. A transition
//! to a location that does not come later is a jump back; its target is the head. The unwinding always goes on with the
//! least location, and begins an iteration when all paths of the one before have come back. So every exit of a loop
//! waits until the last iteration is done, and paths join where the source joins them.

use std::collections::BTreeMap;

use raddle_program::automaton::{Automaton, Location};

/// The loops of a procedure: for each head, the last location that jumps back to it.
#[derive(Clone, Debug, Default)]
pub struct Loops {
    last: BTreeMap<Location, Location>,
}

impl Loops {
    /// The loops of an automaton.
    pub fn of(automaton: &Automaton) -> Self {
        let mut last = BTreeMap::new();
        for transition in automaton.transitions.values() {
            if transition.to <= transition.from {
                let entry = last.entry(transition.to).or_insert(transition.from);
                *entry = (*entry).max(transition.from);
            }
        }
        Loops { last }
    }

    /// The heads of loops that a location is in, outermost first.
    pub fn around(&self, location: Location) -> impl Iterator<Item = Location> + '_ {
        self.last.range(..=location).filter(move |(_, last)| **last >= location).map(|(head, _)| *head)
    }

    /// The heads of loops inside the loop of a head.
    pub fn inside(&self, head: Location) -> impl Iterator<Item = Location> + '_ {
        let last = self.last.get(&head).copied().unwrap_or(head);
        let after = (std::ops::Bound::Excluded(head), std::ops::Bound::Included(last));
        self.last.range(after).map(|(inner, _)| *inner)
    }

    /// Whether a location is in the loop of a head.
    pub fn contains(&self, head: Location, location: Location) -> bool {
        head <= location && self.last.get(&head).is_some_and(|last| location <= *last)
    }

    /// The loop that begins its next iteration now, among the heads to which a path has come back: the innermost one,
    /// once no location before its end is pending.
    pub fn next_head<'a, T>(
        &self,
        heads: impl Iterator<Item = &'a Location>,
        pending: &BTreeMap<Location, T>,
    ) -> Option<Location> {
        let head = *heads.max()?;
        let last = self.last.get(&head).copied().unwrap_or(head);
        pending.range(..=last).next().is_none().then_some(head)
    }

    /// Whether a location is the head of a loop.
    pub fn is_head(&self, location: Location) -> bool {
        self.last.contains_key(&location)
    }
}
