//! Declarations of automatic objects, and their initializers: C11 6.7.9.
//!
//! An object in memory begins to live, zeroed if it has an initializer, and the parts that are not zero are stored by
//! `Initialize`, which traces do not list. A register is assigned. A variable-length array is a pointer to memory that is
//! allocated on the stack.

use raddle_program::builder::{address_of, cast, deref, field, index, integer, local_place, pointer_add};
use raddle_program::source::Span;
use raddle_program::syntax::{Effect, Expr, ExprKind, LocalId, Place, Region};
use raddle_program::types::{ArrayLength, BitField, IntKind, TypeId, TypeKind};

use super::ProcedureLowering;
use super::operand::Operand;
use crate::typed::{self, Initializer, InitializerPart, StringId, VariableId};

impl ProcedureLowering<'_, '_> {
    /// The declaration of an automatic object is reached.
    pub(super) fn declare(
        &mut self,
        variable: VariableId,
        size: Option<&typed::Expr>,
        initializer: Option<&Initializer>,
        span: Span,
    ) {
        let local = self.local_of(variable);
        if let Some(size) = size {
            self.allocate_variable_length(local, size, span);
        } else if self.procedure.locals[local].is_register {
            self.declare_register(local, initializer, span);
        } else {
            self.declare_memory(variable, local, initializer, span);
        }
    }

    fn allocate_variable_length(&mut self, local: LocalId, size: &typed::Expr, span: Span) {
        let size = self.full_expression(|cx| {
            let size = cx.value(size);
            let ty = cx.cx.size_type();
            cx.converted(size, ty)
        });
        let size = self.fetched(size);
        if self.has_labels {
            // A jump in front of the declaration ended the array (C11 6.2.4p7).
            self.emit(Effect::Dead(local), span);
        }
        self.initialized.insert(local);
        self.variable_length_arrays.insert(local);
        self.declare_in_scope(local);
        self.emit(Effect::Allocate { target: local, size, is_zeroed: false, region: Region::Stack }, span);
    }

    fn declare_register(&mut self, local: LocalId, initializer: Option<&Initializer>, span: Span) {
        if self.has_labels {
            self.declare_in_scope(local);
        }
        let Some(initializer) = initializer else {
            // The declaration may be reached again, and then the object is a new one.
            if self.loop_depth > 0 || self.has_labels {
                self.emit(Effect::Live { local, is_zeroed: false }, span);
            }
            return;
        };
        match initializer.parts.last() {
            Some(part) => {
                self.full_expression(|cx| {
                    cx.value_into(&part.value, local, part.value.span);
                    let zero = cx.number(0);
                    Operand::pure(zero, span)
                });
            }
            None => {
                let target = local_place(&self.procedure, local);
                let value = self.dummy(target.ty, span).expr;
                self.emit(Effect::Assign { target, value }, span);
            }
        }
        if !self.has_labels {
            self.initialized.insert(local);
        }
    }

    fn declare_memory(&mut self, variable: VariableId, local: LocalId, initializer: Option<&Initializer>, span: Span) {
        self.declare_in_scope(local);
        let Some(initializer) = initializer else {
            self.emit(Effect::Live { local, is_zeroed: false }, span);
            return;
        };
        let root = self.variable_place(variable);
        let is_scalar = self.cx.types.scalar_shape(root.ty).is_some();
        // A scalar whose initializer does not look at it begins with a zero, too, so that no analysis finds it without a value.
        let is_zeroed = !is_scalar || initializer.parts.iter().all(|part| is_apart(&part.value, variable));
        self.emit(Effect::Live { local, is_zeroed }, span);
        // The parts before `reached` are fresh zeros or were stored; a part that starts later overwrites nothing.
        let mut reached = 0;
        for part in &initializer.parts {
            let is_fresh = is_zeroed && part.offset >= reached && part.bits.is_none();
            self.initialize_part(&root, part, is_fresh);
            let size = match part.bits {
                Some(bits) => u64::from(bits.location_bytes),
                None => self.cx.types.size_of(part.ty).unwrap_or(0),
            };
            reached = reached.max(part.offset.saturating_add(size));
        }
    }

    /// Evaluates a compound literal: its object begins to live, and is an lvalue.
    pub(super) fn compound_literal(&mut self, variable: VariableId, initializer: &Initializer, span: Span) -> Place {
        let local = self.local_of(variable);
        if self.procedure.locals[local].is_register {
            self.declare_register(local, Some(initializer), span);
        } else {
            self.declare_memory(variable, local, Some(initializer), span);
        }
        self.variable_place(variable)
    }

    /// Stores one part of an initializer. `is_fresh`: what is there is zero.
    fn initialize_part(&mut self, root: &Place, part: &InitializerPart, is_fresh: bool) {
        if let Some(string) = string_value(&part.value) {
            self.initialize_characters(root, part, string, is_fresh);
            return;
        }
        let target = self.part_place(root, part.offset, part.ty, part.bits);
        self.full_expression(|cx| {
            let value = cx.value(&part.value);
            let span = value.span;
            let is_zero = matches!(value.expr.kind, ExprKind::Integer(0));
            if !(is_fresh && is_zero) {
                let expr = if cx.cx.types.scalar_shape(target.ty).is_some() {
                    cx.convert(value.expr, target.ty)
                } else {
                    value.expr
                };
                cx.emit(Effect::Initialize { target, value: expr }, span);
            }
            let zero = cx.number(0);
            Operand::pure(zero, span)
        });
    }

    /// An array of characters gets the characters of a string, as far as it is long enough.
    fn initialize_characters(&mut self, root: &Place, part: &InitializerPart, string: StringId, is_fresh: bool) {
        let span = part.value.span;
        let TypeKind::Array { element, length: ArrayLength::Fixed(length) } = *self.cx.types.kind(part.ty) else {
            self.unsupported("a string that initializes something else than an array", span);
            return;
        };
        let size = self.cx.types.size_of(element.ty).unwrap_or(1);
        let units = self.cx.unit.strings[string].units.clone();
        for (position, &unit) in (0..length).zip(units.iter()) {
            let offset = part.offset.saturating_add(position.saturating_mul(size));
            let is_inside = self.cx.types.size_of(root.ty).is_none_or(|end| offset < end);
            if (unit == 0 && is_fresh) || !is_inside {
                continue;
            }
            let target = self.part_place(root, offset, element.ty, None);
            let value = integer(self.cx.wrapped(i128::from(unit), element.ty), element.ty);
            self.emit(Effect::Initialize { target, value }, span);
        }
    }

    fn element_number(&mut self, position: u64) -> Expr {
        let ty = if position <= i32::MAX as u64 { self.cx.int() } else { self.cx.size_type() };
        integer(i128::from(position), ty)
    }

    /// The part of an object at an offset that has a type.
    fn part_place(&mut self, root: &Place, offset: u64, ty: TypeId, bits: Option<BitField>) -> Place {
        if let Some(place) = self.find_part(root.clone(), offset, ty, bits) {
            return place;
        }
        // The type is none that the object declares there: reach it as memory.
        let byte = self.cx.types.int(IntKind::UnsignedChar);
        let bytes = self.cx.types.pointer_to(byte);
        let pointer = self.cx.types.pointer_to(ty);
        let start = address_of(&mut self.cx.types, root.clone());
        let size = self.cx.size_type();
        let moved = pointer_add(&self.cx.types, cast(start, bytes), integer(i128::from(offset), size));
        deref(&self.cx.types, cast(moved, pointer))
    }

    fn find_part(&mut self, place: Place, offset: u64, ty: TypeId, bits: Option<BitField>) -> Option<Place> {
        if offset == 0 && place.ty == ty && bits.is_none() {
            return Some(place);
        }
        match self.cx.types.kind(place.ty).clone() {
            TypeKind::Array { element, .. } => {
                let size = self.cx.types.size_of(element.ty).filter(|&size| size > 0)?;
                let at = self.element_number(offset / size);
                let inner = index(&self.cx.types, place, at);
                self.find_part(inner, offset % size, ty, bits)
            }
            TypeKind::Record(record) => {
                let fields = self.cx.types.record(record).body.clone()?.fields;
                for (number, member) in fields.iter().enumerate() {
                    let inner = field(&self.cx.types, place.clone(), u32::try_from(number).ok()?);
                    if member.bits.is_some() {
                        if bits.is_some() && member.bits == bits && member.offset == offset {
                            return Some(inner);
                        }
                        continue;
                    }
                    let size = self.cx.types.size_of(member.ty.ty).unwrap_or(0);
                    let is_inside = offset >= member.offset && offset - member.offset < size.max(1);
                    let found = if is_inside { self.find_part(inner, offset - member.offset, ty, bits) } else { None };
                    if found.is_some() {
                        return found;
                    }
                }
                None
            }
            TypeKind::Void
            | TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Pointer(_)
            | TypeKind::Function(_) => None,
        }
    }
}

/// The string literal whose characters a value is.
pub(super) fn string_value(value: &typed::Expr) -> Option<StringId> {
    match &value.kind {
        typed::ExprKind::Load(inner) => match inner.kind {
            typed::ExprKind::String(string) => Some(string),
            _ => None,
        },
        _ => None,
    }
}

/// Whether an expression certainly does not name a variable.
fn is_apart(expr: &typed::Expr, variable: VariableId) -> bool {
    let is_apart = |expr: &typed::Expr| is_apart(expr, variable);
    match &expr.kind {
        typed::ExprKind::Integer(_)
        | typed::ExprKind::Floating(_)
        | typed::ExprKind::String(_)
        | typed::ExprKind::Function(_) => true,
        typed::ExprKind::Variable(named) => *named != variable,
        typed::ExprKind::Load(operand)
        | typed::ExprKind::Deref(operand)
        | typed::ExprKind::Decay(operand)
        | typed::ExprKind::AddressOf(operand)
        | typed::ExprKind::Unary(_, operand)
        | typed::ExprKind::Member { base: operand, .. }
        | typed::ExprKind::Cast { operand, .. } => is_apart(operand),
        typed::ExprKind::Binary(_, left, right) | typed::ExprKind::PointerAdd { pointer: left, index: right, .. } => {
            is_apart(left) && is_apart(right)
        }
        typed::ExprKind::Call { callee, arguments } => is_apart(callee) && arguments.iter().all(is_apart),
        _ => false,
    }
}
