//! Threads that one loop creates and another joins:
//!
//! ```text
//! for (i = 0; i < n; i++) create(&ids[i], ...);      for (j = 0; j < n; j++) join(ids[j]);
//! ```
//!
//! A *counted loop* has one register that it counts up by one from a number, an exit by the test that the register is
//! less than a bound, and no loop inside. So each of its transitions that every round takes is taken once for each
//! number, at most once if the loop has more exits (`if (create(...) != 0) exit(1);`), and certainly once if it is left by
//! the test. A bound is a number, or a term of registers.
//!
//! Rule. When the second loop is left by its test, no thread of the class is running that the first one creates, if
//! - both address the same array in the same way, its ids do not overlap, and the second counts over all that the first does;
//! - registers that the bounds and the address of the array consist of are not written from the first loop on;
//! - nobody else writes to the array, and the array lives once;
//! - the first loop runs once, before the second, and creates threads of one class, in one place, that nobody detaches;
//! - nobody else joins threads of that class: they might be taken away.
//!
//! Numbers are not negative, so that they compare in every type as they stand.
//!
//! Rule: the join loop counts over the whole range of the creation loop, comes after it, and has its form. No
//! other step writes the ids or joins. The ids do not overlap.
//! Tests: `joined_in_a_loop_but_one`, `joined_in_a_loop_from_one`, `joined_in_a_loop_that_is_left`,
//! `joined_in_a_loop_with_a_copied_id`, `joined_in_a_loop_and_by_another`,
//! `joined_in_a_loop_before_it_is_created`, `joined_in_a_loop_that_compares_unsigned`, `joined_ids_overlap`,
//! `joined_up_to_another_bound`, `joined_up_to_a_bound_that_shrinks`, `joined_in_a_heap_array_that_moves`.

use raddle_program::automaton::{Automaton, Location, Transition, TransitionData};
use raddle_program::entity::{Entity, Table};
use raddle_program::syntax::{BinaryOperator, Effect, Expr, ExprKind, LocalId, Place, ProcedureId, Program};
use raddle_program::types::{TypeId, TypeKind};
use rustc_hash::FxHashMap;

use super::linear::{Base, Linear, Reader};
use super::lockset::written;
use super::parallel::Parallel;
use super::points_to::{AbstractObject, Context, ObjectKind, PointsTo, ThreadClass};

/// The exits of loops behind which all threads of a class are joined, each with the class and the join.
pub fn join_loops(parallel: &Parallel<'_>) -> FxHashMap<(Context, Transition), (ThreadClass, Transition)> {
    let Parallel { program, points_to, automata, .. } = *parallel;
    let mut found = FxHashMap::default();
    let mut joins: Vec<(Context, Transition)> = points_to.joins.keys().copied().collect();
    joins.sort_unstable();
    for (context, join) in joins {
        let procedure = points_to.contexts[context].procedure;
        let reader = Reader::new(program, procedure);
        let automaton = &automata[procedure];
        let Some(cell) = joined_place(automaton, reader, join).and_then(|place| reader.address(place)) else {
            continue;
        };
        let Some(joined) = Counted::of(automaton, reader, join) else { continue };
        for (class, data) in points_to.classes.iter() {
            let &[(creator, creation)] = data.created_at.as_slice() else { continue };
            if creator != context || !is_only_creation(points_to, automata, class, (creator, creation)) {
                continue;
            }
            let Effect::Spawn { id, .. } = &automaton.transitions[creation].effect else { continue };
            let Some(stored) = reader.value(id) else { continue };
            let Some(created) = Counted::of(automaton, reader, creation) else { continue };
            let id_bytes = i128::from(program.types.model().pointer_bytes());
            let is_same_cell = of_index(&stored, created.index).is_some_and(|(factor, rest)| {
                let is_array = matches!(rest.base, Base::Global(_) | Base::Local(_)) && rest.parts.is_empty()
                    || rest.base == Base::Zero && is_pointer(program, procedure, &rest);
                is_array
                    && factor >= id_bytes
                    && is_stable(automaton, creation, &rest)
                    && of_index(&cell, joined.index) == Some((factor, rest))
            });
            let behind = raddle_program::graph::reachable_from(automaton, [automaton.transitions[join].to]);
            let is_created_before = !behind[automaton.transitions[creation].from];
            if is_same_cell
                && is_created_before
                && joined.covers(&created)
                && is_stable(automaton, creation, &created.end)
                && parallel.is_joined_by_one_thread(class, (context, join))
            {
                found.insert((context, joined.exit), (class, join));
            }
        }
    }
    found
}

/// A term as a multiple of the index and the rest: the factor and the rest.
fn of_index(linear: &Linear, index: LocalId) -> Option<(i128, Linear)> {
    let mut rest = linear.clone();
    let factor = rest.parts.remove(&index)?;
    Some((factor, rest))
}

/// Whether a term is what one register points to, or lies at a fixed distance from it.
fn is_pointer(program: &Program, procedure: ProcedureId, linear: &Linear) -> bool {
    let mut parts = linear.parts.iter();
    let (Some((&register, &1)), None) = (parts.next(), parts.next()) else { return false };
    matches!(program.types.kind(program.procedures[procedure].locals[register].ty), TypeKind::Pointer(_))
}

/// Whether no register of a term is written once a loop is entered.
fn is_stable(automaton: &Automaton, inside: Transition, linear: &Linear) -> bool {
    let behind = raddle_program::graph::reachable_from(automaton, [automaton.transitions[inside].from]);
    let is_written = |data: &TransitionData| {
        let (one, other) = written(&data.effect);
        behind[data.from] && one.into_iter().chain(other).any(|register| linear.mentions(register))
    };
    !automaton.transitions.values().any(is_written)
}

/// Whether a class is created here alone, its creation runs in one activation of one thread, and its ids are in an array
/// that nobody else writes to and that lives once.
fn is_only_creation(
    points_to: &PointsTo,
    automata: &Table<ProcedureId, Automaton>,
    class: ThreadClass,
    at: (Context, Transition),
) -> bool {
    let (context, transition) = at;
    let data = &points_to.contexts[context];
    let Some(&(_, id)) = points_to.creation_operands.get(&at) else { return false };
    // Nothing is stored through the null pointer of an allocation that failed: the execution ends there.
    let is_number = |object: AbstractObject| matches!(points_to.object(object).kind, ObjectKind::Number);
    let mut objects: Vec<_> = points_to.targets(id).iter().map(|target| target.object).collect();
    objects.retain(|&object| !is_number(object));
    objects.dedup();
    let &[object] = objects.as_slice() else { return false };
    let lives_once = match points_to.object(object).kind {
        ObjectKind::Global(_) => true,
        ObjectKind::Local(owner, local) => points_to.lives_once(owner, local, automata),
        ObjectKind::Allocated(owner, allocation) => points_to.runs_once(owner, allocation, automata),
        ObjectKind::ThreadLocal(..)
        | ObjectKind::Keys
        | ObjectKind::Procedure(_)
        | ObjectKind::Thread(_)
        | ObjectKind::Number
        | ObjectKind::Unknown
        | ObjectKind::Indeterminate => false,
    };
    let is_other_write = |access: &&super::points_to::AccessSite| {
        // What is freed is no id any more: a join that reads it violates memory.
        access.is_write
            && !access.is_free
            && (access.context, access.transition) != (context, transition)
            && points_to.targets(access.address).iter().any(|target| target.object == object)
    };
    lives_once
        && data.is_once
        && points_to.classes[data.class].is_single
        && !points_to.may_be_detached.contains(&at)
        && points_to.creations.get(&at).is_some_and(|classes| classes.as_slice() == [class])
        && !points_to.accesses.iter().any(|access| is_other_write(&access))
}

/// The place from which a join reads the id: by itself, or into a register by the step right before it.
fn joined_place<'a>(automaton: &'a Automaton, reader: Reader<'_>, join: Transition) -> Option<&'a Place> {
    let data = &automaton.transitions[join];
    let Effect::Join { thread, .. } = &data.effect else { return None };
    let place = read_place(thread)?;
    let Some(register) = reader.as_register(place) else { return Some(place) };
    let mut before = automaton.transitions.values().filter(|other| other.to == data.from);
    let (Some(before), None) = (before.next(), before.next()) else { return None };
    match &before.effect {
        Effect::Assign { target, value } if reader.as_register(target) == Some(register) => read_place(value),
        _ => None,
    }
}

fn read_place(expr: &Expr) -> Option<&Place> {
    match &expr.kind {
        ExprKind::Read(place) => Some(place),
        ExprKind::Cast(operand) => read_place(operand),
        _ => None,
    }
}

/// A counted loop around a transition that each round takes once.
struct Counted {
    index: LocalId,
    first: i128,
    /// The first number that is not counted.
    end: Linear,
    /// How the bound is compared, and as numbers of which type.
    test: (BinaryOperator, TypeId),
    exit: Transition,
}

impl Counted {
    /// Whether it counts over all numbers that another one counts over, if bounds of registers are the same ones.
    fn covers(&self, other: &Counted) -> bool {
        let reaches_end = match (self.end.as_number(), other.end.as_number()) {
            (Some(mine), Some(theirs)) => theirs <= mine,
            // A negative register is a large number in a type without signs.
            _ => self.end == other.end && self.test == other.test,
        };
        self.first <= other.first && reaches_end
    }

    fn of(automaton: &Automaton, reader: Reader<'_>, transition: Transition) -> Option<Counted> {
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
        Some(Counted { index, first, end, test, exit })
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
