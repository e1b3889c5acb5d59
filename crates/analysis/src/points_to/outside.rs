//! Pointers from outside: inputs, results of functions without a body, and what is computed from them.
//!
//! Such a pointer may be the address of any object that has escaped: an input may equal a number to which an address was converted, and
//! a function without a body may return the address of any object with external linkage. The target `Unknown` names none of
//! these objects. So every use of such a pointer is an obstacle for analyses that claim to know all targets.
//!
//! Rule: a pointer from an input or from a function without a body may lead to any object that has escaped.
//! Nothing is proved where one is used.
//! Tests: `pointer_from_outside`, `function_from_outside`, `mutex_from_outside`, `input_equals_an_address`.

use raddle_program::source::Span;
use raddle_program::synchronization::SynchronizationFamily;
use raddle_program::syntax::{Expr, Synchronization};
use raddle_program::types::{TypeKind, Types};

use super::object::ObjectKind;
use super::solver::{Node, Solution};
use super::translate::Translation;

/// Whether an operand of a synchronization call names an object or a function.
pub(super) fn names_object(operation: Synchronization, index: usize) -> bool {
    match operation.family() {
        SynchronizationFamily::Mutex
        | SynchronizationFamily::Condition
        | SynchronizationFamily::ReadWrite
        | SynchronizationFamily::Spin
        | SynchronizationFamily::Barrier
        | SynchronizationFamily::Once
        | SynchronizationFamily::Semaphore => {
            index == 0
                || index == 1
                    && matches!(
                        operation,
                        Synchronization::ConditionRelease
                            | Synchronization::ConditionWake
                            | Synchronization::ConditionTimedWake
                    )
        }
        SynchronizationFamily::Key => operation == Synchronization::KeyCreate,
        SynchronizationFamily::Any => index == 0,
        SynchronizationFamily::Own => operation == Synchronization::CleanupPush && index == 0,
        SynchronizationFamily::Thread => false,
    }
}

/// Whether an argument of an external function is a pointer.
pub(super) fn is_pointer(types: &Types, argument: &Expr) -> bool {
    matches!(types.kind(argument.ty), TypeKind::Pointer(_))
}

impl Translation<'_> {
    /// Where pointers are used that may come from outside, in the order of the text.
    pub(super) fn uses_from_outside(&self, solution: &Solution) -> Vec<Span> {
        let is_outside = |node: Node| {
            let kind = |object| solution.objects()[object].kind;
            solution.targets(node).iter().any(|target| kind(target.object) == ObjectKind::Unknown)
        };
        let accessed = self.accesses.iter().map(|access| (access.address, access.span));
        let used = accessed.chain(self.followed.iter().copied());
        let mut spans: Vec<Span> = used.filter(|&(node, _)| is_outside(node)).map(|(_, span)| span).collect();
        spans.sort_unstable();
        spans.dedup();
        spans
    }
}
