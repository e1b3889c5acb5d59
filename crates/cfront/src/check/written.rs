//! Library functions that are written in C (see `crate::written`) join the unit where they are used and have no body.

use raddle_program::source::SourceFile;

use rustc_hash::FxHashSet;
use std::sync::Arc;

use super::walk::{Rewrite, walk};
use super::{Checker, Linked};
use crate::diagnostic::has_errors;
use crate::lex::lex;
use crate::parse::parse;
use crate::streams::{STANDARD, is_pointer_to_handle, standard_text};
use crate::typed::{Expr, ExprKind, Function, FunctionId, VariableId};
use crate::written::text;

/// Functions that let signals be ignored, or take them in ways without a model.
const IGNORE_SIGNALS: [&str; 5] = ["signal", "sigaction", "sigset", "sigignore", "signalfd"];

/// Functions that hold signals back, or take them.
const HOLD_SIGNALS: [&str; 6] = ["sigprocmask", "pthread_sigmask", "sighold", "sigwait", "sigwaitinfo", "sigtimedwait"];

impl Checker {
    /// Adds what is used, what that uses, and so on. Returns the functions that got bodies.
    pub(super) fn written_functions(&mut self) -> FxHashSet<FunctionId> {
        let mut tried: FxHashSet<Arc<str>> = FxHashSet::default();
        loop {
            self.kernel_functions();
            let wanted = self.unit.functions.values().find_map(|function| {
                let is_open = function.is_used && function.body.is_none() && !tried.contains(&function.name);
                let text = is_open.then(|| text(&function.name, self.unit.types.model()))??;
                Some((function.name.clone(), text))
            });
            let Some((name, text)) = wanted else { break };
            self.written_function(&name, &text);
            tried.insert(name);
        }
        let added = |function: &Function| function.body.is_some() && tried.contains(&function.name);
        self.unit.functions.iter().filter(|(_, function)| added(function)).map(|(id, _)| id).collect()
    }

    /// Says whether a signal may be held back or ignored: where nothing does that, its default action comes at once. `keeps_signals` says that
    /// the program follows signals that are held back (`super::pending_signal`).
    pub(super) fn find_held_signals(&mut self, keeps_signals: bool) {
        if !["raise", "pthread_kill", "kill", "alarm"].iter().any(|name| self.unit.names(name)) {
            return;
        }
        let is_held = IGNORE_SIGNALS.iter().any(|name| self.unit.names(name))
            || !keeps_signals && HOLD_SIGNALS.iter().any(|name| self.unit.names(name));
        let value = if is_held { "__raddle_signal_may_be_held()" } else { "0" };
        let text = format!(
            "int __raddle_signal_may_be_held(void);\n\nint __raddle_signal_is_held(void)\n{{\n    return {value};\n}}\n"
        );
        self.own_function("__raddle_signal_is_held", &text);
    }

    /// Defines the standard streams that the program names ([`crate::streams`]) and declares as the C library does.
    pub(super) fn define_standard_streams(&mut self) {
        let mut named = Named::default();
        for function in self.unit.functions.values() {
            if let Some(body) = &function.body {
                walk(&mut body.clone(), &mut named);
            }
        }
        for (variable, object) in STANDARD {
            if let Some(&Linked::Variable(id)) = self.linked.get(variable)
                && named.variables.contains(&id)
                && self.unit.variables[id].is_undefined
                && is_pointer_to_handle(&self.unit, self.unit.variables[id].ty.ty)
            {
                self.written_function(variable, &standard_text(variable, object, self.unit.streams_have_locks));
            }
        }
    }

    /// Adds one function.
    pub(super) fn written_function(&mut self, name: &str, text: &str) {
        let file = self.unit.source.files().next_id();
        let lexed = lex(file, text.as_bytes());
        let (parsed, _) = parse(&lexed.tokens);
        self.unit.source.add(SourceFile::new(&format!("<raddle>/{name}.c"), text, Vec::new()));
        let before = self.diagnostics.len();
        let declared = self.linked.get(name).copied().or(self.unit.main.map(Linked::Function));
        self.with_names_of(declared, |checker| parsed.items.iter().for_each(|item| checker.item(item)));
        // A program that declares the function in its own way means another one: it has no body then.
        if has_errors(&self.diagnostics[before..])
            && let Some(&Linked::Function(function)) = self.linked.get(name)
        {
            self.unit.functions[function].body = None;
        }
        self.diagnostics.truncate(before);
    }
}

/// The variables that code names.
#[derive(Default)]
struct Named {
    variables: FxHashSet<VariableId>,
}

impl Rewrite for Named {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        if let ExprKind::Variable(variable) = expr.kind {
            self.variables.insert(variable);
        }
    }
}
