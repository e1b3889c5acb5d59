//! Where execution starts: in `main`, or in a function that chooses arguments for it (see `crate::arguments`).

use raddle_program::source::{SourceFile, Span};
use raddle_program::trace::START;
use raddle_program::types::TypeId;

use super::Checker;
use super::walk::{Rewrite, walk};
use crate::arguments::{Start, shown_name};
use crate::diagnostic::has_errors;
use crate::lex::lex;
use crate::parse::parse;
use crate::typed::{Expr, ExprKind, FunctionId, VariableId};

impl Checker {
    /// Has `main` called as is asked, and notes where it looks at its arguments. If it does not, it is called as it is.
    pub(super) fn start(&mut self, start: Start<'_>) {
        let Some(main) = self.unit.main else { return };
        self.unit.uses_of_arguments = self.look_at_arguments(main);
        let Start::Any(arguments) = start else { return };
        if self.unit.uses_of_arguments.is_some() {
            let parameters = self.unit.functions[main].parameters.len();
            self.start_with(&arguments.text(parameters), main);
        }
    }

    pub(super) fn start_with(&mut self, text: &str, main: FunctionId) {
        let file = self.unit.source.files().next_id();
        let lexed = lex(file, text.as_bytes());
        let (parsed, _) = parse(&lexed.tokens);
        self.unit.source.add(SourceFile::new("<raddle>/arguments.c", text, Vec::new()));
        let (known, before) = (self.unit.variables.len(), self.diagnostics.len());
        for item in &parsed.items {
            self.item(item);
        }
        // What is said of this text, the user cannot change.
        let is_rejected = has_errors(&self.diagnostics[before..]);
        self.diagnostics.truncate(before);
        let start = self.unit.functions.ids().find(|&id| *self.unit.functions[id].name == *START);
        match start {
            Some(start) if !is_rejected => self.unit.main = Some(start),
            Some(_) | None => {
                let span = self.unit.functions[main].span;
                let advice = "give it the parameters int and char **, or leave --args out";
                self.error(span, "`main` cannot be called with any arguments", advice);
            }
        }
        for (_, variable) in self.unit.variables.iter_mut().skip(known) {
            if let Some(name) = shown_name(&variable.name) {
                variable.name = name.into();
            }
        }
    }

    /// Where `main` first uses `argc` or `argv`, if it does. `(void)argc` is no use.
    fn look_at_arguments(&mut self, main: FunctionId) -> Option<Span> {
        let function = &self.unit.functions[main];
        let parameters = function.parameters.iter().copied().take(2).collect();
        let mut uses = Uses { parameters, void: self.unit.types.void(), found: Vec::new() };
        let mut body = function.body.clone()?;
        walk(&mut body, &mut uses);
        uses.found.into_iter().next()
    }
}

/// Uses of parameters.
struct Uses {
    parameters: Vec<VariableId>,
    void: TypeId,
    found: Vec<Span>,
}

impl Rewrite for Uses {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        match &expr.kind {
            ExprKind::Variable(variable) if self.parameters.contains(variable) => self.found.push(expr.span),
            ExprKind::Cast { operand, is_explicit: true } if expr.ty == self.void => {
                let is_named = |expr: &Expr| matches!(&expr.kind, ExprKind::Variable(variable) if self.parameters.contains(variable));
                let is_use = match &operand.kind {
                    ExprKind::Load(object) => is_named(object),
                    _ => is_named(operand),
                };
                if is_use {
                    self.found.pop();
                }
            }
            _ => {}
        }
    }
}
