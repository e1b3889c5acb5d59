//! What a thread did that others, or its own future, could notice: so that iterations in which it only waited are known.
//!
//! Each act is kept with the guard under which it is one. Ways that meet have the acts of both; a way that goes on where
//! none of the guards can hold did nothing. So a compare-and-exchange that fails, and a flag that was set before it is set
//! again, are looks: `while (!__sync_bool_compare_and_swap(&lock, 0, 1));` only waits.
//!
//! What the thread does to objects that nobody else can reach is not kept here: their contents are compared.

use std::rc::Rc;

use raddle_logic::term::Term;

use crate::unwind::Pass;
use crate::unwind::contents::Background;
use crate::unwind::event::CellKey;
use crate::unwind::guard::Guard;
use crate::unwind::memory::Range;
use crate::unwind::pool::Pool;
use crate::unwind::state::State;
use crate::unwind::value::{Cell, Value};

/// So many acts are kept apart; beyond that they are only counted.
const MEMORY: usize = 24;

/// What a thread did so far.
#[derive(Clone, Debug, Default)]
pub struct Acts {
    /// How often acts were forgotten: something was done between two moments with different numbers.
    n_forgotten: u32,
    /// The acts since then, each with its guard. An act is the same as another if it is the same object.
    recent: Vec<Rc<Guard>>,
}

impl Acts {
    /// Something is done under a guard.
    pub fn note(&mut self, guard: Guard) {
        self.recent.push(Rc::new(guard));
        self.forget_beyond(MEMORY);
    }

    /// What was done where two ways meet.
    pub fn join(&mut self, other: &Acts) {
        if self.n_forgotten != other.n_forgotten {
            self.n_forgotten = self.n_forgotten.max(other.n_forgotten) + 1;
            self.recent.clear();
            return;
        }
        for act in &other.recent {
            if !self.recent.iter().any(|known| Rc::ptr_eq(known, act)) {
                self.recent.push(Rc::clone(act));
            }
        }
        self.forget_beyond(MEMORY);
    }

    /// A moment to compare with begins: there is room for what comes.
    pub fn make_room(&mut self) {
        self.forget_beyond(MEMORY / 2);
    }

    /// Whether nothing was done since an earlier moment on the ways that a guard stands for.
    pub fn is_none_since(&self, start: &Acts, guard: &Guard, pool: &mut Pool) -> bool {
        self.since(start).is_some_and(|mut acts| acts.all(|act| guard.excludes(act, pool)))
    }

    /// The guards of what was done since an earlier moment; `None` if it was forgotten.
    pub fn since(&self, start: &Acts) -> Option<impl Iterator<Item = &Guard>> {
        let is_new = |act: &&Rc<Guard>| !start.recent.iter().any(|known| Rc::ptr_eq(known, act));
        (self.n_forgotten == start.n_forgotten).then(|| self.recent.iter().filter(is_new).map(|act| &**act))
    }

    fn forget_beyond(&mut self, most: usize) {
        if self.recent.len() > most {
            self.n_forgotten += 1;
            self.recent.clear();
        }
    }
}

impl Pass<'_> {
    /// The thread does something.
    pub(super) fn note_act(&mut self, state: &mut State) {
        state.acts.note(state.guard.clone());
    }

    /// The thread stores a cell where a condition holds: nothing is done where the cell holds that already, as far as the
    /// thread knows.
    pub(super) fn note_store(&mut self, state: &mut State, range: Range, cell: Cell, condition: Term) {
        let Range { object, offset, size } = range;
        if !self.has_escaped(state, object) && state.memory.contains_key(&object) {
            return;
        }
        let Some(mut guard) = state.guard.and(&mut self.pool, condition) else { return };
        let contents = state.memory.get(&object);
        let written = contents.and_then(|contents| contents.exact(offset, size)).map(|stored| stored.cell);
        let is_touched = contents.is_some_and(|contents| contents.overlaps(offset, size));
        // What was read in this stretch of exclusive access, and not written.
        let read = match contents.map(|contents| contents.background) {
            Some(Background::Shared(session)) if !is_touched => {
                self.sessions[session as usize].base.get(&CellKey { object, offset, size }).copied().map(Cell::Value)
            }
            Some(Background::Shared(_) | Background::Zero | Background::Indeterminate) | None => None,
        };
        if let (Some(Cell::Value(old)), Cell::Value(new)) = (written.or(read), cell) {
            let is_same = Value::equal(&mut self.pool, old, new);
            let is_change = self.pool.not(is_same);
            match guard.and(&mut self.pool, is_change) {
                Some(narrow) => guard = narrow,
                None => return,
            }
        }
        state.acts.note(guard);
    }

    /// Whether objects that nobody else could reach at the start hold at the end what they held then. What was stored in one
    /// that others reach at the end was no act before they did: it counts as changed, and so does one that is gone.
    pub(super) fn keeps_own_objects(&mut self, start: &State, end: &State) -> bool {
        start.memory.iter().all(|(object, one)| match end.memory.get(object) {
            _ if self.has_escaped(start, *object) => true,
            _ if self.has_escaped(end, *object) => false,
            None => false,
            Some(two) if Rc::ptr_eq(one, two) => true,
            Some(two) => {
                one.background == two.background
                    && one.cells.len() == two.cells.len()
                    && one.cells.iter().zip(&two.cells).all(|((at, first), (other, second))| {
                        (at, first.size) == (other, second.size)
                            && match (first.cell, second.cell) {
                                (Cell::Value(one), Cell::Value(two)) => self.is_same_value(start, one, end, two),
                                (one, two) => one == two,
                            }
                    })
            }
        })
    }

    /// Whether a value at the start is the same as one at the end, each on the ways of its state.
    pub(super) fn is_same_value(&mut self, start: &State, one: Value, end: &State, two: Value) -> bool {
        one == two
            || start.guard.simplify(&mut self.pool, one.tag) == end.guard.simplify(&mut self.pool, two.tag)
                && start.guard.simplify(&mut self.pool, one.bits) == end.guard.simplify(&mut self.pool, two.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_act_on_a_way_that_was_not_taken_is_none() {
        let mut pool = Pool::new();
        let free = pool.fresh_bool("free");
        let taken = pool.not(free);
        let start = Acts::default();
        let (then, otherwise) = (Guard::always().and(&mut pool, free), Guard::always().and(&mut pool, taken));
        let (then, otherwise) = (then.expect("possible"), otherwise.expect("possible"));
        let mut one = start.clone();
        one.note(then.clone());
        one.join(&start);
        assert!(one.is_none_since(&start, &otherwise, &mut pool));
        assert!(!one.is_none_since(&start, &then, &mut pool));
        assert!(!one.is_none_since(&start, &Guard::always(), &mut pool));
    }

    #[test]
    fn an_act_under_the_guard_of_an_earlier_one_is_another() {
        let mut pool = Pool::new();
        let mut start = Acts::default();
        start.note(Guard::always());
        let mut end = start.clone();
        assert!(end.is_none_since(&start, &Guard::always(), &mut pool));
        end.note(Guard::always());
        assert!(!end.is_none_since(&start, &Guard::always(), &mut pool));
        for _ in 0..2 * MEMORY {
            end.note(Guard::always());
        }
        assert!(!end.is_none_since(&start, &Guard::always(), &mut pool));
    }
}
