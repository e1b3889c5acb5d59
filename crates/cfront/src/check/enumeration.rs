//! Enumerations and their constants (C11 6.7.2.2; as gcc, constants beyond `int` widen the type).

use raddle_program::types::{IntKind, TypeId};

use super::scope::{Binding, Tag};
use super::{Checked, Checker};
use crate::ast::{EnumSpecifier, Enumerator, Identifier};

impl Checker {
    pub(super) fn enum_specifier(&mut self, specifier: &EnumSpecifier) -> Checked<TypeId> {
        let Some(constants) = &specifier.constants else {
            return self.enum_reference(specifier.tag.as_ref());
        };
        let attributes = self.attributes(&specifier.attributes);
        if let Some(tag) = &specifier.tag {
            self.define_enum_tag(tag);
        }
        let values = self.enumerators(constants);
        let ty = self.enum_type(&values, attributes.is_packed);
        // Constants that do not fit `int` get the type of the enumeration once it is known.
        let int = self.int();
        for (name, value) in values {
            let constant_type = if i32::try_from(value).is_ok() { int } else { ty };
            if name.name.ends_with("_IRQn") {
                self.interrupt_numbers.insert(name.name.clone(), value);
            }
            self.scopes.bind(&name.name, Binding::Constant { value, ty: constant_type }, name.span);
        }
        if let Some(tag) = &specifier.tag {
            self.scopes.bind_tag(&tag.name, Tag::Enum(Some(ty)), tag.span);
        }
        match attributes.mode {
            Some(mode) => Ok(self.apply_mode(ty, mode)),
            None => Ok(ty),
        }
    }

    fn enum_reference(&mut self, tag: Option<&Identifier>) -> Checked<TypeId> {
        let unsigned = self.int_type(IntKind::UnsignedInt);
        let Some(tag) = tag else { return Ok(unsigned) };
        match self.scopes.lookup_tag(&tag.name) {
            Some(bound) => match bound.tag {
                Tag::Enum(ty) => Ok(ty.unwrap_or(unsigned)),
                Tag::Record(_) => Err(self.wrong_kind_of_tag(tag, bound.span)),
            },
            None => {
                // GNU: named before its constants are known.
                self.scopes.bind_tag(&tag.name, Tag::Enum(None), tag.span);
                Ok(unsigned)
            }
        }
    }

    fn define_enum_tag(&mut self, tag: &Identifier) {
        if let Some(bound) = self.scopes.lookup_tag_here(&tag.name) {
            match bound.tag {
                Tag::Enum(None) => {}
                Tag::Enum(Some(_)) => {
                    self.error_with_note(
                        tag.span,
                        format!("`enum {}` is defined twice", tag.name),
                        "remove or rename one of the definitions",
                        (bound.span, "the first definition is here"),
                    );
                }
                Tag::Record(_) => {
                    self.wrong_kind_of_tag(tag, bound.span);
                }
            }
        }
        self.scopes.bind_tag(&tag.name, Tag::Enum(None), tag.span);
    }

    pub(super) fn wrong_kind_of_tag(
        &mut self,
        tag: &Identifier,
        previous: raddle_program::source::Span,
    ) -> super::Poisoned {
        self.error_with_note(
            tag.span,
            format!("`{}` is the tag of another kind of type", tag.name),
            "use the keyword of its declaration, or another tag",
            (previous, "it was declared here"),
        )
    }

    fn enumerators<'a>(&mut self, constants: &'a [Enumerator]) -> Vec<(&'a Identifier, i128)> {
        let mut values = Vec::new();
        let int = self.int();
        let mut next = Some((0i128, int));
        for enumerator in constants {
            let name = &enumerator.name;
            if let Some(previous) = self.scopes.lookup_here(&name.name) {
                let previous = previous.span;
                self.declared_twice(name, previous);
            }
            let known = match &enumerator.value {
                Some(expr) => self.integer_constant(expr, "the value of an enumeration constant").ok(),
                None => next,
            };
            match known {
                Some((value, ty)) => {
                    let ty = if i32::try_from(value).is_ok() { int } else { ty };
                    if name.name.ends_with("_IRQn") {
                        self.interrupt_numbers.insert(name.name.clone(), value);
                    }
                    self.scopes.bind(&name.name, Binding::Constant { value, ty }, name.span);
                    values.push((name, value));
                    next = self.following_value(value, ty, name);
                }
                None => {
                    self.scopes.bind(&name.name, Binding::Poisoned, name.span);
                    next = None;
                }
            }
        }
        values
    }

    fn following_value(&mut self, value: i128, ty: TypeId, name: &Identifier) -> Option<(i128, TypeId)> {
        let next = value + 1;
        let is_unsigned = self.unit.types.integer_shape(ty).is_some_and(|(_, is_signed)| !is_signed);
        let kind = match next {
            _ if i32::try_from(next).is_ok() => IntKind::Int,
            _ if u32::try_from(next).is_ok() => IntKind::UnsignedInt,
            _ if i64::try_from(next).is_ok() => IntKind::LongLong,
            _ if u64::try_from(next).is_ok() && is_unsigned => IntKind::UnsignedLongLong,
            _ => {
                self.error(name.span, "the next enumeration value overflows", "give the next constant a value");
                return None;
            }
        };
        Some((next, self.int_type(kind)))
    }

    fn enum_type(&mut self, values: &[(&Identifier, i128)], is_packed: bool) -> TypeId {
        use IntKind::{
            Int, Long, LongLong, Short, SignedChar, UnsignedChar, UnsignedInt, UnsignedLong, UnsignedLongLong,
            UnsignedShort,
        };
        let least = values.iter().map(|(_, value)| *value).min().unwrap_or(0);
        let greatest = values.iter().map(|(_, value)| *value).max().unwrap_or(0);
        let model = self.unit.types.model();
        let wide = [(Int, UnsignedInt), (Long, UnsignedLong), (LongLong, UnsignedLongLong)];
        let narrow = [(SignedChar, UnsignedChar), (Short, UnsignedShort)];
        let candidates = narrow.iter().filter(|_| is_packed).chain(&wide);
        for &(signed, unsigned) in candidates {
            let bits = signed.bits(model);
            if least >= 0 && greatest < 1i128 << bits {
                return self.int_type(unsigned);
            }
            if least < 0 && least >= -(1i128 << (bits - 1)) && greatest < 1i128 << (bits - 1) {
                return self.int_type(signed);
            }
        }
        self.int_type(LongLong)
    }
}
