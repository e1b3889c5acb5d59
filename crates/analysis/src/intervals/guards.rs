//! Cells that a lock guards: their numbers are followed while the lock is held (the lock invariants of Miné, ESOP 2011).
//!
//! Rule. A thread that holds a lock is alone with a cell if every access to the cell is made with this lock, as long as another thread may
//! run, and every write with the lock for the thread itself. So the cell is followed from the acquisition to the release, where its content
//! is published. Accesses of main count only where another thread may run: before the first creation, and behind the last end, main is
//! alone. What begins an object (a declaration, an allocation, a parameter) while another thread may run is a write without a lock.
//!
//! The locks are those of [`crate::lockset`], which no other thread takes away. Which of them guard a cell is assumed first, and a pass that
//! finds an access without the lock is repeated without the assumption. In the last pass all accesses that it finds agree with it.
//!
//! Left out: programs that cancel threads, since a thread may end between a write and the release that publishes it; locks in objects of
//! which there are several.
//!
//! Rule: no access without the lock is left out: neither one through a pointer nor a part of the cell nor a declaration. A write needs the
//! lock alone. A wait on a condition releases.
//! Tests: `tests/harness/intervals.rs`; `counted_under_a_lock`, `counted_under_a_lock_that_is_released`,
//! `number_passed_under_the_lock_of_the_reader`, `number_passed_under_a_lock_that_the_reader_lacks`.

use raddle_program::syntax::Synchronization;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

use super::super::points_to::{CodePlace, PointsTo, Target};
use super::cells::Touched;
use super::content::Content;
use super::flow::Flow;
use super::state::{OtherThreads, Slot, State};
use crate::held_lock::HeldLock;
use crate::lockset::{LockSets, acquisition, released};

/// The locks with which all accesses to a cell were made; `None` if there was none while another thread may run.
pub type Guards = Vec<Option<Vec<Target>>>;

/// The locks that each step holds.
pub struct Locks<'a> {
    locksets: LockSets<'a>,
    known: RefCell<FxHashMap<CodePlace, Rc<[HeldLock]>>>,
}

impl<'a> Locks<'a> {
    /// Whether a program has locks, and no thread that ends with one unforeseen.
    pub fn matter(points_to: &PointsTo) -> bool {
        let has = |is_asked: &dyn Fn(Synchronization) -> bool| {
            points_to.synchronizations.values().any(|site| is_asked(site.operation))
        };
        has(&|it| acquisition(it).is_some()) && !has(&|it| it == Synchronization::ThreadCancel)
    }

    /// From what is certainly held.
    pub fn of(locksets: LockSets<'a>) -> Locks<'a> {
        Locks { locksets, known: RefCell::default() }
    }

    fn held(&self, at: CodePlace) -> Rc<[HeldLock]> {
        self.known.borrow_mut().entry(at).or_insert_with(|| self.locksets.held(at.0, at.1).into()).clone()
    }
}

impl Flow<'_> {
    /// Prepares the evaluation of a step: looks up which locks the thread holds. If another thread may run, no other lock guards the cells that
    /// the step accesses.
    pub(super) fn begin(&mut self, state: &State, at: CodePlace) {
        self.class = Some(self.points_to.contexts[at.0].class);
        if !state.is_first() {
            let written = self.cells.touched_by(self.points_to, at, true);
            self.write_late(&written);
        }
        let Some(locks) = self.locks else { return };
        self.held = locks.held(at);
        if state.other_threads != OtherThreads::Running {
            return;
        }
        for is_write in [false, true] {
            for (cell, _) in self.cells.touched_by(self.points_to, at, is_write).cells {
                let held = self.held.iter().filter(|held| !(is_write && held.is_shared)).map(|held| held.lock);
                match &mut self.guards[cell] {
                    Some(known) => known.retain(|lock| held.clone().any(|held| held == *lock)),
                    unknown => *unknown = Some(held.collect()),
                }
            }
        }
    }

    /// Cells begin to live: if another thread may run, no lock guards them.
    pub(super) fn unguard(&mut self, state: &State, touched: &Touched) {
        if !state.is_first() {
            self.write_late(touched);
        }
        if state.other_threads == OtherThreads::Running {
            for &(cell, _) in &touched.cells {
                self.guards[cell] = Some(Vec::new());
            }
        }
    }

    /// A cell begins to live, and its first content is never read.
    pub(super) fn begin_unread(&mut self, state: &mut State, cell: usize) {
        self.unguard(state, &Touched { cells: vec![(cell, true)], has_others: false });
        if self.is_followed(state, cell) {
            state.set_content(Slot::Cell(cell), Content::NOTHING);
        }
    }

    /// A cell begins to live with these bits.
    pub(super) fn begin_cell(&mut self, state: &mut State, cell: usize, held: Content) {
        let touched = Touched { cells: vec![(cell, true)], has_others: false };
        self.unguard(state, &touched);
        self.write(state, &touched, held, None);
    }

    /// Whether the thread holds a lock that guards a cell.
    pub(super) fn is_guarded(&self, cell: usize) -> bool {
        let is_held = |lock: &Target| self.held.iter().any(|held| held.lock == *lock);
        self.guards[cell].as_ref().is_some_and(|guards| guards.iter().any(is_held))
    }

    /// Other threads may access the cells from now on, but for those with which the thread remains alone: their contents
    /// are published, and they are no longer followed.
    pub(super) fn publish_but(&mut self, state: &mut State, is_alone_with: impl Fn(&Self, usize) -> bool) {
        let is_hidden = |flow: &Self, cell: usize| flow.cells.all[cell].is_private || is_alone_with(flow, cell);
        let mut forgotten = Vec::new();
        for (cell, held) in state.cells() {
            let is_hidden = is_hidden(self, cell);
            if !is_hidden {
                self.publish_one(cell, held);
            }
            if !is_hidden && !self.is_only_writer(cell) && !self.is_worth_following(cell, held) {
                forgotten.push(cell);
            }
        }
        state.other_threads = OtherThreads::Running;
        state.keep(|slot| !matches!(slot, Slot::Cell(cell) if forgotten.binary_search(&cell).is_ok()));
    }

    /// Other threads may act during a call. The thread stays alone with what the locks guard that it keeps.
    pub(super) fn interrupt_by(&mut self, state: &mut State, at: CodePlace, operation: Synchronization) {
        if state.other_threads != OtherThreads::Running {
            return;
        }
        if let (Some(locks), Some(position)) = (self.locks, released(operation)) {
            let operand = self.points_to.synchronizations.get(&at).map(|site| site.operands[position]);
            let keeps = |held: &&HeldLock| operand.is_some_and(|it| !locks.locksets.may_name(it, held.lock));
            self.held = self.held.iter().filter(keeps).copied().collect();
        }
        self.publish_but(state, Self::is_guarded);
    }
}
