//! Where handlers may run: calls between the steps of a function.
//!
//! A call stands right before an access, behind what computes its address and, for a store, its value; before calls of functions without a
//! body; before a thread's first function returns; in each round of loops that may have no end, as no access may come any more; and behind
//! labels to which code jumps. In a program of several threads it also stands before each atomic access: what a handler did before that
//! access is not ordered behind what the thread learns by it.
//!
//! Rule: a handler may run behind the last access, too.
//! Tests: `signal_in_a_silent_loop`, `signal_behind_the_last_access`, `signal_in_a_loop_by_jumps`.

use raddle_program::types::{IntKind, TypeId, TypeKind};

use rustc_hash::FxHashSet;

use super::super::Checker;
use super::super::walk::{Rewrite, Use, walk};
use super::conduct::{Conduct, is_atomic, is_error_number, is_private, root, root_of_pointer};
use crate::typed::{
    BinaryOperator, Block, ElementSize, Expr, ExprKind, FunctionId, LabelId, Statement, StatementKind, Variable,
    VariableId,
};

/// Functions with bodies of ours that change what signals do, end the process, or wait.
const STEPS: [&str; 6] =
    ["signal", "sigaction", "__raddle_signal", "__raddle_exit", "__raddle_quick_exit", "__raddle_pthread_cond_wait"];

/// Writes the calls into one function.
pub(super) struct Points<'a> {
    checker: &'a mut Checker,
    function: FunctionId,
    conduct: &'a Conduct,
    /// Whether a handler's run must be considered before each shared access, or only before those to its objects.
    is_everywhere: bool,
    has_threads: bool,
    point: &'a Expr,
    /// The objects that were added.
    pub locals: Vec<VariableId>,
}

impl<'a> Points<'a> {
    pub fn new(
        checker: &'a mut Checker,
        function: FunctionId,
        conduct: &'a Conduct,
        has_threads: bool,
        point: &'a Expr,
    ) -> Points<'a> {
        let is_everywhere = has_threads && !conduct.is_simple;
        Points { checker, function, conduct, is_everywhere, has_threads, point, locals: Vec::new() }
    }

    /// Rewrites a body. `ends` says that a thread may end with it.
    pub fn write(&mut self, body: &mut Block, ends: bool) {
        walk(body, self);
        let mut jumps = FxHashSet::default();
        jumps_in(body, &mut jumps);
        self.in_endless_loops(body, &jumps);
        if ends {
            self.before_returns(body);
            let span = body.span;
            body.statements.push(Statement { kind: StatementKind::Expr(self.point.clone()), span });
        }
    }

    /// Lets handlers run in each round of loops that may have no end, and behind labels to which code jumps: the accesses that the code there
    /// has points for may never come.
    fn in_endless_loops(&self, block: &mut Block, jumps: &FxHashSet<LabelId>) {
        for position in (0..block.statements.len()).rev() {
            let statement = &mut block.statements[position];
            let span = statement.span;
            let point = || Statement { kind: StatementKind::Expr(self.point.clone()), span };
            match &mut statement.kind {
                StatementKind::Loop { condition, step, body, .. } => {
                    self.in_endless_loops(body, jumps);
                    let tests = condition.as_ref().is_some_and(|condition| self.has_point(condition));
                    if !tests && !is_counted(condition.as_ref(), step.as_ref()) {
                        body.statements.insert(0, point());
                    }
                }
                StatementKind::Label(label) if jumps.contains(label) => block.statements.insert(position + 1, point()),
                StatementKind::Block(inner) | StatementKind::Switch { body: inner, .. } => {
                    self.in_endless_loops(inner, jumps);
                }
                StatementKind::If { then, otherwise, .. } => {
                    self.in_endless_loops(then, jumps);
                    self.in_endless_loops(otherwise, jumps);
                }
                _ => {}
            }
        }
    }

    /// Whether an expression contains a point.
    fn has_point(&self, expr: &Expr) -> bool {
        let mut calls = Calls { point: self.point, is_found: false };
        let span = expr.span;
        let statements = vec![Statement { kind: StatementKind::Expr(expr.clone()), span }];
        walk(&mut Block { statements, variables: Vec::new(), span }, &mut calls);
        calls.is_found
    }

    fn before_returns(&mut self, block: &mut Block) {
        for statement in &mut block.statements {
            match &mut statement.kind {
                StatementKind::Return(Some(value)) => {
                    self.behind(value);
                }
                StatementKind::Return(None) => {
                    let span = statement.span;
                    let point = Statement { kind: StatementKind::Expr(self.point.clone()), span };
                    let back = Statement { kind: StatementKind::Return(None), span };
                    let statements = vec![point, back];
                    statement.kind = StatementKind::Block(Block { statements, variables: Vec::new(), span });
                }
                StatementKind::Block(inner)
                | StatementKind::Loop { body: inner, .. }
                | StatementKind::Switch { body: inner, .. } => self.before_returns(inner),
                StatementKind::If { then, otherwise, .. } => {
                    self.before_returns(then);
                    self.before_returns(otherwise);
                }
                _ => {}
            }
        }
    }

    /// Whether a handler may matter right before an access.
    fn matters(&self, place: &Expr) -> bool {
        let unit = &self.checker.unit;
        if let ExprKind::Deref(pointer) = &place.kind
            && is_error_number(unit, pointer)
        {
            return true;
        }
        // What another thread released before this access is behind the handler.
        if self.has_threads && is_atomic(unit, place) {
            return true;
        }
        self.matters_for(root(place), matches!(place.kind, ExprKind::String(_) | ExprKind::CompoundLiteral { .. }))
    }

    fn matters_for(&self, root: Option<VariableId>, is_own: bool) -> bool {
        let unit = &self.checker.unit;
        match root {
            Some(variable) if is_private(unit, variable) => false,
            Some(variable) => {
                self.is_everywhere || self.conduct.has_pointers || self.conduct.objects.contains(&variable)
            }
            None if is_own => false,
            None => {
                let is_pointed = |variable: &VariableId| unit.variables[*variable].address_taken;
                self.is_everywhere || self.conduct.has_pointers || self.conduct.objects.iter().any(is_pointed)
            }
        }
    }

    /// `(call, expr)`
    fn before(&self, expr: &mut Expr) {
        let (ty, span) = (expr.ty, expr.span);
        let inner = std::mem::replace(expr, Expr { kind: ExprKind::Integer(0), ty, span });
        let mut point = self.point.clone();
        point.span = span;
        expr.kind = ExprKind::Comma(Box::new(point), Box::new(inner));
    }

    /// `({ T value = expr; call; value; })`, or less where nothing can tell.
    fn behind(&mut self, expr: &mut Expr) {
        let (ty, span) = (expr.ty, expr.span);
        if is_still(expr) {
            self.before(expr);
            return;
        }
        if matches!(self.checker.unit.types.kind(ty), TypeKind::Void) {
            let inner = std::mem::replace(expr, Expr { kind: ExprKind::Integer(0), ty, span });
            let operand = Box::new(self.point.clone());
            let point = Expr { kind: ExprKind::Cast { operand, is_explicit: true }, ty, span };
            expr.kind = ExprKind::Comma(Box::new(inner), Box::new(point));
            return;
        }
        let variable = self.local(ty, expr);
        let place = || Box::new(Expr { kind: ExprKind::Variable(variable), ty, span });
        let inner = std::mem::replace(expr, Expr { kind: ExprKind::Integer(0), ty, span });
        let statement = |kind| Statement { kind, span };
        let assign = ExprKind::Assign { target: place(), value: Box::new(inner) };
        let statements = vec![
            statement(StatementKind::Declare { variable, size: None, initializer: None }),
            statement(StatementKind::Expr(Expr { kind: assign, ty, span })),
            statement(StatementKind::Expr(self.point.clone())),
            statement(StatementKind::Expr(Expr { kind: ExprKind::Load(place()), ty, span })),
        ];
        expr.kind = ExprKind::Statement(Box::new(Block { statements, variables: vec![variable], span }));
    }

    fn local(&mut self, ty: TypeId, expr: &Expr) -> VariableId {
        let variable = Variable::automatic("value", ty, self.function, expr.span);
        let variable = self.checker.unit.variables.push(variable);
        self.locals.push(variable);
        variable
    }

    /// Lets a handler run right before an lvalue is accessed: behind what computes its address.
    fn before_access(&mut self, expr: &mut Expr) {
        let place = match &mut expr.kind {
            ExprKind::Load(place)
            | ExprKind::Assign { target: place, .. }
            | ExprKind::CompoundAssign { target: place, .. }
            | ExprKind::PointerAssign { target: place, .. }
            | ExprKind::Increment { target: place, .. } => place,
            _ => return,
        };
        if address_is_still(place) {
            self.before(expr);
        } else if let Some(pointer) = innermost(place) {
            self.behind(pointer);
        } else {
            self.before(expr);
        }
    }
}

/// Whether a loop compares something with a bound and moves on in each round: it ends.
fn is_counted(condition: Option<&Expr>, step: Option<&Expr>) -> bool {
    let compares = |condition: &Expr| {
        matches!(
            condition.kind,
            ExprKind::Binary(
                BinaryOperator::Less
                    | BinaryOperator::LessEqual
                    | BinaryOperator::Greater
                    | BinaryOperator::GreaterEqual
                    | BinaryOperator::NotEqual,
                ..
            )
        )
    };
    let moves = |step: &Expr| {
        matches!(
            step.kind,
            ExprKind::Increment { .. } | ExprKind::CompoundAssign { .. } | ExprKind::PointerAssign { .. }
        )
    };
    condition.is_some_and(compares) && step.is_some_and(moves)
}

/// The labels to which code jumps.
fn jumps_in(block: &Block, found: &mut FxHashSet<LabelId>) {
    for statement in &block.statements {
        match &statement.kind {
            StatementKind::Goto(label) => {
                found.insert(*label);
            }
            StatementKind::Block(inner)
            | StatementKind::Loop { body: inner, .. }
            | StatementKind::Switch { body: inner, .. } => jumps_in(inner, found),
            StatementKind::If { then, otherwise, .. } => {
                jumps_in(then, found);
                jumps_in(otherwise, found);
            }
            _ => {}
        }
    }
}

/// Whether code contains a call between steps.
struct Calls<'a> {
    point: &'a Expr,
    is_found: bool,
}

impl Rewrite for Calls<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        let called = |expr: &Expr| match &expr.kind {
            ExprKind::Call { callee, .. } => match callee.kind {
                ExprKind::Function(function) => Some(function),
                _ => None,
            },
            _ => None,
        };
        self.is_found |= called(expr).is_some() && called(expr) == called(self.point);
    }
}

/// The pointer or index of which the address of an lvalue depends last.
fn innermost(place: &mut Expr) -> Option<&mut Expr> {
    match &mut place.kind {
        ExprKind::Deref(pointer) => Some(pointer),
        ExprKind::Member { base, .. } => innermost(base),
        _ => None,
    }
}

/// Whether a value depends on no memory that something else could write, and computing it has no effect. Loads that matter were rewritten
/// already, so a plain load of a variable that is left does not.
fn is_still(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Integer(_) | ExprKind::Floating(_) | ExprKind::Function(_) | ExprKind::LabelAddress(_) => true,
        ExprKind::Load(place) => matches!(place.kind, ExprKind::Variable(_)),
        ExprKind::Decay(place) | ExprKind::AddressOf(place) => {
            matches!(place.kind, ExprKind::Function(_) | ExprKind::String(_)) || address_is_still(place)
        }
        ExprKind::Cast { operand, .. } | ExprKind::Unary(_, operand) => is_still(operand),
        ExprKind::Binary(_, left, right) | ExprKind::PointerAdd { pointer: left, index: right, .. } => {
            is_still(left) && is_still(right)
        }
        _ => false,
    }
}

/// Whether the address of an lvalue depends on no memory that something else could write.
fn address_is_still(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Variable(_) | ExprKind::String(_) => true,
        ExprKind::Member { base, .. } => address_is_still(base),
        ExprKind::Deref(pointer) => is_still(pointer),
        _ => false,
    }
}

impl Rewrite for Points<'_> {
    fn expression(&mut self, _: &mut Expr, _: &mut Vec<VariableId>) {}

    fn used_expression(&mut self, expr: &mut Expr, using: Use, _: &mut Vec<VariableId>) {
        match &mut expr.kind {
            ExprKind::Load(place) if self.matters(place) => self.before_access(expr),
            ExprKind::Assign { target, value } if self.matters(target) => self.behind(value),
            ExprKind::CompoundAssign { target, .. } | ExprKind::PointerAssign { target, .. } => {
                if !self.matters(target) {
                    return;
                }
                let is_one_step = is_atomic(&self.checker.unit, target);
                if !is_one_step {
                    match &mut expr.kind {
                        ExprKind::CompoundAssign { value, .. } | ExprKind::PointerAssign { index: value, .. } => {
                            self.behind(value);
                        }
                        _ => {}
                    }
                }
                self.before_access(expr);
            }
            ExprKind::Increment { target, .. } => {
                if !self.matters(target) {
                    return;
                }
                if !is_atomic(&self.checker.unit, target) {
                    self.increment(expr, using);
                }
                match &expr.kind {
                    ExprKind::CompoundAssign { .. } | ExprKind::PointerAssign { .. } | ExprKind::Increment { .. } => {
                        self.before_access(expr);
                    }
                    _ => self.before(expr),
                }
            }
            ExprKind::Builtin { name, arguments } => {
                let is_atomic = name.starts_with("__atomic") || name.starts_with("__sync") || name.starts_with("__c11");
                let Some(pointer) = arguments.first().filter(|_| is_atomic) else { return };
                if !self.has_threads && !self.matters_for(root_of_pointer(pointer), false) {
                    return;
                }
                self.before_call(expr);
            }
            ExprKind::Call { callee, .. } => {
                let ExprKind::Function(function) = callee.kind else { return };
                let function = &self.checker.unit.functions[function];
                let is_own = function.name.starts_with("__raddle_") || function.name.starts_with("__VERIFIER_");
                let is_step = function.body.is_none() && !is_own && &*function.name != "__errno_location";
                if is_step || STEPS.contains(&&*function.name) {
                    self.before_call(expr);
                }
            }
            _ => {}
        }
    }
}

impl Points<'_> {
    /// Before a call, behind its arguments.
    fn before_call(&mut self, expr: &mut Expr) {
        let (ExprKind::Call { arguments, .. } | ExprKind::Builtin { arguments, .. }) = &mut expr.kind else { return };
        let is_value = |argument: &Expr| {
            !matches!(argument.kind, ExprKind::Variable(_) | ExprKind::Member { .. } | ExprKind::Deref(_))
        };
        if arguments.iter().all(is_still) {
            self.before(expr);
        } else if let Some(last) = arguments.last_mut().filter(|last| is_value(last)) {
            let mut value = std::mem::replace(last, Expr { kind: ExprKind::Integer(0), ty: last.ty, span: last.span });
            self.behind(&mut value);
            if let ExprKind::Call { arguments, .. } | ExprKind::Builtin { arguments, .. } = &mut expr.kind
                && let Some(last) = arguments.last_mut()
            {
                *last = value;
            }
        } else {
            self.before(expr);
        }
    }

    /// Makes `++` a compound assignment, between whose accesses a handler may run.
    fn increment(&mut self, expr: &mut Expr, using: Use) {
        let (ty, span) = (expr.ty, expr.span);
        let int = self.checker.unit.types.int(IntKind::Int);
        let ExprKind::Increment { target, is_decrement, is_postfix, element } = &expr.kind else { return };
        let (is_decrement, is_postfix) = (*is_decrement, *is_postfix);
        let is_old = is_postfix && using != Use::Nothing;
        let kind = self.checker.unit.types.kind(ty).clone();
        let one = |ty: TypeId| Expr { kind: ExprKind::Integer(1), ty, span };
        let mut index = one(int);
        self.before(&mut index);
        let changed = match kind {
            TypeKind::Pointer(_) => ExprKind::PointerAssign {
                target: target.clone(),
                index: Box::new(index),
                is_subtraction: is_decrement,
                element: element.clone(),
            },
            TypeKind::Int(_) => {
                let computation = self.promoted(ty);
                let mut value = one(computation);
                self.before(&mut value);
                ExprKind::CompoundAssign {
                    operator: if is_decrement { BinaryOperator::Subtract } else { BinaryOperator::Add },
                    target: target.clone(),
                    value: Box::new(value),
                    computation,
                }
            }
            _ => ExprKind::Unsupported("++ of a number that is no integer beside signal handlers".into()),
        };
        let element = element.clone();
        expr.kind = changed;
        if is_old {
            self.old_value(expr, is_decrement, element);
        }
    }

    /// From the new value of `x++` to the old one.
    fn old_value(&mut self, expr: &mut Expr, is_decrement: bool, element: ElementSize) {
        let (ty, span) = (expr.ty, expr.span);
        let new = std::mem::replace(expr, Expr { kind: ExprKind::Integer(0), ty, span });
        if matches!(self.checker.unit.types.kind(ty), TypeKind::Pointer(_)) {
            let int = self.checker.unit.types.int(IntKind::Int);
            let index = Box::new(Expr { kind: ExprKind::Integer(1), ty: int, span });
            expr.kind = ExprKind::PointerAdd { pointer: Box::new(new), index, is_subtraction: !is_decrement, element };
            return;
        }
        let computation = self.promoted(ty);
        let cast = |operand: Expr, ty: TypeId| Expr {
            kind: ExprKind::Cast { operand: Box::new(operand), is_explicit: true },
            ty,
            span,
        };
        let wide = if computation == ty { new } else { cast(new, computation) };
        let one = Expr { kind: ExprKind::Integer(1), ty: computation, span };
        let operator = if is_decrement { BinaryOperator::Add } else { BinaryOperator::Subtract };
        let old = Expr { kind: ExprKind::Binary(operator, Box::new(wide), Box::new(one)), ty: computation, span };
        *expr = if computation == ty { old } else { cast(old, ty) };
    }

    /// The type in which an integer type is computed.
    fn promoted(&mut self, ty: TypeId) -> TypeId {
        match self.checker.unit.types.kind(ty) {
            TypeKind::Int(
                IntKind::Char | IntKind::SignedChar | IntKind::UnsignedChar | IntKind::Short | IntKind::UnsignedShort,
            ) => self.checker.unit.types.int(IntKind::Int),
            _ => ty,
        }
    }
}
