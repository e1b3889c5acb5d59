//! Races that are consequences of other races: the accesses would be in order if those to a counter, or to a flag, were atomic.
//!
//! A pool often counts its live threads, and reads the counter without the lock (`while (alive) sleep(1);`). That is a race. C then
//! gives no order between what the threads did and what comes behind the loop, so all data of the pool race, too. One mistake is the cause
//! of all these findings, and its mending removes them: with the counter atomic, or read under its lock, they are in order.
//!
//! Rule. A location is a consequence if each pair of its accesses that may race is in order by a counter of live threads
//! ([`raddle_analysis::counters::live`]), once the accesses to the counter and its flag are taken as atomic, with acquire and release. The
//! counter and the flag may race themselves, and are never consequences: what is listed beside the consequences always contains the cause.
//!
//! Rule: causes are locations that may race, and stay listed; each pair of a consequence has its order from them.
//! Tests: `pool_counter_is_the_cause_of_other_races`, `a_race_that_a_counter_does_not_order_is_no_consequence`.

use raddle_analysis::accesses::{Accesses, Comparison, Owners};
use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::counters::live::LiveCounters;
use raddle_analysis::exclusions::Exclusions;
use raddle_analysis::points_to::{PointsTo, Target};
use std::collections::{BTreeMap, BTreeSet};

use crate::locations::{Location, Locations, SharedBy};
use crate::objects::Naming;

/// The cells that cause the races of a location.
pub type Causes = BTreeSet<Target>;

/// The consequences among the locations, by position in [`Locations::cells`].
pub fn consequences(
    program: &AnalyzedProgram,
    accesses: &Accesses<'_>,
    exclusions: &Exclusions<'_>,
    locations: &Locations,
) -> BTreeMap<usize, Causes> {
    let points_to: &PointsTo = program.points_to();
    let cell = |location: &Location| {
        let cells = &points_to.object(location.object).shape.cells;
        Target { object: location.object, offset: Some(cells[location.cell].offset) }
    };
    // Races of the variables of library texts are no findings, and so no causes.
    let naming = Naming::of(program);
    let is_cause =
        |(location, shared): &(&Location, &SharedBy)| !shared.open.is_empty() && !naming.is_of_a_model(location.object);
    let racing: BTreeSet<Target> = locations.iter().filter(is_cause).map(|(location, _)| cell(location)).collect();
    if racing.is_empty() {
        return BTreeMap::new();
    }
    let counters = exclusions.counters_if_atomic(racing.clone());
    if counters.is_empty() {
        return BTreeMap::new();
    }
    let search = Search { accesses, exclusions, counters, racing };
    let mut known: BTreeMap<(usize, Owners), Option<Causes>> = BTreeMap::new();
    let mut found = BTreeMap::new();
    for (number, (location, shared)) in locations.iter().enumerate().filter(|(_, (_, it))| !it.open.is_empty()) {
        let owners = accesses.owners(location.object);
        let causes = known.entry((location.shared, owners)).or_insert_with(|| search.causes(owners, &shared.open));
        found.extend(causes.clone().map(|causes| (number, causes)));
    }
    let causes: Causes = found.values().flatten().copied().collect();
    found.retain(|&number, _| !causes.contains(&cell(&locations.cells[number])));
    found
}

struct Search<'s, 'a, 'e> {
    accesses: &'s Accesses<'a>,
    exclusions: &'s Exclusions<'e>,
    counters: LiveCounters<'s>,
    racing: BTreeSet<Target>,
}

impl Search<'_, '_, '_> {
    /// What orders all pairs of accesses that may race; `None` if nothing does.
    fn causes(&self, owners: Owners, open: &[usize]) -> Option<Causes> {
        let mut causes = Causes::new();
        for (position, &one) in open.iter().enumerate() {
            for &other in open[position..].iter().filter(|&&other| self.may_race(owners, one, other)) {
                let [one, other] = [one, other].map(|it| self.accesses.site(it)).map(|it| (it.context, it.transition));
                let (counter, flag) = self.counters.order(one, other)?;
                causes.extend([Some(counter), flag].into_iter().flatten().filter(|it| self.racing.contains(it)));
            }
        }
        (!causes.is_empty()).then_some(causes)
    }

    fn may_race(&self, owners: Owners, one: usize, other: usize) -> bool {
        self.accesses.may_conflict(owners, one, other)
            && self.accesses.comparison(one, other) == Comparison::MayRace
            && self.exclusions.exclusion(one, other).is_none()
    }
}
