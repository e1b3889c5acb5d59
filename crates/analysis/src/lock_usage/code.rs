//! The code of a program with its creations and joins: what calls name, and which threads run beside them.

use raddle_program::automaton::Automaton;
use raddle_program::entity::{Entity, Table};
use raddle_program::source::Span;
use raddle_program::syntax::{Effect, ProcedureId};

use crate::parallel::Parallel;
use crate::points_to::{CodePlace, Node, ObjectKind, PointsTo, SynchronizationSite, Target, ThreadClass};

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
}
