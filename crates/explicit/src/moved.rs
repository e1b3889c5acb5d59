//! What moves ([`crate::moves`]) lead to, and the ways by which they can be taken again.

use raddle_program::property::Violation;
use raddle_program::semantics::{Happened, Interruption, Interval, Record, State};
use raddle_program::source::Span;

use crate::independence::Footprint;

/// How a move went on where it could go on in several ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The piece of a split symbol: its interval.
    Piece(Interval),
    /// One of several waiters.
    Choice(u32),
}

/// A number of transitions of one thread with the decisions on the way: replaying it from the same state gives the same.
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
    /// Whether another way takes as many transitions with the same decisions.
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
    /// What happens-before is made of, if that is wanted.
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

/// Something on the way that has no model.
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
    /// What happened in outcomes that end the execution, if that is wanted.
    pub ended: Vec<(Way, Vec<Happened>)>,
    /// Whether a race may come of it that does not show as two accesses that can be made next.
    pub hides_order: bool,
    /// Whether already its first transition could be noticed by nobody and it goes on: then no other thread needs to be
    /// considered before it.
    pub is_local: bool,
}

impl Moved {
    /// Takes note of an outcome that ends the execution.
    pub fn end(&mut self, way: Way, n_transitions: u32, record: Record) {
        if let Some(happened) = record.history {
            self.ended.push((Way { n_transitions, ..way }, happened));
        }
    }
}
