//! Checks clauses of the theory independently: the checker shares only the graph with the theory.
//!
//! A clause follows if its negation has no order. To check this, all its literals are assumed to be false, the consequences are computed
//! from scratch, without regard for speed, and the clause follows if some event is before itself. The clauses that the theory tells a
//! solver are input to the solver's own proof; this is the check of that input.

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::{Event, Graph, Kind};
use crate::sat::Lit;

/// Whether a clause follows from the graph alone. `false` says that this check did not find out why.
pub fn follows(graph: &Graph, clause: &[Lit]) -> bool {
    let mut known = Known::new(graph, clause);
    loop {
        if !known.close() {
            return true;
        }
        match known.derive(graph) {
            None => return true,
            Some(false) => return false,
            Some(true) => {}
        }
    }
}

/// What holds if all literals of the clause are false.
struct Known {
    is_true: FxHashSet<Lit>,
    /// By event: the group that acts as one, and where it is on which chain.
    group: Vec<usize>,
    chain: Vec<usize>,
    position: Vec<usize>,
    edges: FxHashSet<(usize, usize)>,
    /// By group and chain: how many groups of the chain are this one or before it.
    before: Vec<Vec<usize>>,
    /// An edge inside a group goes against its chain.
    is_broken: bool,
}

impl Known {
    fn new(graph: &Graph, clause: &[Lit]) -> Self {
        let mut known = Known {
            is_true: clause.iter().map(|&lit| !lit).collect(),
            group: vec![0; graph.events.len()],
            chain: Vec::new(),
            position: Vec::new(),
            edges: FxHashSet::default(),
            before: Vec::new(),
            is_broken: false,
        };
        for (chain, events) in graph.chains.iter().enumerate() {
            let first = known.chain.len();
            for &event in events {
                if !graph.events[event.index()].joined {
                    known.position.push(known.chain.len() - first);
                    known.chain.push(chain);
                }
                known.group[event.index()] = known.chain.len() - 1;
            }
            known.edges.extend((first + 1..known.chain.len()).map(|group| (group - 1, group)));
        }
        for group in 0..known.chain.len() {
            let mut row = vec![0; graph.chains.len()];
            row[known.chain[group]] = known.position[group] + 1;
            known.before.push(row);
        }
        for edge in &graph.edges {
            if edge.conditions.iter().all(|condition| known.is_true.contains(condition)) {
                known.add(graph, edge.from, edge.to);
            }
        }
        for source in &graph.sources {
            if known.is_true.contains(&source.literal) {
                known.add(graph, source.write, source.read);
            }
        }
        known
    }

    fn add(&mut self, graph: &Graph, first: Event, second: Event) -> bool {
        let (from, to) = (self.group[first.index()], self.group[second.index()]);
        if from == to {
            self.is_broken |= graph.events[first.index()].place >= graph.events[second.index()].place;
            return false;
        }
        self.edges.insert((from, to))
    }

    /// Works out what is before what. `false` if something is before itself.
    fn close(&mut self) -> bool {
        if self.is_broken {
            return false;
        }
        loop {
            let mut is_changed = false;
            for &(from, to) in &self.edges {
                if self.before[from][self.chain[to]] > self.position[to] {
                    return false;
                }
                for chain in 0..self.before[from].len() {
                    if self.before[from][chain] > self.before[to][chain] {
                        self.before[to][chain] = self.before[from][chain];
                        is_changed = true;
                    }
                }
            }
            if !is_changed {
                return true;
            }
        }
    }

    fn is_before(&self, graph: &Graph, first: Event, second: Event) -> bool {
        let (from, to) = (self.group[first.index()], self.group[second.index()]);
        if from == to {
            return graph.events[first.index()].place < graph.events[second.index()].place;
        }
        self.before[to][self.chain[from]] > self.position[from]
    }

    fn is_there(&self, condition: Option<Lit>) -> bool {
        condition.is_none_or(|lit| self.is_true.contains(&lit))
    }

    /// Applies the two rules. Whether there is anything new; `None` if there is a contradiction.
    fn derive(&mut self, graph: &Graph) -> Option<bool> {
        let mut is_new = false;
        let mut origins: FxHashMap<Event, Event> = FxHashMap::default();
        for source in &graph.sources {
            if !self.is_true.contains(&source.literal) {
                continue;
            }
            let (origin, read) = (source.write, source.read);
            if *origins.entry(read).or_insert(origin) != origin {
                return None;
            }
            let cell = graph.events[read.index()].cell;
            let on_cell = graph.events.iter().enumerate().filter(|(_, event)| event.kind == Kind::Write);
            let on_cell = on_cell.filter(|(_, event)| cell.is_some() && event.cell == cell);
            let aliases = graph.aliases.iter().filter(|alias| alias.read == read && self.is_there(alias.literal));
            let rivals: Vec<Event> =
                on_cell.map(|(index, _)| Event(index as u32)).chain(aliases.map(|alias| alias.write)).collect();
            for rival in rivals {
                if rival == origin || !self.is_there(graph.events[rival.index()].guard) {
                    continue;
                }
                if self.is_before(graph, rival, read) {
                    is_new |= self.add(graph, rival, origin);
                }
                if self.is_before(graph, origin, rival) {
                    is_new |= self.add(graph, read, rival);
                }
            }
        }
        if self.is_broken { None } else { Some(is_new) }
    }
}
