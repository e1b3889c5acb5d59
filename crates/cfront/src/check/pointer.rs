//! Pointers: `*`, `&`, `[]`, arithmetic and comparison (C11 6.5.2.1, 6.5.3.2, 6.5.6, 6.5.8, 6.5.9).

use raddle_program::source::Span;
use raddle_program::types::{Qualified, TypeId};

use super::conversion::unsupported;
use super::expression::Operand;
use super::kind::both;
use super::{Checked, Checker};
use crate::ast;
use crate::typed::{BinaryOperator, ElementSize, Expr, ExprKind};

impl Checker {
    /// `*operand`
    pub(super) fn dereference(&mut self, operand: &ast::Expr, span: Span) -> Checked<Operand> {
        let pointer = self.value(operand)?;
        self.dereference_value(pointer, span)
    }

    /// The object or function that a pointer value points to.
    pub(super) fn dereference_value(&mut self, pointer: Expr, span: Span) -> Checked<Operand> {
        let Some(target) = self.pointee(pointer.ty) else {
            let message = format!("`*` or `->` is applied to `{}`, which is no pointer", self.spell(pointer.ty));
            return Err(self.error(span, message, "use a pointer"));
        };
        let is_function = self.is_function(target.ty);
        let expr = Expr { kind: ExprKind::Deref(Box::new(pointer)), ty: target.ty, span };
        if is_function {
            return Ok(Operand::value(expr));
        }
        Ok(Operand::qualified(expr, target.qualifiers))
    }

    /// `&operand`
    pub(super) fn address_of(&mut self, operand: &ast::Expr, span: Span) -> Checked<Expr> {
        let Operand { expr, qualifiers, is_lvalue } = self.operand(operand)?;
        let ty = self.pointer(Qualified { ty: expr.ty, qualifiers });
        if matches!(expr.kind, ExprKind::Unsupported(_)) {
            return Ok(Expr { ty, span, ..expr });
        }
        // `&*p` is `p`, and `&a[i]` is `a + i`: nothing is accessed.
        if let ExprKind::Deref(pointer) = expr.kind {
            return Ok(Expr { span, ..*pointer });
        }
        if !is_lvalue && !self.is_function(expr.ty) {
            return Err(self.error(
                span,
                "the address of a value is taken that is no object",
                "store the value in a variable first",
            ));
        }
        if self.bit_field_of(&expr).is_some() {
            return Err(self.error(span, "the address of a bit-field is taken", "use a plain member"));
        }
        if let Some(name) = self.register_behind(&expr) {
            let message = format!("the address of `{name}`, which is `register`, is taken");
            return Err(self.error(span, message, "remove `register`"));
        }
        self.take_address(&expr);
        Ok(Expr { kind: ExprKind::AddressOf(Box::new(expr)), ty, span })
    }

    fn register_behind(&self, place: &Expr) -> Option<std::sync::Arc<str>> {
        let mut at = place;
        while let ExprKind::Member { base, .. } = &at.kind {
            at = base;
        }
        match at.kind {
            ExprKind::Variable(variable) if self.registers.contains(&variable) => {
                Some(self.unit.variables[variable].name.clone())
            }
            _ => None,
        }
    }

    /// `array[index]`, in either order.
    pub(super) fn subscript(&mut self, array: &ast::Expr, index: &ast::Expr, span: Span) -> Checked<Operand> {
        let (left, right) = (self.value(array), self.value(index));
        let (left, right) = (left?, right?);
        if self.is_vector(left.ty) {
            let int = self.int();
            return Ok(Operand::lvalue(unsupported("vector arithmetic", int, span)));
        }
        let (pointer, index) = if self.is_pointer(left.ty) { (left, right) } else { (right, left) };
        if !self.is_pointer(pointer.ty) {
            let message = format!("`[]` is applied to `{}`, which is no array", self.spell(index.ty));
            return Err(self.error(span, message, "use an array or a pointer"));
        }
        if !self.is_integer(index.ty) {
            let message = format!("an index has type `{}`", self.spell(index.ty));
            return Err(self.error(index.span, message, "use an integer"));
        }
        let is_function = self.pointee(pointer.ty).is_some_and(|target| self.is_function(target.ty));
        if is_function {
            return Err(self.error(span, "`[]` is applied to a function", "call it, or use an array of pointers"));
        }
        let sum = self.pointer_add(pointer, index, false, span)?;
        self.dereference_value(sum, span)
    }

    /// Size of what a pointer points to; an error if it is not known.
    pub(super) fn pointed_size(&mut self, pointer: TypeId, span: Span) -> Checked<ElementSize> {
        let target = self.pointee(pointer).map_or(pointer, |target| target.ty);
        // GNU: `void` and functions count as one byte.
        if !self.is_void(target) && !self.is_complete(target) {
            let message = format!("a pointer to the incomplete type `{}` is moved", self.spell(target));
            return Err(self.error(span, message, "complete the type first"));
        }
        Ok(self.element_size(target))
    }

    /// `pointer + index` and `pointer - index`
    pub(super) fn pointer_add(
        &mut self,
        pointer: Expr,
        index: Expr,
        is_subtraction: bool,
        span: Span,
    ) -> Checked<Expr> {
        let element = self.pointed_size(pointer.ty, span)?;
        let ty = pointer.ty;
        let kind = ExprKind::PointerAdd { pointer: Box::new(pointer), index: Box::new(index), is_subtraction, element };
        Ok(Expr { kind, ty, span })
    }

    /// `pointer - pointer`
    pub(super) fn pointer_difference(&mut self, left: Expr, right: Expr, span: Span) -> Checked<Expr> {
        let targets = (self.pointee(left.ty), self.pointee(right.ty));
        if let (Some(a), Some(b)) = targets
            && !self.compatible(a.ty, b.ty)
        {
            return Err(self.wrong_operands(BinaryOperator::Subtract, left.ty, right.ty, span));
        }
        let element = self.pointed_size(left.ty, span)?;
        let kind = ExprKind::PointerDifference { left: Box::new(left), right: Box::new(right), element };
        Ok(Expr { kind, ty: self.difference_type(), span })
    }

    /// A comparison of which at least one side is a pointer.
    pub(super) fn pointer_comparison(
        &mut self,
        operator: BinaryOperator,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Checked<Expr> {
        let ty = match (self.pointee(left.ty), self.pointee(right.ty)) {
            (Some(a), Some(b)) => {
                if self.is_null_constant(&right) {
                    left.ty
                } else if self.is_null_constant(&left) {
                    right.ty
                } else if self.is_void(a.ty) || self.is_void(b.ty) {
                    self.void_pointer()
                } else {
                    if !self.compatible(a.ty, b.ty) {
                        let message = format!(
                            "pointers of the incompatible types `{}` and `{}` are compared",
                            self.spell(left.ty),
                            self.spell(right.ty)
                        );
                        self.warning(span, message, "write a cast if this is meant");
                    }
                    left.ty
                }
            }
            (Some(_), None) => self.compared_with_integer(&left, &right, operator, span)?,
            (None, Some(_)) => self.compared_with_integer(&right, &left, operator, span)?,
            (None, None) => return Err(self.wrong_operands(operator, left.ty, right.ty, span)),
        };
        let (left, right) = (self.cast(left, ty), self.cast(right, ty));
        let kind = ExprKind::Binary(operator, Box::new(left), Box::new(right));
        Ok(Expr { kind, ty: self.int(), span })
    }

    fn compared_with_integer(
        &mut self,
        pointer: &Expr,
        other: &Expr,
        operator: BinaryOperator,
        span: Span,
    ) -> Checked<TypeId> {
        if !self.is_integer(other.ty) {
            return Err(self.wrong_operands(operator, pointer.ty, other.ty, span));
        }
        if !self.is_null_constant(other) {
            self.warning(span, "a pointer is compared with an integer", "write a cast if this is meant");
        }
        Ok(pointer.ty)
    }

    /// The common type of two pointers in a conditional expression.
    pub(super) fn common_pointer(&mut self, left: &Expr, right: &Expr, span: Span) -> TypeId {
        let (Some(a), Some(b)) = (self.pointee(left.ty), self.pointee(right.ty)) else { return left.ty };
        if self.is_null_constant(right) {
            return left.ty;
        }
        if self.is_null_constant(left) {
            return right.ty;
        }
        let qualifiers = both(a.qualifiers, b.qualifiers);
        if self.is_void(a.ty) || self.is_void(b.ty) {
            let ty = self.void();
            return self.pointer(Qualified { ty, qualifiers });
        }
        if self.compatible(a.ty, b.ty) {
            let ty = self.composite(a.ty, b.ty);
            return self.pointer(Qualified { ty, qualifiers });
        }
        let message = format!(
            "the branches of `?:` are pointers of the incompatible types `{}` and `{}`",
            self.spell(left.ty),
            self.spell(right.ty)
        );
        self.warning(span, message, "write a cast if this is meant");
        let ty = self.void();
        self.pointer(Qualified { ty, qualifiers })
    }
}
