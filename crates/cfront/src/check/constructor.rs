//! Functions that run before `main`: the attribute `constructor`. `main` begins with calls of them, in the order of their
//! priorities; gcc leaves the order of those with one priority open, so there may be only one of each. What runs when the process
//! ends is in `destructor`.
//!
//! Left out: constructors with parameters (which get those of `main` from some C libraries), and a `main` that the program calls
//! itself.

use raddle_program::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Checker;
use super::attribute::Attributes;
use crate::typed::{Expr, ExprKind, FunctionId, Statement, StatementKind};

/// The priority of a constructor or destructor that names none: the constructor runs last, the destructor first.
pub(super) const NO_PRIORITY: u32 = 65_535;

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

    /// Makes every property of the program unknown: something in it changes meanings in a way that has no model.
    pub(super) fn refuse_program(&mut self, what: &'static str, span: Span) {
        self.outside_main.refusals.push((what, span));
    }

    /// Lets `main` begin with what runs before it, and end with what runs behind it.
    pub(super) fn run_outside_main(&mut self) {
        let Some(main) = self.unit.main else { return };
        let OutsideMain { constructors, destructors, handlers, refusals } = std::mem::take(&mut self.outside_main);
        self.find_interrupt_handlers(&handlers);
        let mut first: Vec<Statement> = refusals.into_iter().map(|(what, span)| unsupported(what, span)).collect();
        let (destructors, open) = in_order(destructors);
        if let Some(span) = open {
            first.push(unsupported("destructor functions whose order is open", span));
        }
        let (constructors, open) = in_order(constructors);
        if let Some(span) = open {
            first.push(unsupported("constructor functions whose order is open", span));
        }
        if let Some(&(_, Constructor { span, .. })) = constructors.first().or(destructors.first())
            && self.unit.functions[main].is_used
        {
            let what = "call of `main` where constructor or destructor functions run outside of it";
            first.insert(0, unsupported(what, span));
        }
        for (function, Constructor { span, .. }) in constructors {
            first.push(self.call_outside_main(function, span));
        }
        if !destructors.is_empty() {
            self.run_destructors(main, destructors, &mut first);
        }
        if let Some(body) = &mut self.unit.functions[main].body {
            body.statements.splice(0..0, first);
        }
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

/// Functions by their priorities, and one whose priority another function has, too.
fn in_order(functions: FxHashMap<FunctionId, Constructor>) -> (Vec<(FunctionId, Constructor)>, Option<Span>) {
    let mut functions: Vec<(FunctionId, Constructor)> = functions.into_iter().collect();
    functions.sort_unstable_by_key(|&(function, constructor)| (constructor.priority, function));
    let open = functions.windows(2).find(|pair| pair[0].1.priority == pair[1].1.priority).map(|pair| pair[1].1.span);
    (functions, open)
}

pub(super) fn unsupported(what: &str, span: Span) -> Statement {
    Statement { kind: StatementKind::Unsupported(what.into()), span }
}
