//! Functions that run at the normal termination of the process (C11 7.22.4.4): those that `atexit` and `on_exit` registered, in reverse
//! order of registration, then those with the attribute `destructor`, the greatest priority first. The thread that calls `exit`, or that
//! returns from `main`, calls them; the other threads run on meanwhile. `_exit`, `_Exit` and `abort` call none of them, `quick_exit` calls
//! those of `at_quick_exit`.
//!
//! A function in C (`written/__raddle_at_exit.c`) keeps the table and runs the functions. The program starts in a function that calls
//! `main` and passes what it returns to that function, so the frame of `main` has ended when the functions run. Every `exit` becomes a
//! call of it, too.
//!
//! Left out, as `Unsupported` where they are reached: more than 32 functions, a second `exit` in one thread, the end of the initial
//! thread by `pthread_exit` or `thrd_exit`, and functions that end the process by themselves (`err`, `error`). In programs that cancel
//! threads all is left out.

use raddle_program::source::Span;
use raddle_program::types::{IntKind, TypeId, TypeKind};
use rustc_hash::FxHashSet;

use super::constructor::unsupported;
use super::long_jump::JUMPS;
use super::walk::{Rewrite, walk, walk_initializer, walk_value};
use super::{Checker, Linked};
use crate::arguments::Arguments;
use crate::typed::{Block, Expr, ExprKind, FunctionId, Statement, StatementKind, Unit, VariableId};
use crate::written::text;

/// Functions whose names say that something runs at the end of the process.
const REGISTERS: [&str; 2] = ["atexit", "on_exit"];

/// Functions that end the process as `exit` does, with a model of their own.
const ENDS: [&str; 5] = ["err", "errx", "verr", "verrx", "error"];

/// What lets a thread end elsewhere than at the end of its first function.
const LEAVES: [&str; 2] = ["pthread_exit", "thrd_exit"];

impl Checker {
    /// Whether the program registers functions that run at the end of the process.
    pub(super) fn registers_exit_functions(&self) -> bool {
        REGISTERS.iter().any(|name| self.unit.names(name))
    }

    /// Has the functions in C run where `quick_exit` is called, if some function is registered for it.
    pub(super) fn run_at_quick_exit(&mut self) {
        if !self.unit.names("at_quick_exit") {
            return;
        }
        if let Some(own) = self.function_named("__raddle_quick_exit") {
            self.replace_calls("quick_exit", own);
        }
    }

    /// Has functions run where the process ends: the registered ones, and then `destructors`. What has no model goes to `first`.
    pub(super) fn run_at_exit(&mut self, destructors: Vec<Statement>, span: Span, first: &mut Vec<Statement>) {
        let Some(main) = self.unit.main else { return };
        let defines_exit = self.function_named("exit").is_some();
        if defines_exit {
            first.push(unsupported("functions that run at exit beside a function `exit` of the program", span));
        }
        if self.unit.names("pthread_cancel") {
            first.push(unsupported("functions that run at exit in a program that cancels threads", span));
        }
        let written = text("__raddle_at_exit", self.unit.types.model());
        if self.function_named("__raddle_exit").is_none()
            && let Some(written) = written
        {
            self.written_function("__raddle_at_exit", &written);
        }
        let start = self.started_function(main);
        let names = ["__raddle_exit", "__raddle_destructors", "__raddle_leave", "__raddle_begin"];
        let [Some(exit), Some(last), Some(leave), Some(begin)] = names.map(|name| self.function_named(name)) else {
            first.push(unsupported("functions that run at exit", span));
            return;
        };
        for function in [exit, leave, begin] {
            self.unit.functions[function].is_used = true;
        }
        if let Some(body) = &mut self.unit.functions[last].body {
            body.statements.extend(destructors);
        }
        self.drop_checks_that_cannot_fire(last);
        self.replace_calls("exit", exit);
        self.guard_ends(exit, leave);
        first.insert(0, self.call_statement(begin, Vec::new(), span));
        self.end_with(start, main, exit);
    }

    /// Empties the check that a function at exit calls `exit`, and the check that there are too many of them, where they cannot fire. A
    /// static analysis without path conditions would take their unsupported branches for reachable.
    fn drop_checks_that_cannot_fire(&mut self, last: FunctionId) {
        let mut registered = Registered::new(&self.unit);
        registered.functions.push(last);
        for function in self.unit.functions.values().filter(|function| function.is_used || *function.name == *"main") {
            if let Some(body) = &function.body {
                walk(&mut body.clone(), &mut registered);
            }
        }
        let Registered { n_named, n_called, functions, .. } = registered;
        let are_known = n_named == n_called && functions.len() == n_called + 1;
        let ends = |id: &FunctionId| {
            let name = &*self.unit.functions[*id].name;
            LEAVES.contains(&name) || JUMPS.contains(&name) || name == "exit"
        };
        let ends: Vec<FunctionId> = self.unit.functions.ids().filter(ends).collect();
        // The start function calls `main` once.
        let once = self.function_named("main").filter(|&main| self.n_naming(main) == 1);
        let body = once.and_then(|main| self.unit.functions[main].body.as_ref());
        let in_main = body.map_or(0, |body| registrations_once(&self.unit, body));
        let mut checks = Vec::new();
        if are_known && !self.reaches(&functions, &ends) {
            checks.push("__raddle_first_exit");
        }
        if in_main == n_named && n_named <= 32 {
            checks.push("__raddle_count_at_exit");
        }
        for name in checks {
            let function = self.function_named(name);
            if let Some(body) = function.and_then(|function| self.unit.functions[function].body.as_mut()) {
                body.statements.clear();
            }
        }
    }

    /// How often a function is named.
    fn n_naming(&self, function: FunctionId) -> usize {
        let mut named = Named { found: Vec::new(), calls_pointers: false };
        for body in self.unit.functions.values().filter_map(|function| function.body.as_ref()) {
            walk(&mut body.clone(), &mut named);
        }
        named.found.into_iter().filter(|&found| found == function).count()
    }

    /// Whether some of the functions, or functions that they name, name one of the goals.
    fn reaches(&self, from: &[FunctionId], goals: &[FunctionId]) -> bool {
        let mut seen: FxHashSet<FunctionId> = from.iter().copied().collect();
        let mut open: Vec<FunctionId> = from.to_vec();
        let mut calls_pointers = false;
        while let Some(function) = open.pop() {
            let Some(body) = &self.unit.functions[function].body else { continue };
            let mut named = Named { found: Vec::new(), calls_pointers: false };
            walk(&mut body.clone(), &mut named);
            calls_pointers |= named.calls_pointers;
            open.extend(named.found.into_iter().filter(|&other| seen.insert(other)));
        }
        calls_pointers || goals.iter().any(|goal| seen.contains(goal))
    }

    /// The function that calls `main`: that of the program's arguments, or a new one.
    fn started_function(&mut self, main: FunctionId) -> FunctionId {
        let is_main = self.unit.functions[main].name.as_ref() == "main";
        if is_main {
            let parameters = self.unit.functions[main].parameters.len();
            let text = Arguments { count: 0, length: 0 }.text(parameters);
            self.with_names_of(Some(Linked::Function(main)), |checker| checker.start_with(&text, main));
        }
        self.unit.main.unwrap_or(main)
    }

    /// What `main` returns goes to a function that does not return.
    fn end_with(&mut self, start: FunctionId, main: FunctionId, exit: FunctionId) {
        let Some(mut body) = self.unit.functions[start].body.take() else { return };
        let is_call_of_main = |statement: &Statement| {
            let StatementKind::Expr(Expr { kind: ExprKind::Call { callee, .. }, .. }) = &statement.kind else {
                return false;
            };
            matches!(callee.kind, ExprKind::Function(called)
                if called == main || *self.unit.functions[called].name == *"main")
        };
        if let Some(position) = body.statements.iter().rposition(is_call_of_main) {
            let called = body.statements.remove(position);
            let span = called.span;
            let int = self.unit.types.int(IntKind::Int);
            let zero = Expr { kind: ExprKind::Integer(0), ty: int, span };
            match called.kind {
                StatementKind::Expr(call) if call.ty == int => {
                    body.statements.insert(position, self.call_statement(exit, vec![call], span));
                }
                kind => {
                    body.statements.insert(position, Statement { kind, span });
                    body.statements.insert(position + 1, self.call_statement(exit, vec![zero], span));
                }
            }
        }
        self.unit.functions[start].body = Some(body);
    }

    pub(super) fn call_statement(&self, function: FunctionId, arguments: Vec<Expr>, span: Span) -> Statement {
        let call = self.call_of(function, arguments, span);
        Statement { kind: StatementKind::Expr(call), span }
    }

    /// A call of a function of ours.
    pub(super) fn call_of(&self, function: FunctionId, arguments: Vec<Expr>, span: Span) -> Expr {
        let ty = self.unit.functions[function].ty;
        let result = match self.unit.types.kind(ty) {
            TypeKind::Function(known) => known.result.ty,
            _ => self.unit.types.void(),
        };
        let callee = Box::new(Expr { kind: ExprKind::Function(function), ty, span });
        Expr { kind: ExprKind::Call { callee, arguments }, ty: result, span }
    }

    /// A function by its name, if it has a body.
    pub(super) fn function_named(&self, name: &str) -> Option<FunctionId> {
        let is_named = |id: &FunctionId| {
            let function = &self.unit.functions[*id];
            *function.name == *name && function.body.is_some()
        };
        self.unit.functions.ids().find(is_named)
    }

    /// The functions with these names that have no body.
    pub(super) fn declared_only(&self, names: &[&str]) -> FxHashSet<FunctionId> {
        let is_named = |id: &FunctionId| {
            let function = &self.unit.functions[*id];
            function.body.is_none() && names.contains(&&*function.name)
        };
        self.unit.functions.ids().filter(is_named).collect()
    }

    /// Puts a function of ours wherever a library function of this name stands.
    pub(super) fn replace_calls(&mut self, name: &str, own: FunctionId) {
        self.unit.functions[own].is_used = true;
        let replaced = self.declared_only(&[name]);
        let ty = self.unit.functions[own].ty;
        self.rewrite_everything_but(&[own], &mut Replace { replaced, own, ty });
    }

    /// What ends a thread or the process in another way is looked at before.
    fn guard_ends(&mut self, exit: FunctionId, leave: FunctionId) {
        let (leaves, ends) = (self.declared_only(&LEAVES), self.declared_only(&ENDS));
        let guard = self.call_of(leave, Vec::new(), Span::NOWHERE);
        self.rewrite_everything_but(&[exit, leave], &mut Guard { leaves, ends, guard });
    }

    /// Walks through all bodies and initializers, but for some functions.
    pub(super) fn rewrite_everything_but(&mut self, own: &[FunctionId], rewrite: &mut impl Rewrite) {
        for function in self.unit.functions.ids().filter(|id| !own.contains(id)).collect::<Vec<_>>() {
            let Some(mut body) = self.unit.functions[function].body.take() else { continue };
            walk(&mut body, rewrite);
            self.unit.functions[function].body = Some(body);
        }
        for variable in self.unit.variables.ids().collect::<Vec<_>>() {
            let Some(mut initializer) = self.unit.variables[variable].initializer.take() else { continue };
            walk_initializer(&mut initializer, rewrite, &mut Vec::new());
            self.unit.variables[variable].initializer = Some(initializer);
        }
    }
}

/// Puts a function in the place of library functions of its type.
struct Replace {
    replaced: FxHashSet<FunctionId>,
    own: FunctionId,
    ty: TypeId,
}

impl Rewrite for Replace {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        match expr.kind {
            ExprKind::Function(function) if self.replaced.contains(&function) => {
                expr.kind = if expr.ty == self.ty {
                    ExprKind::Function(self.own)
                } else {
                    ExprKind::Unsupported("a function that ends the process, with a type of its own".into())
                };
            }
            _ => {}
        }
    }
}

/// Lets a function look at calls that end a thread, and refuses calls that end the process without the functions at exit.
struct Guard {
    leaves: FxHashSet<FunctionId>,
    ends: FxHashSet<FunctionId>,
    guard: Expr,
}

impl Rewrite for Guard {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        let ExprKind::Call { callee, arguments } = &expr.kind else { return };
        let ExprKind::Function(function) = callee.kind else { return };
        let (ty, span) = (expr.ty, expr.span);
        // `error(0, ...)` does not end the process.
        let goes_on = arguments.first().is_some_and(|status| matches!(status.kind, ExprKind::Integer(0)));
        let mut first = if self.leaves.contains(&function) {
            self.guard.clone()
        } else if self.ends.contains(&function) && !goes_on {
            let what = "a function that prints a message and ends the process where functions run at exit";
            Expr { kind: ExprKind::Unsupported(what.into()), ..self.guard.clone() }
        } else {
            return;
        };
        first.span = span;
        let call = std::mem::replace(expr, Expr { kind: ExprKind::Integer(0), ty, span });
        *expr = Expr { kind: ExprKind::Comma(Box::new(first), Box::new(call)), ty, span };
    }
}

fn is_registration(unit: &Unit, callee: &Expr) -> bool {
    matches!(callee.kind, ExprKind::Function(function) if REGISTERS.contains(&&*unit.functions[function].name))
}

/// How many calls that register a function stand in a body where no loop and no label repeats them.
fn registrations_once(unit: &Unit, body: &Block) -> usize {
    let mut statements = vec![body];
    let mut count = 0;
    while let Some(block) = statements.pop() {
        for statement in &block.statements {
            match &statement.kind {
                StatementKind::Label(_) => return 0,
                StatementKind::Loop { .. } | StatementKind::Switch { .. } => {}
                _ => {
                    statements.extend(statement.blocks());
                    if let StatementKind::Expr(expr) | StatementKind::If { condition: expr, .. } = &statement.kind {
                        let mut registered = Registered::new(unit);
                        walk_value(&mut expr.clone(), &mut registered);
                        // What stands in a statement expression may be repeated there.
                        count += if registered.has_statements { 0 } else { registered.n_named };
                    }
                }
            }
        }
    }
    count
}

/// The functions that the program registers.
struct Registered<'u> {
    unit: &'u Unit,
    n_named: usize,
    n_called: usize,
    functions: Vec<FunctionId>,
    has_statements: bool,
}

impl<'u> Registered<'u> {
    fn new(unit: &'u Unit) -> Registered<'u> {
        Registered { unit, n_named: 0, n_called: 0, functions: Vec::new(), has_statements: false }
    }
}

impl Rewrite for Registered<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        self.n_named += usize::from(is_registration(self.unit, expr));
        self.has_statements |= matches!(expr.kind, ExprKind::Statement(_));
        let ExprKind::Call { callee, arguments } = &expr.kind else { return };
        if !is_registration(self.unit, callee) {
            return;
        }
        self.n_called += 1;
        let mut value = arguments.first();
        while let Some(inner) = value {
            value = match &inner.kind {
                ExprKind::Decay(inner) | ExprKind::AddressOf(inner) | ExprKind::Cast { operand: inner, .. } => {
                    Some(inner)
                }
                ExprKind::Function(function) => {
                    self.functions.push(*function);
                    None
                }
                _ => None,
            };
        }
    }
}

/// The functions that a body names.
struct Named {
    found: Vec<FunctionId>,
    calls_pointers: bool,
}

impl Rewrite for Named {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        match &expr.kind {
            ExprKind::Function(function) => self.found.push(*function),
            ExprKind::Call { callee, .. } => self.calls_pointers |= !matches!(callee.kind, ExprKind::Function(_)),
            _ => {}
        }
    }
}
