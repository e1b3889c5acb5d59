//! The least solution of the constraints.

use raddle_program::entity::{Entity, Table};
use std::sync::{Arc, OnceLock};

use super::super::object::AbstractObject;
use super::sets::SetId;
use super::sparse::SparseSet;
use super::{Node, ObjectData, Target, TargetId};

/// What nodes hold, after the constraints are solved.
#[derive(Debug)]
pub struct Solution {
    objects: Table<AbstractObject, ObjectData>,
    targets: Table<TargetId, Target>,
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
        let lists = sets.ids().map(|_| OnceLock::new()).collect();
        Solution { objects, targets, known, sets, lists }
    }

    /// All objects.
    pub fn objects(&self) -> &Table<AbstractObject, ObjectData> {
        &self.objects
    }

    /// The targets of a node, in the order in which targets were found.
    pub fn targets(&self, node: Node) -> &[Target] {
        self.targets_of(self.target_set(node))
    }

    /// The set of the targets of a node: nodes with the same targets have the same set.
    pub fn target_set(&self, node: Node) -> TargetSet {
        TargetSet(self.known[node])
    }

    /// The targets in a set.
    pub fn targets_of(&self, TargetSet(set): TargetSet) -> &[Target] {
        self.lists[set]
            .get_or_init(|| self.sets[set].iter().map(|id| self.targets[TargetId::from_index(id as usize)]).collect())
    }
}
