//! Globals that keep their first value, and the code that they rule out: options that a program never sets.
//!
//! Rule: a global is constant if it is an integer that the program defines, and all that code does with it is to read it as a whole.
//! Functions without a body change none.

use raddle_program::entity::{Entity, Table};
use raddle_program::rewrite::{change_effect, change_expr};
use raddle_program::syntax::{
    BinaryOperator, Block, Expr, ExprKind, GlobalId, InitialValue, PlaceKind, Program, Statement, UnaryOperator,
};
use raddle_program::types::TypeKind;
use raddle_program::visit::{Visitor, walk_block};

/// Puts the values of constant globals into conditions, and leaves out what is never executed then.
pub fn without_dead_code(program: &mut Program) {
    let constants = constants(program);
    let ids: Vec<_> = program.procedures.ids().collect();
    for id in ids {
        let body = std::mem::take(&mut program.procedures[id].body);
        program.procedures[id].body = alive(body, &constants);
    }
}

/// How often code mentions each global, and how often it reads it as a whole.
struct Uses {
    mentions: Vec<usize>,
    reads: Vec<usize>,
}

impl Visitor for Uses {
    fn global(&mut self, global: GlobalId) {
        self.mentions[global.index()] += 1;
    }

    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Read(place) = &expr.kind
            && let PlaceKind::Global(global) = place.kind
        {
            self.reads[global.index()] += 1;
        }
    }
}

fn constants(program: &Program) -> Table<GlobalId, Option<i128>> {
    let count = program.globals.len();
    let mut uses = Uses { mentions: vec![0; count], reads: vec![0; count] };
    for procedure in program.procedures.values() {
        walk_block(&procedure.body, &mut uses);
    }
    for global in program.globals.values() {
        for part in &global.initial {
            if let InitialValue::Address(other, _) = part.value {
                uses.global(other);
            }
        }
    }
    let value = |(id, global): (GlobalId, &raddle_program::syntax::Global)| {
        let is_integer = matches!(program.types.kind(global.ty), TypeKind::Int(_) | TypeKind::Bool);
        let is_read_only = uses.mentions[id.index()] == uses.reads[id.index()];
        if !is_integer || !is_read_only || global.is_external {
            return None;
        }
        match global.initial.as_slice() {
            [] => Some(0),
            [part] if part.offset == 0 && part.ty == global.ty => match part.value {
                InitialValue::Integer(value) => Some(value),
                InitialValue::Address(..) | InitialValue::Procedure(_) => None,
            },
            _ => None,
        }
    };
    program.globals.iter().map(value).collect()
}

/// The statements that may be executed.
fn alive(block: Block, constants: &Table<GlobalId, Option<i128>>) -> Block {
    let mut change = |expr: &mut Expr| {
        let ExprKind::Read(place) = &expr.kind else { return false };
        let PlaceKind::Global(global) = place.kind else { return false };
        match constants[global] {
            Some(value) => {
                expr.kind = ExprKind::Integer(value);
                true
            }
            None => false,
        }
    };
    let mut kept = Block::new();
    for statement in block {
        match statement {
            Statement::Step(mut step) => {
                change_effect(&mut step.effect, &mut change);
                kept.push(Statement::Step(step));
            }
            Statement::If { mut condition, then, otherwise, span } => {
                change_expr(&mut condition, &mut change);
                let is_entered = number(&condition).map(|number| number != 0);
                // A label may be gone to from elsewhere.
                let drops = |block: &Block| !has_label(block);
                match is_entered {
                    Some(true) if drops(&otherwise) => kept.extend(alive(then, constants)),
                    Some(false) if drops(&then) => kept.extend(alive(otherwise, constants)),
                    _ => {
                        let (then, otherwise) = (alive(then, constants), alive(otherwise, constants));
                        kept.push(Statement::If { condition, then, otherwise, span });
                    }
                }
            }
            Statement::Loop { tests_after, test, mut condition, body, step, span } => {
                change_expr(&mut condition, &mut change);
                let (test, body, step) = (alive(test, constants), alive(body, constants), alive(step, constants));
                kept.push(Statement::Loop { tests_after, test, condition, body, step, span });
            }
            Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => kept.push(statement),
        }
    }
    kept
}

fn has_label(block: &Block) -> bool {
    struct Labels(bool);
    impl Visitor for Labels {
        fn statement(&mut self, statement: &Statement) {
            self.0 |= matches!(statement, Statement::Label(_));
        }
    }
    let mut labels = Labels(false);
    walk_block(block, &mut labels);
    labels.0
}

/// The value of a condition that is made of numbers.
fn number(expr: &Expr) -> Option<i128> {
    let small = |number: i128| (0..128).contains(&number).then_some(number);
    match &expr.kind {
        ExprKind::Integer(number) => Some(*number),
        // A small number is itself in each integer type.
        ExprKind::Cast(operand) => number(operand).and_then(small),
        ExprKind::Unary(UnaryOperator::LogicalNot, operand) => Some((number(operand)? == 0).into()),
        ExprKind::Binary(operator, left, right) => {
            let (left, right) = (small(number(left)?)?, small(number(right)?)?);
            match operator {
                BinaryOperator::Equal => Some((left == right).into()),
                BinaryOperator::NotEqual => Some((left != right).into()),
                BinaryOperator::Less => Some((left < right).into()),
                BinaryOperator::LessEqual => Some((left <= right).into()),
                BinaryOperator::Greater => Some((left > right).into()),
                BinaryOperator::GreaterEqual => Some((left >= right).into()),
                _ => None,
            }
        }
        _ => None,
    }
}
