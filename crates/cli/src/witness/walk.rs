//! All statements of a function, those inside of others included, in the order of the source.

use raddle_cfront::typed::{Block, Statement, StatementKind, Unit};
use raddle_program::source::Span;

/// Calls something for each statement of a block.
pub fn each_statement<'u>(block: &'u Block, act: &mut impl FnMut(&'u Statement)) {
    for statement in &block.statements {
        act(statement);
        match &statement.kind {
            StatementKind::Loop { body, .. } | StatementKind::Switch { body, .. } => each_statement(body, act),
            StatementKind::Block(inner) => each_statement(inner, act),
            StatementKind::If { then, otherwise, .. } => {
                each_statement(then, act);
                each_statement(otherwise, act);
            }
            StatementKind::Expr(_)
            | StatementKind::Declare { .. }
            | StatementKind::FixLength { .. }
            | StatementKind::Goto(_)
            | StatementKind::ComputedGoto(_)
            | StatementKind::Label(_)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return(_)
            | StatementKind::Unsupported(_) => {}
        }
    }
}

/// The statements of all functions of a unit.
pub fn statements(unit: &Unit) -> Vec<&Statement> {
    let mut found = Vec::new();
    for body in unit.functions.values().filter_map(|function| function.body.as_ref()) {
        each_statement(body, &mut |statement| found.push(statement));
    }
    found
}

/// The function around a place.
pub fn function_around(unit: &Unit, span: Span) -> Option<String> {
    let is_around = |function: &&raddle_cfront::typed::Function| {
        let body = function.body.as_ref().map(|body| body.span);
        body.is_some_and(|body| body.file == span.file && body.start <= span.start && span.end <= body.end)
    };
    unit.functions.values().find(is_around).map(|function| function.name.to_string())
}
