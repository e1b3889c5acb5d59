//! Time: it passes, and clocks say anything that they could, as far as the lowering is concerned (but see `crate::check::clock`). `sleep`, `time`, `clock_gettime`, ... (C11 7.27, POSIX).

use raddle_program::builder::{conditional, integer, read};
use raddle_program::syntax::{Expr, ExprKind};
use raddle_program::types::{IntKind, TypeId, TypeKind};

use super::deadline::EINVAL;
use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[
    row("sched_yield", 0, Model::Constant(0)),
    row("pthread_yield", 0, Model::Constant(0)),
    row("thrd_yield", 0, Model::Constant(0)),
    row("thrd_sleep", 2, Model::Code(sleep_so_long)),
    row("sleep", 1, Model::Code(sleep)),
    row("usleep", 1, Model::Code(sleep)),
    row("nanosleep", 2, Model::Code(sleep_so_long)),
    row("clock_nanosleep", 4, Model::Code(sleep_by_a_clock)),
    row("time", 1, Model::Code(seconds)),
    row("clock", 0, Model::Code(clock)),
    row("clock_gettime", 2, Model::Code(clock_time)),
    row("timespec_get", 2, Model::Code(c11_time)),
    row("gettimeofday", 2, Model::Code(time_of_day)),
];

/// The last second that a clock shows: in the year 2106.
const LAST_SECOND: i128 = u32::MAX as i128;
/// The same where `long` has 32 bits, of all clocks.
const LAST_SHORT: i128 = 2_000_000_000;
const NANOSECONDS: i128 = 999_999_999;
const MICROSECONDS: i128 = 999_999;
/// Of Linux: `CLOCK_TAI`. Other clocks need not exist.
const LAST_CLOCK_ID: i128 = 11;

/// No signal cuts a sleep short.
fn sleep(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    super::discard_all(cx, operands);
    call.number(cx, 0)
}

/// `nanosleep` and `thrd_sleep`, which fail if the first argument is no time.
fn sleep_so_long(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let is_c11 = call.name.starts_with("thrd_");
    let code = sleep_code(cx, call, operands, 0, if is_c11 { -2 } else { -1 });
    if !is_c11 && cx.sets_errno() {
        let einval = integer(EINVAL, cx.cx.int());
        cx.when(code.clone(), call.span, |cx| cx.set_errno(einval, call.span));
    }
    call.result(cx, code)
}

/// `clock_nanosleep`
fn sleep_by_a_clock(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let code = sleep_code(cx, call, operands, 2, EINVAL);
    call.result(cx, code)
}

/// Zero, or the code if the argument with a position is no time.
fn sleep_code(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    operands: Vec<Operand>,
    position: usize,
    code: i128,
) -> Expr {
    let int = cx.cx.int();
    let duration = cx.all_settled(operands).swap_remove(position);
    let duration = cx.as_pointer(duration);
    let is_valid = cx.is_valid_duration(&duration, call.span);
    conditional(is_valid, integer(0, int), integer(code, int))
}

impl ProcedureLowering<'_, '_> {
    fn long(&mut self) -> TypeId {
        self.cx.types.int(IntKind::Long)
    }

    /// Any number of seconds since some beginning, times a unit. It lies far from the end of `long`, as the times of computers
    /// do, so that a time can be added to it and it can be converted to nanoseconds.
    fn any_time(&mut self, call: &LibraryCall<'_>, unit: i128) -> Expr {
        let long = self.long();
        let is_wide = self.cx.types.size_of(long) == Some(8);
        let most = if is_wide { (LAST_SECOND + 1) * unit - 1 } else { LAST_SHORT };
        self.input(call, long, 0, most)
    }

    /// Stores seconds and a part of a second where a pointer leads.
    fn store_time(&mut self, call: &LibraryCall<'_>, pointer: &Expr, most: i128) {
        let long = self.long();
        let bytes = self.cx.types.size_of(long).unwrap_or(8);
        let seconds = self.any_time(call, 1);
        let target = self.target(pointer.clone(), long);
        self.set(&target, seconds, call.span);
        let part = self.input(call, long, 0, most);
        let char = self.cx.types.int(IntKind::UnsignedChar);
        let wanted = self.cx.types.pointer_to(char);
        let pointer = self.convert(pointer.clone(), wanted);
        let offset = integer(i128::from(bytes), self.cx.size_type());
        let pointer = self.moved(pointer, offset);
        let target = self.target(pointer, long);
        self.set(&target, part, call.span);
    }
}

fn seconds(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let pointer = cx.cx.void_pointer();
    let [target] = cx.settled_as(operands, [pointer]);
    let is_stored = !matches!(target.kind, ExprKind::Integer(0));
    if !is_stored && !call.is_used(cx) {
        return call.nothing(cx);
    }
    let value = cx.any_time(call, 1);
    let long = cx.long();
    cx.store_unless_null(target, long, value.clone(), call.span);
    call.result(cx, value)
}

fn clock(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    super::discard_all(cx, operands);
    if !call.is_used(cx) {
        return call.nothing(cx);
    }
    let value = cx.any_time(call, 1_000_000);
    call.result(cx, value)
}

fn clock_time(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, int) = (cx.cx.void_pointer(), cx.cx.int());
    let [clock, target] = cx.settled_as(operands, [int, pointer]);
    let is_known = match clock.kind {
        ExprKind::Integer(number) => cx.number(i128::from((0..=LAST_CLOCK_ID).contains(&number))),
        _ => cx.is_within(clock, 0, LAST_CLOCK_ID),
    };
    if matches!(is_known.kind, ExprKind::Integer(1)) {
        cx.store_time(call, &target, NANOSECONDS);
        return call.number(cx, 0);
    }
    let span = call.span;
    let code = cx.kept(integer(0, int), span);
    cx.either(
        is_known,
        span,
        |_| {},
        |cx| {
            let bool = cx.cx.types.intern(TypeKind::Bool);
            let fails = cx.any_input(call.name, bool, span);
            cx.when(fails, span, |cx| cx.set(&code, integer(-1, int), span));
        },
    );
    cx.either(
        read(code.clone()),
        span,
        |cx| {
            if cx.sets_errno() {
                cx.set_errno(integer(EINVAL, int), span);
            }
        },
        |cx| cx.store_time(call, &target, NANOSECONDS),
    );
    call.result(cx, read(code))
}

fn c11_time(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, int) = (cx.cx.void_pointer(), cx.cx.int());
    let [target, base] = cx.settled_as(operands, [pointer, int]);
    cx.store_time(call, &target, NANOSECONDS);
    call.result(cx, base)
}

fn time_of_day(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let pointer = cx.cx.void_pointer();
    let [target, _] = cx.settled_as(operands, [pointer; 2]);
    cx.store_time(call, &target, MICROSECONDS);
    call.number(cx, 0)
}
