//! Mutexes and their attributes (POSIX pthread_mutex_lock, pthread_mutexattr_settype; C11 7.26.4).

use super::deadlines::{checked, is_valid, last};
use super::script::{Model, Ran, SUCCESS, Script, deny, number};
use super::threads::{set_flag, set_policy, succeed, synchronize};
use crate::machine::synchronize::{EBUSY, EINVAL, ETIMEDOUT};
use crate::machine::task::Subject;
use crate::value::{Scalar, Value};
use raddle_program::syntax::Synchronization;

pub(super) fn model(name: &str) -> Option<Model> {
    Some(match name {
        "pthread_mutex_init" => initialize,
        "mtx_init" => initialize_c11,
        "pthread_mutex_destroy" | "mtx_destroy" => destroy,
        "pthread_mutex_lock" | "mtx_lock" => lock,
        "pthread_mutex_trylock" | "mtx_trylock" => try_lock,
        "pthread_mutex_timedlock" | "pthread_mutex_clocklock" | "mtx_timedlock" => timed_lock,
        "pthread_mutex_unlock" | "mtx_unlock" => unlock,
        "pthread_mutexattr_init" => initialize_attribute,
        "pthread_mutexattr_settype" => set_kind,
        "pthread_mutexattr_gettype" => get_kind,
        "pthread_mutexattr_destroy" => succeed,
        "pthread_mutexattr_setpshared" => set_flag,
        "pthread_mutexattr_setprotocol" => set_policy,
        "pthread_mutexattr_setprioceiling" => set_ceiling,
        "pthread_mutexattr_setrobust" => set_robust,
        _ => return None,
    })
}

/// A code, in the terms of the function that is called.
pub(super) fn answer(s: &Script<'_, '_>, code: i128) -> Value {
    let is_c11 = s.name().starts_with("mtx_") || s.name().starts_with("cnd_");
    const BUSY: i128 = EBUSY as i128;
    const TIMED_OUT: i128 = ETIMEDOUT as i128;
    number(match code {
        code if !is_c11 => code,
        0 => 0,
        BUSY => 1,
        TIMED_OUT => 4,
        _ => 2,
    })
}

/// One event about the object that the first argument points to.
fn call<'u>(s: &mut Script<'_, 'u>, operation: Synchronization, operands: Vec<Scalar>) -> Ran<'u, Value> {
    let subject = Subject::Object(s.place(0)?);
    let code = synchronize(s, operation, subject, operands)?;
    Ok(answer(s, code))
}

fn initialize<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let kind = match s.is_null(1)? {
        true => Scalar::Integer(0),
        false => {
            let (attribute, int) = (s.place(1)?, s.basic().int);
            s.read(attribute, 0, int)?
        }
    };
    call(s, Synchronization::MutexInit, vec![kind])
}

fn initialize_c11<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let is_recursive = s.number(1)? & 1;
    call(s, Synchronization::MutexInit, vec![Scalar::Integer(is_recursive)])
}

fn destroy<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    call(s, Synchronization::MutexDestroy, Vec::new())
}

fn lock<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    call(s, Synchronization::MutexLock, Vec::new())
}

fn try_lock<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    call(s, Synchronization::MutexTryLock, Vec::new())
}

fn timed_lock<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let is_valid = is_valid(s, last(s))?;
    let subject = Subject::Object(s.place(0)?);
    let code = synchronize(s, Synchronization::MutexTimedLock, subject, Vec::new())?;
    Ok(answer(s, checked(code, is_valid)))
}

fn unlock<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    call(s, Synchronization::MutexUnlock, Vec::new())
}

/// The attribute holds the kind in its first four bytes.
fn initialize_attribute<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let attribute = s.place(0)?;
    s.write_int(attribute, 0)?;
    Ok(SUCCESS)
}

fn set_kind<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (attribute, kind) = (s.place(0)?, s.number(1)?);
    if !(0..=3).contains(&kind) {
        return Ok(number(EINVAL.into()));
    }
    s.write_int(attribute, kind)?;
    Ok(SUCCESS)
}

fn get_kind<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (attribute, to, int) = (s.place(0)?, s.place(1)?, s.basic().int);
    let kind = s.read(attribute, 0, int)?;
    s.write(to, 0, int, kind)?;
    Ok(SUCCESS)
}

/// A priority of `SCHED_FIFO`.
fn set_ceiling<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    Ok(number(if (1..=99).contains(&s.number(1)?) { 0 } else { EINVAL.into() }))
}

fn set_robust<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    match s.number(1)? {
        0 => Ok(SUCCESS),
        _ => deny("robust mutexes"),
    }
}
