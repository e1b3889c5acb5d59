//! The lifetimes of objects: whether memory was freed, and whether the block or frame of a local was left.
//!
//! Shadow state beside the object says whether it still lives. An access to the object reads this cell in the same
//! step; `free` and the end of a block write it. While one thread alone reaches the object, the cell has a known value.
//! When other threads reach it, its reads and writes are events that the order solver orders.
//!
//! Globals live for ever. If memory is not asked for, no object ends its life here, which only adds executions.

use std::rc::Rc;

use raddle_logic::term::Term;
use raddle_program::entity::Entity;
use raddle_program::property::ViolationKind;
use raddle_program::syntax::{Expr, LocalId, ProcedureId, Region};

use crate::unwind::access::Meaning;
use crate::unwind::contents::{Background, Contents};
use crate::unwind::memory::Range;
use crate::unwind::object::{ObjectId, ObjectKey, Target};
use crate::unwind::state::State;
use crate::unwind::value::{Cell, NUMBER, Slot, Value};
use crate::unwind::{ObjectData, Pass, Stepped, ThreadData};

/// The size of the cell.
const SIZE: u64 = 4;
/// The value of the cell after the end of the lifetime.
const ENDED: u128 = 1;

impl Pass<'_> {
    /// The lifetime of an object begins.
    pub(super) fn make_life(&mut self, state: &mut State, object: ObjectId) {
        if self.source.asks.lives {
            let life = self.names.object(ObjectKey::Life(object));
            self.make(life, ObjectData { size: SIZE, is_read_only: false, region: None, limit: None });
            state.memory.insert(life, Contents::new(SIZE, Background::Zero).into());
        }
    }

    /// The cell with the lifetime of an object, if the lifetime can end.
    pub(super) fn life_of(&mut self, object: ObjectId) -> Option<ObjectId> {
        if !self.source.asks.lives {
            return None;
        }
        match self.names.key(object) {
            ObjectKey::Local(..) | ObjectKey::Allocated(..) | ObjectKey::ThreadLocal(..) => {
                Some(self.names.object(ObjectKey::Life(object)))
            }
            ObjectKey::Global(_)
            | ObjectKey::Shadow(..)
            | ObjectKey::Usage(..)
            | ObjectKey::Own(..)
            | ObjectKey::Life(_)
            | ObjectKey::Places(..)
            | ObjectKey::Status(_)
            | ObjectKey::Keys
            | ObjectKey::Specific(_) => None,
        }
    }

    fn is_dead(&mut self, cx: &mut ThreadData, state: &mut State, life: ObjectId) -> Stepped<Term> {
        let number = self.load_scalar(cx, state, Range { object: life, offset: 0, size: SIZE })?;
        let is_alive = self.pool.is_number(number.bits, 0);
        Ok(self.pool.not(is_alive))
    }

    /// The condition that an address points to an object whose lifetime has ended.
    pub(super) fn is_any_dead(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        tag: Term,
        meanings: &[Meaning],
    ) -> Stepped<Term> {
        let mut objects: Vec<ObjectId> = meanings.iter().map(|meaning| meaning.object).collect();
        objects.dedup();
        let mut dead = Vec::new();
        for object in objects {
            let Some(life) = self.life_of(object) else { continue };
            let has_tag = self.pool.is_number(tag, object.0.into());
            let guard = state.guard.clone();
            let Some(narrow) = guard.and(&mut self.pool, has_tag) else { continue };
            state.guard = narrow;
            let is_dead = self.is_dead(cx, state, life);
            state.guard = guard;
            let is_dead = is_dead?;
            dead.push(self.pool.and(has_tag, is_dead));
        }
        Ok(self.pool.any(&dead))
    }

    /// The lifetime of an object ends where the condition holds.
    fn end_life(&mut self, cx: &mut ThreadData, state: &mut State, object: ObjectId, condition: Term) -> Stepped<()> {
        let Some(life) = self.life_of(object) else { return Ok(()) };
        let (acts, has_escaped) = (state.acts.clone(), self.has_escaped(state, object));
        let ended = Value::number(&mut self.pool, SIZE as u32 * 8, ENDED);
        self.store_cell(cx, state, Range { object: life, offset: 0, size: SIZE }, Cell::Value(ended), condition)?;
        if !has_escaped {
            // This is no act: no other thread can observe it, and the thread itself gets another object next time.
            state.acts = acts;
        }
        Ok(())
    }

    /// Ends the lifetime of the object that a local in memory has at the moment.
    pub(super) fn end_local(&mut self, cx: &mut ThreadData, state: &mut State, slot: &Slot) -> Stepped<()> {
        let Slot::Scalar(address) = slot else { return Ok(()) };
        for tag in address.tags(&self.pool) {
            if tag == NUMBER {
                continue;
            }
            if let Target::Object(key) = self.names.target(tag) {
                let object = self.names.object(key);
                let condition = address.has_tag(&mut self.pool, tag);
                self.end_life(cx, state, object, condition)?;
            }
        }
        Ok(())
    }

    /// A procedure is left: the lifetimes of its locals, and of what was allocated for its frame, end.
    pub(super) fn end_frame(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        procedure: ProcedureId,
        registers: &[Slot],
        depth: usize,
    ) -> Stepped<()> {
        if !self.source.asks.lives {
            return Ok(());
        }
        for (index, slot) in registers.iter().enumerate() {
            if !self.source.program.procedures[procedure].locals[LocalId::from_index(index)].is_register {
                self.end_local(cx, state, slot)?;
            }
        }
        let always = self.pool.bool(true);
        for object in cx.frame_allocations.get(depth).cloned().unwrap_or_default() {
            self.end_life(cx, state, object, always)?;
        }
        Ok(())
    }

    /// A thread ends: all of its frames are left.
    pub(super) fn end_frames(&mut self, cx: &mut ThreadData, state: &mut State, registers: Vec<Slot>) -> Stepped<()> {
        let mut frames = cx.outer.clone();
        frames.push(Rc::new(registers));
        for (depth, registers) in frames.iter().enumerate().rev() {
            let procedure = cx.stack[depth].0;
            self.end_frame(cx, state, procedure, registers, depth)?;
        }
        Ok(())
    }

    /// A thread has ended: the lifetimes of its thread-locals end.
    pub(super) fn end_thread_locals(&mut self, cx: &mut ThreadData, state: &mut State) -> Stepped<()> {
        let program = self.source.program;
        let always = self.pool.bool(true);
        for (global, _) in program.globals.iter().filter(|(_, data)| data.is_thread_local) {
            let object = self.global_object(cx.id, global);
            self.end_life(cx, state, object, always)?;
        }
        Ok(())
    }

    /// An allocation of a region is given back.
    pub(super) fn free(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        pointer: &Expr,
        region: Region,
    ) -> Stepped<()> {
        let value = self.scalar(cx, state, pointer)?;
        let mut frees: Vec<(Term, ObjectId)> = Vec::new();
        let mut valid = Vec::new();
        for tag in value.tags(&self.pool) {
            let has_tag = value.has_tag(&mut self.pool, tag);
            if state.guard.decides(&mut self.pool, has_tag) == Some(false) {
                continue;
            }
            let is_start = self.pool.is_number(value.bits, 0);
            let condition = self.pool.and(has_tag, is_start);
            if tag == NUMBER {
                if self.pool.leaves(value.bits, usize::MAX).is_none() {
                    let is_number = self.pool.not(is_start);
                    let unknown = self.pool.and(has_tag, is_number);
                    self.unsupported_if(cx, state, unknown, "free of a pointer without a known target")?;
                }
                valid.push(condition);
                continue;
            }
            let Target::Object(key) = self.names.target(tag) else { continue };
            let object = self.names.object(key);
            self.found.is_early |= !self.objects.contains_key(&object);
            if self.object_data(object).is_some_and(|data| data.region.is_some_and(|it| it.ends_as(region))) {
                valid.push(condition);
                frees.push((condition, object));
            }
        }
        let is_valid = self.pool.any(&valid);
        let is_invalid = self.pool.not(is_valid);
        self.invalid_if(cx, state, is_invalid, ViolationKind::InvalidFree, region.never_allocated())?;
        let mut freed = Vec::new();
        for &(condition, object) in &frees {
            let Some(life) = self.life_of(object) else { continue };
            let guard = state.guard.clone();
            let Some(narrow) = guard.and(&mut self.pool, condition) else { continue };
            state.guard = narrow;
            let is_dead = self.is_dead(cx, state, life);
            state.guard = guard;
            let is_dead = is_dead?;
            freed.push(self.pool.and(condition, is_dead));
        }
        let is_freed = self.pool.any(&freed);
        self.invalid_if(cx, state, is_freed, ViolationKind::DoubleFree, region.ended_twice())?;
        let start = self.pool.number(64, 0);
        for (condition, object) in frees {
            let size = self.object_data(object).map_or(0, |data| data.size);
            self.note_free(cx, state, object);
            cx.listing = Some(None);
            self.list(cx, state, (&[Meaning { condition, object, offset: 0 }], start), size, true);
            cx.listing = None;
            self.end_life(cx, state, object, condition)?;
        }
        Ok(())
    }
}
