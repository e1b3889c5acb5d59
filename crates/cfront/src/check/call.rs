//! Calls: which function is called, what the arguments become (C11 6.5.2.2), and functions that are called without a declaration.

use raddle_program::source::Span;
use raddle_program::types::{FunctionType, TypeId};

use super::conversion::{Role, unsupported};
use super::scope::Binding;
use super::{Checked, Checker, Linked, Poisoned};
use crate::ast::{self, Name};
use crate::typed::{Expr, ExprKind, Function, FunctionId};

impl Checker {
    /// `callee(arguments)`
    pub(super) fn call(&mut self, callee: &ast::Expr, arguments: &[ast::Expr], span: Span) -> Checked<Expr> {
        if let ast::ExprKind::Identifier(name) = &callee.kind
            && let Some(result) = self.cleanup_call(name, arguments, span)
        {
            return result;
        }
        if let ast::ExprKind::Identifier(name) = &callee.kind
            && self.scopes.lookup(name).is_none()
        {
            if let Some(result) = self.builtin_call(name, arguments, span) {
                return result;
            }
            let function = match self.builtin_as_function(name, callee.span) {
                Some(function) => function,
                None => self.implicit_function(name, callee.span),
            };
            self.unit.functions[function].is_used = true;
            let ty = self.unit.functions[function].ty;
            let callee = Expr { kind: ExprKind::Function(function), ty, span: callee.span };
            let arguments = self.values(arguments);
            return self.finish_call(callee, arguments?, span);
        }
        let callee = self.operand(callee);
        let arguments = self.values(arguments);
        let (callee, arguments) = (callee?, arguments?);
        let is_direct = matches!(callee.expr.kind, ExprKind::Function(_));
        let callee = if is_direct { callee.expr } else { self.rvalue(callee)? };
        self.finish_call(callee, arguments, span)
    }

    /// Checks all expressions, so that each tells its own errors.
    pub(super) fn values(&mut self, exprs: &[ast::Expr]) -> Checked<Vec<Expr>> {
        let checked: Vec<_> = exprs.iter().map(|expr| self.value(expr)).collect();
        checked.into_iter().collect()
    }

    pub(super) fn finish_call(&mut self, callee: Expr, arguments: Vec<Expr>, span: Span) -> Checked<Expr> {
        let called = self.pointee(callee.ty).map_or(callee.ty, |target| target.ty);
        let Some(function) = self.function_type(called).cloned() else {
            let message = format!("a value of type `{}` is called like a function", self.spell(callee.ty));
            return Err(self.error(callee.span, message, "call a function or a pointer to one"));
        };
        let name = match callee.kind {
            ExprKind::Function(function) => Some(self.unit.functions[function].name.clone()),
            _ => None,
        };
        let arguments = self.arguments(&function, arguments, name.as_deref(), span)?;
        let ty = function.result.ty;
        if !self.is_void(ty) && !self.is_complete(ty) {
            let message = format!("this call returns the incomplete type `{}`", self.spell(ty));
            return Err(self.error(span, message, "complete the type first"));
        }
        if self.is_complex(ty) {
            return Ok(unsupported("complex arithmetic", ty, span));
        }
        Ok(Expr { kind: ExprKind::Call { callee: Box::new(callee), arguments }, ty, span })
    }

    /// Converts arguments to the parameters' types, or promotes them.
    pub(super) fn arguments(
        &mut self,
        function: &FunctionType,
        arguments: Vec<Expr>,
        name: Option<&str>,
        span: Span,
    ) -> Checked<Vec<Expr>> {
        let (given, expected) = (arguments.len(), function.parameters.len());
        let fits = !function.has_prototype || given == expected || (function.is_variadic && given > expected);
        if !fits {
            let called = name.map_or_else(|| "the function".to_owned(), |name| format!("`{name}`"));
            let at_least = if function.is_variadic { "at least " } else { "" };
            let noun = if expected == 1 { "argument" } else { "arguments" };
            let message = format!("{called} takes {at_least}{expected} {noun}, but gets {given}");
            return Err(self.error(span, message, "pass one argument for each parameter"));
        }
        let mut converted = Vec::with_capacity(given);
        let mut is_poisoned = false;
        for (index, argument) in arguments.into_iter().enumerate() {
            let role = Role::Argument(index + 1, name);
            let result = match function.parameters.get(index).filter(|_| function.has_prototype) {
                Some(parameter) => self
                    .as_first_member(argument, index, role)
                    .and_then(|argument| self.assignable(argument, parameter.ty, role)),
                None => self.unchecked_argument(argument, index + 1),
            };
            match result {
                Ok(argument) => converted.push(argument),
                Err(Poisoned) => is_poisoned = true,
            }
        }
        if is_poisoned { Err(Poisoned) } else { Ok(converted) }
    }

    fn unchecked_argument(&mut self, argument: Expr, position: usize) -> Checked<Expr> {
        if self.is_void(argument.ty) {
            let message = format!("argument {position} has no value: its type is `void`");
            return Err(self.error(argument.span, message, "use an expression that has a value"));
        }
        Ok(self.promote_argument(argument))
    }

    /// A function that is called without a declaration: one that the tool models has its type, any other one is `int ()`.
    fn implicit_function(&mut self, name: &Name, span: Span) -> FunctionId {
        let is_own = self.defined.contains(name);
        let known_type = if is_own { None } else { self.modelled_type(name) };
        let function = match self.linked.get(name) {
            Some(Linked::Function(function)) => *function,
            Some(Linked::Variable(_)) | None => {
                let ty = match known_type {
                    Some(ty) => ty,
                    None => {
                        let int = self.int();
                        self.unprototyped(int)
                    }
                };
                self.new_implicit_function(name, ty, span)
            }
        };
        // The program does not name functions of ours: texts do, and what the checker makes of a program.
        if !name.starts_with("__raddle_") {
            let message =
                format!("function `{name}` is not declared and taken to be {}", self.spell_declared(name, function));
            self.warning(span, message, "include its header, or declare it");
        }
        self.scopes.bind_at_file_level(name, Binding::Function(function), span);
        function
    }

    fn spell_declared(&self, name: &str, function: FunctionId) -> String {
        let ty = self.unit.functions[function].ty;
        match self.function_type(ty) {
            Some(function) if function.has_prototype => format!("`{}`", self.spell(ty)),
            _ => format!("`int {name}()`"),
        }
    }

    /// Enters a function that nothing declared.
    pub(super) fn new_implicit_function(&mut self, name: &Name, ty: TypeId, span: Span) -> FunctionId {
        let function = self.unit.functions.push(Function {
            name: name.clone(),
            ty,
            parameters: Vec::new(),
            locals: Vec::new(),
            body: None,
            is_implicit: true,
            is_noreturn: matches!(&**name, "abort" | "exit" | "_Exit" | "__assert_fail" | "pthread_exit"),
            is_used: true,
            span,
        });
        self.linked.insert(name.clone(), Linked::Function(function));
        function
    }
}
