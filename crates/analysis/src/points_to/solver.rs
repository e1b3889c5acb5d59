//! Inclusion constraints (Andersen) over nodes, solved with difference propagation.
//!
//! A node is a set of targets: what a register, a cell or a part of an expression may hold. Constraints:
//!
//! | form | meaning |
//! |---|---|
//! | `to ⊇ adjust(from)` | a copy; the adjustment moves offsets |
//! | `to ⊇ *address` | a load: from every cell that `size` bytes at a target of `address` touch |
//! | `*address ⊇ from` | a store, in the same way |
//! | `*to ⊇ *from` | a copy of `size` bytes, cell by cell where both offsets are known |
//!
//! New targets of nodes that calls, creations or joins depend on are handed back ([`Solver::next_watched`]), so that the
//! translation can add what they lead to.

use raddle_program::entity::Table;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

use super::object::{AbstractObject, ObjectKind, Shape};

raddle_program::entity!(
    /// A set of targets that is being computed.
    Node,
    "n"
);

/// An abstract address: an object and a canonical offset, `None` for any.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Target {
    /// The object.
    pub object: AbstractObject,
    /// Where in it.
    pub offset: Option<u64>,
}

/// What a copy does to offsets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Adjust {
    /// Nothing.
    Same,
    /// So many bytes further.
    Shift(i128),
    /// An unknown multiple of so many bytes away.
    Stride(u64),
    /// Arithmetic that is not understood.
    Anywhere,
}

#[derive(Clone, Copy, Debug)]
enum Use {
    Load { into: Node, size: Option<u64> },
    Store { from: Node, size: Option<u64> },
    CopyTo { from: Node, size: Option<u64> },
    CopyFrom { to: Node, size: Option<u64> },
    Watched,
}

#[derive(Default, Debug)]
struct NodeData {
    targets: Vec<Target>,
    known: FxHashSet<Target>,
    n_done: usize,
    is_pending: bool,
    copies: Vec<(Node, Adjust)>,
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
    nodes: Table<Node, NodeData>,
    copies: FxHashSet<(Node, Node, Adjust)>,
    pending: VecDeque<Node>,
    watched: VecDeque<(Node, Target)>,
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
        self.nodes.push(NodeData::default())
    }

    /// The targets of a node, in the order in which they were found.
    pub fn targets(&self, node: Node) -> &[Target] {
        &self.nodes[node].targets
    }

    /// Adds a target to a node.
    pub fn add(&mut self, node: Node, target: Target) {
        let data = &mut self.nodes[node];
        if data.known.insert(target) {
            data.targets.push(target);
            if !std::mem::replace(&mut data.is_pending, true) {
                self.pending.push_back(node);
            }
        }
    }

    /// `to ⊇ adjust(from)`
    pub fn copy(&mut self, from: Node, to: Node, adjust: Adjust) {
        if (from == to && adjust == Adjust::Same) || !self.copies.insert((from, to, adjust)) {
            return;
        }
        self.nodes[from].copies.push((to, adjust));
        for target in self.done(from) {
            self.pass(target, to, adjust);
        }
    }

    /// `into ⊇ *address`
    pub fn load(&mut self, address: Node, into: Node, size: Option<u64>) {
        self.add_use(address, Use::Load { into, size });
    }

    /// `*address ⊇ from`
    pub fn store(&mut self, address: Node, from: Node, size: Option<u64>) {
        self.add_use(address, Use::Store { from, size });
    }

    /// `*to ⊇ *from`
    pub fn copy_bytes(&mut self, from: Node, to: Node, size: Option<u64>) {
        self.nodes[from].uses.push(Use::CopyTo { from: to, size });
        self.add_use(to, Use::CopyFrom { to: from, size });
    }

    /// New targets of this node are handed back.
    pub fn watch(&mut self, node: Node) {
        self.add_use(node, Use::Watched);
    }

    /// Propagates until some watched node has a new target, or until nothing is left to do.
    pub fn next_watched(&mut self) -> Option<(Node, Target)> {
        loop {
            if let Some(found) = self.watched.pop_front() {
                return Some(found);
            }
            let node = self.pending.pop_front()?;
            self.propagate(node);
        }
    }

    fn done(&self, node: Node) -> Vec<Target> {
        self.nodes[node].targets[..self.nodes[node].n_done].to_vec()
    }

    fn add_use(&mut self, node: Node, used: Use) {
        self.nodes[node].uses.push(used);
        for target in self.done(node) {
            self.apply(node, used, target);
        }
    }

    fn propagate(&mut self, node: Node) {
        let data = &mut self.nodes[node];
        data.is_pending = false;
        let fresh = data.targets[data.n_done..].to_vec();
        data.n_done = data.targets.len();
        for target in fresh {
            for index in 0..self.nodes[node].copies.len() {
                let (to, adjust) = self.nodes[node].copies[index];
                self.pass(target, to, adjust);
            }
            for index in 0..self.nodes[node].uses.len() {
                let used = self.nodes[node].uses[index];
                self.apply(node, used, target);
            }
        }
    }

    fn pass(&mut self, target: Target, to: Node, adjust: Adjust) {
        for target in self.adjusted(target, adjust) {
            self.add(to, target);
        }
    }

    fn adjusted(&self, target: Target, adjust: Adjust) -> Vec<Target> {
        let Target { object, offset } = target;
        let data = &self.objects[object];
        let at = |offset| Target { object, offset };
        match (adjust, offset) {
            _ if !data.kind.is_memory() => vec![target],
            (Adjust::Same, _) | (_, None) => vec![target],
            (Adjust::Shift(distance), Some(offset)) => {
                vec![at(data.shape.canonical(i128::from(offset) + distance))]
            }
            (Adjust::Stride(stride), Some(offset)) => match data.shape.strided(offset, stride) {
                Some(offsets) => offsets.into_iter().map(|offset| at(Some(offset))).collect(),
                None => vec![at(None)],
            },
            (Adjust::Anywhere, Some(_)) => vec![at(None)],
        }
    }

    fn cells(&self, target: Target, size: Option<u64>) -> std::ops::Range<usize> {
        let data = &self.objects[target.object];
        if data.kind.is_memory() { data.shape.touched(target.offset, size) } else { 0..0 }
    }

    fn apply(&mut self, node: Node, used: Use, target: Target) {
        match used {
            Use::Watched => self.watched.push_back((node, target)),
            Use::Load { into, size } => {
                for cell in self.cells(target, size) {
                    let cell = self.objects[target.object].cells[cell];
                    self.copy(cell, into, Adjust::Same);
                }
            }
            Use::Store { from, size } => {
                for cell in self.cells(target, size) {
                    let cell = self.objects[target.object].cells[cell];
                    self.copy(from, cell, Adjust::Same);
                }
            }
            Use::CopyTo { from: to, size } => {
                for other in self.done(to) {
                    self.copy_cells(target, other, size);
                }
            }
            Use::CopyFrom { to: from, size } => {
                for other in self.done(from) {
                    self.copy_cells(other, target, size);
                }
            }
        }
    }

    fn copy_cells(&mut self, from: Target, to: Target, size: Option<u64>) {
        let sources = self.cells(from, size);
        for source in sources {
            let cell = self.objects[from.object].shape.cells[source];
            let node = self.objects[from.object].cells[source];
            let is_shared = cell.size == u64::MAX || !self.objects[from.object].shape.is_exact(cell.offset);
            let touched = match (from.offset, to.offset, size) {
                (Some(start), Some(base), Some(_)) if !is_shared && cell.offset >= start => {
                    let shape = &self.objects[to.object].shape;
                    let moved = shape.canonical(i128::from(base) + i128::from(cell.offset - start));
                    self.cells(Target { object: to.object, offset: moved }, Some(cell.size))
                }
                _ => self.cells(to, size),
            };
            for target in touched {
                let target = self.objects[to.object].cells[target];
                self.copy(node, target, Adjust::Same);
            }
        }
    }
}
