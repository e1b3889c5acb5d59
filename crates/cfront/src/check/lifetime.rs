//! Objects without a declaration: how long they live.
//!
//! A compound literal lives until the block around it ends, and a selection or iteration statement is such a block (C11 6.5.2.5p5, 6.8.4p3,
//! 6.8.5p5). The record of temporary lifetime whose array member is used (C11 6.2.4p8) lives until its full expression ends: that becomes a
//! statement expression, whose block owns the record.

use raddle_program::source::Span;

use super::walk::{Rewrite, walk_value};
use super::{Checked, Checker};
use crate::ast::Identifier;
use crate::typed::{Block, Expr, ExprKind, Initializer, Statement, StatementKind, VariableId};

/// The name of the objects of temporary lifetime.
const VALUE_NAME: &str = "<value>";

impl Checker {
    /// The name of an object of temporary lifetime.
    pub(super) fn value_name(span: Span) -> Identifier {
        Identifier { name: VALUE_NAME.into(), span }
    }

    /// Checks a statement that is a block as well: it becomes one if its controlling expressions make objects.
    pub(super) fn in_own_block(
        &mut self,
        span: Span,
        out: &mut Vec<Statement>,
        check: impl FnOnce(&mut Self, &mut Vec<Statement>),
    ) {
        self.open_block();
        let mut statements = Vec::new();
        check(self, &mut statements);
        let variables = self.close_block();
        if variables.is_empty() {
            out.append(&mut statements);
            return;
        }
        let block = Block { statements, variables, span };
        out.push(Statement { kind: StatementKind::Block(block), span });
    }

    /// Checks a full expression: the objects of temporary lifetime in it end with it.
    pub(super) fn full_expression(&mut self, check: impl FnOnce(&mut Self) -> Checked<Expr>) -> Checked<Expr> {
        self.open_block();
        let checked = check(self);
        let ending = self.close_full_expression();
        checked.map(|value| ended_with(value, ending))
    }

    /// Checks the initializer of an automatic object, in which each value is a full expression.
    pub(super) fn full_initializer<T>(
        &mut self,
        check: impl FnOnce(&mut Self) -> Checked<(Initializer, T)>,
    ) -> Checked<(Initializer, T)> {
        self.open_block();
        let checked = check(self);
        let ending = self.close_full_expression();
        let (mut initializer, rest) = checked?;
        if !ending.is_empty() {
            for part in &mut initializer.parts {
                let mut inside = Inside { wanted: &ending, found: Vec::new() };
                walk_value(&mut part.value.clone(), &mut inside);
                let found = inside.found;
                let span = part.value.span;
                let value = std::mem::replace(&mut part.value, Expr { kind: ExprKind::Integer(0), ty: part.ty, span });
                part.value = ended_with(value, found);
            }
        }
        Ok((initializer, rest))
    }

    /// Closes the block of a full expression. Its objects of temporary lifetime are the result; compound literals go to the block around it.
    fn close_full_expression(&mut self) -> Vec<VariableId> {
        let variables = self.close_block();
        let (ending, lasting): (Vec<_>, Vec<_>) =
            variables.into_iter().partition(|&variable| *self.unit.variables[variable].name == *VALUE_NAME);
        if let Some(block) = self.functions.last_mut().and_then(|function| function.blocks.last_mut()) {
            block.extend(lasting);
        }
        ending
    }
}

/// An expression at whose end objects end.
fn ended_with(value: Expr, variables: Vec<VariableId>) -> Expr {
    if variables.is_empty() {
        return value;
    }
    let (ty, span) = (value.ty, value.span);
    let statements = vec![Statement { kind: StatementKind::Expr(value), span }];
    Expr { kind: ExprKind::Statement(Box::new(Block { statements, variables, span })), ty, span }
}

/// Which of the wanted objects an expression makes.
struct Inside<'w> {
    wanted: &'w [VariableId],
    found: Vec<VariableId>,
}

impl Rewrite for Inside<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        if let ExprKind::CompoundLiteral { variable, .. } = expr.kind
            && self.wanted.contains(&variable)
        {
            self.found.push(variable);
        }
    }
}
