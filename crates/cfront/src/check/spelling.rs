//! How a type is written in C, for messages.

use raddle_program::types::{ArrayLength, FloatKind, IntKind, Qualified, Qualifiers, TypeId, TypeKind};

use super::Checker;

/// How many bytes of a declarator a message shows.
const LONGEST_DECLARATOR: usize = 200;

impl Checker {
    /// A type in C's notation, as in a cast.
    pub(super) fn spell(&self, ty: TypeId) -> String {
        self.spell_around(Qualified::plain(ty), String::new())
    }

    /// A qualified type in C's notation.
    pub(super) fn spell_qualified(&self, qualified: Qualified) -> String {
        self.spell_around(qualified, String::new())
    }

    // Builds a declarator from the inside out: `inner` is what stands around the name so far. Types that a chain of
    // typedefs has made very deep are cut short.
    fn spell_around(&self, qualified: Qualified, inner: String) -> String {
        if inner.len() > LONGEST_DECLARATOR {
            return format!("... {inner}");
        }
        let prefix = spell_qualifiers(qualified.qualifiers);
        match self.kind(qualified.ty) {
            TypeKind::Pointer(target) => {
                let needs_parentheses = matches!(self.kind(target.ty), TypeKind::Array { .. } | TypeKind::Function(_));
                let star = format!("*{}{inner}", prefix.trim_end());
                self.spell_around(*target, if needs_parentheses { format!("({star})") } else { star })
            }
            TypeKind::Array { element, length } => {
                let length = match length {
                    ArrayLength::Fixed(count) => count.to_string(),
                    ArrayLength::Unknown => String::new(),
                    ArrayLength::Variable(_) => "*".to_owned(),
                };
                self.spell_around(*element, format!("{inner}[{length}]"))
            }
            TypeKind::Function(function) => {
                let mut parameters: Vec<String> =
                    function.parameters.iter().map(|parameter| self.spell_qualified(*parameter)).collect();
                if function.is_variadic {
                    parameters.push("...".to_owned());
                } else if parameters.is_empty() && function.has_prototype {
                    parameters.push("void".to_owned());
                }
                self.spell_around(function.result, format!("{inner}({})", parameters.join(", ")))
            }
            TypeKind::Void
            | TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Record(_) => {
                let name = format!("{prefix}{}", self.spell_base(qualified.ty));
                if inner.is_empty() { name } else { format!("{name} {inner}") }
            }
        }
    }

    fn spell_base(&self, ty: TypeId) -> String {
        match self.kind(ty) {
            TypeKind::Void => "void".to_owned(),
            TypeKind::Bool => "_Bool".to_owned(),
            TypeKind::Int(kind) => spell_int(*kind).to_owned(),
            TypeKind::Float(kind) => spell_float(*kind).to_owned(),
            TypeKind::Complex(kind) => format!("_Complex {}", spell_float(*kind)),
            TypeKind::Record(record) => {
                let record = self.unit.types.record(*record);
                let keyword = if record.is_union { "union" } else { "struct" };
                match &record.tag {
                    Some(tag) => format!("{keyword} {tag}"),
                    None => format!("{keyword} {{...}}"),
                }
            }
            TypeKind::Pointer(_) | TypeKind::Array { .. } | TypeKind::Function(_) => self.spell(ty),
        }
    }
}

fn spell_qualifiers(qualifiers: Qualifiers) -> String {
    let words = [
        (qualifiers.is_atomic, "_Atomic "),
        (qualifiers.is_const, "const "),
        (qualifiers.is_volatile, "volatile "),
        (qualifiers.is_restrict, "restrict "),
    ];
    words.iter().filter(|(present, _)| *present).map(|(_, word)| *word).collect()
}

fn spell_int(kind: IntKind) -> &'static str {
    match kind {
        IntKind::Char => "char",
        IntKind::SignedChar => "signed char",
        IntKind::UnsignedChar => "unsigned char",
        IntKind::Short => "short",
        IntKind::UnsignedShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UnsignedInt => "unsigned int",
        IntKind::Long => "long",
        IntKind::UnsignedLong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::UnsignedLongLong => "unsigned long long",
        IntKind::Int128 => "__int128",
        IntKind::UnsignedInt128 => "unsigned __int128",
    }
}

fn spell_float(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Half => "_Float16",
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
        FloatKind::Float128 => "_Float128",
    }
}
