//! Functions that run when the process ends in order: the attribute `destructor`. They are called, the greatest priority first, in
//! front of each `return` of `main` and at its end, behind the evaluation of what it returns, and by `exit` in front of the
//! end of the process. The other threads run on meanwhile. `_exit`, `quick_exit` and `abort` call none of them.
//!
//! Left out, as `Unsupported`: programs in which the last thread may end the process (`pthread_exit`, `thrd_exit`, cancellation),
//! destructors that may call `exit`, `exit` through a pointer, and `return` in a statement expression of `main`.

use raddle_program::source::Span;
use raddle_program::types::{IntKind, Qualified, TypeId};
use rustc_hash::FxHashSet;

use super::Checker;
use super::constructor::{Constructor, unsupported};
use super::walk::{Rewrite, walk};
use crate::typed::{Block, Expr, ExprKind, FunctionId, Statement, StatementKind, Storage, Variable, VariableId};

/// What lets the process end without `exit` and without a return from `main`.
const LAST_THREAD: &[&str] = &["pthread_exit", "thrd_exit", "pthread_cancel"];

impl Checker {
    /// Has the destructors run where the process ends; what has no model goes to `first`.
    pub(super) fn run_destructors(
        &mut self,
        main: FunctionId,
        destructors: Vec<(FunctionId, Constructor)>,
        first: &mut Vec<Statement>,
    ) {
        let Some(&(_, Constructor { span, .. })) = destructors.first() else { return };
        let functions: Vec<FunctionId> = destructors.iter().map(|&(function, _)| function).collect();
        let calls: Vec<Statement> =
            destructors.into_iter().rev().map(|(function, at)| self.call_outside_main(function, at.span)).collect();
        let exit = self.unit.functions.ids().find(|&id| {
            let function = &self.unit.functions[id];
            &*function.name == "exit" && function.body.is_none() && function.is_used
        });
        if LAST_THREAD.iter().any(|name| self.unit.names(name)) {
            first.push(unsupported("destructor function where the last thread may end the process", span));
        }
        if let Some(exit) = exit {
            if self.reaches(&functions, exit) {
                first.push(unsupported("destructor function that may call exit", span));
                return;
            }
            self.run_in_exit(exit, &calls, span, first);
        }
        let Some(mut body) = self.unit.functions[main].body.take() else { return };
        let mut hidden = HiddenReturn { is_found: false };
        walk(&mut body, &mut hidden);
        if hidden.is_found {
            first.push(unsupported("destructor function beside a statement expression of `main` that returns", span));
        }
        self.run_in_front_of_returns(main, &mut body, &calls);
        body.statements.extend(calls);
        self.unit.functions[main].body = Some(body);
    }

    /// Whether some of the functions, or what they name, names a function.
    fn reaches(&mut self, from: &[FunctionId], goal: FunctionId) -> bool {
        let mut seen: FxHashSet<FunctionId> = from.iter().copied().collect();
        let mut open: Vec<FunctionId> = from.to_vec();
        while let Some(function) = open.pop() {
            let Some(mut body) = self.unit.functions[function].body.take() else { continue };
            let mut named = Named { found: Vec::new() };
            walk(&mut body, &mut named);
            self.unit.functions[function].body = Some(body);
            open.extend(named.found.into_iter().filter(|&other| seen.insert(other)));
        }
        seen.contains(&goal)
    }

    /// `exit(n)` becomes `(n, destructor(), exit(0))`.
    fn run_in_exit(&mut self, exit: FunctionId, calls: &[Statement], span: Span, first: &mut Vec<Statement>) {
        let int = self.unit.types.int(IntKind::Int);
        let void = self.unit.types.void();
        for function in self.unit.functions.ids().collect::<Vec<_>>() {
            let Some(mut body) = self.unit.functions[function].body.take() else { continue };
            let mut rewrite = Exits { exit, calls, int, void, n_named: 0, n_called: 0 };
            walk(&mut body, &mut rewrite);
            if rewrite.n_named != rewrite.n_called {
                first.push(unsupported("destructor function where exit is called through a pointer", span));
            }
            self.unit.functions[function].body = Some(body);
        }
        let is_in_initializer = self
            .unit
            .variables
            .values()
            .filter_map(|variable| variable.initializer.as_ref())
            .any(|initializer| initializer.parts.iter().any(|part| names(&part.value, exit)));
        if is_in_initializer {
            first.push(unsupported("destructor function where exit is called through a pointer", span));
        }
    }

    fn run_in_front_of_returns(&mut self, main: FunctionId, block: &mut Block, calls: &[Statement]) {
        let mut written = Vec::new();
        for mut statement in std::mem::take(&mut block.statements) {
            let span = statement.span;
            match &mut statement.kind {
                StatementKind::Block(inner)
                | StatementKind::Loop { body: inner, .. }
                | StatementKind::Switch { body: inner, .. } => self.run_in_front_of_returns(main, inner, calls),
                StatementKind::If { then, otherwise, .. } => {
                    self.run_in_front_of_returns(main, then, calls);
                    self.run_in_front_of_returns(main, otherwise, calls);
                }
                StatementKind::Return(value) => {
                    if let Some(value) = value.as_mut() {
                        let place = self.returned(main, value.ty, value.span);
                        if let ExprKind::Variable(variable) = place.kind {
                            block.variables.push(variable);
                            let declaration = StatementKind::Declare { variable, size: None, initializer: None };
                            written.push(Statement { kind: declaration, span });
                        }
                        let (ty, at) = (value.ty, value.span);
                        let load = Expr { kind: ExprKind::Load(Box::new(place.clone())), ty, span: at };
                        let kept = std::mem::replace(value, load);
                        let kept = ExprKind::Assign { target: Box::new(place), value: Box::new(kept) };
                        let kept = Expr { kind: kept, ty, span: at };
                        written.push(Statement { kind: StatementKind::Expr(kept), span });
                    }
                    written.extend(calls.iter().cloned());
                }
                StatementKind::Expr(_)
                | StatementKind::Declare { .. }
                | StatementKind::FixLength { .. }
                | StatementKind::Goto(_)
                | StatementKind::ComputedGoto(_)
                | StatementKind::Label(_)
                | StatementKind::Break
                | StatementKind::Continue
                | StatementKind::Unsupported(_) => {}
            }
            written.push(statement);
        }
        block.statements = written;
    }

    /// A new object for what `main` returns.
    fn returned(&mut self, main: FunctionId, ty: TypeId, span: Span) -> Expr {
        let variable = self.unit.variables.push(Variable {
            name: "returned".into(),
            ty: Qualified::plain(ty),
            storage: Storage::Automatic,
            function: Some(main),
            address_taken: false,
            is_undefined: false,
            alignment: 0,
            initializer: None,
            span,
        });
        self.unit.functions[main].locals.push(variable);
        Expr { kind: ExprKind::Variable(variable), ty, span }
    }
}

/// Looks for `return` in statement expressions.
struct HiddenReturn {
    is_found: bool,
}

impl Rewrite for HiddenReturn {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        if let ExprKind::Statement(block) = &expr.kind {
            self.is_found |= returns(block);
        }
    }
}

fn returns(block: &Block) -> bool {
    block
        .statements
        .iter()
        .any(|statement| matches!(statement.kind, StatementKind::Return(_)) || statement.blocks().any(returns))
}

/// The functions that a body names.
struct Named {
    found: Vec<FunctionId>,
}

impl Rewrite for Named {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        if let ExprKind::Function(function) = expr.kind {
            self.found.push(function);
        }
    }
}

/// Whether a constant expression is the address of a function.
fn names(value: &Expr, function: FunctionId) -> bool {
    match &value.kind {
        ExprKind::Function(named) => *named == function,
        ExprKind::Decay(inner) | ExprKind::AddressOf(inner) | ExprKind::Cast { operand: inner, .. } => {
            names(inner, function)
        }
        _ => false,
    }
}

/// Writes the destructors into calls of `exit`.
struct Exits<'c> {
    exit: FunctionId,
    calls: &'c [Statement],
    int: TypeId,
    void: TypeId,
    n_named: usize,
    n_called: usize,
}

impl Rewrite for Exits<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        let ExprKind::Call { callee, arguments } = &mut expr.kind else {
            self.n_named += usize::from(matches!(expr.kind, ExprKind::Function(function) if function == self.exit));
            return;
        };
        let [code] = arguments.as_mut_slice() else { return };
        if !names(callee, self.exit) {
            return;
        }
        self.n_called += 1;
        let span = expr.span;
        let zero = Expr { kind: ExprKind::Integer(0), ty: self.int, span };
        let mut sequence = std::mem::replace(code, zero);
        let destructors = self.calls.iter().filter_map(|call| match &call.kind {
            StatementKind::Expr(call) => Some(call.clone()),
            StatementKind::Unsupported(what) => {
                Some(Expr { kind: ExprKind::Unsupported(what.clone()), ty: self.void, span: call.span })
            }
            _ => None,
        });
        for call in destructors.chain([expr.clone()]) {
            let ty = call.ty;
            sequence = Expr { kind: ExprKind::Comma(Box::new(sequence), Box::new(call)), ty, span };
        }
        *expr = sequence;
    }
}
