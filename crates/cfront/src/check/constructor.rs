//! Functions that run before `main`: the attribute `constructor`. `main` begins with calls of them, in the order of their
//! priorities; gcc leaves the order of those with one priority open, so there may be only one of each.
//!
//! Left out: destructors, constructors with parameters (which get those of `main` from some C libraries), and a `main` that the
//! program calls itself.

use raddle_program::source::Span;
use rustc_hash::FxHashMap;

use super::Checker;
use super::attribute::Attributes;
use crate::typed::{Expr, ExprKind, FunctionId, Statement, StatementKind};

/// The priority of a constructor that names none: it runs last.
pub(super) const NO_PRIORITY: u32 = 65_535;

/// A function that runs before `main`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constructor {
    /// The lesser the sooner.
    pub priority: u32,
    /// Its attribute.
    pub span: Span,
}

/// What runs before and behind `main`.
#[derive(Default)]
pub(super) struct OutsideMain {
    constructors: FxHashMap<FunctionId, Constructor>,
    destructor: Option<Span>,
}

impl Checker {
    /// Notes that a function runs outside of `main`, if its attributes say so.
    pub(super) fn note_outside_main(&mut self, function: FunctionId, attributes: Attributes) {
        if let Some(constructor) = attributes.constructor {
            let known = self.outside_main.constructors.entry(function).or_insert(constructor);
            if known.priority == NO_PRIORITY {
                *known = constructor;
            }
        }
        if let Some(span) = attributes.destructor {
            self.outside_main.destructor.get_or_insert(span);
        }
    }

    /// Lets `main` begin with what runs before it.
    pub(super) fn run_constructors(&mut self) {
        let Some(main) = self.unit.main else { return };
        let OutsideMain { constructors, destructor } = std::mem::take(&mut self.outside_main);
        let mut first = Vec::new();
        if let Some(span) = destructor {
            first.push(unsupported("destructor function", span));
        }
        let mut constructors: Vec<(FunctionId, Constructor)> = constructors.into_iter().collect();
        constructors.sort_unstable_by_key(|&(function, constructor)| (constructor.priority, function));
        if let Some(pair) = constructors.windows(2).find(|pair| pair[0].1.priority == pair[1].1.priority) {
            first.push(unsupported("constructor functions whose order is open", pair[1].1.span));
        }
        for (function, Constructor { span, .. }) in constructors {
            first.push(self.constructor_call(function, span));
        }
        if let Some(statement) = first.first()
            && self.unit.functions[main].is_used
        {
            let span = statement.span;
            first.insert(0, unsupported("call of `main` where constructor functions run before it", span));
        }
        if let Some(body) = &mut self.unit.functions[main].body {
            body.statements.splice(0..0, first);
        }
    }

    fn constructor_call(&mut self, function: FunctionId, span: Span) -> Statement {
        let entry = &mut self.unit.functions[function];
        if entry.body.is_none() || !entry.parameters.is_empty() {
            return unsupported("constructor function with parameters or without a body", span);
        }
        entry.is_used = true;
        let ty = entry.ty;
        let Some(result) = self.function_type(ty).map(|known| known.result.ty) else {
            return unsupported("constructor function", span);
        };
        let callee = Box::new(Expr { kind: ExprKind::Function(function), ty, span });
        let call = Expr { kind: ExprKind::Call { callee, arguments: Vec::new() }, ty: result, span };
        Statement { kind: StatementKind::Expr(call), span }
    }
}

fn unsupported(what: &str, span: Span) -> Statement {
    Statement { kind: StatementKind::Unsupported(what.into()), span }
}
