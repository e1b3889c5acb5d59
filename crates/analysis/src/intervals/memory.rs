//! What memory holds for the thread that takes a step: which cells it follows, and what its writes publish.
//!
//! A thread follows a cell while no other thread can access it. It also follows a cell that no other thread writes to behind the first creation
//! of a thread; other threads may read what it stores there at any time. And each thread follows a *constant* cell, which nothing writes to behind
//! the first creation: a new thread knows of these cells what its creator knows, also how they compare. Which threads but main write to a cell
//! points-to sets say. That main does not is assumed first, and a pass that finds such a write is repeated without the assumption.
//!
//! Rule: what the only writer of a cell stores may be read at once; no other thread stores to the cell. A constant cell is written in no state but
//! those of main before its first creation.
//! Tests: `pointer_of_which_its_thread_knows`, `pointer_that_another_thread_clears`, `pointer_that_a_reader_finds`,
//! `null_that_a_reader_finds`, `elements_up_to_a_constant_count`, `elements_up_to_a_count_that_main_changes`,
//! `elements_up_to_a_count_that_a_thread_changes`, `index_that_main_began`, `index_that_main_moves`.

use super::super::points_to::{AbstractObject, Origin};
use super::cells::{Touched, Writers};
use super::content::Content;
use super::flow::{Flow, join};
use super::state::{OtherThreads, Slot, State, Symbol};

impl Flow<'_> {
    /// What any thread may find in a cell.
    pub(super) fn visible(&self, cell: usize) -> Content {
        self.in_range(cell, self.visible[cell].unwrap_or(Content::NOTHING))
    }

    /// What is written to a cell, without the numbers that a cell which only counts never holds.
    fn in_range(&self, cell: usize, held: Content) -> Content {
        let Some(&range) = self.counts.get(&cell) else { return held };
        Content::Number(held.number().map_or(range, |held| held.meet(range)))
    }

    /// Whether the thread knows what a cell holds: no other thread can access it now, or no other thread writes to it.
    pub(super) fn is_followed(&self, state: &State, cell: usize) -> bool {
        self.is_hidden(state, cell) || self.is_only_writer(cell) || self.is_constant(cell)
    }

    /// Whether no other thread writes to a cell behind the first creation of a thread.
    pub(super) fn is_only_writer(&self, cell: usize) -> bool {
        matches!(self.late_writers[cell], Writers::One(writer) if self.class == Some(writer))
    }

    /// Whether nothing writes to a cell behind the first creation of a thread.
    pub(super) fn is_constant(&self, cell: usize) -> bool {
        self.late_writers[cell] == Writers::None
    }

    /// Whether a constant cell is kept in states: it holds a number that tests may compare. What is published says as much of one certain number,
    /// and of a pointer.
    pub(super) fn is_worth_following(&self, cell: usize, held: Content) -> bool {
        self.is_constant(cell) && held.number().is_some_and(|numbers| numbers.low < numbers.high)
    }

    /// The thread writes to cells behind the first creation of a thread.
    pub(super) fn write_late(&mut self, touched: &Touched) {
        let Some(class) = self.class else { return };
        for &(cell, _) in &touched.cells {
            self.late_writers[cell] = self.late_writers[cell].and(self.points_to, class);
        }
    }

    /// Whether no other thread can access a cell now.
    fn is_hidden(&self, state: &State, cell: usize) -> bool {
        let data = &self.cells.all[cell];
        let is_alone = state.other_threads != OtherThreads::Running || state.depth > 0;
        data.is_unique && (data.is_private || is_alone || self.is_guarded(cell))
    }

    /// The symbol of a cell that is followed from now on.
    pub(super) fn follow(&mut self, state: &mut State, cell: usize) -> Symbol {
        if let Some(symbol) = state.symbol(Slot::Cell(cell)) {
            if let Some(&range) = self.counts.get(&cell) {
                self.is_impossible |= !state.restrict(symbol, range);
            }
            return symbol;
        }
        let held = self.held(state, cell);
        self.is_impossible |= held.is_nothing();
        let symbol = state.fresh(if held.is_nothing() { Content::Any } else { held });
        state.set(Slot::Cell(cell), symbol);
        symbol
    }

    /// What a cell holds that no other thread can access now; nothing as long as no thread has written. That makes a step impossible only if the
    /// step certainly reads this cell.
    pub(super) fn held(&self, state: &State, cell: usize) -> Content {
        let is_own = state.is_first() || self.cells.all[cell].is_private;
        match state.symbol(Slot::Cell(cell)) {
            Some(symbol) => state.content(symbol),
            None if is_own => Content::Any,
            None => self.visible(cell),
        }
    }

    /// Whether no step reads what a cell holds when its object begins to live.
    pub(super) fn is_written_first(&self, origin: Origin, cell: usize) -> bool {
        self.written_first.get(&origin).is_some_and(|cells| cells.contains(&self.cells.all[cell].offset))
    }

    /// Other threads may find this in a cell.
    pub(super) fn publish_one(&mut self, cell: usize, held: Content) {
        join(&mut self.published[cell], held);
        join(&mut self.written[cell], held);
    }

    /// Writes bits of which this is known to what is touched.
    pub(super) fn write(&mut self, state: &mut State, touched: &Touched, held: Content, symbol: Option<Symbol>) {
        let is_one = touched.cells.len() == 1 && !touched.has_others;
        if !state.is_first() {
            self.write_late(touched);
        }
        for &(cell, is_exact) in &touched.cells {
            let held = self.in_range(cell, if is_exact { held } else { Content::Any });
            if !self.is_hidden(state, cell) {
                self.publish_one(cell, held);
            }
            if !self.is_followed(state, cell) {
                continue;
            }
            if !state.is_first() && !self.cells.all[cell].is_private {
                join(&mut self.written[cell], held);
            }
            if is_one && is_exact {
                let symbol = symbol.filter(|_| !self.counts.contains_key(&cell));
                let symbol = symbol.unwrap_or_else(|| state.fresh(held));
                state.set(Slot::Cell(cell), symbol);
                continue;
            }
            let known = self.held(state, cell).join(held);
            state.set_content(Slot::Cell(cell), known);
        }
    }

    /// A whole object is new. Its only cell holds this; if it has several, they hold anything.
    pub(super) fn set_object(&mut self, state: &mut State, object: AbstractObject, held: Content) {
        let cells: Vec<usize> = self.cells.of_object(object).collect();
        let size = self.points_to.object(object).shape.cells.len();
        let held = if size == 1 { held } else { Content::Any };
        for cell in cells {
            self.begin_cell(state, cell, held);
        }
    }
}
