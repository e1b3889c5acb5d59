//! Explanations: clauses of literals for the theory's consequences.
//!
//! An edge holds because of literals; a derived edge also because of a path that existed before it. So a reason is found by going back from
//! the consequence, path by path, each along edges that are older than the edge they explain. Paths are searched breadth first, to find
//! those with the fewest edges apart from edges of chains.

use super::graph::Event;
use super::layout::NONE;
use super::reachability::Reason;
use super::theory::{Implication, OrderTheory};
use crate::sat::Lit;

/// Where searches for reasons work.
#[derive(Default)]
pub(super) struct Explainer {
    /// By chain: the earliest position that was reached, and from where on the vertices were looked at.
    reached: Vec<u32>,
    scanned: Vec<u32>,
    /// Vertices reached, with the edge that led there and the number of the entry that it left from.
    queue: Vec<(u32, u32, u32)>,
    /// Paths to explain: from, to, and how many edges there were.
    paths: Vec<(u32, u32, u32)>,
    /// By edge: whether it is explained in this clause.
    is_explained: Vec<bool>,
    explained: Vec<u32>,
}

impl OrderTheory {
    /// The clause that forbids an edge which closes a cycle.
    pub(super) fn explain_cycle(&mut self, from: u32, to: u32, reason: Reason) -> Vec<Lit> {
        let mut clause = Vec::new();
        let edges = self.order.edges.len() as u32;
        self.explain_reason(reason, edges, &mut clause);
        self.explainer.paths.push((to, from, edges));
        self.explain_paths(&mut clause);
        clause
    }

    /// The clause for a literal that followed when there were this many edges.
    pub(super) fn explain_implication(
        &mut self,
        lit: Lit,
        implication: Implication,
        edges: u32,
        clause: &mut Vec<Lit>,
    ) {
        match implication {
            Implication::Cycle { edge } => {
                let edge = &self.layout.edges[edge as usize];
                clause.extend(edge.conditions.iter().map(|&condition| !condition));
                let (from, to) = (edge.from, edge.to);
                self.path_between(to, from, edges);
            }
            Implication::Between { source, rival, same } => {
                let edge = &self.layout.edges[source as usize];
                clause.push(!edge.conditions[0]);
                clause.extend(self.layout.guard[rival.index()].map(|guard| !guard));
                clause.extend(same.map(|same| !same));
                let (origin, read) = (edge.from, edge.to);
                self.path_between(origin, rival, edges);
                self.path_between(rival, read, edges);
            }
            Implication::Other { source, other } => {
                clause.extend([source, other].map(|source| !self.layout.edges[source as usize].conditions[0]));
            }
        }
        self.explain_paths(clause);
        debug_assert!(clause.contains(&lit));
    }

    /// Notes the path from an event to one behind it, if there is more to it than their chain.
    fn path_between(&mut self, first: Event, second: Event, edges: u32) {
        let (from, to) = (self.layout.vertex[first.index()], self.layout.vertex[second.index()]);
        if from != to {
            self.explainer.paths.push((from, to, edges));
        }
    }

    /// Adds the literals of an edge, and notes the path that it needs.
    fn explain_reason(&mut self, reason: Reason, edges: u32, clause: &mut Vec<Lit>) {
        match reason {
            Reason::Given(edge) => {
                clause.extend(self.layout.edges[edge as usize].conditions.iter().map(|&condition| !condition));
            }
            Reason::Before { source, rival, same } => {
                self.explain_rival(source, rival, same, clause);
                let read = self.layout.edges[source as usize].to;
                self.path_between(rival, read, edges);
            }
            Reason::Behind { source, rival, same } => {
                self.explain_rival(source, rival, same, clause);
                let origin = self.layout.edges[source as usize].from;
                self.path_between(origin, rival, edges);
            }
        }
    }

    fn explain_rival(&self, source: u32, rival: Event, same: Option<Lit>, clause: &mut Vec<Lit>) {
        clause.push(!self.layout.edges[source as usize].conditions[0]);
        clause.extend(self.layout.guard[rival.index()].map(|guard| !guard));
        clause.extend(same.map(|same| !same));
    }

    /// Adds the literals of all paths that were noted.
    fn explain_paths(&mut self, clause: &mut Vec<Lit>) {
        if self.explainer.is_explained.len() < self.order.edges.len() {
            self.explainer.is_explained.resize(self.order.edges.len(), false);
        }
        while let Some((from, to, edges)) = self.explainer.paths.pop() {
            let mut at = self.search(from, to, edges);
            while at != NONE {
                let (_, edge, before) = self.explainer.queue[at as usize];
                if edge != NONE && !std::mem::replace(&mut self.explainer.is_explained[edge as usize], true) {
                    self.explainer.explained.push(edge);
                    self.explain_reason(self.order.edges[edge as usize].reason, edge, clause);
                }
                at = before;
            }
        }
        while let Some(edge) = self.explainer.explained.pop() {
            self.explainer.is_explained[edge as usize] = false;
        }
        clause.sort_unstable();
        clause.dedup();
    }

    /// Searches a path along the edges that came first. Returns its last entry in the queue.
    fn search(&mut self, from: u32, to: u32, edges: u32) -> u32 {
        let (layout, order, work) = (&self.layout, &self.order, &mut self.explainer);
        let place = |vertex: u32| (layout.chain_of[vertex as usize] as usize, layout.position[vertex as usize]);
        let (goal_chain, goal) = place(to);
        work.reached.clear();
        work.reached.resize(layout.chains, NONE);
        work.scanned.clear();
        work.scanned.resize(layout.chains, NONE);
        work.queue.clear();
        work.queue.push((from, NONE, NONE));
        let mut next = 0;
        while let Some(&(vertex, _, _)) = work.queue.get(next) {
            let (chain, position) = place(vertex);
            if chain == goal_chain && position <= goal {
                return next as u32;
            }
            // What is not before the goal now leads nowhere.
            let end = work.scanned[chain].min(order.before_on(to, chain));
            work.scanned[chain] = work.scanned[chain].min(position);
            for at in position..end {
                let leaving = order.leaving(layout.first_vertex[chain] + at);
                for &edge in leaving.iter().take_while(|&&edge| edge < edges) {
                    let target = order.edges[edge as usize].to;
                    let (chain, position) = place(target);
                    if position < work.reached[chain] {
                        work.reached[chain] = position;
                        work.queue.push((target, edge, next as u32));
                    }
                }
            }
            next += 1;
        }
        panic!("the ordering theory cannot say why one event is before another");
    }
}
