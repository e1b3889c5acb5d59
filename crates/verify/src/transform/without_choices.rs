//! The executions of a program in which some choices are not made.
//!
//! A violation may depend on a choice that the system restricts further (`docs/library.md`), while the program has
//! violations that do not. To find those, the search is restricted to executions in which a function that stands for
//! the choice returns 0. The narrower program has fewer executions and no new ones: its violations are violations of
//! the program, with the same traces, and SAFE proves nothing.

use raddle_program::builder::{local_place, read};
use raddle_program::entity::Table;
use raddle_program::property::Property;
use raddle_program::syntax::{
    Block, Effect, Expr, ExprKind, InputSource, Procedure, Program, Statement, Step, UnaryOperator,
};

use super::{Fidelity, Transform, Unchanged, WayBack};

/// Leaves out executions in which some functions return anything but 0.
pub struct WithoutChoices {
    /// Whether a function of this name is one of them.
    pub is_left_out: fn(&str) -> bool,
}

impl Transform for WithoutChoices {
    fn name(&self) -> &'static str {
        "without-choices"
    }

    fn fidelity(&self, _property: Property) -> Option<Fidelity> {
        Some(Fidelity::Under)
    }

    fn apply(&self, program: &Program) -> (Program, Box<dyn WayBack>) {
        let narrow = Narrow { is_left_out: self.is_left_out };
        let narrowed = |procedure: &Procedure| {
            let body = narrow.block(procedure, &procedure.body);
            Procedure { body, ..procedure.clone() }
        };
        let procedures: Table<_, _> = program.procedures.values().map(narrowed).collect();
        (Program { procedures, ..program.clone() }, Box::new(Unchanged))
    }
}

struct Narrow {
    is_left_out: fn(&str) -> bool,
}

impl Narrow {
    fn block(&self, procedure: &Procedure, block: &Block) -> Block {
        let mut result = Block::new();
        for statement in block {
            match statement {
                Statement::Step(step) => {
                    result.push(statement.clone());
                    result.extend(self.behind(procedure, step).map(Statement::Step));
                }
                Statement::If { condition, then, otherwise, span } => result.push(Statement::If {
                    condition: condition.clone(),
                    then: self.block(procedure, then),
                    otherwise: self.block(procedure, otherwise),
                    span: *span,
                }),
                Statement::Loop { tests_after, test, condition, body, step, span } => result.push(Statement::Loop {
                    tests_after: *tests_after,
                    test: self.block(procedure, test),
                    condition: condition.clone(),
                    body: self.block(procedure, body),
                    step: self.block(procedure, step),
                    span: *span,
                }),
                Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => {
                    result.push(statement.clone());
                }
            }
        }
        result
    }

    /// The assumption behind an input that is left out.
    fn behind(&self, procedure: &Procedure, step: &Step) -> Option<Step> {
        let Effect::Input { target, source: InputSource::Function(name) } = &step.effect else { return None };
        if !(self.is_left_out)(name) {
            return None;
        }
        let value = read(local_place(procedure, *target));
        let ty = value.ty;
        let is_zero = Expr { kind: ExprKind::Unary(UnaryOperator::LogicalNot, Box::new(value)), ty };
        Some(Step { effect: Effect::Assume(is_zero), span: step.span })
    }
}
