//! The *points* of a program, the paper's labels: they distinguish its instructions.
//!
//! A point is an access to an observed variable, or an assertion that fails. A [`Watch`] gives the code that stands
//! there; the rest of the program is unchanged. The points of a program are numbered in the order of its text, so the
//! same variables give the same numbers. So a reconstruction can require at a point what the observer recorded at the
//! same point.
//!
//! A read is taken out of its expression, into a register just before, since the code of the watch needs the value.
//! Between the two, the thread does nothing that another thread can observe. Access and watch are one atomic section.

use std::collections::BTreeSet;
use std::sync::Arc;

use raddle_program::builder::{assign, binary, fresh_register, global_place, integer, local_place, read, step};
use raddle_program::rewrite::{change_effect, change_expr};
use raddle_program::source::Span;
use raddle_program::syntax::{
    BinaryOperator, Block, Effect, Expr, ExprKind, GlobalId, LocalId, Place, PlaceKind, Procedure, Program, Statement,
    Step,
};
use raddle_program::types::{IntKind, TypeId, TypeKind, Types};

/// What happens at a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Point {
    /// An observed variable is read or written.
    Access {
        /// Which.
        variable: GlobalId,
        /// Whether it is written.
        is_write: bool,
        /// Whether the access is atomic.
        is_atomic: bool,
    },
    /// An assertion fails.
    Failure,
}

/// The variables among some that can be observed: numbers.
pub fn observable(program: &Program, among: impl Iterator<Item = GlobalId>) -> BTreeSet<GlobalId> {
    let is_number = |ty: TypeId| match program.types.kind(ty) {
        TypeKind::Bool | TypeKind::Int(_) => program.types.size_of(ty).is_some_and(|bytes| bytes <= 8),
        _ => false,
    };
    among.filter(|&global| is_number(program.globals[global].ty)).collect()
}

/// The code at a point.
pub(super) trait Watch {
    /// The code where the variable is read: the register has the value then.
    fn read(&mut self, place: Place, target: LocalId, site: &mut Site<'_>) -> Block;
    /// The code where the variable is written: the register has the value.
    fn write(&mut self, place: Place, value: LocalId, site: &mut Site<'_>) -> Block;
    /// The code where an assertion fails: the assertion, or a statement that ends the execution.
    fn failure(&mut self, assertion: Step, site: &mut Site<'_>) -> Block;
}

/// Where code is written for a point.
pub(super) struct Site<'a> {
    pub point: u32,
    pub what: Point,
    pub span: Span,
    types: &'a mut Types,
    globals: &'a raddle_program::entity::Table<GlobalId, raddle_program::syntax::Global>,
    procedure: &'a mut Procedure,
}

impl Site<'_> {
    /// A number of type `int`.
    pub fn number(&mut self, value: i128) -> Expr {
        integer(value, self.types.int(IntKind::Int))
    }

    /// The value of a register.
    pub fn value(&self, local: LocalId) -> Expr {
        read(local_place(self.procedure, local))
    }

    /// A comparison or another operation.
    pub fn binary(&mut self, operator: BinaryOperator, left: Expr, right: Expr) -> Expr {
        binary(self.types, operator, left, right)
    }

    /// Whether a register has a value.
    pub fn is(&mut self, local: LocalId, value: i128) -> Expr {
        let register = self.value(local);
        let number = integer(value, register.ty);
        self.binary(BinaryOperator::Equal, register, number)
    }

    /// Whether one of some conditions, each 0 or 1, holds.
    pub fn any(&mut self, conditions: Vec<Expr>) -> Expr {
        let nothing = self.number(0);
        conditions.into_iter().reduce(|one, other| self.binary(BinaryOperator::BitOr, one, other)).unwrap_or(nothing)
    }

    /// Whether all of some conditions, each 0 or 1, hold.
    pub fn all(&mut self, conditions: Vec<Expr>) -> Expr {
        let one = self.number(1);
        conditions.into_iter().reduce(|one, other| self.binary(BinaryOperator::BitAnd, one, other)).unwrap_or(one)
    }

    /// A new register with the value of a global, and the code that reads it.
    pub fn get(&mut self, global: GlobalId) -> (LocalId, Statement) {
        let place = global_place(self.globals, global);
        let local = fresh_register(self.procedure, "seen", place.ty);
        (local, assign(local_place(self.procedure, local), read(place), self.span))
    }

    /// `global = value`
    pub fn set(&self, global: GlobalId, value: Expr) -> Statement {
        assign(global_place(self.globals, global), value, self.span)
    }

    /// `place = register`
    pub fn store(&self, place: Place, value: LocalId) -> Statement {
        assign(place, self.value(value), self.span)
    }

    /// `register = value`
    pub fn keep(&self, target: LocalId, value: Expr) -> Statement {
        assign(local_place(self.procedure, target), value, self.span)
    }

    /// A step that has no other place than the point's.
    pub fn step(&self, effect: Effect) -> Statement {
        step(effect, self.span)
    }
}

/// The program with code at its points, and what they are.
pub(super) fn watch(program: &mut Program, observed: &BTreeSet<GlobalId>, watch: &mut dyn Watch) -> Vec<Point> {
    let mut points = Vec::new();
    let Program { types, globals, procedures, .. } = program;
    for (_, procedure) in procedures.iter_mut() {
        let body = std::mem::take(&mut procedure.body);
        let mut writer = Writer { observed, watch, points: &mut points, types, globals, procedure };
        let body = writer.block(body);
        procedure.body = body;
    }
    points
}

struct Writer<'a> {
    observed: &'a BTreeSet<GlobalId>,
    watch: &'a mut dyn Watch,
    points: &'a mut Vec<Point>,
    types: &'a mut Types,
    globals: &'a raddle_program::entity::Table<GlobalId, raddle_program::syntax::Global>,
    procedure: &'a mut Procedure,
}

impl Writer<'_> {
    fn block(&mut self, block: Block) -> Block {
        block.into_iter().flat_map(|statement| self.statement(statement)).collect()
    }

    fn statement(&mut self, statement: Statement) -> Block {
        match statement {
            Statement::Step(step) => self.step(step),
            Statement::If { mut condition, then, otherwise, span } => {
                let mut code = self.reads(span, |change| change_expr(&mut condition, change));
                let (then, otherwise) = (self.block(then), self.block(otherwise));
                code.push(Statement::If { condition, then, otherwise, span });
                code
            }
            Statement::Loop { tests_after, test, mut condition, body, step, span } => {
                let (mut test, body, step) = (self.block(test), self.block(body), self.block(step));
                test.extend(self.reads(span, |change| change_expr(&mut condition, change)));
                vec![Statement::Loop { tests_after, test, condition, body, step, span }]
            }
            Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => vec![statement],
        }
    }

    fn step(&mut self, Step { mut effect, span }: Step) -> Block {
        let mut code = self.reads(span, |change| change_effect(&mut effect, change));
        match effect {
            Effect::Assign { target, value } if self.is_observed(&target) => {
                let register = fresh_register(self.procedure, "stored", target.ty);
                code.push(assign(local_place(self.procedure, register), value, span));
                let section = self.at(&target, true, span, |watch, site| watch.write(target.clone(), register, site));
                code.extend(section);
            }
            Effect::Assert { condition, function, message } => {
                let never = integer(0, self.types.int(IntKind::Int));
                let effect =
                    Effect::Assert { condition: never, function: Arc::clone(&function), message: Arc::clone(&message) };
                let assertion = Step { effect, span };
                let otherwise = self.section(Point::Failure, span, |watch, site| watch.failure(assertion, site));
                if matches!(condition.kind, ExprKind::Integer(0)) {
                    code.extend(otherwise);
                } else {
                    code.push(Statement::If { condition, then: Block::new(), otherwise, span });
                }
            }
            effect => code.push(Statement::Step(Step { effect, span })),
        }
        code
    }

    fn is_observed(&self, place: &Place) -> bool {
        matches!(place.kind, PlaceKind::Global(global) if self.observed.contains(&global))
    }

    /// Takes reads of observed variables out of expressions.
    fn reads(&mut self, span: Span, change_all: impl FnOnce(&mut raddle_program::rewrite::Change<'_>)) -> Block {
        let mut code = Block::new();
        change_all(&mut |expr| {
            let ExprKind::Read(place) = &expr.kind else { return false };
            if !self.is_observed(place) {
                return false;
            }
            let register = fresh_register(self.procedure, "loaded", expr.ty);
            let place = (**place).clone();
            code.extend(self.at(&place, false, span, |watch, site| watch.read(place.clone(), register, site)));
            *expr = read(local_place(self.procedure, register));
            true
        });
        code
    }

    fn at(
        &mut self,
        place: &Place,
        is_write: bool,
        span: Span,
        write: impl FnOnce(&mut dyn Watch, &mut Site<'_>) -> Block,
    ) -> Block {
        let PlaceKind::Global(variable) = place.kind else { panic!("an observed place is a global") };
        self.section(Point::Access { variable, is_write, is_atomic: place.is_atomic() }, span, write)
    }

    fn section(
        &mut self,
        what: Point,
        span: Span,
        write: impl FnOnce(&mut dyn Watch, &mut Site<'_>) -> Block,
    ) -> Block {
        let point = u32::try_from(self.points.len()).expect("a program has fewer points");
        self.points.push(what.clone());
        let Writer { types, globals, procedure, .. } = self;
        let mut site = Site { point, what, span, types, globals, procedure };
        let mut code = vec![step(Effect::AtomicBegin, span)];
        code.extend(write(self.watch, &mut site));
        code.push(step(Effect::AtomicEnd, span));
        code
    }
}
