//! The trait of all sequential checkers, and the table of them.

use raddle_program::property::Property;
use raddle_program::trace::Trace;

use raddle_verify::context::Context;
use raddle_verify::engine::Engine;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Proof, Reason};

/// A question about a sequential program.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The program.
    pub task: &'a Task,
    /// The property to decide.
    pub property: Property,
    /// The engine `bmc`, for programs that are decided without Horn clauses, and for the search for violations.
    pub bmc: &'a dyn Engine,
}

/// The result of a checker.
#[derive(Clone, Debug, PartialEq)]
pub enum Checked {
    /// No execution violates the property.
    Safe(Proof),
    /// An execution violates it; the executable semantics has followed the trace.
    Unsafe(Box<Trace>),
    /// The property is open.
    Unknown(Reason),
}

/// Decides sequential programs.
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
