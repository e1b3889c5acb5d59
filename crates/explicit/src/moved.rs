//! The results of moves ([`crate::moves`]), and the paths by which they can be taken again.

use raddle_program::property::Violation;
use raddle_program::semantics::{Happened, Interruption, Interval, Record, State};
use raddle_program::source::Span;

use crate::independence::Footprint;

/// How a move went on at a transition with several outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The piece of a split symbol: its interval.
    Piece(Interval),
    /// One of several waiting threads.
    Choice(u32),
}

/// A path: a number of transitions of one thread, with the decisions on it. Replaying it from the same state gives the
/// same result.
#[derive(Clone, Debug)]
pub struct Way {
    /// The thread.
    pub thread: u32,
    /// How many transitions.
    pub n_transitions: u32,
    /// The decisions in order.
    pub decisions: Vec<Decision>,
}

impl Way {
    /// Whether another path has as many transitions with the same decisions.
    pub fn is_like(&self, other: &Way) -> bool {
        self.n_transitions == other.n_transitions && self.decisions == other.decisions
    }
}

/// A state that a move leads to.
#[derive(Debug)]
pub struct Successor {
    /// The state.
    pub state: State,
    /// How it was reached.
    pub way: Way,
    /// The events that make up happens-before, if they are recorded.
    pub happened: Vec<Happened>,
}

/// A violation in a move.
#[derive(Debug)]
pub struct Found {
    /// The violation.
    pub violation: Violation,
    /// How it was reached; the last transition is the violating one.
    pub way: Way,
    /// How many violations (that did not end the execution) the last transition reported before this one.
    pub rank: usize,
}

/// An unsupported construct on a path.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// What it is.
    pub interruption: Interruption,
    /// Where.
    pub span: Span,
}

/// All that a move can do.
#[derive(Debug, Default)]
pub struct Moved {
    /// Where it leads.
    pub successors: Vec<Successor>,
    /// What it touched, all outcomes together.
    pub footprint: Footprint,
    /// What it violated.
    pub found: Vec<Found>,
    /// What stopped it.
    pub obstacles: Vec<Obstacle>,
    /// The events of outcomes that end the execution, if they are recorded.
    pub ended: Vec<(Way, Vec<Happened>)>,
    /// Whether a race may result that does not show as two accesses that can be made next.
    pub hides_order: bool,
    /// Whether no other thread can observe the first transition, and the thread goes on. Then no other thread needs to
    /// be considered before it.
    pub is_local: bool,
}

impl Moved {
    /// Records an outcome that ends the execution.
    pub fn end(&mut self, way: Way, n_transitions: u32, record: Record) {
        if let Some(happened) = record.history {
            self.ended.push((Way { n_transitions, ..way }, happened));
        }
    }
}
