//! Counters of live threads: a thread that waits until a counter is zero comes after the threads that have counted down.
//!
//! ```text
//! creator:  lock(m); n++; unlock(m); create(work);   ...   lock(m); while (n) wait(c, m); unlock(m); read data;
//! work:     write data;  lock(m); n--; signal(c); unlock(m);
//! ```
//!
//! The counter is one integer. All its changes are by one, and indivisible: under one lock, or as atomic operations. It begins with zero.
//! One thread, the *creator*, creates all threads that count down, and each of these does so once at most. The changes are fewer than the
//! type has numbers, so that the counter is always what was counted up less what was counted down.
//!
//! Rule. What a thread does before it counts down is before what the creator does behind a test that found zero, if
//! - the creator counts up before each creation, and has created none of these threads since the test; or
//! - the counter begins with the number of threads in place of zero, or more, and no step counts up; or
//! - the threads count up themselves, once and before they count down, and the creator has found before, after the last creation, that the
//!   counter is as large as the number of threads; or
//! - the threads count up themselves, the thread has since then found a flag set that the creator only clears, and the creator has cleared
//!   the flag before the test: it has counted up before the flag was cleared.
//!
//! As long as the creator has created none of the threads, all of them have counted down: a function that fails before is no obstacle.
//!
//! Rule: each creation is counted before it; each thread counts down once at most, after the access; no other step writes the counter; all
//! changes and the test have one lock, or release and acquire; the counter does not come round; the flag is set only before the first
//! creation, and both sides hold one lock at it.
//! Tests: `live_counter`, `live_counter_after_creation`, `live_counter_twice_down`, `live_counter_then_access`, `live_counter_without_lock`,
//! `live_counter_two_locks`, `live_counter_relaxed`, `live_counter_atomic`, `live_counter_another_creation`, `live_counter_narrow`,
//! `live_counter_inner`, `live_counter_inner_zero_first`, `live_counter_inner_one_less`, `live_counter_flag`,
//! `live_counter_flag_set_again`, `live_counter_flag_cleared_late`, `live_counter_reset`, `live_counter_of_one_bit`,
//! `live_counter_latch`, `live_counter_latch_too_small`, `live_counter_latch_set_late`, `live_counter_latch_of_a_number`,
//! `live_counter_latch_of_another_number`, `live_counter_of_many`, `live_counter_flag_before_it_counts`, `live_counter_inner_twice_up`,
//! `live_counter_read_relaxed`, `live_counter_reset_first`, `live_counter_created_in_a_call`, `live_counter_created_twice_in_a_call`,
//! `live_counter_of_a_pool_that_may_fail`, `live_counter_of_a_pool_that_fails_late`, `live_counter_up_to_a_bound_without_sign`.

use raddle_program::automaton::{Automaton, Transition};
use raddle_program::entity::Table;
use raddle_program::syntax::{BinaryOperator, ProcedureId, Program, Synchronization};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

use super::facts::{CreatorFacts, Started, ThreadFacts, ThreadSteps};
use super::steps::{Change, Guard, Test};
use super::{Cells, Writes, common_guards};
use crate::counted_loop::{Counted, cycle_around, is_stable};
use crate::flow::{States, solve, solve_from};
use crate::held_lock::HeldLocks;
use crate::linear::Linear;
use crate::points_to::CodePlace;
use crate::points_to::{AccessSite, Context, PointsTo, Target, ThreadClass};

/// The counters of live threads of a program.
pub struct LiveCounters<'a> {
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    counters: Vec<Counter>,
}

/// A counter.
struct Counter {
    cell: Target,
    creator: ThreadClass,
    by_creator: bool,
    /// The flags that say whether a thread has counted up.
    flags: Vec<Target>,
    /// What the creator has certainly done.
    of_creator: States,
    /// By class of threads that count down: what its threads may have done, and what they certainly have.
    of_threads: FxHashMap<ThreadClass, (States, States)>,
}

impl<'a> LiveCounters<'a> {
    /// Finds them.
    pub fn of(
        program: &'a Program,
        points_to: &'a PointsTo,
        automata: &'a Table<ProcedureId, Automaton>,
        locksets: &'a dyn HeldLocks,
    ) -> LiveCounters<'a> {
        LiveCounters::if_atomic(program, points_to, automata, locksets, BTreeSet::new())
    }

    /// The counters there would be if all accesses to some cells were atomic, with acquire and release. They prove nothing.
    pub fn if_atomic(
        program: &'a Program,
        points_to: &'a PointsTo,
        automata: &'a Table<ProcedureId, Automaton>,
        locksets: &'a dyn HeldLocks,
        cells: BTreeSet<Target>,
    ) -> LiveCounters<'a> {
        let counters = Cells::of(program, points_to, automata, Some(locksets)).if_atomic(cells).live_counters();
        LiveCounters { points_to, automata, counters }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.counters.is_empty()
    }

    /// Whether two places of different threads are in order by a counter.
    pub fn are_in_order(&self, one: CodePlace, other: CodePlace) -> bool {
        self.order(one, other).is_some()
    }

    /// The counter by which two places of different threads are in order, and the flag, if it takes one.
    pub fn order(&self, one: CodePlace, other: CodePlace) -> Option<(Target, Option<Target>)> {
        self.counters.iter().find_map(|it| self.before(it, one, other).or_else(|| self.before(it, other, one)))
    }

    fn before(&self, counter: &Counter, thread: CodePlace, creator: CodePlace) -> Option<(Target, Option<Target>)> {
        let class = |place: CodePlace| self.points_to.contexts[place.0].class;
        let (may, must) = counter.of_threads.get(&class(thread)).filter(|_| class(creator) == counter.creator)?;
        let may = may.before(self.points_to, self.automata, thread)?;
        let must = must.before(self.points_to, self.automata, thread)?;
        let done = counter.of_creator.before(self.points_to, self.automata, creator)?;
        let found = |fact: usize| done.contains(fact);
        let by_flag =
            |flag: &usize| must.contains(ThreadFacts::seen(*flag)) && found(CreatorFacts::zero_after_clear(*flag));
        if may.contains(ThreadFacts::DOWN) {
            return None;
        }
        let zero = if counter.by_creator { CreatorFacts::ZERO } else { CreatorFacts::ZERO_AFTER_ALL };
        if found(zero) {
            return Some((counter.cell, None));
        }
        let flag = (0..counter.flags.len()).find(by_flag).filter(|_| !counter.by_creator)?;
        Some((counter.cell, Some(counter.flags[flag])))
    }
}

impl Cells<'_> {
    fn live_counters(&self) -> Vec<Counter> {
        // The code of a thread that is cancelled ends where nothing says so.
        if self.points_to.synchronizations.values().any(|it| it.operation == Synchronization::ThreadCancel) {
            return Vec::new();
        }
        self.changed(false).into_iter().filter_map(|cell| self.live_counter(cell)).collect()
    }

    fn live_counter(&self, cell: Target) -> Option<Counter> {
        let writes = self.writes(cell)?;
        let (up, down): (Vec<_>, Vec<_>) = writes.changes.iter().partition(|(_, change)| change.is_up);
        let mut guards = common_guards(writes.changes.iter().map(|(_, change)| change));
        guards.retain(|guard| *guard != Guard::Atomic || down.iter().all(|(_, change)| change.releases));
        let places = |changes: &[&(CodePlace, Change)]| changes.iter().map(|(place, _)| *place).collect::<Vec<_>>();
        let classes: BTreeSet<ThreadClass> = down.iter().map(|(place, _)| self.class(*place)).collect();
        let created_at = |&class: &ThreadClass| self.points_to.classes[class].created_at.iter().copied();
        let creations: Vec<CodePlace> = classes.iter().flat_map(created_at).collect();
        let creator = self.class(*creations.first()?);
        let is_by_creator = |place: &CodePlace| self.class(*place) == creator;
        let is_single = self.points_to.classes[creator].is_single && !classes.contains(&creator);
        let by_creator = up.iter().all(|(place, _)| is_by_creator(place));
        let is_by_threads = || up.iter().all(|(place, _)| classes.contains(&self.class(*place)));
        if !is_single || !creations.iter().all(is_by_creator) || !by_creator && !is_by_threads() {
            return None;
        }
        let counted = if by_creator && !up.is_empty() { places(&up) } else { creations.clone() };
        if !self.holds(cell, self.at_most(&counted)?) {
            return None;
        }
        let started = Started { first: &[&counted[..], &creations[..]].concat() };
        let started = solve(self.points_to, self.automata, creator, &started);
        let flags = if by_creator { Vec::new() } else { self.flags(creator, &started) };
        // A counter that no step counts up begins with as many as are created.
        let is_latch = up.is_empty();
        let begins = |place: CodePlace, number: &Linear| match is_latch {
            true => {
                self.counts_all(&creations, place.0, number)
                    && is_stable(self.steps.automaton(place.0), place.1, number)
            }
            false => number.as_number() == Some(0),
        };
        let first = self.first_number(cell).is_some_and(|number| match is_latch {
            true => self.at_most(&creations).is_some_and(|most| most <= number),
            false => number == 0,
        });
        let mut resets = self.resets(creator, &started, &writes, begins)?;
        resets.extend(self.zeroed(cell).filter(|_| !is_latch));
        let thread_steps = ThreadSteps { up: places(&up), down: places(&down) };
        let of_threads = self.of_threads(&classes, &thread_steps, by_creator, &flags)?;
        let clears = flags.iter().map(|flag| flag.clears.clone()).collect();
        let mut facts = CreatorFacts { up: counted, creations, resets, clears, ..CreatorFacts::default() };
        self.find_tests(cell, &guards, creator, &mut facts);
        let of_creator = solve_from(self.points_to, self.automata, creator, &facts, &facts.at_start());
        let holds = |place: &CodePlace, fact: usize| self.has(&of_creator, *place, fact) == Some(true);
        let begins_well = first || facts.up.iter().all(|up| holds(up, CreatorFacts::RESET));
        let is_counted = is_latch || !by_creator || facts.creations.iter().all(|it| holds(it, CreatorFacts::UP));
        let flags = flags.into_iter().map(|flag| flag.cell).collect();
        (begins_well && is_counted).then_some(Counter { cell, creator, by_creator, flags, of_creator, of_threads })
    }

    /// How often some steps of one thread are taken at most, together.
    fn at_most(&self, places: &[CodePlace]) -> Option<i128> {
        places.iter().map(|&place| self.rounds(place).map(|(rounds, _)| rounds)).sum()
    }

    /// How often a step is taken at most, and the counted loop that it stands in, or that its only call does.
    fn rounds(&self, place: CodePlace) -> Option<(i128, Option<Counted>)> {
        let (context, transition) = self.in_once_context(place)?;
        if self.points_to.runs_once(context, transition, self.automata) {
            return Some((1, None));
        }
        let data = &self.points_to.contexts[context];
        let counted = Counted::of(self.steps.automaton(context), self.reader(context), transition)?;
        let ty = self.program.procedures[data.procedure].locals[counted.index].ty;
        let rounds = counted.last(&self.program.types, ty)?.checked_sub(counted.first)?.checked_add(1)?;
        Some((rounds.max(0), Some(counted)))
    }

    /// The step itself, or the call of the procedure around it, in a context that runs once. Each such call takes the step once at most.
    fn in_once_context(&self, place: CodePlace) -> Option<CodePlace> {
        let mut at = place;
        // No more calls lead here than there are contexts: a procedure that calls itself never runs once.
        for _ in 0..self.points_to.contexts.len() {
            let data = &self.points_to.contexts[at.0];
            if data.is_once {
                return Some(at);
            }
            let &[caller] = data.callers.as_slice() else { return None };
            let is_start = self.points_to.classes[data.class].start == at.0;
            if is_start || cycle_around(self.steps.automaton(at.0), at.1).is_some() {
                return None;
            }
            at = caller;
        }
        None
    }

    /// Where the creator sets the counter before anything is counted; `None` if it is set otherwise, or to something else than it begins with.
    fn resets(
        &self,
        creator: ThreadClass,
        started: &States,
        writes: &Writes,
        begins: impl Fn(CodePlace, &Linear) -> bool,
    ) -> Option<Vec<CodePlace>> {
        let is_reset = |(place, number, _): &(CodePlace, Linear, Vec<Guard>)| {
            self.class(*place) == creator
                && self.has(started, *place, Started::STARTED) == Some(false)
                && begins(*place, number)
        };
        let places = || writes.stores.iter().map(|(place, ..)| *place).collect();
        writes.stores.iter().all(is_reset).then(places)
    }

    /// What the threads have done, by class; `None` if one may count twice, or down before it has counted up.
    fn of_threads(
        &self,
        classes: &BTreeSet<ThreadClass>,
        steps: &ThreadSteps,
        by_creator: bool,
        flags: &[Flag],
    ) -> Option<FxHashMap<ThreadClass, (States, States)>> {
        let mut found = FxHashMap::default();
        for &class in classes {
            let seen = flags.iter().map(|flag| self.sightings(class, flag)).collect();
            let facts = ThreadFacts { steps, seen, is_certain: false };
            let may = solve(self.points_to, self.automata, class, &facts);
            let must = solve(self.points_to, self.automata, class, &ThreadFacts { is_certain: true, ..facts });
            let is_own = |place: &&CodePlace| self.class(**place) == class;
            let never = |states: &States, place: &CodePlace, fact| self.has(states, *place, fact) == Some(false);
            let always = |states: &States, place: &CodePlace, fact| self.has(states, *place, fact) == Some(true);
            let counts_down_once = steps.down.iter().filter(is_own).all(|it| never(&may, it, ThreadFacts::DOWN));
            let counts_up_before = || {
                steps.up.iter().filter(is_own).all(|it| never(&may, it, ThreadFacts::UP))
                    && steps.down.iter().filter(is_own).all(|it| always(&must, it, ThreadFacts::UP))
            };
            if !counts_down_once || !by_creator && !counts_up_before() {
                return None;
            }
            found.insert(class, (may, must));
        }
        Some(found)
    }

    /// Finds where the creator learns that the counter is zero, or as large as the number of threads.
    fn find_tests(&self, cell: Target, guards: &[Guard], creator: ThreadClass, facts: &mut CreatorFacts) {
        for (context, _) in self.points_to.contexts.iter().filter(|(_, data)| data.class == creator) {
            for transition in self.steps.transitions(context) {
                let Some(test) = self.steps.test((context, transition), cell) else { continue };
                if !test.guards.iter().any(|guard| guards.contains(guard)) {
                    continue;
                }
                if is_zero(&test) {
                    facts.zeros.insert((context, transition));
                }
                if at_least(&test).is_some_and(|number| self.counts_all(&facts.creations, context, &number)) {
                    facts.alls.insert((context, transition));
                }
            }
        }
    }

    /// Whether no more threads are created than a term of registers says.
    fn counts_all(&self, creations: &[CodePlace], context: Context, number: &Linear) -> bool {
        if let Some(number) = number.as_number() {
            return self.at_most(creations).is_some_and(|most| most <= number);
        }
        let &[creation] = creations else { return false };
        let Some((_, Some(counted))) = self.rounds(creation) else { return false };
        let Some(round) = self.in_once_context(creation) else { return false };
        // A bound that is less than zero is a large number in a comparison without signs.
        round.0 == context
            && counted.end == *number
            && counted.compares_signed(&self.program.types)
            && is_stable(self.steps.automaton(context), round.1, number)
    }

    /// The flags that are only cleared once threads run.
    fn flags(&self, creator: ThreadClass, started: &States) -> Vec<Flag> {
        let clears = |site: &&AccessSite| site.is_write && self.points_to.contexts[site.context].class == creator;
        let cleared = |site: &AccessSite| {
            let (number, _) = self.steps.stored(site)?;
            let (cell, _) = self.steps.cell(site)?;
            (number.as_number() == Some(0)).then_some(cell)
        };
        let cells: BTreeSet<Target> = self.points_to.accesses.iter().filter(clears).filter_map(cleared).collect();
        cells.into_iter().filter_map(|cell| self.flag(cell, creator, started)).collect()
    }

    fn flag(&self, cell: Target, creator: ThreadClass, started: &States) -> Option<Flag> {
        let writes = self.writes(cell)?;
        if !writes.changes.is_empty() || writes.stores.iter().any(|(place, ..)| self.class(*place) != creator) {
            return None;
        }
        let late: Vec<_> = writes
            .stores
            .into_iter()
            .filter(|(place, ..)| self.has(started, *place, Started::STARTED) != Some(false))
            .collect();
        let mut guards = late.first()?.2.clone();
        guards
            .retain(|guard| late.iter().all(|(_, number, also)| number.as_number() == Some(0) && also.contains(guard)));
        let guard = *guards.first()?;
        let clears = late.into_iter().map(|(place, ..)| place).collect();
        Some(Flag { cell, guard, clears })
    }

    /// Where threads of a class find a flag set.
    fn sightings(&self, class: ThreadClass, flag: &Flag) -> BTreeSet<CodePlace> {
        let contexts = self.points_to.contexts.iter().filter(|(_, data)| data.class == class);
        let steps = contexts.flat_map(|(context, _)| self.steps.transitions(context).map(move |step| (context, step)));
        let is_seen = |&place: &(Context, Transition)| {
            let test = self.steps.test(place, flag.cell);
            test.is_some_and(|test| is_not_zero(&test) && test.guards.contains(&flag.guard))
        };
        steps.filter(is_seen).collect()
    }
}

/// A cell that the creator only clears once threads run, under one lock.
struct Flag {
    cell: Target,
    guard: Guard,
    clears: BTreeSet<CodePlace>,
}

/// Whether a counter that is never negative is zero.
fn is_zero(test: &Test) -> bool {
    let number = test.with.as_number();
    match test.operator {
        BinaryOperator::Equal | BinaryOperator::LessEqual => number == Some(0),
        BinaryOperator::Less => number == Some(1),
        _ => false,
    }
}

fn is_not_zero(test: &Test) -> bool {
    let number = test.with.as_number();
    match test.operator {
        BinaryOperator::NotEqual | BinaryOperator::Greater => number == Some(0),
        BinaryOperator::Equal => number.is_some_and(|number| number != 0),
        _ => false,
    }
}

/// What a counter is at least.
fn at_least(test: &Test) -> Option<Linear> {
    match test.operator {
        BinaryOperator::Equal | BinaryOperator::GreaterEqual => Some(test.with.clone()),
        BinaryOperator::Greater => test.with.clone().plus(&Linear::number(1)),
        _ => None,
    }
}
