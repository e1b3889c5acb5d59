//! Barriers: POSIX `pthread_barrier_*`. A wait is two steps: to arrive, and to leave once all have arrived.

use std::collections::BTreeSet;

use super::{Done, EBUSY, EINVAL};
use crate::semantics::evaluate::Evaluation;
use crate::semantics::object::SyncObject;
use crate::semantics::record::Interruption;
use crate::semantics::state::{BarrierWait, SyncAddress};
use crate::syntax::Synchronization;

impl Evaluation<'_, '_, '_> {
    pub(super) fn barrier_call(
        &mut self,
        operation: Synchronization,
        address: SyncAddress,
        count: i128,
        choice: Option<u32>,
    ) -> Result<Done, Interruption> {
        Ok(match operation {
            Synchronization::BarrierInit => Done::same(self.barrier_init(address, count)),
            Synchronization::BarrierDestroy => Done::same(self.barrier_destroy(address)),
            Synchronization::BarrierArrive => Done::silent(self.barrier_arrive(address, choice)?),
            Synchronization::BarrierLeave => {
                let wait = self.state.threads[self.thread as usize].barrier;
                let is_serial = match wait.map(|wait| wait.released) {
                    Some(None) => return Err(Interruption::Blocked),
                    Some(Some(is_serial)) => is_serial,
                    None => false,
                };
                self.state.thread_mut(self.thread).barrier = None;
                Done::same(-i128::from(is_serial))
            }
            other => panic!("{other:?} is no operation on barriers"),
        })
    }

    /// The number of threads that a barrier takes and those that have arrived.
    fn usable_barrier(&mut self, address: SyncAddress) -> (u32, BTreeSet<u32>) {
        if !self.is_usable(address, "a barrier", 0, true) {
            self.set(address, SyncObject::Barrier { count: 1, arrived: BTreeSet::new() });
        }
        match self.state.synchronization.get(&address) {
            Some(SyncObject::Barrier { count, arrived }) => (*count, arrived.clone()),
            Some(_) | None => (1, BTreeSet::new()),
        }
    }

    fn barrier_init(&mut self, address: SyncAddress, count: i128) -> i128 {
        let Some(count) = u32::try_from(count).ok().filter(|&count| count > 0) else { return EINVAL };
        match self.state.synchronization.get(&address) {
            Some(SyncObject::Barrier { arrived, .. }) if !arrived.is_empty() => {
                self.misuse("a barrier is initialized that threads wait at");
            }
            Some(SyncObject::Barrier { .. }) => self.misuse("a barrier is initialized again"),
            Some(_) | None => {}
        }
        self.set(address, SyncObject::Barrier { count, arrived: BTreeSet::new() });
        0
    }

    fn barrier_destroy(&mut self, address: SyncAddress) -> i128 {
        let (_, arrived) = self.usable_barrier(address);
        if !arrived.is_empty() {
            self.misuse("a barrier is destroyed that threads wait at");
            return EBUSY;
        }
        self.set(address, SyncObject::Destroyed);
        0
    }

    /// Arrives; the last one chooses the serial thread, any of those that arrived.
    fn barrier_arrive(&mut self, address: SyncAddress, choice: Option<u32>) -> Result<i128, Interruption> {
        let (count, mut arrived) = self.usable_barrier(address);
        arrived.insert(self.thread);
        if (arrived.len() as u32) < count {
            self.set(address, SyncObject::Barrier { count, arrived });
            self.state.thread_mut(self.thread).barrier = Some(BarrierWait { barrier: address, released: None });
            return Ok(-1);
        }
        let serial = match (arrived.len(), choice) {
            (1, _) => self.thread,
            (ways, None) => return Err(Interruption::Choose(ways as u32)),
            (_, Some(choice)) => *arrived.iter().nth(choice as usize).expect("a choice is one of the arrived"),
        };
        for thread in arrived {
            let released = Some(thread == serial);
            self.state.thread_mut(thread).barrier = Some(BarrierWait { barrier: address, released });
        }
        self.set(address, SyncObject::Barrier { count, arrived: BTreeSet::new() });
        Ok(i128::from(serial))
    }
}
