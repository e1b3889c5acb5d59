//! Paths through the automaton of a procedure: which locations are reached without some steps, and which step leads to a location.

use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::entity::Entity;

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
