//! Locks that creators hold: what a lock of one thread implies for the threads that it creates.
//!
//! Let P be a class with one thread that creates, directly, a class S, and D a class that is S or descends from it.
//!
//! Rule 1. Let P hold a lock exclusively when it creates S, and never release it while D may be running. Then no other
//! thread that holds the lock runs beside D: it held the lock before S was created, or acquires it after D has ended.
//!
//! Rule 2. Let P hold a lock exclusively when it creates S, and not have released it since when it is at a location.
//! Then this location comes before all that a thread of D does after that thread, or one between it and P, acquired the
//! lock.
//!
//! (Goblint calls them creation lock sets and descendant lock sets.) Locks are those of [`super::lockset`], unique and reliable.
//!
//! Rule: the creator holds the lock from the creation on, as long as the thread may run, or up to the access.
//! Tests: `creator_lets_the_lock_go`, `created_while_the_lock_was_free`, `lock_let_go_since_the_creation`.

use raddle_program::automaton::{Automaton, Transition};
use raddle_program::bits::BitSet;
use raddle_program::entity::{Entity, Table};
use raddle_program::syntax::ProcedureId;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;

use super::flow::{Join, Problem, States, solve};
use super::held_lock::HeldLock;
use super::lockset::{LockSets, acquisition, released};
use super::parallel::Parallel;
use super::points_to::CodePlace;
use super::points_to::{Context, PointsTo, Target, ThreadClass};

/// What creators keep locked.
pub struct CreationLockSets<'a> {
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    parallel: &'a Parallel<'a>,
    locksets: &'a LockSets<'a>,
    /// By class: the locks that its threads hold alone where they create a class.
    sides: Table<ThreadClass, Vec<(ThreadClass, Target)>>,
    /// By class: by position in `sides`, whether the lock may not be kept since the class was created.
    dropped: Table<ThreadClass, States>,
    /// The locks of `sides`, in order.
    locks: Vec<Target>,
    /// By class: by position in `locks`, the locks that its threads certainly acquired by themselves.
    acquired: Table<ThreadClass, States>,
    /// The results so far: for a side, a class and a lock, whether the creator of the side keeps the lock.
    kept: RefCell<FxHashMap<(ThreadClass, ThreadClass, Target), bool>>,
}

impl<'a> CreationLockSets<'a> {
    /// Computes them.
    pub fn of(
        points_to: &'a PointsTo,
        automata: &'a Table<ProcedureId, Automaton>,
        parallel: &'a Parallel<'a>,
        locksets: &'a LockSets<'a>,
    ) -> CreationLockSets<'a> {
        let sides = sides(points_to, locksets);
        let locks: BTreeSet<Target> = sides.values().flatten().map(|&(_, lock)| lock).collect();
        let locks: Vec<Target> = locks.into_iter().collect();
        let dropped_by = |(class, sides): (ThreadClass, &Vec<(ThreadClass, Target)>)| {
            solve(points_to, automata, class, &Dropping { points_to, parallel, locksets, sides })
        };
        let dropped = sides.iter().map(dropped_by).collect();
        let acquiring = Acquiring { points_to, locksets, locks: &locks };
        let acquired = points_to.classes.ids().map(|class| solve(points_to, automata, class, &acquiring)).collect();
        let kept = RefCell::default();
        CreationLockSets { points_to, automata, parallel, locksets, sides, dropped, locks, acquired, kept }
    }

    /// The lock by which two places in different threads are in order, or exclude each other, since a creator holds it.
    pub fn lock_between(&self, one: CodePlace, other: CodePlace) -> Option<Target> {
        // Both rules ask for a lock that one of the places holds, and that a creator holds.
        let [mine, theirs] = [one, other].map(|place| self.locksets.held(place.0, place.1));
        let held = mine.iter().chain(&theirs).map(|held| held.lock);
        let candidates: BTreeSet<Target> = held.filter(|lock| self.locks.binary_search(lock).is_ok()).collect();
        candidates.into_iter().find(|&lock| {
            self.is_shut_out(one, (other, &theirs), lock)
                || self.is_shut_out(other, (one, &mine), lock)
                || self.is_before((one, &mine), other, lock)
                || self.is_before((other, &theirs), one, lock)
        })
    }

    fn class_of(&self, place: CodePlace) -> ThreadClass {
        self.points_to.contexts[place.0].class
    }

    /// The single classes above a class, each with the class that it creates on the path down.
    fn creators(&self, class: ThreadClass) -> Vec<(ThreadClass, ThreadClass)> {
        let ancestry = self.points_to.ancestry(class);
        let pairs = ancestry.windows(2).map(|pair| (pair[1], pair[0]));
        pairs.filter(|&(creator, _)| self.points_to.classes[creator].is_single).collect()
    }

    fn state_at<'s>(&self, states: &'s Table<ThreadClass, States>, place: CodePlace) -> Option<&'s BitSet> {
        let data = &self.points_to.contexts[place.0];
        states[data.class].before(self.points_to, self.automata, place)
    }

    /// Rule 1: the thread of `one` runs only while one of its creators holds the lock, and the thread of `other`, which
    /// is not that creator, holds it, too.
    fn is_shut_out(&self, one: CodePlace, (other, held): (CodePlace, &[HeldLock]), lock: Target) -> bool {
        if !held.iter().any(|held| held.lock == lock) {
            return false;
        }
        let class = self.class_of(one);
        self.creators(class)
            .into_iter()
            .any(|(creator, side)| creator != self.class_of(other) && self.keeps(creator, side, class, lock))
    }

    /// Whether a creator holds a lock whenever a class may be running that descends from one that it creates.
    fn keeps(&self, creator: ThreadClass, side: ThreadClass, class: ThreadClass, lock: Target) -> bool {
        if let Some(&known) = self.kept.borrow().get(&(side, class, lock)) {
            return known;
        }
        let keeps = self.find_kept(creator, side, class, lock);
        self.kept.borrow_mut().insert((side, class, lock), keeps);
        keeps
    }

    fn find_kept(&self, creator: ThreadClass, side: ThreadClass, class: ThreadClass, lock: Target) -> bool {
        let Some(fact) = self.fact(creator, side, lock) else { return false };
        self.points_to.contexts.iter().filter(|(_, data)| data.class == creator).all(|(context, data)| {
            self.automata[data.procedure].transitions.ids().all(|transition| {
                let place = (context, transition);
                let runs = self.parallel.running_at(place).is_some_and(|running| running.contains(class.index()));
                !runs || self.state_at(&self.dropped, place).is_some_and(|dropped| !dropped.contains(fact))
            })
        })
    }

    /// The fact that a creator may not keep a lock since it created a side; `None` if it never holds the lock there.
    fn fact(&self, creator: ThreadClass, side: ThreadClass, lock: Target) -> Option<usize> {
        self.sides[creator].binary_search(&(side, lock)).ok()
    }

    /// Rule 2: `one` is in a creator of the thread of `other`, which has the lock since it created that side, and `other` comes
    /// after an acquisition.
    fn is_before(&self, (one, held): (CodePlace, &[HeldLock]), other: CodePlace, lock: Target) -> bool {
        let holds = |held: &HeldLock| held.lock == lock && !held.is_shared;
        let creator = self.class_of(one);
        let class = self.class_of(other);
        let side = self.creators(class).into_iter().find(|&(above, _)| above == creator).map(|(_, side)| side);
        let Some(side) = side else { return false };
        let Some(fact) = self.fact(creator, side, lock) else { return false };
        held.iter().any(holds)
            && self.state_at(&self.dropped, one).is_some_and(|dropped| !dropped.contains(fact))
            && self.was_acquired(other, side, lock)
    }

    /// Whether a thread, or those between it and the creator of a side, acquired a lock before this place.
    fn was_acquired(&self, place: CodePlace, side: ThreadClass, lock: Target) -> bool {
        let index = self.locks.binary_search(&lock).expect("a creator holds the lock");
        if self.state_at(&self.acquired, place).is_some_and(|acquired| acquired.contains(index)) {
            return true;
        }
        let class = self.class_of(place);
        let created_at = &self.points_to.classes[class].created_at;
        class != side && !created_at.is_empty() && created_at.iter().all(|&place| self.was_acquired(place, side, lock))
    }
}

/// By class: each class that it creates, with each lock that it holds alone where it does so, in order.
///
/// A lock that is held at no creation of a side orders nothing, so that these few pairs are all that has to be followed: a server of 400
/// modules has 320,000 pairs of a class and a lock.
fn sides(points_to: &PointsTo, locksets: &LockSets<'_>) -> Table<ThreadClass, Vec<(ThreadClass, Target)>> {
    let mut sides: Table<ThreadClass, BTreeSet<(ThreadClass, Target)>> =
        points_to.classes.ids().map(|_| BTreeSet::new()).collect();
    for (&(context, transition), created) in &points_to.creations {
        let held = locksets.held(context, transition);
        let alone = held.iter().filter(|held| !held.is_shared).map(|held| held.lock);
        let pairs = alone.flat_map(|lock| created.iter().map(move |&side| (side, lock)));
        sides[points_to.contexts[context].class].extend(pairs);
    }
    sides.values().map(|pairs| pairs.iter().copied().collect()).collect()
}

/// The facts are the pairs of a class that is created and a lock, if the lock is not kept since.
struct Dropping<'a> {
    points_to: &'a PointsTo,
    parallel: &'a Parallel<'a>,
    locksets: &'a LockSets<'a>,
    sides: &'a [(ThreadClass, Target)],
}

impl Problem for Dropping<'_> {
    fn n_facts(&self) -> usize {
        self.sides.len()
    }

    fn join(&self) -> Join {
        Join::May
    }

    fn transfer(&self, context: Context, transition: Transition, state: &mut BitSet) {
        if self.sides.is_empty() {
            return;
        }
        for &created in self.points_to.creations.get(&(context, transition)).into_iter().flatten() {
            let held = self.locksets.held(context, transition);
            for (fact, &(side, lock)) in self.sides.iter().enumerate() {
                if side == created && !held.iter().any(|held| held.lock == lock && !held.is_shared) {
                    state.insert(fact);
                }
            }
        }
        let Some(site) = self.points_to.synchronizations.get(&(context, transition)) else { return };
        let Some(operand) = released(site.operation) else { return };
        let Some(running) = self.parallel.running_at((context, transition)) else { return };
        for (fact, &(side, lock)) in self.sides.iter().enumerate() {
            // What descends from a class that has ended may be running still.
            let descends = |class: usize| self.points_to.ancestry(ThreadClass::from_index(class)).contains(&side);
            if self.locksets.may_name(site.operands[operand], lock) && running.iter().any(descends) {
                state.insert(fact);
            }
        }
    }

    fn leave(&self, _callee: Context, _state: &mut BitSet) {}
}

/// The facts are locks that the thread acquired at some time.
struct Acquiring<'a> {
    points_to: &'a PointsTo,
    locksets: &'a LockSets<'a>,
    locks: &'a [Target],
}

impl Problem for Acquiring<'_> {
    fn n_facts(&self) -> usize {
        self.locks.len()
    }

    fn join(&self) -> Join {
        Join::Must
    }

    fn transfer(&self, context: Context, transition: Transition, state: &mut BitSet) {
        let Some(site) = self.points_to.synchronizations.get(&(context, transition)) else { return };
        let Some((_, false)) = acquisition(site.operation) else { return };
        if let Some(named) = self.locksets.lock_of(site.operands[0])
            && let Ok(index) = self.locks.binary_search(&named)
        {
            state.insert(index);
        }
    }

    fn leave(&self, _callee: Context, _state: &mut BitSet) {}
}
