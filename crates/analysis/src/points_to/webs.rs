//! Live ranges of registers: one register that is used for several values, one after the other, is several registers for pointers.
//!
//! A register holds one value from where it is written to where it is read last. Locations where it is live belong to one *web* if a
//! transition that does not write it leads from one to the other (Muchnick 1997, 16.3.3). Temporaries are shared by all calls of a
//! function, and without webs each would hold what all of them return.
//!
//! Rule: values that meet at a location belong to one web.
//! Tests: `register_set_on_two_ways`.

use raddle_program::automaton::{Automaton, Location};
use raddle_program::entity::Entity;
use raddle_program::live::LiveRegisters;
use raddle_program::syntax::{LocalId, Procedure};
use raddle_program::written_registers::written;
use rustc_hash::FxHashMap;

/// Registers times locations beyond which each register is one web.
const LIMIT: usize = 4_000_000;

/// The webs of the registers of a procedure that have several, or values that nothing reads.
#[derive(Debug, Default)]
pub(super) struct Webs {
    of: FxHashMap<(LocalId, Location), u32>,
}

impl Webs {
    /// Finds them.
    pub fn of(procedure: &Procedure, automaton: &Automaton, live: &LiveRegisters) -> Webs {
        let count = automaton.locations.len();
        if procedure.locals.len().saturating_mul(count) > LIMIT {
            return Webs::default();
        }
        let mut webs = Webs::default();
        for (local, _) in procedure.locals.iter().filter(|(_, data)| data.is_register) {
            let mut parents: Vec<u32> = (0..count as u32).collect();
            let mut has_dead_value = false;
            for data in automaton.transitions.values() {
                let (one, other) = written(&data.effect);
                let is_written = one == Some(local) || other == Some(local);
                has_dead_value |= is_written && !live.is_live(data.to, local);
                if !is_written && live.is_live(data.from, local) && live.is_live(data.to, local) {
                    let (from, to) = (root(&mut parents, data.from.index()), root(&mut parents, data.to.index()));
                    parents[from] = to as u32;
                }
            }
            let places: Vec<Location> =
                automaton.locations.ids().filter(|&location| live.is_live(location, local)).collect();
            let roots: Vec<usize> = places.iter().map(|location| root(&mut parents, location.index())).collect();
            if has_dead_value || roots.iter().any(|&root| root != roots[0]) {
                let named = places.iter().zip(&roots).map(|(&location, &root)| ((local, location), root as u32));
                webs.of.extend(named);
            }
        }
        webs
    }

    /// The web of a register at a location; `None` if one node will do for the register, or if it is not live there.
    pub fn at(&self, local: LocalId, location: Location) -> Option<u32> {
        self.of.get(&(local, location)).copied()
    }
}

fn root(parents: &mut [u32], mut at: usize) -> usize {
    while parents[at] as usize != at {
        parents[at] = parents[parents[at] as usize];
        at = parents[at] as usize;
    }
    at
}
