//! Acts: what a thread did that other threads, or its own later steps, could observe. An iteration of a loop without
//! acts only waited.
//!
//! Each act is kept with the guard under which it is one. Where paths join, the acts of both are kept. A path did
//! nothing if its guard excludes the guards of all acts. So a compare-and-exchange that fails, and a flag that is set
//! again to the value that it has, are no acts: `while (!__sync_bool_compare_and_swap(&lock, 0, 1));` only waits.
//!
//! Stores to objects that no other thread can reach are not kept here: the contents of these objects are compared.

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

/// The greatest number of acts that are kept; older ones are forgotten.
const MEMORY: usize = 24;

/// What a thread did so far.
#[derive(Clone, Debug, Default)]
pub struct Acts {
    /// How often acts were forgotten. If two states have different numbers, an act lies between them.
    n_forgotten: u32,
    /// The acts since then, each with its guard. Two acts are the same if they are the same object.
    recent: Vec<Rc<Guard>>,
}

impl Acts {
    /// Something is done under a guard.
    pub fn note(&mut self, guard: Guard) {
        self.recent.push(Rc::new(guard));
        self.forget_beyond(MEMORY);
    }

    /// The acts where two paths join.
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

    /// Begins a comparison with the current state: makes room for the acts to come.
    pub fn make_room(&mut self) {
        self.forget_beyond(MEMORY / 2);
    }

    /// Whether no act lies between an earlier state and now, on the paths that a guard stands for.
    pub fn is_none_since(&self, start: &Acts, guard: &Guard, pool: &mut Pool) -> bool {
        self.since(start).is_some_and(|mut acts| acts.all(|act| guard.excludes(act, pool)))
    }

    /// The guards of the acts since an earlier state; `None` if some were forgotten.
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
    /// Records an act of the thread.
    pub(super) fn note_act(&mut self, state: &mut State) {
        state.acts.note(state.guard.clone());
    }

    /// The thread stores a value in a cell where a condition holds. That is no act where the cell holds the value
    /// already, as far as the thread knows.
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

    /// Whether the objects that no other thread could reach at the start have the same contents at the end. Before an
    /// object is reachable, stores to it are no acts. So an object that became reachable counts as changed, and so does
    /// one that is gone.
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

    /// Whether a value at the start is the same as one at the end, each under the guard of its state.
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
