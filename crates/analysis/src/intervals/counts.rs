//! Cells that are only added to: what they may hold follows from how often that is done, and how much each time.
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
//! range of each type on the way, so that nothing wraps. After the first passes ([`additions`](super::additions)) any value with a known range stands
//! for a constant.
//!
//! Rule: all writes are counted, with the initial values; the added register comes from the group; no type on the way is too narrow.
//! Tests: `counted_from_another_cell`, `counted_from_what_is_allocated`, `counted_from_the_bytes_of_a_union`, `counted_through_a_narrow_type`,
//! `counted_in_a_new_object`, `counted_from_the_contents_of_a_new_object`; in `overflow`: `sum_of_numbers`, `sum_of_too_many_numbers`,
//! `sum_of_parts`, `sum_of_parts_that_are_too_large`, `sum_that_is_stored_from_outside`.

use raddle_logic::intervals::Interval;
use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::entity::{Entity, Table};
use raddle_program::syntax::{Effect, Expr, ExprKind, LocalId, Place, PlaceKind, ProcedureId, Program};
use raddle_program::written_registers::written;
use rustc_hash::FxHashMap;

use super::super::executions::Executions;
use super::super::points_to::{Context, ObjectKind, Origin, PointsTo, WrittenFirst};
use super::additions::Additions;
use super::allocations::is_written_at_birth;
use super::cells::{Access, Cells};
use super::content::Content;
use super::start::initial_bits;
use super::sums::{Part, Reads, Sum, read_range};

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
    additions: Option<&Additions>,
    reads: &mut Reads,
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
        additions,
        executions: Executions::of(program, points_to, automata, additions.map(|it| &it.registers)),
        groups: (0..cells.all.len()).collect(),
        of: vec![nothing; cells.all.len()],
        reads: Vec::new(),
    };
    counts.find();
    let ranges: FxHashMap<usize, Interval> = (0..cells.all.len())
        .filter_map(|cell| {
            let Group { stored, up, down, holds, counts: is_counter } = counts.of[counts.root(cell)].clone();
            let range = Interval { low: stored.low.checked_sub(down)?, high: stored.high.checked_add(up)? };
            // What cells hold is read as two's complement numbers.
            let is_in_range = holds.contains(range) && cells.all[cell].all().contains(range);
            (is_counter && (up > 0 || down > 0) && !stored.is_empty() && is_in_range).then_some((cell, range))
        })
        .collect();
    for &(place, cell, added) in &counts.reads {
        if let Some(&range) = ranges.get(&cell) {
            reads.insert(place, read_range(range, added));
        }
    }
    ranges
}

struct Counts<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    cells: &'a Cells,
    written_first: &'a WrittenFirst,
    /// What passes have found before.
    additions: Option<&'a Additions>,
    executions: Executions<'a>,
    /// By cell: another one of its group, or itself.
    groups: Vec<usize>,
    /// By the cell that stands for its group.
    of: Vec<Group>,
    /// The reads of sums, each with a cell of its group, and what the step adds.
    reads: Vec<((Context, *const Expr), usize, Interval)>,
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
        match self.sum(at, value, &found) {
            Some(Sum { read: None, added, .. }) if is_exact => {
                for cell in found {
                    let group = self.group(cell);
                    group.stored = group.stored.join(added);
                }
            }
            Some(sum @ Sum { read: Some(_), .. }) if is_exact && !found.is_empty() => {
                let (limits, added) = (sum.limits(), sum.added);
                let Some((read, expr)) = sum.read else { return };
                let Some(times) = self.executions.most(at) else { return self.leave(found.into_iter()) };
                let first = found[0];
                self.reads.push(((at.0, expr), first, added));
                found.iter().skip(1).chain(&read).for_each(|&cell| self.merge(first, cell));
                let group = self.group(first);
                let all = |sum: i128, each: i128| sum.checked_add(each.max(0).checked_mul(times)?);
                match (all(group.up, added.high), all(group.down, -added.low)) {
                    (Some(up), Some(down)) => (group.up, group.down) = (up, down),
                    _ => group.counts = false,
                }
                group.holds = group.holds.meet(limits);
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

    /// A value that is stored to cells, as a sum of what was read from cells and of numbers.
    fn sum(&self, at: (Context, Transition), value: &Expr, to: &[usize]) -> Option<Sum<Vec<usize>>> {
        let read = |expr: &Expr, place: &Place| {
            let cells = match place.kind {
                PlaceKind::Local(local) if self.is_register(at.0, place) => self.read_into(at, local),
                _ => self.read_from(at, place),
            };
            // What is read from other cells is a number like any other, if it is known.
            let numbers = self.additions.and_then(|it| it.numbers_of(at.0, expr));
            match cells {
                Some(cells) if numbers.is_none() || cells.iter().any(|cell| to.contains(cell)) => {
                    Some(Part::Read(cells))
                }
                _ => numbers.map(Part::Added),
            }
        };
        Sum::of(&self.program.types, value, &read, &|expr| self.additions?.numbers_of(at.0, expr))
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
