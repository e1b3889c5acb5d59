//! Threads as objects that others ask about: whether one was joined or detached, and whether it has ended.
//!
//! A join is an edge of the order; that is all most programs need. Threads that are joined in several places, detached, or
//! asked whether they have ended have hidden memory: what was done with them, and a flag that they set at their end. They are
//! known from the pass before. Calls that POSIX leaves undefined (a second join, a join of a detached thread) have no model.

use raddle_logic::term::Term;
use raddle_program::syntax::{Expr, LocalId, ProcedureId, Synchronization};

use crate::unwind::contents::{Background, Contents};
use crate::unwind::object::{ObjectId, ObjectKey, Target, ThreadId};
use crate::unwind::shadow::{FIRST, SECOND, THIRD};
use crate::unwind::state::State;
use crate::unwind::value::NUMBER;
use crate::unwind::{ObjectData, Pass, Stepped, Stopped, ThreadData};

const EBUSY: u128 = 16;
const EDEADLK: u128 = 35;

/// What the first cell of a thread's hidden memory holds, besides 0.
pub(super) const DETACHED: u128 = 1;
pub(super) const JOINED: u128 = 2;

/// Bytes of the hidden memory of a thread.
const SIZE: u64 = 12;

impl Pass<'_> {
    /// Whether the state of a thread is memory in this pass.
    pub(super) fn is_watched(&self, thread: ThreadId) -> bool {
        self.assumed.watched.contains(&thread)
    }

    /// A thread is about to start: its hidden memory begins to live, if somebody looks at it.
    pub(super) fn make_status(&mut self, cx: &mut ThreadData, state: &mut State, thread: ThreadId) {
        if self.is_watched(thread) {
            let object = self.make_hidden_status(state, thread);
            self.publish(cx, state, object);
        }
    }

    /// The same for the first thread, before there is any other.
    pub(super) fn make_first_status(&mut self, state: &mut State, thread: ThreadId) {
        if self.is_watched(thread) {
            self.make_hidden_status(state, thread);
        }
    }

    fn make_hidden_status(&mut self, state: &mut State, thread: ThreadId) -> ObjectId {
        let object = self.names.object(ObjectKey::Status(thread));
        let data = ObjectData { size: SIZE, is_read_only: false, is_heap: false, limit: None };
        self.make(object, data);
        state.memory.insert(object, Contents::new(SIZE, Background::Zero).into());
        object
    }

    /// A thread is started detached where the condition holds.
    pub(super) fn detach_at_start(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        thread: ThreadId,
        is_detached: Term,
    ) -> Stepped<()> {
        if !self.is_watched(thread) {
            self.found.watched.insert(thread);
            return Ok(());
        }
        let status = self.status(thread);
        let detached = self.number_of(DETACHED);
        self.put(cx, state, (status, FIRST), detached, is_detached)
    }

    fn status(&mut self, thread: ThreadId) -> ObjectId {
        self.names.object(ObjectKey::Status(thread))
    }

    /// A thread that nobody did anything with so far becomes joined or detached.
    pub(super) fn settle_thread(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        thread: ThreadId,
        settled: u128,
    ) -> Stepped<()> {
        let status = self.status(thread);
        let before = self.get(cx, state, status, FIRST)?;
        let is_new = self.pool.is_number(before, 0);
        let is_old = self.pool.not(is_new);
        self.unsupported_if(cx, state, is_old, "joining or detaching a thread that was joined or detached before")?;
        let settled = self.number_of(settled);
        let always = self.pool.bool(true);
        self.put(cx, state, (status, FIRST), settled, always)
    }

    /// A thread comes to its end: who looks can see it.
    pub(super) fn show_end(&mut self, cx: &mut ThreadData, state: &mut State) {
        if !self.is_watched(cx.id) {
            return;
        }
        let status = self.status(cx.id);
        let one = self.number_of(1);
        let always = self.pool.bool(true);
        // Hidden memory is never out of bounds, and its numbers are never addresses.
        let _ = self.put(cx, state, (status, SECOND), one, always);
    }

    /// `pthread_detach`, `pthread_cancel`, and the first half of `pthread_tryjoin_np`.
    pub(super) fn thread_call(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        procedure: ProcedureId,
        operation: Synchronization,
        thread: &Expr,
        result: Option<LocalId>,
    ) -> Stepped<()> {
        let id = self.scalar(cx, state, thread)?;
        if state.atomic_depth > 0 {
            return self.unsupported(cx, state, "a call about a thread inside an atomic section");
        }
        let guard = state.guard.clone();
        let mut joined: Option<State> = None;
        for tag in id.tags(&self.pool) {
            let has_tag = id.has_tag(&mut self.pool, tag);
            let Some(narrow) = guard.and(&mut self.pool, has_tag) else { continue };
            let mut way = State { guard: narrow, ..state.clone() };
            let target = match tag {
                NUMBER => None,
                _ => match self.names.target(tag) {
                    Target::Thread(thread) => Some(thread),
                    Target::Object(_) | Target::Procedure(_) | Target::Wild => None,
                },
            };
            let done = match target {
                Some(target) => self.thread_operation(cx, &mut way, procedure, operation, target, result),
                None => self.unsupported(cx, &mut way, "a call about a thread that does not exist"),
            };
            if done.is_err() {
                continue;
            }
            joined = Some(match joined {
                None => way,
                Some(other) => self.join(cx, procedure, other, way),
            });
        }
        *state = joined.ok_or(Stopped)?;
        Ok(())
    }

    fn thread_operation(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        procedure: ProcedureId,
        operation: Synchronization,
        target: ThreadId,
        result: Option<LocalId>,
    ) -> Stepped<()> {
        if operation == Synchronization::ThreadCancel {
            self.found.cancelled.insert(target);
        }
        if !self.is_watched(target) {
            self.found.watched.insert(target);
            return self.deliver_number(cx, state, procedure, result, 0);
        }
        self.atomic_begin(cx, state)?;
        let code = if operation == Synchronization::ThreadDetach {
            self.settle_thread(cx, state, target, DETACHED)?;
            self.number_of(0)
        } else if operation == Synchronization::ThreadCancel {
            let status = self.status(target);
            let before = self.get(cx, state, status, FIRST)?;
            let is_new = self.pool.is_number(before, 0);
            let is_old = self.pool.not(is_new);
            self.unsupported_if(cx, state, is_old, "cancelling a thread that was joined or detached before")?;
            let (one, always) = (self.number_of(1), self.pool.bool(true));
            self.put(cx, state, (status, THIRD), one, always)?;
            self.number_of(0)
        } else if target == cx.id {
            self.number_of(EDEADLK)
        } else {
            let status = self.status(target);
            let before = self.get(cx, state, status, FIRST)?;
            let is_new = self.pool.is_number(before, 0);
            let is_old = self.pool.not(is_new);
            self.unsupported_if(cx, state, is_old, "joining a thread that was joined or detached before")?;
            let ended = self.get(cx, state, status, SECOND)?;
            let is_running = self.pool.is_number(ended, 0);
            let (zero, busy) = (self.number_of(0), self.number_of(EBUSY));
            self.pool.ite(is_running, busy, zero)
        };
        self.atomic_end(cx, state)?;
        self.deliver_code(cx, state, procedure, result, code)
    }
}
