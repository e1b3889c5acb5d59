//! Time (C11 7.27, POSIX clock_gettime) and waiting for it: clocks show any time, waiting lets it pass.

use super::deadlines::can_be_slept;
use super::input::input_between;
use super::locks::set_error_number;
use super::script::{Model, Ran, SUCCESS, Script, number};
use crate::machine::synchronize::EINVAL;
use crate::value::{Scalar, Value};
use raddle_program::trace::ChoiceKind;

pub(super) fn model(name: &str) -> Option<Model> {
    Some(match name {
        "time" => time,
        "clock" => clock,
        "clock_gettime" => clock_time,
        "timespec_get" => base_time,
        "gettimeofday" => time_of_day,
        "sched_yield" | "pthread_yield" | "thrd_yield" | "sleep" | "usleep" => pass,
        "nanosleep" => sleep,
        "clock_nanosleep" => clock_sleep,
        "thrd_sleep" => thread_sleep,
        _ => return None,
    })
}

/// What a clock shows that counts so often in a second. No clock shows a time that is later than the year 2106 (of a `long` with 32 bits:
/// a number greater than 2,000,000,000).
fn moment<'u>(s: &mut Script<'_, 'u>, in_a_second: i128) -> Ran<'u, i128> {
    let long = s.basic().long;
    let greatest = match s.fixed().types().size_of(long) {
        Some(4) => 2_000_000_000,
        _ => 4_294_967_296 * in_a_second - 1,
    };
    input_between(s, long, 0, greatest)
}

fn time<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let is_stored = !s.is_null(0)?;
    if !is_stored && !s.is_used() {
        return Ok(Value::Void);
    }
    let now = moment(s, 1)?;
    if is_stored {
        let (to, long) = (s.place(0)?, s.basic().long);
        s.write(to, 0, long, Scalar::Integer(now))?;
    }
    Ok(number(now))
}

fn clock<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    if !s.is_used() {
        return Ok(Value::Void);
    }
    Ok(number(moment(s, 1_000_000)?))
}

/// Seconds, then a part of a second, each chosen and written.
fn write_time<'u>(s: &mut Script<'_, 'u>, argument: usize, greatest_part: i128) -> Ran<'u, ()> {
    let (to, long) = (s.place(argument)?, s.basic().long);
    let size = s.fixed().types().size_of(long).unwrap_or(8);
    let seconds = moment(s, 1)?;
    s.write(to, 0, long, Scalar::Integer(seconds))?;
    let part = input_between(s, long, 0, greatest_part)?;
    s.write(to, size, long, Scalar::Integer(part))
}

fn clock_time<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    // Linux has the clocks 0 to 11; whether there is another one is open.
    if !(0..=11).contains(&s.number(0)?) {
        let bool = s.basic().bool;
        if s.choose_number(ChoiceKind::Input, bool)? != 0 {
            set_error_number(s, EINVAL.into())?;
            return Ok(number(-1));
        }
    }
    write_time(s, 1, 999_999_999)?;
    Ok(SUCCESS)
}

fn base_time<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    write_time(s, 0, 999_999_999)?;
    Ok(number(s.number(1)?))
}

fn time_of_day<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    write_time(s, 0, 999_999)?;
    Ok(SUCCESS)
}

fn pass<'u>(_: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    Ok(SUCCESS)
}

fn sleep<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    if can_be_slept(s, 0)? {
        return Ok(SUCCESS);
    }
    set_error_number(s, EINVAL.into())?;
    Ok(number(-1))
}

/// The third argument is the time.
fn clock_sleep<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    Ok(number(if can_be_slept(s, 2)? { 0 } else { EINVAL.into() }))
}

/// -1 would mean that a signal came.
fn thread_sleep<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    Ok(number(if can_be_slept(s, 0)? { 0 } else { -2 }))
}
