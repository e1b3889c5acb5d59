//! Synchronization objects whose state a program can observe, as shadow state: an operation is an atomic section that
//! reads the state and writes it.
//!
//! A semaphore, a spin lock, a read-write lock, a once control, and a mutex that is tried (or released by a thread that
//! may not hold it) have cells beside memory, by their address. A wait is an assumption inside the section: a thread
//! that cannot go on stops in front of it. The pass before has found which objects these are; an object that is new
//! among them starts another pass.

use raddle_logic::term::Term;
use raddle_program::syntax::{Synchronization, SynchronizationFamily};

use crate::unwind::memory::Range;
use crate::unwind::object::{LockId, ObjectId, ObjectKey};
use crate::unwind::pool::Arithmetic;
use crate::unwind::state::State;
use crate::unwind::synchronize::{ERROR_CHECKING, NESTED_WAIT, RECURSIVE};
use crate::unwind::usage::Used;
use crate::unwind::value::{Cell, Value};
use crate::unwind::{ObjectData, Pass, Stepped, ThreadData};

const EPERM: u128 = 1;
const EAGAIN: u128 = 11;
const EBUSY: u128 = 16;
const EINVAL: u128 = 22;
const EDEADLK: u128 = 35;
const EOVERFLOW: u128 = 75;
const ETIMEDOUT: u128 = 110;
const ECANCELED: u128 = 125;

/// The greatest value of a semaphore.
const SEM_VALUE_MAX: u128 = (1 << 31) - 1;

/// The cells of shadow state.
pub(super) const FIRST: u64 = 0;
pub(super) const SECOND: u64 = 4;
pub(super) const THIRD: u64 = 8;
const SIZE: u64 = 12;
const BITS: u32 = 32;

impl Pass<'_> {
    /// When an object is made, so is the shadow state of the synchronization objects inside it.
    pub(super) fn make_shadows(&mut self, state: &mut State, base: ObjectId) {
        for offset in self.shadows_of(base) {
            let object = self.names.object(ObjectKey::Shadow(base, offset));
            self.make_hidden(state, object);
        }
    }

    pub(super) fn shadows_of(&self, base: ObjectId) -> Vec<u64> {
        let after = self.assumed.shadows.range((base, 0)..);
        after.take_while(|(object, _)| *object == base).map(|(_, offset)| *offset).collect()
    }

    /// Makes the part of the shadow state that a thread keeps for itself.
    pub(super) fn make_own_shadows(&mut self, state: &mut State, thread: crate::unwind::object::ThreadId) {
        let known: Vec<LockId> = self.assumed.shadows.iter().copied().collect();
        for (base, offset) in known.into_iter().chain([(ObjectId(0), 0)]) {
            let object = self.names.object(ObjectKey::Own(thread, base, offset));
            self.make_hidden(state, object);
        }
    }

    fn make_hidden(&mut self, state: &mut State, object: ObjectId) {
        use crate::unwind::contents::{Background, Contents};
        self.make(object, ObjectData { size: SIZE, is_read_only: false, region: None, limit: None });
        state.memory.insert(object, Contents::new(SIZE, Background::Zero).into());
    }

    /// Whether a synchronization object has shadow state in this pass; if not, it has in the next one.
    pub(super) fn is_shadowed(&mut self, lock: LockId) -> bool {
        if self.assumed.shadows.contains(&lock) {
            return true;
        }
        self.found.shadows.insert(lock);
        false
    }

    pub(super) fn get(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        object: ObjectId,
        offset: u64,
    ) -> Stepped<Term> {
        Ok(self.load_scalar(cx, state, Range { object, offset, size: 4 })?.bits)
    }

    pub(super) fn put(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        (object, offset): (ObjectId, u64),
        bits: Term,
        condition: Term,
    ) -> Stepped<()> {
        let value = Value::of_bits(&mut self.pool, bits);
        self.store_cell(cx, state, Range { object, offset, size: 4 }, Cell::Value(value), condition)
    }

    pub(super) fn number_of(&mut self, number: u128) -> Term {
        self.pool.number(BITS, number)
    }

    fn plus(&mut self, bits: Term, number: u128) -> Term {
        let number = self.number_of(number);
        self.pool.arithmetic(Arithmetic::Add, bits, number)
    }

    fn minus(&mut self, bits: Term, number: u128) -> Term {
        let number = self.number_of(number);
        self.pool.arithmetic(Arithmetic::Subtract, bits, number)
    }

    /// An operation on an object with shadow state; returns its return code. `operand` is its second operand, if it has
    /// one.
    pub(super) fn shadow_operation(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operation: Synchronization,
        lock: LockId,
        operand: Option<Term>,
        kind: i128,
    ) -> Stepped<Term> {
        if !self.is_shadowed(lock) {
            return Ok(self.number_of(0));
        }
        if state.atomic_depth > 0 {
            return self.unsupported(cx, state, "a synchronization call inside an atomic section");
        }
        let object = self.names.object(ObjectKey::Shadow(lock.0, lock.1));
        let own = self.names.object(ObjectKey::Own(cx.id, lock.0, lock.1));
        self.may_be_stuck_at(cx, state, operation, object, kind)?;
        self.atomic_begin(cx, state)?;
        self.use_shadow(cx, state, operation, lock)?;
        let code = match operation {
            Synchronization::SemaphoreInit
            | Synchronization::SemaphoreDestroy
            | Synchronization::SemaphoreWait
            | Synchronization::SemaphoreTryWait
            | Synchronization::SemaphoreTimedWait
            | Synchronization::SemaphorePost
            | Synchronization::SemaphoreGetValue => self.semaphore(cx, state, operation, object, operand)?,
            Synchronization::SpinInit
            | Synchronization::SpinDestroy
            | Synchronization::SpinLock
            | Synchronization::SpinTryLock
            | Synchronization::SpinUnlock => self.spin(cx, state, operation, (object, lock))?,
            Synchronization::ReadWriteInit
            | Synchronization::ReadWriteDestroy
            | Synchronization::ReadLock
            | Synchronization::ReadTryLock
            | Synchronization::ReadTimedLock
            | Synchronization::WriteLock
            | Synchronization::WriteTryLock
            | Synchronization::WriteTimedLock
            | Synchronization::ReadWriteUnlock => self.read_write(cx, state, operation, (object, lock), own)?,
            Synchronization::OnceBegin | Synchronization::OnceEnd => self.once(cx, state, operation, (object, own))?,
            Synchronization::MutexInit
            | Synchronization::MutexDestroy
            | Synchronization::MutexLock
            | Synchronization::MutexTryLock
            | Synchronization::MutexTimedLock
            | Synchronization::MutexUnlock
            | Synchronization::ConditionRelease => self.observed_mutex(cx, state, operation, (object, lock), kind)?,
            other => panic!("{other:?} has no hidden memory"),
        };
        self.atomic_end(cx, state)?;
        Ok(code)
    }

    /// Checks that the object may be used. Operations that initialize or destroy check that themselves.
    fn use_shadow(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operation: Synchronization,
        lock: LockId,
    ) -> Stepped<()> {
        let used = match operation.family() {
            SynchronizationFamily::Mutex | SynchronizationFamily::Condition => Used::Mutex,
            SynchronizationFamily::ReadWrite => Used::ReadWrite,
            SynchronizationFamily::Spin => Used::Spin,
            SynchronizationFamily::Once
            | SynchronizationFamily::Barrier
            | SynchronizationFamily::Semaphore
            | SynchronizationFamily::Key
            | SynchronizationFamily::Thread
            | SynchronizationFamily::Own
            | SynchronizationFamily::Any => return Ok(()),
        };
        let is_own = matches!(
            operation,
            Synchronization::MutexInit
                | Synchronization::MutexDestroy
                | Synchronization::ReadWriteInit
                | Synchronization::ReadWriteDestroy
                | Synchronization::SpinInit
                | Synchronization::SpinDestroy
        );
        if is_own {
            return Ok(());
        }
        let always = self.pool.bool(true);
        self.use_object(cx, state, (used, lock), always)
    }

    /// A semaphore. Its cell holds its value plus 1, or 0 if it was not initialized.
    fn semaphore(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operation: Synchronization,
        object: ObjectId,
        operand: Option<Term>,
    ) -> Stepped<Term> {
        let always = self.pool.bool(true);
        let zero = self.number_of(0);
        if operation == Synchronization::SemaphoreInit {
            let value = operand.unwrap_or(zero);
            let value = self.pool.resize(value, BITS, false);
            let limit = self.number_of(1 << 31);
            let fits = self.pool.less(value, limit, false);
            let is_large = self.pool.not(fits);
            self.unsupported_if(cx, state, is_large, "a semaphore with a value that is too large")?;
            let found = self.get(cx, state, object, FIRST)?;
            let is_new = self.pool.is_number(found, 0);
            let is_again = self.pool.not(is_new);
            self.misused_if(cx, state, is_again, "a semaphore is initialized again");
            let stored = self.plus(value, 1);
            self.put(cx, state, (object, FIRST), stored, always)?;
            return Ok(zero);
        }
        let found = self.get(cx, state, object, FIRST)?;
        let is_unknown = self.pool.is_number(found, 0);
        let misuse = "a semaphore is used that was not initialized";
        let acts_first = operation == Synchronization::SemaphoreWait && self.may_be_cancelled(cx);
        if !acts_first {
            self.misused_if(cx, state, is_unknown, misuse);
        }
        // It stays uninitialized, and the call fails.
        let is_known = self.pool.not(is_unknown);
        let invalid = self.number_of(EINVAL);
        let done = self.pool.ite(is_known, zero, invalid);
        let is_empty = self.pool.is_number(found, 1);
        let is_filled = self.pool.not(is_empty);
        let has_one = self.pool.and(is_filled, is_known);
        let (less, more) = (self.minus(found, 1), self.plus(found, 1));
        match operation {
            Synchronization::SemaphoreDestroy => {
                self.put(cx, state, (object, FIRST), zero, is_known)?;
                Ok(done)
            }
            Synchronization::SemaphoreGetValue => Ok(self.pool.ite(is_known, less, zero)),
            Synchronization::SemaphorePost => {
                let is_full = self.pool.is_number(found, SEM_VALUE_MAX + 1);
                let has_room = self.pool.not(is_full);
                let counts = self.pool.and(is_known, has_room);
                self.put(cx, state, (object, FIRST), more, counts)?;
                let overflow = self.number_of(EOVERFLOW);
                Ok(self.pool.ite(is_full, overflow, done))
            }
            Synchronization::SemaphoreWait => {
                if !self.may_be_cancelled(cx) {
                    self.stop_if(state, is_empty)?;
                    self.put(cx, state, (object, FIRST), less, is_known)?;
                    return Ok(done);
                }
                let acts = self.is_cancelled_waiting(cx, state)?;
                let goes_on = self.pool.not(acts);
                let waits = self.pool.and(is_empty, goes_on);
                self.stop_if(state, waits)?;
                let is_misused = self.pool.and(goes_on, is_unknown);
                self.misused_if(cx, state, is_misused, misuse);
                let takes = self.pool.and(goes_on, is_known);
                self.put(cx, state, (object, FIRST), less, takes)?;
                let cancelled = self.number_of(ECANCELED);
                Ok(self.pool.ite(acts, cancelled, done))
            }
            _ => {
                let failure = if operation == Synchronization::SemaphoreTryWait { EAGAIN } else { ETIMEDOUT };
                self.put(cx, state, (object, FIRST), less, has_one)?;
                let failure = self.number_of(failure);
                let failure = self.pool.ite(is_known, failure, invalid);
                Ok(self.pool.ite(has_one, zero, failure))
            }
        }
    }

    /// A spin lock. Its cell holds the number of its holder plus 1, or 0.
    fn spin(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operation: Synchronization,
        (object, lock): (ObjectId, LockId),
    ) -> Stepped<Term> {
        let always = self.pool.bool(true);
        let (zero, me) = (self.number_of(0), self.number_of(u128::from(cx.id.0) + 1));
        let found = self.get(cx, state, object, FIRST)?;
        let is_free = self.pool.is_number(found, 0);
        let is_held = self.pool.not(is_free);
        match operation {
            Synchronization::SpinLock => {
                self.stop_if(state, is_held)?;
                self.put(cx, state, (object, FIRST), me, always)?;
                Ok(zero)
            }
            Synchronization::SpinTryLock => {
                self.put(cx, state, (object, FIRST), me, is_free)?;
                let busy = self.number_of(EBUSY);
                Ok(self.pool.ite(is_free, zero, busy))
            }
            Synchronization::SpinDestroy => {
                self.destroy_object(cx, state, (Used::Spin, lock), always, is_held)?;
                let busy = self.number_of(EBUSY);
                Ok(self.pool.ite(is_held, busy, zero))
            }
            _ => {
                if operation == Synchronization::SpinInit {
                    let never = self.pool.bool(false);
                    self.initialize_object(cx, state, (Used::Spin, lock), always, never)?;
                } else {
                    let is_mine = self.pool.eq(found, me);
                    let other = self.pool.not(is_mine);
                    let what = "a spin lock is unlocked by a thread that does not hold it";
                    self.misused_if(cx, state, other, what);
                }
                self.put(cx, state, (object, FIRST), zero, always)?;
                Ok(zero)
            }
        }
    }

    /// A read-write lock. Its cells hold the number of the writer plus 1, and the number of read locks. Each thread has
    /// a cell of its own for how many of these it holds.
    fn read_write(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operation: Synchronization,
        (object, lock): (ObjectId, LockId),
        own: ObjectId,
    ) -> Stepped<Term> {
        let always = self.pool.bool(true);
        let zero = self.number_of(0);
        let me = self.number_of(u128::from(cx.id.0) + 1);
        let (writer, readers) = (self.get(cx, state, object, FIRST)?, self.get(cx, state, object, SECOND)?);
        let (no_writer, no_readers) = (self.pool.is_number(writer, 0), self.pool.is_number(readers, 0));
        let is_free = self.pool.and(no_writer, no_readers);
        let (more, less) = (self.plus(readers, 1), self.minus(readers, 1));
        match operation {
            Synchronization::ReadWriteDestroy => {
                let is_held = self.pool.not(is_free);
                self.destroy_object(cx, state, (Used::ReadWrite, lock), always, is_held)?;
                // A later operation uses a fresh lock, which does not order it after the operations on this one.
                let here = state.guard.term(&self.pool);
                let is_gone = self.pool.and(here, is_free);
                self.note_hidden_order(state, is_gone);
                let busy = self.number_of(EBUSY);
                Ok(self.pool.ite(is_held, busy, zero))
            }
            Synchronization::ReadWriteInit => {
                let is_held = self.pool.not(is_free);
                self.initialize_object(cx, state, (Used::ReadWrite, lock), always, is_held)?;
                self.unsupported_if(cx, state, is_held, "a read-write lock that is initialized while held")?;
                Ok(zero)
            }
            Synchronization::ReadWriteUnlock => {
                let is_writer = self.pool.eq(writer, me);
                let mine = self.get(cx, state, own, FIRST)?;
                let not_reading = self.pool.is_number(mine, 0);
                let (reads, other) = (self.pool.not(not_reading), self.pool.not(is_writer));
                let is_reader = self.pool.and(reads, other);
                let is_neither = self.pool.and(not_reading, other);
                let what = "a read-write lock is unlocked by a thread that has not locked it";
                self.misused_if(cx, state, is_neither, what);
                self.put(cx, state, (object, FIRST), zero, is_writer)?;
                self.put(cx, state, (object, SECOND), less, is_reader)?;
                let fewer = self.minus(mine, 1);
                self.put(cx, state, (own, FIRST), fewer, is_reader)?;
                Ok(zero)
            }
            _ => {
                let is_write = matches!(
                    operation,
                    Synchronization::WriteLock | Synchronization::WriteTryLock | Synchronization::WriteTimedLock
                );
                let can = if is_write { is_free } else { no_writer };
                // A writer that locks again waits for ever (see `may_be_stuck_at`), or the call fails.
                let is_again = self.pool.eq(writer, me);
                let deadlock = self.number_of(EDEADLK);
                let code = match operation {
                    Synchronization::ReadLock | Synchronization::WriteLock => {
                        let goes_on = self.pool.or(can, is_again);
                        let waits = self.pool.not(goes_on);
                        self.stop_if(state, waits)?;
                        self.pool.ite(can, zero, deadlock)
                    }
                    Synchronization::ReadTryLock | Synchronization::WriteTryLock => {
                        let busy = self.number_of(EBUSY);
                        self.pool.ite(can, zero, busy)
                    }
                    _ => {
                        let late = self.number_of(ETIMEDOUT);
                        let is_noticed = self.pool.fresh_bool("deadlock is noticed");
                        let is_noticed = self.pool.and(is_again, is_noticed);
                        let (first, second) = (self.number_of(0), self.number_of(1));
                        cx.way = Some(self.pool.ite(is_noticed, second, first));
                        let failure = self.pool.ite(is_noticed, deadlock, late);
                        self.pool.ite(can, zero, failure)
                    }
                };
                if is_write {
                    self.put(cx, state, (object, FIRST), me, can)?;
                } else {
                    self.put(cx, state, (object, SECOND), more, can)?;
                    let mine = self.get(cx, state, own, FIRST)?;
                    let mine = self.plus(mine, 1);
                    self.put(cx, state, (own, FIRST), mine, can)?;
                }
                Ok(code)
            }
        }
    }

    /// A once control. Its cell holds 1 while the routine runs, and 2 afterwards. The thread that runs the routine
    /// records that in a cell of its own.
    fn once(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operation: Synchronization,
        (object, own): (ObjectId, ObjectId),
    ) -> Stepped<Term> {
        let always = self.pool.bool(true);
        let (zero, one, two) = (self.number_of(0), self.number_of(1), self.number_of(2));
        if operation == Synchronization::OnceEnd {
            self.put(cx, state, (object, FIRST), two, always)?;
            self.put(cx, state, (own, SECOND), zero, always)?;
            return Ok(zero);
        }
        let found = self.get(cx, state, object, FIRST)?;
        let is_running = self.pool.is_number(found, 1);
        self.stop_if(state, is_running)?;
        let is_first = self.pool.is_number(found, 0);
        self.put(cx, state, (object, FIRST), one, is_first)?;
        self.put(cx, state, (own, SECOND), one, is_first)?;
        Ok(self.pool.ite(is_first, one, zero))
    }

    /// A mutex. Its cells hold the number of its owner plus 1, and how many times the owner has locked it.
    fn observed_mutex(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operation: Synchronization,
        (object, lock): (ObjectId, LockId),
        kind: i128,
    ) -> Stepped<Term> {
        let always = self.pool.bool(true);
        let (zero, one) = (self.number_of(0), self.number_of(1));
        let me = self.number_of(u128::from(cx.id.0) + 1);
        let (owner, depth) = (self.get(cx, state, object, FIRST)?, self.get(cx, state, object, SECOND)?);
        let (is_free, is_mine) = (self.pool.is_number(owner, 0), self.pool.eq(owner, me));
        match operation {
            Synchronization::MutexInit => {
                let is_held = self.pool.not(is_free);
                self.initialize_object(cx, state, (Used::Mutex, lock), always, is_held)?;
                self.put(cx, state, (object, FIRST), zero, always)?;
                self.put(cx, state, (object, SECOND), zero, always)?;
                Ok(zero)
            }
            Synchronization::MutexDestroy => {
                let is_held = self.pool.not(is_free);
                self.destroy_object(cx, state, (Used::Mutex, lock), always, is_held)?;
                let busy = self.number_of(EBUSY);
                Ok(self.pool.ite(is_held, busy, zero))
            }
            Synchronization::MutexUnlock | Synchronization::ConditionRelease => {
                let is_wait = operation == Synchronization::ConditionRelease;
                let other = self.pool.not(is_mine);
                let can_refuse = kind == RECURSIVE || kind == ERROR_CHECKING;
                if is_wait {
                    self.misused_if(cx, state, other, "a thread waits with a mutex that it does not own");
                    let two = self.number_of(2);
                    let is_once = self.pool.less(depth, two, false);
                    let is_nested = self.pool.not(is_once);
                    let is_nested = self.pool.and(is_mine, is_nested);
                    self.unsupported_if(cx, state, is_nested, NESTED_WAIT)?;
                } else if !can_refuse {
                    let is_owned = self.pool.not(is_free);
                    let others = self.pool.and(other, is_owned);
                    self.misused_if(cx, state, others, "a mutex is unlocked by a thread that does not own it");
                    self.misused_if(cx, state, is_free, "a mutex is unlocked that is not locked");
                }
                // Any thread can release a normal mutex. A wait releases the mutex only if the thread owns it.
                let releases = if is_wait || can_refuse { is_mine } else { always };
                let fewer = self.minus(depth, 1);
                let is_last = self.pool.is_number(depth, 1);
                let ends = if is_wait { always } else { self.pool.or(is_last, other) };
                let depth = self.pool.ite(ends, zero, fewer);
                let owner = self.pool.ite(ends, zero, owner);
                self.put(cx, state, (object, FIRST), owner, releases)?;
                self.put(cx, state, (object, SECOND), depth, releases)?;
                let refused = self.number_of(EPERM);
                let code = self.pool.ite(is_mine, zero, refused);
                Ok(if is_wait || releases == always { zero } else { code })
            }
            _ => {
                let again = if kind == RECURSIVE { is_mine } else { self.pool.bool(false) };
                let can = self.pool.or(is_free, again);
                let cannot = self.pool.not(can);
                let more = self.plus(depth, 1);
                let depth = self.pool.ite(again, more, one);
                let code = match operation {
                    Synchronization::MutexLock => {
                        let refused = if kind == ERROR_CHECKING { is_mine } else { self.pool.bool(false) };
                        let waits = {
                            let goes_on = self.pool.or(can, refused);
                            self.pool.not(goes_on)
                        };
                        self.stop_if(state, waits)?;
                        let deadlock = self.number_of(EDEADLK);
                        self.pool.ite(can, zero, deadlock)
                    }
                    Synchronization::MutexTimedLock => {
                        let (late, deadlock) = (self.number_of(ETIMEDOUT), self.number_of(EDEADLK));
                        let own = if kind == ERROR_CHECKING { deadlock } else { late };
                        let failure = self.pool.ite(is_mine, own, late);
                        self.pool.ite(can, zero, failure)
                    }
                    _ => {
                        let busy = self.number_of(EBUSY);
                        self.pool.ite(cannot, busy, zero)
                    }
                };
                self.put(cx, state, (object, FIRST), me, can)?;
                self.put(cx, state, (object, SECOND), depth, can)?;
                Ok(code)
            }
        }
    }
}
