//! Threads that may wait in a cycle for locks: the shortest cycle for each set of locks.
//!
//! An *edge* from a lock to a lock is a location where a thread may hold the first lock and waits for the second one. A cycle of edges may
//! be a deadlock if its threads can be at all its locations at the same time: any two of them may run in parallel, and no lock is held
//! exclusively by both (a gate lock; Havelund 2000). For locks in several objects of one kind, a single edge is a cycle: two threads may
//! lock two of them in opposite orders.
//!
//! A lock may be held after an acquisition until a release that may name it. A release of one of several locks counts as a release of all
//! of them. Otherwise a scan would list every function behind such a release, which helps no reader.

use raddle_analysis::accesses::Accesses;
use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::flow::{States, solve};
use raddle_analysis::held_lock::{HeldLock, exclude_each_other};
use raddle_analysis::held_locks::{MayHold, named};
use raddle_analysis::parallel::Parallel;
use raddle_analysis::points_to::{Context, ObjectKind, PointsTo, Target, ThreadClass};
use raddle_program::automaton::Transition;
use raddle_program::bits::BitSet;
use raddle_program::entity::Table;
use raddle_program::syntax::LockChange;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::finding::{DeadlockFinding, Status, Wait};
use crate::objects::Naming;
use crate::stacks::Stacks;

/// Cycles have so many locks at most.
const LENGTH_LIMIT: usize = 4;
/// After so many steps no more cycles are looked for.
const STEP_LIMIT: u32 = 1_000_000;
/// A call that may lock more locks than this, or is made with more locks than this, says nothing about their order.
const LOCK_LIMIT: usize = 16;

/// A place where a thread may hold one lock and waits for another one.
struct Edge {
    held: usize,
    wanted: usize,
    place: (Context, Transition),
    /// The locks that the thread certainly holds.
    gates: Rc<Vec<HeldLock>>,
}

/// The findings, shorter cycles first.
pub fn deadlocks(program: &AnalyzedProgram, accesses: &Accesses<'_>, parallel: &Parallel<'_>) -> Vec<DeadlockFinding> {
    let points_to: &PointsTo = program.points_to();
    let locks = locks(program, parallel);
    let edges = edges(program, accesses, parallel, &locks);
    let unique: Vec<bool> = locks.iter().map(|&lock| points_to.is_unique(lock, program.automata())).collect();
    let mut from: BTreeMap<usize, Vec<&Edge>> = BTreeMap::new();
    for edge in &edges {
        from.entry(edge.held).or_default().push(edge);
    }
    let mut search = Search { from, unique: &unique, parallel, found: BTreeMap::new(), n_left: STEP_LIMIT };
    for first in 0..locks.len() {
        search.extend(first, first, &mut Vec::new());
    }
    let (naming, stacks) = (Naming::of(program), Stacks::of(program));
    let wait = |edge: &&Edge| {
        let (context, transition) = edge.place;
        let procedure = points_to.contexts[context].procedure;
        Wait {
            place: naming.place(program.automata()[procedure].transitions[transition].span),
            thread: naming.thread(points_to.contexts[context].class),
            holds: naming.lock(locks[edge.held]),
            wants: naming.lock(locks[edge.wanted]),
            stack: stacks.to(context),
        }
    };
    let finding = |cycle: &Vec<&Edge>| DeadlockFinding {
        status: Status::Possible,
        locks: cycle.iter().map(|edge| naming.lock(locks[edge.held])).collect(),
        waits: cycle.iter().map(wait).collect(),
        trace: None,
    };
    let mut findings: Vec<DeadlockFinding> = search.found.values().map(finding).collect();
    findings.sort_by_key(|finding| (finding.waits.len(), finding.waits[0].place.clone()));
    // Of cycles through the same locks by name the shortest one tells the cause.
    let mut named: BTreeSet<String> = BTreeSet::new();
    findings.retain(|finding| {
        let is_new = finding.locks.iter().any(|lock| !named.contains(lock));
        named.extend(finding.locks.iter().cloned());
        is_new
    });
    findings
}

/// Everything that an acquisition may name, in order. The lock by which the model of signals keeps handlers apart is none that a program
/// waits for.
fn locks(program: &AnalyzedProgram, parallel: &Parallel<'_>) -> Vec<Target> {
    let points_to = program.points_to();
    let is_of_program = |target: &Target| match points_to.object(target.object).kind {
        ObjectKind::Global(global) => !program.globals[global].name.starts_with("__raddle_signal"),
        _ => true,
    };
    let mut locks = BTreeSet::new();
    for (&place, site) in &points_to.synchronizations {
        if site.operation.lock_change() == Some(LockChange::Acquires) && parallel.running_at(place).is_some() {
            locks.extend(named(points_to, site.operands[0]).filter(is_of_program));
        }
    }
    locks.into_iter().collect()
}

fn edges(program: &AnalyzedProgram, accesses: &Accesses<'_>, parallel: &Parallel<'_>, locks: &[Target]) -> Vec<Edge> {
    let (points_to, automata) = (program.points_to(), program.automata());
    let problem = MayHold::with_all_released(points_to, locks);
    let states: Table<ThreadClass, States> =
        points_to.classes.ids().map(|class| solve(points_to, automata, class, &problem)).collect();
    let mut sites: Vec<_> = points_to.synchronizations.iter().collect();
    sites.sort_unstable_by_key(|(place, _)| **place);
    let mut edges = Vec::new();
    for (&place, site) in sites {
        let waits = site.operation.may_block() && site.operation.lock_change() == Some(LockChange::Acquires);
        if !waits || parallel.running_at(place).is_none() {
            continue;
        }
        let data = &points_to.contexts[place.0];
        let from = automata[data.procedure].transitions[place.1].from;
        let held: Vec<usize> = states[data.class].at(place.0, from).into_iter().flat_map(BitSet::iter).collect();
        let wanted: Vec<usize> =
            named(points_to, site.operands[0]).filter_map(|lock| locks.binary_search(&lock).ok()).collect();
        if held.len() > LOCK_LIMIT || wanted.len() > LOCK_LIMIT {
            continue;
        }
        let gates = Rc::new(accesses.held_at(place));
        for wanted in wanted {
            edges.extend(held.iter().map(|&held| Edge { held, wanted, place, gates: gates.clone() }));
        }
    }
    edges
}

struct Search<'a> {
    from: BTreeMap<usize, Vec<&'a Edge>>,
    unique: &'a [bool],
    parallel: &'a Parallel<'a>,
    /// The shortest cycle for each set of locks.
    found: BTreeMap<BTreeSet<usize>, Vec<&'a Edge>>,
    n_left: u32,
}

impl<'a> Search<'a> {
    /// Looks for cycles through `first`, the smallest of their locks, that begin with a path to `last`.
    fn extend(&mut self, first: usize, last: usize, path: &mut Vec<&'a Edge>) {
        for edge in self.from.get(&last).cloned().unwrap_or_default() {
            if self.n_left == 0 {
                return;
            }
            self.n_left -= 1;
            if edge.wanted < first || !path.iter().all(|other| self.can_meet(other, edge)) {
                continue;
            }
            if edge.wanted == first {
                let locks: BTreeSet<usize> = path.iter().map(|edge| edge.held).chain([edge.held]).collect();
                let mut cycle: Vec<&Edge> = path.iter().copied().chain([edge]).collect();
                // One lock alone is no cycle, but two of one kind are.
                if path.is_empty() {
                    let others = self.from[&first].iter().filter(|other| other.wanted == first);
                    match others.copied().find(|other| self.can_meet(edge, other)) {
                        Some(other) if !self.unique[first] => cycle.push(other),
                        _ => continue,
                    }
                }
                let known = self.found.entry(locks).or_insert_with(|| cycle.clone());
                if cycle.len() < known.len() {
                    *known = cycle;
                }
            } else if path.len() + 1 < LENGTH_LIMIT && path.iter().all(|other| other.held != edge.wanted) {
                path.push(edge);
                self.extend(first, edge.wanted, path);
                path.pop();
            }
        }
    }

    /// Whether two threads can be at two places at once.
    fn can_meet(&self, one: &Edge, other: &Edge) -> bool {
        self.parallel.may_be_parallel(one.place, other.place) && !exclude_each_other(&one.gates, &other.gates)
    }
}
