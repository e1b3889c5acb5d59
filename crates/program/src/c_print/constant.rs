//! Initial values of globals, and numbers.
//!
//! The initial parts of a global are scalars at offsets; C wants them by members. The parts that are numbers are laid out
//! as bytes, and every scalar of the type takes its value from there, so that parts and scalars need not be the same.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::CPrinter;
use super::records::member_name;
use crate::floating::Format;
use crate::syntax::{Global, GlobalId, InitialPart, InitialValue};
use crate::types::{ArrayLength, BitField, DataModel, IntKind, TypeId, TypeKind};

/// What an object holds at the start.
struct Image<'p> {
    /// The bytes that are not zero.
    bytes: BTreeMap<u64, u8>,
    /// The parts that are addresses, by their offsets.
    addresses: BTreeMap<u64, &'p InitialPart>,
}

impl Image<'_> {
    /// Whether there is nothing but zero in so many bytes.
    fn is_zero(&self, offset: u64, size: u64) -> bool {
        let range = offset..offset.saturating_add(size);
        self.bytes.range(range.clone()).next().is_none() && self.addresses.range(range).next().is_none()
    }

    /// The number in so many bytes, at most 16, little-endian.
    fn number(&self, offset: u64, size: u64) -> u128 {
        let byte = |index: u64| u128::from(self.bytes.get(&(offset + index)).copied().unwrap_or(0)) << (8 * index);
        (0..size.min(16)).map(byte).sum()
    }
}

impl CPrinter<'_> {
    /// The initializer of a global; `None` if it is zero.
    pub(super) fn initial_value(&self, global: &Global) -> Option<String> {
        let mut image = Image { bytes: BTreeMap::new(), addresses: BTreeMap::new() };
        for part in &global.initial {
            match part.value {
                InitialValue::Integer(value) => {
                    let size = self.program.types.size_of(part.ty).unwrap_or(0).min(16);
                    let bytes = value.to_le_bytes().into_iter().take(size as usize);
                    image.bytes.extend((part.offset..).zip(bytes).filter(|&(_, byte)| byte != 0));
                }
                InitialValue::Address(..) | InitialValue::Procedure(_) => {
                    image.addresses.insert(part.offset, part);
                }
            }
        }
        self.initializer(&image, global.ty, 0)
    }

    /// The initializer of a part of an object; `None` if it is zero.
    fn initializer(&self, image: &Image<'_>, ty: TypeId, offset: u64) -> Option<String> {
        let types = &self.program.types;
        let size = types.size_of(ty)?;
        if image.is_zero(offset, size) {
            return None;
        }
        match types.kind(ty) {
            TypeKind::Array { element, length } => {
                let ArrayLength::Fixed(count) = *length else { return None };
                if matches!(types.kind(element.ty), TypeKind::Int(IntKind::Char)) {
                    return Some(text(image, offset, count));
                }
                let size = types.size_of(element.ty)?;
                let mut items = Vec::new();
                let mut next = 0;
                for index in 0..count {
                    let Some(item) = self.initializer(image, element.ty, offset + index * size) else { continue };
                    // Short runs of zeros are written out.
                    if index - next <= 4 {
                        let zero = if self.is_aggregate(element.ty) { "{0}" } else { "0" };
                        items.extend((next..index).map(|_| zero.to_owned()));
                        items.push(item);
                    } else {
                        items.push(format!("[{index}] = {item}"));
                    }
                    next = index + 1;
                }
                Some(format!("{{{}}}", items.join(", ")))
            }
            TypeKind::Record(record) => {
                let record = types.record(*record);
                let fields = &record.body.as_ref()?.fields;
                let value = |(number, field): (usize, &crate::types::Field)| {
                    let at = offset + field.offset;
                    let item = match field.bits {
                        Some(bits) => self.bit_field(image, field.ty.ty, at, bits),
                        None => self.initializer(image, field.ty.ty, at),
                    };
                    item.map(|item| format!(".{} = {item}", member_name(field, number)))
                };
                let fields = fields.iter().enumerate();
                let items: Vec<String> = if record.is_union {
                    self.union_member(image, fields.clone().collect(), offset, size)
                        .and_then(value)
                        .into_iter()
                        .collect()
                } else {
                    fields.filter_map(value).collect()
                };
                (!items.is_empty()).then(|| format!("{{{}}}", items.join(", ")))
            }
            TypeKind::Float(_) => {
                // Formats without arithmetic have no constants but zero.
                Format::of(types, ty).map(|format| floating(format, image.number(offset, size) as i128))
            }
            TypeKind::Bool | TypeKind::Int(_) | TypeKind::Pointer(_) => {
                if let Some(part) = image.addresses.get(&offset) {
                    return Some(self.address(ty, part));
                }
                let bits = 8 * size;
                let value = image.number(offset, size) as i128;
                let is_signed = types.integer_shape(ty).is_some_and(|(_, is_signed)| is_signed);
                Some(self.number(if is_signed { signed(value, bits) } else { value }, ty))
            }
            TypeKind::Void | TypeKind::Complex(_) | TypeKind::Function(_) => None,
        }
    }

    /// The member of a union that holds the most of it up to the last byte that is not zero: the first such.
    fn union_member<'f>(
        &self,
        image: &Image<'_>,
        fields: Vec<(usize, &'f crate::types::Field)>,
        offset: u64,
        size: u64,
    ) -> Option<(usize, &'f crate::types::Field)> {
        let covers = |field: &crate::types::Field| {
            let bytes = match field.bits {
                Some(bits) => u64::from(bits.location_bytes),
                None => self.program.types.size_of(field.ty.ty).unwrap_or(0),
            };
            image.is_zero(offset + bytes, size - bytes.min(size))
        };
        let first = fields.first().copied();
        fields.into_iter().find(|(_, field)| covers(field)).or(first)
    }

    fn bit_field(&self, image: &Image<'_>, ty: TypeId, offset: u64, bits: BitField) -> Option<String> {
        let location = image.number(offset, bits.location_bytes.into());
        let mask = if bits.width >= 128 { u128::MAX } else { (1 << bits.width) - 1 };
        let value = ((location >> bits.first_bit) & mask) as i128;
        let is_signed = self.program.types.integer_shape(ty).is_some_and(|(_, is_signed)| is_signed);
        let value = if is_signed { signed(value, bits.width.into()) } else { value };
        (value != 0).then(|| self.number(value, ty))
    }

    fn address(&self, ty: TypeId, part: &InitialPart) -> String {
        match part.value {
            InitialValue::Integer(value) => self.number(value, ty),
            InitialValue::Procedure(procedure) => format!("({}){}", self.ty(ty), self.names.procedures[procedure]),
            InitialValue::Address(global, offset) => self.address_of_global(ty, global, offset),
        }
    }

    fn address_of_global(&self, ty: TypeId, global: GlobalId, offset: i64) -> String {
        let types = &self.program.types;
        let name = &self.names.globals[global];
        let object = self.program.globals[global].ty;
        let target = match types.kind(ty) {
            TypeKind::Pointer(target) => Some(target.ty),
            _ => None,
        };
        if target == Some(object) && offset == 0 {
            return format!("&{name}");
        }
        if let TypeKind::Array { element, .. } = types.kind(object)
            && target == Some(element.ty)
            && let Some(size) = types.size_of(element.ty).and_then(|size| i64::try_from(size).ok())
            && size > 0
            && offset % size == 0
        {
            return if offset == 0 { name.clone() } else { format!("&{name}[{}]", offset / size) };
        }
        let ty = self.ty(ty);
        match offset {
            0 => format!("({ty})&{name}"),
            1.. => format!("({ty})((char *)&{name} + {offset})"),
            _ => format!("({ty})((char *)&{name} - {})", offset.unsigned_abs()),
        }
    }

    /// Whether a type is an array or a record.
    pub(super) fn is_aggregate(&self, ty: TypeId) -> bool {
        matches!(self.program.types.kind(ty), TypeKind::Array { .. } | TypeKind::Record(_))
    }

    /// A number as a constant of a type; types narrower than `int` have no constants of their own.
    pub(super) fn number(&self, value: i128, ty: TypeId) -> String {
        let suffix = match self.program.types.kind(ty) {
            TypeKind::Pointer(_) => return format!("({}){}", self.ty(ty), plain(value, "")),
            TypeKind::Int(kind) => match kind {
                IntKind::UnsignedInt => "U",
                IntKind::Long if self.program.types.model() == DataModel::Llp64 => "",
                IntKind::UnsignedLong if self.program.types.model() == DataModel::Llp64 => "U",
                IntKind::Long => "L",
                IntKind::UnsignedLong => "UL",
                IntKind::LongLong => "LL",
                IntKind::UnsignedLongLong => "ULL",
                IntKind::Int128 | IntKind::UnsignedInt128 => return wide(value, *kind),
                IntKind::Char
                | IntKind::SignedChar
                | IntKind::UnsignedChar
                | IntKind::Short
                | IntKind::UnsignedShort
                | IntKind::Int => "",
            },
            TypeKind::Float(_) => {
                return Format::of(&self.program.types, ty)
                    .map_or_else(|| plain(value, ""), |format| floating(format, value));
            }
            TypeKind::Void
            | TypeKind::Bool
            | TypeKind::Complex(_)
            | TypeKind::Array { .. }
            | TypeKind::Record(_)
            | TypeKind::Function(_) => "",
        };
        plain(value, suffix)
    }
}

/// A number with a suffix; what is least in its type cannot be written as a negated constant.
fn plain(value: i128, suffix: &str) -> String {
    let is_least = value == i128::from(i32::MIN) || value == i128::from(i64::MIN);
    if is_least { format!("({}{suffix} - 1)", value + 1) } else { format!("{value}{suffix}") }
}

/// A floating constant: the shortest decimal digits that give the same value.
fn floating(format: Format, bits: i128) -> String {
    let (value, suffix) = (format.decode(bits), if format == Format::Single { "f" } else { "" });
    let sign = if value.is_sign_negative() { "-" } else { "" };
    match value.abs() {
        magnitude if magnitude.is_nan() => format!("__builtin_nan{suffix}(\"\")"),
        magnitude if magnitude.is_infinite() => format!("{sign}__builtin_inf{suffix}()"),
        magnitude if format == Format::Single => format!("{sign}{:e}{suffix}", magnitude as f32),
        magnitude => format!("{sign}{magnitude:e}"),
    }
}

/// A number of 128 bits, made of its halves.
fn wide(value: i128, kind: IntKind) -> String {
    let ty = if kind == IntKind::Int128 { "__int128" } else { "unsigned __int128" };
    let bits = value as u128;
    let (high, low) = ((bits >> 64) as u64, bits as u64);
    format!("({ty})((unsigned __int128){high}ULL << 64 | {low}ULL)")
}

/// The lowest bits of a number as a signed number.
fn signed(value: i128, bits: u64) -> i128 {
    if bits == 0 || bits >= 128 {
        return value;
    }
    let shift = 128 - bits;
    (value << shift) >> shift
}

/// The characters of an array as a string literal, or as numbers if there is no zero at its end.
fn text(image: &Image<'_>, offset: u64, count: u64) -> String {
    let last = image.bytes.range(offset..offset + count).next_back().map_or(offset, |(&at, _)| at);
    let mut out = String::from("\"");
    for at in offset..=last {
        match image.bytes.get(&at).copied().unwrap_or(0) {
            byte @ (b'"' | b'\\' | b'?') => write!(out, "\\{}", char::from(byte)),
            byte @ b' '..=b'~' => write!(out, "{}", char::from(byte)),
            b'\n' => write!(out, "\\n"),
            byte => write!(out, "\\{byte:03o}"),
        }
        .expect("a string takes all text");
    }
    out.push('"');
    out
}
