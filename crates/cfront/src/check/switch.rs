//! `switch`, `case`, `default`, and what `break` and `continue` refer to (C11 6.8.4.2, 6.8.6).

use raddle_program::source::Span;
use raddle_program::types::TypeId;

use super::{Checked, Checker};
use crate::ast;
use crate::typed::{LabelId, Statement, StatementKind};

/// What `break` and `continue` may refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The body of a loop.
    Loop,
    /// The condition or third clause of a loop: a jump from there would leave an outer loop.
    LoopHead,
    /// The body of a `switch`.
    Switch,
}

/// A `switch` whose body is being checked.
pub(super) struct SwitchContext {
    /// The promoted type of what is compared.
    scrutinee: TypeId,
    cases: Vec<(i128, i128, LabelId, Span)>,
    default: Option<(LabelId, Span)>,
    zone: usize,
}

impl Checker {
    /// `switch (scrutinee) body`
    pub(super) fn switch(
        &mut self,
        scrutinee: &ast::Expr,
        body: &ast::Statement,
        span: Span,
        out: &mut Vec<Statement>,
    ) {
        let value = self.switch_value(scrutinee);
        let int = self.int();
        let scrutinee_type = value.as_ref().map_or(int, |value| value.ty);
        let Some(function) = self.functions.last_mut() else { return };
        let zone = function.labels.zone();
        let context = SwitchContext { scrutinee: scrutinee_type, cases: Vec::new(), default: None, zone };
        function.switches.push(context);
        function.targets.push(Target::Switch);
        let body = self.block_of(body);
        let Some(function) = self.functions.last_mut() else { return };
        function.targets.pop();
        let Some(context) = function.switches.pop() else { return };
        self.refuse_duplicate_cases(&context.cases);
        if let Ok(scrutinee) = value {
            let cases = context.cases.iter().map(|(low, high, label, _)| (*low, *high, *label)).collect();
            let default = context.default.map(|(label, _)| label);
            out.push(Statement { kind: StatementKind::Switch { scrutinee, cases, default, body }, span });
        }
    }

    fn switch_value(&mut self, scrutinee: &ast::Expr) -> Checked<crate::typed::Expr> {
        let value = self.full_expression(|cx| cx.value(scrutinee))?;
        if !self.is_integer(value.ty) {
            let message = format!("`switch` compares a value of type `{}`", self.spell(value.ty));
            return Err(self.error(scrutinee.span, message, "use an integer"));
        }
        Ok(self.promote(value))
    }

    /// `case low:` and `case low ... high:`
    pub(super) fn case(&mut self, low: &ast::Expr, high: Option<&ast::Expr>, span: Span, out: &mut Vec<Statement>) {
        let last = self.case_value(low);
        let first = last;
        let last = match high {
            Some(high) => self.case_value(high),
            None => last,
        };
        let Some(scrutinee) = self.open_switch("case", span) else { return };
        let (Ok(first), Ok(last)) = (first, last) else { return };
        let to_scrutinee =
            |value| super::constant::convert_integer(&self.unit.types, value, scrutinee).unwrap_or(value);
        let (first, last) = (to_scrutinee(first), to_scrutinee(last));
        let label = self.new_label("case", span);
        out.push(Statement { kind: StatementKind::Label(label), span });
        if first > last {
            self.warning(span, "this range of cases is empty", "write the smaller value first");
            return;
        }
        if let Some(context) = self.functions.last_mut().and_then(|function| function.switches.last_mut()) {
            context.cases.push((first, last, label, span));
        }
    }

    fn case_value(&mut self, value: &ast::Expr) -> Checked<i128> {
        self.integer_constant(value, "the value of a case").map(|(value, _)| value)
    }

    /// `default:`
    pub(super) fn default_case(&mut self, span: Span, out: &mut Vec<Statement>) {
        if self.open_switch("default", span).is_none() {
            return;
        }
        let label = self.new_label("default", span);
        out.push(Statement { kind: StatementKind::Label(label), span });
        let context = self.functions.last_mut().and_then(|function| function.switches.last_mut());
        let Some(context) = context else { return };
        if let Some((_, previous)) = context.default {
            let note = (previous, "the first one is here");
            self.error_with_note(span, "this `switch` has two `default` labels", "remove one of them", note);
            return;
        }
        context.default = Some((label, span));
    }

    // The type that cases of the innermost switch are converted to; tells what is wrong where no switch is open.
    fn open_switch(&mut self, word: &str, span: Span) -> Option<TypeId> {
        let found = self.functions.last().and_then(|function| {
            let context = function.switches.last()?;
            let entered = function.labels.entered_zone(context.zone, function.labels.zone());
            Some((context.scrutinee, entered))
        });
        match found {
            None => {
                self.error(span, format!("`{word}` stands outside a `switch`"), "move it into the body of a `switch`");
                None
            }
            Some((_, Some(zone))) => {
                self.jump_into_zone(format!("`{word}`"), span, zone, span);
                None
            }
            Some((scrutinee, None)) => Some(scrutinee),
        }
    }

    fn refuse_duplicate_cases(&mut self, cases: &[(i128, i128, LabelId, Span)]) {
        let mut sorted: Vec<_> = cases.iter().map(|(low, high, label, span)| (*low, *high, *label, *span)).collect();
        sorted.sort_by_key(|(low, _, label, _)| (*low, *label));
        let mut reach: Option<(i128, Span)> = None;
        for (low, high, _, span) in sorted {
            if let Some((end, earlier)) = reach
                && low <= end
            {
                // Told at the later one of the two in the file.
                let (first, second) = if earlier < span { (earlier, span) } else { (span, earlier) };
                let note = (first, "the first one is here");
                self.error_with_note(second, format!("two cases cover the value {low}"), "remove one of them", note);
            }
            if reach.is_none_or(|(end, _)| high > end) {
                reach = Some((high, span));
            }
        }
    }

    /// `break;`
    pub(super) fn break_statement(&mut self, span: Span, out: &mut Vec<Statement>) {
        let kind = match self.functions.last().and_then(|function| function.targets.last()) {
            Some(Target::Loop | Target::Switch) => StatementKind::Break,
            Some(Target::LoopHead) if self.is_in_outer_target() => {
                StatementKind::Unsupported("`break` in the condition of a loop".into())
            }
            Some(Target::LoopHead) | None => {
                self.error(span, "`break` stands outside a loop and a `switch`", "remove it, or use `return`");
                return;
            }
        };
        out.push(Statement { kind, span });
    }

    /// `continue;`
    pub(super) fn continue_statement(&mut self, span: Span, out: &mut Vec<Statement>) {
        let targets = self.functions.last().map(|function| function.targets.as_slice()).unwrap_or_default();
        let kind = match targets.iter().rfind(|target| **target != Target::Switch) {
            Some(Target::Loop) => StatementKind::Continue,
            Some(Target::LoopHead) if targets.contains(&Target::Loop) => {
                StatementKind::Unsupported("`continue` in the condition of a loop".into())
            }
            Some(Target::LoopHead | Target::Switch) | None => {
                self.error(span, "`continue` stands outside a loop", "remove it, or use `return`");
                return;
            }
        };
        out.push(Statement { kind, span });
    }

    fn is_in_outer_target(&self) -> bool {
        self.functions.last().is_some_and(|function| function.targets.iter().any(|target| *target != Target::LoopHead))
    }
}
