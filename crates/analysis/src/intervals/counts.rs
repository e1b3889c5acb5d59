//! Cells that only count: what they may hold follows from how often they are counted up and down.
//!
//! ```text
//! lock(&mutex); total++; unlock(&mutex);        at most once in each of 8 threads: total <= 8
//! ```
//!
//! Without this, each pass over the threads finds a number that is greater by one, and widening gives the whole range of the type.
//!
//! Rule. A group of cells counts if each write to one of them stores a constant, or a register plus a constant, where all values of the
//! register were read from cells of the group; and if the number of executions of each such step has a limit ([`crate::executions`]). Then
//! whatever a thread reads is at most the greatest constant plus all that is ever added, since a step adds to what was stored before. (The
//! step may lose the additions of other threads, which makes the sum less.) The same holds downwards. All these numbers have to be in the
//! range of each type on the way, so that nothing wraps.
//!
//! Rule: all writes are counted, with the initial values; the added register comes from the group; no type on the way is too narrow.
//! Tests: `counted_from_another_cell`, `counted_from_what_is_allocated`, `counted_from_the_bytes_of_a_union`, `counted_through_a_narrow_type`,
//! `counted_in_a_new_object`, `counted_from_the_contents_of_a_new_object`.

use raddle_logic::intervals::Interval;
use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::entity::{Entity, Table};
use raddle_program::syntax::{BinaryOperator, Effect, Expr, ExprKind, LocalId, Place, PlaceKind, ProcedureId, Program};
use raddle_program::types::TypeId;
use raddle_program::written_registers::written;
use rustc_hash::FxHashMap;

use super::super::executions::Executions;
use super::super::points_to::{Context, ObjectKind, Origin, PointsTo, WrittenFirst};
use super::allocations::is_written_at_birth;
use super::cells::{Access, Cells};
use super::content::Content;
use super::start::initial_bits;

/// What is known of a group of cells.
#[derive(Clone, Debug)]
struct Group {
    /// Of the constants and the initial values.
    stored: Interval,
    /// What is added, and what is subtracted, in all.
    up: i128,
    down: i128,
    /// The numbers with which nothing wraps.
    holds: Interval,
    counts: bool,
}

/// The ranges of the cells that only count.
pub fn ranges_of_counts(
    program: &Program,
    points_to: &PointsTo,
    automata: &Table<ProcedureId, Automaton>,
    cells: &Cells,
    written_first: &WrittenFirst,
) -> FxHashMap<usize, Interval> {
    let nothing = Group {
        stored: Interval::EMPTY,
        up: 0,
        down: 0,
        holds: Interval { low: i128::MIN, high: i128::MAX },
        counts: true,
    };
    let mut counts = Counts {
        program,
        points_to,
        automata,
        cells,
        written_first,
        executions: Executions::of(program, points_to, automata),
        groups: (0..cells.all.len()).collect(),
        of: vec![nothing; cells.all.len()],
    };
    counts.find();
    let ranges = (0..cells.all.len()).filter_map(|cell| {
        let Group { stored, up, down, holds, counts: is_counter } = counts.of[counts.root(cell)].clone();
        let range = Interval { low: stored.low.checked_sub(down)?, high: stored.high.checked_add(up)? };
        // What cells hold is read as two's complement numbers.
        let is_in_range = holds.contains(range) && cells.all[cell].all().contains(range);
        (is_counter && (up > 0 || down > 0) && !stored.is_empty() && is_in_range).then_some((cell, range))
    });
    ranges.collect()
}

struct Counts<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    cells: &'a Cells,
    written_first: &'a WrittenFirst,
    executions: Executions<'a>,
    /// By cell: another one of its group, or itself.
    groups: Vec<usize>,
    /// By the cell that stands for its group.
    of: Vec<Group>,
}

impl Counts<'_> {
    fn find(&mut self) {
        self.start();
        for context in self.points_to.contexts.ids() {
            let automaton = &self.automata[self.points_to.contexts[context].procedure];
            for (step, data) in automaton.transitions.iter() {
                self.step((context, step), &data.effect);
            }
        }
    }

    /// The initial values.
    fn start(&mut self) {
        for cell in 0..self.cells.all.len() {
            let data = self.cells.all[cell];
            let initial = match self.points_to.object(data.object).kind {
                ObjectKind::Global(global) => {
                    initial_bits(self.program, self.points_to, self.cells, &self.program.globals[global], cell)
                }
                ObjectKind::Allocated(context, step) => {
                    let procedure = self.points_to.contexts[context].procedure;
                    let cells = self.written_first.get(&Origin::Allocated(procedure, step));
                    let is_written_first = cells.is_some_and(|cells| cells.contains(&data.offset));
                    match &self.automata[procedure].transitions[step].effect {
                        Effect::Allocate { is_zeroed: true, .. } => Content::point(0),
                        // What it holds at first does not count: it is never read.
                        Effect::Allocate { size, .. }
                            if is_written_first
                                || is_written_at_birth(self.points_to, (context, step), size, &data) =>
                        {
                            continue;
                        }
                        _ => Content::Any,
                    }
                }
                _ => Content::Any,
            };
            match initial.number() {
                Some(initial) => self.of[cell].stored = initial,
                None => self.of[cell].counts = false,
            }
        }
    }

    fn step(&mut self, at: (Context, Transition), effect: &Effect) {
        let (target, value, access) = match effect {
            Effect::Assign { target, value } => (target, value, Access::Write),
            Effect::Initialize { target, value } => (target, value, Access::Initialize),
            _ => {
                let touched = self.cells.touched_by(self.points_to, at, true);
                return self.leave(touched.cells.into_iter().map(|(cell, _)| cell));
            }
        };
        if self.is_register(at.0, target) {
            return;
        }
        let touched = self.cells.touched_place(self.program, self.points_to, at, target, access);
        let touched = touched.unwrap_or_default();
        let found: Vec<usize> = touched.cells.iter().map(|(cell, _)| *cell).collect();
        let is_exact = touched.cells.iter().all(|(_, is_exact)| *is_exact);
        let read = self.sum(at, value, target.ty);
        match read {
            Some(Sum { read: None, added, .. }) if is_exact => {
                for cell in found {
                    let group = self.group(cell);
                    group.stored = group.stored.join(Interval::point(added));
                }
            }
            Some(Sum { read: Some(read), added, holds }) if is_exact && !found.is_empty() => {
                let Some(times) = self.executions.most(at) else { return self.leave(found.into_iter()) };
                let first = found[0];
                found.iter().skip(1).chain(&read).for_each(|&cell| self.merge(first, cell));
                let group = self.group(first);
                let amount = added.abs().checked_mul(times);
                let sum = if added > 0 { &mut group.up } else { &mut group.down };
                match amount.and_then(|amount| sum.checked_add(amount)) {
                    Some(total) => *sum = total,
                    None => group.counts = false,
                }
                group.holds = group.holds.meet(holds);
            }
            _ => self.leave(found.into_iter()),
        }
    }

    /// Cells that hold something else.
    fn leave(&mut self, cells: impl Iterator<Item = usize>) {
        cells.for_each(|cell| self.group(cell).counts = false);
    }

    fn is_register(&self, context: Context, place: &Place) -> bool {
        let procedure = &self.program.procedures[self.points_to.contexts[context].procedure];
        matches!(place.kind, PlaceKind::Local(local) if procedure.locals[local].is_register)
    }

    /// A value as a sum of what was read from cells and a constant.
    fn sum(&self, at: (Context, Transition), value: &Expr, ty: TypeId) -> Option<Sum> {
        let holds = self.range_of(ty)?;
        let found = match &value.kind {
            ExprKind::Integer(number) => Sum { read: None, added: *number, holds },
            ExprKind::Cast(operand) => self.sum(at, operand, operand.ty)?,
            ExprKind::Read(place) => match place.kind {
                PlaceKind::Local(local) if self.is_register(at.0, place) => {
                    Sum { read: Some(self.read_into(at, local)?), added: 0, holds }
                }
                _ => Sum { read: Some(self.read_from(at, place)?), added: 0, holds },
            },
            ExprKind::Binary(operator @ (BinaryOperator::Add | BinaryOperator::Subtract), left, right) => {
                let sign = if *operator == BinaryOperator::Add { 1 } else { -1 };
                let (left, right) = (self.sum(at, left, left.ty)?, self.sum(at, right, right.ty)?);
                match (left, right) {
                    (one, Sum { read: None, added, .. }) => Sum { added: one.added.checked_add(sign * added)?, ..one },
                    (Sum { read: None, added, .. }, one) if sign == 1 => {
                        Sum { added: one.added.checked_add(added)?, ..one }
                    }
                    _ => return None,
                }
            }
            _ => return None,
        };
        // The constant so far is added in this type.
        let Sum { added, .. } = found;
        if found.read.is_none() && !holds.contains(Interval::point(added)) {
            return None;
        }
        let shifted = Interval { low: holds.low.checked_sub(added)?, high: holds.high.checked_sub(added)? };
        Some(Sum { holds: found.holds.meet(shifted), ..found })
    }

    /// The numbers of an integer type.
    fn range_of(&self, ty: TypeId) -> Option<Interval> {
        let (bits, is_signed) = self.program.types.integer_shape(ty).filter(|(bits, _)| *bits <= 64)?;
        let high = 1_i128 << (bits - u32::from(is_signed));
        Some(Interval { low: if is_signed { -high } else { 0 }, high: high - 1 })
    }

    /// The cells from which a register gets all values that it may have at a step.
    fn read_into(&self, (context, step): (Context, Transition), register: LocalId) -> Option<Vec<usize>> {
        let automaton = &self.automata[self.points_to.contexts[context].procedure];
        let mut found = Vec::new();
        let mut seen = vec![false; automaton.locations.len()];
        let mut pending: Vec<Location> = vec![automaton.transitions[step].from];
        while let Some(location) = pending.pop() {
            if std::mem::replace(&mut seen[location.index()], true) {
                continue;
            }
            if location == automaton.entry {
                return None;
            }
            for (before, data) in automaton.transitions.iter().filter(|(_, data)| data.to == location) {
                let (one, other) = written(&data.effect);
                if one != Some(register) && other != Some(register) {
                    pending.push(data.from);
                    continue;
                }
                let Effect::Assign { value, .. } = &data.effect else { return None };
                let ExprKind::Read(place) = &value.kind else { return None };
                if self.is_register(context, place) {
                    return None;
                }
                found.extend(self.read_from((context, before), place)?);
            }
        }
        Some(found)
    }

    fn read_from(&self, at: (Context, Transition), place: &Place) -> Option<Vec<usize>> {
        let touched = self.cells.touched_place(self.program, self.points_to, at, place, Access::Read)?;
        let is_known = !touched.has_others && touched.cells.iter().all(|(_, is_exact)| *is_exact);
        is_known.then(|| touched.cells.into_iter().map(|(cell, _)| cell).collect())
    }

    fn root(&self, mut cell: usize) -> usize {
        while self.groups[cell] != cell {
            cell = self.groups[cell];
        }
        cell
    }

    fn group(&mut self, cell: usize) -> &mut Group {
        let root = self.root(cell);
        &mut self.of[root]
    }

    fn merge(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return;
        }
        let from = self.of[other].clone();
        let group = &mut self.of[one];
        group.stored = group.stored.join(from.stored);
        (group.up, group.down) = (group.up.saturating_add(from.up), group.down.saturating_add(from.down));
        group.holds = group.holds.meet(from.holds);
        group.counts &= from.counts;
        self.groups[other] = one;
    }
}

/// A sum of what was read from cells, if anything, and a constant.
struct Sum {
    read: Option<Vec<usize>>,
    added: i128,
    /// The numbers that can be read so that all types on the way can hold what is computed.
    holds: Interval,
}
