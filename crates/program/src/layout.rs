//! Sizes, alignments and value ranges of types under their data model (System V ABI for i386 and x86-64, as gcc).

use crate::floating::Format;
use crate::types::{ArrayLength, DataModel, FloatKind, TypeId, TypeKind, Types};

impl Types {
    /// Size in bytes; `None` for incomplete types and variable-length arrays. As GNU C, `void` and functions have size 1.
    pub fn size_of(&self, ty: TypeId) -> Option<u64> {
        match self.kind(ty) {
            TypeKind::Void | TypeKind::Bool | TypeKind::Function(_) => Some(1),
            TypeKind::Int(kind) => Some(u64::from(kind.bits(self.model())) / 8),
            TypeKind::Float(kind) => Some(float_bytes(*kind, self.model())),
            TypeKind::Complex(kind) => Some(2 * float_bytes(*kind, self.model())),
            TypeKind::Pointer(_) => Some(self.model().pointer_bytes()),
            TypeKind::Array { element, length } => match length {
                ArrayLength::Fixed(count) => self.size_of(element.ty)?.checked_mul(*count),
                ArrayLength::Unknown | ArrayLength::Variable(_) => None,
            },
            TypeKind::Record(record) => Some(self.record(*record).body.as_ref()?.size),
        }
    }

    /// Alignment in bytes as `_Alignof` gives it (as a member: 4 for `long long` on i386); `None` for incomplete types.
    pub fn align_of(&self, ty: TypeId) -> Option<u64> {
        match self.kind(ty) {
            TypeKind::Void | TypeKind::Bool | TypeKind::Function(_) => Some(1),
            TypeKind::Int(kind) => {
                let bytes = u64::from(kind.bits(self.model())) / 8;
                Some(match self.model() {
                    DataModel::Ilp32 => bytes.min(4),
                    DataModel::Lp64 | DataModel::Llp64 => bytes,
                })
            }
            TypeKind::Float(kind) | TypeKind::Complex(kind) => Some(float_alignment(*kind, self.model())),
            TypeKind::Pointer(_) => Some(self.model().pointer_bytes()),
            TypeKind::Array { element, .. } => self.align_of(element.ty),
            TypeKind::Record(record) => Some(self.record(*record).body.as_ref()?.alignment),
        }
    }

    /// The bits and signedness of a type whose values are machine integers (`_Bool` counts as unsigned with 8 bits, a pointer as unsigned);
    /// `None` for all remaining types.
    pub fn integer_shape(&self, ty: TypeId) -> Option<(u32, bool)> {
        match self.kind(ty) {
            TypeKind::Bool => Some((8, false)),
            TypeKind::Int(kind) => Some((kind.bits(self.model()), kind.is_signed())),
            TypeKind::Pointer(_) => Some((self.model().pointer_bytes() as u32 * 8, false)),
            TypeKind::Void
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Array { .. }
            | TypeKind::Record(_)
            | TypeKind::Function(_) => None,
        }
    }

    /// Bits and signedness of a scalar type as a program holds its values: as [`Types::integer_shape`] says, and a `float` or `double` as
    /// its bits, an unsigned number ([`crate::floating`]).
    pub fn scalar_shape(&self, ty: TypeId) -> Option<(u32, bool)> {
        Format::of(self, ty).map(|format| (format.bits(), false)).or_else(|| self.integer_shape(ty))
    }
}

fn float_bytes(kind: FloatKind, model: DataModel) -> u64 {
    match (kind, model) {
        (FloatKind::Half, _) => 2,
        (FloatKind::Float, _) => 4,
        (FloatKind::Double, _) => 8,
        (FloatKind::LongDouble, DataModel::Ilp32) => 12,
        (FloatKind::LongDouble, DataModel::Lp64 | DataModel::Llp64) | (FloatKind::Float128, _) => 16,
    }
}

fn float_alignment(kind: FloatKind, model: DataModel) -> u64 {
    match (kind, model) {
        (FloatKind::Half, _) => 2,
        (FloatKind::Float | FloatKind::Double | FloatKind::LongDouble, DataModel::Ilp32) => 4,
        (FloatKind::Float, DataModel::Lp64 | DataModel::Llp64) => 4,
        (FloatKind::Double, DataModel::Lp64 | DataModel::Llp64) => 8,
        (FloatKind::LongDouble, DataModel::Lp64 | DataModel::Llp64) | (FloatKind::Float128, _) => 16,
    }
}
