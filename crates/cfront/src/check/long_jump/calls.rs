//! The calls that a jump leaves, and where it arrives in a function that calls `setjmp`.
//!
//! A block with objects and with a `setjmp` inside has an arrival of its own at its end: a jump from inside the block to that
//! `setjmp` does not leave the block, so the block's objects live on.

use raddle_program::types::TypeKind;
use rustc_hash::FxHashSet;

use super::code::{Code, block, declare, goto, label, statement, when};
use super::site::Frame;
use crate::check::walk::Rewrite;
use crate::typed::{Block, Expr, ExprKind, FunctionId, LabelId, Statement, StatementKind, VariableId};

/// Functions of ours that run functions at the end of the process. A jump out of one of these is undefined (C11 7.22.4.4p3).
const ENDS: [&str; 2] = ["__raddle_exit", "__raddle_quick_exit"];

/// Makes calls return that a jump leaves.
pub(super) struct Calls<'c, 'a> {
    pub(super) jumping: &'c FxHashSet<FunctionId>,
    pub(super) by_pointer: bool,
    pub(super) jumps: &'c FxHashSet<FunctionId>,
    pub(super) call_back: &'c FxHashSet<FunctionId>,
    pub(super) code: &'c mut Code<'a>,
    /// That of the function, if it calls `setjmp`.
    pub(super) frame: Option<&'c Frame>,
    /// The arrivals of the blocks around, from the outermost; `None` for a block that has none of its own.
    pub(super) arrivals: Vec<Option<Arrival>>,
}

/// The code at the end of a block that decides where a jump goes.
pub(super) struct Arrival {
    label: LabelId,
    is_used: bool,
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
    fn enter_block(&mut self, block: &Block) {
        let is_inner = !self.arrivals.is_empty();
        let has_own = is_inner && !block.variables.is_empty() && self.code.has_sites(block);
        let arrival = has_own.then(|| Arrival { label: self.code.label("jump", block.span), is_used: false });
        self.arrivals.push(arrival);
    }

    fn leave_block(&mut self, block: &mut Block) {
        let (Some(Some(arrival)), Some(frame)) = (self.arrivals.pop(), self.frame) else { return };
        if !arrival.is_used {
            return;
        }
        let span = block.span;
        let behind = self.code.label("behind", span);
        block.statements.push(goto(behind, span));
        block.statements.extend(self.code.arrival(frame, arrival.label, span));
        block.statements.push(goto(frame.gone, span));
        block.statements.push(label(behind, span));
    }

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
        let gone = match self.frame {
            _ if ENDS.contains(&&*self.code.checker.unit.functions[self.code.function].name) => {
                let what = "a jump out of a function that runs at exit";
                vec![Statement { kind: StatementKind::Unsupported(what.into()), span }]
            }
            Some(frame) => {
                let mut around = self.arrivals.iter_mut().rev().flatten();
                let end = around.next().map_or(frame.end, |arrival| {
                    arrival.is_used = true;
                    arrival.label
                });
                vec![goto(end, span)]
            }
            None => self.code.return_nothing(&mut variables, span),
        };
        let check = when(condition, block(gone, variables, span));
        let call = std::mem::replace(expr, Expr { kind: ExprKind::Integer(0), ty, span });
        let is_void = matches!(self.code.checker.unit.types.kind(ty), TypeKind::Void);
        let whole = if is_void {
            block(vec![statement(call), check], Vec::new(), span)
        } else {
            let result = self.code.local("result", ty, span);
            let keep = self.code.assign(result, call);
            let value = statement(self.code.load(result, span));
            block(vec![declare(result, span), keep, check, value], vec![result], span)
        };
        expr.kind = ExprKind::Statement(Box::new(whole));
    }
}
