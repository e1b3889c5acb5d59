//! The executions of a program in which some choices are not made.
//!
//! A violation may depend on a choice that the system restricts further (`docs/library.md`), while the program has
//! violations that do not. To find those, the search is restricted to executions in which a function that stands for
//! the choice returns 0. The narrower program has fewer executions and no new ones: its violations are violations of
//! the program, with the same traces, and SAFE proves nothing.

use raddle_program::builder::{local_place, read};
use raddle_program::entity::Table;
use raddle_program::syntax::{
    Block, Effect, Expr, ExprKind, InputSource, Procedure, Program, Statement, Step, UnaryOperator,
};

/// The program without the executions in which some functions give anything but 0; nothing if it calls none of them.
pub fn without_choices(program: &Program, is_left_out: &dyn Fn(&str) -> bool) -> Option<Program> {
    let mut narrow = Narrow { is_left_out, count: 0 };
    let narrowed = |procedure: &Procedure, narrow: &mut Narrow<'_>| {
        let body = narrow.block(procedure, &procedure.body);
        Procedure { body, ..procedure.clone() }
    };
    let procedures: Vec<Procedure> =
        program.procedures.values().map(|procedure| narrowed(procedure, &mut narrow)).collect();
    let procedures: Table<_, _> = procedures.into_iter().collect();
    (narrow.count > 0).then(|| Program { procedures, ..program.clone() })
}

struct Narrow<'a> {
    is_left_out: &'a dyn Fn(&str) -> bool,
    count: usize,
}

impl Narrow<'_> {
    fn block(&mut self, procedure: &Procedure, block: &Block) -> Block {
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
    fn behind(&mut self, procedure: &Procedure, step: &Step) -> Option<Step> {
        let Effect::Input { target, source: InputSource::Function(name) } = &step.effect else { return None };
        if !(self.is_left_out)(name) {
            return None;
        }
        self.count += 1;
        let value = read(local_place(procedure, *target));
        let ty = value.ty;
        let is_zero = Expr { kind: ExprKind::Unary(UnaryOperator::LogicalNot, Box::new(value)), ty };
        Some(Step { effect: Effect::Assume(is_zero), span: step.span })
    }
}
