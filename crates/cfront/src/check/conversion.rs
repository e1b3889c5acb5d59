//! Conversions: the value of an lvalue, casts, and conversion as if by assignment (C11 6.3, 6.5.4, 6.5.16.1).
//!
//! As gcc 12, mismatched pointers and integers are a warning, and the conversion is made all the same.

use raddle_program::source::Span;
use raddle_program::types::{Qualified, Qualifiers, TypeId, TypeKind};

use super::constant::convert_integer;
use super::expression::Operand;
use super::kind::both;
use super::{Checked, Checker};
use crate::ast;
use crate::typed::{Expr, ExprKind, Initializer, InitializerPart, Storage};

/// Why a value is converted, for messages.
#[derive(Clone, Copy)]
pub(super) enum Role<'a> {
    /// `=`
    Assignment,
    /// `= ...` in a declaration.
    Initialization,
    /// `return`
    Return,
    /// The argument with this position, from 1, of a function with this name.
    Argument(usize, Option<&'a str>),
}

impl Role<'_> {
    fn describe(self) -> String {
        match self {
            Role::Assignment => "the right side of this assignment".to_owned(),
            Role::Initialization => "this initializer".to_owned(),
            Role::Return => "the value of this `return`".to_owned(),
            Role::Argument(position, Some(name)) => format!("argument {position} of `{name}`"),
            Role::Argument(position, None) => format!("argument {position}"),
        }
    }
}

impl Checker {
    /// Checks an expression and converts it to a value: objects are loaded, arrays and functions decay.
    pub(super) fn value(&mut self, expr: &ast::Expr) -> Checked<Expr> {
        let operand = self.operand(expr)?;
        self.rvalue(operand)
    }

    /// A value that must be scalar: a condition or the operand of `!`.
    pub(super) fn scalar(&mut self, expr: &ast::Expr, what: &str) -> Checked<Expr> {
        let value = self.value(expr)?;
        if self.is_scalar(value.ty) {
            return Ok(value);
        }
        if self.is_vector(value.ty) {
            let int = self.int();
            return Ok(unsupported("vector arithmetic", int, value.span));
        }
        let message = format!("{what} has type `{}`", self.spell(value.ty));
        Err(self.error(expr.span, message, "use a number or a pointer"))
    }

    /// The conversion of C11 6.3.2.1.
    pub(super) fn rvalue(&mut self, operand: Operand) -> Checked<Expr> {
        let Operand { expr, is_lvalue, .. } = operand;
        let span = expr.span;
        match self.kind(expr.ty).clone() {
            TypeKind::Array { element, .. } => {
                let ty = self.pointer(element);
                if matches!(expr.kind, ExprKind::Unsupported(_)) {
                    return Ok(Expr { ty, ..expr });
                }
                let mut expr = expr;
                if !is_lvalue && !self.make_object_of(&mut expr) {
                    return Ok(unsupported("array member of a record that is no object", ty, span));
                }
                self.take_address(&expr);
                Ok(Expr { kind: ExprKind::Decay(Box::new(expr)), ty, span })
            }
            TypeKind::Function(_) => {
                let ty = self.pointer(Qualified::plain(expr.ty));
                match expr.kind {
                    ExprKind::Deref(pointer) => Ok(Expr { span, ..*pointer }),
                    ExprKind::Unsupported(_) => Ok(Expr { ty, ..expr }),
                    _ => Ok(Expr { kind: ExprKind::Decay(Box::new(expr)), ty, span }),
                }
            }
            // `*p` of a `void *` has no value, but its pointer is evaluated.
            TypeKind::Void => match expr.kind {
                ExprKind::Deref(operand) => {
                    Ok(Expr { kind: ExprKind::Cast { operand, is_explicit: false }, ty: expr.ty, span })
                }
                _ => Ok(expr),
            },
            TypeKind::Record(record) if is_lvalue && self.unit.types.record(record).body.is_none() => {
                let message = format!("the value of the incomplete type `{}` is used", self.spell(expr.ty));
                Err(self.error(span, message, "complete the type first"))
            }
            TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Pointer(_)
            | TypeKind::Record(_) => match expr.kind {
                ExprKind::Unsupported(_) => Ok(expr),
                _ if !is_lvalue => Ok(expr),
                _ => {
                    let ty = expr.ty;
                    Ok(Expr { kind: ExprKind::Load(Box::new(expr)), ty, span })
                }
            },
        }
    }

    /// Makes an object of the record whose array member is used: one of temporary lifetime (C11 6.2.4p8). Outside of functions there is none.
    fn make_object_of(&mut self, member: &mut Expr) -> bool {
        if let ExprKind::Member { base, .. } = &mut member.kind {
            return self.make_object_of(base);
        }
        let (ty, span) = (member.ty, member.span);
        if self.functions.is_empty() || !matches!(self.kind(ty), TypeKind::Record(_)) {
            return false;
        }
        let called = Self::value_name(span);
        let variable = self.new_object(&called, Qualified::plain(ty), Storage::Automatic, 0);
        self.own_local(variable);
        let place = Expr { kind: ExprKind::Variable(variable), ty, span };
        let value = std::mem::replace(member, place);
        let initializer = Initializer { parts: vec![InitializerPart { offset: 0, ty, bits: None, value }] };
        member.kind = ExprKind::CompoundLiteral { variable, initializer };
        true
    }

    /// Notes that the address of the object behind a place is taken.
    pub(super) fn take_address(&mut self, place: &Expr) {
        let mut at = place;
        loop {
            match &at.kind {
                ExprKind::Member { base, .. } => at = base,
                ExprKind::Variable(variable) | ExprKind::CompoundLiteral { variable, .. } => {
                    if self.unevaluated == 0 {
                        self.unit.variables[*variable].address_taken = true;
                    }
                    return;
                }
                _ => return,
            }
        }
    }

    /// An implicit conversion to a type that is known to be allowed.
    pub(super) fn cast(&mut self, operand: Expr, ty: TypeId) -> Expr {
        self.cast_as(operand, ty, false)
    }

    /// A conversion to a type that is known to be allowed. Constants are converted at once. A bit-field that is cast to the type that it is declared
    /// with has this type, whatever the integer promotions make of the bit-field (C11 6.3.1.1p2).
    pub(super) fn cast_as(&mut self, operand: Expr, ty: TypeId, is_explicit: bool) -> Expr {
        if operand.ty == ty && !(is_explicit && self.bit_field_of(&operand).is_some()) {
            return operand;
        }
        let span = operand.span;
        if self.is_complex(ty) || (self.is_complex(operand.ty) && !self.is_void(ty)) {
            return unsupported("complex arithmetic", ty, span);
        }
        if self.is_vector(ty) || (self.is_vector(operand.ty) && !self.is_void(ty)) {
            return unsupported("vector arithmetic", ty, span);
        }
        if let ExprKind::Integer(value) = operand.kind
            && let Some(value) = convert_integer(&self.unit.types, value, ty)
        {
            return Expr { kind: ExprKind::Integer(value), ty, span };
        }
        if self.is_pointer(ty) {
            // An integer constant cast to a pointer is a constant; a zero is a null pointer.
            if let Some(value) = self.known_integer(&operand) {
                let value = convert_integer(&self.unit.types, value, ty).unwrap_or(value);
                return Expr { kind: ExprKind::Integer(value), ty, span };
            }
        }
        Expr { kind: ExprKind::Cast { operand: Box::new(operand), is_explicit }, ty, span }
    }

    /// Whether a value is a null pointer constant (C11 6.3.2.3p3).
    pub(super) fn is_null_constant(&self, value: &Expr) -> bool {
        match self.kind(value.ty) {
            TypeKind::Pointer(target) => {
                *target == Qualified::plain(self.void()) && matches!(value.kind, ExprKind::Integer(0))
            }
            TypeKind::Bool | TypeKind::Int(_) => self.known_integer(value) == Some(0),
            _ => false,
        }
    }

    /// Converts a value as if by assignment to an object of the target type.
    pub(super) fn assignable(&mut self, value: Expr, target: TypeId, role: Role) -> Checked<Expr> {
        let span = value.span;
        let source = value.ty;
        if self.is_void(source) {
            let message = format!("{} has no value: its type is `void`", role.describe());
            return Err(self.error(span, message, "use an expression that has a value"));
        }
        if source == target {
            return Ok(value);
        }
        if matches!(value.kind, ExprKind::Unsupported(_)) && self.is_complete(target) {
            return Ok(Expr { ty: target, ..value });
        }
        match (self.kind(target).clone(), self.kind(source).clone()) {
            _ if self.is_arithmetic(target) && self.is_arithmetic(source) => Ok(self.cast(value, target)),
            (TypeKind::Bool, TypeKind::Pointer(_)) => Ok(self.cast(value, target)),
            (TypeKind::Pointer(_), _) if self.is_null_constant(&value) => {
                Ok(Expr { kind: ExprKind::Integer(0), ty: target, span })
            }
            (TypeKind::Pointer(to), TypeKind::Pointer(from)) => {
                self.compare_pointers(to, from, target, source, role, span);
                Ok(self.cast(value, target))
            }
            (TypeKind::Pointer(_), TypeKind::Int(_) | TypeKind::Bool) => {
                let message = format!("{} is an integer that becomes a pointer", role.describe());
                self.warning(span, message, "write a cast if this is meant");
                Ok(self.cast(value, target))
            }
            (TypeKind::Int(_), TypeKind::Pointer(_)) => {
                let message = format!("{} is a pointer that becomes an integer", role.describe());
                self.warning(span, message, "write a cast if this is meant");
                Ok(self.cast(value, target))
            }
            (TypeKind::Record(record), _) if self.transparent_unions.contains(&record) => {
                self.transparent_union(value, target, role)
            }
            (TypeKind::Record(_), TypeKind::Record(_)) if self.is_vector(target) && self.is_vector(source) => {
                Ok(unsupported("vector arithmetic", target, span))
            }
            _ => Err(self.mismatch(source, target, role, span)),
        }
    }

    pub(super) fn mismatch(&mut self, source: TypeId, target: TypeId, role: Role, span: Span) -> super::Poisoned {
        let message = format!(
            "{} has type `{}`, which does not convert to `{}`",
            role.describe(),
            self.spell(source),
            self.spell(target)
        );
        self.error(span, message, "use a value of the expected type")
    }

    pub(super) fn is_void_pointer(&self, ty: TypeId) -> bool {
        self.pointee(ty).is_some_and(|target| self.is_void(target.ty))
    }

    fn compare_pointers(
        &mut self,
        to: Qualified,
        from: Qualified,
        target: TypeId,
        source: TypeId,
        role: Role,
        span: Span,
    ) {
        let agrees = self.is_void(to.ty)
            || self.is_void(from.ty)
            || self.compatible(to.ty, from.ty)
            || self.differ_in_sign(to.ty, from.ty);
        if !agrees {
            let message = format!(
                "{} has the pointer type `{}`, which does not agree with `{}`",
                role.describe(),
                self.spell(source),
                self.spell(target)
            );
            self.warning(span, message, "write a cast if this is meant");
            return;
        }
        // The standard reaches arrays through their elements.
        let dropped =
            |from: Qualifiers, to: Qualifiers| (from.is_const && !to.is_const) || (from.is_volatile && !to.is_volatile);
        let element = |cx: &Self, qualified: Qualified| {
            cx.array_parts(qualified.ty)
                .map_or(qualified.qualifiers, |(element, _)| both(qualified.qualifiers, element.qualifiers))
        };
        if !self.is_function(to.ty) && dropped(element(self, from), element(self, to)) {
            let message = format!(
                "{} points to something `const` or `volatile`, which its new type does not say",
                role.describe()
            );
            self.warning(span, message, "add the qualifier to the pointer's target, or write a cast");
        }
    }

    // `char *` and `unsigned char *`: gcc does not mention it by default.
    fn differ_in_sign(&self, left: TypeId, right: TypeId) -> bool {
        let types = &self.unit.types;
        self.is_integer(left)
            && self.is_integer(right)
            && types.integer_shape(left).map(|shape| shape.0) == types.integer_shape(right).map(|shape| shape.0)
    }

    /// A cast that is written in the source.
    pub(super) fn explicit_cast(&mut self, value: Expr, target: TypeId, span: Span) -> Checked<Expr> {
        let source = value.ty;
        let allowed = self.is_void(target)
            || (self.is_scalar(target) && self.is_scalar(source) && !self.mixes_pointer_and_float(target, source))
            || (self.is_vector(target) || self.is_vector(source)) && !self.is_void(source)
            || (source == target && self.record_of(target).is_some());
        if !allowed {
            if let Some(mut made) = self.cast_to_union(&value, target) {
                made.span = span;
                return Ok(made);
            }
            let message = format!("`{}` cannot be cast to `{}`", self.spell(source), self.spell(target));
            return Err(self.error(span, message, "convert between numbers and pointers only"));
        }
        let mut cast = self.cast_as(value, target, true);
        cast.span = span;
        Ok(cast)
    }

    fn mixes_pointer_and_float(&self, left: TypeId, right: TypeId) -> bool {
        let has_pointer = self.is_pointer(left) || self.is_pointer(right);
        let has_float = [left, right].into_iter().any(|ty| self.is_float(ty) || self.is_complex(ty));
        has_pointer && has_float
    }
}

/// An expression that the tool does not model.
pub(super) fn unsupported(what: &str, ty: TypeId, span: Span) -> Expr {
    Expr { kind: ExprKind::Unsupported(what.into()), ty, span }
}
