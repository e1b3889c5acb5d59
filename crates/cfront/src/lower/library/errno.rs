//! `errno`: a thread-local object that `__errno_location` gives the address of.

use raddle_program::builder::{address_of, conditional, global_place, integer};
use raddle_program::source::Span;
use raddle_program::syntax::{BinaryOperator, Effect, Expr, ExprKind, UnaryOperator};

use super::{Model, Row, row};
use crate::effects::{LAST_ERROR, Outcome};
use crate::externals::may_set_error_number;
use crate::lower::{LibraryCall, Operand, ProcedureLowering};
use crate::typed::Unit;

pub(super) const ROWS: &[Row] = &[row("__errno_location", 0, Model::Code(location))];

/// Functions with a model of their own that set `errno` if they return a negative number.
const NEGATIVE: &str = "read write send pwrite printf fprintf dprintf vprintf vfprintf vdprintf puts fputs fflush putchar putc fputc \
    putchar_unlocked putc_unlocked";

/// Functions whose result does not tell whether they set it: at the end of a file they do not, and some have none.
const OPEN: &str = "fwrite getchar fgetc getc fgets scanf fscanf perror warn warnx syslog";

/// What `errno` holds behind a call that failed, until the program looks at it.
const CERTAIN: i128 = i32::MIN as i128;

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
pub(super) fn failure_of(unit: &Unit, outcome: Outcome, name: &str) -> Option<Failure> {
    Some(match outcome {
        _ if unit.effects.facts(name).is_some_and(|facts| facts.keeps_error_number || facts.is_choice) => return None,
        // They return the number, and some leave it in `errno`, too.
        _ if name.starts_with("pthread_") => Failure::Open,
        Outcome::Between(-1, _)
        | Outcome::Handle
        | Outcome::Count
        | Outcome::Needed(_)
        | Outcome::Received { .. }
        | Outcome::Name
        | Outcome::Ready(_)
        | Outcome::UpTo(-1, _) => Failure::Negative,
        // `popen` may fail for want of memory and leave `errno` as it was (POSIX).
        Outcome::Stream if name != "popen" => Failure::Null,
        Outcome::Any
        | Outcome::Text
        | Outcome::Stream
        | Outcome::Between(..)
        | Outcome::UpTo(..)
        | Outcome::Elements { .. } => Failure::Open,
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

/// `errno` behind a call of a function that is known by name only.
pub(crate) fn behind_external(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, result: Operand) -> Operand {
    if may_set_error_number(cx.cx.unit, call.name) { cx.may_set_errno(call, result, Failure::Open) } else { result }
}

impl ProcedureLowering<'_, '_> {
    /// Whether the program can see `errno`.
    pub(super) fn sets_errno(&self) -> bool {
        self.cx.uses("__errno_location")
    }

    /// Sets `errno` after a call. A call that fails sets it to any error number, or to one of those that the program distinguishes. A call
    /// that succeeds does the same or leaves `errno` as it was (C11 7.5p3).
    pub(super) fn may_set_errno(&mut self, call: &LibraryCall<'_>, result: Operand, failure: Failure) -> Operand {
        let numbers = self.cx.unit.error_numbers.as_deref();
        if !self.sets_errno() || numbers.is_some_and(<[i128]>::is_empty) {
            return result;
        }
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
        if self.cx.unit.chooses_error_numbers_late {
            self.leave_errno_open(fails, span);
            return result;
        }
        let least = conditional(fails, integer(1, int), integer(0, int));
        let (choice, code) = self.chosen_errno(call, least);
        self.when(choice, span, |cx| cx.set_errno(code, span));
        result
    }

    /// Leaves a negative number: the complement of what `errno` was before calls that may have changed it, or the least one if it
    /// is certainly an error number.
    fn leave_errno_open(&mut self, fails: Expr, span: Span) {
        let int = self.cx.int();
        let errno = self.cx.errno();
        let place = global_place(self.cx.globals(), errno);
        let known = self.loaded(place, span);
        let is_open = self.less(known.clone(), integer(0, int));
        let complement = Expr { kind: ExprKind::Unary(UnaryOperator::BitNot, Box::new(known.clone())), ty: int };
        let kept = conditional(is_open, known, complement);
        let code = conditional(fails, integer(CERTAIN, int), kept);
        self.set_errno(code, span);
    }

    /// Chooses the number if calls left it open.
    fn close_errno(&mut self, call: &LibraryCall<'_>) {
        let (int, span) = (self.cx.int(), call.span);
        let errno = self.cx.errno();
        let place = global_place(self.cx.globals(), errno);
        let left = self.loaded(place, span);
        let is_open = self.less(left.clone(), integer(0, int));
        self.when(is_open, span, |cx| {
            let least = cx.is_number(left.clone(), CERTAIN);
            let (choice, code) = cx.chosen_errno(call, least);
            let before = Expr { kind: ExprKind::Unary(UnaryOperator::BitNot, Box::new(left)), ty: int };
            let code = conditional(choice, code, before);
            cx.set_errno(code, span);
        });
    }

    /// A choice of an error number from the least one on: its position, and itself. The position 0 is none.
    fn chosen_errno(&mut self, call: &LibraryCall<'_>, least: Expr) -> (Expr, Expr) {
        let numbers = self.cx.unit.error_numbers.as_deref();
        let last = numbers.map_or(LAST_ERROR, |numbers| numbers.len() as i128);
        let (int, span) = (self.cx.int(), call.span);
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
        (choice, code)
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
    if cx.cx.unit.chooses_error_numbers_late {
        cx.close_errno(call);
    }
    let errno = cx.cx.errno();
    let place = global_place(cx.cx.globals(), errno);
    let address = address_of(&mut cx.cx.types, place);
    call.result(cx, address)
}
