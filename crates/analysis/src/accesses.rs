//! The accesses to memory that threads may make, with the threads that make them, the locks that they hold, and what two of them have to do
//! with each other.
//!
//! [`Accesses::comparison`] is what [`super::race_freedom`] and the list of shared locations ask first of a pair: the order of threads
//! ([`super::parallel`]), locks with one address ([`super::lockset`]), and atomicity. [`super::exclusions`] has the further rules.

use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::bits::BitSet;
use raddle_program::entity::{Entity, Table};
use raddle_program::source::Span;
use raddle_program::syntax::{Effect, ProcedureId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use super::escape::Escape;
use super::held_lock::{HeldLock, exclude_each_other};
use super::lockset::LockSets;
use super::parallel::Parallel;
use super::points_to::{AbstractObject, AccessSite, Context, Node, ObjectKind, PointsTo, Target, ThreadClass};
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

/// Why the accesses of a program are not all known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gap {
    /// Something without a model may be reached.
    Unsupported(Span),
    /// A pointer that may lead nowhere is followed.
    UnknownTarget(Span),
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

impl<'a> Accesses<'a> {
    /// Finds them.
    ///
    /// # Errors
    /// What keeps from knowing them all.
    pub fn of(
        program: &'a Program,
        points_to: &'a PointsTo,
        automata: &'a Table<ProcedureId, Automaton>,
    ) -> Result<Self, Gap> {
        if let Some(&span) = points_to.unsupported.first() {
            return Err(Gap::Unsupported(span));
        }
        if let Some(&span) = points_to.outside.first() {
            return Err(Gap::UnknownTarget(span));
        }
        let accesses = Accesses::known(program, points_to, automata);
        let leads_nowhere = |access: &&Access| {
            points_to.targets(access.site.address).iter().any(|target| {
                matches!(points_to.object(target.object).kind, ObjectKind::Unknown | ObjectKind::Indeterminate)
            })
        };
        if let Some(access) = accesses.accesses.iter().find(leads_nowhere) {
            return Err(Gap::UnknownTarget(access.site.span));
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
        let [a, b] = [one, other].map(|index| &self.accesses[index]);
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

    /// Whether two of them conflict if they touch the same cell of an object with certain owners: one writes, and neither is made before
    /// another thread can know the object.
    pub fn may_conflict(&self, owners: Owners, one: usize, other: usize) -> bool {
        let (a, b) = (self.site(one), self.site(other));
        (a.is_write || b.is_write) && !a.is_at_birth && !b.is_at_birth && !self.is_private(owners, one, other)
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
                        if !self.may_conflict(owners, one, other) {
                            is_compared[one].remove(other);
                            continue;
                        }
                        each(one, other, self.comparison(one, other))?;
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
}
