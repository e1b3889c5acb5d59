//! A walk over a checked body in which expressions may be replaced.

use crate::typed::{Block, Expr, ExprKind, Initializer, Statement, StatementKind, VariableId};

/// What is done at each expression.
pub(super) trait Rewrite {
    /// Gets an expression whose operands were walked through already. Objects that it adds to `created` live until the
    /// end of the block in which the expression stands.
    fn expression(&mut self, expr: &mut Expr, created: &mut Vec<VariableId>);
}

/// Walks through a block, and all in it.
pub(super) fn walk(block: &mut Block, rewrite: &mut impl Rewrite) {
    let mut created = Vec::new();
    for statement in &mut block.statements {
        walk_statement(statement, rewrite, &mut created);
    }
    block.variables.append(&mut created);
}

fn walk_statement(statement: &mut Statement, rewrite: &mut impl Rewrite, created: &mut Vec<VariableId>) {
    match &mut statement.kind {
        StatementKind::Expr(expr)
        | StatementKind::FixLength { count: expr, .. }
        | StatementKind::ComputedGoto(expr)
        | StatementKind::Return(Some(expr)) => walk_expression(expr, rewrite, created),
        StatementKind::Declare { variable: _, size, initializer } => {
            if let Some(size) = size {
                walk_expression(size, rewrite, created);
            }
            if let Some(initial) = initializer {
                walk_initializer(initial, rewrite, created);
            }
        }
        StatementKind::Block(block) => walk(block, rewrite),
        StatementKind::If { condition, then, otherwise } => {
            walk_expression(condition, rewrite, created);
            walk(then, rewrite);
            walk(otherwise, rewrite);
        }
        StatementKind::Loop { tests_after: _, condition, step, body } => {
            for expr in condition.iter_mut().chain(step) {
                walk_expression(expr, rewrite, created);
            }
            walk(body, rewrite);
        }
        StatementKind::Switch { scrutinee, cases: _, default: _, body } => {
            walk_expression(scrutinee, rewrite, created);
            walk(body, rewrite);
        }
        StatementKind::Goto(_)
        | StatementKind::Label(_)
        | StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Return(None)
        | StatementKind::Unsupported(_) => {}
    }
}

fn walk_initializer(initializer: &mut Initializer, rewrite: &mut impl Rewrite, created: &mut Vec<VariableId>) {
    for part in &mut initializer.parts {
        walk_expression(&mut part.value, rewrite, created);
    }
}

fn walk_expression(expr: &mut Expr, rewrite: &mut impl Rewrite, created: &mut Vec<VariableId>) {
    match &mut expr.kind {
        ExprKind::Variable(_)
        | ExprKind::String(_)
        | ExprKind::Function(_)
        | ExprKind::Integer(_)
        | ExprKind::Floating(_)
        | ExprKind::LabelAddress(_)
        | ExprKind::VariableSize { .. }
        | ExprKind::Unsupported(_) => {}
        ExprKind::Deref(operand)
        | ExprKind::Member { base: operand, field: _ }
        | ExprKind::Load(operand)
        | ExprKind::Decay(operand)
        | ExprKind::AddressOf(operand)
        | ExprKind::Unary(_, operand)
        | ExprKind::Increment { target: operand, .. }
        | ExprKind::Cast { operand, is_explicit: _ } => walk_expression(operand, rewrite, created),
        ExprKind::Binary(_, left, right)
        | ExprKind::PointerAdd { pointer: left, index: right, .. }
        | ExprKind::PointerDifference { left, right, .. }
        | ExprKind::Logical { left, right, .. }
        | ExprKind::Elvis { value: left, otherwise: right }
        | ExprKind::Assign { target: left, value: right }
        | ExprKind::CompoundAssign { target: left, value: right, .. }
        | ExprKind::PointerAssign { target: left, index: right, .. }
        | ExprKind::Comma(left, right) => {
            walk_expression(left, rewrite, created);
            walk_expression(right, rewrite, created);
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            walk_expression(condition, rewrite, created);
            walk_expression(then, rewrite, created);
            walk_expression(otherwise, rewrite, created);
        }
        ExprKind::CompoundLiteral { variable: _, initializer } => walk_initializer(initializer, rewrite, created),
        ExprKind::Call { callee, arguments } => {
            walk_expression(callee, rewrite, created);
            arguments.iter_mut().for_each(|argument| walk_expression(argument, rewrite, created));
        }
        ExprKind::Statement(block) => walk(block, rewrite),
        ExprKind::Builtin { name: _, arguments } => {
            arguments.iter_mut().for_each(|argument| walk_expression(argument, rewrite, created));
        }
    }
    rewrite.expression(expr, created);
}
