//! Integer promotions and the usual arithmetic conversions (C11 6.3.1.1, 6.3.1.8).

use raddle_program::types::{BitField, FloatKind, IntKind, TypeId, TypeKind};

use super::Checker;
use super::conversion::unsupported;
use crate::typed::{Expr, ExprKind, StatementKind};

/// The conversion rank of the types that remain after promotion.
fn rank(kind: IntKind) -> u32 {
    match kind {
        IntKind::Char | IntKind::SignedChar | IntKind::UnsignedChar => 1,
        IntKind::Short | IntKind::UnsignedShort => 2,
        IntKind::Int | IntKind::UnsignedInt => 3,
        IntKind::Long | IntKind::UnsignedLong => 4,
        IntKind::LongLong | IntKind::UnsignedLongLong => 5,
        IntKind::Int128 | IntKind::UnsignedInt128 => 6,
    }
}

fn to_unsigned(kind: IntKind) -> IntKind {
    match kind {
        IntKind::Char | IntKind::SignedChar | IntKind::UnsignedChar => IntKind::UnsignedChar,
        IntKind::Short | IntKind::UnsignedShort => IntKind::UnsignedShort,
        IntKind::Int | IntKind::UnsignedInt => IntKind::UnsignedInt,
        IntKind::Long | IntKind::UnsignedLong => IntKind::UnsignedLong,
        IntKind::LongLong | IntKind::UnsignedLongLong => IntKind::UnsignedLongLong,
        IntKind::Int128 | IntKind::UnsignedInt128 => IntKind::UnsignedInt128,
    }
}

impl Checker {
    /// The bit-field that an lvalue designates, or whose value a value is.
    pub(super) fn bit_field_of(&self, expr: &Expr) -> Option<BitField> {
        match &expr.kind {
            ExprKind::Member { base, field } => {
                let record = self.record_of(base.ty)?;
                self.unit.types.record(record).body.as_ref()?.fields.get(field.0 as usize)?.bits
            }
            ExprKind::Load(place) => self.bit_field_of(place),
            ExprKind::Assign { target, .. }
            | ExprKind::CompoundAssign { target, .. }
            | ExprKind::Increment { target, .. } => self.bit_field_of(target),
            ExprKind::Comma(_, last) => self.bit_field_of(last),
            // As in gcc, whose extension it is.
            ExprKind::Statement(block) => match &block.statements.last()?.kind {
                StatementKind::Expr(last) => self.bit_field_of(last),
                _ => None,
            },
            _ => None,
        }
    }

    /// The integer promotions; values of other types stay as they are.
    ///
    /// gcc gives a bit-field that is wider than `int` a type of exactly its width, clang its declared type; where that
    /// may matter the value is denied.
    pub(super) fn promote(&mut self, value: Expr) -> Expr {
        if self.sign_of_wide(&value).is_some() {
            return unsupported("arithmetic on a bit-field that is wider than `int`", value.ty, value.span);
        }
        let ty = self.promoted_type(&value);
        self.cast(value, ty)
    }

    /// Whether a bit-field that is wider than `int` and narrower than its type is signed; `None` for other values.
    fn sign_of_wide(&self, value: &Expr) -> Option<bool> {
        let (declared, is_signed) = self.unit.types.integer_shape(value.ty)?;
        let bits = self.bit_field_of(value)?;
        (bits.width > 32 && bits.width < declared).then_some(is_signed)
    }

    /// The operands of a comparison, in which wide bit-fields have their declared types where both readings of their types ([`Self::promote`])
    /// compare the same numbers: no negative number meets an unsigned bit-field, whose width would decide what becomes of it.
    pub(super) fn compared(&mut self, left: Expr, right: Expr) -> (Expr, Expr) {
        let is_alike = match (self.sign_of_wide(&left), self.sign_of_wide(&right)) {
            (None, None) => return (left, right),
            (Some(one), Some(other)) => one == other,
            (Some(is_signed), None) => is_signed || self.is_never_negative(&right),
            (None, Some(is_signed)) => is_signed || self.is_never_negative(&left),
        };
        if !is_alike {
            return (left, right);
        }
        let mut declared = |value: Expr| match self.sign_of_wide(&value) {
            Some(_) => {
                let ty = value.ty;
                self.cast_as(value, ty, true)
            }
            None => value,
        };
        (declared(left), declared(right))
    }

    fn is_never_negative(&self, value: &Expr) -> bool {
        let is_unsigned = self.unit.types.integer_shape(value.ty).is_some_and(|(_, is_signed)| !is_signed);
        is_unsigned || self.known_integer(value).is_some_and(|number| number >= 0)
    }

    /// The type that the integer promotions give a value (or the value of an lvalue).
    pub(super) fn promoted_type(&mut self, value: &Expr) -> TypeId {
        if let (Some(bits), Some((_, is_signed))) = (self.bit_field_of(value), self.unit.types.integer_shape(value.ty))
        {
            if bits.width < 32 || (is_signed && bits.width == 32) {
                return self.int();
            }
            if bits.width == 32 {
                return self.int_type(IntKind::UnsignedInt);
            }
            return value.ty;
        }
        match self.kind(value.ty) {
            TypeKind::Bool => self.int(),
            TypeKind::Int(kind) if rank(*kind) < rank(IntKind::Int) => self.int(),
            _ => value.ty,
        }
    }

    /// Default argument promotions (C11 6.5.2.2p6).
    pub(super) fn promote_argument(&mut self, value: Expr) -> Expr {
        if matches!(self.kind(value.ty), TypeKind::Float(FloatKind::Float)) {
            let double = self.double();
            return self.cast(value, double);
        }
        let ty = self.promoted_type(&value);
        self.cast(value, ty)
    }

    /// The usual arithmetic conversions: both operands get the common type, which is returned.
    pub(super) fn balance(&mut self, left: Expr, right: Expr) -> (Expr, Expr, TypeId) {
        let (left, right) = (self.promote_real(left), self.promote_real(right));
        let ty = self.common_type(left.ty, right.ty);
        let (left, right) = (self.cast(left, ty), self.cast(right, ty));
        (left, right, ty)
    }

    fn promote_real(&mut self, value: Expr) -> Expr {
        if self.is_integer(value.ty) { self.promote(value) } else { value }
    }

    /// The common type of two arithmetic types, integers promoted already.
    pub(super) fn common_type(&mut self, left: TypeId, right: TypeId) -> TypeId {
        let kind = match (self.kind(left), self.kind(right)) {
            (TypeKind::Complex(a), TypeKind::Complex(b) | TypeKind::Float(b))
            | (TypeKind::Float(a), TypeKind::Complex(b)) => TypeKind::Complex(*a.max(b)),
            (TypeKind::Complex(a), _) | (_, TypeKind::Complex(a)) => TypeKind::Complex(*a),
            (TypeKind::Float(a), TypeKind::Float(b)) => TypeKind::Float(*a.max(b)),
            (TypeKind::Float(a), _) | (_, TypeKind::Float(a)) => TypeKind::Float(*a),
            (TypeKind::Int(a), TypeKind::Int(b)) => TypeKind::Int(self.common_integer(*a, *b)),
            _ => return left,
        };
        self.unit.types.intern(kind)
    }

    fn common_integer(&self, left: IntKind, right: IntKind) -> IntKind {
        if left.is_signed() == right.is_signed() {
            return if rank(left) >= rank(right) { left } else { right };
        }
        let (signed, unsigned) = if left.is_signed() { (left, right) } else { (right, left) };
        let model = self.unit.types.model();
        if rank(unsigned) >= rank(signed) {
            unsigned
        } else if signed.bits(model) > unsigned.bits(model) {
            signed
        } else {
            to_unsigned(signed)
        }
    }
}
