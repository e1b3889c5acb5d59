//! Loads and stores of bytes of one object: in the state while only this thread can reach them, in a stretch of exclusive
//! access, or as events.

use std::collections::BTreeSet;
use std::rc::Rc;

use raddle_logic::intervals::Interval;
use raddle_logic::term::Term;

use crate::unwind::contents::{Background, Contents, Found, Stored, assemble};
use crate::unwind::event::{CellKey, EventKind, Mode};
use crate::unwind::object::{LockId, ObjectId, ObjectKey};
use crate::unwind::state::{Hold, State};
use crate::unwind::value::{Cell, NUMBER, TAG_BITS, Value};
use crate::unwind::{Pass, Stepped, ThreadData};

/// A range of bytes of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub object: ObjectId,
    pub offset: u64,
    pub size: u64,
}

impl Pass<'_> {
    pub(super) fn is_contended(&self, object: ObjectId) -> bool {
        self.assumed.objects.get(&object).is_some_and(|profile| profile.is_contended())
    }

    /// Whether other threads may reach an object.
    pub(super) fn has_escaped(&self, state: &State, object: ObjectId) -> bool {
        match self.names.key(object) {
            ObjectKey::Global(_) | ObjectKey::Status(_) | ObjectKey::Keys => state.is_concurrent,
            ObjectKey::Shadow(base, _)
            | ObjectKey::Usage(base, _)
            | ObjectKey::Places(base, _)
            | ObjectKey::Life(base) => self.has_escaped(state, base),
            ObjectKey::Own(..) | ObjectKey::Specific(_) => false,
            ObjectKey::ThreadLocal(..) | ObjectKey::Local(..) | ObjectKey::Allocated(..) => {
                // An object that the thread accesses in a stretch of exclusive access is in its state for that time. It
                // is shared all the same.
                match state.memory.get(&object).map(|contents| contents.background) {
                    None | Some(Background::Shared(_)) => true,
                    Some(Background::Zero | Background::Indeterminate) => state.escaped.contains(&object),
                }
            }
        }
    }

    /// The stretch of exclusive access to an object that the thread is in.
    pub(super) fn session(&self, state: &State, object: ObjectId) -> Option<u32> {
        if let Some(contents) = state.memory.get(&object)
            && let Background::Shared(session) = contents.background
        {
            return Some(session);
        }
        if state.alone.is_some() {
            return state.alone;
        }
        // The state of a thread is made when the thread is started, perhaps by a thread that does not hold the lock.
        let is_status = matches!(self.names.key(object), ObjectKey::Status(_));
        let profile = self.assumed.objects.get(&object).filter(|_| !is_status);
        let protecting = profile.and_then(|profile| profile.locks.as_ref());
        let held = protecting.into_iter().flatten().find_map(|lock| state.held.get(lock));
        match held {
            Some(hold) if hold.condition.is_none() => Some(hold.session),
            Some(_) | None => state.group.map(|(_, session)| session),
        }
    }

    /// Whether the contents of an object were sliced away.
    fn is_sliced(&self, object: ObjectId) -> bool {
        match self.names.key(object) {
            ObjectKey::Global(global) => self.source.sliced.contains(&global),
            ObjectKey::Status(_)
            | ObjectKey::Keys
            | ObjectKey::Shadow(..)
            | ObjectKey::Usage(..)
            | ObjectKey::Places(..)
            | ObjectKey::Life(_)
            | ObjectKey::Own(..)
            | ObjectKey::Specific(_)
            | ObjectKey::ThreadLocal(..)
            | ObjectKey::Local(..)
            | ObjectKey::Allocated(..) => false,
        }
    }

    fn note_access(&mut self, cx: &ThreadData, state: &State, range: Range, is_write: bool) {
        if !self.has_escaped(state, range.object) {
            return;
        }
        let must = self.certainly_held(state, is_write);
        let profile = self.found.objects.entry(range.object).or_default();
        profile.accessors.insert(cx.id);
        if is_write {
            profile.note_writer(cx.id, (range.offset, range.size));
        }
        profile.cuts.extend([range.offset, range.offset + range.size]);
        profile.ranges.insert((range.offset, range.size));
        if state.alone.is_some() {
            return;
        }
        profile.locks = Some(match profile.locks.take() {
            None => must,
            Some(known) => known.intersection(&must).copied().collect(),
        });
    }

    /// For races, `free` counts as a write of the whole object.
    pub(super) fn note_free(&mut self, cx: &ThreadData, state: &State, object: ObjectId) {
        if !self.source.asks.races || !self.has_escaped(state, object) {
            return;
        }
        let must = self.certainly_held(state, true);
        let size = self.object_data(object).map_or(0, |data| data.size);
        let profile = self.found.objects.entry(object).or_default();
        profile.accessors.insert(cx.id);
        profile.note_writer(cx.id, (0, size));
        if state.alone.is_none() {
            profile.locks = Some(match profile.locks.take() {
                None => must,
                Some(known) => known.intersection(&must).copied().collect(),
            });
        }
    }

    /// The locks that exclude each conflicting access of another thread. A lock that is held for reading counts for
    /// reads only.
    pub(super) fn certainly_held(&self, state: &State, is_write: bool) -> BTreeSet<LockId> {
        let protects = |hold: &Hold| hold.condition.is_none() && !(is_write && hold.mode == Mode::Shared);
        state.held.iter().filter(|(_, hold)| protects(hold)).map(|(lock, _)| *lock).collect()
    }

    /// What lies in some bytes. Requires the range to be inside the object.
    pub(super) fn load_cell(&mut self, cx: &mut ThreadData, state: &mut State, range: Range) -> Stepped<Cell> {
        if self.is_sliced(range.object) {
            let bits = self.pool.fresh_bits("sliced", range.size as u32 * 8);
            return Ok(Cell::Value(Value::of_bits(&mut self.pool, bits)));
        }
        self.note_access(cx, state, range, false);
        self.load_noted(cx, state, range)
    }

    fn load_noted(&mut self, cx: &mut ThreadData, state: &mut State, range: Range) -> Stepped<Cell> {
        let Range { object, offset, size } = range;
        let is_shared = self.is_contended(object) && self.has_escaped(state, object);
        let own = if is_shared { self.shown(cx, state, range) } else { None };
        if is_shared && own.is_none() {
            let Some(session) = self.session(state, object) else {
                return self.load_pieces(cx, state, range, None);
            };
            self.open(state, object, session);
        }
        let Some(contents) = own.as_ref().or(state.memory.get(&object)) else {
            // The object belongs to another thread: the next pass treats it as shared.
            self.found.objects.entry(object).or_default().is_foreign = true;
            let bits = self.pool.fresh_bits("foreign", size as u32 * 8);
            return Ok(Cell::Value(Value::of_bits(&mut self.pool, bits)));
        };
        let contents = Rc::clone(contents);
        let is_own = own.is_some();
        match contents.load(&mut self.pool, offset, size) {
            Found::Value(value, torn) => {
                self.unsupported_if(cx, state, torn, "some bytes of a pointer")?;
                Ok(Cell::Value(value))
            }
            // Other threads read these bytes piece by piece, so each piece has a variable of its own.
            Found::Indeterminate if is_own && self.pieces(object, offset, offset + size).len() > 1 => {
                let pieces = self.pieces(object, offset, offset + size).into_iter();
                let values: Vec<Value> = pieces
                    .map(|(offset, size)| self.chosen_cell(Range { object, offset, size }, Cell::Indeterminate))
                    .collect();
                Ok(Cell::Value(assemble(&mut self.pool, &values).0))
            }
            Found::Indeterminate => Ok(Cell::Indeterminate),
            Found::Untouched => {
                let Background::Shared(session) = contents.background else {
                    panic!("only shared memory is untouched")
                };
                self.load_pieces(cx, state, range, Some(session))
            }
            Found::Pieces(pieces) => {
                let mut cells = Vec::new();
                for (offset, size) in pieces {
                    cells.push((
                        Range { object, offset, size },
                        self.load_noted(cx, state, Range { object, offset, size })?,
                    ));
                }
                if cells.iter().all(|(_, cell)| *cell == Cell::Indeterminate) {
                    return Ok(Cell::Indeterminate);
                }
                let mut values = Vec::new();
                for (range, cell) in cells {
                    values.push(self.chosen_cell(range, cell));
                }
                let (value, torn) = assemble(&mut self.pool, &values);
                self.unsupported_if(cx, state, torn, "some bytes of a pointer")?;
                Ok(Cell::Value(value))
            }
        }
    }

    /// The contents of a shared object, if this thread is the only one that writes these bytes.
    fn shown(&self, cx: &ThreadData, state: &State, range: Range) -> Option<Rc<Contents>> {
        let contents = state.shown.get(&range.object)?;
        let profile = self.assumed.objects.get(&range.object)?;
        profile.is_left_to(cx.id, range.offset, range.size).then(|| Rc::clone(contents))
    }

    /// The value of a cell; what was not chosen is the variable of these bytes.
    pub(super) fn chosen_cell(&mut self, range: Range, cell: Cell) -> Value {
        match cell {
            Cell::Value(value) => value,
            Cell::Indeterminate => {
                let bits = self.indeterminate_cells.variable(&mut self.pool, range.object, range.offset, range.size);
                Value::of_bits(&mut self.pool, bits)
            }
        }
    }

    /// Loads a scalar; what was not chosen is chosen now and stays.
    pub(super) fn load_scalar(&mut self, cx: &mut ThreadData, state: &mut State, range: Range) -> Stepped<Value> {
        let cell = self.load_cell(cx, state, range)?;
        let value = self.chosen_cell(range, cell);
        if range.size * 8 < self.pointer_bits().into() && !value.is_number(&self.pool) {
            let is_plain = value.has_tag(&mut self.pool, NUMBER);
            let is_part = self.pool.not(is_plain);
            self.unsupported_if(cx, state, is_part, "some bytes of a pointer")?;
        }
        if cell == Cell::Indeterminate {
            let is_dirty = self.pool.bool(true);
            if let Some(contents) = state.memory.get_mut(&range.object) {
                let stored = Stored { size: range.size, cell: Cell::Value(value), is_dirty };
                Rc::make_mut(contents).store(&mut self.pool, range.offset, stored);
            }
        }
        Ok(value)
    }

    /// Shared memory is accessed in a stretch of exclusive access: the object enters the state of the thread.
    fn open(&mut self, state: &mut State, object: ObjectId, session: u32) {
        // The shadow state of a thread that is created later has no size yet.
        let size = self.object_data(object).map_or(0, |data| data.size);
        state.memory.entry(object).or_insert_with(|| Rc::new(Contents::new(size, Background::Shared(session))));
    }

    /// Reads shared bytes piece by piece. In a stretch of exclusive access a piece that was read before still has the
    /// same value.
    pub(super) fn load_pieces(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        range: Range,
        session: Option<u32>,
    ) -> Stepped<Cell> {
        let Range { object, offset, size } = range;
        let mut values = Vec::new();
        for (offset, size) in self.pieces(object, offset, offset + size) {
            let key = CellKey { object, offset, size };
            let known = session.and_then(|session| self.sessions[session as usize].base.get(&key).copied());
            values.push(match known {
                Some(value) => value,
                None => {
                    let guard = match session {
                        Some(session) => self.sessions[session as usize].entry,
                        None => state.guard.term(&self.pool),
                    };
                    let value = self.read_event(cx, state, key, guard);
                    if let Some(session) = session {
                        self.sessions[session as usize].base.insert(key, value);
                    }
                    value
                }
            });
        }
        if let [value] = values[..] {
            return Ok(Cell::Value(value));
        }
        let (value, torn) = assemble(&mut self.pool, &values);
        self.unsupported_if(cx, state, torn, "some bytes of a pointer")?;
        Ok(Cell::Value(value))
    }

    pub(super) fn pieces(&self, object: ObjectId, from: u64, to: u64) -> Vec<(u64, u64)> {
        match self.assumed.objects.get(&object) {
            Some(profile) => profile.pieces(from, to),
            None => vec![(from, to - from)],
        }
    }

    fn read_event(&mut self, cx: &ThreadData, state: &State, key: CellKey, guard: Term) -> Value {
        let value = self.value_read(key);
        self.event(cx, state, EventKind::Read(key, value), guard);
        value
    }

    /// The values that a read of a cell may return, as variables of the formula.
    pub(super) fn value_read(&mut self, key: CellKey) -> Value {
        let width = key.size as u32 * 8;
        let known =
            self.assumed.objects.get(&key.object).and_then(|profile| profile.values.get(&(key.offset, key.size)));
        let (tags, bits): (Vec<u128>, Option<Vec<u128>>) = match known {
            Some(known) => (
                known.tags.iter().copied().collect(),
                known
                    .bits
                    .as_ref()
                    .map(|bits| bits.iter().copied().collect::<Vec<_>>())
                    .filter(|bits| !bits.is_empty()),
            ),
            None => (Vec::new(), None),
        };
        let tag =
            if tags.is_empty() { self.pool.number(TAG_BITS, NUMBER) } else { self.pool.one_of("tag", TAG_BITS, &tags) };
        let bits = match bits {
            Some(values) => self.pool.one_of("value", width, &values),
            None => match self.interval_of(key) {
                Some(interval) if interval.low == interval.high => self.pool.signed(width, interval.low),
                Some(interval) => self.pool.fresh_between("read", width, interval),
                None => self.pool.fresh_bits("read", width),
            },
        };
        Value { tag, bits }
    }

    /// The value range of a cell that other threads may write, if it is known.
    fn interval_of(&self, key: CellKey) -> Option<Interval> {
        match self.names.key(key.object) {
            ObjectKey::Global(global) => self.source.intervals.of_global(global, key.offset, key.size),
            ObjectKey::Local(_, procedure, local, _) => {
                self.source.intervals.of_local(procedure, local, key.offset, key.size)
            }
            ObjectKey::ThreadLocal(..)
            | ObjectKey::Allocated(..)
            | ObjectKey::Shadow(..)
            | ObjectKey::Own(..)
            | ObjectKey::Usage(..)
            | ObjectKey::Places(..)
            | ObjectKey::Status(_)
            | ObjectKey::Keys
            | ObjectKey::Specific(_)
            | ObjectKey::Life(_) => None,
        }
    }

    /// An event that writes a cell.
    pub(super) fn write_event(&mut self, cx: &ThreadData, state: &State, key: CellKey, value: Value, guard: Term) {
        if self.pool.is_false(guard) {
            return;
        }
        let bits = self.pool.leaves(value.bits, 8);
        let tags = value.tags(&self.pool);
        let values = &mut self.found.objects.entry(key.object).or_default().values;
        values.entry((key.offset, key.size)).or_default().extend(&tags, bits.as_deref());
        self.event(cx, state, EventKind::Write(key, value), guard);
    }

    /// Stores a cell where the condition holds. Requires the range to be inside the object.
    pub(super) fn store_cell(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        range: Range,
        cell: Cell,
        condition: Term,
    ) -> Stepped<()> {
        let Range { object, offset, size } = range;
        let cell = match cell {
            // The indeterminate bytes before may have been chosen. The new ones are another choice.
            Cell::Indeterminate if self.indeterminate_cells.has_any(object, offset, size) => {
                let bits = self.pool.fresh_bits("indeterminate", size as u32 * 8);
                cx.renewed.push((CellKey { object, offset, size }, bits));
                Cell::Value(Value::of_bits(&mut self.pool, bits))
            }
            Cell::Indeterminate | Cell::Value(_) => cell,
        };
        self.note_store(state, range, cell, condition);
        if self.is_sliced(object) {
            return Ok(());
        }
        self.note_told(range, cell);
        self.note_access(cx, state, range, true);
        if self.has_escaped(state, object)
            && let Cell::Value(value) = cell
        {
            self.escape_value(cx, state, value);
        }
        let is_shared = self.is_contended(object) && self.has_escaped(state, object);
        if is_shared && let Some(mut known) = self.shown(cx, state, range) {
            let mut new = cell;
            if !self.pool.is_true(condition) {
                let old = self.load_noted(cx, state, range)?;
                let (stored, old) = (self.chosen_cell(range, cell), self.chosen_cell(range, old));
                new = Cell::Value(Value::choose(&mut self.pool, condition, stored, old));
            }
            let is_dirty = self.pool.bool(true);
            let torn = Rc::make_mut(&mut known).store(&mut self.pool, offset, Stored { size, cell: new, is_dirty });
            state.shown.insert(object, known);
            self.unsupported_if(cx, state, torn, "some bytes of a pointer")?;
        }
        if is_shared {
            let Some(session) = self.session(state, object) else {
                let before = state.guard.term(&self.pool);
                let guard = self.pool.and(before, condition);
                return self.store_pieces(cx, state, range, cell, guard);
            };
            self.open(state, object, session);
        }
        if !state.memory.contains_key(&object) {
            self.found.objects.entry(object).or_default().is_foreign = true;
            return Ok(());
        }
        let (mut cell, mut is_dirty) = (cell, self.pool.bool(true));
        if !self.pool.is_true(condition) {
            let old = self.load_noted(cx, state, range)?;
            let known = state.memory[&object].exact(offset, size);
            let was_dirty = known.map_or_else(|| self.pool.bool(!is_shared), |stored| stored.is_dirty);
            is_dirty = self.pool.or(was_dirty, condition);
            if old != cell {
                let (new, old) = (self.chosen_cell(range, cell), self.chosen_cell(range, old));
                cell = Cell::Value(Value::choose(&mut self.pool, condition, new, old));
            }
        }
        let contents = state.memory.get_mut(&object).expect("it was found above");
        let torn = Rc::make_mut(contents).store(&mut self.pool, offset, Stored { size, cell, is_dirty });
        self.unsupported_if(cx, state, torn, "some bytes of a pointer")
    }

    /// Writes shared bytes piece by piece.
    pub(super) fn store_pieces(
        &mut self,
        cx: &ThreadData,
        state: &mut State,
        range: Range,
        cell: Cell,
        guard: Term,
    ) -> Stepped<()> {
        let Range { object, offset, size } = range;
        let value = self.chosen_cell(range, cell);
        let pieces = self.pieces(object, offset, offset + size);
        if pieces.len() > 1 {
            let is_plain = value.has_tag(&mut self.pool, NUMBER);
            let is_address = self.pool.not(is_plain);
            let torn = self.pool.and(is_address, guard);
            self.unsupported_if(cx, state, torn, "some bytes of a pointer")?;
        }
        for (at, size) in pieces.iter().copied() {
            let piece = if pieces.len() == 1 {
                value
            } else {
                let bits = self.pool.extract(value.bits, (at - offset) as u32 * 8, size as u32 * 8);
                Value::of_bits(&mut self.pool, bits)
            };
            self.write_event(cx, state, CellKey { object, offset: at, size }, piece, guard);
        }
        Ok(())
    }
}
