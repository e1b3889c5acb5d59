//! Rounds with increasing bounds, until every property has its answer.
//!
//! **What a round keeps.** If loops and calls end at inputs, each formula covers two bounds. The first query is about
//! executions within the lesser bound, the second about executions that exceed it, and one solver answers both
//! ([`in_stages`]). What it learns from the first query is about the whole formula, so it holds in the second; no
//! clause needs a literal that retracts it. The next formula has a solver of its own, since the writes of a read, the
//! releases of a section and the known exclusions differ there. It shares what was learned about objects and values
//! ([`Memory`]).
//!
//! Measured with `raddle check --engine bmc -p assertions` on 32 programs whose loops end at inputs, up to 10 times
//! (two threads that count, take tickets, add up, fill a ring): three rounds at most instead of five; of the 13 with
//! more than a thousand conflicts 0.93 of the conflicts (geometric mean; 0.56 to 1.76), of all together 1.02. If every
//! execution exceeds the lesser bound, as when main creates threads without end, the two queries cannot be separated,
//! and a round has one bound.
//!
//! Left out since it does not pay, measured on seven open programs of SV-COMP's pthread and pthread-ext with 6 seconds
//! of processor time each: the assumption in the next round that a violation exceeds the previous bound (the same
//! conflicts in each round if threads are created without end). Most rounds took 3 to 100 times as long as the one
//! before, so clauses from there could save little. Unwinding and encoding together took below a tenth, for
//! `stack_longer` three tenths.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use raddle_logic::term::Term;
use raddle_program::automaton::starts_threads;
use raddle_program::property::Property;
use raddle_program::semantics::Machine;
use raddle_program::syntax::{Effect, GlobalId, Synchronization};
use raddle_program::trace::Trace;

use crate::bmc::bounds::{FIRST, LAST, greater, two_at_once};
use crate::bmc::deadlock::retrace_deadlock;
use crate::bmc::planned::{Planned, QueryGroup};
use crate::bmc::race::retrace_race;
use crate::bmc::reasons::{hidden_order, reason, stopped, too_large, unclear_misuse};
use crate::bmc::retrace::retrace;
use crate::bmc::vacuity::{has_execution, vacuous};
use crate::order::{Encoding, EventOrder, Found, Query, Resources, Shared};
use crate::unwind::event::{Cause, Cut, Goal};
use crate::unwind::object::Names;
use crate::unwind::{Asks, Bounds, Memory, Source, Unwinding, unwind};
use raddle_analysis::cone::without_influence;
use raddle_analysis::future::FutureAccesses;
use raddle_analysis::intervals::ValueIntervals;
use raddle_verify::context::Context;
use raddle_verify::shared_results::{SharedResults, not_needed};
use raddle_verify::task::Task;
use raddle_verify::verdict::{Answers, Outcome, Proof, Reason, Verdict};

/// The bytes that a formula may take by default.
const FORMULA: u64 = 1 << 30;

/// The greatest bound up to which programs that reach an unsupported step are searched for violations.
const HOPELESS: u32 = 8;

/// The properties whose violations do not end executions.
const NOTED: [Property; 3] = [Property::Overflow, Property::Arithmetic, Property::Locks];

/// Decides every property of the task that is asked for.
pub fn decide(task: &Task, order: EventOrder, cx: &mut Context) -> Answers {
    let machine = Machine::new(&task.program).with(task.program.denied_equalities());
    let overwrites = machine.automata.values().any(|automaton| {
        let mut effects = automaton.transitions.values().map(|data| &data.effect);
        effects.any(|effect| matches!(effect, Effect::Synchronize { operation: Synchronization::Overwrite, .. }))
    });
    let has_atomic_accesses = FutureAccesses::of(&task.program, &machine.automata).has_atomic_accesses();
    let asks_for_assertions_alone = task.properties.iter().all(|property| *property == Property::Assertions);
    let sliced =
        if asks_for_assertions_alone { without_influence(&task.program, &machine.automata) } else { BTreeSet::new() };
    let (memory, memory_of_ends) = (Memory::default(), Memory::default());
    let verdicts = BTreeMap::new();
    let cancellation = cx.cancellation();
    let is_cancelled = || cancellation.reason().is_some();
    let mut decision = Decision {
        is_cancelled: &is_cancelled,
        task,
        machine: &machine,
        has_atomic_accesses,
        overwrites,
        asks_in_stages: true,
        sliced,
        intervals: None,
        memory,
        memory_of_ends,
        verdicts,
        shared_results: cx.shared_results.clone(),
        order,
        shared: Shared::new(&machine, cx.options.clone()),
    };
    let open = decision.rounds(cx);
    let outcome = |&property: &Property| {
        let known = decision.verdicts.get(&property).cloned();
        let verdict = known
            .or_else(|| open.get(&property).cloned().map(Verdict::Unknown))
            .unwrap_or_else(|| Verdict::Unknown(Reason::Internal { message: "a property was forgotten".into() }));
        Outcome { property, verdict }
    };
    Answers { outcomes: task.properties.iter().map(outcome).collect() }
}

/// The state of a decision.
struct Decision<'a, 'p> {
    is_cancelled: &'a dyn Fn() -> bool,
    task: &'a Task,
    machine: &'a Machine<'p>,
    /// Whether the program has accesses that are atomic by themselves.
    has_atomic_accesses: bool,
    overwrites: bool,
    /// Whether two bounds are asked about in one formula ([`Encoding::asks_in_stages`]).
    asks_in_stages: bool,
    /// Globals that are sliced: their values do not matter for the queries.
    sliced: BTreeSet<GlobalId>,
    /// Value ranges of memory that several threads may reach; `None` if there is one thread. Computed after the first
    /// round only, since what the first round decides needs no intervals.
    intervals: Option<&'a ValueIntervals>,
    memory: Memory,
    /// The memory of the passes for deadlocks.
    memory_of_ends: Memory,
    verdicts: BTreeMap<Property, Verdict>,
    /// Publishes verdicts, and holds the verdicts of other engines.
    shared_results: SharedResults,
    /// How the order of events is decided, and what the formulas share.
    order: EventOrder,
    shared: Shared<'a>,
}

impl QueryGroup {
    fn of(property: Property) -> Self {
        match property {
            Property::Deadlock => QueryGroup::Ends,
            Property::Assertions
            | Property::DataRace
            | Property::Memory
            | Property::Leaks
            | Property::Overflow
            | Property::Arithmetic
            | Property::Locks
            | Property::Termination => QueryGroup::Prefixes,
        }
    }
}

/// How a round ended.
enum Round {
    /// Every property has its verdict.
    Done,
    /// An execution exceeds the bounds at these cuts. The first one is named in messages.
    Beyond(Vec<Cut>),
    Cancelled,
    /// The conflict limit was reached, and an execution exceeds the bounds at these cuts.
    Hard(Vec<Cut>),
    /// No execution is within the lesser bounds: they need a round of their own.
    Alone,
    /// The formula needs more memory than the limit.
    TooLarge,
}

impl Decision<'_, '_> {
    /// The formula of what was unwound within some bounds.
    fn encoding(&self, unwinding: &mut Unwinding, names: &Names, bounds: Bounds, cx: &Context) -> Encoding {
        let cancellation = cx.cancellation();
        let n_events = unwinding.unwound.events.len();
        let reached = || format!("loops unwound {} times, {n_events} events", bounds.free);
        cx.report("encoding", reached);
        let resources = Resources {
            sat: cx.sat_solver(),
            interruption: Rc::new(move || cancellation.reason().is_some()),
            granted: cx.options.bmc.memory.unwrap_or(FORMULA),
            reporter: cx.reporter(),
        };
        let encoding = Encoding::new(unwinding, names, self.order, &self.shared, resources);
        cx.report("solving", reached);
        encoding
    }

    fn is_open(&self, property: Property) -> bool {
        self.task.asks(property) && !self.verdicts.contains_key(&property)
    }

    /// All rounds, for violations that prefixes show and for deadlocks, which are ends of executions. Returns the
    /// reason for each property that then has no verdict.
    fn rounds(&mut self, cx: &mut Context) -> BTreeMap<Property, Reason> {
        let mut open: BTreeMap<QueryGroup, Reason> = BTreeMap::new();
        let last = Bounds { free: cx.options.bmc.unwind.unwrap_or(LAST.free), ..LAST };
        let first = Bounds { free: FIRST.free.min(last.free), ..FIRST };
        let mut planned: Vec<Planned> =
            vec![Planned::new(QueryGroup::Prefixes, first), Planned::new(QueryGroup::Ends, first)];
        while !planned.is_empty() {
            for next in std::mem::take(&mut planned) {
                let Planned { queries, bounds, .. } = next;
                self.leave_what_is_settled();
                let round = match queries {
                    _ if self.is_settled(queries) => Round::Done,
                    QueryGroup::Prefixes => self.round(&next, cx),
                    QueryGroup::Ends => self.round_of_ends(bounds, cx),
                };
                match round {
                    Round::Done => {}
                    Round::Beyond(cuts) => {
                        let program = &self.task.program;
                        if self.intervals.is_none() && starts_threads(program) {
                            self.intervals = program.intervals(self.is_cancelled);
                        }
                        cx.cancellation().reached(&reason(self.task, &cuts[0]).to_string());
                        if let Some(greater) = self.goes_on(queries, (bounds, last), &cuts, &mut open) {
                            planned.push(Planned::new(queries, greater));
                        }
                    }
                    Round::Hard(cuts) => planned.push(next.left(last, &cuts)),
                    Round::Alone => planned.push(next.with(bounds.lowered())),
                    // Without the greater bounds the formula may be small enough.
                    Round::TooLarge if bounds.lesser.is_some() => planned.push(next.with(bounds.lowered())),
                    Round::TooLarge if next.is_leap() => planned.push(next.back(None)),
                    Round::TooLarge => {
                        let limit = cx.options.bmc.memory.unwrap_or(FORMULA);
                        let stopped = too_large(limit, open.remove(&queries), bounds);
                        open.insert(queries, stopped);
                    }
                    Round::Cancelled => {
                        let stopped = stopped(cx.cancelled(), open.remove(&queries), bounds);
                        open.insert(queries, stopped);
                    }
                }
            }
        }
        self.reasons(&open)
    }

    /// The bounds of the next round after one whose bounds executions exceeded; `None` if another round cannot help.
    fn goes_on(
        &self,
        queries: QueryGroup,
        (bounds, last): (Bounds, Bounds),
        beyond: &[Cut],
        open: &mut BTreeMap<QueryGroup, Reason>,
    ) -> Option<Bounds> {
        // An unsupported step stays unsupported in every round, but more rounds may still find a violation.
        let is_unsupported = |cut: &&Cut| matches!(cut.cause, Cause::Unsupported(_));
        if !matches!(open.get(&queries), Some(Reason::Unsupported { .. })) {
            let told = beyond.iter().find(is_unsupported).unwrap_or(&beyond[0]);
            open.insert(queries, reason(self.task, told));
        }
        let is_hopeless = matches!(open.get(&queries), Some(Reason::Unsupported { .. })) && bounds.free > HOPELESS;
        let next = greater(bounds, last, beyond).filter(|_| !is_hopeless)?;
        let is_alone = !self.asks_in_stages || queries == QueryGroup::Ends;
        Some(if is_alone { next } else { two_at_once(next, bounds, last) })
    }

    fn reasons(&self, open: &BTreeMap<QueryGroup, Reason>) -> BTreeMap<Property, Reason> {
        let of = |&property: &Property| Some((property, open.get(&QueryGroup::of(property))?.clone()));
        self.task.properties.iter().filter_map(of).collect()
    }

    fn is_settled(&self, queries: QueryGroup) -> bool {
        let of = |property: &&Property| QueryGroup::of(**property) == queries;
        self.task.properties.iter().filter(of).all(|property| self.verdicts.contains_key(property))
    }

    /// Follows executions to their ends, within some bounds.
    fn round_of_ends(&mut self, bounds: Bounds, cx: &mut Context) -> Round {
        let asks = Asks { deadlock: true, ..Asks::default() };
        let Some(mut unwinding) = self.unwind(bounds, asks, cx) else { return Round::Cancelled };
        let mut encoding = self.encoding(&mut unwinding, &self.memory_of_ends.names, bounds, cx);
        if encoding.is_too_large() {
            return Round::TooLarge;
        }
        let asked = self.ask_for_deadlock(&mut unwinding, &mut encoding, bounds);
        count(&mut encoding, cx);
        if matches!(asked, Round::Cancelled) {
            cx.leave((unwinding, encoding));
        }
        asked
    }

    fn ask_for_deadlock(&mut self, unwinding: &mut Unwinding, encoding: &mut Encoding, bounds: Bounds) -> Round {
        let stuck: Vec<Term> = unwinding.unwound.stuck.iter().map(|stuck| stuck.guard).collect();
        if !stuck.is_empty() {
            let mut ends = unwinding.unwound.stops.clone();
            ends.extend(unwinding.unwound.cuts.iter().map(|cut| cut.guard));
            let ends_otherwise = unwinding.pool.any(&ends);
            let assumed = [unwinding.pool.any(&stuck), unwinding.pool.not(ends_otherwise)];
            match encoding.ask(&mut unwinding.pool, Query::Execution, &assumed) {
                Found::Yes => {
                    let traced =
                        retrace_deadlock(self.task, self.machine, unwinding, encoding, &self.memory_of_ends.names);
                    self.keep(Property::Deadlock, traced);
                    return Round::Done;
                }
                Found::No => {}
                Found::Interrupted => return Round::Cancelled,
            }
        }
        let may_be_partial = match self.may_wait_beside_idle(unwinding, encoding) {
            Found::Yes => true,
            Found::No => false,
            Found::Interrupted => return Round::Cancelled,
        };
        match self.cut(unwinding, encoding) {
            Ok(cuts) if cuts.is_empty() && may_be_partial => {
                let why = "some threads may wait for ever while others go on in loops that only wait".into();
                let advice = "use --engine explicit".into();
                self.settle(Property::Deadlock, Verdict::Unknown(Reason::GaveUp { why, advice }));
                Round::Done
            }
            Ok(cuts) if cuts.is_empty() => {
                let verdict = match has_execution(unwinding, encoding) {
                    Found::Yes => proof(unwinding, encoding, bounds),
                    Found::No => vacuous(Property::Deadlock),
                    Found::Interrupted => return Round::Cancelled,
                };
                self.settle(Property::Deadlock, verdict);
                Round::Done
            }
            Ok(cuts) => Round::Beyond(cuts),
            Err(round) => round,
        }
    }

    /// Whether some thread can be stuck while every other one is, has ended, or has stopped in a loop that only waits. Main, which waits
    /// for a thread that goes on in such a loop, does not count.
    fn may_wait_beside_idle(&mut self, unwinding: &mut Unwinding, encoding: &mut Encoding) -> Found {
        let idle = unwinding.unwound.idle.clone();
        let waits = unwinding.unwound.stuck.iter().filter(|stuck| !stuck.is_join).map(|stuck| stuck.guard);
        let waits: Vec<Term> = waits.collect();
        if idle.is_empty() || waits.is_empty() {
            return Found::No;
        }
        let mut ends = unwinding.unwound.stops.clone();
        for it in &idle {
            if let Some(position) = ends.iter().position(|stop| stop == it) {
                ends.swap_remove(position);
            }
        }
        ends.extend(unwinding.unwound.cuts.iter().map(|cut| cut.guard));
        let pool = &mut unwinding.pool;
        let ends_otherwise = pool.any(&ends);
        let assumed = [pool.any(&waits), pool.any(&idle), pool.not(ends_otherwise)];
        encoding.ask(pool, Query::Execution, &assumed)
    }

    fn settle(&mut self, property: Property, verdict: Verdict) {
        self.shared_results.publish(property, &verdict);
        self.verdicts.insert(property, verdict);
    }

    /// Drops properties that another engine has decided. Call it only between rounds: inside a round, a dropped property would be
    /// recorded as proved.
    fn leave_what_is_settled(&mut self) {
        for &property in self.task.properties.iter().filter(|&&property| self.shared_results.is_decided(property)) {
            self.verdicts.entry(property).or_insert_with(|| Verdict::Unknown(not_needed()));
        }
    }

    fn keep(&mut self, property: Property, traced: Result<Trace, Reason>) {
        let verdict = match traced {
            Ok(trace) => Verdict::Unsafe(Box::new(trace)),
            Err(reason) => Verdict::Unknown(reason),
        };
        self.settle(property, verdict);
    }

    /// All open queries within some bounds. Properties whose violations end executions come first. Once such a property
    /// is violated, its violations only end executions, and the other properties are asked about a new unwinding.
    fn round(&mut self, &Planned { bounds, conflict_limit, .. }: &Planned, cx: &mut Context) -> Round {
        loop {
            self.leave_what_is_settled();
            if self.is_settled(QueryGroup::Prefixes) {
                return Round::Done;
            }
            let asks = self.asks();
            let Some(mut unwinding) = self.unwind(bounds, asks, cx) else { return Round::Cancelled };
            if is_always_beyond(&mut unwinding) {
                self.asks_in_stages = false;
                return Round::Alone;
            }
            let mut encoding = self.encoding(&mut unwinding, &self.memory.names, bounds, cx);
            if encoding.is_too_large() {
                return Round::TooLarge;
            }
            self.asks_in_stages &= encoding.asks_in_stages();
            encoding.conflict_limit = conflict_limit;
            let mut asked = self.ask(&mut unwinding, &mut encoding, bounds);
            if encoding.has_hit_conflict_limit() {
                asked = match self.cut(&mut unwinding, &mut encoding) {
                    Ok(cuts) if !cuts.is_empty() => Some(Round::Hard(cuts)),
                    Ok(_) | Err(_) => {
                        encoding.conflict_limit = None;
                        self.ask(&mut unwinding, &mut encoding, bounds)
                    }
                };
            }
            cx.count("sources", encoding.n_sources() as u64);
            count(&mut encoding, cx);
            self.shared.learned.extend(encoding.learned());
            let round = match asked {
                Some(Round::Cancelled) if encoding.is_too_large() => Round::TooLarge,
                Some(round) => round,
                None if self.is_settled(QueryGroup::Prefixes) => Round::Done,
                None => continue,
            };
            if matches!(round, Round::Cancelled) {
                cx.leave((unwinding, encoding));
            }
            return round;
        }
    }

    /// The open queries.
    fn asks(&self) -> Asks {
        Asks {
            memory: self.is_open(Property::Memory),
            lives: self.task.asks(Property::Memory),
            overflow: self.is_open(Property::Overflow),
            arithmetic: self.is_open(Property::Arithmetic),
            races: self.is_open(Property::DataRace),
            locks: self.is_open(Property::Locks),
            deadlock: false,
        }
    }

    fn unwind(&mut self, bounds: Bounds, asks: Asks, cx: &mut Context) -> Option<Unwinding> {
        let cancellation = cx.cancellation();
        let is_cancelled = || cancellation.reason().is_some();
        cx.report("unwinding", || format!("loops {} times", bounds.free));
        let (task, counts_assertions) = (self.task, !asks.deadlock && self.is_open(Property::Assertions));
        let counts = |function: &str| counts_assertions && task.counts(function);
        let nothing_known = ValueIntervals::default();
        let source = Source {
            program: &task.program,
            automata: &self.machine.automata,
            live: &self.machine.live,
            counts: &counts,
            asks,
            has_atomic_accesses: self.has_atomic_accesses,
            overwrites: self.overwrites,
            sliced: &self.sliced,
            intervals: self.intervals.unwrap_or(&nothing_known),
            is_cancelled: &is_cancelled,
        };
        let memory = if asks.deadlock { &mut self.memory_of_ends } else { &mut self.memory };
        let unwinding = unwind(&source, bounds, memory)?;
        cx.count("rounds", 1);
        cx.count("passes", unwinding.n_passes.into());
        cx.count("events", unwinding.unwound.events.len() as u64);
        Some(unwinding)
    }

    /// The queries about one encoding. `None`: another encoding is needed for the remaining ones.
    fn ask(&mut self, unwinding: &mut Unwinding, encoding: &mut Encoding, bounds: Bounds) -> Option<Round> {
        let is_ending = |goal: &Goal| !NOTED.contains(&goal.kind.property());
        match self.goals(unwinding, encoding, &is_ending, None) {
            Found::Yes => return None,
            Found::No => {}
            Found::Interrupted => return Some(Round::Cancelled),
        }
        for property in NOTED.into_iter().filter(|&property| self.is_open(property)).collect::<Vec<_>>() {
            let is_it = |goal: &Goal| goal.kind.property() == property;
            if self.goals(unwinding, encoding, &is_it, Some(property)) == Found::Interrupted {
                return Some(Round::Cancelled);
            }
        }
        if self.is_open(Property::DataRace) && self.race(unwinding, encoding) == Found::Interrupted {
            return Some(Round::Cancelled);
        }
        if self.is_settled(QueryGroup::Prefixes) {
            return Some(Round::Done);
        }
        match self.cut(unwinding, encoding) {
            Ok(cuts) if cuts.is_empty() => {
                let is_open =
                    |it: &&Property| QueryGroup::of(**it) == QueryGroup::Prefixes && !self.verdicts.contains_key(it);
                let exists = has_execution(unwinding, encoding);
                if exists == Found::Interrupted {
                    return Some(Round::Cancelled);
                }
                for property in self.task.properties.iter().filter(is_open).copied().collect::<Vec<_>>() {
                    let weaker = match property {
                        Property::DataRace => Some((unwinding.unwound.hidden_orders.clone(), hidden_order())),
                        Property::Locks => Some((unwinding.unwound.unclear_misuses.clone(), unclear_misuse())),
                        _ => None,
                    };
                    let verdict = match weaker {
                        _ if exists == Found::No => vacuous(property),
                        None => proof(unwinding, encoding, bounds),
                        Some((conditions, reason)) => match is_reached(unwinding, encoding, &conditions) {
                            Found::Interrupted => return Some(Round::Cancelled),
                            Found::Yes => Verdict::Unknown(reason),
                            Found::No => proof(unwinding, encoding, bounds),
                        },
                    };
                    self.settle(property, verdict);
                }
                Some(Round::Done)
            }
            Ok(cuts) => Some(Round::Beyond(cuts)),
            Err(round) => Some(round),
        }
    }

    /// Looks for a violation among some of the goals; the verdict of one that is found is kept.
    fn goals(
        &mut self,
        unwinding: &mut Unwinding,
        encoding: &mut Encoding,
        is_wanted: &dyn Fn(&Goal) -> bool,
        noted: Option<Property>,
    ) -> Found {
        let goals = unwinding.unwound.goals.iter().filter(|goal| is_wanted(goal));
        let guards: Vec<Term> = goals.map(|goal| goal.guard).collect();
        if guards.is_empty() {
            return Found::No;
        }
        let mut assumed = unwinding.asked(noted);
        assumed.push(unwinding.pool.any(&guards));
        let found = in_stages(unwinding, encoding, Query::Execution, &assumed);
        if found == Found::Yes {
            let (property, traced) =
                retrace(self.task, self.machine, unwinding, encoding, &self.memory.names, is_wanted, self.is_cancelled);
            self.keep(property, traced);
        }
        found
    }

    /// Looks for a race; the verdict of one that is found is kept.
    fn race(&mut self, unwinding: &mut Unwinding, encoding: &mut Encoding) -> Found {
        if encoding.pairs.is_empty() {
            return Found::No;
        }
        let assumed = unwinding.asked(None);
        let found = in_stages(unwinding, encoding, Query::Race, &assumed);
        if found == Found::Yes {
            let traced = retrace_race(self.task, self.machine, unwinding, encoding, &self.memory.names);
            self.keep(Property::DataRace, traced);
        }
        found
    }

    /// Looks for an execution that goes beyond what was unwound.
    fn cut(&mut self, unwinding: &mut Unwinding, encoding: &mut Encoding) -> Result<Vec<Cut>, Round> {
        // A loop that exceeds its bound is worth another round; an unsupported step is not.
        let all = unwinding.unwound.cuts.len();
        let loops: Vec<usize> =
            (0..all).filter(|&cut| !matches!(unwinding.unwound.cuts[cut].cause, Cause::Unsupported(_))).collect();
        let guards: Vec<_> = loops.iter().map(|&cut| unwinding.unwound.cuts[cut].guard).collect();
        let any_loop = unwinding.pool.any(&guards);
        let asked = unwinding.asked(None);
        for assumption in [Some(any_loop).filter(|_| !loops.is_empty()), None] {
            if assumption.is_none() && loops.len() == all {
                continue;
            }
            let assumptions: Vec<_> = asked.iter().copied().chain(assumption).collect();
            match encoding.ask(&mut unwinding.pool, Query::Cut, &assumptions) {
                Found::Yes => {
                    let is_reached = |cut: &&Cut| encoding.holds(&unwinding.pool, cut.guard);
                    return Ok(unwinding.unwound.cuts.iter().filter(is_reached).cloned().collect());
                }
                Found::No => {}
                Found::Interrupted => return Err(Round::Cancelled),
            }
        }
        Ok(Vec::new())
    }
}

/// Whether every execution that is long enough goes beyond the lesser bounds, as where main creates threads without end.
fn is_always_beyond(unwinding: &mut Unwinding) -> bool {
    let is_beyond = unwinding.pool.any(&unwinding.unwound.beyond);
    unwinding.pool.is_true(is_beyond)
}

/// Solves two queries: executions within the lesser bounds, then executions that exceed them. Both use one solver and one
/// formula, which is built for the greater bounds. Each query is an assumption, so what the solver learns from the first
/// holds in the second.
fn in_stages(unwinding: &mut Unwinding, encoding: &mut Encoding, query: Query, assumed: &[Term]) -> Found {
    let pool = &mut unwinding.pool;
    let is_beyond = pool.any(&unwinding.unwound.beyond);
    if pool.is_false(is_beyond) {
        return encoding.ask(pool, query, assumed);
    }
    let is_within = pool.not(is_beyond);
    let mut found = Found::No;
    for stage in [is_within, is_beyond] {
        let assumed: Vec<Term> = assumed.iter().copied().chain([stage]).collect();
        found = encoding.ask(pool, query, &assumed);
        if found != Found::No {
            break;
        }
    }
    found
}

fn count(encoding: &mut Encoding, cx: &mut Context) {
    let statistics = encoding.statistics();
    for (name, amount) in encoding.counts() {
        cx.count(name, amount);
    }
    cx.count("conflicts", statistics.conflicts);
    cx.count("decisions", statistics.decisions);
    cx.count("clauses", statistics.clauses);
    cx.count("variables", statistics.variables);
}

/// The answer where no execution of the formula violates the property or goes beyond the bounds.
fn proof(unwinding: &Unwinding, encoding: &Encoding, bounds: Bounds) -> Verdict {
    if let Some(reason) = encoding.left_out() {
        return Verdict::Unknown(reason);
    }
    let events = unwinding.unwound.events.len() as u64;
    let threads = unwinding.unwound.threads.len() as u64;
    Verdict::safe(Proof::Unwound { bound: bounds.free, events, threads })
}

/// Whether one of some conditions holds in some execution: those under which the absence of violations is no proof.
fn is_reached(unwinding: &mut Unwinding, encoding: &mut Encoding, conditions: &[Term]) -> Found {
    if conditions.is_empty() {
        return Found::No;
    }
    let mut assumed = unwinding.asked(None);
    assumed.push(unwinding.pool.any(conditions));
    encoding.ask(&mut unwinding.pool, Query::Execution, &assumed)
}
