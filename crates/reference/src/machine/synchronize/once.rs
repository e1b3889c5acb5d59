//! Once controls (POSIX pthread_once, C11 7.26.2): a thread that calls while the routine runs waits for its end.

use super::{Done, Request};
use crate::machine::Machine;
use crate::machine::order::Holder;
use crate::value::Address;
use raddle_program::syntax::Synchronization;

/// A once control that was used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Once {
    /// A thread runs the routine.
    Running(u32),
    /// The routine was run.
    Done,
    /// A call reported misuse because of its bytes; it is used as if they were zero.
    Fresh,
}

impl Machine<'_> {
    pub(super) fn is_once_running(&self, at: Address) -> bool {
        matches!(self.locks.onces.get(&at), Some(Once::Running(_)))
    }

    pub(super) fn once_call(&mut self, request: &Request<'_>, at: Address) -> Done {
        let thread = request.thread;
        if request.operation == Synchronization::OnceEnd {
            self.locks.onces.insert(at, Once::Done);
            self.gives_order(thread, Holder::Once(at));
            return Done::default();
        }
        let is_uninitialized = !self.locks.onces.contains_key(&at) && !self.are_bytes_known(at, 4);
        let misuse = is_uninitialized.then_some("an uninitialized once control is used");
        let done = match self.locks.onces.get(&at) {
            None | Some(Once::Fresh) => {
                self.locks.onces.insert(at, Once::Running(thread));
                Done::with(1)
            }
            Some(Once::Done) => {
                self.takes_order(thread, Holder::Once(at));
                Done::default()
            }
            Some(Once::Running(_)) => panic!("a thread that would block is not scheduled"),
        };
        done.after(misuse)
    }

    /// Controls whose routine an ending thread was running become unused again.
    pub(crate) fn abandon_onces(&mut self, thread: u32) {
        for once in self.locks.onces.values_mut() {
            if *once == Once::Running(thread) {
                *once = Once::Fresh;
            }
        }
    }
}
