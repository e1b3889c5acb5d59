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
    /// Whether it tries both answers where C leaves it open whether two pointers are equal. What any other engine proves does not
    /// count where a program may compare such pointers.
    fn tries_equalities(&self) -> bool {
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
    /// What others can do without it.
    pub others: Others,
}

/// What engines that follow executions can do in a program that gives a latecomer a prospect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Others {
    /// No more than find a violation: then they give up their memory before one who proves does.
    ProveNothing,
    /// What they unwind or explore may have no end.
    MayGoOn,
    /// What they unwind or explore has an end, which may be far.
    End,
}
