//! Lock sets: which locks a thread certainly holds at a place.
//!
//! A lock is a unique byte of memory to which the operand of a lock operation certainly points: a lock in an object of
//! which there may be several is none. Facts at a place: *the thread has the lock* (for itself alone, or for
//! reading), *it will have it if this register is zero* (between an attempt and the test of its outcome), and *it is in an
//! atomic section*.
//!
//! Rules. A lock call adds its lock; an unlock, the first half of a condition wait, an initialization and a destruction remove
//! every lock that they may name. An attempt adds the conditional fact; a test that only the outcome zero passes turns it
//! into the lock itself.
//!
//! A lock is *reliable* only if nobody takes it away: every unlock that may name it is by a thread that certainly has it, and
//! it is initialized only while no other thread runs. Sets hold reliable locks only.
//!
//! Left out: locks in objects of which there are several (`p->lock` for `p->data`), recursive depth.

use raddle_program::automaton::{Automaton, Transition};
use raddle_program::bits::BitSet;
use raddle_program::entity::{Entity, Table};
use raddle_program::syntax::{
    BinaryOperator, Effect, Expr, ExprKind, LocalId, PlaceKind, ProcedureId, Synchronization as S, UnaryOperator,
};

use super::flow::{Join, Problem, States, solve};
use super::parallel::Parallel;
use super::points_to::{Context, Node, PointsTo, Target, ThreadClass};

/// The locks that are held at each place.
#[derive(Debug)]
pub struct LockSets<'a> {
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    facts: Vec<Fact>,
    states: Table<ThreadClass, States>,
    unreliable: Vec<Target>,
}

/// What may be known at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fact {
    /// The thread holds a lock.
    Holds(Held),
    /// It holds it if the register is zero.
    IfZero(Context, LocalId, Held),
    /// It is in an atomic section.
    Atomic,
}

/// A lock that is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Held {
    /// Its first byte.
    pub lock: Target,
    /// Whether other readers may hold it, too.
    pub is_shared: bool,
}

impl<'a> LockSets<'a> {
    /// Computes them.
    pub fn of(
        points_to: &'a PointsTo,
        automata: &'a Table<ProcedureId, Automaton>,
        parallel: &Parallel<'_>,
    ) -> LockSets<'a> {
        let facts = facts(points_to, automata);
        let problem = Holding { points_to, automata, facts: &facts };
        let states = points_to.classes.ids().map(|class| solve(points_to, automata, class, &problem)).collect();
        let mut locksets = LockSets { points_to, automata, facts, states, unreliable: Vec::new() };
        locksets.unreliable = locksets.find_unreliable(parallel);
        locksets
    }

    /// The reliable locks that are certainly held before a transition, in order. Nothing where nobody comes.
    pub fn held(&self, context: Context, transition: Transition) -> Vec<Held> {
        let is_reliable = |held: &Held| !self.unreliable.contains(&held.lock);
        let mut held: Vec<Held> = self.claimed(context, transition).filter(is_reliable).collect();
        held.sort_unstable();
        held
    }

    /// Whether a place is certainly in an atomic section.
    pub fn is_atomic(&self, context: Context, transition: Transition) -> bool {
        self.facts_at(context, transition).any(|fact| fact == Fact::Atomic)
    }

    /// The lock that an operation certainly names, if it is unique.
    pub fn lock_of(&self, operand: Node) -> Option<Target> {
        only_lock(self.points_to, self.automata, operand)
    }

    fn facts_at(&self, context: Context, transition: Transition) -> impl Iterator<Item = Fact> {
        let data = &self.points_to.contexts[context];
        let location = self.automata[data.procedure].transitions[transition].from;
        let state = self.states[data.class].at(context, location);
        state.into_iter().flat_map(|state| state.iter()).map(|fact| self.facts[fact])
    }

    fn claimed(&self, context: Context, transition: Transition) -> impl Iterator<Item = Held> {
        self.facts_at(context, transition).filter_map(|fact| match fact {
            Fact::Holds(held) => Some(held),
            Fact::IfZero(..) | Fact::Atomic => None,
        })
    }

    fn find_unreliable(&self, parallel: &Parallel<'_>) -> Vec<Target> {
        let mut unreliable = Vec::new();
        let locks: Vec<Target> = self
            .facts
            .iter()
            .filter_map(|fact| match fact {
                Fact::Holds(held) => Some(held.lock),
                Fact::IfZero(..) | Fact::Atomic => None,
            })
            .collect();
        for (&(context, transition), site) in &self.points_to.synchronizations {
            let Some(running) = parallel.running_at((context, transition)) else { continue };
            let operand = match site.operation {
                S::MutexUnlock | S::SpinUnlock | S::MutexInit | S::SpinInit | S::ReadWriteInit => site.operands[0],
                _ => continue,
            };
            let is_alone = running.is_empty() && self.points_to.contexts[context].class == ThreadClass::from_index(0);
            let is_initialization = matches!(site.operation, S::MutexInit | S::SpinInit | S::ReadWriteInit);
            for &lock in &locks {
                let has = |held: Held| held.lock == lock && !held.is_shared;
                let is_right = if is_initialization { is_alone } else { self.claimed(context, transition).any(has) };
                if !is_right && may_name(self.points_to, operand, lock) {
                    unreliable.push(lock);
                }
            }
        }
        unreliable.sort_unstable();
        unreliable.dedup();
        unreliable
    }
}

/// Whether two threads cannot be at two places at once, since both hold a lock that one of them holds for itself alone.
pub fn exclude_each_other(one: &[Held], other: &[Held]) -> bool {
    one.iter().any(|mine| other.iter().any(|theirs| mine.lock == theirs.lock && !(mine.is_shared && theirs.is_shared)))
}

fn only_lock(points_to: &PointsTo, automata: &Table<ProcedureId, Automaton>, operand: Node) -> Option<Target> {
    let mut memory =
        points_to.targets(operand).iter().filter(|target| points_to.object(target.object).kind.is_memory());
    let target = *memory.next()?;
    (memory.next().is_none() && points_to.is_unique(target, automata)).then_some(target)
}

fn may_name(points_to: &PointsTo, operand: Node, lock: Target) -> bool {
    let same =
        |target: &Target| target.object == lock.object && (target.offset.is_none() || target.offset == lock.offset);
    points_to.targets(operand).iter().any(same)
}

/// Whether an operation acquires its lock for reading only, and whether it may fail; `None` if it acquires none.
fn acquisition(operation: S) -> Option<(bool, bool)> {
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
fn released(operation: S) -> Option<usize> {
    match operation {
        S::MutexUnlock | S::SpinUnlock | S::ReadWriteUnlock => Some(0),
        S::ConditionRelease => Some(1),
        S::MutexInit | S::MutexDestroy | S::SpinInit | S::SpinDestroy | S::ReadWriteInit | S::ReadWriteDestroy => {
            Some(0)
        }
        _ => None,
    }
}

fn facts(points_to: &PointsTo, automata: &Table<ProcedureId, Automaton>) -> Vec<Fact> {
    let mut sites: Vec<_> = points_to.synchronizations.iter().collect();
    sites.sort_by_key(|(place, _)| **place);
    let mut facts = vec![Fact::Atomic];
    for (&(context, _), site) in sites {
        let Some((is_shared, may_fail)) = acquisition(site.operation) else { continue };
        let Some(lock) = only_lock(points_to, automata, site.operands[0]) else { continue };
        let held = Held { lock, is_shared };
        let mut found = vec![Fact::Holds(held)];
        if let (true, Some(result)) = (may_fail, site.result) {
            found.push(Fact::IfZero(context, result, held));
        }
        for fact in found {
            if !facts.contains(&fact) {
                facts.push(fact);
            }
        }
    }
    facts
}

/// The facts of one class as a data-flow problem.
struct Holding<'a> {
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    facts: &'a [Fact],
}

impl Holding<'_> {
    fn remove(&self, state: &mut BitSet, is_gone: impl Fn(Fact) -> bool) {
        for (index, &fact) in self.facts.iter().enumerate() {
            if is_gone(fact) {
                state.remove(index);
            }
        }
    }

    fn add(&self, state: &mut BitSet, fact: Fact) {
        if let Some(index) = self.facts.iter().position(|&other| other == fact) {
            state.insert(index);
        }
    }

    fn synchronize(&self, context: Context, transition: Transition, state: &mut BitSet) {
        let site = &self.points_to.synchronizations[&(context, transition)];
        if let Some(operand) = released(site.operation) {
            let named = |held: Held| may_name(self.points_to, site.operands[operand], held.lock);
            self.remove(state, |fact| match fact {
                Fact::Holds(held) | Fact::IfZero(_, _, held) => named(held),
                Fact::Atomic => false,
            });
        }
        self.forget_register(context, site.result, state);
        let Some((is_shared, may_fail)) = acquisition(site.operation) else { return };
        let Some(lock) = only_lock(self.points_to, self.automata, site.operands[0]) else { return };
        let held = Held { lock, is_shared };
        match (may_fail, site.result) {
            (false, _) => self.add(state, Fact::Holds(held)),
            (true, Some(result)) => self.add(state, Fact::IfZero(context, result, held)),
            (true, None) => {}
        }
    }

    fn forget_register(&self, context: Context, register: Option<LocalId>, state: &mut BitSet) {
        let Some(register) = register else { return };
        self.remove(state, |fact| matches!(fact, Fact::IfZero(at, local, _) if at == context && local == register));
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
            for (index, &fact) in self.facts.iter().enumerate() {
                if let Fact::IfZero(at, register, held) = fact
                    && at == context
                    && state.contains(index)
                    && only_zero_passes(&guard.condition, register, guard.holds)
                {
                    self.add(state, Fact::Holds(held));
                }
            }
        }
        match &data.effect {
            Effect::Synchronize { .. } => self.synchronize(context, transition, state),
            Effect::AtomicBegin => self.add(state, Fact::Atomic),
            Effect::AtomicEnd => self.remove(state, |fact| fact == Fact::Atomic),
            effect => {
                let (one, other) = written(effect);
                self.forget_register(context, one, state);
                self.forget_register(context, other, state);
            }
        }
    }

    fn leave(&self, callee: Context, state: &mut BitSet) {
        // In a recursion the registers of the inner activation are not those of the outer one.
        self.remove(state, |fact| matches!(fact, Fact::IfZero(at, ..) if at == callee));
    }
}

/// The registers that an effect other than a synchronization writes.
fn written(effect: &Effect) -> (Option<LocalId>, Option<LocalId>) {
    match effect {
        Effect::Assign { target, .. } | Effect::Initialize { target, .. } => match target.kind {
            PlaceKind::Local(local) => (Some(local), None),
            _ => (None, None),
        },
        Effect::Input { target, .. } | Effect::Allocate { target, .. } => (Some(*target), None),
        Effect::Live { local, .. } | Effect::Dead(local) => (Some(*local), None),
        Effect::Call { result, .. } | Effect::External { result, .. } | Effect::Spawn { result, .. } => (*result, None),
        Effect::Join { value, result, .. } => (*value, *result),
        Effect::Synchronize { result, .. } => (*result, None),
        Effect::Skip
        | Effect::Assume(_)
        | Effect::Assert { .. }
        | Effect::Return(_)
        | Effect::Free(_)
        | Effect::CopyBytes { .. }
        | Effect::FillBytes { .. }
        | Effect::Exit(_)
        | Effect::Stop
        | Effect::AtomicBegin
        | Effect::AtomicEnd
        | Effect::Unsupported(_) => (None, None),
    }
}

/// The outcomes of attempts that fail.
const FAILURES: [i128; 5] = [11, 16, 22, 35, 110];

/// Whether a test of a register passes for zero and for no failure of an attempt.
fn only_zero_passes(condition: &Expr, register: LocalId, holds: bool) -> bool {
    let passes = |outcome| evaluate(condition, register, outcome).map(|value| (value != 0) == holds);
    passes(0) == Some(true) && FAILURES.iter().all(|&failure| passes(failure) == Some(false))
}

/// The value of a small expression over one register; `None` if it is more than that.
fn evaluate(expr: &Expr, register: LocalId, outcome: i128) -> Option<i128> {
    match &expr.kind {
        ExprKind::Integer(number) => Some(*number),
        ExprKind::Read(place) => match place.kind {
            PlaceKind::Local(local) if local == register => Some(outcome),
            _ => None,
        },
        ExprKind::Unary(UnaryOperator::LogicalNot, operand) => {
            Some((evaluate(operand, register, outcome)? == 0).into())
        }
        // Outcomes fit into every integer type but `_Bool`, which is no operand of these comparisons.
        ExprKind::Cast(operand) => evaluate(operand, register, outcome),
        ExprKind::Binary(operator, left, right) => {
            let (left, right) = (evaluate(left, register, outcome)?, evaluate(right, register, outcome)?);
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
