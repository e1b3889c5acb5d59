//! Synchronization calls as assumptions about and assignments to variables, by `docs/library.md`.
//!
//! As in the paper's stubs, locking assumes that the lock is free and assigns the owner; a blocked thread is not picked until it is
//! enabled. A condition wait may end at any time (wake-ups may be spurious). So waiting threads need not be recorded, and signals have no
//! effect.

use raddle_logic::sort::Sort;
use raddle_logic::term::Term;
use raddle_program::syntax::{Expr, LocalId, Synchronization as S, SynchronizationFamily};
use raddle_program::types::TypeKind;

use crate::sequentialize::simulation::{Simulation, SyncSlots};
use crate::symbolic::layout::{Slot, TAG};
use crate::symbolic::step::{Evaluated, Symbolic};

// Linux error numbers.
const EPERM: u128 = 1;
pub const ESRCH: u128 = 3;
const EAGAIN: u128 = 11;
const EBUSY: u128 = 16;
pub const EINVAL: u128 = 22;
pub const EDEADLK: u128 = 35;
const EOVERFLOW: u128 = 75;
const ETIMEDOUT: u128 = 110;

/// The kind of an object whose initializer is not known.
pub const OPAQUE: u128 = 0xff;
/// The kind of a destroyed object.
const DESTROYED: u128 = 0xfe;
/// The kind of an object that was never initialized and has arbitrary bytes.
const GARBAGE: u128 = 0xfd;
/// The kind of an initialized semaphore or spin lock.
const READY: u128 = 1;

/// The second operand of an overwrite with a copy of another object.
const COPY: u128 = 4;

/// The greatest value of a semaphore.
const SEM_VALUE_MAX: u128 = i32::MAX as u128;

/// The slot values of an object.
#[derive(Clone, Copy)]
struct Object {
    owner: Term,
    depth: Term,
    kind: Term,
}

/// The effect of a call: when it continues, its result, and the object afterwards.
struct Done {
    goes_on: Term,
    result: Term,
    object: Object,
}

/// The largest size in bytes of an object of a family.
pub fn family_size(family: SynchronizationFamily) -> u64 {
    match family {
        SynchronizationFamily::Once | SynchronizationFamily::Spin => 4,
        SynchronizationFamily::Semaphore => 32,
        SynchronizationFamily::Mutex => 40,
        SynchronizationFamily::ReadWrite => 56,
        SynchronizationFamily::Condition => 48,
        SynchronizationFamily::Barrier => 32,
        SynchronizationFamily::Key
        | SynchronizationFamily::Thread
        | SynchronizationFamily::Own
        | SynchronizationFamily::Any => 0,
    }
}

/// Assigns the return code of a call to a register.
pub fn deliver(symbolic: &mut Symbolic<'_>, result: LocalId, code: u128) -> Evaluated<()> {
    let code = symbolic.terms.number(32, code);
    deliver_term(symbolic, result, code)
}

fn deliver_term(symbolic: &mut Symbolic<'_>, result: LocalId, code: Term) -> Evaluated<()> {
    let ty = symbolic.local_type(result);
    let Some((width, _)) = symbolic.program().types.scalar_shape(ty) else {
        return symbolic.unsupported("the code of a call in something that is no number");
    };
    let code = symbolic.terms.resize_signed(code, width);
    symbolic.set_register(result, code)
}

/// Initializes the synchronization objects of a local whose lifetime begins.
pub fn live_again(
    simulation: &Simulation<'_>,
    symbolic: &mut Symbolic<'_>,
    context: usize,
    local: LocalId,
    is_zeroed: bool,
) {
    let Some(&object) = simulation.layout.contexts[context].memory.get(&local) else { return };
    for (_, sync) in simulation.sync.range((object, 0)..=(object, u64::MAX)) {
        symbolic.state[sync.owner] = symbolic.terms.number(32, 0);
        symbolic.state[sync.depth] = symbolic.terms.number(64, 0);
        symbolic.state[sync.kind] = symbolic.terms.number(8, if is_zeroed { 0 } else { GARBAGE });
    }
}

impl Simulation<'_> {
    /// Executes a call. Returns the outcome if the call chooses one.
    pub(super) fn synchronize(
        &self,
        symbolic: &mut Symbolic<'_>,
        thread: u32,
        in_section: bool,
        operation: S,
        operands: &[Expr],
        result: Option<LocalId>,
    ) -> Evaluated<Option<Term>> {
        match operation {
            S::ConditionInit | S::ConditionDestroy | S::ConditionSignal | S::ConditionBroadcast => {
                self.address(symbolic, &operands[0])?;
                self.finish(symbolic, result, 0)?;
                Ok(None)
            }
            S::ConditionRelease => {
                self.address(symbolic, &operands[0])?;
                self.operate(
                    symbolic,
                    thread,
                    in_section,
                    operation,
                    SynchronizationFamily::Mutex,
                    &operands[1],
                    None,
                    result,
                )?;
                Ok(None)
            }
            S::ConditionWake | S::ConditionTimedWake => {
                if in_section {
                    // Other threads would run during the wait and see what the section has done so far.
                    return symbolic.unsupported("waiting inside of an atomic section");
                }
                // 0: signalled; 1: spurious; 2: timed out.
                let outcome = symbolic.terms.fresh("outcome", Sort::BitVec(32));
                let limit = symbolic.terms.number(32, if operation == S::ConditionWake { 1 } else { 2 });
                let is_one = symbolic.terms.bv_ule(outcome, limit);
                symbolic.guard = symbolic.terms.and(symbolic.guard, is_one);
                if let Some(result) = result {
                    deliver_term(symbolic, result, outcome)?;
                }
                Ok(Some(outcome))
            }
            S::TestCancel => {
                // No thread can be cancelled, since cancellation is unsupported.
                self.finish(symbolic, result, 0)?;
                Ok(None)
            }
            S::MutexInit
            | S::MutexDestroy
            | S::MutexLock
            | S::MutexTryLock
            | S::MutexTimedLock
            | S::MutexUnlock
            | S::ReadWriteInit
            | S::ReadWriteDestroy
            | S::ReadLock
            | S::ReadTryLock
            | S::ReadTimedLock
            | S::WriteLock
            | S::WriteTryLock
            | S::WriteTimedLock
            | S::ReadWriteUnlock
            | S::SpinInit
            | S::SpinDestroy
            | S::SpinLock
            | S::SpinTryLock
            | S::SpinUnlock
            | S::OnceBegin
            | S::OnceEnd
            | S::SemaphoreInit
            | S::SemaphoreDestroy
            | S::SemaphoreWait
            | S::SemaphoreTryWait
            | S::SemaphoreTimedWait
            | S::SemaphorePost
            | S::SemaphoreGetValue => {
                let second = operands.get(1);
                self.operate(
                    symbolic,
                    thread,
                    in_section,
                    operation,
                    operation.family(),
                    &operands[0],
                    second,
                    result,
                )?;
                Ok(None)
            }
            S::Overwrite => {
                self.overwrite(symbolic, operands)?;
                self.finish(symbolic, result, 0)?;
                Ok(None)
            }
            S::BarrierInit
            | S::BarrierDestroy
            | S::BarrierArrive
            | S::BarrierLeave
            | S::KeyCreate
            | S::KeyDelete
            | S::KeyGet
            | S::KeySet
            | S::ThreadDetach
            | S::ThreadTestEnd
            | S::ThreadCancel
            | S::SetCancelState
            | S::CleanupPush
            | S::CleanupPop
            | S::BecomeChild => symbolic.unsupported(&format!("{operation:?}, for sequential checkers")),
        }
    }

    fn finish(&self, symbolic: &mut Symbolic<'_>, result: Option<LocalId>, code: u128) -> Evaluated<()> {
        match result {
            Some(result) => deliver(symbolic, result, code),
            None => Ok(()),
        }
    }

    /// The address of a synchronization object: tag and offset. An address outside of all objects is unsupported.
    fn address(&self, symbolic: &mut Symbolic<'_>, operand: &Expr) -> Evaluated<(Term, Term)> {
        let address = symbolic.value(operand)?;
        let (tag, offset) = symbolic.parts(address);
        let mut inside = Vec::new();
        for (number, object) in self.layout.objects.iter().enumerate() {
            let own = symbolic.terms.number(TAG, number as u128 + 1);
            let is_it = symbolic.terms.eq(tag, own);
            let size = symbolic.terms.number(64, object.size.into());
            let fits = symbolic.terms.bv_ult(offset, size);
            inside.push(symbolic.terms.and(is_it, fits));
        }
        let is_inside = symbolic.terms.or_all(&inside);
        let is_outside = symbolic.terms.not(is_inside);
        symbolic.unsupported_if(is_outside, "a synchronization object that is none")?;
        Ok((tag, offset))
    }

    /// Overwrites an object of any family: it becomes a fresh object, or a copy, which counts as destroyed.
    fn overwrite(&self, symbolic: &mut Symbolic<'_>, operands: &[Expr]) -> Evaluated<()> {
        let (tag, offset) = self.address(symbolic, &operands[0])?;
        let kind = symbolic.value(&operands[1])?;
        let kind = symbolic.terms.resize_unsigned(kind, 8);
        let copy = symbolic.terms.number(8, COPY);
        let is_copy = symbolic.terms.eq(kind, copy);
        for (&(object, at), &slots) in &self.sync {
            let own = symbolic.terms.number(TAG, object as u128 + 1);
            let at = symbolic.terms.number(64, at.into());
            let (is_object, is_there) = (symbolic.terms.eq(tag, own), symbolic.terms.eq(offset, at));
            let is_it = symbolic.terms.and(is_object, is_there);
            let number = |symbolic: &mut Symbolic<'_>, number| symbolic.terms.number(8, number);
            let (fresh, copied) = match slots.family {
                SynchronizationFamily::Mutex => (kind, number(symbolic, DESTROYED)),
                SynchronizationFamily::ReadWrite => (number(symbolic, 0), number(symbolic, DESTROYED)),
                SynchronizationFamily::Spin | SynchronizationFamily::Semaphore => {
                    (number(symbolic, GARBAGE), number(symbolic, DESTROYED))
                }
                SynchronizationFamily::Once
                | SynchronizationFamily::Condition
                | SynchronizationFamily::Barrier
                | SynchronizationFamily::Key
                | SynchronizationFamily::Thread
                | SynchronizationFamily::Own
                | SynchronizationFamily::Any => (number(symbolic, 0), number(symbolic, 0)),
            };
            let kind = symbolic.terms.ite(is_copy, copied, fresh);
            let (nobody, none) = (symbolic.terms.number(32, 0), symbolic.terms.number(64, 0));
            for (slot, value) in [(slots.owner, nobody), (slots.depth, none), (slots.kind, kind)] {
                symbolic.state[slot] = symbolic.terms.ite(is_it, value, symbolic.state[slot]);
            }
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn operate(
        &self,
        symbolic: &mut Symbolic<'_>,
        thread: u32,
        in_section: bool,
        operation: S,
        family: SynchronizationFamily,
        operand: &Expr,
        second: Option<&Expr>,
        result: Option<LocalId>,
    ) -> Evaluated<()> {
        let (tag, offset) = self.address(symbolic, operand)?;
        let number = match second {
            Some(second) if !matches!(self.task.program.types.kind(second.ty), TypeKind::Pointer(_)) => {
                let value = symbolic.value(second)?;
                symbolic.terms.resize_unsigned(value, 32)
            }
            Some(_) | None => symbolic.terms.number(32, 0),
        };
        let mut candidates: Vec<(Term, SyncSlots)> = Vec::new();
        for (&(object, at), &slots) in self.sync.iter().filter(|(_, slots)| slots.family == family) {
            let own = symbolic.terms.number(TAG, object as u128 + 1);
            let at = symbolic.terms.number(64, at.into());
            let (is_object, is_there) = (symbolic.terms.eq(tag, own), symbolic.terms.eq(offset, at));
            let is_it = symbolic.terms.and(is_object, is_there);
            if is_it != symbolic.terms.falsity() {
                candidates.push((is_it, slots));
            }
        }
        let known: Vec<Term> = candidates.iter().map(|candidate| candidate.0).collect();
        let is_known = symbolic.terms.or_all(&known);
        let is_unknown = symbolic.terms.not(is_known);
        symbolic.unsupported_if(
            is_unknown,
            "a synchronization object whose address is computed, for sequential checkers",
        )?;
        let Some(&(_, first)) = candidates.first() else {
            return symbolic.unsupported("an unknown synchronization object");
        };
        let pick = |symbolic: &mut Symbolic<'_>, slot: fn(&SyncSlots) -> Slot| {
            let mut value = symbolic.state[slot(&first)];
            for (is_it, slots) in &candidates[1..] {
                value = symbolic.terms.ite(*is_it, symbolic.state[slot(slots)], value);
            }
            value
        };
        let object = Object {
            owner: pick(symbolic, |slots| slots.owner),
            depth: pick(symbolic, |slots| slots.depth),
            kind: pick(symbolic, |slots| slots.kind),
        };
        let opaque = symbolic.terms.number(8, OPAQUE);
        let is_opaque = symbolic.terms.eq(object.kind, opaque);
        symbolic.unsupported_if(is_opaque, "a synchronization object with an initializer that is not known")?;
        let done = Call { symbolic: &mut *symbolic, thread, in_section, object, number }.call(operation)?;
        if in_section {
            let waits = symbolic.terms.not(done.goes_on);
            symbolic.unsupported_if(waits, "waiting inside of an atomic section")?;
        }
        symbolic.guard = symbolic.terms.and(symbolic.guard, done.goes_on);
        for (is_it, slots) in &candidates {
            for (slot, value) in
                [(slots.owner, done.object.owner), (slots.depth, done.object.depth), (slots.kind, done.object.kind)]
            {
                symbolic.state[slot] = symbolic.terms.ite(*is_it, value, symbolic.state[slot]);
            }
        }
        match result {
            Some(result) => deliver_term(symbolic, result, done.result),
            None => Ok(()),
        }
    }

    /// Resets one-time controls whose routine the ending thread was running: they count as never used.
    pub(super) fn end_thread(&self, symbolic: &mut Symbolic<'_>, thread: u32) {
        for slots in self.sync.values().filter(|slots| slots.family == SynchronizationFamily::Once) {
            let running = symbolic.terms.number(32, u128::from(thread) + 2);
            let is_own = symbolic.terms.eq(symbolic.state[slots.owner], running);
            let never = symbolic.terms.number(32, 0);
            symbolic.state[slots.owner] = symbolic.terms.ite(is_own, never, symbolic.state[slots.owner]);
        }
    }
}

/// A call during its execution.
struct Call<'a, 's> {
    symbolic: &'a mut Symbolic<'s>,
    thread: u32,
    /// Whether the thread is in an atomic section.
    in_section: bool,
    object: Object,
    number: Term,
}

impl Call<'_, '_> {
    fn number(&mut self, width: u32, number: u128) -> Term {
        self.symbolic.terms.number(width, number)
    }

    fn code(&mut self, code: u128) -> Term {
        self.number(32, code)
    }

    fn own(&mut self) -> Term {
        self.number(32, u128::from(self.thread) + 1)
    }

    fn has_kind(&mut self, kind: u128) -> Term {
        let kind = self.number(8, kind);
        self.symbolic.terms.eq(self.object.kind, kind)
    }

    fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        self.symbolic.terms.ite(condition, then, otherwise)
    }

    fn choose(&mut self, condition: Term, then: Object, otherwise: Object) -> Object {
        Object {
            owner: self.ite(condition, then.owner, otherwise.owner),
            depth: self.ite(condition, then.depth, otherwise.depth),
            kind: self.ite(condition, then.kind, otherwise.kind),
        }
    }

    fn fresh(&mut self, kind: u128) -> Object {
        Object { owner: self.number(32, 0), depth: self.number(64, 0), kind: self.number(8, kind) }
    }

    /// The object; if it is destroyed or garbage, a fresh object of this kind.
    fn usable(&mut self, kind: u128) -> Object {
        let (destroyed, garbage) = (self.has_kind(DESTROYED), self.has_kind(GARBAGE));
        let is_unusable = self.symbolic.terms.or(destroyed, garbage);
        let fresh = self.fresh(kind);
        self.choose(is_unusable, fresh, self.object)
    }

    fn always(&mut self, result: u128, object: Object) -> Evaluated<Done> {
        Ok(Done { goes_on: self.symbolic.terms.truth(), result: self.code(result), object })
    }

    fn call(&mut self, operation: S) -> Evaluated<Done> {
        match operation {
            S::MutexInit => {
                let mut fresh = self.fresh(0);
                fresh.kind = self.symbolic.terms.extract(self.number, 0, 8);
                self.always(0, fresh)
            }
            S::ReadWriteInit => {
                let fresh = self.fresh(0);
                self.always(0, fresh)
            }
            S::SpinInit => {
                let fresh = self.fresh(READY);
                self.always(0, fresh)
            }
            S::MutexDestroy | S::ReadWriteDestroy => {
                let found = self.usable(0);
                let (nobody, none) = (self.code(0), self.number(64, 0));
                let is_free = self.symbolic.terms.eq(found.owner, nobody);
                let is_unread = self.symbolic.terms.eq(found.depth, none);
                let is_free = self.symbolic.terms.and(is_free, is_unread);
                let gone = self.fresh(DESTROYED);
                let object = self.choose(is_free, gone, found);
                let (fine, busy) = (self.code(0), self.code(EBUSY));
                let result = self.ite(is_free, fine, busy);
                Ok(Done { goes_on: self.symbolic.terms.truth(), result, object })
            }
            S::MutexLock => Ok(self.mutex_lock(None)),
            S::MutexTryLock => Ok(self.mutex_lock(Some((EBUSY, EBUSY)))),
            S::MutexTimedLock => Ok(self.mutex_lock(Some((ETIMEDOUT, EDEADLK)))),
            S::MutexUnlock => Ok(self.mutex_unlock()),
            S::ConditionRelease => {
                let found = self.usable(0);
                let own = self.own();
                let is_own = self.symbolic.terms.eq(found.owner, own);
                let released = Object { owner: self.number(32, 0), depth: self.number(64, 0), kind: found.kind };
                let object = self.choose(is_own, released, found);
                self.always(0, object)
            }
            S::ReadLock => self.read_lock(None),
            S::ReadTryLock => self.read_lock(Some(EBUSY)),
            S::ReadTimedLock => self.read_lock(Some(ETIMEDOUT)),
            S::WriteLock => Ok(self.write_lock(None)),
            S::WriteTryLock => Ok(self.write_lock(Some(EBUSY))),
            S::WriteTimedLock => Ok(self.write_lock(Some(ETIMEDOUT))),
            S::ReadWriteUnlock => Ok(self.read_write_unlock()),
            S::SpinDestroy | S::SpinLock | S::SpinTryLock | S::SpinUnlock => Ok(self.spin(operation)),
            S::OnceBegin => Ok(self.once_begin()),
            S::OnceEnd => {
                let object = Object { owner: self.number(32, 1), ..self.object };
                self.always(0, object)
            }
            S::SemaphoreInit => {
                let limit = self.code(SEM_VALUE_MAX);
                let is_fine = self.symbolic.terms.bv_ule(self.number, limit);
                let new = Object { owner: self.number, depth: self.number(64, 0), kind: self.number(8, READY) };
                let object = self.choose(is_fine, new, self.object);
                let (fine, invalid) = (self.code(0), self.code(EINVAL));
                let result = self.ite(is_fine, fine, invalid);
                Ok(Done { goes_on: self.symbolic.terms.truth(), result, object })
            }
            S::SemaphoreDestroy
            | S::SemaphoreWait
            | S::SemaphoreTryWait
            | S::SemaphoreTimedWait
            | S::SemaphorePost
            | S::SemaphoreGetValue => Ok(self.semaphore(operation)),
            _ => self.symbolic.unsupported(&format!("{operation:?}, for sequential checkers")),
        }
    }

    /// Locks a mutex. Without failure codes the call blocks; else it returns the first code, or the second one if a checking mutex is its
    /// own.
    fn mutex_lock(&mut self, failures: Option<(u128, u128)>) -> Done {
        let found = self.usable(0);
        let (own, nobody) = (self.own(), self.code(0));
        let is_free = self.symbolic.terms.eq(found.owner, nobody);
        let is_own = self.symbolic.terms.eq(found.owner, own);
        let (normal, recursive) = (self.number(8, 0), self.number(8, 1));
        let is_normal = self.symbolic.terms.eq(found.kind, normal);
        let is_recursive = self.symbolic.terms.eq(found.kind, recursive);
        let again = self.symbolic.terms.and(is_own, is_recursive);
        let one = self.number(64, 1);
        let deeper = self.symbolic.terms.bv_add(found.depth, one);
        let taken = Object { owner: own, depth: one, kind: found.kind };
        let taken_again = Object { depth: deeper, ..found };
        let kept = self.choose(again, taken_again, found);
        let object = self.choose(is_free, taken, kept);
        let goes_on = if failures.is_some() {
            self.symbolic.terms.truth()
        } else {
            let checks = self.symbolic.terms.not(is_normal);
            let own = self.symbolic.terms.and(is_own, checks);
            self.symbolic.terms.or(is_free, own)
        };
        let (failure, own_failure) = failures.unwrap_or((EDEADLK, EDEADLK));
        let (fine, failure, own_failure) = (self.code(0), self.code(failure), self.code(own_failure));
        // A normal mutex does not check whether its owner locks it again: the general failure code applies.
        let checks = self.symbolic.terms.not(is_normal);
        let is_checked = self.symbolic.terms.and(is_own, checks);
        let fails = self.ite(is_checked, own_failure, failure);
        let succeeds = self.symbolic.terms.or(is_free, again);
        let result = self.ite(succeeds, fine, fails);
        Done { goes_on, result, object }
    }

    fn mutex_unlock(&mut self) -> Done {
        let found = self.usable(0);
        let own = self.own();
        let is_own = self.symbolic.terms.eq(found.owner, own);
        let normal = self.number(8, 0);
        let is_normal = self.symbolic.terms.eq(found.kind, normal);
        let (one, none, nobody) = (self.number(64, 1), self.number(64, 0), self.code(0));
        let is_last = self.symbolic.terms.bv_ule(found.depth, one);
        let less = self.symbolic.terms.bv_sub(found.depth, one);
        let free = Object { owner: nobody, depth: none, kind: found.kind };
        let once_less = Object { depth: less, ..found };
        let released = self.choose(is_last, free, once_less);
        // A normal mutex is free afterwards, even if another thread unlocks it.
        let by_others = self.choose(is_normal, free, found);
        let object = self.choose(is_own, released, by_others);
        let (fine, refused) = (self.code(0), self.code(EPERM));
        let succeeds = self.symbolic.terms.or(is_own, is_normal);
        let result = self.ite(succeeds, fine, refused);
        Done { goes_on: self.symbolic.terms.truth(), result, object }
    }

    /// The read-lock count of this thread, and the increment of this count within `depth`.
    fn readers(&mut self, depth: Term) -> (Term, Term) {
        let shift = 4 * self.thread;
        let mine = self.symbolic.terms.extract(depth, shift, 4);
        let one = self.number(64, 1u128 << shift);
        (mine, one)
    }

    fn read_lock(&mut self, failure: Option<u128>) -> Evaluated<Done> {
        let found = self.usable(0);
        let nobody = self.code(0);
        let can = self.symbolic.terms.eq(self.object.owner, nobody);
        let (mine, one) = self.readers(found.depth);
        let most = self.number(4, 15);
        let is_full = self.symbolic.terms.eq(mine, most);
        self.symbolic.unsupported_if(is_full, "a lock that is read by one thread 15 times at once")?;
        let depth = self.symbolic.terms.bv_add(found.depth, one);
        Ok(self.read_write_locked(can, Object { depth, ..found }, failure))
    }

    fn write_lock(&mut self, failure: Option<u128>) -> Done {
        let found = self.usable(0);
        let (nobody, none, own) = (self.code(0), self.number(64, 0), self.own());
        let is_free = self.symbolic.terms.eq(self.object.owner, nobody);
        let is_unread = self.symbolic.terms.eq(self.object.depth, none);
        let can = self.symbolic.terms.and(is_free, is_unread);
        self.read_write_locked(can, Object { owner: own, ..found }, failure)
    }

    /// Takes a read-write lock if it is available. If the thread itself holds it for writing: a blocking call returns EDEADLK, a timed one
    /// may.
    fn read_write_locked(&mut self, can: Term, taken: Object, failure: Option<u128>) -> Done {
        let done = self.locked(can, taken, failure);
        let own = self.own();
        let is_again = self.symbolic.terms.eq(self.object.owner, own);
        let deadlock = self.code(EDEADLK);
        match failure {
            // It may wait before it gets EDEADLK, and in an atomic section other threads run then.
            None if self.in_section => done,
            None => {
                let goes_on = self.symbolic.terms.or(done.goes_on, is_again);
                let result = self.ite(is_again, deadlock, done.result);
                Done { goes_on, result, ..done }
            }
            Some(EBUSY) => done,
            Some(_) => {
                let is_noticed = self.symbolic.terms.fresh("noticed", Sort::Bool);
                let is_noticed = self.symbolic.terms.and(is_again, is_noticed);
                let result = self.ite(is_noticed, deadlock, done.result);
                Done { result, ..done }
            }
        }
    }

    /// Takes a lock if it is available; without a failure code the call blocks.
    fn locked(&mut self, can: Term, taken: Object, failure: Option<u128>) -> Done {
        let object = self.choose(can, taken, self.object);
        let fine = self.code(0);
        match failure {
            None => Done { goes_on: can, result: fine, object },
            Some(failure) => {
                let failure = self.code(failure);
                let result = self.ite(can, fine, failure);
                Done { goes_on: self.symbolic.terms.truth(), result, object }
            }
        }
    }

    fn read_write_unlock(&mut self) -> Done {
        let found = self.usable(0);
        let (own, nobody) = (self.own(), self.code(0));
        let writes = self.symbolic.terms.eq(found.owner, own);
        let (mine, one) = self.readers(found.depth);
        let zero = self.number(4, 0);
        let reads = self.symbolic.terms.ne(mine, zero);
        let less = self.symbolic.terms.bv_sub(found.depth, one);
        let read = self.choose(reads, Object { depth: less, ..found }, found);
        let object = self.choose(writes, Object { owner: nobody, ..found }, read);
        Done { goes_on: self.symbolic.terms.truth(), result: self.code(0), object }
    }

    fn spin(&mut self, operation: S) -> Done {
        let (nobody, own) = (self.code(0), self.own());
        let is_free = self.symbolic.terms.eq(self.object.owner, nobody);
        let kind = self.number(8, READY);
        let ready = Object { kind, ..self.object };
        let truth = self.symbolic.terms.truth();
        let (fine, busy) = (self.code(0), self.code(EBUSY));
        let tried = self.ite(is_free, fine, busy);
        let taken = self.choose(is_free, Object { owner: own, ..ready }, ready);
        match operation {
            S::SpinLock => Done { goes_on: is_free, result: fine, object: taken },
            S::SpinTryLock => Done { goes_on: truth, result: tried, object: taken },
            S::SpinDestroy => {
                let gone = self.fresh(DESTROYED);
                Done { goes_on: truth, result: tried, object: self.choose(is_free, gone, ready) }
            }
            _ => Done { goes_on: truth, result: fine, object: Object { owner: nobody, ..ready } },
        }
    }

    fn once_begin(&mut self) -> Done {
        let (never, done, mine) = (self.code(0), self.code(1), self.number(32, u128::from(self.thread) + 2));
        let is_first = self.symbolic.terms.eq(self.object.owner, never);
        let goes_on = self.symbolic.terms.bv_ule(self.object.owner, done);
        let owner = self.ite(is_first, mine, self.object.owner);
        let result = self.ite(is_first, done, never);
        Done { goes_on, result, object: Object { owner, ..self.object } }
    }

    fn semaphore(&mut self, operation: S) -> Done {
        let is_ready = self.has_kind(READY);
        let truth = self.symbolic.terms.truth();
        let (zero, one, most) = (self.code(0), self.code(1), self.code(SEM_VALUE_MAX));
        let value = self.object.owner;
        let is_zero = self.symbolic.terms.eq(value, zero);
        let (less, more) = (self.symbolic.terms.bv_sub(value, one), self.symbolic.terms.bv_add(value, one));
        let is_most = self.symbolic.terms.eq(value, most);
        let mut goes_on = truth;
        let (result, new) = match operation {
            S::SemaphoreDestroy => {
                let gone = self.fresh(DESTROYED);
                let object = self.choose(is_ready, gone, self.object);
                let invalid = self.code(EINVAL);
                return Done { goes_on, result: self.ite(is_ready, zero, invalid), object };
            }
            S::SemaphoreGetValue => {
                let result = self.ite(is_ready, value, zero);
                return Done { goes_on, result, object: self.object };
            }
            S::SemaphoreWait => {
                let blocks = self.symbolic.terms.and(is_ready, is_zero);
                goes_on = self.symbolic.terms.not(blocks);
                (zero, less)
            }
            S::SemaphorePost => {
                let overflow = self.code(EOVERFLOW);
                (self.ite(is_most, overflow, zero), self.ite(is_most, value, more))
            }
            _ => {
                let failure = self.code(if operation == S::SemaphoreTimedWait { ETIMEDOUT } else { EAGAIN });
                (self.ite(is_zero, failure, zero), self.ite(is_zero, value, less))
            }
        };
        let invalid = self.code(EINVAL);
        let result = self.ite(is_ready, result, invalid);
        let owner = self.ite(is_ready, new, value);
        Done { goes_on, result, object: Object { owner, ..self.object } }
    }
}
