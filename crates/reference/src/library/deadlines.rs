//! Deadlines: of a `struct timespec` only the nanoseconds are looked at, which must be those of a second (POSIX: EINVAL).

use super::script::{Ran, Script, deny};
use crate::synchronize::{EINVAL, ETIMEDOUT};
use crate::value::Scalar;

/// Whether the deadline, the argument with a number, has less than a second of nanoseconds. Null is not read, and valid.
pub(super) fn is_valid<'u>(s: &mut Script<'_, 'u>, argument: usize) -> Ran<'u, bool> {
    if s.is_null(argument)? {
        return Ok(true);
    }
    let (deadline, long) = (s.place(argument)?, s.basic().long);
    let behind_seconds = s.fixed().types().size_of(long).unwrap_or(8);
    match s.read(deadline, behind_seconds, long)? {
        Scalar::Integer(nanoseconds) | Scalar::Wild(nanoseconds) => Ok((0..1_000_000_000).contains(&nanoseconds)),
        _ => deny(format!("an address as a deadline of `{}`", s.name())),
    }
}

/// The code of an operation: one that had to wait finds out now whether the deadline, its last argument, is one.
pub(super) fn checked<'u>(s: &mut Script<'_, 'u>, code: i128) -> Ran<'u, i128> {
    let last = s.call().arguments.len().saturating_sub(1);
    if code == i128::from(ETIMEDOUT) && !is_valid(s, last)? {
        return Ok(EINVAL.into());
    }
    Ok(code)
}
