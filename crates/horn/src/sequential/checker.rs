//! The trait of all sequential checkers, and the table of them.

use raddle_program::property::Property;
use raddle_program::trace::Trace;

use raddle_verify::context::Context;
use raddle_verify::engine::Engine;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Proof, Reason};

/// A question about a program of one thread.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The program, with what is asked about it.
    pub task: &'a Task,
    /// The property that is meant.
    pub property: Property,
    /// The engine `bmc`, for programs that are decided or searched without Horn clauses.
    pub bmc: &'a dyn Engine,
}

/// What a checker found out.
#[derive(Clone, Debug, PartialEq)]
pub enum Checked {
    /// No execution violates the property.
    Safe(Proof),
    /// This one does. It was followed by the executable semantics.
    Unsafe(Box<Trace>),
    /// Neither was shown.
    Unknown(Reason),
}

/// Decides programs of one thread.
pub trait SequentialChecker: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;
    /// What it does, in one line.
    fn summary(&self) -> &'static str;
    /// Decides one property of a program that starts no thread.
    fn check(&self, question: Question<'_>, cx: &mut Context) -> Checked;
}

/// All checkers; the first is the default.
pub const CHECKERS: &[&dyn SequentialChecker] = &[
    &crate::sequential::ic3::Ic3,
    &crate::sequential::kinduction::KInduction,
    &crate::sequential::bounded::Bounded,
    &crate::sequential::external::External,
];

/// The checker with a name.
pub fn checker_named(name: &str) -> Option<&'static dyn SequentialChecker> {
    CHECKERS.iter().copied().find(|checker| checker.name() == name)
}
