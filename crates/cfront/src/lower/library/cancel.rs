//! Cancellation and cleanup routines: POSIX `pthread_cancel`, `pthread_testcancel`, `pthread_cleanup_push` and similar functions.
//!
//! A program that names `pthread_cancel` has a test at each cancellation point, followed by code that ends the thread; other programs have
//! none. Only deferred cancellation is modelled.

use raddle_program::builder::{conditional, integer, local_place, read};
use raddle_program::source::Span;
use raddle_program::syntax::{Effect, Expr, ExprKind, Synchronization};

use raddle_program::types::TypeKind;
use std::sync::Arc;

use super::{Model, Row, row};
use crate::effects::Point;
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[
    row("pthread_cancel", 1, Model::Operation(Synchronization::ThreadCancel, 1)),
    row("pthread_testcancel", 0, Model::Code(test)),
    row("__raddle_may_be_cancelled", 0, Model::Code(possible_point)),
    row("pthread_setcancelstate", 2, Model::Code(set_state)),
    row("pthread_setcanceltype", 2, Model::Code(set_type)),
    row("__raddle_cleanup_push", 2, Model::Operation(Synchronization::CleanupPush, 2)),
    row("__raddle_become_child", 0, Model::Operation(Synchronization::BecomeChild, 0)),
    row("__raddle_cleanup_pop", 0, Model::Operation(Synchronization::CleanupPop, 0)),
];

/// The outcome of a call that was cancelled while it was blocked.
const ECANCELED: i128 = 125;
const EINVAL: i128 = 22;

impl ProcedureLowering<'_, '_> {
    /// Whether the program has cancellation points.
    pub(crate) fn cancels(&self) -> bool {
        self.cx.uses("pthread_cancel")
    }

    /// A cancellation point.
    pub(super) fn cancellation_point(&mut self, span: Span) {
        if !self.cancels() {
            return;
        }
        let int = self.cx.int();
        let is_cancelled = self.cell(int);
        let result = register_of(&is_cancelled);
        self.operation(Synchronization::TestCancel, Vec::new(), result, span);
        self.when(read(is_cancelled), span, |cx| cx.end_cancelled(span));
    }

    /// The cancellation point at the beginning of a function, if it is one.
    pub(crate) fn cancellation_at(&mut self, point: Option<Point>, name: &Arc<str>, span: Span) {
        match point.filter(|_| self.cancels()) {
            None => {}
            Some(Point::Certain) => self.cancellation_point(span),
            Some(Point::Possible) => {
                let bool = self.cx.types.intern(TypeKind::Bool);
                let is_one = self.any_input(name, bool, span);
                self.when(is_one, span, |cx| cx.cancellation_point(span));
            }
        }
    }

    /// What follows a call that may have been cancelled while it was blocked.
    pub(super) fn end_if_cancelled(&mut self, outcome: &Expr, cancelled: i128, span: Span) {
        if !self.cancels() {
            return;
        }
        let is_cancelled = self.is_number(outcome.clone(), cancelled);
        self.when(is_cancelled, span, |cx| cx.end_cancelled(span));
    }

    /// What follows a blocking call with an outcome that is a code.
    pub(super) fn end_if_cancelled_code(&mut self, outcome: &Expr, span: Span) {
        self.end_if_cancelled(outcome, ECANCELED, span);
    }

    /// `pthread_exit(PTHREAD_CANCELED)`
    fn end_cancelled(&mut self, span: Span) {
        let pointer = self.cx.void_pointer();
        let greatest = if self.cx.types.size_of(pointer) == Some(4) { u32::MAX.into() } else { i128::from(u64::MAX) };
        self.emit(Effect::Exit(Some(integer(greatest, pointer))), span);
    }
}

/// The register that a place is.
pub(super) fn register_of(place: &raddle_program::syntax::Place) -> Option<raddle_program::syntax::LocalId> {
    match place.kind {
        raddle_program::syntax::PlaceKind::Local(local) => Some(local),
        _ => None,
    }
}

/// In functions of ours that are written in C. The cancellation point comes from the table of effects.
fn possible_point(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    super::discard_all(cx, operands);
    call.nothing(cx)
}

fn test(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    super::discard_all(cx, operands);
    cx.cancellation_point(call.span);
    call.nothing(cx)
}

fn set_state(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (int, pointer) = (cx.cx.int(), cx.cx.void_pointer());
    let [state, old] = cx.settled_as(operands, [int, pointer]);
    let before = cx.temporary(int);
    cx.operation(Synchronization::SetCancelState, vec![state], Some(before), call.span);
    let before = read(local_place(&cx.procedure, before));
    let is_valid = cx.is_within(before.clone(), 0, 1);
    if !matches!(old.kind, ExprKind::Integer(0)) {
        cx.when(is_valid.clone(), call.span, |cx| cx.store_unless_null(old, int, before, call.span));
    }
    let code = conditional(is_valid, integer(0, int), integer(EINVAL, int));
    call.result(cx, code)
}

fn set_type(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (int, pointer) = (cx.cx.int(), cx.cx.void_pointer());
    let [kind, old] = cx.settled_as(operands, [int, pointer]);
    let is_asynchronous = cx.is_known_or_number(&kind, 1);
    cx.when(is_asynchronous, call.span, |cx| cx.unsupported("asynchronous cancellation", call.span));
    let is_deferred = cx.is_known_or_number(&kind, 0);
    let zero = integer(0, int);
    cx.when(is_deferred.clone(), call.span, |cx| cx.store_unless_null(old, int, zero.clone(), call.span));
    let code = conditional(is_deferred, zero, integer(EINVAL, int));
    call.result(cx, code)
}

impl ProcedureLowering<'_, '_> {
    /// `value == number`, decided here if the value is known.
    pub(super) fn is_known_or_number(&mut self, value: &Expr, number: i128) -> Expr {
        match value.kind {
            ExprKind::Integer(known) => self.number(i128::from(known == number)),
            _ => self.is_number(value.clone(), number),
        }
    }
}
