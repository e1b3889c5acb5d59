//! The threads that wait at an object, as shadow state. Barriers have it. A condition variable has it if the program
//! uses the outcome of a wait that is timed or may be cancelled, or if deadlocks are asked for.
//!
//! Beside the object lies a cell for each thread that ever waits there. A thread that completes a barrier or
//! signals a condition variable reads the cells of all waiting threads, and writes the cells of the threads that it releases.
//! The previous pass found which threads wait there. Other condition variables have no shadow state, since a wait may end spuriously at
//! any time.

use raddle_logic::term::Term;
use raddle_program::syntax::Synchronization;

use crate::unwind::contents::{Background, Contents};
use crate::unwind::object::{LockId, ObjectId, ObjectKey, ThreadId};
use crate::unwind::pool::Arithmetic;
use crate::unwind::shadow::{FIRST, SECOND, THIRD};
use crate::unwind::state::State;
use crate::unwind::waiting::Demand;
use crate::unwind::{ObjectData, Pass, Stepped, ThreadData};

const EINVAL: u128 = 22;

/// States of a thread at a barrier: released, released as the serial thread, still waiting.
const RELEASED: u128 = 1;
const SERIAL: u128 = 2;
const ARRIVED: u128 = 3;

/// States of a thread at a condition variable.
const WAITS: u128 = 1;
const SIGNALLED: u128 = 2;

/// Outcomes of a timed wait that was not signalled.
const SPURIOUS: u128 = 1;
const TIMED_OUT: u128 = 2;
const CANCELLED: u128 = 3;

/// The greatest number of threads that may have cells.
const THREAD_LIMIT: u64 = 1024;

impl Pass<'_> {
    /// When an object is made, so are the cells of the threads that wait at the synchronization objects inside it.
    pub(super) fn make_places(&mut self, state: &mut State, base: ObjectId) {
        for offset in self.places_of(base) {
            let object = self.names.object(ObjectKey::Places(base, offset));
            let size = THREAD_LIMIT * 4;
            self.make(object, ObjectData { size, is_read_only: false, region: None, limit: None });
            state.memory.insert(object, Contents::new(size, Background::Zero).into());
        }
    }

    pub(super) fn places_of(&self, base: ObjectId) -> Vec<u64> {
        let after = self.assumed.places.range((base, 0)..);
        after.take_while(|((object, _), _)| *object == base).map(|((_, offset), _)| *offset).collect()
    }

    /// Whether threads that wait at an object have cells in this pass.
    pub(super) fn has_places(&self, object: LockId) -> bool {
        self.assumed.places.contains_key(&object)
    }

    /// The threads that may wait at an object. From now on the running thread is one of them.
    fn waiting_threads(&mut self, cx: &ThreadData, object: LockId) -> Vec<ThreadId> {
        self.found.places.entry(object).or_default().insert(cx.id);
        let mut threads = self.assumed.places.get(&object).cloned().unwrap_or_default();
        threads.insert(cx.id);
        threads.into_iter().collect()
    }

    fn place(&mut self, object: LockId) -> ObjectId {
        self.names.object(ObjectKey::Places(object.0, object.1))
    }

    fn cell_of(thread: ThreadId) -> u64 {
        u64::from(thread.0) * 4
    }

    /// An operation on a barrier.
    pub(super) fn barrier(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operation: Synchronization,
        barrier: LockId,
        operand: Option<Term>,
    ) -> Stepped<Term> {
        if u64::from(cx.id.0) >= THREAD_LIMIT {
            return self.unsupported(cx, state, "a barrier of so many threads");
        }
        if !self.is_shadowed(barrier) || !self.has_places(barrier) {
            self.found.places.entry(barrier).or_default();
            return Ok(self.number_of(0));
        }
        if state.atomic_depth > 0 {
            return self.unsupported(cx, state, "a synchronization call inside an atomic section");
        }
        let object = self.names.object(ObjectKey::Shadow(barrier.0, barrier.1));
        if operation == Synchronization::BarrierLeave {
            let place = self.place(barrier);
            self.may_be_stuck(cx, state, &mut |pass, cx, state| {
                let mine = pass.final_value(cx, state, place, Self::cell_of(cx.id))?;
                Ok(Demand::Holds(pass.pool.is_number(mine, ARRIVED)))
            })?;
        }
        self.atomic_begin(cx, state)?;
        let (always, zero) = (self.pool.bool(true), self.number_of(0));
        let count = self.get(cx, state, object, FIRST)?;
        let is_unknown = self.pool.is_number(count, 0);
        let code = match operation {
            Synchronization::BarrierInit => {
                let is_known = self.pool.not(is_unknown);
                let wanted = operand.unwrap_or(zero);
                let wanted = self.pool.resize(wanted, 32, false);
                let is_wrong = self.pool.is_number(wanted, 0);
                let is_right = self.pool.not(is_wrong);
                let is_again = self.pool.and(is_known, is_right);
                self.misused_if(cx, state, is_again, "a barrier is initialized again");
                self.unsupported_if(cx, state, is_again, "a barrier that is initialized again")?;
                self.put(cx, state, (object, FIRST), wanted, is_right)?;
                let refused = self.number_of(EINVAL);
                self.pool.ite(is_wrong, refused, zero)
            }
            Synchronization::BarrierDestroy => {
                self.misused_if(cx, state, is_unknown, "a barrier is used that was not initialized");
                self.unsupported_if(cx, state, is_unknown, "a barrier that is not initialized")?;
                let arrived = self.get(cx, state, object, SECOND)?;
                let none = self.pool.is_number(arrived, 0);
                let awaited = self.pool.not(none);
                self.misused_if(cx, state, awaited, "a barrier is destroyed that threads wait at");
                self.unsupported_if(cx, state, awaited, "a barrier that is destroyed while threads wait at it")?;
                self.put(cx, state, (object, FIRST), zero, always)?;
                zero
            }
            Synchronization::BarrierArrive => {
                self.misused_if(cx, state, is_unknown, "a barrier is used that was not initialized");
                self.unsupported_if(cx, state, is_unknown, "a barrier that is not initialized")?;
                self.arrive(cx, state, barrier, count)?;
                zero
            }
            _ => {
                let place = self.place(barrier);
                let mine = self.get(cx, state, place, Self::cell_of(cx.id))?;
                let waits = self.pool.is_number(mine, ARRIVED);
                self.stop_if(state, waits)?;
                self.put(cx, state, (place, Self::cell_of(cx.id)), zero, always)?;
                let is_serial = self.pool.is_number(mine, SERIAL);
                let serial = self.number_of(u128::from(u32::MAX));
                self.pool.ite(is_serial, serial, zero)
            }
        };
        self.atomic_end(cx, state)?;
        Ok(code)
    }

    /// A thread arrives at a barrier. It may take over the role of the serial thread from an earlier one. The thread
    /// that has the role when the count is complete keeps it.
    fn arrive(&mut self, cx: &mut ThreadData, state: &mut State, barrier: LockId, count: Term) -> Stepped<()> {
        let object = self.names.object(ObjectKey::Shadow(barrier.0, barrier.1));
        let place = self.place(barrier);
        let always = self.pool.bool(true);
        let zero = self.number_of(0);
        let me = self.number_of(u128::from(cx.id.0) + 1);
        let before = self.get(cx, state, object, SECOND)?;
        let one = self.number_of(1);
        let arrived = self.pool.arithmetic(Arithmetic::Add, before, one);
        let is_last = self.pool.eq(arrived, count);
        let left = self.pool.ite(is_last, zero, arrived);
        self.put(cx, state, (object, SECOND), left, always)?;
        let held = self.get(cx, state, object, THIRD)?;
        let is_first = self.pool.is_number(before, 0);
        let takes = self.pool.fresh_bool("serial");
        let takes = self.pool.or(is_first, takes);
        let serial = self.pool.ite(takes, me, held);
        self.put(cx, state, (object, THIRD), serial, always)?;
        let guard = state.guard.term(&self.pool);
        let (plain, chosen, waiting) = (self.number_of(RELEASED), self.number_of(SERIAL), self.number_of(ARRIVED));
        for thread in self.waiting_threads(cx, barrier) {
            let is_serial = self.pool.is_number(serial, u128::from(thread.0) + 1);
            let elected = self.pool.and(is_last, is_serial);
            let elected = self.pool.and(guard, elected);
            cx.elected.push((thread, elected));
            let released = self.pool.ite(is_serial, chosen, plain);
            let cell = (place, Self::cell_of(thread));
            if thread == cx.id {
                let value = self.pool.ite(is_last, released, waiting);
                self.put(cx, state, cell, value, always)?;
                continue;
            }
            let found = self.get(cx, state, cell.0, cell.1)?;
            let waits = self.pool.is_number(found, ARRIVED);
            let is_released = self.pool.and(is_last, waits);
            self.put(cx, state, cell, released, is_released)?;
        }
        Ok(())
    }

    /// The thread waits for a condition variable from now on.
    pub(super) fn wait_begins(&mut self, cx: &mut ThreadData, state: &mut State, condition: LockId) -> Stepped<()> {
        if u64::from(cx.id.0) >= THREAD_LIMIT {
            return self.unsupported(cx, state, "a timed wait in a program of so many threads");
        }
        self.waiting_threads(cx, condition);
        let place = self.place(condition);
        let (waits, always) = (self.number_of(WAITS), self.pool.bool(true));
        let acts = state.acts.clone();
        self.put(cx, state, (place, Self::cell_of(cx.id)), waits, always)?;
        // The begin of a wait is not recorded as an act; a signal is.
        state.acts = acts;
        Ok(())
    }

    /// The second half of a wait whose outcome may matter. Returns the outcome.
    pub(super) fn wait_ends(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        condition: LockId,
        is_timed: bool,
    ) -> Stepped<Term> {
        let place = self.place(condition);
        let cell = Self::cell_of(cx.id);
        if !is_timed {
            self.may_be_stuck(cx, state, &mut |pass, cx, state| {
                let found = pass.final_value(cx, state, place, cell)?;
                Ok(Demand::Holds(pass.pool.is_number(found, WAITS)))
            })?;
        }
        self.atomic_begin(cx, state)?;
        let found = self.get(cx, state, place, cell)?;
        let (zero, always) = (self.number_of(0), self.pool.bool(true));
        let acts = state.acts.clone();
        self.put(cx, state, (place, cell), zero, always)?;
        if self.source.asks.deadlock {
            state.acts = acts;
            state.wakes = (state.wakes.0 + 1, Some(self.pool.is_number(found, WAITS)));
        }
        let is_signalled = self.pool.is_number(found, SIGNALLED);
        // The outcomes of the step, in order: cancelled, if the thread is marked; then signalled, or, if it was not
        // signalled, woken spuriously, and timed out if the wait is timed. A signalled thread is cancelled only while
        // no other thread waits, since else the signal would be lost.
        let (spurious, late) = (self.number_of(SPURIOUS), self.number_of(TIMED_OUT));
        let (mut outcome, mut way) = (spurious, zero);
        if is_timed {
            let is_late = self.pool.fresh_bool("late");
            outcome = self.pool.ite(is_late, late, spurious);
            let second = self.number_of(1);
            way = self.pool.ite(is_late, second, zero);
        }
        let mut returns_signalled = is_signalled;
        if self.may_be_cancelled(cx) {
            let (mut others, me) = (Vec::new(), cx.id);
            for other in self.waiting_threads(cx, condition).into_iter().filter(|&other| other != me) {
                let found = self.get(cx, state, place, Self::cell_of(other))?;
                others.push(self.pool.is_number(found, WAITS));
            }
            let others_wait = self.pool.any(&others);
            let takes_signal = self.pool.and(is_signalled, others_wait);
            let leaves_signal = self.pool.not(takes_signal);
            let is_marked = self.is_marked(cx, state)?;
            let acts = self.pool.fresh_bool("cancelled");
            let is_marked = self.pool.and(is_marked, leaves_signal);
            let acts = self.pool.and(acts, is_marked);
            self.act_on_mark(cx, state, acts)?;
            let cancelled = self.number_of(CANCELLED);
            outcome = self.pool.ite(acts, cancelled, outcome);
            let one = self.number_of(1);
            let behind = self.pool.arithmetic(Arithmetic::Add, way, one);
            let marked_way = self.pool.ite(acts, zero, behind);
            way = self.pool.ite(is_marked, marked_way, way);
            let stays = self.pool.not(acts);
            returns_signalled = self.pool.and(is_signalled, stays);
        }
        self.atomic_end(cx, state)?;
        cx.way = Some(way);
        Ok(self.pool.ite(returns_signalled, zero, outcome))
    }

    /// Signals one of the waiting threads, if there is one, or all of them.
    pub(super) fn signal(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        condition: LockId,
        is_broadcast: bool,
    ) -> Stepped<()> {
        let place = self.place(condition);
        let threads: Vec<ThreadId> = self.assumed.places.get(&condition).into_iter().flatten().copied().collect();
        self.atomic_begin(cx, state)?;
        let mut waiting = Vec::new();
        for &thread in &threads {
            let found = self.get(cx, state, place, Self::cell_of(thread))?;
            waiting.push(self.pool.is_number(found, WAITS));
        }
        let signalled = self.number_of(SIGNALLED);
        let guard = state.guard.term(&self.pool);
        let mut is_done = self.pool.bool(false);
        for (position, &thread) in threads.iter().enumerate() {
            let mut woken = waiting[position];
            if !is_broadcast {
                let later = self.pool.any(&waiting[position + 1..]);
                let is_last = self.pool.not(later);
                let picked = self.pool.fresh_bool("signals");
                let picked = self.pool.or(picked, is_last);
                let is_open = self.pool.not(is_done);
                woken = self.pool.and(woken, picked);
                woken = self.pool.and(woken, is_open);
                is_done = self.pool.or(is_done, woken);
                let elected = self.pool.and(guard, woken);
                cx.elected.push((thread, elected));
            }
            self.put(cx, state, (place, Self::cell_of(thread)), signalled, woken)?;
        }
        self.atomic_end(cx, state)
    }
}
