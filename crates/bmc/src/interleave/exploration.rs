//! One interleaving after the other: a depth-first search over symbolic states.
//!
//! After Cordeiro, Fischer: *Bounded Model Checking of Multi-threaded Software using SMT solvers*, section 2.1. An interleaving is
//! executed symbolically ([`super::symbolic`]) as far as the one before it leaves it unexplored: states on the way are kept, and the
//! conditions of a path are assumptions of one incremental solver, which keeps what it learned. Constants end most interleavings
//! that cannot be; where inputs decide, the solver is asked as soon as a condition is settled. At the end of an interleaving it is asked
//! for a model of the whole.
//!
//! Which threads go on next, by `-o engines.reduction`:
//! - `none`: all, before every step; `visible`: all, before every unit that has events.
//! - `readwrite`: a thread alone whose next unit conflicts with nothing that others may still do; and sleep sets [Godefroid 96]: what was
//!   explored after one order of two units that commute is not explored after the other.
//! - `blocks`: and from one non-mover to the next without a switch [Lipton 75]: right movers, one non-mover, left movers. A thread
//!   whose next unit moves to the left goes on alone, up to the first one that does not. A block whose locks cannot all be had is taken
//!   back: in every complete execution it can be begun later.
//!
//! Where a thread may stop for ever, it goes on, or at last nobody does: that some stop earlier than others makes no difference. A
//! block goes over such a place only among acquisitions.
//!
//! Unwound programs have no cycles, so there is no proviso for them. In every complete execution each event that is there happens,
//! so that nothing is hidden by a thread that goes on. What a state led to is explored once, whoever slept there: what starts with a
//! thread that sleeps was explored from a state that, without cycles, is done with. (By induction over the states in the order in which
//! they are done with: if a thread slept in p, all that starts with it from p was explored; if it was explored from p before u, its state is
//! done with; so all that starts with it behind u, if the two commute, was explored too.)
//!
//! A race is two accesses that are next in one state: both are made there, one after the other, and the solver is asked for the
//! way up to there. All that is not over where they meet may be left out or done before, unless it is what is made next; so what is said above
//! holds of them too, if accesses that may race conflict, and if a block ends in front of one.
//!
//! With a bound on switches nothing is left out that commutes: an equivalent order may have more of them.

use std::rc::Rc;

use raddle_logic::sat::{SatResult, SatSolver};
use raddle_logic::solver::Solver;
use raddle_logic::term::Term;
use rustc_hash::FxHashSet;

use crate::encode::{HappensBefore, Implications, Pair, Query};
use crate::interleave::bindings::Marks;
use crate::interleave::races::{Meeting, meetings};
use crate::interleave::symbolic::{Done, Executor, Impossible, State, Token, commute};
use crate::interleave::units::{Units, is_over, variables_of_reads};
use crate::unwind::event::{Event, EventId, Unwound};
use crate::unwind::pool::Pool;
use raddle_analysis::movers::Class;
use raddle_analysis::reduction::Reduction;
use raddle_verify::context::Reporter;
use raddle_verify::options::Choices;

/// What a search considers.
#[derive(Clone, Copy)]
struct Rules {
    reduction: Reduction,
    switches: Option<u32>,
    /// Whether it matters where threads stop for ever.
    looks_at_ends: bool,
}

/// What became of the interleavings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// All that were begun.
    pub generated: u64,
    /// Those that ended before all threads had ended, since they cannot be, or violate nothing.
    pub cut: u64,
    /// Those that came to a state from which all was explored.
    pub joined: u64,
    /// Those with what was asked for.
    pub failed: u64,
    /// States.
    pub states: u64,
    /// Questions to the solver.
    pub questions: u64,
    /// Interleavings that were left out since they have more switches than the bound allows.
    pub beyond: u64,
}

/// After so many states it is told how far the search is.
const TOLD: u64 = 64;

/// Threads that need not go on next, with what they would touch.
type Sleep = Vec<(u32, Rc<[Token]>)>;

/// The interleavings of an unwound program.
pub struct Exploration {
    units: Units,
    events: Vec<Event>,
    marks: Marks,
    /// What holds in every execution and depends on what was read.
    requirements: Vec<Term>,
    rules: Rules,
    /// Accesses that may race, with their units.
    meetings: Vec<Meeting>,
    schedule: Vec<EventId>,
    /// What became of the interleavings so far.
    pub counts: Counts,
    /// Who is told how far it is.
    pub reporter: Option<Reporter>,
}

/// A state on the way, with what is still to be explored from it.
struct Node {
    state: State,
    /// Who goes on next, last first.
    pending: Vec<u32>,
    /// Who need not.
    sleep: Sleep,
    n_events: usize,
    n_bound: usize,
    /// Whether some thread could go on.
    has_successor: bool,
}

/// A search under way.
struct Search<'a, S> {
    solver: &'a mut Solver<S>,
    executor: Executor<'a>,
    rules: Rules,
    reporter: Option<&'a Reporter>,
    /// The accesses that may race, if a race is looked for.
    sought: Option<&'a [Meeting]>,
    counts: &'a mut Counts,
    visited: FxHashSet<State>,
    path: Vec<Node>,
    events: Vec<EventId>,
    bound: Vec<(Term, Term)>,
}

impl Exploration {
    /// The interleavings of an unwound program, of which these requirements hold. What depends on no read is asserted.
    pub fn new<S: SatSolver>(
        unwound: &Unwound,
        pool: &mut Pool,
        (before, implications): (&HappensBefore, &mut Implications),
        pairs: &[Pair],
        choices: Choices,
        requirements: Vec<Term>,
        solver: &mut Solver<S>,
    ) -> Self {
        let has_unnoticed = choices.reduction == Reduction::None;
        let mut units = Units::of(unwound, &mut pool.terms, before, implications, pairs, has_unnoticed);
        let meetings = meetings(unwound, pool, &units, pairs);
        let mut marks = Marks::default();
        let mut variables: Vec<Term> = variables_of_reads(unwound, &pool.terms).into_iter().collect();
        variables.extend(units.choices());
        variables.sort_unstable();
        variables.into_iter().for_each(|variable| marks.add(variable));
        units.note_uses(unwound, pool, &mut marks);
        let (settled, requirements): (Vec<Term>, Vec<Term>) =
            requirements.into_iter().partition(|&term| marks.of_term(pool, term) == 0);
        for term in settled {
            solver.assert(&mut pool.terms, term);
        }
        let events = unwound.events.clone();
        let Choices { reduction, switches } = choices;
        let rules = Rules { reduction, switches, looks_at_ends: !unwound.stuck.is_empty() };
        let (schedule, counts) = (Vec::new(), Counts::default());
        Exploration { units, events, marks, requirements, rules, meetings, schedule, counts, reporter: None }
    }

    /// The events of the interleaving that was found.
    pub fn schedule(&self) -> &[EventId] {
        &self.schedule
    }

    /// A guard of an event.
    pub fn guard(&self, event: EventId) -> Term {
        self.events[event.0 as usize].guard
    }

    /// Takes note that the interleaving that was found is a violation.
    pub fn has_failed(&mut self) {
        self.counts.failed += 1;
    }

    /// Looks for an interleaving in which all that is assumed holds; if it is to end in a race, up to there.
    pub fn explore<S: SatSolver>(
        &mut self,
        solver: &mut Solver<S>,
        pool: &mut Pool,
        query: Query,
        assumed: &[Term],
        is_interrupted: &dyn Fn() -> bool,
    ) -> SatResult {
        let Exploration { units, events, marks, requirements, rules, meetings, schedule, counts, reporter } = self;
        let mut conditions: Vec<Term> = requirements.iter().chain(assumed).copied().collect();
        let sought: &[Meeting] = match query {
            Query::Race => meetings,
            Query::Execution | Query::Cut => {
                conditions.extend(meetings.iter().map(|meeting| pool.not(meeting.races)));
                &[]
            }
        };
        let mut executor = Executor { units, events, pool, marks };
        let Ok(mut start) = executor.start(&conditions) else { return SatResult::Unsat };
        start.last = rules.switches.map(|_| (u32::MAX, 0));
        let mut search = Search {
            solver,
            executor,
            rules: *rules,
            reporter: reporter.as_ref(),
            sought: (query == Query::Race).then_some(sought),
            counts,
            visited: FxHashSet::default(),
            path: Vec::new(),
            events: Vec::new(),
            bound: Vec::new(),
        };
        let result = search.run(start, is_interrupted);
        *schedule = search.events;
        result
    }
}

impl<S: SatSolver> Search<'_, S> {
    fn run(&mut self, start: State, is_interrupted: &dyn Fn() -> bool) -> SatResult {
        // What cannot be whatever is read needs no interleaving.
        match self.ask(&start.conditions) {
            SatResult::Sat => {}
            result => return result,
        }
        match self.enter(start, Vec::new()) {
            SatResult::Unsat => {}
            result => return result,
        }
        while let Some(node) = self.path.last_mut() {
            if is_interrupted() {
                return SatResult::Interrupted;
            }
            let Some(thread) = node.pending.pop() else {
                if !node.has_successor {
                    self.counts.generated += 1;
                    self.counts.cut += 1;
                }
                self.path.pop();
                continue;
            };
            let (n_events, n_bound) = (node.n_events, node.n_bound);
            let before = node.state.clone();
            self.events.truncate(n_events);
            self.bound.truncate(n_bound);
            let Ok((state, done)) = self.go_on(&before, thread) else { continue };
            match self.is_feasible(&before, &state) {
                SatResult::Sat => {}
                SatResult::Unsat => continue,
                SatResult::Interrupted => return SatResult::Interrupted,
            }
            let tokens: Rc<[Token]> = done.tokens.into();
            let node = self.path.last_mut().expect("there is the node that goes on");
            node.has_successor = true;
            let sleep = node.sleep.iter().filter(|(_, theirs)| commute(theirs, &tokens)).cloned().collect();
            if self.rules.reduction >= Reduction::ReadWrite && self.rules.switches.is_none() {
                node.sleep.push((thread, tokens));
            }
            self.events.extend(done.events);
            self.bound.extend(done.bound);
            match self.enter(state, sleep) {
                SatResult::Unsat => {}
                result => return result,
            }
        }
        SatResult::Unsat
    }

    /// Comes to a state: at the end of the interleaving the solver is asked, else its threads are to go on.
    fn enter(&mut self, state: State, sleep: Sleep) -> SatResult {
        let n_threads = state.next.len() as u32;
        let live: Vec<u32> = (0..n_threads).filter(|&thread| self.executor.is_live(&state, thread)).collect();
        if live.is_empty() {
            self.counts.generated += 1;
            if self.sought.is_some() {
                self.counts.cut += 1;
                return SatResult::Unsat;
            }
            let mut conditions = state.conditions.clone();
            conditions.extend(self.executor.equations(&self.bound));
            return self.ask(&conditions);
        }
        let mut next = self.candidates(&state, &live);
        if next.len() == live.len() {
            // Or nobody does.
            next.push(n_threads);
        }
        next.retain(|thread| sleep.iter().all(|(asleep, _)| asleep != thread));
        if !self.visited.insert(state.clone()) {
            self.counts.generated += 1;
            self.counts.joined += 1;
            return SatResult::Unsat;
        }
        self.counts.states += 1;
        if let Some(reporter) = self.reporter.filter(|_| self.counts.states.is_multiple_of(TOLD)) {
            let Counts { generated, states, .. } = *self.counts;
            reporter.report("exploring", || format!("{generated} interleavings, {states} states"));
        }
        match self.race_at(&state) {
            SatResult::Unsat => {}
            result => return result,
        }
        // Whoever went on last goes on first: the first interleaving has few switches.
        next.reverse();
        // Where all sleep, this was explored elsewhere: it is no interleaving of its own.
        let has_successor = next.is_empty();
        let (n_events, n_bound) = (self.events.len(), self.bound.len());
        self.path.push(Node { state, pending: next, sleep, n_events, n_bound, has_successor });
        SatResult::Unsat
    }

    /// Looks for two accesses that are next in a state, and race: both are made, in one order or the other.
    fn race_at(&mut self, state: &State) -> SatResult {
        for meeting in self.sought.unwrap_or(&[]) {
            let is_next =
                |place: (u32, u32)| self.executor.is_live(state, place.0) && state.next[place.0 as usize] == place.1;
            if !meeting.places.iter().all(|&place| is_next(place)) {
                continue;
            }
            let parts: Vec<Term> = meeting.condition.iter().map(|&term| self.executor.value(state, term)).collect();
            if parts.into_iter().any(|part| self.executor.pool.is_false(part)) {
                continue;
            }
            for (first, ended) in [(0, meeting.ended[0]), (1, meeting.ended[1])] {
                let (mut after, mut done) = (state.clone(), Done::default());
                let [one, other] = [meeting.places[first].0, meeting.places[1 - first].0];
                let taken = self.executor.take(&mut after, one, &mut done);
                if taken.and_then(|()| self.executor.take(&mut after, other, &mut done)).is_err() {
                    continue;
                }
                let mut conditions = after.conditions;
                let bound: Vec<(Term, Term)> = self.bound.iter().chain(&done.bound).copied().collect();
                conditions.extend(self.executor.equations(&bound));
                conditions.extend(meeting.condition);
                conditions.extend([ended, meeting.races]);
                let others = self.sought.unwrap_or(&[]).iter().filter(|other| other.races != meeting.races);
                conditions.extend(others.map(|other| self.executor.pool.not(other.races)));
                match self.ask(&conditions) {
                    SatResult::Sat => {
                        self.events.extend(done.events);
                        return SatResult::Sat;
                    }
                    SatResult::Unsat => {}
                    SatResult::Interrupted => return SatResult::Interrupted,
                }
            }
        }
        SatResult::Unsat
    }

    /// Whether a unit has an access that may race with one that is still to come: a block does not go over it.
    fn may_race(&self, state: &State, place: (u32, u32)) -> bool {
        let is_to_come = |&(_, there): &(u32, (u32, u32))| !is_over(&state.next, there);
        self.sought.is_some() && self.executor.units.races(place).iter().any(is_to_come)
    }

    /// Who goes on next: one alone where that is enough.
    fn candidates(&self, state: &State, live: &[u32]) -> Vec<u32> {
        let units = self.executor.units;
        let place = |thread: u32| (thread, state.next[thread as usize]);
        let may_be_alone = |thread: &&u32| {
            let is_last = state.last.is_none_or(|(last, _)| last == **thread);
            let goes_first = match self.rules.reduction {
                Reduction::None | Reduction::Visible => false,
                Reduction::ReadWrite => units.is_local(&state.next, place(**thread)),
                Reduction::Blocks => match units.class(&state.next, place(**thread)) {
                    Class::Both | Class::Left => true,
                    Class::Right | Class::Non => false,
                },
            };
            is_last && goes_first
        };
        match live.iter().find(may_be_alone) {
            Some(&thread) => vec![thread],
            None => live.to_vec(),
        }
    }

    /// A move of a thread: one unit, or a block.
    fn go_on(&mut self, before: &State, thread: u32) -> Result<(State, Done), Impossible> {
        let (mut state, mut done) = (before.clone(), Done::default());
        if thread as usize == state.next.len() {
            self.executor.halt(&mut state, &mut done)?;
            return Ok((state, done));
        }
        if let (Some((last, n_switches)), Some(bound)) = (state.last, self.rules.switches) {
            let switches = n_switches + u32::from(last != thread && last != u32::MAX);
            if switches > bound {
                self.counts.beyond += 1;
                return Err(Impossible);
            }
            state.last = Some((thread, switches));
        }
        let units = self.executor.units;
        let place = |state: &State| (thread, state.next[thread as usize]);
        let class = |state: &State| units.class(&state.next, place(state));
        let first = class(&state);
        // Who stops among acquisitions might as well have stopped before them: unless deadlocks are asked for, or something else
        // happened there.
        let mut only_acquires = !self.rules.looks_at_ends && units.only_acquires(place(&state));
        self.executor.take(&mut state, thread, &mut done)?;
        if self.rules.reduction != Reduction::Blocks {
            return Ok((state, done));
        }
        // What nobody can forestall does not go on to what somebody can.
        let is_alone = matches!(first, Class::Both | Class::Left);
        let mut is_committed = matches!(first, Class::Left | Class::Non);
        while self.executor.is_live(&state, thread) {
            if units.choice(place(&state)).is_some() && !only_acquires || self.may_race(&state, place(&state)) {
                break;
            }
            only_acquires &= units.only_acquires(place(&state));
            match class(&state) {
                Class::Both => {}
                Class::Left => is_committed = true,
                Class::Right if is_alone || is_committed => break,
                Class::Right => {}
                Class::Non if is_alone || is_committed => break,
                Class::Non => is_committed = true,
            }
            self.executor.take(&mut state, thread, &mut done)?;
        }
        Ok((state, done))
    }

    /// Whether a state can be: asked where a condition was added that waits for no read.
    fn is_feasible(&mut self, before: &State, state: &State) -> SatResult {
        let is_new = |condition: &&Term| before.conditions.binary_search(condition).is_err();
        let new: Vec<Term> = state.conditions.iter().filter(is_new).copied().collect();
        if new.into_iter().any(|condition| self.executor.is_settled(condition)) {
            self.ask(&state.conditions)
        } else {
            SatResult::Sat
        }
    }

    fn ask(&mut self, conditions: &[Term]) -> SatResult {
        self.counts.questions += 1;
        self.solver.check(&mut self.executor.pool.terms, conditions)
    }
}
