//! The treatment of inputs that have too many values to enumerate.
//!
//! The first search treats the results of operations on floating values as any value if inputs decide them, and tries a
//! few values of other inputs. Properties that it leaves open because of an input are searched again with any value for
//! all such results: that can prove them. A violation that depends on a floating result which may be impossible is
//! searched again with a few values of the inputs, and must be confirmed by a replay (in `race`:
//! `greatest_random_number`).

use raddle_program::semantics::{GivesAny, Machine};
use raddle_verify::task::Task;

/// The result of an operation whose operand is an input with too many values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inputs {
    /// Exact: the search tries a few of the values, and proves nothing. Its violations are real.
    Exact,
    /// The same, but an operation on floating values gives any value. Violations are replayed exactly.
    AnyFloating,
    /// Any value between bounds: if the search finds no violation the program is safe, and its violations prove
    /// nothing.
    Any,
}

impl Inputs {
    /// The machine of a task.
    pub(crate) fn machine(self, task: &Task) -> Machine<'_> {
        let machine = Machine::new(&task.program).with(task.program.chosen_equalities());
        machine.giving_any(match self {
            Inputs::Exact => GivesAny::Nothing,
            Inputs::AnyFloating => GivesAny::Floating,
            Inputs::Any => GivesAny::Large,
        })
    }
}
