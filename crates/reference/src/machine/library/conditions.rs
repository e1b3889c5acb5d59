//! Condition variables (POSIX pthread_cond_wait, pthread_cond_timedwait, pthread_cond_signal; C11 7.26.3).
//!
//! A wait is three events: the mutex is released and the thread queued; the thread wakes up, signalled or not; the mutex
//! is locked again.

use super::cancellation::{cancellation_point, may_be_cancelled};
use super::deadlines::{is_valid, last};
use super::ending::end_by_cancellation;
use super::mutexes::answer;
use super::script::{Model, Ran, Script};
use super::threads::{set_flag, succeed, synchronize};
use crate::machine::synchronize::{EINVAL, ETIMEDOUT};
use crate::machine::task::Subject;
use crate::value::Value;
use raddle_program::syntax::Synchronization;

pub(super) fn model(name: &str) -> Option<Model> {
    Some(match name {
        "pthread_cond_init" | "cnd_init" => initialize,
        "pthread_cond_destroy" | "cnd_destroy" => destroy,
        "pthread_cond_wait" | "cnd_wait" => wait,
        "pthread_cond_timedwait" | "pthread_cond_clockwait" | "cnd_timedwait" => timed_wait,
        "pthread_cond_signal" | "cnd_signal" => signal,
        "pthread_cond_broadcast" | "cnd_broadcast" => broadcast,
        "pthread_condattr_init" | "pthread_condattr_destroy" => succeed,
        // `CLOCK_REALTIME` and `CLOCK_MONOTONIC` are 0 and 1.
        "pthread_condattr_setclock" | "pthread_condattr_setpshared" => set_flag,
        _ => return None,
    })
}

fn call<'u>(s: &mut Script<'_, 'u>, operation: Synchronization) -> Ran<'u, i128> {
    let subject = Subject::Object(s.place(0)?);
    synchronize(s, operation, subject, Vec::new())
}

fn initialize<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let code = call(s, Synchronization::ConditionInit)?;
    Ok(answer(s, code))
}

fn destroy<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let code = call(s, Synchronization::ConditionDestroy)?;
    Ok(answer(s, code))
}

/// The event lists the woken thread; the call returns 0 in any case.
fn signal<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    call(s, Synchronization::ConditionSignal)?;
    Ok(answer(s, 0))
}

fn broadcast<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let code = call(s, Synchronization::ConditionBroadcast)?;
    Ok(answer(s, code))
}

fn wait<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    wait_with(s, Synchronization::ConditionWake)
}

fn timed_wait<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    if !is_valid(s, last(s))? {
        return Ok(answer(s, EINVAL.into()));
    }
    wait_with(s, Synchronization::ConditionTimedWake)
}

fn wait_with<'u>(s: &mut Script<'_, 'u>, wake: Synchronization) -> Ran<'u, Value> {
    let is_cancellable = !s.name().starts_with("cnd_") && may_be_cancelled(s);
    if is_cancellable {
        cancellation_point(s)?;
    }
    let (condition, mutex) = (Subject::Object(s.place(0)?), s.place(1)?);
    synchronize(s, Synchronization::ConditionRelease, condition, vec![mutex.pointer()])?;
    let reason = synchronize(s, wake, condition, Vec::new())?;
    synchronize(s, Synchronization::MutexLock, Subject::Object(mutex), Vec::new())?;
    match reason {
        2 => Ok(answer(s, ETIMEDOUT.into())),
        3 => end_by_cancellation(s),
        _ => Ok(answer(s, 0)),
    }
}
