//! What the cells of globals hold when the program starts.

use raddle_logic::intervals::Interval;
use raddle_program::syntax::{Global, InitialPart, InitialValue, Program};

use super::super::points_to::PointsTo;
use super::cells::Cells;
use super::flow::{CellValue, Flow};
use super::state::{Slot, State};
use crate::number::Shape;

impl Flow<'_> {
    /// What the cells of globals hold at the start.
    pub(super) fn start(&mut self, state: &mut State) {
        let (program, points_to, cells) = (self.program, self.points_to, self.cells);
        for (global, data) in program.globals.iter() {
            let Some(object) = cells.global(global) else { continue };
            for cell in cells.of_object(object) {
                let held = initial_bits(program, points_to, cells, data, cell);
                if cells.all[cell].is_unique {
                    state.set_range(Slot::Cell(cell), held);
                } else {
                    self.publish_one(cell, held);
                }
            }
        }
    }
}

/// What a cell of a global holds at the start, read as a two's complement number.
pub fn initial_bits(program: &Program, points_to: &PointsTo, cells: &Cells, global: &Global, cell: usize) -> CellValue {
    let at = cells.all[cell];
    let shape = &points_to.object(at.object).shape;
    let overlaps = |part: &&InitialPart| {
        let size = program.types.size_of(part.ty).unwrap_or(u64::MAX);
        // Of elements that share a cell, any may hold what one of them does.
        let offset = shape.canonical(part.offset.into()).unwrap_or(part.offset);
        offset < at.offset.saturating_add(at.size) && at.offset < offset.saturating_add(size)
    };
    let parts: Vec<_> = global.initial.iter().filter(overlaps).collect();
    let of = |part: &InitialPart| match part.value {
        InitialValue::Integer(number) => {
            let of_part = Shape::of(&program.types, part.ty)?;
            let is_whole = of_part.bits == at.size as u32 * 8 && shape.canonical(part.offset.into()) == Some(at.offset);
            is_whole.then(|| of_part.to_bits(of_part.converted(Interval::point(number))))
        }
        InitialValue::Address(..) | InitialValue::Procedure(_) => None,
    };
    match parts[..] {
        _ if global.is_external => None,
        [part] if at.is_unique => of(part),
        _ => parts.iter().try_fold(Interval::point(0), |known, part| Some(known.join(of(part)?))),
    }
}
