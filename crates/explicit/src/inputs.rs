//! What a search makes of inputs that have too many values to look at each.
//!
//! The first search takes results of operations on floating values for any value where inputs decide them, and tries a few values of other
//! inputs. What it leaves open because of an input is searched again with any value for all such results: that proves. What it violates by a
//! floating result that may be none is searched again with a few values of the inputs, for a violation that a replay confirms
//! (in `race`: `greatest_random_number`).

use raddle_program::semantics::{GivesAny, Machine};
use raddle_verify::task::Task;

/// What an operation gives whose operand is an input with too many values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inputs {
    /// Nothing: the search tries a few of the values, and proves nothing. What it meets does not rest on a result that is none.
    Exact,
    /// The same, but an operation on floating values gives any value. What is met is replayed exactly.
    AnyFloating,
    /// Any value between bounds: what the search does not meet is safe, what it meets is nothing.
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
