//! Threads that wait for each other for ever, while other threads may continue (`docs/properties.md`, deadlock).
//!
//! The *stuck* threads are the greatest set of waiting threads with the following property. Each waits for a lock (or a once control) whose
//! holder is stuck, has ended, or cannot release a lock any more; or for the end of a stuck thread; or for an event that no thread outside
//! of the set can cause any more. Spurious wake-ups and operations that POSIX leaves undefined, such as unlocking another thread's lock, do
//! not count as events.

use crate::ahead::{Ahead, Functions};
use crate::machine::Machine;
use crate::machine::schedule::Readiness;
use crate::machine::synchronize::{Once, Target};
use crate::machine::task::Operation;
use crate::value::Address;
use raddle_program::syntax::Synchronization;
use std::collections::BTreeSet;

/// Threads that wait for each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Standstill {
    /// The stuck threads.
    pub threads: BTreeSet<usize>,
    /// Whether no thread can end the process any more.
    pub is_endless: bool,
    /// Whether a thread may still end the execution by an invalid access.
    pub may_fail: bool,
}

impl<'u> Machine<'u> {
    /// The threads that are stuck in this state, if there are any.
    pub(crate) fn standstill(&self, functions: &Functions<'u>) -> Option<Standstill> {
        let all = 0..self.threads.len();
        let waits = |&thread: &usize| matches!(self.readiness(thread), Readiness::Blocked | Readiness::Spurious);
        let mut stuck: BTreeSet<usize> = all.clone().filter(waits).collect();
        if stuck.is_empty() || self.is_over {
            return None;
        }
        loop {
            let mut others = Ahead::default();
            for thread in all.clone().filter(|thread| !stuck.contains(thread)) {
                others.add(functions.ahead(self, thread));
            }
            let is_stuck = |&thread: &usize| self.is_stuck(thread, &stuck, others, functions);
            let left: BTreeSet<usize> = stuck.iter().copied().filter(is_stuck).collect();
            if left.is_empty() {
                return None;
            }
            if left.len() == stuck.len() {
                let (is_endless, may_fail) = (!others.may(Ahead::ENDS_PROCESS), others.may(Ahead::ACCESSES));
                return Some(Standstill { threads: stuck, is_endless, may_fail });
            }
            stuck = left;
        }
    }

    /// Whether a waiting thread stays blocked if the threads of `stuck` do, and the remaining threads may do what `others` says.
    fn is_stuck(&self, thread: usize, stuck: &BTreeSet<usize>, others: Ahead, functions: &Functions<'u>) -> bool {
        use Synchronization as S;
        let keeps = |holder: u32, way_out: Ahead| {
            let holder = holder as usize;
            stuck.contains(&holder)
                || self.readiness(holder) == Readiness::Ended
                || !functions.ahead(self, holder).may(way_out)
        };
        match self.pending(thread) {
            Some(Operation::Join { .. }) => {
                self.joined_by(thread).is_some_and(|other| stuck.contains(&other)) && !others.may(Ahead::CANCELS)
            }
            Some(Operation::Synchronize { operation, subject, .. }) => {
                match (operation, self.target(thread, subject)) {
                    (S::ConditionWake | S::ConditionTimedWake, Ok(_)) => {
                        !others.may(Ahead::SIGNALS) && !others.may(Ahead::CANCELS)
                    }
                    (S::SemaphoreWait, Ok(_)) => !others.may(Ahead::POSTS) && !others.may(Ahead::CANCELS),
                    (S::BarrierArrive | S::BarrierLeave, Ok(_)) => !others.may(Ahead::ARRIVES),
                    (S::OnceBegin, Ok(Target::Memory(at))) => match self.locks.onces.get(&at) {
                        Some(&Once::Running(holder)) => keeps(holder, Ahead::ENDS_ONCE),
                        _ => false,
                    },
                    (_, Ok(Target::Memory(at))) => {
                        self.holders(at).into_iter().any(|holder| keeps(holder, Ahead::RELEASES))
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// The thread whose end a thread waits for.
    pub(crate) fn joined_by(&self, thread: usize) -> Option<usize> {
        match self.pending(thread) {
            Some(Operation::Join { id, .. }) => {
                self.joinable(thread as u32, self.named_thread(*id)).ok().map(|other| other as usize)
            }
            _ => None,
        }
    }

    /// The threads that hold a lock.
    fn holders(&self, at: Address) -> Vec<u32> {
        let locks = &self.locks;
        let mutex = locks.mutexes.get(&at).and_then(|mutex| mutex.owner).map(|(owner, _)| owner);
        let spin = self.spin_owner(at);
        let lock = locks.read_writes.get(&at);
        let writer = lock.and_then(|lock| lock.writer);
        let readers = lock.into_iter().flat_map(|lock| lock.readers.keys().copied());
        mutex.into_iter().chain(spin).chain(writer).chain(readers).collect()
    }

    /// What the threads of a set wait for, in words.
    pub(crate) fn describe_waits(&self, stuck: &BTreeSet<usize>) -> String {
        let wait = |&thread: &usize| format!("{} waits for {}", name(thread as u32), self.describe_wait(thread));
        stuck.iter().map(wait).collect::<Vec<_>>().join("; ")
    }

    /// What a thread waits for, in words: `m held by T2`.
    fn describe_wait(&self, thread: usize) -> String {
        use Synchronization as S;
        let me = thread as u32;
        let (operation, target) = match self.pending(thread) {
            Some(Operation::Synchronize { operation, subject, .. }) => (*operation, self.target(thread, subject)),
            Some(Operation::Join { .. }) => {
                let other = self.joined_by(thread).map(|other| name(other as u32));
                return format!("the end of {}", other.as_deref().unwrap_or("a thread"));
            }
            _ => return "something".to_owned(),
        };
        let Ok(target) = target else { return "something".to_owned() };
        let text = self.target_location(target).text;
        let Target::Memory(at) = target else { return text };
        match operation {
            S::BarrierArrive | S::BarrierLeave => format!("the remaining threads at {text}"),
            S::SemaphoreWait => format!("a post to {text}"),
            S::ConditionWake | S::ConditionTimedWake => format!("a signal to {text}"),
            S::OnceBegin => match self.locks.onces.get(&at) {
                Some(&Once::Running(runner)) if runner == me => format!("the routine of {text}, which it runs itself"),
                Some(&Once::Running(runner)) => format!("the routine of {text}, which {} runs", name(runner)),
                _ => text,
            },
            _ => {
                let holders = self.holders(at);
                match holders.iter().find(|&&holder| holder == me).or(holders.first()) {
                    Some(&holder) if holder == me => format!("{text}, which it holds itself"),
                    Some(&holder) => format!("{text} held by {}", name(holder)),
                    None => text,
                }
            }
        }
    }
}

fn name(thread: u32) -> String {
    if thread == 0 { "main".to_owned() } else { format!("T{thread}") }
}
