//! Routines that run once: POSIX `pthread_once`, C11 `call_once`. The routine itself is an ordinary call between the two
//! operations.

use super::Done;
use crate::semantics::evaluate::Evaluation;
use crate::semantics::object::SyncObject;
use crate::semantics::record::{Interruption, Token};
use crate::semantics::state::{State, SyncAddress};
use crate::syntax::Synchronization;

/// The thread that runs the routine of a control.
pub(super) fn runner(state: &State, address: SyncAddress) -> Option<u32> {
    match state.synchronization.get(&address) {
        Some(SyncObject::Once { runner }) => *runner,
        Some(_) | None => None,
    }
}

impl Evaluation<'_, '_, '_> {
    pub(super) fn once_call(&mut self, operation: Synchronization, address: SyncAddress) -> Result<Done, Interruption> {
        Ok(match operation {
            Synchronization::OnceBegin => match self.state.synchronization.get(&address) {
                Some(SyncObject::Once { runner: Some(_) }) => return Err(Interruption::Blocked),
                Some(SyncObject::Once { runner: None }) => Done::same(0),
                Some(_) | None => {
                    self.set(address, SyncObject::Once { runner: Some(self.thread) });
                    Done::same(1)
                }
            },
            Synchronization::OnceEnd => {
                self.set(address, SyncObject::Once { runner: None });
                Done::same(0)
            }
            other => panic!("{other:?} is no operation on once controls"),
        })
    }

    /// A thread ends inside of routines: their controls are as if they were never used.
    pub(in crate::semantics) fn abandon_routines(&mut self) {
        let is_own = |object: &SyncObject| *object == SyncObject::Once { runner: Some(self.thread) };
        let own: Vec<SyncAddress> = self
            .state
            .synchronization
            .iter()
            .filter(|(_, object)| is_own(object))
            .map(|(address, _)| *address)
            .collect();
        for address in own {
            self.record.tokens.extend([Token::Synchronization(address.0, address.1), Token::Abandoned]);
            self.state.synchronization.remove(&address);
        }
    }
}
