//! Assignments to synchronization objects. Afterwards the bytes define the object, or it is a copy of another object,
//! which must not be used.
//!
//! If no thread holds the object, and no other thread can reach it, only the kind of a mutex changes. Else it has
//! shadow state from the next pass on, which is set to that of a fresh object. The operations of the pass before have
//! shown the family of an object.

use raddle_logic::term::Term;
use raddle_program::syntax::{Expr, SynchronizationFamily};

use crate::unwind::object::{LockId, ObjectKey};
use crate::unwind::shadow::{FIRST, SECOND};
use crate::unwind::state::State;
use crate::unwind::synchronize::{ERROR_CHECKING, NORMAL, RECURSIVE};
use crate::unwind::usage::DESTROYED;
use crate::unwind::{Pass, Stepped, ThreadData};

/// The kind of a copy of another object.
const COPY: i128 = 4;

impl Pass<'_> {
    /// An object is overwritten.
    pub(super) fn overwrite(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        lock: LockId,
        kind: &Expr,
    ) -> Stepped<()> {
        let kind = self.scalar(cx, state, kind)?;
        let Some(&family) = self.assumed.families.get(&lock) else { return Ok(()) };
        let kind = self.pool.constant_signed(kind.bits);
        let is_quiet = self.is_quiet(state, lock);
        if family == SynchronizationFamily::Mutex {
            let Some(kind) = kind else {
                return self.unsupported(cx, state, "a mutex whose kind is not known");
            };
            let kind = if kind == RECURSIVE || kind == ERROR_CHECKING { kind } else { NORMAL };
            if !is_quiet && self.kind(cx, state, lock)? != kind {
                return self.unsupported(cx, state, "a mutex that gets another kind while others may use it");
            }
            self.set_kind(state, lock, kind);
        }
        self.mark_overwritten(cx, state, lock, kind == Some(COPY))?;
        if family == SynchronizationFamily::Condition {
            let always = self.pool.bool(true);
            if !is_quiet {
                self.unclear_if(state, always);
            }
            return Ok(());
        }
        if self.assumed.shadows.contains(&lock) {
            return self.overwrite_shadow(cx, state, family, lock);
        }
        if !(is_quiet && self.is_left_free(lock)) {
            self.found.shadows.insert(lock);
        }
        Ok(())
    }

    /// Records the overwriting in the state about calls that initialize and destroy.
    fn mark_overwritten(&mut self, cx: &mut ThreadData, state: &mut State, lock: LockId, is_copy: bool) -> Stepped<()> {
        if !self.source.asks.locks {
            return Ok(());
        }
        if !self.assumed.usages.contains(&lock) {
            if is_copy {
                self.found.usages.insert(lock);
            }
            return Ok(());
        }
        let usage = self.names.object(ObjectKey::Usage(lock.0, lock.1));
        let (always, what) = (self.pool.bool(true), self.number_of(if is_copy { DESTROYED } else { 0 }));
        self.put(cx, state, (usage, FIRST), what, always)
    }

    fn overwrite_shadow(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        family: SynchronizationFamily,
        lock: LockId,
    ) -> Stepped<()> {
        if state.atomic_depth > 0 {
            return self.unsupported(
                cx,
                state,
                "a synchronization object that is overwritten inside an atomic section",
            );
        }
        let object = self.names.object(ObjectKey::Shadow(lock.0, lock.1));
        self.atomic_begin(cx, state)?;
        let (first, second) = (self.get(cx, state, object, FIRST)?, self.get(cx, state, object, SECOND)?);
        let never = self.pool.bool(false);
        let (misuse, what, goes_on) = match family {
            SynchronizationFamily::Mutex => (self.is_not_zero(first), "a mutex is overwritten that is locked", true),
            SynchronizationFamily::Spin => (self.is_not_zero(first), "a spin lock is overwritten that is locked", true),
            SynchronizationFamily::ReadWrite => {
                let (writes, reads) = (self.is_not_zero(first), self.is_not_zero(second));
                (self.pool.or(writes, reads), "a read-write lock is overwritten that is locked", false)
            }
            SynchronizationFamily::Once => {
                (self.pool.is_number(first, 1), "a once control is overwritten while its routine runs", false)
            }
            SynchronizationFamily::Barrier => {
                (self.is_not_zero(second), "a barrier is overwritten that threads wait at", false)
            }
            SynchronizationFamily::Semaphore
            | SynchronizationFamily::Condition
            | SynchronizationFamily::Key
            | SynchronizationFamily::Thread
            | SynchronizationFamily::Own
            | SynchronizationFamily::Any => (never, "", true),
        };
        self.misused_if(cx, state, misuse, what);
        if !goes_on {
            self.unsupported_if(cx, state, misuse, "a synchronization object that is overwritten while it is in use")?;
        }
        let (zero, always) = (self.number_of(0), self.pool.bool(true));
        self.put(cx, state, (object, FIRST), zero, always)?;
        self.put(cx, state, (object, SECOND), zero, always)?;
        // A later operation uses a fresh object, which does not order it after the operations on the old one.
        let here = state.guard.term(&self.pool);
        self.note_hidden_order(state, here);
        self.atomic_end(cx, state)
    }

    fn is_not_zero(&mut self, number: Term) -> Term {
        let is_zero = self.pool.is_number(number, 0);
        self.pool.not(is_zero)
    }
}
