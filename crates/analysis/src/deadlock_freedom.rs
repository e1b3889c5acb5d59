//! Deadlock freedom, shown without executing anything.
//!
//! In a deadlock every live thread is blocked. If threads block at locks and joins only, each waits for another one:
//! the owner of the lock, or the thread that is joined. So either some owner has ended, or the threads wait in a cycle.
//!
//! Rule. No execution deadlocks if no thread ends while it may hold a lock, and there is no cycle of *blocking points*,
//! where a point P waits for a point Q if
//! - P locks what a thread at Q may hold (P = Q included: a thread that locks again), or
//! - P joins a thread of the class of Q,
//!
//! and no thread can stay for ever inside of a section that another thread may wait for: every cycle of steps on which
//! it may hold the lock is a bounded loop ([`raddle_program::counting`]), and it does not join a thread that may go on
//! for ever. Cycles are excluded if two of their points exclude each other: they cannot be in parallel, or both hold a
//! *gate lock* ([`super::lockset`]) that one of them holds exclusively.
//!
//! A thread *may hold* every lock that an acquisition may name, until a release that certainly releases it
//! ([`super::held_locks`]). That is correct for locks that one call releases: programs with recursive mutexes (also by
//! what is stored in their bytes), or with a second read lock while one is held, are left open. So are programs that
//! wait for condition variables, barriers, semaphores or once controls.
//!
//! Rule: a lock owner does not end, and enters no loop without a known bound. A release releases. A join
//! waits, too. Only a lock that both threads hold breaks a lock-order cycle.
//! Tests: in `deadlock`: `holder_goes_on_for_ever`, `main_exits_its_thread_with_the_lock`,
//! `recursive_by_attribute`, `read_locked_twice`, `join_with_lock`, `opposite_order`,
//! `neighbours_lock_each_other`.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use raddle_program::automaton::{Automaton, Transition};
use raddle_program::bits::BitSet;
use raddle_program::counting::endless_cycle;
use raddle_program::entity::Table;
use raddle_program::source::Span;
use raddle_program::syntax::{Effect, LockChange, ProcedureId, Program, Synchronization as S};

use super::flow::{Problem, States};
use super::held_lock::exclude_each_other;
use super::held_locks::{MayHold, overlaps};
use super::lockset::LockSets;
use super::mutex_kinds::{MutexKinds, RECURSIVE};
use super::parallel::Parallel;
use super::points_to::{Context, Node, ObjectKind, PointsTo, Target, ThreadClass};
use super::symbolic_lockset::SymbolicLockSets;

/// What was compared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DeadlockFreedom {
    /// Places at which a thread may block.
    pub points: u64,
    /// Pairs of them of which one may wait for the other.
    pub waits: u64,
    /// Cycles, each with two points that exclude each other.
    pub circles: u64,
    /// Numbers that show it, if there are any.
    pub ranks: Ranks,
}

/// Why deadlock freedom was not shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// An unsupported construct may be reached.
    Unsupported(Span),
    /// A pointer from outside is used: it may lead to any object whose address has escaped.
    Outside(Span),
    /// Threads wait here for something else than a lock or the end of a thread, or threads that hold locks vanish.
    OtherWait(Span),
    /// A lock may be held twice by one thread.
    HeldTwice(Span),
    /// A thread may end while it holds a lock that is acquired here.
    EndsHolding(Span),
    /// A thread may go on for ever while it holds a lock for which another thread may wait.
    EndlessSection(Span),
    /// There may be a lock-order cycle: the location of each thread.
    Circle(Vec<Span>),
    /// There are too many cycles to check.
    TooManyCircles,
}

/// The greatest number of cycles that are checked.
const CIRCLE_LIMIT: u64 = 10_000;

/// A place at which a thread may block.
struct Point {
    context: Context,
    transition: Transition,
    span: Span,
    class: ThreadClass,
    waits_for: Waits,
    may_hold: Vec<Target>,
}

enum Waits {
    Lock(Node),
    Thread(Node),
}

/// Shows that a program has no deadlock, or returns the obstacle.
///
/// # Errors
/// The first obstacle.
pub fn prove(
    program: &Program,
    points_to: &PointsTo,
    automata: &Table<ProcedureId, Automaton>,
) -> Result<DeadlockFreedom, Obstacle> {
    let parallel = Parallel::of(program, points_to, automata);
    let proof = Proof { program, automata, points_to, parallel: &parallel };
    let (points, waits) = proof.points_and_waits()?;
    let locksets = LockSets::of(program, points_to, automata, &parallel);
    let mut found = DeadlockFreedom { points: points.len() as u64, ..DeadlockFreedom::default() };
    found.waits = waits.iter().map(|waits| waits.len() as u64).sum();
    each_circle(&waits, &mut |circle| {
        found.circles += 1;
        if found.circles > CIRCLE_LIMIT {
            return Err(Obstacle::TooManyCircles);
        }
        let pairs =
            || circle.iter().enumerate().flat_map(|(index, &one)| circle[index + 1..].iter().map(move |&it| (one, it)));
        if pairs().any(|(one, other)| proof.exclude_each_other(&locksets, &points[one], &points[other])) {
            return Ok(());
        }
        Err(Obstacle::Circle(circle.iter().map(|&point| points[point].span).collect()))
    })?;
    found.ranks = ranks(&proof, &locksets, &points, &waits);
    Ok(found)
}

/// Numbers for the steps that may block: a thread waits only for threads at steps with smaller ones. `None` if there are no such
/// numbers, though there may be no deadlock.
pub type Ranks = Option<Vec<(Context, Transition, u64)>>;

fn ranks(proof: &Proof<'_>, locksets: &LockSets<'_>, points: &[Point], waits: &[Vec<usize>]) -> Ranks {
    let can_wait =
        |one: usize, other: usize| one == other || !proof.exclude_each_other(locksets, &points[one], &points[other]);
    let mut ranks: Vec<Option<u64>> = vec![None; points.len()];
    loop {
        let mut is_new = false;
        for point in 0..points.len() {
            let mut behind = waits[point].iter().filter(|&&other| can_wait(point, other)).map(|&other| ranks[other]);
            let rank = behind.try_fold(0, |rank, other| Some(rank.max(other? + 1)));
            if ranks[point].is_none() && rank.is_some() {
                ranks[point] = rank;
                is_new = true;
            }
        }
        if !is_new {
            break;
        }
    }
    let ranked = |(point, rank): (&Point, Option<u64>)| Some((point.context, point.transition, rank?));
    points.iter().zip(ranks).map(ranked).collect()
}

struct Proof<'a> {
    program: &'a Program,
    automata: &'a Table<ProcedureId, Automaton>,
    points_to: &'a PointsTo,
    parallel: &'a Parallel<'a>,
}

impl Proof<'_> {
    /// The points, and for each those that it may wait for.
    fn points_and_waits(&self) -> Result<(Vec<Point>, Vec<Vec<usize>>), Obstacle> {
        if let Some(&span) = self.points_to.unsupported.first() {
            return Err(Obstacle::Unsupported(span));
        }
        if let Some(&span) = self.points_to.outside.first() {
            return Err(Obstacle::Outside(span));
        }
        self.check_operations()?;
        let (problem, states) = self.may_hold();
        self.check_ends(&states, &problem)?;
        let points = self.points(&states, &problem)?;
        self.check_sections(&states, &problem, &points)?;
        let waits = self.waits(&points);
        Ok((points, waits))
    }

    /// Whether two threads cannot be at two points at once.
    fn exclude_each_other(&self, locksets: &LockSets<'_>, one: &Point, other: &Point) -> bool {
        let held = |point: &Point| locksets.held(point.context, point.transition);
        !self.parallel.may_be_parallel((one.context, one.transition), (other.context, other.transition))
            || exclude_each_other(&held(one), &held(other))
    }

    fn span(&self, context: Context, transition: Transition) -> Span {
        self.automata[self.points_to.contexts[context].procedure].transitions[transition].span
    }

    /// The synchronization calls that threads may reach, in the order of the code.
    fn reached(&self) -> Vec<(Context, Transition, S, &[Node])> {
        let is_reached = |place: &(Context, Transition)| self.parallel.running_at(*place).is_some();
        let mut sites: Vec<_> = self
            .points_to
            .synchronizations
            .iter()
            .filter(|(place, _)| is_reached(place))
            .map(|(&(context, transition), site)| (context, transition, site.operation, site.operands.as_slice()))
            .collect();
        sites.sort_by_key(|&(context, transition, ..)| (context, transition));
        sites
    }

    /// Threads wait for locks only, and each lock is released by one call.
    fn check_operations(&self) -> Result<(), Obstacle> {
        for (context, transition, operation, _) in self.reached() {
            let is_lock = operation.lock_change() == Some(LockChange::Acquires);
            // A lock that a thread held at a fork stays held in the child.
            if operation.may_block() && !is_lock || operation == S::BecomeChild {
                return Err(Obstacle::OtherWait(self.span(context, transition)));
            }
        }
        let kinds = MutexKinds { program: self.program, points_to: self.points_to, automata: self.automata };
        let is_reached = |place| self.parallel.running_at(place).is_some();
        match kinds.first_exception(&is_reached, &|kind| kind != RECURSIVE) {
            Some((context, transition)) => Err(Obstacle::HeldTwice(self.span(context, transition))),
            None => Ok(()),
        }
    }

    /// What each thread may hold at each place.
    fn may_hold(&self) -> (MayHold, Table<ThreadClass, States>) {
        let symbolic = OnceCell::new();
        let holds = |(context, transition): (Context, Transition)| {
            let locksets = || SymbolicLockSets::of(self.program, self.points_to, self.automata, self.parallel);
            symbolic.get_or_init(locksets).holds_what_it_releases(context, transition)
        };
        MayHold::solved(self.points_to, self.automata, &holds)
    }

    /// No thread ends while it may hold a lock. (The return of main ends all of them.)
    fn check_ends(&self, states: &Table<ThreadClass, States>, problem: &MayHold) -> Result<(), Obstacle> {
        for (class, states) in states.iter() {
            let of_class = |context: &Context| self.points_to.contexts[*context].class == class;
            let exits = |context: Context| {
                let automaton = &self.automata[self.points_to.contexts[context].procedure];
                automaton.transitions.values().any(|transition| matches!(transition.effect, Effect::Exit(_)))
            };
            let ends_alone = self.points_to.classes[class].parent.is_some()
                || self.points_to.contexts.ids().filter(of_class).any(exits);
            let held = states.end.as_ref().filter(|_| ends_alone).and_then(|end| end.iter().next());
            if let Some(fact) = held {
                return Err(Obstacle::EndsHolding(self.acquired_at(problem.locks(fact)[0])));
            }
        }
        Ok(())
    }

    /// No thread stays inside of a section for ever while another one may wait for its lock.
    fn check_sections(
        &self,
        states: &Table<ThreadClass, States>,
        problem: &MayHold,
        points: &[Point],
    ) -> Result<(), Obstacle> {
        let mut may_go_on_for_ever = false;
        for (context, data) in self.points_to.contexts.iter() {
            let automaton = &self.automata[data.procedure];
            let states = &states[data.class];
            let all: BTreeSet<Transition> = automaton.transitions.ids().collect();
            let endless = |transitions: &BTreeSet<Transition>| {
                endless_cycle(self.program, &self.program.procedures[data.procedure], automaton, transitions)
            };
            if endless(&all).is_none() {
                continue;
            }
            may_go_on_for_ever = true;
            for index in 0..problem.len() {
                let holds = |location| states.at(context, location).is_some_and(|held| held.contains(index));
                let keeps = |transition: &Transition| {
                    let data = &automaton.transitions[*transition];
                    let mut held = BitSet::new(problem.len());
                    held.insert(index);
                    problem.transfer(context, *transition, &mut held);
                    holds(data.from) && holds(data.to) && held.contains(index)
                };
                let inside: BTreeSet<Transition> = all.iter().copied().filter(keeps).collect();
                let waits = |point: &Point, transition: Transition| {
                    matches!(point.waits_for, Waits::Lock(operand) if problem.locks(index).iter().any(|&lock| self.may_be(operand, lock)))
                        && self.parallel.may_be_parallel((point.context, point.transition), (context, transition))
                };
                if let Some(location) = endless(&inside)
                    && let Some(&transition) = automaton.outgoing(location).first()
                    && points.iter().any(|point| waits(point, transition))
                {
                    return Err(Obstacle::EndlessSection(automaton.transitions[transition].span));
                }
            }
        }
        let joins_inside = |point: &&Point| matches!(point.waits_for, Waits::Thread(_)) && !point.may_hold.is_empty();
        match points.iter().find(joins_inside).filter(|_| may_go_on_for_ever) {
            Some(point) => Err(Obstacle::EndlessSection(point.span)),
            None => Ok(()),
        }
    }

    fn acquired_at(&self, lock: Target) -> Span {
        let acquires = |&(_, _, operation, operands): &(Context, Transition, S, &[Node])| {
            operation.lock_change() == Some(LockChange::Acquires) && self.points_to.targets(operands[0]).contains(&lock)
        };
        let place = self.reached().into_iter().find(acquires);
        place.map_or(Span::NOWHERE, |(context, transition, ..)| self.span(context, transition))
    }

    fn points(&self, states: &Table<ThreadClass, States>, problem: &MayHold) -> Result<Vec<Point>, Obstacle> {
        let mut points = Vec::new();
        let may_hold = |context: Context, transition: Transition| -> Vec<Target> {
            let data = &self.points_to.contexts[context];
            let location = self.automata[data.procedure].transitions[transition].from;
            let state = states[data.class].at(context, location);
            let held: BTreeSet<Target> =
                state.into_iter().flat_map(BitSet::iter).flat_map(|fact| problem.locks(fact)).copied().collect();
            held.into_iter().collect()
        };
        let mut add = |context: Context, transition: Transition, waits_for: Waits| {
            let (span, class) = (self.span(context, transition), self.points_to.contexts[context].class);
            let may_hold = may_hold(context, transition);
            points.push(Point { context, transition, span, class, waits_for, may_hold });
        };
        for (context, transition, operation, operands) in self.reached() {
            if operation.may_block() {
                add(context, transition, Waits::Lock(operands[0]));
            }
            // A second read lock does not block, but then one release does not release.
            let is_read = matches!(operation, S::ReadLock | S::ReadTryLock | S::ReadTimedLock);
            if is_read && may_hold(context, transition).iter().any(|&held| self.may_be(operands[0], held)) {
                return Err(Obstacle::HeldTwice(self.span(context, transition)));
            }
        }
        let mut joins: Vec<_> = self.points_to.joins.iter().collect();
        joins.sort_by_key(|(place, _)| **place);
        for (&(context, transition), &thread) in joins {
            if self.parallel.running_at((context, transition)).is_some() {
                add(context, transition, Waits::Thread(thread));
            }
        }
        Ok(points)
    }

    fn may_be(&self, operand: Node, lock: Target) -> bool {
        overlaps(self.points_to.targets(operand), lock)
    }

    /// For each point those that it may wait for.
    fn waits(&self, points: &[Point]) -> Vec<Vec<usize>> {
        let waits = |one: &Point, other: &Point| match one.waits_for {
            Waits::Lock(lock) => other.may_hold.iter().any(|&held| self.may_be(lock, held)),
            // A thread that joins itself gets an error code.
            Waits::Thread(_)
                if one.transition == other.transition
                    && one.context == other.context
                    && self.points_to.classes[one.class].is_single =>
            {
                false
            }
            Waits::Thread(thread) => match self.parallel.joined(one.context, one.transition) {
                Some(class) => class == other.class,
                None => self.points_to.targets(thread).iter().any(|target| {
                    match self.points_to.object(target.object).kind {
                        ObjectKind::Thread(class) => class == other.class,
                        // A number may be the id of any thread.
                        _ => true,
                    }
                }),
            },
        };
        let waited = |one: &Point| (0..points.len()).filter(|&other| waits(one, &points[other])).collect();
        points.iter().map(waited).collect()
    }
}

/// Calls a function once for each simple cycle: those through a point before those through later points only.
fn each_circle(waits: &[Vec<usize>], act: &mut impl FnMut(&[usize]) -> Result<(), Obstacle>) -> Result<(), Obstacle> {
    let mut n_steps = 0u64;
    for first in 0..waits.len() {
        let mut path = vec![first];
        let mut next = vec![0usize];
        while let Some(position) = next.last_mut() {
            let last = *path.last().expect("the path is as long as the positions");
            let Some(&to) = waits[last].get(*position) else {
                path.pop();
                next.pop();
                continue;
            };
            *position += 1;
            n_steps += 1;
            if n_steps > 100 * CIRCLE_LIMIT {
                return Err(Obstacle::TooManyCircles);
            }
            if to == first {
                act(&path)?;
            } else if to > first && !path.contains(&to) {
                path.push(to);
                next.push(0);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circles(waits: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        let all = each_circle(waits, &mut |circle| {
            found.push(circle.to_vec());
            Ok(())
        });
        assert_eq!(all, Ok(()));
        found
    }

    #[test]
    fn every_simple_circle_is_found_once() {
        assert_eq!(circles(&[vec![1], vec![2], vec![]]), Vec::<Vec<usize>>::new());
        assert_eq!(circles(&[vec![0, 1], vec![0, 2], vec![0]]), [vec![0], vec![0, 1], vec![0, 1, 2]]);
        assert_eq!(circles(&[vec![2], vec![2], vec![1]]), [vec![1, 2]]);
    }
}
