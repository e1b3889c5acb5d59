//! Registers that are only added to, and how a value is a sum.
//!
//! ```text
//! for (int i = part->from; i < part->to; i++) sum += data[i];        at most 250 rounds, each element is in 0..9: sum <= 2250
//! ```
//!
//! Rule. Each write to the register stores a value with a known range, or adds such a value to the register itself; an activation takes each
//! adding step at most a known number of times ([`crate::executions`]); and nothing wraps. Then the register is at most the greatest number that
//! is stored plus all that is ever added. What a step reads is at most that less the addition of the step itself.
//!
//! Rule: the register is written before it is read; no type on the way is too narrow.
//! Tests: in `overflow`: `sum_of_a_part`, `sum_of_a_part_that_is_too_long`, `sum_that_begins_anywhere`, `sum_through_a_narrow_type`.

use raddle_logic::intervals::Interval;
use raddle_program::automaton::Automaton;
use raddle_program::entity::Table;
use raddle_program::live::LiveRegisters;
use raddle_program::syntax::{BinaryOperator, Effect, Expr, ExprKind, LocalId, Place, PlaceKind, ProcedureId, Program};
use raddle_program::types::{TypeId, Types};
use raddle_program::written_registers::written;
use rustc_hash::FxHashMap;

use super::super::executions::Executions;
use super::super::points_to::{Context, PointsTo};
use super::additions::Additions;
use super::flow::Registers;
use crate::number::Shape;

/// What a part of a sum is.
pub enum Part<R> {
    /// What is added to.
    Read(R),
    /// A number that is added.
    Added(Interval),
}

/// A sum of what was read, if anything, and of numbers.
pub struct Sum<R> {
    /// What was read, and by which expression.
    pub read: Option<(R, *const Expr)>,
    /// What is added.
    pub added: Interval,
    /// The numbers that can be read so that all types on the way can hold what is computed.
    pub holds: Interval,
}

impl<R> Sum<R> {
    /// A value as a sum: of what reads give, and other expressions.
    pub fn of(
        types: &Types,
        value: &Expr,
        read: &dyn Fn(&Expr, &Place) -> Option<Part<R>>,
        numbers: &dyn Fn(&Expr) -> Option<Interval>,
    ) -> Option<Sum<R>> {
        let holds = range_of(types, value.ty)?;
        let of = |expr: &Expr| Sum::of(types, expr, read, numbers);
        let found = match &value.kind {
            ExprKind::Integer(number) => Some(Sum { read: None, added: Interval::point(*number), holds }),
            ExprKind::Cast(operand) => of(operand),
            ExprKind::Read(place) => read(value, place).map(|part| match part {
                Part::Read(read) => {
                    Sum { read: Some((read, std::ptr::from_ref(value))), added: Interval::point(0), holds }
                }
                Part::Added(added) => Sum { read: None, added, holds },
            }),
            ExprKind::Binary(BinaryOperator::Add, left, right) => {
                of(left).zip(of(right)).and_then(|(left, right)| left.plus(right))
            }
            ExprKind::Binary(BinaryOperator::Subtract, left, right) => {
                of(left).zip(of(right)).and_then(|(left, right)| left.plus(right.negative()?))
            }
            _ => None,
        };
        // What is added so far is added in this type.
        let found = found.and_then(|found| {
            let Sum { added, .. } = found;
            if found.read.is_none() && !holds.contains(added) {
                return None;
            }
            let shifted =
                Interval { low: holds.low.checked_sub(added.low)?, high: holds.high.checked_sub(added.high)? };
            Some(Sum { holds: found.holds.meet(shifted), ..found })
        });
        found.or_else(|| Some(Sum { read: None, added: numbers(value)?, holds }))
    }

    fn plus(self, other: Sum<R>) -> Option<Sum<R>> {
        let read = match (self.read, other.read) {
            (one, None) | (None, one) => one,
            (Some(_), Some(_)) => return None,
        };
        let low = self.added.low.checked_add(other.added.low)?;
        let added = Interval { low, high: self.added.high.checked_add(other.added.high)? };
        Some(Sum { read, added, holds: self.holds.meet(other.holds) })
    }

    /// The numbers that may be held so that nothing wraps. What is read lacks what this execution of the step adds.
    pub fn limits(&self) -> Interval {
        let Interval { low, high } = self.holds;
        Interval { low: low.saturating_sub(-self.added.low.min(0)), high: high.saturating_add(self.added.high.max(0)) }
    }

    /// The negative of what is added, if nothing was read.
    fn negative(self) -> Option<Sum<R>> {
        let added = Interval { low: self.added.high.checked_neg()?, high: self.added.low.checked_neg()? };
        self.read.is_none().then_some(Sum { read: None, added, holds: self.holds })
    }
}

/// The numbers of an integer type.
fn range_of(types: &Types, ty: TypeId) -> Option<Interval> {
    let (bits, is_signed) = types.integer_shape(ty).filter(|(bits, _)| *bits <= 64)?;
    let high = 1_i128 << (bits - u32::from(is_signed));
    Some(Interval { low: if is_signed { -high } else { 0 }, high: high - 1 })
}

/// What the step of a sum reads, if the cells or the register that it adds to hold numbers of `group`, and it adds a number of `added`: a chain of
/// additions up to the read lacks the addition of the step itself.
pub fn read_range(group: Interval, added: Interval) -> Interval {
    Interval { low: group.low - added.low.min(0), high: group.high - added.high.max(0) }
}

/// By context and register, as two's complement numbers: what registers hold that are only added to.
pub type Sums = FxHashMap<(Context, LocalId), Interval>;

/// By context and expression: the numbers that reads give to whose results steps add.
pub type Reads = FxHashMap<(Context, *const Expr), Interval>;

/// The registers that are only added to.
pub fn sums_of_registers(
    program: &Program,
    points_to: &PointsTo,
    automata: &Table<ProcedureId, Automaton>,
    live: &Table<ProcedureId, LiveRegisters>,
    additions: &Additions,
    reads: &mut Reads,
) -> Sums {
    let executions = Executions::of(program, points_to, automata, Some(&additions.registers));
    let mut found = Sums::default();
    let numbers = numbers_of_registers(&additions.registers);
    for (context, data) in points_to.contexts.iter() {
        let (procedure, automaton) = (&program.procedures[data.procedure], &automata[data.procedure]);
        for register in added_registers(program, data.procedure, automaton) {
            let is_open = |shape: Shape| {
                let (all, known) = (Interval::full(shape.bits), numbers.get(&(data.procedure, register)));
                known.is_some_and(|known| known.low <= all.low || all.high <= known.high)
            };
            let shape = Shape::of(&program.types, procedure.locals[register].ty);
            if !shape.is_some_and(is_open) || live[data.procedure].is_live(automaton.entry, register) {
                continue;
            }
            let live = &live[data.procedure];
            let of = Register { program, automaton, live, context, register, additions, executions: &executions };
            let fits = |range: &Interval| shape.is_some_and(|shape| Interval::full(shape.bits).contains(*range));
            if let Some((range, read)) = of.range().filter(|(range, _)| fits(range)) {
                found.insert((context, register), range);
                reads.extend(read.into_iter().map(|(expr, added)| ((context, expr), read_range(range, added))));
            }
        }
    }
    found
}

/// What each register holds, at all locations together.
fn numbers_of_registers(registers: &Registers) -> FxHashMap<(ProcedureId, LocalId), Interval> {
    let mut found = FxHashMap::default();
    for ((procedure, _), here) in registers {
        for (&register, &numbers) in here {
            let known = found.entry((*procedure, register)).or_insert(Interval::EMPTY);
            *known = known.join(numbers);
        }
    }
    found
}

/// The registers of which some step writes a sum with themselves.
fn added_registers(program: &Program, procedure: ProcedureId, automaton: &Automaton) -> Vec<LocalId> {
    let locals = &program.procedures[procedure].locals;
    let mut found: Vec<LocalId> = Vec::new();
    for data in automaton.transitions.values() {
        let Effect::Assign { target, value } = &data.effect else { continue };
        let PlaceKind::Local(register) = target.kind else { continue };
        if locals[register].is_register && adds_to(value, register) && !found.contains(&register) {
            found.push(register);
        }
    }
    found
}

/// Whether a value is a sum with a register in it.
fn adds_to(value: &Expr, register: LocalId) -> bool {
    match &value.kind {
        ExprKind::Cast(operand) => adds_to(operand, register),
        ExprKind::Binary(BinaryOperator::Add | BinaryOperator::Subtract, left, right) => {
            [left, right].into_iter().any(|operand| is_read(operand, register) || adds_to(operand, register))
        }
        _ => false,
    }
}

fn is_read(expr: &Expr, register: LocalId) -> bool {
    match &expr.kind {
        ExprKind::Cast(operand) => is_read(operand, register),
        ExprKind::Read(place) => matches!(place.kind, PlaceKind::Local(local) if local == register),
        _ => false,
    }
}

/// One register in one context.
struct Register<'a> {
    program: &'a Program,
    automaton: &'a Automaton,
    live: &'a LiveRegisters,
    context: Context,
    register: LocalId,
    additions: &'a Additions,
    executions: &'a Executions<'a>,
}

impl Register<'_> {
    /// What it may hold behind its first write, and the reads of sums, each with what the step adds.
    fn range(&self) -> Option<(Interval, Vec<(*const Expr, Interval)>)> {
        let mut reads = Vec::new();
        let (mut stored, mut holds) = (Interval::EMPTY, Interval { low: i128::MIN, high: i128::MAX });
        let (mut up, mut down) = (0i128, 0i128);
        for (step, data) in self.automaton.transitions.iter() {
            let (one, other) = written(&data.effect);
            if one != Some(self.register) && other != Some(self.register) {
                continue;
            }
            let value = match &data.effect {
                Effect::Assign { value, .. } | Effect::Initialize { value, .. } => value,
                Effect::Live { is_zeroed: true, .. } => {
                    stored = stored.join(Interval::point(0));
                    continue;
                }
                // What it holds then is not read.
                Effect::Live { .. } | Effect::Dead(_) if !self.live.is_live(data.to, self.register) => continue,
                _ => return None,
            };
            let sum = self.sum(value)?;
            let Some((_, read)) = sum.read else {
                stored = stored.join(sum.added);
                continue;
            };
            reads.push((read, sum.added));
            let times = self.executions.rounds(self.context, step)?;
            up = up.checked_add(sum.added.high.max(0).checked_mul(times)?)?;
            down = down.checked_add(sum.added.low.checked_neg()?.max(0).checked_mul(times)?)?;
            holds = holds.meet(sum.limits());
        }
        let range = Interval { low: stored.low.checked_sub(down)?, high: stored.high.checked_add(up)? };
        (!stored.is_empty() && holds.contains(range)).then_some((range, reads))
    }

    fn sum(&self, value: &Expr) -> Option<Sum<()>> {
        let numbers = |expr: &Expr| self.additions.numbers_of(self.context, expr);
        let read = |expr: &Expr, _: &Place| {
            if is_read(expr, self.register) { Some(Part::Read(())) } else { numbers(expr).map(Part::Added) }
        };
        Sum::of(&self.program.types, value, &read, &numbers)
    }
}
