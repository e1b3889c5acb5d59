//! `errno`: a thread-local object that `__errno_location` gives the address of.

use raddle_program::builder::{address_of, conditional, global_place, integer};
use raddle_program::source::Span;
use raddle_program::syntax::{BinaryOperator, Effect, Expr};

use super::{Model, Row, row};
use crate::effects::{LAST_ERROR, Outcome};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[row("__errno_location", 0, Model::Code(location))];

/// Functions with a model of their own that set `errno` if they return a negative number.
const NEGATIVE: &str = "read write send pwrite printf fprintf dprintf vprintf vfprintf vdprintf puts fputs fflush putchar putc fputc \
    putchar_unlocked putc_unlocked";

/// Functions whose result does not tell whether they set it: at the end of a file they do not.
const OPEN: &str = "fwrite getchar fgetc getc fgets scanf fscanf";

/// By which results a function says that it failed and has set `errno`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// -1 and other negative numbers.
    Negative,
    /// A null pointer.
    Null,
    /// It does not say it.
    Open,
}

/// Of a function that is known by its effects; `None` if it does not touch `errno`.
pub(super) fn failure_of(outcome: Outcome, name: &str) -> Option<Failure> {
    Some(match outcome {
        _ if name.starts_with("pthread_") => return None,
        Outcome::Between(-1, _) | Outcome::Count | Outcome::Received { .. } | Outcome::Name | Outcome::UpTo(-1, _) => {
            Failure::Negative
        }
        Outcome::Any if matches!(name, "fopen" | "fopen64" | "fdopen" | "opendir") => Failure::Null,
        Outcome::Any | Outcome::Between(..) | Outcome::UpTo(..) => Failure::Open,
    })
}

/// `errno` behind a call of a function with a model of its own.
pub(crate) fn behind(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, result: Operand) -> Operand {
    let name = call.name.strip_prefix("__builtin_").unwrap_or(call.name);
    let is_in = |list: &str| list.split_whitespace().any(|listed| listed == name);
    match () {
        () if is_in(NEGATIVE) => cx.may_set_errno(call, result, Failure::Negative),
        () if is_in(OPEN) => cx.may_set_errno(call, result, Failure::Open),
        () => result,
    }
}

impl ProcedureLowering<'_, '_> {
    /// Whether the program can see `errno`.
    pub(super) fn sets_errno(&self) -> bool {
        self.cx.unit.names("__errno_location")
    }

    /// Sets `errno` after a call. A call that fails sets it to any error number, or to one of those that the program distinguishes. A call
    /// that succeeds does the same or leaves `errno` as it was (C11 7.5p3).
    pub(super) fn may_set_errno(&mut self, call: &LibraryCall<'_>, result: Operand, failure: Failure) -> Operand {
        let numbers = self.cx.unit.error_numbers.as_deref();
        if !self.sets_errno() || numbers.is_some_and(<[i128]>::is_empty) {
            return result;
        }
        let last = numbers.map_or(LAST_ERROR, |numbers| numbers.len() as i128);
        let (int, span) = (self.cx.int(), call.span);
        let (result, fails) = if call.is_used(self) {
            let value = self.settled(result);
            let fails = match failure {
                Failure::Negative => self.less(value.clone(), integer(0, value.ty)),
                Failure::Null => self.is_number(value.clone(), 0),
                Failure::Open => integer(0, int),
            };
            (Operand::pure(value, span), fails)
        } else {
            (result, integer(0, int))
        };
        let least = conditional(fails, integer(1, int), integer(0, int));
        let choice = self.any_input(call.name, int, span);
        let is_large = self.calculation(BinaryOperator::GreaterEqual, choice.clone(), least);
        let is_small = self.calculation(BinaryOperator::LessEqual, choice.clone(), integer(last, int));
        let is_wanted = self.and(is_large, is_small);
        self.emit(Effect::Assume(is_wanted), span);
        let mut code = choice.clone();
        for (position, &number) in numbers.unwrap_or(&[]).iter().enumerate().rev() {
            let is_this = self.is_number(choice.clone(), position as i128 + 1);
            code = conditional(is_this, integer(number, int), code);
        }
        self.when(choice, span, |cx| cx.set_errno(code, span));
        result
    }

    /// `errno = code`
    pub(super) fn set_errno(&mut self, code: Expr, span: Span) {
        let errno = self.cx.errno();
        let place = global_place(self.cx.globals(), errno);
        let int = self.cx.int();
        let code = self.convert(code, int);
        self.set(&place, code, span);
    }
}

fn location(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, _: Vec<Operand>) -> Operand {
    let errno = cx.cx.errno();
    let place = global_place(cx.cx.globals(), errno);
    let address = address_of(&mut cx.cx.types, place);
    call.result(cx, address)
}
