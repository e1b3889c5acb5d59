//! What the cells of globals hold when the program starts.
//!
//! Rule: what a pointer in a global holds at first is left out only if no step reads it. Then nothing is told of what the cell holds, since
//! engines also ask for what no step reads.
//! Tests: in `memory`: `element_that_is_filled_behind_its_thread`; in `overflow`: `number_that_is_written_and_never_read`,
//! `number_that_is_written_on_one_way`.

use raddle_logic::intervals::Interval;
use raddle_program::syntax::{Global, InitialPart, InitialValue, Program};
use raddle_program::types::TypeKind;

use super::super::points_to::{Origin, PointsTo};
use super::cells::{CellData, Cells};
use super::content::Content;
use super::flow::{Flow, join};
use super::scalar_at;
use super::state::{Slot, State};
use crate::number::Shape;

impl Flow<'_> {
    /// What the cells of globals hold at the start.
    pub(super) fn start(&mut self, state: &mut State) {
        let (program, points_to, cells) = (self.program, self.points_to, self.cells);
        for (global, data) in program.globals.iter() {
            let Some(object) = cells.global(global) else { continue };
            for cell in cells.of_object(object) {
                let CellData { offset, size, is_unique, .. } = cells.all[cell];
                let ty = scalar_at(&program.types, data.ty, offset, size);
                let is_pointer = ty.is_some_and(|ty| matches!(program.types.kind(ty), TypeKind::Pointer(_)));
                // No step reads this null pointer. The cell holds it all the same, so nothing is told of what the cell holds.
                let is_read = !is_pointer || !self.is_written_first(Origin::Global(global), cell);
                let held = if is_read { initial_bits(program, points_to, cells, data, cell) } else { Content::NOTHING };
                if !is_read {
                    join(&mut self.written[cell], Content::Any);
                }
                if is_unique {
                    state.set_content(Slot::Cell(cell), held);
                } else if is_read {
                    self.publish_one(cell, held);
                }
            }
        }
    }
}

/// What a cell of a global holds at the start, read as a two's complement number.
pub fn initial_bits(program: &Program, points_to: &PointsTo, cells: &Cells, global: &Global, cell: usize) -> Content {
    let at = cells.all[cell];
    let shape = &points_to.object(at.object).shape;
    let overlaps = |part: &&InitialPart| {
        let size = program.types.size_of(part.ty).unwrap_or(u64::MAX);
        // Of elements that share a cell, any may hold what one of them does.
        let offset = shape.canonical(part.offset.into()).unwrap_or(part.offset);
        offset < at.offset.saturating_add(at.size) && at.offset < offset.saturating_add(size)
    };
    let parts: Vec<_> = global.initial.iter().filter(overlaps).collect();
    let of = |part: &InitialPart| {
        let of_part = Shape::of(&program.types, part.ty).filter(|of_part| {
            of_part.bits == at.size as u32 * 8 && shape.canonical(part.offset.into()) == Some(at.offset)
        });
        let Some(of_part) = of_part else { return Content::Any };
        match part.value {
            InitialValue::Integer(number) => {
                Content::Number(of_part.to_bits(of_part.converted(Interval::point(number))))
            }
            InitialValue::Address(other, bytes) => {
                let shape = cells.global(other).map(|object| &points_to.object(object).shape);
                let is_exact = |bytes| bytes == 0 || shape.is_some_and(|shape| shape.is_exact(bytes));
                if u64::try_from(bytes).is_ok_and(is_exact) { Content::ADDRESS } else { Content::Any }
            }
            InitialValue::Procedure(_) => Content::ADDRESS,
        }
    };
    match parts[..] {
        _ if global.is_external => Content::Any,
        [part] if at.is_unique => of(part),
        _ => parts.iter().fold(Content::point(0), |known, part| known.join(of(part))),
    }
}
