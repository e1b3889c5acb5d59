//! Places: their addresses, reads and writes.

use raddle_logic::intervals::Interval;
use raddle_logic::term::Term;
use raddle_program::property::ViolationKind;
use raddle_program::syntax::{LocalId, Place, PlaceKind};
use raddle_program::types::{TypeId, TypeKind};

use crate::symbolic::layout::{Cells, NUMBER, TAG, WILD, is_pointer, scalar_sort};
use crate::symbolic::step::{End, Evaluated, Symbolic};

/// The most scalars that one access may reach.
const REACHED: usize = 256;

/// The location of a place.
pub enum Located {
    /// A register.
    Register(LocalId),
    /// An offset in the object of a tag.
    Memory {
        /// The tag.
        tag: Term,
        /// The bytes.
        offset: Term,
    },
}

/// A scalar that an access may reach.
enum Reached {
    Cell(usize),
    /// An element of an array, at an index, with the value range of all elements.
    Element(usize, Term, Option<Interval>),
}

impl Symbolic<'_> {
    /// The location of a place.
    pub fn locate(&mut self, place: &Place) -> Evaluated<Located> {
        match &place.kind {
            PlaceKind::Global(global) => {
                let object = self.layout.global(self.thread, *global);
                Ok(self.object(object))
            }
            PlaceKind::Local(local) => {
                let context = &self.layout.contexts[self.context];
                match context.memory.get(local) {
                    Some(&object) => Ok(self.object(object)),
                    None if context.registers.contains_key(local) => Ok(Located::Register(*local)),
                    None => self.unsupported("a value that is no integer of up to 64 bits and no pointer"),
                }
            }
            PlaceKind::Deref(pointer) => {
                let value = self.value(pointer)?;
                let (tag, offset) = self.parts(value);
                Ok(Located::Memory { tag, offset })
            }
            PlaceKind::Field(base, field) => {
                let TypeKind::Record(record) = *self.program().types.kind(base.ty) else {
                    return self.unsupported("a member of something that is no record");
                };
                let body = self.program().types.record(record).body.as_ref();
                let Some(field) = body.and_then(|body| body.fields.get(*field as usize)) else {
                    return self.unsupported("a member of an incomplete record");
                };
                if field.bits.is_some() {
                    return self.unsupported("a bit-field, for sequential checkers");
                }
                let distance = self.terms.number(64, field.offset.into());
                self.inside(base, distance)
            }
            PlaceKind::Index(base, index) => {
                let size = self.program().types.size_of(place.ty).unwrap_or(1);
                let distance = self.scaled(index, size)?;
                self.inside(base, distance)
            }
            PlaceKind::BitLocation(_) => self.unsupported("a bit-field, for sequential checkers"),
        }
    }

    fn object(&mut self, object: usize) -> Located {
        Located::Memory { tag: self.terms.number(TAG, object as u128 + 1), offset: self.terms.number(64, 0) }
    }

    fn inside(&mut self, base: &Place, distance: Term) -> Evaluated<Located> {
        match self.locate(base)? {
            Located::Memory { tag, offset } => {
                let wraps = self.terms.add_overflows_signed(offset, distance);
                self.unsupported_if(wraps, "an address beyond all memory")?;
                Ok(Located::Memory { tag, offset: self.terms.bv_add(offset, distance) })
            }
            Located::Register(_) => self.unsupported("a part of a register"),
        }
    }

    /// The tag and the number of a pointer.
    pub fn parts(&mut self, pointer: Term) -> (Term, Term) {
        (self.terms.extract(pointer, 64, TAG), self.terms.extract(pointer, 0, 64))
    }

    /// The value of a place.
    pub fn read(&mut self, place: &Place) -> Evaluated<Term> {
        if scalar_sort(self.program(), place.ty).is_none() {
            return self.unsupported("a value that is no integer of up to 64 bits and no pointer");
        }
        match self.locate(place)? {
            Located::Register(local) => Ok(self.state[self.layout.contexts[self.context].registers[&local]]),
            Located::Memory { tag, offset } => {
                let reached = self.reach(tag, offset, place.ty, false)?;
                let mut value = None;
                for (condition, reached) in reached {
                    let found = match reached {
                        Reached::Cell(slot) => self.state[slot],
                        Reached::Element(slot, index, numbers) => {
                            let element = self.terms.select(self.state[slot], index);
                            self.lies_between(condition, element, numbers);
                            element
                        }
                    };
                    value = Some(match value {
                        None => found,
                        Some(other) => self.terms.ite(condition, found, other),
                    });
                }
                match value {
                    Some(value) => Ok(value),
                    None => Err(crate::symbolic::step::Stop),
                }
            }
        }
    }

    /// Assumes that an array element is within the known value range of all elements. A solver could state this for single elements only,
    /// and an invariant would have to state it for all. In main it is not assumed, since main may run before the second thread exists.
    fn lies_between(&mut self, condition: Term, element: Term, numbers: Option<Interval>) {
        let Some(Interval { low, high }) = numbers.filter(|_| self.thread > 0) else { return };
        let width = self.terms.width(element);
        let (low, high) = (self.terms.number(width, low as u128), self.terms.number(width, high as u128));
        let (from, to) = (self.terms.bv_sle(low, element), self.terms.bv_sle(element, high));
        let elsewhere = self.terms.not(condition);
        let lies = self.terms.and(from, to);
        let lies = self.terms.or(elsewhere, lies);
        self.guard = self.terms.and(self.guard, lies);
    }

    /// Writes a scalar.
    pub fn write(&mut self, tag: Term, offset: Term, ty: TypeId, value: Term) -> Evaluated<()> {
        for (condition, reached) in self.reach(tag, offset, ty, true)? {
            match reached {
                Reached::Cell(slot) => self.state[slot] = self.terms.ite(condition, value, self.state[slot]),
                Reached::Element(slot, index, _) => {
                    let stored = self.terms.store(self.state[slot], index, value);
                    self.state[slot] = self.terms.ite(condition, stored, self.state[slot]);
                }
            }
        }
        Ok(())
    }

    /// The scalars that an access may reach, each with its condition; the conditions exclude each other and the guard implies one of them.
    /// An access to anything else than a scalar of a visible object ends the execution.
    fn reach(&mut self, tag: Term, offset: Term, ty: TypeId, is_write: bool) -> Evaluated<Vec<(Term, Reached)>> {
        let size = self.program().types.size_of(ty).unwrap_or(0);
        let mut found = Vec::new();
        let mut refused = Vec::new();
        let (mut inside, mut read_only) = (Vec::new(), Vec::new());
        for (number, object) in self.layout.objects.iter().enumerate() {
            let own = self.terms.number(TAG, number as u128 + 1);
            let is_it = self.terms.eq(tag, own);
            if is_it == self.terms.falsity() || object.size < size || !self.layout.sees(self.context, object.context) {
                continue;
            }
            let last = self.terms.number(64, u128::from(object.size - size));
            let fits = self.terms.bv_ule(offset, last);
            let is_inside = self.terms.and(is_it, fits);
            if is_inside == self.terms.falsity() {
                continue;
            }
            inside.push(is_inside);
            if object.is_read_only {
                read_only.push(is_inside);
            }
            let mut hit = Vec::new();
            match &object.cells {
                Some(Cells::Listed(cells)) => {
                    for &(at, cell, slot) in cells {
                        if !self.is_like(cell, ty) {
                            continue;
                        }
                        let at = self.terms.number(64, at.into());
                        let is_here = self.terms.eq(offset, at);
                        let condition = self.terms.and(is_it, is_here);
                        if condition != self.terms.falsity() {
                            hit.push(condition);
                            found.push((condition, Reached::Cell(slot)));
                        }
                    }
                }
                &Some(Cells::Array { element, bytes, slot, numbers }) if self.is_like(element, ty) => {
                    // Sizes of scalars are powers of two.
                    let shift = bytes.trailing_zeros();
                    let low = if shift == 0 { None } else { Some(self.terms.extract(offset, 0, shift)) };
                    let is_aligned = match low {
                        None => self.terms.truth(),
                        Some(low) => {
                            let zero = self.terms.number(shift, 0);
                            self.terms.eq(low, zero)
                        }
                    };
                    let index = self.terms.extract(offset, shift, 32);
                    let condition = self.terms.and(is_inside, is_aligned);
                    hit.push(condition);
                    found.push((condition, Reached::Element(slot, index, numbers)));
                }
                &Some(Cells::Array { .. }) | None => {}
            }
            // Inside of the object, but not at a scalar of this type.
            let is_hit = self.terms.or_all(&hit);
            let misses = self.terms.not(is_hit);
            refused.push(self.terms.and(is_inside, misses));
        }
        let wild = self.terms.number(TAG, WILD);
        let is_wild = self.terms.eq(tag, wild);
        self.unsupported_if(is_wild, "a pointer without a known target is followed")?;
        let is_inside = self.terms.or_all(&inside);
        let is_outside = self.terms.not(is_inside);
        let number = self.terms.number(TAG, NUMBER);
        let is_number = self.terms.eq(tag, number);
        let is_null = self.terms.and(is_outside, is_number);
        self.end_if(is_null, End::Violation(ViolationKind::NullDereference))?;
        self.end_if(is_outside, End::Violation(ViolationKind::OutOfBounds))?;
        if is_write {
            let is_read_only = self.terms.or_all(&read_only);
            self.end_if(is_read_only, End::Violation(ViolationKind::ReadOnly))?;
        }
        let is_refused = self.terms.or_all(&refused);
        self.unsupported_if(
            is_refused,
            "an access to a part of a scalar, or to something that is none, for sequential checkers",
        )?;
        if found.len() > REACHED {
            return self.unsupported("a pointer that may lead to very many places, for sequential checkers");
        }
        Ok(found)
    }

    /// Whether a scalar can be accessed with another type without splitting its bytes.
    fn is_like(&self, cell: TypeId, ty: TypeId) -> bool {
        let program = self.program();
        let is_truth = |ty: TypeId| *program.types.kind(ty) == TypeKind::Bool;
        program.types.size_of(cell) == program.types.size_of(ty)
            && is_pointer(program, cell) == is_pointer(program, ty)
            && is_truth(cell) == is_truth(ty)
    }
}
