//! Read-write locks, spin locks, barriers, once controls, semaphores (POSIX), and `errno`, which semaphores set.

use super::cancellation::{cancellation_point, may_be_cancelled};
use super::deadlines::{checked, is_valid, last};
use super::ending::end_by_cancellation;
use super::script::{Model, Ran, SUCCESS, Script, deny, number};
use super::threads::{set_flag, succeed, synchronize};
use crate::machine::synchronize::{ECANCELED, EINVAL};
use crate::machine::task::Subject;
use crate::value::{Place, Scalar, Value};
use raddle_program::syntax::Synchronization;
use raddle_program::trace::ChoiceKind;

pub(super) fn model(name: &str) -> Option<Model> {
    if operation(name).is_some() {
        return Some(if name.starts_with("sem_") { semaphore } else { simple });
    }
    Some(match name {
        "pthread_barrier_wait" => wait_at_barrier,
        "pthread_once" | "call_once" => once,
        "pthread_rwlockattr_setkind_np" => set_kind,
        "pthread_rwlockattr_init"
        | "pthread_rwlockattr_destroy"
        | "pthread_barrierattr_init"
        | "pthread_barrierattr_destroy" => succeed,
        "pthread_rwlockattr_setpshared" | "pthread_barrierattr_setpshared" => set_flag,
        "__errno_location" => error_number_location,
        _ => return None,
    })
}

/// The one event of a function that has one.
fn operation(name: &str) -> Option<Synchronization> {
    use Synchronization as S;
    Some(match name {
        "pthread_rwlock_init" => S::ReadWriteInit,
        "pthread_rwlock_destroy" => S::ReadWriteDestroy,
        "pthread_rwlock_rdlock" => S::ReadLock,
        "pthread_rwlock_wrlock" => S::WriteLock,
        "pthread_rwlock_tryrdlock" => S::ReadTryLock,
        "pthread_rwlock_trywrlock" => S::WriteTryLock,
        "pthread_rwlock_timedrdlock" | "pthread_rwlock_clockrdlock" => S::ReadTimedLock,
        "pthread_rwlock_timedwrlock" | "pthread_rwlock_clockwrlock" => S::WriteTimedLock,
        "pthread_rwlock_unlock" => S::ReadWriteUnlock,
        "pthread_spin_init" => S::SpinInit,
        "pthread_spin_destroy" => S::SpinDestroy,
        "pthread_spin_lock" => S::SpinLock,
        "pthread_spin_trylock" => S::SpinTryLock,
        "pthread_spin_unlock" => S::SpinUnlock,
        "pthread_barrier_init" => S::BarrierInit,
        "pthread_barrier_destroy" => S::BarrierDestroy,
        "__raddle_overwritten" => S::Overwrite,
        "sem_init" => S::SemaphoreInit,
        "sem_destroy" => S::SemaphoreDestroy,
        "sem_wait" => S::SemaphoreWait,
        "sem_trywait" => S::SemaphoreTryWait,
        "sem_timedwait" | "sem_clockwait" => S::SemaphoreTimedWait,
        "sem_post" => S::SemaphorePost,
        "sem_getvalue" => S::SemaphoreGetValue,
        _ => return None,
    })
}

/// The event of the call about its first argument; the third is the count of a barrier or the value of a semaphore.
fn event<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, i128> {
    let operation = operation(s.name()).expect("the model is that of a function with one event");
    let operands = match operation {
        // At most so many threads meet, as in the C library of Linux; for none there is no barrier.
        Synchronization::BarrierInit if s.number(2)? >= i128::from(i32::MAX) => vec![Scalar::Integer(0)],
        Synchronization::BarrierInit | Synchronization::SemaphoreInit => vec![s.scalar(2)?],
        Synchronization::Overwrite => vec![s.scalar(1)?],
        _ => Vec::new(),
    };
    let is_timed = matches!(
        operation,
        Synchronization::ReadTimedLock | Synchronization::WriteTimedLock | Synchronization::SemaphoreTimedWait
    );
    let has_deadline = !is_timed || is_valid(s, last(s))?;
    // The deadline may be looked at before there is anything to wait for (POSIX: it need not be).
    if !has_deadline && s.choose_number(ChoiceKind::Input, s.basic().bool)? != 0 {
        return Ok(EINVAL.into());
    }
    let subject = Subject::Object(s.place(0)?);
    Ok(checked(synchronize(s, operation, subject, operands)?, has_deadline))
}

fn simple<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    Ok(number(event(s)?))
}

fn set_kind<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    match s.number(1)? {
        0 => Ok(SUCCESS),
        _ => deny("read-write locks that prefer writers"),
    }
}

fn wait_at_barrier<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let barrier = Subject::Object(s.place(0)?);
    synchronize(s, Synchronization::BarrierArrive, barrier, Vec::new())?;
    Ok(number(synchronize(s, Synchronization::BarrierLeave, barrier, Vec::new())?))
}

fn once<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (control, routine) = (Subject::Object(s.place(0)?), Value::Scalar(s.scalar(1)?));
    if synchronize(s, Synchronization::OnceBegin, control, Vec::new())? == 1 {
        s.invoke(routine, Vec::new())?;
        synchronize(s, Synchronization::OnceEnd, control, Vec::new())?;
    }
    Ok(SUCCESS)
}

/// Semaphores fail with -1 and set `errno`.
fn semaphore<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    if matches!(s.name(), "sem_wait" | "sem_timedwait" | "sem_clockwait") && may_be_cancelled(s) {
        cancellation_point(s)?;
    }
    let outcome = event(s)?;
    if s.name() == "sem_getvalue" {
        let to = s.place(1)?;
        s.write_int(to, outcome)?;
        return Ok(SUCCESS);
    }
    if outcome == i128::from(ECANCELED) {
        return end_by_cancellation(s);
    }
    if outcome != 0 {
        set_error_number(s, outcome)?;
        return Ok(number(-1));
    }
    Ok(SUCCESS)
}

/// Where the thread's `errno` lies.
pub(super) fn error_number<'u>(s: &Script<'_, 'u>) -> Option<Place> {
    s.fixed().thread(s.thread()).error_number.map(Place::object)
}

pub(super) fn set_error_number<'u>(s: &mut Script<'_, 'u>, code: i128) -> Ran<'u, ()> {
    match error_number(s) {
        Some(place) => s.write_int(place, code),
        None => Ok(()),
    }
}

fn error_number_location<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let place = error_number(s);
    if let Some(place) = place
        && s.fixed().unit.chooses_error_numbers_late
    {
        super::errors::close(s, place)?;
    }
    Ok(Value::Scalar(place.map_or(Scalar::Integer(0), Place::pointer)))
}
