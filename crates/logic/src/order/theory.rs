//! The theory: what it knows of an assignment, and how literals become edges.
//!
//! Literals are taken note of when they are told, and worked on when the solver asks for propagations. What is known is a
//! set of edges with reasons ([`Reachability`]), the source of each read, and nothing else; the rules that make new edges
//! of it are in `rules`, what it says to the solver in `explanation`, its last word in `completion`.

use std::collections::VecDeque;

use super::explanation::Explainer;
use super::graph::{Event, Graph};
use super::layout::{Layout, NONE, Watch};
use super::reachability::{Mark, Reachability, Reason};
use super::rules::RuleSet;
use crate::sat::{Check, Lit, Theory, Var};

/// Why a literal follows.
#[derive(Clone, Copy)]
pub(super) enum Implication {
    /// All other conditions of the edge hold, and it would close a cycle.
    Cycle { edge: u32 },
    /// The rival is between the write of the source and the read. So the source is none, or the rival is not there, or not
    /// at the address.
    Between { source: u32, rival: Event, same: Option<Lit> },
    /// The read has another source.
    Other { source: u32, other: u32 },
}

/// Where each level began.
struct Level {
    trail: usize,
    head: usize,
    order: Mark,
    change_head: usize,
    chosen: usize,
    passed: usize,
    next_read: usize,
}

/// How often the theory did what.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct OrderStatistics {
    /// Edges inserted.
    pub edges: u64,
    /// Edges that came from the rules.
    pub derived_edges: u64,
    /// Changed entries of clocks.
    pub clock_changes: u64,
    /// Literals told.
    pub assignments: u64,
    /// Literals implied.
    pub implied: u64,
    /// Conflicts.
    pub conflicts: u64,
    /// Literals in the clauses of conflicts and of implied literals that were asked for.
    pub clause_literals: u64,
    /// Complete assignments judged.
    pub completions: u64,
    /// New literals for the order of two writes.
    pub splits: u64,
}

/// What the theory proposes to decide next. It never changes an answer.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Guidance {
    /// Nothing: the solver knows best.
    #[default]
    None,
    /// What the first read that has no source reads from: the last write that is left. Measured (bench `order`): up to five
    /// times fewer conflicts on graphs of thirty events, up to six times longer on graphs of sixty. What the solver learns
    /// tells it better where to go on; proposing sources and orders by what was learned was slower, too.
    LateWrites,
    /// What the last read that has no source reads from: the last write that is left. Chains then answer each other at every
    /// step: what needs the most switches between them is found without a conflict (bench `order`, `sums`). Proofs take many
    /// times as long, so this is for a moment only.
    LateReads,
}

/// Receives each clause of the theory before the solver gets it, for example to check it.
pub type ClauseListener = Box<dyn FnMut(&Graph, &[Lit])>;

/// The ordering-consistency theory of a graph.
pub struct OrderTheory {
    pub(super) graph: Graph,
    pub(super) layout: Layout,
    /// The events, edges, sources and aliases that the layout has.
    laid_out: (usize, usize, usize, usize),
    pub(super) rules: RuleSet,
    /// By literal: whether it is true.
    holds: Vec<bool>,
    trail: Vec<Lit>,
    /// How much of the trail was worked on.
    head: usize,
    levels: Vec<Level>,
    pub(super) order: Reachability,
    /// How many of the changes of the order the rules have seen.
    pub(super) change_head: usize,
    /// By event: the source of a read, and the sources that read from a write.
    pub(super) source_of: Vec<u32>,
    pub(super) sources_from: Vec<Vec<u32>>,
    /// The sources that hold, in the order in which they came.
    chosen: Vec<u32>,
    /// By event and chain, for reads: the candidates on the chain before this number in the list were ruled out. For writes:
    /// the outlets from this number on were.
    pub(super) passed: Vec<Vec<u32>>,
    pub(super) passed_trail: Vec<(Event, u32, u32)>,
    /// Edges that will be inserted.
    pub(super) pending: VecDeque<(u32, u32, Reason)>,
    /// Literals to tell the solver, each with the level on which it was found.
    implied: VecDeque<(Lit, u32)>,
    /// By literal: why it follows, and how many edges there were.
    implication_of: Vec<Option<(Implication, u32)>>,
    /// The clause that says that this cannot be, and the level on which it was found.
    conflict: Option<(Vec<Lit>, usize)>,
    /// The solver has the clause.
    is_told: bool,
    pub(super) explainer: Explainer,
    pub(super) schedule: Vec<Event>,
    /// A source and a rival write of its read that are not yet ordered.
    pub(super) open_pair: Option<(u32, Event, Option<Lit>)>,
    /// The literals that were introduced: if one is true, the first event is before the second.
    pub(super) splits: Vec<(Lit, Event, Event)>,
    guidance: Guidance,
    /// All reads that have sources, the early ones of all chains first, and how many of them need no decision, from the end
    /// that the guidance begins at.
    reads: Vec<Event>,
    next_read: usize,
    /// What the theory did.
    pub statistics: OrderStatistics,
    listener: Option<ClauseListener>,
    /// The source and the rival that the last new literal is about.
    pub(super) last_split: Option<(Lit, Event)>,
}

impl OrderTheory {
    /// The theory of a graph, which may grow: [`OrderTheory::graph`].
    pub fn new(graph: Graph) -> Self {
        OrderTheory {
            graph,
            layout: Layout::default(),
            laid_out: (0, 0, 0, 0),
            rules: RuleSet::ALL,
            holds: Vec::new(),
            trail: Vec::new(),
            head: 0,
            levels: Vec::new(),
            order: Reachability::default(),
            change_head: 0,
            source_of: Vec::new(),
            sources_from: Vec::new(),
            chosen: Vec::new(),
            passed: Vec::new(),
            passed_trail: Vec::new(),
            pending: VecDeque::new(),
            implied: VecDeque::new(),
            implication_of: Vec::new(),
            conflict: None,
            is_told: false,
            explainer: Explainer::default(),
            schedule: Vec::new(),
            open_pair: None,
            splits: Vec::new(),
            guidance: Guidance::None,
            reads: Vec::new(),
            next_read: 0,
            statistics: OrderStatistics::default(),
            listener: None,
            last_split: None,
        }
    }

    /// The graph, to let it grow between two searches.
    pub fn graph(&mut self) -> &mut Graph {
        &mut self.graph
    }

    /// Says what the theory is to propose from now on. Between two searches.
    ///
    /// # Panics
    /// If a search goes on.
    pub fn guide(&mut self, guidance: Guidance) {
        assert!(self.levels.is_empty(), "guidance changes between searches only");
        self.guidance = guidance;
        self.next_read = 0;
    }

    /// After a search that found a model: all events that are there, in an order in which each read reads from the last
    /// write before it.
    pub fn schedule(&self) -> &[Event] {
        &self.schedule
    }

    /// Sets the listener that receives each clause of the theory.
    pub fn listen(&mut self, listener: ClauseListener) {
        self.listener = Some(listener);
    }

    pub(super) fn is_true(&self, lit: Lit) -> bool {
        self.holds.get(lit.index()).copied().unwrap_or(false)
    }

    pub(super) fn is_open(&self, lit: Lit) -> bool {
        !self.is_true(lit) && !self.is_true(!lit)
    }

    /// Whether something with this condition is there.
    pub(super) fn is_there(&self, condition: Option<Lit>) -> bool {
        condition.is_none_or(|lit| self.is_true(lit))
    }

    /// Whether the first event is before the second for all that is known.
    pub(super) fn is_before(&self, first: Event, second: Event) -> bool {
        let (from, to) = (self.layout.vertex[first.index()], self.layout.vertex[second.index()]);
        if from == to {
            self.layout.place[first.index()] < self.layout.place[second.index()]
        } else {
            self.order.reaches(from, to)
        }
    }

    /// Starts anew, with what was told at level zero.
    fn lay_out(&mut self) {
        let graph = &self.graph;
        let size = (graph.events.len(), graph.edges.len(), graph.sources.len(), graph.aliases.len());
        if self.laid_out == size {
            return;
        }
        self.laid_out = size;
        self.layout = Layout::new(graph);
        self.order = Reachability::new(&self.layout);
        self.change_head = 0;
        self.head = 0;
        self.source_of = vec![NONE; size.0];
        self.sources_from = vec![Vec::new(); size.0];
        self.chosen.clear();
        self.passed = vec![Vec::new(); size.0];
        self.passed_trail.clear();
        self.pending.clear();
        self.implied.clear();
        self.conflict = None;
        self.schedule.clear();
        self.next_read = 0;
        let mut reads: Vec<Event> = self.layout.reads.iter().flatten().copied().collect();
        reads.sort_by_key(|read| (self.layout.place[read.index()], self.layout.chain(*read)));
        self.reads = reads;
        self.start();
    }

    /// What holds without any literal.
    fn start(&mut self) {
        for edge in 0..self.layout.edges.len() as u32 {
            if self.layout.edges[edge as usize].conditions.is_empty() {
                self.activate(edge);
            }
        }
        self.insert_pending();
        for edge in 0..self.layout.edges.len() as u32 {
            self.rule_out_cycle(edge);
        }
        self.change_head = self.order.changes.len();
        self.rule_out_all();
    }

    /// Takes note that a literal follows, unless it is known.
    pub(super) fn imply(&mut self, lit: Lit, implication: Implication) {
        if self.is_true(lit) {
            return;
        }
        let edges = self.order.edges.len() as u32;
        if self.is_true(!lit) {
            let mut clause = Vec::new();
            self.explain_implication(lit, implication, edges, &mut clause);
            self.refute(clause);
            return;
        }
        if self.implication_of.len() <= lit.index() | 1 {
            self.implication_of.resize((lit.index() | 1) + 1, None);
        }
        self.implication_of[lit.index()] = Some((implication, edges));
        self.implied.push_back((lit, self.levels.len() as u32));
        self.statistics.implied += 1;
    }

    /// Takes note that the assignment has no order, with the clause that says so.
    pub(super) fn refute(&mut self, clause: Vec<Lit>) {
        if self.conflict.is_some() {
            return;
        }
        self.statistics.conflicts += 1;
        self.statistics.clause_literals += clause.len() as u64;
        self.conflict = Some((clause, self.levels.len()));
        self.is_told = false;
    }

    /// An edge whose conditions hold.
    pub(super) fn activate(&mut self, edge: u32) {
        let (from, to) = {
            let edge = &self.layout.edges[edge as usize];
            (edge.from, edge.to)
        };
        self.require(from, to, Reason::Given(edge));
    }

    /// The first event must be before the second.
    pub(super) fn require(&mut self, first: Event, second: Event, reason: Reason) {
        let (from, to) = (self.layout.vertex[first.index()], self.layout.vertex[second.index()]);
        if from != to {
            self.pending.push_back((from, to, reason));
        } else if self.layout.place[first.index()] >= self.layout.place[second.index()] {
            let clause = self.explain_cycle(from, to, reason);
            self.refute(clause);
        }
    }

    fn insert_pending(&mut self) {
        while let Some((from, to, reason)) = self.pending.pop_front() {
            if self.conflict.is_some() {
                self.pending.clear();
                return;
            }
            if self.order.reaches(to, from) {
                let clause = self.explain_cycle(from, to, reason);
                self.refute(clause);
            } else if !self.order.reaches(from, to) {
                self.statistics.edges += 1;
                self.statistics.derived_edges += u64::from(!matches!(reason, Reason::Given(_)));
                let changes = self.order.changes.len();
                self.order.insert(from, to, reason);
                self.statistics.clock_changes += (self.order.changes.len() - changes) as u64;
            }
        }
    }

    /// Works on one literal of the trail.
    fn take_note(&mut self, lit: Lit) {
        for at in 0..self.layout.watches(lit).len() {
            match self.layout.watches(lit)[at] {
                Watch::Edge(edge) => self.condition_holds(edge),
                Watch::Guard(write) => self.write_is_there(write),
                Watch::Alias(alias) => {
                    let (write, read) = self.layout.aliases[alias as usize];
                    self.rival_is_there(write, read, Some(lit));
                }
            }
        }
    }

    fn condition_holds(&mut self, edge: u32) {
        let is_complete = self.layout.edges[edge as usize].conditions.iter().all(|&lit| self.is_true(lit));
        if !is_complete {
            self.rule_out_cycle(edge);
            return;
        }
        self.activate(edge);
        if self.layout.is_source(edge) {
            self.source_holds(edge);
        }
    }

    /// Remembers the source of a read. `false` if it has it already, or another one.
    pub(super) fn choose(&mut self, source: u32) -> bool {
        let Event(read) = self.layout.edges[source as usize].to;
        match self.source_of[read as usize] {
            NONE => {
                self.source_of[read as usize] = source;
                self.sources_from[self.layout.edges[source as usize].from.index()].push(source);
                self.chosen.push(source);
                true
            }
            other => {
                if other != source {
                    let literals = [other, source].map(|source| !self.layout.edges[source as usize].conditions[0]);
                    self.refute(literals.to_vec());
                }
                false
            }
        }
    }

    /// Works until nothing follows any more.
    pub(super) fn saturate(&mut self) {
        while self.conflict.is_none() {
            if !self.pending.is_empty() {
                self.insert_pending();
            } else if self.change_head < self.order.changes.len() {
                let change = self.order.changes[self.change_head];
                self.change_head += 1;
                self.clock_changed(change);
            } else if self.head < self.trail.len() {
                self.head += 1;
                self.take_note(self.trail[self.head - 1]);
            } else {
                return;
            }
        }
    }

    /// The sources that hold.
    pub(super) fn chosen(&self) -> &[u32] {
        &self.chosen
    }
}

impl Theory for OrderTheory {
    fn observe(&mut self, observed: &mut Vec<Var>) {
        assert!(self.levels.is_empty(), "a graph grows between searches only");
        self.lay_out();
        for var in self.layout.variables() {
            let top = 2 * var.index() + 1;
            if self.holds.len() <= top {
                self.holds.resize(top + 1, false);
            }
            observed.push(var);
        }
    }

    fn assign(&mut self, lit: Lit) {
        self.statistics.assignments += 1;
        if self.holds.len() <= lit.index() | 1 {
            self.holds.resize((lit.index() | 1) + 1, false);
        }
        if !std::mem::replace(&mut self.holds[lit.index()], true) {
            self.trail.push(lit);
        }
    }

    fn new_level(&mut self) {
        self.levels.push(Level {
            trail: self.trail.len(),
            head: self.head,
            order: self.order.mark(),
            change_head: self.change_head,
            chosen: self.chosen.len(),
            passed: self.passed_trail.len(),
            next_read: self.next_read,
        });
    }

    fn backtrack(&mut self, level: usize) {
        let mark = &self.levels[level];
        for lit in self.trail.drain(mark.trail..) {
            self.holds[lit.index()] = false;
        }
        self.head = mark.head;
        self.next_read = mark.next_read;
        self.order.undo(mark.order);
        self.change_head = mark.change_head;
        for source in self.chosen.drain(mark.chosen..).rev() {
            let edge = &self.layout.edges[source as usize];
            self.source_of[edge.to.index()] = NONE;
            self.sources_from[edge.from.index()].pop();
        }
        for (read, chain, old) in self.passed_trail.drain(mark.passed..).rev() {
            self.passed[read.index()][chain as usize] = old;
        }
        self.levels.truncate(level);
        self.pending.clear();
        self.implied.retain(|&(_, found_on)| found_on as usize <= level);
        if self.conflict.as_ref().is_some_and(|&(_, found_on)| found_on > level) {
            self.conflict = None;
        }
        self.is_told = false;
    }

    fn propagate(&mut self) -> Option<Lit> {
        self.saturate();
        if self.conflict.is_some() {
            return None;
        }
        while let Some((lit, _)) = self.implied.pop_front() {
            if !self.is_true(lit) {
                return Some(lit);
            }
        }
        None
    }

    fn explain(&mut self, lit: Lit, clause: &mut Vec<Lit>) {
        let (implication, edges) = self.implication_of[lit.index()].expect("a literal that was implied has a reason");
        self.explain_implication(lit, implication, edges, clause);
        self.statistics.clause_literals += clause.len() as u64;
        self.report(clause);
    }

    fn clause(&mut self, clause: &mut Vec<Lit>) -> bool {
        match &self.conflict {
            Some((found, _)) if !self.is_told => {
                clause.clone_from(found);
                self.is_told = true;
                self.report(clause);
                true
            }
            Some(_) | None => false,
        }
    }

    fn decide(&mut self) -> Option<Lit> {
        loop {
            let at = match self.guidance {
                Guidance::None => return None,
                Guidance::LateWrites => self.next_read,
                Guidance::LateReads => self.reads.len().checked_sub(self.next_read + 1)?,
            };
            let read = *self.reads.get(at)?;
            let is_settled = self.source_of[read.index()] != NONE || !self.is_there(self.layout.guard[read.index()]);
            if !is_settled {
                let candidates = (0..self.layout.chains).flat_map(|chain| self.layout.candidates(read, chain));
                let literals = candidates.map(|candidate| self.layout.edges[candidate.source as usize].conditions[0]);
                let last = literals.rev().find(|&lit| self.is_open(lit));
                if last.is_some() {
                    return last;
                }
            }
            self.next_read += 1;
        }
    }

    fn check(&mut self) -> Check {
        self.saturate();
        if self.conflict.is_some() {
            return Check::Clauses;
        }
        self.statistics.completions += 1;
        if self.complete() { Check::Consistent } else { Check::Extend }
    }

    fn extend(&mut self, new_var: &mut dyn FnMut() -> Var, _clauses: &mut Vec<Vec<Lit>>) {
        self.split(new_var);
    }

    fn premises(&self) -> String {
        self.graph.describe()
    }

    fn evidence(&self) -> Vec<usize> {
        self.schedule.iter().map(|event| event.index()).collect()
    }

    fn extension(&self) -> String {
        self.last_split.map_or_else(String::new, |(source, rival)| format!("{} {}", source.to_dimacs(), rival.index()))
    }
}

impl OrderTheory {
    fn report(&mut self, clause: &[Lit]) {
        if let Some(listener) = &mut self.listener {
            listener(&self.graph, clause);
        }
    }
}
