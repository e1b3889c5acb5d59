//! The table of all engines, and the line-up of `auto`. An engine that asks another one gets it here.

use raddle_bmc::bmc::Bmc;
use raddle_bmc::cegpv::Slice;
use raddle_bmc::engines::{LAZY, SCHEDULE, WIDEN};
use raddle_explicit::Explicit;
use raddle_horn::compositional::{self, Compositional, ViolationSearch};
use raddle_horn::sequential::{self, Sequential};
use raddle_horn::termination::Ranking;
use raddle_modular::Modular;
use raddle_verify::engine::{DelayedEngine, Engine};
use raddle_verify::portfolio::{AutoEngine, Portfolio};
use raddle_verify::random::{self, Random};
use raddle_verify::residual::{self, Residual};
use raddle_verify::static_answers;

/// The engine that visits states one by one.
pub const EXPLICIT: &dyn Engine = &Explicit;

/// The engines that look for the violation that a scan finds possible.
pub const VIOLATION_SEARCH: &[&dyn Engine] = &[EXPLICIT, &Bmc];

/// All engines.
pub const ENGINES: &[&dyn Engine] = &[
    EXPLICIT,
    &Bmc,
    SEQUENTIAL,
    &Compositional { violations: Some(ViolationSearch { explicit: EXPLICIT, bmc: &Bmc }) },
    &Modular { bmc: &Bmc },
    &static_answers::ALL,
    &LAZY,
    &SCHEDULE,
    &WIDEN,
    &Slice { engine_named },
    RANKING,
    RESIDUAL,
    &Random,
];

const SEQUENTIAL: &dyn Engine = &Sequential { bmc: &Bmc };
const RESIDUAL: &dyn Engine = &Residual { engine: &Bmc };
const RANKING: &dyn Engine = &Ranking { bmc: &Bmc };

/// The engine with a name.
pub fn engine_named(name: &str) -> Option<&'static dyn Engine> {
    ENGINES.iter().copied().find(|engine| engine.name() == name)
}

/// The engines of `auto`.
pub const PORTFOLIO: Portfolio<'static> = Portfolio {
    first: &[&static_answers::FROM_ORDER],
    followers: &[&Bmc, EXPLICIT, RANKING],
    shortly: &[&static_answers::FROM_NUMBERS, &static_answers::FROM_COUNTS],
    delayed: &[
        DelayedEngine { engine: &Random, trigger: random::trigger },
        DelayedEngine { engine: RESIDUAL, trigger: residual::trigger },
        DelayedEngine { engine: SEQUENTIAL, trigger: sequential::trigger },
        // The searches that run beside it look for violations.
        DelayedEngine { engine: &Compositional { violations: None }, trigger: compositional::trigger },
    ],
};

/// `auto` as an engine, to be compared with the remaining ones.
pub const AUTO: AutoEngine = AutoEngine { portfolio: PORTFOLIO };
