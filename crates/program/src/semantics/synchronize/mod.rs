//! Synchronization calls, one file for each family: their effect on the states of synchronization objects and threads, when they are
//! enabled, and which uses POSIX leaves undefined.
//!
//! The contract is `docs/library.md`. What POSIX reports as an error code is returned; what it leaves undefined violates
//! `locks` and goes on as the contract says.

mod awaited;
mod barrier;
mod condition;
mod key;
mod mutex;
mod once;
mod overwrite;
mod read_write;
mod semaphore;
mod spin;
mod thread;

use crate::entity::Entity;
use crate::property::{Violation, ViolationKind};
use crate::semantics::evaluate::Evaluation;
use crate::semantics::memory::{Life, Loaded};
use crate::semantics::object::SyncObject;
use crate::semantics::record::{Called, Happened, Interruption, Naming, Record, Token};
use crate::semantics::state::{State, SyncAddress, Waiting};
use crate::semantics::step::{Enabled, Machine};
use crate::semantics::value::Value;
use crate::syntax::{Effect, Expr, ExprKind, LocalId, PlaceKind, Synchronization, SynchronizationFamily};
use crate::trace::{Event, MemoryLocation, ObjectName};

pub use awaited::Awaited;
pub(super) use thread::joinable;

// Linux error numbers.
const EPERM: i128 = 1;
const ESRCH: i128 = 3;
const EAGAIN: i128 = 11;
const EBUSY: i128 = 16;
const EINVAL: i128 = 22;
const EDEADLK: i128 = 35;
const EOVERFLOW: i128 = 75;
const ETIMEDOUT: i128 = 110;
const ECANCELED: i128 = 125;

/// What a synchronization call did.
struct Done {
    /// What traces show.
    outcome: i128,
    /// What the result register gets.
    result: Value,
}

impl Done {
    /// An outcome that is the result.
    fn same(outcome: i128) -> Done {
        Done { outcome, result: Value::Integer(outcome) }
    }

    /// An outcome of a call that returns 0.
    fn silent(outcome: i128) -> Done {
        Done { outcome, result: Value::Integer(0) }
    }
}

/// What is known of a synchronization object.
enum Found<'s> {
    /// Its state.
    Known(&'s SyncObject),
    /// No call touched it: it is what its bytes say, which are no garbage.
    Untouched,
    /// Its bytes are garbage.
    Garbage,
    /// It was destroyed.
    Destroyed,
}

impl Machine<'_> {
    /// Whether a thread can take its next step, ignoring atomic sections of other threads.
    pub fn enabled(&self, state: &State, thread: u32) -> Enabled {
        let data = &state.threads[thread as usize];
        if data.has_ended() || state.has_ended {
            return Enabled::No;
        }
        match &self.next(state, thread).effect {
            Effect::Synchronize { operation, operands, .. } if operation.may_block() => {
                let is_cancelled = data.cancellation.acts()
                    && matches!(operation, Synchronization::ConditionWake | Synchronization::SemaphoreWait);
                if is_cancelled {
                    return Enabled::Yes;
                }
                match *operation {
                    Synchronization::ConditionWake => match data.waiting {
                        Some(Waiting { is_signalled: false, .. }) => Enabled::Spuriously,
                        Some(Waiting { is_signalled: true, .. }) | None => Enabled::Yes,
                    },
                    Synchronization::BarrierLeave => {
                        let is_held = data.barrier.is_some_and(|wait| wait.released.is_none());
                        if is_held { Enabled::No } else { Enabled::Yes }
                    }
                    operation => match self.peek(state, thread, &operands[0]) {
                        Some(address) if !self.may_pass(state, thread, operation, address) => {
                            let may_fail = matches!(operation, Synchronization::ReadLock | Synchronization::WriteLock)
                                && read_write::is_written_by(state, address, thread);
                            if may_fail { Enabled::Spuriously } else { Enabled::No }
                        }
                        Some(_) | None => Enabled::Yes,
                    },
                }
            }
            Effect::Join { thread: joined, .. } if !data.cancellation.acts() => {
                match self.peek_value(state, thread, joined) {
                    Some(Value::Integer(id)) => match joinable(state, thread, id) {
                        Some(target) if !state.threads[target as usize].has_returned() => Enabled::No,
                        Some(_) | None => Enabled::Yes,
                    },
                    _ => Enabled::Yes,
                }
            }
            _ => Enabled::Yes,
        }
    }

    /// Whether the next step of a thread is a synchronization call that names an object whose memory has ended.
    pub fn uses_ended_object(&self, state: &State, thread: u32) -> bool {
        let Effect::Synchronize { operands, .. } = &self.next(state, thread).effect else { return false };
        let address = operands.first().and_then(|operand| self.peek(state, thread, operand));
        address.is_some_and(|(object, _)| state.objects[object].life != Life::Live)
    }

    /// Whether a thread would not block in an operation on an object. The state of an object ends with its memory: a call that names it then
    /// violates memory and does not block.
    fn may_pass(&self, state: &State, thread: u32, operation: Synchronization, address: SyncAddress) -> bool {
        if state.objects[address.0].life != Life::Live {
            return true;
        }
        match operation {
            Synchronization::MutexLock => mutex::peek(self, state, address).can_be_locked_by(thread),
            Synchronization::ReadLock => read_write::can_read(state, address),
            Synchronization::WriteLock => read_write::can_write(state, address),
            Synchronization::SpinLock => spin::owner(state, address).is_none(),
            Synchronization::OnceBegin => once::runner(state, address).is_none(),
            Synchronization::SemaphoreWait => semaphore::may_wait(state, address),
            _ => true,
        }
    }

    /// What a thread that cannot go on waits for, in words: `m held by T2`.
    pub fn describe_wait(&self, state: &State, thread: u32) -> String {
        let name =
            |(object, offset): SyncAddress| Naming { program: self.program, state }.location(object, offset, 1).text;
        match &self.next(state, thread).effect {
            Effect::Synchronize { operation, operands, .. } => {
                let address = operands.first().and_then(|operand| self.peek(state, thread, operand));
                let text = address.map_or_else(|| "something".to_owned(), name);
                let held_by = |owner: Option<u32>| match owner {
                    Some(owner) if owner == thread => format!("{text}, which it holds itself"),
                    Some(owner) => format!("{text} held by {}", thread_name(owner)),
                    None => text.clone(),
                };
                let Some(address) = address else { return text };
                match operation {
                    Synchronization::MutexLock => held_by(mutex::peek(self, state, address).owner),
                    Synchronization::SpinLock => held_by(spin::owner(state, address)),
                    Synchronization::ReadLock | Synchronization::WriteLock => {
                        held_by(read_write::holder(state, address, thread))
                    }
                    Synchronization::BarrierLeave => format!("the remaining threads at {text}"),
                    Synchronization::SemaphoreWait => format!("a post to {text}"),
                    Synchronization::OnceBegin => match once::runner(state, address) {
                        Some(runner) if runner == thread => format!("the routine of {text}, which it runs itself"),
                        Some(runner) => format!("the routine of {text}, which {} runs", thread_name(runner)),
                        None => text,
                    },
                    _ => format!("a signal to {text}"),
                }
            }
            Effect::Join { thread: joined, .. } => match self.peek_value(state, thread, joined) {
                Some(Value::Integer(id)) => match joinable(state, thread, id) {
                    Some(target) => format!("the end of {}", thread_name(target)),
                    None => "the end of a thread".to_owned(),
                },
                _ => "the end of a thread".to_owned(),
            },
            _ => "its turn".to_owned(),
        }
    }

    /// The value of an operand, on a copy of the state; `None` if it has none yet.
    fn peek_value(&self, state: &State, thread: u32, expr: &Expr) -> Option<Value> {
        // The two common operands need no copy: a global's address and a register.
        match &expr.kind {
            ExprKind::AddressOf(place) => {
                if let PlaceKind::Global(global) = place.kind {
                    return Some(Value::Pointer(self.global_object(state, thread, global), 0));
                }
            }
            ExprKind::Read(place) => {
                if let PlaceKind::Local(local) = place.kind {
                    let value = &state.threads[thread as usize].frame().registers[local.index()];
                    if matches!(value, Value::Integer(_)) {
                        return Some(value.clone());
                    }
                }
            }
            ExprKind::Integer(_)
            | ExprKind::Procedure(_)
            | ExprKind::SelfId
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::PointerAdd { .. }
            | ExprKind::PointerDifference { .. }
            | ExprKind::AllocationSize(..)
            | ExprKind::Floating(..)
            | ExprKind::Conditional { .. } => {}
        }
        let (mut copy, mut record) = (state.clone(), Record::default());
        let span = self.next(state, thread).span;
        let mut evaluation =
            Evaluation { machine: self, state: &mut copy, record: &mut record, thread, span, n_undefined: 0 };
        evaluation.value(expr).ok()
    }

    fn peek(&self, state: &State, thread: u32, expr: &Expr) -> Option<SyncAddress> {
        match self.peek_value(state, thread, expr)? {
            Value::Pointer(object, offset) => u64::try_from(offset).ok().map(|offset| (object, offset)),
            _ => None,
        }
    }
}

/// How people call a thread.
fn thread_name(thread: u32) -> String {
    if thread == 0 { "main".to_owned() } else { format!("T{thread}") }
}

/// What is known of the object at an address. Its bytes are garbage if one of the `size` bytes at `offset` inside it is
/// indeterminate; what is smaller than that (an `int` used as a mutex, say) never is.
fn find(state: &State, address: SyncAddress, offset: u64, size: u64) -> Found<'_> {
    match state.synchronization.get(&address) {
        Some(SyncObject::Destroyed) => return Found::Destroyed,
        Some(known) => return Found::Known(known),
        None => {}
    }
    let (object, at) = (address.0, address.1 + offset);
    let cells = &state.objects[object].cells;
    if at + size > cells.size() {
        return Found::Untouched;
    }
    match cells.load(at, size) {
        Loaded::Bits(_) => Found::Untouched,
        Loaded::Marked(content) | Loaded::Torn(content) => match content {
            crate::semantics::memory::Content::Indeterminate => Found::Garbage,
            _ => Found::Untouched,
        },
    }
}

impl Evaluation<'_, '_, '_> {
    fn misuse(&mut self, what: &str) {
        let kind = ViolationKind::Misuse(what.into());
        let violation = Violation { kind, thread: self.thread, span: self.span, message: what.to_owned() };
        self.record.violations.push(violation);
    }

    /// The address of a synchronization object, which must be inside a live object.
    fn address(&mut self, operand: &Expr) -> Result<SyncAddress, Interruption> {
        let value = self.value(operand)?;
        let address = self.range(&value, 1, true)?;
        self.record.tokens.push(Token::Synchronization(address.0, address.1));
        Ok(address)
    }

    /// Takes note of the new state of an object.
    fn set(&mut self, address: SyncAddress, object: SyncObject) {
        self.state.synchronization.insert(address, object);
    }

    /// Says what is wrong with using an object that is no usable one; whether it is usable.
    fn is_usable(&mut self, address: SyncAddress, what: &str, offset: u64, needs_call: bool) -> bool {
        let problem = match find(self.state, address, offset, 4) {
            Found::Known(_) => return true,
            Found::Untouched if !needs_call => return true,
            Found::Untouched | Found::Garbage => format!("{what} is used that was not initialized"),
            Found::Destroyed => format!("{what} is used that was destroyed"),
        };
        self.misuse(&problem);
        false
    }

    pub(super) fn synchronize(
        &mut self,
        operation: Synchronization,
        operands: &[Expr],
        result: Option<LocalId>,
        choice: Option<u32>,
    ) -> Result<(), Interruption> {
        let n_violations = self.record.violations.len();
        let mut called = Called {
            operation,
            object: None,
            mutex: None,
            outcome: 0,
            was_writing: false,
            released: Vec::new(),
            is_misuse: false,
        };
        let (object, done) = match operation.family() {
            SynchronizationFamily::Thread => self.thread_call(operation, operands)?,
            SynchronizationFamily::Own => self.own_call(operation, operands)?,
            SynchronizationFamily::Key => self.key_call(operation, operands)?,
            family => {
                let address = self.address(&operands[0])?;
                let second = match operands.get(1) {
                    Some(operand) => Some(self.value(operand)?),
                    None => None,
                };
                let number = match second.clone().filter(|_| family != SynchronizationFamily::Condition) {
                    Some(value) => self.number(value)?,
                    None => 0,
                };
                called.object = Some(address);
                match self.state.synchronization.get(&address) {
                    Some(SyncObject::ReadWrite(lock)) => called.was_writing = lock.writer == Some(self.thread),
                    Some(SyncObject::Barrier { arrived, .. }) => called.released.extend(arrived),
                    Some(_) | None => {}
                }
                let done = match family {
                    SynchronizationFamily::Mutex => self.mutex_call(operation, address, number)?,
                    SynchronizationFamily::Condition => {
                        let mutex = match operands.get(1) {
                            Some(operand) => self.address(operand)?,
                            None => address,
                        };
                        called.mutex = Some(mutex);
                        self.condition_call(operation, address, mutex, choice)?
                    }
                    SynchronizationFamily::ReadWrite => self.read_write_call(operation, address, choice)?,
                    SynchronizationFamily::Spin => self.spin_call(operation, address)?,
                    SynchronizationFamily::Barrier => self.barrier_call(operation, address, number, choice)?,
                    SynchronizationFamily::Once => self.once_call(operation, address)?,
                    SynchronizationFamily::Semaphore => self.semaphore_call(operation, address, number, choice)?,
                    SynchronizationFamily::Any => self.overwrite(address, number),
                    SynchronizationFamily::Key | SynchronizationFamily::Thread | SynchronizationFamily::Own => {
                        panic!("these have no address")
                    }
                };
                let naming = Naming { program: self.machine.program, state: self.state };
                let location = self.record.keeps_events().then(|| naming.location(address.0, address.1, 1));
                (location, done)
            }
        };
        called.outcome = done.outcome;
        called.is_misuse = self.record.violations.len() > n_violations;
        self.record.happened(|| Happened::Called(called));
        if let Some(object) = object {
            self.event(Event::Synchronize { operation, object, outcome: done.outcome as i64 }, None);
        }
        if let Some(result) = result {
            self.deliver(result, done.result)?;
        }
        Ok(())
    }

    /// Something that is no memory as the object of a call, if events are kept.
    fn named(&self, object: ObjectName) -> Option<MemoryLocation> {
        self.record.keeps_events().then(|| MemoryLocation { text: object.to_string(), object, offset: 0, size: 0 })
    }

    /// Whether the running thread is to be cancelled where it waits. Where it could also go on, either happens.
    fn is_cancelled(&mut self, could_go_on: bool, choice: Option<u32>) -> Result<bool, Interruption> {
        self.record.tokens.push(Token::Cancel(self.thread));
        if !self.state.threads[self.thread as usize].cancellation.acts() {
            return Ok(false);
        }
        let acts = match (could_go_on, choice) {
            (false, _) => true,
            (true, None) => return Err(Interruption::Choose(2)),
            (true, Some(choice)) => choice == 0,
        };
        if acts {
            self.state.thread_mut(self.thread).cancellation.is_pending = false;
        }
        Ok(acts)
    }
}
