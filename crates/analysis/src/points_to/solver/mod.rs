//! Inclusion constraints (Andersen 1994) over nodes.
//!
//! A node is a set of targets: what a register, a cell or a part of an expression may hold. Constraints:
//!
//! | form | meaning |
//! |---|---|
//! | `to ⊇ from` | a copy |
//! | `to ⊇ adjust(from)` | a copy that moves offsets |
//! | `to ⊇ *address` | a load: from every cell that `size` bytes at a target of `address` touch |
//! | `*address ⊇ from` | a store, in the same way |
//! | `*to ⊇ *from` | a copy of `size` bytes, cell by cell where both offsets are known |
//!
//! Loads, stores and copies of bytes are *uses*: each new target of the address adds copies. The solver works in rounds, as
//! wave propagation does (Pereira and Berlin, *Wave Propagation and Deep Propagation for Pointer Analysis*, 2009):
//!
//! 1. nodes on a cycle of copies hold the same, and become one node;
//! 2. what is new in a node is passed along the copies, in topological order;
//! 3. the uses of a node are applied to the targets that are new since the last round.
//!
//! Two devices keep the number of copies linear. An access that may touch every cell of an object goes through one node for
//! all of them ([`Solver::whole_source`], [`Solver::whole_sink`]). A copy of bytes goes through one node for each distance from
//! the start of the copied bytes ([`BytesCopy`]), so that it costs the sum, and not the product, of the targets of its two addresses.
//!
//! New targets of nodes that calls, creations or joins depend on are handed back ([`Solver::next_watched`]), so that the
//! translation can add what they lead to.
//!
//! Measured alternative: difference propagation, target by target, with lists of targets and hashed copies. With it `--engine static`
//! did not end within 10 s on 11 of 36 real programs; with this solver it ends within 10 s on all but one, and within 1 s on 30.

mod bytes_copy;
mod cycles;
mod moved;
mod solution;
mod sparse;

use raddle_program::entity::{Entity, Table};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::ops::Range;

use super::object::{AbstractObject, ObjectKind, Shape};
use bytes_copy::BytesCopy;
use cycles::components;
use moved::Moved;
use sparse::{Collector, SparseSet};

pub use moved::Adjust;
pub use solution::Solution;

raddle_program::entity!(
    /// A set of targets that is being computed.
    Node,
    "n"
);

raddle_program::entity!(
    /// The number of a target.
    TargetId,
    "t"
);

/// An abstract address: an object and a canonical offset, `None` for any.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Target {
    /// The object.
    pub object: AbstractObject,
    /// Where in it.
    pub offset: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
enum Use {
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

#[derive(Default, Debug)]
struct NodeData {
    known: SparseSet,
    /// Those of `known` that were not passed along the copies yet.
    unpassed: SparseSet,
    /// Those of `known` that the uses were not applied to yet.
    unapplied: SparseSet,
    /// Where it is copied to: numbers of nodes.
    copies: SparseSet,
    adjusted: Vec<(Node, Adjust)>,
    uses: Vec<Use>,
}

/// An object with the nodes of its cells.
#[derive(Clone, Debug)]
pub struct ObjectData {
    /// What it stands for.
    pub kind: ObjectKind,
    /// How it is cut.
    pub shape: Shape,
    /// One node a cell.
    pub cells: Vec<Node>,
}

/// Objects, nodes and constraints.
#[derive(Default, Debug)]
pub struct Solver {
    objects: Table<AbstractObject, ObjectData>,
    ids: FxHashMap<ObjectKind, AbstractObject>,
    targets: Table<TargetId, Target>,
    target_ids: FxHashMap<Target, TargetId>,
    nodes: Table<Node, NodeData>,
    /// Which node a node has become one with; itself, if none.
    representatives: Table<Node, Node>,
    /// Nodes that stand for the same are one.
    constants: FxHashMap<Target, Node>,
    adjusted: FxHashMap<(Node, Adjust), Node>,
    loaded: FxHashMap<(Node, Option<u64>), Node>,
    moved: FxHashMap<Adjust, Moved>,
    collector: Collector,
    byte_copies: Vec<BytesCopy>,
    whole_sources: FxHashMap<AbstractObject, Node>,
    whole_sinks: FxHashMap<AbstractObject, Node>,
    watched: VecDeque<(Node, Target)>,
    n_watches: usize,
    told: FxHashSet<(usize, TargetId)>,
    /// The representatives, those first that others are copied from.
    order: Vec<Node>,
    is_order_stale: bool,
}

impl Solver {
    /// The object of a kind; its shape is only asked for the first time.
    pub fn object(&mut self, kind: ObjectKind, shape: impl FnOnce() -> Shape) -> AbstractObject {
        if let Some(&object) = self.ids.get(&kind) {
            return object;
        }
        let shape = shape();
        let n_cells = if kind.is_memory() { shape.cells.len() } else { 0 };
        let cells = (0..n_cells).map(|_| self.node()).collect();
        let object = self.objects.push(ObjectData { kind, shape, cells });
        self.ids.insert(kind, object);
        object
    }

    /// All objects so far.
    pub fn objects(&self) -> &Table<AbstractObject, ObjectData> {
        &self.objects
    }

    /// An empty node.
    pub fn node(&mut self) -> Node {
        let node = self.nodes.push(NodeData::default());
        self.representatives.push(node);
        self.is_order_stale = true;
        node
    }

    /// Adds a target to a node.
    pub fn add(&mut self, node: Node, target: Target) {
        let target = self.target_id(target).index() as u32;
        let node = self.representatives[node];
        let data = &mut self.nodes[node];
        if data.known.insert(target) {
            data.unpassed.insert(target);
            data.unapplied.insert(target);
        }
    }

    /// `to ⊇ from`
    pub fn copy(&mut self, from: Node, to: Node) {
        let (from, to) = (self.representatives[from], self.representatives[to]);
        if from != to && self.nodes[from].copies.insert(to.index() as u32) {
            self.is_order_stale = true;
            let known = std::mem::take(&mut self.nodes[from].known);
            self.receive(to, &known);
            self.nodes[from].known = known;
        }
    }

    /// A node that holds one target.
    pub fn constant(&mut self, target: Target) -> Node {
        if let Some(&node) = self.constants.get(&target) {
            return node;
        }
        let node = self.node();
        self.constants.insert(target, node);
        self.add(node, target);
        node
    }

    /// A node that holds the targets of another one, adjusted: `node ⊇ adjust(from)`
    pub fn adjusted(&mut self, from: Node, adjust: Adjust) -> Node {
        let from = self.representatives[from];
        if let Some(&node) = self.adjusted.get(&(from, adjust)) {
            return node;
        }
        let node = self.node();
        self.adjusted.insert((from, adjust), node);
        self.nodes[from].adjusted.push((node, adjust));
        let known = self.nodes[from].known.clone();
        let moved = self.all_moved(&known, adjust);
        self.receive(node, &moved);
        node
    }

    /// A node that holds what `size` bytes at an address hold: `node ⊇ *address`
    pub fn loaded(&mut self, address: Node, size: Option<u64>) -> Node {
        let address = self.representatives[address];
        if let Some(&node) = self.loaded.get(&(address, size)) {
            return node;
        }
        let node = self.node();
        self.loaded.insert((address, size), node);
        self.add_use(address, Use::Load { into: node, size });
        node
    }

    /// `*address ⊇ from`
    pub fn store(&mut self, address: Node, from: Node, size: Option<u64>) {
        self.add_use(address, Use::Store { from, size });
    }

    /// `*to ⊇ *from`
    pub fn copy_bytes(&mut self, from: Node, to: Node, size: Option<u64>) {
        let copy = self.byte_copies.len();
        self.byte_copies.push(BytesCopy { size, parts: Vec::new(), targets: Vec::new() });
        self.add_use(from, Use::CopySource(copy));
        self.add_use(to, Use::CopyTarget(copy));
    }

    /// Reports the targets of this node: those that it has, and each one that it gets later.
    pub fn watch(&mut self, node: Node) {
        self.n_watches += 1;
        self.add_use(node, Use::Watched { node, watch: self.n_watches });
    }

    /// Propagates until some watched node has a new target, or until nothing is left to do.
    pub fn next_watched(&mut self) -> Option<(Node, Target)> {
        loop {
            if let Some(found) = self.watched.pop_front() {
                return Some(found);
            }
            if self.is_order_stale {
                self.merge_cycles();
            }
            self.pass_all();
            if !self.apply_uses() {
                return None;
            }
        }
    }

    /// What the nodes hold. Call it when [`Solver::next_watched`] has nothing left to do.
    pub fn finish(self) -> Solution {
        let mut nodes = self.nodes;
        let known = nodes.iter_mut().map(|(_, data)| std::mem::take(&mut data.known)).collect();
        Solution::new(self.objects, self.targets, self.representatives, known)
    }

    fn target_id(&mut self, target: Target) -> TargetId {
        let targets = &mut self.targets;
        *self.target_ids.entry(target).or_insert_with(|| targets.push(target))
    }

    /// Adds targets to a representative.
    fn receive(&mut self, node: Node, targets: &SparseSet) {
        let data = &mut self.nodes[node];
        let mut gained = SparseSet::default();
        if data.known.absorb(targets, &mut gained) {
            data.unpassed.unite(&gained);
            data.unapplied.unite(&gained);
        }
    }

    /// Makes one node of each cycle of copies, and orders what is left.
    fn merge_cycles(&mut self) {
        let n_nodes = self.nodes.len();
        let is_representative = |node: Node| self.representatives[node] == node;
        let mut successors: Vec<Vec<u32>> = vec![Vec::new(); n_nodes];
        for node in self.nodes.ids().filter(|&node| is_representative(node)) {
            let of_node = self.nodes[node].copies.iter();
            let mut heads: Vec<u32> =
                of_node.map(|to| self.representatives[Node::from_index(to as usize)].index() as u32).collect();
            heads.sort_unstable();
            heads.dedup();
            successors[node.index()] = heads;
        }
        let mut order = Vec::new();
        let mut is_merged = false;
        for component in components(n_nodes, &successors) {
            let mut members: Vec<Node> = component.into_iter().map(|it| Node::from_index(it as usize)).collect();
            members.sort_unstable();
            let first = members[0];
            if self.representatives[first] != first {
                continue;
            }
            for &member in &members[1..] {
                self.merge(member, first);
                is_merged = true;
            }
            order.push(first);
        }
        order.reverse();
        self.order = order;
        if is_merged {
            for node in self.nodes.ids() {
                self.representatives[node] = self.representatives[self.representatives[node]];
            }
        }
        self.is_order_stale = false;
    }

    fn merge(&mut self, from: Node, into: Node) {
        let absorbed = std::mem::take(&mut self.nodes[from]);
        let data = &mut self.nodes[into];
        // What one of the two has not done yet, both have to do.
        data.unpassed.unite(&absorbed.unpassed);
        data.unpassed.unite(&data.known.without(&absorbed.known));
        data.unpassed.unite(&absorbed.known.without(&data.known));
        data.unapplied.unite(&absorbed.unapplied);
        data.unapplied.unite(&data.known.without(&absorbed.known));
        data.unapplied.unite(&absorbed.known.without(&data.known));
        data.known.unite(&absorbed.known);
        data.copies.unite(&absorbed.copies);
        data.adjusted.extend(absorbed.adjusted);
        data.uses.extend(absorbed.uses);
        self.representatives[from] = into;
    }

    /// Passes what is new along the copies until nothing is: one pass in topological order, and again where an adjusted copy
    /// leads back.
    fn pass_all(&mut self) {
        let order = std::mem::take(&mut self.order);
        let mut is_new = true;
        while std::mem::take(&mut is_new) {
            for &node in &order {
                if self.nodes[node].unpassed.is_empty() {
                    continue;
                }
                is_new = true;
                let fresh = std::mem::take(&mut self.nodes[node].unpassed);
                let copies = std::mem::take(&mut self.nodes[node].copies);
                for to in copies.iter() {
                    let to = self.representatives[Node::from_index(to as usize)];
                    if to != node {
                        self.receive(to, &fresh);
                    }
                }
                self.nodes[node].copies = copies;
                for index in 0..self.nodes[node].adjusted.len() {
                    let (to, adjust) = self.nodes[node].adjusted[index];
                    let moved = self.all_moved(&fresh, adjust);
                    self.receive(self.representatives[to], &moved);
                }
            }
        }
        self.order = order;
    }

    /// Applies uses to targets that are new; returns whether there were any.
    fn apply_uses(&mut self) -> bool {
        let order = self.order.clone();
        let mut is_any = false;
        for node in order {
            let fresh = std::mem::take(&mut self.nodes[node].unapplied);
            if fresh.is_empty() {
                continue;
            }
            for index in 0..self.nodes[node].uses.len() {
                is_any = true;
                let used = self.nodes[node].uses[index];
                self.apply_to(used, &fresh);
            }
        }
        is_any || !self.watched.is_empty()
    }

    fn add_use(&mut self, node: Node, used: Use) {
        let node = self.representatives[node];
        self.nodes[node].uses.push(used);
        let data = &self.nodes[node];
        let done = data.known.without(&data.unapplied);
        self.apply_to(used, &done);
    }

    fn apply_to(&mut self, used: Use, targets: &SparseSet) {
        for id in targets.iter() {
            let id = TargetId::from_index(id as usize);
            let target = self.targets[id];
            match used {
                Use::Watched { node, watch } => {
                    if self.told.insert((watch, id)) {
                        self.watched.push_back((node, target));
                    }
                }
                Use::Load { into, size } => {
                    let cells = self.cells(target, size);
                    for cell in self.sources(target, cells) {
                        self.copy(cell, into);
                    }
                }
                Use::Store { from, size } => self.store_into(from, target, self.cells(target, size)),
                Use::CopySource(copy) => self.copy_from(copy, target),
                Use::CopyTarget(copy) => self.copy_to(copy, target),
            }
        }
    }

    /// The nodes that hold what certain cells of the object of a target hold.
    fn sources(&mut self, target: Target, cells: Range<usize>) -> Vec<Node> {
        if self.is_whole(target, &cells) {
            return vec![self.whole_source(target.object)];
        }
        self.objects[target.object].cells[cells].to_vec()
    }

    fn store_into(&mut self, from: Node, target: Target, cells: Range<usize>) {
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
    fn whole_source(&mut self, object: AbstractObject) -> Node {
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
    fn whole_sink(&mut self, object: AbstractObject) -> Node {
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

    fn cells(&self, target: Target, size: Option<u64>) -> Range<usize> {
        let data = &self.objects[target.object];
        if data.kind.is_memory() { data.shape.touched(target.offset, size) } else { 0..0 }
    }
}
