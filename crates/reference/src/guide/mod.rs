//! Searches for an execution that passes the waypoints of a witness in their order and ends in the violation.
//!
//! A witness is a list of *segments*; each is passed when its waypoint is passed. An assumption is passed while a thread is in front of its
//! statement and the constraint holds; a branching, when the condition has that value; a function entry or return, at the call. The last
//! segment is the violation, at its targets (one, or the two accesses of a race, or all waiting threads of a deadlock). Everything else is
//! searched, and the result is an execution of the reference interpreter. So a wrong witness cannot cause a wrong answer.
//!
//! A waypoint is passed as soon as possible. This loses no execution: the following waypoints then have more time.

pub mod constraint;
mod search;

use constraint::Constraint;
use raddle_program::property::ViolationKind;
use raddle_program::source::FileId;
use raddle_program::trace::Trace;

pub use search::follow;

/// A witness, as the search needs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guide {
    /// In order; the last one is the violation.
    pub segments: Vec<Segment>,
    /// Which violations count.
    pub asks: Vec<Asked>,
}

/// Which violations count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asked {
    /// A call of this function.
    Call(String),
    /// A race.
    Race,
    /// A deadlock.
    Deadlock,
    /// Signed overflow.
    Overflow,
    /// An access outside of what is alive.
    InvalidAccess,
    /// A free of what cannot be freed.
    InvalidFree,
    /// Memory that is not freed in the end.
    Leak,
}

impl Asked {
    /// Whether a violation is one of those.
    pub fn counts(&self, kind: &ViolationKind) -> bool {
        match kind {
            ViolationKind::Assertion(function) => {
                matches!(self, Asked::Call(asked) if is_call_of(asked, function))
            }
            ViolationKind::Deadlock => *self == Asked::Deadlock,
            ViolationKind::DataRace => *self == Asked::Race,
            ViolationKind::SignedOverflow => *self == Asked::Overflow,
            ViolationKind::OutOfBounds
            | ViolationKind::NullDereference
            | ViolationKind::UseAfterFree
            | ViolationKind::UseAfterScope
            | ViolationKind::ReadOnly => *self == Asked::InvalidAccess,
            ViolationKind::DoubleFree | ViolationKind::InvalidFree => *self == Asked::InvalidFree,
            ViolationKind::Leak => *self == Asked::Leak,
            ViolationKind::DivisionByZero
            | ViolationKind::ShiftOutOfRange
            | ViolationKind::Misuse(_)
            | ViolationKind::NonTermination => false,
        }
    }
}

/// Whether a failing assertion counts as a call of a function: `assert` calls `__assert_fail`, and where `__VERIFIER_assert` has no body,
/// it stands for a call of the error function.
fn is_call_of(asked: &str, function: &str) -> bool {
    match function {
        "assert" | "__assert" | "__assert_perror_fail" => asked == "__assert_fail",
        "__VERIFIER_assert" => true,
        _ => asked == function,
    }
}

/// What is to be passed next, and what must not be before.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Segment {
    /// What must not be passed.
    pub avoid: Vec<Waypoint>,
    /// What is passed; only the last segment has several.
    pub follow: Vec<Waypoint>,
}

/// Something that an execution comes by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waypoint {
    /// What it is.
    pub kind: WaypointKind,
    /// The thread, as the witness calls it; `None` for any.
    pub thread: Option<u32>,
    /// Where.
    pub at: Anchor,
}

/// The source range of a waypoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Anchor {
    /// The file.
    pub file: FileId,
    /// The first offset; of a statement, where it starts.
    pub start: u32,
    /// The last offset.
    pub end: u32,
}

/// What a waypoint is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WaypointKind {
    /// A thread is in front of a statement, and this constraint holds.
    Assumption(Constraint),
    /// A condition has this value.
    Branching(bool),
    /// A function is called, or a thread is created, which the witness calls so from there on.
    FunctionEnter(Option<u32>),
    /// A call gives a value.
    FunctionReturn(Option<Constraint>),
    /// The violation.
    Target,
}

/// How far a search may go.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many operations are performed.
    pub operations: u64,
    /// How many while nothing more of the witness is passed than before.
    pub idle: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { operations: 400_000, idle: 20_000 }
    }
}

/// What came of a witness.
#[derive(Clone, PartialEq, Debug)]
pub enum Followed {
    /// An execution passes all of it and violates the property.
    Violation(Box<Trace>),
    /// No execution does that was tried, or none at all.
    Nothing {
        /// How many segments were passed at most.
        passed: usize,
        /// Whether everything was tried, for the inputs that were.
        is_complete: bool,
        /// What prevented the search from going further, if it is known.
        reason: Option<String>,
    },
}
