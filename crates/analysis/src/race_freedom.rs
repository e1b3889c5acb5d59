//! Race freedom, shown without executing anything.
//!
//! Rule. No execution has a data race if of every two accesses that may touch the same cell of an object, one of them a
//! write, at least one holds:
//! - the object is private to the thread that made it ([`super::escape`]), or no other thread can reach it yet
//!   (`points_to/birth.rs`);
//! - they cannot be in parallel ([`super::parallel`]), or are ordered by a once control ([`super::lockset`]), by a
//!   counter of live threads ([`super::counters::live`]) or by the phases of a barrier ([`super::barrier_phases`]), or since
//!   one activation knows the object before it creates the threads that do ([`super::activation`]), or locks that the
//!   creators of their threads hold keep them apart ([`super::creation_lockset`]);
//! - both hold a lock that one of them holds exclusively ([`super::lockset`]);
//! - both start at the same byte if they overlap at all, and hold the lock that belongs to this byte, `p->lock` for `p->data`
//!   ([`super::symbolic_lockset`]);
//! - they touch other bytes, by the numbers that indices are ([`super::intervals::accessed_bytes`]), or because each thread of a loop has
//!   an element for itself ([`super::own_element`]);
//! - both are atomic, by their type or by a section.
//!
//! Nothing is claimed if an unsupported construct may be reached, or if a pointer that is dereferenced may be
//! indeterminate or come from outside.
//!
//! Rule: memory that external functions may write is unsupported.
//! Tests: `external_function_writes`.

use raddle_program::automaton::Automaton;
use raddle_program::entity::Table;
use raddle_program::source::Span;
use raddle_program::syntax::{ProcedureId, Program};

use super::accesses::{Accesses, Comparison, Gap};
use super::exclusions::Exclusions;
use super::points_to::{AbstractObject, PointsTo};
use super::shared_location::{LocationAccess, Names, SharedLocation};

/// How many pairs of accesses each rule excludes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RaceFreedom {
    /// Accesses in all code that threads may run.
    pub accesses: u64,
    /// Pairs of accesses to the same cell, one of them a write, by threads that are not the same.
    pub pairs: u64,
    /// Of these, pairs that cannot be in parallel.
    pub never_parallel: u64,
    /// Of the remaining ones, pairs with a common lock.
    pub locked: u64,
    /// Of the remaining ones, pairs that are both atomic.
    pub atomic: u64,
    /// Pairs of `never_parallel` that are kept apart by values in memory: indices, counters, elements of their own.
    pub by_values: u64,
}

/// Why race freedom was not shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// The accesses are not all known.
    Unknown(Gap),
    /// Two accesses that may race: where they stand, and all accesses to their location.
    MayRace(Span, Span, SharedLocation),
}

/// Shows that a program has no data race, or returns the obstacle.
///
/// # Errors
/// The first obstacle, in the order of the code.
pub fn prove(
    program: &Program,
    points_to: &PointsTo,
    automata: &Table<ProcedureId, Automaton>,
) -> Result<RaceFreedom, Obstacle> {
    let accesses = Accesses::of(program, points_to, automata).map_err(Obstacle::Unknown)?;
    prove_of(program, automata, &accesses)
}

/// The same of accesses that are known.
///
/// # Errors
/// The first obstacle, in the order of the code.
pub fn prove_of(
    program: &Program,
    automata: &Table<ProcedureId, Automaton>,
    accesses: &Accesses<'_>,
) -> Result<RaceFreedom, Obstacle> {
    let points_to = accesses.points_to;
    let mut found = RaceFreedom { accesses: accesses.len() as u64, ..RaceFreedom::default() };
    let exclusions = Exclusions::of(program, automata, accesses);
    accesses.for_each_pair(|one, other, comparison| {
        found.pairs += 1;
        match comparison {
            Comparison::NeverParallel => found.never_parallel += 1,
            Comparison::Locked => found.locked += 1,
            Comparison::Atomic => found.atomic += 1,
            Comparison::MayRace if exclusions.common_relation(one, other).is_some() => found.locked += 1,
            Comparison::MayRace if exclusions.are_apart(one, other) => {
                found.never_parallel += 1;
                found.by_values += 1;
            }
            Comparison::MayRace => {
                let names = Names::new(program, points_to, automata);
                let location = location(accesses, &names, &exclusions, [one, other]);
                return Err(Obstacle::MayRace(accesses.site(one).span, accesses.site(other).span, location));
            }
        }
        Ok(())
    })?;
    Ok(found)
}

/// All accesses to the location of a race that was found, from where its two accesses stand. `None` if too little is known.
pub fn location_of(
    program: &Program,
    points_to: &PointsTo,
    automata: &Table<ProcedureId, Automaton>,
    [one, other]: [Span; 2],
) -> Option<SharedLocation> {
    let accesses = Accesses::of(program, points_to, automata).ok()?;
    let standing =
        |span: Span| (0..accesses.len()).filter(|&index| accesses.site(index).span == span).collect::<Vec<usize>>();
    let others = standing(other);
    let mut pairs = standing(one).into_iter().flat_map(|one| others.iter().map(move |&other| (one, other)));
    let (one, other) = pairs.find(|&(one, other)| !accesses.common_objects(one, other).is_empty())?;
    let exclusions = Exclusions::of(program, automata, &accesses);
    Some(location(&accesses, &Names::new(program, points_to, automata), &exclusions, [one, other]))
}

/// All accesses to the location that two of them share, for people. Each location of the code is listed once for each thread.
fn location(
    accesses: &Accesses<'_>,
    names: &Names<'_>,
    exclusions: &Exclusions<'_>,
    open: [usize; 2],
) -> SharedLocation {
    let sharers = accesses.sharers();
    let mut cells = sharers
        .of_cells()
        .flat_map(|(object, lists)| lists.iter().enumerate().map(move |(cell, &list)| (object, cell, list)));
    let is_shared = |object: AbstractObject, index: usize| !accesses.is_private(accesses.owners(object), index, index);
    let common = cells.find(|&(object, _, list)| {
        let sharers = sharers.list(list);
        open.iter().all(|index| sharers.contains(index) && is_shared(object, *index))
    });
    let Some((object, cell, list)) = common else {
        return SharedLocation { location: "memory".to_owned(), accesses: Vec::new() };
    };
    let bytes = accesses.points_to.object(object).shape.cells[cell];
    let is_cut = bytes.size != u64::MAX;
    let mut listed: Vec<LocationAccess> = Vec::new();
    let sharers: Vec<usize> = sharers.list(list).iter().copied().filter(|&index| is_shared(object, index)).collect();
    let owners = accesses.owners(object);
    let may_race = |one: usize, other: usize| {
        accesses.may_conflict(owners, one, other)
            && accesses.comparison(one, other) == Comparison::MayRace
            && exclusions.exclusion(one, other).is_none()
    };
    for &index in &sharers {
        let site = accesses.site(index);
        let access = LocationAccess {
            place: names.place(site.span),
            is_write: site.is_write,
            is_atomic: accesses.is_atomic(index),
            thread: names.thread(accesses.class(index)),
            locks: accesses.held(index).iter().map(|held| names.lock(held.lock)).collect(),
            is_open: open.contains(&index) || sharers.iter().any(|&other| may_race(index, other)),
        };
        if !listed.contains(&access) {
            listed.push(access);
        }
    }
    let location = names.bytes(object, is_cut.then_some(bytes.offset), bytes.size);
    SharedLocation { location, accesses: listed }
}
