//! Questions about types: what they point to, whether they are scalar, integer, complete (C11 6.2.5).

use raddle_program::types::{
    ArrayLength, FloatKind, FunctionType, IntKind, Qualified, Qualifiers, RecordId, TypeId, TypeKind, Types,
};

use super::Checker;
use crate::typed::ElementSize;

/// The union of two sets of qualifiers.
pub(super) fn both(left: Qualifiers, right: Qualifiers) -> Qualifiers {
    Qualifiers {
        is_const: left.is_const || right.is_const,
        is_volatile: left.is_volatile || right.is_volatile,
        is_restrict: left.is_restrict || right.is_restrict,
        is_atomic: left.is_atomic || right.is_atomic,
    }
}

/// Whether `_Bool` or an integer type.
pub(super) fn is_integer(types: &Types, ty: TypeId) -> bool {
    matches!(types.kind(ty), TypeKind::Bool | TypeKind::Int(_))
}

/// Whether a real floating type.
pub(super) fn is_float(types: &Types, ty: TypeId) -> bool {
    matches!(types.kind(ty), TypeKind::Float(_))
}

/// Whether a pointer.
pub(super) fn is_pointer(types: &Types, ty: TypeId) -> bool {
    matches!(types.kind(ty), TypeKind::Pointer(_))
}

impl Checker {
    pub(super) fn kind(&self, ty: TypeId) -> &TypeKind {
        self.unit.types.kind(ty)
    }

    pub(super) fn int_type(&mut self, kind: IntKind) -> TypeId {
        self.unit.types.int(kind)
    }

    /// `int`
    pub(super) fn int(&mut self) -> TypeId {
        self.unit.types.int(IntKind::Int)
    }

    /// `_Bool`
    pub(super) fn bool(&mut self) -> TypeId {
        self.unit.types.intern(TypeKind::Bool)
    }

    pub(super) fn double(&mut self) -> TypeId {
        self.unit.types.intern(TypeKind::Float(FloatKind::Double))
    }

    pub(super) fn void(&self) -> TypeId {
        self.unit.types.void()
    }

    pub(super) fn size_type(&mut self) -> TypeId {
        let kind = self.unit.types.model().size_type();
        self.unit.types.int(kind)
    }

    pub(super) fn difference_type(&mut self) -> TypeId {
        let kind = self.unit.types.model().difference_type();
        self.unit.types.int(kind)
    }

    pub(super) fn pointer(&mut self, target: Qualified) -> TypeId {
        self.unit.types.intern(TypeKind::Pointer(target))
    }

    /// `void *`
    pub(super) fn void_pointer(&mut self) -> TypeId {
        let void = self.void();
        self.unit.types.pointer_to(void)
    }

    pub(super) fn array(&mut self, element: Qualified, length: ArrayLength) -> TypeId {
        self.unit.types.intern(TypeKind::Array { element, length })
    }

    /// Adds qualifiers to a type; those of an array go to its elements (C11 6.7.3).
    pub(super) fn qualify(&mut self, qualified: Qualified, qualifiers: Qualifiers) -> Qualified {
        if qualifiers == Qualifiers::default() {
            return qualified;
        }
        match *self.kind(qualified.ty) {
            TypeKind::Array { element, length } => {
                let element = self.qualify(element, both(qualifiers, qualified.qualifiers));
                Qualified::plain(self.array(element, length))
            }
            _ => Qualified { ty: qualified.ty, qualifiers: both(qualified.qualifiers, qualifiers) },
        }
    }

    pub(super) fn is_void(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Void)
    }

    pub(super) fn is_integer(&self, ty: TypeId) -> bool {
        is_integer(&self.unit.types, ty)
    }

    pub(super) fn is_float(&self, ty: TypeId) -> bool {
        is_float(&self.unit.types, ty)
    }

    pub(super) fn is_complex(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Complex(_))
    }

    pub(super) fn is_real(&self, ty: TypeId) -> bool {
        self.is_integer(ty) || self.is_float(ty)
    }

    pub(super) fn is_arithmetic(&self, ty: TypeId) -> bool {
        self.is_real(ty) || self.is_complex(ty)
    }

    pub(super) fn is_pointer(&self, ty: TypeId) -> bool {
        is_pointer(&self.unit.types, ty)
    }

    pub(super) fn is_scalar(&self, ty: TypeId) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    pub(super) fn is_array(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Array { .. })
    }

    pub(super) fn is_function(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Function(_))
    }

    /// The record of a record type.
    pub(super) fn record_of(&self, ty: TypeId) -> Option<RecordId> {
        match self.kind(ty) {
            TypeKind::Record(record) => Some(*record),
            _ => None,
        }
    }

    /// Whether a GNU vector, whose operations are not modelled.
    pub(super) fn is_vector(&self, ty: TypeId) -> bool {
        self.record_of(ty).is_some_and(|record| self.vectors.contains(&record))
    }

    /// What a pointer points to.
    pub(super) fn pointee(&self, ty: TypeId) -> Option<Qualified> {
        match self.kind(ty) {
            TypeKind::Pointer(target) => Some(*target),
            _ => None,
        }
    }

    /// Elements and length of an array type.
    pub(super) fn array_parts(&self, ty: TypeId) -> Option<(Qualified, ArrayLength)> {
        match self.kind(ty) {
            TypeKind::Array { element, length } => Some((*element, *length)),
            _ => None,
        }
    }

    /// The function type of a function type.
    pub(super) fn function_type(&self, ty: TypeId) -> Option<&FunctionType> {
        match self.kind(ty) {
            TypeKind::Function(function) => Some(function),
            _ => None,
        }
    }

    /// Whether the size of objects of this type is known, at the latest when their declaration is reached.
    pub(super) fn is_complete(&self, ty: TypeId) -> bool {
        match self.kind(ty) {
            TypeKind::Void => false,
            TypeKind::Array { element, length } => {
                !matches!(length, ArrayLength::Unknown) && self.is_complete(element.ty)
            }
            TypeKind::Record(record) => self.unit.types.record(*record).body.is_some(),
            TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Pointer(_)
            | TypeKind::Function(_) => true,
        }
    }

    /// Whether a variable-length array or an array of these.
    pub(super) fn is_variable_length(&self, ty: TypeId) -> bool {
        match self.kind(ty) {
            TypeKind::Array { element, length } => {
                matches!(length, ArrayLength::Variable(_)) || self.is_variable_length(element.ty)
            }
            _ => false,
        }
    }

    /// Whether a variable length occurs in the type outside function types (C11 6.7.6.2).
    pub(super) fn is_variably_modified(&self, ty: TypeId) -> bool {
        // Most files have no variable length at all, and types may be deep.
        if self.next_length == 0 {
            return false;
        }
        match self.kind(ty) {
            TypeKind::Array { element, length } => {
                matches!(length, ArrayLength::Variable(_)) || self.is_variably_modified(element.ty)
            }
            TypeKind::Pointer(target) => self.is_variably_modified(target.ty),
            TypeKind::Function(function) => self.is_variably_modified(function.result.ty),
            _ => false,
        }
    }

    /// The size of a complete type as a product of bytes and variable lengths. Sizes that overflow are capped; the
    /// declarator has refused them already.
    pub(super) fn element_size(&self, ty: TypeId) -> ElementSize {
        let (mut bytes, mut lengths, mut at) = (1u64, Vec::new(), ty);
        while let TypeKind::Array { element, length } = self.kind(at) {
            match length {
                ArrayLength::Fixed(count) => bytes = bytes.saturating_mul(*count),
                ArrayLength::Variable(number) => lengths.push(*number),
                ArrayLength::Unknown => {}
            }
            at = element.ty;
        }
        bytes = bytes.saturating_mul(self.unit.types.size_of(at).unwrap_or(1));
        if lengths.is_empty() { ElementSize::Fixed(bytes) } else { ElementSize::Variable(bytes, lengths) }
    }
}
