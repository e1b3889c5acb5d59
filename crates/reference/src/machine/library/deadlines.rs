//! Arguments that are times: both members are read. For a deadline only the nanoseconds matter, which must be less than a second (POSIX:
//! EINVAL); a sleep must not have a negative number of seconds either.

use super::script::{Ran, Script, deny};
use crate::machine::synchronize::{EINVAL, ETIMEDOUT};
use crate::value::Scalar;

/// The seconds and nanoseconds that the argument with a number points to.
fn members<'u>(s: &mut Script<'_, 'u>, argument: usize) -> Ran<'u, [i128; 2]> {
    let (time, long) = (s.place(argument)?, s.basic().long);
    let size = s.fixed().types().size_of(long).unwrap_or(8);
    let mut found = [0; 2];
    for (offset, member) in [0, size].into_iter().zip(&mut found) {
        *member = match s.read(time, offset, long)? {
            Scalar::Integer(number) | Scalar::Wild(number) => number,
            _ => return deny(format!("an address as a time of `{}`", s.name())),
        };
    }
    Ok(found)
}

/// Whether the deadline, the argument with a number, has less than a second of nanoseconds. Null is not read, and valid.
pub(super) fn is_valid<'u>(s: &mut Script<'_, 'u>, argument: usize) -> Ran<'u, bool> {
    if s.is_null(argument)? {
        return Ok(true);
    }
    let [_, nanoseconds] = members(s, argument)?;
    Ok((0..1_000_000_000).contains(&nanoseconds))
}

/// Whether one can sleep so long: the argument with a number is a time that is not negative.
pub(super) fn can_be_slept<'u>(s: &mut Script<'_, 'u>, argument: usize) -> Ran<'u, bool> {
    let [seconds, nanoseconds] = members(s, argument)?;
    Ok(seconds >= 0 && (0..1_000_000_000).contains(&nanoseconds))
}

/// The code of an operation whose last argument is a deadline that was valid or not: one that had to wait finds out now.
pub(super) fn checked(code: i128, is_valid: bool) -> i128 {
    if code == i128::from(ETIMEDOUT) && !is_valid { EINVAL.into() } else { code }
}

/// The number of the last argument.
pub(super) fn last(s: &Script<'_, '_>) -> usize {
    s.call().arguments.len().saturating_sub(1)
}
