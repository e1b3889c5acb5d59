//! Race freedom, shown without running anything.
//!
//! Rule. No execution has a data race if of every two accesses that may touch the same cell of an object, one of them a
//! write, at least one holds:
//! - the object is private to the thread that made it ([`super::escape`]);
//! - they cannot be in parallel ([`super::parallel`]);
//! - both hold a lock that one of them holds for itself alone ([`super::lockset`]);
//! - both are atomic, by their type or by a section.
//!
//! Nothing is claimed if something without a model may be reached, or if a pointer that is followed may be indeterminate
//! or come from outside.

use raddle_program::automaton::Automaton;
use raddle_program::bits::BitSet;
use raddle_program::entity::{Entity, Table};
use raddle_program::source::Span;
use raddle_program::syntax::{ProcedureId, Program};

use super::escape::Escape;
use super::lockset::{Held, LockSets, exclude_each_other};
use super::parallel::Parallel;
use super::points_to::{AbstractObject, AccessSite, ObjectKind, PointsTo};

/// How many pairs of accesses each rule excludes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RaceFreedom {
    /// Accesses in all code that threads may run.
    pub accesses: u64,
    /// Pairs of accesses to the same cell, one of them a write, by threads that are not the same.
    pub pairs: u64,
    /// Of these, pairs that cannot be in parallel.
    pub never_parallel: u64,
    /// Of the others, pairs with a common lock.
    pub locked: u64,
    /// Of the others, pairs that are both atomic.
    pub atomic: u64,
}

/// Why race freedom was not shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// Something without a model may be reached.
    Unsupported(Span),
    /// A pointer that may lead nowhere is followed.
    UnknownTarget(Span),
    /// Two accesses that may race.
    MayRace(Span, Span),
}

struct Access<'a> {
    site: &'a AccessSite,
    held: Vec<Held>,
    is_atomic: bool,
}

/// Shows that a program has no data race, or says what stands in the way.
///
/// # Errors
/// The first obstacle, in the order of the code.
pub fn prove(program: &Program, automata: &Table<ProcedureId, Automaton>) -> Result<RaceFreedom, Obstacle> {
    let points_to = PointsTo::of(program, automata);
    if let Some(&span) = points_to.unsupported.first() {
        return Err(Obstacle::Unsupported(span));
    }
    let parallel = Parallel::of(program, &points_to, automata);
    let locksets = LockSets::of(&points_to, automata, &parallel);
    let escape = Escape::of(&points_to);
    let accesses: Vec<Access<'_>> = points_to
        .accesses
        .iter()
        .filter(|site| parallel.running_at((site.context, site.transition)).is_some())
        .map(|site| Access {
            site,
            held: locksets.held(site.context, site.transition),
            is_atomic: site.is_atomic || locksets.is_atomic(site.context, site.transition),
        })
        .collect();
    let leads_nowhere = |access: &&Access<'_>| {
        points_to.targets(access.site.address).iter().any(|target| {
            matches!(points_to.object(target.object).kind, ObjectKind::Unknown | ObjectKind::Indeterminate)
        })
    };
    if let Some(access) = accesses.iter().find(leads_nowhere) {
        return Err(Obstacle::UnknownTarget(access.site.span));
    }
    let mut found = RaceFreedom { accesses: accesses.len() as u64, ..RaceFreedom::default() };
    let mut is_compared: Vec<BitSet> = accesses.iter().map(|_| BitSet::new(accesses.len())).collect();
    for (object, cells) in by_cell(&points_to, &accesses) {
        for sharers in cells {
            for (position, &one) in sharers.iter().enumerate() {
                for &other in &sharers[position..] {
                    if !is_compared[one].insert(other) {
                        continue;
                    }
                    let (a, b) = (&accesses[one], &accesses[other]);
                    if !(a.site.is_write || b.site.is_write) || is_private(&points_to, &escape, object, a, b) {
                        is_compared[one].remove(other);
                        continue;
                    }
                    found.pairs += 1;
                    let place = |access: &Access<'_>| (access.site.context, access.site.transition);
                    if !parallel.may_be_parallel(place(a), place(b)) {
                        found.never_parallel += 1;
                    } else if exclude_each_other(&a.held, &b.held) {
                        found.locked += 1;
                    } else if a.is_atomic && b.is_atomic {
                        found.atomic += 1;
                    } else {
                        return Err(Obstacle::MayRace(a.site.span, b.site.span));
                    }
                }
            }
        }
    }
    Ok(found)
}

/// For each object, for each of its cells, the accesses that may touch it, by position.
fn by_cell(points_to: &PointsTo, accesses: &[Access<'_>]) -> Vec<(AbstractObject, Vec<Vec<usize>>)> {
    let empty =
        |(object, data): (AbstractObject, &super::points_to::ObjectData)| (object, vec![Vec::new(); data.cells.len()]);
    let mut cells: Vec<(AbstractObject, Vec<Vec<usize>>)> = points_to.objects().iter().map(empty).collect();
    for (index, access) in accesses.iter().enumerate() {
        for &target in points_to.targets(access.site.address) {
            for cell in points_to.touched(target, access.site.size) {
                let sharers = &mut cells[target.object.index()].1[cell];
                if sharers.last() != Some(&index) {
                    sharers.push(index);
                }
            }
        }
    }
    cells
}

/// Whether two accesses by threads of one class are to an object that each such thread has for itself.
fn is_private(points_to: &PointsTo, escape: &Escape, object: AbstractObject, a: &Access<'_>, b: &Access<'_>) -> bool {
    let class = points_to.contexts[a.site.context].class;
    let owner = match points_to.object(object).kind {
        ObjectKind::ThreadLocal(class, _) => class,
        ObjectKind::Local(context, _) | ObjectKind::Allocated(context, _) => points_to.contexts[context].class,
        _ => return false,
    };
    class == points_to.contexts[b.site.context].class && class == owner && !escape.escapes(points_to, object)
}
