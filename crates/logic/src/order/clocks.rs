//! The clock-variable encoding: the same question in plain clauses, as an independent second method.
//!
//! Every event has a number, its clock; events of a group share one. Events are ordered by their clocks, and by creation if clocks are
//! equal, so that of two events one is always before the other. An edge whose conditions hold orders its two events. For each source and
//! each rival of its read: the rival is before the write or after the read. There are cubically many such clauses, and quadratically many
//! comparisons ([`Comparisons`]).
//! After Alglave, Kroening, Tautschnig: *Partial orders for efficient bounded model checking* (CAV 2013).
//!
//! The same clauses can record a *schedule* ([`Clocks::record`]): clocks are then numbers of blocks, those of a chain may be equal, those
//! of two chains may not, and for each block a *selection* says which chain runs in it [Cordeiro, Fischer: Bounded Model Checking of
//! Multi-threaded Software using SMT solvers]. Where a chain begins a new block, a literal says so: under-approximations forbid it.
//!
//! Pairs that chains and unconditional edges order are not compared. Not used: unary clocks, which propagate better but are too large for
//! the graphs of interest, and any further pruning: the encoding is kept simple so that it can be trusted.

use rustc_hash::{FxHashMap, FxHashSet};

use super::comparisons::Comparisons;
use super::graph::{Cell, Event, Graph, Kind};
use crate::sat::{Lit, SatSolver};

/// The clocks of a graph, which may grow between two searches up to a capacity.
pub struct Clocks {
    comparisons: Comparisons,
    /// By event: the number of its clock. Events of a group share one.
    clock_of: Vec<u32>,
    /// How much of the graph is encoded.
    edges: usize,
    aliases: usize,
    /// Sources and rivals that were encoded.
    pairs: FxHashSet<(u32, Event, Option<Lit>)>,
    /// By event and chain: how many events of the chain are before it or are it, whatever the literals say.
    rows: Vec<Vec<u32>>,
    /// By cell: its writes. By read: the writes that may be at its address.
    writes: FxHashMap<Cell, Vec<Event>>,
    aliased: FxHashMap<Event, Vec<(Event, Option<Lit>)>>,
}

impl Clocks {
    /// Clocks for a graph that will never have more than `capacity` events, if those that act as one count once.
    pub fn new(capacity: usize) -> Self {
        Clocks {
            comparisons: Comparisons::new(capacity),
            clock_of: Vec::new(),
            edges: 0,
            aliases: 0,
            pairs: FxHashSet::default(),
            rows: Vec::new(),
            writes: FxHashMap::default(),
            aliased: FxHashMap::default(),
        }
    }

    /// Tells the solver what is new in the graph since the last call. The clauses that belong to the graph itself are not
    /// among it: [`Graph::take_clauses`]. The interruption is polled; once it says so, clauses are left out, and the solver
    /// knows nothing of use any more.
    ///
    /// # Panics
    /// If the graph has more events than the clocks have room for.
    pub fn encode(&mut self, graph: &Graph, solver: &mut impl SatSolver, is_interrupted: &dyn Fn() -> bool) {
        self.rows = rows(graph);
        let first = self.clock_of.len();
        for (index, data) in graph.events.iter().enumerate().skip(first) {
            let before = data.place.checked_sub(1).map(|place| graph.chains[data.chain.index()][place as usize]);
            match before {
                Some(before) if data.joined => self.clock_of.push(self.clock_of[before.index()]),
                Some(_) | None => {
                    self.clock_of.push(self.comparisons.clock(data.chain, data.place, solver));
                }
            }
            let event = Event(index as u32);
            if let Some(before) = before
                && self.clock_of[before.index()] != self.clock_of[index]
            {
                self.comparisons.require(self.clock_of[before.index()], self.clock_of[index], solver);
            }
            if let (Some(cell), Kind::Write) = (data.cell, data.kind) {
                self.writes.entry(cell).or_default().push(event);
            }
        }
        for edge in &graph.edges[self.edges..] {
            let (from, to) = (self.clock_of[edge.from.index()], self.clock_of[edge.to.index()]);
            if edge.conditions.is_empty() && from != to {
                self.comparisons.require(from, to, solver);
            } else {
                self.require(graph, edge.from, edge.to, &edge.conditions, solver);
            }
        }
        self.edges = graph.edges.len();
        for alias in &graph.aliases[self.aliases..] {
            self.aliased.entry(alias.read).or_default().push((alias.write, alias.literal));
        }
        self.aliases = graph.aliases.len();
        for (index, source) in graph.sources.iter().enumerate() {
            if is_interrupted() {
                return;
            }
            let fixed = graph.events[source.read.index()].cell.and_then(|cell| self.writes.get(&cell));
            let fixed = fixed.into_iter().flatten().map(|&write| (write, None));
            let aliased = self.aliased.get(&source.read).into_iter().flatten().copied();
            let rivals = self.needed(graph, source.write, source.read, fixed.chain(aliased).collect());
            if self.pairs.insert((index as u32, source.write, None)) {
                self.require(graph, source.write, source.read, &[source.literal], solver);
            }
            for (rival, same) in rivals {
                if rival != source.write && self.pairs.insert((index as u32, rival, same)) {
                    let mut clause = vec![!source.literal];
                    clause.extend(graph.events[rival.index()].guard.map(|guard| !guard));
                    clause.extend(same.map(|same| !same));
                    let alternatives = [(rival, source.write), (source.read, rival)];
                    self.require_one(graph, &alternatives, clause, solver);
                }
            }
        }
        self.comparisons.relate(solver, is_interrupted);
    }

    /// Records a schedule, after everything else is encoded: for each block, which chain runs in it. Returns for each event of a chain that
    /// may begin a new block the literal that must hold if it does. Events with an unconditional edge to them are left out: a switch there
    /// is unavoidable.
    pub fn record(&self, graph: &Graph, solver: &mut impl SatSolver, is_interrupted: &dyn Fn() -> bool) -> Vec<Lit> {
        self.comparisons.select(graph.chains.len(), solver, is_interrupted);
        let waiting: FxHashSet<Event> =
            graph.edges.iter().filter(|edge| edge.conditions.is_empty()).map(|edge| edge.to).collect();
        let mut switches = Vec::new();
        for chain in &graph.chains {
            for (&before, &event) in chain.iter().zip(chain.iter().skip(1)) {
                let (last, now) = (self.clock_of[before.index()], self.clock_of[event.index()]);
                if last != now && !waiting.contains(&event) {
                    let switch = solver.new_var().positive();
                    self.comparisons.equal_unless(switch, last, now, solver);
                    switches.push(switch);
                }
            }
        }
        switches
    }

    /// Omits rivals of a source whose clauses follow from those of other rivals. Of the rivals behind the write on its chain, those behind
    /// an unconditional rival are omitted. Of the rivals before the read on its chain, if that is another chain, those before an
    /// unconditional one are.
    fn needed(
        &self,
        graph: &Graph,
        write: Event,
        read: Event,
        rivals: Vec<(Event, Option<Lit>)>,
    ) -> Vec<(Event, Option<Lit>)> {
        let of = |event: Event| (graph.events[event.index()].chain, graph.events[event.index()].place);
        let ((writer, written), (reader, is_read)) = (of(write), of(read));
        let certain = || {
            let certain = rivals.iter().filter(|(rival, same)| {
                *rival != write && same.is_none() && graph.events[rival.index()].guard.is_none()
            });
            certain.map(|&(rival, _)| of(rival))
        };
        let behind = certain().filter(|&(chain, place)| chain == writer && place > written).map(|(_, place)| place);
        let before = certain()
            .filter(|&(chain, place)| chain == reader && chain != writer && place < is_read)
            .map(|(_, place)| place);
        let (first, last) = (behind.min().unwrap_or(u32::MAX), before.max().unwrap_or(0));
        let is_needed = |&(rival, _): &(Event, Option<Lit>)| {
            let (chain, place) = of(rival);
            !(chain == writer && place > first || chain == reader && chain != writer && place < last)
        };
        rivals.iter().copied().filter(is_needed).collect()
    }

    /// Whether the first event is before the second by chains and edges without conditions.
    fn is_always_before(&self, graph: &Graph, first: Event, second: Event) -> bool {
        let data = &graph.events[first.index()];
        first != second && self.rows[second.index()][data.chain.index()] > data.place
    }

    /// If all conditions hold, the first event is before the second.
    fn require(&mut self, graph: &Graph, first: Event, second: Event, conditions: &[Lit], solver: &mut impl SatSolver) {
        let clause = conditions.iter().map(|&condition| !condition).collect();
        self.require_one(graph, &[(first, second)], clause, solver);
    }

    /// Adds a clause of the literals, and of the comparisons of the pairs.
    fn require_one(
        &mut self,
        graph: &Graph,
        alternatives: &[(Event, Event)],
        mut clause: Vec<Lit>,
        solver: &mut impl SatSolver,
    ) {
        for &(first, second) in alternatives {
            let (mine, yours) = (self.clock_of[first.index()], self.clock_of[second.index()]);
            if mine == yours {
                // A group: its events are in the order of their chain.
                if graph.events[first.index()].place < graph.events[second.index()].place {
                    return;
                }
            } else if self.is_always_before(graph, first, second) {
                return;
            } else if !self.is_always_before(graph, second, first) {
                clause.push(self.comparisons.is_before(mine, yours, solver));
            }
        }
        solver.add_clause(&clause);
    }

    /// After a search that found a model: all events that are there, in an order in which each read reads from the last
    /// write before it.
    pub fn schedule(&self, graph: &Graph, solver: &impl SatSolver) -> Vec<Event> {
        let time = |event: Event| {
            let clock = self.clock_of[event.index()];
            (self.comparisons.time(clock, solver), clock)
        };
        let is_there = |data: &super::graph::EventData| data.guard.is_none_or(|guard| solver.value(guard));
        let mut events: Vec<_> = graph
            .events
            .iter()
            .enumerate()
            .filter(|(_, data)| is_there(data))
            .map(|(index, data)| (time(Event(index as u32)), data.place, Event(index as u32)))
            .collect();
        events.sort_unstable();
        events.into_iter().map(|(_, _, event)| event).collect()
    }
}

/// By event and chain: how many events of the chain are before it or are it by chains and edges without conditions.
fn rows(graph: &Graph) -> Vec<Vec<u32>> {
    let mut rows = vec![vec![0; graph.chains.len()]; graph.events.len()];
    let mut entering: FxHashMap<Event, Vec<Event>> = FxHashMap::default();
    for edge in graph.edges.iter().filter(|edge| edge.conditions.is_empty()) {
        entering.entry(edge.to).or_default().push(edge.from);
    }
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for (chain, events) in graph.chains.iter().enumerate() {
            let mut row = vec![0; graph.chains.len()];
            for &event in events {
                for from in entering.get(&event).into_iter().flatten() {
                    for (mine, &theirs) in row.iter_mut().zip(&rows[from.index()]) {
                        *mine = theirs.max(*mine);
                    }
                }
                row[chain] = row[chain].max(graph.events[event.index()].place + 1);
                if rows[event.index()] != row {
                    rows[event.index()].clone_from(&row);
                    is_changed = true;
                }
            }
        }
    }
    rows
}
