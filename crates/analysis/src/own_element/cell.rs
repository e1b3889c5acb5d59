//! A pointer in a structure to which the creator of the threads refers: `pool.workers + i`, `pool->workers + i`.
//!
//! Rule. A cell of memory of which an execution has one holds the same pointer in all rounds of the loop, and for all of its threads, if it is
//! written before the loop only. (No execution reads it after its object was freed.)
//!
//! Rule: the cell exists once, and no step writes to it from the loop on.
//! Tests: `own_elements_of_an_array_in_a_structure`, `own_elements_of_an_array_that_is_replaced`,
//! `own_elements_of_an_array_that_a_thread_replaces`.

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
        let cell = self.cell(at, start)?;
        let size = types.size_of(place.ty)?;
        let is_unchanged = || {
            let sites = self.points_to.accesses.iter().filter(|site| site.is_write && !site.is_free);
            let mut writes = sites.filter(|site| self.may_write(site, cell, size));
            writes.all(|site| self.is_before(at.creation, (site.context, site.transition), at.depth))
        };
        (self.points_to.is_unique(cell, self.automata) && is_unchanged()).then(|| Form::start(Base::Cell(cell)))
    }

    /// The cell at an address that is the same in all rounds.
    fn cell(&self, at: &Standpoint<'_>, start: Form) -> Option<Target> {
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
                memory.next().is_none().then_some(target)?
            }
            Base::Cell(_) | Base::Pointer(_) | Base::Object(_) | Base::Zero => return None,
        };
        let offset = i128::from(begin.offset?).checked_add(start.rest.low)?;
        Some(Target { object: begin.object, offset: Some(u64::try_from(offset).ok()?) })
    }

    fn start_of(&self, kind: ObjectKind) -> Option<Target> {
        let is_it = |object: &AbstractObject| self.points_to.object(*object).kind == kind;
        let object = self.points_to.objects().ids().find(is_it)?;
        Some(Target { object, offset: Some(0) })
    }

    /// Whether a write may change a byte of a cell.
    fn may_write(&self, site: &AccessSite, cell: Target, size: u64) -> bool {
        let mut targets = self.points_to.targets(site.address).iter().filter(|target| target.object == cell.object);
        targets.any(|target| match (target.offset, site.size, cell.offset) {
            (Some(start), Some(length), Some(offset)) => {
                start < offset.saturating_add(size) && offset < start.saturating_add(length)
            }
            _ => true,
        })
    }
}
