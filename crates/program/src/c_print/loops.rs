//! Loops in C: `while`, `for` and `do` where the program's loop is one, else `while (1)` with the test inside.

use super::code::{CodePrinter, Printed};
use super::scope::Mentions;
use crate::source::Span;
use crate::syntax::{Block, Effect, Expr, ExprKind, LocalId, Statement};
use crate::visit::walk_block;

/// What a loop tests.
pub(super) struct Condition<'s> {
    pub(super) expr: &'s Expr,
    /// The span of the loop.
    pub(super) span: Span,
}

impl CodePrinter<'_, '_> {
    /// Prints a loop.
    pub(super) fn repetition(
        &mut self,
        tests_after: bool,
        test: &Block,
        condition: &Condition<'_>,
        body: &Block,
        step: &Block,
    ) {
        let is_endless = matches!(condition.expr.kind, ExprKind::Integer(value) if value != 0);
        if let (Some(tests), Some(steps)) = (self.expressions(test), self.expressions(step)) {
            let tested = self.value(condition.expr, condition.span);
            let condition = tests.into_iter().chain([tested]).collect::<Vec<_>>().join(", ");
            if !tests_after && !steps.is_empty() {
                return self.for_loop(";", &condition, &steps.join(", "), body);
            }
            if !tests_after {
                self.line(&format!("while ({condition}) {{"));
                self.continues.push(None);
                self.inner(body);
                self.continues.pop();
                return self.line("}");
            }
            if steps.is_empty() {
                self.line("do {");
                self.continues.push(None);
                self.inner(body);
                self.continues.pop();
                self.line(&format!("}} while ({condition});"));
                return;
            }
        }
        let next = has_continue(body).then(|| self.names.label_scope.add("next"));
        self.line("while (1) {");
        self.level += 1;
        if !tests_after {
            self.leave_unless(test, condition, is_endless);
        }
        self.continues.push(next.clone());
        self.block(body);
        self.continues.pop();
        if let Some(label) = next {
            self.line(&format!("{label}: ;"));
        }
        self.block(step);
        if tests_after {
            self.leave_unless(test, condition, is_endless);
        }
        self.level -= 1;
        self.line("}");
    }

    /// Prints `for (i = 0; ...; ...)` for a loop behind a setting of `i`, if its step mentions `i`; whether it did.
    pub(super) fn counting_loop(&mut self, local: LocalId, setting: &str, next: Option<&Statement>) -> bool {
        let Some(statement @ Statement::Loop { tests_after: false, test, condition, body, step, span }) = next else {
            return false;
        };
        let mut counts = Mentions::default();
        walk_block(step, &mut counts);
        // A declaration in the head ends with the loop.
        let name = format!("{} = ", self.names.locals[local]);
        let is_visible = setting.starts_with(&name) || !self.scopes.is_used_behind(local, statement);
        let (Some(tests), Some(steps)) = (self.expressions(test), self.expressions(step)) else { return false };
        let is_value = setting.contains(" = ") && !setting.contains('\n');
        if counts.of(local) == 0 || !is_visible || !is_value || !tests.is_empty() {
            return false;
        }
        self.for_loop(setting, &self.value(condition, *span), &steps.join(", "), body);
        true
    }

    fn for_loop(&mut self, setting: &str, condition: &str, steps: &str, body: &Block) {
        self.line(&format!("for ({setting} {condition}; {steps}) {{"));
        self.continues.push(None);
        self.inner(body);
        self.continues.pop();
        self.line("}");
    }

    fn leave_unless(&mut self, test: &Block, condition: &Condition<'_>, is_endless: bool) {
        self.block(test);
        if !is_endless {
            let condition = self.value(condition.expr, condition.span);
            self.line(&format!("if (!({condition})) {{\n    break;\n}}"));
        }
    }

    /// The statements of a block as expressions, if they all are.
    fn expressions(&self, block: &Block) -> Option<Vec<String>> {
        let mut texts = Vec::new();
        for statement in block {
            let Statement::Step(step) = statement else { return None };
            // What is declared here needs a statement.
            if matches!(step.effect, Effect::Live { .. } | Effect::Dead(_))
                || self.scopes.declared_at(statement).is_some()
            {
                return None;
            }
            let Printed::Expression(text) = self.step(step) else { return None };
            texts.push(text);
        }
        Some(texts)
    }
}

/// Whether a `continue` of the loop itself is in its body.
fn has_continue(block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Continue => true,
        Statement::If { then, otherwise, .. } => has_continue(then) || has_continue(otherwise),
        Statement::Step(_) | Statement::Loop { .. } | Statement::Break | Statement::Goto(_) | Statement::Label(_) => {
            false
        }
    })
}
