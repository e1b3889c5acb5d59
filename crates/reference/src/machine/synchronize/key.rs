//! Keys of thread-specific data (POSIX pthread_key_create; C11 7.26.6). The values lie in the threads.

use super::{Done, EINVAL, Request};
use crate::machine::Machine;
use crate::value::Scalar;
use raddle_program::syntax::Synchronization;

/// A key that is in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// What is called with a thread's value when it ends; null for nothing.
    pub destructor: Scalar,
}

impl Machine<'_> {
    /// The number that the next key gets: the least that is not in use.
    pub fn next_key(&self) -> u32 {
        (0..).find(|number| !self.locks.keys.contains_key(number)).expect("there are fewer than 2^32 keys")
    }

    /// The value that a thread has for a key: null if it set none.
    pub fn specific(&self, thread: usize, key: u32) -> Scalar {
        self.thread(thread).specific.get(&key).copied().unwrap_or(Scalar::Integer(0))
    }

    /// The first key from a number on that has a destructor and a value of a thread.
    pub fn next_destructor(&self, thread: usize, from: u32) -> Option<u32> {
        let is_due = |number: &u32, key: &Key| {
            key.destructor != Scalar::Integer(0) && self.specific(thread, *number) != Scalar::Integer(0)
        };
        self.locks.keys.range(from..).find(|(number, key)| is_due(number, key)).map(|(&number, _)| number)
    }

    /// Sets the value that a thread has for a key.
    pub fn set_specific(&mut self, thread: usize, key: u32, value: Scalar) {
        let values = &mut self.thread_mut(thread).specific;
        match value {
            Scalar::Integer(0) => drop(values.remove(&key)),
            value => drop(values.insert(key, value)),
        }
    }

    pub(super) fn key_call(&mut self, request: &Request<'_>, key: u32) -> Done {
        let is_known = self.locks.keys.contains_key(&key);
        match request.operation {
            Synchronization::KeyCreate => {
                self.locks.keys.insert(key, Key { destructor: request.scalar(0) });
                Done::with(i64::from(key))
            }
            _ if !is_known => Done::misused(EINVAL, "a key is used that was not created, or was deleted"),
            Synchronization::KeyDelete => {
                self.locks.keys.remove(&key);
                for thread in 0..self.threads.len() {
                    if self.thread(thread).specific.contains_key(&key) {
                        self.set_specific(thread, key, Scalar::Integer(0));
                    }
                }
                Done::default()
            }
            Synchronization::KeySet => {
                self.set_specific(request.thread as usize, key, request.scalar(0));
                Done::default()
            }
            _ => Done::default(),
        }
    }
}
