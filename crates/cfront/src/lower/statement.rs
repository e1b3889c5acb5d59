//! Statements, C11 6.8.

use raddle_program::source::Span;
use raddle_program::syntax::{Block, Effect, Statement};

use super::ProcedureLowering;
use super::call::Use;
use super::operand::Operand;
use super::scope::JumpTarget;
use crate::typed::{self, StatementKind};

impl ProcedureLowering<'_, '_> {
    /// A block with the scope it opens.
    pub(super) fn block(&mut self, block: &typed::Block) {
        self.open_scope(&block.variables);
        for statement in &block.statements {
            self.statement(statement);
        }
        self.close_scope(block.span);
    }

    fn captured_block(&mut self, block: &typed::Block) -> Block {
        self.capture(|cx| cx.block(block)).1
    }

    pub(super) fn statement(&mut self, statement: &typed::Statement) {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Expr(expr) => self.full_effect(expr),
            StatementKind::Declare { variable, size, initializer } => {
                self.declare(*variable, size.as_ref(), initializer.as_ref(), span);
            }
            StatementKind::FixLength { length, count } => self.fix_length(*length, count),
            StatementKind::Block(block) => self.block(block),
            StatementKind::If { condition, then, otherwise } => {
                if otherwise.statements.is_empty() {
                    self.if_all(condition, then);
                    return;
                }
                let condition = self.full_expression(|cx| cx.value(condition));
                let then = self.captured_block(then);
                let otherwise = self.captured_block(otherwise);
                self.emit_if(condition, then, otherwise);
            }
            StatementKind::Loop { tests_after, condition, step, body } => {
                self.loop_statement(*tests_after, condition.as_ref(), step.as_ref(), body, span);
            }
            StatementKind::Switch { scrutinee, cases, default, body } => {
                self.switch(scrutinee, cases, *default, body, span);
            }
            StatementKind::Goto(label) => self.jump(*label, span),
            StatementKind::ComputedGoto(value) => self.computed_goto(value, span),
            StatementKind::Label(label) => self.place_label(*label),
            StatementKind::Break => self.leave(span),
            StatementKind::Continue => self.next_round(span),
            StatementKind::Return(value) => self.return_statement(value.as_ref(), span),
            StatementKind::Unsupported(what) => self.unsupported(what.clone(), span),
        }
    }

    /// Evaluates an expression statement.
    pub(super) fn full_effect(&mut self, expr: &typed::Expr) {
        self.full_expression(|cx| {
            cx.effect(expr);
            let zero = cx.number(0);
            Operand::pure(zero, expr.span)
        });
    }

    /// `if` without `else`: the conditions of a conjunction are nested where they cannot be one expression.
    fn if_all(&mut self, condition: &typed::Expr, then: &typed::Block) {
        let mut conditions = Vec::new();
        let mut rest = condition;
        while let typed::ExprKind::Logical { is_and: true, left, right } = &rest.kind {
            conditions.push(&**right);
            rest = left;
        }
        let first = self.full_expression(|cx| cx.value(rest));
        let first = self.scalar(first);
        self.if_rest(first, conditions, then);
    }

    /// `first` and then the conditions, of which the last comes first.
    fn if_rest(&mut self, mut first: Operand, mut conditions: Vec<&typed::Expr>, then: &typed::Block) {
        while let Some(condition) = conditions.pop() {
            let (next, steps) = self.capture(|cx| cx.full_expression(|cx| cx.value(condition)));
            if steps.is_empty() && !next.is_access {
                first = self.both(first, next);
                continue;
            }
            let inner = self.capture(|cx| {
                cx.block = steps;
                let next = cx.scalar(next);
                cx.if_rest(next, conditions, then);
            });
            self.emit_if(first, inner.1, Block::new());
            return;
        }
        let then = self.captured_block(then);
        self.emit_if(first, then, Block::new());
    }

    fn loop_statement(
        &mut self,
        tests_after: bool,
        condition: Option<&typed::Expr>,
        step: Option<&typed::Expr>,
        body: &typed::Block,
        span: Span,
    ) {
        self.loop_depth += 1;
        // A `break` in the condition or the step (in a statement expression) refers to what is around the loop.
        let (condition, test) = self.capture(|cx| match condition {
            Some(condition) => {
                let condition = cx.full_expression(|cx| cx.value(condition));
                cx.scalar(condition)
            }
            None => Operand::pure(cx.number(1), span),
        });
        let target = JumpTarget {
            is_loop: true,
            depth: self.loop_depth,
            scopes: self.open_scopes.len(),
            leave: None,
            next: None,
        };
        self.targets.push(target);
        let mut code = self.captured_block(body);
        let target = self.targets.pop();
        let step = match step {
            Some(step) => self.capture(|cx| cx.full_effect(step)).1,
            None => Block::new(),
        };
        self.loop_depth -= 1;
        code.extend(target.as_ref().and_then(|target| target.next).map(Statement::Label));
        let Operand { expr: condition, span, .. } = condition;
        self.block.push(Statement::Loop { tests_after, test, condition, body: code, step, span });
        self.block.extend(target.and_then(|target| target.leave).map(Statement::Label));
    }

    fn return_statement(&mut self, value: Option<&typed::Expr>, span: Span) {
        let result = self.procedure.result;
        // The temporaries of the value stay alive: the return reads them.
        let (mark, alive) = self.begin_full_expression();
        let value = match value {
            // GNU C allows `return f();` where both are void.
            Some(value) if result == self.cx.types.void() => {
                self.full_effect(value);
                None
            }
            Some(value) => {
                let value = self.value(value);
                let mut value = self.converted(value, result);
                let is_scalar = self.cx.types.scalar_shape(result).is_some();
                if is_scalar && self.has_objects_in_scope() && !self.outlives_objects(&value) {
                    self.spill(&mut value);
                }
                Some(value)
            }
            None => None,
        };
        self.leave_scopes(0, span);
        let span = value.as_ref().filter(|value| value.is_access).map_or(span, |value| value.span);
        self.emit(Effect::Return(value.map(|value| value.expr)), span);
        self.forget_objects(alive);
        self.end_full_expression(mark);
    }

    /// `({ ... })`: the value of the last statement if one is wanted.
    pub(super) fn statement_expression(&mut self, block: &typed::Block, usage: Use, span: Span) -> Option<Operand> {
        self.open_scope(&block.variables);
        let mut result = None;
        for (position, statement) in block.statements.iter().enumerate() {
            match &statement.kind {
                StatementKind::Expr(expr) if position + 1 == block.statements.len() && usage != Use::Unused => {
                    let mut value = self.value(expr);
                    // The value outlives the objects of the block.
                    if self.cx.types.scalar_shape(value.expr.ty).is_some() && !self.outlives_objects(&value) {
                        self.spill(&mut value);
                    }
                    result = Some(value);
                }
                _ => self.statement(statement),
            }
        }
        self.close_scope(span);
        result
    }
}
