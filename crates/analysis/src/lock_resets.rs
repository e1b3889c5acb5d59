//! Resets of locks: initializations, destructions and assignments of a whole lock. A reset forgets which thread holds the lock, and
//! releases before it order no acquisition behind it.
//!
//! Rule. A reset takes a lock from no other thread
//! - if it initializes a new object that no other thread can reach yet ([`PointsTo`], births): no thread has used the lock before, however its
//!   address is published; or
//! - if main makes it, and no thread that may be running then uses a lock of the object. Creations and joins order the reset with the
//!   threads that do use it.
//!
//! Left out: a lock that is destroyed with its object while other threads run.
//!
//! Rule: a lock is initialized before its object is published, or while no thread that uses it runs.
//! Tests: `lock_of_a_new_object`, `lock_of_a_published_object`, `lock_of_an_object_that_an_initializer_gets`,
//! `lock_that_an_initializer_gets_again`, `other_lock_initialized_beside_a_new_object`, `lock_given_away_inside_the_object`,
//! `lock_destroyed_beside_threads_without_it`, `lock_destroyed_beside_a_grandchild_with_it`.

use raddle_program::entity::Entity;
use raddle_program::syntax::Synchronization as S;
use rustc_hash::{FxHashMap, FxHashSet};

use super::parallel::Parallel;
use super::points_to::{AbstractObject, CodePlace, PointsTo, SynchronizationSite, Target, ThreadClass};

/// Whether an operation resets a lock.
pub(super) fn begins_anew(operation: S) -> bool {
    matches!(
        operation,
        S::MutexInit
            | S::SpinInit
            | S::ReadWriteInit
            | S::MutexDestroy
            | S::SpinDestroy
            | S::ReadWriteDestroy
            | S::Overwrite
    )
}

/// The resets of a program.
pub(super) struct LockResets<'a> {
    points_to: &'a PointsTo,
    parallel: &'a Parallel<'a>,
    /// By object: the classes of threads whose synchronization calls may go to it.
    users: FxHashMap<AbstractObject, FxHashSet<ThreadClass>>,
}

impl<'a> LockResets<'a> {
    /// Looks at all synchronization calls.
    pub fn of(points_to: &'a PointsTo, parallel: &'a Parallel<'a>) -> LockResets<'a> {
        let mut users: FxHashMap<AbstractObject, FxHashSet<ThreadClass>> = FxHashMap::default();
        for (&(context, _), site) in &points_to.synchronizations {
            let class = points_to.contexts[context].class;
            for target in site.operands.iter().flat_map(|&operand| points_to.targets(operand)) {
                users.entry(target.object).or_default().insert(class);
            }
        }
        LockResets { points_to, parallel, users }
    }

    /// Whether a reset takes a lock from no other thread.
    pub fn is_harmless(&self, place: CodePlace, site: &SynchronizationSite, lock: Target) -> bool {
        let main = ThreadClass::from_index(0);
        let users = self.users.get(&lock.object);
        let uses = |class: usize| users.is_some_and(|users| users.contains(&ThreadClass::from_index(class)));
        let is_used_beside = || self.parallel.running_at(place).is_some_and(|running| running.iter().any(uses));
        site.is_at_birth || self.points_to.contexts[place.0].class == main && !is_used_beside()
    }
}
