//! Lvalues: what designates an object, C11 6.5.

use raddle_program::builder::{address_of, cast, deref, field, index, integer, local_place, read};
use raddle_program::source::Span;
use raddle_program::syntax::{Atomic, BinaryOperator, Effect, Expr, ExprKind, Place, PlaceKind};
use raddle_program::types::{ArrayLength, TypeId, TypeKind};

use super::ProcedureLowering;
use super::operand::PlaceOperand;
use crate::typed::{self, ElementSize, ExprKind as Typed, Storage, VariableId};

impl ProcedureLowering<'_, '_> {
    /// The object that an lvalue designates; its pointers and indices are evaluated, the object is not accessed. Of a
    /// record value (which is no lvalue): a temporary that holds it.
    pub(super) fn place(&mut self, expr: &typed::Expr) -> PlaceOperand {
        let span = expr.span;
        let plain = |place: Place| PlaceOperand { place, access: None, span };
        match &expr.kind {
            &Typed::Variable(variable) => {
                let place = self.object(variable, span);
                plain(self.seen_as(place, expr.ty))
            }
            Typed::Deref(pointer) => self.pointed(pointer, expr.ty, span),
            Typed::Member { base, field: member } => {
                let PlaceOperand { place, access, .. } = self.place(base);
                let is_record = raddle_program::builder::field_of(&self.cx.types, place.ty, member.0).is_some();
                if !is_record {
                    self.unsupported("a member of something that is no complete record", span);
                    return plain(self.memory_temporary(expr.ty, span));
                }
                PlaceOperand { place: field(&self.cx.types, place, member.0), access, span }
            }
            &Typed::String(string) => {
                let global = self.cx.string_global(string);
                plain(Place { kind: PlaceKind::Global(global), ty: self.cx.global_type(global), atomic: None })
            }
            Typed::CompoundLiteral { variable, initializer } => {
                plain(self.compound_literal(*variable, initializer, span))
            }
            Typed::Unsupported(what) => {
                self.unsupported(what.clone(), span);
                plain(self.dummy_object(expr.ty, span))
            }
            Typed::Function(_)
            | Typed::Integer(_)
            | Typed::Floating(_)
            | Typed::Load(_)
            | Typed::Decay(_)
            | Typed::AddressOf(_)
            | Typed::LabelAddress(_)
            | Typed::Unary(..)
            | Typed::Binary(..)
            | Typed::PointerAdd { .. }
            | Typed::PointerDifference { .. }
            | Typed::Logical { .. }
            | Typed::Conditional { .. }
            | Typed::Elvis { .. }
            | Typed::Assign { .. }
            | Typed::CompoundAssign { .. }
            | Typed::PointerAssign { .. }
            | Typed::Increment { .. }
            | Typed::Cast { .. }
            | Typed::Call { .. }
            | Typed::Comma(..)
            | Typed::Statement(_)
            | Typed::VariableSize { .. }
            | Typed::Builtin { .. } => match self.cx.types.kind(expr.ty) {
                TypeKind::Record(_) => plain(self.record_value(expr)),
                _ => {
                    self.unsupported("an lvalue of a kind that has no model", span);
                    plain(self.dummy_object(expr.ty, span))
                }
            },
        }
    }

    /// Evaluates an lvalue whose object is not accessed.
    pub(super) fn discard_place(&mut self, operand: PlaceOperand) {
        self.fetched_place(operand);
    }

    fn dummy_object(&mut self, ty: TypeId, span: Span) -> Place {
        let ty = self.cx.program_type(ty);
        self.memory_temporary(ty, span)
    }

    /// A variable as a place. A variable-length array is what its register points to.
    pub(super) fn object(&mut self, variable: VariableId, span: Span) -> Place {
        let source = &self.cx.unit.variables[variable];
        let atomic = source.ty.qualifiers.is_atomic.then_some(Atomic::PLAIN);
        match source.storage {
            Storage::Static | Storage::Thread => match self.cx.variable_global(variable) {
                Some(global) => Place { kind: PlaceKind::Global(global), ty: self.cx.global_type(global), atomic },
                None => {
                    self.unsupported(format!("{}, whose type is incomplete", source.name), span);
                    // No object has this type; what comes behind is not reached.
                    let pointer = self.cx.types.pointer_to(source.ty.ty);
                    deref(&self.cx.types, integer(0, pointer))
                }
            },
            Storage::Automatic | Storage::Parameter => {
                let place = self.variable_place(variable);
                if self.cx.is_variable(source.ty.ty) { deref(&self.cx.types, read(place)) } else { place }
            }
        }
    }

    /// A record object as a place of the type that an expression gives it: where an initializer gives a flexible array
    /// member its length, the object has a type of its own.
    fn seen_as(&mut self, place: Place, ty: TypeId) -> Place {
        let is_record = matches!(self.cx.types.kind(ty), TypeKind::Record(_));
        if place.ty == ty || !is_record {
            return place;
        }
        let pointer = self.cx.types.pointer_to(ty);
        let address = address_of(&mut self.cx.types, place);
        deref(&self.cx.types, cast(address, pointer))
    }

    /// `*pointer`, as an element of an array or as the object itself where the pointer was made of one.
    fn pointed(&mut self, pointer: &typed::Expr, ty: TypeId, span: Span) -> PlaceOperand {
        match &pointer.kind {
            Typed::AddressOf(inner) if inner.ty == ty && is_object(inner) => {
                return PlaceOperand { span, ..self.place(inner) };
            }
            Typed::Decay(array) if self.is_plain_array(array, ty) => {
                let PlaceOperand { place, access, .. } = self.place(array);
                let zero = self.number(0);
                return PlaceOperand { place: index(&self.cx.types, place, zero), access, span };
            }
            Typed::PointerAdd {
                pointer: base,
                index: number,
                is_subtraction: false,
                element: ElementSize::Fixed(size),
            } => {
                if let Typed::Decay(array) = &base.kind
                    && self.is_plain_array(array, ty)
                    && self.cx.types.size_of(ty) == Some(*size)
                {
                    let mut array = self.place(array);
                    let number = self.after(&mut array, |cx| cx.value(number));
                    let access = array.access.or(number.is_access.then_some(number.span));
                    let place = index(&self.cx.types, array.place, number.expr);
                    return PlaceOperand { place, access, span };
                }
            }
            _ => {}
        }
        let pointer = self.value(pointer);
        let access = pointer.is_access.then_some(pointer.span);
        let ty = self.cx.program_type(ty);
        let expr = match self.cx.types.kind(pointer.expr.ty) {
            TypeKind::Pointer(pointee) if pointee.ty == ty => pointer.expr,
            _ => {
                let wanted = self.cx.types.pointer_to(ty);
                self.convert(pointer.expr, wanted)
            }
        };
        PlaceOperand { place: deref(&self.cx.types, expr), access, span }
    }

    /// Whether an lvalue is an array of elements of a type, with a length that is no variable.
    fn is_plain_array(&self, array: &typed::Expr, ty: TypeId) -> bool {
        let is_fixed = !self.cx.is_variable(array.ty);
        let element = match self.cx.types.kind(array.ty) {
            TypeKind::Array { element, length: ArrayLength::Fixed(_) | ArrayLength::Unknown } => Some(element.ty),
            _ => None,
        };
        is_fixed && element == Some(ty) && is_object(array)
    }

    /// The length of a variable-length array is known: it is kept in a register.
    pub(super) fn fix_length(&mut self, length: u32, count: &typed::Expr) {
        let ty = self.cx.size_type();
        let register = match self.lengths.get(&length) {
            Some(&known) => known,
            None => self.lasting_temporary(ty),
        };
        self.lengths.insert(length, register);
        let count = self.full_expression(|cx| {
            let count = cx.value(count);
            cx.converted(count, ty)
        });
        let target = local_place(&self.procedure, register);
        self.emit(Effect::Assign { target, value: count.expr }, count.span);
    }

    /// `bytes` times the lengths with these numbers, of type `size_t`.
    pub(super) fn variable_size(&mut self, bytes: u64, lengths: &[u32], span: Span) -> Expr {
        let ty = self.cx.size_type();
        let mut product = (bytes != 1 || lengths.is_empty()).then(|| integer(i128::from(bytes), ty));
        for length in lengths {
            let factor = match self.lengths.get(length) {
                Some(&register) => read(local_place(&self.procedure, register)),
                None => {
                    self.unsupported("a variable-length array type of another function", span);
                    integer(0, ty)
                }
            };
            product = Some(match product {
                Some(product) => {
                    let kind = ExprKind::Binary(BinaryOperator::Multiply, Box::new(product), Box::new(factor));
                    Expr { kind, ty }
                }
                None => factor,
            });
        }
        product.unwrap_or_else(|| integer(i128::from(bytes), ty))
    }

    /// An index times the lengths with these numbers. The product is computed as `size_t`, where it wraps instead of
    /// overflowing, and is signed again.
    pub(super) fn scaled_index(&mut self, number: Expr, lengths: &[u32], span: Span) -> Expr {
        let (unsigned, signed) = (self.cx.size_type(), self.cx.difference_type());
        let number = self.convert(number, unsigned);
        let factor = self.variable_size(1, lengths, span);
        let kind = ExprKind::Binary(BinaryOperator::Multiply, Box::new(number), Box::new(factor));
        self.convert(Expr { kind, ty: unsigned }, signed)
    }
}

/// Whether an expression is an lvalue.
fn is_object(expr: &typed::Expr) -> bool {
    match &expr.kind {
        Typed::Variable(_) | Typed::Deref(_) | Typed::String(_) | Typed::CompoundLiteral { .. } => true,
        Typed::Member { base, .. } => is_object(base) || matches!(base.kind, Typed::Call { .. }),
        _ => false,
    }
}
