//! Counters: integers that threads change by one, as far as they say something about the threads.
//!
//! [`live`] counts the threads that have not ended their work; [`tickets`] gives each thread a number of its own; `created` counts the
//! threads that a loop has created.

mod created;
mod facts;
pub mod live;
mod steps;
pub mod tickets;

use raddle_program::automaton::Automaton;
use raddle_program::entity::Table;
use raddle_program::syntax::{Effect, InitialPart, InitialValue, ProcedureId, Program};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::collections::BTreeSet;

use self::steps::{Change, Guard, Steps};
use crate::flow::States;
use crate::held_lock::HeldLocks;
use crate::linear::{Linear, Reader};
use crate::points_to::CodePlace;
use crate::points_to::{AbstractObject, AccessSite, Context, ObjectKind, PointsTo, Target, TargetSet, ThreadClass};

/// The cells of a program and the steps that write them.
pub(crate) struct Cells<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    steps: Steps<'a>,
    writers: OnceCell<Writers<'a>>,
}

/// The accesses that write, by what they may write.
#[derive(Default)]
struct Writers<'a> {
    /// Many accesses go through addresses with the same targets, and are a group.
    groups: Vec<(TargetSet, Option<u64>, Vec<&'a AccessSite>)>,
    /// The groups that may write an object.
    of_object: FxHashMap<AbstractObject, Vec<usize>>,
}

impl<'a> Writers<'a> {
    fn of(points_to: &'a PointsTo) -> Writers<'a> {
        let mut writers = Writers::default();
        let mut numbers: FxHashMap<(TargetSet, Option<u64>), usize> = FxHashMap::default();
        for site in points_to.accesses.iter().filter(|site| site.is_write && !site.is_free) {
            let targets = points_to.target_set(site.address);
            let number = *numbers.entry((targets, site.size)).or_insert_with(|| {
                let number = writers.groups.len();
                writers.groups.push((targets, site.size, Vec::new()));
                for target in points_to.targets_of(targets) {
                    let groups = writers.of_object.entry(target.object).or_default();
                    if groups.last() != Some(&number) {
                        groups.push(number);
                    }
                }
                number
            });
            writers.groups[number].2.push(site);
        }
        writers
    }
}

/// All that is written to one cell.
struct Writes {
    changes: Vec<(CodePlace, Change)>,
    stores: Vec<(CodePlace, Linear, Vec<Guard>)>,
}

impl<'a> Cells<'a> {
    /// The cells of a program. Without lock sets no change is known to be under a lock.
    pub(crate) fn of(
        program: &'a Program,
        points_to: &'a PointsTo,
        automata: &'a Table<ProcedureId, Automaton>,
        locksets: Option<&'a dyn HeldLocks>,
    ) -> Cells<'a> {
        let steps = Steps::new(program, points_to, automata, locksets);
        Cells { program, points_to, automata, steps, writers: OnceCell::new() }
    }

    /// The same, as if all accesses to some cells were atomic, with acquire and release.
    fn if_atomic(self, cells: BTreeSet<Target>) -> Cells<'a> {
        Cells { steps: self.steps.if_atomic(cells), ..self }
    }

    fn reader(&self, context: Context) -> Reader<'a> {
        Reader::new(self.program, self.points_to.contexts[context].procedure)
    }

    fn class(&self, place: CodePlace) -> ThreadClass {
        self.points_to.contexts[place.0].class
    }

    /// Whether a fact holds before a step; `None` if no thread comes there.
    fn has(&self, states: &States, place: CodePlace, fact: usize) -> Option<bool> {
        states.before(self.points_to, self.automata, place).map(|state| state.contains(fact))
    }

    /// The cells that some step changes by one, up or down.
    fn changed(&self, is_up: bool) -> BTreeSet<Target> {
        let change = |site: &AccessSite| self.steps.change(site).filter(|it| it.is_up == is_up).map(|it| it.cell);
        self.points_to.accesses.iter().filter(|it| it.is_write).filter_map(change).collect()
    }

    /// All steps that write a cell; `None` if one neither changes it by one nor stores a number that is known.
    fn writes(&self, cell: Target) -> Option<Writes> {
        let mut found = Writes { changes: Vec::new(), stores: Vec::new() };
        for site in self.writers(cell) {
            let place = (site.context, site.transition);
            if let Some(change) = self.steps.change(site) {
                found.changes.push((place, change));
            } else {
                let (number, guards) = self.steps.stored(site)?;
                found.stores.push((place, number, guards));
            }
        }
        Some(found)
    }

    /// The accesses that may write a cell.
    fn writers(&self, cell: Target) -> impl Iterator<Item = &'a AccessSite> {
        let points_to = self.points_to;
        let cells = &points_to.object(cell.object).shape.cells;
        let own = cells.iter().position(|it| Some(it.offset) == cell.offset);
        let is_touched = move |target: Target, size| {
            target.object == cell.object && own.is_none_or(|own| points_to.touched(target, size).contains(&own))
        };
        let writers = self.writers.get_or_init(|| Writers::of(points_to));
        let groups = writers.of_object.get(&cell.object).into_iter().flatten().map(|&group| &writers.groups[group]);
        let touching = groups.filter(move |&&(targets, size, _)| {
            points_to.targets_of(targets).iter().any(|&target| is_touched(target, size))
        });
        touching.flat_map(|(_, _, sites)| sites.iter().copied())
    }

    /// The width of a cell.
    fn bits(&self, cell: Target) -> Option<u64> {
        let cells = &self.points_to.object(cell.object).shape.cells;
        cells.iter().find(|it| Some(it.offset) == cell.offset).map(|it| it.size.saturating_mul(8))
    }

    /// Whether a cell of up to 64 bits holds all numbers up to one, whether it is signed or not.
    fn holds(&self, cell: Target, number: i128) -> bool {
        self.bits(cell).is_some_and(|bits| (1..=64).contains(&bits) && number < 1 << (bits - 1))
    }

    /// Where the cell is allocated, with zeros.
    fn zeroed(&self, cell: Target) -> Option<CodePlace> {
        let ObjectKind::Allocated(context, transition) = self.points_to.object(cell.object).kind else { return None };
        let effect = &self.steps.automaton(context).transitions[transition].effect;
        matches!(effect, Effect::Allocate { is_zeroed: true, .. }).then_some((context, transition))
    }

    /// What a cell of a global holds at the start.
    fn first_number(&self, cell: Target) -> Option<i128> {
        let ObjectKind::Global(global) = self.points_to.object(cell.object).kind else { return None };
        let data = self.program.globals.get(global).filter(|data| !data.is_external)?;
        let (start, end) = (cell.offset?, cell.offset? + self.bits(cell)? / 8);
        // No scalar has more than sixteen bytes.
        let mut parts = data.initial.iter().filter(|part| part.offset + 16 > start && part.offset < end);
        match (parts.next(), parts.next()) {
            (None, _) => Some(0),
            (Some(InitialPart { offset, value: InitialValue::Integer(number), .. }), None) if *offset == start => {
                Some(*number)
            }
            _ => None,
        }
    }
}

/// What guards all of some changes.
fn common_guards<'c>(mut changes: impl Iterator<Item = &'c Change>) -> Vec<Guard> {
    let mut guards = changes.next().map(|change| change.guards.clone()).unwrap_or_default();
    changes.for_each(|change| guards.retain(|guard| change.guards.contains(guard)));
    guards
}
