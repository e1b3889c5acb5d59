//! Threads: POSIX `pthread_create`, `pthread_join`, `pthread_detach`, `pthread_exit` and similar functions, C11 `thrd_*`.
//!
//! The value of a C11 thread is an `int`, that of a POSIX thread a pointer: a join's register has the type of the value.

use raddle_program::builder::{conditional, integer, local_place, read};
use raddle_program::source::Span;
use raddle_program::syntax::{BinaryOperator, Callee, Effect, Expr, ExprKind, ProcedureId, Synchronization};
use raddle_program::types::{FunctionType, IntKind, Qualified, TypeId, TypeKind, Types};

use super::deadline::EINVAL;
use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[
    row("pthread_create", 4, Model::Code(create)),
    row("pthread_join", 2, Model::Code(join)),
    row("pthread_tryjoin_np", 2, Model::Code(try_join)),
    row("pthread_timedjoin_np", 3, Model::Code(timed_join)),
    row("pthread_clockjoin_np", 4, Model::Code(timed_join)),
    row("pthread_detach", 1, Model::Operation(Synchronization::ThreadDetach, 1)),
    row("pthread_exit", 1, Model::Code(exit)),
    row("pthread_self", 0, Model::Code(current)),
    row("pthread_equal", 2, Model::Code(equal)),
    row("pthread_setconcurrency", 1, Model::Code(set_concurrency)),
    row("thrd_create", 3, Model::Code(create_c11)),
    row("thrd_join", 2, Model::Code(join_c11)),
    row("thrd_detach", 1, Model::Code(detach_c11)),
    row("thrd_exit", 1, Model::Code(exit_c11)),
    row("thrd_current", 0, Model::Code(current)),
    row("thrd_equal", 2, Model::Code(equal)),
];

const EBUSY: i128 = 16;
const ETIMEDOUT: i128 = 110;
/// `thrd_error`
const FAILED: i128 = 2;

/// `pthread_create(id, attributes, start, argument)`: of the attributes, only the detach state matters.
fn create(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let pointer = cx.cx.void_pointer();
    if matches!(operands[1].expr.kind, ExprKind::Integer(0)) {
        let mut values = cx.all_fetched(operands);
        let (argument, start, id) = (values.swap_remove(3), values.swap_remove(2), values.swap_remove(0));
        return spawn(cx, call, id, start, argument, None);
    }
    let mut values = cx.all_settled(operands);
    let (argument, start) = (values.swap_remove(3), values.swap_remove(2));
    let (attributes, id) = (values.swap_remove(1), values.swap_remove(0));
    let attributes = cx.convert(attributes, pointer);
    let state = cx.attribute(attributes, call.span);
    spawn(cx, call, id, start, argument, Some(state))
}

fn create_c11(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let mut values = cx.all_fetched(operands);
    let (argument, start, id) = (values.swap_remove(2), values.swap_remove(1), values.swap_remove(0));
    spawn(cx, call, id, start, argument, None)
}

fn spawn(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    id: Expr,
    start: Expr,
    argument: Expr,
    is_detached: Option<Expr>,
) -> Operand {
    let void_pointer = cx.cx.void_pointer();
    let argument = cx.convert(argument, void_pointer);
    let id = thread_id_pointer(cx, id);
    let (start, argument) = match procedure(&cx.cx.types, &start) {
        Some(procedure) => match cx.start_parameter(procedure, call.span) {
            Some(Some(ty)) => (Callee::Procedure(procedure), cx.convert(argument, ty)),
            Some(None) => (Callee::Procedure(procedure), argument),
            None => return call.nothing(cx),
        },
        None => (Callee::Pointer(start_pointer(cx, start)), argument),
    };
    let int = cx.cx.int();
    let result = call.register(cx, int);
    cx.emit(Effect::Spawn { start, argument, id, is_detached, result }, call.span);
    call.in_register(cx, result)
}

/// The procedure that a start function designates, whatever type it was converted to, if no type on the way is too short for an address.
pub(super) fn procedure(types: &Types, start: &Expr) -> Option<ProcedureId> {
    match &start.kind {
        ExprKind::Procedure(procedure) => Some(*procedure),
        ExprKind::Cast(operand) if types.size_of(start.ty) >= types.size_of(operand.ty) => procedure(types, operand),
        ExprKind::Cast(_)
        | ExprKind::Integer(_)
        | ExprKind::Read(_)
        | ExprKind::AddressOf(_)
        | ExprKind::SelfId
        | ExprKind::AllocationSize(..)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::PointerAdd { .. }
        | ExprKind::PointerDifference { .. }
        | ExprKind::Floating(..)
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
    let mut values = cx.all_settled(operands);
    let (target, thread) = (values.swap_remove(1), values.swap_remove(0));
    let ty = cx.cx.void_pointer();
    let code = join_into(cx, call, thread, target, ty);
    finish_join(cx, call, code)
}

fn join_c11(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    if cx.cancels() {
        // Whether it is a cancellation point is left to the C library.
        cx.unsupported("a join of C11 in a program that cancels threads", call.span);
        return call.nothing(cx);
    }
    let mut values = cx.all_settled(operands);
    let (target, thread) = (values.swap_remove(1), values.swap_remove(0));
    let ty = cx.cx.int();
    let code = join_into(cx, call, thread, target, ty);
    let code = code.filter(|_| call.is_used(cx)).map(|code| cx.translated(code, &[(0, 0)], FAILED));
    finish_join(cx, call, code)
}

fn finish_join(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, code: Option<Expr>) -> Operand {
    match code {
        Some(code) => call.result(cx, code),
        None => call.nothing(cx),
    }
}

/// Joins, and stores a value of a type. The register with the code, if there is one.
fn join_into(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    thread: Expr,
    target: Expr,
    ty: TypeId,
) -> Option<Expr> {
    let target = cx.as_pointer(target);
    if cx.cx.types.integer_shape(thread.ty).is_none() {
        cx.unsupported("a thread id that is no number", call.span);
        return None;
    }
    cx.cancellation_point(call.span);
    let int = cx.cx.int();
    let stores = !matches!(target.kind, ExprKind::Integer(0));
    let value = stores.then(|| cx.temporary(ty));
    let mut result = call.register(cx, int);
    if stores || cx.cancels() {
        result = Some(result.unwrap_or_else(|| cx.temporary(int)));
    }
    cx.emit(Effect::Join { thread, value, result }, call.span);
    let code = result.map(|result| read(local_place(&cx.procedure, result)));
    if let Some(code) = &code {
        cx.end_if_cancelled_code(code, call.span);
    }
    if let (Some(value), Some(code)) = (value, &code) {
        let value = read(local_place(&cx.procedure, value));
        let succeeded = not_zero(cx, code.clone(), false);
        let is_wanted = match super::code::is_address(&target) {
            true => succeeded,
            false => {
                let is_pointer = not_zero(cx, target.clone(), true);
                cx.and(succeeded, is_pointer)
            }
        };
        let place = cx.target(target, ty);
        cx.when(is_wanted, call.span, |cx| cx.set(&place, value, call.span));
    }
    code
}

fn try_join(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    join_if_ended(cx, call, operands, EBUSY)
}

fn timed_join(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    join_if_ended(cx, call, operands, ETIMEDOUT)
}

/// Joins a thread that has ended; else returns a code.
fn join_if_ended(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    operands: Vec<Operand>,
    too_early: i128,
) -> Operand {
    let mut values = cx.all_settled(operands);
    let (target, thread) = (values.swap_remove(1), values.swap_remove(0));
    if cx.cancels() || cx.cx.types.integer_shape(thread.ty).is_none() {
        cx.unsupported(format!("a call of {} where threads are cancelled", call.name), call.span);
        return call.nothing(cx);
    }
    let int = cx.cx.int();
    let ended = cx.temporary(int);
    cx.operation(Synchronization::ThreadTestEnd, vec![thread.clone()], Some(ended), call.span);
    let ended = read(local_place(&cx.procedure, ended));
    let is_too_early = cx.is_number(ended.clone(), EBUSY);
    let code = conditional(is_too_early, integer(too_early, int), ended.clone());
    let result = cx.kept(code, call.span);
    let has_ended = not_zero(cx, ended, false);
    let ty = cx.cx.void_pointer();
    cx.when(has_ended, call.span, |cx| {
        if let Some(code) = join_into(cx, call, thread, target, ty) {
            cx.set(&result, code, call.span);
        }
    });
    call.result(cx, read(result))
}

/// `value != 0`, or `value == 0`.
fn not_zero(cx: &mut ProcedureLowering<'_, '_>, value: Expr, holds: bool) -> Expr {
    let operator = if holds { BinaryOperator::NotEqual } else { BinaryOperator::Equal };
    let zero = integer(0, value.ty);
    Expr { kind: ExprKind::Binary(operator, Box::new(value), Box::new(zero)), ty: cx.cx.int() }
}

fn detach_c11(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let thread = cx.all_fetched(operands).swap_remove(0);
    let int = cx.cx.int();
    let code = call.is_used(cx).then(|| cx.temporary(int));
    cx.operation(Synchronization::ThreadDetach, vec![thread], code, call.span);
    match code {
        Some(code) => {
            let code = read(local_place(&cx.procedure, code));
            let code = cx.translated(code, &[(0, 0)], FAILED);
            call.result(cx, code)
        }
        None => call.nothing(cx),
    }
}

fn exit(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let ty = cx.cx.void_pointer();
    exit_with(cx, call, operands, ty)
}

fn exit_c11(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let ty = cx.cx.int();
    exit_with(cx, call, operands, ty)
}

fn exit_with(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    operands: Vec<Operand>,
    ty: TypeId,
) -> Operand {
    let value = cx.all_fetched(operands).into_iter().next();
    let value = value.map(|value| cx.convert(value, ty));
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

/// A hint that must not be negative.
fn set_concurrency(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let int = cx.cx.int();
    let [level] = cx.settled_as(operands, [int]);
    let code = match level.kind {
        ExprKind::Integer(level) => integer(if level < 0 { EINVAL } else { 0 }, int),
        _ => {
            let is_negative = cx.less(level, integer(0, int));
            conditional(is_negative, integer(EINVAL, int), integer(0, int))
        }
    };
    call.result(cx, code)
}
