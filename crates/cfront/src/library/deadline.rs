//! Deadlines of waits: a wait with a number of nanoseconds that no second has fails with EINVAL (POSIX).
//!
//! A condition looks at its deadline before it does anything, the other functions look only when they would have to wait. Of
//! a deadline nothing but its nanoseconds is read: time passes as it likes.

use raddle_program::builder::{conditional, integer, local_place, read};
use raddle_program::source::Span;
use raddle_program::syntax::{Expr, ExprKind, Synchronization};
use raddle_program::types::IntKind;

use super::code::is_address;
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const EINVAL: i128 = 22;
pub(super) const ETIMEDOUT: i128 = 110;

const NANOSECONDS: i128 = 999_999_999;

impl ProcedureLowering<'_, '_> {
    /// Whether a `struct timespec` has the nanoseconds of a second: one listed read of `tv_nsec`. A null pointer, which is
    /// what programs printed as C pass, is a valid deadline.
    pub(super) fn is_valid_deadline(&mut self, deadline: &Expr, span: Span) -> Expr {
        let int = self.cx.int();
        match deadline.kind {
            ExprKind::Integer(0) => integer(1, int),
            _ if is_address(deadline) => self.has_nanoseconds(deadline, span),
            _ => {
                let is_valid = self.kept(integer(1, int), span);
                self.when(deadline.clone(), span, |cx| {
                    let has_nanoseconds = cx.has_nanoseconds(deadline, span);
                    cx.set(&is_valid, has_nanoseconds, span);
                });
                read(is_valid)
            }
        }
    }

    fn has_nanoseconds(&mut self, deadline: &Expr, span: Span) -> Expr {
        let long = self.cx.types.int(IntKind::Long);
        let bytes = self.cx.types.size_of(long).unwrap_or(8);
        let char = self.cx.types.int(IntKind::UnsignedChar);
        let wanted = self.cx.types.pointer_to(char);
        let deadline = self.convert(deadline.clone(), wanted);
        let offset = integer(i128::from(bytes), self.cx.size_type());
        let nanoseconds = self.moved(deadline, offset);
        let place = self.target(nanoseconds, long);
        let value = self.loaded(place, span);
        self.is_within(value, 0, NANOSECONDS)
    }

    /// An operation that may time out, on the first argument; the last one is the deadline. Gives the error number.
    pub(super) fn timed_operation(&mut self, operation: Synchronization, operands: Vec<Operand>, span: Span) -> Expr {
        let mut values = self.all_settled(operands);
        let deadline = values.pop().expect("the rows ask for a deadline");
        let object = self.as_pointer(values.swap_remove(0));
        let int = self.cx.int();
        let outcome = self.temporary(int);
        self.operation(operation, vec![object], Some(outcome), span);
        let outcome = local_place(&self.procedure, outcome);
        let is_late = self.is_number(read(outcome.clone()), ETIMEDOUT);
        self.when(is_late, span, |cx| {
            let is_valid = cx.is_valid_deadline(&deadline, span);
            let code = conditional(is_valid, integer(ETIMEDOUT, int), integer(EINVAL, int));
            cx.set(&outcome, code, span);
        });
        read(outcome)
    }
}

/// A timed operation on a mutex or a read-write lock.
pub(super) fn lock(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    operands: Vec<Operand>,
    operation: Synchronization,
) -> Operand {
    let code = cx.timed_operation(operation, operands, call.span);
    call.result(cx, code)
}
