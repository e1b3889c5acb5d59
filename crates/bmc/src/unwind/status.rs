//! Threads that other threads refer to: whether a thread was joined or detached, and whether it has ended.
//!
//! A join is an edge of the order, and most programs need no more. Threads that are joined at several locations,
//! detached, cancelled, or tested for their end have shadow state: what was done with them, and a flag that they set at
//! their end. The pass before has found which threads these are. Calls that POSIX leaves undefined (a second join, a
//! join of a detached thread) are misuse and return at once, with the code that glibc returns.

use raddle_logic::term::Term;
use raddle_program::syntax::{Expr, LocalId, ProcedureId, Synchronization};

use crate::unwind::contents::{Background, Contents};
use crate::unwind::object::{ObjectId, ObjectKey, Target, ThreadId};
use crate::unwind::shadow::{FIRST, SECOND, THIRD};
use crate::unwind::state::State;
use crate::unwind::value::NUMBER;
use crate::unwind::waiting::Demand;
use crate::unwind::{ObjectData, Pass, Stepped, Stopped, ThreadData};

const ESRCH: u128 = 3;
const EBUSY: u128 = 16;
const EINVAL: u128 = 22;
const EDEADLK: u128 = 35;

/// What the first cell of a thread's shadow state holds, besides 0.
pub(super) const DETACHED: u128 = 1;
pub(super) const JOINED: u128 = 2;

/// The size of a thread's shadow state in bytes.
const SIZE: u64 = 12;

/// Whether a thread was joined or detached before.
pub(super) struct Standing {
    /// No thread joined or detached it so far.
    pub(super) is_new: Term,
    /// The return code if a thread did.
    pub(super) refused: Term,
}

impl Pass<'_> {
    /// Whether a thread has shadow state in this pass.
    pub(super) fn is_watched(&self, thread: ThreadId) -> bool {
        self.assumed.watched.contains(&thread)
    }

    /// A thread is about to start: makes its shadow state, if it has any.
    pub(super) fn make_status(&mut self, cx: &mut ThreadData, state: &mut State, thread: ThreadId) {
        if self.is_watched(thread) {
            let object = self.make_hidden_status(state, thread);
            self.publish(cx, state, object);
        }
    }

    /// Makes the shadow state of main, before any other thread exists.
    pub(super) fn make_first_status(&mut self, state: &mut State, thread: ThreadId) {
        if self.is_watched(thread) {
            self.make_hidden_status(state, thread);
        }
    }

    fn make_hidden_status(&mut self, state: &mut State, thread: ThreadId) -> ObjectId {
        let object = self.names.object(ObjectKey::Status(thread));
        let data = ObjectData { size: SIZE, is_read_only: false, region: None, limit: None };
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

    /// Whether no thread has joined or detached a thread so far, and the return code of a later attempt.
    pub(super) fn standing(&mut self, cx: &mut ThreadData, state: &mut State, thread: ThreadId) -> Stepped<Standing> {
        let status = self.status(thread);
        let before = self.get(cx, state, status, FIRST)?;
        let is_new = self.pool.is_number(before, 0);
        let is_detached = self.pool.is_number(before, DETACHED);
        let (invalid, gone) = (self.number_of(EINVAL), self.number_of(ESRCH));
        let refused = self.pool.ite(is_detached, invalid, gone);
        Ok(Standing { is_new, refused })
    }

    /// Records that a thread is joined or detached, under a condition.
    pub(super) fn settle_thread(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        thread: ThreadId,
        settled: u128,
        condition: Term,
    ) -> Stepped<()> {
        let status = self.status(thread);
        let settled = self.number_of(settled);
        self.put(cx, state, (status, FIRST), settled, condition)
    }

    /// A join of a thread that was joined or detached before.
    pub(super) fn refused_if(&mut self, cx: &ThreadData, state: &State, condition: Term) {
        self.misused_if(cx, state, condition, "a thread is joined or detached that was joined or detached before");
    }

    /// A thread is stuck in a join only if no thread detaches the other one in the meantime.
    pub(super) fn may_be_stuck_at_join(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        thread: ThreadId,
        is_running: Term,
    ) -> Stepped<()> {
        let status = self.status(thread);
        self.may_be_stuck(cx, state, &mut |pass, cx, state| {
            let settled = pass.final_value(cx, state, status, FIRST)?;
            let is_new = pass.pool.is_number(settled, 0);
            Ok(Demand::Holds(pass.pool.and(is_new, is_running)))
        })
    }

    /// A thread comes to its end: sets the flag that other threads can read.
    pub(super) fn show_end(&mut self, cx: &mut ThreadData, state: &mut State) {
        if !self.is_watched(cx.id) {
            return;
        }
        let status = self.status(cx.id);
        let one = self.number_of(1);
        let always = self.pool.bool(true);
        // Shadow state is never out of bounds, and its numbers are never addresses.
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
        let zero = self.number_of(0);
        let code = if operation == Synchronization::ThreadCancel {
            let status = self.status(target);
            let settled = self.get(cx, state, status, FIRST)?;
            let ended = self.get(cx, state, status, SECOND)?;
            let (is_joined, is_detached) =
                (self.pool.is_number(settled, JOINED), self.pool.is_number(settled, DETACHED));
            let has_ended = self.pool.is_number(ended, 1);
            let is_left = self.pool.and(is_detached, has_ended);
            let is_gone = self.pool.or(is_joined, is_left);
            self.misused_if(cx, state, is_gone, "a thread is cancelled that does not exist or was joined before");
            let there = self.pool.not(is_gone);
            let one = self.number_of(1);
            self.put(cx, state, (status, THIRD), one, there)?;
            let gone = self.number_of(ESRCH);
            self.pool.ite(is_gone, gone, zero)
        } else if operation == Synchronization::ThreadTestEnd && target == cx.id {
            self.number_of(EDEADLK)
        } else {
            let Standing { is_new, refused } = self.standing(cx, state, target)?;
            let is_old = self.pool.not(is_new);
            self.refused_if(cx, state, is_old);
            let done = if operation == Synchronization::ThreadDetach {
                self.settle_thread(cx, state, target, DETACHED, is_new)?;
                zero
            } else {
                let status = self.status(target);
                let ended = self.get(cx, state, status, SECOND)?;
                let is_running = self.pool.is_number(ended, 0);
                let busy = self.number_of(EBUSY);
                self.pool.ite(is_running, busy, zero)
            };
            self.pool.ite(is_new, done, refused)
        };
        self.atomic_end(cx, state)?;
        self.deliver_code(cx, state, procedure, result, code)
    }
}
