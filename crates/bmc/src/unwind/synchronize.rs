//! Mutexes and condition variables; calls the other files of this folder for the other operations.
//!
//! A mutex has no memory here: its acquisitions are *sections* that exclude each other. Signals do not change what a
//! prefix of an execution can reach, since a wait may end spuriously at any time. So a condition wait releases its
//! mutex and acquires it again.

use raddle_logic::term::Term;
use raddle_program::syntax::{Expr, LocalId, ProcedureId, Synchronization, SynchronizationFamily};

use crate::unwind::event::{EventKind, Mode, Section};
use crate::unwind::object::{LockId, ObjectId};
use crate::unwind::state::{Hold, State};
use crate::unwind::usage::Used;
use crate::unwind::value::{Slot, Value};
use crate::unwind::waiting::Demand;
use crate::unwind::{Pass, Stepped, Stopped, ThreadData};

/// `EDEADLK`
const DEADLOCK: i128 = 35;

/// The greatest number of objects to which an undecided address may point.
const ADDRESS_LIMIT: usize = 256;

/// POSIX does not say whether such a wait releases the mutex.
pub(super) const NESTED_WAIT: &str = "a wait with a mutex that is locked more than once";

pub(super) const NORMAL: i128 = 0;
pub(super) const RECURSIVE: i128 = 1;
pub(super) const ERROR_CHECKING: i128 = 2;

impl Pass<'_> {
    /// A synchronization call. If the address of its object is undecided, each object to which it may point is a path
    /// of its own.
    pub(super) fn synchronize(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        procedure: ProcedureId,
        operation: Synchronization,
        operands: &[Expr],
        result: Option<LocalId>,
    ) -> Stepped<()> {
        let own = match operation.family() {
            SynchronizationFamily::Mutex
            | SynchronizationFamily::ReadWrite
            | SynchronizationFamily::Spin
            | SynchronizationFamily::Once
            | SynchronizationFamily::Barrier
            | SynchronizationFamily::Semaphore
            | SynchronizationFamily::Any => Some(0),
            SynchronizationFamily::Condition if operation == Synchronization::ConditionRelease => Some(1),
            SynchronizationFamily::Condition
            | SynchronizationFamily::Key
            | SynchronizationFamily::Thread
            | SynchronizationFamily::Own => None,
        };
        let objects = match own {
            Some(operand) => self.addresses(cx, state, &operands[operand])?,
            None => {
                let nothing = (self.pool.bool(true), (ObjectId(0), 0));
                vec![nothing]
            }
        };
        if let [(_, object)] = objects[..] {
            return self.operate(cx, state, procedure, (operation, object), operands, result);
        }
        let guard = state.guard.clone();
        let mut joined: Option<State> = None;
        for (condition, object) in objects {
            let Some(narrow) = guard.and(&mut self.pool, condition) else { continue };
            let mut way = State { guard: narrow, ..state.clone() };
            if self.operate(cx, &mut way, procedure, (operation, object), operands, result).is_err() {
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

    /// A synchronization call with its object. Operations without an object ignore it.
    fn operate(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        procedure: ProcedureId,
        (operation, lock): (Synchronization, LockId),
        operands: &[Expr],
        result: Option<LocalId>,
    ) -> Stepped<()> {
        let is_known = matches!(
            operation,
            Synchronization::MutexLock
                | Synchronization::ConditionWake
                | Synchronization::ReadLock
                | Synchronization::WriteLock
                | Synchronization::SpinLock
                | Synchronization::OnceBegin
                | Synchronization::SemaphoreWait
                | Synchronization::BarrierLeave
        );
        let is_point = matches!(operation, Synchronization::ConditionWake | Synchronization::SemaphoreWait);
        if self.source.asks.deadlock && is_point && self.may_be_cancelled(cx) {
            return self.unsupported(cx, state, "deadlocks of a thread that may be cancelled while it waits");
        }
        if self.source.asks.deadlock && operation.may_block() && !is_known {
            return self.unsupported(cx, state, &format!("deadlocks at {operation:?} in the engine bmc"));
        }
        self.note_family(cx, state, operation, lock, operands)?;
        if operation.observes_without_order() {
            let always = state.guard.term(&self.pool);
            self.note_hidden_order(state, always);
        }
        self.note_release(state);
        match operation {
            Synchronization::MutexInit => {
                let kind = self.scalar(cx, state, &operands[1])?;
                let Some(kind) = self.pool.constant_signed(kind.bits) else {
                    return self.unsupported(cx, state, "a mutex whose kind is not known");
                };
                let kind = if kind == RECURSIVE || kind == ERROR_CHECKING { kind } else { NORMAL };
                let is_quiet = self.is_quiet(state, lock);
                if !is_quiet && self.kind(cx, state, lock)? != kind {
                    return self.unsupported(cx, state, "a mutex that gets another kind while others may use it");
                }
                self.set_kind(state, lock, kind);
                if self.assumed.shadows.contains(&lock) {
                    self.shadow_operation(cx, state, operation, lock, None, kind)?;
                } else if !(is_quiet && self.is_left_free(lock)) {
                    self.found.shadows.insert(lock);
                } else {
                    let (always, never) = (self.pool.bool(true), self.pool.bool(false));
                    self.initialize_object(cx, state, (Used::Mutex, lock), always, never)?;
                }
            }
            Synchronization::MutexDestroy => {
                let kind = self.kind(cx, state, lock)?;
                let is_quiet = self.is_quiet(state, lock);
                if kind != NORMAL && !is_quiet {
                    return self.unsupported(cx, state, "a mutex that loses its kind while others may use it");
                }
                let code = if self.assumed.shadows.contains(&lock) {
                    self.shadow_operation(cx, state, operation, lock, None, kind)?
                } else {
                    // The return code depends on whether the mutex was destroyed, and so does misuse of locks.
                    let matters = self.source.asks.locks || result.is_some() || kind != NORMAL;
                    if matters && !(is_quiet && self.is_left_free(lock)) {
                        self.found.shadows.insert(lock);
                    } else {
                        let (always, never) = (self.pool.bool(true), self.pool.bool(false));
                        self.destroy_object(cx, state, (Used::Mutex, lock), always, never)?;
                    }
                    self.number_of(0)
                };
                if kind != NORMAL {
                    self.set_kind(state, lock, NORMAL);
                }
                return self.deliver_code(cx, state, procedure, result, code);
            }
            Synchronization::MutexLock | Synchronization::MutexUnlock => {
                if self.assumed.shadows.contains(&lock) {
                    return self.observed(cx, state, procedure, operation, lock, result);
                }
                if !self.is_own_again(state, lock) {
                    let always = self.pool.bool(true);
                    self.use_object(cx, state, (Used::Mutex, lock), always)?;
                }
                let code = if operation == Synchronization::MutexLock {
                    self.lock(cx, state, lock)?
                } else {
                    self.unlock(cx, state, lock)?
                };
                return self.deliver_number(cx, state, procedure, result, code);
            }
            Synchronization::MutexTryLock | Synchronization::MutexTimedLock => {
                return self.observed(cx, state, procedure, operation, lock, result);
            }
            Synchronization::ConditionRelease => {
                let asks = self.source.asks.deadlock;
                let condition = self.watched_condition(cx, state, &operands[0], asks)?;
                if let Some(condition) = condition {
                    self.wait_begins(cx, state, condition)?;
                }
                self.wait_with(cx, state, &operands[0], lock)?;
                if self.assumed.shadows.contains(&lock) {
                    if condition.is_some() {
                        let what = "a condition variable with timed waits and a mutex that is tried";
                        return self.unsupported(cx, state, what);
                    }
                    return self.observed(cx, state, procedure, operation, lock, result);
                }
                if state.held.get(&lock).is_some_and(|hold| hold.depth > 1) {
                    return self.unsupported(cx, state, NESTED_WAIT);
                }
                self.unlock(cx, state, lock)?;
            }
            Synchronization::ConditionInit | Synchronization::ConditionDestroy => {
                self.check_object(state, cx, &operands[0])?;
                self.renew_condition(cx, state, &operands[0], operation == Synchronization::ConditionDestroy)?;
            }
            Synchronization::ConditionSignal | Synchronization::ConditionBroadcast => {
                self.use_objects(cx, state, Used::Condition, &operands[0])?;
                if let Some(condition) = self.watched_condition(cx, state, &operands[0], false)? {
                    let is_broadcast = operation == Synchronization::ConditionBroadcast;
                    self.signal(cx, state, condition, is_broadcast)?;
                }
            }
            Synchronization::ConditionWake | Synchronization::ConditionTimedWake => {
                self.check_object(state, cx, &operands[0])?;
                let is_timed = operation == Synchronization::ConditionTimedWake;
                let asks = (is_timed || self.may_be_cancelled(cx)) && result.is_some() || self.source.asks.deadlock;
                if let Some(condition) = self.watched_condition(cx, state, &operands[0], asks)? {
                    let code = self.wait_ends(cx, state, condition, is_timed)?;
                    return self.deliver_code(cx, state, procedure, result, code);
                }
                // As after a spurious wake-up.
                return self.deliver_number(cx, state, procedure, result, 1);
            }
            Synchronization::BarrierInit
            | Synchronization::BarrierDestroy
            | Synchronization::BarrierArrive
            | Synchronization::BarrierLeave => {
                let operand = match operands.get(1) {
                    Some(operand) => {
                        let value = self.scalar(cx, state, operand)?;
                        Some(self.plain(cx, state, value)?)
                    }
                    None => None,
                };
                let code = self.barrier(cx, state, operation, lock, operand)?;
                return self.deliver_code(cx, state, procedure, result, code);
            }
            Synchronization::ThreadDetach | Synchronization::ThreadTestEnd | Synchronization::ThreadCancel => {
                return self.thread_call(cx, state, procedure, operation, &operands[0], result);
            }
            Synchronization::ReadWriteInit
            | Synchronization::ReadWriteDestroy
            | Synchronization::ReadLock
            | Synchronization::WriteLock
            | Synchronization::ReadWriteUnlock
                if !self.assumed.shadows.contains(&lock) =>
            {
                let code = self.read_write_section(cx, state, operation, lock)?;
                return self.deliver_number(cx, state, procedure, result, code);
            }
            Synchronization::SemaphoreInit
            | Synchronization::SemaphoreDestroy
            | Synchronization::SemaphoreWait
            | Synchronization::SemaphoreTryWait
            | Synchronization::SemaphoreTimedWait
            | Synchronization::SemaphorePost
            | Synchronization::SemaphoreGetValue
            | Synchronization::SpinInit
            | Synchronization::SpinDestroy
            | Synchronization::SpinLock
            | Synchronization::SpinTryLock
            | Synchronization::SpinUnlock
            | Synchronization::ReadWriteInit
            | Synchronization::ReadWriteDestroy
            | Synchronization::ReadLock
            | Synchronization::ReadTryLock
            | Synchronization::ReadTimedLock
            | Synchronization::WriteLock
            | Synchronization::WriteTryLock
            | Synchronization::WriteTimedLock
            | Synchronization::ReadWriteUnlock
            | Synchronization::OnceBegin
            | Synchronization::OnceEnd => {
                let operand = match operands.get(1) {
                    Some(operand) => {
                        let value = self.scalar(cx, state, operand)?;
                        Some(self.plain(cx, state, value)?)
                    }
                    None => None,
                };
                let code = self.shadow_operation(cx, state, operation, lock, operand, NORMAL)?;
                return self.deliver_code(cx, state, procedure, result, code);
            }
            Synchronization::Overwrite => self.overwrite(cx, state, lock, &operands[1])?,
            Synchronization::TestCancel => {
                let code = self.test_cancel(cx, state)?;
                return self.deliver_code(cx, state, procedure, result, code);
            }
            Synchronization::SetCancelState => {
                return self.set_cancel_state(cx, state, procedure, &operands[0], result);
            }
            Synchronization::CleanupPush | Synchronization::CleanupPop => {
                self.cleanup(cx, state, operation, operands)?;
            }
            Synchronization::BecomeChild => {
                return self.unsupported(cx, state, "the child of a fork, in which the other threads do not exist");
            }
            Synchronization::KeyCreate
            | Synchronization::KeyDelete
            | Synchronization::KeyGet
            | Synchronization::KeySet => {
                return self.key_call(cx, state, procedure, operation, operands, result);
            }
        }
        self.deliver_number(cx, state, procedure, result, 0)
    }

    /// Records the family of an object, if the program overwrites synchronization objects.
    fn note_family(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operation: Synchronization,
        lock: LockId,
        operands: &[Expr],
    ) -> Stepped<()> {
        if !self.source.overwrites {
            return Ok(());
        }
        match operation.family() {
            family @ (SynchronizationFamily::Mutex
            | SynchronizationFamily::ReadWrite
            | SynchronizationFamily::Spin
            | SynchronizationFamily::Once
            | SynchronizationFamily::Barrier
            | SynchronizationFamily::Semaphore) => {
                self.found.families.entry(lock).or_insert(family);
            }
            family @ SynchronizationFamily::Condition => {
                for (_, condition) in self.addresses(cx, state, &operands[0])? {
                    self.found.families.entry(condition).or_insert(family);
                }
            }
            SynchronizationFamily::Key
            | SynchronizationFamily::Thread
            | SynchronizationFamily::Own
            | SynchronizationFamily::Any => {}
        }
        Ok(())
    }

    /// An operation on a mutex that has shadow state.
    fn observed(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        procedure: ProcedureId,
        operation: Synchronization,
        lock: LockId,
        result: Option<LocalId>,
    ) -> Stepped<()> {
        let kind = self.kind(cx, state, lock)?;
        let code = self.shadow_operation(cx, state, operation, lock, None, kind)?;
        self.deliver_code(cx, state, procedure, result, code)
    }

    pub(super) fn deliver_code(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        procedure: ProcedureId,
        result: Option<LocalId>,
        code: Term,
    ) -> Stepped<()> {
        let Some(target) = result else { return Ok(()) };
        let ty = self.source.program.procedures[procedure].locals[target].ty;
        let (width, _) = self.shape(cx, state, ty)?;
        let bits = self.pool.resize(code, width, true);
        let value = Value::of_bits(&mut self.pool, bits);
        self.deliver(cx, state, procedure, target, Slot::Scalar(value))
    }

    /// Checks that an operand points to an object.
    fn check_object(&mut self, state: &mut State, cx: &mut ThreadData, operand: &Expr) -> Stepped<()> {
        self.addresses(cx, state, operand)?;
        Ok(())
    }

    /// The objects to which an operand may point, each with its condition.
    pub(super) fn addresses(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operand: &Expr,
    ) -> Stepped<Vec<(Term, LockId)>> {
        let value = self.scalar(cx, state, operand)?;
        let address = self.address_of_value(value);
        let meanings = self.meanings(cx, state, address, 1, true)?;
        if meanings.len() > ADDRESS_LIMIT {
            return self.unsupported(cx, state, "a synchronization object at an undecided address");
        }
        Ok(meanings.into_iter().map(|meaning| (meaning.condition, (meaning.object, meaning.offset))).collect())
    }

    /// The condition variable of an operand, if its waiting threads are shadow state. With `asks` they are from the
    /// next pass on.
    fn watched_condition(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operand: &Expr,
        asks: bool,
    ) -> Stepped<Option<LockId>> {
        if !asks && self.assumed.places.is_empty() {
            return Ok(None);
        }
        let addresses = self.addresses(cx, state, operand)?;
        if asks {
            for (_, condition) in &addresses {
                self.found.places.entry(*condition).or_default();
            }
        }
        if !addresses.iter().any(|(_, condition)| self.has_places(*condition)) {
            return Ok(None);
        }
        let [(_, condition)] = addresses[..] else {
            return self.unsupported(cx, state, "a timed wait for an undecided condition variable");
        };
        if state.atomic_depth > 0 {
            return self.unsupported(cx, state, "a synchronization call inside an atomic section");
        }
        Ok(Some(condition))
    }

    /// Whether no other thread can use a mutex now.
    pub(super) fn is_quiet(&self, state: &State, lock: LockId) -> bool {
        !self.has_escaped(state, lock.0) || state.alone.is_some()
    }

    /// Whether, as far as known, no thread acquired a mutex without releasing it.
    pub(super) fn is_left_free(&mut self, lock: LockId) -> bool {
        let left = self.left_locked(lock, Mode::Exclusive);
        self.pool.is_false(left)
    }

    /// Whether the thread certainly holds a mutex: then no thread has destroyed it.
    pub(super) fn is_own_again(&self, state: &State, lock: LockId) -> bool {
        state.held.get(&lock).is_some_and(|hold| hold.condition.is_none())
    }

    fn lock(&mut self, cx: &mut ThreadData, state: &mut State, lock: LockId) -> Stepped<i128> {
        if state.atomic_depth > 0 {
            return self.unsupported(cx, state, "a mutex that is locked inside an atomic section");
        }
        let kind = self.kind(cx, state, lock)?;
        if let Some(hold) = state.held.get(&lock).cloned() {
            match (kind, hold.condition) {
                (NORMAL, condition) => {
                    // A thread that locks a normal mutex again waits for itself.
                    let held = condition.unwrap_or_else(|| self.pool.bool(true));
                    self.stuck_if(cx, state, held)?;
                }
                (RECURSIVE, None) => {
                    let hold = state.held.get_mut(&lock).expect("it is held");
                    hold.depth += 1;
                    return Ok(0);
                }
                (_, None) => return Ok(DEADLOCK),
                (_, Some(_)) => {
                    self.found.shadows.insert(lock);
                    return Ok(0);
                }
            }
        }
        self.acquire(cx, state, lock, Mode::Exclusive)?;
        Ok(0)
    }

    /// Acquires a lock that the thread does not have.
    pub(super) fn acquire(&mut self, cx: &mut ThreadData, state: &mut State, lock: LockId, mode: Mode) -> Stepped<()> {
        if !state.held.is_empty() {
            // Two threads that acquire locks in different orders may wait for each other.
            self.found.blocking_locks.insert(lock);
        }
        if state.is_concurrent {
            self.may_be_stuck(cx, state, &mut |_, _, _| Ok(Demand::Held(lock, mode)))?;
        }
        if state.is_concurrent && !self.source.asks.deadlock && self.assumed.blocking_locks.contains(&lock) {
            self.note_blocking(state);
            let acquires = self.pool.fresh_bool("acquires");
            if let Some(guard) = state.guard.and(&mut self.pool, acquires) {
                state.guard = guard;
            }
        }
        let guard = state.guard.term(&self.pool);
        let acquire = self.event(cx, state, EventKind::Lock(lock, mode), guard);
        self.out.sections.push(Section { lock, mode, acquire, releases: Vec::new() });
        let session = self.begin_session(state);
        let sections = vec![(self.out.sections.len() - 1, self.pool.bool(true))];
        state.held.insert(lock, Hold { mode, sections, condition: None, depth: 1, session });
        Ok(())
    }

    pub(super) fn unlock(&mut self, cx: &mut ThreadData, state: &mut State, lock: LockId) -> Stepped<i128> {
        let is_simple = state.held.get(&lock).is_some_and(|hold| hold.condition.is_none());
        if !is_simple {
            // The thread may not hold the mutex: the next pass gives the mutex shadow state.
            self.found.shadows.insert(lock);
            state.held.remove(&lock);
            return Ok(0);
        }
        let hold = state.held.get_mut(&lock).expect("it is held");
        if hold.depth > 1 {
            hold.depth -= 1;
            return Ok(0);
        }
        let hold = state.held.remove(&lock).expect("it is held");
        self.end_session(cx, state, hold.session);
        let guard = state.guard.term(&self.pool);
        self.release(cx, state, lock, &hold, guard);
        Ok(0)
    }

    /// Releases a mutex under a guard, for each acquisition that may end here.
    pub(super) fn release(&mut self, cx: &ThreadData, state: &State, lock: LockId, hold: &Hold, guard: Term) {
        for &(section, condition) in &hold.sections {
            let guard = self.pool.and(guard, condition);
            if !self.pool.is_false(guard) {
                let release = self.event(cx, state, EventKind::Unlock(lock), guard);
                self.out.sections[section].releases.push(release);
            }
        }
    }
}
