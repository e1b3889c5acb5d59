//! States: shared memory, synchronization objects, and one stack of frames a thread.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::automaton::Location;
use crate::entity::Table;
use crate::semantics::addresses::Addresses;
use crate::semantics::memory::{Object, SharedObject};
use crate::semantics::object::SyncObject;
use crate::semantics::value::{Interval, ObjectId, SymbolId, Value};
use crate::source::Span;
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
    /// The synchronization objects whose state differs from what their bytes give, by address.
    pub synchronization: BTreeMap<SyncAddress, SyncObject>,
    /// The keys in use, with their destructors.
    pub keys: BTreeMap<u32, Option<Routine>>,
    /// Whether the process has ended.
    pub has_ended: bool,
    /// What is known of where objects lie; nothing unless the machine follows it.
    pub addresses: Addresses,
    /// What undefined arithmetic gave in a step that was interrupted to decide something, in order: when it is taken again,
    /// it gives the same. Choices of the equality of addresses are among it. Empty between steps.
    pub undefined: Vec<Value>,
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
    /// Whether its id is no longer valid: it was joined, or was detached and has ended.
    pub is_joined: bool,
    /// Whether it is detached.
    pub is_detached: bool,
    /// Whether it belongs to the process of which this one is a copy: it has no frames, and has not ended.
    pub has_vanished: bool,
    /// Its cancellation state.
    pub cancellation: Cancellation,
    /// Cleanup routines, the one that was pushed last at the end.
    pub cleanup: Vec<Cleanup>,
    /// Its values of the keys, except null.
    pub specific: BTreeMap<u32, Value>,
    /// Set while it ends.
    pub ending: Option<Ending>,
    /// How many atomic sections it is inside.
    pub atomic_depth: u32,
    /// Its copies of the thread-local globals, in the order of the globals.
    pub thread_locals: Vec<(GlobalId, ObjectId)>,
    /// Set while it waits for a condition.
    pub waiting: Option<Waiting>,
    /// Set while it waits at a barrier.
    pub barrier: Option<BarrierWait>,
    /// Number of allocations it has made; only for names in traces.
    pub n_allocations: u32,
    /// Its number of local steps reached the bound of one move: its next step is explored like a visible one.
    pub is_cut: bool,
}

impl Thread {
    /// Whether it takes no step any more: it has ended, or vanished.
    pub fn has_ended(&self) -> bool {
        self.frames.is_empty()
    }

    /// Whether it has ended, so that a join need not wait.
    pub fn has_returned(&self) -> bool {
        self.frames.is_empty() && !self.has_vanished
    }

    /// Whether it can be asked for something.
    pub fn is_there(&self) -> bool {
        !self.frames.is_empty()
    }

    /// The process becomes a copy of itself in which this thread does not exist, unless it has ended before.
    pub fn vanish(&mut self) {
        self.has_vanished |= self.is_there();
        self.frames.clear();
        self.waiting = None;
        self.barrier = None;
        self.ending = None;
        self.cleanup.clear();
        self.specific.clear();
        self.atomic_depth = 0;
    }

    /// The values that it holds outside of its frames.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        let cleanup = self.cleanup.iter().map(|cleanup| &cleanup.argument);
        let ending = self.ending.iter().map(|ending| &ending.value);
        std::iter::once(&self.returned).chain(cleanup).chain(self.specific.values()).chain(ending)
    }

    /// The values that it holds outside of its frames, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        let cleanup = self.cleanup.iter_mut().map(|cleanup| &mut cleanup.argument);
        let ending = self.ending.iter_mut().map(|ending| &mut ending.value);
        std::iter::once(&mut self.returned).chain(cleanup).chain(self.specific.values_mut()).chain(ending)
    }

    /// The objects that hold what it waits for.
    pub fn addresses(&self) -> impl Iterator<Item = ObjectId> + '_ {
        let waiting = self.waiting.iter().flat_map(|waiting| [waiting.condition.0, waiting.mutex.0]);
        waiting.chain(self.barrier.iter().map(|wait| wait.barrier.0))
    }

    /// The objects that hold what it waits for, to be renamed.
    pub fn addresses_mut(&mut self) -> impl Iterator<Item = &mut ObjectId> + '_ {
        let waiting = self.waiting.iter_mut();
        let waiting = waiting.flat_map(|waiting| [&mut waiting.condition.0, &mut waiting.mutex.0]);
        waiting.chain(self.barrier.iter_mut().map(|wait| &mut wait.barrier.0))
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
#[derive(Clone, PartialEq, Debug)]
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
    /// The mutex that was given with it.
    pub mutex: SyncAddress,
    /// Whether it was signalled.
    pub is_signalled: bool,
}

/// A wait at a barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BarrierWait {
    /// The barrier.
    pub barrier: SyncAddress,
    /// Set once all have arrived: whether this thread is the serial one.
    pub released: Option<bool>,
}

/// Whether a thread is to be cancelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cancellation {
    /// It was asked to.
    pub is_pending: bool,
    /// It does not listen.
    pub is_disabled: bool,
}

impl Cancellation {
    /// Whether the next cancellation point ends the thread.
    pub fn acts(self) -> bool {
        self.is_pending && !self.is_disabled
    }
}

/// What is called when a thread ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Routine {
    /// A procedure with a body.
    Procedure(ProcedureId),
    /// The number of no function: the call violates memory, not the step that names it.
    NoFunction,
}

/// A routine that is called if the thread ends early.
#[derive(Clone, PartialEq, Debug)]
pub struct Cleanup {
    /// The routine.
    pub routine: Routine,
    /// What it is given.
    pub argument: Value,
    /// How many frames the thread had when it was pushed.
    pub depth: u32,
}

/// A thread that is ending: routines and destructors run.
#[derive(Clone, PartialEq, Debug)]
pub struct Ending {
    /// What it returns.
    pub value: Value,
    /// Where it ended.
    pub span: Span,
    /// The procedure it was in.
    pub procedure: ProcedureId,
    /// How many frames lie below a routine or destructor that runs.
    pub depth: u32,
    /// Which round of destructors this is.
    pub round: u32,
    /// The least key whose destructor was not considered in this round.
    pub next_key: u32,
    /// Whether this round called one.
    pub has_called: bool,
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
            Value::Pointer(..) | Value::Procedure(_) | Value::Part(_) | Value::Indeterminate | Value::Blob(_) => None,
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
            pending.extend(self.objects[object].cells.marks().iter().filter_map(|mark| mark.content.object()));
        }
    }
}
