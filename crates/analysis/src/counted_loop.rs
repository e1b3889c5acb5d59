//! Counted loops: loops that take a transition once for each number from one up to another.
//!
//! A *counted loop* has one register that it counts up by one from a number, an exit by the test that the register is
//! less than a bound, and no loop inside. So each of its transitions that every round takes is taken once for each
//! number, at most once if the loop has more exits (`if (create(...) != 0) exit(1);`), and certainly once if it is left by
//! the test. A bound is a number, or a term of registers.
//!
//! Numbers are not negative, so that they compare in every type as they stand.

use raddle_program::automaton::{Automaton, Location, Transition, TransitionData};
use raddle_program::entity::Entity;
use raddle_program::syntax::{BinaryOperator, Effect, Expr, ExprKind, LocalId};
use raddle_program::types::{TypeId, Types};

use super::linear::{Base, Linear, Reader};
use super::lockset::written;

/// A counted loop around a transition that each round takes once.
pub struct Counted {
    /// The register that is counted up.
    pub index: LocalId,
    /// The first number.
    pub first: i128,
    /// The first number that is not counted.
    pub end: Linear,
    /// The exit by the test of the bound.
    pub exit: Transition,
    /// How the bound is compared, and as numbers of which type.
    test: (BinaryOperator, TypeId),
    /// The step that adds one.
    step: Transition,
    /// By location: whether it lies in the loop.
    inside: Vec<bool>,
}

impl Counted {
    /// Whether it counts over all numbers that another one counts over, if bounds of registers are the same ones.
    pub fn covers(&self, other: &Counted) -> bool {
        let reaches_end = match (self.end.as_number(), other.end.as_number()) {
            (Some(mine), Some(theirs)) => theirs <= mine,
            // A negative register is a large number in a type without signs.
            _ => self.end == other.end && self.test == other.test,
        };
        self.first <= other.first && reaches_end
    }

    /// Whether it is the same loop.
    pub fn is_same(&self, other: &Counted) -> bool {
        (self.index, self.exit) == (other.index, other.exit)
    }

    /// The greatest number that the index, of this type, has when a round is taken; `None` if it may wrap before the loop ends.
    pub fn last(&self, types: &Types, index: TypeId) -> Option<i128> {
        let (bits, is_signed) = types.scalar_shape(index)?;
        let greatest = (1i128 << (bits - u32::from(is_signed)).min(120)) - 1;
        match self.end.as_number() {
            Some(end) => (end <= greatest).then_some(end - 1),
            // The index is less than a number of its own type.
            None => (self.test.0 == BinaryOperator::Less && types.scalar_shape(self.test.1) == Some((bits, is_signed)))
                .then_some(greatest - 1),
        }
    }

    /// Whether a location lies in the loop so that the index has grown since a transition of the loop was taken.
    pub fn has_grown_since(&self, automaton: &Automaton, transition: Transition, location: Location) -> bool {
        let after = automaton.transitions[transition].to;
        self.inside[location.index()] && !reaches(automaton, &self.inside, after, location, |it| it != self.step)
    }

    /// The loop around a transition, if it is one.
    pub fn of(automaton: &Automaton, reader: Reader<'_>, transition: Transition) -> Option<Counted> {
        let inside = cycle_around(automaton, transition)?;
        let is_inside = |location: Location| inside[location.index()];
        // One exit is the test of the bound. A loop that is left by another exit has not counted to its end.
        let tests = automaton.transitions.iter().filter_map(|(exit, data)| {
            let is_exit = is_inside(data.from) && !is_inside(data.to);
            let guard = data.guard.as_ref().filter(|guard| is_exit && !guard.holds)?;
            upper_bound(&guard.condition, reader).map(|bound| (exit, bound))
        });
        tests
            .into_iter()
            .find_map(|(exit, bound)| Counted::by_test(automaton, reader, transition, &inside, exit, bound))
    }

    /// The loop, if this exit tests the bound in every round.
    fn by_test(
        automaton: &Automaton,
        reader: Reader<'_>,
        transition: Transition,
        inside: &[bool],
        exit: Transition,
        (index, end, test): Bound,
    ) -> Option<Counted> {
        let is_inside = |location: Location| inside[location.index()];
        let head = automaton.transitions[exit].from;
        // The body, without the head, has no cycle: each round takes each of its transitions once at most.
        if has_cycle(automaton, inside, head) {
            return None;
        }
        let is_write = |transition: &Transition| {
            let (one, other) = written(&automaton.transitions[*transition].effect);
            one == Some(index) || other == Some(index)
        };
        let mut steps =
            automaton.transitions.ids().filter(|&it| is_inside(automaton.transitions[it].from)).filter(is_write);
        let (Some(step), None) = (steps.next(), steps.next()) else { return None };
        if !adds_one(&automaton.transitions[step].effect, index, reader) {
            return None;
        }
        // Each round takes both, the transition before the step.
        let avoids = |avoided: Transition, from: Location, to: Location| {
            reaches(automaton, inside, from, to, |it| it != avoided)
        };
        let round = |avoided: Transition| {
            automaton.outgoing(head).iter().any(|&first| {
                first != avoided
                    && is_inside(automaton.transitions[first].to)
                    && (automaton.transitions[first].to == head
                        || avoids(avoided, automaton.transitions[first].to, head))
            })
        };
        let after_step = automaton.transitions[step].to;
        let is_before_step = after_step == head
            || !reaches(automaton, inside, after_step, automaton.transitions[transition].from, |it| {
                automaton.transitions[it].from != head
            });
        if round(transition) || round(step) || !is_before_step || automaton.transitions[transition].from == head {
            return None;
        }
        let first = start_value(automaton, inside, head, index, reader)?;
        if first < 0 || end.as_number().is_some_and(|end| end < 0) || end.base != Base::Zero {
            return None;
        }
        Some(Counted { index, first, end, exit, test, step, inside: inside.to_vec() })
    }
}

/// The locations from which a transition is reached again after it was taken.
fn cycle_around(automaton: &Automaton, transition: Transition) -> Option<Vec<bool>> {
    let data = &automaton.transitions[transition];
    let forward = raddle_program::graph::reachable_from(automaton, [data.to]);
    if !forward[data.from] {
        return None;
    }
    let mut inside = vec![false; automaton.locations.len()];
    let mut pending = vec![data.from];
    while let Some(location) = pending.pop() {
        if std::mem::replace(&mut inside[location.index()], true) {
            continue;
        }
        let before = automaton.transitions.values().filter(|other| other.to == location && forward[other.from]);
        pending.extend(before.map(|other| other.from));
    }
    Some(inside)
}

/// Whether one location is reached from another inside, along the transitions that are allowed.
fn reaches(
    automaton: &Automaton,
    inside: &[bool],
    from: Location,
    to: Location,
    is_allowed: impl Fn(Transition) -> bool,
) -> bool {
    let mut is_seen = vec![false; automaton.locations.len()];
    let mut pending = vec![from];
    while let Some(location) = pending.pop() {
        if location == to {
            return true;
        }
        if !inside[location.index()] || std::mem::replace(&mut is_seen[location.index()], true) {
            continue;
        }
        let next = automaton.outgoing(location).iter().filter(|&&transition| is_allowed(transition));
        pending.extend(next.map(|&transition| automaton.transitions[transition].to));
    }
    false
}

/// Whether there is a cycle inside that does not pass through the head.
fn has_cycle(automaton: &Automaton, inside: &[bool], head: Location) -> bool {
    automaton.transitions.values().any(|data| {
        let is_body = inside[data.from.index()] && inside[data.to.index()] && data.from != head && data.to != head;
        is_body
            && reaches(automaton, inside, data.to, data.from, |it| {
                automaton.transitions[it].from != head && automaton.transitions[it].to != head
            })
    })
}

/// A register, the first number that it does not count, and how they are compared.
type Bound = (LocalId, Linear, (BinaryOperator, TypeId));

/// `index < bound` or `index <= bound`, as the register, the first number that does not pass, and how they are compared.
fn upper_bound(condition: &Expr, reader: Reader<'_>) -> Option<Bound> {
    let ExprKind::Binary(operator, left, right) = &condition.kind else { return None };
    let index = reader.value(left)?;
    let (&register, &1) = index.parts.iter().next()? else { return None };
    if index != Linear::register(register) {
        return None;
    }
    let bound = reader.value(right)?;
    if bound.mentions(register) {
        return None;
    }
    let end = match operator {
        BinaryOperator::Less => bound,
        BinaryOperator::LessEqual => bound.plus(&Linear::number(1))?,
        _ => return None,
    };
    Some((register, end, (*operator, left.ty)))
}

fn adds_one(effect: &Effect, index: LocalId, reader: Reader<'_>) -> bool {
    let Effect::Assign { target, value } = effect else { return false };
    let ExprKind::Binary(BinaryOperator::Add, left, right) = &value.kind else { return false };
    let is_index = |expr: &Expr| reader.value(expr) == Some(Linear::register(index));
    let is_one = |expr: &Expr| matches!(expr.kind, ExprKind::Integer(1));
    reader.as_register(target) == Some(index) && (is_index(left) && is_one(right) || is_one(left) && is_index(right))
}

/// The number that the register has when the loop is entered, if all ways into it come from one assignment.
fn start_value(
    automaton: &Automaton,
    inside: &[bool],
    head: Location,
    index: LocalId,
    reader: Reader<'_>,
) -> Option<i128> {
    let mut at = head;
    let mut n_steps = 0;
    loop {
        let mut before = automaton.transitions.values().filter(|data| data.to == at && !inside[data.from.index()]);
        let (Some(data), None) = (before.next(), before.next()) else { return None };
        if at == head {
            // Nobody jumps into the middle.
            let enters =
                |data: &&TransitionData| !inside[data.from.index()] && inside[data.to.index()] && data.to != head;
            if automaton.transitions.values().any(|data| enters(&data)) {
                return None;
            }
        }
        let (one, other) = written(&data.effect);
        if one == Some(index) || other == Some(index) {
            let Effect::Assign { value, .. } = &data.effect else { return None };
            return reader.value(value)?.as_number();
        }
        at = data.from;
        n_steps += 1;
        if n_steps > 64 || at == automaton.entry {
            return None;
        }
    }
}

/// A term as a multiple of the index and the rest: the factor and the rest.
pub fn of_index(linear: &Linear, index: LocalId) -> Option<(i128, Linear)> {
    let mut rest = linear.clone();
    let factor = rest.parts.remove(&index)?;
    Some((factor, rest))
}

/// Whether no register of a term is written once a loop is entered.
pub fn is_stable(automaton: &Automaton, inside: Transition, linear: &Linear) -> bool {
    let behind = raddle_program::graph::reachable_from(automaton, [automaton.transitions[inside].from]);
    let is_written = |data: &TransitionData| {
        let (one, other) = written(&data.effect);
        behind[data.from] && one.into_iter().chain(other).any(|register| linear.mentions(register))
    };
    !automaton.transitions.values().any(is_written)
}
