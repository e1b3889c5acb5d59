//! Loads and stores of bytes of objects.
//!
//! An access may touch a part of a value that is stored as one unit (a byte of an input, or its upper half). It then finds a part of an
//! address ([`crate::semantics::part`]), or it enumerates the input; once a single value is left, its bytes are those of the number.
//! Unsupported: scalars that consist of parts of several addresses, or of which only some bytes are indeterminate.

use std::rc::Rc;

use crate::semantics::arithmetic::{Shape, convert_symbol, enumerate};
use crate::semantics::evaluate::{Evaluated, Evaluation, unsupported};
use crate::semantics::memory::{Cells, Content, Loaded, Mark};
use crate::semantics::value::{ObjectId, Value};
use crate::trace::ChoiceKind;
use crate::types::{TypeId, TypeKind};

impl Evaluation<'_, '_, '_> {
    /// The value of a type that lies in an object. Requires the range to be inside.
    pub(super) fn load(&mut self, object: ObjectId, offset: u64, size: u64, ty: TypeId) -> Evaluated<Value> {
        let types = &self.machine.program.types;
        let Some((bits, is_signed)) = types.scalar_shape(ty).filter(|&(bits, _)| u64::from(bits) == size * 8) else {
            return Ok(Value::Blob(Rc::new(self.extract(object, offset, size)?)));
        };
        match self.load_scalar(object, offset, size)? {
            Loaded::Bits(number) if bits <= 64 => {
                let number = crate::semantics::value::wrap(number as i128, bits, is_signed);
                if *types.kind(ty) == TypeKind::Bool && number > 1 {
                    return unsupported("a _Bool object that holds neither 0 nor 1");
                }
                Ok(Value::Integer(number))
            }
            Loaded::Bits(_) => unsupported("128-bit integers"),
            Loaded::Marked(Content::Indeterminate) => {
                let value = self.chosen(ChoiceKind::Indeterminate, ty)?;
                let content = value.content().expect("a symbol has a mark");
                self.state.object_mut(object).cells.store_mark(offset, size, content);
                Ok(value)
            }
            Loaded::Marked(Content::Symbol(symbol, added)) => {
                // The mark may have been stored at a type of the same size and other signedness.
                let value = convert_symbol(self.state, symbol, added, Shape { bits, is_signed })?;
                let is_truth = self.state.interval(&value).is_some_and(|it| it.low >= 0 && it.high <= 1);
                if *types.kind(ty) == TypeKind::Bool && !is_truth {
                    return unsupported("a _Bool object that holds neither 0 nor 1");
                }
                Ok(self.state.resolved(value))
            }
            Loaded::Marked(Content::Part(part)) if *types.kind(ty) == TypeKind::Bool => {
                unsupported(Content::Part(part).describe())
            }
            Loaded::Marked(content) => Ok(content.value()),
            Loaded::Torn(content) => unsupported(content.describe()),
        }
    }

    /// What a load finds, after the inputs that it takes a part of were decided. Requires the range to be inside.
    pub(super) fn load_scalar(&mut self, object: ObjectId, offset: u64, size: u64) -> Evaluated<Loaded> {
        match self.state.objects[object].cells.load(offset, size) {
            Loaded::Torn(Content::Symbol(..)) => {
                self.decide(object, offset, size)?;
                Ok(self.state.objects[object].cells.load(offset, size))
            }
            loaded @ (Loaded::Bits(_) | Loaded::Marked(_) | Loaded::Torn(_)) => Ok(loaded),
        }
    }

    /// A copy of a range. Requires the range to be inside.
    pub(super) fn extract(&mut self, object: ObjectId, offset: u64, size: u64) -> Evaluated<Cells> {
        self.mend(object, offset, size)?;
        self.state.objects[object].cells.extract(offset, size).or_else(|content| unsupported(content.describe()))
    }

    /// Stores without listing. Objects whose pointers become visible to other threads become shared.
    pub fn store(&mut self, object: ObjectId, offset: u64, size: u64, value: &Value) -> Evaluated<()> {
        self.mend(object, offset, size)?;
        let is_shared = self.state.objects[object].is_shared;
        let cells = &mut self.state.object_mut(object).cells;
        match value {
            Value::Integer(number) => cells.store_bits(offset, size, *number as u128),
            Value::Blob(blob) => cells.store_cells(offset, blob),
            Value::Pointer(..) | Value::Procedure(_) | Value::Symbol(..) | Value::Part(_) | Value::Indeterminate => {
                cells.store_mark(offset, size, value.content().expect("only numbers and blobs have no mark"));
            }
        }
        if is_shared {
            self.share_targets(value);
        }
        Ok(())
    }

    /// Before a range is stored to, or copied: what it would cut in two becomes bytes, if it can. Requires the range to be
    /// inside.
    pub(super) fn mend(&mut self, object: ObjectId, offset: u64, size: u64) -> Evaluated<()> {
        if let Some(Content::Symbol(..)) = self.state.objects[object].cells.torn_by(offset, size) {
            self.decide(object, offset, size)?;
        }
        match self.state.objects[object].cells.torn_by(offset, size) {
            Some(content) => unsupported(content.describe()),
            None => Ok(()),
        }
    }

    /// What a value points to can be reached by every thread from now on.
    pub fn share_targets(&mut self, value: &Value) {
        match value {
            Value::Pointer(target, _) => self.state.share(*target),
            Value::Part(part) => part.object().into_iter().for_each(|target| self.state.share(target)),
            Value::Blob(blob) => {
                blob.marks()
                    .iter()
                    .filter_map(|mark| mark.content.object())
                    .for_each(|target| self.state.share(target));
            }
            Value::Integer(_) | Value::Procedure(_) | Value::Symbol(..) | Value::Indeterminate => {}
        }
    }

    /// The inputs that lie in a range, or partly in it, become plain bytes; one that has several values left is enumerated
    /// first.
    pub(super) fn decide(&mut self, object: ObjectId, offset: u64, size: u64) -> Evaluated<()> {
        let overlaps = |mark: &&Mark| mark.offset < offset + size && offset < mark.offset + mark.size;
        let marks = self.state.objects[object].cells.marks().iter().filter(overlaps).cloned();
        for mark in marks.collect::<Vec<_>>() {
            if let Content::Symbol(symbol, added) = mark.content {
                let known = self.state.symbols[symbol];
                if known.low < known.high {
                    return Err(enumerate(self.state, symbol));
                }
                let number = known.low + added;
                self.state.object_mut(object).cells.store_bits(mark.offset, mark.size, number as u128);
            }
        }
        Ok(())
    }
}
