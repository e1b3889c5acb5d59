//! The record of a step: accesses for independence and races, violations, and, when a trace is wanted, listed events.

use std::sync::Arc;

use crate::property::{Violation, ViolationKind};
use crate::semantics::memory::{Object, Origin};
use crate::semantics::state::{State, SyncAddress};
use crate::semantics::value::{ObjectId, Value};
use crate::source::Span;
use crate::syntax::{Atomic, MemoryOrder, Program, Synchronization};
use crate::trace::{Event, MemoryLocation, ObjectName, TraceStep, TraceValue};

/// A listed access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// The object.
    pub object: ObjectId,
    /// First byte.
    pub offset: u64,
    /// Number of bytes.
    pub size: u64,
    /// A store, or `free`.
    pub is_write: bool,
    /// How it is atomic by itself: its object is `_Atomic`, or it is half of an atomic operation.
    pub atomic: Option<Atomic>,
    /// Whether the thread is inside an atomic section of the program, which makes it atomic, too. The section that an
    /// operation on an object is does not count.
    pub in_section: bool,
    /// The accessed lvalue.
    pub span: Span,
}

impl Access {
    /// Whether the two touch a common byte and one of them writes.
    pub fn conflicts_with(&self, other: &Access) -> bool {
        (self.is_write || other.is_write)
            && self.object == other.object
            && self.offset < other.offset + other.size
            && other.offset < self.offset + self.size
    }

    /// Whether it is atomic, by itself or by a section.
    pub fn is_atomic(&self) -> bool {
        self.atomic.is_some() || self.in_section
    }

    /// How it orders threads: as its operation says; what is atomic by a section alone as if it were sequentially consistent.
    pub fn order(&self) -> Option<MemoryOrder> {
        let by_section = self.in_section.then_some(MemoryOrder::SequentiallyConsistent);
        self.atomic.map(|atomic| atomic.order).or(by_section)
    }

    /// Whether the two race if nothing orders them.
    pub fn races_with(&self, other: &Access) -> bool {
        self.conflicts_with(other) && !(self.is_atomic() && other.is_atomic())
    }
}

/// Something that is no memory and that steps depend on; two steps with a common token do not commute.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Token {
    /// A synchronization object.
    Synchronization(ObjectId, u64),
    /// The end of the lifetime of an object that other threads may reach; depends on every access to it.
    Life(ObjectId),
    /// The end of a thread.
    End(u32),
    /// The numbering of threads.
    Threads,
    /// The cancellation state of a thread.
    Cancel(u32),
    /// The set of keys.
    Keys,
    /// An operation that depends on the set of keys, and on no other action of other threads. (Two of them commute.)
    KeyUse,
    /// Beginnings and ends of lifetimes, and decisions about addresses; only where they matter.
    Addresses,
    /// A thread ends inside of a once routine: the thread that runs the routine next is not ordered after it.
    Abandoned,
    /// All other threads vanish: no step commutes with that.
    Child,
}

impl Token {
    /// Whether steps with these tokens do not commute.
    pub fn conflicts_with(self, other: Token) -> bool {
        match (self, other) {
            (Token::KeyUse, Token::KeyUse) => false,
            (Token::KeyUse, Token::Keys) | (Token::Keys, Token::KeyUse) => true,
            (one, another) => one == another,
        }
    }
}

/// What happens-before is made of, in the order in which it happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Happened {
    /// A listed access.
    Access(Access),
    /// A synchronization call.
    Called(Called),
    /// A fence.
    Fence(MemoryOrder),
    /// The outermost atomic section begins.
    SectionBegins,
    /// The outermost atomic section ends.
    SectionEnds,
    /// A thread was created, this one.
    Spawned(u32),
    /// A thread was joined, this one.
    Joined(u32),
}

/// A synchronization call that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Called {
    /// Which.
    pub operation: Synchronization,
    /// On which object, if it is on one.
    pub object: Option<SyncAddress>,
    /// The mutex of a condition wait.
    pub mutex: Option<SyncAddress>,
    /// What traces show.
    pub outcome: i128,
    /// Whether the object was a read-write lock that the thread had for writing.
    pub was_writing: bool,
    /// Of the last arrival at a barrier: the threads that it releases.
    pub released: Vec<u32>,
    /// Whether POSIX leaves undefined what it does.
    pub is_misuse: bool,
}

/// What one or more steps of a thread did.
#[derive(Clone, Default, Debug)]
pub struct Record {
    /// Listed accesses in order.
    pub accesses: Vec<Access>,
    /// Further dependencies.
    pub tokens: Vec<Token>,
    /// Violations that did not end the execution, in order.
    pub violations: Vec<Violation>,
    /// Listed events, if a trace is wanted.
    pub events: Option<Vec<Pending>>,
    /// What happens-before is made of, if it is wanted.
    pub history: Option<Vec<Happened>>,
}

impl Record {
    /// Keeps each access and each dependency once, of the first `n_front` accesses and of the rest. Returns how many accesses are left of the first ones.
    pub fn without_repetitions(&mut self, n_front: Option<usize>) -> Option<usize> {
        let once = |accesses: &[Access]| {
            let mut left: Vec<Access> = Vec::new();
            for access in accesses {
                if !left.contains(access) {
                    left.push(*access);
                }
            }
            left
        };
        let (front, rest) = self.accesses.split_at(n_front.unwrap_or(0));
        let (mut kept, rest) = (once(front), once(rest));
        let n_kept = kept.len();
        kept.extend(rest);
        self.accesses = kept;
        self.tokens.sort_unstable();
        self.tokens.dedup();
        n_front.map(|_| n_kept)
    }
}

/// A listed event whose value may still be a symbol.
#[derive(Clone, Debug)]
pub struct Pending {
    /// The event; the value is filled in from `value`.
    pub step: TraceStep,
    /// The value to fill in, if the event has one.
    pub value: Option<Value>,
    /// How many violations had been recorded before this event.
    pub n_violations: usize,
}

impl Pending {
    /// Whether it lists an access.
    pub fn is_access(&self) -> bool {
        matches!(self.step.event, Event::Read { .. } | Event::Write { .. } | Event::Free { .. })
    }

    /// Whether it is a choice.
    pub fn is_choice(&self) -> bool {
        matches!(self.step.event, Event::Choice { .. })
    }
}

impl Record {
    /// A record that keeps events.
    pub fn with_events() -> Self {
        Record { events: Some(Vec::new()), ..Record::default() }
    }

    /// A record that keeps what happens-before is made of.
    pub fn with_history() -> Self {
        Record { history: Some(Vec::new()), ..Record::default() }
    }

    /// Takes note of something that happens-before is made of, if it is wanted.
    pub fn happened(&mut self, happened: impl FnOnce() -> Happened) {
        if let Some(history) = &mut self.history {
            history.push(happened());
        }
    }

    /// Whether events are kept.
    pub fn keeps_events(&self) -> bool {
        self.events.is_some()
    }
}

/// Names for traces.
pub struct Naming<'a> {
    /// The program.
    pub program: &'a Program,
    /// The state whose objects are named.
    pub state: &'a State,
}

impl Naming<'_> {
    /// The name of an object.
    pub fn object(&self, object: ObjectId) -> ObjectName {
        match &self.state.objects[object].origin {
            Origin::Global(global) => ObjectName::Global(self.program.globals[*global].name.clone()),
            Origin::ThreadLocal(thread, global) => {
                ObjectName::ThreadLocal(*thread, self.program.globals[*global].name.clone())
            }
            Origin::Local(thread, depth, procedure, local) => {
                ObjectName::Local(*thread, *depth, self.program.procedures[*procedure].locals[*local].name.clone())
            }
            Origin::Allocated(thread, number, _) => ObjectName::Heap(*thread, *number),
        }
    }

    /// Bytes of an object, with the text that people read.
    pub fn location(&self, object: ObjectId, offset: u64, size: u64) -> MemoryLocation {
        let name = self.object(object);
        let declared: &Object = &self.state.objects[object];
        let path = match declared.ty {
            Some(ty) => crate::access_path::access_path(&self.program.types, ty, offset, size),
            None => format!("[bytes {}..{}]", offset, offset + size.max(1) - 1),
        };
        MemoryLocation { text: format!("{name}{path}"), object: name, offset, size }
    }

    /// A value; symbols are taken at the least value of their interval.
    pub fn value(&self, value: &Value) -> TraceValue {
        match value {
            Value::Integer(number) => TraceValue::Integer(*number),
            Value::Pointer(object, offset) => TraceValue::Pointer(self.object(*object), *offset),
            Value::Procedure(procedure) => TraceValue::Function(self.program.procedures[*procedure].name.clone()),
            Value::Symbol(symbol, added) => TraceValue::Integer(self.state.symbols[*symbol].low + added),
            Value::Part(_) | Value::Indeterminate | Value::Blob(_) => TraceValue::Opaque,
        }
    }

    /// An event with its value filled in.
    pub fn settle(&self, pending: Pending) -> TraceStep {
        let Pending { mut step, value, .. } = pending;
        if let Some(value) = value {
            let settled = self.value(&value);
            match &mut step.event {
                Event::Read { value, .. } | Event::Write { value, .. } | Event::Choice { value, .. } => {
                    *value = settled
                }
                Event::Synchronize { .. }
                | Event::Spawn { .. }
                | Event::Join { .. }
                | Event::Destructor { .. }
                | Event::Exit
                | Event::AtomicBegin
                | Event::AtomicEnd
                | Event::Allocate { .. }
                | Event::Free { .. } => {}
            }
        }
        step
    }
}

/// Why a step could not be taken as it is.
#[derive(Clone, Debug)]
pub enum Interruption {
    /// The result depends on where in its interval a symbol lies: go on with each piece.
    Split(crate::semantics::value::SymbolId, Vec<crate::semantics::value::Interval>),
    /// One of so many outcomes must be chosen.
    Choose(u32),
    /// The execution ends here with a violation.
    Violation(ViolationKind, String),
    /// There is no model: what it is.
    Unsupported(Arc<str>),
    /// An input with so many values would have to be enumerated; its symbol, if one alone has so many.
    LargeInput(u64, Option<crate::semantics::value::SymbolId>),
    /// Calls nest too deeply.
    Depth,
    /// The thread waits: which object it waits for was not known before an input was split.
    Blocked,
}
