//! Detached threads: each is detached once, and no join names it.
//!
//! A call detaches the running thread, which makes the call once and was not created detached; or it detaches the thread
//! that the same activation created last. Then the id is read from a local, the creation is the last write of this local on
//! each path to the call, and no path leads from the call back to it without the creation.

use raddle_program::automaton::Transition;
use raddle_program::syntax::{Effect, Expr, ExprKind, Synchronization};

use super::Proof;
use crate::held_locks::overlaps;
use crate::points_to::{CodePlace, Node, ObjectKind, SynchronizationSite, ThreadClass, lies_on_cycle};
use crate::ways::reaches_without;

impl Proof<'_> {
    /// Whether a call detaches a thread that nothing else detaches or joins.
    pub(super) fn detaches_once(&self, place: CodePlace, site: &SynchronizationSite) -> bool {
        let Some(class) = self.detached(place, site) else { return false };
        let points_to = self.code.points_to;
        let may_name = |node: Node| {
            points_to.targets(node).iter().any(|target| match points_to.object(target.object).kind {
                ObjectKind::Thread(named) => named == class,
                ObjectKind::Number | ObjectKind::Unknown => true,
                _ => false,
            })
        };
        let mut others = self
            .sites
            .iter()
            .filter(|(other, site)| site.operation == Synchronization::ThreadDetach && *other != place);
        let may_detach = |&(other, site): &(CodePlace, &SynchronizationSite)| match self.detached(other, site) {
            Some(detached) => detached == class,
            None => may_name(site.operands[0]),
        };
        let mut joins = points_to.joins.iter().filter(|(join, _)| self.code.is_reached(**join));
        !others.any(may_detach) && !joins.any(|(_, &id)| may_name(id))
    }

    /// The class of the thread that a call detaches, if it detaches another one each time.
    fn detached(&self, (context, transition): CodePlace, site: &SynchronizationSite) -> Option<ThreadClass> {
        let points_to = self.code.points_to;
        let data = &points_to.contexts[context];
        let automaton = &self.code.automata[data.procedure];
        let Effect::Synchronize { operands, .. } = self.code.effect((context, transition)) else { return None };
        if is_self(operands.first()?) {
            let created_at = &points_to.classes[data.class].created_at;
            let begins_joinable = created_at.iter().all(|creation| !points_to.may_be_detached.contains(creation));
            let is_once = data.is_once && !lies_on_cycle(automaton, transition);
            return (is_once && begins_joinable).then_some(data.class);
        }
        let cell = self.code.parallel.cell_of_id((context, transition))?;
        if !matches!(points_to.object(cell.object).kind, ObjectKind::Local(owner, _) if owner == context) {
            return None;
        }
        let writes = points_to
            .accesses
            .iter()
            .filter(|access| access.is_write && overlaps(points_to.targets(access.address), cell));
        let writes: Vec<CodePlace> = writes.map(|access| (access.context, access.transition)).collect();
        if writes.iter().any(|(by, _)| *by != context) {
            return None;
        }
        let is_last = |&&(_, creation): &&CodePlace| {
            let is_other = |&&(_, other): &&CodePlace| other != creation;
            let behind = |step: Transition| automaton.transitions[step].to;
            let others = writes.iter().filter(is_other).map(|&(_, write)| behind(write));
            let from = others.chain([automaton.entry, behind(transition)]);
            !reaches_without(automaton, from, automaton.transitions[transition].from, creation)
        };
        let &creation = writes.iter().find(is_last)?;
        let &[class] = points_to.creations.get(&creation)?.as_slice() else { return None };
        let is_alone =
            points_to.classes[class].created_at == [creation] && !points_to.may_be_detached.contains(&creation);
        let names = points_to.targets(site.operands[0]).iter();
        let mut classes = names.map(|target| points_to.object(target.object).kind);
        (is_alone && classes.any(|kind| kind == ObjectKind::Thread(class))).then_some(class)
    }
}

fn is_self(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::SelfId => true,
        ExprKind::Cast(operand) => is_self(operand),
        _ => false,
    }
}
