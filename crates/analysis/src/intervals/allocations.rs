//! New memory: what its cells hold, and how many elements it has.

use raddle_logic::intervals::Interval;
use raddle_program::automaton::Transition;
use raddle_program::syntax::{Expr, ExprKind};

use super::super::points_to::{Context, Origin, PointsTo};
use super::cells::{CellData, Touched};
use super::content::Content;
use super::flow::Flow;
use super::state::{Slot, State};

/// Whether arrays are allocated that have more bytes than a difference of two pointers can be, but no more elements than that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allocations {
    /// The allocation may fail: the result may be null.
    MayBeRefused,
    /// The allocation is assumed to succeed.
    Succeed,
}

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

    /// The most bytes that an object certainly may have: no more than the difference of two pointers can say.
    fn largest_object(&self) -> i128 {
        (1 << (8 * self.program.types.model().pointer_bytes() - 1)) - 1
    }

    /// How many bytes are allocated; `None` if that may be too many, so that the result may be null.
    pub(super) fn allocated(&mut self, at: (Context, Transition), state: &mut State, size: &Expr) -> Option<Interval> {
        let range = self.evaluate(state, at, size).range()?;
        if range.high <= self.largest_object() {
            return Some(range);
        }
        let elements = self.multiple(at, state, size)?;
        let is_array = elements.size > 1 && elements.range.high <= self.largest_object();
        (self.allocations == Allocations::Succeed && is_array).then_some(range)
    }

    /// How many elements new memory of the heap has is kept, if there is one such object at most. What lies in a frame is left out: it may
    /// end before its procedure does.
    pub(super) fn count(&mut self, at: (Context, Transition), state: &mut State, size: &Expr) {
        if self.allocated(at, state, size).is_none() || !self.points_to.runs_once(at.0, at.1, self.automata) {
            return;
        }
        if let Some(elements) = self.multiple(at, state, size) {
            state.set(Slot::Elements(at, elements.size), elements.count);
        }
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
