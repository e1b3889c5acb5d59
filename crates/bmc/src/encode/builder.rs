//! The formula while it is made: events on chains, sources of reads, sections of locks.

use std::collections::BTreeMap;

use raddle_logic::order::{Cell, Chain, Event as OrderEvent, Graph, Section};
use raddle_logic::sat::{Lit, SatSolver};
use raddle_logic::term::Term;
use rustc_hash::FxHashMap;

use crate::encode::FormulaSolver;
use crate::encode::bounds::bounds;
use crate::encode::candidates::{Sources, accesses, sources};
use crate::encode::facts::Facts;
use crate::unwind::Value;
use crate::unwind::event::{CellKey, EventId, EventKind, Unwound};
use crate::unwind::object::{LockId, ThreadId};
use crate::unwind::pool::Pool;

/// Bytes that a source takes with all that is known of it, and each bit of a value that it makes equal to another (two clauses, while
/// the solver works on them): more than measured on programs of thousands of sources.
const PER_SOURCE: u64 = 1_200;
const PER_BIT: u64 = 560;

/// The formula while it is made.
pub(crate) struct Builder<'a> {
    pub pool: &'a mut Pool,
    pub unwound: &'a Unwound,
    pub solver: &'a mut FormulaSolver,
    pub facts: &'a mut Facts,
    pub graph: Graph,
    pub placed: Vec<Option<OrderEvent>>,
    /// By event: the last one on its chain before its atomic group.
    pub(super) before_group: Vec<Option<OrderEvent>>,
    pub events: FxHashMap<usize, EventId>,
    pub cells: BTreeMap<CellKey, (Cell, OrderEvent)>,
    /// Sources of reads that were encoded.
    pub n_sources: usize,
}

impl<'a> Builder<'a> {
    /// The beginning of a formula.
    pub fn new(pool: &'a mut Pool, unwound: &'a Unwound, solver: &'a mut FormulaSolver, facts: &'a mut Facts) -> Self {
        Builder {
            pool,
            unwound,
            solver,
            facts,
            graph: Graph::new(),
            placed: vec![None; unwound.events.len()],
            before_group: vec![None; unwound.events.len()],
            events: FxHashMap::default(),
            cells: BTreeMap::new(),
            n_sources: 0,
        }
    }
}

impl Builder<'_> {
    pub(super) fn lit(&mut self, term: Term) -> Lit {
        self.solver.literal(&self.pool.terms, term)
    }

    /// The literal of a guard; `None` if it always holds.
    pub fn guard(&mut self, term: Term) -> Option<Lit> {
        if self.pool.is_true(term) { None } else { Some(self.lit(term)) }
    }

    /// Values of reads that lie in small intervals get few bits.
    pub fn narrow(&mut self) {
        for (variable, interval) in bounds(self.unwound, self.pool) {
            let bits = self.solver.narrow(&self.pool.terms, variable, interval);
            self.facts.narrow.insert(variable, bits);
        }
    }

    /// The events on their chains, and the edges between chains; of accesses those to the cells that are shown.
    pub fn chains(&mut self, is_shown: &dyn Fn(CellKey) -> bool) {
        let chains: Vec<Chain> = self.unwound.threads.iter().map(|_| self.graph.chain()).collect();
        // The initial value of a cell, which is unknown.
        for (number, cell) in accesses(self.unwound).into_keys().enumerate().filter(|(_, cell)| is_shown(*cell)) {
            let id = Cell(number as u32);
            let event = self.graph.write(chains[0], None, Some(id));
            self.cells.insert(cell, (id, event));
        }
        let mut spawned: FxHashMap<ThreadId, OrderEvent> = FxHashMap::default();
        let mut ended: FxHashMap<ThreadId, OrderEvent> = FxHashMap::default();
        let mut begun: Vec<(ThreadId, OrderEvent)> = Vec::new();
        let mut joined: Vec<(ThreadId, OrderEvent, Option<Lit>)> = Vec::new();
        let mut final_event: Option<OrderEvent> = None;
        let mut last_events: Vec<OrderEvent> = Vec::new();
        for (thread, &chain) in self.unwound.threads.iter().zip(&chains) {
            let mut last: Option<OrderEvent> = None;
            for unit in self.unwound.units_of(thread) {
                let is_group = unit.len() > 1 || self.unwound.event(unit[0]).group.is_some();
                let before = last;
                if is_group {
                    self.graph.begin_atomic(chain);
                }
                for id in unit {
                    let data = self.unwound.event(id);
                    let kind = data.kind;
                    let is_hidden =
                        matches!(kind, EventKind::Read(cell, _) | EventKind::Write(cell, _) if !is_shown(cell));
                    if self.pool.is_false(data.guard) || is_hidden {
                        continue;
                    }
                    let guard = self.guard(data.guard);
                    let event = match kind {
                        EventKind::Read(cell, _) => self.graph.read(chain, guard, Some(self.cells[&cell].0)),
                        EventKind::Write(cell, _) => self.graph.write(chain, guard, Some(self.cells[&cell].0)),
                        EventKind::Lock(..)
                        | EventKind::Unlock(_)
                        | EventKind::Spawn(_)
                        | EventKind::Begin
                        | EventKind::End
                        | EventKind::Join(_)
                        | EventKind::Mark
                        | EventKind::Last => self.graph.event(chain, guard),
                    };
                    self.placed[id.0 as usize] = Some(event);
                    self.before_group[id.0 as usize] = before;
                    last = Some(event);
                    self.events.insert(event.index(), id);
                    match kind {
                        EventKind::Spawn(child) => {
                            spawned.insert(child, event);
                        }
                        EventKind::Begin => begun.push((thread.id, event)),
                        EventKind::End => {
                            ended.insert(thread.id, event);
                        }
                        EventKind::Join(child) => joined.push((child, event, guard)),
                        EventKind::Last => final_event = Some(event),
                        EventKind::Read(..)
                        | EventKind::Write(..)
                        | EventKind::Lock(..)
                        | EventKind::Unlock(_)
                        | EventKind::Mark => {}
                    }
                }
                if is_group {
                    self.graph.end_atomic(chain);
                }
            }
            last_events.extend(last);
        }
        if let Some(end) = final_event {
            let chain = self.graph.chain_of(end);
            last_events.retain(|&last| self.graph.chain_of(last) != chain);
            for last in last_events {
                self.graph.edge(last, end, &[]);
            }
        }
        for (thread, event) in begun {
            // Whatever a thread does, it does only if it was started.
            if let Some(&spawn) = spawned.get(&thread) {
                self.graph.edge(spawn, event, &[]);
            }
        }
        for (thread, event, guard) in joined {
            if let Some(&end) = ended.get(&thread) {
                let conditions: Vec<Lit> = guard.into_iter().collect();
                self.graph.edge(end, event, &conditions);
            }
        }
    }

    /// Where reads may read from, and what they read then.
    pub fn sources(&mut self) {
        for (cell, accesses) in accesses(self.unwound) {
            let writes: Vec<EventId> =
                accesses.writes.into_iter().filter(|write| self.placed[write.0 as usize].is_some()).collect();
            for read in accesses.reads {
                if (self.facts.interruption)() || self.facts.is_too_large() {
                    return;
                }
                let Some(reader) = self.placed[read.0 as usize] else { continue };
                let EventKind::Read(_, value) = self.unwound.event(read).kind else { continue };
                let found = self.candidates(&writes, read);
                for write in found.writes {
                    let EventKind::Write(_, written) = self.unwound.event(write).kind else { continue };
                    let writer = self.placed[write.0 as usize].expect("only placed writes are candidates");
                    if let Some(source) = self.equal_if_source(value, written) {
                        self.graph.source(writer, reader, source);
                        self.n_sources += 1;
                    }
                }
                if found.may_be_first {
                    let source = self.solver.sat().new_var().positive();
                    self.graph.source(self.cells[&cell].1, reader, source);
                }
                let clause = self.graph.some_source(reader);
                self.solver.sat().add_clause(&clause);
            }
        }
    }

    /// The sources of a read among the writes to its cell.
    pub fn candidates(&mut self, writes: &[EventId], read: EventId) -> Sources {
        let Facts { before, implications, .. } = &mut *self.facts;
        sources(self.unwound, &self.pool.terms, before, implications, writes, read)
    }

    /// A literal under which a read value is a written one; `None` if it never is.
    pub fn equal_if_source(&mut self, read: Value, written: Value) -> Option<Lit> {
        let tags = self.pool.eq(read.tag, written.tag);
        let is_tree = self.pool.leaves(read.bits, 64).is_some();
        let equal = if is_tree {
            let bits = self.pool.eq(read.bits, written.bits);
            self.pool.and(tags, bits)
        } else {
            tags
        };
        if self.pool.is_false(equal) {
            return None;
        }
        // No term: there are as many sources as pairs of reads and writes, and no caller asks a model for them by name.
        let source = self.solver.sat().new_var().positive();
        self.solver.assert_where(&mut self.pool.terms, source, equal);
        self.facts.needs += PER_SOURCE;
        if !is_tree {
            // What is written is in the interval, too: the high bits of sums do not matter then.
            let bits = self.facts.narrow.get(&read.bits).map_or(usize::MAX, |&bits| bits as usize);
            let read = self.solver.low_literals(&self.pool.terms, read.bits, bits);
            let written = self.solver.low_literals(&self.pool.terms, written.bits, bits);
            self.facts.needs += PER_BIT * read.len() as u64;
            for (one, other) in read.into_iter().zip(written) {
                self.solver.sat().add_clause(&[!source, !one, other]);
                self.solver.sat().add_clause(&[!source, one, !other]);
            }
        }
        Some(source)
    }

    /// Sections of one lock exclude each other, unless both are to read.
    pub fn sections(&mut self) {
        let mut of_lock: BTreeMap<LockId, Vec<usize>> = BTreeMap::new();
        for (index, section) in self.unwound.sections.iter().enumerate() {
            if self.placed[section.acquire.0 as usize].is_some() {
                of_lock.entry(section.lock).or_default().push(index);
            }
        }
        for sections in of_lock.into_values() {
            let made: Vec<Section> = sections
                .iter()
                .map(|&index| {
                    let section = &self.unwound.sections[index];
                    let acquire = self.placed[section.acquire.0 as usize].expect("it was placed");
                    let releases: Vec<OrderEvent> =
                        section.releases.iter().filter_map(|release| self.placed[release.0 as usize]).collect();
                    self.graph.section(acquire, &releases)
                })
                .collect();
            for (position, &one) in sections.iter().enumerate() {
                if (self.facts.interruption)() {
                    return;
                }
                for (later, &other) in sections.iter().enumerate().skip(position + 1) {
                    self.exclude((one, made[position]), (other, made[later]));
                }
            }
        }
    }

    fn exclude(&mut self, (one, first): (usize, Section), (other, second): (usize, Section)) {
        let (a, b) = (&self.unwound.sections[one], &self.unwound.sections[other]);
        if !a.mode.excludes(b.mode) {
            return;
        }
        if self.unwound.event(a.acquire).thread == self.unwound.event(b.acquire).thread {
            // A thread that locks again has unlocked before, or stops.
            return;
        }
        if self.ends_before(one, other) || self.ends_before(other, one) {
            return;
        }
        let (a, b) = (a.acquire, b.acquire);
        let solver = &mut *self.solver;
        let literal = self.facts.sections.entry((one, other)).or_insert_with(|| solver.sat().new_var().positive());
        let literal = *literal;
        self.graph.exclude(first, second, literal, &[]);
        if self.facts.before.is_before(a, b) {
            self.solver.sat().add_clause(&[literal]);
        } else if self.facts.before.is_before(b, a) {
            self.solver.sat().add_clause(&[!literal]);
        }
    }

    /// Whether a section certainly ends before another begins.
    fn ends_before(&mut self, one: usize, other: usize) -> bool {
        let (a, b) = (&self.unwound.sections[one], &self.unwound.sections[other]);
        let entered = self.unwound.event(a.acquire).guard;
        a.releases.iter().any(|&release| {
            let guard = self.unwound.event(release).guard;
            let Facts { before, implications, .. } = &mut *self.facts;
            before.is_before(release, b.acquire) && implications.implies(&self.pool.terms, entered, guard)
        })
    }
}
