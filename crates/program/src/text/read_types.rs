//! Reading types. Inside other types a type must be in the table already.

use super::lex::TokenKind;
use super::read::{Cursor, ReadError, TableReader};
use super::types::{FLOATS, INTEGERS};
use crate::types::{ArrayLength, FunctionType, Qualified, Qualifiers, RecordId, TypeId, TypeKind};

/// How deep function types may be nested.
const TYPE_DEPTH_MAX: u32 = 1_000;

impl TableReader {
    /// Reads a type without qualifiers.
    pub(super) fn ty(&self, cursor: &mut Cursor<'_>) -> Result<TypeId, ReadError> {
        let before = cursor.clone();
        let kind = self.kind(cursor)?;
        self.known(&before, &kind)
    }

    /// Reads a type with qualifiers behind it.
    pub(super) fn qualified(&self, cursor: &mut Cursor<'_>) -> Result<Qualified, ReadError> {
        let before = cursor.clone();
        let (kind, qualifiers) = self.kind_and_qualifiers(cursor)?;
        Ok(Qualified { ty: self.known(&before, &kind)?, qualifiers })
    }

    /// Reads what a type is; the type itself need not be in the table.
    pub(super) fn kind(&self, cursor: &mut Cursor<'_>) -> Result<TypeKind, ReadError> {
        let (kind, qualifiers) = self.kind_and_qualifiers(cursor)?;
        if qualifiers == Qualifiers::default() { Ok(kind) } else { cursor.error("no qualifiers belong here") }
    }

    fn known(&self, at: &Cursor<'_>, kind: &TypeKind) -> Result<TypeId, ReadError> {
        self.types.find(kind).map_or_else(|| at.error("this type is not in the table"), Ok)
    }

    fn kind_and_qualifiers(&self, cursor: &mut Cursor<'_>) -> Result<(TypeKind, Qualifiers), ReadError> {
        let before = cursor.clone();
        let mut kind = self.base(cursor)?;
        let mut qualifiers = read_qualifiers(cursor);
        loop {
            let inner = |kind: &TypeKind| Ok(Qualified { ty: self.known(&before, kind)?, qualifiers });
            if cursor.eat_mark("*") {
                kind = TypeKind::Pointer(inner(&kind)?);
            } else if cursor.is_mark("[") {
                let mut element = inner(&kind)?;
                let mut lengths = Vec::new();
                while cursor.eat_mark("[") {
                    lengths.push(read_length(cursor)?);
                }
                // The lengths are in the order of C: the last one is the innermost.
                while let Some(length) = lengths.pop() {
                    kind = TypeKind::Array { element, length };
                    if !lengths.is_empty() {
                        element = Qualified::plain(self.known(&before, &kind)?);
                    }
                }
            } else if cursor.eat_mark("(") {
                kind = TypeKind::Function(self.function(cursor, inner(&kind)?)?);
            } else {
                return Ok((kind, qualifiers));
            }
            qualifiers = read_qualifiers(cursor);
        }
    }

    /// Reads the parameters of a function type.
    fn function(&self, cursor: &mut Cursor<'_>, result: Qualified) -> Result<FunctionType, ReadError> {
        let mut function =
            FunctionType { result, parameters: Vec::new(), is_variadic: false, has_prototype: !cursor.is_mark(")") };
        let is_void = cursor.is_word("void") && matches!(cursor.peek(1), TokenKind::Mark(")"));
        if is_void {
            cursor.advance();
        }
        cursor.open_types += 1;
        if cursor.open_types > TYPE_DEPTH_MAX {
            return cursor.error(format!("this type is nested more than {TYPE_DEPTH_MAX} levels deep"));
        }
        while !cursor.is_mark(")") {
            if !function.parameters.is_empty() {
                cursor.mark(",")?;
            }
            if cursor.eat_mark("...") {
                function.is_variadic = true;
                break;
            }
            function.parameters.push(self.qualified(cursor)?);
        }
        cursor.open_types -= 1;
        cursor.mark(")")?;
        if cursor.eat_mark("?") {
            function.has_prototype = false;
        }
        Ok(function)
    }

    fn base(&self, cursor: &mut Cursor<'_>) -> Result<TypeKind, ReadError> {
        let is_union = cursor.is_word("union");
        if is_union || cursor.is_word("struct") {
            cursor.advance();
            return self.record_name(cursor, is_union);
        }
        for (word, kind) in [("void", TypeKind::Void), ("_Bool", TypeKind::Bool)] {
            if cursor.eat_word(word) {
                return Ok(kind);
            }
        }
        let is_complex = cursor.eat_word("_Complex");
        let mut words: Vec<&str> = Vec::new();
        while let TokenKind::Bare(word) = cursor.peek(0)
            && super::names::TYPE_WORDS.contains(&word.as_str())
            && !["const", "volatile", "restrict", "_Atomic"].contains(&word.as_str())
        {
            words.push(word);
            cursor.advance();
        }
        let words = words.join(" ");
        if let Some(&(kind, _)) = FLOATS.iter().find(|&&(_, known)| known == words) {
            return Ok(if is_complex { TypeKind::Complex(kind) } else { TypeKind::Float(kind) });
        }
        match INTEGERS.iter().find(|&&(_, known)| known == words) {
            Some(&(kind, _)) if !is_complex => Ok(TypeKind::Int(kind)),
            _ => cursor.error("a type is missing here"),
        }
    }

    fn record_name(&self, cursor: &mut Cursor<'_>, is_union: bool) -> Result<TypeKind, ReadError> {
        let before = cursor.clone();
        let record = if cursor.is_mark("#") {
            cursor.index()?
        } else {
            let (tag, index) = (cursor.name()?, cursor.index()?);
            self.tags.find(&tag, index)
        };
        let record = record
            .map(RecordId)
            .filter(|&record| self.types.records().get(record).is_some_and(|record| record.is_union == is_union));
        record.map_or_else(|| before.error("there is no one record like this"), |record| Ok(TypeKind::Record(record)))
    }
}

fn read_qualifiers(cursor: &mut Cursor<'_>) -> Qualifiers {
    let mut qualifiers = Qualifiers::default();
    loop {
        if cursor.eat_word("const") {
            qualifiers.is_const = true;
        } else if cursor.eat_word("volatile") {
            qualifiers.is_volatile = true;
        } else if cursor.eat_word("restrict") {
            qualifiers.is_restrict = true;
        } else if cursor.eat_word("_Atomic") {
            qualifiers.is_atomic = true;
        } else {
            return qualifiers;
        }
    }
}

/// Reads the length of an array behind `[`, and the `]`.
fn read_length(cursor: &mut Cursor<'_>) -> Result<ArrayLength, ReadError> {
    let length = if cursor.is_mark("]") {
        ArrayLength::Unknown
    } else if cursor.eat_mark("*") {
        ArrayLength::Variable(cursor.number()?)
    } else {
        ArrayLength::Fixed(cursor.number()?)
    };
    cursor.mark("]")?;
    Ok(length)
}
