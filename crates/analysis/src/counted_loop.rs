//! Counted loops: loops that take a transition once for each number from one up to another.
//!
//! A *counted loop* has one register that it counts up by one from a number, an exit by the test that the register is
//! less than a bound, and no loop inside. So each of its transitions that every round takes is taken once for each
//! number, at most once if the loop has more exits (`if (create(...) != 0) exit(1);`), and certainly once if it is left by
//! the test. A bound is a number, or a term of registers.
//!
//! Numbers are not negative, and fit the type of the test and that of the register, so that they compare as they stand and nothing wraps
//! before the loop ends.
//!
//! Rule: a loop whose register wraps before the test fails, or whose numbers have another value in the test, is no counted loop.
//! Tests: `threads_of_a_loop_that_wraps`.

use raddle_program::automaton::{Automaton, Location, Transition, TransitionData};
use raddle_program::entity::Entity;
use raddle_program::syntax::{BinaryOperator, Effect, Expr, ExprKind, LocalId};
use raddle_program::types::{TypeId, Types};
use raddle_program::written_registers::written;

use super::linear::{Base, Linear, Reader};

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
        last(types, index, self.end.as_number(), self.test)
    }

    /// Whether the bound is compared as a number that may be negative: below such a one there is no round.
    pub fn compares_signed(&self, types: &Types) -> bool {
        types.scalar_shape(self.test.1).is_some_and(|(_, is_signed)| is_signed)
    }

    /// Whether a location lies in the loop so that the index has grown since a transition of the loop was taken.
    pub fn has_grown_since(&self, automaton: &Automaton, transition: Transition, location: Location) -> bool {
        let after = automaton.transitions[transition].to;
        self.inside[location.index()] && !reaches(automaton, &self.inside, after, location, |it| it != self.step)
    }

    /// The loop around a transition, if it is one.
    pub fn of(automaton: &Automaton, reader: Reader<'_>, transition: Transition) -> Option<Counted> {
        Rounds::all(automaton, reader, transition).into_iter().find_map(|rounds| Counted::with_end(rounds, reader))
    }

    /// The loop, if its bound is a term of registers.
    fn with_end(rounds: Rounds<'_>, reader: Reader<'_>) -> Option<Counted> {
        let bound = reader.value(rounds.bound).filter(|bound| !bound.mentions(rounds.index))?;
        let end = match rounds.test.0 {
            BinaryOperator::LessEqual => bound.plus(&Linear::number(1))?,
            _ => bound,
        };
        if end.as_number().is_some_and(|end| end < 0) || end.base != Base::Zero {
            return None;
        }
        if end.as_number().is_some_and(|end| !reader.counts_up(&rounds, end)) {
            return None;
        }
        let Rounds { index, first, exit, test, step, inside, .. } = rounds;
        Some(Counted { index, first, end, exit, test, step, inside })
    }
}

/// A counted loop whose bound is any expression, which each test evaluates again.
pub struct Rounds<'a> {
    /// The register that is counted up.
    pub index: LocalId,
    /// The first number.
    pub first: i128,
    /// What the index is compared with.
    pub bound: &'a Expr,
    /// The exit by the test of the bound.
    pub exit: Transition,
    /// How the bound is compared (`<` or `<=`), and as numbers of which type.
    pub test: (BinaryOperator, TypeId),
    step: Transition,
    inside: Vec<bool>,
}

impl<'a> Rounds<'a> {
    /// The loop around a transition, once for each exit by a test of an upper bound.
    pub fn all(automaton: &'a Automaton, reader: Reader<'_>, transition: Transition) -> Vec<Rounds<'a>> {
        let Some(inside) = cycle_around(automaton, transition) else { return Vec::new() };
        // One exit is the test of the bound. A loop that is left by another exit has not counted to its end.
        let tests = automaton.transitions.iter().filter_map(|(exit, data)| {
            let is_exit = inside[data.from.index()] && !inside[data.to.index()];
            let guard = data.guard.as_ref().filter(|guard| is_exit && !guard.holds)?;
            upper_bound(&guard.condition, reader).map(|test| (exit, test))
        });
        tests.filter_map(|(exit, test)| Rounds::by_test(automaton, reader, transition, &inside, exit, test)).collect()
    }

    /// The greatest number that the index has when a round is taken; `None` if it may wrap before the loop ends.
    pub fn last(&self, types: &Types, index: TypeId, reader: Reader<'_>) -> Option<i128> {
        let bound = reader.value(self.bound).and_then(|bound| bound.as_number());
        let end = bound.map(|bound| bound + i128::from(self.test.0 == BinaryOperator::LessEqual));
        last(types, index, end, self.test)
    }

    /// Whether a location lies in the loop.
    pub fn contains(&self, location: Location) -> bool {
        self.inside[location.index()]
    }

    /// The loop, if this exit tests the bound in every round.
    fn by_test(
        automaton: &'a Automaton,
        reader: Reader<'_>,
        transition: Transition,
        inside: &[bool],
        exit: Transition,
        Test { index, bound, test }: Test<'a>,
    ) -> Option<Rounds<'a>> {
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
        let first = start_value(automaton, inside, head, index, reader).filter(|&first| first >= 0)?;
        Some(Rounds { index, first, bound, exit, test, step, inside: inside.to_vec() })
    }
}

impl Reader<'_> {
    /// Whether an index has the numbers up to an end in its own type and in that of the test.
    fn counts_up(&self, rounds: &Rounds<'_>, end: i128) -> bool {
        let types = self.types();
        let in_test = types.scalar_shape(rounds.test.1).map(greatest);
        last(types, self.type_of(rounds.index), Some(end), rounds.test).is_some()
            && in_test.is_some_and(|greatest| rounds.first <= greatest && end <= greatest)
    }
}

/// The greatest number of an index of a type that is below an end, where it is known, and passes a test.
fn last(types: &Types, index: TypeId, end: Option<i128>, test: (BinaryOperator, TypeId)) -> Option<i128> {
    let shape = types.scalar_shape(index)?;
    let greatest = greatest(shape);
    match end {
        Some(end) => (end <= greatest).then_some(end - 1),
        // The index is less than a number of its own type.
        None => (test.0 == BinaryOperator::Less && types.scalar_shape(test.1) == Some(shape)).then_some(greatest - 1),
    }
}

/// The greatest number of a width in bits, with or without sign.
pub fn greatest((bits, is_signed): (u32, bool)) -> i128 {
    (1i128 << (bits - u32::from(is_signed)).min(120)) - 1
}

/// The locations from which a transition is reached again after it was taken; `None` if it is not.
pub fn cycle_around(automaton: &Automaton, transition: Transition) -> Option<Vec<bool>> {
    cycle_without(automaton, transition, &[])
}

/// The same in the code without the removed transitions.
pub fn cycle_without(automaton: &Automaton, transition: Transition, removed: &[Transition]) -> Option<Vec<bool>> {
    let n_locations = automaton.locations.len();
    let (mut after, mut before) = (vec![Vec::new(); n_locations], vec![Vec::new(); n_locations]);
    for (_, data) in automaton.transitions.iter().filter(|(it, _)| !removed.contains(it)) {
        after[data.from.index()].push(data.to.index());
        before[data.to.index()].push(data.from.index());
    }
    let data = &automaton.transitions[transition];
    let ahead = reached(data.to.index(), &after);
    if !ahead[data.from.index()] {
        return None;
    }
    let behind = reached(data.from.index(), &before);
    Some(ahead.into_iter().zip(behind).map(|(is_ahead, is_behind)| is_ahead && is_behind).collect())
}

/// What is reached from a location, itself included.
fn reached(from: usize, next: &[Vec<usize>]) -> Vec<bool> {
    let (mut seen, mut pending) = (vec![false; next.len()], vec![from]);
    while let Some(location) = pending.pop() {
        if !std::mem::replace(&mut seen[location], true) {
            pending.extend(&next[location]);
        }
    }
    seen
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

/// A comparison of a register with an upper bound.
struct Test<'a> {
    index: LocalId,
    bound: &'a Expr,
    test: (BinaryOperator, TypeId),
}

/// `index < bound` or `index <= bound`.
fn upper_bound<'a>(condition: &'a Expr, reader: Reader<'_>) -> Option<Test<'a>> {
    let ExprKind::Binary(operator @ (BinaryOperator::Less | BinaryOperator::LessEqual), left, right) = &condition.kind
    else {
        return None;
    };
    let index = reader.value(left)?;
    let (&register, _) = index.parts.iter().next()?;
    (index == Linear::register(register)).then_some(Test { index: register, bound: right, test: (*operator, left.ty) })
}

/// Whether a step adds one to a register.
pub fn adds_one(effect: &Effect, index: LocalId, reader: Reader<'_>) -> bool {
    let Effect::Assign { target, value } = effect else { return false };
    let ExprKind::Binary(BinaryOperator::Add, left, right) = &value.kind else { return false };
    let is_index = |expr: &Expr| reader.value(expr) == Some(Linear::register(index));
    let is_one = |expr: &Expr| matches!(expr.kind, ExprKind::Integer(1));
    reader.as_register(target) == Some(index) && (is_index(left) && is_one(right) || is_one(left) && is_index(right))
}

/// The number that the register has when the loop is entered, if all paths into it come from one assignment.
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
            // No path enters the loop behind its head.
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
