//! When other threads come to reach an object, and when a stretch of exclusive access ends: contents in the state of
//! the thread become writes.

use std::rc::Rc;

use raddle_logic::term::Term;

use crate::unwind::contents::{Background, Contents, Found, Stored, assemble};
use crate::unwind::event::{Cause, CellKey, Cut};
use crate::unwind::memory::Range;
use crate::unwind::object::{ObjectId, ObjectKey, Target};
use crate::unwind::state::State;
use crate::unwind::value::{Cell, NUMBER, Value};
use crate::unwind::{Pass, Session, ThreadData};

impl Pass<'_> {
    /// A new stretch of exclusive access.
    pub(super) fn begin_session(&mut self, state: &State) -> u32 {
        let entry = state.guard.term(&self.pool);
        self.sessions.push(Session { entry, base: Default::default() });
        self.sessions.len() as u32 - 1
    }

    /// Ends a stretch: what the thread wrote in it is written to shared memory.
    pub(super) fn end_session(&mut self, cx: &ThreadData, state: &mut State, session: u32) {
        let is_of = |contents: &Rc<Contents>| contents.background == Background::Shared(session);
        let objects: Vec<ObjectId> =
            state.memory.iter().filter(|(_, contents)| is_of(contents)).map(|(object, _)| *object).collect();
        for object in objects {
            let contents = state.memory.remove(&object).expect("it was listed");
            for (&offset, stored) in &contents.cells {
                let before = state.guard.term(&self.pool);
                let guard = self.pool.and(before, stored.is_dirty);
                let range = Range { object, offset, size: stored.size };
                if self.pool.is_false(guard) {
                    continue;
                }
                // The path may end here: an address that is cut into bytes is unsupported.
                if self.store_pieces(cx, state, range, stored.cell, guard).is_err() {
                    break;
                }
            }
        }
    }

    /// Ends all stretches.
    pub(super) fn end_sessions(&mut self, cx: &ThreadData, state: &mut State) {
        let sessions: Vec<u32> = state
            .memory
            .values()
            .filter_map(|contents| match contents.background {
                Background::Shared(session) => Some(session),
                Background::Zero | Background::Indeterminate => None,
            })
            .collect();
        for session in sessions {
            self.end_session(cx, state, session);
        }
    }

    /// From now on other threads can reach every object to which a value may point.
    pub(super) fn escape_value(&mut self, cx: &ThreadData, state: &mut State, value: Value) {
        for tag in value.tags(&self.pool) {
            if tag != NUMBER
                && let Target::Object(key) = self.names.target(tag)
            {
                let object = self.names.object(key);
                self.escape(cx, state, object);
            }
        }
    }

    /// From now on other threads can reach an object, and what its contents point to.
    pub(super) fn escape(&mut self, cx: &ThreadData, state: &mut State, object: ObjectId) {
        if matches!(self.names.key(object), ObjectKey::Global(_)) || self.has_escaped(state, object) {
            return;
        }
        Rc::make_mut(&mut state.escaped).insert(object);
        self.publish(cx, state, object);
        for offset in self.shadows_of(object) {
            let shadow = self.names.object(ObjectKey::Shadow(object, offset));
            self.publish(cx, state, shadow);
        }
        for offset in self.usages_of(object) {
            let usage = self.names.object(ObjectKey::Usage(object, offset));
            self.publish(cx, state, usage);
        }
        for offset in self.places_of(object) {
            let places = self.names.object(ObjectKey::Places(object, offset));
            self.publish(cx, state, places);
        }
        if let Some(life) = self.life_of(object) {
            self.publish(cx, state, life);
        }
    }

    /// Writes what an object holds, if its accesses are events, and lets what it leads to escape.
    pub(super) fn publish(&mut self, cx: &ThreadData, state: &mut State, object: ObjectId) {
        let Some(contents) = state.memory.get(&object).cloned() else { return };
        for stored in contents.cells.values() {
            if let Cell::Value(value) = stored.cell {
                self.escape_value(cx, state, value);
            }
        }
        if !self.is_contended(object) {
            return;
        }
        let guard = state.guard.term(&self.pool);
        let pieces = self.assumed.objects[&object].all_pieces();
        let mut written = Vec::new();
        for (offset, size) in pieces {
            if offset + size <= contents.size {
                let value = self.value_of(cx, state, &contents, Range { object, offset, size });
                self.write_event(cx, state, CellKey { object, offset, size }, value, guard);
                written.push((offset, size, value));
            }
        }
        state.memory.remove(&object);
        // A pointer may have pointed here before the object was made. What was read through it in this stretch of
        // exclusive access is not what the object holds now.
        if let Some(session) = self.session(state, object) {
            let mut known = Contents::new(contents.size, Background::Shared(session));
            for (offset, size, value) in written {
                let stored = Stored { size, cell: Cell::Value(value), is_dirty: self.pool.bool(false) };
                known.store(&mut self.pool, offset, stored);
            }
            state.memory.insert(object, Rc::new(known));
        }
        state.shown.insert(object, contents);
    }

    /// The value of some bytes in memory that only this thread reached so far.
    pub(super) fn value_of(&mut self, cx: &ThreadData, state: &State, contents: &Contents, range: Range) -> Value {
        let Range { object, offset, size } = range;
        match contents.load(&mut self.pool, offset, size) {
            // A part of an address keeps its tag, so that a load can report it as unsupported.
            Found::Value(value, _) => Value { tag: contents.tag_around(offset).unwrap_or(value.tag), ..value },
            Found::Indeterminate | Found::Untouched => self.chosen_cell(range, Cell::Indeterminate),
            Found::Pieces(pieces) => {
                let values: Vec<Value> = pieces
                    .into_iter()
                    .map(|(offset, size)| self.value_of(cx, state, contents, Range { object, offset, size }))
                    .collect();
                let (value, torn) = assemble(&mut self.pool, &values);
                self.note_torn(cx, state, torn);
                value
            }
        }
    }

    /// Executions that cut an address into bytes are unsupported from here on.
    fn note_torn(&mut self, cx: &ThreadData, state: &State, torn: Term) {
        let before = state.guard.term(&self.pool);
        let guard = self.pool.and(before, torn);
        if !self.pool.is_false(guard) {
            let cause = Cause::Unsupported("some bytes of a pointer".into());
            self.out.cuts.push(Cut { cause, guard, span: cx.span });
        }
    }

    /// A second thread is about to start. From now on other threads can reach globals.
    pub(super) fn begin_concurrency(&mut self, cx: &ThreadData, state: &mut State) {
        if state.is_concurrent {
            return;
        }
        state.is_concurrent = true;
        let objects: Vec<ObjectId> = state.memory.keys().copied().collect();
        for object in objects {
            let base = self.names.base(object);
            if matches!(self.names.key(base), ObjectKey::Global(_) | ObjectKey::Keys | ObjectKey::Status(_)) {
                self.publish(cx, state, object);
            }
        }
    }
}
