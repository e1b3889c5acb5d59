//! Initial values of objects with static storage duration: constants and addresses, C11 6.6.

use raddle_program::floating::{self, FloatOperation, Format};
use raddle_program::syntax::{GlobalId, InitialValue};
use raddle_program::types::{TypeId, TypeKind};

use super::floating::operation_of;
use super::{ProcedureLowering, UnitLowering};
use crate::typed::{self, BinaryOperator, ElementSize, ExprKind as Typed, Storage, UnaryOperator};

impl UnitLowering<'_> {
    /// The value of a constant expression; `None` if it is none that the tool can compute.
    pub(super) fn constant(&mut self, expr: &typed::Expr) -> Option<InitialValue> {
        match &expr.kind {
            &Typed::Integer(value) => Some(InitialValue::Integer(self.wrapped(value, expr.ty))),
            &Typed::Floating(bits) => self.float_bits(bits, expr.ty).map(InitialValue::Integer),
            Typed::Function(function) => Some(InitialValue::Procedure(self.procedure_of(*function))),
            Typed::Decay(inner) | Typed::AddressOf(inner) => match inner.kind {
                Typed::Function(function) => Some(InitialValue::Procedure(self.procedure_of(function))),
                _ => {
                    let (global, offset) = self.constant_address(inner)?;
                    Some(InitialValue::Address(global, offset))
                }
            },
            &Typed::LabelAddress(label) => Some(InitialValue::Integer(ProcedureLowering::label_number(label))),
            Typed::Cast { operand, .. } => {
                let value = self.constant(operand)?;
                match value {
                    InitialValue::Integer(value) if self.is_floating(operand.ty) || self.is_floating(expr.ty) => {
                        self.converted_constant(value, operand.ty, expr.ty).map(InitialValue::Integer)
                    }
                    InitialValue::Integer(value) => {
                        self.types.integer_shape(operand.ty)?;
                        self.types.integer_shape(expr.ty)?;
                        Some(InitialValue::Integer(self.wrapped(value, expr.ty)))
                    }
                    InitialValue::Address(..) | InitialValue::Procedure(_) => {
                        let is_kept = self.types.size_of(expr.ty) == Some(self.types.model().pointer_bytes());
                        match self.types.kind(expr.ty) {
                            TypeKind::Bool => Some(InitialValue::Integer(1)),
                            TypeKind::Pointer(_) | TypeKind::Int(_) if is_kept => Some(value),
                            _ => None,
                        }
                    }
                }
            }
            Typed::PointerAdd { pointer, index, is_subtraction, element: ElementSize::Fixed(element) } => {
                let base = self.constant(pointer)?;
                let InitialValue::Integer(index) = self.constant(index)? else { return None };
                let distance = index.checked_mul(i128::from(*element))?;
                let distance = if *is_subtraction { distance.checked_neg()? } else { distance };
                match base {
                    InitialValue::Address(global, offset) => {
                        let moved = i128::from(offset).checked_add(distance)?;
                        Some(InitialValue::Address(global, i64::try_from(moved).ok()?))
                    }
                    InitialValue::Integer(address) => {
                        Some(InitialValue::Integer(self.wrapped(address.checked_add(distance)?, expr.ty)))
                    }
                    InitialValue::Procedure(_) => None,
                }
            }
            Typed::Unary(UnaryOperator::Negate, operand) if self.is_floating(operand.ty) => {
                let InitialValue::Integer(value) = self.constant(operand)? else { return None };
                let operands = [(value, operand.ty)];
                floating::compute(&self.types, FloatOperation::Negate, &operands, expr.ty).map(InitialValue::Integer)
            }
            Typed::Binary(operator, left, right) if self.is_floating(left.ty) => {
                let (InitialValue::Integer(a), InitialValue::Integer(b)) =
                    (self.constant(left)?, self.constant(right)?)
                else {
                    return None;
                };
                let (operation, is_swapped, is_negated) = operation_of(*operator)?;
                let mut operands = [(a, left.ty), (b, right.ty)];
                if is_swapped {
                    operands.reverse();
                }
                let value = floating::compute(&self.types, operation, &operands, expr.ty)?;
                Some(InitialValue::Integer(if is_negated { i128::from(value == 0) } else { value }))
            }
            Typed::Unary(operator, operand) => {
                self.types.integer_shape(operand.ty)?;
                let InitialValue::Integer(value) = self.constant(operand)? else { return None };
                let value = match operator {
                    UnaryOperator::Negate => value.checked_neg()?,
                    UnaryOperator::BitNot => !value,
                    UnaryOperator::LogicalNot => i128::from(value == 0),
                };
                Some(InitialValue::Integer(self.wrapped(value, expr.ty)))
            }
            Typed::Binary(operator, left, right) => {
                self.types.integer_shape(left.ty)?;
                self.types.integer_shape(expr.ty)?;
                let (InitialValue::Integer(left), InitialValue::Integer(right)) =
                    (self.constant(left)?, self.constant(right)?)
                else {
                    return None;
                };
                Some(InitialValue::Integer(self.wrapped(compute(*operator, left, right)?, expr.ty)))
            }
            Typed::Conditional { condition, .. } if self.is_floating(condition.ty) => None,
            Typed::Conditional { condition, then, otherwise } => match self.constant(condition)? {
                InitialValue::Integer(0) => self.constant(otherwise),
                InitialValue::Integer(_) | InitialValue::Address(..) | InitialValue::Procedure(_) => {
                    self.constant(then)
                }
            },
            Typed::Variable(_)
            | Typed::Deref(_)
            | Typed::Member { .. }
            | Typed::String(_)
            | Typed::CompoundLiteral { .. }
            | Typed::Load(_)
            | Typed::PointerAdd { element: ElementSize::Variable(..), .. }
            | Typed::PointerDifference { .. }
            | Typed::Logical { .. }
            | Typed::Elvis { .. }
            | Typed::Assign { .. }
            | Typed::CompoundAssign { .. }
            | Typed::PointerAssign { .. }
            | Typed::Increment { .. }
            | Typed::Call { .. }
            | Typed::Comma(..)
            | Typed::Statement(_)
            | Typed::VariableSize { .. }
            | Typed::Builtin { .. }
            | Typed::Unsupported(_) => None,
        }
    }

    /// The object and offset that an lvalue designates.
    fn constant_address(&mut self, expr: &typed::Expr) -> Option<(GlobalId, i64)> {
        match &expr.kind {
            &Typed::Variable(variable) => match self.unit.variables[variable].storage {
                Storage::Static | Storage::Thread => Some((self.variable_global(variable)?, 0)),
                Storage::Automatic | Storage::Parameter => None,
            },
            &Typed::String(string) => Some((self.string_global(string), 0)),
            Typed::Deref(pointer) => match self.constant(pointer)? {
                InitialValue::Address(global, offset) => Some((global, offset)),
                InitialValue::Integer(_) | InitialValue::Procedure(_) => None,
            },
            Typed::Member { base, field } => {
                let (global, offset) = self.constant_address(base)?;
                let member = raddle_program::builder::field_of(&self.types, base.ty, field.0)?;
                Some((global, offset.checked_add(i64::try_from(member.offset).ok()?)?))
            }
            _ => None,
        }
    }

    /// The bits of a floating constant. Formats that are not IEEE single or double have none.
    pub(super) fn float_bits(&self, bits: u64, ty: TypeId) -> Option<i128> {
        match Format::of(&self.types, ty)? {
            Format::Double => Some(i128::from(bits)),
            Format::Single => Some(i128::from((f64::from_bits(bits) as f32).to_bits())),
        }
    }
}

fn compute(operator: BinaryOperator, left: i128, right: i128) -> Option<i128> {
    let shift = || u32::try_from(right).ok().filter(|&amount| amount < 64);
    match operator {
        BinaryOperator::Add => left.checked_add(right),
        BinaryOperator::Subtract => left.checked_sub(right),
        BinaryOperator::Multiply => left.checked_mul(right),
        BinaryOperator::Divide => left.checked_div(right),
        BinaryOperator::Remainder => left.checked_rem(right),
        BinaryOperator::ShiftLeft => left.checked_mul(1_i128 << shift()?),
        BinaryOperator::ShiftRight => Some(left >> shift()?),
        BinaryOperator::BitAnd => Some(left & right),
        BinaryOperator::BitOr => Some(left | right),
        BinaryOperator::BitXor => Some(left ^ right),
        BinaryOperator::Equal => Some(i128::from(left == right)),
        BinaryOperator::NotEqual => Some(i128::from(left != right)),
        BinaryOperator::Less => Some(i128::from(left < right)),
        BinaryOperator::LessEqual => Some(i128::from(left <= right)),
        BinaryOperator::Greater => Some(i128::from(left > right)),
        BinaryOperator::GreaterEqual => Some(i128::from(left >= right)),
    }
}
