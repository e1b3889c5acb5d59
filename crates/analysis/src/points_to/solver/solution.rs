//! The least solution of the constraints.

use raddle_program::entity::{Entity, Table};
use std::sync::OnceLock;

use super::super::object::AbstractObject;
use super::sparse::SparseSet;
use super::{Node, ObjectData, Target, TargetId};

/// What nodes hold, after the constraints are solved.
#[derive(Debug)]
pub struct Solution {
    objects: Table<AbstractObject, ObjectData>,
    targets: Table<TargetId, Target>,
    representatives: Table<Node, Node>,
    known: Table<Node, SparseSet>,
    lists: Table<Node, OnceLock<Box<[Target]>>>,
}

impl Solution {
    /// What each node that stands for itself holds, and which node stands for another one.
    pub(super) fn new(
        objects: Table<AbstractObject, ObjectData>,
        targets: Table<TargetId, Target>,
        representatives: Table<Node, Node>,
        known: Table<Node, SparseSet>,
    ) -> Solution {
        let lists = known.ids().map(|_| OnceLock::new()).collect();
        Solution { objects, targets, representatives, known, lists }
    }

    /// All objects.
    pub fn objects(&self) -> &Table<AbstractObject, ObjectData> {
        &self.objects
    }

    /// The targets of a node, in the order in which targets were found.
    pub fn targets(&self, node: Node) -> &[Target] {
        let node = self.representatives[node];
        self.lists[node].get_or_init(|| listed(&self.known[node], &self.targets).collect())
    }
}

fn listed(known: &SparseSet, targets: &Table<TargetId, Target>) -> impl Iterator<Item = Target> {
    known.iter().map(|id| targets[TargetId::from_index(id as usize)])
}
