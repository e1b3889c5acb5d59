//! Threads: POSIX `pthread_create`, `pthread_join`, `pthread_exit`, `pthread_self`, `pthread_equal`.

use raddle_program::builder::{conditional, deref, integer, local_place, read};
use raddle_program::source::Span;
use raddle_program::syntax::{BinaryOperator, Block, Callee, Effect, Expr, ExprKind, ProcedureId};
use raddle_program::types::{FunctionType, IntKind, Qualified, TypeId, TypeKind};

use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[
    row("pthread_create", 4, Model::Code(create)),
    row("pthread_join", 2, Model::Code(join)),
    row("pthread_exit", 1, Model::Code(exit)),
    row("pthread_self", 0, Model::Code(current)),
    row("pthread_equal", 2, Model::Code(equal)),
];

/// `pthread_create(id, attribute, start, argument)`. The attribute is not looked at.
fn create(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let mut values = cx.all_fetched(operands);
    let (argument, start, id) = (values.swap_remove(3), values.swap_remove(2), values.swap_remove(0));
    let void_pointer = cx.cx.void_pointer();
    let argument = cx.convert(argument, void_pointer);
    let id = thread_id_pointer(cx, id);
    let (start, argument) = match procedure(&start) {
        Some(procedure) => match cx.start_parameter(procedure, call.span) {
            Some(Some(ty)) => (Callee::Procedure(procedure), cx.convert(argument, ty)),
            Some(None) => (Callee::Procedure(procedure), argument),
            None => return call.nothing(cx),
        },
        None => (Callee::Pointer(start_pointer(cx, start)), argument),
    };
    let int = cx.cx.int();
    let result = call.register(cx, int);
    cx.emit(Effect::Spawn { start, argument, id, is_detached: None, result }, call.span);
    call.in_register(cx, result)
}

/// The procedure that a start function designates, whatever type it was converted to.
fn procedure(start: &Expr) -> Option<ProcedureId> {
    match &start.kind {
        ExprKind::Procedure(procedure) => Some(*procedure),
        ExprKind::Cast(operand) => procedure(operand),
        ExprKind::Integer(_)
        | ExprKind::Read(_)
        | ExprKind::AddressOf(_)
        | ExprKind::SelfId
        | ExprKind::AllocationSize(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::PointerAdd { .. }
        | ExprKind::PointerDifference { .. }
        | ExprKind::Conditional { .. } => None,
    }
}

/// Where the id goes, as a pointer to an integer.
fn thread_id_pointer(cx: &mut ProcedureLowering<'_, '_>, id: Expr) -> Expr {
    if let TypeKind::Pointer(target) = cx.cx.types.kind(id.ty)
        && cx.cx.types.integer_shape(target.ty).is_some()
    {
        return id;
    }
    let thread = cx.cx.types.int(IntKind::UnsignedLong);
    let wanted = cx.cx.types.pointer_to(thread);
    cx.convert(id, wanted)
}

/// A start function as a pointer to a function.
fn start_pointer(cx: &mut ProcedureLowering<'_, '_>, start: Expr) -> Expr {
    if cx.cx.as_function(start.ty).is_some() {
        return start;
    }
    let void_pointer = Qualified::plain(cx.cx.void_pointer());
    let parameters = vec![void_pointer];
    let function = FunctionType { result: void_pointer, parameters, is_variadic: false, has_prototype: true };
    let function = cx.cx.types.intern(TypeKind::Function(function));
    let wanted = cx.cx.types.pointer_to(function);
    cx.convert(start, wanted)
}

/// `pthread_join(thread, value)`: what the thread returned is stored behind the join, unless `value` is null.
fn join(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let mut values: Vec<Expr> = operands.into_iter().take(2).map(|operand| cx.settled(operand)).collect();
    let (target, thread) = (values.swap_remove(1), values.swap_remove(0));
    let target = cx.as_pointer(target);
    if cx.cx.types.integer_shape(thread.ty).is_none() {
        cx.unsupported("a thread id that is no number", call.span);
        return call.nothing(cx);
    }
    let int = cx.cx.int();
    if matches!(target.kind, ExprKind::Integer(0)) {
        let result = call.register(cx, int);
        cx.emit(Effect::Join { thread, value: None, result }, call.span);
        return call.in_register(cx, result);
    }
    let void_pointer = cx.cx.void_pointer();
    let value = cx.temporary(void_pointer);
    let result = call.register(cx, int).unwrap_or_else(|| cx.temporary(int));
    cx.emit(Effect::Join { thread, value: Some(value), result: Some(result) }, call.span);
    let succeeded = not_zero(cx, read(local_place(&cx.procedure, result)), false);
    let is_wanted = match &target.kind {
        ExprKind::AddressOf(_) => succeeded,
        _ => {
            let is_pointer = not_zero(cx, target.clone(), true);
            conditional(succeeded, is_pointer, integer(0, int))
        }
    };
    let value = read(local_place(&cx.procedure, value));
    let place = match target.kind {
        ExprKind::AddressOf(place) if place.ty == void_pointer => *place,
        _ => {
            let wanted = cx.cx.types.pointer_to(void_pointer);
            let target = cx.convert(target, wanted);
            deref(&cx.cx.types, target)
        }
    };
    let store = cx.capture(|cx| cx.emit(Effect::Assign { target: place, value }, call.span)).1;
    cx.emit_if(Operand::pure(is_wanted, call.span), store, Block::new());
    call.in_register(cx, Some(result).filter(|_| call.is_used(cx)))
}

/// `value != 0`, or `value == 0`.
fn not_zero(cx: &mut ProcedureLowering<'_, '_>, value: Expr, holds: bool) -> Expr {
    let operator = if holds { BinaryOperator::NotEqual } else { BinaryOperator::Equal };
    let zero = integer(0, value.ty);
    Expr { kind: ExprKind::Binary(operator, Box::new(value), Box::new(zero)), ty: cx.cx.int() }
}

fn exit(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let value = cx.all_fetched(operands).into_iter().next();
    let void_pointer = cx.cx.void_pointer();
    let value = value.map(|value| cx.convert(value, void_pointer));
    cx.emit(Effect::Exit(value), call.span);
    call.nothing(cx)
}

fn current(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    super::discard_all(cx, operands);
    if cx.cx.types.integer_shape(call.ty).is_none() {
        return call.nothing(cx);
    }
    let value = Expr { kind: ExprKind::SelfId, ty: call.ty };
    call.result(cx, value)
}

fn equal(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let mut values: Vec<Expr> = operands.into_iter().take(2).map(|operand| cx.settled(operand)).collect();
    let (right, left) = (values.swap_remove(1), values.swap_remove(0));
    if cx.cx.types.integer_shape(left.ty).is_none() {
        cx.unsupported("comparing thread ids that are no numbers", call.span);
        return call.nothing(cx);
    }
    let right = cx.convert(right, left.ty);
    let kind = ExprKind::Binary(BinaryOperator::Equal, Box::new(left), Box::new(right));
    let value = Expr { kind, ty: cx.cx.int() };
    call.result(cx, value)
}

impl ProcedureLowering<'_, '_> {
    /// The type of the parameter of a thread's first procedure, `Some(None)` if it has none. `None` if it cannot be started,
    /// which is said in the code.
    fn start_parameter(&mut self, procedure: ProcedureId, span: Span) -> Option<Option<TypeId>> {
        let Some(function) = self.cx.function_of(procedure) else {
            self.unsupported("a thread that runs a function without a body", span);
            return None;
        };
        let declaration = &self.cx.unit.functions[function];
        let parameters = &declaration.parameters;
        let parameter = parameters.first().map(|&parameter| self.cx.unit.variables[parameter].ty.ty);
        let is_scalar = parameter.is_none_or(|ty| self.cx.types.integer_shape(ty).is_some());
        if declaration.body.is_none() || parameters.len() > 1 || !is_scalar {
            self.unsupported(format!("a thread that runs {}", declaration.name), span);
            return None;
        }
        Some(parameter)
    }
}
