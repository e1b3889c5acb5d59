//! Threads that one loop creates and another joins:
//!
//! ```text
//! for (i = 0; i < n; i++) create(&ids[i], ...);      for (j = 0; j < n; j++) join(ids[j]);
//! ```
//!
//! Both are counted loops ([`super::counted_loop`]).
//!
//! Rule. When the second loop is left by its test, no thread of the class is running that the first one creates, if
//! - both address the same array in the same way, its ids do not overlap, and the second counts over all that the first does;
//! - registers that the bounds and the address of the array consist of are not written from the first loop on;
//! - no other step writes the bytes of the array that hold ids, and the array lives once;
//! - the first loop runs once, before the second, and creates threads of one class, in one place, that no thread
//!   detaches;
//! - no other step joins threads of that class: the join of the loop could then fail at once.
//!
//! The ids may be in objects instead, whose addresses are in the array ([`super::stored_objects`]).
//!
//! Rule: the join loop counts over the whole range of the creation loop, comes after it, and has its form. No
//! other step writes the ids or joins. The ids do not overlap.
//! Tests: `joined_in_a_loop_but_one`, `joined_in_a_loop_from_one`, `joined_in_a_loop_that_is_left`,
//! `joined_in_a_loop_with_a_copied_id`, `joined_in_a_loop_and_by_another`,
//! `joined_in_a_loop_before_it_is_created`, `joined_in_a_loop_that_compares_unsigned`, `joined_ids_overlap`,
//! `joined_up_to_another_bound`, `joined_up_to_a_bound_that_shrinks`, `joined_in_a_heap_array_that_moves`,
//! `joined_ids_beside_results`, `joined_ids_overwritten_as_results`; in `locks`: `joined_with_arguments_of_an_array`,
//! `joined_with_arguments_of_an_array_twice`, `joined_with_an_id_of_another_round`.

use raddle_program::automaton::{Automaton, Transition};
use raddle_program::entity::Table;
use raddle_program::syntax::{Effect, ProcedureId, Program};
use rustc_hash::FxHashMap;

use super::counted_loop::{Counted, is_stable, of_index};
use super::joins::{Joins, is_array, is_only_writer, joined_place, memory_of, only_memory};
use super::linear::Reader;
use super::points_to::{Context, PointsTo, ThreadClass, lies_on_cycle};
use super::stored_objects::{StoredObjects, stored_objects};

/// A loop that joins all threads of a class.
#[derive(Clone, Copy, Debug)]
pub struct JoinLoop {
    /// The class.
    pub class: ThreadClass,
    /// The join.
    pub join: Transition,
    /// The objects that hold the ids, if the array has their addresses.
    pub objects: Option<StoredObjects>,
    /// The exit of the loop that creates the threads: behind it, all are created.
    pub created: Transition,
    /// Whether the loop runs once, and joins nothing but what the other loop created: each thread once.
    pub is_exact: bool,
}

/// The exits of loops behind which all threads of a class are joined.
pub fn join_loops(joins: &Joins<'_>) -> FxHashMap<(Context, Transition), JoinLoop> {
    let Joins { program, points_to, automata } = *joins;
    let mut found = FxHashMap::default();
    let mut places: Vec<(Context, Transition)> = points_to.joins.keys().copied().collect();
    places.sort_unstable();
    for (context, join) in places {
        let procedure = points_to.contexts[context].procedure;
        let reader = Reader::new(program, procedure);
        let automaton = &automata[procedure];
        let Some(cell) = joined_place(automaton, reader, join).and_then(|(_, place)| reader.address(place)) else {
            continue;
        };
        let Some(joined) = Counted::of(automaton, reader, join) else { continue };
        for (class, data) in points_to.classes.iter() {
            let &[(creator, creation)] = data.created_at.as_slice() else { continue };
            if creator != context || !is_only_creation(points_to, class, (creator, creation)) {
                continue;
            }
            let Effect::Spawn { id, .. } = &automaton.transitions[creation].effect else { continue };
            let Some(stored) = reader.operand(automaton, creation, id) else { continue };
            let Some(created) = Counted::of(automaton, reader, creation) else { continue };
            let id_bytes = i128::from(program.types.model().pointer_bytes());
            let is_same_cell = of_index(&stored, created.index).is_some_and(|(factor, rest)| {
                is_array(program, procedure, &rest)
                    && factor >= id_bytes
                    && is_stable(automaton, creation, &rest)
                    && of_index(&cell, joined.index) == Some((factor, rest))
            });
            let has_ids = is_same_cell && are_ids_of_creation(program, points_to, automata, (creator, creation));
            let objects =
                || stored_objects(program, points_to, automata, ((creator, creation), &created), (join, &joined));
            let objects = if has_ids { None } else { objects() };
            let behind = raddle_program::graph::reachable_from(automaton, [automaton.transitions[join].to]);
            let is_created_before = !behind[automaton.transitions[creation].from];
            if (has_ids || objects.is_some())
                && is_created_before
                && joined.covers(&created)
                && is_stable(automaton, creation, &created.end)
                && joins.is_joined_by_one_thread(class, (context, join))
            {
                let runs_once = points_to.contexts[context].is_once
                    && points_to.classes[points_to.contexts[context].class].is_single
                    && [created.exit, joined.exit].iter().all(|&exit| !lies_on_cycle(automaton, exit));
                let is_exact = has_ids && runs_once && created.covers(&joined);
                let found_here = JoinLoop { class, join, objects, created: created.exit, is_exact };
                found.insert((context, joined.exit), found_here);
            }
        }
    }
    found
}

/// Whether a class is created here alone, and its creation runs in one activation of one thread.
fn is_only_creation(points_to: &PointsTo, class: ThreadClass, at: (Context, Transition)) -> bool {
    let data = &points_to.contexts[at.0];
    data.is_once
        && points_to.classes[data.class].is_single
        && !points_to.may_be_detached.contains(&at)
        && points_to.creations.get(&at).is_some_and(|classes| classes.as_slice() == [class])
}

/// Whether the ids of a creation are in an array that lives once, whose bytes with ids no other step writes.
fn are_ids_of_creation(
    program: &Program,
    points_to: &PointsTo,
    automata: &Table<ProcedureId, Automaton>,
    at: (Context, Transition),
) -> bool {
    let Some(&(_, id)) = points_to.creation_operands.get(&at) else { return false };
    let targets = memory_of(points_to, id);
    only_memory(points_to, automata, &targets)
        && is_only_writer(points_to, &targets, program.types.model().pointer_bytes(), at)
}
