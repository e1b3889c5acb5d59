//! The results of `getenv` (C11 7.22.4.6): null, or any text that is terminated within Linux's limit for one string. Calls with the same
//! name return the same text.
//!
//! A call with a literal name becomes a call of a function in C that reads two objects of unknown value, which no other code defines:
//! whether the name is set, and its text. Nothing is chosen before the program reads it.
//!
//! Unsupported: names that are no literals, and programs that change the environment or read it as a whole.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Checker;
use super::walk::{Rewrite, walk};
use crate::texts::LOOKS;
use crate::typed::{Expr, ExprKind, FunctionId, VariableId};

/// The size of the greatest text, with its zero (`MAX_ARG_STRLEN` of Linux).
const SIZE: u32 = 131_072;

/// Functions that change the environment.
const CHANGES: [&str; 4] = ["setenv", "unsetenv", "putenv", "clearenv"];

/// Variables that hold the environment as a whole.
const WHOLE: [&str; 3] = ["environ", "__environ", "_environ"];

/// What traces call the objects behind a name.
fn shown_name(name: &str, prefix: &str) -> String {
    if prefix.is_empty() { format!("environment {name}") } else { format!("environment has {name}") }
}

fn text(function: &str, number: usize, is_secure: bool) -> String {
    let secure = if is_secure { "__raddle_environment_is_secure || " } else { "" };
    format!(
        "void __VERIFIER_assume(int condition);\n\
         \n\
         char *{function}(void)\n{{\n\
         \x20   extern const _Bool __raddle_environment_is_secure;\n\
         \x20   extern const _Bool __raddle_environment_has_{number};\n\
         \x20   extern char __raddle_environment_{number}[{SIZE}];\n\
         \x20   if ({secure}!__raddle_environment_has_{number})\n\
         \x20       return 0;\n\
         \x20   __VERIFIER_assume(__raddle_environment_{number}[{}] == 0);\n\
         \x20   return __raddle_environment_{number};\n}}\n",
        SIZE - 1
    )
}

impl Checker {
    /// Comes when the origins of texts are known.
    pub(super) fn look_at_environment(&mut self) {
        let changes = CHANGES.iter().any(|name| self.unit.names(name));
        let is_whole =
            self.unit.variables.values().any(|variable| {
                variable.is_undefined && variable.function.is_none() && WHOLE.contains(&&*variable.name)
            });
        if changes || (is_whole && self.names_environment()) {
            return;
        }
        let mut found = Names { checker: self, known: BTreeMap::new() };
        for function in found.checker.unit.functions.ids().collect::<Vec<_>>() {
            if let Some(mut body) = found.checker.unit.functions[function].body.take() {
                walk(&mut body, &mut found);
                found.checker.unit.functions[function].body = Some(body);
            }
        }
        let names: Vec<(Arc<str>, usize)> = found.known.into_iter().collect();
        for (name, number) in names {
            for (object, prefix) in [("__raddle_environment_", ""), ("__raddle_environment_has_", "has")] {
                let object = format!("{object}{number}");
                let is_object = |id: &VariableId| *self.unit.variables[*id].name == *object;
                if let Some(variable) = self.unit.variables.ids().find(is_object) {
                    self.unit.variables[variable].name = shown_name(&name, prefix).into();
                }
            }
        }
    }

    /// Whether some code names the environment as a whole.
    fn names_environment(&self) -> bool {
        let mut found = Whole { checker: self, is_found: false };
        for body in self.unit.functions.values().filter_map(|function| function.body.as_ref()) {
            walk(&mut body.clone(), &mut found);
        }
        found.is_found
    }
}

struct Whole<'a> {
    checker: &'a Checker,
    is_found: bool,
}

impl Rewrite for Whole<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        if let ExprKind::Variable(variable) = expr.kind {
            self.is_found |= WHOLE.contains(&&*self.checker.unit.variables[variable].name);
        }
    }
}

/// Replaces calls with literal names.
struct Names<'a> {
    checker: &'a mut Checker,
    /// The number of each name.
    known: BTreeMap<Arc<str>, usize>,
}

impl Names<'_> {
    /// The function in C for a call.
    fn function(&mut self, callee: &Expr, arguments: &[Expr]) -> Option<FunctionId> {
        let ExprKind::Function(function) = callee.kind else { return None };
        let unit = &self.checker.unit;
        let called = &unit.functions[function];
        let (_, prefix) = LOOKS.iter().find(|(name, _)| called.body.is_none() && *name == &*called.name)?;
        let units = &unit.strings[unit.literal_of(arguments.first()?)?].units;
        let name: String =
            units.iter().take_while(|&&unit| unit != 0).map(|&unit| char::from_u32(unit)).collect::<Option<_>>()?;
        let count = self.known.len();
        let number = *self.known.entry(name.into()).or_insert(count);
        let own = format!("{prefix}{number}");
        let known = self.checker.function_named(&own);
        known.or_else(|| self.checker.own_function(&own, &text(&own, number, prefix.contains("secure"))))
    }
}

impl Rewrite for Names<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        let ExprKind::Call { callee, arguments } = &mut expr.kind else { return };
        let Some(own) = self.function(callee, arguments) else { return };
        let (ty, span) = (expr.ty, expr.span);
        let call = self.checker.call_of(own, Vec::new(), span);
        *expr = if call.ty == ty {
            call
        } else {
            Expr { kind: ExprKind::Cast { operand: Box::new(call), is_explicit: false }, ty, span }
        };
    }
}
