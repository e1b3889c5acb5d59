//! Co-enabled conflicting pairs: the units of two accesses that may race, and under which conditions they race when both are next.
//!
//! As in the formula of all orders (`encode::races`), an access in an atomic section is next when its section is. A section that does not
//! end comes second: no thread goes on behind it.

use raddle_logic::term::Term;
use rustc_hash::FxHashMap;

use crate::encode::Pair;
use crate::order::interleavings::units::{Place, Units};
use crate::unwind::event::{EventId, Unwound};
use crate::unwind::pool::Pool;

/// Two accesses that race if both are next.
pub struct CoEnabledPair {
    /// Their units.
    pub places: [Place; 2],
    /// That both are made, and touch a common byte.
    pub condition: [Term; 3],
    /// When each of them may be made first.
    pub ended: [Term; 2],
    /// What holds if they race.
    pub races: Term,
}

/// The pairs of accesses that may race.
pub fn co_enabled_pairs(unwound: &Unwound, pool: &mut Pool, units: &Units, pairs: &[Pair]) -> Vec<CoEnabledPair> {
    let mut places: FxHashMap<EventId, Place> = FxHashMap::default();
    for (thread, all) in (0u32..).zip(&units.threads) {
        for (number, unit) in (0u32..).zip(all) {
            places.extend(unit.events.iter().map(|&event| (event, (thread, number))));
        }
    }
    let mut found = Vec::new();
    for pair in pairs {
        let both = [&unwound.accesses[pair.accesses.0], &unwound.accesses[pair.accesses.1]];
        let [Some(&one), Some(&other)] = both.map(|access| places.get(&access.event)) else {
            panic!("an access is marked by an event of a unit");
        };
        let ended = both.map(|access| match access.group {
            None => pool.bool(true),
            Some(group) => pool.any(&unwound.groups[group.0 as usize].ended),
        });
        let condition = [both[0].guard, both[1].guard, pair.overlap];
        found.push(CoEnabledPair { places: [one, other], condition, ended, races: pair.races });
    }
    found
}
