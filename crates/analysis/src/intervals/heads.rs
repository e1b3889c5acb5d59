//! The heads of loops, with the registers that their loops write.
//!
//! At the head of a loop only these registers are widened at first. The counter of an outer loop is widened at the head of the outer loop,
//! where the test bounds it again before the inner loop is entered. (If the inner head widens it, too, the counter goes to the next
//! constant of the program, beyond the bound.)

use std::collections::BTreeSet;

use raddle_program::automaton::{Automaton, Location};
use raddle_program::entity::Table;
use raddle_program::syntax::{LocalId, ProcedureId};
use raddle_program::written_registers::written;
use rustc_hash::FxHashMap;

/// The heads of all loops.
#[derive(Debug)]
pub struct Heads(FxHashMap<(ProcedureId, Location), BTreeSet<LocalId>>);

impl Heads {
    /// Of all procedures. Locations are numbered in the order of the code: a step backwards leads to a head.
    pub fn of(automata: &Table<ProcedureId, Automaton>) -> Heads {
        let mut heads = FxHashMap::default();
        for (procedure, automaton) in automata.iter() {
            let mut ends: FxHashMap<Location, Location> = FxHashMap::default();
            for step in automaton.transitions.values().filter(|step| step.from >= step.to) {
                let end = ends.entry(step.to).or_insert(step.from);
                *end = step.from.max(*end);
            }
            for (head, end) in ends {
                let inside = automaton.transitions.values().filter(|step| (head..=end).contains(&step.from));
                let registers = inside.flat_map(|step| {
                    let (one, other) = written(&step.effect);
                    one.into_iter().chain(other)
                });
                heads.insert((procedure, head), registers.collect());
            }
        }
        Heads(heads)
    }

    /// The registers that the loop with this head writes; `None` if the location is no head.
    pub fn written(&self, procedure: ProcedureId, location: Location) -> Option<&BTreeSet<LocalId>> {
        self.0.get(&(procedure, location))
    }
}
