//! What an expression or a place tells of a new object: whether it is the address, is computed from it, or lies in the object.

use raddle_program::automaton::TransitionData;
use raddle_program::builder::field_of;
use raddle_program::syntax::{Expr, ExprKind, LocalId, Place, PlaceKind};
use raddle_program::types::{TypeId, TypeKind};
use raddle_program::visit::{Visitor, walk_effect, walk_expr};

use super::birth::{BYTES, Birth, Known};

impl Birth<'_> {
    /// Whether a condition only compares the address.
    pub fn is_test(&self, known: &Known, condition: &Expr) -> bool {
        match &condition.kind {
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => self.is_test(known, operand),
            ExprKind::Binary(_, left, right) => self.is_test(known, left) && self.is_test(known, right),
            _ => self.distance_of(known, condition).is_some() || !self.tells(known, condition),
        }
    }

    /// Whether a value is the address of the object.
    pub fn holds_address(&self, known: &Known, value: &Expr) -> bool {
        self.distance_of(known, value) == Some(0)
    }

    /// The distance of a value from the address of the object, in bytes, if the value is an address in it.
    pub fn distance_of(&self, known: &Known, value: &Expr) -> Option<u64> {
        let (register, offset) = self.base(value)?;
        known.registers.get(&register)?.checked_add(offset)
    }

    /// The distance of a place from the start of the object, in bytes, if it lies in the object.
    pub fn distance_of_place(&self, known: &Known, place: &Place) -> Option<u64> {
        let (register, offset) = self.located(place)?;
        known.registers.get(&register)?.checked_add(offset)
    }

    /// Whether a value may depend on the address, or on bytes of the object that were not written. What was written is no address of it.
    pub fn tells(&self, known: &Known, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Read(place) if self.is_written(known, place) => false,
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => self.tells(known, operand),
            ExprKind::Binary(_, left, right) => self.tells(known, left) || self.tells(known, right),
            _ => self.mentioned(known, value),
        }
    }

    /// Whether the address of a place depends on that of the object, or on bytes that were not written.
    pub fn place_tells(&self, known: &Known, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Deref(pointer) => self.tells(known, pointer),
            PlaceKind::Field(base, _) | PlaceKind::BitLocation(base) => self.place_tells(known, base),
            PlaceKind::Index(base, index) => self.place_tells(known, base) || self.tells(known, index),
            PlaceKind::Global(_) | PlaceKind::Local(_) => false,
        }
    }

    /// Whether a place lies in the object, and all of its bytes were written.
    pub fn is_written(&self, known: &Known, place: &Place) -> bool {
        let Some(offset) = self.distance_of_place(known, place) else { return false };
        let size = self.program.types.size_of(place.ty).unwrap_or(u64::MAX);
        size <= BYTES && known.filling.written.contains(offset..offset.saturating_add(size))
    }

    pub fn mentioned(&self, known: &Known, value: &Expr) -> bool {
        let mut mentioned = Mentioned::default();
        walk_expr(value, &mut mentioned);
        mentioned.locals.iter().any(|local| known.registers.contains_key(local))
    }

    /// The register and the distance from what it points to, of a place.
    pub fn located(&self, place: &Place) -> Option<(LocalId, u64)> {
        let within = |base: &Place, distance: Option<u64>| {
            let (register, offset) = self.located(base)?;
            Some((register, offset.checked_add(distance?)?))
        };
        match &place.kind {
            PlaceKind::Deref(pointer) => self.base(pointer),
            PlaceKind::Field(base, number) => {
                let field = field_of(&self.program.types, base.ty, *number)?;
                within(base, field.bits.is_none().then_some(field.offset))
            }
            PlaceKind::Index(base, index) => within(base, self.distance(index, place.ty)),
            PlaceKind::Global(_) | PlaceKind::Local(_) | PlaceKind::BitLocation(_) => None,
        }
    }

    fn distance(&self, index: &Expr, element: TypeId) -> Option<u64> {
        match index.kind {
            ExprKind::Integer(number) => u64::try_from(number).ok()?.checked_mul(self.program.types.size_of(element)?),
            _ => None,
        }
    }

    /// The same of a pointer.
    pub fn base(&self, pointer: &Expr) -> Option<(LocalId, u64)> {
        match &pointer.kind {
            ExprKind::Read(place) => match place.kind {
                PlaceKind::Local(local) if self.procedure.locals[local].is_register => Some((local, 0)),
                _ => None,
            },
            ExprKind::Cast(inner) if self.keeps_address(pointer, inner) => self.base(inner),
            ExprKind::AddressOf(place) => self.located(place),
            _ => None,
        }
    }

    /// Whether a conversion keeps all bits of an address: a part of it may be zero.
    pub fn keeps_address(&self, cast: &Expr, inner: &Expr) -> bool {
        let types = &self.program.types;
        !matches!(types.kind(cast.ty), TypeKind::Bool) && types.size_of(cast.ty) >= types.size_of(inner.ty)
    }
}

/// The locals that code mentions.
#[derive(Default)]
pub(super) struct Mentioned {
    pub locals: Vec<LocalId>,
}

impl Visitor for Mentioned {
    fn local(&mut self, local: LocalId) {
        self.locals.push(local);
    }
}

/// The number of times that a step reads registers of a set. A register that gets a result of the step is not read by that.
pub(super) fn reads(data: &TransitionData, is_one: impl Fn(LocalId) -> bool, results: &[LocalId]) -> usize {
    let mut mentioned = Mentioned::default();
    walk_effect(&data.effect, &mut mentioned);
    if let Some(guard) = &data.guard {
        walk_expr(&guard.condition, &mut mentioned);
    }
    for result in results {
        if let Some(position) = mentioned.locals.iter().position(|local| local == result) {
            mentioned.locals.swap_remove(position);
        }
    }
    mentioned.locals.iter().filter(|&&local| is_one(local)).count()
}
