//! The contents of memory before anything is stored there, if no step ever reads them.
//!
//! ```text
//! struct part parts[4];
//! for (i = 0; i < 4; i++) { parts[i].data = data; create(&ids[i], work, &parts[i]); }
//! ```
//!
//! Points-to sets say that `parts[i].data` may be indeterminate, since they ignore the order of statements. This
//! analysis finds the cells whose reads all come behind a write: [`PointsTo::with`] leaves their initial contents out.
//!
//! Rule. A cell of an object is never read before it is written if for each access that may read it there is a write of
//! its bytes so that
//! - the object lives once, the write certainly goes to this cell, and each path to the read passes the write, or a
//!   call that always comes to it: in the same procedure, before the calls that lead to the read, or before the thread
//!   that reads is created; or
//! - the read finds what was written in the same iteration of the loop that created its thread
//!   ([`super::own_element`]).
//!
//! Globals hold zeros or what their text says; value ranges leave that out of pointers in the same way ([`super::intervals`]).
//!
//! Rule: every read of the cell is looked at, those of many bytes included. The write goes to the bytes that are read, and lies on every
//! way.
//! Tests: `filled_before_creation`, `filled_in_every_other_round`, `filled_but_read_behind`, `filled_but_for_one_member`,
//! `filled_after_the_first_thread`, `filled_local_on_one_way`.

use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::entity::Table;
use raddle_program::syntax::{ProcedureId, Program};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

use super::own_element::OwnElements;
use super::points_to::{AbstractObject, AccessSite, Cell, Context, ObjectKind, Origin, PointsTo, Target, WrittenFirst};
use super::ways::reaches_without;

/// How many calls and creations are followed back from a read.
const DEPTH: u32 = 8;

/// How many calls are asked whether they always come to a write.
const CALLS: usize = 16;

/// The cells that are never read before they are written.
pub fn written_first(
    program: &Program,
    points_to: &PointsTo,
    automata: &Table<ProcedureId, Automaton>,
) -> WrittenFirst {
    let mut cells = Cells {
        points_to,
        automata,
        elements: OwnElements::of(program, points_to, automata),
        touching: FxHashMap::default(),
    };
    cells.find_accesses();
    let mut found: FxHashMap<Origin, Option<BTreeSet<u64>>> = FxHashMap::default();
    for (object, data) in points_to.objects().iter() {
        let origin = match data.kind {
            ObjectKind::Global(global) if !program.globals[global].is_external => Origin::Global(global),
            ObjectKind::Local(context, local) => Origin::Local(points_to.contexts[context].procedure, local),
            ObjectKind::Allocated(context, at) => Origin::Allocated(points_to.contexts[context].procedure, at),
            _ => continue,
        };
        let all = data.shape.cells.iter().filter(|cell| cells.is_written_first(object, **cell));
        let all: BTreeSet<u64> = all.map(|cell| cell.offset).collect();
        // The objects of one origin, in several contexts, have the same cells.
        let known = found.entry(origin).or_insert(None);
        *known = Some(match known.take() {
            Some(known) => known.intersection(&all).copied().collect(),
            None => all,
        });
    }
    let found = found.into_iter().filter_map(|(origin, cells)| Some((origin, cells.filter(|it| !it.is_empty())?)));
    found.collect()
}

struct Cells<'a> {
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    elements: OwnElements<'a>,
    /// By object and the position of a cell: the accesses that may touch it.
    touching: FxHashMap<(AbstractObject, usize), Vec<&'a AccessSite>>,
}

impl Cells<'_> {
    fn find_accesses(&mut self) {
        for site in self.points_to.accesses.iter().filter(|site| !site.is_free) {
            for &target in self.points_to.targets(site.address) {
                for position in self.points_to.touched(target, site.size) {
                    let sites = self.touching.entry((target.object, position)).or_default();
                    if !sites.last().is_some_and(|last| std::ptr::eq(*last, site)) {
                        sites.push(site);
                    }
                }
            }
        }
    }

    fn is_written_first(&self, object: AbstractObject, cell: Cell) -> bool {
        let position = self.points_to.object(object).shape.cells.iter().position(|other| *other == cell);
        let sites = position.and_then(|position| self.touching.get(&(object, position)));
        let Some(sites) = sites else { return true };
        let target = Target { object, offset: Some(cell.offset) };
        let is_exact = self.points_to.is_unique(target, self.automata);
        let goes_there = |write: &AccessSite| {
            is_exact && write.size == Some(cell.size) && self.points_to.targets(write.address) == [target]
        };
        let is_behind = |read: &AccessSite| {
            sites.iter().filter(|site| site.is_write).any(|write| {
                let steps = || self.certain_steps((write.context, write.transition));
                goes_there(write) && self.come_before(&steps(), (read.context, read.transition), DEPTH)
                    || self.elements.is_written_before(read, write)
            })
        };
        sites.iter().filter(|site| !site.is_write).all(|read| is_behind(read))
    }

    /// The steps behind which something has certainly been done: the step itself, and calls of procedures that always do it.
    fn certain_steps(&self, step: (Context, Transition)) -> Vec<(Context, Transition)> {
        let mut steps = vec![step];
        for next in 0.. {
            let Some(&(context, transition)) = steps.get(next).filter(|_| next < CALLS) else { break };
            let data = &self.points_to.contexts[context];
            let automaton = &self.automata[data.procedure];
            if self.comes_without(data.procedure, automaton.exit, transition) {
                continue;
            }
            let calls_it = |caller: &&(Context, Transition)| {
                self.points_to.calls.get(caller).is_some_and(|callees| callees.as_slice() == [context])
            };
            steps.extend(data.callers.iter().filter(calls_it));
        }
        steps
    }

    /// Whether an activation comes to a location without a step.
    fn comes_without(&self, procedure: ProcedureId, to: Location, step: Transition) -> bool {
        let automaton = &self.automata[procedure];
        reaches_without(automaton, [automaton.entry].into_iter(), to, step)
    }

    /// Whether all paths to a location pass one of some steps.
    fn come_before(
        &self,
        steps: &[(Context, Transition)],
        (context, transition): (Context, Transition),
        depth: u32,
    ) -> bool {
        let data = &self.points_to.contexts[context];
        let automaton = &self.automata[data.procedure];
        let from = automaton.transitions[transition].from;
        let is_passed = |&&(other, step): &&(Context, Transition)| {
            other == context && !self.comes_without(data.procedure, from, step)
        };
        if steps.iter().any(|step| is_passed(&step)) {
            return true;
        }
        let class = &self.points_to.classes[data.class];
        let created_at = if class.start == context { class.created_at.as_slice() } else { &[] };
        let mut ways = data.callers.iter().chain(created_at).peekable();
        let is_main = class.start == context && class.parent.is_none();
        depth > 0 && !is_main && ways.peek().is_some() && ways.all(|&way| self.come_before(steps, way, depth - 1))
    }
}
