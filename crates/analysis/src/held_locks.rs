//! The locks that a thread may hold.
//!
//! An acquisition that can name one lock only makes the fact that this lock may be held; its releases end it. Any other acquisition
//! (`&entry->lock`, `&locks[i]`) makes a fact of its own: a lock that was acquired *here* may be held.
//!
//! Rule. A release ends the fact of an acquisition if the thread certainly holds what it releases ([`super::symbolic_lockset`]), of the locks
//! that it may hold only those of this acquisition can be it, and the acquisition is never reached while one of its own locks may be
//! held. Then the thread has at most one lock of this acquisition, and this one is released.
//! The last two conditions make the facts right by themselves. Deadlock freedom would not be shown without them either: a place that acquires
//! what may be held there waits for itself.
//!
//! Which releases do is assumed first and then checked with the solution: by induction over an execution, what the thread holds is always
//! among the facts of a solution in which all assumptions hold. An assumption that does not hold is dropped, and the rest is solved again.
//!
//! Tests: in `deadlock`: `lock_of_an_entry`, `lock_of_an_entry_is_kept`, `lock_of_another_entry_is_released`, `lock_of_each_entry_in_turn`,
//! `lock_of_each_entry_to_the_last`, `lock_of_the_first_of_two_is_kept`.

use raddle_program::automaton::{Automaton, Transition};
use raddle_program::bits::BitSet;
use raddle_program::entity::Table;
use raddle_program::syntax::{LockChange, ProcedureId, Synchronization as S};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

use super::flow::{Join, Problem, States, solve};
use super::points_to::{Context, Node, PointsTo, Target, ThreadClass};

/// How often a program is solved again before all assumptions are dropped.
const ROUNDS: usize = 12;

/// A place in the code of a thread.
type Place = (Context, Transition);

/// What a step does to the facts, by number.
#[derive(Clone, Debug, Default)]
struct Change {
    begins: Vec<usize>,
    ends: Vec<usize>,
}

/// The locks that a thread may hold, as a data-flow problem.
#[derive(Debug)]
pub struct MayHold {
    /// By fact: the locks that it may be about.
    locks: Vec<Vec<Target>>,
    /// By fact: the only place where it begins; `None` for the facts about one lock each.
    acquired: Vec<Option<Place>>,
    changes: FxHashMap<Place, Change>,
}

impl MayHold {
    /// The problem in which a release of one of several locks counts for all of them: nothing can be proved with it. Fact number `n` is that
    /// lock `n` may be held.
    pub fn with_all_released(points_to: &PointsTo, locks: &[Target]) -> MayHold {
        let numbers: FxHashMap<Target, usize> =
            locks.iter().enumerate().map(|(number, &lock)| (lock, number)).collect();
        let mut problem = MayHold {
            locks: locks.iter().map(|&lock| vec![lock]).collect(),
            acquired: vec![None; locks.len()],
            changes: FxHashMap::default(),
        };
        for (place, change, operand) in lock_changes(points_to) {
            let named = named(points_to, operand).filter_map(|lock| numbers.get(&lock).copied()).collect();
            let entry = problem.changes.entry(place).or_default();
            match change {
                LockChange::Acquires => entry.begins = named,
                LockChange::Releases => entry.ends = named,
            }
        }
        problem
    }

    /// The problem of a program, and its solution for each class of threads. `holds` says whether the thread certainly holds what it
    /// releases at a place.
    pub fn solved(
        points_to: &PointsTo,
        automata: &Table<ProcedureId, Automaton>,
        holds: &dyn Fn(Place) -> bool,
    ) -> (MayHold, Table<ThreadClass, States>) {
        let (mut problem, releases) = MayHold::begin(points_to, automata, holds);
        let fixed = problem.changes.clone();
        let solution = |problem: &MayHold| -> Table<ThreadClass, States> {
            points_to.classes.ids().map(|class| solve(points_to, automata, class, problem)).collect()
        };
        // First each release ends all facts that it may concern. The facts that still hold before a release are then the
        // candidates for the one that it ends.
        for (place, facts) in &releases {
            problem.changes.entry(*place).or_default().ends.extend(facts);
        }
        let mut states = solution(&problem);
        let before = |states: &Table<ThreadClass, States>, place: Place| -> BTreeSet<usize> {
            let state = states[points_to.contexts[place.0].class].before(points_to, automata, place);
            state.into_iter().flat_map(BitSet::iter).collect()
        };
        let candidate = |states: &Table<ThreadClass, States>, place: Place, facts: &BTreeSet<usize>| {
            let held = before(states, place);
            let mut found = facts.intersection(&held);
            found.next().copied().filter(|_| found.next().is_none())
        };
        let mut assumed: BTreeMap<Place, usize> =
            releases.iter().filter_map(|(&place, facts)| Some((place, candidate(&states, place, facts)?))).collect();
        for round in 0..=ROUNDS {
            if round == ROUNDS {
                assumed.clear();
            }
            problem.changes = fixed.clone();
            for (place, fact) in &assumed {
                problem.changes.entry(*place).or_default().ends.push(*fact);
            }
            states = solution(&problem);
            let n_assumed = assumed.len();
            assumed.retain(|&place, &mut fact| {
                let is_single = problem.acquired[fact].is_none_or(|begin| !before(&states, begin).contains(&fact));
                is_single && candidate(&states, place, &releases[&place]) == Some(fact)
            });
            if assumed.len() == n_assumed {
                break;
            }
        }
        (problem, states)
    }

    /// The facts, what steps certainly do to them, and the releases that end one of some facts, if it is clear which.
    fn begin(
        points_to: &PointsTo,
        automata: &Table<ProcedureId, Automaton>,
        holds: &dyn Fn(Place) -> bool,
    ) -> (MayHold, BTreeMap<Place, BTreeSet<usize>>) {
        let mut problem = MayHold { locks: Vec::new(), acquired: Vec::new(), changes: FxHashMap::default() };
        let mut unique: FxHashMap<Target, usize> = FxHashMap::default();
        let mut steps: Vec<_> = lock_changes(points_to).collect();
        steps.sort_unstable_by_key(|&(place, ..)| place);
        let only = |named: &[Target]| match named {
            [lock] if points_to.is_unique(*lock, automata) => Some(*lock),
            _ => None,
        };
        for &(place, _, operand) in steps.iter().filter(|step| step.1 == LockChange::Acquires) {
            let named: Vec<Target> = named(points_to, operand).collect();
            if named.is_empty() {
                continue;
            }
            let only = only(&named);
            let next = problem.locks.len();
            let fact = only.map_or(next, |lock| *unique.entry(lock).or_insert(next));
            if fact == next {
                problem.locks.push(named);
                problem.acquired.push(only.is_none().then_some(place));
            }
            problem.changes.entry(place).or_default().begins.push(fact);
        }
        let mut releases = BTreeMap::new();
        for &(place, _, operand) in steps.iter().filter(|step| step.1 == LockChange::Releases) {
            let named: Vec<Target> = named(points_to, operand).collect();
            let certain = only(&named).and_then(|lock| unique.get(&lock).copied());
            problem.changes.entry(place).or_default().ends.extend(certain);
            let is_about = |fact: &usize| {
                Some(*fact) != certain && problem.locks[*fact].iter().any(|&lock| overlaps(&named, lock))
            };
            let facts: BTreeSet<usize> = (0..problem.locks.len()).filter(is_about).collect();
            if !facts.is_empty() && holds(place) {
                releases.insert(place, facts);
            }
        }
        (problem, releases)
    }

    /// The locks that a fact may be about.
    pub fn locks(&self, fact: usize) -> &[Target] {
        &self.locks[fact]
    }

    /// The number of facts.
    pub fn len(&self) -> usize {
        self.locks.len()
    }

    /// Whether no lock is ever acquired.
    pub fn is_empty(&self) -> bool {
        self.locks.is_empty()
    }
}

impl Problem for MayHold {
    fn n_facts(&self) -> usize {
        self.locks.len()
    }

    fn join(&self) -> Join {
        Join::May
    }

    fn transfer(&self, context: Context, transition: Transition, state: &mut BitSet) {
        let Some(Change { begins, ends }) = self.changes.get(&(context, transition)) else { return };
        for &fact in ends {
            state.remove(fact);
        }
        for &fact in begins {
            state.insert(fact);
        }
    }

    fn leave(&self, _callee: Context, _state: &mut BitSet) {}
}

/// Whether a lock may be one of some targets.
pub fn overlaps(targets: &[Target], lock: Target) -> bool {
    let same = |target: &Target| {
        target.object == lock.object
            && (target.offset == lock.offset || target.offset.is_none() || lock.offset.is_none())
    };
    targets.iter().any(same)
}

/// The locks among what an operand may name.
pub fn named(points_to: &PointsTo, operand: Node) -> impl Iterator<Item = Target> {
    points_to.targets(operand).iter().copied().filter(|target| points_to.object(target.object).kind.is_memory())
}

/// The steps that acquire or release a lock, and the operand that names it.
fn lock_changes(points_to: &PointsTo) -> impl Iterator<Item = (Place, LockChange, Node)> {
    points_to.synchronizations.iter().filter_map(|(&place, site)| match site.operation {
        S::ConditionRelease => Some((place, LockChange::Releases, site.operands[1])),
        operation => operation.lock_change().map(|change| (place, change, site.operands[0])),
    })
}
