//! The code of a program with its creations and joins: what calls name, and which threads run beside them.

use raddle_program::automaton::Automaton;
use raddle_program::entity::{Entity, Table};
use raddle_program::source::Span;
use raddle_program::syntax::{Effect, ProcedureId, SynchronizationFamily};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::parallel::Parallel;
use crate::points_to::{
    AbstractObject, CodePlace, Node, ObjectKind, PointsTo, SynchronizationSite, Target, ThreadClass,
};

/// A synchronization call, and where it stands.
pub(super) type Site<'a> = (CodePlace, &'a SynchronizationSite);

/// The program with its creations and joins.
#[derive(Clone, Copy)]
pub(super) struct Code<'a> {
    pub(super) points_to: &'a PointsTo,
    pub(super) automata: &'a Table<ProcedureId, Automaton>,
    pub(super) parallel: &'a Parallel<'a>,
}

impl<'a> Code<'a> {
    /// The synchronization calls that threads may reach, in the order of the code.
    pub(super) fn sites(&self) -> Vec<Site<'a>> {
        let sites = self.points_to.synchronizations.iter().map(|(&place, site)| (place, site));
        let mut sites: Vec<_> = sites.filter(|&(place, _)| self.is_reached(place)).collect();
        sites.sort_by_key(|&(place, _)| place);
        sites
    }

    pub(super) fn is_reached(&self, place: CodePlace) -> bool {
        self.parallel.running_at(place).is_some()
    }

    pub(super) fn class(&self, place: CodePlace) -> ThreadClass {
        self.points_to.contexts[place.0].class
    }

    pub(super) fn is_single(&self, class: ThreadClass) -> bool {
        self.points_to.classes[class].is_single
    }

    pub(super) fn effect(&self, (context, transition): CodePlace) -> &'a Effect {
        &self.automata[self.points_to.contexts[context].procedure].transitions[transition].effect
    }

    pub(super) fn span(&self, (context, transition): CodePlace) -> Span {
        self.automata[self.points_to.contexts[context].procedure].transitions[transition].span
    }

    /// The memory that an operand may name; nothing if it may be something else. An access through null ends the execution.
    pub(super) fn memory(&self, operand: Node) -> Option<Vec<Target>> {
        let kind = |target: &Target| self.points_to.object(target.object).kind;
        let targets = self.points_to.targets(operand).iter().copied();
        let named: Vec<Target> = targets.filter(|target| !matches!(kind(target), ObjectKind::Number)).collect();
        let is_memory = |target: &Target| kind(target).is_memory();
        (!named.is_empty() && named.iter().all(is_memory)).then_some(named)
    }

    /// The one object that an operand certainly names, of which an execution has one.
    pub(super) fn only(&self, operand: Node) -> Option<Target> {
        match self.memory(operand)?.as_slice() {
            &[target] if self.points_to.is_unique(target, self.automata) => Some(target),
            _ => None,
        }
    }

    /// Whether a class may name what a thread of another class destroys or initializes at a place while it runs there. `place` is of a class
    /// of which there is one thread.
    pub(super) fn may_run_beside(&self, class: ThreadClass, place: CodePlace) -> bool {
        let own = self.class(place);
        let is_above = || self.points_to.ancestry(class).contains(&own);
        let runs = || self.parallel.running_at(place).is_none_or(|running| running.contains(class.index()));
        class != own && (!is_above() || runs())
    }

    /// A call of an object that calls of another family name, too.
    pub(super) fn named_by_two_families(&self, sites: &[Site<'a>]) -> Option<CodePlace> {
        let mut families: FxHashMap<AbstractObject, FxHashSet<(Option<u64>, SynchronizationFamily)>> =
            FxHashMap::default();
        // A write over the bytes of an object fits each family.
        for &(place, site) in sites.iter().filter(|(_, site)| site.operation.family() != SynchronizationFamily::Any) {
            let condition = site.operation.family() == SynchronizationFamily::Condition;
            let second = site.operands.get(1).filter(|_| condition).map(|&mutex| (mutex, SynchronizationFamily::Mutex));
            let first = site.operands.first().map(|&operand| (operand, site.operation.family()));
            for (operand, family) in first.into_iter().chain(second) {
                let targets = self.points_to.targets(operand).iter();
                for target in targets.filter(|target| self.points_to.object(target.object).kind.is_memory()) {
                    let known = families.entry(target.object).or_default();
                    let is_other = |&(offset, other): &(Option<u64>, SynchronizationFamily)| {
                        other != family && (offset == target.offset || offset.is_none() || target.offset.is_none())
                    };
                    if known.iter().any(is_other) {
                        return Some(place);
                    }
                    known.insert((target.offset, family));
                }
            }
        }
        None
    }
}
