//! Small graphs as tests write them down, and everything that they allow, by trying all orders.
//!
//! Nothing here is shared with the theory: a specification is read twice, once to build a [`Graph`] and once to enumerate.

use std::collections::{BTreeMap, BTreeSet};

use crate::order::{Cell, Chain, Event, Graph, Section};
use crate::sat::{Lit, SatSolver};

/// What an event of a specification does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    Read,
    Write,
    Nothing,
}

/// The number of a Boolean, and the value that it must have.
pub type Condition = (usize, bool);

#[derive(Clone, Debug)]
pub struct EventSpec {
    pub chain: usize,
    pub guard: Option<Condition>,
    pub what: What,
    pub cell: Option<u32>,
    /// Acts as one with the event before it on its chain.
    pub joined: bool,
}

/// A small graph. Events are in the order of their chains; all Booleans are numbers below `booleans`.
#[derive(Clone, Debug, Default)]
pub struct Specification {
    pub chains: usize,
    pub booleans: usize,
    pub events: Vec<EventSpec>,
    /// From, to, conditions.
    pub edges: Vec<(usize, usize, Vec<Condition>)>,
    /// First, second: a literal is made for each.
    pub orders: Vec<(usize, usize)>,
    /// Write, read, and the Boolean that makes them the same address, if it is not always.
    pub aliases: Vec<(usize, usize, Option<usize>)>,
    /// Write and read pairs that are no sources.
    pub no_source: Vec<(usize, usize)>,
    /// Acquire and releases.
    pub sections: Vec<(usize, Vec<usize>)>,
    pub exclusions: Vec<(usize, usize)>,
}

/// One allowed order, and what it decides.
#[derive(Clone, Debug)]
pub struct Behaviour {
    pub booleans: Vec<bool>,
    /// All events, there or not.
    pub order: Vec<usize>,
    /// By read: the write.
    pub source: Vec<Option<usize>>,
}

/// The literals of everything in the graph of a specification.
#[derive(Default)]
pub struct Built {
    pub chains: Vec<Chain>,
    pub events: Vec<Event>,
    pub booleans: Vec<Lit>,
    /// Write, read, literal.
    pub sources: Vec<(usize, usize, Lit)>,
    /// By their numbers in the specification.
    pub orders: BTreeMap<usize, Lit>,
    pub sections: BTreeMap<usize, Section>,
    pub exclusions: BTreeMap<usize, Lit>,
}

impl Specification {
    fn is_same(&self, write: usize, read: usize, booleans: &[bool]) -> bool {
        let (first, second) = (&self.events[write], &self.events[read]);
        (first.cell.is_some() && first.cell == second.cell)
            || self
                .aliases
                .iter()
                .any(|&(w, r, boolean)| w == write && r == read && boolean.is_none_or(|boolean| booleans[boolean]))
    }

    pub fn may_be_same(&self, write: usize, read: usize) -> bool {
        self.is_same(write, read, &vec![true; self.booleans])
    }

    pub fn is_there(&self, event: usize, booleans: &[bool]) -> bool {
        self.events[event].guard.is_none_or(|(boolean, value)| booleans[boolean] == value)
    }

    /// Whether an order of all events is allowed, and the sources that it gives to the reads.
    pub fn judge(&self, order: &[usize], booleans: &[bool]) -> Option<Vec<Option<usize>>> {
        let mut position = vec![0; self.events.len()];
        for (at, &event) in order.iter().enumerate() {
            position[event] = at;
        }
        for (from, to, conditions) in &self.edges {
            let holds = conditions.iter().all(|&(boolean, value)| booleans[boolean] == value);
            if holds && position[*from] >= position[*to] {
                return None;
            }
        }
        for &(first, second) in &self.exclusions {
            if [first, second].iter().all(|&section| self.is_there(self.sections[section].0, booleans)) {
                let ends = |first: usize, second: usize| {
                    let (acquire, releases) = &self.sections[first];
                    releases.iter().any(|&release| {
                        self.is_there(release, booleans)
                            && position[*acquire] <= position[release]
                            && position[release] < position[self.sections[second].0]
                    })
                };
                if !ends(first, second) && !ends(second, first) {
                    return None;
                }
            }
        }
        let mut sources = vec![None; self.events.len()];
        for (at, &read) in order.iter().enumerate() {
            if self.events[read].what != What::Read || !self.is_there(read, booleans) {
                continue;
            }
            let last = order[..at].iter().rev().copied().find(|&write| {
                self.events[write].what == What::Write
                    && self.is_there(write, booleans)
                    && self.is_same(write, read, booleans)
            })?;
            if self.no_source.contains(&(last, read)) {
                return None;
            }
            sources[read] = Some(last);
        }
        Some(sources)
    }

    /// Everything that is allowed.
    pub fn behaviours(&self) -> Vec<Behaviour> {
        let mut found = Vec::new();
        for number in 0..1u32 << self.booleans {
            let booleans: Vec<bool> = (0..self.booleans).map(|boolean| number >> boolean & 1 == 1).collect();
            let mut order = Vec::new();
            let mut next = vec![0; self.chains];
            self.interleave(&booleans, &mut next, &mut order, &mut found);
        }
        found
    }

    fn interleave(&self, booleans: &[bool], next: &mut [usize], order: &mut Vec<usize>, found: &mut Vec<Behaviour>) {
        if order.len() == self.events.len() {
            if let Some(source) = self.judge(order, booleans) {
                found.push(Behaviour { booleans: booleans.to_vec(), order: order.clone(), source });
            }
            return;
        }
        for chain in 0..self.chains {
            let events: Vec<usize> =
                (0..self.events.len()).filter(|&event| self.events[event].chain == chain).collect();
            if next[chain] == events.len() {
                continue;
            }
            let (length, came) = (order.len(), next[chain]);
            order.push(events[came]);
            next[chain] += 1;
            while next[chain] < events.len() && self.events[events[next[chain]]].joined {
                order.push(events[next[chain]]);
                next[chain] += 1;
            }
            self.interleave(booleans, next, order, found);
            next[chain] = came;
            order.truncate(length);
        }
    }

    /// Builds the graph, and tells the solver its clauses.
    pub fn build(&self, solver: &mut impl SatSolver) -> (Graph, Built) {
        let mut graph = Graph::new();
        let mut built = Built::default();
        self.extend(&mut graph, &mut built, solver, self.events.len());
        (graph, built)
    }

    /// Builds the graph of the first `count` events on from where it was left. The reads get their sources only when the
    /// graph is complete.
    pub fn extend(&self, graph: &mut Graph, built: &mut Built, solver: &mut impl SatSolver, count: usize) {
        let old = built.events.len();
        let is_new = |events: &[usize]| {
            let last = events.iter().copied().max().unwrap_or(0);
            (old..count).contains(&last)
        };
        while built.booleans.len() < self.booleans {
            built.booleans.push(solver.new_var().positive());
        }
        let booleans = built.booleans.clone();
        let literal = |(boolean, value): Condition| if value { booleans[boolean] } else { !booleans[boolean] };
        while built.chains.len() < self.chains {
            built.chains.push(graph.chain());
        }
        self.add_events(graph, built, count);
        let events = &built.events;
        for (from, to, conditions) in self.edges.iter().filter(|(from, to, _)| is_new(&[*from, *to])) {
            let conditions: Vec<Lit> = conditions.iter().map(|&condition| literal(condition)).collect();
            graph.edge(events[*from], events[*to], &conditions);
        }
        for &(write, read, boolean) in self.aliases.iter().filter(|(write, read, _)| is_new(&[*write, *read])) {
            graph.alias(events[write], events[read], boolean.map(|boolean| booleans[boolean]));
        }
        for (read, write) in (0..count).flat_map(|read| (0..count).map(move |write| (read, write))) {
            let is_pair = self.events[read].what == What::Read && self.events[write].what == What::Write;
            let is_source = is_pair && self.may_be_same(write, read) && !self.no_source.contains(&(write, read));
            if is_source && is_new(&[write, read]) {
                let lit = solver.new_var().positive();
                graph.source(events[write], events[read], lit);
                built.sources.push((write, read, lit));
            }
        }
        for (index, &(first, second)) in self.orders.iter().enumerate() {
            if is_new(&[first, second]) {
                let lit = solver.new_var().positive();
                graph.order(events[first], events[second], lit, &[]);
                built.orders.insert(index, lit);
            }
        }
        for (index, (acquire, releases)) in self.sections.iter().enumerate() {
            if is_new(&[&[*acquire], releases.as_slice()].concat()) {
                let releases: Vec<_> = releases.iter().map(|&release| events[release]).collect();
                built.sections.insert(index, graph.section(events[*acquire], &releases));
            }
        }
        for (index, &(first, second)) in self.exclusions.iter().enumerate() {
            if let (false, Some(&one), Some(&other)) =
                (built.exclusions.contains_key(&index), built.sections.get(&first), built.sections.get(&second))
            {
                let lit = solver.new_var().positive();
                graph.exclude(one, other, lit, &[]);
                built.exclusions.insert(index, lit);
            }
        }
        for clause in graph.take_clauses() {
            solver.add_clause(&clause);
        }
        if count == self.events.len() {
            for (index, event) in self.events.iter().enumerate() {
                if event.what == What::Read {
                    solver.add_clause(&graph.some_source(built.events[index]));
                }
            }
        }
    }

    fn add_events(&self, graph: &mut Graph, built: &mut Built, count: usize) {
        let booleans = built.booleans.clone();
        let literal = |(boolean, value): Condition| if value { booleans[boolean] } else { !booleans[boolean] };
        for (index, event) in self.events.iter().enumerate().take(count).skip(built.events.len()) {
            let chain = built.chains[event.chain];
            let starts_group = !event.joined && self.next_on_chain(index).is_some_and(|next| self.events[next].joined);
            if starts_group {
                graph.begin_atomic(chain);
            }
            let guard = event.guard.map(literal);
            let cell = event.cell.map(Cell);
            built.events.push(match event.what {
                What::Read => graph.read(chain, guard, cell),
                What::Write => graph.write(chain, guard, cell),
                What::Nothing => graph.event(chain, guard),
            });
            let in_group = starts_group || event.joined;
            if in_group && self.next_on_chain(index).is_none_or(|next| !self.events[next].joined) {
                graph.end_atomic(chain);
            }
        }
    }

    fn next_on_chain(&self, event: usize) -> Option<usize> {
        (event + 1..self.events.len()).find(|&next| self.events[next].chain == self.events[event].chain)
    }

    /// The literals of everything that a behaviour decides.
    pub fn decided(&self, built: &Built, behaviour: &Behaviour) -> BTreeSet<Lit> {
        let position = |event: usize| behaviour.order.iter().position(|&other| other == event);
        let pick = |lit: Lit, value: bool| if value { lit } else { !lit };
        let mut literals = BTreeSet::new();
        for (boolean, &lit) in built.booleans.iter().enumerate() {
            literals.insert(pick(lit, behaviour.booleans[boolean]));
        }
        for &(write, read, lit) in &built.sources {
            literals.insert(pick(lit, behaviour.source[read] == Some(write)));
        }
        for (&(first, second), &lit) in self.orders.iter().zip(built.orders.values()) {
            if [first, second].iter().all(|&event| self.is_there(event, &behaviour.booleans)) {
                literals.insert(pick(lit, position(first) < position(second)));
            }
        }
        for (&(first, second), &lit) in self.exclusions.iter().zip(built.exclusions.values()) {
            let acquires = [first, second].map(|section| self.sections[section].0);
            if acquires.iter().all(|&event| self.is_there(event, &behaviour.booleans)) {
                literals.insert(pick(lit, position(acquires[0]) < position(acquires[1])));
            }
        }
        literals
    }

    /// What a model of the solver decides, in the same form.
    pub fn model(&self, built: &Built, solver: &impl SatSolver) -> BTreeSet<Lit> {
        let pick = |lit: Lit| if solver.value(lit) { lit } else { !lit };
        let booleans: Vec<bool> = built.booleans.iter().map(|&lit| solver.value(lit)).collect();
        let mut literals: BTreeSet<Lit> = built.booleans.iter().map(|&lit| pick(lit)).collect();
        literals.extend(built.sources.iter().map(|&(_, _, lit)| pick(lit)));
        for (&(first, second), &lit) in self.orders.iter().zip(built.orders.values()) {
            if [first, second].iter().all(|&event| self.is_there(event, &booleans)) {
                literals.insert(pick(lit));
            }
        }
        for (&(first, second), &lit) in self.exclusions.iter().zip(built.exclusions.values()) {
            if [first, second].iter().all(|&section| self.is_there(self.sections[section].0, &booleans)) {
                literals.insert(pick(lit));
            }
        }
        literals
    }
}
