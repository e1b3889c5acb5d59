//! Unary and binary operators, assignments, increments (C11 6.5.3, 6.5.5 to 6.5.16).

use raddle_program::source::Span;
use raddle_program::types::{TypeId, TypeKind};

use super::conversion::{Role, unsupported};
use super::expression::Operand;
use super::{Checked, Checker, Poisoned};
use crate::ast::{self, InfixOperator, PrefixOperator};
use crate::typed::{BinaryOperator, ElementSize, Expr, ExprKind, UnaryOperator};

/// The operators that compute; `None` for `&&` and `||`.
fn arithmetic_operator(operator: InfixOperator) -> Option<BinaryOperator> {
    Some(match operator {
        InfixOperator::Multiply => BinaryOperator::Multiply,
        InfixOperator::Divide => BinaryOperator::Divide,
        InfixOperator::Remainder => BinaryOperator::Remainder,
        InfixOperator::Add => BinaryOperator::Add,
        InfixOperator::Subtract => BinaryOperator::Subtract,
        InfixOperator::ShiftLeft => BinaryOperator::ShiftLeft,
        InfixOperator::ShiftRight => BinaryOperator::ShiftRight,
        InfixOperator::Less => BinaryOperator::Less,
        InfixOperator::Greater => BinaryOperator::Greater,
        InfixOperator::LessEqual => BinaryOperator::LessEqual,
        InfixOperator::GreaterEqual => BinaryOperator::GreaterEqual,
        InfixOperator::Equal => BinaryOperator::Equal,
        InfixOperator::NotEqual => BinaryOperator::NotEqual,
        InfixOperator::BitAnd => BinaryOperator::BitAnd,
        InfixOperator::BitXor => BinaryOperator::BitXor,
        InfixOperator::BitOr => BinaryOperator::BitOr,
        InfixOperator::LogicalAnd | InfixOperator::LogicalOr => return None,
    })
}

fn spelling(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Remainder => "%",
        BinaryOperator::ShiftLeft => "<<",
        BinaryOperator::ShiftRight => ">>",
        BinaryOperator::BitAnd => "&",
        BinaryOperator::BitOr => "|",
        BinaryOperator::BitXor => "^",
        BinaryOperator::Equal => "==",
        BinaryOperator::NotEqual => "!=",
        BinaryOperator::Less => "<",
        BinaryOperator::LessEqual => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::GreaterEqual => ">=",
    }
}

/// Which operands an operator takes besides integers.
enum Family {
    /// Numbers.
    Arithmetic,
    /// Integers only; both get the common type.
    Integer,
    /// Integers only; each keeps its promoted type.
    Shift,
    /// Numbers and pointers; the result is `int`.
    Comparison,
}

fn family(operator: BinaryOperator) -> Family {
    match operator {
        BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply | BinaryOperator::Divide => {
            Family::Arithmetic
        }
        BinaryOperator::Remainder | BinaryOperator::BitAnd | BinaryOperator::BitOr | BinaryOperator::BitXor => {
            Family::Integer
        }
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => Family::Shift,
        BinaryOperator::Equal
        | BinaryOperator::NotEqual
        | BinaryOperator::Less
        | BinaryOperator::LessEqual
        | BinaryOperator::Greater
        | BinaryOperator::GreaterEqual => Family::Comparison,
    }
}

impl Checker {
    /// A binary operator, assignments excluded.
    pub(super) fn infix(
        &mut self,
        operator: InfixOperator,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Checked<Expr> {
        let Some(operator) = arithmetic_operator(operator) else {
            let what = "an operand of `&&` or `||`";
            let (left, right) = (self.scalar(left, what), self.scalar(right, what));
            let kind = ExprKind::Logical {
                is_and: operator == InfixOperator::LogicalAnd,
                left: Box::new(left?),
                right: Box::new(right?),
            };
            return Ok(Expr { kind, ty: self.int(), span });
        };
        let (left, right) = (self.value(left), self.value(right));
        self.binary(operator, left?, right?, span)
    }

    fn binary(&mut self, operator: BinaryOperator, left: Expr, right: Expr, span: Span) -> Checked<Expr> {
        if self.is_vector(left.ty) || self.is_vector(right.ty) {
            let ty = if self.is_vector(left.ty) { left.ty } else { right.ty };
            return Ok(unsupported("vector arithmetic", ty, span));
        }
        let family = family(operator);
        let (left_pointer, right_pointer) = (self.is_pointer(left.ty), self.is_pointer(right.ty));
        if left_pointer || right_pointer {
            return match (operator, &family) {
                (BinaryOperator::Add, _) if self.is_integer(right.ty) => self.pointer_add(left, right, false, span),
                (BinaryOperator::Add, _) if self.is_integer(left.ty) => self.pointer_add(right, left, false, span),
                (BinaryOperator::Subtract, _) if self.is_integer(right.ty) => self.pointer_add(left, right, true, span),
                (BinaryOperator::Subtract, _) if left_pointer && right_pointer => {
                    self.pointer_difference(left, right, span)
                }
                (_, Family::Comparison) => self.pointer_comparison(operator, left, right, span),
                _ => Err(self.wrong_operands(operator, left.ty, right.ty, span)),
            };
        }
        let fits = match family {
            Family::Arithmetic | Family::Comparison => self.is_arithmetic(left.ty) && self.is_arithmetic(right.ty),
            Family::Integer | Family::Shift => self.is_integer(left.ty) && self.is_integer(right.ty),
        };
        if !fits {
            return Err(self.wrong_operands(operator, left.ty, right.ty, span));
        }
        let (left, right, ty) = match family {
            Family::Shift => {
                let left = self.promote(left);
                let ty = left.ty;
                (left, self.promote(right), ty)
            }
            Family::Arithmetic | Family::Integer => self.balance(left, right),
            Family::Comparison => {
                let (left, right) = self.compared(left, right);
                let (left, right, common) = self.balance(left, right);
                let int = self.int();
                if self.is_complex(common) {
                    return Ok(unsupported("complex arithmetic", int, span));
                }
                (left, right, int)
            }
        };
        if self.is_complex(ty) {
            return Ok(unsupported("complex arithmetic", ty, span));
        }
        Ok(Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty, span })
    }

    pub(super) fn wrong_operands(
        &mut self,
        operator: BinaryOperator,
        left: TypeId,
        right: TypeId,
        span: Span,
    ) -> Poisoned {
        let message =
            format!("`{}` is applied to `{}` and `{}`", spelling(operator), self.spell(left), self.spell(right));
        self.error(span, message, "convert the operands to types that the operator takes")
    }

    /// A prefix operator except `*`, `__real__` and `__imag__`.
    pub(super) fn prefix(&mut self, operator: PrefixOperator, operand: &ast::Expr, span: Span) -> Checked<Expr> {
        match operator {
            PrefixOperator::Increment => self.increment(operand, true, false, span),
            PrefixOperator::Decrement => self.increment(operand, false, false, span),
            PrefixOperator::AddressOf => self.address_of(operand, span),
            PrefixOperator::LogicalNot => {
                let operand = self.scalar(operand, "the operand of `!`")?;
                let kind = ExprKind::Unary(UnaryOperator::LogicalNot, Box::new(operand));
                Ok(Expr { kind, ty: self.int(), span })
            }
            PrefixOperator::Plus | PrefixOperator::Minus | PrefixOperator::BitNot => {
                let value = self.value(operand)?;
                self.sign(operator, value, span)
            }
            PrefixOperator::Dereference => {
                let place = self.dereference(operand, span)?;
                self.rvalue(place)
            }
            PrefixOperator::Real | PrefixOperator::Imaginary => {
                let place = self.part_of_complex(operator, operand, span)?;
                self.rvalue(place)
            }
        }
    }

    fn sign(&mut self, operator: PrefixOperator, value: Expr, span: Span) -> Checked<Expr> {
        let is_bit_not = operator == PrefixOperator::BitNot;
        if self.is_vector(value.ty) {
            return Ok(unsupported("vector arithmetic", value.ty, span));
        }
        if self.is_complex(value.ty) {
            return Ok(unsupported("complex arithmetic", value.ty, span));
        }
        if !self.is_integer(value.ty) && (is_bit_not || !self.is_float(value.ty)) {
            let symbol = match operator {
                PrefixOperator::Plus => "+",
                PrefixOperator::Minus => "-",
                _ => "~",
            };
            let message = format!("`{symbol}` is applied to `{}`", self.spell(value.ty));
            return Err(self.error(span, message, "use a number"));
        }
        let value = if self.is_integer(value.ty) { self.promote(value) } else { value };
        let ty = value.ty;
        let operator = match operator {
            PrefixOperator::Plus => return Ok(Expr { span, ..value }),
            PrefixOperator::BitNot => UnaryOperator::BitNot,
            _ => UnaryOperator::Negate,
        };
        Ok(Expr { kind: ExprKind::Unary(operator, Box::new(value)), ty, span })
    }

    /// GNU `__real__` and `__imag__`.
    pub(super) fn part_of_complex(
        &mut self,
        operator: PrefixOperator,
        operand: &ast::Expr,
        span: Span,
    ) -> Checked<Operand> {
        let operand = self.operand(operand)?;
        let ty = operand.expr.ty;
        if let TypeKind::Complex(kind) = *self.kind(ty) {
            let part = self.unit.types.intern(TypeKind::Float(kind));
            let expr = unsupported("complex arithmetic", part, span);
            return Ok(Operand { expr, ..operand });
        }
        if !self.is_real(ty) {
            let message = format!("the part of a complex number is taken of `{}`", self.spell(ty));
            return Err(self.error(span, message, "use a number"));
        }
        if operator == PrefixOperator::Real {
            return self.rvalue(operand).map(Operand::value);
        }
        let kind = if self.is_float(ty) { ExprKind::Floating(0) } else { ExprKind::Integer(0) };
        Ok(Operand::value(Expr { kind, ty, span }))
    }

    /// An operand that may be assigned to.
    pub(super) fn modifiable(&mut self, operand: &ast::Expr, what: &str) -> Checked<Operand> {
        let place = self.operand(operand)?;
        let span = operand.span;
        let ty = place.expr.ty;
        if !place.is_lvalue {
            if matches!(place.expr.kind, ExprKind::Unsupported(_)) {
                return Ok(place);
            }
            return Err(self.error(
                span,
                format!("{what} is no object that can be changed"),
                "use a variable, a member, an element or `*pointer`",
            ));
        }
        if self.is_array(ty) {
            return Err(self.error(span, format!("{what} is an array"), "assign its elements one by one"));
        }
        if !self.is_complete(ty) {
            let message = format!("{what} has the incomplete type `{}`", self.spell(ty));
            return Err(self.error(span, message, "complete the type first"));
        }
        if place.qualifiers.is_const {
            return Err(self.error(span, format!("{what} is `const`"), "remove `const` or do not assign"));
        }
        if self.has_const_member(ty) {
            return Err(self.error(span, format!("{what} has a `const` member"), "assign its members one by one"));
        }
        Ok(place)
    }

    /// Whether an object of this type has a `const` part.
    pub(super) fn has_const_member(&self, ty: TypeId) -> bool {
        match self.kind(ty) {
            TypeKind::Array { element, .. } => element.qualifiers.is_const || self.has_const_member(element.ty),
            TypeKind::Record(record) => self.constant_members.contains(record),
            _ => false,
        }
    }

    /// `left = right`
    pub(super) fn assignment(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) -> Checked<Expr> {
        let target = self.modifiable(left, "the left side of this assignment");
        let value = self.value(right);
        let (target, value) = (target?, value?);
        let ty = target.expr.ty;
        let value = self.assignable(value, ty, Role::Assignment)?;
        if matches!(target.expr.kind, ExprKind::Unsupported(_)) {
            return Ok(Expr { span, ..target.expr });
        }
        Ok(Expr { kind: ExprKind::Assign { target: Box::new(target.expr), value: Box::new(value) }, ty, span })
    }

    /// `left op= right`
    pub(super) fn compound_assignment(
        &mut self,
        operator: InfixOperator,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Checked<Expr> {
        let target = self.modifiable(left, "the left side of this assignment");
        let value = self.value(right);
        let (target, value) = (target?.expr, value?);
        // The parser only makes arithmetic operators here.
        let Some(operator) = arithmetic_operator(operator) else { return Err(Poisoned) };
        let ty = target.ty;
        if matches!(target.kind, ExprKind::Unsupported(_)) {
            return Ok(Expr { span, ..target });
        }
        if self.is_vector(ty) || self.is_vector(value.ty) {
            return Ok(unsupported("vector arithmetic", ty, span));
        }
        if self.is_pointer(ty) {
            let is_subtraction = operator == BinaryOperator::Subtract;
            if !(is_subtraction || operator == BinaryOperator::Add) || !self.is_integer(value.ty) {
                return Err(self.wrong_operands(operator, ty, value.ty, span));
            }
            let element = self.pointed_size(ty, span)?;
            let kind =
                ExprKind::PointerAssign { target: Box::new(target), index: Box::new(value), is_subtraction, element };
            return Ok(Expr { kind, ty, span });
        }
        let family = family(operator);
        let fits = match family {
            Family::Arithmetic => self.is_arithmetic(ty) && self.is_arithmetic(value.ty),
            Family::Integer | Family::Shift => self.is_integer(ty) && self.is_integer(value.ty),
            Family::Comparison => false,
        };
        if !fits {
            return Err(self.wrong_operands(operator, ty, value.ty, span));
        }
        let promoted = if self.is_integer(ty) { self.promoted_type(&target) } else { ty };
        let value = if self.is_integer(value.ty) { self.promote(value) } else { value };
        let (computation, value) = match family {
            Family::Shift => (promoted, value),
            Family::Arithmetic | Family::Integer | Family::Comparison => {
                let common = self.common_type(promoted, value.ty);
                (common, self.cast(value, common))
            }
        };
        if self.is_complex(computation) {
            return Ok(unsupported("complex arithmetic", ty, span));
        }
        let kind = ExprKind::CompoundAssign { operator, target: Box::new(target), value: Box::new(value), computation };
        Ok(Expr { kind, ty, span })
    }

    /// `++`, `--`, before or after the operand.
    pub(super) fn increment(
        &mut self,
        operand: &ast::Expr,
        is_increment: bool,
        is_postfix: bool,
        span: Span,
    ) -> Checked<Expr> {
        let symbol = if is_increment { "++" } else { "--" };
        let target = self.modifiable(operand, &format!("the operand of `{symbol}`"))?.expr;
        let ty = target.ty;
        if self.is_complex(ty) || matches!(target.kind, ExprKind::Unsupported(_)) {
            return Ok(unsupported("complex arithmetic", ty, span));
        }
        let element = if self.is_pointer(ty) { self.pointed_size(ty, span)? } else { ElementSize::Fixed(1) };
        if !self.is_real(ty) && !self.is_pointer(ty) {
            let message = format!("`{symbol}` is applied to `{}`", self.spell(ty));
            return Err(self.error(span, message, "use a number or a pointer"));
        }
        let kind = ExprKind::Increment { target: Box::new(target), is_decrement: !is_increment, is_postfix, element };
        Ok(Expr { kind, ty, span })
    }
}
