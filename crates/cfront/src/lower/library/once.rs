//! Routines that run once: POSIX `pthread_once`, C11 `call_once`.

use raddle_program::builder::{local_place, read};
use raddle_program::syntax::{Callee, Effect, Synchronization};

use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[row("pthread_once", 2, Model::Code(once)), row("call_once", 2, Model::Code(once))];

/// `if (begin(control)) { routine(); end(control); }`
fn once(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let mut values = cx.all_settled(operands);
    let (routine, control) = (values.swap_remove(1), values.swap_remove(0));
    let control = cx.as_pointer(control);
    let callee = match super::thread::procedure(&cx.cx.types, &routine) {
        Some(procedure) if cx.cx.is_defined(procedure) => {
            let function = cx.cx.function_of(procedure);
            if function.is_some_and(|function| !cx.cx.unit.functions[function].parameters.is_empty()) {
                cx.unsupported("a routine with parameters that is to run once", call.span);
                return call.nothing(cx);
            }
            Callee::Procedure(procedure)
        }
        Some(_) => {
            cx.unsupported("a routine without a body that is to run once", call.span);
            return call.nothing(cx);
        }
        None if cx.cx.as_function(routine.ty).is_some() => Callee::Pointer(routine),
        None => {
            cx.unsupported("a routine that is no function", call.span);
            return call.nothing(cx);
        }
    };
    let int = cx.cx.int();
    let is_first = cx.temporary(int);
    cx.operation(Synchronization::OnceBegin, vec![control.clone()], Some(is_first), call.span);
    let is_first = read(local_place(&cx.procedure, is_first));
    cx.when(is_first, call.span, |cx| {
        cx.emit(Effect::Call { callee, arguments: Vec::new(), result: None }, call.span);
        cx.operation(Synchronization::OnceEnd, vec![control], None, call.span);
    });
    call.number(cx, 0)
}
