//! Program to program, with the translation back.
//!
//! [`crate::transformed`] applies transforms, checks and prints their programs, and translates answers back. Not a transform is the
//! program that counts allocations (`crate::leaks`): it has another question, too. Analyses that look at another form of a program
//! ([`raddle_analysis::unrolled`]) keep no more of it than what they show.

mod direct_calls;
mod no_arguments;
mod prefix;
pub mod slice;
mod without_choices;

pub use direct_calls::DirectCalls;
pub use no_arguments::NoArguments;
pub use prefix::{PROPERTIES_OF_STEPS, Prefix};
pub use without_choices::WithoutChoices;

use raddle_program::property::Property;
use raddle_program::syntax::Program;
use raddle_program::trace::Trace;

use crate::verdict::Proof;

/// A transformation of a program, together with the translation back of answers about the new program.
pub trait Transform: Sync {
    /// Its name, as `--dump after:NAME` takes it.
    fn name(&self) -> &'static str;
    /// Which answers about the new program carry over, for each property; `None` forbids the pair.
    fn fidelity(&self, property: Property) -> Option<Fidelity>;
    /// The new program, and the translation back. The program stays the same if there is nothing to transform.
    fn apply(&self, program: &Program) -> (Program, Box<dyn WayBack>);
}

/// Which answers about the new program carry over to the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fidelity {
    /// All.
    Exact,
    /// The new program has more executions: safe carries over.
    Over,
    /// The new program has fewer executions: unsafe carries over.
    Under,
}

/// The translation back of a transform.
pub trait WayBack: Sync {
    /// A trace of the new program as one of the old.
    fn trace(&self, trace: Trace) -> Trace;
    /// A proof about the new program as one about the old; `None` if it cannot be mapped.
    fn proof(&self, proof: Proof) -> Option<Proof>;
}

/// The translation back where executions and proofs stay what they are.
pub struct Unchanged;

impl WayBack for Unchanged {
    fn trace(&self, trace: Trace) -> Trace {
        trace
    }

    fn proof(&self, proof: Proof) -> Option<Proof> {
        Some(proof)
    }
}
