//! Loads and stores: which accesses they are made of (rules 1 to 3 of the trace contract).

use crate::machine::Machine;
use crate::machine::task::{Form, Operation, Task};
use crate::value::encoding::{Decoded, Shape, decode, encode, extract, from_bits, insert, parts, shape};
use crate::value::{Byte, Place, Scalar, Trouble, Value};
use raddle_program::source::Span;
use raddle_program::trace::ChoiceKind;
use raddle_program::types::{BitField, TypeId};

impl<'u> Machine<'u> {
    /// Plans the accesses that push the value of a place.
    pub fn load(&mut self, thread: usize, place: Place, ty: TypeId, span: Span) -> Result<(), Trouble> {
        let is_unlisted = self.memory.is_unlisted(&place);
        if let Some(bits) = place.bits {
            let size = u64::from(bits.location_bytes);
            let extraction = Task::Extract { place, bits, ty, span };
            let first = if is_unlisted {
                let from = self.memory.locate(&place, size, false)?;
                Task::Push(Value::Bytes(self.memory.read(from, size)?.into()))
            } else {
                Task::Operation(Operation::Read { place, size, form: Form::Raw, span })
            };
            self.plan(thread, vec![first, extraction]);
            return Ok(());
        }
        match shape(self.types(), ty) {
            Shape::Nothing => self.push(thread, Value::Void),
            Shape::Scalar(size) if is_unlisted => {
                let from = self.memory.locate(&place, size, false)?;
                match decode(self.types(), ty, &self.memory.read(from, size)?) {
                    Decoded::Known(scalar) => self.push_scalar(thread, scalar),
                    Decoded::Torn => return Trouble::unsupported("part of an address is read as a number"),
                    Decoded::Indeterminate { value, known } => {
                        let (kind, keep) = (ChoiceKind::Indeterminate, Some(place));
                        self.plan(
                            thread,
                            vec![Task::Operation(Operation::Choose { kind, ty, keep, value, known, span })],
                        );
                    }
                }
            }
            Shape::Scalar(size) => {
                let form = Form::Scalar(ty);
                self.plan(thread, vec![Task::Operation(Operation::Read { place, size, form, span })]);
            }
            Shape::Raw(size) if is_unlisted => {
                let from = self.memory.locate(&place, size, false)?;
                let bytes = self.memory.read(from, size)?;
                self.push(thread, Value::Bytes(bytes.into()));
            }
            Shape::Raw(size) => {
                self.plan(thread, vec![Task::Operation(Operation::Read { place, size, form: Form::Raw, span })]);
            }
            Shape::Struct if place.atomic.is_some() => return Trouble::unsupported("an atomic access to a record"),
            Shape::Struct => {
                let size = self.types().size_of(ty).unwrap_or(0);
                if is_unlisted {
                    let from = self.memory.locate(&place, size, false)?;
                    let bytes = self.memory.read(from, size)?;
                    self.push(thread, Value::Bytes(bytes.into()));
                } else {
                    let bytes = vec![Byte::UNKNOWN; usize::try_from(size).unwrap_or(0)];
                    self.plan(thread, vec![Task::Gather { place, ty, next: 0, bytes, span }]);
                }
            }
            Shape::Unknown => return Trouble::unsupported("a value of this type"),
        }
        Ok(())
    }

    /// Plans the accesses that store a value in a place.
    pub fn store(&mut self, thread: usize, place: Place, ty: TypeId, value: Value, span: Span) -> Result<(), Trouble> {
        if self.memory.is_unlisted(&place) {
            return self.store_silently(place, ty, &value);
        }
        match (place.bits, value) {
            (Some(bits), Value::Scalar(value)) => {
                let size = u64::from(bits.location_bytes);
                let read = Operation::Read { place, size, form: Form::Raw, span };
                self.plan(thread, vec![Task::Operation(read), Task::Insert { place, bits, value, span }]);
            }
            (None, Value::Scalar(value)) => {
                let size = self.types().size_of(ty).unwrap_or(0);
                let write = Operation::Write { place, bytes: encode(value, size), shown: Some(value), span };
                self.plan(thread, vec![Task::Operation(write)]);
            }
            (None, Value::Bytes(bytes)) => match shape(self.types(), ty) {
                Shape::Struct if place.atomic.is_some() => return Trouble::unsupported("an atomic access to a record"),
                Shape::Struct => {
                    self.plan(thread, vec![Task::Scatter { place, ty, next: 0, bytes: bytes.to_vec(), span }]);
                }
                Shape::Nothing | Shape::Scalar(_) | Shape::Raw(_) | Shape::Unknown => {
                    let write = Operation::Write { place, bytes: bytes.to_vec(), shown: None, span };
                    self.plan(thread, vec![Task::Operation(write)]);
                }
            },
            (_, Value::Void) => {}
            (Some(_), Value::Bytes(_)) | (_, Value::Place(_)) => panic!("a scalar is stored in a scalar place"),
        }
        Ok(())
    }

    /// Stores a value without an event: in a register or temporary, by an initialization, or what a choice decided.
    pub fn store_silently(&mut self, place: Place, ty: TypeId, value: &Value) -> Result<(), Trouble> {
        match (place.bits, value) {
            (Some(bits), Value::Scalar(Scalar::Integer(number))) => {
                let size = u64::from(bits.location_bytes);
                let to = self.memory.locate(&place, size, true)?;
                let mut location = self.memory.read(to, size)?;
                if !insert(&mut location, bits, *number as u128) {
                    return Trouble::unsupported("part of an address is overwritten by a bit-field");
                }
                self.memory.write(to, &location);
            }
            (None, Value::Scalar(value)) => {
                let bytes = encode(*value, self.types().size_of(ty).unwrap_or(0));
                let to = self.memory.locate(&place, bytes.len() as u64, true)?;
                self.memory.write(to, &bytes);
            }
            (None, Value::Bytes(bytes)) => {
                let to = self.memory.locate(&place, bytes.len() as u64, true)?;
                self.memory.write(to, bytes);
            }
            (_, Value::Void) => {}
            (Some(_), Value::Scalar(_)) => return Trouble::unsupported("an address stored in a bit-field"),
            (Some(_), Value::Bytes(_)) | (_, Value::Place(_)) => panic!("a scalar is stored in a scalar place"),
        }
        Ok(())
    }

    /// Runs [`Task::Extract`].
    pub(crate) fn extract_bits(
        &mut self,
        thread: usize,
        place: Place,
        bits: BitField,
        ty: TypeId,
        span: Span,
    ) -> Result<(), Trouble> {
        let Value::Bytes(location) = self.pop(thread) else { panic!("the location of a bit-field is bytes") };
        let Some((value, known)) = extract(&location, bits) else {
            return Trouble::unsupported("part of an address is read as a bit-field");
        };
        if known == crate::value::encoding::low_bits(bits.width) {
            let number = self.bit_field_number(value, bits, ty);
            self.push_scalar(thread, Scalar::Integer(number));
        } else {
            let (kind, keep) = (ChoiceKind::Indeterminate, Some(place));
            self.plan(thread, vec![Task::Operation(Operation::Choose { kind, ty, keep, value, known, span })]);
        }
        Ok(())
    }

    /// The number that the bits of a bit-field of a type mean.
    pub fn bit_field_number(&self, value: u128, bits: BitField, ty: TypeId) -> i128 {
        let is_signed = self.types().integer_shape(ty).is_some_and(|(_, is_signed)| is_signed);
        from_bits(value, bits.width, is_signed)
    }

    /// Runs [`Task::Insert`].
    pub(crate) fn insert_bits(
        &mut self,
        thread: usize,
        place: Place,
        bits: BitField,
        value: Scalar,
        span: Span,
    ) -> Result<(), Trouble> {
        let Value::Bytes(location) = self.pop(thread) else { panic!("the location of a bit-field is bytes") };
        let Scalar::Integer(number) = value else {
            return Trouble::unsupported("an address stored in a bit-field");
        };
        let mut bytes = location.to_vec();
        if !insert(&mut bytes, bits, number as u128) {
            return Trouble::unsupported("part of an address is overwritten by a bit-field");
        }
        self.plan(thread, vec![Task::Operation(Operation::Write { place, bytes, shown: None, span })]);
        Ok(())
    }

    /// Runs [`Task::Gather`].
    pub(crate) fn gather(
        &mut self,
        thread: usize,
        place: Place,
        ty: TypeId,
        next: usize,
        mut bytes: Vec<Byte>,
        span: Span,
    ) -> Result<(), Trouble> {
        let Some(parts) = parts(self.types(), ty) else {
            return Trouble::unsupported("a copy of this record");
        };
        if let Some(read) = next.checked_sub(1).map(|last| parts[last]) {
            let piece = match self.pop(thread) {
                Value::Scalar(scalar) => encode(scalar, read.size),
                Value::Bytes(piece) => piece.to_vec(),
                other => panic!("a read leaves a scalar or bytes, not {other:?}"),
            };
            bytes[read.offset as usize..(read.offset + read.size) as usize].copy_from_slice(&piece);
        }
        match parts.get(next) {
            None => self.push(thread, Value::Bytes(bytes.into())),
            Some(part) => {
                let from = Place { atomic: None, ..place.plus(part.offset) };
                let form = part.scalar.map_or(Form::Raw, Form::Scalar);
                let read = Operation::Read { place: from, size: part.size, form, span };
                let rest = Task::Gather { place, ty, next: next + 1, bytes, span };
                self.plan(thread, vec![Task::Operation(read), rest]);
            }
        }
        Ok(())
    }

    /// Runs [`Task::Scatter`].
    pub(crate) fn scatter(
        &mut self,
        thread: usize,
        place: Place,
        ty: TypeId,
        next: usize,
        bytes: Vec<Byte>,
        span: Span,
    ) -> Result<(), Trouble> {
        let Some(parts) = parts(self.types(), ty) else {
            return Trouble::unsupported("a copy of this record");
        };
        if let Some(part) = parts.get(next) {
            let to = Place { atomic: None, ..place.plus(part.offset) };
            let piece = bytes[part.offset as usize..(part.offset + part.size) as usize].to_vec();
            let shown = match part.scalar.map(|ty| decode(self.types(), ty, &piece)) {
                Some(Decoded::Known(scalar)) => Some(scalar),
                Some(Decoded::Indeterminate { .. } | Decoded::Torn) | None => None,
            };
            let write = Operation::Write { place: to, bytes: piece, shown, span };
            let rest = Task::Scatter { place, ty, next: next + 1, bytes, span };
            self.plan(thread, vec![Task::Operation(write), rest]);
        }
        Ok(())
    }
}
