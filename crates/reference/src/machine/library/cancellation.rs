//! Cancellation (POSIX 2.9.5): requests, cancellation points, cleanup handlers.

use super::ending::end_by_cancellation;
use super::script::{Model, Ran, SUCCESS, Script, deny, number};
use super::threads::{synchronize, thread_argument};
use crate::machine::synchronize::EINVAL;
use crate::machine::task::Subject;
use crate::value::Value;
use raddle_cfront::effects::Point;
use raddle_program::syntax::Synchronization;
use raddle_program::trace::ChoiceKind;

pub(super) fn model(name: &str) -> Option<Model> {
    Some(match name {
        "pthread_cancel" => cancel,
        "pthread_testcancel" => test,
        "pthread_setcancelstate" => set_state,
        "pthread_setcanceltype" => set_type,
        "__raddle_may_be_cancelled" => |_| Ok(Value::Void),
        "__raddle_cleanup_push" => push,
        "__raddle_cleanup_pop" => pop,
        "__raddle_become_child" => become_child,
        _ => return None,
    })
}

/// A function may begin with a cancellation point.
pub(super) fn cancellation_at_start<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, ()> {
    if !may_be_cancelled(s) {
        return Ok(());
    }
    let occurs = match s.fixed().unit.effects.cancellation(s.name()) {
        Some(Point::Certain) => true,
        Some(Point::Possible) => {
            let bool = s.basic().bool;
            s.choose_number(ChoiceKind::Input, bool)? != 0
        }
        None => false,
    };
    if occurs { cancellation_point(s) } else { Ok(()) }
}

/// Whether threads can be cancelled at all: the program names `pthread_cancel`.
pub(super) fn may_be_cancelled(s: &Script<'_, '_>) -> bool {
    s.fixed().statics.has_cancellation
}

/// Ends the thread here if its cancellation was requested.
pub(super) fn cancellation_point<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, ()> {
    if !may_be_cancelled(s) {
        return Ok(());
    }
    if synchronize(s, Synchronization::TestCancel, Subject::Oneself, Vec::new())? == 1 {
        end_by_cancellation(s)?;
    }
    Ok(())
}

fn cancel<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let subject = Subject::Thread(thread_argument(s)?);
    Ok(number(synchronize(s, Synchronization::ThreadCancel, subject, Vec::new())?))
}

fn test<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    cancellation_point(s)?;
    Ok(Value::Void)
}

fn set_state<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let state = s.scalar(0)?;
    let old = synchronize(s, Synchronization::SetCancelState, Subject::Oneself, vec![state])?;
    if old < 0 {
        return Ok(number(EINVAL.into()));
    }
    if !s.is_null(1)? {
        let to = s.place(1)?;
        s.write_int(to, old)?;
    }
    Ok(SUCCESS)
}

fn set_type<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    match s.number(0)? {
        0 => {
            if !s.is_null(1)? {
                let to = s.place(1)?;
                s.write_int(to, 0)?;
            }
            Ok(SUCCESS)
        }
        1 => deny("asynchronous cancellation"),
        _ => Ok(number(EINVAL.into())),
    }
}

fn push<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let operands = vec![s.scalar(0)?, s.scalar(1)?];
    synchronize(s, Synchronization::CleanupPush, Subject::Oneself, operands)?;
    Ok(Value::Void)
}

/// The calling thread continues in a copy of the process, without the other threads.
fn become_child<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    Ok(number(synchronize(s, Synchronization::BecomeChild, Subject::Oneself, Vec::new())?))
}

fn pop<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    synchronize(s, Synchronization::CleanupPop, Subject::Oneself, Vec::new())?;
    Ok(Value::Void)
}
