//! Whether a clause follows from a graph of events: its negation has no order.
//!
//! Events lie on chains, in order; neighbours may act as one. Some edges hold under conditions. A *source* literal says
//! that a read reads from a write: then no other write to the same address, if its guard holds, comes between the two.
//! So if another write is before the read, it is before the write, too; if it is after the write, it is after the read.
//! All literals of the clause are assumed to be false, and the order that follows is computed. The clause follows if
//! some event is before itself, or if a read has two sources.
//!
//! (Zhou, He, Sun and others: *Ordering-consistency theory*, PLDI 2021. What the theory does incrementally, inside the
//! search, is done here from the beginning for each clause.)

use std::collections::HashMap;

/// The graph, as it is known without any literal.
pub struct Order {
    pub(crate) chains: Vec<Vec<u32>>,
    pub(crate) events: Vec<EventData>,
    pub(crate) edges: Vec<Edge>,
    /// By literal: the edges that have it as their first condition.
    by_condition: HashMap<i32, Vec<u32>>,
    /// By literal: the write and the read.
    pub(crate) sources: HashMap<i32, (u32, u32)>,
    /// By read: writes that may be to the same address, with the literal that says so.
    aliases: HashMap<u32, Vec<(u32, Option<i32>)>>,
    /// By cell: the writes to it.
    writes: HashMap<i64, Vec<u32>>,
    /// By event: the group that acts as one.
    pub(crate) group: Vec<u32>,
    /// By group: its chain, and where it is on it.
    pub(crate) place: Vec<(u32, u32)>,
    /// By group: the groups behind it, without conditions.
    next: Vec<Vec<u32>>,
    /// By group and chain: how many groups of the chain are this one or before it, without conditions.
    before: Vec<u32>,
    is_contradictory: bool,
}

pub(crate) struct EventData {
    /// Which event of its chain it is.
    pub position: u32,
    pub guard: Option<i32>,
    cell: Option<i64>,
    is_joined: bool,
}

pub(crate) struct Edge {
    pub from: u32,
    pub to: u32,
    pub conditions: Vec<i32>,
}

impl Order {
    /// Reads a graph: lines `chain`, `event CHAIN KIND GUARD CELL JOINED`, `edge FROM TO CONDITIONS`, `source WRITE READ
    /// LITERAL`, `alias WRITE READ LITERAL`. A guard or literal 0 is none, and so is a cell -1; kinds are r, w and o.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read(text: &str) -> Result<Order, String> {
        let mut order = Order {
            chains: Vec::new(),
            events: Vec::new(),
            edges: Vec::new(),
            by_condition: HashMap::new(),
            sources: HashMap::new(),
            aliases: HashMap::new(),
            writes: HashMap::new(),
            group: Vec::new(),
            place: Vec::new(),
            next: Vec::new(),
            before: Vec::new(),
            is_contradictory: false,
        };
        for line in text.lines() {
            order.read_line(line).ok_or_else(|| format!("{line:?} is no part of a graph"))?;
        }
        order.lay_out();
        Ok(order)
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |word: &str| word.parse::<i64>().ok();
        let literal = |word: &str| word.parse::<i32>().ok();
        let event = |word: &str| word.parse::<u32>().ok().filter(|&event| (event as usize) < self.events.len());
        match words.as_slice() {
            ["chain"] => self.chains.push(Vec::new()),
            ["event", chain, kind, guard, cell, joined] => {
                let chain = self.chains.get_mut(chain.parse::<usize>().ok()?)?;
                let this = self.events.len() as u32;
                let cell = Some(number(cell)?).filter(|&cell| cell >= 0);
                let guard = Some(literal(guard)?).filter(|&guard| guard != 0);
                if let ("w", Some(cell)) = (*kind, cell) {
                    self.writes.entry(cell).or_default().push(this);
                }
                let position = chain.len() as u32;
                self.events.push(EventData { position, guard, cell, is_joined: *joined == "1" && position > 0 });
                chain.push(this);
            }
            ["edge", from, to, conditions @ ..] => {
                let conditions = conditions.iter().map(|word| literal(word)).collect::<Option<Vec<i32>>>()?;
                let (from, to) = (event(from)?, event(to)?);
                self.add_edge(Edge { from, to, conditions });
            }
            ["source", write, read, source] => {
                let ends = (event(write)?, event(read)?);
                self.sources.insert(literal(source)?, ends);
            }
            ["alias", write, read, same] => {
                let (write, read) = (event(write)?, event(read)?);
                let same = Some(literal(same)?).filter(|&same| same != 0);
                self.aliases.entry(read).or_default().push((write, same));
            }
            _ => return None,
        }
        Some(())
    }

    fn add_edge(&mut self, edge: Edge) {
        if let Some(&first) = edge.conditions.first() {
            self.by_condition.entry(first).or_default().push(self.edges.len() as u32);
        }
        self.edges.push(edge);
    }

    /// Groups, and what is before what without any condition.
    fn lay_out(&mut self) {
        self.group = vec![0; self.events.len()];
        for (chain, events) in self.chains.iter().enumerate() {
            let mut position = 0;
            for (index, &event) in events.iter().enumerate() {
                if !self.events[event as usize].is_joined {
                    if index > 0 {
                        self.next[self.place.len() - 1].push(self.place.len() as u32);
                    }
                    self.place.push((chain as u32, position));
                    self.next.push(Vec::new());
                    position += 1;
                }
                self.group[event as usize] = self.place.len() as u32 - 1;
            }
        }
        let chains = self.chains.len();
        self.before = vec![0; self.place.len() * chains];
        for (group, &(chain, position)) in self.place.iter().enumerate() {
            self.before[group * chains + chain as usize] = position + 1;
        }
        let mut closure = Closure::new(self);
        for group in 0..self.place.len() as u32 {
            closure.is_broken |= closure.spread(group);
        }
        for edge in self.edges.iter().filter(|edge| edge.conditions.is_empty()) {
            closure.add(edge.from, edge.to);
        }
        let (before, added, is_broken) = (closure.before, closure.added, closure.is_broken);
        self.before = before;
        for (from, to) in added {
            self.next[from as usize].push(to);
        }
        self.is_contradictory = is_broken;
    }

    /// A new literal says on which side of a source and its read a rival is: before the write if it is true, after the read
    /// otherwise. `false` if that is no such question.
    pub fn split(&mut self, literal: i32, source: i32, rival: u32) -> bool {
        let Some(&(write, read)) = self.sources.get(&source) else { return false };
        let Some(same) = self.rivals(read).into_iter().find(|&(other, _)| other == rival) else { return false };
        if rival == write {
            return false;
        }
        let conditions: Vec<i32> =
            [Some(source), self.events[rival as usize].guard, same.1].into_iter().flatten().collect();
        let with = |last: i32| conditions.iter().copied().chain([last]).collect::<Vec<i32>>();
        self.add_edge(Edge { from: rival, to: write, conditions: with(literal) });
        self.add_edge(Edge { from: read, to: rival, conditions: with(-literal) });
        true
    }

    /// The writes that may be to the address of a read, each with the literal that says so.
    pub(crate) fn rivals(&self, read: u32) -> Vec<(u32, Option<i32>)> {
        let cell = self.events[read as usize].cell;
        let on_cell = cell.and_then(|cell| self.writes.get(&cell)).into_iter().flatten();
        let aliases = self.aliases.get(&read).into_iter().flatten().copied();
        on_cell.map(|&write| (write, None)).chain(aliases).collect()
    }

    /// Whether a clause follows.
    pub fn follows(&self, clause: &[i32]) -> bool {
        if self.is_contradictory {
            return true;
        }
        let is_true = |literal: i32| clause.contains(&-literal);
        if clause.iter().any(|&literal| is_true(literal)) {
            return true;
        }
        let mut closure = Closure::new(self);
        let mut sources = Vec::new();
        for &literal in clause {
            for &edge in self.by_condition.get(&-literal).into_iter().flatten() {
                let edge = &self.edges[edge as usize];
                if edge.conditions.iter().all(|&condition| is_true(condition)) {
                    closure.add(edge.from, edge.to);
                }
            }
            if let Some(&(write, read)) = self.sources.get(&-literal) {
                closure.add(write, read);
                if sources.iter().any(|&(other, of)| of == read && other != write) {
                    return true;
                }
                sources.push((write, read));
            }
        }
        let holds = |condition: Option<i32>| condition.is_none_or(is_true);
        let mut rivals = Vec::new();
        for &(write, read) in &sources {
            for (rival, same) in self.rivals(read) {
                if rival != write && holds(same) && holds(self.events[rival as usize].guard) {
                    rivals.push((write, read, rival));
                }
            }
        }
        loop {
            let mut is_new = false;
            for &(write, read, rival) in &rivals {
                if closure.is_broken {
                    return true;
                }
                if closure.is_before(rival, read) {
                    is_new |= closure.add(rival, write);
                }
                if closure.is_before(write, rival) {
                    is_new |= closure.add(read, rival);
                }
            }
            if closure.is_broken || !is_new {
                return closure.is_broken;
            }
        }
    }
}

/// What is before what, growing.
struct Closure<'a> {
    order: &'a Order,
    chains: usize,
    before: Vec<u32>,
    /// Edges between groups, beyond those of the graph.
    added: Vec<(u32, u32)>,
    /// Something is before itself.
    is_broken: bool,
    pending: Vec<u32>,
}

impl<'a> Closure<'a> {
    fn new(order: &'a Order) -> Self {
        Closure {
            order,
            chains: order.chains.len(),
            before: order.before.clone(),
            added: Vec::new(),
            is_broken: false,
            pending: Vec::new(),
        }
    }

    fn is_before(&self, first: u32, second: u32) -> bool {
        let (from, to) = (self.order.group[first as usize], self.order.group[second as usize]);
        if from == to {
            return self.order.events[first as usize].position < self.order.events[second as usize].position;
        }
        let (chain, position) = self.order.place[from as usize];
        self.before[to as usize * self.chains + chain as usize] > position
    }

    /// One event is before another from now on. Whether that is new.
    fn add(&mut self, first: u32, second: u32) -> bool {
        let (from, to) = (self.order.group[first as usize], self.order.group[second as usize]);
        if from == to {
            self.is_broken |= !self.is_before(first, second);
            return false;
        }
        if self.is_before(first, second) {
            return false;
        }
        self.added.push((from, to));
        self.is_broken |= self.spread(from);
        true
    }

    /// Passes on what is before a group to all behind it. Whether something is before itself.
    fn spread(&mut self, group: u32) -> bool {
        self.pending.push(group);
        while let Some(from) = self.pending.pop() {
            let known = self.order.next[from as usize].len();
            let mut position = 0;
            loop {
                let to = if position < known {
                    self.order.next[from as usize][position]
                } else {
                    let added = self.added.iter().filter(|edge| edge.0 == from).nth(position - known);
                    let Some(&(_, to)) = added else { break };
                    to
                };
                position += 1;
                let (chain, place) = self.order.place[to as usize];
                let (source, target) = (from as usize * self.chains, to as usize * self.chains);
                if self.before[source + chain as usize] > place {
                    self.pending.clear();
                    return true;
                }
                let mut is_changed = false;
                for chain in 0..self.chains {
                    if self.before[source + chain] > self.before[target + chain] {
                        self.before[target + chain] = self.before[source + chain];
                        is_changed = true;
                    }
                }
                if is_changed {
                    self.pending.push(to);
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two threads: `x = 1; r = y` and `y = 1; s = x`, with the initial writes on the first chain. Events 0, 1: initial
    /// writes of x and y; 2: x = 1; 3: read of y; 4: y = 1; 5: read of x.
    fn store_buffering() -> Order {
        let text = "chain\nchain\nevent 0 w 0 0 0\nevent 0 w 0 1 0\nevent 0 w 0 0 0\nevent 0 r 0 1 0\n\
                    event 1 w 0 1 0\nevent 1 r 0 0 0\nedge 1 4\n\
                    source 1 3 11\nsource 4 3 12\nsource 0 5 13\nsource 2 5 14\n";
        Order::read(text).expect("this is a graph")
    }

    #[test]
    fn both_reads_cannot_read_the_initial_values() {
        let order = store_buffering();
        assert!(order.follows(&[-11, -13]));
        assert!(!order.follows(&[-11, -14]));
        assert!(!order.follows(&[-12, -13]));
        assert!(!order.follows(&[-11]));
        assert!(!order.follows(&[11, 13]));
        assert!(!order.follows(&[]));
    }

    #[test]
    fn a_read_has_one_source() {
        assert!(store_buffering().follows(&[-11, -12]));
    }

    #[test]
    fn a_rival_that_may_not_be_there_hides_nothing() {
        let text = "chain\nevent 0 w 0 0 0\nevent 0 w 5 0 0\nevent 0 r 0 0 0\nsource 0 2 11\n";
        let order = Order::read(text).expect("this is a graph");
        assert!(!order.follows(&[-11]));
        assert!(order.follows(&[-11, -5]));
    }

    #[test]
    fn neighbours_that_act_as_one_let_nothing_between() {
        let graph = |joined: u8| {
            let text = format!(
                "chain\nchain\nevent 0 w 0 0 0\nevent 0 r 0 0 0\nevent 0 w 0 0 {joined}\nevent 1 w 0 0 0\nsource 0 1 11\nedge 1 3 7\nedge 3 2 8\n"
            );
            Order::read(&text).expect("this is a graph")
        };
        assert!(graph(1).follows(&[-7, -8]));
        assert!(!graph(0).follows(&[-7, -8]));
    }

    #[test]
    fn a_split_puts_a_rival_on_one_side() {
        let text =
            "chain\nchain\nevent 0 w 0 0 0\nevent 0 r 0 0 0\nevent 1 w 5 0 0\nsource 0 1 11\nedge 0 2 7\nedge 2 1 8\n";
        let mut order = Order::read(text).expect("this is a graph");
        assert!(order.split(20, 11, 2));
        assert!(!order.split(21, 11, 0) && !order.split(21, 12, 2) && !order.split(21, 11, 9));
        assert!(order.follows(&[-20, -11, -5, -7]));
        assert!(order.follows(&[20, -11, -5, -8]));
        assert!(!order.follows(&[-20, -11, -5, -8]));
        assert!(!order.follows(&[-20, -11, -7]));
    }

    #[test]
    fn a_graph_that_is_none_is_refused() {
        for text in ["event 0 w 0 0 0", "chain\nedge 0 1", "chain\nevent 0 w x 0 0", "loop"] {
            assert!(Order::read(text).is_err(), "{text:?}");
        }
    }
}
