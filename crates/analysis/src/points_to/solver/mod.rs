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
//! Equal sets are stored once ([`Sets`]). Three devices keep the number of copies linear. Accesses of one size through nodes that hold
//! the same new targets go through one node for all of them (`uses`). An access that may touch every cell of an object goes through one
//! node for all cells ([`Solver::whole_source`], [`Solver::whole_sink`]). A copy of bytes goes through one node for each distance from
//! the start of the copied bytes ([`BytesCopy`]), so that it costs the sum, and not the product, of the targets of its two addresses.
//!
//! New targets of nodes on which calls, creations or joins depend are returned ([`Solver::next_watched`]), so that the
//! translation can add the constraints to which they lead.
//!
//! Measured alternative: difference propagation, target by target, with lists of targets and hashed copies. With it `--engine static`
//! did not end within 10 s on 11 of 36 real programs; with this solver it ends within 10 s on all but one, and within 1 s on 30.

mod bytes_copy;
mod moved;
mod sets;
mod solution;
mod sparse;
mod uses;

use raddle_program::components::components_of;
use raddle_program::entity::{Entity, Table};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

use super::object::{AbstractObject, ObjectKind, Shape};
use bytes_copy::BytesCopy;
use moved::{ExtraOffsets, Moved};
use sets::{SetId, Sets};
use sparse::{Collector, SparseSet};
use uses::{Shared, Use};

pub use moved::Adjust;
pub use solution::{Solution, TargetSet};

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

#[derive(Debug)]
struct NodeData {
    /// What it holds, but for what is in `received`.
    known: SetId,
    received: Vec<SetId>,
    /// What was passed along all copies; part of `known`.
    passed: SetId,
    /// What the uses were applied to; part of `known`.
    applied: SetId,
    /// Where it is copied to: numbers of nodes.
    copies: SparseSet,
    adjusted: Vec<(Node, Adjust)>,
    uses: Vec<Use>,
}

impl Default for NodeData {
    fn default() -> NodeData {
        NodeData {
            known: Sets::EMPTY,
            received: Vec::new(),
            passed: Sets::EMPTY,
            applied: Sets::EMPTY,
            copies: SparseSet::default(),
            adjusted: Vec::new(),
            uses: Vec::new(),
        }
    }
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
    /// Whether a pointer into an array stays in it while it moves by elements.
    pub keeps_members: bool,
    objects: Table<AbstractObject, ObjectData>,
    ids: FxHashMap<ObjectKind, AbstractObject>,
    targets: Table<TargetId, Target>,
    target_ids: FxHashMap<Target, TargetId>,
    nodes: Table<Node, NodeData>,
    sets: Sets,
    shared: Shared,
    /// Which node a node has become one with; itself, if none.
    representatives: Table<Node, Node>,
    /// Nodes that stand for the same are one.
    constants: FxHashMap<Target, Node>,
    adjusted: FxHashMap<(Node, Adjust), Node>,
    loaded: FxHashMap<(Node, Option<u64>), Node>,
    moved: FxHashMap<Adjust, Moved>,
    extra_offsets: ExtraOffsets,
    collector: Collector,
    byte_copies: Vec<BytesCopy>,
    whole_sources: FxHashMap<AbstractObject, Node>,
    whole_sinks: FxHashMap<AbstractObject, Node>,
    watched: VecDeque<(Node, Target)>,
    n_watches: usize,
    told: FxHashSet<(usize, TargetId)>,
    /// The representatives: a node comes before the nodes that it is copied to, and behind all of these come the new ones.
    order: Vec<Node>,
    /// Where a representative stands in `order`.
    positions: Table<Node, u32>,
    /// The positions of nodes that have received something: a bit each.
    waiting: Vec<u64>,
    n_ordered_copies: usize,
    n_new_copies: usize,
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
        self.positions.push(self.order.len() as u32);
        self.order.push(node);
        node
    }

    /// Adds a target to a node.
    pub fn add(&mut self, node: Node, target: Target) {
        let target = self.target_id(target).index() as u32;
        let node = self.representatives[node];
        let set = self.sets.singleton(target);
        self.receive(node, set);
    }

    /// `to ⊇ from`
    pub fn copy(&mut self, from: Node, to: Node) {
        let (from, to) = (self.representatives[from], self.representatives[to]);
        if from != to && self.nodes[from].copies.insert(to.index() as u32) {
            self.n_new_copies += 1;
            self.receive(to, self.nodes[from].known);
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
        let moved = self.all_moved(self.nodes[from].known, adjust);
        self.receive(node, moved);
        node
    }

    /// The targets of a node that is followed: outside of its object an address leads nowhere. Call it when
    /// [`Solver::next_watched`] has nothing left to do.
    pub fn followed(&mut self, node: Node) -> Node {
        let node = self.representatives[node];
        let known = self.nodes[node].known;
        let followed = self.all_moved(known, Adjust::Followed);
        if followed == known {
            return node;
        }
        let to = self.adjusted(node, Adjust::Followed);
        self.nodes[to].known = followed;
        to
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
            // Any order is right. A fresh one costs a visit of all copies, so it waits for a quarter more of them.
            if self.n_new_copies > self.n_ordered_copies / 4 {
                self.merge_cycles();
            }
            self.pass_all();
            if self.sets.is_full() {
                self.forget_sets();
            }
            if !self.apply_uses() {
                return None;
            }
        }
    }

    /// What the nodes hold. Call it when [`Solver::next_watched`] has nothing left to do.
    pub fn finish(self) -> Solution {
        let known = self.representatives.iter().map(|(_, &node)| self.nodes[node].known).collect();
        Solution::new(self.objects, self.targets, known, self.sets.finish())
    }

    fn target_id(&mut self, target: Target) -> TargetId {
        let targets = &mut self.targets;
        *self.target_ids.entry(target).or_insert_with(|| targets.push(target))
    }

    /// Adds targets to a representative.
    fn receive(&mut self, node: Node, targets: SetId) {
        let data = &mut self.nodes[node];
        if targets != Sets::EMPTY && targets != data.known && data.received.last() != Some(&targets) {
            data.received.push(targets);
            self.wake(node);
        }
    }

    fn wake(&mut self, node: Node) {
        let position = self.positions[node] as usize;
        if self.waiting.len() <= position / 64 {
            self.waiting.resize(position / 64 + 1, 0);
        }
        self.waiting[position / 64] |= 1 << (position % 64);
    }

    /// Makes one node of each cycle of copies, and orders what is left.
    fn merge_cycles(&mut self) {
        let n_nodes = self.nodes.len();
        let is_representative = |node: Node| self.representatives[node] == node;
        let mut successors: Vec<Vec<u32>> = vec![Vec::new(); n_nodes];
        (self.n_ordered_copies, self.n_new_copies) = (0, 0);
        for node in self.nodes.ids().filter(|&node| is_representative(node)) {
            let of_node = self.nodes[node].copies.iter();
            let mut heads: Vec<u32> =
                of_node.map(|to| self.representatives[Node::from_index(to as usize)].index() as u32).collect();
            heads.sort_unstable();
            heads.dedup();
            self.n_ordered_copies += heads.len();
            successors[node.index()] = heads;
        }
        let mut order = Vec::new();
        let mut is_merged = false;
        for component in components_of(&successors) {
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
        if is_merged {
            for node in self.nodes.ids() {
                self.representatives[node] = self.representatives[self.representatives[node]];
            }
        }
        self.waiting.clear();
        for (position, &node) in order.iter().enumerate() {
            self.positions[node] = position as u32;
            let data = &self.nodes[node];
            if !data.received.is_empty() || data.known != data.passed {
                self.wake(node);
            }
        }
        self.order = order;
    }

    fn merge(&mut self, from: Node, into: Node) {
        let absorbed = std::mem::take(&mut self.nodes[from]);
        let data = &mut self.nodes[into];
        data.received.push(absorbed.known);
        data.received.extend(absorbed.received);
        // What one of the two has not done yet, both have to do.
        data.passed = Sets::EMPTY;
        data.applied = self.sets.intersection(data.applied, absorbed.applied);
        data.copies.unite(&absorbed.copies);
        data.adjusted.extend(absorbed.adjusted);
        data.uses.extend(absorbed.uses);
        self.representatives[from] = into;
    }

    /// Passes what is new along the copies until nothing is: in topological order, and again where a copy leads back.
    fn pass_all(&mut self) {
        let mut is_any = true;
        while std::mem::take(&mut is_any) {
            let mut block = 0;
            while block < self.waiting.len() {
                let bits = self.waiting[block];
                if bits == 0 {
                    block += 1;
                    continue;
                }
                is_any = true;
                self.waiting[block] &= bits - 1;
                self.pass(self.order[block * 64 + bits.trailing_zeros() as usize]);
            }
        }
    }

    /// Adds what a node has received to what it holds, and passes it along the copies if it is new.
    fn pass(&mut self, node: Node) {
        let data = &mut self.nodes[node];
        if !data.received.is_empty() {
            let mut parts = std::mem::take(&mut data.received);
            parts.push(data.known);
            self.nodes[node].known = self.sets.union(parts);
        }
        let NodeData { known, passed, .. } = self.nodes[node];
        if known == passed {
            return;
        }
        self.nodes[node].passed = known;
        let copies = std::mem::take(&mut self.nodes[node].copies);
        for to in copies.iter() {
            let to = self.representatives[Node::from_index(to as usize)];
            if to != node {
                self.receive(to, known);
            }
        }
        self.nodes[node].copies = copies;
        if !self.nodes[node].adjusted.is_empty() {
            let fresh = self.sets.difference(known, passed);
            for index in 0..self.nodes[node].adjusted.len() {
                let (to, adjust) = self.nodes[node].adjusted[index];
                let moved = self.all_moved(fresh, adjust);
                self.receive(self.representatives[to], moved);
            }
        }
    }

    /// Forgets sets that no node holds any more. All nodes have passed what they received.
    fn forget_sets(&mut self) {
        self.shared = Shared::default();
        self.moved.values_mut().for_each(Moved::forget_sets);
        self.sets.retain(self.nodes.iter().flat_map(|(_, data)| [data.known, data.passed, data.applied]));
    }
}
