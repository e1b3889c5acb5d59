//! Synchronization objects: mutexes, conditions, read-write locks, spin locks, barriers, once controls, semaphores, keys, and operations of
//! threads on each other (POSIX threads, C11 7.26). `docs/library.md` describes each call.
//!
//! Their state is stored beside memory, by address. An address without an entry has the state that its bytes give: for most families a
//! fresh object, for some an uninitialized one. Misuse is reported, and the call continues with a fresh object.
//!
//! | file | family |
//! |---|---|
//! | `mutex`, `condition`, `read_write`, `spin`, `barrier`, `once`, `semaphore` | one each |
//! | `overwritten` | assignments to objects of any family |
//! | `key` | thread-specific data |
//! | `thread` | detaching, cancellation, cleanup handlers |

mod barrier;
mod condition;
mod key;
mod mutex;
mod once;
mod overwritten;
mod read_write;
mod semaphore;
mod spin;
mod thread;

pub use barrier::Barrier;
pub use condition::Condition;
pub use key::Key;
pub use mutex::Mutex;
pub use once::Once;
pub use read_write::ReadWrite;
pub use semaphore::Semaphore;
pub use spin::Spin;
pub use thread::{Cancellation, Handler};

use crate::machine::Machine;
use crate::machine::order::Holder;
use crate::value::{Address, Byte, ObjectId, Scalar, Trouble};
use raddle_program::syntax::Synchronization;
use std::collections::BTreeMap;

pub(crate) const EPERM: i64 = 1;
pub(crate) const ESRCH: i64 = 3;
pub(crate) const EAGAIN: i64 = 11;
pub(crate) const EBUSY: i64 = 16;
pub(crate) const EINVAL: i64 = 22;
pub(crate) const EDEADLK: i64 = 35;
pub(crate) const EOVERFLOW: i64 = 75;
pub(crate) const ETIMEDOUT: i64 = 110;
pub(crate) const ECANCELED: i64 = 125;

/// How an object came to exist, or ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Origin {
    /// Its bytes are a static initializer.
    #[default]
    Static,
    /// A call initialized it.
    Initialized,
    /// A call destroyed it.
    Destroyed,
}

/// The state of all synchronization objects that differ from what their bytes say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Synchronizers {
    /// Mutexes.
    pub mutexes: BTreeMap<Address, Mutex>,
    /// Conditions.
    pub conditions: BTreeMap<Address, Condition>,
    /// Read-write locks.
    pub read_writes: BTreeMap<Address, ReadWrite>,
    /// Spin locks.
    pub spins: BTreeMap<Address, Spin>,
    /// Barriers.
    pub barriers: BTreeMap<Address, Barrier>,
    /// Once controls.
    pub onces: BTreeMap<Address, Once>,
    /// Semaphores.
    pub semaphores: BTreeMap<Address, Semaphore>,
    /// Keys that are in use.
    pub keys: BTreeMap<u32, Key>,
    /// Threads that wait for a condition and were signalled, with the condition, and have not yet woken up.
    pub signalled: BTreeMap<u32, Address>,
    /// Threads that were released from a barrier and have not yet left it; whether it is the serial one.
    pub released: BTreeMap<u32, bool>,
}

impl Synchronizers {
    /// Removes the synchronization objects of an object whose lifetime has ended.
    pub fn forget(&mut self, object: ObjectId) {
        self.mutexes.retain(|address, _| address.object != object);
        self.conditions.retain(|address, _| address.object != object);
        self.read_writes.retain(|address, _| address.object != object);
        self.spins.retain(|address, _| address.object != object);
        self.barriers.retain(|address, _| address.object != object);
        self.onces.retain(|address, _| address.object != object);
        self.semaphores.retain(|address, _| address.object != object);
    }
}

/// The object of a synchronization call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// An object in memory.
    Memory(Address),
    /// A thread; `None` if the id names none.
    Thread(Option<u32>),
    /// A key, by its number.
    Key(u32),
}

/// Whether a synchronization call can continue, and which outcomes it may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CallReadiness {
    /// It blocks.
    Blocked,
    /// It can continue, but only by a spurious wake-up, or with an error that the library need not report.
    Spurious,
    /// It can continue, with one outcome.
    Ready,
    /// It can continue with any of these outcomes.
    OneOf(Vec<i64>),
}

impl CallReadiness {
    fn ready_if(condition: bool) -> CallReadiness {
        if condition { CallReadiness::Ready } else { CallReadiness::Blocked }
    }

    /// The same for a call that a cancellation may end while it blocks: then `cancelled` is its outcome. If the call can otherwise continue
    /// with one outcome, this is `code`.
    pub fn or_cancelled(self, may_be_cancelled: bool, code: i64, cancelled: i64) -> CallReadiness {
        match self {
            _ if !may_be_cancelled => self,
            CallReadiness::Blocked => CallReadiness::OneOf(vec![cancelled]),
            CallReadiness::Ready => CallReadiness::OneOf(vec![code, cancelled]),
            CallReadiness::Spurious => CallReadiness::OneOf(vec![1, cancelled]),
            CallReadiness::OneOf(mut outcomes) => {
                outcomes.push(cancelled);
                CallReadiness::OneOf(outcomes)
            }
        }
    }
}

/// The result of a synchronization call.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Done {
    /// The outcome that its event has.
    pub outcome: i64,
    /// The misuse, if POSIX leaves the call undefined.
    pub misuse: Option<&'static str>,
}

impl Done {
    fn with(outcome: i64) -> Done {
        Done { outcome, misuse: None }
    }

    fn misused(outcome: i64, misuse: &'static str) -> Done {
        Done { outcome, misuse: Some(misuse) }
    }

    /// The same, but an earlier misuse takes precedence.
    fn after(self, misuse: Option<&'static str>) -> Done {
        Done { misuse: misuse.or(self.misuse), ..self }
    }
}

/// The operands of a synchronization call.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The calling thread.
    pub thread: u32,
    /// The operation.
    pub operation: Synchronization,
    /// Its object.
    pub target: Target,
    /// Further operands, as the operation says.
    pub operands: &'a [Scalar],
    /// The chosen outcome, if there were several.
    pub decided: Option<i64>,
}

impl Request<'_> {
    fn number(&self, index: usize) -> i128 {
        match self.operands.get(index) {
            Some(Scalar::Integer(number) | Scalar::Wild(number)) => *number,
            // The machine replaces marked operands and parts of addresses before it gets here.
            Some(
                Scalar::Address(_)
                | Scalar::Function(_)
                | Scalar::Label(_)
                | Scalar::Floating(_)
                | Scalar::Piece(_)
                | Scalar::Outside(_)
                | Scalar::Handle(_)
                | Scalar::ThreadId(_),
            )
            | None => 0,
        }
    }

    fn scalar(&self, index: usize) -> Scalar {
        self.operands.get(index).copied().unwrap_or(Scalar::Integer(0))
    }
}

impl Machine<'_> {
    /// Whether a synchronization call can continue now.
    pub fn call_readiness(&self, thread: u32, operation: Synchronization, target: Target) -> CallReadiness {
        use Synchronization as S;
        match (operation, target) {
            (S::MutexLock, Target::Memory(at)) => self.mutex_readiness(thread, at),
            (S::ConditionWake | S::ConditionTimedWake, Target::Memory(at)) => {
                self.wake_readiness(thread, at, operation == S::ConditionTimedWake)
            }
            (S::ConditionSignal, Target::Memory(at)) => self.signal_readiness(at),
            (S::ReadLock | S::WriteLock, Target::Memory(at)) if self.is_write_locked_by(thread, at) => {
                CallReadiness::Spurious
            }
            (S::ReadTimedLock | S::WriteTimedLock, Target::Memory(at)) if self.is_write_locked_by(thread, at) => {
                CallReadiness::OneOf(vec![ETIMEDOUT, EDEADLK])
            }
            (S::ReadLock, Target::Memory(at)) => CallReadiness::ready_if(self.can_read_lock(at)),
            (S::WriteLock, Target::Memory(at)) => CallReadiness::ready_if(self.can_write_lock(at)),
            (S::SpinLock, Target::Memory(at)) => CallReadiness::ready_if(self.spin_owner(at).is_none()),
            (S::BarrierArrive, Target::Memory(at)) => self.arrive_readiness(thread, at),
            (S::BarrierLeave, _) => CallReadiness::ready_if(self.locks.released.contains_key(&thread)),
            (S::OnceBegin, Target::Memory(at)) => CallReadiness::ready_if(!self.is_once_running(at)),
            (S::SemaphoreWait, Target::Memory(at)) => {
                let code = self.semaphore_wait_code(at);
                self.semaphore_readiness(at).or_cancelled(self.may_be_cancelled(thread), code, ECANCELED)
            }
            _ => CallReadiness::Ready,
        }
    }

    /// Executes a synchronization call.
    ///
    /// # Errors
    /// Unsupported if the call needs something that is not modelled.
    ///
    /// # Panics
    /// If it would block.
    pub fn synchronize(&mut self, request: &Request<'_>) -> Result<Done, Trouble> {
        use Synchronization as S;
        match (request.operation, request.target) {
            (
                S::MutexInit | S::MutexDestroy | S::MutexLock | S::MutexTryLock | S::MutexTimedLock | S::MutexUnlock,
                Target::Memory(at),
            ) => Ok(self.mutex_call(request, at)),
            (
                S::ConditionInit
                | S::ConditionDestroy
                | S::ConditionRelease
                | S::ConditionWake
                | S::ConditionTimedWake
                | S::ConditionSignal
                | S::ConditionBroadcast,
                Target::Memory(at),
            ) => self.condition_call(request, at),
            (
                S::ReadWriteInit
                | S::ReadWriteDestroy
                | S::ReadLock
                | S::ReadTryLock
                | S::ReadTimedLock
                | S::WriteLock
                | S::WriteTryLock
                | S::WriteTimedLock
                | S::ReadWriteUnlock,
                Target::Memory(at),
            ) => Ok(self.read_write_call(request, at)),
            (S::SpinInit | S::SpinDestroy | S::SpinLock | S::SpinTryLock | S::SpinUnlock, Target::Memory(at)) => {
                Ok(self.spin_call(request, at))
            }
            (S::BarrierInit | S::BarrierDestroy | S::BarrierArrive | S::BarrierLeave, Target::Memory(at)) => {
                Ok(self.barrier_call(request, at))
            }
            (S::OnceBegin | S::OnceEnd, Target::Memory(at)) => Ok(self.once_call(request, at)),
            (
                S::SemaphoreInit
                | S::SemaphoreDestroy
                | S::SemaphoreWait
                | S::SemaphoreTryWait
                | S::SemaphoreTimedWait
                | S::SemaphorePost
                | S::SemaphoreGetValue,
                Target::Memory(at),
            ) => Ok(self.semaphore_call(request, at)),
            (S::Overwrite, Target::Memory(at)) => Ok(self.overwritten(request, at)),
            (S::KeyCreate | S::KeyDelete | S::KeyGet | S::KeySet, Target::Key(key)) => Ok(self.key_call(request, key)),
            (S::ThreadDetach | S::ThreadTestEnd | S::ThreadCancel, Target::Thread(other)) => {
                Ok(self.thread_call(request, other))
            }
            (S::TestCancel | S::SetCancelState | S::CleanupPush | S::CleanupPop | S::BecomeChild, _) => {
                self.own_call(request)
            }
            (operation, target) => panic!("{operation:?} is not about {target:?}"),
        }
    }

    /// Whether the first `count` bytes at an address are known, as far as they are inside of the object.
    fn are_bytes_known(&self, address: Address, count: u64) -> bool {
        let object = self.memory.object(address.object);
        let start = address.offset as u64;
        (start..start.saturating_add(count).min(object.size)).all(|at| {
            match object.bytes.get(&at).copied().unwrap_or(object.fill) {
                Byte::Bits { known, .. } => known == 0xff,
                Byte::Part { .. } => true,
            }
        })
    }

    /// Orders a thread after everything that was handed to a holder.
    fn takes_order(&mut self, thread: u32, from: Holder) {
        self.history.hand_on(from, Holder::Thread(thread));
    }

    /// Everything that the thread did so far will happen before later operations of threads that take order from the holder.
    fn gives_order(&mut self, thread: u32, to: Holder) {
        self.history.hand_on(Holder::Thread(thread), to);
    }
}

/// The complaint about the use of a destroyed or uninitialized object; `None` if the object is valid.
fn complaint(
    origin: Option<Origin>,
    has_static_initializer: bool,
    words: (&'static str, &'static str),
) -> Option<&'static str> {
    match origin {
        Some(Origin::Destroyed) => Some(words.0),
        None if !has_static_initializer => Some(words.1),
        Some(Origin::Static | Origin::Initialized) | None => None,
    }
}
