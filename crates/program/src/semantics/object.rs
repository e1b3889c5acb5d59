//! The states of synchronization objects, which are stored beside memory, by address.
//!
//! An object without an entry has the state that its bytes give (`docs/library.md`): that of a static initializer, or not initialized. An
//! entry that equals this state is removed, so that equal states are equal.

use std::collections::{BTreeMap, BTreeSet};

/// A synchronization object whose state is not what its bytes say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SyncObject {
    /// It was destroyed.
    Destroyed,
    /// A mutex.
    Mutex(Mutex),
    /// A condition that a call initialized. Its waiting threads are stored with the threads.
    Condition,
    /// A read-write lock.
    ReadWrite(ReadWrite),
    /// A spin lock, initialized.
    Spin {
        /// The owner.
        owner: Option<u32>,
    },
    /// A barrier, initialized. Released threads are stored with the threads.
    Barrier {
        /// The number of threads that it waits for.
        count: u32,
        /// The threads that arrived in this round.
        arrived: BTreeSet<u32>,
    },
    /// A once control that is used.
    Once {
        /// The thread that runs the routine; `None` once it was run.
        runner: Option<u32>,
    },
    /// A semaphore, initialized.
    Semaphore {
        /// Its value.
        value: u32,
    },
}

/// What a mutex does when its owner locks it again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum MutexKind {
    /// Blocks for ever.
    Normal,
    /// Counts.
    Recursive,
    /// Reports an error.
    ErrorCheck,
}

impl MutexKind {
    /// The kind with a pthread number; other numbers mean a normal mutex.
    pub fn from_number(number: i128) -> Self {
        match number {
            1 => MutexKind::Recursive,
            2 => MutexKind::ErrorCheck,
            _ => MutexKind::Normal,
        }
    }
}

/// The state of a mutex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mutex {
    /// Its kind.
    pub kind: MutexKind,
    /// The thread that owns it.
    pub owner: Option<u32>,
    /// How often the owner has locked it.
    pub depth: u32,
    /// Whether a call initialized it.
    pub is_initialized: bool,
}

impl Mutex {
    /// An unlocked mutex of a kind, as a static initializer makes it.
    pub fn fresh(kind: MutexKind) -> Self {
        Mutex { kind, owner: None, depth: 0, is_initialized: false }
    }

    /// Whether a lock by this thread returns now (with success or an error).
    pub fn can_be_locked_by(&self, thread: u32) -> bool {
        match self.owner {
            None => true,
            Some(owner) if owner == thread => self.kind != MutexKind::Normal,
            Some(_) => false,
        }
    }
}

/// The state of a read-write lock.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadWrite {
    /// The thread that has it for writing.
    pub writer: Option<u32>,
    /// How often each thread has it for reading; never 0.
    pub readers: BTreeMap<u32, u32>,
    /// Whether a call initialized it.
    pub is_initialized: bool,
}

impl SyncObject {
    /// The state as numbers: equal states give equal numbers, and no row begins like another one and goes on.
    pub fn encode(&self, mut number: impl FnMut(u64)) {
        let thread = |thread: &Option<u32>| thread.map_or(0, |thread| u64::from(thread) + 1);
        match self {
            SyncObject::Destroyed => number(0),
            SyncObject::Mutex(mutex) => {
                number(1);
                number(mutex.kind as u64 * 2 + u64::from(mutex.is_initialized));
                number(thread(&mutex.owner));
                number(mutex.depth.into());
            }
            SyncObject::Condition => number(2),
            SyncObject::ReadWrite(lock) => {
                number(3);
                number(thread(&lock.writer) * 2 + u64::from(lock.is_initialized));
                number(lock.readers.len() as u64);
                for (&reader, &times) in &lock.readers {
                    number(reader.into());
                    number(times.into());
                }
            }
            SyncObject::Spin { owner } => {
                number(4);
                number(thread(owner));
            }
            SyncObject::Barrier { count, arrived } => {
                number(5);
                number((*count).into());
                number(arrived.len() as u64);
                arrived.iter().for_each(|&arrived| number(arrived.into()));
            }
            SyncObject::Once { runner } => {
                number(6);
                number(thread(runner));
            }
            SyncObject::Semaphore { value } => {
                number(7);
                number((*value).into());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_states_have_different_numbers() {
        let lock = |writer, readers: &[(u32, u32)]| {
            let readers = readers.iter().copied().collect();
            SyncObject::ReadWrite(ReadWrite { writer, readers, is_initialized: true })
        };
        let objects = [
            SyncObject::Destroyed,
            SyncObject::Mutex(Mutex::fresh(MutexKind::Recursive)),
            SyncObject::Mutex(Mutex { owner: Some(0), depth: 1, ..Mutex::fresh(MutexKind::Normal) }),
            SyncObject::Mutex(Mutex { is_initialized: true, ..Mutex::fresh(MutexKind::Normal) }),
            SyncObject::Condition,
            lock(None, &[]),
            lock(Some(0), &[]),
            lock(None, &[(0, 1)]),
            lock(None, &[(0, 2)]),
            lock(None, &[(0, 1), (2, 1)]),
            SyncObject::Spin { owner: None },
            SyncObject::Barrier { count: 2, arrived: BTreeSet::new() },
            SyncObject::Barrier { count: 2, arrived: BTreeSet::from([1]) },
            SyncObject::Once { runner: None },
            SyncObject::Once { runner: Some(0) },
            SyncObject::Semaphore { value: 0 },
            SyncObject::Semaphore { value: 300 },
        ];
        let mut rows: Vec<Vec<u64>> = Vec::new();
        for object in &objects {
            let mut row = Vec::new();
            object.encode(|number| row.push(number));
            assert!(!rows.iter().any(|known| known.starts_with(&row) || row.starts_with(known)), "{object:?}");
            rows.push(row);
        }
    }
}
