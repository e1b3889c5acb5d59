//! Which locks a thread certainly holds, and which it may hold.
//!
//! A lock that is certainly held is one byte of one object, named by a call that does not fail, or by one whose success
//! is tested right behind it. Every call that may release it removes it. It counts only if no other thread releases it:
//! a thread that unlocks what may be the lock certainly holds it, and the lock is initialized and destroyed only by
//! main, while no other thread runs. The locks that may be held are all that an acquisition may name, until a release
//! that can name no other one.

use std::collections::BTreeSet;

use raddle_program::bits::BitSet;
use raddle_program::syntax::{
    BinaryOperator, Effect, Expr, ExprKind, LocalId, LockChange, PlaceKind, Synchronization as S, UnaryOperator,
};

use super::address::{Address, At, Value, Values};
use super::flow::{Facts, Flow};
use super::parallel::Parallel;
use super::pointers::{Once, Pointers};
use super::terms::register_of;

/// A lock that is certainly held.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Held {
    /// Its first byte.
    pub lock: Address,
    /// Whether other threads may hold it, too, for reading.
    pub is_shared: bool,
}

/// What is certainly held where.
pub struct CertainLocks<'a, 'p> {
    pointers: &'a Pointers<'p>,
    known: Vec<Held>,
    flows: Vec<Flow>,
    unreliable: BTreeSet<Address>,
}

struct Holding<'a, 'p> {
    pointers: &'a Pointers<'p>,
    once: &'a Once,
    known: &'a [Held],
}

impl<'a, 'p> CertainLocks<'a, 'p> {
    /// Finds out.
    pub fn of(pointers: &'a Pointers<'p>, once: &'a Once, parallel: &Parallel<'_, '_>) -> CertainLocks<'a, 'p> {
        let acquired = |site: &super::pointers::Site| {
            let is_shared = acquires(site.operation).or_else(|| attempts(site.operation))?;
            Some(Held { lock: only_lock(pointers, once, &site.operands[0])?, is_shared })
        };
        let mut known: Vec<Held> = pointers.sites.values().filter_map(acquired).collect();
        known.sort_unstable();
        known.dedup();
        let holding = Holding { pointers, once, known: &known };
        let flows = pointers.classes.all().map(|class| Flow::of(pointers, class, &holding)).collect();
        let mut locks = CertainLocks { pointers, known, flows, unreliable: BTreeSet::new() };
        locks.unreliable = locks.taken_away(parallel);
        locks
    }

    /// What is certainly held before a step.
    pub fn held(&self, at: At) -> Vec<Held> {
        let mut held = self.claimed(at);
        held.retain(|held| !self.unreliable.contains(&held.lock));
        held
    }

    /// Whether a step is certainly in an atomic section.
    pub fn is_atomic(&self, at: At) -> bool {
        self.flows[at.0.class].before(self.pointers, at).is_some_and(|facts| facts.contains(self.known.len()))
    }

    fn claimed(&self, at: At) -> Vec<Held> {
        let facts = self.flows[at.0.class].before(self.pointers, at);
        let held = facts.into_iter().flat_map(BitSet::iter).filter_map(|fact| self.known.get(fact).copied());
        held.collect()
    }

    fn taken_away(&self, parallel: &Parallel<'_, '_>) -> BTreeSet<Address> {
        let mut taken = BTreeSet::new();
        for (&at, site) in &self.pointers.sites {
            let Some(running) = parallel.running(at) else { continue };
            // A lock that is destroyed while other threads use it is reset.
            let begins = matches!(
                site.operation,
                S::MutexInit
                    | S::SpinInit
                    | S::ReadWriteInit
                    | S::MutexDestroy
                    | S::SpinDestroy
                    | S::ReadWriteDestroy
                    | S::Overwrite
            );
            let ends = matches!(site.operation, S::MutexUnlock | S::SpinUnlock | S::ReadWriteUnlock);
            if !begins && !ends {
                continue;
            }
            let claimed = self.claimed(at);
            let is_right = |lock: Address| match begins {
                true => at.0.class == 0 && running.is_empty(),
                false => claimed.iter().any(|held| held.lock == lock),
            };
            let wronged = self.known.iter().filter(|held| may_be(&site.operands[0], held.lock) && !is_right(held.lock));
            taken.extend(wronged.map(|held| held.lock));
        }
        taken
    }
}

impl Holding<'_, '_> {
    /// The lock of an attempt that did not fail, if a step is the test that says so: nothing but copies of the outcome between
    /// registers comes between.
    fn attempted(&self, at: At) -> Option<Held> {
        let automaton = &self.pointers.automata[at.0.procedure];
        let test = &automaton.transitions[at.1];
        let guard = test.guard.as_ref()?;
        let (mut register, is_zero) = tested(&guard.condition)?;
        if is_zero != guard.holds {
            return None;
        }
        let mut location = test.from;
        for _ in 0..8 {
            let mut into = automaton.transitions.iter().filter(|(_, data)| data.to == location);
            let (before, data) = into.next().filter(|_| into.next().is_none() && location != automaton.entry)?;
            match &data.effect {
                Effect::Assign { target, value } => {
                    let program = self.pointers.program;
                    let target = register_of(program, at.0.procedure, target)?;
                    if target == register {
                        let ExprKind::Read(copied) = &value.kind else { return None };
                        register = register_of(program, at.0.procedure, copied)?;
                    }
                }
                Effect::Live { local, .. } if *local != register => {}
                Effect::Synchronize { operation, result: Some(result), .. } if *result == register => {
                    let is_shared = attempts(*operation)?;
                    let site = self.pointers.sites.get(&(at.0, before))?;
                    return Some(Held { lock: only_lock(self.pointers, self.once, &site.operands[0])?, is_shared });
                }
                _ => return None,
            }
            location = data.from;
        }
        None
    }
}

/// The register that a condition is about, and whether it says that it is zero (or that it is not).
fn tested(condition: &Expr) -> Option<(LocalId, bool)> {
    match &condition.kind {
        ExprKind::Read(place) => match place.kind {
            PlaceKind::Local(local) => Some((local, false)),
            _ => None,
        },
        ExprKind::Unary(UnaryOperator::LogicalNot, operand) => {
            tested(operand).map(|(local, is_zero)| (local, !is_zero))
        }
        ExprKind::Binary(operator, left, right) if matches!(right.kind, ExprKind::Integer(0)) => {
            let (local, is_zero) = tested(left)?;
            match operator {
                BinaryOperator::Equal => Some((local, !is_zero)),
                BinaryOperator::NotEqual => Some((local, is_zero)),
                _ => None,
            }
        }
        _ => None,
    }
}

impl Facts for Holding<'_, '_> {
    fn count(&self) -> usize {
        // The last one: in an atomic section.
        self.known.len() + 1
    }

    fn on_every_way(&self) -> bool {
        true
    }

    fn step(&self, at: At, facts: &mut BitSet) {
        match self.pointers.automata[at.0.procedure].transitions[at.1].effect {
            Effect::AtomicBegin => drop(facts.insert(self.known.len())),
            Effect::AtomicEnd => facts.remove(self.known.len()),
            _ => {}
        }
        if let Some(held) = self.attempted(at)
            && let Some(fact) = self.known.iter().position(|known| *known == held)
        {
            facts.insert(fact);
        }
        let Some(site) = self.pointers.sites.get(&at) else { return };
        if let Some(operand) = lets_go(site.operation) {
            for (fact, held) in self.known.iter().enumerate() {
                if may_be(&site.operands[operand], held.lock) {
                    facts.remove(fact);
                }
            }
        }
        if let Some(is_shared) = acquires(site.operation)
            && let Some(lock) = only_lock(self.pointers, self.once, &site.operands[0])
            && let Some(fact) = self.known.iter().position(|held| *held == Held { lock, is_shared })
        {
            facts.insert(fact);
        }
    }
}

/// Whether a call certainly acquires its lock, and whether for reading only.
pub fn acquires(operation: S) -> Option<bool> {
    match operation {
        S::MutexLock | S::SpinLock | S::WriteLock => Some(false),
        S::ReadLock => Some(true),
        _ => None,
    }
}

/// Whether a call may acquire its lock, and then has the outcome zero; and whether for reading only.
fn attempts(operation: S) -> Option<bool> {
    match operation {
        S::MutexTryLock | S::MutexTimedLock | S::SpinTryLock | S::WriteTryLock | S::WriteTimedLock => Some(false),
        S::ReadTryLock | S::ReadTimedLock => Some(true),
        _ => None,
    }
}

/// The operand that names a lock which is not held afterwards.
pub fn lets_go(operation: S) -> Option<usize> {
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

/// The one lock that an operand names.
pub fn only_lock(pointers: &Pointers<'_>, once: &Once, operand: &Values) -> Option<Address> {
    let mut addresses = operand.addresses();
    let address = addresses.next().filter(|_| addresses.next().is_none())?;
    once.is_unique(pointers, address).then_some(address)
}

/// Whether an operand may name a lock.
pub fn may_be(operand: &Values, lock: Address) -> bool {
    operand.addresses().any(|address| address.overlaps(Some(1), lock, Some(1)))
}

/// Whether threads cannot be at two places at once, since both hold a lock that one of them holds alone.
pub fn exclude_each_other(one: &[Held], other: &[Held]) -> bool {
    one.iter().any(|mine| other.iter().any(|theirs| mine.lock == theirs.lock && !(mine.is_shared && theirs.is_shared)))
}

/// The locks that may be held, as facts.
pub struct MayHold<'a, 'p> {
    pointers: &'a Pointers<'p>,
    once: &'a Once,
    /// Everything that an acquisition may name.
    pub locks: Vec<Address>,
}

impl<'a, 'p> MayHold<'a, 'p> {
    /// All that there is to hold.
    pub fn of(pointers: &'a Pointers<'p>, once: &'a Once) -> MayHold<'a, 'p> {
        let acquisitions =
            pointers.sites.values().filter(|site| site.operation.lock_change() == Some(LockChange::Acquires));
        let locks: BTreeSet<Address> = acquisitions.flat_map(|site| site.operands[0].addresses()).collect();
        MayHold { pointers, once, locks: locks.into_iter().collect() }
    }
}

impl Facts for MayHold<'_, '_> {
    fn count(&self) -> usize {
        self.locks.len()
    }

    fn on_every_way(&self) -> bool {
        false
    }

    fn step(&self, at: At, facts: &mut BitSet) {
        let Some(site) = self.pointers.sites.get(&at) else { return };
        let (change, operand) = match site.operation {
            S::ConditionRelease => (LockChange::Releases, 1),
            operation => match operation.lock_change() {
                Some(change) => (change, 0),
                None => return,
            },
        };
        let operand = &site.operands[operand];
        match change {
            LockChange::Acquires => {
                for (fact, lock) in self.locks.iter().enumerate() {
                    if operand.contains(Value::Address(*lock)) {
                        facts.insert(fact);
                    }
                }
            }
            LockChange::Releases => {
                let released = only_lock(self.pointers, self.once, operand);
                if let Some(fact) = self.locks.iter().position(|lock| Some(*lock) == released) {
                    facts.remove(fact);
                }
            }
        }
    }
}
