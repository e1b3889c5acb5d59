//! Bounded loops: loops that count, and so are left after finitely many iterations.
//!
//! Rule. A cycle is taken only finitely often if it has a test of a register that some steps of the loop change, all of them in the same
//! direction, by a constant, and the test keeps the thread in the loop only on one side of a limit: below it if the register grows, above
//! it if it falls. For a signed register the limit may be anything: C leaves overflow undefined. For an unsigned register the steps are by
//! one, no more than one between two tests, and the test is `<` for increasing, `>` or `!= 0` for decreasing steps, without a conversion
//! that could widen the register. A test may look at a copy that the loop makes of the register: then no step lies on a cycle without
//! the copy, and an unsigned register takes no more than one step between two copies. No conversion may make the register narrower.
//!
//! A cycle is also taken only finitely often if it has an access whose address grows, or falls, by a constant with each step of a register:
//! objects are finite, and an execution ends at an access outside of its object. `for (; *text; text++)` ends for every text. Several
//! accesses may do that together: no step lies on a cycle without any of them. The address may
//! come from a copy that the loop makes of the register, as `*text++` does: then no step lies on a cycle without the copy, and the
//! copy is at most as many steps behind as there are in one iteration.
//!
//! An infinite path takes every such test finitely often, or every step of its register finitely often. So two smaller graphs
//! must have no infinite path either: the cycles without the test, and the cycles without the steps. Steps that accesses follow are
//! taken finitely often: the cycles without the steps must have no infinite path.

use std::collections::{BTreeMap, BTreeSet};

use crate::automaton::{Automaton, Location, Transition, TransitionData};
use crate::components::component_numbers;
use crate::entity::Entity;
use crate::footprint::{Accessed, Footprint};
use crate::syntax::{
    BinaryOperator as B, Effect, Expr, ExprKind, LocalId, Place, PlaceKind, Procedure, Program, UnaryOperator,
};
use crate::types::TypeKind;

/// How many sets of transitions are looked at; beyond it a cycle counts as one without an end.
const SEARCHES: u32 = 200;

/// A location on a cycle of some transitions that is not known to be left; `None` if every path that keeps to them is finite.
pub fn endless_cycle(
    program: &Program,
    procedure: &Procedure,
    automaton: &Automaton,
    transitions: &BTreeSet<Transition>,
) -> Option<Location> {
    let mut search = Search { program, procedure, automaton, left: SEARCHES };
    search.endless(transitions)
}

struct Search<'a> {
    program: &'a Program,
    procedure: &'a Procedure,
    automaton: &'a Automaton,
    left: u32,
}

/// In which direction a register is changed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

/// With what an address moves.
#[derive(Clone, PartialEq, Eq)]
struct Moving {
    register: LocalId,
    /// The steps of the loop that copy the register, if the address is that of the copy.
    copies: BTreeSet<Transition>,
}

/// A test that keeps a thread in a loop.
struct Test {
    register: LocalId,
    /// `register operator limit` holds where the thread stays.
    operator: B,
    /// The limit, if it is a number.
    limit: Option<i128>,
    /// Whether the register is compared without a conversion.
    is_direct: bool,
    /// The step that copies the register, if the test is of the copy.
    copy: Option<Transition>,
}

/// A register that is compared: itself, or a copy.
struct Compared {
    register: LocalId,
    is_direct: bool,
    copy: Option<Transition>,
}

impl Search<'_> {
    fn endless(&mut self, transitions: &BTreeSet<Transition>) -> Option<Location> {
        components(self.automaton, transitions).into_iter().find_map(|component| self.endless_component(&component))
    }

    /// The same of strongly connected transitions.
    fn endless_component(&mut self, component: &BTreeSet<Transition>) -> Option<Location> {
        let first = self.automaton.transitions[*component.first()?].from;
        let without = |left_out: &BTreeSet<Transition>| component.difference(left_out).copied().collect();
        for steps in self.walked(component) {
            self.left = match self.left.checked_sub(1) {
                Some(left) => left,
                None => return Some(first),
            };
            // Nothing is endless if it is only so with these steps.
            self.endless(&without(&steps))?;
        }
        for &stay in component {
            self.left = match self.left.checked_sub(1) {
                Some(left) => left,
                None => return Some(first),
            };
            let Some(steps) = self.test(stay, component).and_then(|test| self.steps(stay, &test, component)) else {
                continue;
            };
            if self.endless(&without(&BTreeSet::from([stay]))).is_none() && self.endless(&without(&steps)).is_none() {
                return None;
            }
        }
        Some(first)
    }

    /// The steps of each register with which the addresses of accesses move in one direction. Between two of these accesses each step is
    /// taken at most once: a number cannot come around to where it was. So an infinite path takes them finitely often.
    fn walked(&self, component: &BTreeSet<Transition>) -> Vec<BTreeSet<Transition>> {
        let mut accesses: BTreeMap<LocalId, Vec<(Transition, BTreeSet<Transition>)>> = BTreeMap::new();
        for &transition in component {
            let data = &self.automaton.transitions[transition];
            let footprint = Footprint::of(self.program, self.procedure, data);
            // What only one case of a choice accesses is not listed: it may never be accessed.
            for access in footprint.accesses.iter().filter(|access| access.is_listed) {
                let moving = match access.target {
                    Accessed::Place(place) => self.moving_place(place, component),
                    Accessed::Target(address) => self.moving(address, component),
                    Accessed::Bytes { .. } => None,
                };
                if let Some(Moving { register, copies }) = moving {
                    accesses.entry(register).or_default().push((transition, copies));
                }
            }
        }
        let lies_on_a_cycle_without = |steps: &BTreeSet<Transition>, left_out: &BTreeSet<Transition>| {
            self.lies_on_a_cycle_without(steps, left_out, component)
        };
        let walking = accesses.into_iter().filter_map(|(register, accesses)| {
            let steps = self.strides(register, component)?;
            let in_time = |copies: &BTreeSet<_>| copies.is_empty() || !lies_on_a_cycle_without(&steps, copies);
            let passed = accesses.into_iter().filter(|(_, copies)| in_time(copies)).map(|it| it.0).collect();
            (!lies_on_a_cycle_without(&steps, &passed)).then_some(steps)
        });
        walking.collect()
    }

    /// Whether one of some steps lies on a cycle of a component without other steps.
    fn lies_on_a_cycle_without(
        &self,
        steps: &BTreeSet<Transition>,
        left_out: &BTreeSet<Transition>,
        component: &BTreeSet<Transition>,
    ) -> bool {
        let rest = component.difference(left_out).copied().collect();
        components(self.automaton, &rest).iter().any(|cycles| !steps.is_disjoint(cycles))
    }

    /// Whether a path of a component takes two of some steps, or one twice, without another step in between.
    fn takes_two_without(
        &self,
        steps: &BTreeSet<Transition>,
        left_out: Transition,
        component: &BTreeSet<Transition>,
    ) -> bool {
        let transitions = &self.automaton.transitions;
        let mut pending: Vec<Location> = steps.iter().map(|&step| transitions[step].to).collect();
        let mut reached = BTreeSet::new();
        while let Some(location) = pending.pop() {
            if reached.insert(location) {
                let next = component.iter().filter(|&&it| it != left_out && transitions[it].from == location);
                pending.extend(next.map(|&it| transitions[it].to));
            }
        }
        steps.iter().any(|&step| step != left_out && reached.contains(&transitions[step].from))
    }

    /// The register with which the address of a place moves: the rest of the address stays as it is in the loop.
    fn moving_place(&self, place: &Place, component: &BTreeSet<Transition>) -> Option<Moving> {
        match &place.kind {
            PlaceKind::Deref(pointer) => self.moving(pointer, component),
            PlaceKind::Field(base, _) | PlaceKind::BitLocation(base) => self.moving_place(base, component),
            PlaceKind::Index(base, index) => match self.moving_place(base, component) {
                Some(moving) => self.stays(index, component).then_some(moving),
                // Elements without a size all lie in one place.
                None if self.program.types.size_of(place.ty) == Some(0) => None,
                None => self.moving(index, component).filter(|_| self.place_stays(base, component)),
            },
            PlaceKind::Global(_) | PlaceKind::Local(_) => None,
        }
    }

    /// The register with which a value moves.
    fn moving(&self, expr: &Expr, component: &BTreeSet<Transition>) -> Option<Moving> {
        match &expr.kind {
            // A wider number is the same one; a narrower one may begin again.
            ExprKind::Cast(inner) => {
                let size = |expr: &Expr| self.program.types.size_of(expr.ty);
                self.moving(inner, component).filter(|_| size(expr) >= size(inner))
            }
            ExprKind::Read(_) => {
                let (register, _) = self.read(expr)?;
                let assignments = self.assignments(register, component)?;
                let copied = |&step: &Transition| match &self.automaton.transitions[step].effect {
                    Effect::Assign { value, .. } => self.read(value).filter(|it| it.1).map(|it| it.0),
                    _ => None,
                };
                let original = assignments.first().and_then(copied);
                match original.filter(|_| assignments.iter().all(|step| copied(step) == original)) {
                    Some(register) => Some(Moving { register, copies: assignments.into_iter().collect() }),
                    None => (!assignments.is_empty()).then_some(Moving { register, copies: BTreeSet::new() }),
                }
            }
            ExprKind::PointerAdd { pointer, index, element, .. } => match self.moving(pointer, component) {
                Some(moving) => self.stays(index, component).then_some(moving),
                None if *element == 0 => None,
                None => self.moving(index, component).filter(|_| self.stays(pointer, component)),
            },
            _ => None,
        }
    }

    /// Whether a value is the same in all rounds.
    fn stays(&self, expr: &Expr, component: &BTreeSet<Transition>) -> bool {
        match &expr.kind {
            ExprKind::Integer(_) | ExprKind::Procedure(_) => true,
            ExprKind::AddressOf(place) => self.place_stays(place, component),
            ExprKind::Cast(inner) | ExprKind::Unary(_, inner) => self.stays(inner, component),
            ExprKind::Binary(_, left, right) => self.stays(left, component) && self.stays(right, component),
            ExprKind::PointerAdd { pointer, index, .. } => {
                self.stays(pointer, component) && self.stays(index, component)
            }
            ExprKind::Read(_) => self.read(expr).is_some_and(|(register, _)| {
                self.assignments(register, component).is_some_and(|assignments| assignments.is_empty())
            }),
            _ => false,
        }
    }

    fn place_stays(&self, place: &Place, component: &BTreeSet<Transition>) -> bool {
        match &place.kind {
            PlaceKind::Global(_) | PlaceKind::Local(_) => true,
            PlaceKind::Deref(pointer) => self.stays(pointer, component),
            PlaceKind::Field(base, _) | PlaceKind::BitLocation(base) => self.place_stays(base, component),
            PlaceKind::Index(base, index) => self.place_stays(base, component) && self.stays(index, component),
        }
    }

    /// The steps of a register that all change it in the same direction by a constant, and that it cannot take for ever without leaving every
    /// object: it is a pointer, signed (overflow is undefined), or as wide as addresses are.
    fn strides(&self, register: LocalId, component: &BTreeSet<Transition>) -> Option<BTreeSet<Transition>> {
        let types = &self.program.types;
        let ty = self.procedure.locals[register].ty;
        let size = types.size_of(ty)?;
        let is_pointer = matches!(types.kind(ty), TypeKind::Pointer(_));
        let (_, is_signed) = types.scalar_shape(ty)?;
        if !(is_pointer || is_signed && size >= 4 || size >= 8) {
            return None;
        }
        let steps = self.assignments(register, component)?;
        let mut is_up = None;
        for &step in &steps {
            let amount = self.amount(step, register, component)?;
            if amount == 0 || !is_small(amount.abs()) || is_up.is_some_and(|known| known != (amount > 0)) {
                return None;
            }
            is_up = Some(amount > 0);
        }
        is_up.map(|_| steps.into_iter().collect())
    }

    /// What a transition tests, if the thread leaves the component otherwise.
    fn test(&self, stay: Transition, component: &BTreeSet<Transition>) -> Option<Test> {
        let guard = self.automaton.transitions[stay].guard.as_ref()?;
        self.comparison(&guard.condition, guard.holds, component)
    }

    fn comparison(&self, condition: &Expr, holds: bool, component: &BTreeSet<Transition>) -> Option<Test> {
        match &condition.kind {
            // What is narrower may be zero where the whole is not.
            ExprKind::Cast(inner) if self.keeps_value(condition, inner) || self.is_truth(condition) => {
                self.comparison(inner, holds, component)
            }
            ExprKind::Unary(UnaryOperator::LogicalNot, inner) => self.comparison(inner, !holds, component),
            ExprKind::Read(_) => {
                let operator = if holds { B::NotEqual } else { B::Equal };
                let Compared { register, is_direct, copy } = self.register(condition, component)?;
                Some(Test { register, operator, limit: Some(0), is_direct, copy })
            }
            ExprKind::Binary(operator, left, right) => {
                let operator = if holds { *operator } else { operator.complement()? };
                if let Some(Compared { register, is_direct, copy }) = self.register(left, component) {
                    return Some(Test { register, operator, limit: number(right), is_direct, copy });
                }
                let Compared { register, is_direct, copy } = self.register(right, component)?;
                Some(Test { register, operator: operator.mirrored()?, limit: number(left), is_direct, copy })
            }
            _ => None,
        }
    }

    /// The register whose value an expression is: itself, or one that it is a copy of.
    fn register(&self, expr: &Expr, component: &BTreeSet<Transition>) -> Option<Compared> {
        let (register, is_direct) = self.read(expr)?;
        // A copy that the loop makes, as of `n--`.
        if let [only] = self.assignments(register, component)?.as_slice()
            && let Effect::Assign { value, .. } = &self.automaton.transitions[*only].effect
            && let Some((original, is_same)) = self.read(value)
        {
            return Some(Compared { register: original, is_direct: is_direct && is_same, copy: Some(*only) });
        }
        Some(Compared { register, is_direct, copy: None })
    }

    /// Whether a conversion makes nothing narrower, and no truth value.
    fn keeps_value(&self, cast: &Expr, inner: &Expr) -> bool {
        let size = |expr: &Expr| self.program.types.size_of(expr.ty);
        !self.is_truth(cast) && size(cast) >= size(inner)
    }

    fn is_truth(&self, expr: &Expr) -> bool {
        matches!(self.program.types.kind(expr.ty), TypeKind::Bool)
    }

    fn read(&self, expr: &Expr) -> Option<(LocalId, bool)> {
        match &expr.kind {
            ExprKind::Cast(inner) if self.keeps_value(expr, inner) => self.read(inner).map(|(local, _)| (local, false)),
            ExprKind::Read(place) => match place.kind {
                PlaceKind::Local(local) if self.procedure.locals[local].is_register => Some((local, true)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The transitions of a component that assign a register; `None` if one does more than that.
    fn assignments(&self, register: LocalId, component: &BTreeSet<Transition>) -> Option<Vec<Transition>> {
        let mut found = Vec::new();
        for &transition in component {
            match &self.automaton.transitions[transition].effect {
                Effect::Assign { target, .. } | Effect::Initialize { target, .. } => {
                    if matches!(target.kind, PlaceKind::Local(local) if local == register) {
                        found.push(transition);
                    }
                }
                effect if writes(effect, register) => return None,
                _ => {}
            }
        }
        Some(found)
    }

    /// The steps of the register of a test, if they lead it past the limit.
    fn steps(&self, stay: Transition, test: &Test, component: &BTreeSet<Transition>) -> Option<BTreeSet<Transition>> {
        let types = &self.program.types;
        let ty = self.procedure.locals[test.register].ty;
        let (_, is_signed) = types.scalar_shape(ty).filter(|_| types.size_of(ty).is_some_and(|size| size >= 4))?;
        let steps = self.assignments(test.register, component)?;
        let mut direction = None;
        let mut is_by_one = true;
        for &step in &steps {
            let amount = self.amount(step, test.register, component)?;
            let way = if amount > 0 { Direction::Up } else { Direction::Down };
            if amount == 0 || direction.is_some_and(|known| known != way) {
                return None;
            }
            direction = Some(way);
            is_by_one &= amount.abs() == 1;
        }
        let ends = match (direction?, test.operator, is_signed) {
            (Direction::Up, B::Less | B::LessEqual, true) | (Direction::Down, B::Greater | B::GreaterEqual, true) => {
                true
            }
            (Direction::Up, B::Less, false) => is_by_one && (test.is_direct || test.limit.is_some_and(is_small)),
            (Direction::Down, B::Greater, false) => is_by_one,
            (_, B::NotEqual, _) => is_by_one && test.limit.is_some_and(is_small),
            _ => false,
        };
        let steps: BTreeSet<Transition> = steps.into_iter().collect();
        // An unsigned number may come around to where it was if it is not compared in each position.
        let is_compared = is_signed
            || !self.takes_two_without(&steps, stay, component)
                && test.copy.is_none_or(|copy| !self.takes_two_without(&steps, copy, component));
        let is_in_time =
            test.copy.is_none_or(|copy| !self.lies_on_a_cycle_without(&steps, &BTreeSet::from([copy]), component));
        (ends && is_compared && is_in_time).then_some(steps)
    }

    /// By how much a transition changes a register. Right behind a copy of the register (`copy = register`), the copy is the register.
    fn amount(&self, step: Transition, register: LocalId, component: &BTreeSet<Transition>) -> Option<i128> {
        let Effect::Assign { value, .. } = &self.automaton.transitions[step].effect else { return None };
        let is_copied_before = |copy: LocalId| {
            let here = self.automaton.transitions[step].from;
            let mut before = component.iter().map(|&it| &self.automaton.transitions[it]).filter(|it| it.to == here);
            let is_copy = |data: &TransitionData| match &data.effect {
                Effect::Assign { target, value } => {
                    matches!(target.kind, PlaceKind::Local(local) if local == copy)
                        && self.read(value) == Some((register, true))
                }
                _ => false,
            };
            before.next().is_some_and(is_copy) && before.next().is_none()
        };
        let is_register = |expr: &Expr| match self.read(expr) {
            Some((local, true)) => local == register || is_copied_before(local),
            _ => false,
        };
        match &value.kind {
            ExprKind::Binary(B::Add, left, right) if is_register(left) => number(right),
            ExprKind::Binary(B::Add, left, right) if is_register(right) => number(left),
            ExprKind::Binary(B::Subtract, left, right) if is_register(left) => number(right).map(|amount| -amount),
            ExprKind::PointerAdd { pointer, index, element, is_subtraction }
                if is_register(pointer) && *element > 0 =>
            {
                number(index).map(|amount| if *is_subtraction { -amount } else { amount })
            }
            _ => None,
        }
    }
}

/// Whether every register that is compared can have the number as its value.
fn is_small(number: i128) -> bool {
    (0..=i128::from(i32::MAX)).contains(&number)
}

fn number(expr: &Expr) -> Option<i128> {
    match &expr.kind {
        ExprKind::Integer(number) => Some(*number),
        ExprKind::Cast(inner) => number_of_cast(inner),
        _ => None,
    }
}

fn number_of_cast(inner: &Expr) -> Option<i128> {
    number(inner).filter(|&number| is_small(number))
}

/// Whether an effect that is no assignment gives a register a value.
fn writes(effect: &Effect, register: LocalId) -> bool {
    let is_it = |local: &Option<LocalId>| *local == Some(register);
    match effect {
        Effect::Input { target, .. } | Effect::Allocate { target, .. } => *target == register,
        Effect::Call { result, .. }
        | Effect::External { result, .. }
        | Effect::Spawn { result, .. }
        | Effect::Synchronize { result, .. } => is_it(result),
        Effect::Join { value, result, .. } => is_it(value) || is_it(result),
        Effect::Live { local, .. } => *local == register,
        Effect::Dead(_)
        | Effect::Skip
        | Effect::Assign { .. }
        | Effect::Initialize { .. }
        | Effect::Assume(_)
        | Effect::Assert { .. }
        | Effect::Return(_)
        | Effect::Free(..)
        | Effect::CopyBytes { .. }
        | Effect::FillBytes { .. }
        | Effect::Exit(_)
        | Effect::Stop
        | Effect::AtomicBegin
        | Effect::AtomicEnd
        | Effect::Fence(_)
        | Effect::Unsupported(_) => false,
    }
}

/// The strongly connected components of some transitions, as the transitions inside of each.
fn components(automaton: &Automaton, transitions: &BTreeSet<Transition>) -> Vec<BTreeSet<Transition>> {
    let mut successors: Vec<Vec<u32>> = vec![Vec::new(); automaton.locations.len()];
    for &transition in transitions {
        let data = &automaton.transitions[transition];
        successors[data.from.index()].push(data.to.index() as u32);
    }
    let numbers = component_numbers(&successors);
    let mut found: BTreeMap<usize, BTreeSet<Transition>> = BTreeMap::new();
    for &transition in transitions {
        let data = &automaton.transitions[transition];
        let number = numbers[data.from.index()];
        if number == numbers[data.to.index()] {
            found.entry(number).or_default().insert(transition);
        }
    }
    found.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::{Code, ProgramBuilder, read};
    use crate::types::{DataModel, IntKind};

    fn is_endless(write: impl FnOnce(&mut Code<'_>)) -> bool {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        builder.main(write);
        let program = builder.finish();
        let procedure = &program.procedures[program.main];
        let automaton = Automaton::of(procedure);
        let all = automaton.transitions.ids().collect();
        endless_cycle(&program, procedure, &automaton, &all).is_some()
    }

    /// `for (i = 0; i OPERATOR 10; i += STEP)`
    fn counts(operator: B, step: i128) -> bool {
        is_endless(|code| {
            let int = code.builder().int();
            let index = code.register("index", int);
            let (zero, ten, step) = (code.number(0), code.number(10), code.number(step));
            code.assign(&index, zero);
            let stays = code.binary(operator, read(index.clone()), ten);
            code.repeat(stays, |code| {
                let next = code.add(read(index.clone()), step);
                code.assign(&index, next);
            });
        })
    }

    #[test]
    fn a_loop_that_counts_towards_its_limit_is_left() {
        assert!(!counts(B::Less, 1) && !counts(B::LessEqual, 3) && !counts(B::NotEqual, 1));
    }

    #[test]
    fn a_loop_that_counts_away_from_its_limit_or_past_it_may_not_be_left() {
        assert!(counts(B::Greater, 1) && counts(B::NotEqual, 3) && counts(B::Less, -1) && counts(B::Less, 0));
    }

    /// `while (characters[index]) index += STEP`, or a test of the same character again and again.
    fn walks(step: i128, is_read_at_the_index: bool) -> bool {
        is_endless(|code| {
            let int = code.builder().int();
            let array = code.builder().array(int, 9);
            let characters = code.builder().global("characters", array);
            let index = code.register("index", int);
            let (zero, step) = (code.number(0), code.number(step));
            code.assign(&index, zero.clone());
            let at = if is_read_at_the_index { read(index.clone()) } else { zero };
            let stays = read(crate::builder::index(code.builder().types(), characters, at));
            code.repeat(stays, |code| {
                let next = code.add(read(index.clone()), step);
                code.assign(&index, next);
            });
        })
    }

    #[test]
    fn a_loop_that_walks_over_an_object_is_left() {
        assert!(!walks(1, true) && !walks(-2, true));
        assert!(walks(0, true) && walks(1, false));
    }

    /// `while (characters[copy]) index++`, where each iteration, or only one of its two branches, makes the copy of the index.
    fn walks_with_a_copy(is_always_copied: bool) -> bool {
        is_endless(|code| {
            let int = code.builder().int();
            let array = code.builder().array(int, 9);
            let characters = code.builder().global("characters", array);
            let (index, copy) = (code.register("index", int), code.register("copy", int));
            let choice = code.builder().global("choice", int);
            let (zero, one) = (code.number(0), code.number(1));
            code.assign(&index, zero.clone());
            code.assign(&copy, zero);
            let stays = read(crate::builder::index(code.builder().types(), characters, read(copy.clone())));
            code.repeat(stays, |code| {
                let next = code.add(read(index.clone()), one);
                code.assign(&index, next);
                if is_always_copied {
                    code.assign(&copy, read(index.clone()));
                } else {
                    code.when(read(choice), |code| code.assign(&copy, read(index.clone())));
                }
            });
        })
    }

    #[test]
    fn a_loop_that_walks_with_a_copy_is_left_if_it_always_copies() {
        assert!(!walks_with_a_copy(true));
        assert!(walks_with_a_copy(false));
    }

    /// `while (characters[index]) { index++; while (characters[index] == 5) index++; }`, or an inner loop that does not read them.
    fn walks_in_two_loops(both_read: bool) -> bool {
        is_endless(|code| {
            let int = code.builder().int();
            let array = code.builder().array(int, 9);
            let characters = code.builder().global("characters", array);
            let flag = code.builder().global("flag", int);
            let index = code.register("index", int);
            let (zero, one, five) = (code.number(0), code.number(1), code.number(5));
            code.assign(&index, zero);
            let character = read(crate::builder::index(code.builder().types(), characters, read(index.clone())));
            code.repeat(character.clone(), |code| {
                let next = code.add(read(index.clone()), one);
                code.assign(&index, next.clone());
                let stays = code.equal(if both_read { character } else { read(flag) }, five);
                code.repeat(stays, |code| code.assign(&index, next));
            });
        })
    }

    #[test]
    fn loops_that_walk_over_an_object_together_are_left() {
        assert!(!walks_in_two_loops(true));
        assert!(walks_in_two_loops(false));
    }

    /// `while (REGISTER OPERATOR LIMIT) { COUNT; COUNT; .. }` with an unsigned register from one on.
    fn counts_unsigned(operator: B, limit: i128, steps: &[i128], is_narrow: bool) -> bool {
        is_endless(|code| {
            let (unsigned, narrow) = {
                let types = code.builder().types();
                (types.int(IntKind::UnsignedInt), types.int(IntKind::UnsignedChar))
            };
            let index = code.register("index", unsigned);
            let number = |number| Expr { kind: ExprKind::Integer(number), ty: unsigned };
            code.assign(&index, number(1));
            let whole = read(index.clone());
            let compared = if is_narrow {
                let part = Expr { kind: ExprKind::Cast(Box::new(whole)), ty: narrow };
                Expr { kind: ExprKind::Cast(Box::new(part)), ty: unsigned }
            } else {
                whole
            };
            let stays = code.binary(operator, compared, number(limit));
            code.repeat(stays, |code| {
                for &step in steps {
                    let next = code.add(read(index.clone()), number(step));
                    code.assign(&index, next);
                }
            });
        })
    }

    #[test]
    fn an_unsigned_number_that_jumps_over_its_limit_comes_around() {
        assert!(!counts_unsigned(B::Less, 10, &[1], false) && !counts_unsigned(B::NotEqual, 10, &[1], false));
        assert!(counts_unsigned(B::NotEqual, 10, &[1, 1], false));
        assert!(counts_unsigned(B::Less, 4_294_967_295, &[1, 1], false));
    }

    #[test]
    fn a_part_of_a_number_may_never_come_to_its_limit() {
        assert!(counts_unsigned(B::Less, 300, &[1], true) && counts_unsigned(B::NotEqual, 256, &[1], true));
    }

    /// `while (copy < 10) { index++; if (choice) copy = index; }`, or without the choice.
    fn tests_a_copy(is_always_copied: bool) -> bool {
        is_endless(|code| {
            let unsigned = code.builder().types().int(IntKind::UnsignedInt);
            let (index, copy) = (code.register("index", unsigned), code.register("copy", unsigned));
            let int = code.builder().int();
            let choice = code.builder().global("choice", int);
            let number = |number| Expr { kind: ExprKind::Integer(number), ty: unsigned };
            code.assign(&index, number(0));
            code.assign(&copy, number(0));
            let stays = code.binary(B::Less, read(copy.clone()), number(10));
            code.repeat(stays, |code| {
                let next = code.add(read(index.clone()), number(1));
                code.assign(&index, next);
                if is_always_copied {
                    code.assign(&copy, read(index.clone()));
                } else {
                    code.when(read(choice), |code| code.assign(&copy, read(index.clone())));
                }
            });
        })
    }

    #[test]
    fn a_loop_that_tests_a_copy_is_left_if_it_always_copies() {
        assert!(!tests_a_copy(true));
        assert!(tests_a_copy(false));
    }

    #[test]
    fn a_loop_that_tests_what_is_shared_may_not_be_left() {
        assert!(is_endless(|code| {
            let int = code.builder().int();
            let flag = code.builder().global("flag", int);
            code.repeat(read(flag), |_| {});
        }));
    }
}
