//! Graphs of states, and the infinite paths through them.
//!
//! A lasso is a path from the start and a cycle at its end. Edges that are spurious wake-ups belong to no cycle. A
//! cycle is *fair* if each thread that can go on somewhere on it takes a step on it. Fair cycles are looked for in
//! strongly connected components [Tarjan 72]: a component in which each thread that can go on takes a step has a fair
//! cycle through all of it. In any other component a fair cycle avoids the states in which a thread can go on that
//! takes no step in the component. The rest falls into components again [the emptiness check for Streett conditions;
//! Emerson, Lei 87].
//!
//! Left out: a scheduler with countdowns, in which no thread waits longer than a number of steps. The graph is known
//! here, so no number is needed.

use raddle_program::components::components;
use std::collections::VecDeque;

/// A step from one state to another, with a value that says how it is taken.
#[derive(Clone, Debug)]
pub struct Edge<W> {
    /// Where it leads.
    pub to: usize,
    /// The thread that takes it.
    pub thread: u32,
    /// Whether it is a spurious wake-up of a waiting thread.
    pub is_spurious: bool,
    /// How it is taken.
    pub way: W,
}

/// A state.
#[derive(Clone, Debug)]
struct Node<W> {
    edges: Vec<Edge<W>>,
    /// The threads that can go on, without those that can only wake up spuriously.
    enabled: u128,
    /// The edge by which it was first reached; none for the start.
    reached_by: Option<Step>,
}

/// A node with the index of one of its edges.
pub type Step = (usize, usize);

/// A graph of states; the start has number 0.
#[derive(Clone, Debug, Default)]
pub struct Graph<W> {
    nodes: Vec<Node<W>>,
}

/// An execution that does not end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasso {
    /// The path from the start to the cycle.
    pub stem: Vec<Step>,
    /// The cycle.
    pub round: Vec<Step>,
}

impl<W> Graph<W> {
    /// A graph without states.
    pub fn new() -> Self {
        Graph { nodes: Vec::new() }
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many edges there are.
    pub fn n_edges(&self) -> usize {
        self.nodes.iter().map(|node| node.edges.len()).sum()
    }

    /// Adds a state. The edge that `reached_by` names is the next that its node gets.
    pub fn add(&mut self, reached_by: Option<Step>) -> usize {
        self.nodes.push(Node { edges: Vec::new(), enabled: 0, reached_by });
        self.nodes.len() - 1
    }

    /// Says which threads can go on in a state.
    pub fn enable(&mut self, node: usize, threads: u128) {
        self.nodes[node].enabled |= threads;
    }

    /// The step that the next edge of a node will be.
    pub fn next_step(&self, node: usize) -> Step {
        (node, self.nodes[node].edges.len())
    }

    /// Adds an edge.
    pub fn connect(&mut self, from: usize, edge: Edge<W>) {
        self.nodes[from].edges.push(edge);
    }

    /// The edge of a step.
    pub fn edge(&self, (node, index): Step) -> &Edge<W> {
        &self.nodes[node].edges[index]
    }

    /// The path by which a state was first reached.
    pub fn stem(&self, node: usize) -> Vec<Step> {
        let mut stem = Vec::new();
        let mut at = node;
        while let Some(step) = self.nodes[at].reached_by {
            stem.push(step);
            at = step.0;
        }
        stem.reverse();
        stem
    }

    /// A lasso; a fair one, if that is asked for. If the graph is not complete, `None` does not exclude a lasso.
    pub fn lasso(&self, is_fair: bool) -> Option<Lasso> {
        self.lasso_among(is_fair, |_| true)
    }

    /// A lasso whose cycle uses only some nodes.
    pub fn lasso_among(&self, is_fair: bool, is_allowed: impl Fn(usize) -> bool) -> Option<Lasso> {
        // The number of the part to which each node belongs; a node that is left out belongs to none.
        let nodes: Vec<usize> = (0..self.nodes.len()).filter(|&node| is_allowed(node)).collect();
        let mut part_of = vec![0u32; self.nodes.len()];
        nodes.iter().for_each(|&node| part_of[node] = 1);
        let mut n_parts = 1;
        let mut parts: Vec<(u32, Vec<usize>)> = vec![(1, nodes)];
        while let Some((part, nodes)) = parts.pop() {
            for component in self.components(&nodes, part, &part_of) {
                n_parts += 1;
                component.iter().for_each(|&node| part_of[node] = n_parts);
                let moved =
                    self.steps_inside(&component, n_parts, &part_of).fold(0, |threads, step| threads | self.bit(step));
                if moved == 0 {
                    continue;
                }
                let enabled = component.iter().fold(0, |threads, &node| threads | self.nodes[node].enabled);
                let kept_waiting = if is_fair { enabled & !moved } else { 0 };
                if kept_waiting == 0 {
                    let must_move = if is_fair { moved } else { 0 };
                    return Some(self.lasso_in(&component, n_parts, &part_of, must_move));
                }
                n_parts += 1;
                let rest: Vec<usize> =
                    component.into_iter().filter(|&node| self.nodes[node].enabled & kept_waiting == 0).collect();
                rest.iter().for_each(|&node| part_of[node] = n_parts);
                parts.push((n_parts, rest));
            }
        }
        None
    }

    /// For each node what holds in it or in some node that it leads to, without spurious wake-ups.
    pub fn holds_some_time(&self, mut holds: Vec<u128>) -> Vec<u128> {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (from, node) in self.nodes.iter().enumerate() {
            node.edges.iter().filter(|edge| !edge.is_spurious).for_each(|edge| before[edge.to].push(from));
        }
        let mut pending: Vec<usize> = (0..self.nodes.len()).collect();
        while let Some(node) = pending.pop() {
            for &from in &before[node] {
                if holds[node] & !holds[from] != 0 {
                    holds[from] |= holds[node];
                    pending.push(from);
                }
            }
        }
        holds
    }

    fn bit(&self, step: Step) -> u128 {
        1 << self.edge(step).thread
    }

    /// The steps that lead from nodes of a part into it and are no spurious wake-ups.
    fn steps_inside<'g>(
        &'g self,
        nodes: &'g [usize],
        part: u32,
        part_of: &'g [u32],
    ) -> impl Iterator<Item = Step> + 'g {
        nodes.iter().flat_map(move |&node| {
            let edges = self.nodes[node].edges.iter().enumerate();
            let inside = edges.filter(move |(_, edge)| !edge.is_spurious && part_of[edge.to] == part);
            inside.map(move |(index, _)| (node, index))
        })
    }

    /// The strongly connected components of a part, each with its nodes in order, those with the first nodes first.
    fn components(&self, nodes: &[usize], part: u32, part_of: &[u32]) -> Vec<Vec<usize>> {
        let successor = |node: u32, position: &mut usize| {
            let edges = self.nodes[node as usize].edges.get(*position..)?;
            let inside = edges.iter().position(|edge| !edge.is_spurious && part_of[edge.to] == part)?;
            *position += inside + 1;
            Some(edges[inside].to as u32)
        };
        let found = components(self.nodes.len(), nodes.iter().map(|&node| node as u32), successor);
        let mut found: Vec<Vec<usize>> =
            found.into_iter().map(|component| component.into_iter().map(|node| node as usize).collect()).collect();
        found.iter_mut().for_each(|component| component.sort_unstable());
        found.sort_unstable();
        found
    }

    /// A cycle in a component with a step of each thread in `must_move`, or of any thread if there are none.
    fn lasso_in(&self, component: &[usize], part: u32, part_of: &[u32], must_move: u128) -> Lasso {
        let mut wanted: Vec<Step> = Vec::new();
        let mut moved = 0;
        for step in self.steps_inside(component, part, part_of) {
            let is_first = wanted.is_empty();
            if is_first || must_move & !moved & self.bit(step) != 0 {
                wanted.push(step);
                moved |= self.bit(step);
            }
        }
        let start = wanted[0].0;
        let (mut round, mut at) = (Vec::new(), start);
        for step in wanted {
            round.extend(self.way(at, step.0, part, part_of));
            round.push(step);
            at = self.edge(step).to;
        }
        round.extend(self.way(at, start, part, part_of));
        Lasso { stem: self.stem(start), round }
    }

    /// The shortest path between two nodes of a component.
    fn way(&self, from: usize, to: usize, part: u32, part_of: &[u32]) -> Vec<Step> {
        let mut reached_by: rustc_hash::FxHashMap<usize, Step> = rustc_hash::FxHashMap::default();
        let mut queue = VecDeque::from([from]);
        while let Some(node) = queue.pop_front() {
            if node == to {
                break;
            }
            for step in self.steps_inside(&[node], part, part_of) {
                let next = self.edge(step).to;
                if next != from && !reached_by.contains_key(&next) {
                    reached_by.insert(next, step);
                    queue.push_back(next);
                }
            }
        }
        let (mut way, mut at) = (Vec::new(), to);
        while at != from {
            let step = reached_by[&at];
            way.push(step);
            at = step.0;
        }
        way.reverse();
        way
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A graph from the threads that can go on in each node, and edges: from, to, thread, and whether it is spurious.
    fn graph(enabled: &[u128], edges: &[(usize, usize, u32, bool)]) -> Graph<()> {
        let mut graph = Graph::new();
        let mut reached = vec![None; enabled.len()];
        let mut counts = vec![0; enabled.len()];
        for &(from, to, ..) in edges {
            if to != 0 && reached[to].is_none() {
                reached[to] = Some((from, counts[from]));
            }
            counts[from] += 1;
        }
        for (node, &threads) in enabled.iter().enumerate() {
            graph.add(reached[node]);
            graph.enable(node, threads);
        }
        for &(from, to, thread, is_spurious) in edges {
            graph.connect(from, Edge { to, thread, is_spurious, way: () });
        }
        graph
    }

    #[test]
    fn a_way_without_a_round_ends() {
        let graph = graph(&[3, 3, 3, 0], &[(0, 1, 0, false), (0, 2, 1, false), (1, 3, 1, false), (2, 3, 0, false)]);
        assert_eq!((graph.lasso(false), graph.lasso(true)), (None, None));
    }

    #[test]
    fn spurious_wake_ups_make_no_round() {
        let edges = |is_spurious| [(0, 1, 0, false), (1, 2, 1, is_spurious), (2, 1, 1, false)];
        assert_eq!(graph(&[1, 2, 2], &edges(true)).lasso(false), None);
        let lasso = graph(&[1, 2, 2], &edges(false)).lasso(false).expect("a round");
        assert_eq!(lasso, Lasso { stem: vec![(0, 0)], round: vec![(1, 0), (2, 0)] });
    }

    #[test]
    fn what_holds_some_time_is_not_reached_by_spurious_wake_ups() {
        let graph = graph(&[0, 0, 0, 0], &[(0, 1, 0, false), (1, 2, 0, false), (2, 1, 0, false), (0, 3, 0, true)]);
        assert_eq!(graph.holds_some_time(vec![0, 1, 2, 4]), [3, 3, 3, 4]);
    }

    #[test]
    fn a_round_keeps_to_the_nodes_that_are_allowed() {
        let graph = graph(&[1, 1, 1], &[(0, 0, 0, false), (0, 1, 0, false), (1, 2, 0, false), (2, 1, 0, false)]);
        let lasso = graph.lasso_among(true, |node| node > 0).expect("a round");
        assert_eq!(lasso, Lasso { stem: vec![(0, 1)], round: vec![(1, 0), (2, 0)] });
        assert_eq!(graph.lasso_among(true, |node| node == 1), None);
    }

    #[test]
    fn fair_rounds_leave_nobody_waiting() {
        // Thread 0 cycles; thread 1 can end it, in every state or in one that the cycle can avoid.
        let busy = graph(&[3, 3, 0], &[(0, 1, 0, false), (1, 0, 0, false), (0, 2, 1, false), (1, 2, 1, false)]);
        assert!(busy.lasso(false).is_some());
        assert_eq!(busy.lasso(true), None);
        let avoids = graph(&[3, 1, 0], &[(0, 1, 0, false), (1, 0, 0, false), (0, 2, 1, false), (1, 1, 0, false)]);
        assert_eq!(avoids.lasso(true), Some(Lasso { stem: vec![(0, 0)], round: vec![(1, 1)] }));
        // Both take part.
        let both = graph(&[3, 3], &[(0, 1, 0, false), (1, 0, 0, false), (1, 1, 1, false)]);
        let lasso = both.lasso(true).expect("a fair round");
        assert_eq!(lasso.round, [(0, 0), (1, 1), (1, 0)]);
    }

    /// All closed walks without a repeated edge, by brute force.
    fn has_round(edges: &[(usize, usize, u32, bool)], enabled: &[u128], is_fair: bool) -> bool {
        // Of each set of edges: connected, each node entered as often as it is left by some path through the set, and
        // fair.
        (1u32..1 << edges.len()).any(|set| {
            let chosen: Vec<_> = (0..edges.len()).filter(|it| set >> it & 1 == 1).map(|it| edges[it]).collect();
            let reaches = |from: usize, to: usize| {
                let mut known = 1u32 << from;
                for _ in 0..enabled.len() {
                    known = chosen
                        .iter()
                        .filter(|edge| known >> edge.0 & 1 == 1)
                        .fold(known, |all, edge| all | 1 << edge.1);
                }
                known >> to & 1 == 1
            };
            let is_round = chosen.iter().all(|edge| chosen.iter().all(|other| reaches(edge.1, other.0)));
            let moved = chosen.iter().fold(0u128, |all, edge| all | 1 << edge.2);
            let can = chosen.iter().fold(0u128, |all, edge| all | enabled[edge.0] | enabled[edge.1]);
            is_round && chosen.iter().all(|edge| !edge.3) && (!is_fair || can & !moved == 0)
        })
    }

    #[test]
    fn small_graphs_agree_with_trying_all_rounds() {
        let mut seed = 7u64;
        let mut random = |n: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % n
        };
        let mut n_fair = 0;
        for _ in 0..3000 {
            let n_nodes = 2 + random(3) as usize;
            let enabled: Vec<u128> = (0..n_nodes).map(|_| u128::from(random(4))).collect();
            let n_edges = 2 + random(6);
            // The first edges reach every node.
            let mut edges: Vec<_> =
                (1..n_nodes).map(|to| (random(to as u64) as usize, to, random(2) as u32, false)).collect();
            for _ in 0..n_edges {
                edges.push((
                    random(n_nodes as u64) as usize,
                    random(n_nodes as u64) as usize,
                    random(2) as u32,
                    random(5) == 0,
                ));
            }
            let graph = graph(&enabled, &edges);
            for is_fair in [false, true] {
                let lasso = graph.lasso(is_fair);
                assert_eq!(
                    lasso.is_some(),
                    has_round(&edges, &enabled, is_fair),
                    "{enabled:?} {edges:?} fair: {is_fair}"
                );
                let Some(lasso) = lasso else { continue };
                n_fair += u32::from(is_fair);
                let mut at = 0;
                for &step in lasso.stem.iter().chain(&lasso.round).chain(&lasso.round) {
                    assert_eq!(step.0, at, "steps follow each other");
                    at = graph.edge(step).to;
                }
                assert!(lasso.round.iter().all(|&step| !graph.edge(step).is_spurious));
                let moved = lasso.round.iter().fold(0u128, |all, &step| all | 1 << graph.edge(step).thread);
                let can = lasso.round.iter().fold(0u128, |all, step| all | enabled[step.0]);
                assert!(!is_fair || can & !moved == 0);
            }
        }
        assert!(n_fair > 500);
    }
}
