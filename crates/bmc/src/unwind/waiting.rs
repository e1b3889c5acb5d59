//! Threads that wait for ever: what the unwinding adds if deadlocks are asked for.
//!
//! A deadlock is the end of an execution in which every thread that has not ended waits for something that no thread
//! will do. So executions are followed to their ends. At each operation that may block, the thread may be *stuck*. A
//! stuck thread puts a demand on the end of the execution. A thread that is not stuck goes on.
//!
//! A thread may also stop for another reason: an assumption that fails, the end of the process, a violation that ends
//! the execution, a loop that only waits and so could go on. Then not all threads wait. If some threads are stuck, and
//! all the other threads have ended or stopped in loops that only wait, there may be a deadlock of a part of the
//! threads. A separate query looks for that case. Its answer stays open, since what such a loop read may have changed
//! since.
//!
//! - A thread that is stuck at a mutex or a read-write lock demands that some acquisition that excludes its own is
//!   never followed by its release.
//! - A thread that is stuck at an object with shadow state reads this state at the end of the execution, after all
//!   other events.
//! - A thread that is stuck at a join demands that the other thread does not come to its end.
//! - A thread that is stuck in a condition wait was not woken, and a thread that is stuck at a barrier was not
//!   released. Which thread waits where is shadow state, too ([`super::places`]). Spurious wake-ups may happen at any
//!   time, but a program cannot rely on one.

use raddle_logic::term::Term;
use raddle_program::syntax::Synchronization;

use crate::unwind::event::{CellKey, Event, EventId, EventKind, Mode, Thread};
use crate::unwind::memory::Range;
use crate::unwind::object::{LockId, ObjectId, ThreadId, ThreadKey};
use crate::unwind::state::State;
use crate::unwind::value::InstanceId;
use crate::unwind::{Pass, Stepped, Stopped, ThreadData};

/// A thread that waits for ever.
#[derive(Clone, Debug)]
pub struct Stuck {
    /// The thread.
    pub thread: ThreadId,
    /// The condition under which it waits.
    pub guard: Term,
    /// Whether it is main, which waits for the end of another thread.
    pub is_join: bool,
}

/// What a thread that is stuck demands of the end of the execution.
pub(super) enum Demand {
    /// Nothing more.
    Nothing,
    /// That a lock is held in a mode that excludes this mode.
    Held(LockId, Mode),
    /// That a condition holds.
    Holds(Term),
}

impl Pass<'_> {
    /// The thread may be stuck here; it goes on where it is not. Nothing happens if deadlocks are not asked for.
    pub(super) fn may_be_stuck(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        demand: &mut dyn FnMut(&mut Self, &mut ThreadData, &mut State) -> Stepped<Demand>,
    ) -> Stepped<()> {
        if !self.source.asks.deadlock {
            return Ok(());
        }
        let is_stuck = self.pool.fresh_bool("stuck");
        if let Some(guard) = state.guard.and(&mut self.pool, is_stuck) {
            let mut stuck = State { guard, ..state.clone() };
            if let Ok(demand) = demand(self, cx, &mut stuck) {
                self.stuck(cx, stuck, demand);
            }
        }
        let goes_on = self.pool.not(is_stuck);
        match state.guard.and(&mut self.pool, goes_on) {
            Some(guard) => {
                state.guard = guard;
                Ok(())
            }
            None => Err(Stopped),
        }
    }

    /// The thread is stuck where a condition holds.
    pub(super) fn stuck_if(&mut self, cx: &mut ThreadData, state: &mut State, condition: Term) -> Stepped<()> {
        if !self.source.asks.deadlock {
            return self.stop_if(state, condition);
        }
        if let Some(guard) = state.guard.and(&mut self.pool, condition) {
            self.stuck(cx, State { guard, ..state.clone() }, Demand::Nothing);
        }
        let goes_on = self.pool.not(condition);
        match state.guard.and(&mut self.pool, goes_on) {
            Some(guard) => {
                state.guard = guard;
                Ok(())
            }
            None => Err(Stopped),
        }
    }

    fn stuck(&mut self, cx: &mut ThreadData, mut state: State, demand: Demand) {
        // What the thread has written in a stretch of exclusive access is there at the end.
        self.end_sessions(cx, &mut state);
        let guard = state.guard.term(&self.pool);
        match demand {
            Demand::Nothing => {}
            Demand::Held(lock, mode) => self.demands.push((guard, lock, mode)),
            Demand::Holds(condition) => {
                let demanded = self.pool.implies(guard, condition);
                self.out.constraints.push(demanded);
            }
        }
        self.out.stuck.push(Stuck { thread: cx.id, guard, is_join: false });
    }

    /// The final value of a cell of shadow state.
    pub(super) fn final_value(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        object: ObjectId,
        offset: u64,
    ) -> Stepped<Term> {
        if !(self.is_contended(object) && self.has_escaped(state, object)) {
            return Ok(self.load_scalar(cx, state, Range { object, offset, size: 4 })?.bits);
        }
        let key = CellKey { object, offset, size: 4 };
        let value = self.value_read(key);
        let guard = state.guard.term(&self.pool);
        self.finals.push((key, value, guard));
        Ok(value.bits)
    }

    /// After all threads are unwound: adds the thread that reads final values, and the constraints about locks that are
    /// held at the end.
    pub(super) fn look_at_the_end(&mut self) {
        for (guard, lock, mode) in std::mem::take(&mut self.demands) {
            let held = self.left_locked(lock, mode);
            let demanded = self.pool.implies(guard, held);
            self.out.constraints.push(demanded);
        }
        let finals = std::mem::take(&mut self.finals);
        if finals.is_empty() {
            return;
        }
        let id = self.names.thread(ThreadKey::Last);
        let always = self.pool.bool(true);
        let index = self.out.threads.len();
        self.out.threads.push(Thread {
            id,
            start: self.source.program.main,
            guard: always,
            entry: (InstanceId(0), Vec::new()),
            events: Vec::new(),
            steps: Vec::new(),
        });
        let kinds = finals.into_iter().map(|(key, value, guard)| (EventKind::Read(key, value), guard));
        for (step, (kind, guard)) in std::iter::once((EventKind::Last, always)).chain(kinds).enumerate() {
            let event = EventId(self.out.events.len() as u32);
            let step = step as u32;
            self.out.events.push(Event { thread: id, kind, guard, group: None, step });
            self.out.threads[index].events.push(event);
        }
    }

    /// Ends an iteration of a loop that changed nothing and woke up from a wait. `before` says whether the wake-up of
    /// the iteration before was spurious, and is replaced by the same condition of this iteration.
    ///
    /// A thread need not wake up spuriously, find nothing changed and wait again twice in a row: the first spurious
    /// wake-up could as well happen at the time of the second. So signals bound the number of iterations.
    pub(super) fn wake_again(
        &mut self,
        state: &mut State,
        n_wakes_before: u32,
        before: &mut Option<Term>,
    ) -> Stepped<()> {
        let (n_wakes, spurious) = state.wakes;
        let spurious = spurious.filter(|_| n_wakes == n_wakes_before + 1);
        match (std::mem::replace(before, spurious), spurious) {
            (Some(one), Some(other)) => {
                let both = self.pool.and(one, other);
                self.idle_if(state, both)
            }
            (None, _) | (_, None) => Ok(()),
        }
    }

    /// The thread stops, where the condition holds, in a loop that changed nothing.
    pub(super) fn idle_if(&mut self, state: &mut State, condition: Term) -> Stepped<()> {
        self.note_idle(state, condition);
        self.stop_if(state, condition)
    }

    /// Records that a thread stops, where the condition holds, in a loop that changed nothing.
    pub(super) fn note_idle(&mut self, state: &State, condition: Term) {
        if self.source.asks.deadlock {
            let before = state.guard.term(&self.pool);
            let idle = self.pool.and(before, condition);
            self.out.idle.push(idle);
            if let Some((group, _)) = state.group {
                let group = self.group_of_thread(group);
                self.found.idle_groups.insert(group);
            }
        }
    }

    /// Records that the thread stops here, on all paths of its state, in a loop that changed nothing.
    pub(super) fn note_idle_stop(&mut self, state: &State) {
        let always = self.pool.bool(true);
        self.note_idle(state, always);
        self.note_stop(state);
    }

    /// The thread may be stuck at an operation on an object with shadow state: it demands that the final state blocks
    /// the operation.
    pub(super) fn may_be_stuck_at(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operation: Synchronization,
        object: ObjectId,
        kind: i128,
    ) -> Stepped<()> {
        if !operation.may_block() {
            return Ok(());
        }
        let me = u128::from(cx.id.0) + 1;
        self.may_be_stuck(cx, state, &mut |pass, cx, state| {
            let first = pass.final_value(cx, state, object, 0)?;
            let is_free = pass.pool.is_number(first, 0);
            let is_taken = pass.pool.not(is_free);
            let blocks = match operation {
                Synchronization::SemaphoreWait | Synchronization::OnceBegin => pass.pool.is_number(first, 1),
                Synchronization::SpinLock | Synchronization::ReadLock => is_taken,
                Synchronization::WriteLock => {
                    let second = pass.final_value(cx, state, object, 4)?;
                    let is_unread = pass.pool.is_number(second, 0);
                    let is_read = pass.pool.not(is_unread);
                    pass.pool.or(is_taken, is_read)
                }
                Synchronization::MutexLock => {
                    let is_mine = pass.pool.is_number(first, me);
                    let waits =
                        if kind == super::synchronize::NORMAL { pass.pool.bool(true) } else { pass.pool.not(is_mine) };
                    pass.pool.and(is_taken, waits)
                }
                other => return pass.unsupported(cx, state, &format!("deadlocks at {other:?} in the engine bmc")),
            };
            Ok(Demand::Holds(blocks))
        })
    }
}
