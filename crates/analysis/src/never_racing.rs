//! The locations whose accesses certainly race with nothing.
//!
//! Rule. An access that is not atomic and that [`super::race_freedom`] shows to race with no other access, in any
//! context, is ordered with every access that conflicts with it. So while a thread stands in front of it, no other
//! thread reaches such an access: the steps of the other threads before this thread goes on are unordered with its
//! access. It can be made at once, before any step of the other threads (a persistent set of one thread).
//!
//! The result is by location, since the steps from a location are those of one thread. Nothing is claimed about a
//! program if it may reach an unsupported construct, or if a pointer that it dereferences may lead nowhere.

use raddle_program::automaton::{Automaton, Location};
use raddle_program::entity::{Entity, Table};
use raddle_program::syntax::{ProcedureId, Program};

use super::accesses::{Accesses, Comparison};
use super::points_to::PointsTo;
use super::written_locks::Section;
use rustc_hash::FxHashMap;

/// The number of comparisons after which the analysis gives up.
const PAIR_LIMIT: u64 = 4_000_000;

/// The locations all of whose accesses race with nothing.
#[derive(Clone, Debug)]
pub struct NeverRacing {
    /// By location.
    is_ordered: Table<ProcedureId, Vec<bool>>,
    /// The sections that acquire or release a lock that the program wrote itself, in every context, by where they
    /// begin.
    sections: FxHashMap<(ProcedureId, Location), Section>,
}

impl NeverRacing {
    /// Finds them; `None` if nothing is known of the program.
    pub fn of(program: &Program, points_to: &PointsTo, automata: &Table<ProcedureId, Automaton>) -> Option<Self> {
        let mut is_ordered: Table<ProcedureId, Vec<bool>> =
            automata.values().map(|automaton| vec![true; automaton.locations.len()]).collect();
        let accesses = Accesses::of(program, points_to, automata).ok()?;
        let mut may_race = vec![false; accesses.len()];
        let mut n_pairs = 0;
        accesses
            .for_each_pair(|one, other, comparison| {
                n_pairs += 1;
                match comparison {
                    Comparison::NeverParallel | Comparison::Locked => {}
                    // Operations that do not race may still be made in either order.
                    Comparison::Atomic | Comparison::MayRace => {
                        may_race[one] = true;
                        may_race[other] = true;
                    }
                }
                if n_pairs < PAIR_LIMIT { Ok(()) } else { Err(()) }
            })
            .ok()?;
        for index in (0..accesses.len()).filter(|&index| may_race[index]) {
            let (procedure, transition) = accesses.place(index);
            is_ordered[procedure][automata[procedure].transitions[transition].from.index()] = false;
        }
        Some(NeverRacing { is_ordered, sections: accesses.sections(automata) })
    }

    /// What the atomic section that begins at a location does to a lock that the program wrote itself.
    pub fn section_at(&self, procedure: ProcedureId, location: Location) -> Option<Section> {
        self.sections.get(&(procedure, location)).copied()
    }

    /// Whether all accesses that are made from a location race with nothing.
    pub fn at(&self, procedure: ProcedureId, location: Location) -> bool {
        self.is_ordered[procedure][location.index()]
    }
}
