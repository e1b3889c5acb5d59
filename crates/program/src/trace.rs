//! The trace contract: the one form in which every engine describes a violation.
//!
//! A trace lists, in the order of one interleaving, every *listed* event of every thread. Between two listed events a thread is
//! deterministic, so the list and the program determine the execution. The reference interpreter runs it and reports the first
//! disagreement. Engines and interpreter list the same events by the same rules:
//!
//! 1. An access to a register (a scalar local or parameter whose address is never taken) is not listed. Neither are
//!    accesses to temporaries that a translation made, the initialization of an automatic object by its declaration,
//!    (or compound literal; the characters of a string that initializes an array are not read either), and the
//!    initialization of parameters. Every other load or store of an object is one `Read` or `Write`, with the
//!    span of the lvalue expression.
//! 2. A scalar is one access. A record is copied member by member, scalar by scalar, in layout order (elements of
//!    arrays in order; a union is one access, so is a location of bit-fields): first all reads, then all writes. Padding is
//!    not copied.
//! 3. A bit-field is read by one access to its memory location (C11 3.14), and written by a read and then a write of it.
//! 4. `x op= e` and `x++` are a read and later a write. On an `_Atomic` object they are one atomic section:
//!    `AtomicBegin`, read, write, `AtomicEnd` (the right side is evaluated before it).
//! 5. `memcpy` and `memmove` are a `Read` and a `Write` of the whole range with nothing between; `memset` is a `Write`.
//!    Size zero lists nothing. Their span is the call's. `realloc` is `Allocate`, the copy of the common bytes, `Free`.
//! 6. Calls of the library list what `docs/library.md` says, all with the call's span: most of the thread library one `Synchronize`,
//!    `Spawn` or `Join` each; a condition wait lists `condition-release`, `condition-wake` and `mutex-lock`, a barrier wait
//!    `barrier-arrive` and `barrier-leave`; strings are read and written character by character. `pthread_create` lists `Spawn` and then, with nothing
//!    between, the `Write` of the id (unless null) with the call's span. A store through a pointer argument of `pthread_join` is
//!    a `Write` after `Join`, with the call's span.
//! 7. The value of an input function, an indeterminate value that is read, and any other choice (also whether addresses of two objects are
//!    equal, if C leaves it open) is a `Choice` directly before the event that uses it. Reading an indeterminate scalar (a register too)
//!    chooses its value once; the object keeps it. If the value of a call is not used (expression statement, left side of a comma, cast to
//!    `void`), it is not chosen.
//! 8. The end of a thread is `Exit`, with the span of the call that ends it, or of the name of its first function if that
//!    returns; the end of the process ends the trace. A destructor that it calls before is a `Destructor` with the same span.
//! 9. The violation comes last. An access that violates memory is not listed before it. For a race, the last step is the second of the
//!    racing accesses; the first is an earlier access of another thread. They are neighbours if possible: inside of an atomic section, or
//!    with a failing trylock between them, they are not. For a deadlock of some of the threads, the remaining threads cannot end the
//!    process, or the trace has a fair loop in which they continue.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

use crate::property::{Property, Violation};
use crate::source::{SourcePlace, Span};
use crate::syntax::Synchronization;

/// The number of the format; it changes when old traces can no longer be read.
pub const TRACE_FORMAT: u32 = 1;

/// The function that chooses arguments and calls `main` with them, where a program is started with any.
pub const START: &str = "__raddle_start";

/// The arguments that it chooses: the globals of this name and a number from 1 on.
pub const ARGUMENT: &str = "main::argument_";

/// How a violation comes about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trace {
    /// [`TRACE_FORMAT`]
    pub format: u32,
    /// The file that the user named.
    pub file: String,
    /// What is violated.
    pub property: Property,
    /// The listed events in order.
    pub steps: Vec<TraceStep>,
    /// The violation after the last step.
    pub violation: Violation,
    /// Of a lasso: the index of the first step of the loop.
    pub loop_start: Option<usize>,
    /// Of a lasso: whether numbers or addresses change in each iteration, so that the state does not repeat soon. The engine has then
    /// proved that the loop can be repeated for ever. A replay only checks that locations and held locks are the same at the start and the
    /// end of the loop.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_recurrent: bool,
    /// Names of its allocations, addresses and threads, for people. Not compared in replays.
    #[serde(default, skip_serializing_if = "TraceNames::is_empty")]
    pub names: TraceNames,
}

/// Names from the source for the objects and threads of a trace. They are added once the trace is known to be an execution.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TraceNames {
    /// Objects and addresses inside them: `job@pool.c:21`, `ids[2]`.
    pub addresses: Vec<AddressName>,
    /// The argument that a thread was created with, where it is not null: `&pool`, `3`.
    pub arguments: Vec<ThreadArgument>,
    /// The locations at the end of the trace of the threads that have not ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<ThreadEnd>,
    /// Variables of the function that the violating thread is in, which the trace does not list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<VariableValue>,
}

impl TraceNames {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.addresses.is_empty() && self.arguments.is_empty() && self.ends.is_empty() && self.variables.is_empty()
    }
}

/// The location of a thread.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThreadEnd {
    /// The thread.
    pub thread: u32,
    /// The source range of the statement that comes next.
    pub span: Span,
    /// The same for people.
    pub place: SourcePlace,
}

/// A variable with its value at the end of the trace.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct VariableValue {
    /// Its name in the source.
    pub name: String,
    /// Its value.
    pub value: TraceValue,
}

/// The name of an address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AddressName {
    /// The object.
    pub object: ObjectName,
    /// The byte of it.
    pub offset: i64,
    /// What is there, without the `&`. At offset 0 it is also the name of the object.
    pub text: String,
}

/// The argument of a thread.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThreadArgument {
    /// The thread.
    pub thread: u32,
    /// The argument.
    pub text: String,
}

impl Trace {
    /// The order in which threads take steps: the thread of each listed event.
    pub fn schedule(&self) -> Vec<u32> {
        self.steps.iter().map(|step| step.thread).collect()
    }
}

/// One listed event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TraceStep {
    /// The thread: 0 is main; the other threads are numbered in the order of their creation in this execution.
    pub thread: u32,
    /// Where, as bytes of the physical file.
    pub span: Span,
    /// Where, for people: the physical place.
    pub place: SourcePlace,
    /// The function that the thread is in.
    pub function: Arc<str>,
    /// The calls that led there, the innermost first, as far as they are known. Not compared in replays.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub callers: Vec<Caller>,
    /// What happens.
    pub event: Event,
}

/// A call that a thread is in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Caller {
    /// The function that calls.
    pub function: Arc<str>,
    /// Where it calls.
    pub place: SourcePlace,
}

/// What happens in a step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "event")]
pub enum Event {
    /// A load.
    Read {
        /// Of what.
        location: MemoryLocation,
        /// What was read.
        value: TraceValue,
        /// Whether the object is `_Atomic`.
        is_atomic: bool,
    },
    /// A store.
    Write {
        /// To what.
        location: MemoryLocation,
        /// What was written.
        value: TraceValue,
        /// Whether the object is `_Atomic`.
        is_atomic: bool,
    },
    /// Something was chosen.
    Choice {
        /// What kind of choice.
        kind: ChoiceKind,
        /// What was chosen.
        value: TraceValue,
    },
    /// A synchronization call.
    Synchronize {
        /// Which.
        operation: Synchronization,
        /// The synchronization object.
        object: MemoryLocation,
        /// What `docs/library.md` says: mostly the return code. Of `condition-signal`: the thread that it woke, -1 for
        /// none. Of `condition-wake`: 0 if it was signalled, 1 if it is spurious, 2 if it timed out, 3 if it was cancelled.
        outcome: i64,
    },
    /// A thread was created.
    Spawn {
        /// Its number.
        child: u32,
        /// The function it runs.
        start: Arc<str>,
    },
    /// A join returned.
    Join {
        /// The thread that ended; `None` if the id named none.
        child: Option<u32>,
        /// The return code.
        outcome: i64,
    },
    /// A thread that ends takes its value for a key, and is about to call the key's destructor with it.
    Destructor {
        /// The key.
        key: u32,
    },
    /// The thread ended.
    Exit,
    /// An atomic section begins.
    AtomicBegin,
    /// An atomic section ends.
    AtomicEnd,
    /// Memory was allocated.
    Allocate {
        /// The new object.
        object: ObjectName,
        /// Its size in bytes.
        size: u64,
    },
    /// Memory was freed.
    Free {
        /// The object.
        object: ObjectName,
    },
}

/// The source of a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChoiceKind {
    /// An input function.
    Input,
    /// An indeterminate value.
    Indeterminate,
    /// The result of an external function.
    External,
    /// The result of an operation that C leaves undefined.
    Undefined,
    /// Whether pointers to two different objects are equal, where C leaves it open (`semantics/addresses.rs`): 1 if they are.
    Address,
    /// Whether the first of two objects lies in front of the second one in memory, where a program asks (`semantics/address_order.rs`): 1
    /// if it does.
    Order,
}

/// Bytes of an object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MemoryLocation {
    /// The object.
    pub object: ObjectName,
    /// First byte.
    pub offset: u64,
    /// Number of bytes.
    pub size: u64,
    /// How the source names it, for people: `queue.items[2]`. Not compared in replays.
    pub text: String,
}

/// An object, with the same name in every engine.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ObjectName {
    /// A global, by its unique name in the program (`function::name` for static locals; `"..."` literals are
    /// called `string@` and the byte offset of the literal).
    Global(Arc<str>),
    /// A thread's copy of a thread-local global.
    ThreadLocal(u32, Arc<str>),
    /// A local: thread, depth of the frame (0 is the thread's first function), name in the source (`name.2` for the second
    /// object of that name in its function).
    Local(u32, u32, Arc<str>),
    /// The k-th allocation (from 0) of a thread, `alloca` and variable-length arrays included.
    Heap(u32, u32),
    /// A thread, as the object of a synchronization call; `u32::MAX` if the id names none.
    Thread(u32),
    /// A key of thread-specific data, by its number.
    Key(u32),
}

impl std::fmt::Display for ObjectName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ObjectName::Global(name) => write!(f, "{name}"),
            ObjectName::ThreadLocal(thread, name) => write!(f, "{name}@T{thread}"),
            ObjectName::Local(_, _, name) => write!(f, "{name}"),
            ObjectName::Heap(thread, number) => write!(f, "heap{thread}.{number}"),
            ObjectName::Thread(u32::MAX) => write!(f, "no thread"),
            ObjectName::Thread(0) => write!(f, "main"),
            ObjectName::Thread(thread) => write!(f, "T{thread}"),
            ObjectName::Key(number) => write!(f, "key {number}"),
        }
    }
}

/// A value as traces show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TraceValue {
    /// A number (null is 0).
    Integer(#[serde(with = "wide")] i128),
    /// An address.
    Pointer(ObjectName, i64),
    /// A function.
    Function(Arc<str>),
    /// Bytes that are no scalar (a union, a range, a floating value): not compared in replays.
    Opaque,
}

impl std::fmt::Display for TraceValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TraceValue::Integer(value) => write!(f, "{value}"),
            TraceValue::Pointer(object, 0) => write!(f, "&{object}"),
            TraceValue::Pointer(object, offset) => write!(f, "&{object}{offset:+}"),
            TraceValue::Function(name) => write!(f, "{name}"),
            TraceValue::Opaque => write!(f, "..."),
        }
    }
}

/// Numbers in saved traces: JSON numbers where 64 bits are enough, else decimal text. (Tagged enums cannot be read with
/// 128-bit numbers in them.)
mod wide {
    use serde::{Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(value: &i128, serializer: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(*value) {
            Ok(small) => serializer.serialize_i64(small),
            Err(_) => serializer.collect_str(value),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i128, D::Error> {
        struct Number;
        impl de::Visitor<'_> for Number {
            type Value = i128;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a whole number, or one as text")
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<i128, E> {
                Ok(value.into())
            }
            fn visit_u64<E: de::Error>(self, value: u64) -> Result<i128, E> {
                Ok(value.into())
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<i128, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Number)
    }
}
