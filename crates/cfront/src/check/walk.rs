//! A walk over a checked body in which expressions may be replaced.

use raddle_program::types::TypeId;

use crate::typed::{
    BinaryOperator, Block, Expr, ExprKind, Initializer, Statement, StatementKind, UnaryOperator, VariableId,
};

/// What the surrounding code learns of the value of an expression, from least to most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Use {
    /// Nothing: the value is dropped.
    Nothing,
    /// Whether it is zero.
    Truth,
    /// Whether it is less than, equal to or greater than zero.
    Sign,
    /// All of it.
    Value,
}

/// What is done at each expression.
pub(super) trait Rewrite {
    /// Gets an expression whose operands were walked through already. Objects that it adds to `created` live until the
    /// end of the block in which the expression stands.
    fn expression(&mut self, expr: &mut Expr, created: &mut Vec<VariableId>);

    /// The same, with how the value is used. An object has the use of the value that is loaded from it or assigned to it;
    /// the value of a function that is called directly is used for nothing else.
    fn used_expression(&mut self, expr: &mut Expr, _: Use, created: &mut Vec<VariableId>) {
        self.expression(expr, created);
    }

    /// What a conversion to a type learns of its operand.
    fn use_in_conversion(&self, _: TypeId) -> Use {
        Use::Value
    }

    /// Gets the initializer of an automatic object, whose expressions were walked through already.
    fn declaration(&mut self, _: VariableId, _: &mut Initializer) {}

    /// Gets a statement before the walk through it.
    fn enter_statement(&mut self, _: &Statement) {}

    /// Gets a statement whose parts were walked through.
    fn leave_statement(&mut self, _: &Statement) {}

    /// Gets a block before the walk through it. The body of a function is a block too.
    fn enter_block(&mut self, _: &Block) {}

    /// Gets a block whose statements were walked through.
    fn leave_block(&mut self, _: &mut Block) {}
}

/// Walks through a block, and all in it.
pub(super) fn walk(block: &mut Block, rewrite: &mut impl Rewrite) {
    walk_block(block, Use::Nothing, rewrite);
}

/// Walks through a block; its last expression has the given use.
fn walk_block(block: &mut Block, last: Use, rewrite: &mut impl Rewrite) {
    rewrite.enter_block(block);
    let mut created = Vec::new();
    let count = block.statements.len();
    for (position, statement) in block.statements.iter_mut().enumerate() {
        let using = if position + 1 == count { last } else { Use::Nothing };
        rewrite.enter_statement(statement);
        walk_statement(statement, using, rewrite, &mut created);
        rewrite.leave_statement(statement);
    }
    block.variables.append(&mut created);
    rewrite.leave_block(block);
}

fn walk_statement(statement: &mut Statement, last: Use, rewrite: &mut impl Rewrite, created: &mut Vec<VariableId>) {
    match &mut statement.kind {
        StatementKind::Expr(expr) => walk_expression(expr, last, rewrite, created),
        StatementKind::FixLength { count: expr, .. }
        | StatementKind::ComputedGoto(expr)
        | StatementKind::Return(Some(expr)) => walk_expression(expr, Use::Value, rewrite, created),
        StatementKind::Declare { variable, size, initializer } => {
            if let Some(size) = size {
                walk_expression(size, Use::Value, rewrite, created);
            }
            if let Some(initial) = initializer {
                walk_initializer(initial, rewrite, created);
                rewrite.declaration(*variable, initial);
            }
        }
        StatementKind::Block(block) => walk(block, rewrite),
        StatementKind::If { condition, then, otherwise } => {
            walk_expression(condition, Use::Truth, rewrite, created);
            walk(then, rewrite);
            walk(otherwise, rewrite);
        }
        StatementKind::Loop { tests_after: _, condition, step, body } => {
            if let Some(condition) = condition {
                walk_expression(condition, Use::Truth, rewrite, created);
            }
            if let Some(step) = step {
                walk_expression(step, Use::Nothing, rewrite, created);
            }
            walk(body, rewrite);
        }
        StatementKind::Switch { scrutinee, cases: _, default: _, body } => {
            walk_expression(scrutinee, Use::Value, rewrite, created);
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

/// Walks through an initializer.
pub(super) fn walk_initializer(
    initializer: &mut Initializer,
    rewrite: &mut impl Rewrite,
    created: &mut Vec<VariableId>,
) {
    for part in &mut initializer.parts {
        walk_expression(&mut part.value, Use::Value, rewrite, created);
    }
}

/// Walks through an expression whose value is used.
pub(super) fn walk_value(expr: &mut Expr, rewrite: &mut impl Rewrite) {
    walk_expression(expr, Use::Value, rewrite, &mut Vec::new());
}

fn walk_expression(expr: &mut Expr, using: Use, rewrite: &mut impl Rewrite, created: &mut Vec<VariableId>) {
    match &mut expr.kind {
        ExprKind::Variable(_)
        | ExprKind::String(_)
        | ExprKind::Function(_)
        | ExprKind::Integer(_)
        | ExprKind::Floating(_)
        | ExprKind::LabelAddress(_)
        | ExprKind::VariableSize { .. }
        | ExprKind::Unsupported(_) => {}
        ExprKind::Load(operand) => walk_expression(operand, using, rewrite, created),
        ExprKind::Unary(UnaryOperator::LogicalNot, operand) => walk_expression(operand, Use::Truth, rewrite, created),
        ExprKind::Deref(operand)
        | ExprKind::Member { base: operand, field: _ }
        | ExprKind::Decay(operand)
        | ExprKind::AddressOf(operand)
        | ExprKind::Unary(_, operand)
        | ExprKind::Increment { target: operand, .. } => walk_expression(operand, Use::Value, rewrite, created),
        ExprKind::Cast { operand, is_explicit: _ } => {
            let operand_use = rewrite.use_in_conversion(expr.ty);
            walk_expression(operand, operand_use, rewrite, created);
        }
        ExprKind::Binary(operator, left, right) => {
            let (of_left, of_right) = (compared_use(*operator, right), compared_use(*operator, left));
            walk_expression(left, of_left, rewrite, created);
            walk_expression(right, of_right, rewrite, created);
        }
        ExprKind::Logical { left, right, .. } => {
            walk_expression(left, Use::Truth, rewrite, created);
            walk_expression(right, Use::Truth, rewrite, created);
        }
        ExprKind::Assign { target: left, value: right } => {
            walk_expression(left, using, rewrite, created);
            walk_expression(right, Use::Value, rewrite, created);
        }
        ExprKind::Comma(left, right) => {
            walk_expression(left, Use::Nothing, rewrite, created);
            walk_expression(right, using, rewrite, created);
        }
        ExprKind::PointerAdd { pointer: left, index: right, .. }
        | ExprKind::PointerDifference { left, right, .. }
        | ExprKind::Elvis { value: left, otherwise: right }
        | ExprKind::CompoundAssign { target: left, value: right, .. }
        | ExprKind::PointerAssign { target: left, index: right, .. } => {
            walk_expression(left, Use::Value, rewrite, created);
            walk_expression(right, Use::Value, rewrite, created);
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            walk_expression(condition, Use::Truth, rewrite, created);
            walk_expression(then, using, rewrite, created);
            walk_expression(otherwise, using, rewrite, created);
        }
        ExprKind::CompoundLiteral { variable: _, initializer } => walk_initializer(initializer, rewrite, created),
        ExprKind::Call { callee, arguments } => {
            let is_direct = matches!(callee.kind, ExprKind::Function(_));
            walk_expression(callee, if is_direct { Use::Nothing } else { Use::Value }, rewrite, created);
            arguments.iter_mut().for_each(|argument| walk_expression(argument, Use::Value, rewrite, created));
        }
        ExprKind::Statement(block) => walk_block(block, using, rewrite),
        ExprKind::Builtin { name: _, arguments } => {
            arguments.iter_mut().for_each(|argument| walk_expression(argument, Use::Value, rewrite, created));
        }
    }
    rewrite.used_expression(expr, using, created);
}

/// What an operator learns of one operand, if the other one is this.
fn compared_use(operator: BinaryOperator, other: &Expr) -> Use {
    match (operator, &other.kind) {
        (BinaryOperator::Equal | BinaryOperator::NotEqual, ExprKind::Integer(0)) => Use::Truth,
        (
            BinaryOperator::Less | BinaryOperator::LessEqual | BinaryOperator::Greater | BinaryOperator::GreaterEqual,
            ExprKind::Integer(0),
        ) => Use::Sign,
        _ => Use::Value,
    }
}
