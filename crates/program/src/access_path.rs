//! The source notation for some bytes of an object: `.items[2].next`, `[1]`, nothing for the whole object.
//!
//! Members with reserved names (two underscores) are internals of library types such as `pthread_mutex_t`. They are not shown, so the path
//! ends before them. Bytes that are no member and no element are given by their numbers.

use crate::types::{ArrayLength, Field, RecordBody, TypeId, TypeKind, Types};

/// The path from an object of type `ty` to the bytes from `offset` on, for people.
pub fn access_path(types: &Types, ty: TypeId, offset: u64, size: u64) -> String {
    let mut path = String::new();
    let (mut ty, mut offset) = (ty, offset);
    loop {
        let is_whole = offset == 0 && types.size_of(ty).is_some_and(|whole| whole <= size);
        let next = match types.kind(ty) {
            TypeKind::Array { element, length } if !is_whole => into_element(types, element.ty, *length, offset, size),
            // A record with one member is entered even if all of it is accessed: scalars are accessed, not records.
            TypeKind::Record(record) => match &types.record(*record).body {
                Some(body) if is_opaque(body) => return path,
                Some(body) => into_member(types, body, offset, size),
                None => None,
            },
            TypeKind::Array { .. } => return path,
            TypeKind::Void
            | TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Pointer(_)
            | TypeKind::Function(_) => {
                if offset == 0 {
                    return path;
                }
                None
            }
        };
        match next {
            Some((step, inner, rest)) => {
                path.push_str(&step);
                (ty, offset) = (inner, rest);
            }
            None if is_whole => return path,
            None if size <= 1 => return format!("{path}[byte {offset}]"),
            None => return format!("{path}[bytes {offset}..{}]", offset.saturating_add(size - 1)),
        }
    }
}

type Inner = Option<(String, TypeId, u64)>;

fn into_element(types: &Types, element: TypeId, length: ArrayLength, offset: u64, size: u64) -> Inner {
    let bytes = types.size_of(element).filter(|&bytes| bytes > 0)?;
    let (index, rest) = (offset / bytes, offset % bytes);
    let is_inside = match length {
        ArrayLength::Fixed(count) => index < count,
        ArrayLength::Unknown | ArrayLength::Variable(_) => true,
    };
    (is_inside && rest.checked_add(size)? <= bytes).then(|| (format!("[{index}]"), element, rest))
}

fn into_member(types: &Types, body: &RecordBody, offset: u64, size: u64) -> Inner {
    let end = offset.checked_add(size)?;
    let bits: Vec<&str> = body
        .fields
        .iter()
        .filter(|field| field.bits.is_some_and(|bits| field.offset == offset && u64::from(bits.location_bytes) == size))
        .filter_map(|field| field.name.as_deref())
        .collect();
    let holds = |field: &&Field| {
        let bytes = types.size_of(field.ty.ty);
        field.bits.is_none() && field.offset <= offset && bytes.is_some_and(|bytes| field.offset + bytes >= end)
    };
    if let Some(field) = body.fields.iter().find(holds) {
        let step = field.name.as_ref().map_or(String::new(), |name| format!(".{name}"));
        return Some((step, field.ty.ty, offset - field.offset));
    }
    let field = body.fields.iter().find(|field| field.bits.is_some() && field.offset == offset)?;
    match bits.as_slice() {
        [] => None,
        [name] => Some((format!(".{name}"), field.ty.ty, 0)),
        // A bit-field is read and written together with its neighbours.
        names => Some((format!(".{{{}}}", names.join(", ")), field.ty.ty, 0)),
    }
}

/// Whether all members have reserved names.
fn is_opaque(body: &RecordBody) -> bool {
    !body.fields.is_empty()
        && body.fields.iter().all(|field| field.name.as_ref().is_some_and(|name| name.starts_with("__")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;
    use crate::types::{BitField, DataModel, IntKind, Qualified, Record};

    fn field(name: &str, ty: TypeId, offset: u64, bits: Option<BitField>) -> Field {
        let name = if name.is_empty() { None } else { Some(name.into()) };
        Field { name, ty: Qualified::plain(ty), offset, bits, span: Span::NOWHERE }
    }

    fn record(types: &mut Types, fields: Vec<Field>, size: u64) -> TypeId {
        let body = Some(RecordBody { fields, size, alignment: 4 });
        let id = types.add_record(Record { tag: None, is_union: false, body, span: Span::NOWHERE });
        types.intern(TypeKind::Record(id))
    }

    fn array(types: &mut Types, element: TypeId, count: u64) -> TypeId {
        types.intern(TypeKind::Array { element: Qualified::plain(element), length: ArrayLength::Fixed(count) })
    }

    #[test]
    fn members_and_elements_are_named() {
        let mut types = Types::new(DataModel::Lp64);
        let int = types.int(IntKind::Int);
        let lock = record(&mut types, vec![field("__data", int, 0, None)], 4);
        let account = record(&mut types, vec![field("lock", lock, 0, None), field("balance", int, 4, None)], 8);
        let accounts = array(&mut types, account, 2);
        assert_eq!(access_path(&types, int, 0, 4), "");
        assert_eq!(access_path(&types, accounts, 12, 4), "[1].balance");
        assert_eq!(access_path(&types, accounts, 8, 1), "[1].lock");
        assert_eq!(access_path(&types, accounts, 0, 16), "");
        assert_eq!(access_path(&types, accounts, 2, 4), "[0][bytes 2..5]");
        assert_eq!(access_path(&types, accounts, 16, 4), "[bytes 16..19]");
        assert_eq!(access_path(&types, int, 1, 1), "[byte 1]");
        let single = record(&mut types, vec![field("only", int, 0, None)], 4);
        assert_eq!(access_path(&types, single, 0, 4), ".only");
    }

    #[test]
    fn anonymous_members_are_passed_through_and_bit_fields_named_together() {
        let mut types = Types::new(DataModel::Lp64);
        let int = types.int(IntKind::UnsignedInt);
        let bits = |first_bit| Some(BitField { location_bytes: 1, first_bit, width: 4 });
        let flags = record(&mut types, vec![field("a", int, 0, bits(0)), field("b", int, 0, bits(4))], 4);
        let outer = record(&mut types, vec![field("", flags, 4, None), field("x", int, 0, None)], 8);
        assert_eq!(access_path(&types, outer, 4, 1), ".{a, b}");
        assert_eq!(access_path(&types, outer, 0, 4), ".x");
    }
}
