//! Race freedom, shown without executing anything.
//!
//! Rule. No execution has a data race if of every two accesses that may touch the same cell of an object, one of them a
//! write, at least one holds:
//! - the object is private to the thread that made it ([`super::escape`]), or no other thread can reach it yet
//!   (`points_to/birth.rs`);
//! - they cannot be in parallel ([`super::parallel`]), or are ordered by a once control ([`super::lockset`]), by a
//!   counter of live threads ([`super::counters::live`]) or by the phases of a barrier ([`super::barrier_phases`]), or
//!   locks that the creators of their threads hold keep them apart ([`super::creation_lockset`]);
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

use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::bits::BitSet;
use raddle_program::entity::{Entity, Table};
use raddle_program::source::Span;
use raddle_program::syntax::{Effect, ProcedureId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use super::escape::Escape;
use super::exclusions::Exclusions;
use super::held_lock::{HeldLock, exclude_each_other};
use super::lockset::LockSets;
use super::parallel::Parallel;
use super::points_to::{AbstractObject, AccessSite, Context, Node, ObjectKind, PointsTo, Target, ThreadClass};
use super::shared_location::{LocationAccess, Names, SharedLocation};
use super::sharers::Sharers;
use super::written_locks::Section;

/// The threads that have an object for themselves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Owners {
    /// None: threads share it.
    None,
    /// One thread at a time.
    OneAtATime,
    /// Each thread of a class has one of its own.
    EachOf(ThreadClass),
}

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
    /// An unsupported construct may be reached.
    Unsupported(Span),
    /// A pointer that may lead nowhere is dereferenced.
    UnknownTarget(Span),
    /// Two accesses that may race: where they stand, and all accesses to their location.
    MayRace(Span, Span, SharedLocation),
}

/// Why two accesses race with each other, or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// They cannot be in parallel.
    NeverParallel,
    /// They have a common lock.
    Locked,
    /// Both are atomic.
    Atomic,
    /// Nothing keeps them from racing.
    MayRace,
}

/// All accesses in code that threads may run, with what is known of them.
pub struct Accesses<'a> {
    pub(super) points_to: &'a PointsTo,
    parallel: Parallel<'a>,
    pub(super) locksets: LockSets<'a>,
    escape: Escape,
    accesses: Vec<Access>,
}

struct Access {
    site: AccessSite,
    held: Vec<HeldLock>,
    is_atomic: bool,
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
    prove_of(program, automata, &Accesses::of(program, points_to, automata)?)
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
                let location = accesses.location(&names, &exclusions, [one, other]);
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
    let standing = |span: Span| {
        let stands = move |(_, access): &(usize, &Access)| access.site.span == span;
        accesses.accesses.iter().enumerate().filter(stands).map(|(index, _)| index).collect::<Vec<usize>>()
    };
    let others = standing(other);
    let mut pairs = standing(one).into_iter().flat_map(|one| others.iter().map(move |&other| (one, other)));
    let (one, other) = pairs.find(|&(one, other)| !accesses.common_objects(one, other).is_empty())?;
    let exclusions = Exclusions::of(program, automata, &accesses);
    Some(accesses.location(&Names::new(program, points_to, automata), &exclusions, [one, other]))
}

impl<'a> Accesses<'a> {
    /// Finds them.
    ///
    /// # Errors
    /// What keeps from knowing them all.
    pub fn of(
        program: &'a Program,
        points_to: &'a PointsTo,
        automata: &'a Table<ProcedureId, Automaton>,
    ) -> Result<Self, Obstacle> {
        if let Some(&span) = points_to.unsupported.first() {
            return Err(Obstacle::Unsupported(span));
        }
        if let Some(&span) = points_to.outside.first() {
            return Err(Obstacle::UnknownTarget(span));
        }
        let accesses = Accesses::known(program, points_to, automata);
        let leads_nowhere = |access: &&Access| {
            points_to.targets(access.site.address).iter().any(|target| {
                matches!(points_to.object(target.object).kind, ObjectKind::Unknown | ObjectKind::Indeterminate)
            })
        };
        if let Some(access) = accesses.accesses.iter().find(leads_nowhere) {
            return Err(Obstacle::UnknownTarget(access.site.span));
        }
        Ok(accesses)
    }

    /// Finds the accesses that are known. Code without a model and pointers from outside are ignored: they may make further accesses,
    /// and may change locks.
    pub fn known(program: &'a Program, points_to: &'a PointsTo, automata: &'a Table<ProcedureId, Automaton>) -> Self {
        let parallel = Parallel::of(program, points_to, automata);
        let locksets = LockSets::of(program, points_to, automata, &parallel);
        let escape = Escape::of(points_to);
        let accesses: Vec<Access> = points_to
            .accesses
            .iter()
            .filter(|site| parallel.running_at((site.context, site.transition)).is_some())
            .map(|site| Access {
                site: site.clone(),
                held: locksets.held(site.context, site.transition),
                is_atomic: site.is_atomic || locksets.is_atomic(site.context, site.transition),
            })
            .collect();
        Accesses { points_to, parallel, locksets, escape, accesses }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.accesses.len()
    }

    /// One of them, as the points-to analysis found it.
    pub fn site(&self, index: usize) -> &AccessSite {
        &self.accesses[index].site
    }

    /// The class of threads that makes one of them.
    pub fn class(&self, index: usize) -> ThreadClass {
        self.points_to.contexts[self.accesses[index].site.context].class
    }

    /// Whether one of them is atomic.
    pub fn is_atomic(&self, index: usize) -> bool {
        self.accesses[index].is_atomic
    }

    /// What [`Accesses::comparison`] depends on: accesses of which this is equal compare alike.
    pub fn comparable(&self, index: usize) -> impl Eq + std::hash::Hash + use<> {
        let Access { site, held, is_atomic } = &self.accesses[index];
        (
            self.class(index),
            self.parallel.running_at((site.context, site.transition)).cloned(),
            held.clone(),
            *is_atomic,
        )
    }

    /// Compares two of them, by what is cheap to find out.
    pub fn comparison(&self, one: usize, other: usize) -> Comparison {
        self.compare(&self.accesses[one], &self.accesses[other])
    }

    /// The threads that have an object for themselves.
    pub fn owners(&self, object: AbstractObject) -> Owners {
        if self.escape.is_handed_over(object) {
            return Owners::OneAtATime;
        }
        let class = match self.points_to.object(object).kind {
            ObjectKind::ThreadLocal(class, _) => class,
            ObjectKind::Local(context, _) | ObjectKind::Allocated(context, _) => self.points_to.contexts[context].class,
            _ => return Owners::None,
        };
        if self.escape.escapes(self.points_to, object) { Owners::None } else { Owners::EachOf(class) }
    }

    /// The accesses that may touch a cell.
    pub fn sharers(&self) -> Sharers {
        Sharers::of(self.points_to, self.accesses.iter().map(|access| &access.site))
    }

    /// Whether two accesses to an object with certain owners are not to the same memory at the same time.
    pub fn is_private(&self, owners: Owners, one: usize, other: usize) -> bool {
        match owners {
            Owners::None => false,
            Owners::OneAtATime => true,
            Owners::EachOf(class) => self.class(one) == class && self.class(other) == class,
        }
    }

    /// Which places may be reached in parallel.
    pub fn parallel(&self) -> &Parallel<'a> {
        &self.parallel
    }

    /// The locks that are certainly held at a place.
    pub fn held_at(&self, (context, transition): (Context, Transition)) -> Vec<HeldLock> {
        self.locksets.held(context, transition)
    }

    /// The locks that are certainly held at one of them.
    pub fn held(&self, index: usize) -> &[HeldLock] {
        &self.accesses[index].held
    }

    /// The locks that some thread certainly holds exclusively somewhere, and that no other thread releases.
    pub fn locks(&self) -> Vec<Target> {
        self.locksets.locks()
    }

    /// The lock that an operand certainly names.
    pub fn lock_of(&self, operand: Node) -> Option<Target> {
        self.locksets.lock_of(operand)
    }

    /// Whether an operand may name a lock.
    pub fn may_name(&self, operand: Node, lock: Target) -> bool {
        self.locksets.may_name(operand, lock)
    }

    /// Whether a thread comes to a place.
    pub fn is_reached(&self, place: (Context, Transition)) -> bool {
        self.parallel.running_at(place).is_some()
    }

    /// Whether a place is main's while no other thread runs.
    pub fn is_main_alone(&self, place: (Context, Transition)) -> bool {
        let is_main = self.points_to.contexts[place.0].class == ThreadClass::from_index(0);
        is_main && self.parallel.running_at(place).is_none_or(|running| running.is_empty())
    }

    /// What the section that a transition begins does to a lock that the program wrote itself.
    pub fn section_begun_by(&self, (context, transition): (Context, Transition)) -> Option<Section> {
        self.locksets.section_begun_by(context, transition)
    }

    /// What the section that a transition ends did to a lock that the program wrote itself.
    pub fn section_ended_by(&self, (context, transition): (Context, Transition)) -> Option<Section> {
        self.locksets.section_ended_by(context, transition)
    }

    /// The sections that take or give back a lock that the program wrote itself, in every context in which their procedure
    /// runs, by the location where they begin.
    pub fn sections(&self, automata: &Table<ProcedureId, Automaton>) -> FxHashMap<(ProcedureId, Location), Section> {
        let mut sections: FxHashMap<(ProcedureId, Location), Option<Section>> = FxHashMap::default();
        for (context, data) in self.points_to.contexts.iter() {
            for (transition, step) in automata[data.procedure].transitions.iter() {
                if !matches!(step.effect, Effect::AtomicBegin) {
                    continue;
                }
                let section = self.locksets.section_begun_by(context, transition);
                let known = sections.entry((data.procedure, step.from)).or_insert(section);
                // What it does counts, not which lock it does it to.
                if known.map(|section| std::mem::discriminant(&section))
                    != section.map(|it| std::mem::discriminant(&it))
                {
                    *known = None;
                }
            }
        }
        sections.into_iter().filter_map(|(place, section)| Some((place, section?))).collect()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.accesses.is_empty()
    }

    /// The transition that makes one of them.
    pub fn place(&self, index: usize) -> (ProcedureId, Transition) {
        let site = &self.accesses[index].site;
        (self.points_to.contexts[site.context].procedure, site.transition)
    }

    /// Compares the accesses to the same cell of an object, one of them a write, that threads of their own do not make to
    /// objects of their own.
    ///
    /// # Errors
    /// The first one that `each` returns.
    pub fn for_each_pair<E>(&self, mut each: impl FnMut(usize, usize, Comparison) -> Result<(), E>) -> Result<(), E> {
        let mut is_compared: Vec<BitSet> = self.accesses.iter().map(|_| BitSet::new(self.accesses.len())).collect();
        let mut is_done: FxHashSet<(Owners, usize)> = FxHashSet::default();
        let sharers = self.sharers();
        for (object, lists) in sharers.of_cells() {
            let owners = self.owners(object);
            for &list in lists.iter().filter(|&&list| is_done.insert((owners, list))) {
                let sharers = sharers.list(list);
                for (position, &one) in sharers.iter().enumerate() {
                    for &other in &sharers[position..] {
                        if !is_compared[one].insert(other) {
                            continue;
                        }
                        let (a, b) = (&self.accesses[one], &self.accesses[other]);
                        if !(a.site.is_write || b.site.is_write)
                            || a.site.is_at_birth
                            || b.site.is_at_birth
                            || self.is_private(owners, one, other)
                        {
                            is_compared[one].remove(other);
                            continue;
                        }
                        each(one, other, self.compare(a, b))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The objects of which two accesses may touch the same cell.
    pub fn common_objects(&self, one: usize, other: usize) -> Vec<AbstractObject> {
        let cells = |index: usize| {
            let site = &self.accesses[index].site;
            self.points_to.targets(site.address).iter().flat_map(move |&target| {
                self.points_to.touched(target, site.size).map(move |cell| (target.object, cell))
            })
        };
        let theirs: Vec<(AbstractObject, usize)> = cells(other).collect();
        let mut objects: Vec<AbstractObject> =
            cells(one).filter(|cell| theirs.contains(cell)).map(|(object, _)| object).collect();
        objects.sort_unstable();
        objects.dedup();
        objects
    }

    /// A lock that two accesses hold, one of them alone.
    pub fn common_lock(&self, one: usize, other: usize) -> Option<Target> {
        let (mine, theirs) = (&self.accesses[one].held, &self.accesses[other].held);
        let is_common = |held: &&HeldLock| exclude_each_other(&[**held], theirs);
        mine.iter().find(is_common).map(|held| held.lock)
    }

    /// All accesses to the location that two of them share, for people; each place of each thread once.
    fn location(&self, names: &Names<'_>, exclusions: &Exclusions<'_>, open: [usize; 2]) -> SharedLocation {
        let sharers = self.sharers();
        let mut cells = sharers
            .of_cells()
            .flat_map(|(object, lists)| lists.iter().enumerate().map(move |(cell, &list)| (object, cell, list)));
        let is_shared = |object: AbstractObject, index: usize| !self.is_private(self.owners(object), index, index);
        let common = cells.find(|&(object, _, list)| {
            let sharers = sharers.list(list);
            open.iter().all(|index| sharers.contains(index) && is_shared(object, *index))
        });
        let Some((object, cell, list)) = common else {
            return SharedLocation { location: "memory".to_owned(), accesses: Vec::new() };
        };
        let bytes = self.points_to.object(object).shape.cells[cell];
        let is_cut = bytes.size != u64::MAX;
        let mut listed: Vec<LocationAccess> = Vec::new();
        let sharers: Vec<usize> =
            sharers.list(list).iter().copied().filter(|&index| is_shared(object, index)).collect();
        let may_race = |one: usize, other: usize| {
            let (a, b) = (&self.accesses[one], &self.accesses[other]);
            (a.site.is_write || b.site.is_write)
                && !(a.site.is_at_birth || b.site.is_at_birth)
                && !self.is_private(self.owners(object), one, other)
                && self.compare(a, b) == Comparison::MayRace
                && exclusions.common_relation(one, other).is_none()
                && !exclusions.are_apart(one, other)
        };
        for &index in &sharers {
            let access = &self.accesses[index];
            let said = LocationAccess {
                place: names.place(access.site.span),
                is_write: access.site.is_write,
                is_atomic: access.is_atomic,
                thread: names.thread(self.points_to.contexts[access.site.context].class),
                locks: access.held.iter().map(|held| names.lock(held.lock)).collect(),
                is_open: open.contains(&index) || sharers.iter().any(|&other| may_race(index, other)),
            };
            if !listed.contains(&said) {
                listed.push(said);
            }
        }
        let location = names.bytes(object, is_cut.then_some(bytes.offset), bytes.size);
        SharedLocation { location, accesses: listed }
    }

    fn compare(&self, a: &Access, b: &Access) -> Comparison {
        let place = |access: &Access| (access.site.context, access.site.transition);
        if !self.parallel.may_be_parallel(place(a), place(b)) {
            Comparison::NeverParallel
        } else if exclude_each_other(&a.held, &b.held) {
            Comparison::Locked
        } else if a.is_atomic && b.is_atomic {
            Comparison::Atomic
        } else {
            Comparison::MayRace
        }
    }
}
