//! The final check: all literals are assigned, and no rule adds anything. Is there an order?
//!
//! The rules leave open the order of writes that no read distinguishes. A schedule is built step by step: a vertex may come next if all its
//! predecessors came, if its reads find their sources, and if its writes do not overwrite a value that is yet to be read. A greedy search
//! finds nearly all schedules. If it fails, a new literal orders a write and a read whose source the write must not overwrite, and the
//! solver decides on the literal. Once all such pairs are ordered, every linear extension is a schedule, so the procedure terminates.

use rustc_hash::FxHashMap;

use super::graph::Event;
use super::layout::NONE;
use super::theory::OrderTheory;
use crate::sat::{Lit, Var};

impl OrderTheory {
    /// Searches for a schedule. Stores it, or else a pair that is not ordered yet.
    pub(super) fn complete(&mut self) -> bool {
        self.schedule.clear();
        self.open_pair = None;
        if !self.rules.search {
            self.open_pair = self.find_open_pair();
            if self.open_pair.is_some() {
                return false;
            }
        }
        let mut search = Search::new(self);
        let is_complete = search.run(self);
        let Search { schedule, .. } = search;
        if is_complete {
            self.schedule = schedule;
        } else {
            self.open_pair = self.find_open_pair();
            assert!(self.open_pair.is_some(), "all rivals are in order, and yet there is no schedule");
        }
        is_complete
    }

    /// A source and a rival of its read that is neither known to be before the one nor behind the other.
    fn find_open_pair(&self) -> Option<(u32, Event, Option<Lit>)> {
        for &source in self.chosen() {
            let edge = &self.layout.edges[source as usize];
            for chain in 0..self.layout.chains {
                for rival in self.layout.rivals(edge.to).on(chain) {
                    let is_there = self.is_there(self.layout.guard[rival.write.index()]) && self.is_there(rival.same);
                    let is_settled = rival.write == edge.from
                        || self.is_before(rival.write, edge.from)
                        || self.is_before(edge.to, rival.write);
                    if is_there && !is_settled {
                        return Some((source, rival.write, rival.same));
                    }
                }
            }
        }
        None
    }

    /// Introduces the literal for the pair that the last search left open.
    pub(super) fn split(&mut self, new_var: &mut dyn FnMut() -> Var) {
        let Some((source, rival, same)) = self.open_pair.take() else { return };
        self.statistics.splits += 1;
        let edge = &self.layout.edges[source as usize];
        let (origin, read) = (edge.from, edge.to);
        let literal = new_var().positive();
        self.last_split = edge.conditions.first().map(|&source| (source, rival));
        self.splits.push((literal, rival, origin));
        let mut conditions: Vec<Lit> = edge.conditions.clone();
        conditions.extend(self.layout.guard[rival.index()]);
        conditions.extend(same);
        conditions.push(literal);
        self.graph.edge(rival, origin, &conditions);
        conditions.pop();
        conditions.push(!literal);
        self.graph.edge(read, rival, &conditions);
    }
}

/// The search for a schedule.
struct Search {
    /// By chain: how many vertices came.
    done: Vec<u32>,
    /// By event: whether it came.
    came: Vec<bool>,
    /// By event: how many reads are yet to read from this write, not counting those that have a list of rivals of their own.
    waiting: Vec<u32>,
    /// By list of rivals: the last write that came, among lists that belong to a cell.
    last: Vec<Option<Event>>,
    /// By write: the sources of reads with a list of their own that it is a rival of.
    guarded: FxHashMap<Event, Vec<u32>>,
    schedule: Vec<Event>,
}

impl Search {
    fn new(theory: &OrderTheory) -> Self {
        let layout = &theory.layout;
        let mut waiting = vec![0; layout.vertex.len()];
        let mut guarded: FxHashMap<Event, Vec<u32>> = FxHashMap::default();
        for &source in theory.chosen() {
            let edge = &layout.edges[source as usize];
            if !layout.has_own_rivals(edge.to) {
                waiting[edge.from.index()] += 1;
                continue;
            }
            for chain in 0..layout.chains {
                for rival in layout.rivals(edge.to).on(chain) {
                    let is_there = theory.is_there(layout.guard[rival.write.index()]) && theory.is_there(rival.same);
                    if rival.write != edge.from && is_there {
                        guarded.entry(rival.write).or_default().push(source);
                    }
                }
            }
        }
        Search {
            done: vec![0; layout.chains],
            came: vec![false; layout.vertex.len()],
            waiting,
            last: vec![None; layout.rival_lists()],
            guarded,
            schedule: Vec::new(),
        }
    }

    /// Goes on with one chain as long as it can, then with the next one: few switches.
    fn run(&mut self, theory: &OrderTheory) -> bool {
        let chains = theory.layout.chains;
        let mut chain = 0;
        let mut stuck = 0;
        while stuck < chains {
            let mut is_moved = false;
            while self.step(theory, chain) {
                is_moved = true;
            }
            stuck = if is_moved { 0 } else { stuck + 1 };
            chain = (chain + 1) % chains;
        }
        (0..chains).all(|chain| self.done[chain] == theory.layout.length[chain])
    }

    fn step(&mut self, theory: &OrderTheory, chain: usize) -> bool {
        let layout = &theory.layout;
        let position = self.done[chain];
        if position == layout.length[chain] {
            return false;
        }
        let vertex = layout.first_vertex[chain] + position;
        let is_ready =
            (0..layout.chains).all(|other| other == chain || theory.order.before_on(vertex, other) <= self.done[other]);
        if !is_ready || !self.may_write(theory, vertex) {
            return false;
        }
        for event in theory.events_of(vertex) {
            self.came[event.index()] = true;
            if !theory.is_there(layout.guard[event.index()]) {
                continue;
            }
            self.schedule.push(event);
            let source = theory.source_of[event.index()];
            if source != NONE && !layout.has_own_rivals(event) {
                self.waiting[layout.edges[source as usize].from.index()] -= 1;
            }
            if let Some(list) = layout.cell_of_write(event) {
                self.last[list] = Some(event);
            }
        }
        self.done[chain] += 1;
        true
    }

    /// Whether no write of the vertex buries what a read of another vertex is yet to read. What its own reads read is right:
    /// the rules saw to it.
    fn may_write(&self, theory: &OrderTheory, vertex: u32) -> bool {
        let layout = &theory.layout;
        let is_own = |source: u32| layout.vertex[layout.edges[source as usize].to.index()] == vertex;
        layout.writes[vertex as usize].iter().filter(|write| theory.is_there(layout.guard[write.index()])).all(
            |write| {
                let buried = layout.cell_of_write(*write).and_then(|list| self.last[list]);
                let buries_none = buried.is_none_or(|buried| {
                    let waiting = self.waiting[buried.index()] as usize;
                    waiting == 0 || {
                        let sources = &theory.sources_from[buried.index()];
                        let own = sources.iter().filter(|&&source| {
                            is_own(source) && !layout.has_own_rivals(layout.edges[source as usize].to)
                        });
                        own.count() == waiting
                    }
                });
                buries_none
                    && self.guarded.get(write).is_none_or(|sources| {
                        sources.iter().all(|&source| {
                            let edge = &layout.edges[source as usize];
                            self.came[edge.to.index()] || !self.came[edge.from.index()] || is_own(source)
                        })
                    })
            },
        )
    }
}

impl OrderTheory {
    /// The events of a vertex in their order.
    fn events_of(&self, vertex: u32) -> impl Iterator<Item = Event> {
        let chain = self.layout.chain_of[vertex as usize] as usize;
        let (first, end) = (self.layout.first_place[vertex as usize], self.layout.end_place[vertex as usize]);
        self.graph.chains[chain][first as usize..end as usize].iter().copied()
    }
}
