//! Merging of derivation steps to nodes: steps with the same constants are merged. If there are too many nodes, the parameters with the
//! most different constants no longer distinguish them.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::horn::system::Predicate;
use crate::horn::unwind::{Key, Unwinding, Way};
use crate::term::{Term, Terms};

impl Unwinding<'_> {
    /// Whether the constants of all parameters distinguish nodes of a predicate.
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

    /// The steps to a predicate, grouped by node.
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
            // The steps of a group have equal constants only if all parameters distinguish nodes.
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

/// Whether a step has constant arguments only and is always possible: then it makes further steps to these constants redundant.
fn is_certain(terms: &Terms, way: &Way) -> bool {
    way.guard == terms.truth() && way.arguments.iter().all(|&argument| terms.is_constant(argument))
}

/// The parameter with the most different constants; a counting one only if there is no other.
fn most_different(keys: &[Key], counts: &[bool]) -> Option<usize> {
    let constants = |place: usize| keys.iter().filter_map(|key| key.1[place]).collect::<FxHashSet<Term>>().len();
    let places = (0..counts.len()).map(|place| (!counts[place], constants(place), place));
    places.filter(|&(_, count, _)| count > 1).max().map(|(_, _, place)| place)
}
