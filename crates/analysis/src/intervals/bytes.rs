//! The bytes of an object that an access may touch, from the intervals of its indices.
//!
//! Rule. In the last pass the states in front of a step cover all that can be there ([`super`]). So an access to `a[i][j + 1]` touches bytes
//! between the least and the greatest address that these expressions give in one of the states. Nothing is known of an access through a
//! pointer in a register that may lead to several places, and of one whose address may wrap.
//!
//! The same tells which cells a write does not touch, in the state in front of it: `q->items[i]` is not `q->length` for a small `i`.
//!
//! Rule: the bytes are those of all states in front of the step, in all modes, from the first byte of the least element to the last byte
//! of the greatest one. No address wraps. A cell that stands for several places is never left out.
//! Tests: `rows_for_each_thread_that_overlap`, `halves_that_overlap`, `halves_by_a_bound_that_moves`,
//! `halves_of_bytes_that_overlap`, `halves_by_an_index_that_wraps`, `cell_by_a_number_on_the_heap_that_changes`,
//! `cell_by_a_number_on_the_heap_that_stays_zero`, `ids_in_an_array_on_the_heap_joined_late`, `counted_under_a_lock`,
//! `counted_beside_an_index_that_leaves_its_array`, `filled_through_a_pointer_that_comes_back`,
//! `filled_through_a_pointer_behind_what_is_allocated`.

use raddle_logic::intervals::Interval;
use raddle_program::automaton::{Transition, TransitionData};
use raddle_program::builder::field_of;
use raddle_program::footprint::Footprint;
use raddle_program::syntax::{Expr, ExprKind, Place, PlaceKind, ProcedureId, Program};
use rustc_hash::FxHashMap;

use super::super::points_to::{AbstractObject, Context, ObjectKind, StepsInside, Target};
use super::cells::{CellData, Touched};
use super::flow::Flow;
use super::state::State;
use crate::named_indices::{NamedIndex, NamedIndices};

/// Distances from the start of an object beyond which an address may wrap: no object is that large.
const FARTHEST: i128 = 1 << 40;

/// A range of bytes of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bytes {
    /// The object.
    pub object: AbstractObject,
    /// The offsets of the first and of the last byte.
    pub range: Interval,
}

impl Bytes {
    /// Whether the two ranges have no byte in common.
    pub fn is_apart_from(self, other: Bytes) -> bool {
        self.object != other.object || self.range.high < other.range.low || other.range.high < self.range.low
    }
}

/// For each step that makes one access, reading or writing, the bytes; nothing where they are not known.
pub type AccessedBytes = FxHashMap<(Context, Transition, bool), Option<Bytes>>;

/// How an access names its bytes, as far as that is known without numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Naming {
    /// A variable, or a part of it that is always the same.
    Fixed,
    /// A part of a variable that an index chooses.
    Indexed,
}

impl Naming {
    fn further(self, index: &Expr) -> Naming {
        if matches!(index.kind, ExprKind::Integer(_)) { self } else { Naming::Indexed }
    }
}

/// How the only access of a step that reads, or that writes, names its bytes; `None` if that says nothing about them.
pub fn naming(program: &Program, procedure: ProcedureId, data: &TransitionData, is_write: bool) -> Option<Naming> {
    Footprint::of(program, &program.procedures[procedure], data).only_place(is_write).and_then(naming_of_place)
}

fn naming_of_place(place: &Place) -> Option<Naming> {
    match &place.kind {
        PlaceKind::Global(_) | PlaceKind::Local(_) => Some(Naming::Fixed),
        PlaceKind::Deref(pointer) => naming_of_pointer(pointer),
        PlaceKind::BitLocation(_) => None,
        PlaceKind::Field(base, _) => naming_of_place(base),
        PlaceKind::Index(base, index) => naming_of_place(base).map(|naming| naming.further(index)),
    }
}

fn naming_of_pointer(pointer: &Expr) -> Option<Naming> {
    match &pointer.kind {
        ExprKind::AddressOf(place) => naming_of_place(place),
        ExprKind::Cast(operand) => naming_of_pointer(operand),
        ExprKind::PointerAdd { pointer, index, .. } => naming_of_pointer(pointer).map(|naming| naming.further(index)),
        _ => None,
    }
}

impl Flow<'_> {
    /// The bytes of all accesses, joined over the states in front of each step.
    pub(super) fn accessed_bytes(mut self) -> AccessedBytes {
        let (points_to, automata) = (self.points_to, self.automata);
        let mut found = AccessedBytes::default();
        let states: Vec<_> = self.states.iter().map(|(point, state)| (point.clone(), state.clone())).collect();
        for (point, state) in states {
            let procedure = points_to.contexts[point.context].procedure;
            for &transition in automata[procedure].outgoing(point.location) {
                let data = &automata[procedure].transitions[transition];
                self.begin(&state, (point.context, transition));
                let footprint = Footprint::of(self.program, &self.program.procedures[procedure], data);
                for is_write in [false, true] {
                    let Some(place) = footprint.only_place(is_write) else { continue };
                    let bytes = self.bytes_of(&state, (point.context, transition), place);
                    let key = (point.context, transition, is_write);
                    match found.get_mut(&key) {
                        None => {
                            found.insert(key, bytes);
                        }
                        Some(known) => {
                            *known = known
                                .zip(bytes)
                                .filter(|(one, other)| one.object == other.object)
                                .map(|(one, other)| Bytes { object: one.object, range: one.range.join(other.range) });
                        }
                    }
                }
            }
        }
        found
    }

    /// The steps of `asked` that contain an index which may leave its array.
    pub(super) fn steps_that_leave(mut self, asked: &StepsInside) -> StepsInside {
        let (points_to, automata) = (self.points_to, self.automata);
        let mut found = StepsInside::default();
        let states: Vec<_> = self.states.iter().map(|(point, state)| (point.clone(), state.clone())).collect();
        for (point, state) in states {
            let procedure = points_to.contexts[point.context].procedure;
            for &step in automata[procedure].outgoing(point.location) {
                if !asked.contains(&(procedure, step)) || found.contains(&(procedure, step)) {
                    continue;
                }
                let at = (point.context, step);
                self.begin(&state, at);
                let indices = NamedIndices::of(&self.program.types, &automata[procedure].transitions[step]);
                let mut leaves = |index: &NamedIndex| {
                    let inside = Interval { low: 0, high: i128::from(index.length) - 1 };
                    let range = self.evaluate(&mut state.clone(), at, &index.index).range();
                    !range.is_some_and(|range| inside.contains(range))
                };
                if indices.iter().any(&mut leaves) {
                    found.insert((procedure, step));
                }
            }
        }
        found
    }

    fn bytes_of(&mut self, state: &State, at: (Context, Transition), place: &Place) -> Option<Bytes> {
        let size = self.program.types.size_of(place.ty).filter(|&size| size > 0)?;
        let (object, first) = self.start_of(&mut state.clone(), at, place)?;
        Some(Bytes { object, range: Interval { low: first.low, high: first.high + i128::from(size) - 1 } })
    }

    /// Leaves out the cells that a write to a place does not touch, by its indices.
    pub(super) fn narrow(&mut self, state: &State, at: (Context, Transition), place: &Place, touched: &mut Touched) {
        if touched.cells.len() < 2 {
            return;
        }
        let Some(Bytes { object, range }) = self.bytes_of(state, at, place) else { return };
        let cells = self.cells;
        touched.cells.retain(|&(cell, _)| {
            let CellData { object: other, offset, size, is_unique, .. } = cells.all[cell];
            let (first, end) = (i128::from(offset), i128::from(offset) + i128::from(size));
            !is_unique || object != other || first <= range.high && range.low < end
        });
    }

    /// The object of a place, and the interval of byte offsets at which the place may start.
    fn start_of(
        &mut self,
        state: &mut State,
        at: (Context, Transition),
        place: &Place,
    ) -> Option<(AbstractObject, Interval)> {
        match &place.kind {
            PlaceKind::Global(global) => Some((self.cells.global(*global)?, Interval::point(0))),
            PlaceKind::Local(local) => Some((self.cells.local_in(at.0, *local)?, Interval::point(0))),
            PlaceKind::Deref(pointer) => self.pointed_at(state, at, pointer),
            // The location of a bit-field is known by its bits only.
            PlaceKind::BitLocation(_) => None,
            PlaceKind::Field(base, number) => {
                let field = field_of(&self.program.types, base.ty, *number).filter(|field| field.bits.is_none())?;
                let offset = i128::from(field.offset);
                let (object, start) = self.start_of(state, at, base)?;
                Some((object, Interval { low: start.low + offset, high: start.high + offset }))
            }
            PlaceKind::Index(base, index) => {
                let size = self.program.types.size_of(place.ty)?;
                let (object, start) = self.start_of(state, at, base)?;
                Some((object, self.further(state, at, start, index, size.into())?))
            }
        }
    }

    fn pointed_at(
        &mut self,
        state: &mut State,
        at: (Context, Transition),
        pointer: &Expr,
    ) -> Option<(AbstractObject, Interval)> {
        match &pointer.kind {
            ExprKind::AddressOf(place) => self.start_of(state, at, place),
            ExprKind::Cast(operand) => self.pointed_at(state, at, operand),
            ExprKind::PointerAdd { pointer, index, element, is_subtraction } => {
                let (object, start) = self.pointed_at(state, at, pointer)?;
                let element = i128::from(*element) * if *is_subtraction { -1 } else { 1 };
                Some((object, self.further(state, at, start, index, element)?))
            }
            ExprKind::Read(place) => {
                let register = self.register(at.0, place)?;
                let node = self.points_to.register(at.0, register).filter(|&node| !self.points_to.leads_out(node))?;
                let targets = self.points_to.targets(node);
                // An access through a number ends the execution.
                let leads = |target: &&Target| self.points_to.object(target.object).kind != ObjectKind::Number;
                let mut targets = targets.iter().filter(leads);
                let (&target, None) = (targets.next()?, targets.next()) else { return None };
                let Target { object, offset } = target;
                // Elements share an offset. One behind the last one has it, too.
                let is_exact = |offset| self.points_to.object(object).shape.is_exact(offset);
                let is_one = || self.points_to.is_unique(target, self.automata) && !self.cells.moved.contains(&object);
                let offset = offset.filter(|&it| is_exact(it) || is_one())?;
                Some((object, Interval::point(offset.into())))
            }
            _ => None,
        }
    }

    /// The offsets at which an element may start that lies `index` elements further; `None` if the address may wrap.
    fn further(
        &mut self,
        state: &mut State,
        at: (Context, Transition),
        start: Interval,
        index: &Expr,
        element: i128,
    ) -> Option<Interval> {
        let number = self.evaluate(state, at, index).range()?;
        let ends = [number.low.checked_mul(element)?, number.high.checked_mul(element)?];
        let low = start.low.checked_add(*ends.iter().min()?)?;
        let high = start.high.checked_add(*ends.iter().max()?)?;
        Interval { low: -FARTHEST, high: FARTHEST }.contains(Interval { low, high }).then_some(Interval { low, high })
    }
}
