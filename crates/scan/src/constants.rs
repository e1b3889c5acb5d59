//! Globals that keep their first value, and the code that they rule out: options that a program never sets. A call through a pointer that
//! keeps its first value names its function then: `static void *(*allocate)(size_t) = malloc;`.
//!
//! Rule: a global is constant if it is an integer or a pointer to a function that the program defines, and all that reachable code does with it
//! is to read it as a whole. Functions without a body change none, and calls of them through a pointer stay as they are: they may call what
//! they get.
//! Tests: `pointer_to_a_function_that_is_never_set`, `pointer_to_a_function_that_is_set`;
//! `code_behind_a_call_through_a_pointer_that_never_changes_counts`.

use raddle_analysis::calls::Calls;
use raddle_program::entity::{Entity, Table};
use raddle_program::rewrite::{change_effect, change_expr};
use raddle_program::syntax::{
    BinaryOperator, Block, Callee, Effect, Expr, ExprKind, GlobalId, InitialValue, PlaceKind, Procedure, ProcedureId,
    Program, Statement, UnaryOperator,
};
use raddle_program::types::{TypeId, TypeKind};
use raddle_program::visit::{Visitor, walk_block};

/// Puts the values of constant globals into conditions, and leaves out what is never executed then.
pub fn without_dead_code(program: &mut Program) {
    let constants = constants(program);
    let ids: Vec<_> = program.procedures.ids().collect();
    for &id in &ids {
        let body = std::mem::take(&mut program.procedures[id].body);
        program.procedures[id].body = alive(body, &constants);
    }
    let signatures: Table<ProcedureId, Signature> = program.procedures.values().map(Signature::of).collect();
    for id in ids {
        name_callees(&mut program.procedures[id].body, &signatures);
    }
}

/// What a global always holds.
#[derive(Clone, Copy)]
enum Constant {
    Number(i128),
    Procedure(ProcedureId),
}

impl Constant {
    fn kind(self) -> ExprKind {
        match self {
            Constant::Number(number) => ExprKind::Integer(number),
            Constant::Procedure(procedure) => ExprKind::Procedure(procedure),
        }
    }
}

/// The types of the parameters of a procedure with a body.
struct Signature(Option<Vec<TypeId>>);

impl Signature {
    fn of(procedure: &Procedure) -> Signature {
        let types = || procedure.parameters.iter().map(|&parameter| procedure.locals[parameter].ty).collect();
        Signature(procedure.is_defined.then(types))
    }

    /// Whether a call with these arguments passes what the procedure expects.
    fn fits(&self, arguments: &[Expr]) -> bool {
        let expected = self.0.as_ref();
        expected.is_some_and(|types| arguments.iter().map(|argument| argument.ty).eq(types.iter().copied()))
    }
}

/// Lets calls through the address of a procedure name it, if they pass what it expects.
fn name_callees(block: &mut Block, signatures: &Table<ProcedureId, Signature>) {
    for statement in block {
        match statement {
            Statement::Step(step) => {
                if let Effect::Call { callee, arguments, .. } = &mut step.effect
                    && let Callee::Pointer(pointer) = callee
                    && let ExprKind::Procedure(procedure) = pointer.kind
                    && signatures[procedure].fits(arguments)
                {
                    *callee = Callee::Procedure(procedure);
                }
            }
            Statement::If { then, otherwise, .. } => {
                name_callees(then, signatures);
                name_callees(otherwise, signatures);
            }
            Statement::Loop { test, body, step, .. } => {
                [test, body, step].into_iter().for_each(|part| name_callees(part, signatures));
            }
            Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => {}
        }
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

fn constants(program: &Program) -> Table<GlobalId, Option<Constant>> {
    let count = program.globals.len();
    let mut uses = Uses { mentions: vec![0; count], reads: vec![0; count] };
    for procedure in Calls::of(program).reachable(program) {
        walk_block(&program.procedures[procedure].body, &mut uses);
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
        let is_pointer = matches!(program.types.kind(global.ty), TypeKind::Pointer(_));
        let is_read_only = uses.mentions[id.index()] == uses.reads[id.index()];
        if !is_read_only || global.is_external {
            return None;
        }
        match global.initial.as_slice() {
            [] => is_integer.then_some(Constant::Number(0)),
            [part] if part.offset == 0 && part.ty == global.ty => match part.value {
                InitialValue::Integer(value) => is_integer.then_some(Constant::Number(value)),
                InitialValue::Procedure(procedure) => is_pointer.then_some(Constant::Procedure(procedure)),
                InitialValue::Address(..) => None,
            },
            _ => None,
        }
    };
    program.globals.iter().map(value).collect()
}

/// The statements that may be executed.
fn alive(block: Block, constants: &Table<GlobalId, Option<Constant>>) -> Block {
    let mut change = |expr: &mut Expr| {
        let ExprKind::Read(place) = &expr.kind else { return false };
        let PlaceKind::Global(global) = place.kind else { return false };
        match constants[global] {
            Some(value) => {
                expr.kind = value.kind();
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
