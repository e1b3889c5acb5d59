//! Sets of targets that are stored once: equal sets have equal numbers.
//!
//! In a large program most nodes with many targets hold the same ones: all that is passed on by one call through a pointer holds what
//! the call gives. So a union is looked up far more often than it is computed (Barbar and Sui, *Hash Consed Points-To Sets*, SAS 2021).

use raddle_program::entity::{Entity, Table};
use rustc_hash::FxHashMap;
use std::sync::Arc;

use super::sparse::{Collector, SparseSet};

raddle_program::entity!(
    /// The number of a set.
    SetId,
    "s"
);

/// The sets.
#[derive(Debug)]
pub(super) struct Sets {
    sets: Table<SetId, Arc<SparseSet>>,
    ids: FxHashMap<Arc<SparseSet>, SetId>,
    /// Numbers of sets that nothing holds any more.
    free: Vec<SetId>,
    unions: FxHashMap<Box<[SetId]>, SetId>,
    differences: FxHashMap<(SetId, SetId), SetId>,
    collector: Collector,
    /// How many sets were held after sets were forgotten for the last time.
    n_held: usize,
}

/// So many sets may wait to be forgotten, whatever their number is.
const N_FORGOTTEN_LATER: usize = 10_000;

impl Default for Sets {
    fn default() -> Sets {
        let mut sets = Sets {
            sets: Table::default(),
            ids: FxHashMap::default(),
            free: Vec::new(),
            unions: FxHashMap::default(),
            differences: FxHashMap::default(),
            collector: Collector::default(),
            n_held: 0,
        };
        assert_eq!(sets.intern(SparseSet::default()), Sets::EMPTY);
        sets
    }
}

impl Sets {
    /// The number of the set without members.
    pub const EMPTY: SetId = SetId(0);

    /// The set of a number.
    pub fn get(&self, id: SetId) -> &SparseSet {
        &self.sets[id]
    }

    /// The number of a set.
    pub fn intern(&mut self, set: SparseSet) -> SetId {
        if let Some(&id) = self.ids.get(&set) {
            return id;
        }
        let set = Arc::new(set);
        let id = match self.free.pop() {
            Some(id) => {
                self.sets[id] = Arc::clone(&set);
                id
            }
            None => self.sets.push(Arc::clone(&set)),
        };
        self.ids.insert(set, id);
        id
    }

    /// The members of any of some sets.
    pub fn union(&mut self, mut sets: Vec<SetId>) -> SetId {
        sets.sort_unstable();
        sets.dedup();
        sets.retain(|&set| set != Sets::EMPTY);
        if let [] | [_] = sets[..] {
            return sets.first().copied().unwrap_or(Sets::EMPTY);
        }
        if let Some(&known) = self.unions.get(&sets[..]) {
            return known;
        }
        for &set in &sets {
            self.collector.insert_all(&self.sets[set]);
        }
        let union = self.collector.take();
        let union = self.intern(union);
        self.unions.insert(sets.into(), union);
        union
    }

    /// The members of the first set that are not in the second one.
    pub fn difference(&mut self, of: SetId, without: SetId) -> SetId {
        if without == Sets::EMPTY {
            return of;
        }
        if of == without {
            return Sets::EMPTY;
        }
        if let Some(&known) = self.differences.get(&(of, without)) {
            return known;
        }
        let difference = self.intern(self.sets[of].without(&self.sets[without]));
        self.differences.insert((of, without), difference);
        difference
    }

    /// The members of both sets.
    pub fn intersection(&mut self, one: SetId, two: SetId) -> SetId {
        let only_in_one = self.difference(one, two);
        self.difference(one, only_in_one)
    }

    /// Whether the number of sets has doubled since [`Sets::retain`] was called: then a call frees enough to pay for itself.
    pub fn is_full(&self) -> bool {
        self.ids.len() > 2 * self.n_held + N_FORGOTTEN_LATER
    }

    /// Forgets all sets but some and the empty one: their numbers may stand for other sets later.
    pub fn retain(&mut self, live: impl Iterator<Item = SetId>) {
        let mut is_live = vec![false; self.sets.len()];
        is_live[Sets::EMPTY.index()] = true;
        self.free.iter().for_each(|&id| is_live[id.index()] = true);
        live.for_each(|id| is_live[id.index()] = true);
        for id in self.sets.ids().filter(|id| !is_live[id.index()]) {
            let set = std::mem::take(&mut self.sets[id]);
            self.ids.remove(&*set);
            self.free.push(id);
        }
        self.unions.clear();
        self.differences.clear();
        self.n_held = self.ids.len();
    }

    /// The set of one number.
    pub fn singleton(&mut self, number: u32) -> SetId {
        let mut set = SparseSet::default();
        set.insert(number);
        self.intern(set)
    }

    /// All sets by number.
    pub fn finish(self) -> Table<SetId, Arc<SparseSet>> {
        self.sets
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(sets: &mut Sets, numbers: &[u32]) -> SetId {
        let mut set = SparseSet::default();
        numbers.iter().for_each(|&number| {
            set.insert(number);
        });
        sets.intern(set)
    }

    #[test]
    fn equal_sets_have_equal_numbers() {
        let mut sets = Sets::default();
        let (low, high, both) = (of(&mut sets, &[1, 2]), of(&mut sets, &[2, 900]), of(&mut sets, &[1, 2, 900]));
        assert_eq!(sets.union(vec![low, high]), both);
        assert_eq!(sets.union(vec![high, low, both, Sets::EMPTY]), both);
        assert_eq!(sets.difference(both, low), of(&mut sets, &[900]));
        assert_eq!(sets.difference(low, both), Sets::EMPTY);
        assert_eq!(sets.intersection(low, high), of(&mut sets, &[2]));
    }

    #[test]
    fn numbers_of_forgotten_sets_are_used_again() {
        let mut sets = Sets::default();
        let (low, high) = (of(&mut sets, &[1, 2]), of(&mut sets, &[2, 900]));
        sets.union(vec![low, high]);
        sets.retain([high].into_iter());
        let n_sets = sets.sets.len();
        let (third, fourth) = (of(&mut sets, &[7]), of(&mut sets, &[8]));
        assert_eq!(sets.sets.len(), n_sets);
        assert_ne!(third, fourth);
        assert_eq!(of(&mut sets, &[2, 900]), high);
        let union = sets.union(vec![third, high]);
        assert_eq!(sets.get(union).iter().collect::<Vec<u32>>(), [2, 7, 900]);
    }
}
