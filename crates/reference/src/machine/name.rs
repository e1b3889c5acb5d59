//! The names of objects, their parts and values in traces.

use crate::machine::Machine;
use crate::value::{Address, Scalar};
use raddle_program::trace::{MemoryLocation, TraceValue};
use raddle_program::types::{TypeId, TypeKind, Types};

impl Machine<'_> {
    /// A range of an object, with the name that the source has for it.
    pub fn location(&self, at: Address, size: u64) -> MemoryLocation {
        let object = self.memory.object(at.object);
        let offset = at.offset.max(0) as u64;
        let mut text = object.name.to_string();
        if let Some(ty) = object.ty {
            describe(self.types(), ty, offset, size, &mut text);
        } else if offset != 0 {
            text.push_str(&format!("+{offset}"));
        }
        MemoryLocation { object: object.name.clone(), offset, size, text }
    }

    /// The name of an address, without the `&`: the outermost part that starts there, of an array the element.
    pub fn address_text(&self, at: Address) -> String {
        let object = self.memory.object(at.object);
        let offset = at.offset.max(0) as u64;
        let mut text = object.name.to_string();
        match object.ty.map(|ty| (ty, self.types().kind(ty))) {
            Some((_, TypeKind::Array { element, .. })) if offset < object.size => {
                let step = self.types().size_of(element.ty).filter(|&step| step > 0).unwrap_or(1);
                text.push_str(&format!("[{}]", offset / step));
                describe(self.types(), element.ty, offset % step, 0, &mut text);
            }
            Some((ty, _)) if offset < object.size => describe(self.types(), ty, offset, 0, &mut text),
            Some(_) | None if offset != 0 => text.push_str(&format!("+{offset}")),
            Some(_) | None => {}
        }
        text
    }

    /// A scalar as traces show it.
    pub fn trace_value(&self, value: Scalar) -> TraceValue {
        match value {
            Scalar::Integer(number)
            | Scalar::Wild(number)
            | Scalar::Outside(number)
            | Scalar::Handle(number)
            | Scalar::ThreadId(number) => TraceValue::Integer(number),
            Scalar::Address(Address { object, offset }) => {
                TraceValue::Pointer(self.memory.object(object).name.clone(), offset)
            }
            Scalar::Function(function) => TraceValue::Function(self.unit.functions[function].name.clone()),
            Scalar::Floating(value) => TraceValue::Integer(value.bits()),
            Scalar::Label(_) | Scalar::Piece(_) => TraceValue::Opaque,
        }
    }
}

/// Appends the path to the bytes: members and indices as far as one part contains the whole range. Without bytes it ends at the
/// outermost part that starts there.
fn describe(types: &Types, mut ty: TypeId, mut offset: u64, size: u64, text: &mut String) {
    loop {
        if offset == 0 && (size == 0 || types.size_of(ty) == Some(size)) {
            return;
        }
        match types.kind(ty) {
            TypeKind::Array { element, .. } => {
                let Some(step) = types.size_of(element.ty).filter(|&step| step > 0 && offset % step + size <= step)
                else {
                    break;
                };
                text.push_str(&format!("[{}]", offset / step));
                offset %= step;
                ty = element.ty;
            }
            TypeKind::Record(record) => {
                let record = types.record(*record);
                let inside = record.body.as_ref().filter(|_| !record.is_union).and_then(|body| {
                    body.fields.iter().find(|field| {
                        let bytes = match field.bits {
                            Some(bits) => u64::from(bits.location_bytes),
                            None => types.size_of(field.ty.ty).unwrap_or(0),
                        };
                        field.offset <= offset && offset + size.max(1) <= field.offset + bytes
                    })
                });
                let Some(field) = inside else { break };
                if let Some(name) = &field.name {
                    text.push_str(&format!(".{name}"));
                }
                if field.bits.is_some() {
                    return;
                }
                offset -= field.offset;
                ty = field.ty.ty;
            }
            TypeKind::Void
            | TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Pointer(_)
            | TypeKind::Function(_) => break,
        }
    }
    if offset != 0 {
        text.push_str(&format!("+{offset}"));
    }
}
