//! The trait of all engines, and what makes `auto` start an engine with a delay.

use raddle_program::property::Property;

use crate::context::Context;
use crate::task::Task;
use crate::transform::Transform;
use crate::verdict::Answers;

/// An engine: one procedure that decides whether a program has its properties.
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
    /// The names of the intermediate programs that it makes, for `--dump`.
    fn passes(&self) -> &'static [&'static str] {
        &[]
    }
    /// Whether it publishes verdicts in the shared results of its context ([`crate::shared_results`]) before it ends, about the program as it was given it.
    fn publishes(&self) -> bool {
        false
    }
    /// Whether it tries both answers where C leaves it open whether two pointers are equal. What any other engine proves does not
    /// count where a program may compare such pointers.
    fn tries_equalities(&self) -> bool {
        false
    }
    /// Whether it gives the ids of threads certain numbers. What it finds does not count where a program may compute with them.
    fn numbers_threads(&self) -> bool {
        false
    }
    /// Whether it looks for violations only. That it finds none is then no reason why a property is open.
    fn proves_nothing(&self) -> bool {
        false
    }
    /// Decides the task: one outcome for each of its properties, in their order.
    fn run(&self, task: &Task, cx: &mut Context) -> Answers;
}

/// An engine that `auto` starts with a delay, and only for programs that its trigger condition holds for.
#[derive(Clone, Copy)]
pub struct DelayedEngine {
    /// The engine.
    pub engine: &'static dyn Engine,
    /// The trigger condition. It takes little time.
    pub trigger: fn(&Task) -> Option<Trigger>,
}

/// Why an engine may decide a program that the engines that follow executions do not.
pub struct Trigger {
    /// In words.
    pub why: String,
    /// What can be expected of the engines that follow executions.
    pub search: Search,
}

/// What the engines that follow executions can do in a program for which a delayed engine is started.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// They find violations only: where memory is short they stop before the engine that can prove something.
    ProvesNothing,
    /// What they unwind or explore may have no end.
    MayNotEnd,
    /// They look at the whole program, and the delayed engine at less of it. No later engine waits longer because of it.
    LooksAtAll,
    /// What they unwind or explore has an end, which may be far.
    Ends,
}
