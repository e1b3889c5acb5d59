//! Locks that creators hold: what a lock of one thread implies for the threads that it creates.
//!
//! Let P be a class with one thread that creates a class S, and D be S or a class below it. P *keeps* a lock for S if
//! it held the lock exclusively whenever it created a thread of S, and has not released it while any thread may have
//! been running whose class is S or below. The proof says `creator OBJECT LOCK`, and two accesses are kept apart in one
//! of two ways.
//!
//! - Wherever a thread of D may be running, P keeps the lock for S. Then any other thread holds the lock only before S
//!   was created, or after the end of D: an access with the lock, by neither P nor D, is not beside one of D.
//! - One access is made by P, which holds the lock exclusively and keeps it for S; the other one by D, which has
//!   acquired the lock by then, or was created by a thread that had. Since P held the lock from the creation on, that
//!   acquisition comes after the access of P.

use raddle_program::automaton::Transition;
use raddle_program::bits::BitSet;
use raddle_program::entity::Entity;
use std::collections::BTreeSet;

use super::address::{Address, At, Class};
use super::flow::{Facts, Flow};
use super::locks::{CertainLocks, Held, acquires, lets_go, may_be, only_lock};
use super::parallel::Parallel;
use super::pointers::{Once, Pointers};

/// What creators keep locked.
pub struct CreatorLocks<'a, 'p> {
    pointers: &'a Pointers<'p>,
    once: &'a Once,
    parallel: &'a Parallel<'a, 'p>,
    locks: &'a CertainLocks<'a, 'p>,
    known: Vec<Address>,
    /// By class: a fact for each class and each lock that is not kept for it.
    dropped: Vec<Flow>,
    /// By class: a fact for each lock that the thread has acquired for itself at some time.
    acquired: Vec<Flow>,
}

impl<'a, 'p> CreatorLocks<'a, 'p> {
    /// Finds out, about the locks that a proof names.
    pub fn of(
        pointers: &'a Pointers<'p>,
        once: &'a Once,
        parallel: &'a Parallel<'a, 'p>,
        locks: &'a CertainLocks<'a, 'p>,
        known: BTreeSet<Address>,
    ) -> CreatorLocks<'a, 'p> {
        let known: Vec<Address> = known.into_iter().collect();
        let dropping = Dropping { pointers, parallel, locks, known: &known };
        let dropped = pointers.classes.all().map(|class| Flow::of(pointers, class, &dropping)).collect();
        let acquiring = Acquiring { pointers, once, known: &known };
        let acquired = pointers.classes.all().map(|class| Flow::of(pointers, class, &acquiring)).collect();
        CreatorLocks { pointers, once, parallel, locks, known, dropped, acquired }
    }

    /// Whether two steps of different threads are kept apart by what a creator does with a lock. Unless that is checked, it need not
    /// be kept.
    pub fn are_apart(&self, one: At, other: At, lock: Address, is_checked: bool) -> bool {
        let Some(number) = self.known.iter().position(|&known| known == lock) else { return false };
        [(one, other), (other, one)].into_iter().any(|(one, other)| {
            self.is_shut_out(one, other, number, is_checked) || self.is_before(one, other, number, is_checked)
        })
    }

    /// The pairs of a class above another one, with a single thread, and the class that it creates on the path down.
    fn creators(&self, class: Class) -> Vec<(Class, Class)> {
        let above = self.pointers.classes.above(class);
        above.windows(2).map(|pair| (pair[1], pair[0])).filter(|&(creator, _)| self.once.is_single(creator)).collect()
    }

    /// What is certainly held, of this lock.
    fn held(&self, at: At, lock: usize) -> Vec<Held> {
        let mut held = self.locks.held(at);
        held.retain(|held| held.lock == self.known[lock]);
        held
    }

    fn keeps(&self, at: At, side: Class, lock: usize) -> bool {
        let dropped = self.dropped[at.0.class].before(self.pointers, at);
        dropped.is_some_and(|dropped| !dropped.contains(fact(side, lock, self.known.len())))
    }

    fn is_shut_out(&self, one: At, other: At, lock: usize, is_checked: bool) -> bool {
        let class = one.0.class;
        !self.held(other, lock).is_empty()
            && self.creators(class).into_iter().any(|(creator, side)| {
                let is_kept = |at: At| {
                    let runs = self.parallel.running(at).is_some_and(|running| running.contains(class));
                    !runs || self.keeps(at, side, lock)
                };
                creator != other.0.class && (!is_checked || self.steps_of(creator).into_iter().all(is_kept))
            })
    }

    fn steps_of(&self, class: Class) -> Vec<At> {
        let codes = self.pointers.codes.iter().filter(|code| code.class == class);
        let steps = codes.flat_map(|&code| {
            let n_steps = self.pointers.automata[code.procedure].transitions.len();
            (0..n_steps).map(move |step| (code, Transition::from_index(step)))
        });
        steps.collect()
    }

    fn is_before(&self, one: At, other: At, lock: usize, is_checked: bool) -> bool {
        let side = self.creators(other.0.class).into_iter().find(|&(creator, _)| creator == one.0.class);
        side.is_some_and(|(_, side)| {
            self.held(one, lock).iter().any(|held| !held.is_shared)
                && (!is_checked || self.keeps(one, side, lock))
                && self.has_acquired(other, side, lock)
        })
    }

    /// Whether a thread, or those between it and the creator of a class above it, acquired a lock before a step.
    fn has_acquired(&self, at: At, side: Class, lock: usize) -> bool {
        let class = at.0.class;
        let acquired = self.acquired[class].before(self.pointers, at);
        acquired.is_some_and(|acquired| acquired.contains(lock))
            || class != side && {
                let created_at = self.pointers.classes.created_at(class);
                !created_at.is_empty() && created_at.iter().all(|&at| self.has_acquired(at, side, lock))
            }
    }
}

fn fact(side: Class, lock: usize, n_locks: usize) -> usize {
    side * n_locks + lock
}

struct Dropping<'a, 'p> {
    pointers: &'a Pointers<'p>,
    parallel: &'a Parallel<'a, 'p>,
    locks: &'a CertainLocks<'a, 'p>,
    known: &'a [Address],
}

impl Facts for Dropping<'_, '_> {
    fn count(&self) -> usize {
        self.pointers.classes.count() * self.known.len()
    }

    fn on_every_way(&self) -> bool {
        false
    }

    fn step(&self, at: At, facts: &mut BitSet) {
        for &side in self.pointers.creations.get(&at).into_iter().flatten() {
            let held = self.locks.held(at);
            for (number, &lock) in self.known.iter().enumerate() {
                if !held.iter().any(|held| held.lock == lock && !held.is_shared) {
                    facts.insert(fact(side, number, self.known.len()));
                }
            }
        }
        let Some(site) = self.pointers.sites.get(&at) else { return };
        let (Some(operand), Some(running)) = (lets_go(site.operation), self.parallel.running(at)) else { return };
        let named = |(_, lock): &(usize, &Address)| may_be(&site.operands[operand], **lock);
        for (number, _) in self.known.iter().enumerate().filter(named) {
            for side in self.pointers.classes.all() {
                if running.iter().any(|class| self.pointers.classes.above(class).contains(&side)) {
                    facts.insert(fact(side, number, self.known.len()));
                }
            }
        }
    }
}

struct Acquiring<'a, 'p> {
    pointers: &'a Pointers<'p>,
    once: &'a Once,
    known: &'a [Address],
}

impl Facts for Acquiring<'_, '_> {
    fn count(&self) -> usize {
        self.known.len()
    }

    fn on_every_way(&self) -> bool {
        true
    }

    fn step(&self, at: At, facts: &mut BitSet) {
        let Some(site) = self.pointers.sites.get(&at) else { return };
        if acquires(site.operation) == Some(false)
            && let Some(lock) = only_lock(self.pointers, self.once, &site.operands[0])
            && let Some(number) = self.known.iter().position(|&known| known == lock)
        {
            facts.insert(number);
        }
    }
}
