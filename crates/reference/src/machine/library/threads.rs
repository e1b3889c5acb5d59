//! Threads (POSIX pthread_create and similar calls, C11 7.26.5) and their attributes.

use super::cancellation::{cancellation_point, may_be_cancelled};
use super::ending::{end_by_cancellation, end_with};
use super::script::{Model, Ran, SUCCESS, Script, deny, number};
use crate::arithmetic::marked::{compared_ids, depends};
use crate::machine::synchronize::{EBUSY, ECANCELED, EINVAL, ETIMEDOUT};
use crate::machine::task::{Operation, Subject};
use crate::value::{Scalar, Value};
use raddle_cfront::typed::BinaryOperator;
use raddle_program::syntax::Synchronization;
use raddle_program::trace::ChoiceKind;
use raddle_program::types::{TypeId, TypeKind};

/// The text by which signals are held back. It uses ids as indices.
const TEXT_THAT_HOLDS_SIGNALS: &str = "<raddle>/__raddle_hold_signal.c";

/// `PTHREAD_CREATE_DETACHED`
const DETACHED: i128 = 1;

pub(super) fn model(name: &str) -> Option<Model> {
    Some(match name {
        "pthread_create" => create,
        "thrd_create" => create_c11,
        "pthread_join" => join,
        "thrd_join" => join_c11,
        "pthread_tryjoin_np" | "pthread_timedjoin_np" | "pthread_clockjoin_np" => try_join,
        "pthread_detach" | "thrd_detach" => detach,
        "pthread_exit" | "thrd_exit" => exit,
        "pthread_self" | "thrd_current" => myself,
        "pthread_equal" | "thrd_equal" => are_same,
        "pthread_attr_init" => initialize_attributes,
        "pthread_attr_setdetachstate" => set_detach_state,
        "pthread_attr_getdetachstate" => get_detach_state,
        "pthread_attr_destroy" | "pthread_attr_setguardsize" => succeed,
        "pthread_setconcurrency" => set_concurrency,
        "pthread_attr_setstacksize" | "pthread_attr_setstack" => set_stack,
        "pthread_attr_setinheritsched" => set_flag,
        "pthread_attr_setschedpolicy" => set_policy,
        "pthread_attr_setscope" => set_scope,
        _ => return None,
    })
}

/// What C11's functions return for the code that their POSIX twins return.
pub(super) fn c11_code(code: i128) -> i128 {
    const THRD_ERROR: i128 = 2;
    if code == 0 { 0 } else { THRD_ERROR }
}

/// A code, in the terms of the function that is called.
fn answer<'u>(s: &Script<'_, 'u>, code: i128) -> Value {
    number(if s.name().starts_with("thrd_") { c11_code(code) } else { code })
}

pub(super) fn succeed<'u>(_: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    Ok(SUCCESS)
}

fn create<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let is_detached = match s.is_null(1)? {
        true => false,
        false => {
            let (attributes, int) = (s.place(1)?, s.basic().int);
            s.read(attributes, 0, int)? == Scalar::Integer(DETACHED)
        }
    };
    spawn(s, 2, 3, is_detached)
}

fn create_c11<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    spawn(s, 1, 2, false)
}

fn spawn<'u>(s: &mut Script<'_, 'u>, start: usize, argument: usize, is_detached: bool) -> Ran<'u, Value> {
    let start = s.fixed().called_function(s.scalar(start)?)?;
    let Some(argument) = s.call().arguments.get(argument).cloned() else {
        return deny(format!("a call of `{}` with too few arguments", s.name()));
    };
    let types = s.fixed().types();
    let pointee = match s.call().arguments.first().map(|(_, ty)| types.kind(*ty)) {
        Some(TypeKind::Pointer(target)) if types.integer_shape(target.ty).is_some() => types.size_of(target.ty),
        _ => None,
    };
    let id_size = pointee.unwrap_or(types.model().pointer_bytes());
    let id = s.place(0)?;
    s.value(Operation::Spawn { start, argument, id, id_size, is_detached, span: s.span() })
}

/// The first argument, which names a thread. A number that is no id, but that of a thread in this execution, depends on the system, and so does
/// what was computed from an id.
pub(super) fn thread_argument<'u>(s: &Script<'_, 'u>) -> Ran<'u, Scalar> {
    let (id, machine) = (s.scalar(0)?, s.fixed());
    match id {
        Scalar::Outside(_) | Scalar::Handle(_) => Ok(depends()?),
        Scalar::Integer(_) | Scalar::Wild(_)
            if machine.settings.marks_outside && machine.thread_with_id(id).is_some() =>
        {
            Ok(depends()?)
        }
        _ => Ok(id),
    }
}

fn join<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    cancellation_point(s)?;
    let (id, is_cancellable) = (thread_argument(s)?, may_be_cancelled(s));
    let code = s.number_of(Operation::Join { id, is_cancellable, span: s.span() })?;
    if code == i128::from(ECANCELED) {
        return end_by_cancellation(s);
    }
    finish_join(s, code, s.basic().pointer)
}

fn join_c11<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let id = thread_argument(s)?;
    let code = s.number_of(Operation::Join { id, is_cancellable: false, span: s.span() })?;
    finish_join(s, code, s.basic().int)
}

fn try_join<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let id = thread_argument(s)?;
    let code = synchronize(s, Synchronization::ThreadTestEnd, Subject::Thread(id), Vec::new())?;
    if code == i128::from(EBUSY) && s.name() != "pthread_tryjoin_np" {
        return Ok(number(ETIMEDOUT.into()));
    }
    if code != 0 {
        return Ok(number(code));
    }
    let code = s.number_of(Operation::Join { id, is_cancellable: false, span: s.span() })?;
    finish_join(s, code, s.basic().pointer)
}

/// Stores what the thread left, as a value of a type, if that is wanted.
fn finish_join<'u>(s: &mut Script<'_, 'u>, code: i128, ty: TypeId) -> Ran<'u, Value> {
    if code != 0 || s.is_null(1)? {
        return Ok(answer(s, code));
    }
    let (id, to) = (s.scalar(0)?, s.place(1)?);
    let left = s.once(|machine| {
        let thread = machine.thread_with_id(id).map(|index| machine.thread(index));
        Ok(thread.and_then(|thread| thread.result.clone()).unwrap_or(Value::Void))
    })?;
    let value = match left {
        Value::Scalar(scalar) => scalar,
        Value::Void => s.choose(ChoiceKind::Indeterminate, ty)?,
        Value::Bytes(_) | Value::Place(_) => return deny("a thread whose function returns a record"),
    };
    s.write(to, 0, ty, value)?;
    Ok(answer(s, code))
}

fn detach<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let subject = Subject::Thread(thread_argument(s)?);
    let code = synchronize(s, Synchronization::ThreadDetach, subject, Vec::new())?;
    Ok(answer(s, code))
}

fn exit<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let value = s.scalar(0)?;
    end_with(s, value)
}

fn myself<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let machine = s.fixed();
    let is_index = machine.unit.source.place(s.span()).file.as_ref() == TEXT_THAT_HOLDS_SIGNALS;
    let id = if is_index { Scalar::Integer(s.thread() as i128 + 1) } else { machine.id_of(s.thread()) };
    Ok(Value::Scalar(id))
}

fn are_same<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let truth = compared_ids(BinaryOperator::Equal, s.scalar(0)?, s.scalar(1)?);
    let truth = match truth {
        Some(truth) => truth,
        None => s.number(0)? == s.number(1)?,
    };
    Ok(number(i128::from(truth)))
}

/// The detach state lies in the first four bytes.
fn initialize_attributes<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let attributes = s.place(0)?;
    s.write_int(attributes, 0)?;
    Ok(SUCCESS)
}

fn set_detach_state<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (attributes, state) = (s.place(0)?, s.number(1)?);
    if !(0..=1).contains(&state) {
        return Ok(number(EINVAL.into()));
    }
    s.write_int(attributes, state)?;
    Ok(SUCCESS)
}

/// The size is the last argument. Linux wants 16 kB at least.
fn set_stack<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let size = s.size(if s.name() == "pthread_attr_setstack" { 2 } else { 1 })?;
    Ok(number(if size < 16 << 10 { EINVAL.into() } else { 0 }))
}

/// An attribute that may be 0 or 1, and changes nothing here.
/// A hint that must not be negative.
fn set_concurrency<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    Ok(number(match s.number(0)? {
        ..0 => EINVAL.into(),
        _ => 0,
    }))
}

pub(super) fn set_flag<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    Ok(number(match s.number(1)? {
        0 | 1 => 0,
        _ => EINVAL.into(),
    }))
}

/// `SCHED_OTHER`, `SCHED_FIFO`, `SCHED_RR`; the protocols of mutexes have the same numbers.
pub(super) fn set_policy<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    Ok(number(match s.number(1)? {
        0..=2 => 0,
        _ => EINVAL.into(),
    }))
}

/// Linux has no threads that compete only inside of their process (1).
fn set_scope<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    const ENOTSUP: i128 = 95;
    Ok(number(match s.number(1)? {
        0 => 0,
        1 => ENOTSUP,
        _ => EINVAL.into(),
    }))
}

fn get_detach_state<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (attributes, to, int) = (s.place(0)?, s.place(1)?, s.basic().int);
    let state = s.read(attributes, 0, int)?;
    s.write(to, 0, int, state)?;
    Ok(SUCCESS)
}

/// One synchronization event; its outcome.
pub(super) fn synchronize<'u>(
    s: &mut Script<'_, 'u>,
    operation: Synchronization,
    subject: Subject,
    operands: Vec<Scalar>,
) -> Ran<'u, i128> {
    s.number_of(Operation::Synchronize { operation, subject, operands, span: s.span() })
}
