//! Random executions: a search for violations, also directed to given accesses, for one data race or deadlock that an analysis considers
//! possible.
//!
//! A thread that arrives at one of the given accesses is held there until another thread arrives at a conflicting one; then both are
//! performed, one after the other. (RaceFuzzer: Sen, *Race Directed Random Testing of Concurrent Programs*, 2008; DeadlockFuzzer: Joshi et
//! al. 2009.) If no other thread is enabled, or only for a short time, a held thread continues. Otherwise the next thread and the values of
//! inputs are random. A thread usually continues, so that executions are easy to read.
//!
//! A result is an execution of the reference interpreter. If nothing is found, nothing follows.
//!
//! Rule: an object whose offsets do not fit is no object of an execution.
//! Tests: `huge_object_to_the_last_byte`.

use crate::ahead::Functions;
pub use crate::basic::with_basic_types;
use crate::decisions::open_decisions;
use crate::machine::perform::Found;
use crate::machine::schedule::{Decision, Readiness};
use crate::machine::task::Operation;
use crate::machine::{Machine, Settings};
use crate::standstill::Standstill;
use crate::value::{Address, Place};
use raddle_cfront::typed::Unit;
use raddle_program::property::{Property, Violation, ViolationKind};
use raddle_program::source::{SourcePlace, Span};
use raddle_program::trace::{TRACE_FORMAT, Trace, TraceNames, TraceStep};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The greatest number of steps for which a thread is held.
const LONGEST_HOLD: usize = 2_000;
/// How many traces are kept at most of races at one place.
const TRACES_OF_A_PLACE: usize = 4;
/// While more threads run than this, a thread that would create another one mostly waits.
const FEW_THREADS: usize = 4;
/// The greatest number of steps of the first executions; later ones have more.
const SHORTEST: usize = 2_000;
/// How many starts of executions are kept at most.
const MOST_STARTS: usize = 16;
/// After how many steps it is asked whether to stop.
const STEPS_BETWEEN_LOOKS: usize = 64;
/// An execution does at most so large a part of the work, and as much if something in it has no end or cannot be followed.
const FEWEST: u64 = 16;
/// How many tasks a thread may run by itself between two steps that other threads see.
const LONGEST_STEP: u64 = 100_000;
/// How often an execution that is directed to nothing is searched for threads that wait for ever: that takes longer than a step.
const SEARCHES_FOR_DEADLOCKS: usize = 100;

/// What to look for.
#[derive(Clone)]
pub struct Walk<'a> {
    /// What executions may violate; neither termination nor leaks.
    pub properties: &'a [Property],
    /// Where threads are held: in front of accesses, or of calls that lock. Without a goal the executions are directed to nothing.
    pub goals: &'a BTreeSet<SourcePlace>,
    /// The values that inputs may take, each brought into the range of its type.
    pub values: &'a [i128],
    /// Selects the executions.
    pub seed: u64,
    /// How many executions there are at most.
    pub executions: usize,
    /// How many steps an execution has at most.
    pub steps: usize,
    /// How much all executions do, counted without a clock: a local task counts one, and a step more, the larger the state is (`cost`).
    pub work: u64,
    /// Whether to stop; asked every few steps.
    pub is_over: &'a dyn Fn() -> bool,
}

/// Random executions of one program.
pub struct Walker<'u> {
    start: Machine<'u>,
    functions: Functions<'u>,
    /// States in front of the first creation of a thread, with the steps that lead there. Executions start with them, too: many inputs end a
    /// program before it creates threads.
    threaded: Vec<(Machine<'u>, Vec<TraceStep>)>,
    /// Why executions could not be followed, and how often.
    ends: BTreeMap<String, usize>,
}

impl<'u> Walker<'u> {
    /// For a unit with the basic types ([`with_basic_types`]); `None` if it cannot be started.
    pub fn of(unit: &'u Unit) -> Option<Walker<'u>> {
        let settings =
            Settings { tracks_leaks: false, local_steps: LONGEST_STEP, cycle_search: 0, ..Settings::default() };
        let start = Machine::start(unit, settings).ok()?;
        Some(Walker { functions: Functions::of(unit), start, threaded: Vec::new(), ends: BTreeMap::new() })
    }

    /// Runs executions until `is_over`, or until `wants_more` says that a violation is enough. Returns their number.
    pub fn walk(&mut self, options: &Walk<'_>, wants_more: &mut dyn FnMut(Trace) -> bool) -> usize {
        let mut goals = Goals { places: options.goals, known: FxHashMap::default() };
        let mut found_at = FxHashMap::default();
        let mut work = 0;
        for number in 0..options.executions {
            if work > options.work || (options.is_over)() {
                return number;
            }
            let mut random = Random::new(options.seed.wrapping_add(number as u64));
            let is_resumed = !self.threaded.is_empty() && random.below(4) > 0;
            let (machine, path) = match is_resumed {
                true => self.threaded[random.below(self.threaded.len())].clone(),
                false => (self.start.clone(), Vec::new()),
            };
            let mut execution = Execution {
                options,
                machine,
                random,
                goals: &mut goals,
                functions: &self.functions,
                path,
                held: BTreeMap::new(),
                released: BTreeSet::new(),
                found_at: &mut found_at,
                blocked: Vec::new(),
                searches: 0,
                work: &mut work,
                threaded: None,
                ends: &mut self.ends,
            };
            let is_over = !execution.run(number, wants_more);
            if let Some(threaded) = execution.threaded.take() {
                if self.threaded.len() == MOST_STARTS {
                    self.threaded.remove(0);
                }
                self.threaded.push(threaded);
            }
            if is_over {
                return number + 1;
            }
        }
        options.executions
    }

    /// Why executions could not be followed, with how many ended so; the most frequent first.
    pub fn ends(&self) -> Vec<(&str, usize)> {
        let mut ends: Vec<(&str, usize)> = self.ends.iter().map(|(why, &count)| (why.as_str(), count)).collect();
        ends.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        ends
    }
}

/// Where threads are held.
struct Goals<'a> {
    places: &'a BTreeSet<SourcePlace>,
    known: FxHashMap<Span, bool>,
}

impl Goals<'_> {
    fn contains(&mut self, unit: &Unit, span: Span) -> bool {
        *self.known.entry(span).or_insert_with(|| self.places.contains(&unit.source.place(span)))
    }
}

struct Execution<'e, 'a, 'u> {
    options: &'e Walk<'a>,
    machine: Machine<'u>,
    random: Random,
    goals: &'e mut Goals<'a>,
    functions: &'e Functions<'u>,
    path: Vec<TraceStep>,
    /// The threads that are held, each with the number of steps made when that began.
    held: BTreeMap<usize, usize>,
    /// Threads that were held at their pending operation and may go on.
    released: BTreeSet<usize>,
    found_at: &'e mut FxHashMap<Span, usize>,
    /// The threads that waited when it was last asked whether they wait for ever.
    blocked: Vec<usize>,
    /// How often that was asked.
    searches: usize,
    /// The work of all executions so far.
    work: &'e mut u64,
    /// The state in front of the first creation of a thread, with the steps that lead there.
    threaded: Option<(Machine<'u>, Vec<TraceStep>)>,
    ends: &'e mut BTreeMap<String, usize>,
}

impl<'u> Execution<'_, '_, 'u> {
    /// Whether more executions are wanted.
    fn run(&mut self, number: usize, wants_more: &mut dyn FnMut(Trace) -> bool) -> bool {
        // Context switches are rare in some executions, and frequent in others.
        let turn = [1, 2, 8, 24][number % 4];
        // Short executions come first: most races need few steps.
        let most = (SHORTEST << (number / 16).min(16)).min(self.options.steps);
        let mut current = 0;
        let (mut steps, mut own_work, mut n_tasks) = (0, 0, self.machine.n_tasks);
        *self.work = self.work.saturating_add(self.path.len() as u64);
        while steps < most {
            steps += 1;
            if steps.is_multiple_of(STEPS_BETWEEN_LOOKS) {
                let work = self.cost() * STEPS_BETWEEN_LOOKS as u64 + self.machine.n_tasks - n_tasks;
                n_tasks = self.machine.n_tasks;
                *self.work = self.work.saturating_add(work);
                own_work += work;
                if *self.work > self.options.work || (self.options.is_over)() {
                    return false;
                }
                if own_work > self.options.work / FEWEST {
                    return true;
                }
            }
            let ready = self.ready();
            if ready.is_empty() {
                break;
            }
            self.hold(&ready, steps);
            let thread = match self.meeting(&ready) {
                Some((one, other)) => {
                    let (first, second) = if self.random.below(2) == 0 { (one, other) } else { (other, one) };
                    self.release(first);
                    self.release(second);
                    match self.perform(first, wants_more) {
                        Progress::Goes if self.machine.is_schedulable(second) => second,
                        Progress::Goes => continue,
                        Progress::Ended => return true,
                        Progress::Enough => return false,
                    }
                }
                None => {
                    let mut free: Vec<usize> = ready.iter().copied().filter(|it| !self.held.contains_key(it)).collect();
                    if self.is_crowded() {
                        let creates = |thread: &usize| self.creates(*thread);
                        let others: Vec<usize> = free.iter().copied().filter(|thread| !creates(thread)).collect();
                        free = if others.is_empty() { free } else { others };
                    }
                    if free.is_empty() {
                        let one = ready[self.random.below(ready.len())];
                        self.release(one);
                        one
                    } else if free.contains(&current) && self.random.below(64) >= turn {
                        current
                    } else {
                        free[self.random.below(free.len())]
                    }
                }
            };
            current = thread;
            match self.perform(thread, wants_more) {
                Progress::Goes => {}
                Progress::Ended => return true,
                Progress::Enough => return false,
            }
        }
        true
    }

    /// What a step costs beside its local tasks, measured in them: a state has threads, objects and accesses that may still race, and a step
    /// looks at many of them.
    fn cost(&self) -> u64 {
        let Machine { threads, memory, history, .. } = &self.machine;
        let (n_threads, n_objects, n_records) = (threads.len(), memory.n_objects(), history.n_records());
        (16 + n_threads.pow(2) + n_objects / 8 + n_records) as u64
    }

    /// Whether enough threads run for now: a loop may create threads without end.
    fn is_crowded(&mut self) -> bool {
        let runs = |thread: &usize| self.machine.readiness(*thread) == Readiness::Ready;
        let running = (0..self.machine.threads.len()).filter(runs).count();
        running > FEW_THREADS && self.random.below(64) > 0
    }

    fn creates(&self, thread: usize) -> bool {
        matches!(self.machine.pending(thread), Some(Operation::Spawn { .. }))
    }

    /// The threads that can go on; without a signal they wake only now and then.
    fn ready(&mut self) -> Vec<usize> {
        let all = 0..self.machine.threads.len();
        let schedulable: Vec<usize> = all.filter(|&thread| self.machine.is_schedulable(thread)).collect();
        let wakes_early = self.asks(Property::DataRace) && self.random.below(32) == 0;
        let is_ready = |thread: &usize| wakes_early || self.machine.readiness(*thread) == Readiness::Ready;
        schedulable.into_iter().filter(is_ready).collect()
    }

    /// Holds each thread that has come to a goal, and releases it after [`LONGEST_HOLD`] steps.
    fn hold(&mut self, ready: &[usize], steps: usize) {
        for &thread in ready {
            match self.held.get(&thread) {
                Some(&since) if steps - since > LONGEST_HOLD => self.release(thread),
                Some(_) => {}
                None if self.released.contains(&thread) => {}
                None => {
                    let span = self.machine.pending(thread).and_then(Operation::span);
                    let is_at_goal = span.is_some_and(|span| self.goals.contains(self.machine.unit, span));
                    if !is_at_goal {
                        continue;
                    }
                    // Now and then the first arrival is not the one that matters.
                    if self.random.below(4) == 0 {
                        self.released.insert(thread);
                    } else {
                        self.held.insert(thread, steps);
                    }
                }
            }
        }
    }

    fn release(&mut self, thread: usize) {
        self.held.remove(&thread);
        self.released.insert(thread);
    }

    /// Two threads that are held in front of accesses that conflict.
    fn meeting(&self, ready: &[usize]) -> Option<(usize, usize)> {
        if !self.asks(Property::DataRace) || self.held.len() < 2 {
            return None;
        }
        let held: Vec<(usize, Touched)> = self
            .held
            .keys()
            .filter(|thread| ready.contains(thread))
            .filter_map(|&thread| Some((thread, self.touched(thread)?)))
            .collect();
        let pairs = held.iter().enumerate().flat_map(|(at, one)| held[at + 1..].iter().map(move |other| (one, other)));
        pairs.into_iter().find(|(one, other)| one.1.conflicts_with(&other.1)).map(|(one, other)| (one.0, other.0))
    }

    /// The memory that the pending operation of a thread accesses, if it is plain.
    fn touched(&self, thread: usize) -> Option<Touched> {
        let (place, size, is_write): (&Place, u64, bool) = match self.machine.pending(thread)? {
            Operation::Read { place, size, .. } => (place, *size, false),
            Operation::Write { place, bytes, .. } => (place, bytes.len() as u64, true),
            Operation::Fill { to, size, .. } | Operation::Copy { to, size, .. } => (to, *size, true),
            _ => return None,
        };
        let at = self.machine.memory.locate(place, size, is_write).ok()?;
        Some(Touched { at, size, is_write, is_atomic: place.atomic.is_some() })
    }

    fn perform(&mut self, thread: usize, wants_more: &mut dyn FnMut(Trace) -> bool) -> Progress {
        let Some(decision) = self.decision(thread) else { return Progress::Ended };
        if self.threaded.is_none() && self.machine.threads.len() == 1 && self.creates(thread) {
            self.threaded = Some((self.machine.clone(), self.path.clone()));
        }
        self.released.remove(&thread);
        let before = self.path.len();
        let outcome = self.machine.perform(thread, decision);
        self.path.extend(outcome.steps);
        for found in outcome.found {
            if outcome.is_end {
                let place = self.machine.unit.source.place(found.span);
                *self.ends.entry(format!("{} at {place}", found.message)).or_default() += 1;
            }
            if self.asks(found.kind.property()) {
                let count = self.found_at.entry(found.span).or_default();
                *count += 1;
                if *count <= TRACES_OF_A_PLACE && !wants_more(self.trace(thread, before, found)) {
                    return Progress::Enough;
                }
            }
        }
        if outcome.is_end || outcome.unknown.is_some() {
            if let Some(why) = outcome.unknown {
                *self.work = self.work.saturating_add(self.options.work / FEWEST);
                *self.ends.entry(why).or_default() += 1;
            }
            return Progress::Ended;
        }
        match self.deadlock().map(wants_more) {
            Some(true) => Progress::Ended,
            Some(false) => Progress::Enough,
            None => Progress::Goes,
        }
    }

    fn asks(&self, property: Property) -> bool {
        self.options.properties.contains(&property)
    }

    /// What the pending operation of a thread leaves open, decided.
    fn decision(&mut self, thread: usize) -> Option<Decision> {
        let value = self.options.values[self.random.below(self.options.values.len())];
        let open = open_decisions(&self.machine, thread, &[value, 0]).decisions;
        match open.len() {
            0 => None,
            // The values in the order of the domain: the random one first.
            2 if matches!(open[0], Decision::Value(_)) => Some(open[usize::from(self.random.below(4) == 0)]),
            count => Some(open[self.random.below(count)]),
        }
    }

    fn trace(&self, thread: usize, before: usize, found: Found) -> Trace {
        let violation = Violation { kind: found.kind, thread: thread as u32, span: found.span, message: found.message };
        self.trace_of(before + found.after, violation)
    }

    fn trace_of(&self, length: usize, violation: Violation) -> Trace {
        let first = self.machine.unit.source.files().values().next();
        Trace {
            format: TRACE_FORMAT,
            file: first.map_or(String::new(), |file| file.name().to_string()),
            property: violation.kind.property(),
            steps: self.path[..length].to_vec(),
            violation,
            loop_start: None,
            is_recurrent: false,
            names: TraceNames::default(),
        }
    }

    /// Threads that wait for each other for ever; if there are goals, two of them are there.
    fn deadlock(&mut self) -> Option<Trace> {
        if !self.asks(Property::Deadlock) {
            return None;
        }
        let is_blocked = |thread: &usize| self.machine.readiness(*thread) == Readiness::Blocked;
        let blocked: Vec<usize> = (0..self.machine.threads.len()).filter(is_blocked).collect();
        if self.goals.places.is_empty() {
            if blocked.is_empty() || blocked == self.blocked || self.searches == SEARCHES_FOR_DEADLOCKS {
                return None;
            }
            self.searches += 1;
            self.blocked = blocked;
        } else {
            let spans = blocked.iter().filter_map(|&thread| self.machine.pending(thread).and_then(Operation::span));
            if spans.filter(|&span| self.goals.contains(self.machine.unit, span)).count() < 2 {
                return None;
            }
        }
        // Beside a thread that may end the execution by an invalid access, it takes long to decide whether the execution can go on for ever.
        let lasts = |found: &Standstill| found.is_endless && !found.may_fail;
        let standstill = self.machine.standstill(self.functions).filter(lasts)?;
        let at_goal = |thread: &&usize| {
            if self.goals.places.is_empty() {
                return true;
            }
            let span = self.machine.pending(**thread).and_then(Operation::span);
            span.is_some_and(|span| self.goals.places.contains(&self.machine.unit.source.place(span)))
        };
        let thread = *standstill.threads.iter().find(at_goal)?;
        let span = self.machine.pending(thread).and_then(Operation::span)?;
        let message = self.machine.describe_waits(&standstill.threads);
        let violation = Violation { kind: ViolationKind::Deadlock, thread: thread as u32, span, message };
        Some(self.trace_of(self.path.len(), violation))
    }
}

/// How an execution goes on after a step.
enum Progress {
    Goes,
    Ended,
    /// It need not, and no other one either.
    Enough,
}

/// Memory that an operation accesses.
struct Touched {
    at: Address,
    size: u64,
    is_write: bool,
    is_atomic: bool,
}

impl Touched {
    fn conflicts_with(&self, other: &Touched) -> bool {
        let end = |it: &Touched| it.at.offset.saturating_add(it.size as i64);
        self.at.object == other.at.object
            && self.at.offset < end(other)
            && other.at.offset < end(self)
            && (self.is_write || other.is_write)
            && !(self.is_atomic && other.is_atomic)
    }
}

/// Numbers that look random and are the same for the same seed (Marsaglia's xorshift).
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        // Similar seeds give different numbers (the finalizer of splitmix64).
        let mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Random((mixed ^ (mixed >> 31)) | 1)
    }

    /// A number below a limit.
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit.max(1)
    }
}
