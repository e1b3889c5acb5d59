//! Operations on floating values: `float` and `double` (C11 6.3.1.4, 6.3.1.5, 6.5). The program has the comparisons `==`, `<` and `<=`.
//! The lowering turns `x > y` into `y < x`, and `x != y` into `!(x == y)`. If an operand is a NaN, only `!=` holds.

use raddle_program::builder::{integer, unary};
use raddle_program::floating::{self, FloatOperation, Format};
use raddle_program::syntax::{Expr, ExprKind, UnaryOperator};
use raddle_program::types::{TypeId, TypeKind};

use super::{ProcedureLowering, UnitLowering};
use crate::typed::BinaryOperator;

impl ProcedureLowering<'_, '_> {
    /// `left operator right` of two floating values.
    pub(super) fn floating_arithmetic(
        &mut self,
        operator: BinaryOperator,
        left: Expr,
        right: Expr,
        ty: TypeId,
    ) -> Expr {
        let right = self.convert(right, left.ty);
        let Some((operation, is_swapped, is_negated)) = operation_of(operator) else {
            // The checker has refused what is no floating operation.
            return integer(0, ty);
        };
        let operands = if is_swapped { vec![right, left] } else { vec![left, right] };
        let result = self.floating(operation, operands, ty);
        if is_negated { unary(&mut self.cx.types, UnaryOperator::LogicalNot, result) } else { result }
    }

    /// A value in another type, where one of the two types is a floating type.
    pub(super) fn floating_conversion(&mut self, expr: Expr, ty: TypeId) -> Expr {
        if matches!(self.cx.types.kind(ty), TypeKind::Bool) {
            let holds = self.is_not_zero(expr);
            return self.convert(holds, ty);
        }
        self.floating(FloatOperation::Convert, vec![expr], ty)
    }

    /// Whether a floating value is not zero, as an `int`.
    pub(super) fn is_not_zero(&mut self, value: Expr) -> Expr {
        let (zero, int) = (integer(0, value.ty), self.cx.int());
        let is_zero = self.floating(FloatOperation::Equal, vec![value, zero], int);
        unary(&mut self.cx.types, UnaryOperator::LogicalNot, is_zero)
    }

    /// An operation on floating values; a number if the operands are.
    pub(super) fn floating(&mut self, operation: FloatOperation, operands: Vec<Expr>, ty: TypeId) -> Expr {
        let constant = |operand: &Expr| match operand.kind {
            ExprKind::Integer(number) => Some((number, operand.ty)),
            _ => None,
        };
        let constants: Option<Vec<(i128, TypeId)>> = operands.iter().map(constant).collect();
        match constants.and_then(|constants| floating::compute(&self.cx.types, operation, &constants, ty)) {
            Some(value) => integer(value, ty),
            None => Expr { kind: ExprKind::Floating(operation, operands), ty },
        }
    }
}

impl UnitLowering<'_> {
    /// Whether a type is a floating type with arithmetic.
    pub(super) fn is_floating(&self, ty: TypeId) -> bool {
        Format::of(&self.types, ty).is_some()
    }

    /// A constant in another type, where one of the two types is a floating type.
    pub(super) fn converted_constant(&self, value: i128, from: TypeId, to: TypeId) -> Option<i128> {
        if matches!(self.types.kind(to), TypeKind::Bool) {
            return floating::compute(&self.types, FloatOperation::Equal, &[(value, from), (0, from)], to)
                .map(|is_zero| i128::from(is_zero == 0));
        }
        floating::compute(&self.types, FloatOperation::Convert, &[(value, from)], to)
    }
}

/// The operation behind an operator of C, whether its operands change places, and whether its result is negated.
pub(super) fn operation_of(operator: BinaryOperator) -> Option<(FloatOperation, bool, bool)> {
    match operator {
        BinaryOperator::Add => Some((FloatOperation::Add, false, false)),
        BinaryOperator::Subtract => Some((FloatOperation::Subtract, false, false)),
        BinaryOperator::Multiply => Some((FloatOperation::Multiply, false, false)),
        BinaryOperator::Divide => Some((FloatOperation::Divide, false, false)),
        BinaryOperator::Equal => Some((FloatOperation::Equal, false, false)),
        BinaryOperator::NotEqual => Some((FloatOperation::Equal, false, true)),
        BinaryOperator::Less => Some((FloatOperation::Less, false, false)),
        BinaryOperator::LessEqual => Some((FloatOperation::LessEqual, false, false)),
        BinaryOperator::Greater => Some((FloatOperation::Less, true, false)),
        BinaryOperator::GreaterEqual => Some((FloatOperation::LessEqual, true, false)),
        BinaryOperator::Remainder
        | BinaryOperator::ShiftLeft
        | BinaryOperator::ShiftRight
        | BinaryOperator::BitAnd
        | BinaryOperator::BitOr
        | BinaryOperator::BitXor => None,
    }
}
