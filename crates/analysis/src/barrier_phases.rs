//! Phases: threads that wait at one barrier, all of them each time, are never in two different phases at the same time.
//!
//! ```text
//! init(b, n);  for (i = 0; i < n; i++) create(work, i);         work:  own[i] = ...;  wait(b);  read own[...];
//! ```
//!
//! The *participants* of a barrier are the threads that may wait at it. If they are no more than its count, no thread passes it before all of
//! them have arrived, so that the k-th wait of each thread ends after the k-th arrival of each other one. A thread is in phase k when it has
//! waited k times. What one thread does in phase k is before what another one does in phase k + 1.
//!
//! Rule. Two accesses of different participants are ordered if no number of waits is possible at both. The numbers are
//! followed exactly up to eight, and then modulo 60, so that the phases of a loop with up to six waits in each
//! iteration are distinguished.
//!
//! Conditions: the barrier lives once; one step sets its count, before the participants are created and before main
//! waits; it is destroyed while no participant runs, and never used after that; no other step writes its bytes; main,
//! and the threads that counted loops or single creations create, are the only participants, and their number is known
//! to be no more than the count.
//!
//! Rule: the participants of a barrier are no more than its count, and two accesses have no number of waits in common.
//! Tests: `barrier_phases`, `barrier_phases_in_a_loop`, `barrier_phases_one_wait_in_a_loop`, `barrier_phases_of_fewer`,
//! `barrier_phases_with_main`, `barrier_phases_of_a_narrower_count`, `barrier_phases_of_a_chosen_count`, `barrier_phases_main_too_late`, `barrier_phases_on_one_way`, `barrier_phases_of_a_variable`,
//! `barrier_phases_initialized_again`, `barrier_phases_initialized_on_one_way`, `barrier_phases_after_destruction`.

use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::bits::BitSet;
use raddle_program::entity::{Entity, Table};
use raddle_program::syntax::{BinaryOperator, Effect, Expr, ExprKind, ProcedureId, Program, Synchronization as S};
use raddle_program::types::Types;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

use super::counted_loop::{Counted, greatest, is_stable};
use super::flow::{Join, Problem, solve};
use super::linear::{Linear, Reader};
use super::parallel::Parallel;
use super::points_to::CodePlace;
use super::points_to::{AccessSite, Context, PointsTo, Target, ThreadClass};

/// Numbers of waits that are followed exactly.
const EXACT: u32 = 8;
/// Greater numbers are followed modulo this one.
const PERIOD: u32 = 60;
/// The bytes of a barrier.
const BARRIER_BYTES: u64 = 32;
/// The greatest count that a barrier can have (docs/library.md).
const GREATEST_COUNT: i128 = 0x7fff_fffe;

/// A set of numbers of waits: one bit each for those below [`EXACT`], then one for each remainder.
type Waits = u128;

/// The phases of a program.
pub struct BarrierPhases<'a> {
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    /// By barrier: how often a participant may have waited when it comes to a location.
    barriers: Vec<FxHashMap<(Context, Location), Waits>>,
}

impl<'a> BarrierPhases<'a> {
    /// Finds the barriers of a program.
    pub fn of(
        program: &'a Program,
        points_to: &'a PointsTo,
        automata: &'a Table<ProcedureId, Automaton>,
        parallel: &Parallel<'_>,
    ) -> BarrierPhases<'a> {
        let search = Search { program, points_to, automata, parallel };
        let named = points_to.synchronizations.values().filter(|site| site.operation == S::BarrierArrive);
        let barriers: BTreeSet<Target> =
            named.flat_map(|site| points_to.targets(site.operands[0]).iter().copied()).collect();
        let barriers = barriers.into_iter().filter_map(|target| search.barrier(target)).collect();
        BarrierPhases { points_to, automata, barriers }
    }

    /// Whether two places of different threads are in order by a barrier.
    pub fn are_in_order(&self, one: CodePlace, other: CodePlace) -> bool {
        self.barriers.iter().any(|barrier| {
            let waits = |(context, transition): CodePlace| {
                let procedure = self.points_to.contexts[context].procedure;
                barrier.get(&(context, self.automata[procedure].transitions[transition].from)).copied()
            };
            waits(one).zip(waits(other)).is_some_and(|(one, other)| one & other == 0)
        })
    }
}

struct Search<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    parallel: &'a Parallel<'a>,
}

/// How many threads there are at most.
enum Number {
    /// A number.
    Known(i128),
    /// The value of a term in the context of the creation, which is not negative.
    Term(CodePlace, Linear),
}

impl Search<'_> {
    /// How often participants have waited at the barrier at a place, if all of them wait each time.
    fn barrier(&self, target: Target) -> Option<FxHashMap<(Context, Location), Waits>> {
        if !self.points_to.is_unique(target, self.automata) {
            return None;
        }
        let sites = |operation: S| {
            let mut places: Vec<CodePlace> = Vec::new();
            for (&place, site) in &self.points_to.synchronizations {
                let is_named = || self.points_to.targets(site.operands[0]).iter().any(|it| may_be(*it, target));
                if site.operation == operation && is_named() && self.parallel.running_at(place).is_some() {
                    places.push(place);
                }
            }
            places.sort_unstable();
            places
        };
        let (arrivals, leaves) = (sites(S::BarrierArrive), sites(S::BarrierLeave));
        let (initializations, ends) = (sites(S::BarrierInit), sites(S::BarrierDestroy));
        let is_certain = |&place: &CodePlace| {
            let site = &self.points_to.synchronizations[&place];
            self.points_to.targets(site.operands[0]) == [target]
        };
        let &[initialization] = initializations.as_slice() else { return None };
        let participants: BTreeSet<ThreadClass> = arrivals.iter().map(|&place| self.class(place)).collect();
        let is_used_well = arrivals.iter().chain(&leaves).chain([&initialization]).all(is_certain)
            && sites(S::Overwrite).is_empty()
            && self.points_to.runs_once(initialization.0, initialization.1, self.automata)
            && !self.points_to.accesses.iter().any(|site| self.writes(site, target))
            && self.is_initialized_first(initialization, &arrivals, &ends, &participants)
            && self.are_few_enough(initialization, &participants);
        is_used_well.then(|| self.waits(&participants, &leaves))
    }

    fn class(&self, place: CodePlace) -> ThreadClass {
        self.points_to.contexts[place.0].class
    }

    fn automaton(&self, context: Context) -> &Automaton {
        &self.automata[self.points_to.contexts[context].procedure]
    }

    fn reader(&self, context: Context) -> Reader<'_> {
        Reader::new(self.program, self.points_to.contexts[context].procedure)
    }

    /// Whether a step stores into the bytes of a barrier.
    fn writes(&self, site: &AccessSite, barrier: Target) -> bool {
        let overlaps = |it: &Target| {
            let end = |offset: u64, size: Option<u64>| size.map(|size| offset.saturating_add(size));
            it.object == barrier.object
                && match (it.offset, barrier.offset) {
                    (Some(at), Some(start)) => {
                        at < start + BARRIER_BYTES && end(at, site.size).is_none_or(|end| end > start)
                    }
                    _ => true,
                }
        };
        site.is_write && !site.is_free && self.points_to.targets(site.address).iter().any(overlaps)
    }

    /// Whether the count is set before any participant is created or waits, and the barrier ends when none of them can come to it any more.
    fn is_initialized_first(
        &self,
        initialization: CodePlace,
        arrivals: &[CodePlace],
        ends: &[CodePlace],
        participants: &BTreeSet<ThreadClass>,
    ) -> bool {
        let creator = self.class(initialization);
        let is_quiet = |place: CodePlace| {
            self.class(place) == creator
                && self.parallel.running_at(place).is_some_and(|running| {
                    participants.iter().all(|class| *class == creator || !running.contains(class.index()))
                })
        };
        let of_creator = arrivals.iter().copied().filter(|&place| self.class(place) == creator);
        let created: Vec<CodePlace> = participants
            .iter()
            .filter(|&&class| class != creator)
            .flat_map(|&class| self.points_to.classes[class].created_at.iter().copied())
            .collect();
        if created.iter().any(|&place| self.class(place) != creator)
            || ![initialization].iter().chain(ends).all(|&it| is_quiet(it))
        {
            return false;
        }
        let facts = |is_certain| Facts { initialization, ends, is_certain };
        let must = solve(self.points_to, self.automata, creator, &facts(true));
        let may = solve(self.points_to, self.automata, creator, &facts(false));
        let mut uses = of_creator.chain(created);
        uses.all(|place| {
            let before = |states: &super::flow::States, fact: usize| {
                states.before(self.points_to, self.automata, place).map(|state| state.contains(fact))
            };
            before(&must, Facts::INITIALIZED) != Some(false) && before(&may, Facts::ENDED) != Some(true)
        })
    }

    /// Whether no more threads may wait than the barrier counts.
    fn are_few_enough(&self, (context, initialization): CodePlace, participants: &BTreeSet<ThreadClass>) -> bool {
        let Effect::Synchronize { operands, .. } = &self.automaton(context).transitions[initialization].effect else {
            return false;
        };
        let valid = operands.get(1).and_then(|count| valid_count(&self.program.types, count));
        let Some(count) = valid.and_then(|count| self.reader(context).value(count)) else { return false };
        let Some(numbers) = participants.iter().map(|&class| self.threads(class)).collect::<Option<Vec<_>>>() else {
            return false;
        };
        match (count.as_number(), numbers.as_slice()) {
            (Some(count), numbers) => {
                let known = |number: &Number| match number {
                    Number::Known(number) => Some(*number),
                    Number::Term(..) => None,
                };
                let sum = numbers.iter().map(known).try_fold(0i128, |sum, number| sum.checked_add(number?));
                count <= GREATEST_COUNT && sum.is_some_and(|sum| sum <= count)
            }
            // The count is the bound of the creating loop, which is the same at both places.
            (None, [Number::Term(at, end)]) => {
                at.0 == context
                    && *end == count
                    && self.is_valid_or_negative(context, end)
                    && is_stable(self.automaton(context), initialization, end)
            }
            _ => false,
        }
    }

    /// Whether no register of a term has a number that is too large for a count. One more is allowed, so that an `int` fits: where the count is
    /// 2147483647, no system creates so many threads.
    fn is_valid_or_negative(&self, context: Context, term: &Linear) -> bool {
        let procedure = &self.program.procedures[self.points_to.contexts[context].procedure];
        term.parts.keys().all(|&local| {
            let shape = self.program.types.scalar_shape(procedure.locals[local].ty);
            shape.is_some_and(|shape| greatest(shape) <= GREATEST_COUNT + 1)
        })
    }

    /// How many threads of a class there are at most.
    fn threads(&self, class: ThreadClass) -> Option<Number> {
        let data = &self.points_to.classes[class];
        if data.is_single {
            return Some(Number::Known(1));
        }
        let &[at] = data.created_at.as_slice() else { return None };
        let creator = &self.points_to.contexts[at.0];
        if !creator.is_once || !self.points_to.classes[creator.class].is_single {
            return None;
        }
        let counted = Counted::of(self.automaton(at.0), self.reader(at.0), at.1)?;
        match counted.end.as_number() {
            Some(end) => Some(Number::Known((end - counted.first).max(0))),
            None => counted.compares_signed(&self.program.types).then_some(Number::Term(at, counted.end)),
        }
    }

    /// How often threads may have waited at each location.
    fn waits(
        &self,
        participants: &BTreeSet<ThreadClass>,
        leaves: &[CodePlace],
    ) -> FxHashMap<(Context, Location), Waits> {
        let mut waits: FxHashMap<(Context, Location), Waits> = FxHashMap::default();
        let mut pending: Vec<(Context, Location)> = Vec::new();
        let come = |waits: &mut FxHashMap<_, Waits>, pending: &mut Vec<_>, at: (Context, Location), more: Waits| {
            let known = waits.entry(at).or_insert(0);
            if more & !*known != 0 {
                *known |= more;
                pending.push(at);
            }
        };
        for &class in participants {
            let start = self.points_to.classes[class].start;
            come(&mut waits, &mut pending, (start, self.automaton(start).entry), 1);
        }
        while let Some((context, location)) = pending.pop() {
            let here = waits[&(context, location)];
            let automaton = self.automaton(context);
            if location == automaton.exit {
                for &(caller, call) in &self.points_to.contexts[context].callers {
                    let behind = self.automaton(caller).transitions[call].to;
                    come(&mut waits, &mut pending, (caller, behind), here);
                }
            }
            for &transition in automaton.outgoing(location) {
                let place = (context, transition);
                let to = automaton.transitions[transition].to;
                match self.points_to.calls.get(&place) {
                    Some(callees) if !callees.is_empty() => {
                        for &callee in callees {
                            come(&mut waits, &mut pending, (callee, self.automaton(callee).entry), here);
                        }
                    }
                    _ => {
                        let there = if leaves.contains(&place) { one_more(here) } else { here };
                        come(&mut waits, &mut pending, (context, to), there);
                    }
                }
            }
        }
        waits
    }
}

/// Whether an operand may name a barrier.
fn may_be(operand: Target, barrier: Target) -> bool {
    operand.object == barrier.object && operand.offset.is_none_or(|offset| Some(offset) == barrier.offset)
}

/// The number that the program gives as the count, without the conversion to a number without sign and the test that the model of
/// `pthread_barrier_init` adds. Where the number is negative or too large, no count is set. `None` if something else decides the count.
fn valid_count<'a>(types: &Types, count: &'a Expr) -> Option<&'a Expr> {
    let number = match &count.kind {
        ExprKind::Conditional { condition, then, otherwise } => {
            let ExprKind::Binary(BinaryOperator::Greater, given, greatest) = &condition.kind else { return None };
            let is_test_of_model = given == otherwise
                && matches!(greatest.kind, ExprKind::Integer(GREATEST_COUNT))
                && matches!(then.kind, ExprKind::Integer(0));
            is_test_of_model.then_some(&**otherwise)?
        }
        _ => count,
    };
    let width = |ty| types.scalar_shape(ty).map(|(bits, _)| bits);
    match &number.kind {
        ExprKind::Cast(operand) if width(operand.ty) == width(number.ty) => Some(operand),
        _ => Some(number),
    }
}

/// One wait more.
fn one_more(waits: Waits) -> Waits {
    let numbers = |from: u32, n: u32| (0..n).filter(move |bit| waits >> (from + bit) & 1 == 1);
    let exact = numbers(0, EXACT).map(|number| if number + 1 < EXACT { number + 1 } else { EXACT + EXACT % PERIOD });
    let rest = numbers(EXACT, PERIOD).map(|rest| EXACT + (rest + 1) % PERIOD);
    exact.chain(rest).fold(0, |all, bit| all | 1 << bit)
}

/// What the creator of the participants has done: what it may have done, or what it certainly has.
struct Facts<'a> {
    initialization: CodePlace,
    ends: &'a [CodePlace],
    is_certain: bool,
}

impl Facts<'_> {
    /// The count is set.
    const INITIALIZED: usize = 0;
    /// The barrier is destroyed.
    const ENDED: usize = 1;
}

impl Problem for Facts<'_> {
    fn n_facts(&self) -> usize {
        2
    }

    fn join(&self) -> Join {
        if self.is_certain { Join::Must } else { Join::May }
    }

    fn transfer(&self, context: Context, transition: Transition, state: &mut BitSet) {
        if (context, transition) == self.initialization {
            state.insert(Facts::INITIALIZED);
        }
        if self.ends.contains(&(context, transition)) {
            state.insert(Facts::ENDED);
        }
    }

    fn leave(&self, _callee: Context, _state: &mut BitSet) {}
}
