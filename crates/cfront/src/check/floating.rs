//! Floating-point arithmetic on constants is done here, as gcc does it (C11 6.6p5, F.8.2): `usleep(0.25 * SECOND)`,
//! `if (RATE > 0.5)`. So no engine meets them.
//! Left out: `long double`, whose values are not all doubles, but for constants that become doubles; and complex numbers.

use raddle_program::types::{FloatKind, TypeId, TypeKind, Types};

use super::Checker;
use super::constant::{Constant, evaluate};
use super::walk::{Rewrite, walk};
use crate::typed::{Expr, ExprKind, VariableId};

impl Checker {
    /// Puts the values of constant expressions with floating operands in their places.
    pub(super) fn fold_floating_constants(&mut self) {
        for function in self.unit.functions.ids() {
            let Some(mut body) = self.unit.functions[function].body.take() else { continue };
            walk(&mut body, &mut Fold { types: &self.unit.types });
            self.unit.functions[function].body = Some(body);
        }
    }
}

struct Fold<'a> {
    types: &'a Types,
}

impl Fold<'_> {
    fn is_floating(&self, ty: TypeId) -> bool {
        matches!(self.types.kind(ty), TypeKind::Float(FloatKind::Float | FloatKind::Double))
    }
}

impl Fold<'_> {
    /// The bits of a `long double` constant that is converted to `double`, as `DBL_MAX` and its kin are written. The constant is known as a
    /// `double`. Rounding to `long double` first gives the same number, unless the result lies in the middle between two of them: then the even
    /// one. A constant that is nearest to the greatest `double` is taken for `DBL_MAX`.
    fn narrowed(&self, expr: &Expr) -> Option<u64> {
        let ExprKind::Cast { operand, .. } = &expr.kind else { return None };
        let ExprKind::Floating(bits) = operand.kind else { return None };
        let is = |ty, kind| *self.types.kind(ty) == TypeKind::Float(kind);
        let is_same = bits.is_multiple_of(2) || bits == f64::MAX.to_bits();
        (is_same && is(operand.ty, FloatKind::LongDouble) && is(expr.ty, FloatKind::Double)).then_some(bits)
    }
}

impl Rewrite for Fold<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        if let Some(value) = self.narrowed(expr) {
            expr.kind = ExprKind::Floating(value);
            return;
        }
        // Operands were folded before: only what stands directly on constants has to be looked at.
        let is_constant = |operand: &Expr| {
            matches!(operand.kind, ExprKind::Floating(_)) && self.is_floating(operand.ty)
                || matches!(operand.kind, ExprKind::Integer(_)) && self.types.integer_shape(operand.ty).is_some()
        };
        let operands: Vec<&Expr> = match &expr.kind {
            ExprKind::Unary(_, operand) | ExprKind::Cast { operand, .. } => vec![operand],
            ExprKind::Binary(_, left, right) => vec![left, right],
            _ => return,
        };
        let computes = self.is_floating(expr.ty) || operands.iter().any(|operand| self.is_floating(operand.ty));
        let is_scalar = self.is_floating(expr.ty) || self.types.integer_shape(expr.ty).is_some();
        if !computes || !is_scalar || !operands.into_iter().all(is_constant) {
            return;
        }
        match evaluate(self.types, expr).constant {
            Some(Constant::Integer(value)) => expr.kind = ExprKind::Integer(value),
            Some(Constant::Floating(value)) => expr.kind = ExprKind::Floating(value.to_bits()),
            None => {}
        }
    }
}
