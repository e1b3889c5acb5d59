//! States: shared memory, synchronization objects, and one stack of frames a thread.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::automaton::Location;
use crate::entity::Table;
use crate::semantics::memory::{Object, SharedObject};
use crate::semantics::value::{Interval, ObjectId, SymbolId, Value};
use crate::syntax::{GlobalId, LocalId, ProcedureId};

/// A point of an execution.
#[derive(Clone, Debug)]
pub struct State {
    /// All threads that were ever created; 0 is main.
    pub threads: Vec<Rc<Thread>>,
    /// All objects, dead ones that may still be pointed to included.
    pub objects: Table<ObjectId, SharedObject>,
    /// What is known of the symbols.
    pub symbols: Table<SymbolId, Interval>,
    /// The mutexes whose state is not that of a fresh one, by address.
    pub mutexes: BTreeMap<SyncAddress, Mutex>,
    /// The destroyed condition variables, by address.
    pub destroyed_conditions: BTreeMap<SyncAddress, ()>,
    /// Whether the process has ended.
    pub has_ended: bool,
}

/// The address of a synchronization object.
pub type SyncAddress = (ObjectId, u64);

/// A thread.
#[derive(Clone, Debug)]
pub struct Thread {
    /// Its frames, the innermost last; empty once it has ended.
    pub frames: Vec<Rc<Frame>>,
    /// What it returned, once it has ended.
    pub returned: Value,
    /// Whether it was joined.
    pub is_joined: bool,
    /// How many atomic sections it is inside.
    pub atomic_depth: u32,
    /// Its copies of the thread-local globals, in the order of the globals.
    pub thread_locals: Vec<(GlobalId, ObjectId)>,
    /// Set while it waits for a condition.
    pub waiting: Option<Waiting>,
    /// Number of allocations it has made; only for names in traces.
    pub n_allocations: u32,
    /// Its number of local steps reached the bound of one move: its next step is explored like a visible one.
    pub is_cut: bool,
}

impl Thread {
    /// Whether it has ended.
    pub fn has_ended(&self) -> bool {
        self.frames.is_empty()
    }

    /// The innermost frame.
    ///
    /// # Panics
    /// If it has ended.
    pub fn frame(&self) -> &Frame {
        self.frames.last().expect("a live thread has a frame")
    }

    /// The innermost frame, to be changed.
    ///
    /// # Panics
    /// If it has ended.
    pub fn frame_mut(&mut self) -> &mut Frame {
        Rc::make_mut(self.frames.last_mut().expect("a live thread has a frame"))
    }
}

/// An activation of a procedure.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The procedure.
    pub procedure: ProcedureId,
    /// Where it is.
    pub location: Location,
    /// One entry a local: the value of a register; the address of a local in memory while it lives.
    pub registers: Vec<Value>,
    /// Where the caller wants the result.
    pub result: Option<LocalId>,
    /// What was allocated for the life of this frame.
    pub allocations: Vec<ObjectId>,
}

/// A wait for a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// The condition.
    pub condition: SyncAddress,
    /// Whether it was signalled.
    pub is_signalled: bool,
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
    /// The kind that pthread's number stands for; others are normal.
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
    /// Whether it was destroyed.
    pub is_destroyed: bool,
}

impl State {
    /// A thread, to be changed.
    pub fn thread_mut(&mut self, thread: u32) -> &mut Thread {
        Rc::make_mut(&mut self.threads[thread as usize])
    }

    /// An object, to be changed.
    pub fn object_mut(&mut self, object: ObjectId) -> &mut Object {
        let object = Rc::make_mut(&mut self.objects[object]);
        object.memo.set(None);
        object
    }

    /// The threads that have not ended, in order.
    pub fn live_threads(&self) -> impl Iterator<Item = u32> + '_ {
        (0u32..).zip(&self.threads).filter(|(_, thread)| !thread.has_ended()).map(|(number, _)| number)
    }

    /// Another thread than `thread` that is inside an atomic section.
    pub fn atomic_thread(&self) -> Option<u32> {
        (0u32..).zip(&self.threads).find(|(_, thread)| !thread.has_ended() && thread.atomic_depth > 0).map(|(it, _)| it)
    }

    /// A symbol with this interval.
    pub fn fresh_symbol(&mut self, interval: Interval) -> Value {
        Value::Symbol(self.symbols.push(interval), 0)
    }

    /// The value with a decided symbol replaced by its number.
    pub fn resolved(&self, value: Value) -> Value {
        match value {
            Value::Symbol(symbol, added) => {
                let interval = self.symbols[symbol];
                if interval.low == interval.high { Value::Integer(interval.low + added) } else { value }
            }
            other => other,
        }
    }

    /// The interval in which an integer or symbol lies; `None` for addresses and the like.
    pub fn interval(&self, value: &Value) -> Option<Interval> {
        match value {
            Value::Integer(number) => Some(Interval::point(*number)),
            Value::Symbol(symbol, added) => Some(self.symbols[*symbol].shifted(*added)),
            Value::Pointer(..) | Value::Procedure(_) | Value::Indeterminate | Value::Blob(_) => None,
        }
    }

    /// Marks an object and all that it points to as reachable by every thread.
    pub fn share(&mut self, object: ObjectId) {
        let mut pending = vec![object];
        while let Some(object) = pending.pop() {
            if self.objects[object].is_shared {
                continue;
            }
            self.object_mut(object).is_shared = true;
            for mark in self.objects[object].cells.marks() {
                if let crate::semantics::memory::Content::Pointer(target, _) = mark.content {
                    pending.push(target);
                }
            }
        }
    }
}
