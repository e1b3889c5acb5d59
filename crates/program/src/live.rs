//! Live registers: those whose value some way from a location still reads before it writes.
//!
//! Backward data flow over the automaton: live(l) = union over transitions l -> l' of uses ∪ (live(l') \ definition). Two
//! states that differ in dead registers only are the same state.

use crate::automaton::{Automaton, Location};
use crate::bits::BitSet;
use crate::entity::{Entity, Table};
use crate::footprint::{Accessed, Footprint};
use crate::syntax::{Effect, LocalId, PlaceKind, Procedure, Program};

/// The live registers of one procedure.
#[derive(Clone, Debug)]
pub struct LiveRegisters {
    live: Table<Location, BitSet>,
}

impl LiveRegisters {
    /// Computes them.
    pub fn of(program: &Program, procedure: &Procedure, automaton: &Automaton) -> Self {
        let flows: Vec<Flow> = automaton
            .transitions
            .values()
            .map(|transition| Flow::of(procedure, &Footprint::of(program, procedure, transition), &transition.effect))
            .collect();
        let empty = || BitSet::new(procedure.locals.len());
        let mut live: Table<Location, BitSet> = automaton.locations.values().map(|_| empty()).collect();
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for (transition, flow) in automaton.transitions.values().zip(&flows).rev() {
                let mut before = live[transition.to].clone();
                flow.definitions.iter().for_each(|local| before.remove(local.index()));
                for local in &flow.uses {
                    before.insert(local.index());
                }
                is_changed |= live[transition.from].extend(&before);
            }
        }
        LiveRegisters { live }
    }

    /// Whether a local is live at a location. Only meaningful for registers.
    pub fn is_live(&self, location: Location, local: LocalId) -> bool {
        self.live[location].contains(local.index())
    }
}

/// What a transition does to registers.
struct Flow {
    uses: Vec<LocalId>,
    /// Those that it certainly overwrites.
    definitions: Vec<LocalId>,
}

impl Flow {
    fn of(procedure: &Procedure, footprint: &Footprint<'_>, effect: &Effect) -> Flow {
        let mut flow = Flow { uses: Vec::new(), definitions: Vec::new() };
        for access in &footprint.accesses {
            let Accessed::Place(place) = access.target else { continue };
            let PlaceKind::Local(local) = place.kind else { continue };
            if access.is_write {
                flow.definitions.push(local);
            } else {
                flow.uses.push(local);
            }
        }
        // Results are registers that the effect names without a place.
        match effect {
            Effect::Input { target, .. } | Effect::Allocate { target, .. } => flow.definitions.push(*target),
            Effect::Live { local, .. } => flow.definitions.push(*local),
            Effect::Call { result, .. }
            | Effect::External { result, .. }
            | Effect::Spawn { result, .. }
            | Effect::Synchronize { result, .. } => flow.definitions.extend(*result),
            Effect::Join { value, result, .. } => {
                flow.definitions.extend(*result);
                // A join that fails leaves its value register as it was.
                flow.definitions.retain(|local| Some(*local) != *value);
                flow.uses.extend(*value);
            }
            Effect::Skip
            | Effect::Assign { .. }
            | Effect::Initialize { .. }
            | Effect::Assume(_)
            | Effect::Assert { .. }
            | Effect::Return(_)
            | Effect::Dead(_)
            | Effect::Free(_)
            | Effect::CopyBytes { .. }
            | Effect::FillBytes { .. }
            | Effect::Exit(_)
            | Effect::Stop
            | Effect::AtomicBegin
            | Effect::AtomicEnd
            | Effect::Unsupported(_) => {}
        }
        flow.definitions.retain(|&local| procedure.locals[local].is_register);
        flow
    }
}
