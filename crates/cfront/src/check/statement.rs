//! Statements and blocks (C11 6.8). Labels become statements of their own, `for` a loop in a block.

use raddle_program::source::Span;

use super::conversion::Role;
use super::switch::Target;
use super::{Checked, Checker};
use crate::ast::{self, BlockItem, Compound, ForInit};
use crate::typed::{Block, Expr, Statement, StatementKind, VariableId};

impl Checker {
    /// The body of a function: its outermost block shares the scope of the parameters.
    pub(super) fn function_body(&mut self, body: &Compound) -> Block {
        self.open_block();
        self.open_local_labels(&body.local_labels);
        let mut statements = Vec::new();
        self.block_items(&body.items, &mut statements);
        self.close_local_labels();
        Block { statements, variables: self.close_block(), span: body.span }
    }

    /// `{ ... }` with a scope of its own.
    pub(super) fn compound(&mut self, body: &Compound) -> Block {
        self.scopes.enter();
        let zone = self.zone();
        self.open_local_labels(&body.local_labels);
        self.open_block();
        let mut statements = Vec::new();
        self.block_items(&body.items, &mut statements);
        let variables = self.close_block();
        self.close_local_labels();
        self.restore_zone(zone);
        self.scopes.leave();
        Block { statements, variables, span: body.span }
    }

    /// A statement as a block with a scope of its own: the branch of an `if`, the body of a loop.
    pub(super) fn block_of(&mut self, statement: &ast::Statement) -> Block {
        if let ast::StatementKind::Compound(body) = &statement.kind {
            return self.compound(body);
        }
        self.scopes.enter();
        let zone = self.zone();
        self.open_block();
        let mut statements = Vec::new();
        self.statement(statement, &mut statements);
        let variables = self.close_block();
        self.restore_zone(zone);
        self.scopes.leave();
        Block { statements, variables, span: statement.span }
    }

    pub(super) fn open_block(&mut self) {
        if let Some(function) = self.functions.last_mut() {
            function.blocks.push(Vec::new());
        }
    }

    pub(super) fn close_block(&mut self) -> Vec<VariableId> {
        self.functions.last_mut().and_then(|function| function.blocks.pop()).unwrap_or_default()
    }

    fn zone(&self) -> usize {
        self.functions.last().map_or(0, |function| function.labels.zone())
    }

    fn restore_zone(&mut self, zone: usize) {
        if let Some(function) = self.functions.last_mut() {
            function.labels.leave_zone(zone);
        }
    }

    fn block_items(&mut self, items: &[BlockItem], out: &mut Vec<Statement>) {
        for item in items {
            match item {
                BlockItem::Declaration(declaration) => self.declaration(declaration, out),
                BlockItem::Statement(statement) => self.statement(statement, out),
                BlockItem::NestedFunction(definition) => self.nested_function(definition),
            }
        }
    }

    /// Checks a statement; what it becomes is appended to `out`.
    pub(super) fn statement(&mut self, statement: &ast::Statement, out: &mut Vec<Statement>) {
        let span = statement.span;
        match &statement.kind {
            ast::StatementKind::Empty | ast::StatementKind::Error => {}
            ast::StatementKind::Expr(expr) => {
                if let Ok(value) = self.full_expression(|cx| cx.value(expr)) {
                    out.push(Statement { kind: StatementKind::Expr(value), span });
                }
            }
            ast::StatementKind::Compound(body) => {
                let block = self.compound(body);
                out.push(Statement { kind: StatementKind::Block(block), span });
            }
            ast::StatementKind::If { condition, then, otherwise } => self.in_own_block(span, out, |cx, out| {
                let condition = cx.full_expression(|cx| cx.scalar(condition, "the condition of `if`"));
                let then = cx.block_of(then);
                let otherwise = match otherwise {
                    Some(otherwise) => cx.block_of(otherwise),
                    None => empty_block(span),
                };
                if let Ok(condition) = condition {
                    out.push(Statement { kind: StatementKind::If { condition, then, otherwise }, span });
                }
            }),
            ast::StatementKind::Switch { scrutinee, body } => {
                self.in_own_block(span, out, |cx, out| cx.switch(scrutinee, body, span, out));
            }
            ast::StatementKind::While { condition, body } => self.in_own_block(span, out, |cx, out| {
                let condition = cx.loop_condition(condition);
                let body = cx.loop_body(body);
                if let Ok(condition) = condition {
                    out.push(loop_statement(false, Some(condition), None, body, span));
                }
            }),
            ast::StatementKind::DoWhile { body, condition } => self.in_own_block(span, out, |cx, out| {
                let body = cx.loop_body(body);
                if let Ok(condition) = cx.loop_condition(condition) {
                    out.push(loop_statement(true, Some(condition), None, body, span));
                }
            }),
            ast::StatementKind::For { init, condition, step, body } => {
                self.for_statement(init, condition.as_ref(), step.as_ref(), body, span, out);
            }
            ast::StatementKind::Goto(name) => {
                let label = self.goto_label(name);
                out.push(Statement { kind: StatementKind::Goto(label), span });
            }
            ast::StatementKind::ComputedGoto(target) => {
                if let Ok(target) = self.computed_goto(target) {
                    out.push(Statement { kind: StatementKind::ComputedGoto(target), span });
                }
            }
            ast::StatementKind::Continue => self.continue_statement(span, out),
            ast::StatementKind::Break => self.break_statement(span, out),
            ast::StatementKind::Return(value) => self.return_statement(value.as_ref(), span, out),
            ast::StatementKind::Label { name, body } => {
                self.define_label(name, out);
                if name.name.starts_with("__CPROVER_ASYNC_") {
                    let what = "thread that a label of CBMC starts (__CPROVER_ASYNC_)";
                    out.push(Statement { kind: StatementKind::Unsupported(what.into()), span: name.span });
                }
                self.statement(body, out);
            }
            ast::StatementKind::Case { low, high, body } => {
                self.case(low, high.as_ref(), span, out);
                self.statement(body, out);
            }
            ast::StatementKind::Default(body) => {
                self.default_case(span, out);
                self.statement(body, out);
            }
            ast::StatementKind::Assembly { meaning, labels } => {
                for label in labels {
                    self.goto_label(label);
                }
                self.assembly(meaning, !labels.is_empty(), span, out);
            }
        }
    }

    fn loop_condition(&mut self, condition: &ast::Expr) -> Checked<Expr> {
        self.in_target(Target::LoopHead, |cx| cx.full_expression(|cx| cx.scalar(condition, "the condition of a loop")))
    }

    fn loop_body(&mut self, body: &ast::Statement) -> Block {
        self.in_target(Target::Loop, |cx| cx.block_of(body))
    }

    fn in_target<T>(&mut self, target: Target, check: impl FnOnce(&mut Self) -> T) -> T {
        if let Some(function) = self.functions.last_mut() {
            function.targets.push(target);
        }
        let result = check(self);
        if let Some(function) = self.functions.last_mut() {
            function.targets.pop();
        }
        result
    }

    fn for_statement(
        &mut self,
        init: &ForInit,
        condition: Option<&ast::Expr>,
        step: Option<&ast::Expr>,
        body: &ast::Statement,
        span: Span,
        out: &mut Vec<Statement>,
    ) {
        self.scopes.enter();
        let zone = self.zone();
        self.open_block();
        let mut statements = Vec::new();
        match init {
            ForInit::None => {}
            ForInit::Expr(expr) => {
                if let Ok(value) = self.full_expression(|cx| cx.value(expr)) {
                    let span = expr.span;
                    statements.push(Statement { kind: StatementKind::Expr(value), span });
                }
            }
            ForInit::Declaration(declaration) => self.declaration(declaration, &mut statements),
        }
        let condition = condition.map(|condition| self.loop_condition(condition)).transpose();
        let step =
            step.map(|step| self.in_target(Target::LoopHead, |cx| cx.full_expression(|cx| cx.value(step)))).transpose();
        let body = self.loop_body(body);
        if let (Ok(condition), Ok(step)) = (condition, step) {
            statements.push(loop_statement(false, condition, step, body, span));
        }
        let variables = self.close_block();
        self.restore_zone(zone);
        self.scopes.leave();
        let block = Block { statements, variables, span };
        out.push(Statement { kind: StatementKind::Block(block), span });
    }

    fn computed_goto(&mut self, target: &ast::Expr) -> Checked<Expr> {
        let value = self.value(target)?;
        let void_pointer = self.void_pointer();
        if !self.is_pointer(value.ty) {
            let message = format!("`goto *` jumps to a value of type `{}`", self.spell(value.ty));
            return Err(self.error(target.span, message, "use the address of a label, `&&label`"));
        }
        Ok(self.cast(value, void_pointer))
    }

    fn return_statement(&mut self, value: Option<&ast::Expr>, span: Span, out: &mut Vec<Statement>) {
        let void = self.void();
        let result = self.functions.last().map_or(void, |function| function.result);
        let Some(expr) = value else {
            if !self.is_void(result) {
                self.warning(span, "this `return` has no value, but the function returns one", "return a value");
            }
            out.push(Statement { kind: StatementKind::Return(None), span });
            return;
        };
        let Ok(value) = self.full_expression(|cx| cx.value(expr)) else { return };
        if self.is_void(result) {
            if !self.is_void(value.ty) {
                self.warning(span, "this `return` has a value, but the function returns none", "remove the value");
            }
            out.push(Statement { kind: StatementKind::Expr(value), span: expr.span });
            out.push(Statement { kind: StatementKind::Return(None), span });
            return;
        }
        if let Ok(value) = self.assignable(value, result, Role::Return) {
            out.push(Statement { kind: StatementKind::Return(Some(value)), span });
        }
    }
}

fn empty_block(span: Span) -> Block {
    Block { statements: Vec::new(), variables: Vec::new(), span }
}

fn loop_statement(
    tests_after: bool,
    condition: Option<Expr>,
    step: Option<Expr>,
    body: Block,
    span: Span,
) -> Statement {
    Statement { kind: StatementKind::Loop { tests_after, condition, step, body }, span }
}
