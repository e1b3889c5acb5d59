//! `slice`: counterexample-guided refinement in one formula, in which variables are left out.
//!
//! After Abdulla, Atig, Diep: *Counter-Example Guided Program Verification* (FM 2016), section 5 with the optimizations of section 6.
//! The program of level 0 keeps the variables V0 that a strategy chose ([`choice`]), level 1 keeps V1 in addition, the last level all.
//!
//! 1. **Abstraction.** Let reads of the variables that level k keeps have sources; all other reads have any value ([`levels`]).
//! 2. **Model checker.** Ask the solver for a counterexample of level k that respects what is fixed. If there is none, the level is safe:
//!    answer with the unsatisfiable core ([`Slices::look`]).
//! 3. If level k keeps all variables, the counterexample is real: stop.
//! 4. **Reconstruction.** Fix what a counterexample with more variables has to respect, and do steps 1 to 6 on level k + 1. Before,
//!    *concretize*: ask the whole formula for values in the order of the counterexample ([`counterexample`]).
//! 5. If level k + 1 has a counterexample, it is real: stop.
//! 6. **Refinement.** Otherwise the counterexample is spurious: add the clause that excludes its part in the core ([`exclude`]), and go on
//!    with step 2. With [`Strategy::Cores`] the variables of the core are kept from now on ([`Slices::grow`]).
//!
//! **Abstraction.** A *switch* for each object says that its reads have sources; a query assumes it, or its negation.
//! The order of events on sliced objects is not required ([`layer`]). Only memory of the program has switches; shadow
//! state, locks, creations and joins are always kept.
//!
//! **Concretization.** Events on sliced objects come as late in the order as possible. Then there is little to search,
//! for any number of variables, and it suffices for most real counterexamples.
//!
//! **Refinement.** The clause follows from the formula with all switches on, so it holds permanently and in every
//! query. It excludes more runs than the one from which it comes. If the core contains nothing that the counterexample
//! fixed, there is no counterexample at all. After some rounds a level becomes the next one, so that there are few
//! rounds.
//!
//! Checking a counterexample with more variables may be harder than searching without the abstraction. After some
//! conflicts the first level is given up and the next one takes its place; the last one is the whole formula. The first
//! level has no time limit: with the theory it is searched as `bmc` searches.
//!
//! The loop ends, since each round excludes the sources, orders or values with which it began, of which there are
//! finitely many.

pub(crate) mod choice;
mod counterexample;
mod layer;
mod levels;

use std::collections::{BTreeMap, BTreeSet};

use raddle_logic::sat::{Lit, SatResult, SatSolver};
use raddle_logic::term::Term;
use raddle_verify::context::Reporter;
use raddle_verify::options::{SliceOptions, Strategy};

use crate::encode::{Accesses, Builder, Facts, FormulaSolver, accesses, pairs, requirements};
use crate::order::slices::choice::Choice;
use crate::order::slices::layer::{Layer, Sources};
use crate::order::theory::guided;
use crate::order::{Encoded, Formula, FormulaSize, OrderSolver, Query, Question, named};
use crate::unwind::event::{CellKey, EventId, Thread, Unwound};
use crate::unwind::object::ObjectId;
use crate::unwind::pool::Pool;

pub(super) use layer::LayerOrder;

/// After this number of rounds in which a level grew, it becomes the next one.
const GROWN: u32 = 6;

/// The least share of reads that is worth slicing: one of this number.
const WORTH: usize = 8;

/// The conflict limit for checking a counterexample with more variables: if a search needs more, it is quicker without
/// the abstraction.
const CONFLICT_LIMIT: u64 = 1_000;

/// Statistics about counterexamples.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// Queries to the solver.
    checks: u64,
    /// Orders in which the whole formula was asked for values.
    concretizations: u64,
    /// Counterexamples of abstractions that were spurious.
    spurious: u64,
    /// The greatest number of levels.
    levels: u64,
}

/// The formula with variables that are left out.
pub(super) struct Slices {
    options: SliceOptions,
    layer_order: LayerOrder,
    /// Its events; the steps are not needed.
    unwound: Unwound,
    facts: Facts,
    cells: BTreeMap<CellKey, Accesses>,
    /// By level: the objects that are kept. The last level keeps all.
    kept: Vec<BTreeSet<ObjectId>>,
    /// By level: how often it grew.
    grown: Vec<u32>,
    /// By level, or one for all: the order of events.
    layers: Vec<Option<Layer>>,
    /// By object: the literal that says that its reads have sources.
    switches: BTreeMap<ObjectId, Lit>,
    sources: BTreeMap<EventId, (CellKey, Sources)>,
    /// By pair of events: whether the first one comes first.
    orders: BTreeMap<(EventId, EventId), Lit>,
    /// The objects that cores needed.
    learned: BTreeSet<ObjectId>,
    /// All events, for orders that are given, if no layer has them all.
    stage: Option<Layer>,
    /// The order of the last model, if it was given.
    given: Option<Vec<EventId>>,
    counts: Counts,
    reporter: Reporter,
}

/// Assumptions of one query.
#[derive(Clone, Default)]
struct Fixed {
    terms: Vec<Term>,
    literals: Vec<Lit>,
}

/// The result of searching a level.
enum Looked {
    /// The program has a counterexample.
    Yes,
    /// There is none. Contains the part of the fixed terms that excludes one.
    No(Fixed),
    /// The search takes too long.
    Open,
    Interrupted,
}

impl OrderSolver for Slices {
    /// The formula without any order: the first query chooses the variables.
    fn encode(formula: Formula<'_>) -> Encoded<Self> {
        let Formula { pool, unwound, solver, mut facts, names, shared, reporter } = formula;
        Builder::new(pool, unwound, solver, &mut facts).narrow();
        let (pairs, ends) = pairs(pool, unwound, &facts.before);
        let (clauses, cuts) = requirements(pool, unwound, &ends);
        for clause in clauses {
            solver.assert_clause(&mut pool.terms, &clause);
        }
        let options = shared.options.slice;
        let layer_order = named(shared.options.bmc.order).1;
        let mut order = Slices::new(unwound, facts, (options, layer_order), reporter);
        let choice = Choice::of(shared.machine.program, shared.dependencies(), options.strategy);
        order.choose(&|object| choice.level_of_object(names.key(object)), &shared.learned);
        Encoded { order, pairs, cuts }
    }

    /// Looks for a model in which nothing is sliced.
    fn search(&mut self, mut question: Question<'_>) -> SatResult {
        assert!(question.query != Query::Race, "sliced variables may be raced for");
        self.given = None;
        match self.look(0, &mut question, &Fixed::default()) {
            Looked::Yes => SatResult::Sat,
            Looked::No(_) => SatResult::Unsat,
            Looked::Open | Looked::Interrupted => SatResult::Interrupted,
        }
    }

    fn schedule(&mut self, solver: &mut FormulaSolver, _: &Pool) -> Vec<EventId> {
        if let Some(given) = self.given.take() {
            let has_all = self.layer_order.serves_all_levels;
            let stage = if has_all { self.layers[0].as_mut() } else { self.stage.as_mut() };
            let found = stage.map_or_else(Vec::new, |stage| stage.present(&given, solver.sat()));
            self.given = Some(given);
            return found;
        }
        self.layer(self.kept.len() - 1).map_or_else(Vec::new, |layer| layer.schedule(solver.sat()))
    }

    fn size(&self) -> FormulaSize {
        let n_sources = self.sources.values().map(|(_, sources)| sources.len()).sum();
        FormulaSize { n_sources, is_too_large: self.facts.is_too_large() }
    }

    fn counts(&self) -> Vec<(&'static str, u64)> {
        let count = |objects: Option<&BTreeSet<ObjectId>>| objects.map_or(0, BTreeSet::len) as u64;
        let Counts { checks, concretizations, spurious, levels } = self.counts;
        vec![
            ("questions", checks),
            ("concretizations", concretizations),
            ("spurious counterexamples", spurious),
            ("levels", levels),
            ("objects", count(self.kept.last())),
            ("objects kept", count(self.kept.first())),
        ]
    }

    fn learned(&self) -> BTreeSet<ObjectId> {
        self.learned.clone()
    }
}

impl Slices {
    /// The formula of an unwound program. Every object is kept until a choice is made.
    fn new(
        unwound: &Unwound,
        facts: Facts,
        (options, layer_order): (SliceOptions, LayerOrder),
        reporter: Reporter,
    ) -> Slices {
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
        Slices {
            options,
            layer_order,
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
            reporter,
            stage: None,
            given: None,
            counts: Counts::default(),
        }
    }

    /// Chooses the objects of each level, before the first query: `None` keeps an object always. Objects that an
    /// earlier formula of the program has learned are kept, too.
    fn choose(&mut self, level_of: &dyn Fn(ObjectId) -> Option<u32>, learned: &BTreeSet<ObjectId>) {
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

    /// Whether there is a counterexample that agrees with what is fixed. The objects of this level are tried first.
    fn look(&mut self, level: usize, question: &mut Question<'_>, fixed: &Fixed) -> Looked {
        loop {
            if !self.prepare(level, question) {
                return Looked::Interrupted;
            }
            self.counts.checks += 1;
            let Counts { checks, spurious, .. } = self.counts;
            let reached = || format!("level {level}, {checks} questions, {spurious} spurious counterexamples");
            self.reporter.report("slicing", reached);
            self.counts.levels = self.counts.levels.max(level as u64 + 1);
            let terms: Vec<Term> = question.assumed.iter().chain(&fixed.terms).copied().collect();
            let literals: Vec<Lit> = self.switched(level).into_iter().chain(fixed.literals.iter().copied()).collect();
            let Question { solver, pool, .. } = question;
            let mut check = |solver: &mut FormulaSolver| solver.check_beside(&mut pool.terms, &terms, &literals);
            let theory = self.layer(level).and_then(Layer::theory).filter(|_| level == 0);
            let result = match theory {
                Some(theory) => guided(theory, solver, &self.facts.interruption, None, check),
                None => {
                    solver.sat().set_budget((level > 0).then_some(CONFLICT_LIMIT));
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
            if self.options.strategy == Strategy::Cores {
                self.grow(level, question);
            }
        }
    }

    /// The core of the last check, which found no model, without the switches; their objects are recorded as learned.
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

    /// Keeps the learned objects on this level. After some rounds the level becomes the next one.
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
        if !self.layer_order.serves_all_levels {
            self.layers.remove(level);
        }
    }
}

/// Excludes this combination permanently.
fn exclude(core: &Fixed, question: &mut Question<'_>) {
    let Question { solver, pool, .. } = question;
    let mut clause: Vec<Lit> = core.literals.iter().map(|&literal| !literal).collect();
    clause.extend(core.terms.iter().map(|&term| !solver.literal(&pool.terms, term)));
    solver.sat().add_clause(&clause);
}
