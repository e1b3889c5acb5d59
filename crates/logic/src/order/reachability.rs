//! Reachability between vertices: two vector clocks for each vertex, updated edge by edge, and undone on backtracking.
//!
//! With chains, two rows of numbers suffice for a vertex: how much of each chain is before it, and from where on each chain is after it. A
//! new edge raises the clocks of the vertices behind it and lowers those of the vertices in front of it, as far as anything changes. Each
//! change is recorded, for undoing and for the rules that process changes.

use super::graph::Event;
use super::layout::Layout;
use crate::sat::Lit;

/// Why an edge is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// The conditions of this edge of the layout hold.
    Given(u32),
    /// The rival is before the read, so it is before the write that the read reads from.
    Before { source: u32, rival: Event, same: Option<Lit> },
    /// The rival is behind the write that the read reads from, so it is behind the read.
    Behind { source: u32, rival: Event, same: Option<Lit> },
}

/// An edge that holds now.
#[derive(Clone, Copy)]
pub(super) struct ActiveEdge {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) reason: Reason,
}

/// A changed entry of a clock.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub(super) vertex: u32,
    pub(super) chain: u32,
    /// Of the clock of what is before the vertex, or of what is behind it.
    pub(super) is_before: bool,
    pub(super) old: u32,
}

/// Where to go back to.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    changes: usize,
    edges: usize,
}

/// The order as far as it is known.
#[derive(Default)]
pub(super) struct Reachability {
    chains: usize,
    chain_of: Vec<u32>,
    position: Vec<u32>,
    /// By vertex: whether it is the last one of its chain.
    is_last: Vec<bool>,
    /// By vertex and chain: how many vertices of the chain are the vertex or before it.
    before: Vec<u32>,
    /// By vertex and chain: the first position of the chain that is the vertex or behind it; `u32::MAX` if none is.
    behind: Vec<u32>,
    pub(super) edges: Vec<ActiveEdge>,
    /// By vertex: the edges that leave it and that enter it, in the order in which they came.
    leaving: Vec<Vec<u32>>,
    entering: Vec<Vec<u32>>,
    pub(super) changes: Vec<Change>,
    /// Where the work is done, to keep the memory.
    row: Vec<u32>,
    stack: Vec<u32>,
}

impl Reachability {
    /// Chains only.
    pub(super) fn new(layout: &Layout) -> Self {
        let (chains, vertices) = (layout.chains, layout.chain_of.len());
        let mut order = Reachability {
            chains,
            chain_of: layout.chain_of.clone(),
            position: layout.position.clone(),
            is_last: (0..vertices)
                .map(|vertex| layout.position[vertex] + 1 == layout.length[layout.chain_of[vertex] as usize])
                .collect(),
            before: vec![0; vertices * chains],
            behind: vec![u32::MAX; vertices * chains],
            leaving: vec![Vec::new(); vertices],
            entering: vec![Vec::new(); vertices],
            ..Reachability::default()
        };
        for vertex in 0..vertices {
            let slot = vertex * chains + layout.chain_of[vertex] as usize;
            order.before[slot] = layout.position[vertex] + 1;
            order.behind[slot] = layout.position[vertex];
        }
        order
    }

    /// Whether the first vertex is before the second, or the same.
    pub(super) fn reaches(&self, from: u32, to: u32) -> bool {
        self.before_on(to, self.chain_of[from as usize] as usize) > self.position[from as usize]
    }

    /// How many vertices of the chain are the vertex or before it.
    pub(super) fn before_on(&self, vertex: u32, chain: usize) -> u32 {
        self.before[vertex as usize * self.chains + chain]
    }

    /// The first position on the chain that is the vertex or behind it.
    pub(super) fn behind_on(&self, vertex: u32, chain: usize) -> u32 {
        self.behind[vertex as usize * self.chains + chain]
    }

    /// The edges that leave a vertex, in the order in which they came.
    pub(super) fn leaving(&self, vertex: u32) -> &[u32] {
        &self.leaving[vertex as usize]
    }

    /// Adds an edge that closes no cycle and does not follow from the existing edges.
    pub(super) fn insert(&mut self, from: u32, to: u32, reason: Reason) {
        debug_assert!(!self.reaches(to, from) && !self.reaches(from, to));
        let index = self.edges.len() as u32;
        self.edges.push(ActiveEdge { from, to, reason });
        self.leaving[from as usize].push(index);
        self.entering[to as usize].push(index);
        self.raise(from, to);
        self.lower(from, to);
    }

    fn raise(&mut self, from: u32, to: u32) {
        let chains = self.chains;
        self.row.clear();
        self.row.extend_from_slice(&self.before[from as usize * chains..][..chains]);
        self.stack.clear();
        self.stack.push(to);
        while let Some(mut vertex) = self.stack.pop() {
            loop {
                let clock = &mut self.before[vertex as usize * chains..][..chains];
                let mut is_changed = false;
                for (chain, (entry, &new)) in clock.iter_mut().zip(&self.row).enumerate() {
                    if new > *entry {
                        self.changes.push(Change { vertex, chain: chain as u32, is_before: true, old: *entry });
                        *entry = new;
                        is_changed = true;
                    }
                }
                if !is_changed {
                    break;
                }
                self.stack.extend(self.leaving[vertex as usize].iter().map(|&edge| self.edges[edge as usize].to));
                if self.is_last[vertex as usize] {
                    break;
                }
                vertex += 1;
            }
        }
    }

    fn lower(&mut self, from: u32, to: u32) {
        let chains = self.chains;
        self.row.clear();
        self.row.extend_from_slice(&self.behind[to as usize * chains..][..chains]);
        self.stack.clear();
        self.stack.push(from);
        while let Some(mut vertex) = self.stack.pop() {
            loop {
                let clock = &mut self.behind[vertex as usize * chains..][..chains];
                let mut is_changed = false;
                for (chain, (entry, &new)) in clock.iter_mut().zip(&self.row).enumerate() {
                    if new < *entry {
                        self.changes.push(Change { vertex, chain: chain as u32, is_before: false, old: *entry });
                        *entry = new;
                        is_changed = true;
                    }
                }
                if !is_changed {
                    break;
                }
                self.stack.extend(self.entering[vertex as usize].iter().map(|&edge| self.edges[edge as usize].from));
                if self.position[vertex as usize] == 0 {
                    break;
                }
                vertex -= 1;
            }
        }
    }

    /// The current state, for undoing.
    pub(super) fn mark(&self) -> Mark {
        Mark { changes: self.changes.len(), edges: self.edges.len() }
    }

    /// Takes back what came after the mark.
    pub(super) fn undo(&mut self, mark: Mark) {
        for change in self.changes.drain(mark.changes..).rev() {
            let slot = change.vertex as usize * self.chains + change.chain as usize;
            let clock = if change.is_before { &mut self.before } else { &mut self.behind };
            clock[slot] = change.old;
        }
        for edge in self.edges.drain(mark.edges..).rev() {
            self.leaving[edge.from as usize].pop();
            self.entering[edge.to as usize].pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::Graph;

    /// Clocks after random insertions and undos are those of a search along the edges.
    #[test]
    fn clocks_are_reachability_after_any_insertions_and_undos() {
        let mut seed = 3u64;
        let mut random = |limit: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % limit
        };
        for _ in 0..200 {
            let mut graph = Graph::new();
            for _ in 0..1 + random(4) {
                let chain = graph.chain();
                for _ in 0..random(5) {
                    graph.event(chain, None);
                }
            }
            let layout = Layout::new(&graph);
            let vertices = layout.chain_of.len() as u32;
            let mut order = Reachability::new(&layout);
            let mut marks = vec![];
            for _ in 0..40 {
                if vertices < 2 {
                    break;
                }
                match random(4) {
                    0 => marks.push(order.mark()),
                    1 => {
                        if let Some(mark) = marks.pop() {
                            order.undo(mark);
                        }
                    }
                    _ => {
                        let (from, to) = (random(u64::from(vertices)) as u32, random(u64::from(vertices)) as u32);
                        if !order.reaches(from, to) && !order.reaches(to, from) {
                            order.insert(from, to, Reason::Given(0));
                        }
                    }
                }
                let mut reaches = vec![vec![false; vertices as usize]; vertices as usize];
                for from in 0..vertices {
                    let mut stack = vec![from];
                    while let Some(at) = stack.pop() {
                        if std::mem::replace(&mut reaches[from as usize][at as usize], true) {
                            continue;
                        }
                        if !order.is_last[at as usize] {
                            stack.push(at + 1);
                        }
                        stack.extend(order.edges.iter().filter(|edge| edge.from == at).map(|edge| edge.to));
                    }
                }
                for from in 0..vertices {
                    for to in 0..vertices {
                        let expected = reaches[from as usize][to as usize];
                        assert_eq!(order.reaches(from, to), expected);
                        let chain = layout.chain_of[to as usize] as usize;
                        assert_eq!(order.behind_on(from, chain) <= layout.position[to as usize], expected);
                    }
                }
            }
        }
    }
}
