//! Bit-fields: reads of a memory location, and stores into one that has been read before.

use crate::semantics::evaluate::{Evaluated, Evaluation, unsupported};
use crate::semantics::memory::{Content, Loaded};
use crate::semantics::record::Interruption;
use crate::semantics::value::{ObjectId, Value};
use crate::syntax::{Place, PlaceKind};
use crate::types::{BitField, TypeId};

impl Evaluation<'_, '_, '_> {
    /// Where a bit-field lies, if the place is one.
    pub(super) fn bits(&self, place: &Place) -> Option<BitField> {
        match &place.kind {
            PlaceKind::Field(base, field) => self.field(base, *field).1,
            PlaceKind::Global(_)
            | PlaceKind::Local(_)
            | PlaceKind::Deref(_)
            | PlaceKind::Index(..)
            | PlaceKind::BitLocation(_) => None,
        }
    }

    /// The value of a bit-field in a memory location.
    pub(super) fn load_bits(
        &mut self,
        object: ObjectId,
        offset: u64,
        bits: BitField,
        ty: TypeId,
    ) -> Result<Value, Interruption> {
        match self.location(object, offset, bits)? {
            Loaded::Bits(location) => {
                let mask = (1u128 << bits.width) - 1;
                let number = ((location >> bits.first_bit) & mask) as i128;
                let is_signed = self.shape(ty)?.is_signed;
                Ok(Value::Integer(crate::semantics::value::wrap(number, bits.width, is_signed)))
            }
            Loaded::Marked(content) | Loaded::Torn(content) => unsupported(content.describe()),
        }
    }

    /// Stores into a memory location; its other bits stay.
    pub(super) fn store_bits(
        &mut self,
        object: ObjectId,
        offset: u64,
        bits: BitField,
        value: &Value,
    ) -> Result<(), Interruption> {
        let number = self.number(value.clone())?;
        let size = u64::from(bits.location_bytes);
        match self.location(object, offset, bits)? {
            Loaded::Bits(location) => {
                let mask = ((1u128 << bits.width) - 1) << bits.first_bit;
                let inserted = (location & !mask) | (((number as u128) << bits.first_bit) & mask);
                self.state.object_mut(object).cells.store_bits(offset, size, inserted);
                Ok(())
            }
            Loaded::Marked(Content::Indeterminate) | Loaded::Torn(Content::Indeterminate) => {
                Err(Interruption::Unsupported("a bit-field beside indeterminate bits".into()))
            }
            Loaded::Marked(content) | Loaded::Torn(content) => unsupported(content.describe()),
        }
    }

    /// What lies in the memory location of a bit-field; inputs in it are decided.
    fn location(&mut self, object: ObjectId, offset: u64, bits: BitField) -> Evaluated<Loaded> {
        let size = bits.location_bytes.into();
        match self.state.objects[object].cells.load(offset, size) {
            Loaded::Marked(Content::Symbol(..)) | Loaded::Torn(Content::Symbol(..)) => {
                self.decide(object, offset, size)?;
                Ok(self.state.objects[object].cells.load(offset, size))
            }
            loaded @ (Loaded::Bits(_) | Loaded::Marked(_) | Loaded::Torn(_)) => Ok(loaded),
        }
    }
}
