//! Movers: how the transitions of a program commute with steps of other threads, read off its text.
//!
//! [Lipton 75; Popeea, Rybalchenko, Wilhelm 14, section V]. With the locks that are certainly held (the paper's HC1 is
//! [`super::lockset`]):
//! - the acquisition of a reliable lock that no operation observes (no attempt, no initialization or destruction while
//!   other threads run, no wait for it inside an atomic section) is a right mover, and its release a left mover; a join
//!   whose thread no other join may take is a right mover; a creation and the end of a thread are left movers, if
//!   threads are tested for nothing but their end, and (for ends) no join stands inside an atomic section;
//! - an access is a non-mover if some conflicting access by another thread may come next to it: nothing orders them and
//!   no lock excludes them, or both are atomic; unless the two commute ([`super::commutation`]);
//! - a section is a both-mover if all its steps are;
//! - a section that acquires (releases) a lock that the program wrote itself is a right (left) mover;
//! - a section under a reliable lock, all of whose sections are calls that lock and unlock around steps that only assign, moves in both directions as a
//!   whole if it commutes with each section of the lock and its accesses come next to no other conflicting one ([`Movers::begins_movable_section`]);
//! - any other operation on threads and synchronization objects is a non-mover, and every other step a both-mover.
//!
//! A wait inside an atomic section observes what it waits for: the thread stands in the middle of its section, and other
//! threads see what the section wrote so far, only while the lock is held or the other thread has not ended. If the lock were
//! taken later (moved to the right), or if the thread had ended earlier (moved to the left), the section would not have
//! stopped there.
//!
//! A transition that several contexts share has the class that is right in all of them.

use raddle_program::automaton::{Automaton, Transition};
use raddle_program::bits::BitSet;
use raddle_program::entity::{Entity, Table};
use raddle_program::syntax::{Effect, ProcedureId, Program, Synchronization as S, SynchronizationFamily};

use super::accesses::{Accesses, Comparison, Gap};
use super::commutation::{Arithmetic, Commutation};
use super::held_lock::HeldLock;
use super::points_to::{Context, Node, ObjectKind, PointsTo, Target, ThreadClass};
use super::sections::Depths;
use super::written_locks::Section;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// How a transition commutes with transitions of other threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// With the next one.
    Right,
    /// With the one before.
    Left,
    /// With both.
    Both,
    /// With neither.
    Non,
}

impl Class {
    /// The class of what is two things at once.
    pub fn and(self, other: Class) -> Class {
        match (self, other) {
            (Class::Both, class) | (class, Class::Both) => class,
            (Class::Right, Class::Right) => Class::Right,
            (Class::Left, Class::Left) => Class::Left,
            (Class::Right | Class::Left | Class::Non, Class::Right | Class::Left | Class::Non) => Class::Non,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Class::Right => "right mover",
            Class::Left => "left mover",
            Class::Both => "both-mover",
            Class::Non => "non-mover",
        }
    }
}

/// What protects an access from the accesses of other threads that conflict with it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Protection {
    /// There are none, or creations and joins order them.
    Order,
    /// A lock that both hold.
    Lock,
    /// They commute, as a solver has said ([`super::commutation`]).
    Commutes,
    /// Both are atomic.
    Atomic,
    /// Nothing that is known.
    Nothing,
}

/// An access to what more than one thread may reach.
#[derive(Clone, Debug)]
pub struct SharedAccess {
    /// Where.
    pub place: (Context, Transition),
    /// The cells that it may touch, for names: object and offset.
    pub targets: Vec<Target>,
    /// Whether it is a store.
    pub is_write: bool,
    /// What protects it.
    pub protection: Protection,
    /// The locks that are certainly held.
    pub held: Vec<HeldLock>,
}

/// The classes of all transitions.
#[derive(Debug)]
pub struct Movers {
    classes: Table<ProcedureId, Vec<Option<Class>>>,
    may_race: Table<ProcedureId, BitSet>,
    /// The first steps of sections that move in both directions as a whole, and do not end the execution.
    movable: FxHashSet<(ProcedureId, Transition)>,
    /// How often a solver was asked whether two steps commute.
    pub n_questions: u64,
    /// The accesses to what more than one thread may reach, in the order of the code.
    pub accesses: Vec<SharedAccess>,
}

impl Movers {
    /// Computes them, whatever is asked for.
    ///
    /// # Errors
    /// What keeps from knowing all accesses.
    pub fn of(
        program: &Program,
        points_to: &PointsTo,
        automata: &Table<ProcedureId, Automaton>,
    ) -> Result<Movers, Gap> {
        Movers::with(program, points_to, automata, Arithmetic::Violates)
    }

    /// Computes them. More transitions are movers if no requested property depends on whether signed arithmetic leaves
    /// the range of its type.
    ///
    /// # Errors
    /// What keeps from knowing all accesses.
    pub fn with(
        program: &Program,
        points_to: &PointsTo,
        automata: &Table<ProcedureId, Automaton>,
        arithmetic: Arithmetic,
    ) -> Result<Movers, Gap> {
        let accesses = Accesses::of(program, points_to, automata)?;
        let mut protections = vec![None; accesses.len()];
        let mut commutation = Commutation::new(program, points_to, automata, arithmetic);
        let mut may_race: Table<ProcedureId, BitSet> =
            automata.values().map(|automaton| BitSet::new(automaton.transitions.len())).collect();
        // Sections under a lock, by their first steps, that do not commute with some other access or section.
        let mut fixed: FxHashSet<(ProcedureId, Transition)> = FxHashSet::default();
        let compared: Result<(), ()> = accesses.for_each_pair(|one, other, comparison| {
            let sections = [one, other].map(|index| commutation.locked_start(accesses.place(index)));
            let is_in_order = match (comparison, sections) {
                (Comparison::NeverParallel, _) => true,
                // An access outside of such sections holds another common lock, one that is held around the section.
                (Comparison::Locked, [Some(one), Some(other)]) => commutation.locked_commute(one, other),
                (Comparison::Locked, _) => true,
                (Comparison::Atomic | Comparison::MayRace, _) => false,
            };
            if !is_in_order {
                fixed.extend(sections.into_iter().flatten());
            }
            let mut commute = || commutation.commute(accesses.place(one), accesses.place(other));
            let protection = match comparison {
                Comparison::NeverParallel => Protection::Order,
                Comparison::Locked => Protection::Lock,
                Comparison::Atomic | Comparison::MayRace if commute() => Protection::Commutes,
                Comparison::Atomic => Protection::Atomic,
                Comparison::MayRace => Protection::Nothing,
            };
            if comparison == Comparison::MayRace {
                for place in [accesses.place(one), accesses.place(other)] {
                    for (procedure, transition) in [place, commutation.start_of_unit(place)] {
                        may_race[procedure].insert(transition.index());
                    }
                }
            }
            for index in [one, other] {
                protections[index] = protections[index].max(Some(protection));
            }
            Ok(())
        });
        debug_assert!(compared.is_ok(), "no comparison stops");
        let mut classes: Table<ProcedureId, Vec<Option<Class>>> =
            automata.values().map(|automaton| vec![None; automaton.transitions.len()]).collect();
        let mut add = |procedure: ProcedureId, transition: Transition, class: Class| {
            let slot = &mut classes[procedure][transition.index()];
            *slot = Some(slot.map_or(class, |known| known.and(class)));
        };
        // Steps with an access that commutes with no other one's, in some context.
        let mut stays: Table<ProcedureId, BitSet> =
            automata.values().map(|automaton| BitSet::new(automaton.transitions.len())).collect();
        for (index, protection) in protections.iter().enumerate() {
            if matches!(protection, Some(Protection::Atomic | Protection::Nothing)) {
                let (procedure, transition) = accesses.place(index);
                stays[procedure].insert(transition.index());
            }
        }
        let moves = |begin: (ProcedureId, Transition)| {
            let steps = commutation.steps_of_section(begin);
            steps.is_some_and(|steps| !steps.iter().any(|step| stays[begin.0].contains(step.index())))
        };
        let depths = Depths::of(points_to, automata);
        let stands_in_section = |(context, transition): (Context, Transition)| {
            let from = automata[points_to.contexts[context].procedure].transitions[transition].from;
            !depths.is_outside(context, from)
        };
        let threads = Threads::of(points_to, &accesses, &moves, &stands_in_section);
        for (context, data) in points_to.contexts.iter() {
            for (transition, step) in automata[data.procedure].transitions.iter() {
                if accesses.is_reached((context, transition)) {
                    add(data.procedure, transition, threads.class_of(context, transition, &step.effect));
                }
            }
        }
        let mut shared = Vec::new();
        for (index, protection) in protections.iter().enumerate() {
            let Some(protection) = *protection else { continue };
            let site = accesses.site(index);
            let data = &points_to.contexts[site.context];
            let class = match protection {
                Protection::Order | Protection::Lock | Protection::Commutes => Class::Both,
                Protection::Atomic | Protection::Nothing => Class::Non,
            };
            add(data.procedure, site.transition, class);
            shared.push(SharedAccess {
                place: (site.context, site.transition),
                targets: points_to.targets(site.address).to_vec(),
                is_write: site.is_write,
                protection,
                held: accesses.held(index).to_vec(),
            });
        }
        let mut movable = threads.straight_sections(&commutation, &fixed);
        for (procedure, automaton) in automata.iter() {
            for (transition, step) in automaton.transitions.iter() {
                let is_mover = classes[procedure][transition.index()] == Some(Class::Both);
                if matches!(step.effect, Effect::AtomicBegin) && is_mover {
                    movable.insert((procedure, transition));
                }
            }
        }
        movable.retain(|&begin| commutation.is_section_understood(begin));
        Ok(Movers { classes, may_race, movable, n_questions: commutation.n_questions, accesses: shared })
    }

    /// How many sections move in both directions as a whole: atomic ones, and sections under a lock.
    pub fn n_movable_sections(&self) -> usize {
        self.movable.len()
    }

    /// Whether a transition begins a section that moves in both directions as a whole, and does not end the execution: an atomic section, or a section
    /// under a lock while that is free.
    pub fn begins_movable_section(&self, procedure: ProcedureId, transition: Transition) -> bool {
        self.movable.contains(&(procedure, transition))
    }

    /// Whether a transition, or the section that it begins, makes an access that may race, even if it commutes with all that
    /// it races with.
    pub fn may_race(&self, procedure: ProcedureId, transition: Transition) -> bool {
        self.may_race[procedure].contains(transition.index())
    }

    /// The class of a transition; `None` if it is unreachable.
    pub fn class(&self, procedure: ProcedureId, transition: Transition) -> Option<Class> {
        self.classes[procedure][transition.index()]
    }
}

/// What decides the classes of operations on locks and threads.
struct Threads<'a, 'p> {
    points_to: &'p PointsTo,
    accesses: &'a Accesses<'p>,
    /// Whether the program tests threads for more than their end.
    asks_threads: bool,
    /// Whether a thread waits for the end of another one inside an atomic section.
    joins_in_sections: bool,
    /// Whether one thread creates all other threads: then the order of creations numbers them.
    has_one_creator: bool,
    /// Locks whose state an operation observes.
    observed: Vec<Target>,
    /// Joins of threads that another join may take: their order decides which one fails.
    contested: Vec<(Context, Transition)>,
    /// Whether all steps of the section that a step begins are both-movers.
    moves: &'a dyn Fn((ProcedureId, Transition)) -> bool,
}

impl<'a, 'p> Threads<'a, 'p> {
    fn of(
        points_to: &'p PointsTo,
        accesses: &'a Accesses<'p>,
        moves: &'a dyn Fn((ProcedureId, Transition)) -> bool,
        stands_in_section: &dyn Fn((Context, Transition)) -> bool,
    ) -> Self {
        let asks_threads =
            points_to.synchronizations.values().any(|site| site.operation.family() == SynchronizationFamily::Thread);
        let mut creators: Vec<ThreadClass> = points_to.classes.values().filter_map(|class| class.parent).collect();
        creators.sort_unstable();
        creators.dedup();
        let mut observed = Vec::new();
        for (&place, site) in &points_to.synchronizations {
            let looks = match site.operation {
                S::MutexTryLock
                | S::MutexTimedLock
                | S::SpinTryLock
                | S::ReadTryLock
                | S::ReadTimedLock
                | S::WriteTryLock
                | S::WriteTimedLock => true,
                S::MutexInit
                | S::MutexDestroy
                | S::SpinInit
                | S::SpinDestroy
                | S::ReadWriteInit
                | S::ReadWriteDestroy
                | S::Overwrite => !accesses.is_main_alone(place),
                operation => operation.may_block() && stands_in_section(place),
            };
            let names = |lock: &Target| looks && accesses.may_name(site.operands[0], *lock);
            observed.extend(accesses.locks().into_iter().filter(names));
        }
        let has_one_creator = matches!(creators.as_slice(), [] | [_])
            && creators.iter().all(|&creator| points_to.classes[creator].is_single);
        let contested = contested_joins(points_to, accesses);
        let joins_in_sections = points_to.joins.keys().any(|&place| stands_in_section(place));
        Threads { points_to, accesses, asks_threads, joins_in_sections, has_one_creator, observed, contested, moves }
    }

    /// The calls that lock and begin a section that moves: each section of the lock is straight ([`Threads::is_straight`]), and this one is not in
    /// `fixed`, the sections that do not commute.
    fn straight_sections(
        &self,
        commutation: &Commutation<'_>,
        fixed: &FxHashSet<(ProcedureId, Transition)>,
    ) -> FxHashSet<(ProcedureId, Transition)> {
        let in_code =
            |(context, transition): (Context, Transition)| (self.points_to.contexts[context].procedure, transition);
        let end_of =
            |place: (Context, Transition)| commutation.locked_end(in_code(place)).map(|(_, end)| (place.0, end));
        let mut locks = self.accesses.locks();
        locks.retain(|&lock| !self.observed.contains(&lock) && self.is_straight(lock, &end_of));
        // What is straight in one context may not be so in another one.
        let (mut found, mut refused) = (FxHashSet::default(), FxHashSet::default());
        for (&place, site) in &self.points_to.synchronizations {
            if matches!(site.operation, S::MutexLock | S::SpinLock) && self.accesses.is_reached(place) {
                let is_movable = self.accesses.lock_of(site.operands[0]).is_some_and(|lock| locks.contains(&lock));
                if is_movable {
                    found.insert(in_code(place))
                } else {
                    refused.insert(in_code(place))
                };
            }
        }
        found.retain(|start| !fixed.contains(start) && !refused.contains(start));
        found
    }

    /// Whether all uses of a lock are calls that begin or end straight sections. Others than initializations and destructions by main alone, which
    /// are not observed, are none.
    fn is_straight(
        &self,
        lock: Target,
        end_of: &dyn Fn((Context, Transition)) -> Option<(Context, Transition)>,
    ) -> bool {
        let (mut ends, mut expected_ends) = (BTreeSet::new(), BTreeSet::new());
        let names_it = |operand: &Node| self.accesses.may_name(*operand, lock);
        let mut uses = self.points_to.synchronizations.iter();
        let uses_are_straight = uses.all(|(&place, site)| {
            if !self.accesses.is_reached(place) || !site.operands.iter().any(names_it) {
                return true;
            }
            let is_certain = self.accesses.lock_of(site.operands[0]) == Some(lock);
            match site.operation {
                S::MutexLock | S::SpinLock => {
                    let end = end_of(place);
                    expected_ends.extend(end);
                    is_certain && end.is_some()
                }
                S::MutexUnlock | S::SpinUnlock => is_certain && ends.insert(place),
                S::MutexInit | S::MutexDestroy | S::SpinInit | S::SpinDestroy | S::Overwrite => true,
                _ => false,
            }
        });
        uses_are_straight && ends == expected_ends
    }

    fn class_of(&self, context: Context, transition: Transition, effect: &Effect) -> Class {
        match effect {
            Effect::Synchronize { operation, .. } => {
                let site = &self.points_to.synchronizations[&(context, transition)];
                let class = match operation {
                    S::MutexLock | S::SpinLock => Class::Right,
                    S::MutexUnlock | S::SpinUnlock => Class::Left,
                    _ => return Class::Non,
                };
                let lock = self.accesses.lock_of(site.operands[0]);
                let is_mover =
                    lock.is_some_and(|lock| self.accesses.locks().contains(&lock) && !self.observed.contains(&lock));
                if is_mover { class } else { Class::Non }
            }
            Effect::Join { .. } if !self.asks_threads && !self.contested.contains(&(context, transition)) => {
                Class::Right
            }
            Effect::Spawn { .. } if self.has_one_creator && !self.asks_threads => Class::Left,
            Effect::Join { .. } | Effect::Spawn { .. } => Class::Non,
            Effect::Return(_) | Effect::Exit(_) => {
                let class = self.points_to.contexts[context].class;
                let ends_thread = matches!(effect, Effect::Exit(_)) || self.points_to.classes[class].start == context;
                match ends_thread {
                    false => Class::Both,
                    true if class == ThreadClass::from_index(0) => Class::Non,
                    true if self.asks_threads || self.joins_in_sections => Class::Non,
                    true => Class::Left,
                }
            }
            Effect::Fence(_) => Class::Both,
            Effect::AtomicBegin => match self.accesses.section_begun_by((context, transition)) {
                Some(Section::Takes(_)) => Class::Right,
                Some(Section::GivesBack(_)) => Class::Left,
                None if (self.moves)((self.points_to.contexts[context].procedure, transition)) => Class::Both,
                // What is in it may move in neither direction.
                None => Class::Non,
            },
            Effect::AtomicEnd => match self.accesses.section_ended_by((context, transition)) {
                Some(Section::Takes(_)) => Class::Right,
                Some(Section::GivesBack(_)) => Class::Left,
                None => Class::Both,
            },
            Effect::Stop | Effect::Unsupported(_) | Effect::Free(..) => Class::Non,
            Effect::Skip
            | Effect::Assign { .. }
            | Effect::Initialize { .. }
            | Effect::Input { .. }
            | Effect::Assume(_)
            | Effect::Assert { .. }
            | Effect::Call { .. }
            | Effect::External { .. }
            | Effect::Live { .. }
            | Effect::Dead(_)
            | Effect::Allocate { .. }
            | Effect::CopyBytes { .. }
            | Effect::FillBytes { .. } => Class::Both,
        }
    }
}

/// The joins that may be for a thread that a join of another thread is for, too.
fn contested_joins(points_to: &PointsTo, accesses: &Accesses<'_>) -> Vec<(Context, Transition)> {
    let joins: Vec<_> = points_to.joins.iter().filter(|(place, _)| accesses.is_reached(**place)).collect();
    let class = |place: &(Context, Transition)| points_to.contexts[place.0].class;
    let names_one = |kind: ObjectKind| match kind {
        ObjectKind::Thread(class) => Some(class),
        _ => None,
    };
    let may_be_same = |one: Node, other: Node| {
        points_to.targets(one).iter().any(|mine| {
            points_to.targets(other).iter().any(|theirs| {
                let kinds = [mine, theirs].map(|target| names_one(points_to.object(target.object).kind));
                // A number may be the id of any thread.
                matches!(kinds, [None, _] | [_, None]) || kinds[0] == kinds[1]
            })
        })
    };
    let is_contested = |(place, thread): &(&(Context, Transition), &Node)| {
        joins.iter().any(|(other, its)| {
            let is_one_thread = class(place) == class(other) && points_to.classes[class(place)].is_single;
            !is_one_thread && may_be_same(**thread, **its)
        })
    };
    joins.iter().filter(|join| is_contested(join)).map(|(place, _)| **place).collect()
}
