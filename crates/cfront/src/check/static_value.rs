//! What may initialize an object with static storage: constants, address constants, and constant expressions of these
//! (C11 6.6p7-9, 6.7.9p4; as gcc, also the value of a constant object and a constant compound literal).

use raddle_program::source::Span;

use super::constant::{Constant, evaluate, evaluate_at_start, truth_at_start};
use super::known_object::{InitialValue, initial_value};
use super::{Checked, Checker};
use crate::typed::{BinaryOperator, Expr, ExprKind, Storage};

impl Checker {
    /// A static initializer's value, folded to a constant where it is one; an error if it is not known before the
    /// program starts.
    pub(super) fn static_value(&mut self, value: Expr) -> Checked<Expr> {
        let evaluation = evaluate_at_start(&self.unit, &value);
        if let Some(span) = evaluation.overflow {
            self.warning(span, "this constant expression overflows its type and wraps", "use a wider type");
        }
        if let Some(constant) = evaluation.constant {
            let kind = match constant {
                Constant::Integer(value) => ExprKind::Integer(value),
                Constant::Floating(value) => ExprKind::Floating(value.to_bits()),
            };
            return Ok(Expr { kind, ..value });
        }
        if let ExprKind::Load(place) = &value.kind
            && let Some(InitialValue::Value(known)) = initial_value(&self.unit, place)
        {
            return Ok(Expr { kind: known.kind.clone(), ..value });
        }
        if self.is_known_at_start(&value) {
            return Ok(value);
        }
        let (span, message): (Span, _) = match evaluation.division_by_zero {
            Some(span) => (span, "the initializer of a static object divides by zero"),
            None => (value.span, "the initializer of a static object is not constant"),
        };
        Err(self.error(span, message, "use a constant, or assign the value when the program runs"))
    }

    fn is_known_at_start(&self, value: &Expr) -> bool {
        if evaluate(&self.unit.types, value).constant.is_some() {
            return true;
        }
        match &value.kind {
            ExprKind::Integer(_)
            | ExprKind::Floating(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::Function(_)
            | ExprKind::Unsupported(_) => true,
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => self.is_static_place(place),
            // A string that fills an array.
            ExprKind::Load(place) => matches!(place.kind, ExprKind::String(_)),
            ExprKind::Cast { operand, .. } => {
                let keeps_address = self.is_integer(value.ty) && self.holds_address(operand);
                let width = |expr: &Expr| self.unit.types.size_of(expr.ty);
                self.is_known_at_start(operand) && (!keeps_address || width(value) == width(operand))
            }
            ExprKind::PointerAdd { pointer, index, .. } => {
                self.is_known_at_start(pointer) && evaluate(&self.unit.types, index).constant.is_some()
            }
            ExprKind::PointerDifference { left, right, .. } => {
                let is_label = |expr: &Expr| matches!(expr.kind, ExprKind::LabelAddress(_));
                is_label(left) && is_label(right)
            }
            ExprKind::Binary(operator, left, right) => self.is_known_sum(*operator, left, right),
            ExprKind::Unary(_, operand) => self.is_float(operand.ty) && self.is_known_at_start(operand),
            ExprKind::Conditional { condition, then, otherwise } => match truth_at_start(&self.unit, condition) {
                Some(true) => self.is_known_at_start(then),
                Some(false) => self.is_known_at_start(otherwise),
                None => false,
            },
            ExprKind::Variable(_)
            | ExprKind::Deref(_)
            | ExprKind::Member { .. }
            | ExprKind::String(_)
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::Logical { .. }
            | ExprKind::Elvis { .. }
            | ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::PointerAssign { .. }
            | ExprKind::Increment { .. }
            | ExprKind::Call { .. }
            | ExprKind::Comma(..)
            | ExprKind::Statement(_)
            | ExprKind::VariableSize { .. }
            | ExprKind::Builtin { .. } => false,
        }
    }

    // An address as an integer, plus or minus a constant; arithmetic on wide floating constants.
    fn is_known_sum(&self, operator: BinaryOperator, left: &Expr, right: &Expr) -> bool {
        if self.is_float(left.ty) {
            return self.is_known_at_start(left) && self.is_known_at_start(right);
        }
        let is_constant = |expr: &Expr| evaluate(&self.unit.types, expr).constant.is_some();
        match operator {
            BinaryOperator::Add => {
                (self.is_known_at_start(left) && is_constant(right))
                    || (is_constant(left) && self.is_known_at_start(right))
            }
            BinaryOperator::Subtract => self.is_known_at_start(left) && is_constant(right),
            BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::Remainder
            | BinaryOperator::ShiftLeft
            | BinaryOperator::ShiftRight
            | BinaryOperator::BitAnd
            | BinaryOperator::BitOr
            | BinaryOperator::BitXor
            | BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual => false,
        }
    }

    // Whether a value is an address or was made of one, so that a narrower type would lose bits.
    fn holds_address(&self, value: &Expr) -> bool {
        !matches!(value.kind, ExprKind::PointerDifference { .. })
            && evaluate(&self.unit.types, value).constant.is_none()
            && !self.is_float(value.ty)
    }

    fn is_static_place(&self, place: &Expr) -> bool {
        match &place.kind {
            ExprKind::Variable(variable) => self.unit.variables[*variable].storage == Storage::Static,
            ExprKind::String(_) | ExprKind::Function(_) => true,
            ExprKind::Member { base, .. } => self.is_static_place(base),
            ExprKind::Deref(pointer) => self.is_known_at_start(pointer),
            _ => false,
        }
    }
}
