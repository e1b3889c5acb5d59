//! Mutexes, condition variables and joins, as POSIX has them.
//!
//! The state of a mutex lies beside memory, by its address; a mutex that was never touched is what its bytes say, and
//! all-zero bytes are an unlocked normal one. What POSIX reports as an error code is returned; what it leaves undefined
//! violates `locks` and goes on as the comment at the place says.

use crate::entity::Entity;
use crate::property::{Violation, ViolationKind};
use crate::semantics::evaluate::Evaluation;
use crate::semantics::memory::Loaded;
use crate::semantics::record::{Interruption, Naming, Record, Token};
use crate::semantics::state::{Mutex, MutexKind, State, SyncAddress, Waiting};
use crate::semantics::step::{Enabled, Machine};
use crate::semantics::value::Value;
use crate::syntax::{Effect, Expr, ExprKind, LocalId, PlaceKind, Synchronization};
use crate::trace::Event;
use crate::types::DataModel;

// Linux error numbers.
const EPERM: i128 = 1;
const ESRCH: i128 = 3;
const EBUSY: i128 = 16;
const EDEADLK: i128 = 35;

impl Machine<'_> {
    /// Whether a thread can take its next step, atomic sections of others aside.
    pub fn enabled(&self, state: &State, thread: u32) -> Enabled {
        let data = &state.threads[thread as usize];
        if data.has_ended() || state.has_ended {
            return Enabled::No;
        }
        let yes_if = |condition| if condition { Enabled::Yes } else { Enabled::No };
        match &self.next(state, thread).effect {
            Effect::Synchronize { operation: Synchronization::MutexLock, operands, .. } => {
                match self.peek(state, thread, &operands[0]) {
                    Some(address) => yes_if(can_lock(&mutex(self, state, address), thread)),
                    None => Enabled::Yes,
                }
            }
            Effect::Synchronize { operation: Synchronization::ConditionWake, .. } => match data.waiting {
                Some(Waiting { is_signalled: false, .. }) => Enabled::Spuriously,
                Some(Waiting { is_signalled: true, .. }) | None => Enabled::Yes,
            },
            Effect::Join { thread: joined, .. } => match self.peek_value(state, thread, joined) {
                Some(Value::Integer(id)) => match joinable(state, thread, id) {
                    Some(target) => yes_if(state.threads[target as usize].has_ended()),
                    None => Enabled::Yes,
                },
                _ => Enabled::Yes,
            },
            _ => Enabled::Yes,
        }
    }

    /// What a thread that cannot go on waits for, in words: `m held by T2`.
    pub fn describe_wait(&self, state: &State, thread: u32) -> String {
        let name =
            |(object, offset): SyncAddress| Naming { program: self.program, state }.location(object, offset, 1).text;
        match &self.next(state, thread).effect {
            Effect::Synchronize { operation: Synchronization::MutexLock, operands, .. } => {
                match self.peek(state, thread, &operands[0]) {
                    Some(address) => match mutex(self, state, address).owner {
                        Some(owner) if owner == thread => format!("{}, which it holds itself", name(address)),
                        Some(owner) => format!("{} held by {}", name(address), thread_name(owner)),
                        None => name(address),
                    },
                    None => "a mutex".to_owned(),
                }
            }
            Effect::Synchronize { operands, .. } => match operands.first() {
                Some(condition) => match self.peek(state, thread, condition) {
                    Some(address) => format!("a signal to {}", name(address)),
                    None => "a signal".to_owned(),
                },
                None => "a signal".to_owned(),
            },
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
            | ExprKind::AllocationSize(_)
            | ExprKind::Conditional { .. } => {}
        }
        let (mut copy, mut record) = (state.clone(), Record::default());
        let span = self.next(state, thread).span;
        let mut evaluation = Evaluation { machine: self, state: &mut copy, record: &mut record, thread, span };
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

/// Whether a lock by this thread returns now (with success or an error).
fn can_lock(mutex: &Mutex, thread: u32) -> bool {
    match mutex.owner {
        None => true,
        Some(owner) if owner == thread => mutex.kind != MutexKind::Normal,
        Some(_) => false,
    }
}

/// The live or ended thread that an id names and that may be joined by `thread`; a thread cannot join itself.
fn joinable(state: &State, thread: u32, id: i128) -> Option<u32> {
    let target = u32::try_from(id.checked_sub(1)?).ok()?;
    let data = state.threads.get(target as usize)?;
    (target != thread && !data.is_joined).then_some(target)
}

/// The state of a mutex: as recorded, else what its bytes say.
fn mutex(machine: &Machine<'_>, state: &State, address: SyncAddress) -> Mutex {
    let fresh = Mutex { kind: initial_kind(machine, state, address), owner: None, depth: 0, is_destroyed: false };
    state.mutexes.get(&address).copied().unwrap_or(fresh)
}

/// The kind that a static initializer left in the bytes, at the place where glibc keeps it.
fn initial_kind(machine: &Machine<'_>, state: &State, (object, offset): SyncAddress) -> MutexKind {
    let at = offset
        + match machine.program.types.model() {
            DataModel::Ilp32 => 12,
            DataModel::Lp64 => 16,
        };
    let cells = &state.objects[object].cells;
    // Anything smaller than a mutex that is used as one (an `int`, say) is a normal one.
    if at + 4 > cells.size() {
        return MutexKind::Normal;
    }
    match cells.load(at, 4) {
        Loaded::Bits(number) => MutexKind::from_number(number as i128),
        Loaded::Marked(_) | Loaded::Torn(_) => MutexKind::Normal,
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
        let address = self.range(&value, 1, false)?;
        self.record.tokens.push(Token::Synchronization(address.0, address.1));
        Ok(address)
    }

    pub(super) fn synchronize(
        &mut self,
        operation: Synchronization,
        operands: &[Expr],
        result: Option<LocalId>,
        choice: Option<u32>,
    ) -> Result<(), Interruption> {
        let address = self.address(&operands[0])?;
        let second = match operands.get(1) {
            Some(operand) => Some(self.value(operand)?),
            None => None,
        };
        let (outcome, code) = match operation {
            Synchronization::MutexInit => {
                let kind = self.number(second.unwrap_or(Value::Integer(0)))?;
                same(self.mutex_init(address, MutexKind::from_number(kind)))
            }
            Synchronization::MutexDestroy => same(self.mutex_destroy(address)),
            Synchronization::MutexLock => {
                if !can_lock(&mutex(self.machine, self.state, address), self.thread) {
                    return Err(Interruption::Blocked);
                }
                same(self.mutex_lock(address))
            }
            Synchronization::MutexTryLock => same(self.mutex_try_lock(address)),
            Synchronization::MutexUnlock => same(self.mutex_unlock(address)),
            Synchronization::ConditionInit => {
                self.state.destroyed_conditions.remove(&address);
                same(0)
            }
            Synchronization::ConditionDestroy => same(self.condition_destroy(address)),
            Synchronization::ConditionRelease => {
                let mutex = self.address(&operands[1])?;
                same(self.condition_release(address, mutex))
            }
            Synchronization::ConditionWake => (self.condition_wake(), 0),
            Synchronization::ConditionSignal => (self.condition_signal(address, choice)?, 0),
            Synchronization::ConditionBroadcast => same(self.condition_broadcast(address)),
            other => return Err(Interruption::Unsupported(format!("{other:?}").into())),
        };
        if self.record.keeps_events() {
            let naming = Naming { program: self.machine.program, state: self.state };
            let object = naming.location(address.0, address.1, 1);
            self.event(Event::Synchronize { operation, object, outcome: outcome as i64 }, None);
        }
        if let Some(result) = result {
            self.deliver(result, Value::Integer(code))?;
        }
        Ok(())
    }

    /// The mutex at an address, ready to be used: a destroyed one is misuse, and goes on as a fresh normal one.
    fn usable_mutex(&mut self, address: SyncAddress) -> Mutex {
        let found = mutex(self.machine, self.state, address);
        if !found.is_destroyed {
            return found;
        }
        self.misuse("a destroyed mutex is used");
        Mutex { kind: MutexKind::Normal, owner: None, depth: 0, is_destroyed: false }
    }

    /// Records the state of a mutex; what equals the state that its bytes say is not recorded.
    fn set_mutex(&mut self, address: SyncAddress, mutex: Mutex) {
        let fresh_kind = initial_kind(self.machine, self.state, address);
        if mutex == (Mutex { kind: fresh_kind, owner: None, depth: 0, is_destroyed: false }) {
            self.state.mutexes.remove(&address);
        } else {
            self.state.mutexes.insert(address, mutex);
        }
    }

    fn mutex_init(&mut self, address: SyncAddress, kind: MutexKind) -> i128 {
        if mutex(self.machine, self.state, address).owner.is_some() {
            self.misuse("a locked mutex is initialized");
        }
        self.set_mutex(address, Mutex { kind, owner: None, depth: 0, is_destroyed: false });
        0
    }

    fn mutex_destroy(&mut self, address: SyncAddress) -> i128 {
        let found = self.usable_mutex(address);
        if found.owner.is_some() {
            self.misuse("a locked mutex is destroyed");
            return EBUSY;
        }
        self.set_mutex(address, Mutex { is_destroyed: true, ..found });
        0
    }

    fn mutex_lock(&mut self, address: SyncAddress) -> i128 {
        let found = self.usable_mutex(address);
        match (found.owner, found.kind) {
            (None, _) => {
                self.set_mutex(address, Mutex { owner: Some(self.thread), depth: 1, ..found });
                0
            }
            (Some(_), MutexKind::Recursive) => {
                self.set_mutex(address, Mutex { depth: found.depth + 1, ..found });
                0
            }
            (Some(_), MutexKind::ErrorCheck) => EDEADLK,
            (Some(_), MutexKind::Normal) => panic!("a step is only taken where the lock returns"),
        }
    }

    fn mutex_try_lock(&mut self, address: SyncAddress) -> i128 {
        let found = self.usable_mutex(address);
        match found.owner {
            None => self.mutex_lock(address),
            Some(owner) if owner == self.thread && found.kind == MutexKind::Recursive => self.mutex_lock(address),
            Some(_) => EBUSY,
        }
    }

    fn mutex_unlock(&mut self, address: SyncAddress) -> i128 {
        let found = self.usable_mutex(address);
        if found.owner != Some(self.thread) {
            if found.kind == MutexKind::ErrorCheck {
                return EPERM;
            }
            self.misuse(match found.owner {
                Some(_) => "a mutex is unlocked by a thread that does not own it",
                None => "a mutex is unlocked that is not locked",
            });
        }
        let depth = found.depth.saturating_sub(1);
        let owner = if depth == 0 { None } else { found.owner };
        self.set_mutex(address, Mutex { owner, depth, ..found });
        0
    }

    fn condition_destroy(&mut self, address: SyncAddress) -> i128 {
        let is_awaited = |thread: &std::rc::Rc<crate::semantics::state::Thread>| {
            thread.waiting.is_some_and(|waiting| waiting.condition == address && !waiting.is_signalled)
        };
        if self.state.threads.iter().any(is_awaited) {
            self.misuse("a condition variable is destroyed while a thread waits for it");
        }
        self.state.destroyed_conditions.insert(address, ());
        0
    }

    fn check_condition(&mut self, address: SyncAddress) {
        if self.state.destroyed_conditions.remove(&address).is_some() {
            self.misuse("a destroyed condition variable is used");
        }
    }

    fn condition_release(&mut self, condition: SyncAddress, mutex: SyncAddress) -> i128 {
        self.check_condition(condition);
        let found = self.usable_mutex(mutex);
        if found.owner == Some(self.thread) {
            self.set_mutex(mutex, Mutex { owner: None, depth: 0, ..found });
        } else {
            // The mutex stays as it is.
            self.misuse("a thread waits with a mutex that it does not own");
        }
        self.state.thread_mut(self.thread).waiting = Some(Waiting { condition, is_signalled: false });
        0
    }

    fn condition_wake(&mut self) -> i128 {
        let waiting = self.state.thread_mut(self.thread).waiting.take();
        i128::from(!waiting.is_some_and(|waiting| waiting.is_signalled))
    }

    /// The threads that wait for a condition and were not signalled, in order.
    fn waiters(&self, condition: SyncAddress) -> Vec<u32> {
        let waits = |thread: &u32| {
            let waiting = self.state.threads[*thread as usize].waiting;
            waiting.is_some_and(|waiting| waiting.condition == condition && !waiting.is_signalled)
        };
        self.state.live_threads().filter(waits).collect()
    }

    fn wake(&mut self, thread: u32) {
        if let Some(waiting) = &mut self.state.thread_mut(thread).waiting {
            waiting.is_signalled = true;
        }
    }

    fn condition_signal(&mut self, condition: SyncAddress, choice: Option<u32>) -> Result<i128, Interruption> {
        self.check_condition(condition);
        let waiters = self.waiters(condition);
        let chosen = match (waiters.len(), choice) {
            (0, _) => return Ok(-1),
            (1, _) => waiters[0],
            (count, None) => return Err(Interruption::Choose(count as u32)),
            (_, Some(choice)) => waiters[choice as usize],
        };
        self.wake(chosen);
        Ok(i128::from(chosen))
    }

    fn condition_broadcast(&mut self, condition: SyncAddress) -> i128 {
        self.check_condition(condition);
        for thread in self.waiters(condition) {
            self.wake(thread);
        }
        0
    }

    pub(super) fn join(
        &mut self,
        joined: &Expr,
        value: Option<LocalId>,
        result: Option<LocalId>,
    ) -> Result<(), Interruption> {
        let id = self.value(joined)?;
        let id = self.number(id)?;
        self.record.tokens.push(Token::Threads);
        let is_self = id == i128::from(self.thread) + 1;
        let target = joinable(self.state, self.thread, id);
        if target.is_some_and(|target| !self.state.threads[target as usize].has_ended()) {
            return Err(Interruption::Blocked);
        }
        let (code, returned) = match target {
            Some(target) => {
                self.record.tokens.push(Token::End(target));
                self.state.thread_mut(target).is_joined = true;
                (0, Some(self.state.threads[target as usize].returned.clone()))
            }
            None if is_self => (EDEADLK, None),
            None => {
                self.misuse("a thread is joined that does not exist or was joined before");
                (ESRCH, None)
            }
        };
        self.event(Event::Join { child: target, outcome: code as i64 }, None);
        if let Some((local, returned)) = value.zip(returned) {
            self.deliver(local, returned)?;
        }
        if let Some(result) = result {
            self.deliver(result, Value::Integer(code))?;
        }
        Ok(())
    }
}

/// An outcome that is the return code.
fn same(code: i128) -> (i128, i128) {
    (code, code)
}
