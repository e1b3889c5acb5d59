//! Freedom of deadlocks: an order in which threads can wait.
//!
//! The proof gives each step that may block a rank: `point CLASS PROCEDURE TRANSITION RANK`. A thread that waits at
//! such a point waits for a thread that holds the lock, or that it joins. In a deadlock that thread waits, too. If its
//! point has a smaller rank whenever the two points can be reached at the same time, the ranks along a cycle of waiting
//! threads would decrease for ever.
//!
//! So the checker requires: threads wait for locks and ends of threads only; no thread ends with a lock, or goes on for
//! ever with a lock for which another thread waits; a release releases (no lock is recursive, none is held twice for
//! reading). Two points cannot be reached at the same time if they cannot be in parallel, or if both threads hold a
//! lock that one of them holds exclusively (a gate).

use std::collections::{BTreeMap, BTreeSet};

use raddle_program::automaton::Transition;
use raddle_program::bits::BitSet;
use raddle_program::counting::endless_cycle;
use raddle_program::footprint::{bytes_in_root, root};
use raddle_program::syntax::{
    Effect, Expr, ExprKind, InitialValue, LocalId, LockChange, Place, PlaceKind, ProcedureId, Synchronization as S,
};

use super::address::{Address, At, Code, Object, Value, Values};
use super::flow::{Facts, Flow};
use super::locks::{CertainLocks, MayHold, exclude_each_other, may_be};
use super::parallel::Parallel;
use super::pointers::{Access, Once, Pointers, Site};

/// Bytes of a mutex in which its kind may be.
const MUTEX_BYTES: u64 = 40;

/// The ranks of steps that may block.
#[derive(Clone, Debug, Default)]
pub struct Ranks(BTreeMap<At, i64>);

impl Ranks {
    /// Reads the numbers behind `point`.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(&mut self, numbers: &[i64]) -> Result<(), String> {
        let &[class, procedure, transition, rank] = numbers else { return Err("a point has four numbers".into()) };
        let small = |number: i64| u32::try_from(number).map_err(|_| "there is no such point".to_owned());
        let code = Code { class: small(class)? as usize, procedure: ProcedureId(small(procedure)?) };
        match self.0.insert((code, Transition(small(transition)?)), rank) {
            None => Ok(()),
            Some(_) => Err("a point has one rank".into()),
        }
    }
}

/// Which checks are made. All of them, but in the tests that show that each is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeadlockChecks {
    /// Ranks fall.
    pub ranks: bool,
    /// Threads wait for nothing but locks and ends of threads.
    pub waits: bool,
    /// No thread ends with a lock.
    pub ends: bool,
    /// Nothing is held twice.
    pub once: bool,
    /// Joins are waits.
    pub joins: bool,
    /// No thread goes on for ever with a lock.
    pub sections: bool,
}

impl DeadlockChecks {
    /// All of them.
    pub const ALL: DeadlockChecks =
        DeadlockChecks { ranks: true, waits: true, ends: true, once: true, joins: true, sections: true };
}

struct Point {
    at: At,
    /// What is waited for: a lock, or a thread.
    lock: Option<Values>,
    may_hold: Vec<Address>,
    rank: i64,
}

/// Checks that threads cannot wait for each other in a cycle.
///
/// # Errors
/// What is not shown.
pub fn check(
    (pointers, once): (&Pointers<'_>, &Once),
    parallel: &Parallel<'_, '_>,
    locks: &CertainLocks<'_, '_>,
    ranks: &Ranks,
    checks: DeadlockChecks,
) -> Result<(), String> {
    let place = |at: At| pointers.program.source.place(pointers.automata[at.0.procedure].transitions[at.1].span);
    let reached: Vec<_> = pointers.sites.iter().filter(|(at, _)| parallel.running(**at).is_some()).collect();
    for &(&at, site) in &reached {
        let acquires = site.operation.lock_change() == Some(LockChange::Acquires);
        if checks.waits && (site.operation.may_block() && !acquires || site.operation == S::BecomeChild) {
            return Err(format!("at {} threads wait for more than a lock or the end of a thread", place(at)));
        }
        let is_mutex = matches!(site.operation, S::MutexLock | S::MutexTryLock | S::MutexTimedLock);
        let may_nest = (is_mutex && !site.operands[0].addresses().all(|mutex| is_plain(pointers, mutex)))
            || (matches!(site.operation, S::MutexInit | S::Overwrite) && !initializes_plain(pointers, at));
        if checks.once && may_nest {
            return Err(format!("the mutex at {} may be a recursive one", place(at)));
        }
    }
    let may_hold = MayHold::of(pointers, once);
    let flows: Vec<Flow> = pointers.classes.all().map(|class| Flow::of(pointers, class, &may_hold)).collect();
    if checks.ends {
        no_end_with_a_lock(pointers, &flows)?;
    }
    let held_at = |at: At| -> Vec<Address> {
        let facts = flows[at.0.class].before(pointers, at);
        facts.into_iter().flat_map(|facts| facts.iter()).map(|fact| may_hold.locks[fact]).collect()
    };
    let rank = |at: At| ranks.0.get(&at).copied().ok_or_else(|| format!("the wait at {} has no rank", place(at)));
    let mut points = Vec::new();
    for &(&at, site) in &reached {
        let reads = matches!(site.operation, S::ReadLock | S::ReadTryLock | S::ReadTimedLock);
        if checks.once && reads && held_at(at).iter().any(|&held| may_be(&site.operands[0], held)) {
            return Err(format!("the lock at {} may be held twice to read", place(at)));
        }
        if site.operation.may_block() && site.operation.lock_change() == Some(LockChange::Acquires) {
            points.push(Point { at, lock: site.operands.first().cloned(), may_hold: held_at(at), rank: rank(at)? });
        }
    }
    for &at in pointers.joins.keys().filter(|at| checks.joins && parallel.running(**at).is_some()) {
        points.push(Point { at, lock: None, may_hold: held_at(at), rank: rank(at)? });
    }
    if checks.sections {
        sections_end(pointers, parallel, &may_hold, &flows, &points)?;
    }
    for one in &points {
        for other in &points {
            if !checks.ranks || one.rank > other.rank || !waits(pointers, once, parallel, one, other) {
                continue;
            }
            let is_excluded = !parallel.may_be_parallel(one.at, other.at)
                || exclude_each_other(&locks.held(one.at), &locks.held(other.at));
            // A thread that locks again what it holds waits for itself.
            let is_itself = one.at == other.at && one.lock.is_some();
            if is_itself || !is_excluded {
                return Err(format!("the wait at {} may be for a thread at {}", place(one.at), place(other.at)));
            }
        }
    }
    Ok(())
}

/// Whether a thread at the one point may wait for a thread at the other one.
fn waits(pointers: &Pointers<'_>, once: &Once, parallel: &Parallel<'_, '_>, one: &Point, other: &Point) -> bool {
    match &one.lock {
        Some(lock) => other.may_hold.iter().any(|&held| may_be(lock, held)),
        // A thread that joins itself gets an error code.
        None if one.at == other.at && once.is_single(one.at.0.class) => false,
        None => match parallel.joined(one.at) {
            Some(class) => class == other.at.0.class,
            None => pointers.joins[&one.at].iter().any(|value| match value {
                Value::Thread(class) => class == other.at.0.class,
                // A number may be the id of any thread.
                Value::Address(_) | Value::Procedure(_) | Value::Number | Value::Outside | Value::Indeterminate => true,
            }),
        },
    }
}

/// No thread goes on for ever with a lock that another one may wait for, nor waits with a lock for one that may go on for ever.
fn sections_end(
    pointers: &Pointers<'_>,
    parallel: &Parallel<'_, '_>,
    may_hold: &MayHold<'_, '_>,
    flows: &[Flow],
    points: &[Point],
) -> Result<(), String> {
    let place = |at: At| pointers.program.source.place(pointers.automata[at.0.procedure].transitions[at.1].span);
    let mut has_endless = false;
    for &code in &pointers.codes {
        let automaton = &pointers.automata[code.procedure];
        let procedure = &pointers.program.procedures[code.procedure];
        let steps: BTreeSet<Transition> = automaton.transitions.ids().collect();
        if endless_cycle(pointers.program, procedure, automaton, &steps).is_none() {
            continue;
        }
        has_endless = true;
        // What is held before each step, and what it leaves.
        let held: BTreeMap<Transition, (BitSet, BitSet)> = steps
            .iter()
            .filter_map(|&step| {
                let before = flows[code.class].before(pointers, (code, step))?.clone();
                let mut after = before.clone();
                may_hold.step((code, step), &mut after);
                Some((step, (before, after)))
            })
            .collect();
        for (fact, &lock) in may_hold.locks.iter().enumerate() {
            let is_kept = |step: &Transition| {
                held.get(step).is_some_and(|(before, after)| before.contains(fact) && after.contains(fact))
            };
            let inside: BTreeSet<Transition> = steps.iter().copied().filter(is_kept).collect();
            let Some(location) = endless_cycle(pointers.program, procedure, automaton, &inside) else { continue };
            let Some(&first) = automaton.outgoing(location).first() else { continue };
            let waits = |point: &Point| {
                point.lock.as_ref().is_some_and(|operand| may_be(operand, lock))
                    && parallel.may_be_parallel(point.at, (code, first))
            };
            if points.iter().any(waits) {
                return Err(format!("a thread may go on for ever at {} with a lock", place((code, first))));
            }
        }
    }
    match points.iter().find(|point| point.lock.is_none() && !point.may_hold.is_empty()) {
        Some(point) if has_endless => {
            Err(format!("the thread that is joined at {} may go on for ever, while a lock is held", place(point.at)))
        }
        Some(_) | None => Ok(()),
    }
}

fn no_end_with_a_lock(pointers: &Pointers<'_>, flows: &[Flow]) -> Result<(), String> {
    for class in pointers.classes.all() {
        // The return of main ends all threads.
        let exits = |code: &&Code| {
            let automaton = &pointers.automata[code.procedure];
            automaton.transitions.values().any(|data| matches!(data.effect, Effect::Exit(_)))
        };
        let ends_alone =
            class != 0 || pointers.codes.iter().filter(|code| code.class == class).any(|code| exits(&code));
        if ends_alone && flows[class].end().is_some_and(|held| !held.is_empty()) {
            let name = &pointers.program.procedures[pointers.classes.start(class).procedure].name;
            return Err(format!("a thread that begins with {name} may end with a lock"));
        }
    }
    Ok(())
}

/// Whether the bytes of a mutex do not make it a recursive one: a global or local that is zero there at first, or memory that a call
/// initializes; and nothing but zeros is stored in it.
fn is_plain(pointers: &Pointers<'_>, mutex: Address) -> bool {
    let is_initialized = || {
        let only: BTreeSet<Value> = [Value::Address(mutex)].into();
        let initializes =
            |site: &Site| site.operation == S::MutexInit && site.operands[0].iter().eq(only.iter().copied());
        pointers.sites.values().any(initializes)
    };
    let bytes = Some(MUTEX_BYTES);
    let starts_plain = match mutex.object {
        Object::Global(global) | Object::ThreadLocal(_, global) => {
            let is_zero = |value: &InitialValue| matches!(value, InitialValue::Integer(0));
            pointers.program.globals[global].initial.iter().all(|part| {
                let at = Address::first(mutex.object).moved(part.offset.into());
                is_zero(&part.value) || !mutex.overlaps(bytes, at, Some(1))
            })
        }
        Object::Local(code, local) => {
            let mut effects = pointers.automata[code.procedure].transitions.values().map(|data| &data.effect);
            // The bytes of a parameter, whose life begins with the call, are those of the argument.
            let begins_zeroed = || {
                let mut begins = effects.clone().filter_map(|effect| match effect {
                    Effect::Live { local: other, is_zeroed } if *other == local => Some(*is_zeroed),
                    _ => None,
                });
                begins.next() == Some(true) && begins.all(|is_zeroed| is_zeroed)
            };
            let lies_apart = |place: &Place| {
                let named = bytes_in_root(&pointers.program.types, place);
                named.is_some_and(|named| {
                    let at = Address::first(mutex.object).moved(i128::from(named.start));
                    !mutex.overlaps(bytes, at, Some(named.end - named.start))
                })
            };
            (is_initialized() || begins_zeroed()) && !effects.any(|effect| stores_in(effect, local, &lies_apart))
        }
        Object::Allocated(..) => is_initialized(),
        Object::Keys => false,
    };
    let is_stored = |access: &Access| {
        let (code, transition) = access.at;
        access.is_write
            && stores_a_number(&pointers.automata[code.procedure].transitions[transition].effect)
            && access.addresses.addresses().any(|address| mutex.overlaps(bytes, address, access.size))
    };
    starts_plain && !pointers.accesses.iter().any(is_stored)
}

/// Whether an effect stores something else than zero in a local or in a part of it, by its name, but for parts that lie apart.
fn stores_in(effect: &Effect, local: LocalId, lies_apart: &dyn Fn(&Place) -> bool) -> bool {
    match effect {
        Effect::Assign { target, .. } | Effect::Initialize { target, .. } => {
            root(target).kind == PlaceKind::Local(local) && stores_a_number(effect) && !lies_apart(target)
        }
        _ => false,
    }
}

/// Whether an effect may store something else than zero. (The end of an object's life stores nothing.)
fn stores_a_number(effect: &Effect) -> bool {
    let is_zero = |expr: &Expr| matches!(expr.kind, ExprKind::Integer(0));
    match effect {
        Effect::Assign { value, .. } | Effect::Initialize { value, .. } => !is_zero(value),
        Effect::FillBytes { byte, .. } => !is_zero(byte),
        Effect::Free(..) => false,
        _ => true,
    }
}

/// Whether an initialization says that the mutex is not recursive.
fn initializes_plain(pointers: &Pointers<'_>, at: At) -> bool {
    match &pointers.automata[at.0.procedure].transitions[at.1].effect {
        Effect::Synchronize { operands, .. } => {
            matches!(operands.get(1).map(|kind| &kind.kind), Some(ExprKind::Integer(kind)) if *kind != 1)
        }
        _ => false,
    }
}
