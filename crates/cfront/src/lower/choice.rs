//! `&&`, `||`, `?:` and the GNU `?:` without a middle.
//!
//! Where the side that may not be evaluated has neither effects nor listed reads, they are one conditional expression;
//! otherwise they become an `if` around a temporary.

use raddle_program::builder::{conditional, integer, local_place, read};
use raddle_program::source::Span;
use raddle_program::syntax::{BinaryOperator, Block, Effect, Expr, ExprKind, LocalId};

use super::ProcedureLowering;
use super::call::Use;
use super::operand::Operand;
use crate::typed;

impl ProcedureLowering<'_, '_> {
    /// `left && right` and `left || right`, as an `int`.
    pub(super) fn logical(
        &mut self,
        is_and: bool,
        left: &typed::Expr,
        right: &typed::Expr,
        expr: &typed::Expr,
    ) -> Operand {
        let left = self.value(left);
        let left = self.scalar(left);
        if let ExprKind::Integer(value) = left.expr.kind {
            if (value != 0) != is_and {
                return Operand::pure(integer(i128::from(!is_and), expr.ty), expr.span);
            }
            let right = self.value(right);
            return self.truth(right);
        }
        let (right, steps) = self.capture(|cx| {
            let right = cx.value(right);
            cx.truth(right)
        });
        let short = Operand::pure(integer(i128::from(!is_and), expr.ty), expr.span);
        let (then, otherwise) =
            if is_and { ((right, steps), (short, Block::new())) } else { ((short, Block::new()), (right, steps)) };
        self.choose(left, then, otherwise, expr, Use::Value)
    }

    /// `condition ? then : otherwise` with a scalar value.
    pub(super) fn conditional(
        &mut self,
        condition: &typed::Expr,
        then: &typed::Expr,
        otherwise: &typed::Expr,
        expr: &typed::Expr,
        usage: Use,
    ) -> Operand {
        let condition = self.value(condition);
        let condition = self.scalar(condition);
        if let ExprKind::Integer(value) = condition.expr.kind {
            let value = self.value_used(if value != 0 { then } else { otherwise }, usage);
            return self.converted(value, expr.ty);
        }
        let mut branch = |branch: &typed::Expr| {
            self.capture(|cx| {
                let value = cx.value_used(branch, usage);
                cx.converted(value, expr.ty)
            })
        };
        let (then, otherwise) = (branch(then), branch(otherwise));
        self.choose(condition, then, otherwise, expr, usage)
    }

    /// `value ?: otherwise`
    pub(super) fn elvis(&mut self, value: &typed::Expr, otherwise: &typed::Expr, expr: &typed::Expr) -> Operand {
        let mut value = self.value(value);
        // It is used twice, as the condition and as the result.
        self.spill(&mut value);
        let then = self.converted(value.clone(), expr.ty);
        let otherwise = self.capture(|cx| {
            let value = cx.value(otherwise);
            cx.converted(value, expr.ty)
        });
        let condition = self.scalar(value);
        self.choose(condition, (then, Block::new()), otherwise, expr, Use::Value)
    }

    /// Evaluates one of two sides for its effects.
    pub(super) fn conditional_effect(
        &mut self,
        condition: &typed::Expr,
        then: impl FnOnce(&mut Self),
        otherwise: impl FnOnce(&mut Self),
    ) {
        let condition = self.value(condition);
        let condition = self.scalar(condition);
        let (then, otherwise) = (self.capture(then).1, self.capture(otherwise).1);
        match condition.expr.kind {
            ExprKind::Integer(0) => self.block.extend(otherwise),
            ExprKind::Integer(_) => self.block.extend(then),
            _ if then.is_empty() && otherwise.is_empty() => self.discard(condition),
            _ => self.emit_if(condition, then, otherwise),
        }
    }

    /// `first && second`, where the second has neither effects nor listed reads.
    pub(super) fn both(&mut self, first: Operand, second: Operand) -> Operand {
        let second = self.truth(second);
        let zero = self.number(0);
        let span = first.span;
        Operand { expr: conditional(first.expr, second.expr, zero), is_access: first.is_access, span }
    }

    /// One of two values that were captured.
    fn choose(
        &mut self,
        condition: Operand,
        then: (Operand, Block),
        otherwise: (Operand, Block),
        expr: &typed::Expr,
        usage: Use,
    ) -> Operand {
        let is_plain = |side: &(Operand, Block)| side.1.is_empty() && !side.0.is_access;
        if is_plain(&then) && is_plain(&otherwise) {
            let (is_access, span) = (condition.is_access, if condition.is_access { condition.span } else { expr.span });
            return Operand { expr: conditional(condition.expr, then.0.expr, otherwise.0.expr), is_access, span };
        }
        let ty = self.cx.program_type(expr.ty);
        let target = match usage {
            Use::Into(target) if self.procedure.locals[target].ty == ty => target,
            Use::Into(_) | Use::Value | Use::Unused => self.temporary(ty),
        };
        let then = self.side(then, target, expr.span);
        let otherwise = self.side(otherwise, target, expr.span);
        self.emit_if(condition, then, otherwise);
        Operand::pure(read(local_place(&self.procedure, target)), expr.span)
    }

    /// The code of one side, with its value stored at the end.
    fn side(&mut self, (value, steps): (Operand, Block), target: LocalId, span: Span) -> Block {
        self.capture(|cx| {
            cx.block = steps;
            let place = local_place(&cx.procedure, target);
            let is_there = matches!(&value.expr.kind, ExprKind::Read(read) if **read == place);
            if !is_there || cx.block.is_empty() {
                let span = if value.is_access { value.span } else { span };
                cx.emit(Effect::Assign { target: place, value: value.expr }, span);
            }
        })
        .1
    }

    /// Whether a value is not zero, as an `int` that is 0 or 1.
    fn truth(&mut self, value: Operand) -> Operand {
        let value = self.scalar(value);
        let int = self.cx.int();
        if is_truth(&value.expr) && value.expr.ty == int {
            return value;
        }
        let expr = match value.expr.kind {
            ExprKind::Integer(number) => integer(i128::from(number != 0), int),
            _ => {
                let zero = integer(0, value.expr.ty);
                Expr { kind: ExprKind::Binary(BinaryOperator::NotEqual, Box::new(value.expr), Box::new(zero)), ty: int }
            }
        };
        Operand { expr, ..value }
    }
}

/// Whether a value is 0 or 1 by its form.
fn is_truth(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Integer(value) => *value == 0 || *value == 1,
        ExprKind::Unary(operator, _) => *operator == raddle_program::syntax::UnaryOperator::LogicalNot,
        ExprKind::Binary(operator, ..) => operator.is_comparison(),
        ExprKind::Conditional { then, otherwise, .. } => is_truth(then) && is_truth(otherwise),
        ExprKind::Floating(operation, _) => operation.is_comparison(),
        ExprKind::Read(_)
        | ExprKind::AddressOf(_)
        | ExprKind::Procedure(_)
        | ExprKind::SelfId
        | ExprKind::AllocationSize(..)
        | ExprKind::Cast(_)
        | ExprKind::PointerAdd { .. }
        | ExprKind::PointerDifference { .. } => false,
    }
}
