//! `switch` and computed `goto`: a dispatch by comparisons, then the body with its labels.

use raddle_program::builder::{conditional, integer, local_place, read};
use raddle_program::source::Span;
use raddle_program::syntax::{BinaryOperator, Block, Effect, Expr, ExprKind, LocalId, Statement};

use super::ProcedureLowering;
use super::scope::JumpTarget;
use crate::typed::{self, LabelId};

impl ProcedureLowering<'_, '_> {
    /// `switch`: the scrutinee is read once; `break` goes to a label behind the body.
    pub(super) fn switch(
        &mut self,
        scrutinee: &typed::Expr,
        cases: &[(i128, i128, LabelId)],
        default: Option<LabelId>,
        body: &typed::Block,
        span: Span,
    ) {
        let target = JumpTarget {
            is_loop: false,
            depth: self.loop_depth,
            scopes: self.open_scopes.len(),
            leave: None,
            next: None,
        };
        let register = self.register_of(scrutinee);
        self.targets.push(target);
        for &(low, high, label) in cases {
            let condition =
                if low == high { self.equals_number(register, low) } else { self.is_between(register, low, high) };
            let then = self.capture(|cx| cx.jump(label, span)).1;
            self.block.push(Statement::If { condition, then, otherwise: Block::new(), span });
        }
        match default {
            Some(label) => self.jump(label, span),
            None => self.leave(span),
        }
        self.block(body);
        let target = self.targets.pop();
        self.block.extend(target.and_then(|target| target.leave).map(Statement::Label));
    }

    /// `goto *value`
    pub(super) fn computed_goto(&mut self, value: &typed::Expr, span: Span) {
        let register = self.register_of(value);
        self.computed_jump(register, span);
    }

    /// A register that holds the value of a full expression. A computed goto is resolved at the end of the function, so
    /// that it must keep its value.
    fn register_of(&mut self, expr: &typed::Expr) -> LocalId {
        let value = self.full_expression(|cx| {
            let value = cx.value(expr);
            cx.scalar(value)
        });
        let target = self.lasting_temporary(value.expr.ty);
        let place = local_place(&self.procedure, target);
        self.emit(Effect::Assign { target: place, value: value.expr }, value.span);
        target
    }

    /// `register == number`
    fn equals_number(&mut self, register: LocalId, number: i128) -> Expr {
        let place = local_place(&self.procedure, register);
        let number = integer(number, place.ty);
        self.equals(read(place), number)
    }

    /// `low <= register && register <= high`, a range of a `case`.
    fn is_between(&mut self, register: LocalId, low: i128, high: i128) -> Expr {
        let int = self.cx.int();
        let place = local_place(&self.procedure, register);
        let compare = |left: Expr, right: Expr| Expr {
            kind: ExprKind::Binary(BinaryOperator::LessEqual, Box::new(left), Box::new(right)),
            ty: int,
        };
        let above = compare(integer(low, place.ty), read(place.clone()));
        let below = compare(read(place.clone()), integer(high, place.ty));
        conditional(above, below, integer(0, int))
    }
}
