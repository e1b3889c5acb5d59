//! Indices of arrays by their names: `s.items[i]`, `p->items[i]`, and `&p->items[i]`, which is pointer arithmetic.

use raddle_program::automaton::TransitionData;
use raddle_program::syntax::{Expr, ExprKind, Place, PlaceKind};
use raddle_program::types::{TypeId, TypeKind, Types};
use raddle_program::visit::{Visitor, walk_effect, walk_expr};

use super::points_to::decayed;

/// An index of an array by its name, which is no constant.
pub(crate) struct NamedIndex {
    /// The index.
    pub index: Expr,
    /// How many elements the array has.
    pub length: u64,
    /// Whether the array is a member of something.
    pub is_member: bool,
}

/// Finds the indices in code.
pub(crate) struct NamedIndices<'a> {
    types: &'a Types,
    found: Vec<NamedIndex>,
}

impl NamedIndices<'_> {
    /// All indices of a step.
    pub fn of(types: &Types, step: &TransitionData) -> Vec<NamedIndex> {
        let mut indices = NamedIndices { types, found: Vec::new() };
        walk_effect(&step.effect, &mut indices);
        if let Some(guard) = &step.guard {
            walk_expr(&guard.condition, &mut indices);
        }
        indices.found
    }

    fn add(&mut self, array: &Place, element: u64, index: &Expr) {
        let length = match self.types.kind(array.ty) {
            TypeKind::Array { .. } if element > 0 => self.types.size_of(array.ty).map_or(0, |bytes| bytes / element),
            _ => 0,
        };
        if !matches!(index.kind, ExprKind::Integer(_)) {
            let is_member = !matches!(array.kind, PlaceKind::Global(_) | PlaceKind::Local(_));
            self.found.push(NamedIndex { index: index.clone(), length, is_member });
        }
    }

    fn size(&self, ty: TypeId) -> u64 {
        self.types.size_of(ty).unwrap_or(0)
    }
}

impl Visitor for NamedIndices<'_> {
    fn place(&mut self, place: &Place) {
        if let PlaceKind::Index(array, index) = &place.kind {
            self.add(array, self.size(place.ty), index);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::PointerAdd { pointer, index, element, is_subtraction } = &expr.kind
            && let Some(array) = decayed(pointer)
        {
            // What is subtracted leaves the array, unless it is zero.
            self.add(array, if *is_subtraction { 0 } else { *element }, index);
        }
    }
}
