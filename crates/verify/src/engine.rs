//! The one trait of all engines, and what is said of those that join others late.

use raddle_program::property::Property;

use crate::context::Context;
use crate::task::Task;
use crate::transform::Transform;
use crate::verdict::Answers;

/// One way of deciding whether a program has its properties.
///
/// `Safe` and `Unsafe` are claims about the whole task. An engine that covered only part of it answers `Unknown` and
/// names the bound.
pub trait Engine: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;
    /// What it does, in one line.
    fn summary(&self) -> &'static str;
    /// Whether it can answer for a property at all.
    fn decides(&self, property: Property) -> bool;
    /// The transforms that its programs go through first, in order.
    fn transforms(&self) -> Vec<Box<dyn Transform>>;
    /// What it calls the programs that it makes on its way, for whoever wants to see them.
    fn passes(&self) -> &'static [&'static str] {
        &[]
    }
    /// Whether it posts verdicts on the board of its context ([`crate::board`]) before it ends, about the program as it was given it.
    fn posts(&self) -> bool {
        false
    }
    /// Decides the task: one outcome for each of its properties, in their order.
    fn run(&self, task: &Task, cx: &mut Context) -> Answers;
}

/// An engine that `auto` lets join others in what gives it a prospect.
pub struct Latecomer {
    /// The engine.
    pub engine: &'static dyn Engine,
    /// Whether a task gives it one. Takes little time.
    pub prospect: fn(&Task) -> Option<Prospect>,
}

/// Why somebody may do better than others.
pub struct Prospect {
    /// In words.
    pub why: String,
    /// Whether no search can do more than find a violation: then it gives up its memory before one who proves does.
    pub is_only_proof: bool,
}
