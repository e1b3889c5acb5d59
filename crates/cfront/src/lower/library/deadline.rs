//! Deadlines of waits: a wait with a number of nanoseconds that no second has fails with EINVAL (POSIX).
//!
//! Of a deadline both members are read, before anything else happens, and nothing but the nanoseconds matters: time passes as it
//! likes. A condition fails at once, a mutex only when the thread would have to wait, semaphores and read-write locks either way.

use raddle_program::builder::{conditional, integer, local_place, read};
use raddle_program::source::Span;
use raddle_program::syntax::{BinaryOperator, Expr, ExprKind, Synchronization};
use raddle_program::types::{IntKind, TypeKind};

use super::code::is_address;
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const EINVAL: i128 = 22;
pub(super) const ETIMEDOUT: i128 = 110;

const NANOSECONDS: i128 = 999_999_999;

impl ProcedureLowering<'_, '_> {
    /// Whether a `struct timespec` has the nanoseconds of a second. A null pointer, which is what programs printed as C pass, is a valid
    /// deadline.
    pub(super) fn is_valid_deadline(&mut self, deadline: &Expr, span: Span) -> Expr {
        let int = self.cx.int();
        match deadline.kind {
            ExprKind::Integer(0) => integer(1, int),
            _ if is_address(deadline) => {
                let [_, nanoseconds] = self.seconds_and_nanoseconds(deadline, span);
                self.is_within(nanoseconds, 0, NANOSECONDS)
            }
            _ => {
                let is_valid = self.kept(integer(1, int), span);
                self.when(deadline.clone(), span, |cx| {
                    let [_, nanoseconds] = cx.seconds_and_nanoseconds(deadline, span);
                    let is_part = cx.is_within(nanoseconds, 0, NANOSECONDS);
                    cx.set(&is_valid, is_part, span);
                });
                read(is_valid)
            }
        }
    }

    /// Whether a thread can sleep so long: the seconds are not negative, the nanoseconds those of a second.
    pub(super) fn is_valid_duration(&mut self, duration: &Expr, span: Span) -> Expr {
        let [seconds, nanoseconds] = self.seconds_and_nanoseconds(duration, span);
        let least = integer(0, seconds.ty);
        let has_seconds = self.calculation(BinaryOperator::GreaterEqual, seconds, least);
        let has_nanoseconds = self.is_within(nanoseconds, 0, NANOSECONDS);
        self.and(has_seconds, has_nanoseconds)
    }

    /// The members of a `struct timespec`: two listed reads.
    fn seconds_and_nanoseconds(&mut self, time: &Expr, span: Span) -> [Expr; 2] {
        let long = self.cx.types.int(IntKind::Long);
        let bytes = self.cx.types.size_of(long).unwrap_or(8);
        let place = self.target(time.clone(), long);
        let seconds = self.loaded(place, span);
        let char = self.cx.types.int(IntKind::UnsignedChar);
        let wanted = self.cx.types.pointer_to(char);
        let time = self.convert(time.clone(), wanted);
        let offset = integer(i128::from(bytes), self.cx.size_type());
        let nanoseconds = self.moved(time, offset);
        let place = self.target(nanoseconds, long);
        [seconds, self.loaded(place, span)]
    }

    /// An operation that may time out, on the first argument; the last one is the deadline. Gives the error number.
    pub(super) fn timed_operation(
        &mut self,
        operation: Synchronization,
        operands: Vec<Operand>,
        call: &LibraryCall<'_>,
    ) -> Expr {
        let (name, span) = (call.name, call.span);
        let mut values = self.all_settled(operands);
        let deadline = values.pop().expect("the rows ask for a deadline");
        let object = self.as_pointer(values.swap_remove(0));
        let int = self.cx.int();
        let is_valid = self.is_valid_deadline(&deadline, span);
        let outcome = self.temporary(int);
        let result = read(local_place(&self.procedure, outcome));
        if matches!(is_valid.kind, ExprKind::Integer(1)) {
            self.operation(operation, vec![object], Some(outcome), span);
            return result;
        }
        // A mutex that is free is locked without a look at the deadline; of the rest POSIX leaves it open.
        if operation == Synchronization::MutexTimedLock {
            self.operation(operation, vec![object], Some(outcome), span);
        } else {
            let fails_at_once = self.kept(integer(0, int), span);
            let is_valid = is_valid.clone();
            let is_invalid = self.is_number(is_valid, 0);
            self.when(is_invalid, span, |cx| {
                let bool = cx.cx.types.intern(TypeKind::Bool);
                let choice = cx.any_input(name, bool, span);
                cx.set(&fails_at_once, choice, span);
            });
            let place = local_place(&self.procedure, outcome);
            self.either(
                read(fails_at_once),
                span,
                |cx| cx.set(&place, integer(EINVAL, int), span),
                |cx| cx.operation(operation, vec![object], Some(outcome), span),
            );
        }
        let outcome = result;
        let is_late = self.is_number(outcome.clone(), ETIMEDOUT);
        let is_invalid = conditional(is_valid, integer(0, int), integer(1, int));
        let fails = self.and(is_late, is_invalid);
        conditional(fails, integer(EINVAL, int), outcome)
    }
}

/// A timed operation on a mutex or a read-write lock.
pub(super) fn lock(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    operands: Vec<Operand>,
    operation: Synchronization,
) -> Operand {
    let code = cx.timed_operation(operation, operands, call);
    call.result(cx, code)
}
