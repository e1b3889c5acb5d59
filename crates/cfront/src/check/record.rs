//! Structs and unions: tags, members, what the layout needs to know of them (C11 6.7.2.1, 6.7.2.3).

use raddle_program::source::Span;
use raddle_program::types::{ArrayLength, DataModel, Field, FloatKind, Qualified, Record, RecordId, TypeId, TypeKind};
use rustc_hash::FxHashMap;

use super::attribute::Attributes;
use super::layout::{Member, lay_out};
use super::scope::{SpelledType, Tag};
use super::specifier::{Base, Standing};
use super::{Checked, Checker};
use crate::ast::{FieldDeclaration, FieldDeclarator, Identifier, Name, RecordSpecifier, TypeSpecifier};

impl Checker {
    pub(super) fn record_specifier(&mut self, specifier: &RecordSpecifier, standing: Standing) -> Checked<TypeId> {
        let Some(fields) = &specifier.fields else {
            return self.record_reference(specifier, standing);
        };
        let record = self.define_record_tag(specifier)?;
        let ty = self.unit.types.intern(TypeKind::Record(record));
        let attributes = self.attributes(&specifier.attributes);
        let members = self.members(fields, specifier, attributes);
        // A definition nested in its own members may have completed the record already; that was told.
        if self.unit.types.record(record).body.is_none() {
            match lay_out(members, specifier.is_union, attributes.pack, attributes.aligned) {
                Some(laid) => {
                    for (index, alignment) in laid.alignments.into_iter().enumerate() {
                        self.member_alignments.insert((record, index as u32), alignment);
                    }
                    let is_const = |field: &Field| field.ty.qualifiers.is_const || self.has_const_member(field.ty.ty);
                    if laid.body.fields.iter().any(is_const) {
                        self.constant_members.insert(record);
                    }
                    self.unit.types.complete_record(record, laid.body);
                }
                None => {
                    return Err(self.error(
                        specifier.span,
                        "this record is larger than any object can be",
                        "make its arrays smaller",
                    ));
                }
            }
        }
        self.refuse_foreign_layout(record, attributes, specifier.span);
        if attributes.is_transparent_union && specifier.is_union {
            self.transparent_unions.insert(record);
        }
        Ok(ty)
    }

    /// Layouts that differ from the usual one have no model: those of `ms_struct` where there are bit-fields, and scalars that
    /// are stored in the other byte order.
    fn refuse_foreign_layout(&mut self, record: RecordId, attributes: Attributes, span: Span) {
        if attributes.is_byte_swapped {
            self.refuse_program("a structure with the attribute scalar_storage_order", span);
        }
        let has_bits = |body: &raddle_program::types::RecordBody| body.fields.iter().any(|field| field.bits.is_some());
        if attributes.has_ms_layout && self.unit.types.record(record).body.as_ref().is_some_and(has_bits) {
            self.refuse_program("a structure with the attribute ms_struct and bit-fields", span);
        }
    }

    fn record_reference(&mut self, specifier: &RecordSpecifier, standing: Standing) -> Checked<TypeId> {
        let Some(tag) = &specifier.tag else {
            return Err(self.error(specifier.span, "this record has neither a tag nor members", "write one of them"));
        };
        let bound = match standing {
            Standing::Alone => self.scopes.lookup_tag_here(&tag.name),
            Standing::WithDeclarators => self.scopes.lookup_tag(&tag.name),
        };
        let record = match bound {
            Some(bound) => match bound.tag {
                Tag::Record(record) if self.unit.types.record(record).is_union == specifier.is_union => record,
                Tag::Record(_) | Tag::Enum(_) => return Err(self.wrong_kind_of_tag(tag, bound.span)),
            },
            None => self.new_record(specifier),
        };
        Ok(self.unit.types.intern(TypeKind::Record(record)))
    }

    fn new_record(&mut self, specifier: &RecordSpecifier) -> RecordId {
        let tag = specifier.tag.as_ref();
        let span = tag.map_or(specifier.span, |tag| tag.span);
        let record = self.unit.types.add_record(Record {
            tag: tag.map(|tag| tag.name.clone()),
            is_union: specifier.is_union,
            body: None,
            span,
        });
        if let Some(tag) = tag {
            self.scopes.bind_tag(&tag.name, Tag::Record(record), tag.span);
        }
        record
    }

    fn define_record_tag(&mut self, specifier: &RecordSpecifier) -> Checked<RecordId> {
        let Some(tag) = &specifier.tag else { return Ok(self.new_record(specifier)) };
        let Some(bound) = self.scopes.lookup_tag_here(&tag.name) else { return Ok(self.new_record(specifier)) };
        match bound.tag {
            Tag::Record(record) if self.unit.types.record(record).is_union == specifier.is_union => {
                if self.unit.types.record(record).body.is_some() {
                    self.error_with_note(
                        tag.span,
                        format!("`{}` is defined twice", tag.name),
                        "remove or rename one of the definitions",
                        (bound.span, "the first definition is here"),
                    );
                    return Ok(self.new_record(specifier));
                }
                Ok(record)
            }
            Tag::Record(_) | Tag::Enum(_) => Err(self.wrong_kind_of_tag(tag, bound.span)),
        }
    }

    fn members(
        &mut self,
        fields: &[FieldDeclaration],
        specifier: &RecordSpecifier,
        attributes: Attributes,
    ) -> Vec<Member> {
        let mut members = Vec::new();
        let mut names: FxHashMap<Name, Span> = FxHashMap::default();
        // A flexible array must be the last member; its place is kept until something follows.
        let mut flexible: Option<Span> = None;
        for declaration in fields {
            if let Some(assertion) = &declaration.static_assert {
                self.static_assert(assertion);
                continue;
            }
            let standing = if declaration.declarators.is_empty() { Standing::Alone } else { Standing::WithDeclarators };
            let Ok(base) = self.specifiers(&declaration.specifiers, standing) else { continue };
            if declaration.declarators.is_empty() {
                self.anonymous_member(declaration, base, attributes, &mut members, &mut names);
                continue;
            }
            for declarator in &declaration.declarators {
                if let Some(span) = flexible.take().filter(|_| !specifier.is_union) {
                    self.error(span, "an array without length is not the last member", "move it to the end");
                }
                let Ok(member) = self.member(declarator, base, attributes) else { continue };
                if let Some(name) = &declarator.declarator.name {
                    self.member_name(&name.name, name.span, &mut names);
                }
                if self.is_flexible(member.ty.ty) {
                    flexible = Some(member.span);
                }
                members.push(member);
            }
        }
        if let Some(span) = flexible.filter(|_| specifier.is_union || members.len() == 1) {
            let where_it_is = if specifier.is_union { "in a union" } else { "the only member of a struct" };
            let message = format!("an array without length is {where_it_is}");
            self.error(span, message, "give the array a length, such as 0");
        }
        members
    }

    fn is_flexible(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Array { length: ArrayLength::Unknown, .. })
    }

    fn member_name(&mut self, name: &Name, span: Span, names: &mut FxHashMap<Name, Span>) {
        if let Some(previous) = names.insert(name.clone(), span) {
            self.error_with_note(
                span,
                format!("two members are called `{name}`"),
                "rename one of them",
                (previous, "the first one is here"),
            );
        }
    }

    // C11 6.7.2.1p13: the members of an anonymous record are members of the record around it.
    fn anonymous_member(
        &mut self,
        declaration: &FieldDeclaration,
        base: Base,
        attributes: Attributes,
        members: &mut Vec<Member>,
        names: &mut FxHashMap<Name, Span>,
    ) {
        let is_defined_here = matches!(&declaration.specifiers.ty, TypeSpecifier::Record(record)
            if record.tag.is_none() && record.fields.is_some());
        let record = self.record_of(base.ty.ty).filter(|_| is_defined_here);
        let Some(record) = record else {
            self.warning(declaration.span, "this declaration declares no member", "name a member or remove it");
            return;
        };
        for (name, span) in self.names_of(record) {
            self.member_name(&name, span, names);
        }
        if let Ok(member) = self.laid_member(None, base, base.ty, Attributes::default(), attributes, declaration.span) {
            members.push(member);
        }
    }

    /// The names of a record's members, those of anonymous records included.
    pub(super) fn names_of(&self, record: RecordId) -> Vec<(Name, Span)> {
        let mut found = Vec::new();
        let fields = self.unit.types.record(record).body.iter().flat_map(|body| &body.fields);
        for field in fields {
            match (&field.name, self.record_of(field.ty.ty)) {
                (Some(name), _) => found.push((name.clone(), field.span)),
                (None, Some(inner)) => found.extend(self.names_of(inner)),
                (None, None) => {}
            }
        }
        found
    }

    fn member(&mut self, declarator: &FieldDeclarator, base: Base, record: Attributes) -> Checked<Member> {
        let name = declarator.declarator.name.as_ref();
        let span = name.map_or(declarator.declarator.span, |name| name.span);
        let own = self.attributes(&declarator.declarator.attributes);
        let base_type = self.apply_type_attributes(base.ty, base.attributes.and(own));
        let ty = self.derive(base_type, &declarator.declarator.derived, span, name.map(|name| &*name.name))?;
        if self.is_variably_modified(ty.ty) {
            return Err(self.error(span, "a member has a variable length", "use a constant length or a pointer"));
        }
        let complete = self.is_complete(ty.ty) || self.is_flexible(ty.ty);
        if self.is_function(ty.ty) || !complete {
            let message = format!("a member has type `{}`", self.spell(ty.ty));
            let advice = if self.is_function(ty.ty) {
                "use a pointer to a function"
            } else {
                "complete the type first, or use a pointer to it"
            };
            return Err(self.error(span, message, advice));
        }
        let mut member = self.laid_member(name, base, ty, own, record, span)?;
        if let Some(width) = &declarator.bit_width {
            member.bit_width = Some(self.bit_width(width, ty, name)?);
            if base.alignas > 0 {
                self.error(span, "`_Alignas` is applied to a bit-field", "remove it");
            }
        }
        Ok(member)
    }

    fn laid_member(
        &mut self,
        name: Option<&Identifier>,
        base: Base,
        ty: SpelledType,
        own: Attributes,
        record: Attributes,
        span: Span,
    ) -> Checked<Member> {
        let type_alignment = self.member_alignment(ty);
        if base.alignas > 0 && base.alignas < type_alignment {
            self.error(span, "`_Alignas` is weaker than the type's own alignment", "use a greater alignment");
        }
        Ok(Member {
            name: name.map(|name| name.name.clone()),
            ty: ty.qualified(),
            span,
            size: self.unit.types.size_of(ty.ty).unwrap_or(0),
            type_alignment,
            own_alignment: own.aligned.max(base.attributes.aligned).max(base.alignas),
            is_packed: record.is_packed || own.is_packed || base.attributes.is_packed,
            bit_width: None,
        })
    }

    fn bit_width(&mut self, width: &crate::ast::Expr, ty: SpelledType, name: Option<&Identifier>) -> Checked<u32> {
        let called =
            name.map_or_else(|| "an unnamed bit-field".to_owned(), |name| format!("bit-field `{}`", name.name));
        if !self.is_integer(ty.ty) {
            let message = format!("{called} has type `{}`", self.spell(ty.ty));
            return Err(self.error(width.span, message, "use an integer type"));
        }
        let (value, _) = self.integer_constant(width, &format!("the width of {called}"))?;
        let most = match self.kind(ty.ty) {
            TypeKind::Bool => 1,
            _ => self.unit.types.integer_shape(ty.ty).map_or(0, |(bits, _)| bits),
        };
        match u32::try_from(value).ok().filter(|width| *width <= most) {
            Some(0) if name.is_some() => {
                Err(self.error(width.span, format!("{called} has width 0"), "remove its name, or give it bits"))
            }
            Some(width) => Ok(width),
            None => {
                let message = format!("the width of {called} is {value}, but its type has {most} bits");
                Err(self.error(width.span, message, "use a width that fits the type"))
            }
        }
    }

    /// Alignment of a type as a member of a record: on i386, 8-byte scalars align to 4 unless they are atomic or a
    /// typedef says otherwise.
    pub(super) fn member_alignment(&self, ty: SpelledType) -> u64 {
        if ty.alignment > 0 {
            return ty.alignment;
        }
        self.unit.types.align_of(ty.ty).unwrap_or(1).max(self.atomic_alignment(ty.qualified()))
    }

    /// `_Alignof`: the alignment that a type has everywhere; `None` for incomplete types.
    pub(super) fn minimum_alignment(&self, ty: SpelledType) -> Option<u64> {
        self.unit.types.align_of(ty.ty)?;
        // GNU: `void` has an alignment; an array of unknown length has none.
        let is_known = self.is_void(ty.ty) || self.is_complete(ty.ty);
        is_known.then(|| self.member_alignment(ty))
    }

    /// `__alignof__`: the alignment that objects get outside records; `None` for incomplete types.
    pub(super) fn preferred_alignment(&self, ty: SpelledType) -> Option<u64> {
        let least = self.minimum_alignment(ty)?;
        if ty.alignment > 0 || self.unit.types.model() != DataModel::Ilp32 {
            return Some(least);
        }
        let mut at = ty.ty;
        while let Some((element, _)) = self.array_parts(at) {
            at = element.ty;
        }
        let is_eight_bytes = match self.kind(at) {
            TypeKind::Int(kind) => kind.bits(DataModel::Ilp32) == 64,
            TypeKind::Float(kind) | TypeKind::Complex(kind) => matches!(kind, FloatKind::Double),
            TypeKind::Void
            | TypeKind::Bool
            | TypeKind::Pointer(_)
            | TypeKind::Array { .. }
            | TypeKind::Record(_)
            | TypeKind::Function(_) => false,
        };
        Some(if is_eight_bytes { least.max(8) } else { least })
    }

    // Atomic objects of 1, 2, 4, 8 and 16 bytes are aligned to their size, so that one instruction reaches them.
    fn atomic_alignment(&self, ty: Qualified) -> u64 {
        if let Some((element, _)) = self.array_parts(ty.ty) {
            return self.atomic_alignment(element);
        }
        match self.unit.types.size_of(ty.ty) {
            Some(size) if ty.qualifiers.is_atomic && matches!(size, 1 | 2 | 4 | 8 | 16) => size,
            _ => 0,
        }
    }
}
