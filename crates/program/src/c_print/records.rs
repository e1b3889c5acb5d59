//! Records with the layout that the program has.
//!
//! A record is printed plainly if gcc would lay it out in the same way (System V ABI; bit-fields as in gcc's
//! `PCC_BITFIELD_TYPE_MATTERS`: one that would cross a boundary of its type starts at the next). Otherwise it is packed, with
//! its gaps written out and its alignment as an attribute. The sizes are asserted in the text in any case.

use rustc_hash::FxHashSet;

use super::CPrinter;
use super::names::{identifier, member_identifier};
use crate::types::{Field, RecordBody, RecordId, TypeId, TypeKind};
use crate::visit::{Visitor, walk_block};

impl CPrinter<'_> {
    /// Definitions of the records that the program mentions, each behind those that are inside it.
    pub(super) fn records(&self) -> String {
        let mut mentioned = Mentioned { printer: self, seen: FxHashSet::default(), records: Vec::new() };
        for global in self.program.globals.values().filter(|global| !global.is_external) {
            mentioned.ty(global.ty);
        }
        for procedure in self.program.procedures.values() {
            mentioned.ty(procedure.result);
            procedure.locals.values().for_each(|local| mentioned.ty(local.ty));
            walk_block(&procedure.body, &mut mentioned);
        }
        let mut records = mentioned.records;
        records.sort_unstable();
        let mut out: String = records.iter().map(|&record| format!("{};\n", self.names.records[record])).collect();
        let mut defined = FxHashSet::default();
        for record in records {
            self.define_record(record, &mut defined, &mut out);
        }
        out
    }

    fn define_record(&self, record: RecordId, defined: &mut FxHashSet<RecordId>, out: &mut String) {
        let Some(body) = &self.program.types.record(record).body else { return };
        if !defined.insert(record) {
            return;
        }
        for field in &body.fields {
            if let Some(inner) = self.record_inside(field.ty.ty) {
                self.define_record(inner, defined, out);
            }
        }
        let is_union = self.program.types.record(record).is_union;
        let is_plain = if is_union { self.is_plain_union(body) } else { self.is_plain_struct(body) };
        let name = &self.names.records[record];
        *out += &format!("\n{name} {{\n");
        if is_plain || is_union {
            for (number, field) in body.fields.iter().enumerate() {
                *out += &format!("    {};\n", self.member(field, number));
            }
            if !is_plain {
                *out += &format!("    char _size[{}];\n", body.size);
            }
        } else {
            self.packed_members(body, out);
        }
        let attribute = match is_plain {
            true => String::new(),
            false => format!(" __attribute__((packed, aligned({})))", body.alignment),
        };
        *out += &format!("}}{attribute};\n");
        *out += &format!("_Static_assert(sizeof({name}) == {}, \"size of {name}\");\n", body.size);
    }

    /// The record that an object of a type holds.
    fn record_inside(&self, ty: TypeId) -> Option<RecordId> {
        match self.program.types.kind(ty) {
            TypeKind::Record(record) => Some(*record),
            TypeKind::Array { element, .. } => self.record_inside(element.ty),
            TypeKind::Void
            | TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Pointer(_)
            | TypeKind::Function(_) => None,
        }
    }

    fn member(&self, field: &Field, number: usize) -> String {
        let name = member_name(field, number);
        let declaration = self.declare(field.ty.ty, &name);
        match field.bits {
            None => declaration,
            Some(bits) => format!("{declaration} : {}", bits.width),
        }
    }

    /// Members of a packed struct: gaps are filled with unnamed bits and bytes.
    fn packed_members(&self, body: &RecordBody, out: &mut String) {
        let mut at: u64 = 0;
        for (number, field) in body.fields.iter().enumerate() {
            let (start, bits) = self.extent(field);
            if begins_location(body, number) {
                *out += "    unsigned char : 0;\n";
                at = at.next_multiple_of(8);
            }
            gap(start.saturating_sub(at), number, out);
            *out += &format!("    {};\n", self.member(field, number));
            at = start + bits;
        }
        gap((8 * body.size).saturating_sub(at), body.fields.len(), out);
    }

    /// The first bit of a member and the number of its bits.
    fn extent(&self, field: &Field) -> (u64, u64) {
        match field.bits {
            Some(bits) => (8 * field.offset + u64::from(bits.first_bit), bits.width.into()),
            None => (8 * field.offset, 8 * self.program.types.size_of(field.ty.ty).unwrap_or(0)),
        }
    }

    /// Whether gcc lays out the members of a struct in the same way.
    fn is_plain_struct(&self, body: &RecordBody) -> bool {
        let types = &self.program.types;
        let (mut at, mut alignment) = (0_u64, 1_u64);
        for (number, field) in body.fields.iter().enumerate() {
            if begins_location(body, number) {
                return false;
            }
            let align = types.align_of(field.ty.ty).unwrap_or(1);
            let (start, bits) = self.extent(field);
            let align_bits = 8 * align;
            if field.bits.is_some() {
                let size_bits = 8 * types.size_of(field.ty.ty).unwrap_or(1);
                if (at % align_bits + bits).div_ceil(align_bits) > size_bits / align_bits {
                    at = at.next_multiple_of(align_bits);
                }
            } else {
                at = at.next_multiple_of(align_bits);
            }
            if at != start {
                return false;
            }
            at += bits;
            alignment = alignment.max(align);
        }
        alignment == body.alignment && at.next_multiple_of(8 * alignment) == 8 * body.size
    }

    fn is_plain_union(&self, body: &RecordBody) -> bool {
        let types = &self.program.types;
        let size = |field: &Field| match field.bits {
            Some(bits) => u64::from(bits.width).div_ceil(8),
            None => types.size_of(field.ty.ty).unwrap_or(0),
        };
        let size = body.fields.iter().map(size).max().unwrap_or(0);
        let alignment = body.fields.iter().filter_map(|field| types.align_of(field.ty.ty)).max().unwrap_or(1);
        alignment == body.alignment && size.next_multiple_of(alignment) == body.size
    }
}

/// Whether a bit-field directly follows another one but shares no memory location with it (C11 3.14): `: 0` keeps them
/// apart, so that threads can write them without a race.
fn begins_location(body: &RecordBody, number: usize) -> bool {
    let previous = number.checked_sub(1).and_then(|previous| body.fields.get(previous));
    match (previous, body.fields.get(number)) {
        (Some(previous), Some(field)) => {
            previous.bits.is_some() && field.bits.is_some() && previous.offset != field.offset
        }
        (_, _) => false,
    }
}

/// A member's name; those without one get one.
pub(super) fn member_name(field: &Field, number: usize) -> String {
    match &field.name {
        Some(name) => member_identifier(name),
        None => identifier(&format!("anonymous_{number}")),
    }
}

/// Fills a gap of so many bits.
fn gap(mut bits: u64, number: usize, out: &mut String) {
    if bits >= 8 && bits.is_multiple_of(8) {
        *out += &format!("    char _gap_{number}[{}];\n", bits / 8);
        return;
    }
    while bits > 0 {
        let some = bits.min(32);
        *out += &format!("    unsigned int : {some};\n");
        bits -= some;
    }
}

/// The records that types mention, those behind pointers included.
struct Mentioned<'a, 'p> {
    printer: &'a CPrinter<'p>,
    seen: FxHashSet<TypeId>,
    records: Vec<RecordId>,
}

impl Visitor for Mentioned<'_, '_> {
    fn ty(&mut self, ty: TypeId) {
        if !self.seen.insert(ty) {
            return;
        }
        let types = &self.printer.program.types;
        match types.kind(ty) {
            TypeKind::Record(record) => {
                self.records.push(*record);
                let fields = types.record(*record).body.iter().flat_map(|body| &body.fields);
                fields.for_each(|field| self.ty(field.ty.ty));
            }
            TypeKind::Pointer(target) => self.ty(target.ty),
            TypeKind::Array { element, .. } => self.ty(element.ty),
            TypeKind::Function(function) => {
                self.ty(function.result.ty);
                function.parameters.iter().for_each(|parameter| self.ty(parameter.ty));
            }
            TypeKind::Void | TypeKind::Bool | TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Complex(_) => {}
        }
    }
}
