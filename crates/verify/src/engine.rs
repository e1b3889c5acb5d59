//! The one trait of all engines, and the table of them.

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

/// All engines.
pub const ENGINES: &[&dyn Engine] = &[
    &crate::explicit::Explicit,
    &crate::bmc::Bmc,
    &crate::sequential::Sequential,
    &crate::compositional::Compositional { looks_for_violations: true },
    &crate::modular::Modular,
    &crate::static_answers::Static,
    &crate::interleave::Lazy,
    &crate::interleave::Schedule,
    &crate::interleave::Widen,
    &crate::cegpv::Slice,
    &crate::termination::Ranking,
];

/// The engine with a name.
pub fn engine_named(name: &str) -> Option<&'static dyn Engine> {
    ENGINES.iter().copied().find(|engine| engine.name() == name)
}
