//! Where two paths of a thread join: guards are joined, and values become choices.

use std::rc::Rc;

use raddle_logic::term::Term;
use raddle_program::entity::Entity;
use raddle_program::syntax::{LocalId, ProcedureId};

use crate::unwind::contents::{Background, Contents, Found, Stored};
use crate::unwind::event::Mode;
use crate::unwind::memory::Range;
use crate::unwind::object::{LockId, ObjectId};
use crate::unwind::state::{Hold, State};
use crate::unwind::value::{Cell, Slot, Value};
use crate::unwind::{Pass, ThreadData};

impl Pass<'_> {
    /// The state where two paths of a procedure join.
    pub(super) fn join(&mut self, cx: &mut ThreadData, procedure: ProcedureId, one: State, two: State) -> State {
        let (mut one, mut two) = (one, two);
        self.align(cx, &mut one, &mut two);
        let (guard, selector) = one.guard.join(&two.guard, &mut self.pool);
        let mut registers = Vec::with_capacity(one.registers.len());
        for (index, (first, second)) in one.registers.iter().zip(&two.registers).enumerate() {
            registers.push(self.join_slots(procedure, LocalId::from_index(index), selector, first, second));
        }
        let mut joined = one;
        joined.registers = registers;
        joined.guard = guard;
        self.join_rest(cx, &mut joined, two, selector);
        joined
    }

    /// The state where two paths return from a procedure; its registers are gone.
    pub(super) fn join_returns(
        &mut self,
        cx: &mut ThreadData,
        procedure: ProcedureId,
        (one, first): (State, Option<Slot>),
        (two, second): (State, Option<Slot>),
    ) -> (State, Option<Slot>) {
        let (mut one, mut two) = (one, two);
        self.align(cx, &mut one, &mut two);
        let (guard, selector) = one.guard.join(&two.guard, &mut self.pool);
        let value = match (first, second) {
            (None, None) => None,
            (first, second) => {
                let mut missing = || Slot::Indeterminate(self.instance());
                let first = first.unwrap_or_else(&mut missing);
                let second = second.unwrap_or_else(&mut missing);
                let ty = self.source.program.procedures[procedure].result;
                Some(self.join_values(ty, selector, &first, &second))
            }
        };
        let mut joined = one;
        joined.guard = guard;
        self.join_rest(cx, &mut joined, two, selector);
        (joined, value)
    }

    /// Makes two states differ in values only: what is shared in one is shared in the other.
    fn align(&mut self, cx: &mut ThreadData, one: &mut State, two: &mut State) {
        if one.is_concurrent != two.is_concurrent {
            self.begin_concurrency(cx, one);
            self.begin_concurrency(cx, two);
        }
        if !Rc::ptr_eq(&one.escaped, &two.escaped) {
            let all: Vec<ObjectId> = one.escaped.union(&two.escaped).copied().collect();
            for object in all {
                for state in [&mut *one, &mut *two] {
                    if state.memory.contains_key(&object) {
                        self.escape(cx, state, object);
                    } else {
                        Rc::make_mut(&mut state.escaped).insert(object);
                    }
                }
            }
            two.escaped = Rc::clone(&one.escaped);
        }
        if one.alone != two.alone {
            for state in [&mut *one, &mut *two] {
                if let Some(session) = state.alone {
                    self.end_session(cx, state, session);
                }
            }
        }
        if one.group != two.group {
            // An atomic section is open on one path only: what follows is unsupported.
            for state in [&mut *one, &mut *two] {
                if let Some((_, session)) = state.group {
                    self.end_session(cx, state, session);
                }
            }
        }
        let locks: Vec<LockId> = one.held.keys().chain(two.held.keys()).copied().collect();
        for lock in locks {
            let is_same = match (one.held.get(&lock), two.held.get(&lock)) {
                (Some(first), Some(second)) => first.session == second.session,
                _ => false,
            };
            if !is_same {
                for state in [&mut *one, &mut *two] {
                    if let Some(hold) = state.held.get(&lock) {
                        let session = hold.session;
                        self.end_session(cx, state, session);
                    }
                }
            }
        }
    }

    /// Joins everything but guards and registers.
    fn join_rest(&mut self, cx: &mut ThreadData, one: &mut State, two: State, selector: Term) {
        if one.group != two.group || one.atomic_depth != two.atomic_depth {
            let what = "an atomic section that begins or ends on one of two ways only";
            let cause = crate::unwind::event::Cause::Unsupported(what.into());
            let guard = one.guard.term(&self.pool);
            self.out.cuts.push(crate::unwind::event::Cut { cause, guard, span: cx.span });
            one.group = None;
            one.atomic_depth = 0;
        }
        if one.alone.is_some() && two.alone.is_some() && one.alone != two.alone {
            one.alone = Some(self.begin_session(one));
        } else if one.alone != two.alone {
            one.alone = None;
        }
        if one.wakes != two.wakes {
            let never = self.pool.bool(false);
            let (a, b) = (one.wakes.1.unwrap_or(never), two.wakes.1.unwrap_or(never));
            one.wakes = (one.wakes.0.max(two.wakes.0), Some(self.pool.ite(selector, a, b)));
        }
        one.has_released |= two.has_released;
        one.acts.join(&two.acts);
        if one.running != two.running {
            Rc::make_mut(&mut one.running).extend(two.running.iter().copied());
        }
        if !self.join_cleanup(one, &two, selector) {
            let what = "a cleanup routine that is pushed or popped on one of two ways only";
            let cause = crate::unwind::event::Cause::Unsupported(what.into());
            let guard = one.guard.term(&self.pool);
            self.out.cuts.push(crate::unwind::event::Cut { cause, guard, span: cx.span });
        }
        self.join_holds(one, &two, selector);
        let shown: Vec<ObjectId> = one.shown.keys().copied().collect();
        for object in shown {
            let first = Rc::clone(&one.shown[&object]);
            match two.shown.get(&object) {
                None => {
                    one.shown.remove(&object);
                }
                Some(second) if Rc::ptr_eq(&first, second) => {}
                Some(second) => {
                    let joined = self.join_contents(cx, one, object, selector, &first, second);
                    one.shown.insert(object, Rc::new(joined));
                }
            }
        }
        let objects: Vec<ObjectId> = one.memory.keys().chain(two.memory.keys()).copied().collect();
        for object in objects {
            match (one.memory.get(&object).cloned(), two.memory.get(&object).cloned()) {
                (None, None) => {}
                (Some(first), Some(second)) if Rc::ptr_eq(&first, &second) => {}
                (Some(first), Some(second)) => {
                    let joined = self.join_contents(cx, one, object, selector, &first, &second);
                    one.memory.insert(object, Rc::new(joined));
                }
                // Made on one path, or accessed in a stretch of exclusive access on one path only.
                (Some(contents), None) | (None, Some(contents)) => {
                    let Background::Shared(_) = contents.background else {
                        one.memory.insert(object, contents);
                        continue;
                    };
                    let untouched = Rc::new(Contents::new(contents.size, contents.background));
                    let is_first = one.memory.contains_key(&object);
                    let joined = if is_first {
                        self.join_contents(cx, one, object, selector, &contents, &untouched)
                    } else {
                        self.join_contents(cx, one, object, selector, &untouched, &contents)
                    };
                    one.memory.insert(object, Rc::new(joined));
                }
            }
        }
    }

    fn join_holds(&mut self, one: &mut State, two: &State, selector: Term) {
        let negation = self.pool.not(selector);
        let locks: Vec<LockId> = one.held.keys().chain(two.held.keys()).copied().collect();
        for lock in locks {
            let joined = match (one.held.get(&lock).cloned(), two.held.get(&lock).cloned()) {
                (Some(first), Some(second)) if first == second => first,
                (Some(mut first), Some(second)) => {
                    if first.condition.is_some() || second.condition.is_some() {
                        let always = self.pool.bool(true);
                        let (a, b) = (first.condition.unwrap_or(always), second.condition.unwrap_or(always));
                        first.condition = Some(self.pool.ite(selector, a, b));
                    }
                    first.sections = self.join_sections(selector, &first.sections, &second.sections);
                    if first.mode != second.mode {
                        // The modes differ, so the next pass gives the lock shadow state. This pass may use any mode.
                        self.found.shadows.insert(lock);
                        first.mode = Mode::Shared;
                    }
                    if first.session != second.session {
                        first.session = self.begin_session(one);
                    }
                    if first.depth != second.depth {
                        first.condition = Some(first.condition.unwrap_or_else(|| self.pool.bool(true)));
                        // With a condition, the depth is not used any more.
                        first.depth = first.depth.max(second.depth);
                    }
                    first
                }
                (Some(hold), None) => self.held_where(hold, selector),
                (None, Some(hold)) => self.held_where(hold, negation),
                (None, None) => continue,
            };
            one.held.insert(lock, joined);
        }
    }

    /// The acquisitions of both paths, each under the condition of its path.
    fn join_sections(
        &mut self,
        selector: Term,
        first: &[(usize, Term)],
        second: &[(usize, Term)],
    ) -> Vec<(usize, Term)> {
        let never = self.pool.bool(false);
        let condition = |of: &[(usize, Term)], section: usize| {
            of.iter().find(|(it, _)| *it == section).map_or(never, |(_, condition)| *condition)
        };
        let mut sections: Vec<usize> = first.iter().chain(second).map(|(section, _)| *section).collect();
        sections.sort_unstable();
        sections.dedup();
        let mut joined = Vec::new();
        for section in sections {
            let (one, two) = (condition(first, section), condition(second, section));
            joined.push((section, self.pool.ite(selector, one, two)));
        }
        joined
    }

    fn held_where(&mut self, hold: Hold, condition: Term) -> Hold {
        let before = hold.condition.unwrap_or_else(|| self.pool.bool(true));
        let condition = self.pool.and(before, condition);
        Hold { condition: Some(condition), ..hold }
    }

    fn join_slots(
        &mut self,
        procedure: ProcedureId,
        local: LocalId,
        selector: Term,
        first: &Slot,
        second: &Slot,
    ) -> Slot {
        if first == second {
            return first.clone();
        }
        let data = &self.source.program.procedures[procedure].locals[local];
        if !data.is_register {
            // Where a local does not live, its address does not matter.
            match (first, second) {
                (Slot::Indeterminate(_), living) | (living, Slot::Indeterminate(_)) => return living.clone(),
                _ => {}
            }
        }
        self.join_values(data.ty, selector, first, second)
    }

    fn join_values(&mut self, ty: raddle_program::types::TypeId, selector: Term, first: &Slot, second: &Slot) -> Slot {
        if first == second {
            return first.clone();
        }
        let mut scalar = |slot: &Slot| match slot {
            Slot::Scalar(value) => Some(*value),
            Slot::Indeterminate(instance) => self.chosen_register(*instance, ty),
            Slot::Blob(_) => None,
        };
        if let (Some(first), Some(second)) = (scalar(first), scalar(second)) {
            return Slot::Scalar(Value::choose(&mut self.pool, selector, first, second));
        }
        // Values that are no scalars are only copied.
        match (first, second) {
            (Slot::Blob(first), Slot::Blob(second))
                if first.iter().map(|(size, _)| size).eq(second.iter().map(|(size, _)| size)) =>
            {
                let pairs = first.iter().zip(second.iter());
                let mut joined = Vec::new();
                for ((size, a), (_, b)) in pairs {
                    joined.push((*size, self.join_cells(*size, selector, *a, *b)));
                }
                Slot::Blob(Rc::new(joined))
            }
            (Slot::Blob(blob), _) | (_, Slot::Blob(blob)) => {
                // Any value: a sound over-approximation of values that the program only copies.
                let parts = blob.iter().map(|(size, _)| (*size, Cell::Indeterminate)).collect();
                Slot::Blob(Rc::new(parts))
            }
            (first, _) => first.clone(),
        }
    }

    fn join_cells(&mut self, size: u64, selector: Term, a: Cell, b: Cell) -> Cell {
        if a == b {
            return a;
        }
        let mut value = |cell: Cell| match cell {
            Cell::Value(value) => value,
            Cell::Indeterminate => {
                let bits = self.pool.fresh_bits("indeterminate", size as u32 * 8);
                Value::of_bits(&mut self.pool, bits)
            }
        };
        let (a, b) = (value(a), value(b));
        Cell::Value(Value::choose(&mut self.pool, selector, a, b))
    }

    fn join_contents(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        object: ObjectId,
        selector: Term,
        first: &Rc<Contents>,
        second: &Rc<Contents>,
    ) -> Contents {
        let background = first.background;
        let mut joined = Contents::new(first.size, background);
        let session = match background {
            Background::Shared(session) => Some(session),
            Background::Zero | Background::Indeterminate => None,
        };
        for (offset, size) in self.joined_pieces(first, second) {
            let (known, other) = (first.exact(offset, size), second.exact(offset, size));
            if let (Some(a), Some(b)) = (known, other)
                && a == b
            {
                joined.cells.insert(offset, a);
                continue;
            }
            let range = Range { object, offset, size };
            let (a, a_dirty) = self.part(cx, state, first, range, session);
            let (b, b_dirty) = self.part(cx, state, second, range, session);
            let is_dirty = self.pool.ite(selector, a_dirty, b_dirty);
            let cell = if a == b {
                a
            } else {
                let (a, b) = (self.chosen_cell(range, a), self.chosen_cell(range, b));
                Cell::Value(Value::choose(&mut self.pool, selector, a, b))
            };
            joined.cells.insert(offset, Stored { size, cell, is_dirty });
        }
        joined
    }

    /// The pieces in which contents are joined. What may be an address on one path stays whole, if the cells of both
    /// allow it.
    fn joined_pieces(&self, first: &Contents, second: &Contents) -> Vec<(u64, u64)> {
        let mut pieces = first.common_pieces(second);
        if first.background != second.background || matches!(first.background, Background::Shared(_)) {
            return pieces;
        }
        let cells = || first.cells.iter().chain(&second.cells).map(|(&at, stored)| (at, stored));
        for (at, stored) in cells() {
            let end = at + stored.size;
            let may_be_address = matches!(stored.cell, Cell::Value(value) if !value.is_number(&self.pool));
            let is_cut = pieces.binary_search(&(at, stored.size)).is_err();
            let lies_apart = |(start, other): (u64, &Stored)| {
                start >= end || start + other.size <= at || at <= start && start + other.size <= end
            };
            if may_be_address && is_cut && cells().all(lies_apart) {
                pieces.retain(|&(start, _)| start < at || start >= end);
                pieces.push((at, stored.size));
                pieces.sort_unstable();
            }
        }
        pieces
    }

    /// Some bytes of contents that are one cell, part of one, or background.
    fn part(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        contents: &Rc<Contents>,
        range: Range,
        session: Option<u32>,
    ) -> (Cell, Term) {
        let is_dirty = contents.around(range.offset).map_or_else(|| self.pool.bool(false), |stored| stored.is_dirty);
        let cell = match contents.load(&mut self.pool, range.offset, range.size) {
            // A part of an address keeps its tag, so that a load can report it as unsupported.
            Found::Value(value, _) => {
                Cell::Value(Value { tag: contents.tag_around(range.offset).unwrap_or(value.tag), ..value })
            }
            Found::Pieces(_) if session.is_none() => Cell::Value(self.value_of(cx, state, contents, range)),
            Found::Indeterminate | Found::Pieces(_) => Cell::Indeterminate,
            Found::Untouched => self.load_pieces(cx, state, range, session).unwrap_or(Cell::Indeterminate),
        };
        (cell, is_dirty)
    }
}
