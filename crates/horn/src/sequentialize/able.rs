//! The threads that are surely enabled at a control, for fairness: no transition of the thread's block may block, and all other threads are
//! at cut-points, so none is inside of an atomic section.
//!
//! The blocks are those before the exploration added cut-points to them, since longer paths through these blocks may exist.

use std::collections::BTreeSet;

use raddle_program::footprint::Footprint;
use raddle_program::syntax::Effect;

use crate::sequentialize::control::{Control, Status};
use crate::sequentialize::simulation::{Place, Simulation};
use crate::symbolic::encoded::Threads;

/// The threads that are surely enabled at a control.
pub fn surely_able(simulation: &Simulation<'_>, control: &Control) -> Threads {
    let running = || {
        (0u32..).zip(&control.threads).filter_map(|(number, thread)| match thread.status {
            Status::At(place) => Some((number, place)),
            Status::Ended | Status::Gone => None,
        })
    };
    if !running().all(|(_, place)| simulation.is_cut_from_the_start(place)) {
        return 0;
    }
    let able = running().filter(|&(_, place)| never_waits(simulation, place));
    able.fold(0, |all, (number, _)| all | 1 << number)
}

/// Whether no transition of the block that starts at a location may block.
fn never_waits(simulation: &Simulation<'_>, start: Place) -> bool {
    let program = &*simulation.task.program;
    let mut seen = BTreeSet::from([start]);
    let mut pending = vec![start];
    while let Some(place) = pending.pop() {
        let procedure = simulation.procedure(place.context);
        let automaton = &simulation.automata[procedure];
        for &transition in automaton.outgoing(place.location) {
            let data = &automaton.transitions[transition];
            if Footprint::of(program, &program.procedures[procedure], data).may_block {
                return false;
            }
            let next = match &data.effect {
                Effect::Unsupported(_) => return false,
                Effect::Call { .. } => match simulation.callees.get(&(place.context, transition)) {
                    Some(&context) => {
                        let location = simulation.automata[simulation.procedure(context)].entry;
                        Some(Place { context, location, depth: place.depth })
                    }
                    None => return false,
                },
                Effect::Return(_) => simulation.layout.contexts[place.context]
                    .caller
                    .map(|(context, location)| Place { context, location, depth: place.depth }),
                Effect::Exit(_) | Effect::Stop => None,
                Effect::AtomicBegin => Some(Place { location: data.to, depth: place.depth + 1, ..place }),
                Effect::AtomicEnd => match place.depth.checked_sub(1) {
                    Some(depth) => Some(Place { location: data.to, depth, ..place }),
                    None => return false,
                },
                Effect::Skip
                | Effect::Fence(_)
                | Effect::Assign { .. }
                | Effect::Initialize { .. }
                | Effect::Input { .. }
                | Effect::Assume(_)
                | Effect::Assert { .. }
                | Effect::External { .. }
                | Effect::Live { .. }
                | Effect::Dead(_)
                | Effect::Allocate { .. }
                | Effect::Free(..)
                | Effect::CopyBytes { .. }
                | Effect::FillBytes { .. }
                | Effect::Spawn { .. }
                | Effect::Join { .. }
                | Effect::Synchronize { .. } => Some(Place { location: data.to, ..place }),
            };
            if let Some(next) = next
                && !simulation.is_cut_from_the_start(next)
                && seen.insert(next)
            {
                pending.push(next);
            }
        }
    }
    true
}
