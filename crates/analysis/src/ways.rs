//! Paths through the automaton of a procedure: which locations are reached without some steps, and which step leads to a location.

use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::entity::Entity;
use std::collections::BTreeSet;

/// Whether a location is reached without a transition.
pub fn reaches_without(
    automaton: &Automaton,
    from: impl Iterator<Item = Location>,
    to: Location,
    avoided: Transition,
) -> bool {
    reaches_any_without(automaton, from, |transition| transition == avoided)[to.index()]
}

/// The locations that are reached without some transitions.
pub fn reaches_any_without(
    automaton: &Automaton,
    from: impl Iterator<Item = Location>,
    is_avoided: impl Fn(Transition) -> bool,
) -> Vec<bool> {
    let mut is_reached = vec![false; automaton.locations.len()];
    let mut pending: Vec<Location> = from.collect();
    while let Some(location) = pending.pop() {
        if std::mem::replace(&mut is_reached[location.index()], true) {
            continue;
        }
        let next = automaton.outgoing(location).iter().filter(|&&transition| !is_avoided(transition));
        pending.extend(next.map(|&transition| automaton.transitions[transition].to));
    }
    is_reached
}

/// The last step of every path to a location; `None` if there are several, or if the procedure starts there.
pub fn only_step_to(automaton: &Automaton, location: Location) -> Option<Transition> {
    let mut before = automaton.transitions.iter().filter(|(_, data)| data.to == location);
    let (Some((before, _)), None) = (before.next(), before.next()) else { return None };
    (location != automaton.entry).then_some(before)
}

/// Which of some locations are reached only along steps that are followed, from a source: a step, or the entry of the procedure.
pub fn reached_only_from(
    automaton: &Automaton,
    source: Option<Transition>,
    locations: impl Iterator<Item = Location>,
    is_followed: impl Fn(Transition) -> bool,
) -> BTreeSet<Location> {
    let mut only: BTreeSet<Location> = locations.collect();
    let mut pending: Vec<Location> = Vec::new();
    if source.is_some() && only.remove(&automaton.entry) {
        pending.push(automaton.entry);
    }
    for (transition, data) in automaton.transitions.iter() {
        if only.contains(&data.to) && Some(transition) != source && !is_followed(transition) {
            only.remove(&data.to);
            pending.push(data.to);
        }
    }
    while let Some(location) = pending.pop() {
        for &transition in automaton.outgoing(location) {
            let to = automaton.transitions[transition].to;
            if Some(transition) != source && only.remove(&to) {
                pending.push(to);
            }
        }
    }
    only
}
