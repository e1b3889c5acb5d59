//! Mutexes and condition variables.
//!
//! A mutex is no memory here: its acquisitions are *sections* that exclude each other. For what a prefix of an execution can
//! reach, signals do not matter, since a wait may end spuriously at any time; so a condition wait releases its mutex and
//! acquires it again.

use raddle_program::syntax::{Expr, LocalId, ProcedureId, Synchronization};

use crate::unwind::event::{EventKind, Section};
use crate::unwind::object::{LockId, Target};
use crate::unwind::state::{Hold, State};
use crate::unwind::value::NUMBER;
use crate::unwind::{Pass, Stepped, ThreadData};

/// `EDEADLK`
const DEADLOCK: i128 = 35;

const NORMAL: i128 = 0;
const RECURSIVE: i128 = 1;
const ERROR_CHECKING: i128 = 2;

impl Pass<'_> {
    pub(super) fn synchronize(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        procedure: ProcedureId,
        operation: Synchronization,
        operands: &[Expr],
        result: Option<LocalId>,
    ) -> Stepped<()> {
        match operation {
            Synchronization::MutexInit => {
                let lock = self.lock_address(cx, state, &operands[0])?;
                let kind = self.scalar(cx, state, &operands[1])?;
                let Some(kind) = self.pool.constant_signed(kind.bits) else {
                    return self.unsupported(cx, state, "a mutex whose kind is not known");
                };
                if !self.is_quiet(state, lock) {
                    return self.unsupported(cx, state, "a mutex that is initialized while others may use it");
                }
                let kind = if kind == RECURSIVE || kind == ERROR_CHECKING { kind } else { NORMAL };
                self.mutex_kinds.insert(lock, kind);
            }
            Synchronization::MutexDestroy => {
                let lock = self.lock_address(cx, state, &operands[0])?;
                if result.is_some() || self.kind(lock) != NORMAL || state.held.contains_key(&lock) {
                    return self.unsupported(cx, state, "pthread_mutex_destroy whose outcome matters");
                }
            }
            Synchronization::MutexLock => {
                let lock = self.lock_address(cx, state, &operands[0])?;
                let code = self.lock(cx, state, lock)?;
                return self.deliver_number(cx, state, procedure, result, code);
            }
            Synchronization::MutexUnlock => {
                let lock = self.lock_address(cx, state, &operands[0])?;
                self.unlock(cx, state, lock)?;
            }
            Synchronization::ConditionRelease => {
                self.scalar(cx, state, &operands[0])?;
                let lock = self.lock_address(cx, state, &operands[1])?;
                if state.held.get(&lock).is_some_and(|hold| hold.depth > 1) {
                    return self.unsupported(cx, state, "waiting with a mutex that is held more than once");
                }
                self.unlock(cx, state, lock)?;
            }
            Synchronization::ConditionInit
            | Synchronization::ConditionDestroy
            | Synchronization::ConditionWake
            | Synchronization::ConditionSignal
            | Synchronization::ConditionBroadcast => {
                let condition = self.scalar(cx, state, &operands[0])?;
                let is_plain = condition.has_tag(&mut self.pool, NUMBER);
                self.stop_if(state, is_plain)?;
            }
            Synchronization::MutexTryLock
            | Synchronization::MutexTimedLock
            | Synchronization::ConditionTimedWake
            | Synchronization::ReadWriteInit
            | Synchronization::ReadWriteDestroy
            | Synchronization::ReadLock
            | Synchronization::ReadTryLock
            | Synchronization::ReadTimedLock
            | Synchronization::WriteLock
            | Synchronization::WriteTryLock
            | Synchronization::WriteTimedLock
            | Synchronization::ReadWriteUnlock
            | Synchronization::SpinInit
            | Synchronization::SpinDestroy
            | Synchronization::SpinLock
            | Synchronization::SpinTryLock
            | Synchronization::SpinUnlock
            | Synchronization::BarrierInit
            | Synchronization::BarrierDestroy
            | Synchronization::BarrierArrive
            | Synchronization::BarrierLeave
            | Synchronization::OnceBegin
            | Synchronization::OnceEnd
            | Synchronization::KeyCreate
            | Synchronization::KeyDelete
            | Synchronization::KeyGet
            | Synchronization::KeySet
            | Synchronization::SemaphoreInit
            | Synchronization::SemaphoreDestroy
            | Synchronization::SemaphoreWait
            | Synchronization::SemaphoreTryWait
            | Synchronization::SemaphoreTimedWait
            | Synchronization::SemaphorePost
            | Synchronization::SemaphoreGetValue
            | Synchronization::ThreadDetach
            | Synchronization::ThreadTestEnd
            | Synchronization::ThreadCancel
            | Synchronization::TestCancel
            | Synchronization::SetCancelState
            | Synchronization::CleanupPush
            | Synchronization::CleanupPop => {
                return self.unsupported(cx, state, &format!("{operation:?} in the engine bmc"));
            }
        }
        self.deliver_number(cx, state, procedure, result, 0)
    }

    /// The mutex that an operand means. One whose address is undecided has no model yet.
    fn lock_address(&mut self, cx: &mut ThreadData, state: &mut State, operand: &Expr) -> Stepped<LockId> {
        let value = self.scalar(cx, state, operand)?;
        let is_plain = value.has_tag(&mut self.pool, NUMBER);
        self.stop_if(state, is_plain)?;
        let mut tags = value.tags(&self.pool);
        tags.retain(|&tag| {
            let has_tag = value.has_tag(&mut self.pool, tag);
            state.guard.decides(&mut self.pool, has_tag) != Some(false)
        });
        let (&[tag], Some(offset)) = (&tags[..], self.pool.constant(value.bits)) else {
            return self.unsupported(cx, state, "a mutex at an undecided address");
        };
        let Target::Object(key) = self.names.target(tag) else {
            let always = self.pool.bool(true);
            self.stop_if(state, always)?;
            return Err(crate::unwind::Stopped);
        };
        let object = self.names.object(key);
        let size = self.objects.get(&object).map_or(0, |data| data.size);
        if offset >= size.into() {
            let always = self.pool.bool(true);
            self.stop_if(state, always)?;
        }
        Ok((object, offset as u64))
    }

    /// Whether nobody else can use a mutex now.
    fn is_quiet(&self, state: &State, lock: LockId) -> bool {
        !self.has_escaped(state, lock.0) || state.alone.is_some()
    }

    /// The kind of a mutex: as it was initialized, else what its bytes said at the start.
    fn kind(&self, lock: LockId) -> i128 {
        if let Some(&kind) = self.mutex_kinds.get(&lock) {
            return kind;
        }
        let crate::unwind::object::ObjectKey::Global(global) = self.names.key(lock.0) else { return NORMAL };
        let at = lock.1
            + match self.source.program.types.model() {
                raddle_program::types::DataModel::Ilp32 => 12,
                raddle_program::types::DataModel::Lp64 => 16,
            };
        let part = self.source.program.globals[global].initial.iter().find(|part| part.offset == at);
        match part.map(|part| &part.value) {
            Some(raddle_program::syntax::InitialValue::Integer(number @ (1 | 2))) => *number,
            Some(_) | None => NORMAL,
        }
    }

    fn lock(&mut self, cx: &mut ThreadData, state: &mut State, lock: LockId) -> Stepped<i128> {
        if state.atomic_depth > 0 {
            return self.unsupported(cx, state, "a mutex that is locked inside an atomic section");
        }
        let kind = self.kind(lock);
        if let Some(hold) = state.held.get(&lock).cloned() {
            match (kind, hold.condition) {
                (NORMAL, condition) => {
                    // Whoever has it already waits for itself.
                    let held = condition.unwrap_or_else(|| self.pool.bool(true));
                    self.stop_if(state, held)?;
                }
                (RECURSIVE, None) => {
                    let hold = state.held.get_mut(&lock).expect("it is held");
                    hold.depth += 1;
                    return Ok(0);
                }
                (_, None) => return Ok(DEADLOCK),
                (_, Some(_)) => return self.unsupported(cx, state, "a mutex that is held on one of two ways only"),
            }
        }
        if !state.held.is_empty() {
            // Two threads may wait for each other.
            self.found.blocking_locks.insert(lock);
        }
        if state.is_concurrent && self.assumed.blocking_locks.contains(&lock) {
            self.note_blocking(state);
            let acquires = self.pool.fresh_bool("acquires");
            if let Some(guard) = state.guard.and(&mut self.pool, acquires) {
                state.guard = guard;
            }
        }
        let guard = state.guard.term(&self.pool);
        let acquire = self.event(cx, state, EventKind::Lock(lock), guard);
        self.out.sections.push(Section { lock, acquire, releases: Vec::new() });
        let session = self.begin_session(state);
        let sections = vec![self.out.sections.len() - 1];
        state.held.insert(lock, Hold { sections, condition: None, depth: 1, session });
        Ok(0)
    }

    fn unlock(&mut self, cx: &mut ThreadData, state: &mut State, lock: LockId) -> Stepped<()> {
        let Some(hold) = state.held.get(&lock).cloned() else {
            return self.unsupported(cx, state, "a mutex that is unlocked by a thread that does not own it");
        };
        if let Some(held) = hold.condition {
            let free = self.pool.not(held);
            self.unsupported_if(cx, state, free, "a mutex that is unlocked by a thread that does not own it")?;
            if hold.depth > 1 {
                return self.unsupported(cx, state, "a recursive mutex that is held on one of two ways only");
            }
        }
        if hold.depth > 1 {
            state.held.get_mut(&lock).expect("it is held").depth -= 1;
            return Ok(());
        }
        state.held.remove(&lock);
        self.end_session(cx, state, hold.session);
        let guard = state.guard.term(&self.pool);
        let release = self.event(cx, state, EventKind::Unlock(lock), guard);
        for section in hold.sections {
            self.out.sections[section].releases.push(release);
        }
        Ok(())
    }
}
