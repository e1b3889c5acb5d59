//! What targets of addresses are used for: loads, stores, copies of bytes, and questions of the translation.
//!
//! A load through a node with many new targets goes through a node that holds what is loaded through any of these targets, and a store
//! in the same way: where a thousand nodes hold the same targets, each cell has one copy and not a thousand.

use raddle_program::entity::Entity;
use rustc_hash::FxHashMap;
use std::ops::Range;

use super::super::shift::is_outside;
use super::sets::{SetId, Sets};
use super::{Node, Solver, Target, TargetId};

/// Up to so many new targets each access has copies of its own: a shared node would be one more for each of them.
const N_OWN_COPIES: u32 = 4;

#[derive(Clone, Copy, Debug)]
pub(super) enum Use {
    Load {
        into: Node,
        size: Option<u64>,
    },
    Store {
        from: Node,
        size: Option<u64>,
    },
    /// The address from which a copy of bytes reads.
    CopySource(usize),
    /// The address to which it writes.
    CopyTarget(usize),
    /// Targets are handed back, once for each watch, under the name that the node had when it was asked for.
    Watched {
        node: Node,
        watch: usize,
    },
}

/// The nodes for accesses of so many bytes through any target of a set.
#[derive(Default, Debug)]
pub(super) struct Shared {
    loads: FxHashMap<(SetId, Option<u64>), Node>,
    stores: FxHashMap<(SetId, Option<u64>), Node>,
}

impl Solver {
    /// Applies uses to targets that are new; returns whether there were any.
    pub(super) fn apply_uses(&mut self) -> bool {
        let mut is_any = false;
        // Nodes that become new meanwhile have no uses.
        for position in 0..self.order.len() {
            let node = self.order[position];
            let data = &mut self.nodes[node];
            let applied = std::mem::replace(&mut data.applied, data.known);
            if applied == data.known || data.uses.is_empty() {
                continue;
            }
            let fresh = self.sets.difference(self.nodes[node].known, applied);
            for index in 0..self.nodes[node].uses.len() {
                is_any = true;
                let used = self.nodes[node].uses[index];
                self.apply_to(used, fresh);
            }
        }
        is_any || !self.watched.is_empty()
    }

    pub(super) fn add_use(&mut self, node: Node, used: Use) {
        let node = self.representatives[node];
        self.nodes[node].uses.push(used);
        self.apply_to(used, self.nodes[node].applied);
    }

    fn apply_to(&mut self, used: Use, targets: SetId) {
        if targets == Sets::EMPTY {
            return;
        }
        let is_shared = self.sets.get(targets).is_larger_than(N_OWN_COPIES);
        match used {
            Use::Load { into, size } if is_shared => {
                let shared = self.shared_load(targets, size);
                self.copy(shared, into);
            }
            Use::Store { from, size } if is_shared => {
                let shared = self.shared_store(targets, size);
                self.copy(from, shared);
            }
            _ => {
                for id in self.numbers(targets) {
                    self.apply_to_one(used, id);
                }
            }
        }
    }

    fn apply_to_one(&mut self, used: Use, id: TargetId) {
        let target = self.targets[id];
        match used {
            Use::Watched { node, watch } => {
                if self.told.insert((watch, id)) {
                    self.watched.push_back((node, target));
                }
            }
            Use::Load { into, size } => self.load_from(target, into, size),
            Use::Store { from, size } => self.store_into(from, target, size),
            Use::CopySource(copy) => self.copy_from(copy, target),
            Use::CopyTarget(copy) => self.copy_to(copy, target),
        }
    }

    fn numbers(&self, targets: SetId) -> Vec<TargetId> {
        self.sets.get(targets).iter().map(|id| TargetId::from_index(id as usize)).collect()
    }

    /// The node that holds what is loaded through any of some targets.
    fn shared_load(&mut self, targets: SetId, size: Option<u64>) -> Node {
        if let Some(&node) = self.shared.loads.get(&(targets, size)) {
            return node;
        }
        let node = self.node();
        self.shared.loads.insert((targets, size), node);
        for id in self.numbers(targets) {
            self.load_from(self.targets[id], node, size);
        }
        node
    }

    /// The node whose targets are stored through each of some targets.
    fn shared_store(&mut self, targets: SetId, size: Option<u64>) -> Node {
        if let Some(&node) = self.shared.stores.get(&(targets, size)) {
            return node;
        }
        let node = self.node();
        self.shared.stores.insert((targets, size), node);
        for id in self.numbers(targets) {
            self.store_into(node, self.targets[id], size);
        }
        node
    }

    fn load_from(&mut self, target: Target, into: Node, size: Option<u64>) {
        let cells = self.cells(target, size);
        for cell in self.sources(target, cells) {
            self.copy(cell, into);
        }
    }

    /// The nodes that hold what certain cells of the object of a target hold.
    pub(super) fn sources(&mut self, target: Target, cells: Range<usize>) -> Vec<Node> {
        if self.is_whole(target, &cells) {
            return vec![self.whole_source(target.object)];
        }
        self.objects[target.object].cells[cells].to_vec()
    }

    pub(super) fn store_into(&mut self, from: Node, target: Target, size: Option<u64>) {
        let cells = self.cells(target, size);
        if self.is_whole(target, &cells) {
            let into = self.whole_sink(target.object);
            return self.copy(from, into);
        }
        for index in cells {
            let cell = self.objects[target.object].cells[index];
            self.copy(from, cell);
        }
    }

    /// Whether cells are all cells of an object that has several.
    fn is_whole(&self, target: Target, cells: &Range<usize>) -> bool {
        cells.len() > 1 && cells.len() == self.objects[target.object].cells.len()
    }

    /// The node that holds what any cell of an object holds.
    fn whole_source(&mut self, object: super::AbstractObject) -> Node {
        if let Some(&node) = self.whole_sources.get(&object) {
            return node;
        }
        let node = self.node();
        self.whole_sources.insert(object, node);
        for cell in self.objects[object].cells.clone() {
            self.copy(cell, node);
        }
        node
    }

    /// The node whose targets all cells of an object hold.
    fn whole_sink(&mut self, object: super::AbstractObject) -> Node {
        if let Some(&node) = self.whole_sinks.get(&object) {
            return node;
        }
        let node = self.node();
        self.whole_sinks.insert(object, node);
        for cell in self.objects[object].cells.clone() {
            self.copy(node, cell);
        }
        node
    }

    pub(super) fn cells(&self, target: Target, size: Option<u64>) -> Range<usize> {
        let data = &self.objects[target.object];
        if data.kind.is_memory() && !target.offset.is_some_and(is_outside) {
            data.shape.touched(target.offset, size)
        } else {
            0..0
        }
    }
}
