//! Objects of the iterations of a loop: each iteration allocates one and stores its address into an array, and the
//! object holds the id of the thread that this iteration creates:
//!
//! ```text
//! for (i = 0; i < n; i++) { p = malloc(..); a[i] = p; create(&p->id, ..); }      for (j = 0; j < n; j++) join(a[j]->id);
//! ```
//!
//! Rule. The second loop ([`super::join_loop`]) joins in its iteration `j` the thread that iteration `j` of the first
//! one creates, if
//! - what is stored and what holds the id is the object that the iteration allocated: one step of the iteration writes
//!   the register, with the address of an object allocated right before, and every path from the last change of the
//!   index passes this step;
//! - each iteration of the first loop stores once, and both loops address the cells in the same way;
//! - the array lives once, and no other step writes its cells;
//! - only the creation writes the bytes of the objects that hold ids;
//! - the id is read at the same distance from the start of the object, and the cells lead to these objects only.
//!
//! Rule: each cell holds the address of the object of its round, and each object the id of the thread of its round.
//! Tests: `joined_in_objects_with_a_cell_overwritten`, `joined_in_objects_with_a_cell_copied`,
//! `joined_in_objects_with_an_id_overwritten`, `joined_in_objects_but_one`, `joined_in_one_object`,
//! `joined_in_objects_of_every_other_round`, `joined_in_objects_of_the_first_round`,
//! `joined_in_objects_by_another_member`, `joined_in_objects_that_are_not_stored`,
//! `joined_in_objects_left_before_the_store`.

use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::entity::Table;
use raddle_program::syntax::{Effect, Expr, ExprKind, LocalId, Place, ProcedureId, Program};
use raddle_program::types::TypeKind;
use raddle_program::written_registers::written;

use super::counted_loop::{Counted, is_stable, of_index};
use super::joins::{is_array, is_only_writer, memory_of, only_memory};
use super::linear::{Base, Linear, Reader};
use super::points_to::CodePlace;
use super::points_to::{ObjectKind, PointsTo};
use super::ways::{only_step_to, reaches_without};

/// Where a loop allocates its objects and stores their addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoredObjects {
    /// The allocation of the object of a round.
    pub allocation: Transition,
    /// The step that stores its address into the cell of the round.
    pub store: Transition,
}

/// The objects of the rounds that create threads, if a join in another loop reads the ids from them through the cells.
pub fn stored_objects(
    program: &Program,
    points_to: &PointsTo,
    automata: &Table<ProcedureId, Automaton>,
    (at, created): (CodePlace, &Counted),
    (join, joined): (Transition, &Counted),
) -> Option<StoredObjects> {
    let (context, creation) = at;
    let procedure = points_to.contexts[context].procedure;
    let (reader, automaton) = (Reader::new(program, procedure), &automata[procedure]);
    let pointer_bytes = program.types.model().pointer_bytes();
    let (read, id) = read_id(automaton, reader, join)?;
    let (pointer, distance) = in_object(&reader.address(id)?)?;
    let load = only_step_to(automaton, automaton.transitions[read].from)?;
    let (target, value) = assigned(&automaton.transitions[load].effect)?;
    let cell = loaded_pointer(program, value).filter(|_| reader.as_register(target) == Some(pointer))?;
    let (factor, rest) = of_index(&reader.address(cell)?, joined.index)?;
    let Effect::Spawn { id, .. } = &automaton.transitions[creation].effect else { return None };
    let (holder, created_distance) = in_object(&reader.value(id)?)?;
    let allocation = object_of_round(automaton, reader, created, holder, automaton.transitions[creation].from)?;
    let is_store = |transition: &Transition| {
        let Some((target, _)) = assigned(&automaton.transitions[*transition].effect) else { return false };
        let address = reader.address(target).and_then(|address| of_index(&address, created.index));
        address.is_some_and(|address| address == (factor, rest.clone()))
    };
    let store = automaton.transitions.ids().find(is_store)?;
    let (_, value) = assigned(&automaton.transitions[store].effect)?;
    let (stored, 0) = in_object(&reader.value(value)?)? else { return None };
    let is_of_round = || {
        let object = object_of_round(automaton, reader, created, stored, automaton.transitions[store].from);
        object == Some(allocation) && Counted::of(automaton, reader, store).is_some_and(|round| round.is_same(created))
    };
    let is_object = |object| points_to.object(object).kind == ObjectKind::Allocated(context, allocation);
    let addresses = |transition: Transition, is_write: bool| {
        let mut accesses = points_to.accesses.iter();
        let is_it = |access: &&super::points_to::AccessSite| {
            (access.context, access.transition, access.is_write) == (context, transition, is_write)
        };
        accesses.find(is_it).map(|access| memory_of(points_to, access.address))
    };
    let cells = addresses(store, true)?;
    let ids = memory_of(points_to, points_to.creation_operands.get(&at)?.1);
    let is_right = distance == created_distance
        && factor >= i128::from(pointer_bytes)
        && is_array(program, procedure, &rest)
        && is_stable(automaton, creation, &rest)
        && is_of_round()
        && only_memory(points_to, automata, &cells)
        && is_only_writer(points_to, &cells, pointer_bytes, (context, store))
        && !ids.is_empty()
        && ids.iter().all(|target| is_object(target.object))
        && is_only_writer(points_to, &ids, pointer_bytes, at)
        && addresses(read, false)?.iter().all(|target| is_object(target.object));
    is_right.then_some(StoredObjects { allocation, store })
}

/// The allocation whose object a register holds at a location: one of the same round, made right before the only step that writes the register.
pub fn object_of_round(
    automaton: &Automaton,
    reader: Reader<'_>,
    counted: &Counted,
    register: LocalId,
    at: Location,
) -> Option<Transition> {
    let is_written = |effect: &Effect, local: LocalId| {
        let (one, other) = written(effect);
        one == Some(local) || other == Some(local)
    };
    let begins = |effect: &Effect| matches!(effect, Effect::Live { local, .. } if *local == register);
    let ends = |effect: &Effect| matches!(effect, Effect::Dead(local) if *local == register);
    let mut writes = automaton
        .transitions
        .iter()
        .filter(|(_, data)| is_written(&data.effect, register) && !begins(&data.effect) && !ends(&data.effect));
    let (Some((write, data)), None) = (writes.next(), writes.next()) else { return None };
    let is_start = |effect: &Effect| begins(effect) || is_written(effect, counted.index);
    let starts = automaton.transitions.values().filter(|data| is_start(&data.effect)).map(|data| data.to);
    if reaches_without(automaton, starts.chain([automaton.entry]), at, write) {
        return None;
    }
    match &data.effect {
        Effect::Allocate { .. } => Some(write),
        Effect::Assign { value, .. } => {
            let (source, 0) = in_object(&reader.value(value)?)? else { return None };
            allocated_right_before(automaton, data.from, source)
        }
        _ => None,
    }
}

/// The allocation that every path to a location takes last, if a register holds its object then.
pub fn allocated_right_before(automaton: &Automaton, location: Location, register: LocalId) -> Option<Transition> {
    let before = only_step_to(automaton, location)?;
    let is_it = matches!(automaton.transitions[before].effect, Effect::Allocate { target, .. } if target == register);
    is_it.then_some(before)
}

/// The step that reads the id of a join, and from where.
fn read_id<'a>(automaton: &'a Automaton, reader: Reader<'_>, join: Transition) -> Option<(Transition, &'a Place)> {
    let data = &automaton.transitions[join];
    let Effect::Join { thread, .. } = &data.effect else { return None };
    let ExprKind::Read(place) = &thread.kind else { return None };
    let Some(register) = reader.as_register(place) else { return Some((join, place)) };
    let before = only_step_to(automaton, data.from)?;
    let (target, value) = assigned(&automaton.transitions[before].effect)?;
    match &value.kind {
        ExprKind::Read(place) if reader.as_register(target) == Some(register) => Some((before, place)),
        _ => None,
    }
}

/// The place that a pointer is read from, as it is.
fn loaded_pointer<'a>(program: &Program, value: &'a Expr) -> Option<&'a Place> {
    if !matches!(program.types.kind(value.ty), TypeKind::Pointer(_)) {
        return None;
    }
    match &value.kind {
        ExprKind::Read(place) => Some(place),
        ExprKind::Cast(operand) => loaded_pointer(program, operand),
        _ => None,
    }
}

/// An address as a register and a distance.
fn in_object(address: &Linear) -> Option<(LocalId, i128)> {
    let mut parts = address.parts.iter();
    let (Some((&register, &1)), None) = (parts.next(), parts.next()) else { return None };
    (address.base == Base::Zero).then_some((register, address.constant))
}

fn assigned(effect: &Effect) -> Option<(&Place, &Expr)> {
    match effect {
        Effect::Assign { target, value } => Some((target, value)),
        _ => None,
    }
}
