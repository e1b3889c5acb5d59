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
//! - the first loop runs once, before the second, and creates threads of one class, in one place, that nobody detaches;
//! - nobody else joins threads of that class: they might be taken away.
//!
//! The ids may be in objects instead, whose addresses are in the array ([`super::stored_objects`]).
//!
//! Rule: the join loop counts over the whole range of the creation loop, comes after it, and has its form. No
//! other step writes the ids or joins. The ids do not overlap.
//! Tests: `joined_in_a_loop_but_one`, `joined_in_a_loop_from_one`, `joined_in_a_loop_that_is_left`,
//! `joined_in_a_loop_with_a_copied_id`, `joined_in_a_loop_and_by_another`,
//! `joined_in_a_loop_before_it_is_created`, `joined_in_a_loop_that_compares_unsigned`, `joined_ids_overlap`,
//! `joined_up_to_another_bound`, `joined_up_to_a_bound_that_shrinks`, `joined_in_a_heap_array_that_moves`,
//! `joined_ids_beside_results`, `joined_ids_overwritten_as_results`.

use raddle_program::automaton::{Automaton, Transition};
use raddle_program::entity::Table;
use raddle_program::syntax::{Effect, Expr, ExprKind, Place, ProcedureId, Program};
use raddle_program::types::TypeKind;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

use super::counted_loop::{Counted, is_stable, of_index};
use super::linear::{Base, Linear, Reader};
use super::parallel::Parallel;
use super::points_to::{Context, Node, ObjectKind, PointsTo, Target, ThreadClass};
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
}

/// The exits of loops behind which all threads of a class are joined.
pub fn join_loops(parallel: &Parallel<'_>) -> FxHashMap<(Context, Transition), JoinLoop> {
    let Parallel { program, points_to, automata, .. } = *parallel;
    let mut found = FxHashMap::default();
    let mut joins: Vec<(Context, Transition)> = points_to.joins.keys().copied().collect();
    joins.sort_unstable();
    for (context, join) in joins {
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
            let Some(stored) = reader.value(id) else { continue };
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
                && parallel.is_joined_by_one_thread(class, (context, join))
            {
                found.insert((context, joined.exit), JoinLoop { class, join, objects });
            }
        }
    }
    found
}

/// Whether a term is where an array begins, but for a fixed distance: a variable, or what one register points to.
pub(super) fn is_array(program: &Program, procedure: ProcedureId, linear: &Linear) -> bool {
    match linear.base {
        Base::Global(_) | Base::Local(_) => linear.parts.is_empty(),
        Base::Zero => {
            let mut parts = linear.parts.iter();
            let (Some((&register, &1)), None) = (parts.next(), parts.next()) else { return false };
            matches!(program.types.kind(program.procedures[procedure].locals[register].ty), TypeKind::Pointer(_))
        }
    }
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

/// Where an address leads. Nothing is stored through the null pointer of an allocation that failed: the execution ends there.
pub(super) fn memory_of(points_to: &PointsTo, address: Node) -> Vec<Target> {
    let is_number = |target: &Target| matches!(points_to.object(target.object).kind, ObjectKind::Number);
    points_to.targets(address).iter().filter(|target| !is_number(target)).copied().collect()
}

/// Whether addresses lead into one object, of which an execution has one at most.
pub(super) fn only_memory(points_to: &PointsTo, automata: &Table<ProcedureId, Automaton>, targets: &[Target]) -> bool {
    let mut objects: Vec<_> = targets.iter().map(|target| target.object).collect();
    objects.dedup();
    let &[object] = objects.as_slice() else { return false };
    match points_to.object(object).kind {
        ObjectKind::Global(_) => true,
        ObjectKind::Local(owner, local) => points_to.lives_once(owner, local, automata),
        ObjectKind::Allocated(owner, allocation) => points_to.runs_once(owner, allocation, automata),
        ObjectKind::ThreadLocal(..)
        | ObjectKind::Keys
        | ObjectKind::Procedure(_)
        | ObjectKind::Thread(_)
        | ObjectKind::Number
        | ObjectKind::Unknown
        | ObjectKind::Indeterminate => false,
    }
}

/// Whether no other step writes this number of bytes from some addresses on.
pub(super) fn is_only_writer(points_to: &PointsTo, targets: &[Target], size: u64, at: (Context, Transition)) -> bool {
    let touched =
        |&target: &Target, size: Option<u64>| points_to.touched(target, size).map(move |cell| (target.object, cell));
    let cells: BTreeSet<_> = targets.iter().flat_map(|target| touched(target, Some(size))).collect();
    let is_other_write = |access: &super::points_to::AccessSite| {
        let touches = |target: &Target| touched(target, access.size).any(|cell| cells.contains(&cell));
        // What is freed is no id any more: a join that reads it violates memory.
        access.is_write
            && !access.is_free
            && (access.context, access.transition) != at
            && points_to.targets(access.address).iter().any(touches)
    };
    !points_to.accesses.iter().any(is_other_write)
}

/// The place from which a join reads the id, and the step that does so: the join itself, or one right before it, into a register.
pub(super) fn joined_place<'a>(
    automaton: &'a Automaton,
    reader: Reader<'_>,
    join: Transition,
) -> Option<(Transition, &'a Place)> {
    let data = &automaton.transitions[join];
    let Effect::Join { thread, .. } = &data.effect else { return None };
    let place = read_place(thread)?;
    let Some(register) = reader.as_register(place) else { return Some((join, place)) };
    let mut before = automaton.transitions.iter().filter(|(_, other)| other.to == data.from);
    let (Some((at, before)), None) = (before.next(), before.next()) else { return None };
    match &before.effect {
        Effect::Assign { target, value } if reader.as_register(target) == Some(register) => {
            read_place(value).map(|place| (at, place))
        }
        _ => None,
    }
}

fn read_place(expr: &Expr) -> Option<&Place> {
    match &expr.kind {
        ExprKind::Read(place) => Some(place),
        ExprKind::Cast(operand) => read_place(operand),
        _ => None,
    }
}
