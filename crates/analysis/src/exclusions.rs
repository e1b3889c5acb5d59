//! What keeps two accesses apart beside the order of threads, locks with one address, and atomicity, which
//! [`Accesses::comparison`] finds out first.
//!
//! These rules are costly and seldom needed, so each analysis runs when the first pair asks for it. A large program has many pairs and few
//! accesses, so what depends on one access alone is computed once for each access.

use raddle_program::automaton::Automaton;
use raddle_program::entity::Table;
use raddle_program::live::LiveRegisters;
use raddle_program::syntax::{ProcedureId, Program};
use std::cell::OnceCell;
use std::collections::BTreeSet;

use super::accesses::Accesses;
use super::activation::ActivationObjects;
use super::barrier_phases::BarrierPhases;
use super::counters::live::LiveCounters;
use super::creation_lockset::CreationLockSets;
use super::intervals::{AccessedBytes, Naming, ValueIntervals, accessed_bytes, naming};
use super::own_element::OwnElements;
use super::points_to::{AccessSite, PointsTo, Target};
use super::symbolic_lockset::{Protection, Relation, SymbolicLockSets};

/// The steps of all contexts together, up to which numbers are followed to tell the bytes of accesses: beyond, that takes longer than all
/// other rules.
const FOLLOWED: usize = 10_000;

/// What keeps two accesses apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exclusion {
    /// A lock that belongs to the byte.
    Related(Relation),
    /// A once control.
    Once(Target),
    /// A lock that the creator of a thread holds.
    Creation(Target),
    /// They touch other bytes.
    Bytes,
    /// A counter of live threads.
    Counter,
    /// The phases of a barrier.
    Phases,
    /// One activation and the threads that it creates share the object alone, and access it in order.
    Activation,
}

/// Finds out what keeps two accesses apart.
pub struct Exclusions<'a> {
    program: &'a Program,
    automata: &'a Table<ProcedureId, Automaton>,
    accesses: &'a Accesses<'a>,
    symbolic: OnceCell<SymbolicLockSets<'a>>,
    creation: OnceCell<CreationLockSets<'a>>,
    bytes: OnceCell<(AccessedBytes, ValueIntervals)>,
    elements: OnceCell<OwnElements<'a>>,
    counters: OnceCell<LiveCounters<'a>>,
    phases: OnceCell<BarrierPhases<'a>>,
    activations: OnceCell<ActivationObjects<'a>>,
    /// By position of the access.
    of_access: Vec<OfAccess>,
}

/// What depends on one access alone.
#[derive(Clone, Default)]
struct OfAccess {
    protections: OnceCell<BTreeSet<Protection>>,
    naming: OnceCell<Option<Naming>>,
}

impl<'a> Exclusions<'a> {
    /// Of these accesses; no analysis runs yet.
    pub fn of(program: &'a Program, automata: &'a Table<ProcedureId, Automaton>, accesses: &'a Accesses<'a>) -> Self {
        Exclusions {
            program,
            automata,
            accesses,
            symbolic: OnceCell::new(),
            creation: OnceCell::new(),
            bytes: OnceCell::new(),
            elements: OnceCell::new(),
            counters: OnceCell::new(),
            phases: OnceCell::new(),
            activations: OnceCell::new(),
            of_access: vec![OfAccess::default(); accesses.len()],
        }
    }

    /// What keeps two accesses apart, by their positions.
    pub fn exclusion(&self, one: usize, other: usize) -> Option<Exclusion> {
        let related = || self.common_relation(one, other).map(Exclusion::Related);
        related().or_else(|| self.further_exclusion(one, other))
    }

    /// Whether something keeps two accesses apart, beside a lock that belongs to the byte.
    pub(super) fn are_apart(&self, one: usize, other: usize) -> bool {
        self.further_exclusion(one, other).is_some()
    }

    fn further_exclusion(&self, one: usize, other: usize) -> Option<Exclusion> {
        let places = [one, other].map(|index| self.accesses.site(index)).map(|site| (site.context, site.transition));
        let once = || self.accesses.locksets.ordered_by_once(places[0], places[1]).map(Exclusion::Once);
        let by_creation = || self.creation().lock_between(places[0], places[1]).map(Exclusion::Creation);
        let by_counter = || self.counters().are_in_order(places[0], places[1]).then_some(Exclusion::Counter);
        let by_phases = || self.phases().are_in_order(places[0], places[1]).then_some(Exclusion::Phases);
        let by_bytes = || self.touch_other_bytes(one, other).then_some(Exclusion::Bytes);
        let by_activation = || self.are_in_order_of_an_activation(one, other).then_some(Exclusion::Activation);
        let by_order = || once().or_else(by_creation).or_else(by_counter).or_else(by_phases).or_else(by_activation);
        by_order().or_else(by_bytes)
    }

    /// How the lock that two accesses have follows from their addresses.
    pub(super) fn common_relation(&self, one: usize, other: usize) -> Option<Relation> {
        let (mine, theirs) = (self.protections(one), self.protections(other));
        let is_common = |mine: &&Protection| {
            theirs.iter().any(|other| mine.relation == other.relation && !(mine.is_shared && other.is_shared))
        };
        let relation = mine.iter().find(is_common)?.relation;
        let [a, b] = [one, other].map(|index| self.accesses.site(index));
        start_together(self.accesses.points_to, a, b).then_some(relation)
    }

    fn protections(&self, index: usize) -> &BTreeSet<Protection> {
        let Accesses { points_to, .. } = *self.accesses;
        let find = || SymbolicLockSets::of(self.program, points_to, self.automata, self.accesses.parallel());
        self.of_access[index].protections.get_or_init(|| {
            let site = self.accesses.site(index);
            self.symbolic.get_or_init(find).protections(site.context, site.transition, site.is_write)
        })
    }

    fn creation(&self) -> &CreationLockSets<'a> {
        let Accesses { points_to, locksets, .. } = self.accesses;
        let find = || CreationLockSets::of(points_to, self.automata, self.accesses.parallel(), locksets);
        self.creation.get_or_init(find)
    }

    fn counters(&self) -> &LiveCounters<'a> {
        let Accesses { points_to, locksets, .. } = self.accesses;
        self.counters.get_or_init(|| LiveCounters::of(self.program, points_to, self.automata, locksets))
    }

    /// The counters of live threads that there would be if all accesses to some cells were atomic. They prove nothing.
    pub fn counters_if_atomic(&self, cells: BTreeSet<Target>) -> LiveCounters<'a> {
        let Accesses { points_to, locksets, .. } = self.accesses;
        LiveCounters::if_atomic(self.program, points_to, self.automata, locksets, cells)
    }

    fn phases(&self) -> &BarrierPhases<'a> {
        let Accesses { points_to, .. } = *self.accesses;
        let find = || BarrierPhases::of(self.program, points_to, self.automata, self.accesses.parallel());
        self.phases.get_or_init(find)
    }

    /// Whether one activation and its threads share what two accesses have in common, and access it in order.
    fn are_in_order_of_an_activation(&self, one: usize, other: usize) -> bool {
        let find = || ActivationObjects::of(self.accesses.points_to, self.automata);
        let [a, b] = [one, other].map(|index| self.accesses.site(index));
        let common = || self.accesses.common_objects(one, other);
        self.activations.get_or_init(find).are_in_order(a, b, common)
    }

    /// Whether two accesses touch other bytes of one object, by the values of indices.
    fn touch_other_bytes(&self, one: usize, other: usize) -> bool {
        let is_worth_it = match self.naming(one).zip(self.naming(other)) {
            Some((one, other)) => one == Naming::Indexed || other == Naming::Indexed,
            None => false,
        };
        let Accesses { points_to, locksets, .. } = self.accesses;
        let all = || OwnElements::of(self.program, points_to, self.automata);
        let find = || all().with_tickets(locksets).with_joins(self.accesses.parallel());
        let elements = self.elements.get_or_init(find);
        if !is_worth_it && elements.is_empty() {
            return false;
        }
        let [a, b] = [one, other].map(|index| self.accesses.site(index));
        let (bytes, numbers) = self.bytes.get_or_init(|| self.accessed_bytes());
        let of = |site: &AccessSite| bytes.get(&(site.context, site.transition, site.is_write)).copied().flatten();
        let by_numbers = || of(a).zip(of(b)).is_some_and(|(one, other)| one.is_apart_from(other));
        is_worth_it && !a.is_free && !b.is_free && by_numbers() || elements.are_apart(a, b, numbers)
    }

    fn naming(&self, index: usize) -> Option<Naming> {
        *self.of_access[index].naming.get_or_init(|| {
            let site = self.accesses.site(index);
            let (procedure, transition) = self.accesses.place(index);
            naming(self.program, procedure, &self.automata[procedure].transitions[transition], site.is_write)
        })
    }

    fn accessed_bytes(&self) -> (AccessedBytes, ValueIntervals) {
        let Exclusions { program, automata, .. } = *self;
        let points_to = self.accesses.points_to;
        let n_steps: usize = points_to.contexts.values().map(|it| automata[it.procedure].transitions.len()).sum();
        if n_steps > FOLLOWED {
            return Default::default();
        }
        let live = |(procedure, automaton)| LiveRegisters::of(program, procedure, automaton);
        let live = program.procedures.values().zip(automata.values()).map(live).collect();
        accessed_bytes(program, points_to, automata, &live)
    }
}

/// Whether two accesses, if they overlap, start at the same byte: in each object that both may touch, they are to whole scalars.
fn start_together(points_to: &PointsTo, a: &AccessSite, b: &AccessSite) -> bool {
    let of = |site: &AccessSite| -> Vec<Target> {
        let is_memory = |target: &&Target| points_to.object(target.object).kind.is_memory();
        points_to.targets(site.address).iter().filter(is_memory).copied().collect()
    };
    let (mine, theirs) = (of(a), of(b));
    let are_whole = |targets: &[Target], others: &[Target], site: &AccessSite| {
        let common = targets.iter().filter(|target| others.iter().any(|other| other.object == target.object));
        common.copied().all(|target| {
            let cells = &points_to.object(target.object).shape.cells;
            let (Some(offset), Some(size)) = (target.offset, site.size) else { return false };
            cells.iter().any(|cell| cell.offset == offset && cell.size == size)
        })
    };
    are_whole(&mine, &theirs, a) && are_whole(&theirs, &mine, b)
}
