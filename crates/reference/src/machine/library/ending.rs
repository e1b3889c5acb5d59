//! How threads end (POSIX 2.9.5.3, pthread_exit, pthread_key_create): cleanup handlers, then the ends of all lifetimes, then destructors of
//! thread-specific values, then the end itself.

use super::script::{Ran, Script};
use crate::machine::task::{Operation, Task};
use crate::value::{Scalar, Value};

/// How often destructors are called for the values that destructors set (`PTHREAD_DESTRUCTOR_ITERATIONS`).
const ROUNDS: usize = 4;

/// Ends the thread: `pthread_exit(value)`.
pub(super) fn end_with<'u>(s: &mut Script<'_, 'u>, value: Scalar) -> Ran<'u, Value> {
    let (thread, span) = (s.thread(), s.span());
    s.once(|machine| {
        machine.thread_mut(thread).cancellation.is_disabled = true;
        Ok(Value::Void)
    })?;
    let pointer = s.basic().pointer;
    while s.once_number(|machine| machine.thread(thread).handlers.len() as i128)? > 0 {
        let last =
            |machine: &crate::machine::Machine<'_>| *machine.thread(thread).handlers.last().expect("there is one");
        let routine = s.once(|machine| Ok(Value::Scalar(last(machine).routine)))?;
        let argument = s.once(|machine| {
            let argument = last(machine).argument;
            machine.thread_mut(thread).handlers.pop();
            Ok(Value::Scalar(argument))
        })?;
        s.invoke(routine, vec![(argument, pointer)])?;
    }
    s.tasks(|| vec![Task::Unwind { value: Value::Scalar(value), span }])
}

/// Ends the thread as a cancellation does.
pub(super) fn end_by_cancellation<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    // `PTHREAD_CANCELED`, as the pointer that -1 is.
    let canceled = crate::arithmetic::wrap(s.fixed().types(), s.basic().pointer, -1)?;
    end_with(s, Scalar::Integer(canceled))
}

/// What a thread does after its functions are left: calls destructors, in rounds, and exits. The argument is its value.
pub(crate) fn end_of_thread<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (thread, span, pointer) = (s.thread(), s.span(), s.basic().pointer);
    for _ in 0..ROUNDS {
        let (mut from, mut is_last) = (0, true);
        loop {
            // No other thread can set a value of this thread.
            let may_have_one = s.once_number(|machine| i128::from(!machine.thread(thread).specific.is_empty()))? != 0;
            if !may_have_one {
                break;
            }
            let next = s.number_of(Operation::NextDestructor { from, span })?;
            let Ok(key) = u32::try_from(next) else { break };
            let destructor = s.once(|machine| Ok(Value::Scalar(machine.locks.keys[&key].destructor)))?;
            let value = s.once(|machine| {
                let value = machine.specific(thread, key);
                machine.set_specific(thread, key, Scalar::Integer(0));
                Ok(Value::Scalar(value))
            })?;
            s.invoke(destructor, vec![(value, pointer)])?;
            (from, is_last) = (key + 1, false);
        }
        if is_last {
            break;
        }
    }
    let value = s.call().arguments.first().map_or(Value::Void, |(value, _)| value.clone());
    s.last(Operation::Exit { value, span })
}
