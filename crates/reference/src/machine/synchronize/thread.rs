//! Operations of threads on each other and on themselves: detaching, cancellation, cleanup handlers (POSIX 2.9.5).

use super::{Done, EBUSY, EDEADLK, EINVAL, ESRCH, Request};
use crate::machine::Machine;
use crate::machine::order::{History, Holder};
use crate::value::{Scalar, Trouble};
use raddle_program::syntax::Synchronization;

/// A cleanup handler that was pushed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handler {
    /// The function.
    pub routine: Scalar,
    /// Its argument.
    pub argument: Scalar,
    /// The number of frames when it was pushed: the function must pop it before it returns.
    pub frames: usize,
}

/// Whether and how a thread can be cancelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cancellation {
    /// Another thread has asked for it.
    pub is_marked: bool,
    /// The thread has disabled cancellation, or is ending.
    pub is_disabled: bool,
}

/// Why a thread cannot be joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unjoinable {
    /// There is no such thread, or it was joined.
    Gone,
    /// It is detached.
    Detached,
    /// It is the calling thread.
    Oneself,
}

impl Unjoinable {
    /// The return code, and the misuse.
    pub fn done(self) -> Done {
        match self {
            Unjoinable::Gone => Done::misused(ESRCH, "the id names no thread, or one that was joined"),
            Unjoinable::Detached => Done::misused(EINVAL, "the thread is detached"),
            Unjoinable::Oneself => Done::with(EDEADLK),
        }
    }
}

impl Machine<'_> {
    /// The thread that an id names, unless it was joined.
    pub fn named_thread(&self, id: Scalar) -> Option<u32> {
        let index = self.thread_with_id(id)?;
        (!self.threads[index].is_joined).then_some(index as u32)
    }

    /// The thread with an id, which may have been joined.
    pub fn thread_with_id(&self, id: Scalar) -> Option<usize> {
        let (Scalar::Integer(number) | Scalar::Wild(number) | Scalar::ThreadId(number)) = id else { return None };
        let index = usize::try_from(number.checked_sub(1)?).ok()?;
        (index < self.threads.len()).then_some(index)
    }

    /// The id of a thread, with a mark where values are marked.
    pub fn id_of(&self, thread: usize) -> Scalar {
        let number = thread as i128 + 1;
        if self.settings.marks_outside { Scalar::ThreadId(number) } else { Scalar::Integer(number) }
    }

    /// The thread that another one may join.
    ///
    /// # Errors
    /// The reason why it may not.
    pub fn joinable(&self, thread: u32, other: Option<u32>) -> Result<u32, Unjoinable> {
        match other {
            None => Err(Unjoinable::Gone),
            Some(other) if other == thread => Err(Unjoinable::Oneself),
            Some(other) if self.thread(other as usize).is_detached => Err(Unjoinable::Detached),
            Some(other) => Ok(other),
        }
    }

    /// Whether a thread acts on a cancellation request at the next cancellation point.
    pub fn may_be_cancelled(&self, thread: u32) -> bool {
        let cancellation = self.thread(thread as usize).cancellation;
        cancellation.is_marked && !cancellation.is_disabled
    }

    /// A thread begins to act on its cancellation.
    pub fn accept_cancellation(&mut self, thread: u32) {
        self.thread_mut(thread as usize).cancellation.is_marked = false;
        self.takes_order(thread, Holder::Cancellation(thread));
        self.history.drop_holder(Holder::Cancellation(thread));
    }

    pub(super) fn thread_call(&mut self, request: &Request<'_>, other: Option<u32>) -> Done {
        match (request.operation, other) {
            (Synchronization::ThreadDetach, Some(other)) => {
                let is_detached = self.thread(other as usize).is_detached;
                if is_detached {
                    return Unjoinable::Detached.done();
                }
                self.thread_mut(other as usize).is_detached = true;
                Done::default()
            }
            (Synchronization::ThreadCancel, Some(other)) => {
                let target = self.thread(other as usize);
                match (target.result.is_some(), target.is_detached) {
                    (true, true) => return Done::misused(ESRCH, "the thread is detached and has ended"),
                    (true, false) => {}
                    (false, _) if self.thread(other as usize).is_gone => {}
                    (false, _) => {
                        self.thread_mut(other as usize).cancellation.is_marked = true;
                        self.gives_order(request.thread, Holder::Cancellation(other));
                    }
                }
                Done::default()
            }
            (Synchronization::ThreadDetach | Synchronization::ThreadCancel, None) => Unjoinable::Gone.done(),
            _ => match self.joinable(request.thread, other) {
                Ok(other) if self.thread(other as usize).result.is_some() => Done::default(),
                Ok(_) => Done::with(EBUSY),
                Err(reason) => reason.done(),
            },
        }
    }

    /// The process becomes a copy of the one before, in which no other thread runs. The other threads leave their state as it is: their
    /// locks stay locked.
    fn leave_alone(&mut self, thread: usize) {
        for other in (0..self.threads.len()).filter(|&other| other != thread) {
            let gone = self.thread_mut(other);
            if gone.result.is_some() {
                continue;
            }
            gone.is_gone = true;
            gone.frames.clear();
            gone.handlers.clear();
            gone.specific.clear();
            gone.section_depth = 0;
            self.inside_sections.remove(&other);
            let number = other as u32;
            self.locks.signalled.remove(&number);
            self.locks.released.remove(&number);
            for condition in self.locks.conditions.values_mut() {
                condition.waiters.remove(&number);
            }
        }
        // Earlier accesses cannot race with accesses of the child to its own memory.
        self.history = History::default();
    }

    pub(super) fn own_call(&mut self, request: &Request<'_>) -> Result<Done, Trouble> {
        let thread = request.thread;
        Ok(match request.operation {
            Synchronization::TestCancel => {
                let acts = self.may_be_cancelled(thread);
                if acts {
                    self.accept_cancellation(thread);
                }
                Done::with(i64::from(acts))
            }
            Synchronization::SetCancelState => {
                let old = self.thread(thread as usize).cancellation.is_disabled;
                match request.number(0) {
                    state @ (0 | 1) => {
                        self.thread_mut(thread as usize).cancellation.is_disabled = state == 1;
                        Done::with(i64::from(old))
                    }
                    _ => Done::with(-1),
                }
            }
            Synchronization::CleanupPush => {
                let handler = Handler {
                    routine: request.scalar(0),
                    argument: request.scalar(1),
                    frames: self.thread(thread as usize).frames.len(),
                };
                self.thread_mut(thread as usize).handlers.push(handler);
                Done::default()
            }
            Synchronization::BecomeChild => {
                self.leave_alone(thread as usize);
                Done::default()
            }
            _ => {
                let popped = self.thread_mut(thread as usize).handlers.pop();
                if popped.is_none() {
                    return Trouble::unsupported("a cleanup handler is popped that was not pushed");
                }
                Done::default()
            }
        })
    }
}
