//! What GNU attributes say about types, objects and functions. Attributes that neither change layout nor meaning are
//! passed over.

use raddle_program::source::Span;
use raddle_program::types::{FloatKind, IntKind, TypeId, TypeKind};

use super::Checker;
use super::constructor::{Constructor, NO_PRIORITY};
use crate::ast::{Attribute, Expr, ExprKind, Name};

/// The attributes of a declaration that matter.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Attributes {
    /// `packed`
    pub is_packed: bool,
    /// The largest `aligned(n)` in bytes; 0 if there is none.
    pub aligned: u64,
    /// `mode(...)`
    pub mode: Option<Mode>,
    /// `vector_size(bytes)`
    pub vector_bytes: Option<u64>,
    /// `transparent_union`
    pub is_transparent_union: bool,
    /// `interrupt` and what other machines call it
    pub is_interrupt: bool,
    /// `gnu_inline`
    pub is_gnu_inline: bool,
    /// `noreturn`
    pub is_noreturn: bool,
    /// `cleanup`: the place of its function in the checker's list of names.
    pub cleanup: Option<usize>,
    /// `alias` or `weakref` with a target: the place of the target's symbol in the checker's list.
    pub alias: Option<usize>,
    /// `weak` or `weakref`
    pub is_weak: bool,
    /// `ifunc`
    pub has_resolver: bool,
    /// `scalar_storage_order` with the order that the machine does not have
    pub is_byte_swapped: bool,
    /// `ms_struct`
    pub has_ms_layout: bool,
    /// `constructor`
    pub constructor: Option<Constructor>,
    /// `destructor`
    pub destructor: Option<Constructor>,
    /// The limit of a `#pragma pack` in force, in bytes.
    pub pack: Option<u64>,
}

/// A machine mode of `mode(...)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// An integer of this many bits.
    Integer(u32),
    /// A floating type.
    Float(FloatKind),
}

impl Attributes {
    /// What two lists say together.
    pub fn and(self, other: Attributes) -> Attributes {
        Attributes {
            is_packed: self.is_packed || other.is_packed,
            aligned: self.aligned.max(other.aligned),
            mode: other.mode.or(self.mode),
            vector_bytes: other.vector_bytes.or(self.vector_bytes),
            is_transparent_union: self.is_transparent_union || other.is_transparent_union,
            is_interrupt: self.is_interrupt || other.is_interrupt,
            is_gnu_inline: self.is_gnu_inline || other.is_gnu_inline,
            is_noreturn: self.is_noreturn || other.is_noreturn,
            cleanup: other.cleanup.or(self.cleanup),
            alias: other.alias.or(self.alias),
            is_weak: self.is_weak || other.is_weak,
            has_resolver: self.has_resolver || other.has_resolver,
            is_byte_swapped: self.is_byte_swapped || other.is_byte_swapped,
            has_ms_layout: self.has_ms_layout || other.has_ms_layout,
            constructor: self.constructor.or(other.constructor),
            destructor: self.destructor.or(other.destructor),
            pack: other.pack.or(self.pack),
        }
    }
}

/// The text of a string literal.
fn text_of(expr: &Expr) -> Option<Name> {
    let ExprKind::String { units, .. } = &expr.kind else { return None };
    Some(units.iter().filter_map(|&unit| char::from_u32(unit)).collect::<String>().into())
}

impl Checker {
    /// Reads a list of attributes.
    pub(super) fn attributes(&mut self, list: &[Attribute]) -> Attributes {
        let mut found = Attributes::default();
        for attribute in list {
            match &*attribute.name {
                "packed" => found.is_packed = true,
                "aligned" => {
                    let bytes = self.alignment_argument(attribute);
                    found.aligned = found.aligned.max(bytes);
                }
                "mode" => found.mode = self.mode_argument(attribute).or(found.mode),
                "vector_size" => {
                    let size = attribute.arguments.first().map(|size| self.integer_constant(size, "the vector size"));
                    if let Some(Ok((bytes, _))) = size {
                        found.vector_bytes = u64::try_from(bytes).ok().filter(|bytes| *bytes < 1 << 20);
                    }
                }
                "transparent_union" => found.is_transparent_union = true,
                "interrupt" | "interrupt_handler" | "signal" | "isr" => found.is_interrupt = true,
                "noreturn" => found.is_noreturn = true,
                "gnu_inline" => found.is_gnu_inline = true,
                "cleanup" => found.cleanup = self.cleanup_attribute(attribute).or(found.cleanup),
                "alias" => found.alias = self.symbol_argument(attribute).or(found.alias),
                "weakref" => {
                    found.is_weak = true;
                    if !attribute.arguments.is_empty() {
                        found.alias = self.symbol_argument(attribute).or(found.alias);
                    }
                }
                "weak" => found.is_weak = true,
                "ifunc" => found.has_resolver = true,
                // All data models are little-endian.
                "scalar_storage_order" => {
                    found.is_byte_swapped =
                        attribute.arguments.first().and_then(text_of).as_deref() != Some("little-endian");
                }
                "ms_struct" => found.has_ms_layout = true,
                "constructor" => found.constructor = self.constructor_attribute(attribute).or(found.constructor),
                "destructor" => found.destructor = self.constructor_attribute(attribute).or(found.destructor),
                "pragma_pack" => {
                    let limit = attribute.arguments.first().map(|limit| self.integer_constant(limit, "the packing"));
                    if let Some(Ok((bytes, _))) = limit {
                        found.pack = u64::try_from(bytes).ok().filter(|bytes| bytes.is_power_of_two());
                    }
                }
                _ => {}
            }
        }
        found
    }

    fn symbol_argument(&mut self, attribute: &Attribute) -> Option<usize> {
        let Some(symbol) = attribute.arguments.first().and_then(text_of) else {
            let message = format!("`{}` names no symbol", attribute.name);
            self.error(attribute.span, message, format!("write `{}(\"SYMBOL\")`", attribute.name));
            return None;
        };
        self.linkage.targets.push(symbol);
        Some(self.linkage.targets.len() - 1)
    }

    fn cleanup_attribute(&mut self, attribute: &Attribute) -> Option<usize> {
        let Some(ExprKind::Identifier(function)) = attribute.arguments.first().map(|argument| &argument.kind) else {
            self.error(attribute.span, "`cleanup` names no function", "write `cleanup(FUNCTION)`");
            return None;
        };
        self.cleanup_functions.push(function.clone());
        Some(self.cleanup_functions.len() - 1)
    }

    fn constructor_attribute(&mut self, attribute: &Attribute) -> Option<Constructor> {
        let priority = match attribute.arguments.first() {
            None => NO_PRIORITY,
            Some(priority) => {
                let (priority, _) = self.integer_constant(priority, "the priority").ok()?;
                match u32::try_from(priority) {
                    Ok(priority) if priority <= NO_PRIORITY => priority,
                    _ => {
                        let message = format!("{priority} is no priority of a constructor or destructor function");
                        self.error(attribute.span, message, format!("take a number from 0 to {NO_PRIORITY}"));
                        return None;
                    }
                }
            }
        };
        Some(Constructor { priority, span: attribute.span })
    }

    // `aligned` alone is the largest alignment of the machine.
    fn alignment_argument(&mut self, attribute: &Attribute) -> u64 {
        let Some(argument) = attribute.arguments.first() else { return 16 };
        match self.integer_constant(argument, "the alignment") {
            Ok((bytes, _)) => self.valid_alignment(bytes, attribute.span),
            Err(_) => 0,
        }
    }

    /// An alignment in bytes, or 0 with an error if it is no power of two.
    pub(super) fn valid_alignment(&mut self, bytes: i128, span: Span) -> u64 {
        match u64::try_from(bytes) {
            Ok(bytes) if bytes.is_power_of_two() && bytes <= 1 << 28 => bytes,
            _ => {
                self.error(
                    span,
                    format!("the alignment {bytes} is not a power of two"),
                    "use a power of two up to 268435456",
                );
                0
            }
        }
    }

    fn mode_argument(&mut self, attribute: &Attribute) -> Option<Mode> {
        let ExprKind::Identifier(name) = &attribute.arguments.first()?.kind else { return None };
        let word = self.unit.types.model().pointer_bytes() as u32 * 8;
        let mode = match name.trim_matches('_') {
            "QI" | "byte" => Mode::Integer(8),
            "HI" => Mode::Integer(16),
            "SI" => Mode::Integer(32),
            "DI" => Mode::Integer(64),
            "TI" => Mode::Integer(128),
            "word" | "pointer" | "unwind_word" => Mode::Integer(word),
            "HF" => Mode::Float(FloatKind::Half),
            "SF" => Mode::Float(FloatKind::Float),
            "DF" => Mode::Float(FloatKind::Double),
            "XF" => Mode::Float(FloatKind::LongDouble),
            "TF" => Mode::Float(FloatKind::Float128),
            _ => {
                self.error(
                    attribute.span,
                    format!("`{name}` is no machine mode"),
                    "use one of QI, HI, SI, DI, TI, SF, DF, XF, TF, word, pointer",
                );
                return None;
            }
        };
        Some(mode)
    }

    /// The type that `mode` makes of a base type: same signedness, other width.
    pub(super) fn apply_mode(&mut self, ty: TypeId, mode: Mode) -> TypeId {
        match mode {
            Mode::Float(kind) => self.unit.types.intern(TypeKind::Float(kind)),
            Mode::Integer(bits) => {
                let is_signed = self.unit.types.integer_shape(ty).is_none_or(|(_, is_signed)| is_signed);
                let long_bits = IntKind::Long.bits(self.unit.types.model());
                let kind = match (bits, is_signed) {
                    (8, true) => IntKind::SignedChar,
                    (8, false) => IntKind::UnsignedChar,
                    (16, true) => IntKind::Short,
                    (16, false) => IntKind::UnsignedShort,
                    (32, true) => IntKind::Int,
                    (32, false) => IntKind::UnsignedInt,
                    (128, true) => IntKind::Int128,
                    (128, false) => IntKind::UnsignedInt128,
                    (_, true) if bits == long_bits => IntKind::Long,
                    (_, false) if bits == long_bits => IntKind::UnsignedLong,
                    (_, true) => IntKind::LongLong,
                    (_, false) => IntKind::UnsignedLongLong,
                };
                self.int_type(kind)
            }
        }
    }
}
