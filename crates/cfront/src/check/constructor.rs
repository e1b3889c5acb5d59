//! Functions that run before `main`: the attribute `constructor`. `main` begins with calls of them, in the order of their
//! priorities; gcc leaves the order of those with one priority open, so inputs choose it. What runs when the process
//! ends is in `process_end`.
//!
//! Left out: more than [`MOST_OPEN`] functions of one priority, constructors with parameters (which get those of `main` from some C libraries), and a `main` that the program calls
//! itself.

use raddle_program::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Checker;
use super::attribute::Attributes;
use crate::typed::{Block, Expr, ExprKind, FunctionId, Statement, StatementKind};
use crate::written::text;

/// The priority of a constructor or destructor that names none: the constructor runs last, the destructor first.
pub(super) const NO_PRIORITY: u32 = 65_535;

/// The greatest number of functions of one priority: each order of them is a branch of its own.
const MOST_OPEN: usize = 4;

/// A function that runs before or behind `main`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constructor {
    /// Of constructors, the least runs first; of destructors, the greatest.
    pub priority: u32,
    /// Its attribute.
    pub span: Span,
}

/// What runs before and behind `main`.
#[derive(Default)]
pub(super) struct OutsideMain {
    constructors: FxHashMap<FunctionId, Constructor>,
    destructors: FxHashMap<FunctionId, Constructor>,
    /// Functions with the attribute of an interrupt handler.
    handlers: FxHashSet<FunctionId>,
    /// What makes the meaning of the whole program unknown.
    refusals: Vec<(&'static str, Span)>,
}

impl OutsideMain {
    /// Functions with the attribute of an interrupt handler.
    pub fn handlers(&self) -> &FxHashSet<FunctionId> {
        &self.handlers
    }

    /// Puts a function in the place of its alias.
    pub fn rename(&mut self, alias: FunctionId, function: FunctionId) {
        for functions in [&mut self.constructors, &mut self.destructors] {
            if let Some(constructor) = functions.remove(&alias) {
                functions.insert(function, constructor);
            }
        }
        if self.handlers.remove(&alias) {
            self.handlers.insert(function);
        }
    }
}

impl Checker {
    /// Notes that a function runs outside of `main`, if its attributes say so.
    pub(super) fn note_outside_main(&mut self, function: FunctionId, attributes: Attributes) {
        if attributes.is_interrupt {
            self.outside_main.handlers.insert(function);
        }
        let OutsideMain { constructors, destructors, .. } = &mut self.outside_main;
        for (functions, found) in [(constructors, attributes.constructor), (destructors, attributes.destructor)] {
            let Some(found) = found else { continue };
            let known = functions.entry(function).or_insert(found);
            if known.priority == NO_PRIORITY {
                *known = found;
            }
        }
    }

    /// Whether a function runs before or behind `main`.
    pub(super) fn is_outside_main(&self, function: FunctionId) -> bool {
        let OutsideMain { constructors, destructors, .. } = &self.outside_main;
        constructors.contains_key(&function) || destructors.contains_key(&function)
    }

    /// Makes every property of the program unknown: some construct in it changes meanings in an unsupported way.
    pub(super) fn refuse_program(&mut self, what: &'static str, span: Span) {
        self.outside_main.refusals.push((what, span));
    }

    /// Lets `main` begin with what runs before it, and end with what runs behind it.
    pub(super) fn run_outside_main(&mut self) {
        let Some(main) = self.unit.main else { return };
        let OutsideMain { constructors, destructors, refusals, .. } = std::mem::take(&mut self.outside_main);
        let mut first: Vec<Statement> = refusals.into_iter().map(|(what, span)| unsupported(what, span)).collect();
        let has_exit_functions = !destructors.is_empty() || self.registers_exit_functions();
        let found =
            constructors.values().chain(destructors.values()).map(|found| found.span).min_by_key(|span| span.start);
        if let Some(span) = found
            && self.unit.functions[main].is_used
        {
            let what = "call of `main` where constructor or destructor functions run outside of it";
            first.insert(0, unsupported(what, span));
        }
        let groups = by_priority(constructors);
        for group in groups {
            first.extend(self.calls_in_any_order(group));
        }
        first.extend(self.interrupts_start());
        if has_exit_functions {
            let mut last = Vec::new();
            for group in by_priority(destructors).into_iter().rev() {
                last.extend(self.calls_in_any_order(group));
            }
            let span = found.unwrap_or(self.unit.functions[main].span);
            self.run_at_exit(last, span, &mut first);
        }
        self.run_at_quick_exit();
        let Some(main) = self.unit.main else { return };
        if let Some(body) = &mut self.unit.functions[main].body {
            body.statements.splice(0..0, first);
        }
    }

    /// Calls of functions of one priority. If there are several, inputs choose one of all orders.
    fn calls_in_any_order(&mut self, group: Vec<(FunctionId, Constructor)>) -> Vec<Statement> {
        let [(_, Constructor { span, .. }), _, ..] = group[..] else {
            return group.into_iter().map(|(function, at)| self.call_outside_main(function, at.span)).collect();
        };
        if group.len() > MOST_OPEN {
            return vec![unsupported("too many constructor or destructor functions whose order is open", span)];
        }
        let calls = group.into_iter().map(|(function, at)| self.call_outside_main(function, at.span)).collect();
        let written = text("__raddle_before", self.unit.types.model());
        let Some(chooser) = written.and_then(|text| self.own_function("__raddle_before", &text)) else {
            return vec![unsupported("constructor functions whose order is open", span)];
        };
        self.in_any_order(calls, chooser, span)
    }

    /// One of the calls comes first, and then the remaining ones in any order.
    fn in_any_order(&mut self, calls: Vec<Statement>, chooser: FunctionId, span: Span) -> Vec<Statement> {
        if calls.len() < 2 {
            return calls;
        }
        let last = calls.len() - 1;
        let order = |checker: &mut Self, first: usize| {
            let mut rest = calls.clone();
            let mut statements = vec![rest.remove(first)];
            statements.extend(checker.in_any_order(rest, chooser, span));
            Block { statements, variables: Vec::new(), span }
        };
        let mut chosen = order(self, last);
        for first in (0..last).rev() {
            let then = order(self, first);
            let condition = self.call_of(chooser, Vec::new(), span);
            let kind = StatementKind::If { condition, then, otherwise: chosen };
            chosen = Block { statements: vec![Statement { kind, span }], variables: Vec::new(), span };
        }
        chosen.statements
    }

    pub(super) fn call_outside_main(&mut self, function: FunctionId, span: Span) -> Statement {
        let entry = &mut self.unit.functions[function];
        if entry.body.is_none() || !entry.parameters.is_empty() {
            return unsupported("constructor or destructor function with parameters or without a body", span);
        }
        entry.is_used = true;
        let ty = entry.ty;
        let Some(result) = self.function_type(ty).map(|known| known.result.ty) else {
            return unsupported("constructor or destructor function", span);
        };
        let callee = Box::new(Expr { kind: ExprKind::Function(function), ty, span });
        let call = Expr { kind: ExprKind::Call { callee, arguments: Vec::new() }, ty: result, span };
        Statement { kind: StatementKind::Expr(call), span }
    }
}

/// Functions by their priorities, from the least on.
fn by_priority(functions: FxHashMap<FunctionId, Constructor>) -> Vec<Vec<(FunctionId, Constructor)>> {
    let mut functions: Vec<(FunctionId, Constructor)> = functions.into_iter().collect();
    functions.sort_unstable_by_key(|&(function, constructor)| (constructor.priority, function));
    functions.chunk_by(|left, right| left.1.priority == right.1.priority).map(<[_]>::to_vec).collect()
}

pub(super) fn unsupported(what: &str, span: Span) -> Statement {
    Statement { kind: StatementKind::Unsupported(what.into()), span }
}
