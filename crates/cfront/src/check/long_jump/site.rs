//! The calls of `setjmp` in a function.

use raddle_program::source::Span;
use raddle_program::types::{ArrayLength, IntKind, Qualified, TypeKind};
use rustc_hash::FxHashSet;

use super::Named;
use super::code::{Code, block, declare, goto, integer, label, statement, when};
use super::mention::{KEEPS_ALL_BUT_THE_FIRST, KEEPS_NOTHING, Mentions, Search, is_fixed};
use crate::check::walk::walk;
use crate::typed::{BinaryOperator, Block, Expr, ExprKind, FunctionId, LabelId, Statement, StatementKind, VariableId};

/// A call of `setjmp`.
pub(super) struct Site {
    /// In front of its statement.
    label: LabelId,
}

/// What a function with calls of `setjmp` has.
pub(super) struct Frame {
    object: VariableId,
    /// Which call of `setjmp` returns for another time; 0 if none does.
    resumed: VariableId,
    /// Where calls go to that return with a jump.
    pub(super) end: LabelId,
    /// Where the function returns with a jump that goes to another function.
    pub(super) gone: LabelId,
}

impl Code<'_> {
    /// Whether some expression of a body calls `setjmp`.
    pub(super) fn sets_in(&self, body: &Block) -> bool {
        let mut pointed = FxHashSet::default();
        let mut named = Named { called: FxHashSet::default(), pointed: &mut pointed, by_pointer: false };
        walk(&mut body.clone(), &mut named);
        named.called.iter().any(|called| self.sets.contains(called))
    }

    /// Whether a block contains a call of `setjmp` that has its label.
    pub(super) fn has_sites(&self, block: &Block) -> bool {
        block.statements.iter().any(|statement| match statement.kind {
            StatementKind::Label(label) => self.sites.iter().any(|site| site.label == label),
            _ => statement.blocks().any(|inner| self.has_sites(inner)),
        })
    }

    /// Puts labels in front of the statements that call `setjmp`, and gives the function a frame.
    pub(super) fn frame(&mut self, body: &mut Block) -> Frame {
        let span = body.span;
        let element = Qualified::plain(self.checker.unit.types.int(IntKind::UnsignedLong));
        let array = TypeKind::Array { element, length: ArrayLength::Fixed(2) };
        let array = self.checker.unit.types.intern(array);
        let object = self.local("frame", array, span);
        self.checker.unit.variables[object].address_taken = true;
        let long = self.long();
        let resumed = self.local("resumed", long, span);
        let (end, gone) = (self.label("jump", span), self.label("gone", span));
        let frame = Frame { object, resumed, end, gone };
        self.visible = self.checker.unit.functions[self.function].parameters.clone();
        let mentions = self.mentions(body);
        self.block(body, &frame, &mentions);
        frame
    }

    fn mentions(&self, body: &Block) -> Mentions {
        let search = Search {
            types: &self.checker.unit.types,
            sets: self.sets,
            keeps_nothing: &self.checker.declared_only(&KEEPS_NOTHING),
            keeps_all_but_the_first: &self.checker.declared_only(&KEEPS_ALL_BUT_THE_FIRST),
            position: 0,
            loops: Vec::new(),
            found: Mentions::default(),
        };
        search.mentions(body)
    }

    fn block(&mut self, whole: &mut Block, frame: &Frame, mentions: &Mentions) {
        let height = self.visible.len();
        let mut written = Vec::new();
        for mut present in std::mem::take(&mut whole.statements) {
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
                self.site(call, frame, mentions);
            }
            if let Some(site) = self.sites.get(site) {
                written.push(label(site.label, span));
            }
            match &mut present.kind {
                StatementKind::Block(inner)
                | StatementKind::Loop { body: inner, .. }
                | StatementKind::Switch { body: inner, .. } => self.block(inner, frame, mentions),
                StatementKind::If { then, otherwise, .. } => {
                    self.block(then, frame, mentions);
                    self.block(otherwise, frame, mentions);
                }
                StatementKind::Declare { variable, .. } => self.visible.push(*variable),
                StatementKind::Return(_) => present = self.leave_and_return(present),
                _ => {}
            }
            written.push(present);
        }
        whole.statements = written;
        self.visible.truncate(height);
    }

    /// `return value;` becomes `{ T returned; returned = value; leave(); return returned; }`.
    fn leave_and_return(&mut self, mut present: Statement) -> Statement {
        let span = present.span;
        let (mut statements, mut variables) = (Vec::new(), Vec::new());
        if let StatementKind::Return(Some(value)) = &mut present.kind {
            let kept = self.local("returned", value.ty, span);
            variables.push(kept);
            let load = self.load(kept, span);
            let value = std::mem::replace(value, load);
            statements.extend([declare(kept, span), self.assign(kept, value)]);
        }
        statements.push(statement(self.call(self.own.leave, Vec::new(), span)));
        statements.push(present);
        Statement { kind: StatementKind::Block(block(statements, variables, span)), span }
    }

    /// `setjmp(b)` becomes
    /// `({ int r; if (resumed == k) { resumed = 0; lose; r = result(); } else { set(b, frame, k); keep; r = 0; } r; })`.
    fn site(&mut self, call: &mut Expr, frame: &Frame, mentions: &Mentions) {
        let span = call.span;
        let ExprKind::Call { arguments, .. } = &mut call.kind else { return };
        let Some(buffer) = arguments.first().cloned() else { return };
        let number = self.sites.len() as i128 + 1;
        let (int, long) = (self.int(), self.long());
        let label = self.label("setjmp", span);
        self.sites.push(Site { label });
        let returned = self.local("returned", int, span);
        let resumed = self.load(frame.resumed, span);
        let condition = self.compare(BinaryOperator::Equal, resumed, integer(number, long, span));
        let (keep, mut lose) = self.losses(mentions, span);
        // The copies belong to the last call.
        if !keep.is_empty() && mentions.is_repeated(span) && !is_fixed(&buffer) {
            let what = "a jump to one of several calls of setjmp at one place";
            lose = vec![Statement { kind: StatementKind::Unsupported(what.into()), span }];
        }
        let mut again = vec![self.assign(frame.resumed, integer(0, long, span))];
        again.extend(lose);
        again.push(self.assign(returned, self.call(self.own.result, Vec::new(), span)));
        let void = self.checker.unit.types.void();
        let pointer = self.checker.unit.types.pointer_to(void);
        let buffer = Expr { kind: ExprKind::Cast { operand: Box::new(buffer), is_explicit: false }, ty: pointer, span };
        let arguments = vec![buffer, self.frame_argument(frame.object, span), integer(number, long, span)];
        let mut first = vec![statement(self.call(self.own.set, arguments, span))];
        first.extend(keep);
        first.push(self.assign(returned, integer(0, int, span)));
        let (then, otherwise) = (block(again, Vec::new(), span), block(first, Vec::new(), span));
        let branch = Statement { kind: StatementKind::If { condition, then, otherwise }, span };
        let value = statement(self.load(returned, span));
        let whole = block(vec![declare(returned, span), branch, value], vec![returned], span);
        *call = Expr { kind: ExprKind::Statement(Box::new(whole)), ty: int, span };
    }

    /// The code to which a call goes that returns with a jump. It goes to the call of `setjmp` that returns again, and
    /// ends if the jump goes to another function.
    pub(super) fn arrival(&mut self, frame: &Frame, here: LabelId, span: Span) -> Vec<Statement> {
        let long = self.long();
        let argument = self.frame_argument(frame.object, span);
        let arrives = self.call(self.own.arrives, vec![argument], span);
        let mut code = vec![label(here, span), self.assign(frame.resumed, arrives)];
        for position in 0..self.sites.len() {
            let number = integer(position as i128 + 1, long, span);
            let resumed = self.load(frame.resumed, span);
            let condition = self.compare(BinaryOperator::Equal, resumed, number);
            let target = self.sites[position].label;
            code.push(when(condition, block(vec![goto(target, span)], Vec::new(), span)));
        }
        code
    }

    /// Begins the body with the frame, and ends it with what arriving jumps do.
    pub(super) fn finish(&mut self, frame: Frame, body: &mut Block) {
        let span = body.span;
        let long = self.long();
        let mut first = vec![declare(frame.object, span), declare(frame.resumed, span)];
        first.push(self.assign(frame.resumed, integer(0, long, span)));
        let enter = self.frame_argument(frame.object, span);
        let (begin, leave) = (self.own.enter, self.own.leave);
        first.push(statement(self.call(begin, vec![enter], span)));
        first.extend(self.copies.iter().map(|&copy| declare(copy, span)));
        body.variables.extend([frame.object, frame.resumed]);
        body.variables.append(&mut self.copies);
        let mut last = vec![statement(self.call(leave, Vec::new(), span))];
        let is_main = *self.checker.unit.functions[self.function].name == *"main";
        if is_main {
            last.extend(self.return_nothing(&mut body.variables, span));
        } else {
            last.push(Statement { kind: StatementKind::Return(None), span });
        }
        last.extend(self.arrival(&frame, frame.end, span));
        last.push(label(frame.gone, span));
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
