//! The open-world program, which a scan analyzes: unknown code may do several things instead of ending the analysis.
//!
//! - A call through a pointer may also call a function that no file defines: such a call is made or not, by a nondeterministic choice.
//! - A function without a body may call the functions that its arguments are, or that its arguments point to (`->on_event`), any number of
//!   times, on the thread that calls it. A callback gets the arguments of the call that fit its parameters.
//!
//! Lowering has already replaced unsupported constructs by calls of functions without a body.

use raddle_program::builder::{cast, deref, field, fresh_register, local_place, read, step};
use raddle_program::source::Span;
use raddle_program::syntax::{
    Block, Callee, Effect, Expr, ExprKind, InputSource, Place, Procedure, Program, Statement, Step,
};
use raddle_program::types::{FunctionType, IntKind, TypeId, TypeKind, Types};

/// Opens a program.
pub fn open_world(mut program: Program) -> Program {
    let ids: Vec<_> = program.procedures.ids().collect();
    for id in ids {
        let mut procedure = program.procedures[id].clone();
        let body = std::mem::take(&mut procedure.body);
        let mut opening = Opening { program: &mut program, procedure: &mut procedure };
        let body = opening.block(body);
        procedure.body = body;
        program.procedures[id] = procedure;
    }
    program
}

struct Opening<'a> {
    program: &'a mut Program,
    procedure: &'a mut Procedure,
}

impl Opening<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut opened = Block::new();
        for statement in block {
            match statement {
                Statement::Step(Step { effect, span }) => self.step(effect, span, &mut opened),
                Statement::If { condition, then, otherwise, span } => {
                    let (then, otherwise) = (self.block(then), self.block(otherwise));
                    opened.push(Statement::If { condition, then, otherwise, span });
                }
                Statement::Loop { tests_after, test, condition, body, step, span } => {
                    let (test, body, step) = (self.block(test), self.block(body), self.block(step));
                    opened.push(Statement::Loop { tests_after, test, condition, body, step, span });
                }
                Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => {
                    opened.push(statement);
                }
            }
        }
        opened
    }

    fn step(&mut self, effect: Effect, span: Span, opened: &mut Block) {
        match &effect {
            Effect::Call { callee: Callee::Pointer(_), result, .. } => {
                let mut otherwise = Block::new();
                if let Some(result) = *result
                    && self.procedure.locals[result].is_register
                {
                    otherwise.push(self.input_to(result, span));
                }
                let (choose, condition) = self.choice(span);
                opened.push(choose);
                opened.push(Statement::If { condition, then: vec![step(effect, span)], otherwise, span });
            }
            Effect::External { arguments, .. } => {
                let arguments: Vec<Expr> = arguments.iter().map(|(argument, _)| argument.clone()).collect();
                let calls = self.callbacks(&arguments, span);
                opened.push(step(effect, span));
                for call in calls {
                    let (choose, condition) = self.choice(span);
                    let (test, body) = (vec![choose], call);
                    opened.push(Statement::Loop {
                        tests_after: false,
                        test,
                        condition,
                        body,
                        step: Block::new(),
                        span,
                    });
                }
            }
            _ => opened.push(step(effect, span)),
        }
    }

    /// The calls of functions that an external function gets, each with what sets its arguments before.
    fn callbacks(&mut self, arguments: &[Expr], span: Span) -> Vec<Block> {
        let mut functions: Vec<Expr> = Vec::new();
        for argument in arguments {
            let types = &self.program.types;
            let TypeKind::Pointer(target) = types.kind(argument.ty) else { continue };
            match types.kind(target.ty) {
                TypeKind::Function(_) => functions.push(argument.clone()),
                TypeKind::Record(_) => members(types, &deref(types, argument.clone()), &mut functions),
                _ if matches!(uncast(argument).kind, ExprKind::Procedure(_)) => {
                    functions.push(uncast(argument).clone())
                }
                _ => {}
            }
        }
        functions.into_iter().filter_map(|function| self.callback(&function, arguments, span)).collect()
    }

    fn callback(&mut self, function: &Expr, arguments: &[Expr], span: Span) -> Option<Block> {
        let FunctionType { parameters, .. } = function_of(&self.program.types, function.ty)?.clone();
        let mut block = Block::new();
        let mut given = Vec::new();
        for parameter in parameters {
            let mut fits = arguments.iter().filter(|argument| {
                let types = &self.program.types;
                is_data_pointer(types, argument.ty) && is_data_pointer(types, parameter.ty)
            });
            // `create(callback, data)`: the last pointer is what the callback gets.
            let value = match fits.next_back() {
                Some(argument) => cast(argument.clone(), parameter.ty),
                None => {
                    self.program.types.scalar_shape(parameter.ty)?;
                    let register = fresh_register(self.procedure, "given", parameter.ty);
                    block.push(self.input_to(register, span));
                    read(local_place(self.procedure, register))
                }
            };
            given.push(value);
        }
        let callee = match function.kind {
            ExprKind::Procedure(procedure) => Callee::Procedure(procedure),
            _ => Callee::Pointer(function.clone()),
        };
        if let Callee::Procedure(procedure) = callee
            && !self.program.procedures[procedure].is_defined
        {
            return None;
        }
        block.push(step(Effect::Call { callee, arguments: given, result: None }, span));
        Some(block)
    }

    /// A step that makes a choice, and the condition that asks for it.
    fn choice(&mut self, span: Span) -> (Statement, Expr) {
        let ty = self.program.types.int(IntKind::Int);
        let register = fresh_register(self.procedure, "choice", ty);
        (self.input_to(register, span), read(local_place(self.procedure, register)))
    }

    fn input_to(&self, target: raddle_program::syntax::LocalId, span: Span) -> Statement {
        step(Effect::Input { target, source: InputSource::Undefined("what is not known".into()) }, span)
    }
}

/// The pointers to functions in a structure, in those inside it, too.
fn members(types: &Types, place: &Place, found: &mut Vec<Expr>) {
    let TypeKind::Record(record) = types.kind(place.ty) else { return };
    let count = types.record(*record).body.as_ref().map_or(0, |body| body.fields.len());
    for number in 0..count as u32 {
        let member = field(types, place.clone(), number);
        match function_of(types, member.ty) {
            Some(_) => found.push(read(member)),
            None => members(types, &member, found),
        }
    }
}

/// An expression without conversions.
fn uncast(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast(operand) => uncast(operand),
        _ => expr,
    }
}

fn function_of(types: &Types, ty: TypeId) -> Option<&FunctionType> {
    let TypeKind::Pointer(target) = types.kind(ty) else { return None };
    let TypeKind::Function(function) = types.kind(target.ty) else { return None };
    Some(function)
}

fn is_data_pointer(types: &Types, ty: TypeId) -> bool {
    matches!(types.kind(ty), TypeKind::Pointer(_)) && function_of(types, ty).is_none()
}
