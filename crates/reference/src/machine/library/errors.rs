//! `errno` behind functions that may fail (C11 7.5p3, POSIX 2.3): which of them set it, and to what.

use super::input::input_between;
use super::locks::{error_number, set_error_number};
use super::script::{Ran, Script, deny};
use crate::arithmetic::marked::outside;
use crate::value::{Place, Scalar, Value};

/// The greatest error number of Linux: `EHWPOISON`.
const GREATEST: i128 = 133;

/// Sets `errno` after a call. A call that fails chooses an error number: any, or by its position one of those that the program
/// distinguishes. A call that succeeds may do the same.
pub(super) fn may_set_error_number<'u>(s: &mut Script<'_, 'u>, fails: bool) -> Ran<'u, ()> {
    let numbers = s.fixed().unit.error_numbers.as_deref();
    let count = numbers.map_or(GREATEST, |numbers| numbers.len() as i128);
    if error_number(s).is_none() || count == 0 {
        return Ok(());
    }
    if s.fixed().unit.chooses_error_numbers_late {
        return leave_open(s, fails);
    }
    let int = s.basic().int;
    let choice = input_between(s, int, i128::from(fails), count)?;
    if choice == 0 {
        return Ok(());
    }
    set_error_number(s, numbers.map_or(choice, |numbers| numbers[choice as usize - 1]))
}

/// Sets `errno` after a call of a function of which nothing but the name is known: its arguments determine further what it leaves there.
pub(super) fn may_leave_error_number<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, ()> {
    may_set_error_number(s, false)?;
    mark_error_number(s)
}

/// Marks what `errno` holds: the system determines it further.
pub(super) fn mark_error_number<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, ()> {
    if let Some(place) = error_number(s).filter(|_| s.fixed().settings.marks_outside) {
        s.once(|machine| {
            machine.mark_int(place);
            Ok(Value::Void)
        })?;
    }
    Ok(())
}

/// What a call that failed leaves if the number is chosen late.
const CERTAIN: i128 = i32::MIN as i128;

/// What the thread's `errno` holds, of which no byte is undetermined, and whether it has a mark.
fn held<'u>(s: &mut Script<'_, 'u>, place: Place) -> Ran<'u, (i128, bool)> {
    match s.read(place, 0, s.basic().int)? {
        Scalar::Integer(code) => Ok((code, false)),
        Scalar::Outside(code) => Ok((code, true)),
        _ => deny("`errno` that is no number"),
    }
}

/// Writes a number to `errno`, with a mark or without one.
fn leave<'u>(s: &mut Script<'_, 'u>, place: Place, code: i128, is_marked: bool) -> Ran<'u, ()> {
    let code = Scalar::Integer(code);
    s.write(place, 0, s.basic().int, if is_marked { outside(code)? } else { code })
}

/// Leaves the complement of what `errno` was, or [`CERTAIN`].
fn leave_open<'u>(s: &mut Script<'_, 'u>, fails: bool) -> Ran<'u, ()> {
    let Some(place) = error_number(s) else { return Ok(()) };
    let (before, is_marked) = held(s, place)?;
    let left = match () {
        () if fails => CERTAIN,
        () if before < 0 => before,
        () => !before,
    };
    leave(s, place, left, is_marked && !fails)
}

/// Chooses the error number that calls left open: the program looks at it now.
pub(super) fn close<'u>(s: &mut Script<'_, 'u>, place: Place) -> Ran<'u, ()> {
    let (left, is_marked) = held(s, place)?;
    if left >= 0 {
        return Ok(());
    }
    let numbers = s.fixed().unit.error_numbers.as_deref().unwrap_or_default();
    let int = s.basic().int;
    let choice = input_between(s, int, i128::from(left == CERTAIN), numbers.len() as i128)?;
    leave(s, place, if choice == 0 { !left } else { numbers[choice as usize - 1] }, is_marked)
}

/// What a model leaves behind in `errno`, when it has given a value. Models of functions that are not listed set it themselves.
pub(super) fn behind<'u>(s: &mut Script<'_, 'u>, result: &Value) -> Ran<'u, ()> {
    let name = s.name().trim_start_matches("__builtin_");
    match name {
        "printf" | "fprintf" | "dprintf" | "vprintf" | "vfprintf" | "vdprintf" | "puts" | "fputs" | "putchar"
        | "putc" | "fputc" | "putchar_unlocked" | "putc_unlocked" | "fflush" | "read" | "write" | "send" | "pwrite" => {
            let is_negative = matches!(result, Value::Scalar(Scalar::Integer(code)) if *code < 0);
            may_set_error_number(s, s.is_used() && is_negative)
        }
        // What they return at the end of a file, too, is no error; and some return nothing.
        "fwrite" | "getchar" | "fgetc" | "getc" | "fgets" | "scanf" | "fscanf" | "perror" | "warn" | "warnx"
        | "syslog" => may_set_error_number(s, false),
        _ => Ok(()),
    }
}
