//! From declaration specifiers and type names to types (C11 6.7.2, 6.7.3, 6.7.5, 6.7.7).

use raddle_program::source::Span;
use raddle_program::types::{FloatKind, IntKind, Qualifiers, Record, RecordBody, TypeId, TypeKind};

use super::attribute::Attributes;
use super::scope::{Binding, SpelledType};
use super::{Checked, Checker};
use crate::ast::{self, AlignAs, BuiltinWord, Specifiers, TypeName, TypeSpecifier};

/// What specifiers say before any declarator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Base {
    /// The base type; for `__auto_type` a placeholder.
    pub ty: SpelledType,
    /// `__auto_type`: the initializer gives the type.
    pub is_auto: bool,
    /// The largest `_Alignas` in bytes; 0 if there is none.
    pub alignas: u64,
    /// Attributes among the specifiers.
    pub attributes: Attributes,
}

/// Whether specifiers stand alone (`struct s;`), which declares the tag in the innermost scope.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    Alone,
    WithDeclarators,
}

impl Checker {
    /// Reads specifiers once for all declarators that share them.
    pub(super) fn specifiers(&mut self, specifiers: &Specifiers, standing: Standing) -> Checked<Base> {
        let attributes = self.attributes(&specifiers.attributes);
        let mut alignas = 0;
        for alignment in &specifiers.alignments {
            alignas = alignas.max(self.align_as(alignment, specifiers.span));
        }
        let mut ty = self.type_specifier(&specifiers.ty, specifiers.span, standing)?;
        let written = from_ast(specifiers.qualifiers);
        if written.is_restrict && !self.is_pointer(ty.ty) {
            self.error(specifiers.span, "`restrict` qualifies a type that is no pointer", "remove `restrict`");
        }
        let qualified = self.qualify(ty.qualified(), written);
        (ty.ty, ty.qualifiers) = (qualified.ty, qualified.qualifiers);
        Ok(Base { ty, is_auto: matches!(specifiers.ty, TypeSpecifier::Auto), alignas, attributes })
    }

    /// The type of a type name, in a cast or `sizeof`.
    pub(super) fn type_name(&mut self, name: &TypeName) -> Checked<SpelledType> {
        let base = self.specifiers(&name.specifiers, Standing::WithDeclarators)?;
        if base.is_auto {
            return Err(self.error(name.span, "`__auto_type` stands in a type name", "write the type"));
        }
        let attributes = self.attributes(&name.declarator.attributes);
        let base_type = self.apply_type_attributes(base.ty, base.attributes.and(attributes));
        let mut ty = self.derive(base_type, &name.declarator.derived, name.span, None)?;
        if attributes.aligned > 0 {
            ty.alignment = attributes.aligned;
        }
        Ok(ty)
    }

    /// `mode` and `vector_size` change the base type, wherever they are written.
    pub(super) fn apply_type_attributes(&mut self, mut base: SpelledType, attributes: Attributes) -> SpelledType {
        if let Some(mode) = attributes.mode {
            base.ty = self.apply_mode(base.ty, mode);
        }
        if let Some(bytes) = attributes.vector_bytes {
            base.ty = self.vector_type(bytes);
        }
        base
    }

    // A record without members that only has the size of the vector.
    fn vector_type(&mut self, bytes: u64) -> TypeId {
        let alignment = bytes.checked_next_power_of_two().unwrap_or(16).max(1);
        let body = Some(RecordBody { fields: Vec::new(), size: bytes, alignment });
        let record = self.unit.types.add_record(Record { tag: None, is_union: false, body, span: Span::NOWHERE });
        self.vectors.insert(record);
        self.unit.types.intern(TypeKind::Record(record))
    }

    fn align_as(&mut self, alignment: &AlignAs, span: Span) -> u64 {
        match alignment {
            AlignAs::Type(name) => {
                let Ok((ty, _)) = self.type_name_with_lengths(name) else { return 0 };
                self.minimum_alignment(ty).unwrap_or(0)
            }
            AlignAs::Expr(expr) => match self.integer_constant(expr, "the alignment") {
                Ok((0, _)) | Err(_) => 0,
                Ok((bytes, _)) => self.valid_alignment(bytes, span),
            },
        }
    }

    fn type_specifier(&mut self, specifier: &TypeSpecifier, span: Span, standing: Standing) -> Checked<SpelledType> {
        match specifier {
            TypeSpecifier::Implicit => {
                self.warning(span, "the type is missing and taken to be `int`", "write `int`");
                Ok(SpelledType::plain(self.int()))
            }
            TypeSpecifier::Builtin(words) => self.builtin_words(words, span).map(SpelledType::plain),
            TypeSpecifier::Record(record) => self.record_specifier(record, standing).map(SpelledType::plain),
            TypeSpecifier::Enum(enumeration) => self.enum_specifier(enumeration).map(SpelledType::plain),
            TypeSpecifier::Typedef(name) => match self.scopes.lookup(&name.name).map(|bound| bound.binding.clone()) {
                Some(Binding::Typedef(ty)) => Ok(ty),
                Some(Binding::Poisoned) => Err(super::Poisoned),
                _ => Err(self.error(
                    name.span,
                    format!("`{}` is no type here", name.name),
                    "declare it with `typedef` or include the header that does",
                )),
            },
            TypeSpecifier::TypeofExpr(expr) => self.typeof_expression(expr),
            TypeSpecifier::TypeofType(name) => self.type_name(name),
            TypeSpecifier::TypeofUnqual(inner) => {
                let ty = self.type_specifier(inner, span, standing)?;
                Ok(SpelledType { qualifiers: Qualifiers::default(), ..ty })
            }
            TypeSpecifier::Atomic(name) => {
                let ty = self.type_name(name)?;
                if self.is_array(ty.ty) || self.is_function(ty.ty) || ty.qualifiers != Qualifiers::default() {
                    let message = format!("`_Atomic` is applied to `{}`", self.spell_qualified(ty.qualified()));
                    return Err(self.error(name.span, message, "apply it to an unqualified scalar or record type"));
                }
                Ok(SpelledType { qualifiers: Qualifiers { is_atomic: true, ..ty.qualifiers }, ..ty })
            }
            TypeSpecifier::Auto => Ok(SpelledType::plain(self.int())),
            TypeSpecifier::VaList => Ok(SpelledType::plain(self.variadic_list_type())),
        }
    }

    fn typeof_expression(&mut self, expr: &ast::Expr) -> Checked<SpelledType> {
        let operand = self.without_evaluation(|cx| cx.operand(expr))?;
        if self.bit_field_of(&operand.expr).is_some() {
            return Err(self.error(expr.span, "`typeof` is applied to a bit-field", "write its type"));
        }
        Ok(SpelledType::natural(raddle_program::types::Qualified {
            ty: operand.expr.ty,
            qualifiers: operand.qualifiers,
        }))
    }

    // C11 6.7.2: the words may come in any order.
    fn builtin_words(&mut self, words: &[BuiltinWord], span: Span) -> Checked<TypeId> {
        let count = |wanted: BuiltinWord| words.iter().filter(|word| **word == wanted).count();
        let longs = count(BuiltinWord::Long);
        let (signed, unsigned) = (count(BuiltinWord::Signed), count(BuiltinWord::Unsigned));
        let is_complex = count(BuiltinWord::Complex) > 0;
        let bases: Vec<BuiltinWord> = words
            .iter()
            .copied()
            .filter(|word| match word {
                BuiltinWord::Long | BuiltinWord::Signed | BuiltinWord::Unsigned | BuiltinWord::Complex => false,
                // `short int` is `short`, `long int` is `long`.
                BuiltinWord::Int => longs == 0 && count(BuiltinWord::Short) == 0,
                BuiltinWord::Void
                | BuiltinWord::Char
                | BuiltinWord::Short
                | BuiltinWord::Float
                | BuiltinWord::Double
                | BuiltinWord::Bool
                | BuiltinWord::Int128
                | BuiltinWord::FloatN(_) => true,
            })
            .collect();
        let is_unsigned = unsigned > 0;
        let no_sign = signed + unsigned == 0;
        let is_repeated = signed + unsigned > 1 || count(BuiltinWord::Int) > 1 || count(BuiltinWord::Complex) > 1;
        let int =
            |signed_kind, unsigned_kind| Some(TypeKind::Int(if is_unsigned { unsigned_kind } else { signed_kind }));
        let float = |kind| no_sign.then_some(if is_complex { TypeKind::Complex(kind) } else { TypeKind::Float(kind) });
        let kind = match (bases.as_slice(), longs) {
            _ if is_repeated => None,
            ([BuiltinWord::Double], 0) => float(FloatKind::Double),
            ([BuiltinWord::Double], 1) => float(FloatKind::LongDouble),
            ([BuiltinWord::Float], 0) => float(FloatKind::Float),
            ([BuiltinWord::FloatN(bits)], 0) => float(match bits {
                16 => FloatKind::Half,
                32 => FloatKind::Float,
                64 => FloatKind::Double,
                80 => FloatKind::LongDouble,
                _ => FloatKind::Float128,
            }),
            ([], 0) if is_complex && no_sign => Some(TypeKind::Complex(FloatKind::Double)),
            _ if is_complex => None,
            ([BuiltinWord::Void], 0) => no_sign.then_some(TypeKind::Void),
            ([BuiltinWord::Bool], 0) => no_sign.then_some(TypeKind::Bool),
            ([BuiltinWord::Char], 0) if no_sign => Some(TypeKind::Int(IntKind::Char)),
            ([BuiltinWord::Char], 0) => int(IntKind::SignedChar, IntKind::UnsignedChar),
            ([BuiltinWord::Short], 0) => int(IntKind::Short, IntKind::UnsignedShort),
            ([BuiltinWord::Int] | [], 0) => int(IntKind::Int, IntKind::UnsignedInt),
            ([BuiltinWord::Int128], 0) => int(IntKind::Int128, IntKind::UnsignedInt128),
            ([], 1) => int(IntKind::Long, IntKind::UnsignedLong),
            ([], 2) => int(IntKind::LongLong, IntKind::UnsignedLongLong),
            _ => None,
        };
        match kind {
            None => Err(self.error(
                span,
                "these words do not make a type together",
                "use one of C's types, such as `unsigned long`",
            )),
            Some(TypeKind::Int(IntKind::Int128 | IntKind::UnsignedInt128))
                if self.unit.types.model() == raddle_program::types::DataModel::Ilp32 =>
            {
                Err(self.error(
                    span,
                    "`__int128` does not exist on a 32-bit machine",
                    "use `long long`, or check the program with `--data-model lp64`",
                ))
            }
            Some(kind) => Ok(self.unit.types.intern(kind)),
        }
    }
}

/// Qualifiers of the syntax tree as qualifiers of types.
pub(super) fn from_ast(qualifiers: ast::Qualifiers) -> Qualifiers {
    Qualifiers {
        is_const: qualifiers.is_const,
        is_volatile: qualifiers.is_volatile,
        is_restrict: qualifiers.is_restrict,
        is_atomic: qualifiers.is_atomic,
    }
}
