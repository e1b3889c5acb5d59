//! Operations on threads: joins, detaching, cancellation, and cleanup routines.

use super::{Done, EBUSY, ECANCELED, EDEADLK, EINVAL, ESRCH};
use crate::semantics::evaluate::Evaluation;
use crate::semantics::record::{Happened, Interruption, Token};
use crate::semantics::state::{Cleanup, State};
use crate::semantics::value::Value;
use crate::syntax::{Expr, LocalId, Synchronization};
use crate::trace::{Event, MemoryLocation, ObjectName};

/// The thread that an id names, unless the id means nothing (any more).
fn existing(state: &State, id: i128) -> Option<u32> {
    let target = u32::try_from(id.checked_sub(1)?).ok()?;
    (!state.threads.get(target as usize)?.is_joined).then_some(target)
}

/// The live or ended thread that an id names and that may be joined by `thread`; a thread cannot join itself.
pub(in crate::semantics) fn joinable(state: &State, thread: u32, id: i128) -> Option<u32> {
    existing(state, id).filter(|&target| target != thread && !state.threads[target as usize].is_detached)
}

impl Evaluation<'_, '_, '_> {
    pub(in crate::semantics) fn join(
        &mut self,
        joined: &Expr,
        value: Option<LocalId>,
        result: Option<LocalId>,
        choice: Option<u32>,
    ) -> Result<(), Interruption> {
        let id = self.value(joined)?;
        let id = self.number(id)?;
        self.record.tokens.push(Token::Threads);
        let target = joinable(self.state, self.thread, id);
        target.iter().for_each(|&target| self.record.tokens.push(Token::End(target)));
        let may_go_on = target.is_none_or(|target| self.state.threads[target as usize].has_returned());
        if self.is_cancelled(may_go_on, choice)? {
            self.event(Event::Join { child: None, outcome: ECANCELED as i64 }, None);
            return match result {
                Some(result) => self.deliver(result, Value::Integer(ECANCELED)),
                None => Ok(()),
            };
        }
        if !may_go_on {
            return Err(Interruption::Blocked);
        }
        let is_self = id == i128::from(self.thread) + 1;
        let (code, returned) = match target {
            Some(target) => {
                self.state.thread_mut(target).is_joined = true;
                (0, Some(self.state.threads[target as usize].returned.clone()))
            }
            None if is_self && existing(self.state, id).is_some() => (EDEADLK, None),
            None => (self.refuse(id, "joined"), None),
        };
        self.event(Event::Join { child: target, outcome: code as i64 }, None);
        target.iter().for_each(|&target| self.record.happened(|| Happened::Joined(target)));
        if let Some((local, returned)) = value.zip(returned) {
            // If an `int` function's return value is read as a pointer, or the other way round, it is converted.
            let returned = match returned {
                Value::Integer(number) => Value::Integer(self.as_value_of(local, number)),
                other => other,
            };
            self.deliver(local, returned)?;
        }
        if let Some(result) = result {
            self.deliver(result, Value::Integer(code))?;
        }
        Ok(())
    }

    /// A number in the range of a register's type.
    fn as_value_of(&self, local: LocalId, number: i128) -> i128 {
        let thread = &self.state.threads[self.thread as usize];
        let program = self.machine.program;
        let ty = program.procedures[thread.frame().procedure].locals[local].ty;
        match program.types.scalar_shape(ty) {
            Some((bits, is_signed)) if bits < 128 => {
                let modulus = 1i128 << bits;
                let low = number.rem_euclid(modulus);
                if is_signed && low >= modulus / 2 { low - modulus } else { low }
            }
            Some(_) | None => number,
        }
    }

    /// The code of a call on a thread that it may not be made on.
    fn refuse(&mut self, id: i128, verb: &str) -> i128 {
        let named = id.checked_sub(1).and_then(|index| usize::try_from(index).ok());
        // A detached thread stays one when it has ended.
        if named.and_then(|index| self.state.threads.get(index)).is_some_and(|thread| thread.is_detached) {
            self.misuse(&format!("a detached thread is {verb}"));
            EINVAL
        } else {
            self.refuse_gone(verb)
        }
    }

    /// The code of a call on a thread that is none any more.
    fn refuse_gone(&mut self, verb: &str) -> i128 {
        self.misuse(&format!("a thread is {verb} that does not exist or was joined before"));
        ESRCH
    }

    /// Calls that name a thread by its id.
    pub(super) fn thread_call(
        &mut self,
        operation: Synchronization,
        operands: &[Expr],
    ) -> Result<(Option<MemoryLocation>, Done), Interruption> {
        let id = self.value(&operands[0])?;
        let id = self.number(id)?;
        self.record.tokens.push(Token::Threads);
        let target = existing(self.state, id);
        target.iter().for_each(|&target| self.record.tokens.push(Token::End(target)));
        // A detached thread keeps its name when it has ended; one that was joined has none.
        let named = u32::try_from(id - 1).ok().filter(|&named| {
            let thread = self.state.threads.get(named as usize);
            thread.is_some_and(|thread| thread.is_detached || !thread.is_joined)
        });
        let object = self.named(ObjectName::Thread(named.unwrap_or(u32::MAX)));
        let is_detached = target.is_some_and(|target| self.state.threads[target as usize].is_detached);
        let outcome = match (operation, target) {
            (Synchronization::ThreadCancel, Some(target)) => {
                self.record.tokens.push(Token::Cancel(target));
                if self.state.threads[target as usize].is_there() {
                    self.state.thread_mut(target).cancellation.is_pending = true;
                }
                0
            }
            (Synchronization::ThreadCancel, None) => self.refuse_gone("cancelled"),
            (Synchronization::ThreadDetach, Some(target)) if !is_detached => {
                let target = self.state.thread_mut(target);
                target.is_detached = true;
                target.is_joined = target.has_returned();
                0
            }
            (Synchronization::ThreadDetach, _) => self.refuse(id, "detached"),
            (Synchronization::ThreadTestEnd, Some(target)) if target == self.thread => EDEADLK,
            (Synchronization::ThreadTestEnd, Some(target)) if !is_detached => {
                if self.state.threads[target as usize].has_returned() { 0 } else { EBUSY }
            }
            (Synchronization::ThreadTestEnd, _) => self.refuse(id, "joined"),
            (other, _) => panic!("{other:?} is no operation on threads"),
        };
        Ok((object, Done::same(outcome)))
    }

    /// Calls about the running thread.
    pub(super) fn own_call(
        &mut self,
        operation: Synchronization,
        operands: &[Expr],
    ) -> Result<(Option<MemoryLocation>, Done), Interruption> {
        let thread = self.thread;
        let object = self.named(ObjectName::Thread(thread));
        let outcome = match operation {
            Synchronization::TestCancel => i128::from(self.is_cancelled(false, None)?),
            Synchronization::SetCancelState => {
                let wanted = self.value(&operands[0])?;
                let wanted = self.number(wanted)?;
                let cancellation = &mut self.state.thread_mut(thread).cancellation;
                let before = cancellation.is_disabled;
                if (0..=1).contains(&wanted) {
                    cancellation.is_disabled = wanted == 1;
                    i128::from(before)
                } else {
                    -1
                }
            }
            Synchronization::CleanupPush => {
                let routine = self.routine(&operands[0])?;
                let argument = self.value(&operands[1])?;
                let depth = self.state.threads[thread as usize].frames.len() as u32;
                let Some(routine) = routine else {
                    return Err(Interruption::Unsupported("a cleanup routine that is null".into()));
                };
                self.state.thread_mut(thread).cleanup.push(Cleanup { routine, argument, depth });
                0
            }
            Synchronization::CleanupPop => {
                if self.state.thread_mut(thread).cleanup.pop().is_none() {
                    return Err(Interruption::Unsupported("a cleanup routine is popped that was not pushed".into()));
                }
                0
            }
            Synchronization::BecomeChild => {
                let others = (0..self.state.threads.len() as u32).filter(|&other| other != thread);
                for other in others.collect::<Vec<u32>>() {
                    self.state.thread_mut(other).vanish();
                }
                self.record.tokens.push(Token::Child);
                0
            }
            other => panic!("{other:?} is no operation on the running thread"),
        };
        Ok((object, Done::same(outcome)))
    }
}
