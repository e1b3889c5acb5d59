//! The loop in one formula: abstraction, reconstruction and refinement by assumptions and clauses.
//!
//! **Abstraction.** A read of an object that is kept has a source; of one that is sliced, none: its value is any that is ever written there,
//! its order among other events is not asked for. A *switch* for each object says that its reads have sources, and it is assumed, or
//! its negation is. What has switches is memory of the program; hidden memory, locks, creations and joins are always there.
//!
//! **Reconstruction.** A model on one level is looked at on the next, which keeps more objects: what it has to respect of the
//! model ([`Respected`]) are literals, and so assumptions. The objects kept before stay as they are, as ordinary variables. On the last
//! level nothing is sliced, and a model is one of `bmc`'s formula.
//!
//! First it is *concretized*: in the order of the model, with what is sliced as late as can be, the whole formula is asked for values. There is
//! little to search then, no matter how many variables there are, and most counterexamples that are real show it.
//!
//! **Refinement.** If there is none, the solver's core says which of those literals cannot be together. The clause that says so follows
//! from the formula with all switches on, so it holds for good, and in every question; it excludes more runs than the one that it comes from. If
//! the core has none of these literals, there is no counterexample at all. The switches of a core are the variables that mattered: with
//! [`Strategy::Cores`] they are kept from then on. After some such rounds a level becomes the next one, so that there are few of them.
//!
//! Looking at a counterexample may be harder than looking for another one: after some conflicts the first level is given up and the next one takes its
//! place. At last that is the whole formula. The first level has all the time there is: with the theory it is searched as `bmc` searches.
//!
//! It ends, since each round excludes the sources, orders or values that it began with, of which there are finitely many.

use std::collections::{BTreeMap, BTreeSet};

use raddle_logic::sat::{Lit, SatResult, SatSolver};
use raddle_logic::solver::Solver;
use raddle_logic::term::Term;
use raddle_logic::value::Value as TermValue;

use crate::cegpv::layer::{Layer, Ordering, Sources};
use crate::encode::{Accesses, Builder, Facts, accesses, guided};
use crate::unwind::event::{CellKey, EventId, EventKind, Thread, Unwound};
use crate::unwind::object::{ObjectId, ThreadId};
use crate::unwind::pool::Pool;
use raddle_verify::context::Reporter;
use raddle_verify::options::{Respected, SliceChoices, Strategy};

/// After this number of rounds in which a level grew, it becomes the next one.
const GROWN: u32 = 6;

/// The least share of reads that is worth slicing: one of this number.
const WORTH: usize = 8;

/// After this number of concretizations that failed there are no more,
const CONCRETIZATIONS: u64 = 12;

/// and each ends after this number of conflicts.
const CONCRETIZED: u64 = 500;

/// The conflicts that it may take to look at a counterexample with more variables: a search that needs more is quicker without the abstraction.
const PATIENCE: u64 = 1_000;

/// What became of counterexamples.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SliceCounts {
    /// Questions to the solver.
    pub checks: u64,
    /// Orders in which the whole formula was asked for values.
    pub concretizations: u64,
    /// Counterexamples of abstractions that were spurious.
    pub spurious: u64,
    /// The most levels that there were.
    pub levels: u64,
    /// Objects.
    pub objects: u64,
    /// Those of the first level in the end.
    pub kept: u64,
}

/// The formula with variables that are left out.
pub struct Slicing {
    choices: SliceChoices,
    /// Its events; of its steps nothing is needed.
    unwound: Unwound,
    facts: Facts,
    cells: BTreeMap<CellKey, Accesses>,
    /// By level: the objects that are kept. The last level keeps all.
    kept: Vec<BTreeSet<ObjectId>>,
    /// By level: how often it grew.
    grown: Vec<u32>,
    /// By level, or with the theory for all: the order of events.
    layers: Vec<Option<Layer>>,
    /// By object: the literal that says that its reads have sources.
    switches: BTreeMap<ObjectId, Lit>,
    sources: BTreeMap<EventId, (CellKey, Sources)>,
    /// By pair of events: whether the first one comes first.
    orders: BTreeMap<(EventId, EventId), Lit>,
    /// What cores needed.
    learned: BTreeSet<ObjectId>,
    /// All events, for orders that are given; with the theory its layer does.
    stage: Option<Layer>,
    /// The order of the last model, if it was given.
    given: Option<Vec<EventId>>,
    counts: SliceCounts,
    /// Who is told how far it is.
    pub reporter: Option<Reporter>,
}

/// The solver, the terms, and what is asked.
struct Question<'a> {
    solver: &'a mut Solver<Box<dyn SatSolver>>,
    pool: &'a mut Pool,
    assumed: &'a [Term],
}

/// What is assumed together.
#[derive(Clone, Default)]
struct Fixed {
    terms: Vec<Term>,
    literals: Vec<Lit>,
}

/// How a level was looked at.
enum Looked {
    /// There is a counterexample of the program.
    Yes,
    /// There is none; what needs no others to have none.
    No(Fixed),
    /// It takes too long to say.
    Open,
    Interrupted,
}

impl Slicing {
    /// The formula of an unwound program; everything is kept, unless something else is chosen.
    pub(crate) fn new(unwound: &Unwound, facts: Facts, choices: SliceChoices) -> Slicing {
        let cells = accesses(unwound);
        let all: BTreeSet<ObjectId> = cells.keys().map(|cell| cell.object).collect();
        let threads = unwound.threads.iter().map(|thread| Thread {
            id: thread.id,
            start: thread.start,
            guard: thread.guard,
            entry: thread.entry.clone(),
            events: thread.events.clone(),
            steps: Vec::new(),
        });
        let threads = threads.collect();
        let (events, groups, sections) = (unwound.events.clone(), unwound.groups.clone(), unwound.sections.clone());
        let unwound = Unwound { threads, events, groups, sections, ..Unwound::default() };
        Slicing {
            choices,
            unwound,
            facts,
            cells,
            kept: vec![all],
            grown: vec![0],
            layers: vec![None],
            switches: BTreeMap::new(),
            sources: BTreeMap::new(),
            orders: BTreeMap::new(),
            learned: BTreeSet::new(),
            reporter: None,
            stage: None,
            given: None,
            counts: SliceCounts::default(),
        }
    }

    /// Chooses what is kept on which level, before anything is asked: `None` keeps an object always. What was learned of
    /// another formula of the program is kept, too.
    pub fn choose(&mut self, level_of: &dyn Fn(ObjectId) -> Option<u32>, learned: &BTreeSet<ObjectId>) {
        let all = self.kept.last().cloned().unwrap_or_default();
        let level = |object: &ObjectId| level_of(*object).filter(|_| !learned.contains(object)).unwrap_or(0);
        let last = all.iter().map(level).max().unwrap_or(0);
        let n_reads = |objects: &BTreeSet<ObjectId>| -> usize {
            let of = |(cell, accesses): (&CellKey, &Accesses)| {
                if objects.contains(&cell.object) { accesses.reads.len() } else { 0 }
            };
            self.cells.iter().map(of).sum()
        };
        let mut kept: Vec<BTreeSet<ObjectId>> = Vec::new();
        for number in 0..last {
            let objects: BTreeSet<ObjectId> = all.iter().copied().filter(|object| level(object) <= number).collect();
            // A level that leaves out little saves nothing.
            let is_worth = n_reads(&objects) * WORTH < n_reads(&all) * (WORTH - 1);
            if is_worth && kept.last() != Some(&objects) {
                kept.push(objects);
            }
        }
        kept.push(all);
        self.grown = vec![0; kept.len()];
        self.layers = kept.iter().map(|_| None).collect();
        self.kept = kept;
    }

    /// What became of counterexamples so far.
    pub fn counts(&self) -> SliceCounts {
        let count = |objects: Option<&BTreeSet<ObjectId>>| objects.map_or(0, BTreeSet::len) as u64;
        SliceCounts { objects: count(self.kept.last()), kept: count(self.kept.first()), ..self.counts }
    }

    /// The objects that cores needed.
    pub fn learned(&self) -> &BTreeSet<ObjectId> {
        &self.learned
    }

    /// Whether the formula needs more memory than it may.
    pub(crate) fn is_too_large(&self) -> bool {
        self.facts.is_too_large()
    }

    /// Sources of reads that were encoded.
    pub(crate) fn n_sources(&self) -> usize {
        self.sources.values().map(|(_, sources)| sources.len()).sum()
    }

    /// The events of the model in order. Requires that the last search found one.
    pub(crate) fn schedule(&mut self, solver: &impl SatSolver) -> Vec<EventId> {
        if let Some(given) = self.given.take() {
            let stage = if self.choices.has_clocks { self.stage.as_mut() } else { self.layers[0].as_mut() };
            let found = stage.map_or_else(Vec::new, |stage| stage.present(&given, solver));
            self.given = Some(given);
            return found;
        }
        self.layer(self.kept.len() - 1).map_or_else(Vec::new, |layer| layer.schedule(solver))
    }

    /// Whether what is assumed has a model in which nothing is sliced.
    pub(crate) fn search(
        &mut self,
        solver: &mut Solver<Box<dyn SatSolver>>,
        pool: &mut Pool,
        assumed: &[Term],
    ) -> SatResult {
        let mut question = Question { solver, pool, assumed };
        self.given = None;
        match self.look(0, &mut question, &Fixed::default()) {
            Looked::Yes => SatResult::Sat,
            Looked::No(_) => SatResult::Unsat,
            Looked::Open | Looked::Interrupted => SatResult::Interrupted,
        }
    }

    /// Whether there is a counterexample that respects what is fixed: first one of what this level keeps.
    fn look(&mut self, level: usize, question: &mut Question<'_>, fixed: &Fixed) -> Looked {
        loop {
            if !self.prepare(level, question) {
                return Looked::Interrupted;
            }
            self.counts.checks += 1;
            if let Some(reporter) = &self.reporter {
                let SliceCounts { checks, spurious, .. } = self.counts;
                reporter.report("slicing", || {
                    format!("level {level}, {checks} questions, {spurious} spurious counterexamples")
                });
            }
            self.counts.levels = self.counts.levels.max(level as u64 + 1);
            let terms: Vec<Term> = question.assumed.iter().chain(&fixed.terms).copied().collect();
            let literals: Vec<Lit> = self.switched(level).into_iter().chain(fixed.literals.iter().copied()).collect();
            let Question { solver, pool, .. } = question;
            let mut check = |solver: &mut Solver<_>| solver.check_beside(&mut pool.terms, &terms, &literals);
            let theory = self.layer(level).and_then(Layer::theory).filter(|_| level == 0);
            let result = match theory {
                Some(theory) => guided(theory, solver, &self.facts.interruption, None, check),
                None => {
                    solver.sat().set_budget((level > 0).then_some(PATIENCE));
                    let result = check(solver);
                    solver.sat().set_budget(None);
                    result
                }
            };
            match result {
                SatResult::Interrupted if (self.facts.interruption)() || level == 0 => return Looked::Interrupted,
                SatResult::Interrupted => return Looked::Open,
                SatResult::Unsat => return Looked::No(self.core(question)),
                SatResult::Sat if level + 1 == self.kept.len() => return Looked::Yes,
                SatResult::Sat => {}
            }
            let mut respected = self.respected(level, question);
            respected.literals.retain(|literal| !fixed.literals.contains(literal));
            respected.terms.retain(|term| !fixed.terms.contains(term));
            if self.concretize(level, question) {
                return Looked::Yes;
            }
            let mut both = fixed.clone();
            both.terms.extend(&respected.terms);
            both.literals.extend(&respected.literals);
            let core = match self.look(level + 1, question, &both) {
                Looked::Yes => return Looked::Yes,
                Looked::Interrupted => return Looked::Interrupted,
                Looked::Open if level > 0 => return Looked::Open,
                Looked::Open => {
                    self.remove(level, question);
                    continue;
                }
                Looked::No(core) => core,
            };
            let is_to_blame = core.literals.iter().any(|literal| respected.literals.contains(literal))
                || core.terms.iter().any(|term| respected.terms.contains(term));
            if !is_to_blame {
                return Looked::No(core);
            }
            self.counts.spurious += 1;
            exclude(&core, question);
            if self.choices.options.strategy == Strategy::Cores {
                self.grow(level, question);
            }
        }
    }

    /// Whether the whole formula has a model in the order of the last one, or in one much like it.
    fn concretize(&mut self, level: usize, question: &mut Question<'_>) -> bool {
        if self.choices.options.skips_concretization || self.counts.concretizations >= CONCRETIZATIONS {
            return false;
        }
        let schedule = self.layer(level).map_or_else(Vec::new, |layer| layer.schedule(question.solver.sat()));
        let schedule: Vec<EventId> = schedule.into_iter().filter(|&event| self.is_kept(level, event)).collect();
        let order = in_chains(&self.unwound, &schedule);
        let last = self.kept.len() - 1;
        if !self.encode(last, question) {
            return false;
        }
        let Slicing { unwound, facts, stage, layers, sources, orders, choices, .. } = self;
        let interruption = facts.interruption.clone();
        let Question { solver, pool, assumed } = question;
        let stage = if choices.has_clocks {
            let stage = stage.get_or_insert_with(|| {
                let mut builder = Builder::new(pool, unwound, solver, facts);
                builder.chains(&|_| true);
                builder.sections();
                Layer::new(builder, Ordering::Given)
            });
            Some(stage)
        } else {
            layers[0].as_mut()
        };
        let Some(stage) = stage else { return false };
        stage.learn(sources, orders, solver.sat(), &interruption);
        let switch = stage.fit(&order, solver.sat());
        self.counts.concretizations += 1;
        let objects = self.switches.values().copied();
        let of_layers = self.layers.iter().flatten().filter_map(|layer| layer.switch).map(|switch| !switch);
        let literals: Vec<Lit> = objects.chain(of_layers).chain([switch]).collect();
        solver.sat().set_budget(Some(CONCRETIZED));
        let result = solver.check_beside(&mut pool.terms, assumed, &literals);
        solver.sat().set_budget(None);
        match result {
            SatResult::Sat => {
                self.given = Some(order);
                true
            }
            SatResult::Unsat | SatResult::Interrupted => {
                solver.sat().add_clause(&[!switch]);
                false
            }
        }
    }

    /// What the last check, which found no model, needed, without the switches; their objects are remembered.
    fn core(&mut self, question: &Question<'_>) -> Fixed {
        let beside: BTreeSet<Lit> = question.solver.core_beside().iter().copied().collect();
        let needed = self.switches.iter().filter(|(_, switch)| beside.contains(switch));
        self.learned.extend(needed.map(|(&object, _)| object));
        let of_layers = self.layers.iter().flatten().filter_map(|layer| layer.switch);
        let switches: BTreeSet<Lit> =
            self.switches.values().copied().chain(of_layers).flat_map(|switch| [switch, !switch]).collect();
        let literals = beside.into_iter().filter(|literal| !switches.contains(literal)).collect();
        Fixed { terms: question.solver.core().to_vec(), literals }
    }

    /// What this level has learned to be needed is kept on it; after some rounds it becomes the next level.
    fn grow(&mut self, level: usize, question: &mut Question<'_>) {
        let is_last = level + 1 == self.kept.len();
        if is_last || self.learned.is_subset(&self.kept[level]) {
            return;
        }
        self.grown[level] += 1;
        if self.grown[level] > GROWN {
            self.remove(level, question);
            return;
        }
        let all = self.kept.last().cloned().unwrap_or_default();
        let learned: BTreeSet<ObjectId> = self.learned.intersection(&all).copied().collect();
        for number in level..self.kept.len() {
            if !learned.is_subset(&self.kept[number]) {
                self.kept[number].extend(&learned);
                self.retire(number, question);
            }
        }
        if self.kept[level] == self.kept[level + 1] {
            self.remove(level, question);
        }
    }

    fn remove(&mut self, level: usize, question: &mut Question<'_>) {
        self.retire(level, question);
        self.kept.remove(level);
        self.grown.remove(level);
        // The theory's layer is nobody's own.
        if self.choices.has_clocks {
            self.layers.remove(level);
        }
    }

    /// The clocks of a level are of no use any more.
    fn retire(&mut self, level: usize, question: &mut Question<'_>) {
        if self.choices.has_clocks
            && let Some(switch) = self.layers[level].take().and_then(|layer| layer.switch)
        {
            question.solver.sat().add_clause(&[!switch]);
        }
    }

    fn layer(&self, level: usize) -> Option<&Layer> {
        self.layers[if self.choices.has_clocks { level } else { 0 }].as_ref()
    }

    /// Makes sure that the solver knows the sources of all that a level keeps. `false`: interrupted, or too large.
    fn encode(&mut self, level: usize, question: &mut Question<'_>) -> bool {
        let missing: Vec<ObjectId> =
            self.kept[level].iter().copied().filter(|object| !self.switches.contains_key(object)).collect();
        if missing.is_empty() {
            return true;
        }
        let Slicing { unwound, facts, cells, switches, sources, .. } = self;
        let mut builder = Builder::new(question.pool, unwound, question.solver, facts);
        for object in missing {
            let range = cells.range(first_cell(object)..).take_while(|(cell, _)| cell.object == object);
            let switch = builder.solver.sat().new_var().positive();
            switches.insert(object, switch);
            for (&cell, accesses) in range {
                if !sourced(&mut builder, (cell, accesses), switch, sources) {
                    return false;
                }
            }
        }
        true
    }

    /// Makes sure that the solver knows all that a level keeps, and their order. `false`: interrupted, or too large.
    fn prepare(&mut self, level: usize, question: &mut Question<'_>) -> bool {
        if !self.encode(level, question) {
            return false;
        }
        let has_clocks = self.choices.has_clocks;
        let of_level = if has_clocks { level } else { 0 };
        let Slicing { unwound, facts, kept, layers, sources, orders, .. } = self;
        let interruption = facts.interruption.clone();
        let Question { solver, pool, .. } = question;
        if layers[of_level].is_none() {
            let mut builder = Builder::new(pool, unwound, solver, facts);
            if has_clocks {
                builder.chains(&|cell| kept[level].contains(&cell.object));
            } else {
                builder.chains(&|_| true);
            }
            builder.sections();
            let ordering = if has_clocks { Ordering::Clocks } else { Ordering::Theory };
            layers[of_level] = Some(Layer::new(builder, ordering));
        }
        // Every level obeys the orders that were excluded.
        for layer in layers.iter_mut().flatten() {
            layer.learn(sources, orders, solver.sat(), &interruption);
        }
        !interruption() && !facts.is_too_large()
    }

    /// The switches of a level.
    fn switched(&self, level: usize) -> Vec<Lit> {
        let signed = |switch: Lit, is_on: bool| if is_on { switch } else { !switch };
        let of_objects =
            self.switches.iter().map(|(object, &switch)| signed(switch, self.kept[level].contains(object)));
        let of_layers = self.layers.iter().enumerate();
        let of_layers = of_layers.filter_map(|(number, layer)| Some((number, layer.as_ref()?.switch?)));
        of_objects.chain(of_layers.map(|(number, switch)| signed(switch, number == level))).collect()
    }

    /// What a counterexample with more variables has to respect of the model.
    fn respected(&mut self, level: usize, question: &mut Question<'_>) -> Fixed {
        let mut fixed = Fixed::default();
        let sat = question.solver.sat();
        for (cell, sources) in self.sources.values() {
            if self.kept[level].contains(&cell.object) {
                fixed
                    .literals
                    .extend(sources.iter().map(|&(_, literal)| literal).filter(|&literal| sat.value(literal)));
            }
        }
        let respected = self.choices.options.respected;
        if respected == Respected::Sources {
            return fixed;
        }
        let schedule = self.layer(level).map_or_else(Vec::new, |layer| layer.schedule(question.solver.sat()));
        let schedule: Vec<EventId> = schedule.into_iter().filter(|&event| self.is_kept(level, event)).collect();
        let happens = |event: EventId| schedule.contains(&event);
        for (&(one, other), &literal) in &self.facts.sections {
            let (one, other) = (self.unwound.sections[one].acquire, self.unwound.sections[other].acquire);
            if happens(one) && happens(other) {
                fixed.literals.push(if question.solver.sat().value(literal) { literal } else { !literal });
            }
        }
        if respected == Respected::Run {
            fixed.terms = self.values(&schedule, question);
        }
        for (first, second) in self.ordered_pairs(&schedule) {
            let pair = (first.min(second), first.max(second));
            let solver = question.solver.sat();
            let literal = *self.orders.entry(pair).or_insert_with(|| solver.new_var().positive());
            fixed.literals.push(if pair.0 == first { literal } else { !literal });
        }
        fixed
    }

    fn is_kept(&self, level: usize, event: EventId) -> bool {
        match self.unwound.event(event).kind {
            EventKind::Read(cell, _) | EventKind::Write(cell, _) => self.kept[level].contains(&cell.object),
            EventKind::Lock(..)
            | EventKind::Unlock(_)
            | EventKind::Spawn(_)
            | EventKind::Begin
            | EventKind::End
            | EventKind::Join(_)
            | EventKind::Mark
            | EventKind::Last => true,
        }
    }

    /// The pairs of events whose order is fixed: the writes to a cell, or all neighbours.
    fn ordered_pairs(&self, schedule: &[EventId]) -> Vec<(EventId, EventId)> {
        let is_of_two =
            |pair: &(EventId, EventId)| self.unwound.event(pair.0).thread != self.unwound.event(pair.1).thread;
        if self.choices.options.respected == Respected::Run {
            return schedule.iter().copied().zip(schedule.iter().copied().skip(1)).filter(is_of_two).collect();
        }
        let mut written: BTreeMap<CellKey, EventId> = BTreeMap::new();
        let mut pairs = Vec::new();
        for &event in schedule {
            if let EventKind::Write(cell, _) = self.unwound.event(event).kind
                && let Some(before) = written.insert(cell, event)
            {
                pairs.push((before, event));
            }
        }
        pairs.retain(is_of_two);
        pairs
    }

    /// That what is read and written are the values of the model.
    fn values(&self, schedule: &[EventId], question: &mut Question<'_>) -> Vec<Term> {
        let mut found = Vec::new();
        for &event in schedule {
            if let EventKind::Read(_, value) | EventKind::Write(_, value) = self.unwound.event(event).kind {
                for part in [value.tag, value.bits] {
                    if let TermValue::Bits(bits) = question.solver.value(&question.pool.terms, part)
                        && let Some(number) = bits.to_u128()
                    {
                        let width = question.pool.width(part);
                        let number = question.pool.number(width, number);
                        found.push(question.pool.eq(part, number));
                    }
                }
            }
        }
        found
    }
}

/// An order of all events in which some are in the given one: what is not among these comes as late as its thread allows, but for the rest
/// of a section, which stays with it.
fn in_chains(unwound: &Unwound, schedule: &[EventId]) -> Vec<EventId> {
    let mut lines: BTreeMap<ThreadId, Vec<EventId>> = BTreeMap::new();
    let mut place = vec![usize::MAX; unwound.events.len()];
    let mut unit_of = vec![usize::MAX; unwound.events.len()];
    let mut n_units = 0;
    for thread in &unwound.threads {
        let line = lines.entry(thread.id).or_default();
        for unit in unwound.units_of(thread) {
            for event in unit {
                place[event.0 as usize] = line.len();
                unit_of[event.0 as usize] = n_units;
                line.push(event);
            }
            n_units += 1;
        }
    }
    let mut next: BTreeMap<ThreadId, usize> = lines.keys().map(|&thread| (thread, 0)).collect();
    let mut order = Vec::with_capacity(unwound.events.len());
    for &event in schedule {
        let thread = unwound.event(event).thread;
        let (Some(line), Some(next)) = (lines.get(&thread), next.get_mut(&thread)) else { continue };
        let unit = unit_of[event.0 as usize];
        let is_taken = |at: usize| at <= place[event.0 as usize] || unit_of[line[at].0 as usize] == unit;
        while *next < line.len() && is_taken(*next) {
            order.push(line[*next]);
            *next += 1;
        }
    }
    for thread in &unwound.threads {
        order.extend(&lines[&thread.id][next[&thread.id]..]);
    }
    order
}

/// Not all of this together, ever.
fn exclude(core: &Fixed, question: &mut Question<'_>) {
    let Question { solver, pool, .. } = question;
    let mut clause: Vec<Lit> = core.literals.iter().map(|&literal| !literal).collect();
    clause.extend(core.terms.iter().map(|&term| !solver.literal(&pool.terms, term)));
    solver.sat().add_clause(&clause);
}

/// The least cell of an object.
fn first_cell(object: ObjectId) -> CellKey {
    CellKey { object, offset: 0, size: 0 }
}

/// The sources of the reads of a cell, as far as a switch is on. `false`: interrupted, or too large.
fn sourced(
    builder: &mut Builder<'_>,
    (cell, accesses): (CellKey, &Accesses),
    switch: Lit,
    known: &mut BTreeMap<EventId, (CellKey, Sources)>,
) -> bool {
    let is_there = |builder: &Builder<'_>, event: EventId| !builder.pool.is_false(builder.unwound.event(event).guard);
    let writes: Vec<EventId> = accesses.writes.iter().copied().filter(|&write| is_there(builder, write)).collect();
    for &read in accesses.reads.iter().filter(|&&read| is_there(builder, read)).collect::<Vec<_>>() {
        if (builder.facts.interruption)() || builder.facts.is_too_large() {
            return false;
        }
        let event = builder.unwound.event(read);
        let EventKind::Read(_, value) = event.kind else { continue };
        let found = builder.candidates(&writes, read);
        let mut sources: Sources = Vec::new();
        for write in found.writes {
            let EventKind::Write(_, written) = builder.unwound.event(write).kind else { continue };
            if let Some(source) = builder.equal_if_source(value, written) {
                sources.push((Some(write), source));
            }
        }
        if found.may_be_first {
            sources.push((None, builder.solver.sat().new_var().positive()));
        }
        let mut clause = vec![!switch];
        clause.extend(builder.guard(event.guard).map(|guard| !guard));
        clause.extend(sources.iter().map(|&(_, source)| source));
        let sat = builder.solver.sat();
        sat.add_clause(&clause);
        for &(_, source) in &sources {
            sat.add_clause(&[!source, switch]);
        }
        known.insert(read, (cell, sources));
    }
    true
}
