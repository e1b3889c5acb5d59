//! The parts of the code that jumps become.

use raddle_program::source::Span;
use raddle_program::types::{IntKind, TypeId, TypeKind};
use rustc_hash::FxHashSet;

use super::Own;
use super::site::Site;
use crate::check::Checker;
use crate::typed::{
    BinaryOperator, Block, Expr, ExprKind, FunctionId, Label, LabelId, Statement, StatementKind, Variable, VariableId,
};

/// Writes the code of one function.
pub(super) struct Code<'a> {
    pub(super) checker: &'a mut Checker,
    pub(super) own: &'a Own,
    pub(super) function: FunctionId,
    pub(super) sets: &'a FxHashSet<FunctionId>,
    pub(super) sites: Vec<Site>,
    /// The local variables that are declared so far, and visible.
    pub(super) visible: Vec<VariableId>,
    /// The variables that hold the values of others since a call of `setjmp`.
    pub(super) copies: Vec<VariableId>,
    /// Whether the program creates threads.
    pub(super) has_threads: bool,
}

impl Code<'_> {
    pub(super) fn int(&mut self) -> TypeId {
        self.checker.unit.types.int(IntKind::Int)
    }

    pub(super) fn long(&mut self) -> TypeId {
        self.checker.unit.types.int(IntKind::Long)
    }

    pub(super) fn local(&mut self, name: &str, ty: TypeId, span: Span) -> VariableId {
        let variable = self.checker.unit.variables.push(Variable::automatic(name, ty, self.function, span));
        self.checker.unit.functions[self.function].locals.push(variable);
        variable
    }

    pub(super) fn object(&self, variable: VariableId, span: Span) -> Expr {
        let ty = self.checker.unit.variables[variable].ty.ty;
        Expr { kind: ExprKind::Variable(variable), ty, span }
    }

    pub(super) fn load(&self, variable: VariableId, span: Span) -> Expr {
        self.object(variable, span).load()
    }

    pub(super) fn assign(&self, variable: VariableId, value: Expr) -> Statement {
        let span = value.span;
        statement(self.object(variable, span).assign(value))
    }

    pub(super) fn compare(&mut self, operator: BinaryOperator, left: Expr, right: Expr) -> Expr {
        let (ty, span) = (self.int(), left.span);
        Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty, span }
    }

    pub(super) fn call(&self, function: FunctionId, arguments: Vec<Expr>, span: Span) -> Expr {
        self.checker.call_of(function, arguments, span)
    }

    pub(super) fn label(&mut self, name: &str, span: Span) -> LabelId {
        self.checker.unit.labels.push(Label { name: name.into(), span, address_taken: false })
    }

    /// The frame as an argument.
    pub(super) fn frame_argument(&mut self, frame: VariableId, span: Span) -> Expr {
        let element = self.checker.unit.types.int(IntKind::UnsignedLong);
        let ty = self.checker.unit.types.pointer_to(element);
        let object = self.object(frame, span);
        Expr { kind: ExprKind::Decay(Box::new(object)), ty, span }
    }

    /// A `return` whose value is not used.
    pub(super) fn return_nothing(&mut self, variables: &mut Vec<VariableId>, span: Span) -> Vec<Statement> {
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
}

pub(super) fn declare(variable: VariableId, span: Span) -> Statement {
    Statement { kind: StatementKind::Declare { variable, size: None, initializer: None }, span }
}

pub(super) fn statement(expr: Expr) -> Statement {
    let span = expr.span;
    Statement { kind: StatementKind::Expr(expr), span }
}

pub(super) fn integer(value: i128, ty: TypeId, span: Span) -> Expr {
    Expr { kind: ExprKind::Integer(value), ty, span }
}

pub(super) fn goto(label: LabelId, span: Span) -> Statement {
    Statement { kind: StatementKind::Goto(label), span }
}

pub(super) fn label(label: LabelId, span: Span) -> Statement {
    Statement { kind: StatementKind::Label(label), span }
}

pub(super) fn block(statements: Vec<Statement>, variables: Vec<VariableId>, span: Span) -> Block {
    Block { statements, variables, span }
}

/// `if` without `else`.
pub(super) fn when(condition: Expr, then: Block) -> Statement {
    let span = condition.span;
    let otherwise = block(Vec::new(), Vec::new(), span);
    Statement { kind: StatementKind::If { condition, then, otherwise }, span }
}
