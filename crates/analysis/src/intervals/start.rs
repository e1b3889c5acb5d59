//! What the cells of globals hold when the program starts.

use raddle_logic::intervals::Interval;
use raddle_program::syntax::{InitialPart, InitialValue};

use super::flow::Flow;
use super::state::{Slot, State};
use crate::number::Shape;

impl Flow<'_> {
    /// What the cells of globals hold at the start.
    pub(super) fn start(&mut self, state: &mut State) {
        let program = self.program;
        for (global, data) in program.globals.iter() {
            let Some(object) = self.cells.global(global) else { continue };
            let numbers: Vec<usize> = self.cells.of_object(object).collect();
            for cell in numbers {
                let at = self.cells.all[cell];
                let shape = &self.points_to.object(object).shape;
                let overlaps = |part: &&InitialPart| {
                    let size = program.types.size_of(part.ty).unwrap_or(u64::MAX);
                    // Of elements that share a cell, any may hold what one of them does.
                    let offset = shape.canonical(part.offset.into()).unwrap_or(part.offset);
                    offset < at.offset.saturating_add(at.size) && at.offset < offset.saturating_add(size)
                };
                let parts: Vec<_> = data.initial.iter().filter(overlaps).collect();
                let of = |part: &InitialPart| match part.value {
                    InitialValue::Integer(number) => {
                        let shape = Shape::of(&program.types, part.ty)?;
                        let is_whole = shape.bits == at.size as u32 * 8
                            && self.points_to.object(object).shape.canonical(part.offset.into()) == Some(at.offset);
                        is_whole.then(|| shape.to_bits(shape.converted(Interval::point(number))))
                    }
                    InitialValue::Address(..) | InitialValue::Procedure(_) => None,
                };
                let held = match parts[..] {
                    _ if data.is_external => None,
                    [part] if at.is_unique => of(part),
                    _ => parts.iter().try_fold(Interval::point(0), |known, part| Some(known.join(of(part)?))),
                };
                if at.is_unique {
                    state.set_range(Slot::Cell(cell), held);
                } else {
                    self.publish_one(cell, held);
                }
            }
        }
    }
}
