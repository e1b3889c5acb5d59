//! Escape: which locals and allocated objects other threads may reach.
//!
//! Rule. An object escapes if its address may be in a global, in the values of keys, in the argument or the result of a
//! thread, or in an object that escapes. What does not escape is touched by the thread alone that made it, even if many
//! threads of its class each make one.
//!
//! Rule. An object is also private to one thread at a time if its creator hands it over ([`PointsTo::handed`]) and the created threads
//! keep its address to themselves: the address is stored only in locals that do not escape, and is an argument only of the
//! creations that hand the object over. A thread may also get the address by a join; then the other thread has ended.
//!
//! Left out: that an object is private until it is published (flow-sensitive).
//!
//! Rule: a published object is not private, nor is one that was handed over and then published.
//! Tests: `own_memory_published`, `handed_over_and_published`, `handed_over_and_on`.

use raddle_program::automaton::Transition;
use raddle_program::bits::BitSet;
use raddle_program::entity::Entity;

use super::points_to::{AbstractObject, Context, Node, ObjectKind, PointsTo, ThreadClass};

/// The objects that escape.
#[derive(Debug)]
pub struct Escape {
    escaped: BitSet,
    handed: BitSet,
}

impl Escape {
    /// Computes them.
    pub fn of(points_to: &PointsTo) -> Escape {
        let count = points_to.objects().len();
        let mut escape = Escape { escaped: BitSet::new(count), handed: BitSet::new(count) };
        let mut pending: Vec<Node> = Vec::new();
        for data in points_to.objects().values() {
            match data.kind {
                ObjectKind::Global(_) | ObjectKind::Keys => pending.extend(&data.cells),
                ObjectKind::ThreadLocal(..)
                | ObjectKind::Local(..)
                | ObjectKind::Allocated(..)
                | ObjectKind::Procedure(_)
                | ObjectKind::Thread(_)
                | ObjectKind::Number
                | ObjectKind::Unknown
                | ObjectKind::Indeterminate => {}
            }
        }
        pending.extend(points_to.creation_operands.values().map(|(argument, _)| *argument));
        pending.extend(points_to.thread_results.values());
        while let Some(node) = pending.pop() {
            for target in points_to.targets(node) {
                if escape.escaped.insert(target.object.index()) {
                    pending.extend(&points_to.object(target.object).cells);
                }
            }
        }
        for (object, data) in points_to.objects().iter() {
            if let ObjectKind::Allocated(context, allocation) = data.kind
                && let Some(creations) = points_to.handed.get(&(context, allocation))
                && escape.is_kept(points_to, object, (context, creations))
            {
                escape.handed.insert(object.index());
            }
        }
        escape
    }

    /// Whether the threads to which an object is handed over keep its address to themselves.
    fn is_kept(
        &self,
        points_to: &PointsTo,
        object: AbstractObject,
        (creator, creations): (Context, &[Transition]),
    ) -> bool {
        let may_hold = |node: Node| points_to.targets(node).iter().any(|target| target.object == object);
        let created = |class: ThreadClass| {
            creations.iter().any(|&at| points_to.creations.get(&(creator, at)).is_some_and(|it| it.contains(&class)))
        };
        let is_kept = |kind: ObjectKind, holder: AbstractObject| {
            let is_local = matches!(kind, ObjectKind::ThreadLocal(..) | ObjectKind::Local(..));
            is_local && !self.escaped.contains(holder.index())
        };
        let is_gift = |&(context, at): &(Context, Transition)| context == creator && creations.contains(&at);
        !created(points_to.contexts[creator].class)
            && points_to
                .objects()
                .iter()
                .all(|(holder, data)| is_kept(data.kind, holder) || !data.cells.iter().any(|&cell| may_hold(cell)))
            && points_to.creation_operands.iter().all(|(at, (argument, _))| is_gift(at) || !may_hold(*argument))
    }

    /// Whether each object that an abstract one stands for is accessed by its creator first, and then by one thread alone.
    pub fn is_handed_over(&self, object: AbstractObject) -> bool {
        self.handed.contains(object.index())
    }

    /// Whether threads other than the one that made it may reach an object.
    pub fn escapes(&self, points_to: &PointsTo, object: AbstractObject) -> bool {
        matches!(points_to.object(object).kind, ObjectKind::Global(_)) || self.escaped.contains(object.index())
    }
}
