//! Barriers (POSIX pthread_barrier_wait). A wait is two events: the thread arrives, and it leaves once all have arrived.

use super::{CallReadiness, Done, EBUSY, EINVAL, Origin, Request, complaint};
use crate::machine::Machine;
use crate::machine::order::Holder;
use crate::value::Address;
use raddle_program::syntax::Synchronization;
use std::collections::BTreeSet;

/// What the serial thread gets (`PTHREAD_BARRIER_SERIAL_THREAD`), and what an arrival says that completes nothing.
const SERIAL: i64 = -1;

/// A barrier that a call made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Barrier {
    /// The number of threads that it waits for.
    pub count: u64,
    /// The threads that have arrived and were not released yet.
    pub arrived: BTreeSet<u32>,
    /// How it came to exist.
    pub origin: Origin,
}

impl Machine<'_> {
    /// Whether the next arrival completes the count of a barrier; then any of those that arrived is the serial one.
    pub(super) fn arrive_readiness(&self, thread: u32, at: Address) -> CallReadiness {
        let (count, arrived) = match self.locks.barriers.get(&at) {
            Some(barrier) if barrier.origin == Origin::Initialized => (barrier.count, barrier.arrived.clone()),
            Some(_) | None => (1, BTreeSet::new()),
        };
        if arrived.len() as u64 + 1 < count {
            return CallReadiness::Ready;
        }
        let mut all = arrived;
        all.insert(thread);
        CallReadiness::OneOf(all.into_iter().map(i64::from).collect())
    }

    pub(super) fn barrier_call(&mut self, request: &Request<'_>, at: Address) -> Done {
        let thread = request.thread;
        let old = self.locks.barriers.get(&at).cloned();
        let is_awaited = old.as_ref().is_some_and(|barrier| !barrier.arrived.is_empty());
        let fresh = |count| Barrier { count, arrived: BTreeSet::new(), origin: Origin::Initialized };
        match request.operation {
            Synchronization::BarrierInit => {
                let count = request.number(0) as u32;
                if count == 0 {
                    return Done::with(EINVAL);
                }
                self.history.drop_holder(Holder::Barrier(at));
                self.locks.barriers.insert(at, fresh(count.into()));
                return match old {
                    _ if is_awaited => Done::misused(0, "a barrier is initialized at which threads wait"),
                    Some(Barrier { origin: Origin::Initialized, .. }) => {
                        Done::misused(0, "a barrier is initialized twice")
                    }
                    Some(_) | None => Done::default(),
                };
            }
            Synchronization::BarrierLeave => {
                let is_serial =
                    self.locks.released.remove(&thread).expect("a thread that would block is not scheduled");
                return Done::with(if is_serial { SERIAL } else { 0 });
            }
            _ => {}
        }
        let words = ("a destroyed barrier is used", "an uninitialized barrier is used");
        let misuse = complaint(old.as_ref().map(|barrier| barrier.origin), false, words);
        let mut barrier = old.filter(|_| misuse.is_none()).unwrap_or_else(|| fresh(1));
        let done = if request.operation == Synchronization::BarrierDestroy {
            match is_awaited {
                true => Done::misused(EBUSY, "a barrier is destroyed at which threads wait"),
                false => {
                    barrier.origin = Origin::Destroyed;
                    Done::default()
                }
            }
        } else {
            barrier.arrived.insert(thread);
            self.gives_order(thread, Holder::Barrier(at));
            match request.decided {
                Some(serial) => {
                    for released in std::mem::take(&mut barrier.arrived) {
                        // The released threads do nothing before they leave, so they may be ordered now; the next round starts afresh.
                        self.takes_order(released, Holder::Barrier(at));
                        self.locks.released.insert(released, i64::from(released) == serial);
                    }
                    self.history.drop_holder(Holder::Barrier(at));
                    Done::with(serial)
                }
                None => Done::with(SERIAL),
            }
        };
        self.locks.barriers.insert(at, barrier);
        done.after(misuse)
    }
}
