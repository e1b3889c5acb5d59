//! Which ways lead to one node: those with the same constants, of which those are given up that differ most where there are too many.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::horn::system::Predicate;
use crate::horn::unwind::{Key, Unwinding, Way};
use crate::term::{Term, Terms};

impl Unwinding<'_> {
    /// Whether all constants keep nodes of a predicate apart.
    pub(super) fn keeps_all(&self, predicate: Predicate) -> bool {
        self.is_kept[predicate.index()].iter().all(|&is_kept| is_kept)
    }

    pub(super) fn key(&self, terms: &Terms, predicate: Predicate, arguments: &[Term]) -> Key {
        let kept = &self.is_kept[predicate.index()];
        let constants = arguments.iter().zip(kept);
        (
            predicate,
            constants.map(|(&argument, &kept)| (kept && terms.is_constant(argument)).then_some(argument)).collect(),
        )
    }

    /// The ways to a predicate, those together that lead to one node.
    pub(super) fn merged(&mut self, terms: &Terms, predicate: Predicate, ways: Vec<Way>) -> Vec<Vec<Way>> {
        loop {
            let keys: Vec<Key> = ways.iter().map(|way| self.key(terms, predicate, &way.arguments)).collect();
            let distinct: FxHashSet<&Key> = keys.iter().collect();
            if distinct.len() > self.limits.alike
                && let Some(place) = most_different(&keys, &self.counts[predicate.index()])
            {
                self.is_kept[predicate.index()][place] = false;
                continue;
            }
            let mut places: FxHashMap<&Key, usize> = FxHashMap::default();
            let mut groups: Vec<Vec<Way>> = Vec::new();
            for (way, key) in ways.into_iter().zip(&keys) {
                let place = *places.entry(key).or_insert(groups.len());
                if place == groups.len() {
                    groups.push(Vec::new());
                }
                groups[place].push(way);
            }
            // Ways of one group lead to the same constants only if none of these were given up.
            for group in groups.iter_mut().filter(|_| self.keeps_all(predicate)) {
                if let Some(certain) = group.iter().position(|way| is_certain(terms, way)) {
                    group.swap(0, certain);
                    group.truncate(1);
                }
            }
            return groups;
        }
    }
}

/// Whether a way leads to constants alone, and is always there: then no other way to them is needed.
fn is_certain(terms: &Terms, way: &Way) -> bool {
    way.guard == terms.truth() && way.arguments.iter().all(|&argument| terms.is_constant(argument))
}

/// The parameter in which constants differ most; one that counts only if there is no other.
fn most_different(keys: &[Key], counts: &[bool]) -> Option<usize> {
    let constants = |place: usize| keys.iter().filter_map(|key| key.1[place]).collect::<FxHashSet<Term>>().len();
    let places = (0..counts.len()).map(|place| (!counts[place], constants(place), place));
    places.filter(|&(_, count, _)| count > 1).max().map(|(_, _, place)| place)
}
