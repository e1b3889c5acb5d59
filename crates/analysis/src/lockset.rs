//! Lock sets: which locks a thread certainly holds at a place.
//!
//! A lock is a unique byte of memory to which the operand of a lock operation certainly points. An object that may have
//! several instances contains no lock in this sense. Facts at a location: *the thread holds the lock* (exclusively or
//! for reading), *it will hold it if this register is zero* (between an attempt and the test of its outcome), and *it
//! is in an atomic section*.
//!
//! Rules. A lock call adds its lock; an unlock, the first half of a condition wait, an initialization and a destruction remove
//! every lock that they may name. An attempt adds the conditional fact; a test that only the outcome zero passes turns it
//! into the lock itself.
//!
//! A lock is *reliable* only if no other thread can take it away: every unlock that may name it is by a thread that
//! certainly holds it, and its initializations and destructions take it from no thread ([`super::lock_resets`]). Sets
//! hold reliable locks only.
//!
//! A *once control* is run by one thread, and every thread that passes it does so afterwards: a location in its routine
//! and any location behind a call with the same control, in another thread, are ordered. (If a routine ends its thread,
//! or a thread is cancelled in it, another thread may run the routine again: then controls are ignored.)
//!
//! Locks that the program wrote itself ([`super::written_locks`]) are acquired at the end of the section that acquires
//! them, and released at the beginning of the section that releases them.
//!
//! Left out: recursive depth. Locks in objects of which there are several (`p->lock` for `p->data`): [`super::symbolic_lockset`].
//!
//! Rule: a lock counts only if no other thread releases or destroys it. A trylock counts only behind the test
//! of its result. A once control is a lock, and no thread ends in its routine.
//! Tests: `lock_taken_away`, `lock_initialized_again`, `trylock_tested_the_wrong_way`,
//! `routine_of_two_controls`, `routine_that_ends_its_thread`.

use raddle_program::automaton::{Automaton, Transition};
use raddle_program::bits::BitSet;
use raddle_program::entity::{Entity, Table};
use raddle_program::syntax::{
    BinaryOperator, Effect, Expr, ExprKind, LocalId, PlaceKind, ProcedureId, Program, Synchronization as S,
    UnaryOperator,
};
use raddle_program::types::{TypeKind, Types};
use raddle_program::written_registers::written;
use rustc_hash::{FxHashMap, FxHashSet};

use std::collections::BTreeSet;

use super::flow::{Join, Problem, States, solve};
use super::held_lock::{HeldLock, HeldLocks};
use super::lock_resets::{LockResets, begins_anew};
use super::named_locks::NamedLocks;
use super::parallel::Parallel;
use super::points_to::{CodePlace, Context, Node, PointsTo, Target, ThreadClass};
use super::written_locks::{Section, WrittenLocks};

/// The locks that are held at each place.
#[derive(Debug)]
pub struct LockSets<'a> {
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    /// By class: what its threads may know somewhere. A server has hundreds of locks, and most threads use a few of them.
    facts: Table<ThreadClass, Vec<Fact>>,
    states: Table<ThreadClass, States>,
    unreliable: FxHashSet<Target>,
    names: NamedLocks<'a>,
    written: WrittenLocks,
    /// Whether once controls count.
    has_once: bool,
}

/// What may be known at a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Fact {
    /// The thread holds a lock.
    Holds(HeldLock),
    /// It holds it if the register is zero.
    IfZero(Context, LocalId, HeldLock),
    /// It is in an atomic section.
    Atomic,
    /// The routine of a once control is done, or it is the one to run it.
    Once(Target),
    /// It runs the routine of a once control.
    RunsOnce(Target),
    /// It is to run the routine of a once control if the register is not zero.
    IfNotZero(Context, LocalId, Target),
}

impl<'a> LockSets<'a> {
    /// Computes them.
    pub fn of(
        program: &Program,
        points_to: &'a PointsTo,
        automata: &'a Table<ProcedureId, Automaton>,
        parallel: &Parallel<'_>,
    ) -> LockSets<'a> {
        let written = WrittenLocks::of(program, points_to, automata, parallel);
        let names = NamedLocks::of(points_to, automata, written.locks.iter().copied());
        let facts = facts(points_to, &names, &written);
        let states_of = |(class, facts): (ThreadClass, &Vec<Fact>)| {
            solve(
                points_to,
                automata,
                class,
                &Holding::of(&program.types, points_to, automata, facts, &names, &written),
            )
        };
        let states = facts.iter().map(states_of).collect();
        let unreliable = FxHashSet::default();
        let mut locksets = LockSets { points_to, automata, facts, states, unreliable, names, written, has_once: false };
        locksets.unreliable = locksets.find_unreliable(parallel);
        locksets.has_once = locksets.ends_no_routine();
        locksets
    }

    /// The reliable locks that are certainly held before a transition, in order. Nothing where no thread comes.
    pub fn held(&self, context: Context, transition: Transition) -> Vec<HeldLock> {
        let is_reliable = |held: &HeldLock| !self.unreliable.contains(&held.lock);
        let mut held: Vec<HeldLock> = self.claimed(context, transition).filter(is_reliable).collect();
        held.sort_unstable();
        held
    }

    /// Whether a place is certainly in an atomic section.
    pub fn is_atomic(&self, context: Context, transition: Transition) -> bool {
        self.facts_at(context, transition).any(|fact| fact == Fact::Atomic)
    }

    /// The once control by which two places of different threads are in order: one is in its routine, the other behind a call.
    pub fn ordered_by_once(&self, one: (Context, Transition), other: (Context, Transition)) -> Option<Target> {
        let routine_before = |one: (Context, Transition), other: (Context, Transition)| {
            self.facts_at(one.0, one.1).find_map(|fact| match fact {
                Fact::RunsOnce(control) => {
                    let is_passed = self.facts_at(other.0, other.1).any(|fact| fact == Fact::Once(control));
                    is_passed.then_some(control)
                }
                Fact::Holds(_) | Fact::IfZero(..) | Fact::Atomic | Fact::Once(_) | Fact::IfNotZero(..) => None,
            })
        };
        let control = routine_before(one, other).or_else(|| routine_before(other, one));
        control.filter(|_| self.has_once)
    }

    /// No thread ends, or is cancelled, while it runs the routine of a once control.
    fn ends_no_routine(&self) -> bool {
        let is_cancelled = |site: &super::points_to::SynchronizationSite| site.operation == S::ThreadCancel;
        if self.points_to.synchronizations.values().any(is_cancelled) {
            return false;
        }
        // All that a routine calls: other code that calls it, too, runs no routine.
        let runs_once = |fact| matches!(fact, Fact::RunsOnce(_));
        let calls = self.points_to.calls.iter();
        let routines = calls.filter(|((context, transition), _)| self.facts_at(*context, *transition).any(runs_once));
        let mut pending: Vec<Context> = routines.flat_map(|(_, callees)| callees.iter().copied()).collect();
        let mut seen: BTreeSet<Context> = BTreeSet::new();
        while let Some(context) = pending.pop() {
            if !seen.insert(context) {
                continue;
            }
            for (transition, data) in self.automata[self.points_to.contexts[context].procedure].transitions.iter() {
                if matches!(data.effect, Effect::Exit(_)) {
                    return false;
                }
                pending.extend(self.points_to.calls.get(&(context, transition)).into_iter().flatten());
            }
        }
        true
    }

    /// The reliable locks that some thread certainly has for itself alone somewhere.
    pub fn locks(&self) -> Vec<Target> {
        let alone = self.facts.values().flatten().filter_map(|fact| match fact {
            Fact::Holds(held) if !held.is_shared && !self.unreliable.contains(&held.lock) => Some(held.lock),
            Fact::Holds(_)
            | Fact::IfZero(..)
            | Fact::Atomic
            | Fact::Once(_)
            | Fact::RunsOnce(_)
            | Fact::IfNotZero(..) => None,
        });
        let locks: BTreeSet<Target> = alone.collect();
        locks.into_iter().collect()
    }

    /// Whether an operand may name a lock.
    pub fn may_name(&self, operand: Node, lock: Target) -> bool {
        self.names.may_name(operand, lock)
    }

    /// The lock that an operation certainly names, if it is unique.
    pub fn lock_of(&self, operand: Node) -> Option<Target> {
        self.names.only(operand)
    }

    fn facts_at(&self, context: Context, transition: Transition) -> impl Iterator<Item = Fact> {
        let data = &self.points_to.contexts[context];
        let state = self.states[data.class].before(self.points_to, self.automata, (context, transition));
        let facts = &self.facts[data.class];
        state.into_iter().flat_map(|state| state.iter()).map(|fact| facts[fact])
    }

    fn claimed(&self, context: Context, transition: Transition) -> impl Iterator<Item = HeldLock> {
        self.facts_at(context, transition).filter_map(|fact| match fact {
            Fact::Holds(held) => Some(held),
            Fact::IfZero(..) | Fact::Atomic | Fact::Once(_) | Fact::RunsOnce(_) | Fact::IfNotZero(..) => None,
        })
    }

    fn find_unreliable(&self, parallel: &Parallel<'_>) -> FxHashSet<Target> {
        let mut unreliable = FxHashSet::default();
        let resets = LockResets::of(self.points_to, parallel);
        for (&(context, transition), site) in &self.points_to.synchronizations {
            let Some(running) = parallel.running_at((context, transition)) else { continue };
            let is_reset = begins_anew(site.operation);
            if !is_reset && !matches!(site.operation, S::MutexUnlock | S::SpinUnlock) {
                continue;
            }
            for lock in self.names.named(site.operands[0]) {
                let has = |held: HeldLock| held.lock == lock && !held.is_shared;
                let is_right = match is_reset {
                    // Threads use it without synchronization calls.
                    true if self.written.locks.contains(&lock) => running.is_empty() && self.is_of_main(context),
                    true => resets.is_harmless((context, transition), site, lock),
                    false => self.claimed(context, transition).any(has),
                };
                if !is_right {
                    unreliable.insert(lock);
                }
            }
        }
        for ((context, transition), lock) in self.written.releases() {
            if !self.claimed(context, transition).any(|held| held.lock == lock) {
                unreliable.insert(lock);
            }
        }
        unreliable
    }

    /// Whether a thread certainly holds the lock that it releases at a place, if no other thread has taken it away.
    pub fn holds_what_it_releases(&self, (context, transition): CodePlace) -> bool {
        let site = self.points_to.synchronizations.get(&(context, transition));
        site.is_some_and(|site| {
            let lock = released(site.operation).and_then(|position| self.names.only(site.operands[position]));
            let may_be_shared = site.operation == S::ReadWriteUnlock;
            let is_it = |held: HeldLock| Some(held.lock) == lock && (may_be_shared || !held.is_shared);
            self.claimed(context, transition).any(is_it)
        })
    }

    fn is_of_main(&self, context: Context) -> bool {
        self.points_to.contexts[context].class == ThreadClass::from_index(0)
    }

    /// What the atomic section that a transition begins does to a lock that the program wrote itself, if it is a reliable one.
    pub fn section_begun_by(&self, context: Context, transition: Transition) -> Option<Section> {
        self.written.begun_by(context, transition).filter(|section| self.is_reliable(*section))
    }

    /// What the atomic section that a transition ends did to a lock that the program wrote itself, if it is a reliable one.
    pub fn section_ended_by(&self, context: Context, transition: Transition) -> Option<Section> {
        self.written.ended_by(context, transition).filter(|section| self.is_reliable(*section))
    }

    fn is_reliable(&self, section: Section) -> bool {
        match section {
            Section::Takes(lock) | Section::GivesBack(lock) => !self.unreliable.contains(&lock),
        }
    }
}

impl HeldLocks for LockSets<'_> {
    fn held(&self, context: Context, transition: Transition) -> Vec<HeldLock> {
        LockSets::held(self, context, transition)
    }
}

/// Whether an operation acquires its lock for reading only, and whether it may fail; `None` if it acquires none.
pub(super) fn acquisition(operation: S) -> Option<(bool, bool)> {
    match operation {
        S::MutexLock | S::SpinLock | S::WriteLock => Some((false, false)),
        S::ReadLock => Some((true, false)),
        S::MutexTryLock | S::MutexTimedLock | S::SpinTryLock | S::WriteTryLock | S::WriteTimedLock => {
            Some((false, true))
        }
        S::ReadTryLock | S::ReadTimedLock => Some((true, true)),
        _ => None,
    }
}

/// The lock that an operation takes away, or may take away.
pub(super) fn released(operation: S) -> Option<usize> {
    match operation {
        S::MutexUnlock | S::SpinUnlock | S::ReadWriteUnlock => Some(0),
        S::ConditionRelease => Some(1),
        S::MutexInit
        | S::MutexDestroy
        | S::SpinInit
        | S::SpinDestroy
        | S::ReadWriteInit
        | S::ReadWriteDestroy
        | S::Overwrite => Some(0),
        _ => None,
    }
}

/// By class: the facts that its code may establish, each once.
fn facts(points_to: &PointsTo, names: &NamedLocks<'_>, written: &WrittenLocks) -> Table<ThreadClass, Vec<Fact>> {
    // Of a control that is overwritten the routine may run again.
    let overwrites = points_to.synchronizations.values().filter(|site| site.operation == S::Overwrite);
    let overwritten: Vec<Node> = overwrites.map(|site| site.operands[0]).collect();
    let is_overwritten = |control: Target| overwritten.iter().any(|&operand| names.may_name(operand, control));
    let written = written.locks.iter().map(|&lock| Fact::Holds(HeldLock { lock, is_shared: false }));
    let always: Vec<Fact> = std::iter::once(Fact::Atomic).chain(written).collect();
    let mut facts: Table<ThreadClass, Vec<Fact>> = points_to.classes.ids().map(|_| always.clone()).collect();
    let mut sites: Vec<_> = points_to.synchronizations.iter().collect();
    sites.sort_by_key(|(place, _)| **place);
    for (&(context, _), site) in sites {
        let facts = &mut facts[points_to.contexts[context].class];
        if site.operation == S::OnceBegin
            && let Some(control) = names.only(site.operands[0])
            && !is_overwritten(control)
        {
            facts.extend([Fact::Once(control), Fact::RunsOnce(control)]);
            facts.extend(site.result.map(|result| Fact::IfNotZero(context, result, control)));
        }
        let Some((is_shared, may_fail)) = acquisition(site.operation) else { continue };
        let Some(lock) = names.only(site.operands[0]) else { continue };
        let held = HeldLock { lock, is_shared };
        facts.push(Fact::Holds(held));
        if may_fail {
            facts.extend(site.result.map(|result| Fact::IfZero(context, result, held)));
        }
    }
    let once = |facts: &Vec<Fact>| {
        let mut seen = FxHashSet::default();
        facts.iter().copied().filter(|&fact| seen.insert(fact)).collect()
    };
    facts.values().map(once).collect()
}

/// The facts of one class as a data-flow problem.
struct Holding<'a> {
    types: &'a Types,
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    facts: &'a [Fact],
    names: &'a NamedLocks<'a>,
    written: &'a WrittenLocks,
    /// The facts that hold if a register of an activation is zero, or if it is not, by number.
    conditional: FxHashMap<Context, Vec<usize>>,
}

impl<'a> Holding<'a> {
    fn of(
        types: &'a Types,
        points_to: &'a PointsTo,
        automata: &'a Table<ProcedureId, Automaton>,
        facts: &'a [Fact],
        names: &'a NamedLocks<'a>,
        written: &'a WrittenLocks,
    ) -> Holding<'a> {
        let mut conditional: FxHashMap<Context, Vec<usize>> = FxHashMap::default();
        for (index, fact) in facts.iter().enumerate() {
            if let Fact::IfZero(context, ..) | Fact::IfNotZero(context, ..) = *fact {
                conditional.entry(context).or_default().push(index);
            }
        }
        Holding { types, points_to, automata, facts, names, written, conditional }
    }

    fn remove(&self, state: &mut BitSet, is_gone: impl Fn(Fact) -> bool) {
        let gone: Vec<usize> = state.iter().filter(|&index| is_gone(self.facts[index])).collect();
        gone.into_iter().for_each(|index| state.remove(index));
    }

    fn add(&self, state: &mut BitSet, fact: Fact) {
        if let Some(index) = self.facts.iter().position(|&other| other == fact) {
            state.insert(index);
        }
    }

    fn synchronize(&self, context: Context, transition: Transition, state: &mut BitSet) {
        let site = &self.points_to.synchronizations[&(context, transition)];
        if let Some(operand) = released(site.operation) {
            let named = |held: HeldLock| self.names.may_name(site.operands[operand], held.lock);
            self.remove(state, |fact| match fact {
                Fact::Holds(held) | Fact::IfZero(_, _, held) => named(held),
                Fact::Atomic | Fact::Once(_) | Fact::RunsOnce(_) | Fact::IfNotZero(..) => false,
            });
        }
        self.forget_register(context, site.result, state);
        self.once(context, site, state);
        let Some((is_shared, may_fail)) = acquisition(site.operation) else { return };
        let Some(lock) = self.names.only(site.operands[0]) else { return };
        let held = HeldLock { lock, is_shared };
        match (may_fail, site.result) {
            (false, _) => self.add(state, Fact::Holds(held)),
            (true, Some(result)) => self.add(state, Fact::IfZero(context, result, held)),
            (true, None) => {}
        }
    }

    fn forget_register(&self, context: Context, register: Option<LocalId>, state: &mut BitSet) {
        let Some(register) = register else { return };
        for &index in self.conditional.get(&context).into_iter().flatten() {
            if let Fact::IfZero(_, local, _) | Fact::IfNotZero(_, local, _) = self.facts[index]
                && local == register
            {
                state.remove(index);
            }
        }
    }

    /// A call that begins or ends the routine of a once control.
    fn once(&self, context: Context, site: &super::points_to::SynchronizationSite, state: &mut BitSet) {
        match site.operation {
            S::OnceBegin => {
                if let Some(control) = self.names.only(site.operands[0]) {
                    self.add(state, Fact::Once(control));
                    if let Some(result) = site.result {
                        self.add(state, Fact::IfNotZero(context, result, control));
                    }
                }
            }
            S::OnceEnd => self.remove(state, |fact| match fact {
                Fact::RunsOnce(control) => self.names.may_name(site.operands[0], control),
                Fact::IfNotZero(_, _, control) => self.names.may_name(site.operands[0], control),
                Fact::Holds(_) | Fact::IfZero(..) | Fact::Atomic | Fact::Once(_) => false,
            }),
            _ => {}
        }
    }
}

impl Problem for Holding<'_> {
    fn n_facts(&self) -> usize {
        self.facts.len()
    }

    fn join(&self) -> Join {
        Join::Must
    }

    fn transfer(&self, context: Context, transition: Transition, state: &mut BitSet) {
        let data = &self.automata[self.points_to.contexts[context].procedure].transitions[transition];
        if let Some(guard) = &data.guard {
            for &index in self.conditional.get(&context).into_iter().flatten() {
                let fact = self.facts[index];
                if let Fact::IfZero(_, register, held) = fact
                    && state.contains(index)
                    && only_zero_passes(self.types, &guard.condition, register, guard.holds)
                {
                    self.add(state, Fact::Holds(held));
                }
                if let Fact::IfNotZero(_, register, control) = fact
                    && state.contains(index)
                    && only_others_pass(self.types, &guard.condition, register, guard.holds)
                {
                    self.add(state, Fact::RunsOnce(control));
                }
            }
        }
        match &data.effect {
            Effect::Synchronize { .. } => self.synchronize(context, transition, state),
            Effect::AtomicBegin => {
                self.add(state, Fact::Atomic);
                if let Some(Section::GivesBack(lock)) = self.written.begun_by(context, transition) {
                    self.remove(state, |fact| matches!(fact, Fact::Holds(held) if held.lock == lock));
                }
            }
            Effect::AtomicEnd => {
                self.remove(state, |fact| fact == Fact::Atomic);
                if let Some(Section::Takes(lock)) = self.written.ended_by(context, transition) {
                    self.add(state, Fact::Holds(HeldLock { lock, is_shared: false }));
                }
            }
            effect => {
                let (one, other) = written(effect);
                self.forget_register(context, one, state);
                self.forget_register(context, other, state);
            }
        }
    }

    fn leave(&self, callee: Context, state: &mut BitSet) {
        // In a recursion the registers of the inner activation are not those of the outer one.
        for &index in self.conditional.get(&callee).into_iter().flatten() {
            state.remove(index);
        }
    }
}

/// The outcomes of attempts that fail.
const FAILURES: [i128; 5] = [11, 16, 22, 35, 110];

/// Whether a test of a register passes for zero and for no failure of an attempt.
fn only_zero_passes(types: &Types, condition: &Expr, register: LocalId, holds: bool) -> bool {
    let passes = |outcome| evaluate(types, condition, register, outcome).map(|value| (value != 0) == holds);
    passes(0) == Some(true) && FAILURES.iter().all(|&failure| passes(failure) == Some(false))
}

/// Whether a test of a register passes for one, and not for zero.
fn only_others_pass(types: &Types, condition: &Expr, register: LocalId, holds: bool) -> bool {
    let passes = |outcome| evaluate(types, condition, register, outcome).map(|value| (value != 0) == holds);
    passes(1) == Some(true) && passes(0) == Some(false)
}

/// The value of a small expression over one register; `None` if it is more than that.
fn evaluate(types: &Types, expr: &Expr, register: LocalId, outcome: i128) -> Option<i128> {
    match &expr.kind {
        ExprKind::Integer(number) => Some(*number),
        ExprKind::Read(place) => match place.kind {
            PlaceKind::Local(local) if local == register => Some(outcome),
            _ => None,
        },
        ExprKind::Unary(UnaryOperator::LogicalNot, operand) => {
            Some((evaluate(types, operand, register, outcome)? == 0).into())
        }
        // Outcomes fit into every integer type but `_Bool`. Their bits in other scalar types are unknown.
        ExprKind::Cast(operand) => {
            let value = evaluate(types, operand, register, outcome)?;
            match types.kind(expr.ty) {
                TypeKind::Bool => Some((value != 0).into()),
                _ => types.scalar_shape(expr.ty).map(|_| value),
            }
        }
        ExprKind::Binary(operator, left, right) => {
            let left = evaluate(types, left, register, outcome)?;
            let right = evaluate(types, right, register, outcome)?;
            match operator {
                BinaryOperator::Equal => Some((left == right).into()),
                BinaryOperator::NotEqual => Some((left != right).into()),
                BinaryOperator::Less => Some((left < right).into()),
                BinaryOperator::LessEqual => Some((left <= right).into()),
                BinaryOperator::Greater => Some((left > right).into()),
                BinaryOperator::GreaterEqual => Some((left >= right).into()),
                _ => None,
            }
        }
        _ => None,
    }
}
