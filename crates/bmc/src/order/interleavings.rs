//! `lazy`: one interleaving after the other, in a depth-first search over symbolic states.
//!
//! After Cordeiro, Fischer: *Bounded Model Checking of Multi-threaded Software using SMT solvers*, section 2.1: generate all
//! interleavings, call the solver for each of them, until one violates the property or all are explored.
//!
//! 1. Begin with the first state and the conditions of the question. If the solver refutes these alone, stop ([`Search::run`]).
//! 2. Choose a thread that was not yet tried in the last state of the path. If there is none, go back by one state.
//! 3. Let the thread go on for one unit, or for one block ([`Search::go_on`]; [`symbolic`] executes it). A condition that has become
//!    false ends this interleaving.
//! 4. If the move added a condition that waits for no read, ask the solver whether the path is feasible ([`Search::is_feasible`]).
//! 5. At the end of all threads, ask the solver about the whole interleaving: a model is a violation, stop. Else put the new state on
//!    the path, with the threads that may go on from it ([`Search::enter`]), and continue with step 2.
//!
//! The formula has no order: it is fixed before the solver is asked. States on the path are kept, and the conditions of a path are
//! assumptions of one incremental solver, which keeps what it learned. Constants end most interleavings that cannot be.
//!
//! The threads that go on next, by `-o engines.reduction`:
//! - `none`: all, before every step; `visible`: all, before every unit that has events.
//! - `readwrite`: one thread alone if its next unit conflicts with nothing that the other threads may still do; and
//!   sleep sets [Godefroid 96]: what was explored after one order of two units that commute is not explored after the
//!   other order.
//! - `blocks`: as `readwrite`, and no switch inside a block [Lipton 75]: right movers, one non-mover, left movers. A
//!   thread whose next unit is a left mover goes on alone, up to the first unit that is not. A block whose locks cannot
//!   all be acquired is taken back: in every complete execution it can be begun later.
//!
//! A thread that may stop for ever goes on, or at the end of the search no thread does. Executions in which some
//! threads stop earlier are equivalent to these. A block goes over such a unit only if it has only acquired locks so
//! far.
//!
//! Unwound programs have no cycles, so no cycle proviso is needed. In every complete execution each event whose guard
//! holds happens, so a thread that goes on hides nothing. The continuations of a state are explored once, whatever its
//! sleep set: what starts with a sleeping thread was explored from a state that, without cycles, is finished. (By
//! induction over the states in the order in which they are finished: if a thread slept in p, all that starts with it
//! from p was explored. If it was explored from p before u, the state behind it is finished. So if the two commute, all
//! that starts with it behind u was explored, too.)
//!
//! A race is two accesses that are next in one state. The search makes both there, one after the other, and asks the
//! solver about the path up to that state. A unit that is not over in that state can be left out or done before, unless
//! it is one of the two. So the argument above holds for races, too, if accesses that may race conflict, and if a block
//! ends in front of such an access.
//!
//! With a bound on switches, commuting orders are not left out, since an equivalent order may have more switches.

mod bindings;
mod moves;
mod races;
mod symbolic;
mod units;

use std::rc::Rc;

use raddle_analysis::reduction::Reduction;
use raddle_logic::sat::SatResult;
use raddle_logic::term::Term;
use raddle_logic::value::Value as TermValue;
use raddle_verify::context::Reporter;
use raddle_verify::verdict::Reason;
use rustc_hash::FxHashSet;

use crate::encode::{Facts, FormulaSolver, pairs, requirements};
use crate::order::interleavings::bindings::Marks;
use crate::order::interleavings::races::{CoEnabledPair, co_enabled_pairs};
use crate::order::interleavings::symbolic::{Executor, State, Token, commute};
use crate::order::interleavings::units::{Units, variables_of_reads};
use crate::order::{Encoded, Formula, FormulaSize, OrderSolver, Query, Question};
use crate::unwind::event::{Event, EventId};
use crate::unwind::pool::Pool;

/// What a search considers.
#[derive(Clone, Copy)]
struct Rules {
    reduction: Reduction,
    switches: Option<u32>,
    /// Whether it matters where threads stop for ever: a query about deadlocks.
    looks_at_ends: bool,
}

/// Statistics about the interleavings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Counts {
    /// All interleavings that were begun.
    generated: u64,
    /// Runs cut before all threads had ended: infeasible, or without a violation.
    cut: u64,
    /// Runs that reached a state that was explored before.
    joined: u64,
    /// Runs that satisfy the query.
    failed: u64,
    /// States.
    states: u64,
    /// Questions to the solver.
    questions: u64,
    /// Interleavings that were left out because they have more switches than the bound allows.
    beyond: u64,
}

/// The number of states between two reports of progress.
const REPORTED: u64 = 64;

/// Threads that need not go on next, with what they would touch.
type Sleep = Vec<(u32, Rc<[Token]>)>;

/// The interleavings of an unwound program.
pub(super) struct Interleavings {
    units: Units,
    events: Vec<Event>,
    marks: Marks,
    /// What holds in every execution and depends on what was read.
    requirements: Vec<Term>,
    rules: Rules,
    /// Accesses that may race, with their units.
    meetings: Vec<CoEnabledPair>,
    schedule: Vec<EventId>,
    counts: Counts,
    reporter: Reporter,
}

/// A state on the path, with what is still to be explored from it.
struct Node {
    state: State,
    /// The threads that go on next, last first.
    pending: Vec<u32>,
    /// The threads that need not go on next.
    sleep: Sleep,
    n_events: usize,
    n_bound: usize,
    /// Whether some thread could go on.
    has_successor: bool,
}

/// The state of a search.
struct Search<'a> {
    solver: &'a mut FormulaSolver,
    executor: Executor<'a>,
    rules: Rules,
    reporter: &'a Reporter,
    /// The accesses that may race, if a race is looked for.
    sought: Option<&'a [CoEnabledPair]>,
    counts: &'a mut Counts,
    visited: FxHashSet<State>,
    path: Vec<Node>,
    events: Vec<EventId>,
    bound: Vec<(Term, Term)>,
}

impl OrderSolver for Interleavings {
    /// The interleavings of an unwound program. Requirements that depend on no read are asserted; the remaining ones
    /// are kept.
    fn encode(formula: Formula<'_>) -> Encoded<Self> {
        let Formula { pool, unwound, solver, facts, shared, reporter, .. } = formula;
        let Facts { before, mut implications, .. } = facts;
        let (pairs, ends) = pairs(pool, unwound, &before);
        let (clauses, cuts) = requirements(pool, unwound, &ends);
        let required: Vec<Term> = clauses.iter().map(|clause| pool.any(clause)).collect();
        let (reduction, switches) = (shared.options.reduction, shared.options.lazy.context_bound);
        let has_unnoticed = reduction == Reduction::None;
        let mut units = Units::of(unwound, &mut pool.terms, &before, &mut implications, &pairs, has_unnoticed);
        let meetings = co_enabled_pairs(unwound, pool, &units, &pairs);
        let mut marks = Marks::default();
        let mut variables: Vec<Term> = variables_of_reads(unwound, &pool.terms).into_iter().collect();
        variables.extend(units.choices());
        variables.sort_unstable();
        variables.into_iter().for_each(|variable| marks.add(variable));
        units.note_uses(unwound, pool, &mut marks);
        let (settled, requirements): (Vec<Term>, Vec<Term>) =
            required.into_iter().partition(|&term| marks.of_term(pool, term) == 0);
        for term in settled {
            solver.assert(&mut pool.terms, term);
        }
        let events = unwound.events.clone();
        let rules = Rules { reduction, switches, looks_at_ends: !unwound.stuck.is_empty() };
        let (schedule, counts) = (Vec::new(), Counts::default());
        let order = Interleavings { units, events, marks, requirements, rules, meetings, schedule, counts, reporter };
        Encoded { order, pairs, cuts }
    }

    /// Looks for an interleaving in which all assumptions hold; if a race is sought, for an interleaving up to the
    /// race.
    fn search(&mut self, question: Question<'_>) -> SatResult {
        let Question { solver, pool, query, assumed, interruption, .. } = question;
        let Interleavings { units, events, marks, requirements, rules, meetings, schedule, counts, reporter } = self;
        let conditions: Vec<Term> = requirements.iter().chain(assumed).copied().collect();
        let sought: &[CoEnabledPair] = if query == Query::Race { meetings } else { &[] };
        let mut executor = Executor { units, events, pool, marks };
        let Ok(mut start) = executor.start(&conditions) else { return SatResult::Unsat };
        start.last = rules.switches.map(|_| (u32::MAX, 0));
        let mut search = Search {
            solver,
            executor,
            rules: *rules,
            reporter,
            sought: (query == Query::Race).then_some(sought),
            counts,
            visited: FxHashSet::default(),
            path: Vec::new(),
            events: Vec::new(),
            bound: Vec::new(),
        };
        let result = search.run(start, &**interruption);
        *schedule = search.events;
        if result == SatResult::Sat && query != Query::Cut {
            counts.failed += 1;
        }
        result
    }

    fn schedule(&mut self, solver: &mut FormulaSolver, pool: &Pool) -> Vec<EventId> {
        let happens = |event: &EventId| {
            let guard = self.events[event.0 as usize].guard;
            solver.value(&pool.terms, guard) == TermValue::Bool(true)
        };
        self.schedule.iter().copied().filter(happens).collect()
    }

    /// There are no sources: what is read is known when it is read.
    fn size(&self) -> FormulaSize {
        FormulaSize::default()
    }

    fn counts(&self) -> Vec<(&'static str, u64)> {
        let Counts { generated, cut, joined, failed, states, questions, beyond } = self.counts;
        vec![
            ("interleavings", generated),
            ("interleavings cut", cut),
            ("interleavings joined", joined),
            ("interleavings failed", failed),
            ("interleavings beyond the bound", beyond),
            ("states", states),
            ("questions", questions),
        ]
    }

    /// Each query goes through all interleavings, for any assumptions.
    fn asks_in_stages(&self) -> bool {
        false
    }

    fn left_out(&self) -> Option<Reason> {
        let switches = self.rules.switches.filter(|_| self.counts.beyond > 0)?;
        Some(Reason::BoundReached {
            bound: format!("the bound of {switches} context switches"),
            place: None,
            advice: "give a greater bound with -o lazy.switches, or none".into(),
        })
    }
}

impl Search<'_> {
    fn run(&mut self, start: State, is_interrupted: &dyn Fn() -> bool) -> SatResult {
        // A condition that fails for all values of reads needs no interleaving.
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

    /// Enters a state: at the end of the interleaving the solver is asked, else the threads of the state are to go on.
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
            // Or all threads stop for ever.
            next.push(n_threads);
        }
        next.retain(|thread| sleep.iter().all(|(asleep, _)| asleep != thread));
        if !self.visited.insert(state.clone()) {
            self.counts.generated += 1;
            self.counts.joined += 1;
            return SatResult::Unsat;
        }
        self.counts.states += 1;
        if self.counts.states.is_multiple_of(REPORTED) {
            let Counts { generated, states, .. } = *self.counts;
            self.reporter.report("exploring", || format!("{generated} interleavings, {states} states"));
        }
        match self.race_at(&state) {
            SatResult::Unsat => {}
            result => return result,
        }
        // The thread that went on last goes on first: the first interleaving has few switches.
        next.reverse();
        // If all threads sleep, the continuations were explored elsewhere: this is no interleaving of its own.
        let has_successor = next.is_empty();
        let (n_events, n_bound) = (self.events.len(), self.bound.len());
        self.path.push(Node { state, pending: next, sleep, n_events, n_bound, has_successor });
        SatResult::Unsat
    }

    /// Whether a state is feasible. The solver is asked if a condition was added that waits for no read.
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
