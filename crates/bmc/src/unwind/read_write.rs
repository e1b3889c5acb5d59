//! Read-write locks whose state the program does not observe. Acquisitions are sections, as those of mutexes are, but
//! two sections for reading do not exclude each other.
//!
//! A lock has shadow state ([`super::shadow`]) from the next pass on if it is tried, waited for with a time limit,
//! released by a thread that may not hold it, or initialized or destroyed while other threads may use it. A reader that
//! locks for reading again does not wait, since writers are kept out already. A reader that locks for writing waits for
//! itself. A writer that locks again either waits for itself or gets EDEADLK.

use raddle_program::syntax::Synchronization;

use crate::unwind::event::Mode;
use crate::unwind::object::LockId;
use crate::unwind::state::State;
use crate::unwind::usage::Used;
use crate::unwind::waiting::Demand;
use crate::unwind::{Pass, Stepped, ThreadData};

/// `EDEADLK`
const DEADLOCK: i128 = 35;

impl Pass<'_> {
    /// An operation on a read-write lock without shadow state. Returns its return code.
    pub(super) fn read_write_section(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operation: Synchronization,
        lock: LockId,
    ) -> Stepped<i128> {
        let (always, never) = (self.pool.bool(true), self.pool.bool(false));
        match operation {
            Synchronization::ReadWriteInit | Synchronization::ReadWriteDestroy => {
                if !(self.is_quiet(state, lock) && self.is_left_free(lock)) {
                    self.found.shadows.insert(lock);
                    return Ok(0);
                }
                match operation {
                    Synchronization::ReadWriteInit => {
                        self.initialize_object(cx, state, (Used::ReadWrite, lock), always, never)?;
                    }
                    _ => self.destroy_object(cx, state, (Used::ReadWrite, lock), always, never)?,
                }
                Ok(0)
            }
            Synchronization::ReadWriteUnlock => {
                if !self.is_own_again(state, lock) {
                    self.use_object(cx, state, (Used::ReadWrite, lock), always)?;
                }
                self.unlock(cx, state, lock)?;
                Ok(0)
            }
            _ => {
                if !self.is_own_again(state, lock) {
                    self.use_object(cx, state, (Used::ReadWrite, lock), always)?;
                }
                let is_read = operation == Synchronization::ReadLock;
                self.lock_read_write(cx, state, lock, if is_read { Mode::Shared } else { Mode::Exclusive })
            }
        }
    }

    fn lock_read_write(&mut self, cx: &mut ThreadData, state: &mut State, lock: LockId, mode: Mode) -> Stepped<i128> {
        if state.atomic_depth > 0 {
            return self.unsupported(cx, state, "a read-write lock that is locked inside an atomic section");
        }
        if let Some(hold) = state.held.get_mut(&lock) {
            match (mode.excludes(hold.mode), hold.condition) {
                (false, None) => {
                    hold.depth += 1;
                    return Ok(0);
                }
                (true, None) if hold.mode == Mode::Exclusive => {
                    self.may_be_stuck(cx, state, &mut |_, _, _| Ok(Demand::Nothing))?;
                    return Ok(DEADLOCK);
                }
                (true, Some(_)) if hold.mode == Mode::Exclusive => {
                    self.found.shadows.insert(lock);
                    return Ok(0);
                }
                (true, condition) => {
                    let held = condition.unwrap_or_else(|| self.pool.bool(true));
                    self.stuck_if(cx, state, held)?;
                }
                (false, Some(_)) => {
                    self.found.shadows.insert(lock);
                    return Ok(0);
                }
            }
        }
        self.acquire(cx, state, lock, mode)?;
        Ok(0)
    }
}
