//! The findings of a scan, as data: reports print them, and other tools read them as JSON.

use raddle_program::source::SourcePlace;
use raddle_program::trace::Trace;
use serde::Serialize;
use std::sync::Arc;

use crate::objects::Object;
use crate::thread::Thread;

/// How sure a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// An execution shows it, and was replayed.
    Confirmed,
    /// Nothing that is known excludes it.
    Possible,
    /// It is a consequence of other races: without them, its accesses are in order.
    Excluded,
}

/// A location with accesses that may race.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RaceFinding {
    /// How sure it is.
    pub status: Status,
    /// Where the location lies.
    #[serde(flatten)]
    pub object: Object,
    /// The path from the object to the bytes that are accessed, with `[]` for any element: `.next`, `[].count`; empty for the whole.
    /// The longest common path where the same accesses reach several members.
    pub member: String,
    /// The paths to all members.
    #[serde(skip)]
    pub members: Vec<String>,
    /// The lock that most accesses hold, if there is one.
    pub guard: Option<Guard>,
    /// How many accesses there are: each place of each thread counts once.
    #[serde(rename = "access_count")]
    pub n_accesses: usize,
    /// First the accesses that nothing keeps apart from some other access, then the remaining ones; at most a hundred.
    pub accesses: Vec<Access>,
    /// The locations whose races are the cause of an excluded one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<String>,
    /// An execution that shows it. If the finding is only possible, the execution depends on functions without a body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Arc<Trace>>,
}

/// A lock that protects some of the accesses to a location.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Guard {
    /// Its name.
    pub lock: String,
    /// How many accesses hold it.
    pub held: usize,
    /// How many accesses there are.
    pub of: usize,
}

/// An access to a location.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Access {
    /// Its source location.
    #[serde(flatten)]
    pub place: SourcePlace,
    /// Whether it is a store, or the end of an object's life.
    pub is_write: bool,
    /// Whether it is atomic.
    pub is_atomic: bool,
    /// Whether nothing is known to keep it apart from some other one.
    pub is_open: bool,
    /// The threads that make it.
    pub thread: Thread,
    /// The locks that are certainly held.
    pub locks: Vec<String>,
    /// The calls from the function of the thread to the function with the access: the shortest chain of them.
    pub stack: Vec<Frame>,
}

/// Threads that may wait for each other's locks in a cycle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DeadlockFinding {
    /// How sure it is.
    pub status: Status,
    /// The locks, in the order of the cycle.
    pub locks: Vec<String>,
    /// Where each thread waits.
    pub waits: Vec<Wait>,
    /// An execution that shows it, as of a race.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Arc<Trace>>,
}

/// A thread that holds a lock and waits for another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Wait {
    /// Where it waits.
    #[serde(flatten)]
    pub place: SourcePlace,
    /// The thread.
    pub thread: Thread,
    /// The lock that it may hold.
    pub holds: String,
    /// The lock that it waits for.
    pub wants: String,
    /// The calls from the function of the thread to the function with the wait.
    pub stack: Vec<Frame>,
}

/// A function on a stack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Frame {
    /// Its name.
    pub function: Arc<str>,
    /// Where it calls the next one; for the last one, nothing.
    pub calls_at: Option<SourcePlace>,
}
