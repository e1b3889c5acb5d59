//! From places of the program to bytes: the objects and offsets to which an address may point, and loads and stores
//! through it.

use std::rc::Rc;

use raddle_logic::term::Term;
use raddle_program::property::ViolationKind;
use raddle_program::syntax::{BinaryOperator, LocalId, Place, PlaceKind};
use raddle_program::types::{BitField, TypeId, TypeKind};

use crate::unwind::LATE_BOUND;
use crate::unwind::memory::Range;
use crate::unwind::object::{ObjectId, ObjectKey, Target, ThreadId};
use crate::unwind::pool::Arithmetic;
use crate::unwind::state::State;
use crate::unwind::value::{Blob, Cell, NUMBER, Slot, TAG_BITS, Value};
use crate::unwind::{Pass, Stepped, ThreadData};

/// The greatest number of locations to which an undecided address may point.
const PLACE_LIMIT: u64 = 4096;

/// The width of distances while an address is computed.
const WIDE: u32 = 64;

/// An address while it is computed. If its distance wraps, it points to no object.
#[derive(Clone, Copy)]
pub(super) struct Address {
    pub tag: Term,
    pub offset: Term,
    /// The offset of the pointer that it was computed from, before the members and elements of the place were added.
    pub base: Term,
}

/// The distance of an indexed element.
pub(super) struct Distance {
    pub bytes: Term,
    /// The condition that the number of bytes wraps.
    pub comes_round: Term,
}

/// Where a place is.
pub(super) enum Located {
    Register(LocalId),
    Memory(Address),
}

/// An object and offset to which an address may point.
pub(super) struct Meaning {
    pub condition: Term,
    pub object: ObjectId,
    pub offset: u64,
}

impl Pass<'_> {
    /// The object of a global as a thread sees it.
    pub(super) fn global_object(&mut self, thread: ThreadId, global: raddle_program::syntax::GlobalId) -> ObjectId {
        let key = if self.source.program.globals[global].is_thread_local {
            ObjectKey::ThreadLocal(thread, global)
        } else {
            ObjectKey::Global(global)
        };
        self.names.object(key)
    }

    pub(super) fn address_of_object(&mut self, object: ObjectId) -> Address {
        let start = self.pool.number(WIDE, 0);
        Address { tag: self.pool.number(TAG_BITS, object.0.into()), offset: start, base: start }
    }

    pub(super) fn address_of_value(&mut self, value: Value) -> Address {
        let offset = self.pool.resize(value.bits, WIDE, true);
        Address { tag: value.tag, offset, base: offset }
    }

    /// The address as a pointer holds it. If it does not fit, it points to no object.
    pub(super) fn value_of_address(&mut self, address: Address) -> Value {
        let bits = self.pointer_bits();
        let narrow = self.pool.resize(address.offset, bits, true);
        if bits == WIDE {
            return Value { tag: address.tag, bits: narrow };
        }
        let wide = self.pool.resize(narrow, WIDE, true);
        let fits = self.pool.eq(wide, address.offset);
        let nowhere = self.names.tag(Target::Wild);
        let nowhere = self.pool.number(TAG_BITS, nowhere);
        Value { tag: self.pool.ite(fits, address.tag, nowhere), bits: narrow }
    }

    pub(super) fn locate(&mut self, cx: &mut ThreadData, state: &mut State, place: &Place) -> Stepped<Located> {
        Ok(match &place.kind {
            PlaceKind::Global(global) => {
                let object = self.global_object(cx.id, *global);
                Located::Memory(self.address_of_object(object))
            }
            PlaceKind::Local(local) => {
                let procedure = self.procedure(cx);
                if self.source.program.procedures[procedure].locals[*local].is_register {
                    return Ok(Located::Register(*local));
                }
                match state.registers[local.0 as usize].clone() {
                    Slot::Scalar(value) => Located::Memory(self.address_of_value(value)),
                    Slot::Indeterminate(_) | Slot::Blob(_) => {
                        let always = self.pool.bool(true);
                        let what = "a local object is used outside its block";
                        self.invalid_if(cx, state, always, ViolationKind::UseAfterScope, what)?;
                        return Err(crate::unwind::Stopped);
                    }
                }
            }
            PlaceKind::Deref(pointer) => {
                let value = self.scalar(cx, state, pointer)?;
                Located::Memory(self.address_of_value(value))
            }
            PlaceKind::Field(base, field) => {
                let (offset, _) = self.field(base, *field);
                let offset = self.pool.number(WIDE, offset.into());
                self.inner(cx, state, base, offset)?
            }
            PlaceKind::BitLocation(field) => self.locate(cx, state, field)?,
            PlaceKind::Index(base, index) => {
                let element = self.source.program.types.size_of(place.ty).unwrap_or(1);
                let distance = self.scaled(cx, state, index, element)?;
                match self.inner(cx, state, base, distance.bytes)? {
                    Located::Memory(address) => Located::Memory(self.beyond(address, distance.comes_round)),
                    Located::Register(local) => Located::Register(local),
                }
            }
        })
    }

    /// The address; it points to no object where `comes_round` holds.
    pub(super) fn beyond(&mut self, address: Address, comes_round: Term) -> Address {
        if self.pool.is_false(comes_round) {
            return address;
        }
        let nowhere = self.names.tag(Target::Wild);
        let nowhere = self.pool.number(TAG_BITS, nowhere);
        Address { tag: self.pool.ite(comes_round, nowhere, address.tag), ..address }
    }

    /// A pointer that is computed from a chosen number has no known target. It is null only if the number was, and the
    /// result does not show that.
    pub(super) fn deny_moved_number(&mut self, cx: &ThreadData, state: &mut State, address: Address) -> Stepped<()> {
        if address.offset == address.base || self.pool.leaves(address.offset, usize::MAX).is_some() {
            return Ok(());
        }
        let is_number = self.pool.is_number(address.tag, NUMBER);
        let is_null = self.pool.is_number(address.base, 0);
        let is_other = self.pool.not(is_null);
        let is_unknown = self.pool.and(is_number, is_other);
        if self.pool.is_false(is_number) {
            return Ok(());
        }
        self.unsupported_if(cx, state, is_unknown, "arithmetic on a pointer without a known target")
    }

    /// An index in bytes.
    pub(super) fn scaled(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        index: &raddle_program::syntax::Expr,
        element: u64,
    ) -> Stepped<Distance> {
        let (width, is_signed) = self.shape(cx, state, index.ty)?;
        let value = self.scalar(cx, state, index)?;
        let number = self.plain(cx, state, value)?;
        let wide = self.pool.resize(number, WIDE, is_signed);
        let element = self.pool.number(WIDE, element.into());
        let comes_round = if width < WIDE {
            // Objects are so small that elements are, too.
            self.pool.bool(false)
        } else {
            let overflows = self.pool.overflows(BinaryOperator::Multiply, wide, element);
            self.pool.decided(overflows)
        };
        Ok(Distance { bytes: self.pool.arithmetic(Arithmetic::Multiply, wide, element), comes_round })
    }

    fn inner(&mut self, cx: &mut ThreadData, state: &mut State, base: &Place, distance: Term) -> Stepped<Located> {
        match self.locate(cx, state, base)? {
            Located::Memory(address) => {
                let offset = self.pool.arithmetic(Arithmetic::Add, address.offset, distance);
                Ok(Located::Memory(Address { offset, ..address }))
            }
            Located::Register(_) => self.unsupported(cx, state, "a part of a register"),
        }
    }

    pub(super) fn field(&self, base: &Place, field: u32) -> (u64, Option<BitField>) {
        let types = &self.source.program.types;
        let TypeKind::Record(record) = types.kind(base.ty) else { panic!("a field belongs to a record") };
        let body = types.record(*record).body.as_ref().expect("a record in a program is complete");
        let field = &body.fields[field as usize];
        (field.offset, field.bits)
    }

    pub(super) fn bits_of(&self, place: &Place) -> Option<BitField> {
        match &place.kind {
            PlaceKind::Field(base, field) => self.field(base, *field).1,
            PlaceKind::Global(_)
            | PlaceKind::Local(_)
            | PlaceKind::Deref(_)
            | PlaceKind::Index(..)
            | PlaceKind::BitLocation(_) => None,
        }
    }

    fn extent(&mut self, cx: &ThreadData, state: &mut State, place: &Place) -> Stepped<u64> {
        if let Some(bits) = self.bits_of(place) {
            return Ok(bits.location_bytes.into());
        }
        if let PlaceKind::BitLocation(field) = &place.kind {
            return Ok(self.bits_of(field).expect("a bit location belongs to a bit-field").location_bytes.into());
        }
        match self.source.program.types.size_of(place.ty) {
            Some(size) => Ok(size),
            None => self.unsupported(cx, state, "an access to an object of unknown size"),
        }
    }

    /// The bytes to which an address may point. On paths where it points to none, the execution ends.
    pub(super) fn meanings(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        address: Address,
        size: u64,
        is_write: bool,
    ) -> Stepped<Vec<Meaning>> {
        let mut meanings = Vec::new();
        let tags = self.pool.leaves(address.tag, usize::MAX).expect("a tag is a tree of constants");
        for tag in tags {
            let has_tag = self.pool.is_number(address.tag, tag);
            if state.guard.decides(&mut self.pool, has_tag) == Some(false) {
                continue;
            }
            if tag == NUMBER {
                // Constant addresses are null, members through null and other numbers, where there is no object. A
                // number that was chosen has no known target unless it is null, since even a small one need not come
                // from null.
                if self.pool.leaves(address.offset, usize::MAX).is_none() {
                    let is_null = self.pool.is_number(address.base, 0);
                    let is_other = self.pool.not(is_null);
                    let unknown = self.pool.and(has_tag, is_other);
                    self.unsupported_if(cx, state, unknown, "an access through a pointer without a known target")?;
                }
                continue;
            }
            let Target::Object(key) = self.names.target(tag) else { continue };
            let object = self.names.object(key);
            // An object that was not made so far exists in the next pass.
            self.found.is_early |= !self.objects.contains_key(&object);
            let Some(data) = self.object_data(object) else { continue };
            if self.is_bounded_later(object) {
                self.unsupported_if(cx, state, has_tag, LATE_BOUND)?;
                continue;
            }
            if is_write && data.is_read_only {
                continue;
            }
            let Some(offsets) = self.offsets(address.offset, data.size, size) else {
                self.unsupported_if(cx, state, has_tag, "an index that may mean too many places")?;
                continue;
            };
            for offset in offsets {
                let is_here = self.pool.is_number(address.offset, offset.into());
                let mut condition = self.pool.and(has_tag, is_here);
                if let Some(limit) = data.limit {
                    let end = self.pool.number(WIDE, (offset + size).into());
                    let is_outside = self.pool.less(limit, end, false);
                    let is_inside = self.pool.not(is_outside);
                    condition = self.pool.and(condition, is_inside);
                }
                if !self.pool.is_false(condition) {
                    meanings.push(Meaning { condition, object, offset });
                }
            }
        }
        let conditions: Vec<Term> = meanings.iter().map(|meaning| meaning.condition).collect();
        let is_valid = match &conditions[..] {
            [] => self.pool.bool(false),
            [only] => *only,
            _ => self.is_inside(address, size, &meanings),
        };
        let is_invalid = self.pool.not(is_valid);
        let what = "an access outside of every object";
        self.invalid_if(cx, state, is_invalid, ViolationKind::OutOfBounds, what)?;
        let is_dead = self.is_any_dead(cx, state, address.tag, &meanings)?;
        let what = "an access to an object that does not live any more";
        self.invalid_if(cx, state, is_dead, ViolationKind::UseAfterFree, what)?;
        if let [meaning] = &mut meanings[..] {
            meaning.condition = self.pool.bool(true);
        }
        Ok(meanings)
    }

    /// The condition that an address is one of several meanings.
    fn is_inside(&mut self, address: Address, size: u64, meanings: &[Meaning]) -> Term {
        // If every offset of a row is a meaning, one comparison covers all of them.
        let mut objects: Vec<ObjectId> = meanings.iter().map(|meaning| meaning.object).collect();
        objects.dedup();
        let mut parts = Vec::new();
        for object in objects {
            let of: Vec<&Meaning> = meanings.iter().filter(|meaning| meaning.object == object).collect();
            let has_tag = self.pool.is_number(address.tag, object.0.into());
            let is_row = of.len() > 2
                && self.object_data(object).is_some_and(|data| data.limit.is_none())
                && self.pool.leaves(address.offset, 64).is_none();
            if is_row {
                let limit = self.object_data(object).map_or(0, |data| data.size - size + 1);
                let limit = self.pool.number(WIDE, limit.into());
                let is_below = self.pool.less(address.offset, limit, false);
                parts.push(self.pool.and(has_tag, is_below));
            } else {
                parts.extend(of.iter().map(|meaning| meaning.condition));
            }
        }
        self.pool.any(&parts)
    }

    /// The offsets inside an object that an offset can be; `None` if there are too many.
    fn offsets(&self, offset: Term, object: u64, size: u64) -> Option<Vec<u64>> {
        let Some(last) = object.checked_sub(size) else { return Some(Vec::new()) };
        if let Some(values) = self.pool.leaves(offset, PLACE_LIMIT as usize) {
            let mut inside: Vec<u64> =
                values.into_iter().filter(|&value| value <= last.into()).map(|value| value as u64).collect();
            inside.dedup();
            return Some(inside);
        }
        let (modulus, rest) = self.pool.residue(offset);
        let modulus = u64::try_from(modulus).unwrap_or(u64::MAX).max(1);
        let rest = (rest % u128::from(modulus)) as u64;
        if last / modulus >= PLACE_LIMIT {
            return None;
        }
        Some((0..).map(|step| rest + step * modulus).take_while(|&at| at <= last).collect())
    }

    /// The value of a place.
    pub(super) fn read(&mut self, cx: &mut ThreadData, state: &mut State, place: &Place) -> Stepped<Slot> {
        match self.locate(cx, state, place)? {
            Located::Register(local) => self.read_register(cx, state, local),
            Located::Memory(address) => {
                let size = self.extent(cx, state, place)?;
                cx.listing = Some(place.atomic);
                let value = self.read_memory(cx, state, place, address, size);
                cx.listing = None;
                value
            }
        }
    }

    fn read_memory(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        place: &Place,
        address: Address,
        size: u64,
    ) -> Stepped<Slot> {
        if let Some(bits) = self.bits_of(place) {
            return self.read_bits(cx, state, address, bits, place.ty);
        }
        let is_scalar =
            self.source.program.types.scalar_shape(place.ty).is_some_and(|(bits, _)| u64::from(bits) == size * 8);
        if !is_scalar {
            return Ok(Slot::Blob(Rc::new(self.load_blob(cx, state, address, size)?)));
        }
        let mut value = self.load(cx, state, address, size)?;
        if *self.source.program.types.kind(place.ty) == TypeKind::Bool {
            value.bits = self.as_truth(value.bits);
        }
        Ok(Slot::Scalar(value))
    }

    /// A byte that holds a truth value: what was not chosen as one is cut to one.
    fn as_truth(&mut self, bits: Term) -> Term {
        if self.pool.leaves(bits, 64).is_some_and(|values| values.iter().all(|&value| value <= 1)) {
            return bits;
        }
        let one = self.pool.number(8, 1);
        self.pool.arithmetic(Arithmetic::And, bits, one)
    }

    fn read_bits(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        address: Address,
        bits: BitField,
        ty: TypeId,
    ) -> Stepped<Slot> {
        let (width, is_signed) = self.shape(cx, state, ty)?;
        let location = self.load(cx, state, address, bits.location_bytes.into())?;
        let location = self.plain(cx, state, location)?;
        let field = self.pool.extract(location, bits.first_bit, bits.width);
        let number = self.pool.resize(field, width, is_signed);
        Ok(Slot::Scalar(Value::of_bits(&mut self.pool, number)))
    }

    fn read_register(&mut self, cx: &mut ThreadData, state: &mut State, local: LocalId) -> Stepped<Slot> {
        let slot = state.registers[local.0 as usize].clone();
        let Slot::Indeterminate(instance) = slot else { return Ok(slot) };
        let procedure = self.procedure(cx);
        let ty = self.source.program.procedures[procedure].locals[local].ty;
        match self.chosen_register(instance, ty) {
            Some(value) => {
                state.registers[local.0 as usize] = Slot::Scalar(value);
                Ok(Slot::Scalar(value))
            }
            None => self.unsupported(cx, state, "floating-point arithmetic"),
        }
    }

    /// The value of an indeterminate register, chosen at its first use.
    pub(super) fn chosen_register(&mut self, instance: crate::unwind::InstanceId, ty: TypeId) -> Option<Value> {
        let (width, _) = self.source.program.types.scalar_shape(ty)?;
        let is_truth = *self.source.program.types.kind(ty) == TypeKind::Bool;
        let bits = match self.indeterminate_registers.get(&instance) {
            Some(&bits) => bits,
            None => {
                let bits = if is_truth {
                    self.pool.one_of("indeterminate", width, &[0, 1])
                } else {
                    self.pool.fresh_bits("indeterminate", width)
                };
                self.indeterminate_registers.insert(instance, bits);
                bits
            }
        };
        Some(Value::of_bits(&mut self.pool, bits))
    }

    /// Loads a scalar of so many bytes.
    pub(super) fn load(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        address: Address,
        size: u64,
    ) -> Stepped<Value> {
        let meanings = self.meanings(cx, state, address, size, false)?;
        self.list(cx, state, (&meanings, address.offset), size, false);
        if let [Meaning { object, offset, .. }] = meanings[..] {
            return self.load_scalar(cx, state, Range { object, offset, size });
        }
        let mut result: Option<Value> = None;
        let guard = state.guard.clone();
        // If one of the targets is unsupported, only its own path is cut: behind the load that target is excluded.
        let mut behind = guard.clone();
        for Meaning { condition, object, offset } in meanings.into_iter().rev() {
            // Each target is read only under the condition that the address points to it.
            let Some(narrow) = guard.and(&mut self.pool, condition) else { continue };
            state.guard = narrow.clone();
            let loaded = self.load_scalar(cx, state, Range { object, offset, size });
            let left = loaded.is_ok().then(|| state.guard.term(&self.pool));
            if left != Some(narrow.term(&self.pool)) {
                let elsewhere = self.pool.not(condition);
                let goes_on = left.map_or(elsewhere, |left| self.pool.or(elsewhere, left));
                behind = behind.and(&mut self.pool, goes_on).ok_or(crate::unwind::Stopped)?;
            }
            let Ok(value) = loaded else { continue };
            result = Some(match result {
                None => value,
                Some(rest) => Value::choose(&mut self.pool, condition, value, rest),
            });
        }
        state.guard = behind;
        result.ok_or(crate::unwind::Stopped)
    }

    /// Loads bytes that are no scalar.
    pub(super) fn load_blob(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        address: Address,
        size: u64,
    ) -> Stepped<Blob> {
        let meanings = self.meanings(cx, state, address, size, false)?;
        self.list(cx, state, (&meanings, address.offset), size, false);
        let [Meaning { object, offset, .. }] = meanings[..] else {
            return self.unsupported(cx, state, "a copy of something that is no scalar from an undecided address");
        };
        let mut borders: Vec<u64> = vec![offset, offset + size];
        borders.extend(self.pieces(object, offset, offset + size).iter().map(|(at, _)| *at));
        if let Some(contents) = state.memory.get(&object) {
            for (at, stored) in &contents.cells {
                borders.extend(
                    [*at, at + stored.size].into_iter().filter(|border| offset < *border && *border < offset + size),
                );
            }
        }
        borders.sort_unstable();
        borders.dedup();
        let mut blob = Blob::new();
        for pair in borders.windows(2) {
            // Long stretches without cells are copied in parts that are values.
            let mut at = pair[0];
            while at < pair[1] {
                let part = (pair[1] - at).min(if at.is_multiple_of(8) { 8 } else { 1 });
                let part = if pair[1] - pair[0] <= 16 { pair[1] - pair[0] } else { part };
                blob.push((part, self.load_cell(cx, state, Range { object, offset: at, size: part })?));
                at += part;
            }
        }
        Ok(blob)
    }

    /// Stores to a place that was located.
    pub(super) fn write(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        place: &Place,
        located: Located,
        value: Slot,
    ) -> Stepped<()> {
        let address = match located {
            Located::Register(local) => {
                state.registers[local.0 as usize] = value;
                return Ok(());
            }
            Located::Memory(address) => address,
        };
        let size = self.extent(cx, state, place)?;
        let Some(bits) = self.bits_of(place) else { return self.store(cx, state, address, size, value) };
        let Slot::Scalar(value) = value else {
            return self.unsupported(cx, state, "a bit-field with a value that is no scalar");
        };
        let number = self.plain(cx, state, value)?;
        let location = self.load(cx, state, address, size)?;
        let location = self.plain(cx, state, location)?;
        let width = size as u32 * 8;
        let mask = ((1u128 << bits.width) - 1) << bits.first_bit;
        let (mask, rest) = (self.pool.number(width, mask), self.pool.number(width, !mask));
        let wide = self.pool.resize(number, width, false);
        let by = self.pool.number(width, bits.first_bit.into());
        let shifted = self.pool.arithmetic(Arithmetic::ShiftLeft, wide, by);
        let inserted = self.pool.arithmetic(Arithmetic::And, shifted, mask);
        let kept = self.pool.arithmetic(Arithmetic::And, location, rest);
        let bits = self.pool.arithmetic(Arithmetic::Or, kept, inserted);
        let value = Value::of_bits(&mut self.pool, bits);
        self.store(cx, state, address, size, Slot::Scalar(value))
    }

    /// Stores at an address.
    pub(super) fn store(
        &mut self,
        cx: &mut ThreadData,
        state: &mut State,
        address: Address,
        size: u64,
        value: Slot,
    ) -> Stepped<()> {
        let meanings = self.meanings(cx, state, address, size, true)?;
        self.list(cx, state, (&meanings, address.offset), size, true);
        let blob: Blob = match value {
            Slot::Scalar(value) => vec![(size, Cell::Value(value))],
            Slot::Indeterminate(_) => vec![(size, Cell::Indeterminate)],
            Slot::Blob(blob) => (*blob).clone(),
        };
        for Meaning { condition, object, offset } in meanings {
            let mut at = offset;
            for &(size, cell) in &blob {
                self.store_cell(cx, state, Range { object, offset: at, size }, cell, condition)?;
                at += size;
            }
        }
        Ok(())
    }
}
