//! Correct usage of synchronization objects and threads, shown without executing anything: no call is a misuse.
//!
//! Rule. No call is a misuse if
//! - what a call uses is *usable* there: it was initialized, by a call or by its bytes, and not destroyed since;
//! - a thread releases only what it certainly holds ([`super::symbolic_lockset`], [`super::lockset`]);
//! - an object is initialized by one thread, and not again before it is destroyed;
//! - an object is destroyed while no other thread runs that names it, and no thread can have it, not even one that has ended: no thread
//!   acquires it twice before it releases it. It is overwritten only then, and only where no call has initialized it;
//! - all waits for one condition variable release the same mutex;
//! - an object is named by calls of one family only: never by `pthread_mutex_lock` and `pthread_rwlock_rdlock`;
//! - a join is of a thread that was created, is never detached, and is joined by no other join: one that runs once for the only thread of its
//!   class, or one in a loop that counts over the ids of all threads of a class ([`super::join_loop`]);
//! - a detached thread is detached once, and no join names it (`detachment`).
//!
//! The proof is by induction over the steps of an execution: up to the first misuse, no thread has taken a lock away from another one.
//!
//! *Usable* is a data-flow fact of objects of which an execution has one (`facts`). A thread inherits it from its creator if the object is
//! destroyed only by threads above it, while it does not run. A global object that no call initializes or destroys is usable everywhere,
//! unless its family has no initializer. So is what a call initializes in each new object of an allocation before another thread can reach the
//! object, if no call destroys it.
//!
//! Left open: keys, cancelled threads, forks, objects of which an execution has several and that calls destroy, or initialize elsewhere.
//!
//! Rule: a call uses an object only between its initialization and its destruction. A thread releases what it holds. An object is destroyed
//! when no other thread runs that names it. A join runs once for each created thread. A thread is detached once, and not joined.
//! Tests: in `locks`: `thread_created_before_the_initialization`, `used_in_a_helper_before_it_is_initialized`,
//! `unlocked_twice_on_one_path`, `initialized_in_each_round`, `one_thread_too_many_joined`,
//! `threads_of_a_loop_joined_in_each_round`, `joined_if_it_was_created_or_not`, `waits_with_two_mutexes`,
//! `read_lock_held_twice_is_destroyed`, `detached_in_each_round`, `detached_twice_in_a_round`,
//! `detached_by_itself_and_by_its_creator`, `detached_by_itself_and_joined`, `detached_by_a_loop_behind_the_creation`,
//! `created_detached_and_detached_by_itself`, `semaphore_of_any_value`, `recursive_mutex_kept_by_an_ended_thread`,
//! `destroyed_by_a_thread_at_its_end`, `destroyed_while_others_run`, `destroyed_while_an_ended_thread_has_it`,
//! `new_object_initialized_on_one_way`, `new_object_initialized_twice`, `cleared_before_the_initialization`,
//! `cleared_behind_the_initialization`, `cleared_while_a_thread_has_it`.

mod code;
mod detachment;
mod facts;

use raddle_program::automaton::Automaton;
use raddle_program::bits::BitSet;
use raddle_program::entity::Table;
use raddle_program::source::Span;
use raddle_program::syntax::{
    Effect, ExprKind, LockChange, ProcedureId, Program, Synchronization as S, SynchronizationFamily,
};
use rustc_hash::FxHashSet;
use std::cell::OnceCell;
use std::ops::RangeInclusive;

use self::code::{Code, Site};
use self::facts::{Change, Fact, Facts, Initialized, change, has_initializer};
use crate::flow::{States, solve};
use crate::held_locks::{MayHold, overlaps};
use crate::lockset::LockSets;
use crate::parallel::Parallel;
use crate::points_to::{CodePlace, ObjectKind, PointsTo, SynchronizationSite, Target, ThreadClass};
use crate::symbolic_lockset::SymbolicLockSets;

/// What was shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LockUsage {
    /// The calls that may be reached: on synchronization objects, and joins.
    pub calls: u64,
}

/// Why it was not shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// An unsupported construct may be reached.
    Unsupported(Span),
    /// A pointer from outside is used: it may lead to any object whose address has escaped.
    Outside(Span),
    /// Destructors or cleanup handlers make calls that are not followed.
    Hidden,
    /// This call may be a misuse.
    Call(Span),
}

/// Shows that no call of a program is a misuse, or returns the first obstacle, in the order of the code.
///
/// # Errors
/// The obstacle.
pub fn prove(
    program: &Program,
    points_to: &PointsTo,
    automata: &Table<ProcedureId, Automaton>,
) -> Result<LockUsage, Obstacle> {
    if let Some(&span) = points_to.unsupported.first() {
        return Err(Obstacle::Unsupported(span));
    }
    if let Some(&span) = points_to.outside.first() {
        return Err(Obstacle::Outside(span));
    }
    if points_to.hides_calls {
        return Err(Obstacle::Hidden);
    }
    let parallel = Parallel::of(program, points_to, automata);
    let symbolic = SymbolicLockSets::of(program, points_to, automata, &parallel);
    let named = OnceCell::new();
    let holds = |place: CodePlace| {
        symbolic.holds_what_it_releases(place.0, place.1)
            || named.get_or_init(|| LockSets::of(program, points_to, automata, &parallel)).holds_what_it_releases(place)
    };
    let code = Code { points_to, automata, parallel: &parallel };
    let sites = code.sites();
    if let Some(place) = code.named_by_two_families(&sites) {
        return Err(Obstacle::Call(code.span(place)));
    }
    let facts = Facts::of(&code, &sites);
    let (held, may_hold) = MayHold::solved(points_to, automata, &holds);
    let usable = code.usable(&facts);
    let initialized =
        points_to.classes.ids().map(|class| solve(points_to, automata, class, &Initialized(&facts))).collect();
    let proof = Proof { code, sites: &sites, facts: &facts, usable, initialized, holds: &holds, held, may_hold };
    let mut calls = 0;
    for &(place, site) in &sites {
        calls += 1;
        if !proof.is_right(place, site) {
            return Err(Obstacle::Call(code.span(place)));
        }
    }
    let mut joins: Vec<CodePlace> = points_to.joins.keys().copied().filter(|&place| code.is_reached(place)).collect();
    joins.sort_unstable();
    for place in joins {
        calls += 1;
        if !proof.joins_once(place) {
            return Err(Obstacle::Call(code.span(place)));
        }
    }
    Ok(LockUsage { calls })
}

struct Proof<'a> {
    code: Code<'a>,
    sites: &'a [Site<'a>],
    facts: &'a Facts,
    usable: Table<ThreadClass, States>,
    initialized: Table<ThreadClass, States>,
    /// Whether the thread certainly holds what it releases at a place.
    holds: &'a dyn Fn(CodePlace) -> bool,
    held: MayHold,
    may_hold: Table<ThreadClass, States>,
}

impl Proof<'_> {
    /// Whether a call is no misuse.
    fn is_right(&self, place: CodePlace, site: &SynchronizationSite) -> bool {
        match site.operation {
            S::MutexInit | S::ConditionInit | S::ReadWriteInit | S::SpinInit | S::BarrierInit | S::SemaphoreInit => {
                self.initializes_once(place, site)
            }
            S::MutexDestroy
            | S::ConditionDestroy
            | S::ReadWriteDestroy
            | S::SpinDestroy
            | S::BarrierDestroy
            | S::SemaphoreDestroy => self.destroys_alone(place, site),
            S::MutexUnlock | S::ReadWriteUnlock | S::SpinUnlock => {
                self.is_usable(place, site, 0) && (self.holds)(place)
            }
            S::ConditionRelease => {
                self.is_usable(place, site, 0)
                    && self.is_usable(place, site, 1)
                    && (self.holds)(place)
                    && self.waits_with_one_mutex(site)
                    && self.code.only(site.operands[1]).is_some_and(|mutex| self.is_held_once(mutex))
            }
            S::MutexLock
            | S::MutexTryLock
            | S::MutexTimedLock
            | S::ConditionWake
            | S::ConditionTimedWake
            | S::ConditionSignal
            | S::ConditionBroadcast
            | S::ReadLock
            | S::ReadTryLock
            | S::ReadTimedLock
            | S::WriteLock
            | S::WriteTryLock
            | S::WriteTimedLock
            | S::SpinLock
            | S::SpinTryLock
            | S::BarrierArrive
            | S::BarrierLeave
            | S::SemaphoreWait
            | S::SemaphoreTryWait
            | S::SemaphoreTimedWait
            | S::SemaphorePost
            | S::SemaphoreGetValue
            | S::OnceBegin
            | S::OnceEnd => self.is_usable(place, site, 0),
            S::TestCancel | S::SetCancelState => true,
            S::ThreadDetach => self.detaches_once(place, site),
            S::KeyCreate
            | S::KeyDelete
            | S::KeyGet
            | S::KeySet
            | S::ThreadTestEnd
            | S::ThreadCancel
            | S::CleanupPush
            | S::CleanupPop
            | S::BecomeChild => false,
            S::Overwrite => self.overwrites_alone(place, site),
        }
    }

    /// Whether every object that an operand may name is usable.
    fn is_usable(&self, place: CodePlace, site: &SynchronizationSite, operand: usize) -> bool {
        let Some(targets) = self.code.memory(site.operands[operand]) else { return false };
        let known = self.usable[self.code.class(place)].before(self.code.points_to, self.code.automata, place);
        let family = if operand == 0 { site.operation.family() } else { SynchronizationFamily::Mutex };
        targets.iter().all(|&target| {
            let is_known = || {
                self.facts.number(Fact::Usable(target)).is_some_and(|fact| known.is_some_and(|it| it.contains(fact)))
            };
            self.is_always_usable(target, family) || is_known()
        })
    }

    /// Whether the bytes of an object initialize it, or a call before another thread can reach it, and no call does anything else to it. (A
    /// second call that initializes it is a misuse.)
    fn is_always_usable(&self, target: Target, family: SynchronizationFamily) -> bool {
        let Code { points_to, automata, .. } = self.code;
        let is_global = matches!(points_to.object(target.object).kind, ObjectKind::Global(_));
        is_global && has_initializer(family) && !overlaps(&self.facts.changed, target)
            || points_to.is_initialized_at_birth(target, automata) && !overlaps(&self.facts.destroyed, target)
    }

    /// Whether an initialization is the first one of a new object, or of an object that only this class initializes, and that is not initialized
    /// there.
    fn initializes_once(&self, place: CodePlace, site: &SynchronizationSite) -> bool {
        if site.is_at_birth && !matches!(site.operation, S::BarrierInit | S::SemaphoreInit) {
            return true;
        }
        let Some(object) = self.code.only(site.operands[0]) else { return false };
        let Some(fact) = self.facts.number(Fact::Usable(object)) else { return false };
        let class = self.code.class(place);
        let is_elsewhere = |(other, site): &Site<'_>| {
            change(site.operation) == Change::Initializes
                && overlaps(self.code.points_to.targets(site.operands[0]), object)
                && self.code.class(*other) != class
        };
        let before = self.initialized[class].before(self.code.points_to, self.code.automata, place);
        // With another number the call fails (EINVAL), and the object is not initialized.
        let numbers = match site.operation {
            S::BarrierInit => Some(1..=i128::from(i32::MAX)),
            S::SemaphoreInit => Some(0..=i128::from(i32::MAX)),
            _ => None,
        };
        let is_number = |wanted: &RangeInclusive<i128>| match self.code.effect(place) {
            Effect::Synchronize { operands, .. } => operands
                .get(1)
                .is_some_and(|number| matches!(number.kind, ExprKind::Integer(number) if wanted.contains(&number))),
            _ => false,
        };
        self.code.is_single(class)
            && numbers.as_ref().is_none_or(is_number)
            && !self.sites.iter().any(is_elsewhere)
            && before.is_some_and(|known| !known.contains(fact))
    }

    /// Whether an object is destroyed that is usable, that no other running thread names, and that no thread has.
    fn destroys_alone(&self, place: CodePlace, site: &SynchronizationSite) -> bool {
        let Some(object) = self.code.only(site.operands[0]) else { return false };
        self.is_usable(place, site, 0) && self.is_held_once(object) && self.is_alone_with(place, object)
    }

    /// Whether an object may be overwritten: no call has initialized it since it was destroyed, no other running thread names it, and no thread
    /// holds it.
    fn overwrites_alone(&self, place: CodePlace, site: &SynchronizationSite) -> bool {
        let Some(object) = self.code.only(site.operands[0]) else { return false };
        let Some(fact) = self.facts.number(Fact::Usable(object)) else { return false };
        let class = self.code.class(place);
        let initialized = self.initialized[class].before(self.code.points_to, self.code.automata, place);
        initialized.is_some_and(|known| !known.contains(fact)) && self.is_alone_with(place, object)
    }

    /// Whether no other running thread names an object, and no thread holds it.
    fn is_alone_with(&self, place: CodePlace, object: Target) -> bool {
        let class = self.code.class(place);
        let names = |(_, site): &Site<'_>| {
            site.operands.iter().any(|&operand| overlaps(self.code.points_to.targets(operand), object))
        };
        let users: FxHashSet<ThreadClass> =
            self.sites.iter().filter(|site| names(site)).map(|(user, _)| self.code.class(*user)).collect();
        let concerns = |held: &BitSet| held.iter().any(|fact| overlaps(self.held.locks(fact), object));
        let here = self.may_hold[class].before(self.code.points_to, self.code.automata, place);
        let keeps_to_its_end = |user: &ThreadClass| self.may_hold[*user].end.as_ref().is_some_and(concerns);
        let mut beside = users.iter().filter(|user| **user != class);
        self.code.is_single(class)
            && here.is_some_and(|held| !concerns(held))
            && beside.all(|user| !self.code.may_run_beside(*user, place) && !keeps_to_its_end(user))
    }

    /// Whether no thread acquires a lock that it may hold: then one release releases it.
    fn is_held_once(&self, lock: Target) -> bool {
        let Code { points_to, automata, .. } = self.code;
        let acquires = |(_, site): &&Site<'_>| {
            site.operation.lock_change() == Some(LockChange::Acquires)
                && overlaps(points_to.targets(site.operands[0]), lock)
        };
        let mut acquisitions = self.sites.iter().filter(acquires);
        acquisitions.all(|&(place, _)| {
            let held = self.may_hold[self.code.class(place)].before(points_to, automata, place);
            held.is_none_or(|held| !held.iter().any(|fact| overlaps(self.held.locks(fact), lock)))
        })
    }

    /// Whether all waits that may be for the same condition variable release the same mutex.
    fn waits_with_one_mutex(&self, site: &SynchronizationSite) -> bool {
        let Some(mutex) = self.code.only(site.operands[1]) else { return false };
        let conditions = self.code.points_to.targets(site.operands[0]);
        let may_be_same = |other: &SynchronizationSite| {
            self.code.points_to.targets(other.operands[0]).iter().any(|&target| overlaps(conditions, target))
        };
        let is_other = |(_, other): &Site<'_>| {
            other.operation == S::ConditionRelease
                && may_be_same(other)
                && self.code.only(other.operands[1]) != Some(mutex)
        };
        !self.sites.iter().any(is_other)
    }

    /// Whether a join joins each thread once that it names, and only created ones.
    fn joins_once(&self, place: CodePlace) -> bool {
        let Code { points_to, automata, parallel } = self.code;
        let class = match parallel.joined(place.0, place.1) {
            Some(class) if points_to.runs_once(place.0, place.1, automata) => Some(class),
            Some(_) => None,
            None => parallel.joined_once_in_a_loop(place),
        };
        let created = class.and_then(|class| self.facts.number(Fact::Created(class)));
        let known = self.usable[self.code.class(place)].before(points_to, automata, place);
        created.is_some_and(|fact| known.is_some_and(|it| it.contains(fact)))
    }
}
