//! The attribute `cleanup`: a function is called with the address of an object when its scope is left, the youngest object first.
//! The calls are written out: at the end of the block, and in front of each `return`, `break`, `continue` and `goto` that
//! leaves it. What a `return` returns is evaluated before them.
//!
//! Left out, as `Unsupported`: functions with such an object that have jumps or such objects in statement expressions, jumps into
//! the scope of such an object, and computed `goto`. As in C without exceptions, a thread that ends by
//! `pthread_exit` or is cancelled calls none of them.

use raddle_program::source::Span;
use raddle_program::types::TypeId;
use rustc_hash::FxHashMap;

use super::Checker;
use super::declaration::Declared;
use super::walk::{Rewrite, walk};
use crate::ast::{self, Name};
use crate::typed::{Block, Expr, ExprKind, FunctionId, LabelId, Statement, StatementKind, Variable, VariableId};

/// The function of `pthread_cleanup_push` where programs are compiled with `-fexceptions`: cancellation runs it, too.
const OF_EXCEPTIONS: &str = "__pthread_cleanup_routine";

impl Checker {
    /// Keeps the call that a `cleanup` attribute asks for, if there is one, at the end of an object's life. What is to happen at its beginning
    /// goes to `out`.
    pub(super) fn note_cleanup(
        &mut self,
        variable: VariableId,
        declared: &Declared,
        span: Span,
        out: &mut Vec<Statement>,
    ) {
        let Some(function) = declared.attributes.cleanup else { return };
        let function = &self.cleanup_functions[function].clone();
        let named = |name: &Name| ast::Expr { kind: ast::ExprKind::Identifier(name.clone()), span };
        let address = ast::ExprKind::Prefix(ast::PrefixOperator::AddressOf, Box::new(named(&declared.name.name)));
        let address = ast::Expr { kind: address, span };
        let call = |function: &Name, arguments| {
            let kind = ast::ExprKind::Call(Box::new(named(function)), arguments);
            ast::Expr { kind, span }
        };
        let mut at_end = call(function, vec![address.clone()]);
        if **function == *OF_EXCEPTIONS {
            // A cancelled thread runs it, too: it is registered, and removed before it is called.
            let push = call(&"__raddle_cleanup_push".into(), vec![named(function), address]);
            let pop = call(&"__raddle_cleanup_pop".into(), Vec::new());
            let before = self.diagnostics.len();
            out.extend(self.value(&push).map(|push| Statement { kind: StatementKind::Expr(push), span }));
            // That its parameter has another type, the user cannot change.
            self.diagnostics.truncate(before);
            at_end = ast::Expr { kind: ast::ExprKind::Comma(Box::new(pop), Box::new(at_end)), span };
        }
        if let Ok(at_end) = self.value(&at_end) {
            self.cleanups.insert(variable, at_end);
        }
    }

    /// Writes out the calls of `cleanup` attributes in a body. The objects that come to be in it are added to the locals.
    pub(super) fn write_cleanups(
        &mut self,
        body: &mut Block,
        function: FunctionId,
        result: TypeId,
        locals: &mut Vec<VariableId>,
    ) {
        if self.cleanups.is_empty() {
            return;
        }
        let calls = std::mem::take(&mut self.cleanups);
        let mut hidden = Hidden { calls: &calls, is_found: false };
        walk(body, &mut hidden);
        if hidden.is_found {
            let what = "attribute cleanup beside a statement expression with jumps or with such an object";
            body.statements.insert(0, Statement { kind: StatementKind::Unsupported(what.into()), span: body.span });
            return;
        }
        let mut writing = Writing { checker: self, calls, function, result, labels: FxHashMap::default(), locals };
        let mut living = Vec::new();
        writing.find_labels(body, &mut living);
        writing.block(body, &mut living, &Targets::default());
    }
}

/// Looks for statement expressions with jumps, or with objects that have the attribute.
struct Hidden<'c> {
    calls: &'c FxHashMap<VariableId, Expr>,
    is_found: bool,
}

impl Rewrite for Hidden<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        if let ExprKind::Statement(block) = &expr.kind {
            self.is_found |= self.is_in(block);
        }
    }
}

impl Hidden<'_> {
    fn is_in(&self, block: &Block) -> bool {
        block.statements.iter().any(|statement| match &statement.kind {
            StatementKind::Declare { variable, .. } => self.calls.contains_key(variable),
            StatementKind::Goto(_)
            | StatementKind::ComputedGoto(_)
            | StatementKind::Label(_)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return(_) => true,
            StatementKind::Block(inner)
            | StatementKind::Loop { body: inner, .. }
            | StatementKind::Switch { body: inner, .. } => self.is_in(inner),
            StatementKind::If { then, otherwise, .. } => self.is_in(then) || self.is_in(otherwise),
            StatementKind::Expr(_) | StatementKind::FixLength { .. } | StatementKind::Unsupported(_) => false,
        })
    }
}

/// How many objects lived where the loop or switch began that a jump leaves.
#[derive(Clone, Copy, Default)]
struct Targets {
    of_break: usize,
    of_continue: usize,
}

struct Writing<'c, 'l> {
    checker: &'c mut Checker,
    /// The call for each object with the attribute.
    calls: FxHashMap<VariableId, Expr>,
    function: FunctionId,
    /// What the function returns.
    result: TypeId,
    /// The objects that live at each label, oldest first.
    labels: FxHashMap<LabelId, Vec<VariableId>>,
    locals: &'l mut Vec<VariableId>,
}

impl Writing<'_, '_> {
    fn find_labels(&mut self, block: &Block, living: &mut Vec<VariableId>) {
        let outside = living.len();
        for statement in &block.statements {
            match &statement.kind {
                StatementKind::Declare { variable, .. } if self.calls.contains_key(variable) => living.push(*variable),
                StatementKind::Label(label) => {
                    self.labels.insert(*label, living.clone());
                }
                StatementKind::Block(inner)
                | StatementKind::Loop { body: inner, .. }
                | StatementKind::Switch { body: inner, .. } => self.find_labels(inner, living),
                StatementKind::If { then, otherwise, .. } => {
                    self.find_labels(then, living);
                    self.find_labels(otherwise, living);
                }
                StatementKind::Expr(_)
                | StatementKind::Declare { .. }
                | StatementKind::FixLength { .. }
                | StatementKind::Goto(_)
                | StatementKind::ComputedGoto(_)
                | StatementKind::Break
                | StatementKind::Continue
                | StatementKind::Return(_)
                | StatementKind::Unsupported(_) => {}
            }
        }
        living.truncate(outside);
    }

    fn block(&mut self, block: &mut Block, living: &mut Vec<VariableId>, targets: &Targets) {
        let outside = living.len();
        let mut written = Vec::new();
        for mut statement in std::mem::take(&mut block.statements) {
            let span = statement.span;
            match &mut statement.kind {
                StatementKind::Declare { variable, .. } => {
                    let variable = *variable;
                    written.push(statement);
                    if self.calls.contains_key(&variable) {
                        living.push(variable);
                    }
                    continue;
                }
                StatementKind::Block(inner) => self.block(inner, living, targets),
                StatementKind::If { then, otherwise, .. } => {
                    self.block(then, living, targets);
                    self.block(otherwise, living, targets);
                }
                StatementKind::Loop { body, .. } => {
                    let here = living.len();
                    self.block(body, living, &Targets { of_break: here, of_continue: here });
                }
                StatementKind::Switch { cases, default, body, .. } => {
                    let goals = cases.iter().map(|case| case.2).chain(*default);
                    if goals.into_iter().any(|label| self.labels.get(&label).is_some_and(|there| there != living)) {
                        written.push(Statement { kind: into_scope(), span });
                    }
                    let here = living.len();
                    self.block(body, living, &Targets { of_break: here, ..*targets });
                }
                StatementKind::Break => self.leave(&living[targets.of_break..], &mut written, span),
                StatementKind::Continue => self.leave(&living[targets.of_continue..], &mut written, span),
                StatementKind::Return(value) => {
                    if let Some(value) = value.as_mut().filter(|_| !living.is_empty()) {
                        let kept = self.kept(value.clone(), block, &mut written);
                        *value = kept;
                    }
                    self.leave(living, &mut written, span);
                }
                StatementKind::Goto(label) => {
                    let there = self.labels.get(label).map_or(&[][..], Vec::as_slice);
                    if living.starts_with(there) {
                        let n_left = there.len();
                        self.leave(&living[n_left..], &mut written, span);
                    } else {
                        written.push(Statement { kind: into_scope(), span });
                    }
                }
                StatementKind::ComputedGoto(_) => {
                    let what = "computed goto in a function with the attribute cleanup";
                    written.push(Statement { kind: StatementKind::Unsupported(what.into()), span });
                }
                StatementKind::Expr(_)
                | StatementKind::FixLength { .. }
                | StatementKind::Label(_)
                | StatementKind::Unsupported(_) => {}
            }
            written.push(statement);
        }
        self.leave(&living[outside..], &mut written, block.span);
        living.truncate(outside);
        block.statements = written;
    }

    /// Calls what the attributes of these objects name, for the youngest first.
    fn leave(&self, objects: &[VariableId], written: &mut Vec<Statement>, span: Span) {
        for object in objects.iter().rev() {
            if let Some(call) = self.calls.get(object) {
                written.push(Statement { kind: StatementKind::Expr(call.clone()), span });
            }
        }
    }

    /// Keeps a value in an object of the block, and gives its load.
    fn kept(&mut self, value: Expr, block: &mut Block, written: &mut Vec<Statement>) -> Expr {
        let (ty, span) = (self.result, value.span);
        let variable = self.checker.unit.variables.push(Variable::automatic("returned", ty, self.function, span));
        block.variables.push(variable);
        self.locals.push(variable);
        let place = || Box::new(Expr { kind: ExprKind::Variable(variable), ty, span });
        let declaration = StatementKind::Declare { variable, size: None, initializer: None };
        let assignment = ExprKind::Assign { target: place(), value: Box::new(value) };
        written.push(Statement { kind: declaration, span });
        written.push(Statement { kind: StatementKind::Expr(Expr { kind: assignment, ty, span }), span });
        Expr { kind: ExprKind::Load(place()), ty, span }
    }
}

fn into_scope() -> StatementKind {
    StatementKind::Unsupported("jump into the scope of an object with the attribute cleanup".into())
}
