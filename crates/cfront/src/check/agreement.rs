//! Whether the declarations of one symbol in several files agree (C11 6.2.7p2).
//!
//! C asks for compatible types, and programs often have less: `long` beside `long long`, pointers to other types. Such
//! declarations mean the same object, and they are accepted. What is not accepted makes the files disagree about where bytes are
//! or how many arguments there are: other sizes, structures whose layouts differ. The signs of integers must agree, too, but for the
//! elements of an array.

use raddle_program::source::Span;
use raddle_program::types::{ArrayLength, RecordId, TypeId, TypeKind, Types};

use super::{Checker, Linked};

/// How deep records may be nested.
const DEPTH_LIMIT: usize = 64;

/// Why two types do not agree.
#[derive(Clone, Copy)]
enum Conflict {
    /// The types themselves differ.
    Types,
    /// Two records have one meaning and two layouts.
    Layouts(RecordId, RecordId),
}

impl Checker {
    /// Gives an error if two files declare a symbol in ways that do not agree. `other` is the definition, or the first declaration.
    pub(super) fn require_agreement(&mut self, entity: Linked, other: Linked) {
        let Err(conflict) = self.agreement(entity, other) else { return };
        let (span, first) = (self.span_of(entity), self.span_of(other));
        let (name, ty, other_ty) = match (entity, other) {
            (Linked::Variable(one), Linked::Variable(other)) => {
                let one = &self.unit.variables[one];
                (one.name.clone(), self.spell(one.ty.ty), self.spell(self.unit.variables[other].ty.ty))
            }
            (Linked::Function(one), Linked::Function(other)) => {
                let one = &self.unit.functions[one];
                (one.name.clone(), self.spell(one.ty), self.spell(self.unit.functions[other].ty))
            }
            (Linked::Variable(one), Linked::Function(_)) => {
                (self.unit.variables[one].name.clone(), "an object".into(), "a function".into())
            }
            (Linked::Function(one), Linked::Variable(_)) => {
                (self.unit.functions[one].name.clone(), "a function".into(), "an object".into())
            }
        };
        match conflict {
            Conflict::Types => {
                let message = format!("two files declare `{name}` differently: as `{ty}` and as `{other_ty}`");
                let note = (first, "the other file declares it here");
                self.conflict(span, message, "make the declarations agree: put one into a header", &[note]);
            }
            Conflict::Layouts(one, two) => {
                let (one, two) = (self.unit.types.record(one), self.unit.types.record(two));
                let tag = one.tag.clone().map_or_else(|| "a structure".to_owned(), |tag| format!("`{tag}`"));
                let message = format!("two files share `{name}`, but {tag} has another layout in each of them");
                let notes = [(two.span, "the other layout is here"), (first, "the other file declares it here")];
                let one = one.span;
                let advice = "put the structure into a header, and compile all files with the same macros";
                let notes = [&[(span, "this file declares it here")][..], &notes[..]].concat();
                self.conflict(one, message, advice, &notes);
            }
        }
    }

    /// Whether two files declare a symbol in ways that agree.
    pub(super) fn agree(&self, entity: Linked, other: Linked) -> bool {
        self.agreement(entity, other).is_ok()
    }

    /// An error, unless it was given before: several files may include the same declaration.
    fn conflict(&mut self, span: Span, message: String, advice: &str, notes: &[(Span, &str)]) {
        if self.diagnostics.iter().any(|known| known.span == span && known.message == message) {
            return;
        }
        self.error(span, message, advice);
        if let Some(last) = self.diagnostics.last_mut() {
            last.notes.extend(notes.iter().map(|&(span, text)| (span, text.to_owned())));
        }
    }

    fn agreement(&self, entity: Linked, other: Linked) -> Result<(), Conflict> {
        let types = &self.unit.types;
        match (entity, other) {
            (Linked::Variable(one), Linked::Variable(other)) => {
                let (one, other) = (&self.unit.variables[one], &self.unit.variables[other]);
                let agrees =
                    one.storage == other.storage && one.ty.qualifiers.is_atomic == other.ty.qualifiers.is_atomic;
                if agrees { agree(types, one.ty.ty, other.ty.ty, true, 0) } else { Err(Conflict::Types) }
            }
            (Linked::Function(one), Linked::Function(other)) => {
                let (one, other) = (&self.unit.functions[one], &self.unit.functions[other]);
                if self.compatible(one.ty, other.ty) {
                    return Ok(());
                }
                let result = |ty| self.function_type(ty).map(|function| function.result.ty);
                match (one.is_implicit || other.is_implicit, result(one.ty), result(other.ty)) {
                    // What a call without a declaration passes is converted when the function begins.
                    (true, Some(one), Some(other)) if self.is_void(one) || self.is_void(other) => Ok(()),
                    (true, Some(one), Some(other)) => agree(types, one, other, true, 0),
                    _ => agree(types, one.ty, other.ty, true, 0),
                }
            }
            (Linked::Variable(_), Linked::Function(_)) | (Linked::Function(_), Linked::Variable(_)) => {
                Err(Conflict::Types)
            }
        }
    }
}

/// Whether objects of two types have the same bytes at the same places. What pointers in records point to is not looked at: each
/// file may have its own idea of it.
fn agree(types: &Types, one: TypeId, other: TypeId, follows: bool, depth: usize) -> Result<(), Conflict> {
    if one == other || depth > DEPTH_LIMIT {
        return Ok(());
    }
    let all = |agrees: bool| if agrees { Ok(()) } else { Err(Conflict::Types) };
    match (types.kind(one), types.kind(other)) {
        (TypeKind::Pointer(one), TypeKind::Pointer(other)) if follows => {
            match (types.kind(one.ty), types.kind(other.ty)) {
                (TypeKind::Function(_), TypeKind::Function(_)) => Ok(()),
                (TypeKind::Function(_), _) | (_, TypeKind::Function(_)) => Err(Conflict::Types),
                (TypeKind::Record(a), TypeKind::Record(b)) if types.record(*a).tag == types.record(*b).tag => {
                    agree_records(types, *a, *b, depth)
                }
                _ => Ok(()),
            }
        }
        (TypeKind::Pointer(_), TypeKind::Pointer(_)) => Ok(()),
        (TypeKind::Array { element, length }, TypeKind::Array { element: other, length: other_length }) => {
            let lengths_agree = match (length, other_length) {
                (ArrayLength::Fixed(one), ArrayLength::Fixed(other)) => one == other,
                _ => true,
            };
            all(lengths_agree)?;
            if is_integer(types, element.ty) && is_integer(types, other.ty) {
                // Elements are accessed through pointers, of the type that the accessing file gives them.
                return all(types.size_of(element.ty) == types.size_of(other.ty));
            }
            agree(types, element.ty, other.ty, follows, depth + 1)
        }
        (TypeKind::Record(one), TypeKind::Record(other)) => agree_records(types, *one, *other, depth),
        (TypeKind::Function(one), TypeKind::Function(other)) => {
            agree(types, one.result.ty, other.result.ty, follows, depth + 1)?;
            if !one.has_prototype || !other.has_prototype {
                return Err(Conflict::Types);
            }
            all(one.is_variadic == other.is_variadic && one.parameters.len() == other.parameters.len())?;
            let mut pairs = one.parameters.iter().zip(&other.parameters);
            pairs.try_for_each(|(one, other)| agree(types, one.ty, other.ty, follows, depth + 1))
        }
        (TypeKind::Int(_), TypeKind::Int(_)) => all(types.integer_shape(one) == types.integer_shape(other)),
        _ => Err(Conflict::Types),
    }
}

fn is_integer(types: &Types, ty: TypeId) -> bool {
    matches!(types.kind(ty), TypeKind::Int(_))
}

fn agree_records(types: &Types, one: RecordId, other: RecordId, depth: usize) -> Result<(), Conflict> {
    let differ = Err(Conflict::Layouts(one, other));
    let (first, second) = (types.record(one), types.record(other));
    if first.is_union != second.is_union {
        return differ;
    }
    // One of the files does not look into it.
    let (Some(first), Some(second)) = (&first.body, &second.body) else { return Ok(()) };
    if one == other {
        return Ok(());
    }
    if first.size != second.size || first.fields.len() != second.fields.len() {
        return differ;
    }
    for (a, b) in first.fields.iter().zip(&second.fields) {
        if a.offset != b.offset || a.bits != b.bits {
            return differ;
        }
        match agree(types, a.ty.ty, b.ty.ty, false, depth + 1) {
            Ok(()) => {}
            Err(Conflict::Types) => return differ,
            Err(deeper) => return Err(deeper),
        }
    }
    Ok(())
}
