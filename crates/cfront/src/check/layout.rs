//! Layout of records: offsets, bit-fields, size and alignment as gcc lays them out on i386 and x86-64 (System V).
//!
//! The rules, in gcc's words "PCC bit-fields": a bit-field is put at the next free bit unless it would then touch more
//! units of its declared type's alignment than the type has; `packed` and `#pragma pack` lift that. A zero width aligns
//! the next member to the declared type. Unnamed bit-fields do not raise the alignment of the record.
//!
//! Left out: on i386, gcc aligns a record of 8 bytes that holds an `_Atomic long long` to 4 inside another record.

use raddle_program::source::Span;
use raddle_program::types::{BitField, Field, Qualified, RecordBody};
use std::sync::Arc;

/// A member before it has its place. Alignments in bytes.
pub(super) struct Member {
    /// Its name; `None` for anonymous records and unnamed bit-fields.
    pub name: Option<Arc<str>>,
    /// Its type.
    pub ty: Qualified,
    /// Where it was declared.
    pub span: Span,
    /// Size of its type in bytes; 0 for flexible arrays.
    pub size: u64,
    /// Alignment of its type as a member.
    pub type_alignment: u64,
    /// Alignment from its own attributes and `_Alignas`; 0 if there is none.
    pub own_alignment: u64,
    /// Whether it or its record is packed.
    pub is_packed: bool,
    /// Width of a bit-field.
    pub bit_width: Option<u32>,
}

/// A record with every member in its place.
pub(super) struct LaidOut {
    /// What the type table keeps.
    pub body: RecordBody,
    /// The alignment of each field, in the same order.
    pub alignments: Vec<u64>,
}

/// Lays members out. `pack` is the limit of `#pragma pack`, `alignment` the record's own attribute (0 if none).
/// Returns `None` if the record would be larger than any object can be.
pub(super) fn lay_out(members: Vec<Member>, is_union: bool, pack: Option<u64>, alignment: u64) -> Option<LaidOut> {
    let mut layout = Layout {
        position: 0,
        size: 0,
        alignment: 1,
        fields: Vec::new(),
        alignments: Vec::new(),
        run: Vec::new(),
        pack,
    };
    for member in members {
        if is_union {
            layout.position = 0;
        }
        match member.bit_width {
            Some(width) => layout.bit_field(member, width),
            None => layout.member(member),
        }
        layout.size = layout.size.max(layout.position);
        if is_union {
            layout.close_run();
        }
    }
    layout.close_run();
    let alignment = layout.alignment.max(alignment);
    let bytes = round_up(layout.size.div_ceil(8), u128::from(alignment));
    let size = u64::try_from(bytes).ok().filter(|size| *size <= i64::MAX as u64)?;
    let body = RecordBody { fields: layout.fields, size, alignment };
    Some(LaidOut { body, alignments: layout.alignments })
}

struct Layout {
    // Bits; 128 of them cannot overflow, as a member has at most 2^63 bytes and a file fewer than 2^32 members.
    position: u128,
    size: u128,
    alignment: u64,
    fields: Vec<Field>,
    alignments: Vec<u64>,
    // The adjacent bit-fields so far: first bit and width of each, with its index if it has a name.
    run: Vec<(u128, u32, Option<usize>)>,
    pack: Option<u64>,
}

impl Layout {
    fn member(&mut self, member: Member) {
        self.close_run();
        let natural = if member.is_packed { 1 } else { member.type_alignment };
        let wanted = natural.max(member.own_alignment).max(1);
        let alignment = self.pack.map_or(wanted, |limit| wanted.min(limit));
        self.position = round_up(self.position, u128::from(alignment) * 8);
        self.alignment = self.alignment.max(alignment);
        let offset = u64::try_from(self.position / 8).unwrap_or(u64::MAX);
        self.position += u128::from(member.size) * 8;
        self.alignments.push(alignment);
        self.fields.push(Field { name: member.name, ty: member.ty, offset, bits: None, span: member.span });
    }

    fn bit_field(&mut self, mut member: Member, width: u32) {
        let type_bits = u128::from(member.type_alignment.max(1)) * 8;
        if width == 0 {
            self.close_run();
            let own = u128::from(member.own_alignment) * 8;
            self.position = round_up(self.position, type_bits.max(own));
            return;
        }
        if member.own_alignment > 0 {
            // A width that makes a whole machine integer, where it lies aligned, is aligned like one.
            let whole = u64::from(width / 8);
            let is_whole = matches!(width, 8 | 16 | 32 | 64) && self.position.is_multiple_of(u128::from(width));
            if is_whole && !member.is_packed {
                member.own_alignment = member.own_alignment.max(whole);
            }
            let own = self.pack.map_or(member.own_alignment, |limit| member.own_alignment.min(limit));
            self.position = round_up(self.position, u128::from(own) * 8);
            self.alignment = self.alignment.max(own);
        }
        if !member.is_packed && self.pack.is_none() {
            let touched = (self.position % type_bits + u128::from(width)).div_ceil(type_bits);
            if touched > u128::from(member.size) * 8 / type_bits {
                self.position = round_up(self.position, type_bits);
            }
        }
        let first_bit = self.position;
        self.position += u128::from(width);
        let Some(name) = member.name else {
            self.run.push((first_bit, width, None));
            return;
        };
        let raised = if member.is_packed { 1 } else { member.type_alignment };
        self.alignment = self.alignment.max(self.pack.map_or(raised, |limit| member.type_alignment.min(limit)));
        self.run.push((first_bit, width, Some(self.fields.len())));
        // The location is filled in when the run of adjacent bit-fields is complete.
        let bits = Some(BitField { location_bytes: 1, first_bit: 0, width });
        self.alignments.push(1);
        self.fields.push(Field { name: Some(name), ty: member.ty, offset: 0, bits, span: member.span });
    }

    // Gives the bit-fields of a run their memory location. A run longer than 16 bytes is cut where a field no longer fits.
    fn close_run(&mut self) {
        let run = std::mem::take(&mut self.run);
        let mut rest = run.as_slice();
        while let Some(&(first, ..)) = rest.first() {
            let start = first / 8 * 8;
            let fitting =
                rest.iter().take_while(|(at, width, _)| at + u128::from(*width) - start <= 128).count().max(1);
            let (location, later) = rest.split_at(fitting);
            let end = location.iter().map(|(at, width, _)| at + u128::from(*width)).max().unwrap_or(start);
            for (at, width, index) in location {
                let Some(field) = index.and_then(|index| self.fields.get_mut(index)) else { continue };
                field.offset = u64::try_from(start / 8).unwrap_or(u64::MAX);
                field.bits = Some(BitField {
                    location_bytes: (end - start).div_ceil(8) as u32,
                    first_bit: (at - start) as u32,
                    width: *width,
                });
            }
            rest = later;
        }
    }
}

fn round_up(value: u128, multiple: u128) -> u128 {
    value.div_ceil(multiple) * multiple
}
