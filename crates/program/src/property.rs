//! The properties of a program, and their violations.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

use crate::source::Span;

/// A question about all executions of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Property {
    /// No assertion fails and no error function is called.
    Assertions,
    /// No thread waits in every continuation of a reachable state from which, in a fair execution, the process never ends.
    Deadlock,
    /// No two conflicting accesses that are unordered by happens-before, unless both are atomic.
    DataRace,
    /// Every access is inside a live object; nothing is freed twice.
    Memory,
    /// Every allocation is freed when the process ends in order: `main` returns, `exit` is called, or the last thread ends. (After `abort`,
    /// `_exit`, a failing assertion or assumption nothing has to be freed.)
    Leaks,
    /// No signed arithmetic overflows.
    Overflow,
    /// No division by zero, no shift out of range.
    Arithmetic,
    /// Synchronization objects are used as POSIX allows.
    Locks,
    /// Every execution ends.
    Termination,
}

impl Property {
    /// All properties, in the order in which they are shown.
    pub const ALL: [Property; 9] = [
        Property::Assertions,
        Property::Deadlock,
        Property::DataRace,
        Property::Memory,
        Property::Leaks,
        Property::Overflow,
        Property::Arithmetic,
        Property::Locks,
        Property::Termination,
    ];

    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Property::Assertions => "assertions",
            Property::Deadlock => "deadlock",
            Property::DataRace => "data-race",
            Property::Memory => "memory",
            Property::Leaks => "leaks",
            Property::Overflow => "overflow",
            Property::Arithmetic => "arithmetic",
            Property::Locks => "locks",
            Property::Termination => "termination",
        }
    }

    /// Whether it is checked by default. Non-terminating executions and memory that is never freed are often intended.
    pub fn is_usual(self) -> bool {
        match self {
            Property::Assertions
            | Property::Deadlock
            | Property::DataRace
            | Property::Memory
            | Property::Overflow
            | Property::Arithmetic
            | Property::Locks => true,
            Property::Leaks | Property::Termination => false,
        }
    }

    /// The property with a name.
    pub fn from_name(name: &str) -> Option<Property> {
        Property::ALL.into_iter().find(|property| property.name() == name)
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a property is violated.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ViolationKind {
    /// An assertion failed, or an error function was called: the name of that function.
    Assertion(Arc<str>),
    /// Threads wait for ever, and the process never ends.
    Deadlock,
    /// Two accesses are unordered.
    DataRace,
    /// An access outside its object.
    OutOfBounds,
    /// An access through a null pointer.
    NullDereference,
    /// An access to freed memory.
    UseAfterFree,
    /// An access to a local object whose block was left.
    UseAfterScope,
    /// A write to a string literal or another constant object.
    ReadOnly,
    /// Memory was freed twice.
    DoubleFree,
    /// `free` of something that `malloc` did not return.
    InvalidFree,
    /// Memory was never freed.
    Leak,
    /// Signed arithmetic left the range of its type.
    SignedOverflow,
    /// Division or remainder by zero.
    DivisionByZero,
    /// A shift by a negative amount or by at least the width. (What is shifted out of a signed value to the left, which C
    /// leaves undefined and gcc defines, is no violation.)
    ShiftOutOfRange,
    /// A synchronization object was misused: what was wrong, in a few words.
    Misuse(Arc<str>),
    /// An execution does not end.
    NonTermination,
}

impl ViolationKind {
    /// The property that it violates.
    pub fn property(&self) -> Property {
        match self {
            ViolationKind::Assertion(_) => Property::Assertions,
            ViolationKind::Deadlock => Property::Deadlock,
            ViolationKind::DataRace => Property::DataRace,
            ViolationKind::OutOfBounds
            | ViolationKind::NullDereference
            | ViolationKind::UseAfterFree
            | ViolationKind::UseAfterScope
            | ViolationKind::ReadOnly
            | ViolationKind::DoubleFree
            | ViolationKind::InvalidFree => Property::Memory,
            ViolationKind::Leak => Property::Leaks,
            ViolationKind::SignedOverflow => Property::Overflow,
            ViolationKind::DivisionByZero | ViolationKind::ShiftOutOfRange => Property::Arithmetic,
            ViolationKind::Misuse(_) => Property::Locks,
            ViolationKind::NonTermination => Property::Termination,
        }
    }
}

/// A violation, with its place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Violation {
    /// How the property is violated.
    pub kind: ViolationKind,
    /// The thread whose step violates it (for a race: the second access; for a deadlock: the first waiting thread).
    pub thread: u32,
    /// Where.
    pub span: Span,
    /// A sentence for people, without a full stop.
    pub message: String,
}
