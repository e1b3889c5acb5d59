//! Values of expressions, C11 6.5, and expressions that are evaluated for their effects.

use raddle_program::builder::{address_of, cast, index, integer, pointee, read};
use raddle_program::floating::{FloatOperation, Format};
use raddle_program::source::Span;
use raddle_program::syntax::{self, Effect, Expr, ExprKind, LocalId, Place, PlaceKind};
use raddle_program::types::{IntKind, TypeId, TypeKind};

use super::call::Use;
use super::operand::{Operand, PlaceOperand};
use super::{ProcedureLowering, UnitLowering};
use crate::typed::{self, ElementSize, ExprKind as Typed};

impl ProcedureLowering<'_, '_> {
    /// The value of an expression. Of a record: a read of a temporary that holds it.
    pub fn value(&mut self, expr: &typed::Expr) -> Operand {
        self.value_used(expr, Use::Value)
    }

    /// The value of an expression; what a call or a choice gives goes directly to the register that wants it.
    pub(super) fn value_used(&mut self, expr: &typed::Expr, usage: Use) -> Operand {
        let span = expr.span;
        match self.cx.types.kind(expr.ty) {
            TypeKind::Float(_) | TypeKind::Complex(_) if Format::of(&self.cx.types, expr.ty).is_none() => {
                self.unsupported("floating-point arithmetic", span);
                return self.dummy(expr.ty, span);
            }
            TypeKind::Record(_) => {
                let place = self.record_value(expr);
                return Operand::pure(read(place), span);
            }
            TypeKind::Void => {
                self.effect(expr);
                return self.dummy(expr.ty, span);
            }
            TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Pointer(_)
            | TypeKind::Array { .. }
            | TypeKind::Function(_) => {}
        }
        match &expr.kind {
            Typed::Load(inner) => {
                let place = self.place(inner);
                self.load(place)
            }
            // An lvalue where a value is wanted: a member of a record value.
            Typed::Variable(_) | Typed::Deref(_) | Typed::Member { .. } | Typed::CompoundLiteral { .. } => {
                let place = self.place(expr);
                self.load(place)
            }
            Typed::String(_) | Typed::Function(_) => self.address(expr, expr.ty),
            Typed::Decay(inner) | Typed::AddressOf(inner) => self.address(inner, expr.ty),
            &Typed::Integer(value) => {
                let ty = self.cx.program_type(expr.ty);
                Operand::pure(integer(self.cx.wrapped(value, ty), ty), span)
            }
            &Typed::Floating(value) => {
                let value = self.cx.float_bits(value, expr.ty).unwrap_or(0);
                Operand::pure(integer(value, expr.ty), span)
            }
            &Typed::LabelAddress(label) => {
                let ty = self.cx.program_type(expr.ty);
                Operand::pure(integer(Self::label_number(label), ty), span)
            }
            Typed::Unary(operator, operand) => self.unary(*operator, operand, expr),
            Typed::Binary(operator, left, right) => self.binary(*operator, left, right, expr),
            Typed::PointerAdd { pointer, index, is_subtraction, element } => {
                self.pointer_add(pointer, index, *is_subtraction, element, expr)
            }
            Typed::PointerDifference { left, right, element } => self.pointer_difference(left, right, element, expr),
            Typed::Logical { is_and, left, right } => self.logical(*is_and, left, right, expr),
            Typed::Conditional { condition, then, otherwise } => {
                self.conditional(condition, then, otherwise, expr, usage)
            }
            Typed::Elvis { value, otherwise } => self.elvis(value, otherwise, expr),
            Typed::Assign { .. }
            | Typed::CompoundAssign { .. }
            | Typed::PointerAssign { .. }
            | Typed::Increment { .. } => self.assignment(expr, true),
            Typed::Cast { operand, .. } => {
                let value = self.value(operand);
                let value = self.converted(value, expr.ty);
                Operand { span: if value.is_access { value.span } else { span }, ..value }
            }
            Typed::Call { callee, arguments } => self.call(expr, callee, arguments, usage),
            Typed::Comma(left, right) => {
                self.effect(left);
                self.value_used(right, usage)
            }
            Typed::Statement(block) => match self.statement_expression(block, Use::Value, span) {
                Some(value) => self.converted(value, expr.ty),
                None => self.dummy(expr.ty, span),
            },
            Typed::VariableSize { bytes, lengths } => {
                let size = self.variable_size(*bytes, lengths, span);
                let value = self.convert(size, expr.ty);
                Operand::pure(value, span)
            }
            Typed::Builtin { name, arguments } => self.builtin(expr, name, arguments, usage),
            Typed::Unsupported(what) => {
                self.unsupported(what.clone(), span);
                self.dummy(expr.ty, span)
            }
        }
    }

    /// Evaluates an expression into a register of its type.
    pub(super) fn value_into(&mut self, expr: &typed::Expr, target: LocalId, span: Span) {
        let value = self.value_used(expr, Use::Into(target));
        let place = raddle_program::builder::local_place(&self.procedure, target);
        let is_there = matches!(&value.expr.kind, ExprKind::Read(read) if read.kind == PlaceKind::Local(target));
        // `x = x` stores nothing new either, but is a read of what may be indeterminate.
        if is_there && !matches!(expr.kind, Typed::Load(_)) {
            return;
        }
        let value = self.converted(value, place.ty);
        let span = if value.is_access { value.span } else { span };
        self.emit(Effect::Assign { target: place, value: value.expr }, span);
    }

    /// Evaluates an expression for its effects.
    pub(super) fn effect(&mut self, expr: &typed::Expr) {
        match &expr.kind {
            Typed::Assign { .. }
            | Typed::CompoundAssign { .. }
            | Typed::PointerAssign { .. }
            | Typed::Increment { .. } => {
                self.assignment(expr, false);
            }
            Typed::Call { callee, arguments } => {
                self.call(expr, callee, arguments, Use::Unused);
            }
            Typed::Builtin { name, arguments } => {
                self.builtin(expr, name, arguments, Use::Unused);
            }
            Typed::Comma(left, right) => {
                self.effect(left);
                self.effect(right);
            }
            Typed::Cast { operand, .. } if expr.ty == self.cx.types.void() => self.effect(operand),
            Typed::Conditional { condition, then, otherwise } => {
                self.conditional_effect(condition, |cx| cx.effect(then), |cx| cx.effect(otherwise));
            }
            // The right side is compared with zero, so its value is used.
            Typed::Logical { is_and: true, left, right } => {
                self.conditional_effect(left, |cx| cx.discard_value(right), |_| ());
            }
            Typed::Logical { is_and: false, left, right } => {
                self.conditional_effect(left, |_| (), |cx| cx.discard_value(right));
            }
            Typed::Elvis { value, otherwise } => {
                self.conditional_effect(value, |_| (), |cx| cx.effect(otherwise));
            }
            Typed::Statement(block) => {
                let is_void = expr.ty == self.cx.types.void();
                let usage = if is_void { Use::Unused } else { Use::Value };
                if let Some(value) = self.statement_expression(block, usage, expr.span) {
                    self.discard(value);
                }
            }
            Typed::Variable(_)
            | Typed::Deref(_)
            | Typed::Member { .. }
            | Typed::String(_)
            | Typed::CompoundLiteral { .. } => {
                let place = self.place(expr);
                self.discard_place(place);
            }
            Typed::Unsupported(what) => self.unsupported(what.clone(), expr.span),
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
            | Typed::Cast { .. }
            | Typed::VariableSize { .. } => self.discard_value(expr),
        }
    }

    fn discard_value(&mut self, expr: &typed::Expr) {
        let value = self.value(expr);
        self.discard(value);
    }

    /// The value of a place: one access if it is memory.
    pub(super) fn load(&mut self, mut operand: PlaceOperand) -> Operand {
        let span = operand.span;
        let is_scalar = self.cx.types.scalar_shape(operand.place.ty).is_some();
        if !is_scalar {
            self.unsupported("the value of an object that is no scalar", span);
            return self.dummy(operand.place.ty, span);
        }
        if self.is_listed(&operand.place) {
            let place = self.fetched_place(operand);
            return Operand { expr: read(place), is_access: true, span };
        }
        let access = operand.access.take();
        Operand { expr: read(operand.place), is_access: access.is_some(), span: access.unwrap_or(span) }
    }

    /// The address of an lvalue or function, as a pointer of a type. Of an array, of its first element.
    fn address(&mut self, inner: &typed::Expr, ty: TypeId) -> Operand {
        let ty = self.cx.program_type(ty);
        if let Typed::Function(function) = inner.kind {
            let name = self.cx.unit.functions[function].name.clone();
            if super::call::runs_atomically(&name) {
                self.unsupported(format!("the address of {name}, which runs atomically"), inner.span);
            }
            let procedure = self.cx.procedure_of(function);
            return Operand::pure(Expr { kind: ExprKind::Procedure(procedure), ty }, inner.span);
        }
        let PlaceOperand { place, access, span } = self.place(inner);
        let expr = match place.kind {
            PlaceKind::Deref(pointer) => cast(*pointer, ty),
            _ => {
                let is_array = matches!(self.cx.types.kind(place.ty), TypeKind::Array { .. });
                let target = pointee(&self.cx.types, ty).ty;
                let place = if is_array && target != place.ty {
                    let zero = self.number(0);
                    index(&self.cx.types, place, zero)
                } else {
                    place
                };
                let mut address = address_of(&mut self.cx.types, place);
                if pointee(&self.cx.types, address.ty).ty == target {
                    address.ty = ty;
                }
                cast(address, ty)
            }
        };
        Operand { expr, is_access: access.is_some(), span: access.unwrap_or(span) }
    }

    fn unary(&mut self, operator: typed::UnaryOperator, operand: &typed::Expr, expr: &typed::Expr) -> Operand {
        let value = self.value(operand);
        let is_negated = matches!(operator, typed::UnaryOperator::Negate);
        if is_negated && Format::of(&self.cx.types, value.expr.ty).is_some() {
            let ty = value.expr.ty;
            return Operand { expr: self.floating(FloatOperation::Negate, vec![value.expr], ty), ..value };
        }
        let value = self.scalar(value);
        let operator = match operator {
            typed::UnaryOperator::Negate => syntax::UnaryOperator::Negate,
            typed::UnaryOperator::BitNot => syntax::UnaryOperator::BitNot,
            typed::UnaryOperator::LogicalNot => syntax::UnaryOperator::LogicalNot,
        };
        let (is_access, span) = (value.is_access, if value.is_access { value.span } else { expr.span });
        let kind = ExprKind::Unary(operator, Box::new(value.expr));
        Operand { expr: Expr { kind, ty: expr.ty }, is_access, span }
    }

    fn binary(
        &mut self,
        operator: typed::BinaryOperator,
        left: &typed::Expr,
        right: &typed::Expr,
        expr: &typed::Expr,
    ) -> Operand {
        let mut first = self.value(left);
        let second = self.after(&mut first, |cx| cx.value(right));
        let (is_access, span) = joined(&first, &second, expr.span);
        let combined = self.arithmetic(operator, first.expr, second.expr, expr.ty);
        Operand { expr: combined, is_access, span }
    }

    /// `left operator right`, of a type.
    pub(super) fn arithmetic(&mut self, operator: typed::BinaryOperator, left: Expr, right: Expr, ty: TypeId) -> Expr {
        let shapes = [left.ty, right.ty, ty].map(|ty| self.cx.types.scalar_shape(ty));
        if shapes.contains(&None) {
            // An operand was unsupported, which was said where it was evaluated.
            return integer(0, ty);
        }
        if Format::of(&self.cx.types, left.ty).is_some() {
            return self.floating_arithmetic(operator, left, right, ty);
        }
        let operator = operator_of(operator);
        let is_shift = matches!(operator, syntax::BinaryOperator::ShiftLeft | syntax::BinaryOperator::ShiftRight);
        let right = if is_shift { right } else { self.convert(right, left.ty) };
        Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty }
    }

    fn pointer_add(
        &mut self,
        pointer: &typed::Expr,
        index: &typed::Expr,
        is_subtraction: bool,
        element: &ElementSize,
        expr: &typed::Expr,
    ) -> Operand {
        let mut first = self.value(pointer);
        let second = self.after(&mut first, |cx| cx.value(index));
        let (is_access, span) = joined(&first, &second, expr.span);
        let moved = self.moved_pointer(first.expr, second.expr, is_subtraction, element, expr.ty, expr.span);
        Operand { expr: moved, is_access, span }
    }

    /// `pointer ± index`, of a type.
    pub(super) fn moved_pointer(
        &mut self,
        pointer: Expr,
        index: Expr,
        is_subtraction: bool,
        element: &ElementSize,
        ty: TypeId,
        span: Span,
    ) -> Expr {
        let ty = self.cx.program_type(ty);
        let pointer = self.convert(pointer, ty);
        let (index, element) = match element {
            ElementSize::Fixed(element) => (index, *element),
            ElementSize::Variable(bytes, lengths) => (self.scaled_index(index, lengths, span), *bytes),
        };
        let (pointer, index) = (Box::new(pointer), Box::new(index));
        Expr { kind: ExprKind::PointerAdd { pointer, index, element, is_subtraction }, ty }
    }

    fn pointer_difference(
        &mut self,
        left: &typed::Expr,
        right: &typed::Expr,
        element: &ElementSize,
        expr: &typed::Expr,
    ) -> Operand {
        let mut first = self.value(left);
        let second = self.after(&mut first, |cx| cx.value(right));
        let &ElementSize::Fixed(element) = element else {
            self.unsupported("the difference of pointers to variable-length arrays", expr.span);
            return self.dummy(expr.ty, expr.span);
        };
        let (is_access, span) = joined(&first, &second, expr.span);
        let (left, right) = (Box::new(first.expr), Box::new(second.expr));
        let difference = Expr { kind: ExprKind::PointerDifference { left, right, element }, ty: expr.ty };
        Operand { expr: difference, is_access, span }
    }

    /// A value converted to a type, C11 6.3.
    pub fn convert(&mut self, expr: Expr, ty: TypeId) -> Expr {
        let ty = self.cx.program_type(ty);
        if expr.ty == ty {
            return expr;
        }
        let shapes = [expr.ty, ty].map(|ty| self.cx.types.scalar_shape(ty));
        if shapes.contains(&None) {
            // What is no scalar was unsupported where it was evaluated, or is not used.
            return if shapes[1].is_some() { integer(0, ty) } else { expr };
        }
        if [expr.ty, ty].into_iter().any(|ty| Format::of(&self.cx.types, ty).is_some()) {
            return self.floating_conversion(expr, ty);
        }
        match expr.kind {
            ExprKind::Integer(value) => integer(self.cx.wrapped(value, ty), ty),
            _ => cast(expr, ty),
        }
    }

    /// A pointer as it is; a value that is none, as `void *`. Programs declare library functions themselves, and not
    /// always as the library does.
    pub fn as_pointer(&mut self, expr: Expr) -> Expr {
        if matches!(self.cx.types.kind(expr.ty), TypeKind::Pointer(_)) {
            return expr;
        }
        let ty = self.cx.void_pointer();
        self.convert(expr, ty)
    }

    /// An operand converted to a type.
    pub fn converted(&mut self, operand: Operand, ty: TypeId) -> Operand {
        let expr = self.convert(operand.expr, ty);
        Operand { expr, ..operand }
    }

    /// A condition: a machine integer or a pointer. A floating value becomes whether it is not zero. What is no scalar was unsupported
    /// already, and becomes 0.
    pub(super) fn scalar(&mut self, operand: Operand) -> Operand {
        if Format::of(&self.cx.types, operand.expr.ty).is_some() {
            return Operand { expr: self.is_not_zero(operand.expr), ..operand };
        }
        if self.cx.types.integer_shape(operand.expr.ty).is_some() {
            return operand;
        }
        Operand::pure(self.number(0), operand.span)
    }

    /// The type that integer promotion gives a type, C11 6.3.1.1; of a bit-field, that of its width.
    pub(super) fn promoted(&mut self, place: &Place) -> TypeId {
        let bits = match &place.kind {
            PlaceKind::Field(record, number) => {
                raddle_program::builder::field_of(&self.cx.types, record.ty, *number).and_then(|field| field.bits)
            }
            PlaceKind::Global(_)
            | PlaceKind::Local(_)
            | PlaceKind::Deref(_)
            | PlaceKind::Index(..)
            | PlaceKind::BitLocation(_) => None,
        };
        match (self.cx.types.integer_shape(place.ty), bits) {
            (Some((width, _)), _) if width < 32 => self.cx.int(),
            (Some((width, is_signed)), Some(bits)) if width == 32 && (is_signed || bits.width < 32) => self.cx.int(),
            _ => place.ty,
        }
    }
}

impl UnitLowering<'_> {
    /// A number as a type holds it: wrapped to its width; not zero is 1 of `_Bool`.
    pub fn wrapped(&self, value: i128, ty: TypeId) -> i128 {
        if matches!(self.types.kind(ty), TypeKind::Bool) {
            return i128::from(value != 0);
        }
        match self.types.integer_shape(ty) {
            Some((bits, is_signed)) if bits < 128 => {
                let value = value & ((1_i128 << bits) - 1);
                if is_signed && value >> (bits - 1) != 0 { value - (1_i128 << bits) } else { value }
            }
            Some(_) | None => value,
        }
    }

    /// The type of pointer differences.
    pub fn difference_type(&mut self) -> TypeId {
        let kind: IntKind = self.types.model().difference_type();
        self.types.int(kind)
    }
}

/// Whether two operands that were evaluated in order still read, and the span of what combines them.
fn joined(first: &Operand, second: &Operand, span: Span) -> (bool, Span) {
    debug_assert!(!(first.is_access && second.is_access), "the first of two reads is stored before the second happens");
    match (first.is_access, second.is_access) {
        (true, _) => (true, first.span),
        (false, true) => (true, second.span),
        (false, false) => (false, span),
    }
}

fn operator_of(operator: typed::BinaryOperator) -> syntax::BinaryOperator {
    use syntax::BinaryOperator as To;
    use typed::BinaryOperator as From;
    match operator {
        From::Add => To::Add,
        From::Subtract => To::Subtract,
        From::Multiply => To::Multiply,
        From::Divide => To::Divide,
        From::Remainder => To::Remainder,
        From::ShiftLeft => To::ShiftLeft,
        From::ShiftRight => To::ShiftRight,
        From::BitAnd => To::BitAnd,
        From::BitOr => To::BitOr,
        From::BitXor => To::BitXor,
        From::Equal => To::Equal,
        From::NotEqual => To::NotEqual,
        From::Less => To::Less,
        From::LessEqual => To::LessEqual,
        From::Greater => To::Greater,
        From::GreaterEqual => To::GreaterEqual,
    }
}
