//! A statement of a proof about one place of the program, as C.

use std::sync::Arc;

use raddle_program::source::Span;

/// A formula that holds whenever a thread is at a location.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fact {
    /// The function that the place is in.
    pub function: Arc<str>,
    /// The place: of what the thread does next.
    pub place: Span,
    /// A C expression over globals and locals of the function, without effects.
    pub formula: String,
    /// Whether it names a local, which has to be in scope.
    pub is_about_locals: bool,
}
