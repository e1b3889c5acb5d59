//! `condition ? then : otherwise` and GNU's `value ?: otherwise` (C11 6.5.15).

use raddle_program::source::Span;
use raddle_program::types::TypeId;

use super::conversion::unsupported;
use super::{Checked, Checker};
use crate::ast;
use crate::typed::{Expr, ExprKind};

impl Checker {
    /// `condition ? then : otherwise`
    pub(super) fn conditional(
        &mut self,
        condition: &ast::Expr,
        then: &ast::Expr,
        otherwise: &ast::Expr,
        span: Span,
    ) -> Checked<Expr> {
        let condition = self.scalar(condition, "the condition of `?:`");
        let (then, otherwise) = (self.value(then), self.value(otherwise));
        let (condition, then, otherwise) = (condition?, then?, otherwise?);
        let ty = self.branch_type(&then, &otherwise, span)?;
        if self.is_complex(ty) {
            return Ok(unsupported("complex arithmetic", ty, span));
        }
        let (then, otherwise) = (self.cast(then, ty), self.cast(otherwise, ty));
        let kind = ExprKind::Conditional {
            condition: Box::new(condition),
            then: Box::new(then),
            otherwise: Box::new(otherwise),
        };
        Ok(Expr { kind, ty, span })
    }

    /// `value ?: otherwise`
    pub(super) fn elvis(&mut self, value: &ast::Expr, otherwise: &ast::Expr, span: Span) -> Checked<Expr> {
        let value = self.scalar(value, "the condition of `?:`");
        let otherwise = self.value(otherwise);
        let (value, otherwise) = (value?, otherwise?);
        let ty = self.branch_type(&value, &otherwise, span)?;
        if self.is_complex(ty) {
            return Ok(unsupported("complex arithmetic", ty, span));
        }
        let otherwise = self.cast(otherwise, ty);
        Ok(Expr { kind: ExprKind::Elvis { value: Box::new(value), otherwise: Box::new(otherwise) }, ty, span })
    }

    fn branch_type(&mut self, then: &Expr, otherwise: &Expr, span: Span) -> Checked<TypeId> {
        if self.is_arithmetic(then.ty) && self.is_arithmetic(otherwise.ty) {
            let (left, right) = (self.promoted_type(then), self.promoted_type(otherwise));
            return Ok(self.common_type(left, right));
        }
        if then.ty == otherwise.ty {
            return Ok(then.ty);
        }
        if self.is_void(then.ty) || self.is_void(otherwise.ty) {
            return Ok(self.void());
        }
        match (self.is_pointer(then.ty), self.is_pointer(otherwise.ty)) {
            (true, true) => Ok(self.common_pointer(then, otherwise, span)),
            (true, false) if self.is_integer(otherwise.ty) => Ok(self.pointer_or_integer(then, otherwise, span)),
            (false, true) if self.is_integer(then.ty) => Ok(self.pointer_or_integer(otherwise, then, span)),
            _ => {
                let message = format!(
                    "the branches of `?:` have the types `{}` and `{}`",
                    self.spell(then.ty),
                    self.spell(otherwise.ty)
                );
                Err(self.error(span, message, "convert one of them to the type of the other"))
            }
        }
    }

    fn pointer_or_integer(&mut self, pointer: &Expr, integer: &Expr, span: Span) -> TypeId {
        if !self.is_null_constant(integer) {
            self.warning(
                span,
                "one branch of `?:` is a pointer, the other an integer",
                "write a cast if this is meant",
            );
        }
        pointer.ty
    }
}
