//! Escape: which locals and allocated objects other threads may reach.
//!
//! Rule. An object escapes if its address may be in a global, in the values of keys, in the argument or the result of a
//! thread, or in an object that escapes. What does not escape is touched by the thread alone that made it, even if many
//! threads of its class each make one.
//!
//! Left out: that an object is private until it is published (flow-sensitive).
//!
//! Rule: a published object is not private.
//! Tests: `own_memory_published`.

use raddle_program::bits::BitSet;
use raddle_program::entity::Entity;

use super::points_to::{AbstractObject, Node, ObjectKind, PointsTo};

/// The objects that escape.
#[derive(Debug)]
pub struct Escape {
    escaped: BitSet,
}

impl Escape {
    /// Computes them.
    pub fn of(points_to: &PointsTo) -> Escape {
        let mut escape = Escape { escaped: BitSet::new(points_to.objects().len()) };
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
        escape
    }

    /// Whether threads other than the one that made it may reach an object.
    pub fn escapes(&self, points_to: &PointsTo, object: AbstractObject) -> bool {
        matches!(points_to.object(object).kind, ObjectKind::Global(_)) || self.escaped.contains(object.index())
    }
}
