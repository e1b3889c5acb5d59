//! `scan`: the locations that threads share, their protection, and the accesses that may race, for a whole program and without running it.
//!
//! The analyses of `raddle-analysis` compute this for every program. An engine that proves something stops at the first unknown fact. A
//! scan continues as if unknown code had no effect on shared data, and lists it. So a possible race of a scan is no proof of a race, and
//! the absence of a finding is proved only under the listed assumptions.

mod consequences;
mod constants;
mod coverage;
mod deadlocks;
mod finding;
pub mod fingerprint;
mod line;
mod locations;
mod objects;
mod open_world;
mod protections;
mod races;
mod stacks;
mod thread;

pub use coverage::{Assumption, Counts, Coverage};
pub use finding::{Access, DeadlockFinding, Frame, Guard, RaceFinding, Status, Wait};
pub use line::{Barrier, LineAccess, LineFacts, Rival, line};
pub use objects::{Object, any_element};
pub use protections::{LockName, Protection, protections};
pub use thread::Thread;

use raddle_analysis::accesses::Accesses;
use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::exclusions::Exclusions;
use raddle_program::syntax::Program;
use serde::Serialize;

use constants::without_dead_code;
use open_world::open_world;
use raddle_analysis::copies::with_copies;

/// What a scan of one program gives.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Scan {
    /// The locations that may have a data race, the most telling ones first.
    pub races: Vec<RaceFinding>,
    /// The locations whose races are consequences of others: with those mended, their accesses are in order.
    pub consequences: Vec<RaceFinding>,
    /// Threads that may wait for each other's locks, shorter cycles first.
    pub deadlocks: Vec<DeadlockFinding>,
    /// What was looked at, and what was assumed.
    pub coverage: Coverage,
}

/// Scans a program that was lowered past what has no model.
pub fn scan(program: Program) -> Scan {
    let program = &*AnalyzedProgram::new(prepared(program));
    let (points_to, automata) = (program.points_to(), program.automata());
    let accesses = Accesses::known(program, points_to, automata);
    let exclusions = Exclusions::of(program, automata, &accesses);
    let locations = crate::locations::locations(program, &accesses, &exclusions);
    let consequences = consequences::consequences(program, &accesses, &exclusions, &locations);
    let coverage = coverage::coverage(program, &accesses, &locations, &consequences);
    let (races, consequences) = races::races(program, &accesses, &locations, &consequences);
    let deadlocks = deadlocks::deadlocks(program, &accesses, accesses.parallel());
    Scan { races, consequences, deadlocks, coverage }
}

/// The program that is analyzed.
fn prepared(mut program: Program) -> Program {
    without_dead_code(&mut program);
    with_copies(&mut program);
    open_world(program)
}
