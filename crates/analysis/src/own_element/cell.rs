//! A pointer in a structure to which the creator of the threads refers: `pool.workers + i`, `pool->workers + i`.
//!
//! Rule. A cell of memory of which an execution has one holds the same pointer in all rounds of the loop, and for all of its threads, if it is
//! written before the loop only. (No execution reads it after its object was freed.)
//!
//! Rule: the cell exists once, its address is certain, and no step writes to it from the loop on.
//! Tests: `own_elements_of_an_array_in_a_structure`, `own_elements_of_an_array_that_is_replaced`,
//! `own_elements_of_an_array_that_a_thread_replaces`, `own_elements_of_an_array_found_from_a_long_array`,
//! `own_elements_of_an_array_found_from_before_the_object`, `own_elements_of_an_array_replaced_from_a_long_array`.

use raddle_program::syntax::Place;
use raddle_program::types::TypeKind;

use super::{Base, Form, OwnElements, Standpoint};
use crate::points_to::{AbstractObject, AccessSite, ObjectKind, Target};

impl OwnElements<'_> {
    /// The pointer in a place that the creator reads, if it is the same from the loop on.
    pub(super) fn pointer_in_cell(&self, at: &Standpoint<'_>, place: &Place) -> Option<Form> {
        let types = &self.program.types;
        if !at.is_in_creator() || !matches!(types.kind(place.ty), TypeKind::Pointer(_)) {
            return None;
        }
        let at = &Standpoint { depth: at.depth.checked_sub(1)?, ..*at };
        let start = self.address(at, place)?;
        let cell = self.cell(at, start, types.size_of(place.ty)?)?;
        let is_unchanged = || {
            let sites = self.points_to.accesses.iter().filter(|site| site.is_write && !site.is_free);
            let mut writes = sites.filter(|site| self.may_write(site, cell));
            writes.all(|site| self.is_before(at.creation, (site.context, site.transition), at.depth))
        };
        is_unchanged().then(|| Form::start(Base::Cell(cell)))
    }

    /// The cell of so many bytes at an address that is the same in all rounds, if an execution has one.
    fn cell(&self, at: &Standpoint<'_>, start: Form, size: u64) -> Option<Target> {
        if start.factor != 0 || start.rest.low != start.rest.high {
            return None;
        }
        let begin = match start.base {
            Base::Global(global) => self.start_of(ObjectKind::Global(global))?,
            Base::Local(local) => self.start_of(ObjectKind::Local(at.context, local))?,
            Base::Register(local) => {
                let targets = self.points_to.targets(self.points_to.register(at.context, local)?);
                let is_memory = |target: &&Target| self.points_to.object(target.object).kind.is_memory();
                let mut memory = targets.iter().filter(is_memory);
                let target = *memory.next()?;
                // The offset of a target may stand for several addresses. Of one that does not it is the distance from the object's start.
                let is_address = memory.next().is_none() && self.points_to.is_unique(target, self.automata);
                is_address.then_some(target)?
            }
            Base::Cell(_) | Base::Pointer(_) | Base::Object(_) | Base::Zero => return None,
        };
        let offset = u64::try_from(i128::from(begin.offset?).checked_add(start.rest.low)?).ok()?;
        let cell = Target { object: begin.object, offset: Some(offset) };
        let is_whole = self.position(cell).is_some_and(|(_, bytes)| bytes == size);
        (is_whole && self.points_to.is_unique(cell, self.automata)).then_some(cell)
    }

    /// The position of a cell in the shape of its object, and its size.
    fn position(&self, cell: Target) -> Option<(usize, u64)> {
        let cells = &self.points_to.object(cell.object).shape.cells;
        cells
            .iter()
            .enumerate()
            .find(|(_, it)| Some(it.offset) == cell.offset)
            .map(|(position, it)| (position, it.size))
    }

    fn start_of(&self, kind: ObjectKind) -> Option<Target> {
        let is_it = |object: &AbstractObject| self.points_to.object(*object).kind == kind;
        let object = self.points_to.objects().ids().find(is_it)?;
        Some(Target { object, offset: Some(0) })
    }

    /// Whether a write may change a byte of a cell.
    fn may_write(&self, site: &AccessSite, cell: Target) -> bool {
        let Some((position, _)) = self.position(cell) else { return true };
        let mut targets = self.points_to.targets(site.address).iter().filter(|target| target.object == cell.object);
        targets.any(|&target| self.points_to.touched(target, site.size).contains(&position))
    }
}
