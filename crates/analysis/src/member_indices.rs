//! Points-to sets for programs that index arrays beside other members of an object:
//!
//! ```text
//! struct { mutex_t lock; int count; int items[8]; } queue;      lock(&queue.lock); queue.items[queue.count++ % 8] = 1;
//! ```
//!
//! An index may leave its array for another member, the lock or the count, so points-to sets say that the access may write these. The value ranges
//! that follow from such sets seldom say more: the count may be anything. So the argument begins with its end.
//!
//! Rule. Assume of some steps that their indices stay inside of the arrays that they name, and let points-to sets and value ranges follow from
//! that. If by these ranges the indices of all of these steps stay inside, they do in all executions: the first step that would leave its array
//! comes behind steps that did not, for which the ranges hold. Steps whose indices may leave are left out, and the others asked again.
//!
//! The index is one of an array by its name (`s.items[i]`, `p->items[i]`, `&p->items[i]`), and the object has an array of this size at this
//! place: one of few elements, or one that is named by a variable, since points-to sets do not say where in an array of many elements a pointer
//! leads. A pointer that moves through an array is not looked at.
//!
//! Rule: an index that may leave its array may lead to another member, and to an object of another layout.
//! Tests: `joined_by_bound_beside_the_ids`, `joined_by_bound_that_an_id_may_overwrite`, `item_beside_a_pointer`,
//! `item_over_a_pointer`, `item_by_a_number_that_an_item_overwrites`, `item_of_a_larger_array_by_another_type`,
//! `item_from_the_middle_of_an_array`, `item_behind_the_middle_of_an_array`.

use raddle_program::automaton::Automaton;
use raddle_program::entity::Table;
use raddle_program::live::LiveRegisters;
use raddle_program::syntax::{ProcedureId, Program};

use super::intervals::steps_that_leave;
use super::named_indices::NamedIndices;
use super::points_to::{PointsTo, StepsInside, WrittenFirst};

/// The largest number of steps of a program whose indices are followed.
const SMALL: usize = 3_000;
/// How often the steps that are left are asked again.
const ROUNDS: usize = 3;

/// The points-to sets of a program, with what the values of indices say.
pub fn points_to_by_indices(
    program: &Program,
    automata: &Table<ProcedureId, Automaton>,
    live: &Table<ProcedureId, LiveRegisters>,
    written: &WrittenFirst,
) -> PointsTo {
    let n_steps: usize = automata.values().map(|automaton| automaton.transitions.len()).sum();
    let mut inside = if n_steps <= SMALL { steps_with_indices(program, automata) } else { StepsInside::default() };
    for _ in 0..ROUNDS {
        if inside.is_empty() {
            break;
        }
        let points_to = PointsTo::with(program, automata, written, &inside);
        let Some(leaving) = steps_that_leave(program, &points_to, automata, live, &inside) else { break };
        if leaving.is_empty() {
            return points_to;
        }
        inside.retain(|step| !leaving.contains(step));
    }
    PointsTo::with(program, automata, written, &StepsInside::default())
}

/// The steps that index an array which is a member of something.
fn steps_with_indices(program: &Program, automata: &Table<ProcedureId, Automaton>) -> StepsInside {
    let mut found = StepsInside::default();
    for (procedure, automaton) in automata.iter() {
        for (step, data) in automaton.transitions.iter() {
            if NamedIndices::of(&program.types, data).iter().any(|index| index.is_member) {
                found.insert((procedure, step));
            }
        }
    }
    found
}
