//! How the formula of an unwound program says in which order its events happen.

use raddle_analysis::reduction::Reduction;

use crate::options::SliceChoices;

/// What decides whether the sources of reads fit an order of the events.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// A theory inside the SAT solver.
    #[default]
    Theory,
    /// Clauses over a number for each event.
    Clocks,
    /// A recorded schedule: clauses over a number for each block of events of a thread.
    Schedule,
    /// The same, with few switches of threads at first, and more where a core needs them.
    Widening,
    /// One interleaving after the other.
    Interleavings(Choices),
    /// Some variables first, and more where they matter.
    Slices(SliceChoices),
}

/// Which interleavings are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    /// Where a thread may be switched away from.
    pub reduction: Reduction,
    /// How often at most, if there is a bound.
    pub switches: Option<u32>,
}
