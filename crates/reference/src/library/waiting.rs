//! Condition variables (POSIX pthread_cond_wait, pthread_cond_signal).
//!
//! A wait is three events: the mutex is released and the thread queued; the thread wakes up, signalled or not; the mutex
//! is locked again.

use super::Call;
use crate::machine::Machine;
use crate::task::{Operation, Task};
use crate::value::{Scalar, Trouble, Value};
use raddle_program::syntax::Synchronization;

impl<'u> Machine<'u> {
    pub(super) fn condition_call(&mut self, call: &Call<'u>) -> Result<(), Trouble> {
        let operation = match call.name {
            "pthread_cond_init" => Synchronization::ConditionInit,
            "pthread_cond_signal" => Synchronization::ConditionSignal,
            "pthread_cond_broadcast" => Synchronization::ConditionBroadcast,
            _ => Synchronization::ConditionDestroy,
        };
        self.synchronization(call, operation)?;
        if operation == Synchronization::ConditionSignal {
            // The event tells who was woken; the call returns 0.
            let operation = self.frame_mut(call.thread).tasks.pop().expect("the operation was just planned");
            self.plan(call.thread, vec![operation, Task::Discard, Task::Push(Value::Scalar(Scalar::Integer(0)))]);
        }
        Ok(())
    }

    pub(super) fn condition_wait(&mut self, call: &Call<'u>) -> Result<(), Trouble> {
        let (condition, mutex, span) = (call.place(0)?, call.place(1)?, call.span());
        let step = |operation, object, mutex| {
            Task::Operation(Operation::Synchronize { operation, object, mutex, kind: 0, span })
        };
        let tasks = vec![
            step(Synchronization::ConditionRelease, condition, Some(mutex)),
            Task::Discard,
            step(Synchronization::ConditionWake, condition, None),
            Task::Discard,
            step(Synchronization::MutexLock, mutex, None),
            Task::Discard,
            Task::Push(Value::Scalar(Scalar::Integer(0))),
        ];
        self.plan(call.thread, tasks);
        Ok(())
    }
}
