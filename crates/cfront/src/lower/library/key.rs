//! Thread-specific data: POSIX `pthread_key_*`, `pthread_getspecific`, `pthread_setspecific`, C11 `tss_*`.

use raddle_program::builder::{conditional, integer, local_place, read};
use raddle_program::syntax::{Expr, Synchronization};
use raddle_program::types::IntKind;

use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[
    row("pthread_key_create", 2, Model::Code(create)),
    row("pthread_key_delete", 1, Model::Code(delete)),
    row("pthread_getspecific", 1, Model::Code(get)),
    row("pthread_setspecific", 2, Model::Code(set)),
    row("tss_create", 2, Model::Code(create)),
    row("tss_delete", 1, Model::Code(delete)),
    row("tss_get", 1, Model::Code(get)),
    row("tss_set", 2, Model::Code(set_c11)),
];

/// `PTHREAD_KEYS_MAX` of Linux: a key with a number that is too large is given back at once.
const KEYS: i128 = 1024;
const EAGAIN: i128 = 11;
/// `thrd_error`
const FAILED_C11: i128 = 2;

fn create(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let mut values = cx.all_settled(operands);
    let (destructor, target) = (values.swap_remove(1), values.swap_remove(0));
    let destructor = match cx.cx.as_function(destructor.ty) {
        Some(_) => destructor,
        // A null pointer, or a function as another kind of pointer.
        None => cx.as_pointer(destructor),
    };
    if cx.cx.as_function(destructor.ty).is_none()
        && !matches!(destructor.kind, raddle_program::syntax::ExprKind::Integer(0))
    {
        cx.unsupported("a destructor that is no function", call.span);
        return call.nothing(cx);
    }
    let ty = cx.cx.types.int(IntKind::UnsignedInt);
    let key = cx.temporary(ty);
    cx.operation(Synchronization::KeyCreate, vec![destructor], Some(key), call.span);
    let key = read(local_place(&cx.procedure, key));
    let target = cx.as_pointer(target);
    let target = cx.target(target, ty);
    let (int, span) = (cx.cx.int(), call.span);
    let is_left = cx.less(key.clone(), integer(KEYS, ty));
    cx.either(
        is_left.clone(),
        span,
        |cx| cx.set(&target, key.clone(), span),
        |cx| cx.operation(Synchronization::KeyDelete, vec![key.clone()], None, span),
    );
    let error = if call.name.starts_with("tss_") { FAILED_C11 } else { EAGAIN };
    call.result(cx, conditional(is_left, integer(0, int), integer(error, int)))
}

fn delete(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let ty = cx.cx.types.int(IntKind::UnsignedInt);
    let [key] = cx.settled_as(operands, [ty]);
    let int = cx.cx.int();
    let result = call.register(cx, int);
    cx.operation(Synchronization::KeyDelete, vec![key], result, call.span);
    call.in_register(cx, result)
}

fn get(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let ty = cx.cx.types.int(IntKind::UnsignedInt);
    let [key] = cx.settled_as(operands, [ty]);
    let pointer = cx.cx.void_pointer();
    let result = call.register(cx, pointer);
    cx.operation(Synchronization::KeyGet, vec![key], result, call.span);
    call.in_register(cx, result)
}

fn set(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    match set_value(cx, call, operands) {
        Some(code) => call.result(cx, code),
        None => call.nothing(cx),
    }
}

fn set_c11(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    match set_value(cx, call, operands) {
        Some(code) => {
            let code = cx.translated(code, &[(0, 0)], 2);
            call.result(cx, code)
        }
        None => call.nothing(cx),
    }
}

/// The code, if it is used.
fn set_value(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Option<Expr> {
    let (key, pointer, int) = (cx.cx.types.int(IntKind::UnsignedInt), cx.cx.void_pointer(), cx.cx.int());
    let [key, value] = cx.settled_as(operands, [key, pointer]);
    let code = call.is_used(cx).then(|| cx.temporary(int));
    cx.operation(Synchronization::KeySet, vec![key, value], code, call.span);
    code.map(|code| read(local_place(&cx.procedure, code)))
}
