//! Program to program, with the translation back.

mod abstraction;
mod direct_calls;

pub use abstraction::{Abstraction, sliceable};
pub use direct_calls::DirectCalls;

use raddle_program::property::Property;
use raddle_program::syntax::Program;
use raddle_program::trace::Trace;

use crate::verdict::Proof;

/// A transformation of a program, together with the translation back of answers about the new program.
pub trait Transform {
    /// Its name, as `--dump after:NAME` takes it.
    fn name(&self) -> &'static str;
    /// Which answers about the new program carry over, for each property; `None` forbids the pair.
    fn fidelity(&self, property: Property) -> Option<Fidelity>;
    /// The new program, and the translation back.
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
pub trait WayBack {
    /// A trace of the new program as one of the old.
    fn trace(&self, trace: Trace) -> Trace;
    /// A proof about the new program as one about the old; `None` if it cannot be mapped.
    fn proof(&self, proof: Proof) -> Option<Proof>;
}
