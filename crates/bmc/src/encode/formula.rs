//! The formula, its solver and its theory; and what a model of it says.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use raddle_logic::order::{Cell, Chain, Clocks, Event as OrderEvent, Graph, OrderTheory, Section};
use raddle_logic::sat::{Interruption, Lit, SatResult, SatSolver};
use raddle_logic::solver::Solver;
use raddle_logic::term::Term;
use raddle_logic::value::Value as TermValue;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::cegpv::formula::{SliceCounts, Slicing};
use crate::encode::bounds::bounds;
use crate::encode::candidates::{Implications, Sources, accesses, sources};
use crate::encode::facts::Facts;
use crate::encode::guided::guided;
use crate::encode::happens_before::HappensBefore;
use crate::encode::races::{self, Pair};
use crate::encode::requirements::{Requirements, requirements};
use crate::interleave::exploration::{Counts, Exploration};
use crate::unwind::event::{CellKey, EventId, EventKind, Unwound};
use crate::unwind::object::{LockId, ThreadId};
use crate::unwind::pool::Pool;
use crate::unwind::{Unwinding, Value};
use raddle_verify::context::Reporter;
use raddle_verify::options::{Choices, Order, SliceChoices};

/// Bytes that a source takes with all that is known of it, and each bit of a value that it makes equal to another (two clauses, while
/// the solver works on them): more than measured on programs of thousands of sources.
const PER_SOURCE: u64 = 1_200;
const PER_BIT: u64 = 560;

/// What is asked of the formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Query {
    /// Is there an execution that goes nowhere beyond what was unwound?
    Execution,
    /// Does an execution reach a place where the unwinding was cut?
    Cut,
    /// Are there two accesses that may race and are next at the same time?
    Race,
}

/// The answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// Yes: the model can be asked.
    Yes,
    /// No.
    No,
    /// The search was ended from outside.
    Interrupted,
}

/// The formula of an unwound program.
pub struct Encoding {
    solver: Solver<Box<dyn SatSolver>>,
    decider: Decider,
    /// By number of the event in the graph.
    events: FxHashMap<usize, EventId>,
    /// Whether executions may end at cuts inside of atomic sections.
    allows_cuts: Term,
    any_cut: Term,
    interruption: Interruption,
    /// Whether it was interrupted while it was made.
    is_incomplete: bool,
    /// After how many conflicts a question to the theory is given up; nothing, if never.
    pub patience: Option<u64>,
    has_lost_patience: bool,
    /// Whether it would have needed more memory than it may.
    pub is_too_large: bool,
    /// Sources of reads that were encoded.
    pub n_sources: usize,
    /// Accesses that may race.
    pub pairs: Vec<Pair>,
    /// Switches of threads that are forbidden until a core needs them.
    forbidden: Vec<Term>,
    /// Places at which a thread may be switched away from, if a schedule is recorded.
    pub n_switches: usize,
    /// How often switches were allowed since a core needed them.
    pub n_widenings: usize,
    reporter: Option<Reporter>,
}

/// Who decides the order.
enum Decider {
    Theory(Rc<RefCell<OrderTheory>>),
    Clocks(Box<(Clocks, Graph)>),
    /// The order is fixed before the solver is asked.
    Interleavings(Box<Exploration>),
    /// Some variables first, and others where they matter.
    Slices(Box<Slicing>),
}

/// The formula while it is made.
pub(crate) struct Builder<'a> {
    pub pool: &'a mut Pool,
    pub unwound: &'a Unwound,
    pub solver: &'a mut Solver<Box<dyn SatSolver>>,
    pub facts: &'a mut Facts,
    pub graph: Graph,
    pub placed: Vec<Option<OrderEvent>>,
    /// By event: the last one on its chain before those that it acts as one with.
    pub(super) before_group: Vec<Option<OrderEvent>>,
    pub events: FxHashMap<usize, EventId>,
    pub cells: BTreeMap<CellKey, (Cell, OrderEvent)>,
    n_sources: usize,
}

impl Encoding {
    /// The formula of an unwound program, for a fresh solver. The interruption is polled while it is made and solved. It is
    /// not made to its end if it needs more than the granted bytes.
    pub fn new(
        unwinding: &mut Unwinding,
        order: Order,
        mut sat: Box<dyn SatSolver>,
        interruption: Interruption,
        granted: u64,
    ) -> Self {
        let Unwinding { pool, unwound, .. } = unwinding;
        sat.set_interruption(Some(interruption.clone()));
        let mut implications = Implications::default();
        let before = HappensBefore::of(unwound, &pool.terms, &mut implications);
        if let Order::Interleavings(choices) = order {
            return Encoding::of_interleavings(
                (pool, unwound),
                (&before, &mut implications),
                choices,
                sat,
                interruption,
            );
        }
        let mut facts = Facts::new(before, implications, interruption.clone(), granted);
        let mut solver = Solver::new(sat);
        if let Order::Slices(choices) = order {
            return Encoding::of_slices((pool, unwound), facts, choices, solver);
        }
        let mut builder = Builder::new(pool, unwound, &mut solver, &mut facts);
        builder.narrow();
        builder.chains(&|_| true);
        builder.sources();
        let is_too_large = builder.facts.is_too_large();
        builder.sections();
        let (pairs, ends) = builder.races();
        let Requirements { clauses, any_cut, allows_cuts } = requirements(builder.pool, builder.unwound, &ends);
        for clause in clauses {
            builder.solver.assert_clause(&mut builder.pool.terms, &clause);
        }
        let Builder { mut graph, events, n_sources, .. } = builder;
        for clause in graph.take_clauses() {
            solver.sat().add_clause(&clause);
        }
        let (mut forbidden, mut n_switches) = (Vec::new(), 0);
        let decider = match order {
            Order::Theory => {
                let theory = Rc::new(RefCell::new(OrderTheory::new(graph)));
                solver.sat().connect(theory.clone());
                Decider::Theory(theory)
            }
            Order::Clocks => {
                let mut clocks = Clocks::new(graph.group_count());
                clocks.encode(&graph, solver.sat(), &*interruption);
                Decider::Clocks(Box::new((clocks, graph)))
            }
            Order::Schedule | Order::Widening => {
                let mut clocks = Clocks::new(graph.group_count());
                clocks.encode(&graph, solver.sat(), &*interruption);
                let switches = clocks.record(&graph, solver.sat(), &*interruption);
                n_switches = switches.len();
                for switch in switches.into_iter().filter(|_| order == Order::Widening) {
                    let allowed = solver.activation(&mut pool.terms, "switch");
                    let literal = solver.literal(&pool.terms, allowed);
                    solver.sat().add_clause(&[!switch, literal]);
                    forbidden.push(pool.not(allowed));
                }
                Decider::Clocks(Box::new((clocks, graph)))
            }
            Order::Interleavings(_) | Order::Slices(_) => panic!("these have no graph for all"),
        };
        let is_incomplete = is_too_large || interruption();
        Encoding {
            solver,
            decider,
            events,
            allows_cuts,
            any_cut,
            interruption,
            is_incomplete,
            patience: None,
            has_lost_patience: false,
            is_too_large,
            n_sources,
            pairs,
            forbidden,
            n_switches,
            n_widenings: 0,
            reporter: None,
        }
    }

    /// One interleaving after the other: what is in order is not in the formula.
    fn of_interleavings(
        (pool, unwound): (&mut Pool, &Unwound),
        order: (&HappensBefore, &mut Implications),
        choices: Choices,
        sat: Box<dyn SatSolver>,
        interruption: Interruption,
    ) -> Self {
        let mut solver = Solver::new(sat);
        let (pairs, ends) = races::pairs(pool, unwound, order.0);
        let Requirements { clauses, any_cut, allows_cuts } = requirements(pool, unwound, &ends);
        let required = clauses.iter().map(|clause| pool.any(clause)).collect();
        let exploration = Exploration::new(unwound, pool, order, &pairs, choices, required, &mut solver);
        let is_incomplete = interruption();
        Encoding {
            solver,
            decider: Decider::Interleavings(Box::new(exploration)),
            events: FxHashMap::default(),
            allows_cuts,
            any_cut,
            interruption,
            is_incomplete,
            patience: None,
            has_lost_patience: false,
            is_too_large: false,
            n_sources: 0,
            pairs,
            forbidden: Vec::new(),
            n_switches: 0,
            n_widenings: 0,
            reporter: None,
        }
    }

    /// Some variables first: nothing is said of the order before something is asked.
    fn of_slices(
        (pool, unwound): (&mut Pool, &Unwound),
        mut facts: Facts,
        choices: SliceChoices,
        mut solver: Solver<Box<dyn SatSolver>>,
    ) -> Self {
        let interruption = facts.interruption.clone();
        Builder::new(pool, unwound, &mut solver, &mut facts).narrow();
        let (pairs, ends) = races::pairs(pool, unwound, &facts.before);
        let Requirements { clauses, any_cut, allows_cuts } = requirements(pool, unwound, &ends);
        for clause in clauses {
            solver.assert_clause(&mut pool.terms, &clause);
        }
        let is_incomplete = interruption();
        Encoding {
            solver,
            decider: Decider::Slices(Box::new(Slicing::new(unwound, facts, choices))),
            events: FxHashMap::default(),
            allows_cuts,
            any_cut,
            interruption,
            is_incomplete,
            patience: None,
            has_lost_patience: false,
            is_too_large: false,
            n_sources: 0,
            pairs,
            forbidden: Vec::new(),
            n_switches: 0,
            n_widenings: 0,
            reporter: None,
        }
    }

    /// What became of the interleavings, if they are explored one by one.
    pub fn interleavings(&self) -> Option<Counts> {
        match &self.decider {
            Decider::Theory(_) | Decider::Clocks(_) | Decider::Slices(_) => None,
            Decider::Interleavings(exploration) => Some(exploration.counts),
        }
    }

    /// The variables that are looked at first, if they are not all: to be chosen before anything is asked.
    pub fn slices(&mut self) -> Option<&mut Slicing> {
        match &mut self.decider {
            Decider::Theory(_) | Decider::Clocks(_) | Decider::Interleavings(_) => None,
            Decider::Slices(slicing) => Some(slicing),
        }
    }

    /// What became of abstract counterexamples, if there are any.
    pub fn sliced(&self) -> Option<SliceCounts> {
        match &self.decider {
            Decider::Theory(_) | Decider::Clocks(_) | Decider::Interleavings(_) => None,
            Decider::Slices(slicing) => Some(slicing.counts()),
        }
    }

    /// Asks a question, under assumptions of the caller's.
    pub fn ask(&mut self, pool: &mut Pool, query: Query, assumptions: &[Term]) -> Found {
        if self.is_incomplete {
            return Found::Interrupted;
        }
        let mut assumed = assumptions.to_vec();
        match query {
            Query::Execution => assumed.push(pool.not(self.allows_cuts)),
            Query::Cut => assumed.extend([self.any_cut, self.allows_cuts]),
            Query::Race => {
                assert!(!matches!(self.decider, Decider::Slices(_)), "sliced variables may be raced for");
                let races: Vec<Term> = self.pairs.iter().map(|pair| pair.races).collect();
                assumed.extend([pool.not(self.allows_cuts), pool.any(&races)]);
            }
        }
        let result = self.search(pool, query, &assumed);
        if let (Decider::Interleavings(exploration), Query::Execution | Query::Race, SatResult::Sat) =
            (&mut self.decider, query, result)
        {
            exploration.has_failed();
        }
        match result {
            SatResult::Sat => Found::Yes,
            SatResult::Unsat => Found::No,
            SatResult::Interrupted => Found::Interrupted,
        }
    }

    /// Whether what is assumed has a model.
    fn search(&mut self, pool: &mut Pool, query: Query, assumed: &[Term]) -> SatResult {
        let theory = match &mut self.decider {
            Decider::Theory(theory) => theory,
            Decider::Clocks(_) => return self.widen(pool, assumed),
            Decider::Interleavings(exploration) => {
                return exploration.explore(&mut self.solver, pool, query, assumed, &*self.interruption);
            }
            Decider::Slices(slicing) => {
                let result = slicing.search(&mut self.solver, pool, assumed);
                self.is_too_large |= slicing.is_too_large();
                self.n_sources = slicing.n_sources();
                return result;
            }
        };
        let check = |solver: &mut Solver<Box<dyn SatSolver>>| solver.check(&mut pool.terms, assumed);
        let result = guided(theory, &mut self.solver, &self.interruption, self.patience, check);
        self.has_lost_patience = self.patience.is_some() && result == SatResult::Interrupted && !(self.interruption)();
        result
    }

    /// Whether the last question was given up since it had used up the patience.
    pub fn has_lost_patience(&self) -> bool {
        self.has_lost_patience
    }

    /// Searches with the switches that are allowed; what cannot be is no answer while a core needs others to be forbidden:
    /// those are allowed then [Grumberg, Lerda, Strichman, Theobald: Proof-guided underapproximation-widening, POPL 2005].
    fn widen(&mut self, pool: &mut Pool, assumed: &[Term]) -> SatResult {
        loop {
            let assumptions: Vec<Term> = assumed.iter().chain(&self.forbidden).copied().collect();
            let result = self.solver.check(&mut pool.terms, &assumptions);
            if result != SatResult::Unsat {
                return result;
            }
            let core: FxHashSet<Term> = self.solver.core().iter().copied().collect();
            let n_before = self.forbidden.len();
            self.forbidden.retain(|switch| !core.contains(switch));
            if self.forbidden.len() == n_before {
                return result;
            }
            self.n_widenings += 1;
            if let Some(reporter) = &self.reporter {
                let (n_forbidden, n_widenings) = (self.forbidden.len(), self.n_widenings);
                reporter
                    .report("widening", || format!("{n_widenings} times, {n_forbidden} switches are still forbidden"));
            }
        }
    }

    /// From now on somebody is told how far a search is.
    pub fn report_to(&mut self, reporter: Reporter) {
        match &mut self.decider {
            Decider::Interleavings(exploration) => exploration.reporter = Some(reporter),
            Decider::Slices(slicing) => slicing.reporter = Some(reporter),
            Decider::Theory(_) | Decider::Clocks(_) => self.reporter = Some(reporter),
        }
    }

    /// The events of the model in order.
    pub fn schedule(&mut self, pool: &Pool) -> Vec<EventId> {
        let of = |events: &[OrderEvent]| -> Vec<EventId> {
            events.iter().filter_map(|event| self.events.get(&event.index()).copied()).collect()
        };
        match &mut self.decider {
            Decider::Theory(theory) => of(theory.borrow().schedule()),
            Decider::Clocks(both) => of(&both.0.schedule(&both.1, self.solver.sat())),
            Decider::Slices(slicing) => slicing.schedule(self.solver.sat()),
            Decider::Interleavings(exploration) => {
                let happens = |event: &EventId| {
                    let guard = self.solver.value(&pool.terms, exploration.guard(*event));
                    guard == TermValue::Bool(true)
                };
                exploration.schedule().iter().copied().filter(happens).collect()
            }
        }
    }

    /// Whether a condition holds in the model.
    pub fn holds(&self, pool: &Pool, condition: Term) -> bool {
        match self.solver.value(&pool.terms, condition) {
            TermValue::Bool(value) => value,
            TermValue::Bits(_) | TermValue::Array(_) => panic!("a condition is a truth value"),
        }
    }

    /// A number in the model.
    pub fn number(&self, pool: &Pool, bits: Term) -> u128 {
        match self.solver.value(&pool.terms, bits) {
            TermValue::Bits(bits) => bits.to_u128().expect("numbers have at most 128 bits"),
            TermValue::Bool(value) => value.into(),
            TermValue::Array(_) => panic!("a number is no array"),
        }
    }

    /// What the solver and the theory did.
    pub fn statistics(&mut self) -> raddle_logic::sat::SatStatistics {
        self.solver.sat().statistics()
    }
}

impl<'a> Builder<'a> {
    /// The beginning of a formula.
    pub fn new(
        pool: &'a mut Pool,
        unwound: &'a Unwound,
        solver: &'a mut Solver<Box<dyn SatSolver>>,
        facts: &'a mut Facts,
    ) -> Self {
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
    fn narrow(&mut self) {
        for (variable, interval) in bounds(self.unwound, self.pool) {
            let bits = self.solver.narrow(&self.pool.terms, variable, interval);
            self.facts.narrow.insert(variable, bits);
        }
    }

    /// The events on their chains, and the edges between chains; of accesses those to the cells that are shown.
    pub fn chains(&mut self, is_shown: &dyn Fn(CellKey) -> bool) {
        let chains: Vec<Chain> = self.unwound.threads.iter().map(|_| self.graph.chain()).collect();
        // What cells hold before the first write: whatever it is.
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
    fn sources(&mut self) {
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
        // No term: there are as many sources as pairs of reads and writes, and nobody asks a model for them by name.
        let source = self.solver.sat().new_var().positive();
        self.solver.assert_where(&mut self.pool.terms, source, equal);
        self.facts.needs += PER_SOURCE;
        if !is_tree {
            // What is written is in the interval, too: the high bits of sums are nobody's business then.
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
            // Whoever locks again has unlocked before, or stops.
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
