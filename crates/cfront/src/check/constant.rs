//! Constant evaluation over typed expressions, with the exact widths of the data model (C11 6.6).
//!
//! The carrier is `i128`. A value is the mathematical one, except for `unsigned __int128`, whose values are carried as
//! their bit pattern. As gcc, more is folded than the standard's integer constant expressions: `1 ? 2 : x`, `0 && x`,
//! and addresses computed from integer constants (`&((struct s *)0)->field`).

use raddle_program::source::Span;
use raddle_program::types::{FloatKind, TypeId, TypeKind, Types};

use super::bits::value_of_builtin;
use super::kind::{is_integer, is_pointer};
use super::known_object::{InitialValue, initial_value, known_address};
use super::{Checked, Checker};
use crate::ast;
use crate::typed::{BinaryOperator, ElementSize, Expr, ExprKind, Storage, UnaryOperator, Unit};

/// A known value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Constant {
    /// Of an integer, `_Bool` or pointer type.
    Integer(i128),
    /// Of a floating type, rounded to `double` or `float`.
    Floating(f64),
}

/// What evaluation found.
pub(super) struct Evaluation {
    /// The value, if there is one.
    pub constant: Option<Constant>,
    /// Where signed arithmetic overflowed; the value wrapped.
    pub overflow: Option<Span>,
    /// Where it was divided by zero; there is no value then.
    pub division_by_zero: Option<Span>,
}

/// Evaluates an expression if it is constant. Never evaluates an object's value.
pub(super) fn evaluate(types: &Types, expr: &Expr) -> Evaluation {
    Evaluator { types, objects: None, overflow: None, division_by_zero: None }.run(expr)
}

/// As [`evaluate`], for the initializer of a static object: the addresses of objects are known not to be null.
pub(super) fn evaluate_at_start(unit: &Unit, expr: &Expr) -> Evaluation {
    Evaluator { types: &unit.types, objects: Some(unit), overflow: None, division_by_zero: None }.run(expr)
}

/// Whether a condition in the initializer of a static object holds.
pub(super) fn truth_at_start(unit: &Unit, condition: &Expr) -> Option<bool> {
    Evaluator { types: &unit.types, objects: Some(unit), overflow: None, division_by_zero: None }.truth(condition)
}

/// The value as a machine integer of this many bits has it.
pub(super) fn wrap(value: i128, bits: u32, is_signed: bool) -> i128 {
    if bits >= 128 {
        return value;
    }
    let low = value & ((1i128 << bits) - 1);
    if is_signed && bits > 0 && low >> (bits - 1) & 1 == 1 { low - (1i128 << bits) } else { low }
}

/// The value of an integer converted to an integer, `_Bool` or pointer type; `None` for other types.
pub(super) fn convert_integer(types: &Types, value: i128, target: TypeId) -> Option<i128> {
    if matches!(types.kind(target), TypeKind::Bool) {
        return Some(i128::from(value != 0));
    }
    let (bits, is_signed) = types.integer_shape(target)?;
    Some(wrap(value, bits, is_signed))
}

struct Evaluator<'a> {
    types: &'a Types,
    // Present where the addresses of objects count as conditions.
    objects: Option<&'a Unit>,
    overflow: Option<Span>,
    division_by_zero: Option<Span>,
}

impl Evaluator<'_> {
    fn run(mut self, expr: &Expr) -> Evaluation {
        let constant = self.value(expr);
        Evaluation { constant, overflow: self.overflow, division_by_zero: self.division_by_zero }
    }

    fn value(&mut self, expr: &Expr) -> Option<Constant> {
        match &expr.kind {
            ExprKind::Integer(value) => Some(Constant::Integer(*value)),
            ExprKind::Floating(bits) => Some(Constant::Floating(f64::from_bits(*bits))),
            ExprKind::Unary(operator, operand) => self.unary(expr, *operator, operand),
            ExprKind::Binary(operator, left, right) => self.binary(expr, *operator, left, right),
            ExprKind::Logical { is_and, left, right } => {
                let decided = self.truth(left)? != *is_and;
                let value = if decided { !*is_and } else { self.truth(right)? };
                Some(Constant::Integer(i128::from(value)))
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let chosen = if self.truth(condition)? { then } else { otherwise };
                self.value(chosen)
            }
            ExprKind::Elvis { value, otherwise } => {
                let known = self.value(value)?;
                if is_true(known) { self.convert(known, value.ty, expr.ty) } else { self.value(otherwise) }
            }
            ExprKind::Cast { operand, .. } if matches!(self.types.kind(expr.ty), TypeKind::Bool) => {
                let truth = self.truth(operand)?;
                Some(Constant::Integer(i128::from(truth)))
            }
            ExprKind::Cast { operand, .. } => {
                let value = self.value(operand)?;
                self.convert(value, operand.ty, expr.ty)
            }
            ExprKind::PointerAdd { pointer, index, is_subtraction, element } => {
                let ElementSize::Fixed(bytes) = element else { return None };
                let (base, index) = (self.integer(pointer)?, self.integer(index)?);
                let distance = index.wrapping_mul(i128::from(*bytes));
                let sum = if *is_subtraction { base.wrapping_sub(distance) } else { base.wrapping_add(distance) };
                convert_integer(self.types, sum, expr.ty).map(Constant::Integer)
            }
            ExprKind::PointerDifference { left, right, element } => {
                let ElementSize::Fixed(bytes) = element else { return None };
                let difference = match self.distance(left, right) {
                    Some(difference) => difference,
                    None => self.integer(left)?.wrapping_sub(self.integer(right)?),
                };
                let elements = difference.checked_div(i128::from(*bytes))?;
                convert_integer(self.types, elements, expr.ty).map(Constant::Integer)
            }
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => {
                let address = self.address(place)?;
                convert_integer(self.types, address, expr.ty).map(Constant::Integer)
            }
            ExprKind::Load(place) => match initial_value(self.objects?, place)? {
                InitialValue::Zero if is_integer(self.types, expr.ty) => Some(Constant::Integer(0)),
                InitialValue::Character(unit) => {
                    convert_integer(self.types, i128::from(unit), expr.ty).map(Constant::Integer)
                }
                InitialValue::Value(value) => match value.kind {
                    ExprKind::Integer(value) => Some(Constant::Integer(value)),
                    ExprKind::Floating(bits) => Some(Constant::Floating(f64::from_bits(bits))),
                    _ => None,
                },
                InitialValue::Zero => None,
            },
            ExprKind::Builtin { name, arguments } => {
                let [argument] = arguments.as_slice() else { return None };
                let (bits, _) = self.types.integer_shape(argument.ty)?;
                let argument = self.integer(argument)?;
                value_of_builtin(name, argument, bits).map(Constant::Integer)
            }
            ExprKind::Variable(_)
            | ExprKind::Deref(_)
            | ExprKind::Member { .. }
            | ExprKind::String(_)
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::Function(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::PointerAssign { .. }
            | ExprKind::Increment { .. }
            | ExprKind::Call { .. }
            | ExprKind::Comma(..)
            | ExprKind::Statement(_)
            | ExprKind::VariableSize { .. }
            | ExprKind::Unsupported(_) => None,
        }
    }

    // The distance in bytes between two addresses in one object.
    fn distance(&self, left: &Expr, right: &Expr) -> Option<i128> {
        let unit = self.objects?;
        let (left, right) = (known_address(unit, left)?, known_address(unit, right)?);
        (left.0 == right.0).then(|| left.1 - right.1)
    }

    // The address of a place that lies at a constant distance from a constant pointer.
    fn address(&mut self, place: &Expr) -> Option<i128> {
        match &place.kind {
            ExprKind::Deref(pointer) => self.integer(pointer),
            ExprKind::Member { base, field } => {
                let address = self.address(base)?;
                let TypeKind::Record(record) = self.types.kind(base.ty) else { return None };
                let body = self.types.record(*record).body.as_ref()?;
                Some(address.wrapping_add(i128::from(body.fields.get(field.0 as usize)?.offset)))
            }
            _ => None,
        }
    }

    fn integer(&mut self, expr: &Expr) -> Option<i128> {
        match self.value(expr)? {
            Constant::Integer(value) => Some(value),
            Constant::Floating(_) => None,
        }
    }

    fn truth(&mut self, expr: &Expr) -> Option<bool> {
        if self.is_object_address(expr) {
            return Some(true);
        }
        self.value(expr).map(is_true)
    }

    fn is_object_address(&self, value: &Expr) -> bool {
        let Some(unit) = self.objects else { return false };
        match &value.kind {
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => match place.kind {
                ExprKind::Variable(variable) => unit.variables[variable].storage == Storage::Static,
                ExprKind::String(_) | ExprKind::Function(_) => true,
                _ => false,
            },
            ExprKind::Cast { operand, .. } => is_pointer(self.types, value.ty) && self.is_object_address(operand),
            _ => false,
        }
    }

    fn unary(&mut self, expr: &Expr, operator: UnaryOperator, operand: &Expr) -> Option<Constant> {
        match operator {
            UnaryOperator::LogicalNot => {
                let truth = self.truth(operand)?;
                Some(Constant::Integer(i128::from(!truth)))
            }
            UnaryOperator::Negate => match self.value(operand)? {
                Constant::Floating(value) => Some(Constant::Floating(-value)),
                Constant::Integer(value) => self.fit(expr, value.checked_neg(), value.wrapping_neg()),
            },
            UnaryOperator::BitNot => {
                let value = self.integer(operand)?;
                convert_integer(self.types, !value, expr.ty).map(Constant::Integer)
            }
        }
    }

    fn binary(&mut self, expr: &Expr, operator: BinaryOperator, left: &Expr, right: &Expr) -> Option<Constant> {
        if let BinaryOperator::Equal | BinaryOperator::NotEqual = operator {
            let compares_null = (self.is_object_address(left) && matches!(right.kind, ExprKind::Integer(0)))
                || (matches!(left.kind, ExprKind::Integer(0)) && self.is_object_address(right));
            if compares_null {
                return Some(Constant::Integer(i128::from(operator == BinaryOperator::NotEqual)));
            }
        }
        let operands = (self.value(left), self.value(right));
        match (operands.0?, operands.1?) {
            (Constant::Integer(a), Constant::Integer(b)) => self.integer_binary(expr, operator, left.ty, a, b),
            (Constant::Floating(a), Constant::Floating(b)) => self.float_binary(expr, operator, a, b),
            (Constant::Integer(_), Constant::Floating(_)) | (Constant::Floating(_), Constant::Integer(_)) => None,
        }
    }

    fn integer_binary(
        &mut self,
        expr: &Expr,
        operator: BinaryOperator,
        operand_type: TypeId,
        a: i128,
        b: i128,
    ) -> Option<Constant> {
        let (bits, is_signed) = self.types.integer_shape(operand_type)?;
        // The one type whose values the carrier cannot hold.
        let is_wide = bits == 128 && !is_signed;
        let order = if is_wide { (a as u128).cmp(&(b as u128)) } else { a.cmp(&b) };
        let truth = |holds: bool| Some(Constant::Integer(i128::from(holds)));
        match operator {
            BinaryOperator::Equal => truth(order.is_eq()),
            BinaryOperator::NotEqual => truth(order.is_ne()),
            BinaryOperator::Less => truth(order.is_lt()),
            BinaryOperator::LessEqual => truth(order.is_le()),
            BinaryOperator::Greater => truth(order.is_gt()),
            BinaryOperator::GreaterEqual => truth(order.is_ge()),
            BinaryOperator::BitAnd => self.fit(expr, Some(a & b), 0),
            BinaryOperator::BitOr => self.fit(expr, Some(a | b), 0),
            BinaryOperator::BitXor => self.fit(expr, Some(a ^ b), 0),
            BinaryOperator::Add => self.fit(expr, a.checked_add(b), a.wrapping_add(b)),
            BinaryOperator::Subtract => self.fit(expr, a.checked_sub(b), a.wrapping_sub(b)),
            BinaryOperator::Multiply => self.fit(expr, a.checked_mul(b), a.wrapping_mul(b)),
            BinaryOperator::Divide | BinaryOperator::Remainder if b == 0 => {
                self.division_by_zero.get_or_insert(expr.span);
                None
            }
            BinaryOperator::Divide if is_wide => self.fit(expr, Some((a as u128 / b as u128) as i128), 0),
            BinaryOperator::Remainder if is_wide => self.fit(expr, Some((a as u128 % b as u128) as i128), 0),
            BinaryOperator::Divide => self.fit(expr, a.checked_div(b), a.wrapping_div(b)),
            BinaryOperator::Remainder => self.fit(expr, Some(a.wrapping_rem(b)), 0),
            BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => {
                let count = u32::try_from(b).ok()?;
                if count >= bits {
                    // gcc warns and shifts every bit out.
                    self.overflow.get_or_insert(expr.span);
                    let all = if operator == BinaryOperator::ShiftRight && a < 0 && is_signed { -1 } else { 0 };
                    return Some(Constant::Integer(all));
                }
                match operator {
                    // gcc folds shifts into and over the sign bit without a word.
                    BinaryOperator::ShiftLeft => {
                        convert_integer(self.types, a.wrapping_shl(count), expr.ty).map(Constant::Integer)
                    }
                    _ if is_wide => Some(Constant::Integer((a as u128 >> count) as i128)),
                    _ => Some(Constant::Integer(a >> count)),
                }
            }
        }
    }

    // Brings a result into its type. `exact` is `None` if not even the carrier held it; then it is `wrapped`.
    fn fit(&mut self, expr: &Expr, exact: Option<i128>, wrapped: i128) -> Option<Constant> {
        let (_, is_signed) = self.types.integer_shape(expr.ty)?;
        let value = convert_integer(self.types, exact.unwrap_or(wrapped), expr.ty)?;
        if is_signed && exact != Some(value) {
            self.overflow.get_or_insert(expr.span);
        }
        Some(Constant::Integer(value))
    }

    fn float_binary(&mut self, expr: &Expr, operator: BinaryOperator, a: f64, b: f64) -> Option<Constant> {
        let truth = |holds: bool| Some(Constant::Integer(i128::from(holds)));
        let result = match operator {
            BinaryOperator::Equal => return truth(a == b),
            BinaryOperator::NotEqual => return truth(a != b),
            BinaryOperator::Less => return truth(a < b),
            BinaryOperator::LessEqual => return truth(a <= b),
            BinaryOperator::Greater => return truth(a > b),
            BinaryOperator::GreaterEqual => return truth(a >= b),
            BinaryOperator::Add => a + b,
            BinaryOperator::Subtract => a - b,
            BinaryOperator::Multiply => a * b,
            BinaryOperator::Divide => a / b,
            BinaryOperator::Remainder
            | BinaryOperator::ShiftLeft
            | BinaryOperator::ShiftRight
            | BinaryOperator::BitAnd
            | BinaryOperator::BitOr
            | BinaryOperator::BitXor => return None,
        };
        self.round(result, expr.ty)
    }

    // Wider formats than `double` are not computed, so that no digit is ever wrong.
    fn round(&self, value: f64, ty: TypeId) -> Option<Constant> {
        match self.types.kind(ty) {
            TypeKind::Float(FloatKind::Float) => Some(Constant::Floating(f64::from(value as f32))),
            TypeKind::Float(FloatKind::Double) => Some(Constant::Floating(value)),
            _ => None,
        }
    }

    fn convert(&self, value: Constant, from: TypeId, to: TypeId) -> Option<Constant> {
        match value {
            Constant::Integer(value) => match self.types.kind(to) {
                TypeKind::Float(FloatKind::Float) => Some(Constant::Floating(f64::from(match self.is_wide(from) {
                    true => value as u128 as f32,
                    false => value as f32,
                }))),
                TypeKind::Float(FloatKind::Double) => Some(Constant::Floating(match self.is_wide(from) {
                    true => value as u128 as f64,
                    false => value as f64,
                })),
                // Small integers are exact in every wider format.
                TypeKind::Float(FloatKind::LongDouble | FloatKind::Float128) if value.unsigned_abs() < 1 << 53 => {
                    Some(Constant::Floating(value as f64))
                }
                _ => convert_integer(self.types, value, to).map(Constant::Integer),
            },
            Constant::Floating(value) => match self.types.kind(to) {
                TypeKind::Bool => Some(Constant::Integer(i128::from(value != 0.0))),
                TypeKind::Int(_) => {
                    let whole = value.trunc();
                    if !(-1.7e38..=1.7e38).contains(&whole) {
                        return None;
                    }
                    let exact = whole as i128;
                    convert_integer(self.types, exact, to).filter(|fits| *fits == exact).map(Constant::Integer)
                }
                TypeKind::Float(FloatKind::LongDouble | FloatKind::Float128) => Some(Constant::Floating(value)),
                _ => self.round(value, to),
            },
        }
    }

    fn is_wide(&self, ty: TypeId) -> bool {
        self.types.integer_shape(ty) == Some((128, false))
    }
}

fn is_true(value: Constant) -> bool {
    match value {
        Constant::Integer(value) => value != 0,
        Constant::Floating(value) => value != 0.0,
    }
}

impl Checker {
    /// The value of an expression if it is an integer constant, without a message.
    pub(super) fn known_integer(&self, expr: &Expr) -> Option<i128> {
        match evaluate(&self.unit.types, expr).constant {
            Some(Constant::Integer(value)) if self.is_integer(expr.ty) => Some(value),
            _ => None,
        }
    }

    /// The value and type of an integer constant expression that `what` demands ("the width of a bit-field").
    pub(super) fn integer_constant(&mut self, expr: &ast::Expr, what: &str) -> Checked<(i128, TypeId)> {
        let value = self.without_evaluation(|cx| cx.value(expr))?;
        if !self.is_integer(value.ty) {
            let message = format!("{what} has type `{}`, which is no integer type", self.spell(value.ty));
            return Err(self.error(expr.span, message, "write an integer constant expression"));
        }
        let evaluation = evaluate(&self.unit.types, &value);
        if let Some(span) = evaluation.overflow {
            self.warning(span, "this constant expression overflows its type and wraps", "use a wider type");
        }
        match evaluation.constant {
            Some(Constant::Integer(known)) => Ok((known, value.ty)),
            Some(Constant::Floating(_)) | None => Err(match evaluation.division_by_zero {
                Some(span) => self.error(
                    span,
                    format!("{what} divides by zero"),
                    "change the divisor of this constant expression",
                ),
                None => self.error(
                    expr.span,
                    format!("{what} is not an integer constant"),
                    "use literals, enumeration constants, `sizeof` and operators on these",
                ),
            }),
        }
    }
}
