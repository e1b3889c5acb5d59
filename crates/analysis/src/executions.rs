//! How often executions take a step, at most.
//!
//! Rule. An activation takes a step once that lies on no cycle, and at most once in each round of a counted loop
//! ([`super::counted_loop`]) with numbers as bounds. There are as many activations of a procedure as its callers make calls, and as there
//! are threads that start with it.
//!
//! Rule. Where the ranges of registers are known, a loop may also have other exits and inner loops. Suppose that one step of the loop adds a
//! constant to a register, and nothing else in the loop writes the register. Then the step finds a different number each time, so the loop
//! takes it at most as often as the range has numbers. Between two of these additions runs code without this step; inner loops in it are
//! bounded by the same rule.
//!
//! Rule: rounds, calls, and threads are counted, each for all others. The register never wraps.
//! Tests: `counted_by_threads_of_a_loop`, `counted_by_too_many_threads`, `counted_in_calls_of_a_loop`, `counted_in_too_many_calls_of_a_loop`,
//! `counted_in_a_loop_that_wraps`; in `overflow`: `sum_of_a_part`, `sum_of_a_part_that_is_too_long`, `sum_in_a_loop_that_begins_again`.

use raddle_logic::intervals::Interval;
use raddle_program::automaton::{Automaton, Transition};
use raddle_program::entity::{Entity, Table};
use raddle_program::syntax::{BinaryOperator, Effect, Expr, ExprKind, LocalId, PlaceKind, ProcedureId, Program};
use raddle_program::written_registers::written;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

use super::counted_loop::{Counted, cycle_without};
use super::intervals::Registers;
use super::linear::Reader;
use super::number::Shape;
use super::points_to::{Context, PointsTo};

/// The greatest number of steps of a loop that is looked at.
const STEPS: usize = 200;

/// Counts executions of steps.
pub struct Executions<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    /// The ranges of registers, if they are known.
    registers: Option<&'a Registers>,
    /// By step: how often an activation takes it.
    rounds: RefCell<FxHashMap<(ProcedureId, Transition), Option<i128>>>,
    /// The activations of a context; `None` while they are counted, and if there is no known limit.
    activations: FxHashMap<Context, Option<i128>>,
}

impl<'a> Executions<'a> {
    /// Counts for a program; `registers` are the ranges of its registers, if they are known.
    pub fn of(
        program: &'a Program,
        points_to: &'a PointsTo,
        automata: &'a Table<ProcedureId, Automaton>,
        registers: Option<&'a Registers>,
    ) -> Executions<'a> {
        Executions {
            program,
            points_to,
            automata,
            registers,
            rounds: RefCell::default(),
            activations: FxHashMap::default(),
        }
    }

    /// How often an execution takes a step in a context, all threads together; `None` if there is no known limit.
    pub fn most(&mut self, (context, step): (Context, Transition)) -> Option<i128> {
        let rounds = self.rounds(context, step)?;
        self.activations(context)?.checked_mul(rounds)
    }

    fn activations(&mut self, context: Context) -> Option<i128> {
        if let Some(&known) = self.activations.get(&context) {
            return known;
        }
        // A procedure that calls itself has no known limit.
        self.activations.insert(context, None);
        let data = &self.points_to.contexts[context];
        let class = &self.points_to.classes[data.class];
        let is_start = class.start == context;
        let by_main = i128::from(is_start && class.parent.is_none());
        let created = if is_start { class.created_at.as_slice() } else { &[] };
        // What neither is called nor starts a thread is run in some other way.
        let is_known = is_start || !data.callers.is_empty();
        let mut sum = is_known.then_some(by_main);
        for &place in data.callers.iter().chain(created) {
            sum = sum.and_then(|sum| sum.checked_add(self.most(place)?));
        }
        self.activations.insert(context, sum);
        sum
    }

    /// How often an activation takes a step.
    pub fn rounds(&self, context: Context, step: Transition) -> Option<i128> {
        let procedure = self.points_to.contexts[context].procedure;
        if let Some(&known) = self.rounds.borrow().get(&(procedure, step)) {
            return known;
        }
        let by_bound = self.rounds_by_bound(procedure, step);
        let by_numbers = self.registers.and_then(|it| self.rounds_by_numbers(it, procedure, step, &mut Vec::new()));
        let found = by_bound.into_iter().chain(by_numbers).min();
        self.rounds.borrow_mut().insert((procedure, step), found);
        found
    }

    /// The same, in a loop up to a bound.
    fn rounds_by_bound(&self, procedure: ProcedureId, step: Transition) -> Option<i128> {
        let automaton = &self.automata[procedure];
        let Some(steps) = steps_around(automaton, step, &[]) else { return Some(1) };
        if steps.len() > STEPS {
            return None;
        }
        // Some step of the loop is one that each round takes. All others are taken once in a round at most.
        let reader = Reader::new(self.program, procedure);
        let mut loops = steps.into_iter().filter_map(|it| Counted::of(automaton, reader, it));
        let rounds = loops.find_map(|it| it.end.as_number().map(|end| (end - it.first).max(0)))?;
        // The first round of a loop that tests at its end comes before all tests.
        rounds.checked_add(1)
    }

    /// The same, by the ranges of registers to which steps of the loop add; without the steps of `removed`.
    fn rounds_by_numbers(
        &self,
        registers: &Registers,
        procedure: ProcedureId,
        step: Transition,
        removed: &mut Vec<Transition>,
    ) -> Option<i128> {
        let automaton = &self.automata[procedure];
        let Some(steps) = steps_around(automaton, step, removed) else { return Some(1) };
        if steps.len() > STEPS {
            return None;
        }
        for &adding in &steps {
            let data = &automaton.transitions[adding];
            let Some((register, by)) = added_constant(&data.effect) else { continue };
            let writes = |other: &&Transition| {
                let (one, another) = written(&automaton.transitions[**other].effect);
                **other != adding && (one == Some(register) || another == Some(register))
            };
            let numbers = registers.get(&(procedure, data.from)).and_then(|it| it.get(&register));
            let times = numbers.and_then(|&numbers| self.times(procedure, register, numbers, by));
            let Some(times) = times.filter(|_| !steps.iter().any(|it| writes(&it))) else { continue };
            if adding == step {
                return Some(times);
            }
            removed.push(adding);
            // If this finds no limit, no other addition does: what can be removed now can also be removed afterwards.
            let between = self.rounds_by_numbers(registers, procedure, step, removed);
            removed.pop();
            // Each stretch in which the step is taken finds another number in the register.
            let here = registers.get(&(procedure, automaton.transitions[step].from)).and_then(|it| it.get(&register));
            let numbers = here.map(|here| (here.high - here.low) / by.abs() + 1);
            let stretches = times.checked_add(1)?.min(numbers.unwrap_or(i128::MAX));
            return between?.checked_mul(stretches);
        }
        None
    }

    /// How often a constant can be added to a register that has these numbers before, if it never wraps.
    fn times(&self, procedure: ProcedureId, register: LocalId, numbers: Interval, by: i128) -> Option<i128> {
        let shape = Shape::of(&self.program.types, self.program.procedures[procedure].locals[register].ty)?;
        let after = Interval { low: numbers.low.checked_add(by)?, high: numbers.high.checked_add(by)? };
        let stays = !numbers.is_empty() && Interval::full(shape.bits).contains(numbers.join(after));
        stays.then(|| (numbers.high - numbers.low) / by.abs() + 1)
    }
}

/// The register to which a step adds a constant that is not zero, and the constant.
fn added_constant(effect: &Effect) -> Option<(LocalId, i128)> {
    let Effect::Assign { target, value } = effect else { return None };
    let PlaceKind::Local(register) = target.kind else { return None };
    let ExprKind::Binary(operator, left, right) = &value.kind else { return None };
    let is_register = |expr: &Expr| match &expr.kind {
        ExprKind::Read(place) => {
            matches!(place.kind, PlaceKind::Local(local) if local == register) && expr.ty == value.ty
        }
        _ => false,
    };
    let by = match (operator, &left.kind, &right.kind) {
        (BinaryOperator::Add, _, &ExprKind::Integer(by)) if is_register(left) => by,
        (BinaryOperator::Add, &ExprKind::Integer(by), _) if is_register(right) => by,
        (BinaryOperator::Subtract, _, &ExprKind::Integer(by)) if is_register(left) => by.checked_neg()?,
        _ => return None,
    };
    (by != 0 && value.ty == target.ty).then_some((register, by))
}

/// The steps on cycles through a step, in the code without the removed steps; `None` if there is no such cycle.
fn steps_around(automaton: &Automaton, step: Transition, removed: &[Transition]) -> Option<Vec<Transition>> {
    let inside = cycle_without(automaton, step, removed)?;
    let is_inside = |it: &Transition| {
        let data = &automaton.transitions[*it];
        inside[data.from.index()] && inside[data.to.index()] && !removed.contains(it)
    };
    Some(automaton.transitions.ids().filter(is_inside).collect())
}
