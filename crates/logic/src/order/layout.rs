//! The theory's representation of a graph: vertices, edges, and the edges and sources that each literal concerns.
//!
//! A vertex is an event, or a group of events that act as one. Vertices are numbered chain by chain, so that the next
//! vertex of a chain is the next number.

use rustc_hash::FxHashMap;

use super::graph::{Chain, Event, Graph, Kind};
use crate::sat::{Lit, Var};

/// A vertex, or a place on a chain, where there is none.
pub(super) const NONE: u32 = u32::MAX;

/// What waits for a literal to become true.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Watch {
    /// It is a condition of this edge.
    Edge(u32),
    /// It is the guard of this write.
    Guard(Event),
    /// It says that this alias is one.
    Alias(u32),
}

/// An edge that holds under conditions. The first ones are those of the sources, with the same numbers.
pub(super) struct Edge {
    pub(super) from: Event,
    pub(super) to: Event,
    pub(super) conditions: Vec<Lit>,
}

/// A write that may be at the address of a read.
#[derive(Clone, Copy)]
pub(super) struct Rival {
    pub(super) place: u32,
    pub(super) write: Event,
    pub(super) same: Option<Lit>,
}

/// The rivals of a read, chain by chain, in the order of their places.
#[derive(Default)]
pub(super) struct Rivals {
    rivals: Vec<Rival>,
    /// By chain: where its rivals begin.
    begins: Vec<u32>,
}

impl Rivals {
    fn new(chains: usize, mut all: Vec<(Chain, Rival)>) -> Self {
        all.sort_by_key(|(chain, rival)| (*chain, rival.place));
        let mut begins = vec![0; chains + 1];
        for (chain, _) in &all {
            begins[chain.index() + 1] += 1;
        }
        for chain in 0..chains {
            begins[chain + 1] += begins[chain];
        }
        Rivals { rivals: all.into_iter().map(|(_, rival)| rival).collect(), begins }
    }

    /// The rivals on a chain.
    pub(super) fn on(&self, chain: usize) -> &[Rival] {
        &self.rivals[self.begins[chain] as usize..self.begins[chain + 1] as usize]
    }
}

/// A source, in a list that is sorted by chain and place of its other end.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) place: u32,
    pub(super) source: u32,
}

/// The sources of each event, chain by chain of their other ends, in the order of their places.
#[derive(Default)]
struct Candidates {
    of: Vec<Vec<Candidate>>,
    /// By event: where each chain begins; empty if the event has none.
    begins: Vec<Vec<u32>>,
    /// By event: the chains that there are any on.
    chains: Vec<Vec<u32>>,
}

impl Candidates {
    /// From pairs of an event and the other end of a source, with the source.
    fn new(graph: &Graph, pairs: impl Iterator<Item = (Event, Event, u32)>) -> Self {
        let mut of: Vec<Vec<(u32, Candidate)>> = vec![Vec::new(); graph.events.len()];
        for (event, other, source) in pairs {
            let other = &graph.events[other.index()];
            of[event.index()].push((other.chain.0, Candidate { place: other.place, source }));
        }
        let mut candidates = Candidates::default();
        for mut list in of {
            list.sort_by_key(|(chain, candidate)| (*chain, candidate.place));
            let chains = if list.is_empty() { 0..0 } else { 0..graph.chains.len() as u32 + 1 };
            let begins = chains.map(|at| list.partition_point(|(chain, _)| *chain < at) as u32);
            candidates.begins.push(begins.collect());
            let mut chains: Vec<u32> = list.iter().map(|(chain, _)| *chain).collect();
            chains.dedup();
            candidates.chains.push(chains);
            candidates.of.push(list.into_iter().map(|(_, candidate)| candidate).collect());
        }
        candidates
    }

    fn on(&self, event: Event, chain: usize) -> &[Candidate] {
        match self.begins[event.index()].as_slice() {
            [] => &[],
            begins => &self.of[event.index()][begins[chain] as usize..begins[chain + 1] as usize],
        }
    }
}

/// What accesses a fixed cell.
#[derive(Default)]
struct OnCell {
    writes: Vec<(Chain, Rival)>,
    reads: Vec<Event>,
}

/// A graph, laid out.
#[derive(Default)]
pub(super) struct Layout {
    pub(super) chains: usize,
    /// By vertex.
    pub(super) chain_of: Vec<u32>,
    pub(super) position: Vec<u32>,
    pub(super) first_place: Vec<u32>,
    pub(super) end_place: Vec<u32>,
    pub(super) reads: Vec<Vec<Event>>,
    pub(super) writes: Vec<Vec<Event>>,
    /// Edges into the vertex: chain and position of the other end, sorted.
    pub(super) incoming: Vec<Vec<(u32, u32, u32)>>,
    /// By chain.
    pub(super) first_vertex: Vec<u32>,
    pub(super) length: Vec<u32>,
    /// By event.
    pub(super) vertex: Vec<u32>,
    pub(super) place: Vec<u32>,
    pub(super) guard: Vec<Option<Lit>>,
    /// By event: which list of rivals a read has; for a write to a fixed cell, the list of that cell.
    rivals_of: Vec<u32>,
    rivals: Vec<Rivals>,
    /// By list of rivals: whether it is that of a cell.
    is_shared: Vec<bool>,
    /// For reads: their sources, by the writes.
    candidates: Candidates,
    /// For writes to fixed cells: the sources that they are for reads of fixed cells, by the reads.
    outlets: Candidates,
    /// By event, for writes: the reads that it may be a rival of, without and with a literal.
    readers_of: Vec<u32>,
    readers: Vec<Vec<Event>>,
    pub(super) aliased_readers: Vec<Vec<(Event, Option<Lit>)>>,
    pub(super) aliases: Vec<(Event, Event)>,
    pub(super) edges: Vec<Edge>,
    /// How many of the edges are sources.
    pub(super) sources: usize,
    /// What waits for literals, literal by literal, and where those of each begin. There are as many as sources.
    watches: Vec<Watch>,
    first_watch: Vec<u32>,
}

impl Layout {
    pub(super) fn new(graph: &Graph) -> Self {
        let chains = graph.chains.len();
        let mut layout = Layout { chains, ..Layout::default() };
        layout.lay_out_vertices(graph);
        layout.lay_out_addresses(graph);
        layout.lay_out_edges(graph);
        layout
    }

    fn lay_out_vertices(&mut self, graph: &Graph) {
        self.vertex = vec![NONE; graph.events.len()];
        self.place = graph.events.iter().map(|event| event.place).collect();
        self.guard = graph.events.iter().map(|event| event.guard).collect();
        for (chain, events) in graph.chains.iter().enumerate() {
            let first = self.chain_of.len() as u32;
            self.first_vertex.push(first);
            for &event in events {
                let data = &graph.events[event.index()];
                if !data.joined {
                    self.position.push(self.chain_of.len() as u32 - first);
                    self.chain_of.push(chain as u32);
                    self.first_place.push(data.place);
                    self.end_place.push(data.place);
                    self.reads.push(Vec::new());
                    self.writes.push(Vec::new());
                }
                let vertex = self.chain_of.len() - 1;
                self.vertex[event.index()] = vertex as u32;
                self.end_place[vertex] = data.place + 1;
                match data.kind {
                    Kind::Read => self.reads[vertex].push(event),
                    Kind::Write => self.writes[vertex].push(event),
                    Kind::Other => {}
                }
            }
            self.length.push(self.chain_of.len() as u32 - first);
        }
    }

    fn lay_out_addresses(&mut self, graph: &Graph) {
        let count = graph.events.len();
        let mut cells: FxHashMap<u32, OnCell> = FxHashMap::default();
        for (index, data) in graph.events.iter().enumerate() {
            let event = Event(index as u32);
            let Some(cell) = data.cell else { continue };
            let on_cell = cells.entry(cell.0).or_default();
            match data.kind {
                Kind::Write => on_cell.writes.push((data.chain, Rival { place: data.place, write: event, same: None })),
                Kind::Read => on_cell.reads.push(event),
                Kind::Other => {}
            }
        }
        self.aliases = graph.aliases.iter().map(|alias| (alias.write, alias.read)).collect();
        self.aliased_readers = vec![Vec::new(); count];
        let mut aliased: FxHashMap<Event, Vec<(Chain, Rival)>> = FxHashMap::default();
        for alias in &graph.aliases {
            let write = &graph.events[alias.write.index()];
            let rival = Rival { place: write.place, write: alias.write, same: alias.literal };
            aliased.entry(alias.read).or_default().push((write.chain, rival));
            self.aliased_readers[alias.write.index()].push((alias.read, alias.literal));
        }
        self.rivals_of = vec![NONE; count];
        self.readers_of = vec![NONE; count];
        // Lists that belong to a cell are made once, when the first event of the cell comes.
        let mut lists: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
        for (index, data) in graph.events.iter().enumerate() {
            let event = Event(index as u32);
            let shared = data.cell.map(|cell| {
                *lists.entry(cell.0).or_insert_with(|| {
                    let on_cell = &cells[&cell.0];
                    self.rivals.push(Rivals::new(self.chains, on_cell.writes.clone()));
                    self.readers.push(on_cell.reads.clone());
                    (self.rivals.len() as u32 - 1, self.readers.len() as u32 - 1)
                })
            });
            self.is_shared.resize(self.rivals.len(), true);
            match data.kind {
                Kind::Read => {
                    self.rivals_of[index] = match (aliased.remove(&event), shared) {
                        (None, Some((rivals, _))) => rivals,
                        (None, None) => {
                            self.rivals.push(Rivals::new(self.chains, Vec::new()));
                            self.rivals.len() as u32 - 1
                        }
                        (Some(mut own), _) => {
                            own.extend(data.cell.iter().flat_map(|cell| cells[&cell.0].writes.iter().copied()));
                            self.rivals.push(Rivals::new(self.chains, own));
                            self.rivals.len() as u32 - 1
                        }
                    };
                }
                Kind::Write => {
                    let (rivals, readers) = shared.unwrap_or((NONE, NONE));
                    self.rivals_of[index] = rivals;
                    self.readers_of[index] = readers;
                }
                Kind::Other => {}
            }
            self.is_shared.resize(self.rivals.len(), false);
        }
    }

    fn lay_out_edges(&mut self, graph: &Graph) {
        let sources = graph.sources.iter().map(|source| (source.write, source.read, vec![source.literal]));
        let given = graph.edges.iter().map(|edge| (edge.from, edge.to, edge.conditions.clone()));
        self.sources = graph.sources.len();
        self.edges = sources.chain(given).map(|(from, to, conditions)| Edge { from, to, conditions }).collect();
        self.incoming = vec![Vec::new(); self.chain_of.len()];
        for (index, edge) in self.edges.iter().enumerate() {
            let from = self.vertex[edge.from.index()] as usize;
            let to = self.vertex[edge.to.index()] as usize;
            self.incoming[to].push((self.chain_of[from], self.position[from], index as u32));
        }
        for incoming in &mut self.incoming {
            incoming.sort_unstable();
        }
        let sources = || graph.sources.iter().enumerate().map(|(index, source)| (index as u32, source));
        self.candidates = Candidates::new(graph, sources().map(|(index, source)| (source.read, source.write, index)));
        let is_fixed = |event: Event| graph.events[event.index()].cell.is_some();
        let fixed = sources().filter(|(_, source)| is_fixed(source.read) && is_fixed(source.write));
        self.outlets = Candidates::new(graph, fixed.map(|(index, source)| (source.write, source.read, index)));
        self.lay_out_watches(graph);
    }

    fn lay_out_watches(&mut self, graph: &Graph) {
        let mut all: Vec<(Lit, Watch)> = Vec::new();
        for (index, edge) in self.edges.iter().enumerate() {
            all.extend(edge.conditions.iter().map(|&condition| (condition, Watch::Edge(index as u32))));
        }
        for (index, data) in graph.events.iter().enumerate() {
            if let (Kind::Write, Some(guard)) = (data.kind, data.guard) {
                all.push((guard, Watch::Guard(Event(index as u32))));
            }
        }
        for (index, alias) in graph.aliases.iter().enumerate() {
            all.extend(alias.literal.map(|literal| (literal, Watch::Alias(index as u32))));
        }
        // Edges and sources of one literal are processed in the order in which they were added.
        all.sort_by_key(|(literal, _)| literal.index());
        let last = all.last().map_or(0, |(literal, _)| literal.index() + 1);
        self.first_watch = vec![0; last + 1];
        for (literal, _) in &all {
            self.first_watch[literal.index() + 1] += 1;
        }
        for literal in 0..last {
            self.first_watch[literal + 1] += self.first_watch[literal];
        }
        self.watches = all.into_iter().map(|(_, watch)| watch).collect();
    }

    /// All variables that the graph speaks of.
    pub(super) fn variables(&self) -> Vec<Var> {
        let mut variables: Vec<Var> =
            self.edges.iter().flat_map(|edge| &edge.conditions).map(|lit| lit.var()).collect();
        variables.extend(self.guard.iter().flatten().map(|lit| lit.var()));
        let rivals = self.rivals.iter().flat_map(|rivals| &rivals.rivals);
        variables.extend(rivals.filter_map(|rival| rival.same).map(|lit| lit.var()));
        variables.sort_unstable();
        variables.dedup();
        variables
    }

    /// What waits for the literal.
    pub(super) fn watches(&self, lit: Lit) -> &[Watch] {
        match self.first_watch.get(lit.index()..lit.index() + 2) {
            Some(&[from, to]) => &self.watches[from as usize..to as usize],
            Some(_) | None => &[],
        }
    }

    /// Whether the edge is one of a source.
    pub(super) fn is_source(&self, edge: u32) -> bool {
        (edge as usize) < self.sources
    }

    /// The writes that may be at the address of a read.
    pub(super) fn rivals(&self, read: Event) -> &Rivals {
        &self.rivals[self.rivals_of[read.index()] as usize]
    }

    /// The sources of a read whose writes are on this chain, in their order.
    pub(super) fn candidates(&self, read: Event, chain: usize) -> &[Candidate] {
        self.candidates.on(read, chain)
    }

    /// The chains on which a read has sources.
    pub(super) fn candidate_chains(&self, read: Event) -> &[u32] {
        &self.candidates.chains[read.index()]
    }

    /// The chains on which a write has outlets.
    pub(super) fn outlet_chains(&self, write: Event) -> &[u32] {
        &self.outlets.chains[write.index()]
    }

    /// The sources that a write is for reads on this chain, in their order, if all have fixed addresses.
    pub(super) fn outlets(&self, write: Event, chain: usize) -> &[Candidate] {
        self.outlets.on(write, chain)
    }

    /// Whether a read has rivals whose addresses are not fixed, or is one itself that has no fixed address.
    pub(super) fn has_own_rivals(&self, read: Event) -> bool {
        !self.is_shared[self.rivals_of[read.index()] as usize]
    }

    /// How many lists of rivals there are.
    pub(super) fn rival_lists(&self) -> usize {
        self.rivals.len()
    }

    /// The list of the rivals on the fixed cell that an event writes.
    pub(super) fn cell_of_write(&self, event: Event) -> Option<usize> {
        let is_write = self.readers_of[event.index()] != NONE;
        is_write.then(|| self.rivals_of[event.index()] as usize)
    }

    /// The writes to the fixed cell of a write.
    pub(super) fn siblings(&self, write: Event) -> Option<&Rivals> {
        match self.rivals_of[write.index()] {
            NONE => None,
            list => Some(&self.rivals[list as usize]),
        }
    }

    /// The reads of the fixed cell of a write.
    pub(super) fn readers(&self, write: Event) -> &[Event] {
        match self.readers_of[write.index()] {
            NONE => &[],
            list => &self.readers[list as usize],
        }
    }

    /// The chain of an event.
    pub(super) fn chain(&self, event: Event) -> usize {
        self.chain_of[self.vertex[event.index()] as usize] as usize
    }
}
