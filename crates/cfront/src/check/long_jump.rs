//! `setjmp` and `longjmp` (C11 7.13) as ordinary returns: while a jump is in progress, each function that it leaves returns at once, and
//! the function with the call of `setjmp` goes to a label in front of that call.
//!
//! `f(x)` becomes `({ T result = f(x); if (__raddle_jump_target) return ...; result; })` if `f` may jump. A function may jump if it calls
//! `longjmp` or a function that may jump; a call through a pointer may jump if the address of such a function is taken. In a function that
//! calls `setjmp` this `return` is a jump to its end. There `written/__raddle_long_jump.c` decides whether the jump belongs to this call of
//! the function, and to which `setjmp`. The statement with that `setjmp` is executed again, and the call returns the value of the jump.
//!
//! A jump to a function that has returned or runs in another thread, or to a buffer that was never set, reads through an invalid pointer: a
//! violation of memory. Local variables that are not volatile and have changed since `setjmp` have any value after the jump (C11
//! 7.13.2.1p3). Objects in memory (arrays, and objects whose address is taken) keep their values, as with compilers.
//!
//! Left out, as `Unsupported`: a `setjmp` that is not evaluated first in its statement (C11 7.13.1.1p4) or whose address is taken, local
//! structures that change, and jumps out of functions that `pthread_once`, `exit` or a cleanup routine runs.

use raddle_program::source::Span;
use raddle_program::types::{ArrayLength, IntKind, Qualified, TypeId, TypeKind};
use rustc_hash::FxHashSet;

use super::Checker;
use super::walk::{Rewrite, Use, walk, walk_initializer};
use crate::typed::{
    BinaryOperator, Block, Expr, ExprKind, FunctionId, LabelId, Statement, StatementKind, Variable, VariableId,
};
use crate::written::text;

const SETS: [&str; 4] = ["setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp"];
pub(super) const JUMPS: [&str; 4] = ["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];
/// Functions of ours that run functions at the end of the process. A jump out of one of these is undefined (C11 7.22.4.4p3).
const ENDS: [&str; 2] = ["__raddle_exit", "__raddle_quick_exit"];
/// Functions of the library that call what they get.
const CALL_BACK: [&str; 3] = ["pthread_once", "call_once", "__raddle_cleanup_push"];

/// The functions and objects of `written/__raddle_long_jump.c`.
struct Own {
    enter: FunctionId,
    leave: FunctionId,
    set: FunctionId,
    jump: FunctionId,
    arrives: FunctionId,
    result: FunctionId,
    target: VariableId,
}

impl Own {
    fn functions(&self) -> [FunctionId; 6] {
        [self.enter, self.leave, self.set, self.jump, self.arrives, self.result]
    }
}

impl Checker {
    /// Comes when all bodies are there, and before variable arguments become ordinary ones.
    pub(super) fn write_long_jumps(&mut self) {
        let (sets, jumps) = (self.declared_only(&SETS), self.declared_only(&JUMPS));
        let is_used = |id: &FunctionId| self.unit.functions[*id].is_used;
        if !sets.iter().chain(&jumps).any(is_used) {
            return;
        }
        let Some(own) = self.own_jumps() else { return };
        let (jumping, by_pointer) = self.jumping_functions(&own, &jumps);
        for &function in &jumping {
            self.unit.functions[function].is_noreturn = false;
        }
        let call_back = self.declared_only(&CALL_BACK);
        for function in self.unit.functions.ids().collect::<Vec<_>>() {
            if own.functions().contains(&function) {
                continue;
            }
            let Some(mut body) = self.unit.functions[function].body.take() else { continue };
            let mut code =
                Code { checker: self, own: &own, function, sets: &sets, sites: Vec::new(), visible: Vec::new() };
            let frame = code.sets_in(&body).then(|| code.frame(&mut body));
            let mut calls = Calls {
                jumping: &jumping,
                by_pointer,
                jumps: &jumps,
                call_back: &call_back,
                code: &mut code,
                end: frame.as_ref().map(|frame| frame.end),
            };
            walk(&mut body, &mut calls);
            if let Some(frame) = frame {
                code.finish(frame, &mut body);
            }
            self.unit.functions[function].body = Some(body);
        }
        self.refuse_pointers(&sets, &jumps);
    }

    fn own_jumps(&mut self) -> Option<Own> {
        let name = "__raddle_long_jump";
        let written = text(name, self.unit.types.model())?;
        let jump = self.own_function(name, &written)?;
        let mut named = |name: &str| {
            let function = self.function_named(name)?;
            self.unit.functions[function].is_used = true;
            Some(function)
        };
        let (enter, leave) = (named("__raddle_enter_frame")?, named("__raddle_leave_frame")?);
        let (set, arrives) = (named("__raddle_set_jump")?, named("__raddle_jump_arrives")?);
        let result = named("__raddle_jump_result")?;
        let is_target = |id: &VariableId| *self.unit.variables[*id].name == *"__raddle_jump_target";
        let target = self.unit.variables.ids().find(is_target)?;
        Some(Own { enter, leave, set, jump, arrives, result, target })
    }

    /// The functions that may return while a jump is in progress, and whether a call through a pointer may.
    fn jumping_functions(&mut self, own: &Own, jumps: &FxHashSet<FunctionId>) -> (FxHashSet<FunctionId>, bool) {
        let mut found = Vec::new();
        let mut pointed = FxHashSet::default();
        for function in self.unit.functions.ids() {
            let Some(body) = &self.unit.functions[function].body else { continue };
            let mut named = Named { called: FxHashSet::default(), pointed: &mut pointed, by_pointer: false };
            walk(&mut body.clone(), &mut named);
            let Named { called, by_pointer, .. } = named;
            found.push((function, called, by_pointer));
        }
        for variable in self.unit.variables.values() {
            if let Some(initializer) = &variable.initializer {
                let mut named = Named { called: FxHashSet::default(), pointed: &mut pointed, by_pointer: false };
                walk_initializer(&mut initializer.clone(), &mut named, &mut Vec::new());
            }
        }
        let mut jumping: FxHashSet<FunctionId> = jumps.clone();
        jumping.insert(own.jump);
        loop {
            let known = jumping.len();
            let any_pointer = jumping.iter().any(|function| pointed.contains(function));
            for (function, called, by_pointer) in &found {
                if (*by_pointer && any_pointer) || called.iter().any(|called| jumping.contains(called)) {
                    jumping.insert(*function);
                }
            }
            if jumping.len() == known {
                return (jumping, any_pointer);
            }
        }
    }

    /// Makes the remaining uses of the functions unsupported.
    fn refuse_pointers(&mut self, sets: &FxHashSet<FunctionId>, jumps: &FxHashSet<FunctionId>) {
        let functions = sets.union(jumps).copied().collect();
        self.rewrite_everything_but(&[], &mut Refuse { functions });
    }
}

/// The functions that code names.
struct Named<'p> {
    called: FxHashSet<FunctionId>,
    pointed: &'p mut FxHashSet<FunctionId>,
    by_pointer: bool,
}

impl Rewrite for Named<'_> {
    fn expression(&mut self, _: &mut Expr, _: &mut Vec<VariableId>) {}

    fn used_expression(&mut self, expr: &mut Expr, using: Use, _: &mut Vec<VariableId>) {
        match &expr.kind {
            ExprKind::Function(function) if using != Use::Nothing => {
                self.pointed.insert(*function);
            }
            ExprKind::Call { callee, .. } => match callee.kind {
                ExprKind::Function(function) => {
                    self.called.insert(function);
                }
                _ => self.by_pointer = true,
            },
            _ => {}
        }
    }
}

/// Puts `Unsupported` in the place of functions.
struct Refuse {
    functions: FxHashSet<FunctionId>,
}

impl Rewrite for Refuse {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        match &expr.kind {
            ExprKind::Call { callee, .. } if matches!(callee.kind, ExprKind::Unsupported(_)) => {
                let what = "a setjmp that is not the first thing in its statement";
                expr.kind = ExprKind::Unsupported(what.into());
            }
            ExprKind::Function(function) if self.functions.contains(function) => {
                expr.kind = ExprKind::Unsupported("the address of a function that sets or makes jumps".into());
            }
            _ => {}
        }
    }
}

/// A call of `setjmp`.
struct Site {
    /// In front of its statement.
    label: LabelId,
    /// Variables with the values that they had at the call.
    saved: Vec<(VariableId, VariableId)>,
    /// Whether a structure may change behind the call.
    has_structures: bool,
}

/// What a function with calls of `setjmp` has.
struct Frame {
    object: VariableId,
    /// Which call of `setjmp` returns for another time; 0 if none does.
    resumed: VariableId,
    /// Where calls go to that return with a jump.
    end: LabelId,
}

/// Writes the code of one function.
struct Code<'a> {
    checker: &'a mut Checker,
    own: &'a Own,
    function: FunctionId,
    sets: &'a FxHashSet<FunctionId>,
    sites: Vec<Site>,
    /// The local variables that are declared so far, and visible.
    visible: Vec<VariableId>,
}

impl Code<'_> {
    fn int(&mut self) -> TypeId {
        self.checker.unit.types.int(IntKind::Int)
    }

    fn long(&mut self) -> TypeId {
        self.checker.unit.types.int(IntKind::Long)
    }

    fn local(&mut self, name: &str, ty: TypeId, span: Span) -> VariableId {
        let variable = self.checker.unit.variables.push(Variable::automatic(name, ty, self.function, span));
        self.checker.unit.functions[self.function].locals.push(variable);
        variable
    }

    fn object(&self, variable: VariableId, span: Span) -> Expr {
        let ty = self.checker.unit.variables[variable].ty.ty;
        Expr { kind: ExprKind::Variable(variable), ty, span }
    }

    fn load(&self, variable: VariableId, span: Span) -> Expr {
        self.object(variable, span).load()
    }

    fn assign(&self, variable: VariableId, value: Expr) -> Statement {
        let span = value.span;
        statement(self.object(variable, span).assign(value))
    }

    fn compare(&mut self, operator: BinaryOperator, left: Expr, right: Expr) -> Expr {
        let (ty, span) = (self.int(), left.span);
        Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty, span }
    }

    fn call(&self, function: FunctionId, arguments: Vec<Expr>, span: Span) -> Expr {
        self.checker.call_of(function, arguments, span)
    }

    /// The frame as an argument.
    fn frame_argument(&mut self, frame: VariableId, span: Span) -> Expr {
        let element = self.checker.unit.types.int(IntKind::UnsignedLong);
        let ty = self.checker.unit.types.pointer_to(element);
        let object = self.object(frame, span);
        Expr { kind: ExprKind::Decay(Box::new(object)), ty, span }
    }

    /// A `return` whose value is not used.
    fn return_nothing(&mut self, variables: &mut Vec<VariableId>, span: Span) -> Vec<Statement> {
        let ty = self.checker.unit.functions[self.function].ty;
        let result = match self.checker.unit.types.kind(ty) {
            TypeKind::Function(function) => function.result.ty,
            _ => self.checker.unit.types.void(),
        };
        let kind = match self.checker.unit.types.kind(result) {
            TypeKind::Void => return vec![Statement { kind: StatementKind::Return(None), span }],
            TypeKind::Float(_) => ExprKind::Floating(0),
            TypeKind::Record(_) | TypeKind::Complex(_) => {
                let unset = self.local("unset", result, span);
                variables.push(unset);
                let value = self.load(unset, span);
                return vec![declare(unset, span), Statement { kind: StatementKind::Return(Some(value)), span }];
            }
            _ => ExprKind::Integer(0),
        };
        let value = Expr { kind, ty: result, span };
        vec![Statement { kind: StatementKind::Return(Some(value)), span }]
    }

    /// Whether some expression of a body calls `setjmp`.
    fn sets_in(&self, body: &Block) -> bool {
        let mut pointed = FxHashSet::default();
        let mut named = Named { called: FxHashSet::default(), pointed: &mut pointed, by_pointer: false };
        walk(&mut body.clone(), &mut named);
        named.called.iter().any(|called| self.sets.contains(called))
    }

    /// Puts labels in front of the statements that call `setjmp`, and gives the function a frame.
    fn frame(&mut self, body: &mut Block) -> Frame {
        let span = body.span;
        let element = Qualified::plain(self.checker.unit.types.int(IntKind::UnsignedLong));
        let array = TypeKind::Array { element, length: ArrayLength::Fixed(2) };
        let array = self.checker.unit.types.intern(array);
        let object = self.local("frame", array, span);
        self.checker.unit.variables[object].address_taken = true;
        let long = self.long();
        let resumed = self.local("resumed", long, span);
        let end =
            self.checker.unit.labels.push(crate::typed::Label { name: "jump".into(), span, address_taken: false });
        let frame = Frame { object, resumed, end };
        self.visible = self.checker.unit.functions[self.function].parameters.clone();
        let mut assigned = Assigned { registers: FxHashSet::default(), others: FxHashSet::default() };
        walk(body, &mut assigned);
        self.block(body, &frame, &assigned);
        frame
    }

    fn block(&mut self, block: &mut Block, frame: &Frame, assigned: &Assigned) {
        let height = self.visible.len();
        let mut written = Vec::new();
        for mut present in std::mem::take(&mut block.statements) {
            let span = present.span;
            let site = self.sites.len();
            let first = match &mut present.kind {
                StatementKind::Expr(expr)
                | StatementKind::If { condition: expr, .. }
                | StatementKind::Switch { scrutinee: expr, .. }
                | StatementKind::Return(Some(expr))
                | StatementKind::Loop { tests_after: false, condition: Some(expr), .. } => Some(expr),
                StatementKind::Declare { initializer: Some(initializer), .. } => match &mut initializer.parts[..] {
                    [part] => Some(&mut part.value),
                    _ => None,
                },
                _ => None,
            };
            if let Some(call) = first.and_then(|expr| first_call(expr, self.sets)) {
                self.site(call, frame, assigned);
            }
            if let Some(site) = self.sites.get(site) {
                written.push(Statement { kind: StatementKind::Label(site.label), span });
            }
            match &mut present.kind {
                StatementKind::Block(inner)
                | StatementKind::Loop { body: inner, .. }
                | StatementKind::Switch { body: inner, .. } => self.block(inner, frame, assigned),
                StatementKind::If { then, otherwise, .. } => {
                    self.block(then, frame, assigned);
                    self.block(otherwise, frame, assigned);
                }
                StatementKind::Declare { variable, .. } => self.visible.push(*variable),
                StatementKind::Return(value) => {
                    if let Some(value) = value {
                        let kept = self.local("returned", value.ty, span);
                        block.variables.push(kept);
                        written.push(declare(kept, span));
                        let load = self.load(kept, span);
                        let value = std::mem::replace(value, load);
                        written.push(self.assign(kept, value));
                    }
                    let leave = self.own.leave;
                    written.push(statement(self.call(leave, Vec::new(), span)));
                }
                _ => {}
            }
            written.push(present);
        }
        block.statements = written;
        self.visible.truncate(height);
    }

    /// `setjmp(b)` becomes `({ int r; if (resumed == k) { resumed = 0; r = result(); } else { set(b, frame, k); save; r = 0; } r; })`.
    fn site(&mut self, call: &mut Expr, frame: &Frame, assigned: &Assigned) {
        let span = call.span;
        let ExprKind::Call { arguments, .. } = &mut call.kind else { return };
        let Some(buffer) = arguments.first().cloned() else { return };
        let number = self.sites.len() as i128 + 1;
        let (int, long) = (self.int(), self.long());
        let label = crate::typed::Label { name: "setjmp".into(), span, address_taken: false };
        let label = self.checker.unit.labels.push(label);
        let returned = self.local("returned", int, span);
        let integer = |number: i128, ty: TypeId| Expr { kind: ExprKind::Integer(number), ty, span };
        let resumed = self.load(frame.resumed, span);
        let condition = self.compare(BinaryOperator::Equal, resumed, integer(number, long));
        let result = self.own.result;
        let again = vec![
            self.assign(frame.resumed, integer(0, long)),
            self.assign(returned, self.call(result, Vec::new(), span)),
        ];
        let void = self.checker.unit.types.void();
        let pointer = self.checker.unit.types.pointer_to(void);
        let buffer = Expr { kind: ExprKind::Cast { operand: Box::new(buffer), is_explicit: false }, ty: pointer, span };
        let arguments = vec![buffer, self.frame_argument(frame.object, span), integer(number, long)];
        let set = self.own.set;
        let mut first = vec![statement(self.call(set, arguments, span))];
        let mut saved = Vec::new();
        for variable in self.visible.clone() {
            if assigned.registers.contains(&variable) && self.is_lost(variable) {
                let ty = self.checker.unit.variables[variable].ty.ty;
                let copy = self.local("saved", ty, span);
                first.push(self.assign(copy, self.load(variable, span)));
                saved.push((variable, copy));
            }
        }
        first.push(self.assign(returned, integer(0, int)));
        let is_structure = |variable: &VariableId| {
            let local = &self.checker.unit.variables[*variable];
            let is_record = matches!(self.checker.unit.types.kind(local.ty.ty), TypeKind::Record(_));
            let is_kept = local.address_taken || local.ty.qualifiers.is_volatile;
            is_record && !is_kept && assigned.others.contains(variable)
        };
        let has_structures = self.visible.iter().any(is_structure);
        self.sites.push(Site { label, saved, has_structures });
        let block = |statements| Block { statements, variables: Vec::new(), span };
        let branch = StatementKind::If { condition, then: block(again), otherwise: block(first) };
        let value = statement(self.load(returned, span));
        let statements = vec![declare(returned, span), Statement { kind: branch, span }, value];
        let whole = Block { statements, variables: vec![returned], span };
        *call = Expr { kind: ExprKind::Statement(Box::new(whole)), ty: int, span };
    }

    /// Whether a jump may lose the value of a variable.
    fn is_lost(&self, variable: VariableId) -> bool {
        let variable = &self.checker.unit.variables[variable];
        let is_scalar = self.checker.unit.types.scalar_shape(variable.ty.ty).is_some();
        is_scalar && !variable.address_taken && !variable.ty.qualifiers.is_volatile
    }

    /// Begins the body with the frame, and ends it with what arriving jumps do.
    fn finish(&mut self, frame: Frame, body: &mut Block) {
        let span = body.span;
        let long = self.long();
        let zero = Expr { kind: ExprKind::Integer(0), ty: long, span };
        let mut first = vec![declare(frame.object, span), declare(frame.resumed, span)];
        first.push(self.assign(frame.resumed, zero.clone()));
        let enter = self.frame_argument(frame.object, span);
        let (begin, leave, arrives) = (self.own.enter, self.own.leave, self.own.arrives);
        first.push(statement(self.call(begin, vec![enter], span)));
        body.variables.extend([frame.object, frame.resumed]);
        let mut last = vec![statement(self.call(leave, Vec::new(), span))];
        let is_main = *self.checker.unit.functions[self.function].name == *"main";
        if is_main {
            last.extend(self.return_nothing(&mut body.variables, span));
        } else {
            last.push(Statement { kind: StatementKind::Return(None), span });
        }
        last.push(Statement { kind: StatementKind::Label(frame.end), span });
        let argument = self.frame_argument(frame.object, span);
        last.push(self.assign(frame.resumed, self.call(arrives, vec![argument], span)));
        for (position, site) in std::mem::take(&mut self.sites).into_iter().enumerate() {
            let number = Expr { kind: ExprKind::Integer(position as i128 + 1), ty: long, span };
            let resumed = self.load(frame.resumed, span);
            let condition = self.compare(BinaryOperator::Equal, resumed, number);
            let mut then = Vec::new();
            let mut variables = Vec::new();
            for (variable, copy) in site.saved {
                body.variables.push(copy);
                first.push(declare(copy, span));
                let ty = self.checker.unit.variables[variable].ty.ty;
                let unset = self.local("unset", ty, span);
                variables.push(unset);
                let (now, before) = (self.load(variable, span), self.load(copy, span));
                let differs = self.compare(BinaryOperator::NotEqual, now, before);
                let lose = vec![declare(unset, span), self.assign(variable, self.load(unset, span))];
                let lose = Block { statements: lose, variables: vec![variables.pop().unwrap_or(unset)], span };
                let otherwise = Block { statements: Vec::new(), variables: Vec::new(), span };
                let kind = StatementKind::If { condition: differs, then: lose, otherwise };
                then.push(Statement { kind, span });
            }
            if site.has_structures {
                let what = "a jump that may lose the value of a structure";
                then.push(Statement { kind: StatementKind::Unsupported(what.into()), span });
            }
            then.push(Statement { kind: StatementKind::Goto(site.label), span });
            let then = Block { statements: then, variables, span };
            let otherwise = Block { statements: Vec::new(), variables: Vec::new(), span };
            last.push(Statement { kind: StatementKind::If { condition, then, otherwise }, span });
        }
        last.push(statement(self.call(leave, Vec::new(), span)));
        last.extend(self.return_nothing(&mut body.variables, span));
        body.statements.splice(0..0, first);
        body.statements.extend(last);
    }
}

/// The call of one of the functions that an expression evaluates before all else.
fn first_call<'e>(expr: &'e mut Expr, functions: &FxHashSet<FunctionId>) -> Option<&'e mut Expr> {
    let is_call = matches!(&expr.kind, ExprKind::Call { callee, .. }
        if matches!(callee.kind, ExprKind::Function(function) if functions.contains(&function)));
    if is_call {
        return Some(expr);
    }
    match &mut expr.kind {
        ExprKind::Unary(_, operand) | ExprKind::Cast { operand, .. } => first_call(operand, functions),
        ExprKind::Binary(_, left, right) if matches!(left.kind, ExprKind::Integer(_)) => first_call(right, functions),
        ExprKind::Binary(_, left, _)
        | ExprKind::Logical { left, .. }
        | ExprKind::Comma(left, _)
        | ExprKind::Conditional { condition: left, .. } => first_call(left, functions),
        ExprKind::Assign { target, value } if matches!(target.kind, ExprKind::Variable(_)) => {
            first_call(value, functions)
        }
        _ => None,
    }
}

/// The variables that a body assigns.
struct Assigned {
    registers: FxHashSet<VariableId>,
    /// Of these, members are assigned.
    others: FxHashSet<VariableId>,
}

impl Rewrite for Assigned {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        let (ExprKind::Assign { target, .. }
        | ExprKind::CompoundAssign { target, .. }
        | ExprKind::PointerAssign { target, .. }
        | ExprKind::Increment { target, .. }) = &expr.kind
        else {
            return;
        };
        let mut object = &**target;
        while let ExprKind::Member { base, .. } = &object.kind {
            object = base;
        }
        if let ExprKind::Variable(variable) = object.kind {
            self.registers.insert(variable);
            self.others.insert(variable);
        }
    }
}

/// Lets calls return that a jump goes through.
struct Calls<'c, 'a> {
    jumping: &'c FxHashSet<FunctionId>,
    by_pointer: bool,
    jumps: &'c FxHashSet<FunctionId>,
    call_back: &'c FxHashSet<FunctionId>,
    code: &'c mut Code<'a>,
    end: Option<LabelId>,
}

impl Calls<'_, '_> {
    /// Whether a library function gets a function that may jump out of it.
    fn jumps_out(&self, arguments: &[Expr]) -> bool {
        let mut value = arguments.iter().find(|argument| {
            matches!(argument.kind, ExprKind::Decay(_) | ExprKind::AddressOf(_) | ExprKind::Cast { .. })
                && designator(argument).is_some()
        });
        let known = value.take().and_then(designator);
        known.map_or(self.by_pointer, |function| self.jumping.contains(&function))
    }
}

/// The function that a constant points to.
fn designator(expr: &Expr) -> Option<FunctionId> {
    match &expr.kind {
        ExprKind::Function(function) => Some(*function),
        ExprKind::Decay(inner) | ExprKind::AddressOf(inner) | ExprKind::Cast { operand: inner, .. } => {
            designator(inner)
        }
        _ => None,
    }
}

impl Rewrite for Calls<'_, '_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        let ExprKind::Call { callee, arguments } = &mut expr.kind else { return };
        let (ty, span) = (expr.ty, expr.span);
        let may_jump = match callee.kind {
            ExprKind::Function(function) if self.call_back.contains(&function) => {
                if self.jumps_out(arguments) {
                    let what = "a function that may jump out of a routine of the library";
                    expr.kind = ExprKind::Unsupported(what.into());
                }
                return;
            }
            ExprKind::Function(function) if self.jumps.contains(&function) => {
                let void = self.code.checker.unit.types.void();
                let pointer = self.code.checker.unit.types.pointer_to(void);
                let own = self.code.own.jump;
                let function = self.code.checker.unit.functions[own].ty;
                **callee = Expr { kind: ExprKind::Function(own), ty: function, span: callee.span };
                if let Some(buffer) = arguments.first_mut() {
                    let zero = Expr { kind: ExprKind::Integer(0), ty: pointer, span };
                    let operand = Box::new(std::mem::replace(buffer, zero));
                    buffer.kind = ExprKind::Cast { operand, is_explicit: false };
                }
                true
            }
            ExprKind::Function(function) => self.jumping.contains(&function),
            _ => self.by_pointer,
        };
        if !may_jump {
            return;
        }
        let target = self.code.own.target;
        let condition = self.code.load(target, span);
        let mut variables = Vec::new();
        let gone = match self.end {
            _ if ENDS.contains(&&*self.code.checker.unit.functions[self.code.function].name) => {
                let what = "a jump out of a function that runs at exit";
                vec![Statement { kind: StatementKind::Unsupported(what.into()), span }]
            }
            Some(end) => vec![Statement { kind: StatementKind::Goto(end), span }],
            None => self.code.return_nothing(&mut variables, span),
        };
        let then = Block { statements: gone, variables, span };
        let otherwise = Block { statements: Vec::new(), variables: Vec::new(), span };
        let check = Statement { kind: StatementKind::If { condition, then, otherwise }, span };
        let call = std::mem::replace(expr, Expr { kind: ExprKind::Integer(0), ty, span });
        let is_void = matches!(self.code.checker.unit.types.kind(ty), TypeKind::Void);
        let block = if is_void {
            Block { statements: vec![statement(call), check], variables: Vec::new(), span }
        } else {
            let result = self.code.local("result", ty, span);
            let keep = self.code.assign(result, call);
            let value = statement(self.code.load(result, span));
            Block { statements: vec![declare(result, span), keep, check, value], variables: vec![result], span }
        };
        expr.kind = ExprKind::Statement(Box::new(block));
    }
}

fn declare(variable: VariableId, span: Span) -> Statement {
    Statement { kind: StatementKind::Declare { variable, size: None, initializer: None }, span }
}

fn statement(expr: Expr) -> Statement {
    let span = expr.span;
    Statement { kind: StatementKind::Expr(expr), span }
}
