//! Checks of places and expressions.

use super::tables::is_in_range;
use super::{Checker, Rule};
use crate::builder::field_of;
use crate::floating::{FloatOperation, Format};
use crate::footprint::{is_bit_field, reads_listed, root};
use crate::syntax::{Expr, ExprKind, Place, PlaceKind, Procedure, UnaryOperator};
use crate::types::{ArrayLength, IntKind, TypeId, TypeKind};

impl Checker<'_> {
    /// Checks a place that is accessed or whose address is taken.
    pub(super) fn place(&mut self, procedure: &Procedure, place: &Place) {
        let types = &self.program.types;
        let expected = match &place.kind {
            PlaceKind::Global(global) => Some(self.program.globals[*global].ty),
            PlaceKind::Local(local) => Some(procedure.locals[*local].ty),
            PlaceKind::Deref(pointer) => {
                self.value(procedure, pointer);
                match self.program.types.kind(pointer.ty) {
                    TypeKind::Pointer(target) => Some(target.ty),
                    _ => None,
                }
            }
            PlaceKind::Field(inner, number) => {
                self.place(procedure, inner);
                field_of(types, inner.ty, *number).map(|field| field.ty.ty)
            }
            PlaceKind::Index(inner, index) => {
                self.place(procedure, inner);
                self.integer(procedure, index);
                match types.kind(inner.ty) {
                    TypeKind::Array { element, .. } => Some(element.ty),
                    _ => None,
                }
            }
            PlaceKind::BitLocation(inner) => {
                self.place(procedure, inner);
                is_bit_field(types, inner).then_some(place.ty).filter(|&ty| self.is_location(inner, ty))
            }
        };
        self.expect(expected == Some(place.ty), Rule::Places, || match expected {
            None => format!("a part of {} does not exist", root_name(place)),
            Some(expected) => format!("{} is of {expected} and is said to be of {}", root_name(place), place.ty),
        });
    }

    /// Whether a type is the array of bytes that the location of a bit-field is.
    fn is_location(&self, bit_field: &Place, ty: TypeId) -> bool {
        let PlaceKind::Field(record, number) = &bit_field.kind else { return false };
        let types = &self.program.types;
        let bits = field_of(types, record.ty, *number).and_then(|field| field.bits);
        let TypeKind::Array { element, length } = types.kind(ty) else { return false };
        *types.kind(element.ty) == TypeKind::Int(IntKind::UnsignedChar)
            && bits.is_some_and(|bits| *length == ArrayLength::Fixed(u64::from(bits.location_bytes)))
    }

    /// Checks an expression whose value is a machine integer or a pointer.
    pub(super) fn value(&mut self, procedure: &Procedure, expr: &Expr) {
        self.expr(procedure, expr);
        self.expect(self.is_value(expr.ty), Rule::Expressions, || {
            format!("an operand of type {} is neither a machine integer nor a pointer", expr.ty)
        });
    }

    /// Checks an expression whose value is a machine integer, a pointer or a floating value.
    fn scalar(&mut self, procedure: &Procedure, expr: &Expr) {
        self.expr(procedure, expr);
        self.expect(self.program.types.scalar_shape(expr.ty).is_some(), Rule::Expressions, || {
            format!("an operand of type {} is no scalar", expr.ty)
        });
    }

    /// Whether operands and result have the types of a floating operation.
    fn is_floating(&self, operation: FloatOperation, operands: &[Expr], result: TypeId) -> bool {
        let is_floating = |ty: TypeId| Format::of(&self.program.types, ty).is_some();
        let is_number = |ty: TypeId| is_floating(ty) || self.is_arithmetic(ty);
        let [first, rest @ ..] = operands else { return false };
        let agree = operands.len() == operation.n_operands() && rest.iter().all(|operand| operand.ty == first.ty);
        agree
            && match operation {
                FloatOperation::Convert => {
                    let is_operand = is_number(first.ty) || *self.program.types.kind(first.ty) == TypeKind::Bool;
                    is_operand && is_number(result) && (is_floating(first.ty) || is_floating(result))
                }
                _ if operation.is_comparison() => is_floating(first.ty) && self.is_int(result, IntKind::Int),
                _ => is_floating(first.ty) && result == first.ty,
            }
    }

    /// Checks an expression whose value is a machine integer.
    pub(super) fn integer(&mut self, procedure: &Procedure, expr: &Expr) {
        self.expr(procedure, expr);
        self.expect(self.is_value(expr.ty) && !self.is_pointer(expr.ty), Rule::Expressions, || {
            format!("an operand of type {} is no machine integer", expr.ty)
        });
    }

    /// Checks an expression whose value is a pointer.
    pub(super) fn pointer(&mut self, procedure: &Procedure, expr: &Expr) {
        self.expr(procedure, expr);
        self.expect(self.is_pointer(expr.ty), Rule::Expressions, || {
            format!("an operand of type {} is no pointer", expr.ty)
        });
    }

    /// Whether values of a type are machine integers or pointers.
    pub(super) fn is_value(&self, ty: TypeId) -> bool {
        self.program.types.integer_shape(ty).is_some()
    }

    /// Whether a type is a pointer type.
    pub(super) fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.program.types.kind(ty), TypeKind::Pointer(_))
    }

    /// Whether a type is a certain integer type.
    pub(super) fn is_int(&self, ty: TypeId, kind: IntKind) -> bool {
        *self.program.types.kind(ty) == TypeKind::Int(kind)
    }

    /// Checks an expression whose value is stored, passed or returned.
    pub(super) fn expr(&mut self, procedure: &Procedure, expr: &Expr) {
        let model = self.program.types.model();
        let is_right = match &expr.kind {
            ExprKind::Integer(value) => is_in_range(&self.program.types, expr.ty, *value),
            ExprKind::Read(place) => {
                self.place(procedure, place);
                let is_object = !matches!(self.program.types.kind(place.ty), TypeKind::Void | TypeKind::Function(_));
                is_object && place.ty == expr.ty
            }
            ExprKind::AddressOf(place) => {
                self.place(procedure, place);
                let is_register =
                    matches!(root(place).kind, PlaceKind::Local(local) if procedure.locals[local].is_register);
                self.expect(!is_register, Rule::Registers, || "the address of a register is taken".to_owned());
                let is_part =
                    is_bit_field(&self.program.types, place) || matches!(place.kind, PlaceKind::BitLocation(_));
                self.expect(!is_part, Rule::Places, || "the address of a bit-field is taken".to_owned());
                self.is_address(place.ty, expr.ty)
            }
            ExprKind::Procedure(_) => self.is_pointer(expr.ty),
            ExprKind::SelfId => self.is_value(expr.ty),
            ExprKind::AllocationSize(pointer, _) => {
                self.pointer(procedure, pointer);
                self.expect(!reads_listed(procedure, pointer), Rule::Accesses, || {
                    "the operand of an allocation's size has a listed access".to_owned()
                });
                self.is_int(expr.ty, model.size_type())
            }
            ExprKind::Unary(UnaryOperator::LogicalNot, operand) => {
                self.value(procedure, operand);
                self.is_int(expr.ty, IntKind::Int)
            }
            ExprKind::Unary(UnaryOperator::Negate | UnaryOperator::BitNot, operand) => {
                self.integer(procedure, operand);
                operand.ty == expr.ty && self.is_arithmetic(expr.ty)
            }
            ExprKind::Binary(operator, left, right) => {
                if operator.is_comparison() {
                    self.value(procedure, left);
                    self.value(procedure, right);
                    let are_pointers = self.is_pointer(left.ty) && self.is_pointer(right.ty);
                    (left.ty == right.ty || are_pointers) && self.is_int(expr.ty, IntKind::Int)
                } else {
                    self.integer(procedure, left);
                    self.integer(procedure, right);
                    let agree = operator.is_shift() || left.ty == right.ty;
                    agree && left.ty == expr.ty && self.is_arithmetic(expr.ty)
                }
            }
            ExprKind::Cast(operand) => {
                self.value(procedure, operand);
                self.is_value(expr.ty)
            }
            ExprKind::PointerAdd { pointer, index, element: _, is_subtraction: _ } => {
                self.pointer(procedure, pointer);
                self.integer(procedure, index);
                pointer.ty == expr.ty
            }
            ExprKind::PointerDifference { left, right, element } => {
                self.pointer(procedure, left);
                self.pointer(procedure, right);
                *element > 0 && self.is_int(expr.ty, model.difference_type())
            }
            ExprKind::Floating(operation, operands) => {
                operands.iter().for_each(|operand| self.scalar(procedure, operand));
                self.is_floating(*operation, operands, expr.ty)
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.value(procedure, condition);
                self.scalar(procedure, then);
                self.scalar(procedure, otherwise);
                let listed = reads_listed(procedure, then) || reads_listed(procedure, otherwise);
                self.expect(!listed, Rule::Accesses, || "a branch of a choice has a listed access".to_owned());
                then.ty == expr.ty && otherwise.ty == expr.ty
            }
        };
        self.expect(is_right, Rule::Expressions, || {
            format!("{} cannot have the type {}", expression_name(&expr.kind), expr.ty)
        });
    }

    /// Whether a type points to a type, or, if that is an array, to its elements.
    fn is_address(&self, place: TypeId, pointer: TypeId) -> bool {
        let TypeKind::Pointer(target) = self.program.types.kind(pointer) else { return false };
        let decays = match self.program.types.kind(place) {
            TypeKind::Array { element, .. } => element.ty == target.ty,
            _ => false,
        };
        target.ty == place || decays
    }

    /// Whether a type is an integer type other than `_Bool`.
    fn is_arithmetic(&self, ty: TypeId) -> bool {
        matches!(self.program.types.kind(ty), TypeKind::Int(_))
    }
}

fn root_name(place: &Place) -> String {
    match &root(place).kind {
        PlaceKind::Global(global) => format!("a place in {global}"),
        PlaceKind::Local(local) => format!("a place in {local}"),
        PlaceKind::Deref(_) | PlaceKind::Field(..) | PlaceKind::Index(..) | PlaceKind::BitLocation(_) => {
            "a place behind a pointer".to_owned()
        }
    }
}

fn expression_name(kind: &ExprKind) -> String {
    match kind {
        ExprKind::Integer(value) => format!("the number {value}"),
        ExprKind::Read(_) => "the value of a place".to_owned(),
        ExprKind::AddressOf(_) => "the address of a place".to_owned(),
        ExprKind::Procedure(procedure) => format!("the procedure {procedure}"),
        ExprKind::SelfId => "the thread's id".to_owned(),
        ExprKind::AllocationSize(..) => "the size of an allocation".to_owned(),
        ExprKind::Unary(operator, _) => format!("an operation `{}`", operator.symbol()),
        ExprKind::Binary(operator, ..) => format!("an operation `{}` with these operands", operator.symbol()),
        ExprKind::Cast(_) => "a conversion".to_owned(),
        ExprKind::PointerAdd { .. } => "a pointer plus an index".to_owned(),
        ExprKind::PointerDifference { .. } => "a difference of pointers".to_owned(),
        ExprKind::Floating(operation, _) => format!("an operation `{}`", operation.name()),
        ExprKind::Conditional { .. } => "a choice".to_owned(),
    }
}
