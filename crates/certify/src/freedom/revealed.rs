//! What the value of an expression shows of a new object, and which bytes of the object a place is.

use raddle_program::builder::field_of;
use raddle_program::syntax::{Expr, ExprKind, Place, PlaceKind};
use raddle_program::visit::walk_expr;

use super::birth::{BYTES, Following, Mentioned, New};
use super::terms::value;

impl Following<'_> {
    /// Whether the value of an expression may show the address of the object, or its initial contents. Bytes that were
    /// written show neither: no address of the object was stored.
    pub(super) fn is_revealed(&self, here: &New, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => self.is_revealed(here, operand),
            ExprKind::Binary(_, left, right) => self.is_revealed(here, left) || self.is_revealed(here, right),
            ExprKind::Read(place) => !self.was_written(here, place) && self.is_mentioned(here, expr),
            _ => self.is_mentioned(here, expr),
        }
    }

    /// Whether a place lies in the object, and all of it was written.
    pub(super) fn was_written(&self, here: &New, place: &Place) -> bool {
        self.inside(here, place)
            .is_some_and(|(offset, size)| size <= BYTES && here.written.contains(offset..offset.saturating_add(size)))
    }

    /// Whether a value is the address of the object.
    pub(super) fn is_held(&self, here: &New, value: &Expr) -> bool {
        self.holds(here, value) == Some(0)
    }

    /// Whether a place is found through pointers that do not show the address of the object.
    pub(super) fn is_reached_by_what_was_stored(&self, here: &New, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Deref(pointer) => !self.is_revealed(here, pointer),
            PlaceKind::Field(base, _) | PlaceKind::BitLocation(base) => self.is_reached_by_what_was_stored(here, base),
            PlaceKind::Index(base, index) => {
                self.is_reached_by_what_was_stored(here, base) && !self.is_revealed(here, index)
            }
            PlaceKind::Global(_) | PlaceKind::Local(_) => true,
        }
    }

    pub(super) fn is_mentioned(&self, here: &New, expr: &Expr) -> bool {
        let mut mentioned = Mentioned::default();
        walk_expr(expr, &mut mentioned);
        mentioned.reads.iter().any(|local| here.holders.contains(local))
    }

    /// How far into the object a pointer leads that a holder is in.
    pub(super) fn holds(&self, here: &New, pointer: &Expr) -> Option<u64> {
        let term = value(self.program, self.procedure, pointer)?;
        let (holder, factor) = term.index()?;
        let is_it = factor == 1 && term.origins.is_empty() && here.holders.contains(&holder);
        u64::try_from(term.constant).ok().filter(|_| is_it)
    }

    /// Which bytes of the object a place is; not for bit-fields, which are written in part.
    pub(super) fn inside(&self, here: &New, place: &Place) -> Option<(u64, u64)> {
        let size = self.program.types.size_of(place.ty)?;
        let offset = match &place.kind {
            PlaceKind::Deref(pointer) => self.holds(here, pointer)?,
            PlaceKind::Field(base, number) => {
                let field = field_of(&self.program.types, base.ty, *number).filter(|field| field.bits.is_none())?;
                self.inside(here, base)?.0.checked_add(field.offset)?
            }
            PlaceKind::Index(base, index) => {
                let ExprKind::Integer(index) = index.kind else { return None };
                self.inside(here, base)?.0.checked_add(u64::try_from(index).ok()?.checked_mul(size)?)?
            }
            PlaceKind::Global(_) | PlaceKind::Local(_) | PlaceKind::BitLocation(_) => return None,
        };
        Some((offset, size))
    }

    /// Whether a condition does nothing with the address but compare it.
    pub(super) fn only_looks(&self, here: &New, condition: &Expr) -> bool {
        match &condition.kind {
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => self.only_looks(here, operand),
            ExprKind::Binary(_, left, right) => self.only_looks(here, left) && self.only_looks(here, right),
            _ => self.is_held(here, condition) || !self.is_revealed(here, condition),
        }
    }
}
