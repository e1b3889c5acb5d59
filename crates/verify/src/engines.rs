//! The table of all engines.

use crate::engine::Engine;

/// All engines.
pub const ENGINES: &[&dyn Engine] = &[
    &crate::explicit::Explicit,
    &crate::bmc::Bmc,
    &crate::sequential::Sequential,
    &crate::compositional::Compositional { looks_for_violations: true },
    &crate::modular::Modular,
    &crate::static_answers::ALL,
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
