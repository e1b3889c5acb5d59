//! The value range of each read, so that values take few bits.
//!
//! The unwound threads are finite sequences of events. A *position* says how far each thread has come. For each
//! position, every cell and every value that was read lies in an interval, joined over all paths to that position. So a
//! late write is no source of an early read; otherwise sums of values that other threads write would have no bound. A
//! thread does not start before its creation, and a join that always happens waits for the end. A guard that is not
//! constantly true only makes a write optional. Mutexes and atomic sections are ignored, which over-approximates.
//!
//! The number of positions is the product of the lengths, so this is done for small programs only. There the widths of
//! sums decide how long a proof takes.

use std::collections::BTreeMap;

use raddle_logic::intervals::{Expression, Interval};
use raddle_logic::term::Term;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::unwind::NUMBER;
use crate::unwind::event::{CellKey, EventKind, Unwound};
use crate::unwind::object::ThreadId;
use crate::unwind::pool::Pool;

/// The greatest number of intervals that are kept at once.
const ROOM: usize = 200_000;

/// The greatest number of terms that are visited.
const WORK: usize = 2_000_000;

/// The effect of a step of a thread on intervals.
enum Act {
    /// The cell with this number is read into this register.
    Read(usize, usize),
    /// The cell is written; always, or possibly.
    Write { cell: usize, expression: Expression, is_certain: bool },
    /// Waits until all steps of this thread are done.
    Join(usize),
    /// A thread is started here.
    Spawn,
}

/// A thread as a sequence of steps.
struct Line {
    acts: Vec<Act>,
    /// The thread that starts it, and how many of its steps are done then; `None` if no thread or more than one may do so.
    start: Option<(usize, usize)>,
    starts: usize,
}

/// The steps of all threads.
struct Lines {
    lines: Vec<Line>,
    cells: usize,
    /// By register: the variable of the read.
    registers: Vec<Term>,
    /// By register: its interval before the exploration, if it is known.
    known: Vec<Option<Interval>>,
    numbers: FxHashMap<Term, usize>,
    widths: Vec<u32>,
}

/// Intervals for variables of reads that are smaller than what their widths allow. In a small program the search over
/// the positions of its threads finds them. In a larger program they are the intervals of the program analysis.
pub fn bounds(unwound: &Unwound, pool: &Pool) -> Vec<(Term, Interval)> {
    let lines = Lines::new(unwound, pool);
    let found = if lines.is_small() {
        lines.explore()
    } else {
        lines.known.iter().map(|known| known.unwrap_or(Interval::EMPTY)).collect()
    };
    let narrow = |&(&variable, interval): &(&Term, Interval)| {
        !interval.is_empty() && interval.needed_bits().0 < pool.width(variable)
    };
    lines.registers.iter().zip(found).filter(narrow).map(|(&variable, interval)| (variable, interval)).collect()
}

impl Lines {
    fn new(unwound: &Unwound, pool: &Pool) -> Lines {
        let cells = numbered_cells(unwound, pool);
        let numbers: FxHashMap<ThreadId, usize> =
            unwound.threads.iter().enumerate().map(|(number, thread)| (thread.id, number)).collect();
        let mut lines = Lines {
            lines: unwound.threads.iter().map(|_| Line { acts: Vec::new(), start: None, starts: 0 }).collect(),
            cells: cells.len(),
            registers: Vec::new(),
            known: Vec::new(),
            numbers: FxHashMap::default(),
            widths: cells.keys().map(|cell| cell.size as u32 * 8).collect(),
        };
        for (number, thread) in unwound.threads.iter().enumerate() {
            for &event in &thread.events {
                let event = unwound.event(event);
                if pool.is_false(event.guard) {
                    continue;
                }
                let is_certain = pool.is_true(event.guard);
                let act = match event.kind {
                    EventKind::Read(cell, value) if pool.terms.is_variable(value.bits) => {
                        let Some(&cell) = cells.get(&cell) else { continue };
                        let next = lines.registers.len();
                        let register = *lines.numbers.entry(value.bits).or_insert(next);
                        if register == next {
                            lines.registers.push(value.bits);
                            lines.known.push(pool.interval(value.bits));
                        }
                        Act::Read(cell, register)
                    }
                    EventKind::Write(cell, value) => {
                        let Some(&cell) = cells.get(&cell) else { continue };
                        Act::Write { cell, expression: Expression::new(&pool.terms, value.bits), is_certain }
                    }
                    EventKind::Spawn(child) => {
                        let Some(&child) = numbers.get(&child) else { continue };
                        let before = lines.lines[number].acts.len() + 1;
                        let line = &mut lines.lines[child];
                        line.starts += 1;
                        line.start = Some((number, before)).filter(|_| line.starts == 1);
                        Act::Spawn
                    }
                    EventKind::Join(child) if is_certain => match numbers.get(&child) {
                        Some(&child) => Act::Join(child),
                        None => continue,
                    },
                    EventKind::Read(..)
                    | EventKind::Lock(..)
                    | EventKind::Unlock(_)
                    | EventKind::Begin
                    | EventKind::End
                    | EventKind::Join(_)
                    | EventKind::Mark
                    | EventKind::Last => continue,
                };
                lines.lines[number].acts.push(act);
            }
        }
        lines
    }

    /// Whether the exploration costs little.
    fn is_small(&self) -> bool {
        let mut positions = 1usize;
        for line in &self.lines {
            positions = positions.saturating_mul(line.acts.len() + 1);
        }
        // Without cells and registers there is nothing to find, but each position still takes a row.
        let row = (self.cells + self.registers.len()).max(1);
        if positions.saturating_mul(row) > ROOM {
            return false;
        }
        let work = |line: &Line| {
            let terms: usize = line
                .acts
                .iter()
                .map(|act| match act {
                    Act::Write { expression, .. } => expression.size() + row,
                    Act::Read(..) | Act::Join(_) | Act::Spawn => row,
                })
                .sum();
            (positions / (line.acts.len() + 1)).saturating_mul(terms)
        };
        self.lines.iter().map(work).fold(0, usize::saturating_add) <= WORK
    }

    /// Goes through all positions, and joins the values that each read may return.
    fn explore(&self) -> Vec<Interval> {
        let mut found = vec![Interval::EMPTY; self.registers.len()];
        // Positions are numbers with a digit for each thread, so that a step always leads to a greater one.
        let mut scale = Vec::new();
        let mut positions = 1;
        for line in &self.lines {
            scale.push(positions);
            positions *= line.acts.len() + 1;
        }
        let mut rows: Vec<Option<Vec<Interval>>> = vec![None; positions];
        let mut first: Vec<Interval> = self.widths.iter().map(|&width| Interval::full(width)).collect();
        first.resize(self.cells + self.registers.len(), Interval::EMPTY);
        rows[0] = Some(first);
        for position in 0..positions {
            let Some(row) = rows[position].take() else { continue };
            let done = |line: usize| position / scale[line] % (self.lines[line].acts.len() + 1);
            for (number, line) in self.lines.iter().enumerate() {
                let Some(act) = line.acts.get(done(number)) else { continue };
                if line.start.is_some_and(|(parent, steps)| done(parent) < steps) {
                    continue;
                }
                let mut changed = None;
                match act {
                    &Act::Read(cell, register) => {
                        let read = self.known[register].map_or(row[cell], |known| known.meet(row[cell]));
                        found[register] = found[register].join(read);
                        // A variable that is read in two places has the value of one of them.
                        changed = Some((self.cells + register, row[self.cells + register].join(read)));
                    }
                    Act::Write { cell, expression, is_certain } => {
                        let mut variable =
                            |term: Term| self.numbers.get(&term).map(|&register| row[self.cells + register]);
                        let written = expression.interval(&mut variable);
                        changed = Some((*cell, if *is_certain { written } else { written.join(row[*cell]) }));
                    }
                    &Act::Join(child) if done(child) < self.lines[child].acts.len() => continue,
                    Act::Join(_) | Act::Spawn => {}
                }
                let target = rows[position + scale[number]].get_or_insert_with(|| vec![Interval::EMPTY; row.len()]);
                for (at, (mine, &yours)) in target.iter_mut().zip(&row).enumerate() {
                    let yours = changed.filter(|&(slot, _)| slot == at).map_or(yours, |(_, interval)| interval);
                    *mine = mine.join(yours);
                }
            }
        }
        found
    }
}

/// Cells that hold plain numbers only, and that some read takes as a whole.
fn numbered_cells(unwound: &Unwound, pool: &Pool) -> BTreeMap<CellKey, usize> {
    let mut read = BTreeMap::new();
    let mut others = FxHashSet::default();
    for event in &unwound.events {
        match event.kind {
            EventKind::Read(cell, value) | EventKind::Write(cell, value) => {
                if pool.constant(value.tag) != Some(NUMBER)
                    || pool.width(value.bits) != cell.size as u32 * 8
                    || cell.size > 8
                {
                    others.insert(cell);
                }
                if matches!(event.kind, EventKind::Read(..)) && pool.terms.is_variable(value.bits) {
                    read.insert(cell, 0);
                }
            }
            EventKind::Lock(..)
            | EventKind::Unlock(_)
            | EventKind::Spawn(_)
            | EventKind::Begin
            | EventKind::End
            | EventKind::Join(_)
            | EventKind::Mark
            | EventKind::Last => {}
        }
    }
    read.retain(|cell, _| !others.contains(cell));
    for (number, slot) in read.values_mut().enumerate() {
        *slot = number;
    }
    read
}
