//! Thread-specific data: the set of keys is shadow state of the program, and values are shadow state of each thread.
//!
//! The pass before has counted the keys that the program makes. A key that is made after another one was deleted is
//! unsupported, since it may get the number of the old one.

use raddle_logic::term::Term;
use raddle_program::syntax::{Expr, LocalId, ProcedureId, Synchronization};

use crate::unwind::contents::{Background, Contents};
use crate::unwind::memory::Range;
use crate::unwind::object::{ObjectId, ObjectKey, ThreadId};
use crate::unwind::pool::Arithmetic;
use crate::unwind::shadow::{FIRST, SECOND};
use crate::unwind::state::State;
use crate::unwind::value::{Cell, Slot, Value};
use crate::unwind::{ObjectData, Pass, Stepped, ThreadData};

/// The greatest number of keys.
const KEY_LIMIT: u32 = 64;

/// Where the destructors begin, after the number of keys and whether one was deleted; and where it is noted which keys are in use.
const DESTRUCTORS: u64 = 8;
const USES: u64 = DESTRUCTORS + 8 * KEY_LIMIT as u64;
const SIZE: u64 = USES + 4 * KEY_LIMIT as u64;

impl Pass<'_> {
    /// Makes the shadow state of the keys.
    pub(super) fn make_keys(&mut self, state: &mut State) {
        if self.assumed.n_keys > 0 {
            let object = self.names.object(ObjectKey::Keys);
            self.make_zeroed(state, object, SIZE);
        }
    }

    /// Makes the values of a thread.
    pub(super) fn make_specific(&mut self, state: &mut State, thread: ThreadId) {
        if self.assumed.n_keys > 0 {
            let object = self.names.object(ObjectKey::Specific(thread));
            self.make_zeroed(state, object, 8 * u64::from(KEY_LIMIT));
        }
    }

    fn make_zeroed(&mut self, state: &mut State, object: ObjectId, size: u64) {
        self.make(object, ObjectData { size, is_read_only: false, region: None, limit: None });
        state.memory.insert(object, Contents::new(size, Background::Zero).into());
    }

    fn pointer_bytes(&self) -> u64 {
        u64::from(self.pointer_bits()) / 8
    }

    /// The value that the thread has for a key.
    pub(super) fn specific(&mut self, cx: &mut ThreadData, state: &mut State, key: u32) -> Stepped<Value> {
        let object = self.names.object(ObjectKey::Specific(cx.id));
        let range = Range { object, offset: 8 * u64::from(key), size: self.pointer_bytes() };
        self.load_scalar(cx, state, range)
    }

    pub(super) fn set_specific(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        key: u32,
        value: Value,
        condition: Term,
    ) -> Stepped<()> {
        let object = self.names.object(ObjectKey::Specific(cx.id));
        let range = Range { object, offset: 8 * u64::from(key), size: self.pointer_bytes() };
        self.store_cell(cx, state, range, Cell::Value(value), condition)
    }

    /// The destructor of a key, and whether the key is in use.
    pub(super) fn destructor_of(&mut self, cx: &mut ThreadData, state: &mut State, key: u32) -> Stepped<(Value, Term)> {
        let object = self.names.object(ObjectKey::Keys);
        let offset = DESTRUCTORS + 8 * u64::from(key);
        let destructor = self.load_scalar(cx, state, Range { object, offset, size: self.pointer_bytes() })?;
        let used = self.get(cx, state, object, USES + 4 * u64::from(key))?;
        Ok((destructor, self.pool.is_number(used, 1)))
    }

    /// An operation on keys.
    pub(super) fn key_call(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        procedure: ProcedureId,
        operation: Synchronization,
        operands: &[Expr],
        result: Option<LocalId>,
    ) -> Stepped<()> {
        let first = self.scalar(cx, state, &operands[0])?;
        let second = match operands.get(1) {
            Some(operand) => Some(self.scalar(cx, state, operand)?),
            None => None,
        };
        if operation == Synchronization::KeySet {
            self.found.key_type = Some(operands[1].ty);
        }
        if operation == Synchronization::KeyCreate {
            self.n_keys += 1;
            self.found.n_keys = self.n_keys;
            if self.n_keys > KEY_LIMIT {
                return self.unsupported(cx, state, "so many keys");
            }
        }
        if self.assumed.n_keys == 0 {
            // The next pass knows that there are keys.
            self.found.n_keys = self.found.n_keys.max(1);
            return self.deliver_number(cx, state, procedure, result, 0);
        }
        if state.atomic_depth > 0 {
            return self.unsupported(cx, state, "a synchronization call inside an atomic section");
        }
        self.atomic_begin(cx, state)?;
        let outcome = if operation == Synchronization::KeyCreate {
            let bits = self.new_key(cx, state, first)?;
            Value::of_bits(&mut self.pool, bits)
        } else {
            self.use_key(cx, state, operation, first, second)?
        };
        self.atomic_end(cx, state)?;
        if operation == Synchronization::KeyGet {
            let Some(target) = result else { return Ok(()) };
            return self.deliver(cx, state, procedure, target, Slot::Scalar(outcome));
        }
        self.deliver_code(cx, state, procedure, result, outcome.bits)
    }

    fn new_key(&mut self, cx: &mut ThreadData, state: &mut State, destructor: Value) -> Stepped<Term> {
        let object = self.names.object(ObjectKey::Keys);
        let deleted = self.get(cx, state, object, SECOND)?;
        let is_fresh = self.pool.is_number(deleted, 0);
        let is_late = self.pool.not(is_fresh);
        self.unsupported_if(cx, state, is_late, "a key that is made after another was deleted")?;
        let number = self.get(cx, state, object, FIRST)?;
        let (one, always) = (self.number_of(1), self.pool.bool(true));
        let next = self.pool.arithmetic(Arithmetic::Add, number, one);
        self.put(cx, state, (object, FIRST), next, always)?;
        for key in 0..self.assumed.n_keys {
            let is_it = self.pool.is_number(number, key.into());
            if self.pool.is_false(is_it) {
                continue;
            }
            let offset = DESTRUCTORS + 8 * u64::from(key);
            let range = Range { object, offset, size: self.pointer_bytes() };
            self.store_cell(cx, state, range, Cell::Value(destructor), is_it)?;
            self.put(cx, state, (object, USES + 4 * u64::from(key)), one, is_it)?;
        }
        Ok(number)
    }

    fn use_key(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        operation: Synchronization,
        number: Value,
        value: Option<Value>,
    ) -> Stepped<Value> {
        let object = self.names.object(ObjectKey::Keys);
        let number = self.plain(cx, state, number)?;
        let width = self.pointer_bits();
        let mut found = Value::number(&mut self.pool, width, 0);
        let mut known = Vec::new();
        for key in 0..self.assumed.n_keys {
            let is_it = self.pool.is_number(number, key.into());
            if state.guard.decides(&mut self.pool, is_it) == Some(false) {
                continue;
            }
            let use_cell = (object, USES + 4 * u64::from(key));
            let used = self.get(cx, state, use_cell.0, use_cell.1)?;
            let is_used = self.pool.is_number(used, 1);
            known.push(self.pool.and(is_it, is_used));
            match operation {
                Synchronization::KeyDelete => {
                    let (zero, one) = (self.number_of(0), self.number_of(1));
                    self.put(cx, state, use_cell, zero, is_it)?;
                    self.put(cx, state, (object, SECOND), one, is_it)?;
                }
                Synchronization::KeySet => {
                    let value = value.expect("a key is set to something");
                    self.set_specific(cx, state, key, value, is_it)?;
                }
                _ => {
                    let value = self.specific(cx, state, key)?;
                    found = Value::choose(&mut self.pool, is_it, value, found);
                }
            }
        }
        let is_known = self.pool.any(&known);
        let is_unknown = self.pool.not(is_known);
        self.misused_if(cx, state, is_unknown, "a key is used that is not in use");
        self.unsupported_if(cx, state, is_unknown, "a key that is not in use")?;
        if operation == Synchronization::KeyGet {
            return Ok(found);
        }
        Ok(Value::number(&mut self.pool, 32, 0))
    }
}
