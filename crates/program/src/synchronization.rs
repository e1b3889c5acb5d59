//! The synchronization calls of a program: the object of each, whether it blocks, its effect on a lock, and whether it lets the program
//! observe other threads. POSIX threads define them; `docs/library.md` describes how the functions of the library are composed of them.
//! Declarations and their classes only: the semantics is in [`crate::semantics`].

use serde::{Deserialize, Serialize};

use crate::types::DataModel;

/// The synchronization calls, with their operands: addresses of synchronization objects first. `docs/library.md` says what
/// each does; the result register gets the outcome, but for what is said here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Synchronization {
    /// `mutex, kind`: the kind is 0 normal, 1 recursive, 2 error-checking.
    MutexInit,
    /// `mutex`
    MutexDestroy,
    /// `mutex`: blocks while another thread owns it (or this one, if it is normal).
    MutexLock,
    /// `mutex`
    MutexTryLock,
    /// `mutex`: like `MutexTryLock`, but for the codes of its failures.
    MutexTimedLock,
    /// `mutex`
    MutexUnlock,
    /// `condition`
    ConditionInit,
    /// `condition`
    ConditionDestroy,
    /// `condition, mutex`: the first half of a wait: releases the mutex and queues the thread.
    ConditionRelease,
    /// `condition, mutex`: the second half: blocks until signalled, or wakes spuriously. A `MutexLock` follows.
    ConditionWake,
    /// `condition, mutex`: like `ConditionWake`, but it may time out, and so never blocks.
    ConditionTimedWake,
    /// `condition`. The result is 0, whomever it woke.
    ConditionSignal,
    /// `condition`
    ConditionBroadcast,
    /// `lock`
    ReadWriteInit,
    /// `lock`
    ReadWriteDestroy,
    /// `lock`: blocks while a thread holds it for writing.
    ReadLock,
    /// `lock`
    ReadTryLock,
    /// `lock`
    ReadTimedLock,
    /// `lock`: blocks while a thread holds it for reading or writing.
    WriteLock,
    /// `lock`
    WriteTryLock,
    /// `lock`
    WriteTimedLock,
    /// `lock`: of a reader or of the writer.
    ReadWriteUnlock,
    /// `lock`
    SpinInit,
    /// `lock`
    SpinDestroy,
    /// `lock`: blocks while a thread holds it.
    SpinLock,
    /// `lock`
    SpinTryLock,
    /// `lock`
    SpinUnlock,
    /// `barrier, count`
    BarrierInit,
    /// `barrier`
    BarrierDestroy,
    /// `barrier`: the first half of a wait. The thread that completes the count releases all threads and chooses the serial one: its number
    /// is the outcome (-1 for the remaining threads). The result is 0.
    BarrierArrive,
    /// `barrier`: the second half: blocks until released; -1 for the serial thread, 0 for the remaining threads.
    BarrierLeave,
    /// `control`: blocks while its routine runs; 1 if this thread has to run it.
    OnceBegin,
    /// `control`: the routine was run.
    OnceEnd,
    /// `destructor`: a function pointer or null. The result is the number of the key.
    KeyCreate,
    /// `key`: its number.
    KeyDelete,
    /// `key`: its number. The result, a register of type `void *`, is the thread's value.
    KeyGet,
    /// `key, value`: its number, a `void *`.
    KeySet,
    /// `semaphore, value`
    SemaphoreInit,
    /// `semaphore`
    SemaphoreDestroy,
    /// `semaphore`: blocks while it is 0.
    SemaphoreWait,
    /// `semaphore`
    SemaphoreTryWait,
    /// `semaphore`
    SemaphoreTimedWait,
    /// `semaphore`
    SemaphorePost,
    /// `semaphore`
    SemaphoreGetValue,
    /// `thread`: its id.
    ThreadDetach,
    /// `thread`: its id. Whether it could be joined now.
    ThreadTestEnd,
    /// `thread`: its id. Marks it to be cancelled.
    ThreadCancel,
    /// No operand: 1 if the thread was marked and may be cancelled; then code that ends it follows. A blocking call that may be cancelled
    /// is also followed by such code, for the outcome ECANCELED (of `ConditionWake`: 3).
    TestCancel,
    /// `state`: 0 enables cancellation, 1 disables it. The previous state, or -1.
    SetCancelState,
    /// `routine, argument`: a function pointer and a `void *`, to be called if the thread ends early.
    CleanupPush,
    /// No operand: drops the routine that was pushed last.
    CleanupPop,
    /// No operand: the process is a copy of the one before, in which only the running thread exists. Locks of the other threads stay held.
    BecomeChild,
    /// `object, kind`: an assignment wrote a whole initializer to the synchronization object, of any family (a mutex gets this kind). The
    /// object is then as if no call had used it. Kind 4: a copy of another object was written there, and the object counts as destroyed. No
    /// thread may hold it or wait for it.
    Overwrite,
}

impl Synchronization {
    /// All operations, in the order of their declaration.
    pub const ALL: [Synchronization; 53] = [
        Synchronization::MutexInit,
        Synchronization::MutexDestroy,
        Synchronization::MutexLock,
        Synchronization::MutexTryLock,
        Synchronization::MutexTimedLock,
        Synchronization::MutexUnlock,
        Synchronization::ConditionInit,
        Synchronization::ConditionDestroy,
        Synchronization::ConditionRelease,
        Synchronization::ConditionWake,
        Synchronization::ConditionTimedWake,
        Synchronization::ConditionSignal,
        Synchronization::ConditionBroadcast,
        Synchronization::ReadWriteInit,
        Synchronization::ReadWriteDestroy,
        Synchronization::ReadLock,
        Synchronization::ReadTryLock,
        Synchronization::ReadTimedLock,
        Synchronization::WriteLock,
        Synchronization::WriteTryLock,
        Synchronization::WriteTimedLock,
        Synchronization::ReadWriteUnlock,
        Synchronization::SpinInit,
        Synchronization::SpinDestroy,
        Synchronization::SpinLock,
        Synchronization::SpinTryLock,
        Synchronization::SpinUnlock,
        Synchronization::BarrierInit,
        Synchronization::BarrierDestroy,
        Synchronization::BarrierArrive,
        Synchronization::BarrierLeave,
        Synchronization::OnceBegin,
        Synchronization::OnceEnd,
        Synchronization::KeyCreate,
        Synchronization::KeyDelete,
        Synchronization::KeyGet,
        Synchronization::KeySet,
        Synchronization::SemaphoreInit,
        Synchronization::SemaphoreDestroy,
        Synchronization::SemaphoreWait,
        Synchronization::SemaphoreTryWait,
        Synchronization::SemaphoreTimedWait,
        Synchronization::SemaphorePost,
        Synchronization::SemaphoreGetValue,
        Synchronization::ThreadDetach,
        Synchronization::ThreadTestEnd,
        Synchronization::ThreadCancel,
        Synchronization::TestCancel,
        Synchronization::SetCancelState,
        Synchronization::CleanupPush,
        Synchronization::CleanupPop,
        Synchronization::BecomeChild,
        Synchronization::Overwrite,
    ];

    /// What the operation is about: the kind of its first operand.
    pub fn family(self) -> SynchronizationFamily {
        use Synchronization as S;
        match self {
            S::MutexInit | S::MutexDestroy | S::MutexLock | S::MutexTryLock | S::MutexTimedLock | S::MutexUnlock => {
                SynchronizationFamily::Mutex
            }
            S::ConditionInit
            | S::ConditionDestroy
            | S::ConditionRelease
            | S::ConditionWake
            | S::ConditionTimedWake
            | S::ConditionSignal
            | S::ConditionBroadcast => SynchronizationFamily::Condition,
            S::ReadWriteInit
            | S::ReadWriteDestroy
            | S::ReadLock
            | S::ReadTryLock
            | S::ReadTimedLock
            | S::WriteLock
            | S::WriteTryLock
            | S::WriteTimedLock
            | S::ReadWriteUnlock => SynchronizationFamily::ReadWrite,
            S::SpinInit | S::SpinDestroy | S::SpinLock | S::SpinTryLock | S::SpinUnlock => SynchronizationFamily::Spin,
            S::BarrierInit | S::BarrierDestroy | S::BarrierArrive | S::BarrierLeave => SynchronizationFamily::Barrier,
            S::OnceBegin | S::OnceEnd => SynchronizationFamily::Once,
            S::KeyCreate | S::KeyDelete | S::KeyGet | S::KeySet => SynchronizationFamily::Key,
            S::SemaphoreInit
            | S::SemaphoreDestroy
            | S::SemaphoreWait
            | S::SemaphoreTryWait
            | S::SemaphoreTimedWait
            | S::SemaphorePost
            | S::SemaphoreGetValue => SynchronizationFamily::Semaphore,
            S::ThreadDetach | S::ThreadTestEnd | S::ThreadCancel => SynchronizationFamily::Thread,
            S::TestCancel | S::SetCancelState | S::CleanupPush | S::CleanupPop | S::BecomeChild => {
                SynchronizationFamily::Own
            }
            S::Overwrite => SynchronizationFamily::Any,
        }
    }

    /// Whether it waits until other threads make it possible.
    pub fn may_block(self) -> bool {
        use Synchronization as S;
        matches!(
            self,
            S::MutexLock
                | S::ConditionWake
                | S::ReadLock
                | S::WriteLock
                | S::SpinLock
                | S::BarrierLeave
                | S::OnceBegin
                | S::SemaphoreWait
        )
    }

    /// What it does to the lock that its first operand names if it succeeds.
    pub fn lock_change(self) -> Option<LockChange> {
        use Synchronization as S;
        match self {
            S::MutexLock
            | S::MutexTryLock
            | S::MutexTimedLock
            | S::ReadLock
            | S::ReadTryLock
            | S::ReadTimedLock
            | S::WriteLock
            | S::WriteTryLock
            | S::WriteTimedLock
            | S::SpinLock
            | S::SpinTryLock => Some(LockChange::Acquires),
            S::MutexUnlock | S::ReadWriteUnlock | S::SpinUnlock => Some(LockChange::Releases),
            S::MutexInit
            | S::MutexDestroy
            | S::ConditionInit
            | S::ConditionDestroy
            | S::ConditionRelease
            | S::ConditionWake
            | S::ConditionTimedWake
            | S::ConditionSignal
            | S::ConditionBroadcast
            | S::ReadWriteInit
            | S::ReadWriteDestroy
            | S::SpinInit
            | S::SpinDestroy
            | S::BarrierInit
            | S::BarrierDestroy
            | S::BarrierArrive
            | S::BarrierLeave
            | S::OnceBegin
            | S::OnceEnd
            | S::KeyCreate
            | S::KeyDelete
            | S::KeyGet
            | S::KeySet
            | S::SemaphoreInit
            | S::SemaphoreDestroy
            | S::SemaphoreWait
            | S::SemaphoreTryWait
            | S::SemaphoreTimedWait
            | S::SemaphorePost
            | S::SemaphoreGetValue
            | S::ThreadDetach
            | S::ThreadTestEnd
            | S::ThreadCancel
            | S::TestCancel
            | S::SetCancelState
            | S::CleanupPush
            | S::CleanupPop
            | S::BecomeChild
            | S::Overwrite => None,
        }
    }

    /// Whether it can tell the program what another thread did without being ordered after it: an attempt that fails, a
    /// value that is looked at. (Not an overflow of a semaphore nor the number of a key, which no sane program looks at.)
    pub fn observes_without_order(self) -> bool {
        use Synchronization as S;
        match self {
            S::MutexTryLock
            | S::MutexTimedLock
            | S::ReadTryLock
            | S::ReadTimedLock
            | S::WriteTryLock
            | S::WriteTimedLock
            | S::SpinTryLock
            | S::SemaphoreTryWait
            | S::SemaphoreTimedWait
            | S::SemaphoreGetValue
            | S::ThreadTestEnd => true,
            S::MutexInit
            | S::MutexDestroy
            | S::MutexLock
            | S::MutexUnlock
            | S::ConditionInit
            | S::ConditionDestroy
            | S::ConditionRelease
            | S::ConditionWake
            | S::ConditionTimedWake
            | S::ConditionSignal
            | S::ConditionBroadcast
            | S::ReadWriteInit
            | S::ReadWriteDestroy
            | S::ReadLock
            | S::WriteLock
            | S::ReadWriteUnlock
            | S::SpinInit
            | S::SpinDestroy
            | S::SpinLock
            | S::SpinUnlock
            | S::BarrierInit
            | S::BarrierDestroy
            | S::BarrierArrive
            | S::OnceBegin
            | S::BarrierLeave
            | S::OnceEnd
            | S::KeyCreate
            | S::KeyDelete
            | S::KeyGet
            | S::KeySet
            | S::SemaphoreInit
            | S::SemaphoreDestroy
            | S::SemaphoreWait
            | S::SemaphorePost
            | S::ThreadDetach
            | S::ThreadCancel
            | S::TestCancel
            | S::SetCancelState
            | S::CleanupPush
            | S::CleanupPop
            | S::BecomeChild
            | S::Overwrite => false,
        }
    }
}

/// What a synchronization call does to a lock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LockChange {
    /// The thread has it afterwards.
    Acquires,
    /// The thread has it no more, or once less.
    Releases,
}

/// What a synchronization call is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SynchronizationFamily {
    /// A mutex, by address.
    Mutex,
    /// A condition, by address.
    Condition,
    /// A read-write lock, by address.
    ReadWrite,
    /// A spin lock, by address.
    Spin,
    /// A barrier, by address.
    Barrier,
    /// A once control, by address.
    Once,
    /// A key, by number (to be created: by its destructor).
    Key,
    /// A semaphore, by address.
    Semaphore,
    /// A thread, by id.
    Thread,
    /// The running thread: no operand that names an object.
    Own,
    /// An object of any of the families that are named by address.
    Any,
}

impl SynchronizationFamily {
    /// How many bytes an object of the family has, as the built-in headers and those of glibc declare it; `None` if it is not named by address.
    pub fn object_bytes(self, model: DataModel) -> Option<u64> {
        let is_64 = model.pointer_bytes() == 8;
        match self {
            SynchronizationFamily::Mutex => Some(if is_64 { 40 } else { 24 }),
            SynchronizationFamily::Condition => Some(48),
            SynchronizationFamily::ReadWrite => Some(if is_64 { 56 } else { 32 }),
            SynchronizationFamily::Barrier => Some(if is_64 { 32 } else { 20 }),
            SynchronizationFamily::Semaphore => Some(if is_64 { 32 } else { 16 }),
            SynchronizationFamily::Spin | SynchronizationFamily::Once => Some(4),
            SynchronizationFamily::Key
            | SynchronizationFamily::Thread
            | SynchronizationFamily::Own
            | SynchronizationFamily::Any => None,
        }
    }
}
