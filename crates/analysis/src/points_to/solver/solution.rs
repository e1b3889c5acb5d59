//! The least solution of the constraints.

use raddle_program::entity::{Entity, Table};
use rustc_hash::FxHashSet;
use std::sync::{Arc, OnceLock};

use super::super::object::AbstractObject;
use super::super::shift::{is_out_by_index, is_outside};
use super::sets::SetId;
use super::sparse::SparseSet;
use super::{Node, ObjectData, Target, TargetId};

/// What nodes hold, after the constraints are solved.
#[derive(Debug)]
pub struct Solution {
    objects: Table<AbstractObject, ObjectData>,
    targets: Table<TargetId, Target>,
    /// Addresses outside of objects to which an index led.
    is_hidden: Table<TargetId, bool>,
    known: Table<Node, SetId>,
    sets: Table<SetId, Arc<SparseSet>>,
    lists: Table<SetId, OnceLock<Box<[Target]>>>,
}

/// A set of targets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TargetSet(SetId);

impl Solution {
    /// What each node holds: the number of a set of numbers of targets.
    pub(super) fn new(
        objects: Table<AbstractObject, ObjectData>,
        targets: Table<TargetId, Target>,
        known: Table<Node, SetId>,
        sets: Table<SetId, Arc<SparseSet>>,
    ) -> Solution {
        // Analyses that ask for the targets of a node see a pointer outside of its object as one that leads anywhere in it. An index that
        // leads out of the object they see themselves.
        let is_hidden = targets.values().map(|target| target.offset.is_some_and(is_out_by_index)).collect();
        let shown = |target: Target| Target { offset: target.offset.filter(|&offset| !is_outside(offset)), ..target };
        let targets = targets.values().map(|&target| shown(target)).collect();
        let lists = sets.ids().map(|_| OnceLock::new()).collect();
        Solution { objects, targets, is_hidden, known, sets, lists }
    }

    /// All objects.
    pub fn objects(&self) -> &Table<AbstractObject, ObjectData> {
        &self.objects
    }

    /// The targets of a node, in the order in which targets were found.
    pub fn targets(&self, node: Node) -> &[Target] {
        self.targets_of(self.target_set(node))
    }

    /// Whether a node may hold an address outside of its object, where an index of unknown value led: that is none of its targets.
    pub fn leads_out(&self, node: Node) -> bool {
        self.sets[self.known[node]].iter().any(|id| self.is_hidden[TargetId::from_index(id as usize)])
    }

    /// The set of the targets of a node: nodes with the same targets have the same set.
    pub fn target_set(&self, node: Node) -> TargetSet {
        TargetSet(self.known[node])
    }

    /// The targets in a set.
    pub fn targets_of(&self, TargetSet(set): TargetSet) -> &[Target] {
        self.lists[set].get_or_init(|| {
            let mut seen = FxHashSet::default();
            let ids = self.sets[set].iter().map(|id| TargetId::from_index(id as usize));
            let shown = ids.filter(|&id| !self.is_hidden[id]).map(|id| self.targets[id]);
            shown.filter(|&target| seen.insert(target)).collect()
        })
    }
}
