//! The event or lock for which a blocked thread waits.

use super::{mutex, once, read_write, spin, thread::joinable};
use crate::semantics::state::State;
use crate::semantics::step::Machine;
use crate::semantics::value::Value;
use crate::syntax::{Effect, Synchronization};

/// What a thread waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Awaited {
    /// A lock that these threads hold.
    Lock(Vec<u32>),
    /// The end of a routine that this thread runs for a once control.
    Once(u32),
    /// The end of a thread.
    End(u32),
    /// A signal to a condition.
    Signal,
    /// A post to a semaphore.
    Post,
    /// Arrivals of further threads at a barrier.
    Arrivals,
}

impl Machine<'_> {
    /// What a thread waits for; `None` if that is not known, or if it can go on.
    pub fn awaited(&self, state: &State, thread: u32) -> Option<Awaited> {
        match &self.next(state, thread).effect {
            Effect::Synchronize { operation, operands, .. } => {
                let address = || operands.first().and_then(|operand| self.peek(state, thread, operand));
                match operation {
                    Synchronization::MutexLock => {
                        Some(Awaited::Lock(mutex::peek(self, state, address()?).owner.into_iter().collect()))
                    }
                    Synchronization::SpinLock => {
                        Some(Awaited::Lock(spin::owner(state, address()?).into_iter().collect()))
                    }
                    Synchronization::ReadLock | Synchronization::WriteLock => {
                        Some(Awaited::Lock(read_write::holders(state, address()?)))
                    }
                    Synchronization::OnceBegin => once::runner(state, address()?).map(Awaited::Once),
                    Synchronization::ConditionWake | Synchronization::ConditionTimedWake => Some(Awaited::Signal),
                    Synchronization::SemaphoreWait => Some(Awaited::Post),
                    Synchronization::BarrierLeave => Some(Awaited::Arrivals),
                    _ => None,
                }
            }
            Effect::Join { thread: joined, .. } => match self.peek_value(state, thread, joined) {
                Some(Value::Integer(id)) => joinable(state, thread, id).map(Awaited::End),
                _ => None,
            },
            _ => None,
        }
    }
}
