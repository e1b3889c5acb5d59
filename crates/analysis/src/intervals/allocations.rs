//! New memory: what its cells hold, and how many elements it has.

use raddle_program::automaton::Transition;
use raddle_program::syntax::{BinaryOperator, Expr, ExprKind};

use super::super::points_to::{Context, Origin, PointsTo};
use super::cells::{CellData, Touched};
use super::content::Content;
use super::evaluate::Number;
use super::flow::Flow;
use super::state::{Slot, State};

impl Flow<'_> {
    /// New memory. The value of a cell that is written before the object is published does not matter before that write.
    pub(super) fn allocate(&mut self, at: (Context, Transition), state: &mut State, size: &Expr, is_zeroed: bool) {
        let Some(object) = self.cells.allocated_at(at) else { return };
        let procedure = self.points_to.contexts[at.0].procedure;
        let origin = Origin::Allocated(procedure, at.1);
        for cell in self.cells.of_object(object).collect::<Vec<_>>() {
            if !is_zeroed && self.is_written_first(origin, cell) {
                self.begin_unread(state, cell);
                continue;
            }
            let data = self.cells.all[cell];
            let touched = Touched { cells: vec![(cell, true)], has_others: false };
            self.unguard(state, &touched);
            let is_written = is_written_at_birth(self.points_to, at, size, &data);
            if is_zeroed || !is_written || self.is_followed(state, cell) {
                let held = if is_zeroed { Content::point(0) } else { Content::Any };
                self.write(state, &touched, held, None);
            }
        }
    }

    /// The most bytes that an object has: no more than the difference of two pointers can say.
    pub(super) fn largest_object(&self) -> i128 {
        (1 << (8 * self.program.types.model().pointer_bytes() - 1)) - 1
    }

    /// How many elements new memory of the heap has is kept, if there is one such object at most. What lies in a frame is left out: it may
    /// end before its procedure does.
    pub(super) fn count(&mut self, at: (Context, Transition), state: &mut State, size: &Expr) {
        let (count, element) = elements(size);
        let Number { content: Content::Number(range), symbol: Some(symbol) } = self.evaluate(state, at, count) else {
            return;
        };
        let is_small = |size| size <= self.largest_object();
        let is_exact = range.low >= 0 && range.high.checked_mul(element).is_some_and(is_small);
        if is_exact && self.points_to.runs_once(at.0, at.1, self.automata) {
            state.set(Slot::Elements(at), symbol);
        }
    }
}

/// A size as a number of elements, and the bytes of each.
pub(super) fn elements(size: &Expr) -> (&Expr, i128) {
    match &size.kind {
        ExprKind::Binary(BinaryOperator::Multiply, left, right) => match (&left.kind, &right.kind) {
            (_, ExprKind::Integer(element)) if *element > 0 => (left, *element),
            (ExprKind::Integer(element), _) if *element > 0 => (right, *element),
            _ => (size, 1),
        },
        _ => (size, 1),
    }
}

/// Whether a cell of each object of an allocation is written before it is read, and before another thread can reach the object.
pub(super) fn is_written_at_birth(
    points_to: &PointsTo,
    (context, allocation): (Context, Transition),
    size: &Expr,
    cell: &CellData,
) -> bool {
    let shape = &points_to.object(cell.object).shape;
    let is_one = match size.kind {
        ExprKind::Integer(size) => u64::try_from(size).is_ok_and(|size| shape.is_exact_within(cell.offset, size)),
        _ => false,
    };
    let written = points_to.written_at_birth(points_to.contexts[context].procedure, allocation);
    is_one && written.is_some_and(|written| written.contains(cell.offset..cell.offset + cell.size))
}
