//! Attribute objects: POSIX `pthread_*attr_*`.
//!
//! An attribute object holds the one relevant attribute as an `int` in its first bytes, read and written by plain listed accesses: for
//! threads the detach state, for mutexes the kind (0 normal, 1 recursive, 2 error-checking, 3 adaptive, which behaves as a normal one). All
//! remaining attributes either do not affect the model or are unsupported; invalid values are errors.

use raddle_program::builder::{conditional, integer, read};
use raddle_program::source::Span;
use raddle_program::syntax::{Expr, ExprKind};

use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[
    row("pthread_attr_init", 1, Model::Code(initialize)),
    row("pthread_attr_setdetachstate", 2, Model::Code(set_detach_state)),
    row("pthread_attr_getdetachstate", 2, Model::Code(get)),
    row("pthread_attr_destroy", 1, Model::Constant(0)),
    row("pthread_attr_setstacksize", 2, Model::Code(check_size)),
    row("pthread_attr_setguardsize", 2, Model::Constant(0)),
    row("pthread_attr_setscope", 2, Model::Code(check_number)),
    row("pthread_attr_setinheritsched", 2, Model::Code(check_number)),
    row("pthread_attr_setschedpolicy", 2, Model::Code(check_number)),
    row("pthread_attr_setstack", 3, Model::Code(check_size)),
    row("pthread_mutexattr_init", 1, Model::Code(initialize)),
    row("pthread_mutexattr_settype", 2, Model::Code(set_kind)),
    row("pthread_mutexattr_gettype", 2, Model::Code(get)),
    row("pthread_mutexattr_destroy", 1, Model::Constant(0)),
    row("pthread_mutexattr_setpshared", 2, Model::Code(check_number)),
    row("pthread_mutexattr_setprotocol", 2, Model::Code(check_number)),
    row("pthread_mutexattr_setprioceiling", 2, Model::Code(check_number)),
    row("pthread_mutexattr_setrobust", 2, Model::Code(only_zero)),
    row("pthread_condattr_init", 1, Model::Constant(0)),
    row("pthread_condattr_destroy", 1, Model::Constant(0)),
    row("pthread_condattr_setclock", 2, Model::Code(check_number)),
    row("pthread_condattr_setpshared", 2, Model::Code(check_number)),
    row("pthread_rwlockattr_init", 1, Model::Constant(0)),
    row("pthread_rwlockattr_destroy", 1, Model::Constant(0)),
    row("pthread_rwlockattr_setpshared", 2, Model::Code(check_number)),
    row("pthread_rwlockattr_setkind_np", 2, Model::Code(only_zero)),
    row("pthread_barrierattr_init", 1, Model::Constant(0)),
    row("pthread_barrierattr_destroy", 1, Model::Constant(0)),
    row("pthread_barrierattr_setpshared", 2, Model::Code(check_number)),
];

const EINVAL: i128 = 22;
/// Of an attribute that there is, but not on Linux.
const ENOTSUP: i128 = 95;
/// `PTHREAD_STACK_MIN` on x86.
const LEAST_STACK: i128 = 16384;

/// The least and the greatest value of an attribute that changes nothing here.
fn permitted(name: &str) -> (i128, i128) {
    match name {
        "pthread_attr_setschedpolicy" | "pthread_mutexattr_setprotocol" => (0, 2),
        "pthread_mutexattr_setprioceiling" => (1, 99),
        "pthread_attr_setscope" => (0, 0),
        _ => (0, 1),
    }
}

impl ProcedureLowering<'_, '_> {
    /// The attribute that an attribute object holds: 0 of a null pointer.
    pub(super) fn attribute(&mut self, attributes: Expr, span: Span) -> Expr {
        let int = self.cx.int();
        match attributes.kind {
            ExprKind::Integer(0) => integer(0, int),
            _ if super::code::is_address(&attributes) => {
                let place = self.target(attributes, int);
                self.loaded(place, span)
            }
            _ => {
                let value = self.cell(int);
                let place = self.target(attributes.clone(), int);
                let none = integer(0, int);
                self.either(attributes, span, |cx| cx.set(&value, read(place), span), |cx| cx.set(&value, none, span));
                read(value)
            }
        }
    }
}

fn initialize(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, int) = (cx.cx.void_pointer(), cx.cx.int());
    let [attributes] = cx.settled_as(operands, [pointer]);
    let target = cx.target(attributes, int);
    cx.set(&target, integer(0, int), call.span);
    call.number(cx, 0)
}

fn set_detach_state(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    set(cx, call, operands, 1)
}

fn set_kind(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    set(cx, call, operands, 3)
}

/// Stores a number from 0 to `most`.
fn set(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>, most: i128) -> Operand {
    let (pointer, int) = (cx.cx.void_pointer(), cx.cx.int());
    let [attributes, value] = cx.settled_as(operands, [pointer, int]);
    let is_valid = match value.kind {
        ExprKind::Integer(known) => cx.number(i128::from((0..=most).contains(&known))),
        _ => {
            let is_valid = cx.is_within(value.clone(), 0, most);
            read(cx.kept(is_valid, call.span))
        }
    };
    let target = cx.target(attributes, int);
    cx.when(is_valid.clone(), call.span, |cx| cx.set(&target, value, call.span));
    let code = match is_valid.kind {
        ExprKind::Integer(1) => integer(0, int),
        ExprKind::Integer(_) => integer(EINVAL, int),
        _ => conditional(is_valid, integer(0, int), integer(EINVAL, int)),
    };
    call.result(cx, code)
}

/// An attribute that changes nothing here: an error if it cannot have the value.
fn check_number(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, int) = (cx.cx.void_pointer(), cx.cx.int());
    let [_, value] = cx.settled_as(operands, [pointer, int]);
    let (least, most) = permitted(call.name);
    let is_valid = cx.is_within(value.clone(), least, most);
    let is_system_wide = call.name.ends_with("setscope");
    let error = match is_system_wide {
        true => {
            let is_process = cx.is_number(value, 1);
            conditional(is_process, integer(ENOTSUP, int), integer(EINVAL, int))
        }
        false => integer(EINVAL, int),
    };
    call.result(cx, conditional(is_valid, integer(0, int), error))
}

/// The size of a stack, the last argument: an error if it is too small.
fn check_size(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (size_type, int) = (cx.cx.size_type(), cx.cx.int());
    let size = cx.all_settled(operands).pop().expect("the rows ask for the size");
    let size = cx.convert(size, size_type);
    let is_small = cx.less(size, integer(LEAST_STACK, size_type));
    call.result(cx, conditional(is_small, integer(EINVAL, int), integer(0, int)))
}

fn get(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, int) = (cx.cx.void_pointer(), cx.cx.int());
    let [attributes, target] = cx.settled_as(operands, [pointer, pointer]);
    let place = cx.target(attributes, int);
    let value = cx.loaded(place, call.span);
    let target = cx.target(target, int);
    cx.set(&target, value, call.span);
    call.number(cx, 0)
}

/// An attribute that has a model only where it is 0, its default.
fn only_zero(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, int) = (cx.cx.void_pointer(), cx.cx.int());
    let [_, value] = cx.settled_as(operands, [pointer, int]);
    let is_other = match value.kind {
        ExprKind::Integer(known) => cx.number(i128::from(known != 0)),
        _ => value,
    };
    cx.when(is_other, call.span, |cx| {
        cx.unsupported(format!("a call of {} with another value than 0", call.name), call.span)
    });
    call.number(cx, 0)
}
