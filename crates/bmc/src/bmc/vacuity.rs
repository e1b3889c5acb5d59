//! Whether a formula has a model without its question.
//!
//! Each program has executions, at least the one in which no thread takes a step. So the formula of an unwound program,
//! without a question, has a model. If it has none, the unwinding excludes executions that exist, and "no execution
//! reaches a violation" says nothing about the program. No answer SAFE is given for such a formula: it is an internal
//! error.
//!
//! The formula behind the answer is checked once, after all other queries: by then the solver has learned much, and
//! finds a model in most cases without a conflict.

use raddle_program::property::Property;

use crate::order::{Encoding, Found, Query};
use crate::unwind::Unwinding;
use raddle_verify::verdict::{Reason, Verdict};

/// Whether the formula has an execution at all.
pub(super) fn has_execution(unwinding: &mut Unwinding, encoding: &mut Encoding) -> Found {
    let assumed = unwinding.asked(None);
    let found = encoding.ask(&mut unwinding.pool, Query::Execution, &assumed);
    // A bound of the order, as on context switches, may leave out every complete execution. The answer names that bound and is not SAFE.
    let is_bounded = encoding.left_out().is_some();
    if found == Found::No && is_bounded { Found::Yes } else { found }
}

/// The answer for a property where the formula excludes every execution.
pub(super) fn vacuous(property: Property) -> Verdict {
    let message = format!("the formula for {property} has no model at all, although every program has executions");
    Verdict::Unknown(Reason::Internal { message })
}
